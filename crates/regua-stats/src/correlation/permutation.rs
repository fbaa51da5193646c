//! Permutation tests: does one measure correlate better than another?
//!
//! If the measures were equally good, swapping them at random would change
//! nothing. [`scores`] swaps the standardised scores of single outputs (PERM-BOTH of
//! Deutsch, Dror and Roth 2021) and fits any coefficient. [`pairs`] swaps the
//! verdicts on single pairs and is for τ₂₃ and acc₂₃, where measures have ties
//! of different widths, and swapped scores would need to be calibrated anew each
//! time. [`test()`] takes the one that fits, as mt-metrics-eval does.
//!
//! A p-value is (m + 1)/(n + 1) where m of n draws are at least as large, so that
//! it is never 0; mt-metrics-eval reports m/n. Draws with the very difference that
//! was observed are among the m; there, those are missed that differ by rounding.
//!
//! The verdicts on pairs of the same output hang together, which [`pairs`] does
//! not know; its p-values are somewhat too small.

use super::ties::{self, MOST_PAIRS, common_multiple};
use super::{Coefficient, Grid, Groups, Level, NO_PAIRS, Ties, draws, kendall, linear};
use crate::Undefined;
use crate::random::Generator;

/// Differences that are closer than this differ by rounding only.
const ROUNDING: f64 = 1e-12;

/// The outcome of a permutation test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Permuted {
    /// The coefficient of the first measure minus that of the second.
    pub difference: f64,
    /// The draws with a difference at least as large.
    pub as_large: usize,
    /// The draws with a difference at least as far from 0.
    pub as_far: usize,
    /// All draws.
    pub draws: usize,
}

impl Permuted {
    /// The p-value of the hypothesis that the first measure is better.
    pub fn p_one_sided(&self) -> f64 {
        (self.as_large + 1) as f64 / (self.draws + 1) as f64
    }

    /// The p-value of the hypothesis that they differ.
    pub fn p_two_sided(&self) -> f64 {
        (self.as_far + 1) as f64 / (self.draws + 1) as f64
    }
}

/// The test that fits the coefficient: [`pairs`] for τ₂₃ and acc₂₃, else
/// [`scores`].
///
/// ```
/// use regua_stats::correlation::{Coefficient, Grid, Level, permutation};
///
/// let people = Grid::full(2, 4, &[4.0, 3.0, 5.0, 1.0, 2.0, 2.0, 4.0, 3.0]).unwrap();
/// let good = Grid::full(2, 4, &[0.8, 0.6, 0.9, 0.2, 0.4, 0.3, 0.7, 0.5]).unwrap();
/// let poor = Grid::full(2, 4, &[0.2, 0.6, 0.3, 0.6, 0.4, 0.9, 0.1, 0.2]).unwrap();
/// let found = permutation::test(&people, &good, &poor, Coefficient::Pearson, Level::Segment, 500, 1).unwrap();
/// assert!(found.difference > 1.0);
/// assert!(found.p_one_sided() < 0.05);
/// ```
///
/// # Errors
///
/// If the grids differ in shape or a coefficient is not defined.
pub fn test(
    people: &Grid,
    first: &Grid,
    second: &Grid,
    coefficient: Coefficient,
    level: Level,
    draws: usize,
    seed: u64,
) -> Result<Permuted, Undefined> {
    let pairwise = matches!(coefficient, Coefficient::Tau23(_) | Coefficient::Acc23(_));
    (if pairwise { pairs } else { scores })(people, first, second, coefficient, level, draws, seed)
}

/// Swaps standardised scores; at the level of systems, their means.
///
/// # Errors
///
/// As [`test()`].
pub fn scores(
    people: &Grid,
    first: &Grid,
    second: &Grid,
    coefficient: Coefficient,
    level: Level,
    draws: usize,
    seed: u64,
) -> Result<Permuted, Undefined> {
    let (groups, second) = common(people, first, second, level)?;
    let one = standardised(groups.measure())?;
    let two = standardised(second.measure())?;
    let value =
        |scores: &[f64]| groups.correlate_with(scores, coefficient).map(|found| found.value);
    let difference = value(&one)? - value(&two)?;
    let swapped = draws::all(draws, |draw| {
        let mut generator = Generator::stream(seed, draw);
        let (mut one, mut two) = (one.clone(), two.clone());
        for (one, two) in one.chunks_mut(64).zip(two.chunks_mut(64)) {
            let mut bits = generator.bits();
            for (one, two) in one.iter_mut().zip(two) {
                if bits & 1 == 1 {
                    std::mem::swap(one, two);
                }
                bits >>= 1;
            }
        }
        Some(value(&one).ok()? - value(&two).ok()?)
    });
    // A draw where the coefficient is not defined counts against the difference.
    let as_large = swapped
        .iter()
        .filter(|swapped| swapped.is_none_or(|value| value >= difference - ROUNDING))
        .count();
    let far = difference.abs() - ROUNDING;
    let as_far =
        swapped.iter().filter(|swapped| swapped.is_none_or(|value| value.abs() >= far)).count();
    Ok(Permuted { difference, as_large, as_far, draws })
}

/// Swaps the verdicts of the measures on pairs; for τ₂₃ and acc₂₃ only.
///
/// Ties that are to be calibrated are so once, for each measure on its own.
///
/// # Errors
///
/// As [`test()`], if the coefficient is another one, or if there are more than four
/// thousand million pairs.
pub fn pairs(
    people: &Grid,
    first: &Grid,
    second: &Grid,
    coefficient: Coefficient,
    level: Level,
    draws: usize,
    seed: u64,
) -> Result<Permuted, Undefined> {
    let (Coefficient::Tau23(ties) | Coefficient::Acc23(ties)) = coefficient else {
        return Err(Undefined("pairs are swapped for tau23 and acc23 only"));
    };
    let (first, second) = common(people, first, second, level)?;
    let width = |groups: &Groups| match ties {
        Ties::Within(width) => Ok(width),
        Ties::Calibrated => ties::calibrate(groups.iter()).map(|found| found.epsilon),
    };
    let widths = (width(&first)?, width(&second)?);
    let pairs: u64 = first.iter().map(|(people, _)| kendall::pairs_of(people.len())).sum();
    if pairs > MOST_PAIRS {
        return Err(Undefined("there are too many pairs to be swapped"));
    }
    let verdicts = Verdicts::of(&first, &second, widths)?;
    // τ₂₃ is 2·accuracy − 1.
    let scale = if matches!(coefficient, Coefficient::Tau23(_)) { 2.0 } else { 1.0 };
    let observed = verdicts.observed;
    let swapped = draws::all(draws, |draw| verdicts.swapped(&mut Generator::stream(seed, draw)));
    Ok(Permuted {
        difference: scale * observed as f64 / verdicts.whole as f64,
        as_large: swapped.iter().filter(|value| **value >= observed).count(),
        as_far: swapped.iter().filter(|value| value.abs() >= observed.abs()).count(),
        draws,
    })
}

/// Where one measure is right about a pair and the other is wrong.
struct Verdicts {
    /// What all pairs of all groups are worth.
    whole: i128,
    /// What the pairs are worth where only the first is right, minus those where
    /// only the second is.
    observed: i128,
    /// How many such pairs there are, by what one is worth.
    differing: Vec<(i128, u64)>,
}

impl Verdicts {
    fn of(first: &Groups, second: &Groups, widths: (f64, f64)) -> Result<Self, Undefined> {
        let both = || first.iter().zip(second.iter()).filter(|((people, _), _)| people.len() > 1);
        let group = common_multiple(both().map(|((people, _), _)| kendall::pairs_of(people.len())));
        let mut found = Self { whole: 0, observed: 0, differing: Vec::new() };
        for ((people, one), (_, two)) in both() {
            let unit = group / i128::from(kendall::pairs_of(people.len()));
            let (mut lead, mut differing) = (0_i64, 0);
            for (at, rating) in people.iter().enumerate() {
                for before in 0..at {
                    let order = rating - people[before];
                    let first = is_right(order, one[at] - one[before], widths.0);
                    let second = is_right(order, two[at] - two[before], widths.1);
                    lead += i64::from(first) - i64::from(second);
                    differing += u64::from(first != second);
                }
            }
            found.whole += group;
            found.observed += unit * i128::from(lead);
            match found.differing.iter_mut().find(|(other, _)| *other == unit) {
                Some((_, count)) => *count += differing,
                None => found.differing.push((unit, differing)),
            }
        }
        if found.whole == 0 { Err(NO_PAIRS) } else { Ok(found) }
    }

    /// The difference after each pair was swapped or not. A pair on which both
    /// are right or wrong does not matter, so that one bit for each of the others
    /// is all that a draw needs.
    fn swapped(&self, generator: &mut Generator) -> i128 {
        let mut sum = 0;
        for (unit, count) in &self.differing {
            let mut heads: u64 =
                (0..count / 64).map(|_| u64::from(generator.bits().count_ones())).sum();
            heads += u64::from((generator.bits() & ((1 << (count % 64)) - 1)).count_ones());
            sum += unit * (2 * i128::from(heads) - i128::from(*count));
        }
        sum
    }
}

/// Whether a measure is right about a pair, given the differences of ratings and
/// scores.
fn is_right(rating: f64, score: f64, width: f64) -> bool {
    let tied = score.abs() <= width;
    if rating == 0.0 { tied } else { !tied && (rating > 0.0) == (score > 0.0) }
}

/// The groups of both measures, where people and both of them have a value.
fn common(
    people: &Grid,
    first: &Grid,
    second: &Grid,
    level: Level,
) -> Result<(Groups, Groups), Undefined> {
    people.matches(first)?;
    people.matches(second)?;
    let people = people.where_present(first).where_present(second);
    Ok((Groups::of(&people, first, level)?, Groups::of(&people, second, level)?))
}

/// Mean 0 and standard deviation 1, so that scores of both measures can be mixed.
fn standardised(scores: &[f64]) -> Result<Vec<f64>, Undefined> {
    let mean = linear::mean(scores);
    let squares: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
    let deviation = (squares / scores.len() as f64).sqrt();
    if deviation > 0.0 && deviation.is_finite() {
        Ok(scores.iter().map(|score| (score - mean) / deviation).collect())
    } else {
        Err(super::CONSTANT_MEASURE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(seed: u64, noise: [f64; 2]) -> [Grid; 3] {
        let mut generator = Generator::new(seed);
        let quality: Vec<f64> = (0..200).map(|_| generator.unit()).collect();
        let people: Vec<f64> = quality.iter().map(|quality| (4.0 * quality).floor()).collect();
        let [one, two] = noise.map(|noise| -> Vec<f64> {
            quality.iter().map(|quality| quality + noise * generator.unit()).collect()
        });
        [people, one, two].map(|values| Grid::full(5, 40, &values).unwrap())
    }

    #[test]
    fn a_better_measure_is_found_out_by_either_test() {
        let [people, good, poor] = world(1, [0.2, 3.0]);
        for coefficient in
            ["pearson", "spearman", "kendall-b", "acc23", "tau23:0.1", "pairwise-accuracy"]
        {
            let coefficient: Coefficient = coefficient.parse().unwrap();
            let found = test(&people, &good, &poor, coefficient, Level::Item, 200, 3).unwrap();
            assert!(
                found.difference > 0.1 && found.p_two_sided() < 0.02,
                "{coefficient} {found:?}"
            );
            let turned = test(&people, &poor, &good, coefficient, Level::Item, 200, 3).unwrap();
            assert!(turned.p_one_sided() > 0.98, "{coefficient} {turned:?}");
        }
    }

    #[test]
    fn a_measure_is_not_told_apart_from_itself() {
        let [people, measure, _] = world(2, [0.5, 0.5]);
        for coefficient in [Coefficient::Pearson, Coefficient::Acc23(Ties::Calibrated)] {
            let found =
                test(&people, &measure, &measure, coefficient, Level::BySystem, 50, 3).unwrap();
            assert_eq!(
                (found.difference, found.p_one_sided(), found.p_two_sided()),
                (0.0, 1.0, 1.0)
            );
        }
    }

    #[test]
    fn equally_good_measures_seldom_differ() {
        let p = |seed, by_pairs: bool| {
            let [people, one, two] = world(seed, [1.0, 1.0]);
            let run = if by_pairs { pairs } else { scores };
            let coefficient = Coefficient::Acc23(Ties::Within(0.1));
            run(&people, &one, &two, coefficient, Level::Item, 99, seed).unwrap().p_two_sided()
        };
        for by_pairs in [false, true] {
            // Twenty are expected, with a standard deviation of 4.2.
            let low = (0..200).filter(|seed| p(*seed, by_pairs) <= 0.1).count();
            assert!((6..=36).contains(&low), "{low}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_counts() {
        let [people, one, two] = world(4, [0.8, 1.2]);
        let run = |seed| {
            test(&people, &one, &two, Coefficient::KendallB, Level::Segment, 100, seed).unwrap()
        };
        assert_eq!(run(5), run(5));
    }

    #[test]
    fn what_cannot_be_tested_says_why() {
        let [people, one, _] = world(4, [0.8, 1.2]);
        let flat = Grid::full(5, 40, &[1.0; 200]).unwrap();
        assert!(test(&people, &one, &flat, Coefficient::Pearson, Level::Segment, 10, 1).is_err());
        assert!(pairs(&people, &one, &one, Coefficient::Pearson, Level::Segment, 10, 1).is_err());
        let empty = Grid::new(5, 40, vec![None; 200]).unwrap();
        assert!(
            pairs(&people, &one, &empty, Coefficient::Acc23(Ties::Within(0.0)), Level::Item, 10, 1)
                .is_err()
        );
    }
}
