//! The coefficients by name.

use std::fmt;
use std::str::FromStr;

use super::kendall;
use super::ranking::Relative;
use super::{pearson, spearman, ties};
use crate::Undefined;
use crate::distribution::student;

/// Which scores of a measure count as tied.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ties {
    /// Scores that differ by no more than this; with 0 only equal ones.
    Within(f64),
    /// The width that gives the highest value on the data at hand
    /// ([`ties::calibrate`]).
    Calibrated,
}

/// How two rows of numbers, ratings of people and scores of a measure, are
/// compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Coefficient {
    /// Pearson's r ([`pearson`]).
    Pearson,
    /// Spearman's ρ ([`spearman`]).
    Spearman,
    /// Kendall's τ-b ([`kendall::b`]).
    KendallB,
    /// Stuart's τ-c ([`kendall::c`]).
    KendallC,
    /// τ₂₃ ([`kendall::PairCounts::tau23`]).
    Tau23(Ties),
    /// acc₂₃, pairwise accuracy with ties ([`kendall::PairCounts::accuracy`]).
    Acc23(Ties),
    /// The "Kendall-like" statistic of the WMT shared tasks ([`Relative`]) over
    /// pairs whose ratings differ by at least the threshold.
    WmtKendall {
        /// The smallest difference between ratings that counts.
        threshold: f64,
    },
    /// The share of pairs that both order alike (Kocmi et al. 2021); used on
    /// systems.
    PairwiseAccuracy,
}

impl Coefficient {
    /// What can be asked for by name.
    pub const NAMES: [&str; 8] = [
        "pearson",
        "spearman",
        "kendall-b",
        "kendall-c",
        "tau23",
        "acc23",
        "wmt-kendall",
        "pairwise-accuracy",
    ];

    /// The name without its setting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pearson => "pearson",
            Self::Spearman => "spearman",
            Self::KendallB => "kendall-b",
            Self::KendallC => "kendall-c",
            Self::Tau23(_) => "tau23",
            Self::Acc23(_) => "acc23",
            Self::WmtKendall { .. } => "wmt-kendall",
            Self::PairwiseAccuracy => "pairwise-accuracy",
        }
    }

    /// The coefficient between the ratings of people and the scores of a
    /// measure.
    ///
    /// ```
    /// use regua_stats::correlation::Coefficient;
    ///
    /// let coefficient: Coefficient = "kendall-b".parse().unwrap();
    /// assert_eq!(coefficient.of(&[1.0, 2.0, 3.0], &[0.2, 0.5, 0.4]), Ok(1.0 / 3.0_f64.sqrt() / 3.0_f64.sqrt()));
    /// ```
    ///
    /// # Errors
    ///
    /// If the coefficient is not defined on these rows.
    pub fn of(self, people: &[f64], measure: &[f64]) -> Result<f64, Undefined> {
        match self {
            Self::Pearson => pearson(people, measure),
            Self::Spearman => spearman(people, measure),
            Self::KendallB => kendall::b(people, measure),
            Self::KendallC => kendall::c(people, measure),
            Self::Tau23(Ties::Within(width)) => {
                kendall::counts_within(people, measure, width)?.tau23()
            }
            Self::Acc23(Ties::Within(width)) => {
                kendall::counts_within(people, measure, width)?.accuracy()
            }
            Self::Tau23(Ties::Calibrated) | Self::Acc23(Ties::Calibrated) => {
                Ok(self.calibrated(&ties::calibrate([(people, measure)])?))
            }
            Self::WmtKendall { threshold } => Relative::of(people, measure, threshold)?.kendall(),
            Self::PairwiseAccuracy => kendall::counts(people, measure)?.accuracy(),
        }
    }

    /// How often a value at least as far from zero comes up where there is nothing to
    /// find, by Student's t: exact for Pearson's coefficient of normal data, an
    /// approximation for Spearman's (`scipy.stats` reports the same).
    ///
    /// ```
    /// use regua_stats::correlation::Coefficient;
    ///
    /// assert_eq!(Coefficient::Pearson.p_value(0.0, 12), Ok(1.0));
    /// ```
    ///
    /// # Errors
    ///
    /// For other coefficients, and for fewer than three pairs.
    pub fn p_value(self, value: f64, pairs: usize) -> Result<f64, Undefined> {
        if !matches!(self, Self::Pearson | Self::Spearman) {
            return Err(Undefined("only Pearson's and Spearman's coefficients have this p-value"));
        }
        if pairs < 3 {
            return Err(Undefined("fewer than three pairs"));
        }
        let degrees = pairs as f64 - 2.0;
        let t = value.abs() * (degrees / ((1.0 - value) * (1.0 + value)).max(0.0)).sqrt();
        Ok(if t.is_finite() { 2.0 * student::survival(t, degrees) } else { 0.0 })
    }

    /// The value at the width of ties that calibration found.
    pub(super) fn calibrated(self, found: &ties::Calibrated) -> f64 {
        if matches!(self, Self::Tau23(_)) { found.tau23 } else { found.accuracy }
    }
}

impl fmt::Display for Coefficient {
    /// The name with its setting, as [`FromStr`] reads it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())?;
        match self {
            Self::Tau23(Ties::Within(setting))
            | Self::Acc23(Ties::Within(setting))
            | Self::WmtKendall { threshold: setting } => write!(formatter, ":{setting}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Coefficient {
    type Err = Undefined;

    /// A name, or a name, a colon and a setting: `acc23` is calibrated,
    /// `acc23:0.5` has ties of that width; `wmt-kendall` is `wmt-kendall:25`.
    fn from_str(text: &str) -> Result<Self, Undefined> {
        let (name, setting) = match text.split_once(':') {
            Some((name, setting)) => (name, Some(setting)),
            None => (text, None),
        };
        let setting = setting
            .map(|setting| match setting.parse::<f64>() {
                Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
                _ => {
                    Err(Undefined("the setting of a coefficient is a number that is not negative"))
                }
            })
            .transpose()?;
        let ties = setting.map_or(Ties::Calibrated, Ties::Within);
        let coefficient = match name {
            "pearson" => Self::Pearson,
            "spearman" => Self::Spearman,
            "kendall-b" => Self::KendallB,
            "kendall-c" => Self::KendallC,
            "tau23" => Self::Tau23(ties),
            "acc23" => Self::Acc23(ties),
            "wmt-kendall" => Self::WmtKendall { threshold: setting.unwrap_or(25.0) },
            "pairwise-accuracy" => Self::PairwiseAccuracy,
            _ => return Err(Undefined("there is no coefficient of that name")),
        };
        let takes_setting =
            matches!(coefficient, Self::Tau23(_) | Self::Acc23(_) | Self::WmtKendall { .. });
        if setting.is_some() && !takes_setting {
            return Err(Undefined("only tau23, acc23 and wmt-kendall have a setting"));
        }
        Ok(coefficient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_written_alike() {
        for name in Coefficient::NAMES {
            let coefficient: Coefficient = name.parse().unwrap();
            assert_eq!(coefficient.name(), name);
            assert_eq!(coefficient.to_string().parse(), Ok(coefficient));
        }
        for text in ["acc23:0.25", "tau23:0", "wmt-kendall:10"] {
            assert_eq!(text.parse::<Coefficient>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_wrong_name_or_setting_is_refused() {
        for text in ["kendall", "pearson:2", "acc23:-1", "acc23:wide", "wmt-kendall:inf", ""] {
            assert!(text.parse::<Coefficient>().is_err(), "{text}");
        }
    }

    #[test]
    fn p_values_of_three_and_four_pairs_have_a_closed_form() {
        for value in [-1.0, -0.9, -0.25, 0.0, 0.3, 0.8, 0.999_999, 1.0] {
            let p = |pairs| Coefficient::Pearson.p_value(value, pairs).unwrap();
            assert!((p(4) - (1.0 - f64::abs(value))).abs() < 1e-12, "{value}");
            let three = 1.0 - f64::asin(f64::abs(value)) / std::f64::consts::FRAC_PI_2;
            assert!((p(3) - three).abs() < 1e-9, "{value}");
        }
        assert!(Coefficient::Spearman.p_value(0.5, 2).is_err());
        assert!(Coefficient::KendallB.p_value(0.5, 9).is_err());
    }

    #[test]
    fn pairwise_accuracy_is_accuracy_without_wider_ties() {
        let people = [3.0, 1.0, 2.0, 2.0];
        let measure = [0.9, 0.1, 0.5, 0.5];
        assert_eq!(Coefficient::PairwiseAccuracy.of(&people, &measure), Ok(1.0));
        assert_eq!(Coefficient::Acc23(Ties::Within(0.0)).of(&people, &measure), Ok(1.0));
        assert_eq!(Coefficient::Acc23(Ties::Within(0.4)).of(&people, &measure), Ok(2.0 / 6.0));
    }
}
