#![doc = include_str!("pages/length.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};

use crate::shared::{self, Case};
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("pages/length.md");

regua_core::tally! {
    /// What a segment contributes to the mean length.
    pub struct LengthTally {
        /// Words of the hypothesis.
        words: count,
        /// Its characters.
        characters: count,
        /// One for the segment.
        segments: count,
    }
}

/// The mean length of the hypotheses.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::length::Length;
///
/// let hypotheses = [["the tide is low".into()], ["low tide".into()]];
/// let segment = |at: usize| Segment { hypotheses: &hypotheses[at], ..Segment::default() };
/// let score = "length".parse::<Length>()?.score(&[segment(0), segment(1)])?;
/// assert_eq!(score.get("words"), Some(3.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Length {
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Length {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let readings = ["words", "characters"].map(|name| ReadingInfo::neither(name, Scale::Open));
        Ok(Self {
            words: WordSettings {
                tokeniser: shared::tokeniser(settings, "none")?,
                case: Case::Mixed,
            },
            slots: LengthTally::slots(),
            readings: readings.to_vec(),
        })
    }
}

from_text!(Length);

impl Reader for Length {
    fn signature(&self) -> Signature {
        Signature::new("length").with("tok", self.words.tokeniser.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = LengthTally::read(total);
        [total.words, total.characters]
            .map(|sum| Reading::ratio(sum as f64, total.segments as f64, "there are no segments"))
            .into_iter()
            .collect()
    }
}

impl Measure for Length {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        for (unit, segment) in batch.units().iter().enumerate() {
            let tally = LengthTally {
                words: ids.hypothesis(unit).len() as i64,
                characters: segment.hypothesis().chars().count() as i64,
                segments: 1,
            };
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
        Entry::new("length", Length::from_settings)
            .explained("how long the texts are: words a segment", PAGE)
            .looks_at(&["length"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{MeasureExt, Segment};

    use super::*;

    #[test]
    fn an_empty_text_has_no_words_and_still_counts_as_one() {
        let hypotheses = [["três marés, à noite".into()], ["".into()]];
        let units =
            hypotheses.each_ref().map(|hypotheses| Segment { hypotheses, ..Segment::default() });
        let score = "length".parse::<Length>().unwrap().score(&units).unwrap();
        assert_eq!((score.get("words"), score.get("characters")), (Some(2.0), Some(9.5)));
        let cut = "length(tok=13a)".parse::<Length>().unwrap().score(&units).unwrap();
        assert_eq!(cut.get("words"), Some(2.5));
    }

    #[test]
    fn no_segments_have_no_mean_length() {
        assert_eq!("length".parse::<Length>().unwrap().score(&[]).unwrap().get("words"), None);
    }
}
