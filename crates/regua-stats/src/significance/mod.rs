//! Is a difference more than chance? Tests, corrections for many of them, sizes of effects, and how many units it takes.
//!
//! For scores that are read off summed tallies (BLEU, F1, any ratio) use [`randomisation`] or [`paired_bootstrap`], which
//! need nothing but draws of the difference. Where each unit has a score of its own and the mean is what counts, [`t`],
//! [`wilcoxon`] and [`sign`] are quicker; for right and wrong, [`mcnemar`]; for two groups of different units,
//! [`permutation`] and Welch's test in [`t`]. Several p-values at once go through [`adjust`].
//!
//! A p-value says how surprising the data would be if the systems were equal. It does not say how large the difference
//! is: that is in [`effect`].
//!
//! ```
//! use regua_stats::significance::{Alternative, sign};
//!
//! let differences = [0.3, 0.1, -0.2, 0.4, 0.0, 0.5, 0.2];
//! let test = sign::test(&differences, Alternative::TwoSided)?;
//! assert_eq!((test.positive, test.negative, test.ties), (5, 1, 1));
//! assert!((test.p_value - 0.21875).abs() < 1e-15);
//! # Ok::<(), regua_stats::Undefined>(())
//! ```

use crate::Undefined;

pub mod adjust;
pub mod clusters;
pub mod effect;
pub mod kolmogorov;
pub mod mcnemar;
pub mod paired_bootstrap;
pub mod permutation;
pub mod power;
pub mod randomisation;
pub mod sign;
pub mod t;
pub mod wilcoxon;

mod draws;

/// What is held against the hypothesis that there is no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alternative {
    /// There is a difference, whichever way.
    #[default]
    TwoSided,
    /// The difference is above zero.
    Greater,
    /// The difference is below zero.
    Less,
}

impl Alternative {
    /// The p-value from the probabilities of so low and so high a value; two-sided it is twice the smaller, at most 1.
    fn p_value(self, so_low: f64, so_high: f64) -> f64 {
        match self {
            Self::TwoSided => (2.0 * so_low.min(so_high)).min(1.0),
            Self::Greater => so_high,
            Self::Less => so_low,
        }
    }
}

/// A test statistic with its p-value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The statistic; each test says which.
    pub statistic: f64,
    /// How probable a statistic at least as extreme is if there is no difference.
    pub p_value: f64,
}

/// Nothing but finite numbers.
fn check_finite(values: &[f64]) -> Result<(), Undefined> {
    if values.iter().all(|value| value.is_finite()) {
        Ok(())
    } else {
        Err(Undefined("a value is not a finite number"))
    }
}
