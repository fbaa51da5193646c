//! What measures of probabilities have in common.

use regua_core::{Labelled, Slot};

/// By how much probabilities may miss 1, as scikit-learn has it.
const TOLERANCE: f64 = 1.5e-8;

/// A diagnostic for distributions that are none.
pub(super) fn unnormalised() -> Slot {
    Slot::diagnostic("unnormalised", "sets of probabilities do not add up to 1")
}

/// Whether the probabilities of an item add up to 1.
pub(super) fn add_up(item: &Labelled<'_>) -> bool {
    let sum: f64 = item.probabilities.iter().map(|(_, probability)| probability).sum();
    item.probabilities.len() == 1 || (sum - 1.0).abs() <= TOLERANCE
}

/// Whether every one of them is a probability.
pub(super) fn are_valid(item: &Labelled<'_>) -> bool {
    item.probabilities.iter().all(|(_, probability)| (0.0..=1.0).contains(probability))
}

/// Why an item has no tally whose probabilities are none.
pub(super) const INVALID: &str = "a probability is not between 0 and 1";
