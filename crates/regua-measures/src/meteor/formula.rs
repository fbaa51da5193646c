//! From matches and chunks to a score.

use regua_core::{Error, Settings, Signature};

/// The numbers that weigh precision, recall and fragmentation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameters {
    /// How much recall weighs in the mean, from 0 to 1.
    pub alpha: f64,
    /// The power of the fragmentation.
    pub beta: f64,
    /// The largest penalty, from 0 to 1.
    pub gamma: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { alpha: 0.9, beta: 3.0, gamma: 0.5 }
    }
}

impl Parameters {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let default = Self::default();
        Ok(Self {
            alpha: settings.number("alpha", default.alpha, 0.0..=1.0)?,
            beta: settings.number("beta", default.beta, 0.0..=100.0)?,
            gamma: settings.number("gamma", default.gamma, 0.0..=1.0)?,
        })
    }

    pub(super) fn signature(self, signature: Signature) -> Signature {
        signature.with("alpha", self.alpha).with("beta", self.beta).with("gamma", self.gamma)
    }

    /// The weighed harmonic mean of precision and recall; 0 where nothing
    /// matches. The operations are NLTK's, in their order.
    pub(super) fn mean(self, counts: Counts) -> f64 {
        if counts.matches == 0 {
            return 0.0;
        }
        let precision = counts.matches as f64 / counts.hypothesis as f64;
        let recall = counts.matches as f64 / counts.reference as f64;
        (precision * recall) / (self.alpha * precision + (1.0 - self.alpha) * recall)
    }

    /// What the order of the words costs; nothing where nothing matches.
    pub(super) fn penalty(self, counts: Counts) -> Option<f64> {
        (counts.matches > 0).then(|| {
            let fragmentation = counts.chunks as f64 / counts.matches as f64;
            self.gamma * fragmentation.powf(self.beta)
        })
    }

    /// METEOR.
    pub(super) fn score(self, counts: Counts) -> f64 {
        self.penalty(counts).map_or(0.0, |penalty| (1.0 - penalty) * self.mean(counts))
    }
}

/// What an alignment comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Aligned words.
    pub(super) matches: i64,
    /// Words of the hypothesis.
    pub(super) hypothesis: i64,
    /// Words of the reference.
    pub(super) reference: i64,
    /// Runs of words that follow each other in both texts.
    pub(super) chunks: i64,
}

/// No word of the other text.
pub(super) const NONE: u32 = u32::MAX;

/// The runs of an alignment: for each word of the hypothesis its word of the
/// reference, or [`NONE`].
pub(super) fn chunks(alignment: &[u32]) -> i64 {
    let mut before = NONE;
    let mut chunks = 0;
    for &place in alignment {
        chunks += i64::from(place != NONE && (before == NONE || place != before + 1));
        before = place;
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_of_six_words_against_seven_in_two_chunks() {
        let counts = Counts { matches: 6, hypothesis: 6, reference: 7, chunks: 2 };
        let score = Parameters::default().score(counts);
        assert_eq!(format!("{score:.6}"), "0.853462");
    }

    #[test]
    fn runs_end_where_either_text_goes_elsewhere() {
        assert_eq!(chunks(&[]), 0);
        assert_eq!(chunks(&[NONE, NONE]), 0);
        assert_eq!(chunks(&[0, 1, 2]), 1);
        assert_eq!(chunks(&[0, NONE, 1]), 2);
        assert_eq!(chunks(&[1, 0, 2, 3]), 3);
        assert_eq!(chunks(&[4, NONE, NONE, 0, 1]), 2);
    }

    #[test]
    fn without_matches_the_score_is_zero_and_there_is_no_penalty() {
        let counts = Counts { hypothesis: 3, reference: 2, ..Counts::default() };
        let parameters = Parameters::default();
        assert_eq!((parameters.score(counts), parameters.penalty(counts)), (0.0, None));
    }
}
