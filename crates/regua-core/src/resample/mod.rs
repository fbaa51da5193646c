//! Resampling: the readings of runs that could have been.
//!
//! A resample is a weight for each unit; its readings are read off the weighted
//! sum of the rows, so that nothing is measured twice. [`Kept`] keeps the rows
//! of a run, [`Sample`] is what is resampled (the units of a system or group, or
//! clusters of them), [`draws`] draws, [`intervals`](Kept::intervals) says how
//! far the readings spread.
//!
//! Not for statistics of texts ([`Collected`](crate::Collected)): those would
//! have to read all texts again for each draw.

mod draws;
mod interval;
mod kept;
mod sample;

use std::num::NonZeroUsize;

pub use draws::{Draws, draws, permuted, swapped};
pub(crate) use interval::spreads;
pub use interval::{Interval, Spread};
pub(crate) use kept::identity;
pub use kept::{Kept, KeptSystem, KeptUnit, Pick};
pub use sample::Sample;

/// How units are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scheme {
    /// As many units as there are, with replacement; Régua's own generator.
    #[default]
    Multinomial,
    /// Each unit a Poisson(1) number of times, from a hash of the seed, the draw
    /// and the unit's id: the same whoever else is in the sample.
    Poisson,
    /// The draws of sacrebleu: numpy's generator, sums in single precision.
    Sacrebleu,
}

impl Scheme {
    /// The schemes and the words for them.
    pub const WORDS: [(&'static str, Self); 3] =
        [("regua", Self::Multinomial), ("poisson", Self::Poisson), ("sacrebleu", Self::Sacrebleu)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, scheme)| *scheme == self).map_or("", |(word, _)| word)
    }
}

/// How an interval is read off the draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// Between two quantiles of the draws.
    #[default]
    Percentile,
    /// Bias-corrected and accelerated (Efron 1987).
    Bca,
    /// Between two order statistics, as sacrebleu has it.
    Sacrebleu,
}

impl Method {
    /// The methods and the words for them.
    pub const WORDS: [(&'static str, Self); 3] =
        [("percentile", Self::Percentile), ("bca", Self::Bca), ("sacrebleu", Self::Sacrebleu)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, method)| *method == self).map_or("", |(word, _)| word)
    }
}

/// How resampling is done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    /// How units are drawn.
    pub scheme: Scheme,
    /// How intervals are read off the draws.
    pub method: Method,
    /// How many draws.
    pub resamples: usize,
    /// The seed of all draws.
    pub seed: u64,
    /// The share of draws that an interval holds.
    pub confidence: f64,
    /// How many threads draw; they do not change a number.
    pub threads: NonZeroUsize,
}

impl Default for Resampling {
    fn default() -> Self {
        Self {
            scheme: Scheme::default(),
            method: Method::default(),
            resamples: 1000,
            seed: 12345,
            confidence: 0.95,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Below this many units an interval says little.
pub const FEW_UNITS: usize = 30;
