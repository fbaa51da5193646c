//! How bad a disagreement is: weights between categories.

/// Whether nearby categories agree in part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Weighting {
    /// Categories are the same or not.
    #[default]
    Identity,
    /// As bad as they are far apart.
    Linear,
    /// As bad as the square of how far they are apart.
    Quadratic,
}

impl Weighting {
    /// How bad it is to differ by these ranks.
    pub(crate) fn ranks_apart(self, first: usize, second: usize) -> u128 {
        let apart = first.abs_diff(second) as u128;
        match self {
            Self::Identity => u128::from(apart != 0),
            Self::Linear => apart,
            Self::Quadratic => apart * apart,
        }
    }

    /// The sum of [`ranks_apart`](Self::ranks_apart) when each of the first meets each of the second; both are counts
    /// by rank. Exact, and in one pass.
    pub(crate) fn ranks_apart_by_chance(self, first: &[u128], second: &[u128]) -> u128 {
        let (all_first, all_second): (u128, u128) = (first.iter().sum(), second.iter().sum());
        let both = || first.iter().zip(second);
        match self {
            Self::Identity => {
                all_first * all_second - both().map(|(one, other)| one * other).sum::<u128>()
            }
            Self::Linear => {
                // Each border between two ranks is crossed by those who have one on either side.
                let (mut below_first, mut below_second, mut crossings) = (0, 0, 0);
                for (one, other) in both() {
                    below_first += one;
                    below_second += other;
                    crossings += below_first * (all_second - below_second)
                        + (all_first - below_first) * below_second;
                }
                crossings
            }
            Self::Quadratic => {
                let moment = |counts: &[u128], power: u32| -> u128 {
                    counts
                        .iter()
                        .enumerate()
                        .map(|(rank, count)| (rank as u128).pow(power) * count)
                        .sum()
                };
                all_second * moment(first, 2) + all_first * moment(second, 2)
                    - 2 * moment(first, 1) * moment(second, 1)
            }
        }
    }

    /// The mean agreement, from 0 to 1, over all ordered pairs of these values, those of a value with itself left out.
    /// Values agree by 1 less their distance in parts of `range` (its square for [`Weighting::Quadratic`]).
    ///
    /// The values are in ascending order and more than one; the range is not 0.
    pub(crate) fn mean_agreement(self, values: &[f64], range: f64) -> f64 {
        let size = values.len() as f64;
        let pairs = size * (size - 1.0);
        match self {
            Self::Identity => {
                let same: usize = values
                    .chunk_by(|one, other| one - other == 0.0)
                    .map(|run| run.len() * (run.len() - 1))
                    .sum();
                same as f64 / pairs
            }
            Self::Linear => {
                // Each value is above those before it and below those after it.
                let turns = values.iter().enumerate().map(|(at, value)| {
                    let height = (value - values[0]) / range;
                    height * (2.0 * at as f64 - size + 1.0)
                });
                1.0 - 2.0 * turns.sum::<f64>() / pairs
            }
            Self::Quadratic => {
                let height = |value: &f64| (value - values[0]) / range;
                let mean = values.iter().map(height).sum::<f64>() / size;
                let squares: f64 = values.iter().map(|value| (height(value) - mean).powi(2)).sum();
                1.0 - 2.0 * size * squares / pairs
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Weighting; 3] = [Weighting::Identity, Weighting::Linear, Weighting::Quadratic];

    fn plain(weighting: Weighting, first: f64, second: f64, range: f64) -> f64 {
        let apart = (first - second).abs() / range;
        match weighting {
            Weighting::Identity => f64::from(u8::from(first - second == 0.0)),
            Weighting::Linear => 1.0 - apart,
            Weighting::Quadratic => 1.0 - apart * apart,
        }
    }

    proptest! {
        #[test]
        fn one_pass_counts_what_a_table_counts(
            counts in prop::collection::vec((0_u128..50, 0_u128..50), 1..12),
        ) {
            let (first, second): (Vec<u128>, Vec<u128>) = counts.into_iter().unzip();
            for weighting in ALL {
                let mut table = 0;
                for (one, count) in first.iter().enumerate() {
                    for (other, times) in second.iter().enumerate() {
                        table += weighting.ranks_apart(one, other) * count * times;
                    }
                }
                prop_assert_eq!(weighting.ranks_apart_by_chance(&first, &second), table);
            }
        }

        #[test]
        fn one_pass_agrees_as_all_pairs_do(mut values in prop::collection::vec(0_u8..20, 2..15)) {
            values.sort_unstable();
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            for weighting in ALL {
                let (mut sum, mut pairs) = (0.0, 0.0);
                for (at, first) in values.iter().enumerate() {
                    for (place, second) in values.iter().enumerate() {
                        if at != place {
                            sum += plain(weighting, *first, *second, 19.0);
                            pairs += 1.0;
                        }
                    }
                }
                prop_assert!((weighting.mean_agreement(&values, 19.0) - sum / pairs).abs() < 1e-12);
            }
        }
    }
}
