#![doc = include_str!("pages/token-f1.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::ngrams::PairMatcher;

use crate::answer::{Answers, Rules, Unit};

regua_core::tally! {
    /// What a segment contributes to token F1.
    pub struct TokenF1Tally {
        /// Segments.
        segments: count,
        /// The balance of precision and recall.
        f1: real,
        /// Share of the hypothesis that the reference has.
        precision: real,
        /// Share of the reference that the hypothesis has.
        recall: real,
    }
}

impl TokenF1Tally {
    /// Of one segment, with the operations of SQuAD's script in their order.
    fn new(shared: u64, hypothesis: usize, reference: usize, rules: Rules) -> Self {
        if rules == Rules::Squad2 && hypothesis == 0 && reference == 0 {
            return Self { segments: 1, f1: 1.0, precision: 1.0, recall: 1.0 };
        }
        if shared == 0 {
            return Self { segments: 1, ..Self::default() };
        }
        let precision = shared as f64 / hypothesis as f64;
        let recall = shared as f64 / reference as f64;
        let f1 = (2.0 * precision * recall) / (precision + recall);
        Self { segments: 1, f1, precision, recall }
    }
}

/// Token F1.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::token_f1::TokenF1;
///
/// let hypothesis = ["the old stone bridge".into()];
/// let references = ["a stone bridge, rebuilt"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "token-f1".parse::<TokenF1>()?.score(&segments)?;
/// assert_eq!(score.get("f1"), Some(2.0 / 3.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct TokenF1 {
    answers: Answers,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl TokenF1 {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let readings = ["f1", "precision", "recall"];
        Ok(Self {
            answers: Answers::from_settings(settings, Unit::Words)?,
            slots: TokenF1Tally::slots(),
            readings: readings.map(|name| ReadingInfo::higher(name, Scale::Unit)).into(),
        })
    }
}

impl std::str::FromStr for TokenF1 {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let token_f1 = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(token_f1)
    }
}

impl Reader for TokenF1 {
    fn signature(&self) -> Signature {
        self.answers.signature(Signature::new("token-f1"))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = TokenF1Tally::read(total);
        [total.f1, total.precision, total.recall]
            .into_iter()
            .map(|sum| Reading::ratio(sum, total.segments as f64, "there is no segment"))
            .collect()
    }
}

impl Measure for TokenF1 {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.answers.ids(batch);
        let rules = self.answers.rules();
        let mut matcher = PairMatcher::new();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let tallies = rules.references(ids.references(unit)).map(|reference| {
                let mut shared = [0];
                matcher.count_matches(reference, hypothesis, 1, &mut shared);
                TokenF1Tally::new(shared[0], hypothesis.len(), reference.len(), rules)
            });
            let best = tallies.reduce(|best, next| if next.f1 > best.f1 { next } else { best });
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
    let summary = "words that an answer shares with the reference, as for SQuAD";
    registry.add(
        Entry::new("token-f1", TokenF1::from_settings)
            .explained(summary, include_str!("pages/token-f1.md"))
            .looks_at(&["correctness", "adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{Hypothesis, MeasureExt, Score, Segment};

    use super::*;

    fn score(settings: &str, output: &str, references: &[&str]) -> Score {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        let measure: TokenF1 = format!("token-f1({settings})").parse().unwrap();
        measure.score(&segments).unwrap()
    }

    #[test]
    fn two_of_three_words_of_four_are_right() {
        let score = score("", "north of Lisbon", &["the far north near lisbon."]);
        assert_eq!(score.get("precision"), Some(2.0 / 3.0));
        assert_eq!(score.get("recall"), Some(2.0 / 4.0));
        assert_eq!(score.get("f1"), Some(2.0 * (2.0 / 3.0) * 0.5 / (2.0 / 3.0 + 0.5)));
    }

    #[test]
    fn a_word_counts_as_often_as_both_have_it() {
        assert_eq!(score("", "go go go", &["go go"]).get("precision"), Some(2.0 / 3.0));
    }

    #[test]
    fn precision_and_recall_are_those_of_the_best_reference() {
        let score = score("", "red door", &["green red wall paint", "red"]);
        assert_eq!(score.get("precision"), Some(0.5));
        assert_eq!(score.get("recall"), Some(1.0));
    }

    #[test]
    fn two_empty_answers_agree_in_the_second_version_only() {
        assert_eq!(score("", "", &["the"]).get("f1"), Some(1.0));
        assert_eq!(score("rules=squad1", "", &["the"]).get("f1"), Some(0.0));
        assert_eq!(score("", "", &["word"]).get("f1"), Some(0.0));
    }
}
