//! How many syllables a word has, by rules: English and Portuguese.
//!
//! ```
//! use regua_text::syllables::{english, portuguese};
//!
//! assert_eq!(english("lighthouse"), 2);
//! assert_eq!(portuguese("saída"), 3);
//! ```
//!
//! Portuguese writes its syllables, and the rules follow the spelling. English
//! does not: the rules know groups of vowels, silent letters and the commoner
//! endings, and are right about most words, not all.
//!
//! When not to use this: to hyphenate, or where a pronouncing dictionary is at
//! hand. A word of letters that are no vowels ("psst", "TV") has one syllable.

mod english;
mod portuguese;

pub use self::english::english;
pub use self::portuguese::portuguese;
