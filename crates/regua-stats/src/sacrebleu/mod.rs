//! The intervals and paired tests of sacrebleu 2.6.0, to its last digit.
//!
//! Use it to repeat numbers that sacrebleu printed. For new work Régua's own
//! resampling is better: this bootstrap test's p-values are not uniform when two
//! systems are equal, and identical systems get the smallest p-value there is.
//!
//! What sacrebleu does, and this follows:
//! - indices and coins come from numpy's `default_rng(seed)`, made anew for every
//!   system, so that all systems share them: [`Resamples`], [`randomised`];
//! - statistics of a resample are summed in single precision, one unit after
//!   another ([`float32_sums`]); those of a randomisation as integers or in double precision;
//! - a score that is computed from such sums with nothing but additions, products and
//!   quotients stays in single precision (chrF, TER), and so do the mean, the
//!   interval and the comparison that are made of it; BLEU's logarithm makes it double: [`Score`];
//! - one system's interval has a correctly rounded mean, that of a paired test
//!   numpy's: [`Scores::confidence`], [`Scores::paired_confidence`].
//!
//! Not followed: seed 0, which its paired tests take for no seed at all, and sums of
//! fractions in a randomisation (TER with several references), whose order there is up
//! to the processor.
//!
//! ```
//! use regua_stats::product::Table;
//! use regua_stats::sacrebleu::{Resamples, Score};
//!
//! // Two units: edits and words.
//! let table = Table::of(2, vec![1.0, 5.0, 3.0, 7.0]);
//! let rate = |sums: &[f32]| Score::Single(100.0 * (sums[0] / sums[1]));
//! let scores = Resamples::new(12345).scores(&table, 1000, rate)?;
//! let confidence = scores.confidence()?;
//! assert!((confidence.mean - 32.2).abs() < 1.0);
//! # Ok::<(), regua_stats::Undefined>(())
//! ```

mod draws;
mod numpy;

pub use draws::{Resamples, float32_sums, randomised};

use crate::Undefined;

/// A score of one draw, in the precision that sacrebleu has it in.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Score {
    /// Computed from sums in single precision without a library function.
    Single(f32),
    /// Any other.
    Double(f64),
}

/// The scores of all draws, in order.
///
/// They are held as an array of numpy would be: in single precision only if all of
/// them are.
#[derive(Debug, Clone, PartialEq)]
pub enum Scores {
    /// All scores are in single precision.
    Single(Vec<f32>),
    /// At least one is not.
    Double(Vec<f64>),
}

impl FromIterator<Score> for Scores {
    fn from_iter<I: IntoIterator<Item = Score>>(scores: I) -> Self {
        let scores: Vec<Score> = scores.into_iter().collect();
        let single = |score: &Score| match score {
            Score::Single(value) => Some(*value),
            Score::Double(_) => None,
        };
        let double = |score: &Score| match score {
            Score::Single(value) => f64::from(*value),
            Score::Double(value) => *value,
        };
        match scores.iter().map(single).collect() {
            Some(values) => Self::Single(values),
            None => Self::Double(scores.iter().map(double).collect()),
        }
    }
}

/// What sacrebleu prints as `μ = mean ± half_width`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// The mean over all resamples.
    pub mean: f64,
    /// Half of what is between the ends of the middle 95 %.
    pub half_width: f64,
}

impl Scores {
    /// Scores that were widened to double precision, as they were before: those that
    /// all fit into single precision came from there.
    pub fn of_doubles(values: Vec<f64>) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "whether it truncates is the question")]
        let single = |value: &f64| {
            let narrow = *value as f32;
            (f64::from(narrow).to_bits() == value.to_bits()).then_some(narrow)
        };
        match values.iter().map(single).collect() {
            Some(values) => Self::Single(values),
            None => Self::Double(values),
        }
    }

    /// The interval of a system by itself (`--confidence`).
    ///
    /// # Errors
    /// If there are no scores, or one is not a number.
    pub fn confidence(&self) -> Result<Confidence, Undefined> {
        let mean = |values: &[f64]| numpy::exact_mean(values);
        match self {
            Self::Single(values) => {
                let doubles: Vec<f64> = values.iter().copied().map(f64::from).collect();
                #[expect(clippy::cast_possible_truncation, reason = "rounded as there")]
                let mean = mean(&doubles) as f32;
                confidence(values, |_| mean)
            }
            Self::Double(values) => confidence(values, |_| mean(values)),
        }
    }

    /// The interval that a paired test prints for each system.
    ///
    /// # Errors
    /// If there are no scores, or one is not a number.
    pub fn paired_confidence(&self) -> Result<Confidence, Undefined> {
        match self {
            Self::Single(values) => confidence(values, numpy::mean),
            Self::Double(values) => confidence(values, numpy::mean),
        }
    }

    /// The p-value of the paired bootstrap test (`--paired-bs`) for the scores of the
    /// baseline on the same resamples.
    ///
    /// `difference` is the absolute difference of the two systems' scores on all units.
    ///
    /// # Errors
    /// If there are no scores, not as many on both sides, or one is not a number.
    pub fn paired_p(&self, baseline: &Self, difference: f64) -> Result<f64, Undefined> {
        match (self, baseline) {
            (Self::Single(system), Self::Single(baseline)) => {
                #[expect(clippy::cast_possible_truncation, reason = "compared as there")]
                let difference = difference as f32;
                paired_p(system, baseline, difference)
            }
            _ => paired_p(&self.doubles(), &baseline.doubles(), difference),
        }
    }

    /// All scores in double precision.
    pub fn doubles(&self) -> Vec<f64> {
        match self {
            Self::Single(values) => values.iter().copied().map(f64::from).collect(),
            Self::Double(values) => values.clone(),
        }
    }
}

fn confidence<T: numpy::Float>(
    scores: &[T],
    mean: impl Fn(&[T]) -> T,
) -> Result<Confidence, Undefined> {
    check(scores)?;
    let mut sorted = scores.to_vec();
    sorted.sort_by(T::total_order);
    let cut = sorted.len() / 40;
    let (low, high) = (sorted[cut], sorted[sorted.len() - cut - 1]);
    let (mean, half_width) = (mean(&sorted).double(), (high - low).half().double());
    if !mean.is_finite() || !half_width.is_finite() {
        return Err(Undefined("the scores are too large to be summed"));
    }
    Ok(Confidence { mean, half_width })
}

/// The draws whose distance from the mean distance is larger than the difference,
/// and one more; no absolute value is taken of the former.
fn paired_p<T: numpy::Float>(system: &[T], baseline: &[T], real: T) -> Result<f64, Undefined> {
    check(system)?;
    check(baseline)?;
    if system.len() != baseline.len() {
        return Err(Undefined("the two systems have not as many draws"));
    }
    let pairs = system.iter().zip(baseline);
    let distances: Vec<T> = pairs.map(|(&ours, &theirs)| (ours - theirs).absolute()).collect();
    let mean = numpy::mean(&distances);
    Ok(p_value(distances.iter().map(|&distance| distance - mean), real))
}

/// The p-value of the paired randomisation test (`--paired-ar`): the share of
/// [`randomised`] differences above the real one, with one more on both sides.
///
/// # Errors
/// If there are no trials, or one is not a number.
pub fn randomisation_p(differences: &[f64], difference: f64) -> Result<f64, Undefined> {
    check(differences)?;
    Ok(p_value(differences.iter().copied(), difference))
}

fn p_value<T: Copy + PartialOrd>(values: impl ExactSizeIterator<Item = T>, real: T) -> f64 {
    let all = values.len();
    let above = values.filter(|value| *value > real).count();
    (above + 1) as f64 / (all + 1) as f64
}

fn check<T: numpy::Float>(scores: &[T]) -> Result<(), Undefined> {
    if scores.is_empty() {
        return Err(Undefined("there are no draws"));
    }
    if scores.iter().any(|score| !score.double().is_finite()) {
        return Err(Undefined("a draw has no score"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(values: &[f32]) -> Scores {
        values.iter().copied().map(Score::Single).collect()
    }

    #[test]
    fn an_interval_leaves_out_one_draw_of_forty_at_each_end() {
        let scores: Scores = (0..40).rev().map(|at| Score::Double(f64::from(at))).collect();
        let expected = Confidence { mean: 19.5, half_width: 18.5 };
        assert_eq!(scores.confidence(), Ok(expected));
        assert_eq!(scores.paired_confidence(), Ok(expected));
    }

    #[test]
    fn one_score_in_double_precision_makes_all_double() {
        let scores: Scores = [Score::Single(0.1), Score::Double(0.1)].into_iter().collect();
        assert_eq!(scores, Scores::Double(vec![f64::from(0.1_f32), 0.1]));
        assert_eq!(singles(&[0.1]), Scores::Single(vec![0.1]));
    }

    #[test]
    fn widened_scores_are_narrow_again_if_all_of_them_can_be() {
        let narrow = vec![f64::from(0.1_f32), 2.5];
        assert_eq!(Scores::of_doubles(narrow), singles(&[0.1, 2.5]));
        assert_eq!(Scores::of_doubles(vec![0.1, 2.5]), Scores::Double(vec![0.1, 2.5]));
    }

    #[test]
    fn identical_systems_get_the_smallest_p_value_as_there() {
        let scores = singles(&[1.0, 2.0, 3.0]);
        assert_eq!(scores.paired_p(&scores, 0.0), Ok(0.25));
        assert_eq!(randomisation_p(&[0.0; 9], 0.0), Ok(0.1));
    }

    #[test]
    fn draws_are_compared_after_the_mean_distance_is_taken_off() {
        let system = singles(&[4.0, 5.0, 9.0, 2.0]);
        let baseline = singles(&[1.0, 1.0, 1.0, 1.0]);
        // Distances 3, 4, 8, 1 with mean 4: -1, 0, 4, -3.
        assert_eq!(system.paired_p(&baseline, 3.0), Ok(0.4));
        assert_eq!(system.paired_p(&baseline, 4.0), Ok(0.2));
    }

    #[test]
    fn what_has_no_score_is_said() {
        assert!(singles(&[]).confidence().is_err());
        assert!(singles(&[f32::NAN]).paired_confidence().is_err());
        assert!(singles(&[1.0]).paired_p(&singles(&[1.0, 2.0]), 1.0).is_err());
        assert!(randomisation_p(&[], 1.0).is_err());
    }
}
