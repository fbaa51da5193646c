#![doc = include_str!("pages/edit-similarity.md")]

use std::sync::Arc;

use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::levenshtein::{Scratch, distance};
use regua_text::tokenise::Tokeniser;

use crate::shared::{self, Case, Cut};

regua_core::tally! {
    /// What a segment contributes to edit similarity.
    pub struct EditSimilarityTally {
        /// Segments.
        segments: count,
        /// 1 minus edits over length.
        similarity: real,
    }
}

/// What is edited.
#[derive(Debug, Clone)]
enum Unit {
    Character,
    Word(Arc<dyn Tokeniser>),
}

/// Edit similarity.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::edit_similarity::EditSimilarity;
///
/// let hypothesis = ["harbor".into()];
/// let references = ["harbour"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "edit-similarity".parse::<EditSimilarity>()?.score(&segments)?;
/// assert_eq!(score.get("similarity"), Some(1.0 - 1.0 / 7.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct EditSimilarity {
    unit: Unit,
    case: Case,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl EditSimilarity {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let unit = if settings.choice("unit", &[("char", false), ("word", true)])? {
            Unit::Word(shared::tokeniser(settings, "none")?)
        } else {
            Unit::Character
        };
        Ok(Self {
            unit,
            case: settings.choice("case", &Case::WORDS)?,
            slots: EditSimilarityTally::slots(),
            readings: vec![ReadingInfo::higher("similarity", Scale::Unit)],
        })
    }

    /// Sets the similarities of characters.
    fn of_characters(&self, units: &[Segment<'_>], rows: &mut Rows) {
        let mut scratch = Scratch::default();
        let mut buffer = String::new();
        let [mut hypothesis, mut reference] = [Vec::new(), Vec::new()];
        let mut read = |text: &str, characters: &mut Vec<u32>| {
            characters.clear();
            characters.extend(self.case.apply(text, &mut buffer).chars().map(u32::from));
        };
        for (unit, segment) in units.iter().enumerate() {
            read(segment.hypothesis(), &mut hypothesis);
            let similarities = segment.references.iter().map(|text| {
                read(text, &mut reference);
                similarity(&mut scratch, &hypothesis, &reference)
            });
            rows.set(unit, &best(similarities));
        }
    }
}

/// As rapidfuzz computes it: two empty texts are alike.
fn similarity(scratch: &mut Scratch, left: &[u32], right: &[u32]) -> f64 {
    match left.len().max(right.len()) {
        0 => 1.0,
        longest => 1.0 - distance(scratch, left, right) as f64 / longest as f64,
    }
}

/// The highest of the similarities.
fn best(similarities: impl Iterator<Item = f64>) -> EditSimilarityTally {
    EditSimilarityTally { segments: 1, similarity: similarities.fold(0.0, f64::max) }
}

impl std::str::FromStr for EditSimilarity {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let similarity = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(similarity)
    }
}

impl Reader for EditSimilarity {
    fn signature(&self) -> Signature {
        let signature = Signature::new("edit-similarity");
        let signature = match &self.unit {
            Unit::Character => signature.with("unit", "char"),
            Unit::Word(tokeniser) => signature.with("unit", "word").with("tok", tokeniser.name()),
        };
        signature.with("case", self.case.word())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = EditSimilarityTally::read(total);
        [Reading::ratio(total.similarity, total.segments as f64, "there is no segment")]
            .into_iter()
            .collect()
    }
}

impl Measure for EditSimilarity {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let tokeniser = match &self.unit {
            Unit::Word(tokeniser) => tokeniser,
            Unit::Character => {
                self.of_characters(batch.units(), rows);
                return Ok(());
            }
        };
        let ids = Cut::new(&**tokeniser).case(self.case).ids(batch);
        let mut scratch = Scratch::default();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let similarities = ids
                .references(unit)
                .map(|reference| similarity(&mut scratch, hypothesis, reference));
            rows.set(unit, &best(similarities));
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "share of the longer text that need not be edited";
    registry.add(
        Entry::new("edit-similarity", EditSimilarity::from_settings)
            .explained(summary, include_str!("pages/edit-similarity.md"))
            .looks_at(&["adequacy"]),
    )
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests {
    use regua_core::{Hypothesis, MeasureExt};

    use super::*;

    fn similarity(settings: &str, output: &str, references: &[&str]) -> f64 {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        let measure: EditSimilarity = format!("edit-similarity({settings})").parse().unwrap();
        measure.score(&segments).unwrap().get("similarity").unwrap()
    }

    #[test]
    fn three_of_seven_characters_are_edited() {
        assert_eq!(similarity("", "lantern", &["lintel"]), 1.0 - 3.0 / 7.0);
        assert_eq!(similarity("", "régua", &["regua"]), 1.0 - 1.0 / 5.0);
        assert_eq!(similarity("case=lower", "ÉCLAIR", &["éclair"]), 1.0);
    }

    #[test]
    fn words_are_edited_as_a_whole() {
        assert_eq!(similarity("unit=word", "a long  way", &["a short way home"]), 1.0 - 2.0 / 4.0);
    }

    #[test]
    fn the_most_similar_reference_counts() {
        assert_eq!(similarity("", "cab", &["", "xyz", "cob"]), 1.0 - 1.0 / 3.0);
        assert_eq!(similarity("", "abc", &["xyz"]), 0.0);
        assert_eq!(similarity("unit=word", "", &[" "]), 1.0);
    }

    #[test]
    fn characters_have_no_tokeniser() {
        let error = "edit-similarity(tok=13a)".parse::<EditSimilarity>().unwrap_err();
        insta::assert_snapshot!(error, @"`edit-similarity` has no setting `tok`");
    }
}
