//! Wilcoxon's signed-rank test of paired differences.
//!
//! Differences are ranked by magnitude, equal ones at the mean of their ranks; the statistic is the sum of the ranks of
//! the positive ones. Agrees with `scipy.stats.wilcoxon` of `SciPy` 1.17 in statistic and p-value, with one deliberate
//! difference: where the exact method is asked for on ties or zeros, it counts the signs that the ranks at hand could
//! have (`SciPy` does so up to 13 differences, and otherwise takes the distribution without ties).
//!
//! It tests whether the differences are symmetric about zero, which is more than that their mean or median is zero.

use super::{Alternative, check_finite};
use crate::Undefined;
use crate::distribution::normal;

/// The largest number of differences for which the exact distribution is computed.
const LARGEST_EXACT: usize = 400;

/// What to do with differences of zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zeros {
    /// Leave them out before ranking (Wilcoxon).
    #[default]
    Drop,
    /// Rank them, then leave their ranks out (Pratt, 1959).
    Pratt,
    /// Rank them, and give half of their ranks to either side.
    Split,
}

/// How the p-value is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Exactly for up to 50 differences without ties or zeros, and for up to 13 with; by the normal approximation above.
    #[default]
    Auto,
    /// By the signs that the ranks could have; for up to 400 differences.
    Exact,
    /// By the normal distribution with the variance corrected for ties, and for continuity if asked for.
    Approximate {
        /// Move the statistic by one half towards its mean.
        continuity: bool,
    },
}

/// What the signed-rank test says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The sum of the ranks of the negative ones.
    pub negative: f64,
    /// The approximate method's standard score; absent if the p-value is exact.
    pub score: Option<f64>,
    /// How probable so uneven sums are if the differences are symmetric about zero.
    pub p_value: f64,
}

impl SignedRank {
    /// The smaller of the two sums: what is reported as W for a two-sided test.
    pub fn statistic(&self) -> f64 {
        self.positive.min(self.negative)
    }
}

/// The signed-rank test of paired differences.
///
/// ```
/// use regua_stats::significance::Alternative;
/// use regua_stats::significance::wilcoxon::{Method, Zeros, test};
///
/// let found = test(&[6.0, 8.0, 14.0, -3.0, 23.0], Zeros::Drop, Method::Auto, Alternative::TwoSided)?;
/// assert!((found.statistic() - 1.0).abs() < 1e-15);
/// assert!((found.p_value - 0.125).abs() < 1e-15);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if all differences are zero, one is not finite, or there are too many for the exact method.
pub fn test(
    differences: &[f64],
    zeros: Zeros,
    method: Method,
    alternative: Alternative,
) -> Result<SignedRank, Undefined> {
    check_finite(differences)?;
    let ranks = Ranks::new(differences, zeros);
    if ranks.doubled.is_empty() {
        return Err(Undefined("all differences are zero"));
    }
    let exact = match method {
        Method::Auto if ranks.tied || ranks.zeros > 0 => differences.len() <= 13,
        Method::Auto => differences.len() <= 50,
        Method::Exact => true,
        Method::Approximate { .. } => false,
    };
    let (score, p_value) = if exact {
        if ranks.doubled.len() > LARGEST_EXACT {
            return Err(Undefined("there are more than 400 differences for an exact test"));
        }
        (None, ranks.exact(alternative))
    } else {
        let score = ranks.score(alternative, method == Method::Approximate { continuity: true });
        (Some(score), alternative.p_value(normal::cdf(score), normal::survival(score)))
    };
    let [positive, negative] = ranks.sums();
    Ok(SignedRank { positive, negative, score, p_value })
}

/// Ranks of the differences that are not zero, doubled, so that the mean of two ranks is a whole number.
struct Ranks {
    /// Doubled rank, and whether the difference is positive.
    doubled: Vec<(usize, bool)>,
    /// How many are ranked; zeros among them unless they were dropped.
    ranked: usize,
    zeros: usize,
    /// Whether two differences that are not zero have the same magnitude.
    tied: bool,
    /// The sum of t³ − t over groups of t equal magnitudes.
    tie_sum: f64,
    method: Zeros,
}

impl Ranks {
    fn new(differences: &[f64], method: Zeros) -> Self {
        let mut sorted: Vec<f64> = differences.to_vec();
        sorted.sort_by(|left, right| left.abs().total_cmp(&right.abs()));
        let zeros = sorted.iter().take_while(|difference| difference.abs() <= 0.0).count();
        let before = if method == Zeros::Drop { 0 } else { zeros };
        let mut ranks = Self {
            doubled: Vec::with_capacity(sorted.len() - zeros),
            ranked: sorted.len() - zeros + before,
            zeros,
            tied: false,
            tie_sum: if method == Zeros::Split { cube_less(zeros) } else { 0.0 },
            method,
        };
        for group in sorted[zeros..].chunk_by(|left, right| left.abs() >= right.abs()) {
            // Ranks first to last have the mean (first + last) / 2.
            let first = before + ranks.doubled.len() + 1;
            let doubled = first + (first + group.len() - 1);
            ranks.doubled.extend(group.iter().map(|&difference| (doubled, difference > 0.0)));
            ranks.tied |= group.len() > 1;
            ranks.tie_sum += cube_less(group.len());
        }
        ranks
    }

    /// The sums of positive and of negative ranks.
    fn sums(&self) -> [f64; 2] {
        let shared = if self.method == Zeros::Split {
            // Zeros rank from 1 to their number.
            (self.zeros * (self.zeros + 1)) as f64 / 4.0
        } else {
            0.0
        };
        [true, false].map(|side| self.doubled_sum(side) as f64 / 2.0 + shared)
    }

    fn doubled_sum(&self, side: bool) -> usize {
        self.doubled.iter().filter(|(_, positive)| *positive == side).map(|(rank, _)| rank).sum()
    }

    /// The p-value over all ways to give signs to the ranks.
    fn exact(&self, alternative: Alternative) -> f64 {
        let total: usize = self.doubled.iter().map(|(rank, _)| rank).sum();
        let mut probabilities = vec![0.0; total + 1];
        probabilities[0] = 1.0;
        let mut reached = 0;
        for &(rank, _) in &self.doubled {
            reached += rank;
            for sum in (0..=reached).rev() {
                let with = if sum >= rank { probabilities[sum - rank] } else { 0.0 };
                probabilities[sum] = f64::midpoint(probabilities[sum], with);
            }
        }
        let observed = self.doubled_sum(true);
        let so_low: f64 = probabilities[..=observed].iter().sum();
        // The distribution is symmetric; small probabilities are added first on this side, too.
        let so_high: f64 = probabilities[..=total - observed].iter().sum();
        alternative.p_value(so_low.min(1.0), so_high.min(1.0))
    }

    /// How many standard deviations the positive sum is above its mean.
    fn score(&self, alternative: Alternative, continuity: bool) -> f64 {
        let squares = |count: usize| {
            let count = count as f64;
            count * (count + 1.0) * (2.0 * count + 1.0)
        };
        let sum = |count: usize| (count * (count + 1)) as f64 / 4.0;
        let (mut mean, mut spread) = (sum(self.ranked), squares(self.ranked));
        if self.method == Zeros::Pratt {
            mean -= sum(self.zeros);
            spread -= squares(self.zeros);
        }
        let deviation = ((spread - self.tie_sum / 2.0) / 24.0).sqrt();
        let [positive, _] = self.sums();
        let off = positive - mean;
        let correction = match alternative {
            _ if !continuity => 0.0,
            Alternative::Greater => 0.5,
            Alternative::Less => -0.5,
            Alternative::TwoSided if off.abs() <= 0.0 => 0.0,
            Alternative::TwoSided => 0.5_f64.copysign(off),
        };
        (off - correction) / deviation
    }
}

/// t³ − t.
fn cube_less(count: usize) -> f64 {
    let count = count as f64;
    count * count * count - count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All signs, one after the other.
    fn plain(differences: &[f64], alternative: Alternative) -> f64 {
        let ranks = Ranks::new(differences, Zeros::Drop);
        let observed = ranks.doubled_sum(true);
        let (mut so_low, mut so_high) = (0.0, 0.0);
        let arrangements = 1_u32 << ranks.doubled.len();
        for signs in 0..arrangements {
            let sum: usize = ranks
                .doubled
                .iter()
                .enumerate()
                .map(|(place, (rank, _))| if signs >> place & 1 == 1 { *rank } else { 0 })
                .sum();
            so_low += f64::from(u8::from(sum <= observed));
            so_high += f64::from(u8::from(sum >= observed));
        }
        let arrangements = f64::from(arrangements);
        alternative.p_value(so_low / arrangements, so_high / arrangements)
    }

    proptest! {
        #[test]
        fn the_exact_method_counts_all_signs(differences in prop::collection::vec(-4_i8..=4, 1..10)) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
                let Ok(found) = test(&differences, Zeros::Drop, Method::Exact, alternative) else {
                    prop_assert!(differences.iter().all(|difference| difference.abs() <= 0.0));
                    continue;
                };
                prop_assert!((found.p_value - plain(&differences, alternative)).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn exact_and_approximate_meet_for_many_differences() {
        let differences: Vec<f64> =
            (1_i32..=300).map(|rank| f64::from(if rank % 5 < 2 { -rank } else { rank })).collect();
        let p = |method| {
            test(&differences, Zeros::Drop, method, Alternative::TwoSided).unwrap().p_value
        };
        let approximate = p(Method::Approximate { continuity: true });
        assert!((p(Method::Exact) / approximate - 1.0).abs() < 0.05);
    }

    #[test]
    fn too_many_or_nothing_but_zeros_are_undefined() {
        let test = |differences: &[f64]| {
            test(differences, Zeros::Pratt, Method::Exact, Alternative::TwoSided).unwrap_err()
        };
        assert_eq!(test(&[0.0; 3]).to_string(), "all differences are zero");
        assert_eq!(
            test(&[1.0; 401]).to_string(),
            "there are more than 400 differences for an exact test"
        );
    }
}
