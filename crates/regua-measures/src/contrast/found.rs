//! What a contrast finds.

use regua_core::Signature;

use super::lengths::{DifferenceBucket, LengthBucket};
use super::table::NgramContrast;
use super::words::FrequencyBucket;

/// Units that were not looked at, by the reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// There was nothing to compare with.
    pub without_reference: u64,
    /// A text had more than two million words.
    pub too_long: u64,
    /// There were more than eight million different words already.
    pub too_many_words: u64,
}

/// Where two systems differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrasts {
    /// Every setting that this depends on.
    pub signature: Signature,
    /// How many units were looked at.
    pub units: u64,
    /// How many were not.
    pub left_out: LeftOut,
    /// N-grams that the first system has right more often.
    pub ngrams_first: Vec<NgramContrast>,
    /// N-grams that the second system has right more often.
    pub ngrams_second: Vec<NgramContrast>,
    /// N-grams that the first system has without need more often.
    pub surplus_first: Vec<NgramContrast>,
    /// N-grams that the second system has without need more often.
    pub surplus_second: Vec<NgramContrast>,
    /// How both fare with words of each band of frequency.
    pub words: Vec<FrequencyBucket>,
    /// Units by length.
    pub lengths: Vec<LengthBucket>,
    /// Units by difference of lengths.
    pub differences: Vec<DifferenceBucket>,
    /// Whether n-grams were removed because there were too many.
    pub pruned: bool,
    /// By how much counts of n-grams may be too small, then.
    pub may_lack: u64,
}

impl Contrasts {
    /// What a reader of the numbers should know, in sentences: units that were left
    /// out, n-grams that were removed.
    pub fn warnings(&self) -> Vec<String> {
        let reasons = [
            (self.left_out.without_reference, "without a reference"),
            (self.left_out.too_long, "with a text of more than two million words"),
            (self.left_out.too_many_words, "after eight million different words"),
        ];
        let mut warnings: Vec<String> = reasons
            .into_iter()
            .filter(|(units, _)| *units > 0)
            .map(|(units, why)| match units {
                1 => format!("1 unit {why} is left out of the contrast"),
                _ => format!("{units} units {why} are left out of the contrast"),
            })
            .collect();
        if self.pruned {
            warnings.push(format!(
                "there are too many different n-grams: rare ones were removed, and counts may be too small by up to {}",
                self.may_lack
            ));
        }
        warnings
    }
}
