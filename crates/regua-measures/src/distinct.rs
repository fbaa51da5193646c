#![doc = include_str!("pages/distinct.md")]

use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Collected, Entry, Error, Measure, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};

use crate::known_ngrams::KnownNgrams;
use crate::shared::Case;
use crate::shares::Shares;
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("pages/distinct.md");
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 9;
/// Why a total has no reading: two texts may share what each of them has once.
pub(crate) const NO_SUM: &str = "no sum of units; score the texts again";

/// Different n-grams among all n-grams of a corpus.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::distinct::Distinct;
///
/// let hypotheses = [["so it is".into()], ["it is so".into()]];
/// let segment = |at: usize| Segment { hypotheses: &hypotheses[at], ..Segment::default() };
/// let score = "distinct".parse::<Distinct>()?.score(&[segment(0), segment(1)])?;
/// assert_eq!(score.get("distinct1"), Some(3.0 / 6.0));
/// assert_eq!(score.get("distinct2"), Some(3.0 / 4.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Distinct {
    order: usize,
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Distinct {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let order = settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?;
        let info = |order| ReadingInfo::higher(format!("distinct{order}"), Scale::Unit);
        let mut readings: Vec<ReadingInfo> = (1..=order).map(info).collect();
        bigrams_first(&mut readings);
        Ok(Self {
            order,
            words: WordSettings::from_settings(settings, Case::Mixed)?,
            slots: Shares::slots("distinct", "total", order),
            readings,
        })
    }

    fn shares<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<Shares> {
        let mut words = self.words.corpus();
        let mut numbers = KnownNgrams::default();
        let mut shares = Shares::none(self.order);
        for text in texts {
            numbers.add(words.ids(text), self.order, |order, _, is_new| {
                shares.counted[order] += i64::from(is_new);
                shares.all[order] += 1;
            });
            if numbers.is_full() {
                return None;
            }
        }
        Some(shares)
    }

    fn readings_of(shares: &Shares) -> Readings {
        let mut readings: Vec<_> = shares.each().collect();
        bigrams_first(&mut readings);
        Readings(readings)
    }
}

/// The headline is that of pairs of words: that of words alone is `ttr`.
fn bigrams_first<T>(orders: &mut [T]) {
    if orders.len() > 1 {
        orders.swap(0, 1);
    }
}

from_text!(Distinct);

impl Reader for Distinct {
    fn signature(&self) -> Signature {
        self.words.signature(Signature::new("distinct").with("order", self.order))
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
        Self::readings_of(&Shares::read(row, self.order))
    }
}

impl Measure for Distinct {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        let mut numbers = KnownNgrams::default();
        for unit in 0..rows.len() {
            let text = ids.hypothesis(unit);
            let mut shares = Shares::none_of(text.len(), self.order);
            numbers.clear();
            numbers.add(text, self.order, |order, _, is_new| {
                shares.counted[order] += i64::from(is_new);
            });
            rows.set(unit, &shares);
        }
        Ok(())
    }

    fn collected(&self) -> Option<&dyn Collected<Kind = Segments>> {
        Some(self)
    }
}

impl Collected for Distinct {
    type Kind = Segments;

    fn read_corpus(&self, units: &[Segment<'_>]) -> Readings {
        match self.shares(units.iter().map(Segment::hypothesis)) {
            Some(shares) => Self::readings_of(&shares),
            None => Readings::undefined(
                self.readings.len(),
                "there are more different n-grams than fit the memory; score a sample",
            ),
        }
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("distinct", Distinct::from_settings)
            .explained("different n-grams among all n-grams of the corpus", PAGE)
            .looks_at(&["diversity"]),
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use regua_core::{MeasureExt, Score};

    use super::*;

    fn score(measure: &str, texts: &[&str]) -> Score {
        let hypotheses: Vec<_> = texts.iter().map(|&text| [text.into()]).collect();
        let units: Vec<Segment<'_>> = hypotheses
            .iter()
            .map(|hypotheses| Segment { hypotheses, ..Segment::default() })
            .collect();
        measure.parse::<Distinct>().unwrap().score(&units).unwrap()
    }

    #[test]
    fn the_same_text_twice_is_half_as_distinct() {
        let once = score("distinct", &["the tide turns at noon"]);
        let twice = score("distinct", &["the tide turns at noon"; 2]);
        for order in 1..=4 {
            let name = format!("distinct{order}");
            assert_eq!((once.get(&name), twice.get(&name)), (Some(1.0), Some(0.5)));
        }
    }

    #[test]
    fn the_headline_is_that_of_pairs() {
        assert_eq!("distinct".parse::<Distinct>().unwrap().readings()[0].name, "distinct2");
        assert_eq!(
            "distinct(order=1)".parse::<Distinct>().unwrap().readings()[0].name,
            "distinct1"
        );
    }

    #[test]
    fn a_unit_has_its_own_value_and_a_sum_has_none() {
        let measure = "distinct".parse::<Distinct>().unwrap();
        let hypotheses = ["a a b".into()];
        let units = [Segment { hypotheses: &hypotheses, ..Segment::default() }];
        let rows = measure.rows(&units).unwrap();
        let row = rows.row(0).unwrap();
        assert_eq!(measure.read_unit(row).headline(), Some(1.0));
        assert_eq!(measure.read_unit(row).0[1].value(), Some(2.0 / 3.0));
        assert_eq!(measure.read(row), Readings::undefined(4, NO_SUM));
    }

    proptest! {
        #[test]
        fn shares_are_those_of_plain_sets(texts in prop::collection::vec("([abc] ){0,9}", 1..6)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let found = score("distinct", &texts);
            let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split_whitespace().collect()).collect();
            for order in 1..=4 {
                let ngrams: Vec<&[&str]> = words.iter().flat_map(|text| text.windows(order)).collect();
                let distinct: BTreeSet<_> = ngrams.iter().collect();
                let share = (!ngrams.is_empty()).then(|| distinct.len() as f64 / ngrams.len() as f64);
                prop_assert_eq!(found.get(&format!("distinct{order}")), share);
            }
        }
    }
}
