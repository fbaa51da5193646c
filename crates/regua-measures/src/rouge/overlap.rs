//! What a hypothesis and a reference share, and the scores made of it.

use crate::shared::TokenIds;

/// How much two texts share, and how much each of them has.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Overlap {
    pub(super) matches: f64,
    pub(super) hypothesis: f64,
    pub(super) reference: f64,
}

impl Overlap {
    pub(super) fn of_counts(matches: usize, hypothesis: usize, reference: usize) -> Self {
        Self { matches: matches as f64, hypothesis: hypothesis as f64, reference: reference as f64 }
    }

    fn recall(self) -> f64 {
        share(self.matches, self.reference)
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// Compares the hypothesis of a unit with each of its references.
pub(super) trait Kernel {
    /// Adds an overlap for each reference of the unit.
    fn overlaps(&mut self, ids: &TokenIds, unit: usize, found: &mut Vec<Overlap>);
}

/// Precision, recall and their balance.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Score {
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) f: f64,
}

/// How an overlap becomes a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scoring {
    /// How much more recall weighs than precision.
    pub(super) beta: f64,
    /// The power that undoes the weight of runs (ROUGE-W).
    pub(super) exponent: Option<f64>,
    /// What is done with several references.
    pub(super) combine: Combine,
}

/// What is done with several references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combine {
    /// The one with the best F, the first of equals.
    BestF,
    /// The one with the best recall, the first of equals.
    BestRecall,
    /// All of them together.
    Sum,
}

impl Scoring {
    /// The score of a unit from its overlaps, one a reference.
    pub(super) fn combined(&self, overlaps: &[Overlap]) -> Score {
        match self.combine {
            Combine::BestF => first_best(overlaps.iter().map(|&one| self.score(one)), |one| one.f),
            Combine::BestRecall => {
                self.score(first_best(overlaps.iter().copied(), Overlap::recall))
            }
            Combine::Sum => {
                self.score(overlaps.iter().fold(Overlap::default(), |sum, one| Overlap {
                    matches: sum.matches + one.matches,
                    hypothesis: sum.hypothesis + one.hypothesis,
                    reference: sum.reference + one.reference,
                }))
            }
        }
    }

    fn score(&self, overlap: Overlap) -> Score {
        let undo = |value: f64| self.exponent.map_or(value, |exponent| value.powf(exponent));
        let precision = undo(share(overlap.matches, overlap.hypothesis));
        let recall = undo(overlap.recall());
        let squared = self.beta * self.beta;
        // With β = 1 these are the operations of the reference, in its order.
        let f = share((1.0 + squared) * precision * recall, recall + squared * precision);
        Score { precision, recall, f }
    }
}

fn first_best<T: Copy + Default>(items: impl Iterator<Item = T>, value: impl Fn(T) -> f64) -> T {
    items
        .reduce(|best, next| if value(next) > value(best) { next } else { best })
        .unwrap_or_default()
}
