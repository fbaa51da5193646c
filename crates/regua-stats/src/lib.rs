//! Numbers about numbers: resampling, intervals, significance, correlation,
//! agreement.
//!
//! This crate knows nothing of texts, measures or files; it works on plain
//! numbers and weights.
//!
//! ```
//! use regua_stats::resample::{Generator, draw_weights};
//!
//! let weights = draw_weights(5, &mut Generator::new(12345));
//! assert_eq!(weights.iter().sum::<u32>(), 5);
//! ```

pub mod agreement;
pub mod correlation;
pub mod distribution;
pub mod interval;
mod moments;
pub mod product;
pub mod random;
pub mod resample;
pub mod sacrebleu;
pub mod significance;
mod undefined;

pub use undefined::Undefined;
