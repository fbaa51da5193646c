//! SARI of one sentence, as in the script of its authors and in Hugging Face's
//! evaluate.

use super::Operations;
use super::grams::{Gram, ORDERS};

/// In what the two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// The authors' own: 0 of 0 is 0, and recall of what is kept is a mean of shares.
    Original,
    /// Evaluate's: 0 of 0 is 1, and recall of what is kept is a share of sums.
    Evaluate,
}

impl Script {
    fn share(self, over: f64, under: u64) -> f64 {
        match (under, self) {
            (0, Self::Original) => 0.0,
            (0, Self::Evaluate) => 1.0,
            _ => over / under as f64,
        }
    }

    /// The scores of one order. Sums are made in the order of the source, as
    /// the scripts do: that is what makes the last digit agree.
    fn scores(self, grams: &[Gram]) -> Operations {
        let count = |is: fn(Gram) -> bool| grams.iter().filter(|&&gram| is(gram)).count() as u64;
        let added = count(|gram| gram.is_added() && gram.is_to_add()) as f64;
        let add =
            f1(self.share(added, count(Gram::is_added)), self.share(added, count(Gram::is_to_add)));
        let (mut kept, mut kept_of_references, mut kept_sum) = (0.0, 0.0, 0);
        let (mut deleted, mut to_keep) = (0.0, 0);
        for gram in grams {
            to_keep += gram.to_keep();
            let good = gram.kept().min(gram.references);
            if good > 0 {
                kept += good as f64 / gram.kept() as f64;
                kept_of_references += good as f64 / gram.to_keep() as f64;
                kept_sum += good;
            }
            let good = gram.deleted().saturating_sub(gram.references);
            if good > 0 {
                deleted += good as f64 / gram.deleted() as f64;
            }
        }
        let recall = match self {
            Self::Original => self.share(kept_of_references, count(|gram| gram.to_keep() > 0)),
            Self::Evaluate => self.share(kept_sum as f64, to_keep),
        };
        let keep = f1(self.share(kept, count(|gram| gram.kept() > 0)), recall);
        Operations { add, keep, delete: self.share(deleted, count(|gram| gram.deleted() > 0)) }
    }
}

fn f1(precision: f64, recall: f64) -> f64 {
    if precision > 0.0 || recall > 0.0 {
        2.0 * precision * recall / (precision + recall)
    } else {
        0.0
    }
}

/// The scores of a sentence, order by order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sentence {
    script: Script,
    sums: Operations,
}

impl Sentence {
    pub(super) fn new(script: Script) -> Self {
        Self { script, sums: Operations::default() }
    }

    /// Adds the n-grams of one order.
    pub(super) fn count(&mut self, grams: &[Gram]) {
        let scores = self.script.scores(grams);
        self.sums.add += scores.add;
        self.sums.keep += scores.keep;
        self.sums.delete += scores.delete;
    }

    /// The operations' scores, and SARI.
    pub(super) fn scores(&self) -> (f64, Operations) {
        let mean = |sum: f64| sum / ORDERS as f64;
        let Operations { add, keep, delete } = self.sums;
        let means = Operations { add: mean(add), keep: mean(keep), delete: mean(delete) };
        ((means.keep + means.delete + means.add) / 3.0, means)
    }
}
