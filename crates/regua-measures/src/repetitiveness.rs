#![doc = include_str!("pages/repetitiveness.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};

use crate::known_ngrams::KnownNgrams;
use crate::shared::Case;
use crate::shares::Shares;
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("pages/repetitiveness.md");
pub(crate) const DEFAULT_ORDER: usize = 4;
pub(crate) const HIGHEST_ORDER: usize = 9;

/// Whose idea of repetition or of novelty is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    /// Shares of all n-grams.
    Ngrams,
    /// Shares of different n-grams, as in `SummEval`.
    SummEval,
    /// Words, as in the library BLANCHE.
    Blanche,
}

impl Variant {
    pub(crate) const WORDS: [(&'static str, Self); 3] =
        [("ngrams", Self::Ngrams), ("summeval", Self::SummEval), ("blanche", Self::Blanche)];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Ngrams => "ngrams",
            Self::SummEval => "summeval",
            Self::Blanche => "blanche",
        }
    }

    /// The highest order of n-grams; BLANCHE knows words only.
    pub(crate) fn order(self, settings: &Settings) -> Result<usize, Error> {
        match self {
            Self::Blanche => Ok(1),
            _ => settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER),
        }
    }

    pub(crate) fn signature(self, name: &str, order: usize) -> Signature {
        let signature = Signature::new(name).with("variant", self.word());
        match self {
            Self::Blanche => signature,
            _ => signature.with("order", order),
        }
    }
}

/// How much of each text was in it before.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::repetitiveness::Repetitiveness;
///
/// let hypotheses = ["very good and very good indeed".into()];
/// let segments = [Segment { hypotheses: &hypotheses, ..Segment::default() }];
/// let score = "repetitiveness".parse::<Repetitiveness>()?.score(&segments)?;
/// assert_eq!(score.get("rep1"), Some(2.0 / 6.0));
/// assert_eq!(score.get("rep2"), Some(1.0 / 5.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Repetitiveness {
    variant: Variant,
    order: usize,
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Repetitiveness {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let variant = settings.choice("variant", &Variant::WORDS)?;
        let order = variant.order(settings)?;
        let words = WordSettings::from_settings(settings, Case::Mixed)?;
        let (slots, readings) = match variant {
            Variant::Blanche => (
                vec![Slot::count("repetitions"), Slot::count("segments")],
                vec![ReadingInfo::lower("repetitiveness", Scale::Open)],
            ),
            _ => (
                Shares::slots("repeated", "total", order),
                Shares::infos("repetitiveness", "rep", order, |name| {
                    ReadingInfo::lower(name, Scale::Unit)
                }),
            ),
        };
        Ok(Self { variant, order, words, slots, readings })
    }

    /// What repeats in one text.
    fn shares(&self, text: &[u32], seen: &mut Seen) -> Shares {
        seen.numbers.clear();
        seen.times.clear();
        let times = &mut seen.times;
        seen.numbers.add(text, self.order, |order, number, is_new| {
            if is_new {
                times.push((order, 1_u32));
            } else {
                let (_, before) = &mut times[number as usize];
                *before = before.saturating_add(1);
            }
        });
        let mut shares = Shares::none(self.order);
        for &(order, times) in &*times {
            match self.variant {
                Variant::Ngrams => {
                    shares.counted[order] += i64::from(times) - 1;
                    shares.all[order] += i64::from(times);
                }
                Variant::SummEval | Variant::Blanche => {
                    shares.counted[order] += i64::from(times > 1);
                    shares.all[order] += 1;
                }
            }
        }
        if self.variant == Variant::Blanche {
            shares = Shares { counted: vec![shares.counted[0] + text.len() as i64], all: vec![1] };
        }
        shares
    }
}

/// What was seen of a text so far; memory is kept from one to the next.
#[derive(Debug, Default)]
struct Seen {
    numbers: KnownNgrams,
    /// By number, the order of an n-gram and how often it occurs.
    times: Vec<(usize, u32)>,
}

from_text!(Repetitiveness);

impl Reader for Repetitiveness {
    fn signature(&self) -> Signature {
        self.words.signature(self.variant.signature("repetitiveness", self.order))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = Shares::read(total, self.order);
        match self.variant {
            Variant::Blanche => {
                let [sum, segments] = [total.counted[0], total.all[0]].map(|count| count as f64);
                [Reading::ratio(sum, segments, "there are no segments")].into_iter().collect()
            }
            _ => total.readings(),
        }
    }
}

impl Measure for Repetitiveness {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        let mut seen = Seen::default();
        for unit in 0..rows.len() {
            rows.set(unit, &self.shares(ids.hypothesis(unit), &mut seen));
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
        Entry::new("repetitiveness", Repetitiveness::from_settings)
            .explained("the share of n-grams that the same text had before", PAGE)
            .looks_at(&["redundancy"]),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{MeasureExt, Score, Segment};

    use super::*;

    fn score(measure: &str, texts: &[&str]) -> Score {
        let hypotheses: Vec<_> = texts.iter().map(|&text| [text.into()]).collect();
        let units: Vec<Segment<'_>> = hypotheses
            .iter()
            .map(|hypotheses| Segment { hypotheses, ..Segment::default() })
            .collect();
        measure.parse::<Repetitiveness>().unwrap().score(&units).unwrap()
    }

    #[test]
    fn the_second_time_counts_and_the_first_does_not() {
        let score = score("repetitiveness", &["on and on and on"]);
        let expected = [(1, 3.0 / 5.0), (2, 2.0 / 4.0), (3, 1.0 / 3.0), (4, 0.0)];
        for (order, share) in expected {
            assert_eq!(score.get(&format!("rep{order}")), Some(share));
        }
        assert_eq!(score.get("repetitiveness"), Some(6.0 / 14.0));
    }

    #[test]
    fn in_summeval_different_ngrams_are_counted() {
        let score = score("repetitiveness(variant=summeval,order=2)", &["on and on and on"]);
        assert_eq!((score.get("rep1"), score.get("rep2")), (Some(1.0), Some(1.0)));
    }

    #[test]
    fn in_blanche_words_are_added_to_those_that_repeat() {
        let texts = ["on and on and on", "calm sea"];
        let score = score("repetitiveness(variant=blanche)", &texts);
        assert_eq!(score.get("repetitiveness"), Some((5.0 + 2.0 + 2.0) / 2.0));
    }

    #[test]
    fn nothing_repeats_in_an_empty_text() {
        assert_eq!(score("repetitiveness", &[""]).get("repetitiveness"), None);
        assert_eq!(score("repetitiveness", &["one two"]).get("rep4"), None);
    }

    #[test]
    fn blanche_has_no_orders() {
        let error = "repetitiveness(variant=blanche,order=2)".parse::<Repetitiveness>();
        insta::assert_snapshot!(error.unwrap_err(), @"`repetitiveness` has no setting `order`");
    }

    proptest! {
        #[test]
        fn the_share_of_an_order_is_that_of_the_plain_formula(text in "([ab] ){1,20}") {
            let score = score("repetitiveness", &[&text]);
            let words: Vec<&str> = text.split_whitespace().collect();
            for order in 1..=4 {
                let ngrams: Vec<&[&str]> = words.windows(order).collect();
                let repeated = (0..ngrams.len()).filter(|&at| ngrams[..at].contains(&ngrams[at])).count();
                let share = (!ngrams.is_empty()).then(|| repeated as f64 / ngrams.len() as f64);
                prop_assert_eq!(score.get(&format!("rep{order}")), share);
            }
        }
    }
}
