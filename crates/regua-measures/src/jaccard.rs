#![doc = include_str!("pages/jaccard.md")]

use std::sync::Arc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::ngrams::NgramNumbers;
use regua_text::tokenise::Tokeniser;

use crate::shared::{self, Case, Cut};

const HIGHEST_ORDER: usize = 9;

regua_core::tally! {
    /// What a segment contributes to the Jaccard index.
    pub struct JaccardTally {
        /// Segments.
        segments: count,
        /// Share of n-grams that both texts have.
        jaccard: real,
        /// Share of n-grams that one of them lacks.
        distance: real,
    }
}

/// The Jaccard index of the sets of n-grams.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::jaccard::Jaccard;
///
/// let hypothesis = ["red boats and red sails".into()];
/// let references = ["red sails and blue boats"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "jaccard".parse::<Jaccard>()?.score(&segments)?;
/// assert_eq!(score.get("jaccard"), Some(4.0 / 5.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Jaccard {
    order: usize,
    tokeniser: Arc<dyn Tokeniser>,
    case: Case,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Jaccard {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            order: settings.number("order", 1, 1..=HIGHEST_ORDER)?,
            tokeniser: shared::tokeniser(settings, "none")?,
            case: settings.choice("case", &Case::WORDS)?,
            slots: JaccardTally::slots(),
            readings: vec![
                ReadingInfo::higher("jaccard", Scale::Unit),
                ReadingInfo::lower("distance", Scale::Unit),
            ],
        })
    }
}

impl std::str::FromStr for Jaccard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let jaccard = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(jaccard)
    }
}

impl Reader for Jaccard {
    fn signature(&self) -> Signature {
        Signature::new("jaccard")
            .with("order", self.order)
            .with("tok", self.tokeniser.name())
            .with("case", self.case.word())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = JaccardTally::read(total);
        [total.jaccard, total.distance]
            .into_iter()
            .map(|sum| Reading::ratio(sum, total.segments as f64, "there is no segment"))
            .collect()
    }
}

impl Measure for Jaccard {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = Cut::new(&*self.tokeniser).case(self.case).ids(batch);
        let mut sets = Sets::default();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let pairs = ids.references(unit);
            let overlaps = pairs.map(|reference| sets.overlap(hypothesis, reference, self.order));
            let overlaps = overlaps.filter(|overlap| overlap.all > 0);
            let best = overlaps.reduce(|best, next| {
                if next.both * best.all > best.both * next.all { next } else { best }
            });
            match best {
                Some(Overlap { both, all }) => rows.set(
                    unit,
                    &JaccardTally {
                        segments: 1,
                        jaccard: both as f64 / all as f64,
                        distance: (all - both) as f64 / all as f64,
                    },
                ),
                None => rows.unscored(unit, "no text has an n-gram of this order"),
            }
        }
        Ok(())
    }
}

/// How many distinct n-grams two texts have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Overlap {
    /// In common.
    both: u128,
    /// In either.
    all: u128,
}

/// Memory for sets of n-grams.
#[derive(Debug, Default)]
struct Sets {
    numbers: NgramNumbers,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    seen: Vec<bool>,
}

impl Sets {
    fn overlap(&mut self, hypothesis: &[u32], reference: &[u32], order: usize) -> Overlap {
        self.numbers.clear();
        self.numbers.first(hypothesis, &mut self.hypothesis);
        let mut ours = self.numbers.len();
        self.numbers.first(reference, &mut self.reference);
        for shorter in 1..order {
            let [ours_on, theirs_on] =
                [hypothesis, reference].map(|text| text.get(shorter..).unwrap_or_default());
            self.numbers.clear();
            self.numbers.longer(ours_on, &mut self.hypothesis);
            ours = self.numbers.len();
            self.numbers.longer(theirs_on, &mut self.reference);
        }
        // The hypothesis was numbered first: its n-grams are those below `ours`.
        self.seen.clear();
        self.seen.resize(ours, false);
        let mut both = 0;
        for &ngram in &self.reference {
            if let Some(seen) = self.seen.get_mut(ngram as usize) {
                both += u128::from(!*seen);
                *seen = true;
            }
        }
        Overlap { both, all: self.numbers.len() as u128 }
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "distinct words in common, among all distinct words";
    registry.add(
        Entry::new("jaccard", Jaccard::from_settings)
            .explained(summary, include_str!("pages/jaccard.md"))
            .looks_at(&["adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Hypothesis, MeasureExt, Segment};
    use regua_text::ngrams::count;

    use super::*;

    fn jaccard(settings: &str, output: &str, references: &[&str]) -> Option<f64> {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        let measure: Jaccard = format!("jaccard({settings})").parse().unwrap();
        measure.score(&segments).unwrap().get("jaccard")
    }

    #[test]
    fn repeated_words_count_once() {
        assert_eq!(jaccard("", "no no no maybe", &["maybe no"]), Some(1.0));
        assert_eq!(jaccard("order=2", "no no no maybe", &["maybe no no"]), Some(1.0 / 3.0));
    }

    #[test]
    fn the_closest_reference_counts() {
        assert_eq!(jaccard("", "a b c", &["", "a x", "a b c d"]), Some(3.0 / 4.0));
        assert_eq!(jaccard("case=lower", "A", &["b", "a"]), Some(1.0));
    }

    #[test]
    fn without_any_word_there_is_no_index() {
        let segments = [Segment { hypotheses: &["".into()], references: &["", " "], source: None }];
        let rows = "jaccard".parse::<Jaccard>().unwrap().rows(&segments).unwrap();
        insta::assert_snapshot!(rows.row(0).unwrap_err(), @"no text has an n-gram of this order");
        assert_eq!(jaccard("", "", &["a"]), Some(0.0));
    }

    proptest! {
        #[test]
        fn overlaps_are_those_of_plain_sets(
            left in prop::collection::vec(0..4_u32, 0..20),
            right in prop::collection::vec(0..4_u32, 0..20),
            order in 1..5_usize,
        ) {
            let [ours, theirs] = [&left, &right].map(|text| count(text, order));
            let both = ours.keys().filter(|ngram| theirs.contains_key(*ngram)).count();
            let all = ours.len() + theirs.len() - both;
            let expected = Overlap { both: both as u128, all: all as u128 };
            prop_assert_eq!(Sets::default().overlap(&left, &right, order), expected);
        }
    }
}
