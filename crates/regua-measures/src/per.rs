#![doc = include_str!("pages/per.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::ngrams::NgramMatcher;

use crate::edit::words::Words;

regua_core::tally! {
    /// What a segment contributes to PER.
    pub struct PerTally {
        /// Words that both texts have.
        correct: count,
        /// Words of the hypothesis.
        hypothesis: count,
        /// Words of the reference.
        reference: count,
        /// By how many words the hypothesis is longer.
        excess: count,
    }
}

impl PerTally {
    /// What the rate counts as errors.
    fn errors(&self) -> i64 {
        self.reference - (self.correct - self.excess)
    }

    /// Whether the rate is below another's, in whole numbers.
    fn is_better_than(&self, other: &Self) -> bool {
        match (self.reference, other.reference) {
            (0, 0) => false,
            (0, _) => self.excess == 0 && other.errors() > 0,
            (_, 0) => other.excess > 0,
            _ => {
                i128::from(self.errors()) * i128::from(other.reference)
                    < i128::from(other.errors()) * i128::from(self.reference)
            }
        }
    }
}

/// Position-independent error rate.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::per::Per;
///
/// let hypothesis = ["at noon the ferry leave".into()];
/// let references = ["the ferry leaves at noon"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "per".parse::<Per>()?.score(&segments)?;
/// assert_eq!(score.get("per"), Some(1.0 - 4.0 / 5.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Per {
    words: Words,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Per {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        settings.choice("formula", &[(FORMULA, ())])?;
        let counts = ["correct", "hypothesis", "reference"];
        let counts = counts.map(|count| ReadingInfo::neither(count, Scale::Count));
        let mut readings = vec![ReadingInfo::lower("per", Scale::Unit)];
        readings.extend(counts);
        Ok(Self { words: Words::from_settings(settings)?, slots: PerTally::slots(), readings })
    }
}

/// Whose formula it is.
const FORMULA: &str = "moses";

impl std::str::FromStr for Per {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let per = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(per)
    }
}

impl Reader for Per {
    fn signature(&self) -> Signature {
        self.words.signature(Signature::new("per").with("formula", FORMULA))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = PerTally::read(total);
        let rate = if total.reference == 0 {
            Reading::Undefined("the references have no words".into())
        } else {
            let kept = (total.correct - total.excess) as f64;
            Reading::from(1.0 - kept / total.reference as f64)
        };
        let counts = [total.correct, total.hypothesis, total.reference];
        std::iter::once(rate).chain(counts.map(|count| Reading::from(count as f64))).collect()
    }
}

impl Measure for Per {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        let mut matcher = NgramMatcher::new();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let tallies = ids.references(unit).map(|reference| {
                let mut correct = [0];
                matcher.clear();
                matcher.add_reference(reference, 1);
                matcher.count_matches(hypothesis, 1, &mut correct);
                PerTally {
                    correct: i64::try_from(correct[0]).unwrap_or(i64::MAX),
                    hypothesis: hypothesis.len() as i64,
                    reference: reference.len() as i64,
                    excess: hypothesis.len().saturating_sub(reference.len()) as i64,
                }
            });
            let best =
                tallies.reduce(|best, next| if next.is_better_than(&best) { next } else { best });
            rows.set(unit, &best.unwrap_or_default());
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "position-independent error rate: words to edit, their order aside";
    registry.add(
        Entry::new("per", Per::from_settings)
            .explained(summary, include_str!("pages/per.md"))
            .looks_at(&["adequacy"]),
    )
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Hypothesis, MeasureExt, Score, Segment};

    use super::*;
    use crate::edit::EditRate;

    fn score(measure: &impl Measure<Kind = Segments>, output: &str, references: &[&str]) -> Score {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        measure.score(&segments).unwrap()
    }

    fn per(hypothesis: &str, references: &[&str]) -> Option<f64> {
        score(&"per".parse::<Per>().unwrap(), hypothesis, references).get("per")
    }

    #[test]
    fn two_of_eight_words_are_wrong_wherever_they_stand() {
        let reference = "the old ferry left the harbour before dawn";
        assert_eq!(per("the grey old left the harbour at dawn", &[reference]), Some(2.0 / 8.0));
        assert_eq!(per("dawn before harbour the left ferry old the", &[reference]), Some(0.0));
    }

    #[test]
    fn each_word_too_many_is_an_error() {
        assert_eq!(per("a b c d", &["a b"]), Some(1.0));
        assert_eq!(per("a a a", &["a b"]), Some(1.0));
    }

    #[test]
    fn the_reference_with_the_smallest_rate_counts() {
        assert_eq!(per("a b c", &["x y", "a b c d", "c b a"]), Some(0.0));
        assert_eq!(per("a", &["", "b"]), Some(1.0));
    }

    #[test]
    fn without_words_in_the_reference_there_is_no_rate() {
        assert_eq!(per("a", &[""]), None);
        assert_eq!(per("", &["a"]), Some(1.0));
    }

    #[test]
    fn the_formula_is_in_the_signature() {
        let signature = "per".parse::<Per>().unwrap().signature().to_string();
        assert!(signature.starts_with("per|formula:moses|tok:words|"), "{signature}");
    }

    proptest! {
        #[test]
        fn the_rate_is_the_plain_formula_and_never_above_wer(
            hypothesis in "([abcd] ){0,20}",
            reference in "([abcd] ){1,20}",
        ) {
            let [left, right] = [&hypothesis, &reference].map(|text| text.split_whitespace().collect::<Vec<_>>());
            let mut rest = right.clone();
            let correct = left.iter().filter(|word| {
                let place = rest.iter().position(|other| other == *word);
                place.map(|place| rest.remove(place)).is_some()
            });
            let kept = correct.count() as f64 - left.len().saturating_sub(right.len()) as f64;
            let found = per(&hypothesis, &[&reference]).unwrap();
            prop_assert_eq!(found, 1.0 - kept / right.len() as f64);
            let wer = score(&"wer".parse::<EditRate>().unwrap(), &hypothesis, &[&reference]);
            prop_assert!(found <= wer.get("wer").unwrap() + 1e-12);
        }
    }
}
