#![doc = include_str!("pages/exact-match.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};

use crate::answer::{Answers, Unit};

regua_core::tally! {
    /// What a segment contributes to exact match.
    pub struct ExactMatchTally {
        /// Segments whose hypothesis is one of the references.
        matches: count,
        /// All segments.
        segments: count,
    }
}

/// Exact match.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::exact_match::ExactMatch;
///
/// let hypothesis = ["The Ponte Vecchio.".into()];
/// let references = ["Florence", "Ponte Vecchio"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "exact-match".parse::<ExactMatch>()?.score(&segments)?;
/// assert_eq!(score.get("exact-match"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExactMatch {
    answers: Answers,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl ExactMatch {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            answers: Answers::from_settings(settings, Unit::Text)?,
            slots: ExactMatchTally::slots(),
            readings: vec![ReadingInfo::higher("exact-match", Scale::Unit)],
        })
    }
}

impl std::str::FromStr for ExactMatch {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let exact_match = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(exact_match)
    }
}

impl Reader for ExactMatch {
    fn signature(&self) -> Signature {
        self.answers.signature(Signature::new("exact-match"))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = ExactMatchTally::read(total);
        [Reading::ratio(total.matches as f64, total.segments as f64, "there is no segment")]
            .into_iter()
            .collect()
    }
}

impl Measure for ExactMatch {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.answers.ids(batch);
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let mut references = self.answers.rules().references(ids.references(unit));
            let matches = i64::from(references.any(|reference| reference == hypothesis));
            rows.set(unit, &ExactMatchTally { matches, segments: 1 });
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "share of answers that are one of the references";
    registry.add(
        Entry::new("exact-match", ExactMatch::from_settings)
            .explained(summary, include_str!("pages/exact-match.md"))
            .looks_at(&["correctness"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{Hypothesis, MeasureExt, Segment};

    use super::*;

    fn matches(settings: &str, output: &str, references: &[&str]) -> bool {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        let measure: ExactMatch = format!("exact-match({settings})").parse().unwrap();
        measure.score(&segments).unwrap().get("exact-match") == Some(1.0)
    }

    #[test]
    fn case_punctuation_and_articles_do_not_count_by_squads_rules() {
        assert!(matches("", " The  red-door ", &["reddoor!"]));
        assert!(!matches("", "the red door", &["the red doors"]));
        assert!(!matches("case=mixed", "Red", &["red"]));
        assert!(!matches("punct=yes", "red.", &["red"]));
        assert!(!matches("articles=none", "the red", &["red"]));
        assert!(matches("articles=pt", "O rio", &["rio"]));
    }

    #[test]
    fn without_normalising_every_character_counts() {
        assert!(matches("normal=none", " a  b", &["x", " a  b"]));
        assert!(!matches("normal=none", "a  b", &["a b"]));
        assert!(matches("normal=none,case=lower", "A b", &["a b"]));
    }

    #[test]
    fn an_empty_reference_beside_others_counts_in_the_first_version_only() {
        assert!(matches("rules=squad1", "the", &["", "cat"]));
        assert!(!matches("rules=squad2", "the", &["", "cat"]));
        assert!(matches("rules=squad2", "", &["", "a."]));
    }

    #[test]
    fn all_settings_are_in_the_signature() {
        let signature = "exact-match".parse::<ExactMatch>().unwrap().signature().to_string();
        let settings = "normal:squad|case:lower|punct:no|articles:en|rules:squad2";
        assert!(signature.starts_with(&format!("exact-match|{settings}|")), "{signature}");
        let plain =
            "exact-match(normal=none)".parse::<ExactMatch>().unwrap().signature().to_string();
        assert!(plain.contains("normal:none|case:mixed|punct:yes|articles:none|"), "{plain}");
    }
}
