//! Precision, recall and F1 of labels, and their averages.

use regua_core::{Reading, Settings, Signature};

/// How often a label was gold, predicted, and both at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) gold: i64,
    pub(crate) predicted: i64,
    pub(crate) both: i64,
}

impl Counts {
    /// Whether anybody named the label.
    pub(crate) fn is_present(self) -> bool {
        self.gold > 0 || self.predicted > 0
    }

    pub(crate) fn precision(self) -> Option<f64> {
        ratio(self.both, self.predicted)
    }

    pub(crate) fn recall(self) -> Option<f64> {
        ratio(self.both, self.gold)
    }

    /// F1 from the counts themselves, as scikit-learn computes it.
    pub(crate) fn f1(self) -> Option<f64> {
        ratio(2 * self.both, self.gold + self.predicted)
    }

    /// All labels together.
    pub(crate) fn sum(all: &[Self]) -> Self {
        all.iter().fold(Self::default(), |sum, one| Self {
            gold: sum.gold + one.gold,
            predicted: sum.predicted + one.predicted,
            both: sum.both + one.both,
        })
    }
}

fn ratio(over: i64, under: i64) -> Option<f64> {
    (under > 0).then(|| over as f64 / under as f64)
}

/// What a label without a value counts as in an average.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ZeroDivision {
    Zero,
    One,
    Skip,
}

impl ZeroDivision {
    const WORDS: [(&'static str, Self); 3] =
        [("0", Self::Zero), ("1", Self::One), ("skip", Self::Skip)];

    pub(crate) fn from_settings(settings: &Settings) -> Result<Self, regua_core::Error> {
        settings.choice("zero-division", &Self::WORDS)
    }

    pub(crate) fn signature(self, signature: Signature) -> Signature {
        let word = Self::WORDS.iter().find(|(_, one)| *one == self).map_or("0", |(word, _)| word);
        signature.with("zero-division", word)
    }

    fn fill(self, value: Option<f64>) -> Option<f64> {
        match self {
            Self::Zero => Some(value.unwrap_or(0.0)),
            Self::One => Some(value.unwrap_or(1.0)),
            Self::Skip => value,
        }
    }

    /// The mean over labels, each as much as the others.
    pub(crate) fn mean(self, values: impl Iterator<Item = Option<f64>>) -> Reading {
        let values: Vec<f64> = values.filter_map(|value| self.fill(value)).collect();
        Reading::ratio(numpy_sum(&values), values.len() as f64, NO_LABEL)
    }

    /// The mean over labels, each as much as it has gold items.
    pub(crate) fn weighted(self, values: impl Iterator<Item = (Option<f64>, i64)>) -> Reading {
        let values: Vec<(f64, f64)> =
            values.filter_map(|(value, weight)| Some((self.fill(value)?, weight as f64))).collect();
        let products: Vec<f64> = values.iter().map(|(value, weight)| value * weight).collect();
        let weights: f64 = values.iter().map(|(_, weight)| weight).sum();
        Reading::ratio(numpy_sum(&products), weights, NO_LABEL)
    }
}

/// Why an average has no value.
pub(crate) const NO_LABEL: &str = "no label has this reading";

/// A sum in the order in which numpy adds: eight sums side by side, and halves
/// of what is longer than 128.
pub(crate) fn numpy_sum(values: &[f64]) -> f64 {
    if values.len() < 8 {
        return values.iter().fold(-0.0, |sum, value| sum + value) + 0.0;
    }
    if values.len() <= 128 {
        let mut sums = [0.0; 8];
        sums.copy_from_slice(&values[..8]);
        let (chunks, rest) = values[8..].as_chunks::<8>();
        for chunk in chunks {
            for (sum, value) in sums.iter_mut().zip(chunk) {
                *sum += value;
            }
        }
        let sum = ((sums[0] + sums[1]) + (sums[2] + sums[3]))
            + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
        return rest.iter().fold(sum, |sum, value| sum + value);
    }
    let half = values.len() / 2;
    let (left, right) = values.split_at(half - half % 8);
    numpy_sum(left) + numpy_sum(right)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_label_that_was_never_predicted_has_recall_and_f1_but_no_precision() {
        let counts = Counts { gold: 4, predicted: 0, both: 0 };
        assert_eq!(
            (counts.precision(), counts.recall(), counts.f1()),
            (None, Some(0.0), Some(0.0))
        );
    }

    #[test]
    fn a_label_without_a_value_counts_as_it_was_asked_to() {
        let values = || [Some(0.5), None].into_iter();
        assert_eq!(ZeroDivision::Zero.mean(values()).value(), Some(0.25));
        assert_eq!(ZeroDivision::One.mean(values()).value(), Some(0.75));
        assert_eq!(ZeroDivision::Skip.mean(values()).value(), Some(0.5));
        let weighted = || [(Some(0.5), 3), (None, 1)].into_iter();
        assert_eq!(ZeroDivision::Zero.weighted(weighted()).value(), Some(0.375));
        assert_eq!(ZeroDivision::Skip.weighted(weighted()).value(), Some(0.5));
    }

    proptest! {
        #[test]
        fn the_order_of_additions_changes_little(values in prop::collection::vec(0.0..1.0, 0..600)) {
            let plain: f64 = values.iter().sum();
            prop_assert!((numpy_sum(&values) - plain).abs() <= 1e-12 * plain.max(1.0));
        }
    }
}
