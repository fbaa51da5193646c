#![doc = include_str!("pages/ttr.md")]

use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Collected, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally,
};

use crate::distinct::NO_SUM;
use crate::known_ngrams::KnownNgrams;
use crate::shared::Case;
use crate::shares::NO_WORDS;
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("pages/ttr.md");

regua_core::tally! {
    /// The words of a segment.
    pub struct TypesTally {
        /// Different words.
        types: count,
        /// All words.
        tokens: count,
    }
}

impl TypesTally {
    fn readings(self) -> Readings {
        let [types, tokens] = [self.types, self.tokens].map(|count| count as f64);
        [
            Reading::ratio(types, tokens, NO_WORDS),
            Reading::ratio(types, tokens.sqrt(), NO_WORDS),
            types.into(),
            tokens.into(),
        ]
        .into_iter()
        .collect()
    }
}

/// The type–token ratio of a corpus.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::ttr::TypeTokenRatio;
///
/// let hypotheses = [["so it is".into()], ["it is late".into()]];
/// let segment = |at: usize| Segment { hypotheses: &hypotheses[at], ..Segment::default() };
/// let score = "ttr".parse::<TypeTokenRatio>()?.score(&[segment(0), segment(1)])?;
/// assert_eq!(score.get("ttr"), Some(4.0 / 6.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct TypeTokenRatio {
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl TypeTokenRatio {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            words: WordSettings::from_settings(settings, Case::Mixed)?,
            slots: TypesTally::slots(),
            readings: vec![
                ReadingInfo::higher("ttr", Scale::Unit),
                ReadingInfo::higher("root-ttr", Scale::Open),
                ReadingInfo::neither("types", Scale::Count),
                ReadingInfo::neither("tokens", Scale::Count),
            ],
        })
    }
}

from_text!(TypeTokenRatio);

impl Reader for TypeTokenRatio {
    fn signature(&self) -> Signature {
        self.words.signature(Signature::new("ttr"))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, _: Tally<'_>) -> Readings {
        Readings::undefined(self.readings.len(), NO_SUM)
    }

    fn read_unit(&self, row: Tally<'_>) -> Readings {
        TypesTally::read(row).readings()
    }
}

impl Measure for TypeTokenRatio {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        let mut numbers = KnownNgrams::default();
        for unit in 0..rows.len() {
            let text = ids.hypothesis(unit);
            let mut tally = TypesTally { types: 0, tokens: text.len() as i64 };
            numbers.clear();
            numbers.add(text, 1, |_, _, is_new| tally.types += i64::from(is_new));
            rows.set(unit, &tally);
        }
        Ok(())
    }

    fn collected(&self) -> Option<&dyn Collected<Kind = Segments>> {
        Some(self)
    }
}

impl Collected for TypeTokenRatio {
    type Kind = Segments;

    fn read_corpus(&self, units: &[Segment<'_>]) -> Readings {
        let mut words = self.words.corpus();
        let tokens = units.iter().map(|unit| words.ids(unit.hypothesis()).len() as i64).sum();
        TypesTally { types: words.distinct() as i64, tokens }.readings()
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("ttr", TypeTokenRatio::from_settings)
            .explained("different words among all words of the corpus", PAGE)
            .looks_at(&["diversity"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::MeasureExt;

    use super::*;

    #[test]
    fn words_of_all_texts_count_once() {
        let hypotheses = [["low tide Low".into()], ["low tide".into()], ["".into()]];
        let units =
            hypotheses.each_ref().map(|hypotheses| Segment { hypotheses, ..Segment::default() });
        let score = |text: &str| text.parse::<TypeTokenRatio>().unwrap().score(&units).unwrap();
        assert_eq!(score("ttr").get("ttr"), Some(0.6));
        assert_eq!(score("ttr").get("root-ttr"), Some(3.0 / 5.0_f64.sqrt()));
        assert_eq!(score("ttr(case=lower)").get("types"), Some(2.0));
    }

    #[test]
    fn a_unit_has_its_own_ratio_and_a_sum_has_none() {
        let measure = "ttr".parse::<TypeTokenRatio>().unwrap();
        let hypotheses = ["a a b".into()];
        let units = [Segment { hypotheses: &hypotheses, ..Segment::default() }];
        let rows = measure.rows(&units).unwrap();
        assert_eq!(measure.read_unit(rows.row(0).unwrap()).headline(), Some(2.0 / 3.0));
        assert_eq!(measure.read(rows.row(0).unwrap()), Readings::undefined(4, NO_SUM));
    }

    #[test]
    fn without_words_there_is_no_ratio() {
        assert_eq!("ttr".parse::<TypeTokenRatio>().unwrap().score(&[]).unwrap().get("ttr"), None);
    }
}
