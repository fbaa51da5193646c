//! Stemmers: words to their stems.

pub mod porter;
pub mod snowball;
