//! A measure to copy: the share of hypothesis words that the first reference has, too.
//!
//! Replace this text with the measure's page: what it looks at, the paper, the implementation it agrees with, its settings,
//! and what it is blind to.

use regua_core::measure::Needs;
use regua_core::{
    Batch, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows, Scale,
    Segments, Settings, Signature, Slot, Tally,
};

/// What `regua explain` prints; in a real measure `include_str!("pages/<name>.md")`.
const PAGE: &str =
    "The share of words that the first reference has, too. Blind to order, repetition and meaning.";

regua_core::tally! {
    /// What one segment contributes.
    struct SharedWordsTally {
        /// Words that the reference has, too.
        shared: count,
        /// All words.
        words: count,
    }
}

/// The measure with its settings.
#[derive(Debug, Clone)]
pub struct SharedWords {
    fold_case: bool,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl SharedWords {
    /// The measure; words are compared without regard to case if asked for.
    pub fn new(fold_case: bool) -> Self {
        let readings = vec![ReadingInfo::higher("shared-words", Scale::Unit)];
        Self { fold_case, slots: SharedWordsTally::slots(), readings }
    }

    fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self::new(settings.choice("case", &[("mixed", false), ("lower", true)])?))
    }

    fn words(&self, text: &str) -> Vec<String> {
        let fold = |word: &str| if self.fold_case { word.to_lowercase() } else { word.to_owned() };
        text.split_whitespace().map(fold).collect()
    }
}

impl Reader for SharedWords {
    fn signature(&self) -> Signature {
        Signature::new("shared-words").with("case", if self.fold_case { "lower" } else { "mixed" })
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let tally = SharedWordsTally::read(total);
        [Reading::ratio(tally.shared as f64, tally.words as f64, "there are no words")]
            .into_iter()
            .collect()
    }
}

impl Measure for SharedWords {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, segment) in batch.units().iter().enumerate() {
            let reference = self.words(segment.references[0]);
            let hypothesis = self.words(segment.hypothesis());
            let shared = hypothesis.iter().filter(|word| reference.contains(word)).count();
            let tally = SharedWordsTally { shared: shared as i64, words: hypothesis.len() as i64 };
            rows.set(unit, &tally);
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("shared-words", SharedWords::from_settings)
            .explained("share of words that the reference has, too", PAGE)
            .looks_at(&["adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use regua_core::{MeasureExt, Segment};

    #[test]
    fn half_of_the_words_are_shared() {
        let hypothesis = ["Uma régua curta dobra".into()];
        let references = ["uma régua longa"];
        let unit = Segment { hypotheses: &hypothesis, references: &references, source: None };
        let score = SharedWords::new(true).score(&[unit]).unwrap();
        assert_eq!(score.get("shared-words"), Some(0.5));
        assert_eq!(score.to_string(), format!("{} = 0.50", score.signature));
    }
}
