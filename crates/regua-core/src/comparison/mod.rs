//! Comparison: systems side by side on the same units.
//!
//! Works on kept rows ([`Kept`](crate::resample::Kept)), whatever the measure:
//! each draw takes the same units of every system, each trial swaps units
//! between two of them. Units that some system could not have scored are left
//! out for all, and counted.
//!
//! Not for systems that answered different questions: those have no pairs.

mod align;
mod between;
mod compare;
mod pair;

use std::sync::Arc;

use crate::reading::Reading;
use crate::resample::{Resampling, Spread};

pub use align::{Aligned, align};
pub use between::between;
pub use compare::compare;

/// How it is decided whether two systems differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Test {
    /// Paired bootstrap: how often a draw is as far from the difference found as
    /// that is from zero.
    #[default]
    Bootstrap,
    /// Approximate randomisation: how often systems with their outputs swapped
    /// at random differ as much.
    Randomisation,
    /// Wilcoxon's signed ranks of the units' readings.
    Wilcoxon,
    /// The sign test of the units' readings.
    Sign,
    /// Student's paired t of the units' readings.
    T,
    /// `McNemar`'s test of units that only one system has right: for readings
    /// that are 0 or 1.
    Mcnemar,
    /// How often groups of units differ as much when units are dealt out to them
    /// at random: for different units, where nothing is paired.
    Permutation,
}

impl Test {
    /// The tests and the words for them.
    pub const WORDS: [(&'static str, Self); 7] = [
        ("bootstrap", Self::Bootstrap),
        ("ar", Self::Randomisation),
        ("wilcoxon", Self::Wilcoxon),
        ("sign", Self::Sign),
        ("t", Self::T),
        ("mcnemar", Self::Mcnemar),
        ("permutation", Self::Permutation),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, test)| *test == self).map_or("", |(word, _)| word)
    }

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bootstrap => "paired bootstrap",
            Self::Randomisation => "approximate randomisation",
            Self::Wilcoxon => "Wilcoxon's signed ranks",
            Self::Sign => "sign test",
            Self::T => "paired t test",
            Self::Mcnemar => "McNemar's test",
            Self::Permutation => "permutation test",
        }
    }
}

/// Why `McNemar`'s test has no p-value of readings such as BLEU.
pub const NOT_BINARY: &str = "McNemar's test takes readings that are 0 or 1";

/// How several p-values are made up for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Adjustment {
    /// Holm's: the chance of any false claim stays below the level.
    #[default]
    Holm,
    /// Benjamini and Hochberg's: the share of false claims does.
    BenjaminiHochberg,
    /// None.
    None,
}

impl Adjustment {
    /// The adjustments and the words for them.
    pub const WORDS: [(&'static str, Self); 3] =
        [("holm", Self::Holm), ("bh", Self::BenjaminiHochberg), ("none", Self::None)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, one)| *one == self).map_or("", |(word, _)| word)
    }
}

/// What is compared, and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The system that all others are held against; all pairs if there is none.
    pub baseline: Option<Arc<str>>,
    /// The test.
    pub test: Test,
    /// How intervals, and the draws of the bootstrap, are made.
    pub resampling: Resampling,
    /// How many trials approximate randomisation makes.
    pub trials: usize,
    /// The chance of a false claim that is put up with.
    pub alpha: f64,
    /// How several p-values are made up for.
    pub adjustment: Adjustment,
    /// Whether all readings are compared, and not the headlines only.
    pub all_readings: bool,
    /// How many units with the largest gain and loss are named.
    pub examples: usize,
}

/// One reading of one measure, for all systems on the units of one group.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Position of the measure.
    pub measure: usize,
    /// Position of the reading.
    pub reading: usize,
    /// Column and value of each grouping column; empty for all units.
    pub group: Vec<(String, String)>,
    /// The system whose groups are compared in place of systems, where they are.
    pub within: Option<Arc<str>>,
    /// How many units were compared.
    pub units: usize,
    /// How many units were left out, because some system has no tally of them.
    pub left_out: usize,
    /// How many units, or clusters, were drawn from.
    pub drawn_from: usize,
    /// The systems, in the order they came.
    pub systems: Vec<Standing>,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

/// How one system stands.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Its name.
    pub system: Arc<str>,
    /// The reading.
    pub value: Reading,
    /// How far it spreads.
    pub interval: Spread,
    /// The cluster of systems that cannot be told apart, from 1; only where all
    /// pairs were compared and the reading says which way is better.
    pub cluster: Option<usize>,
}

/// How two systems differ.
#[derive(Debug, Clone)]
pub struct Pair {
    /// Position of the first system.
    pub first: usize,
    /// Position of the second one.
    pub second: usize,
    /// First minus second.
    pub difference: Reading,
    /// How far the difference spreads.
    pub interval: Spread,
    /// The chance of such a difference between equal systems, as the test has
    /// it.
    pub p: Reading,
    /// The same, made up for the other pairs.
    pub adjusted: Reading,
    /// Whether there is a difference and the adjusted value is below the level.
    pub is_significant: bool,
    /// What units have to say, where both have the same.
    pub outcomes: Option<Outcomes>,
    /// The mean difference of units over its standard deviation; of different
    /// units, the difference of means over the pooled deviation.
    pub effect: Reading,
    /// How many units would show such an effect four times in five.
    pub needed: Reading,
    /// The units on which the first gains most, best first.
    pub gains: Vec<UnitDifference>,
    /// The units on which it loses most, worst first.
    pub losses_most: Vec<UnitDifference>,
}

/// On how many units which of two systems is better.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The first one.
    pub wins: usize,
    /// Neither.
    pub ties: usize,
    /// The second one.
    pub losses: usize,
}

/// How two systems differ on one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitDifference {
    /// The unit's id.
    pub id: String,
    /// Its position among the units of the first system.
    pub unit: u32,
    /// The reading of the first system.
    pub first: f64,
    /// The reading of the second one.
    pub second: f64,
}
