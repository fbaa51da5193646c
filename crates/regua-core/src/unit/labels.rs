//! Labels: what a classifier said beside what it should have said.

use crate::measure::Needs;
use crate::unit::{Digest, UnitKind};

/// Labels: one item each, with a gold label and a predicted one.
#[derive(Debug, Clone, Copy)]
pub struct Labels;

/// One classified item.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labelled<'a> {
    /// The label that the item has.
    pub gold: &'a str,
    /// The label that the system gave it.
    pub predicted: &'a str,
    /// How likely the system held each label to be; empty where that is not
    /// known. With one label only, the rest belongs to its opposite.
    pub probabilities: &'a [(&'a str, f64)],
}

impl Labelled<'_> {
    /// Whether the system was right.
    pub fn is_correct(&self) -> bool {
        self.gold == self.predicted
    }

    /// How likely the system held a label to be; nothing where it does not say.
    pub fn probability(&self, label: &str) -> Option<f64> {
        let named = self.probabilities.iter().find(|(known, _)| *known == label);
        match (named, self.probabilities) {
            (Some((_, probability)), _) => Some(*probability),
            (None, [(_, other)]) => Some(1.0 - other),
            (None, _) => None,
        }
    }
}

impl UnitKind for Labels {
    type Unit<'a> = Labelled<'a>;

    const NAME: &'static str = "labels";

    fn check(unit: &Labelled<'_>, needs: Needs) -> Result<(), String> {
        if needs.probabilities && unit.probabilities.is_empty() {
            return Err("looks at probabilities, but there are none".to_owned());
        }
        Ok(())
    }

    fn digest(unit: &Labelled<'_>, hash: &mut Digest) {
        hash.text(unit.gold);
        hash.text(unit.predicted);
        hash.number(unit.probabilities.len() as u64);
        for (label, probability) in unit.probabilities {
            hash.text(label);
            hash.number(probability.to_bits());
        }
    }

    /// Predictions are part of it: the label set that a fit learns is that of
    /// all systems, and a label may be in the answers of one of them only.
    fn given(unit: &Labelled<'_>) -> u128 {
        let mut hash = Digest::default();
        Self::digest(unit, &mut hash);
        hash.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_probability_leaves_the_rest_to_the_opposite() {
        let probabilities = [("yes", 0.75)];
        let item = Labelled { gold: "no", predicted: "yes", probabilities: &probabilities };
        assert_eq!(item.probability("yes"), Some(0.75));
        assert_eq!(item.probability("no"), Some(0.25));
        let probabilities = [("a", 0.5), ("b", 0.5)];
        let item = Labelled { probabilities: &probabilities, ..item };
        assert_eq!(item.probability("no"), None);
    }
}
