#![doc = include_str!("../pages/meteor-nltk.md")]

use std::sync::Arc;

use regua_core::mean::Mean;
use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};
use regua_store::{Store, Synonyms};
use regua_text::tokenise::Pretokenised;

use super::formula::{Counts, Parameters};
use super::greedy::Greedy;
use super::pool::Pool;
use super::stemmer::Stemmer;
use super::thesaurus::Thesaurus;
use super::vocabulary::{Reading as TextReading, Vocabulary};
use crate::shared::Case;

const PAGE: &str = include_str!("../pages/meteor-nltk.md");

regua_core::tally! {
    /// What one segment comes to with its best reference.
    struct NltkTally {
        /// Aligned words.
        matches: count,
        /// Words of the hypothesis.
        hyp_len: count,
        /// Words of the reference.
        ref_len: count,
        /// Runs of aligned words.
        chunks: count,
    }
}

impl NltkTally {
    fn of(counts: Counts) -> Self {
        let Counts { matches, hypothesis, reference, chunks } = counts;
        Self { matches, hyp_len: hypothesis, ref_len: reference, chunks }
    }

    fn counts(&self) -> Counts {
        let Self { matches, hyp_len, ref_len, chunks } = *self;
        Counts { matches, hypothesis: hyp_len, reference: ref_len, chunks }
    }
}

/// The mean of NLTK's METEOR.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::meteor::nltk::NltkMeteor;
///
/// let hypotheses = ["The boats were sailing home".into()];
/// let references = ["the boat was sailing home"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = NltkMeteor::default().score(&units)?;
/// assert_eq!(format!("{:.3}", score.get("mean").unwrap_or_default()), "0.750");
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NltkMeteor {
    mean: Mean<SegmentMeteor>,
    segment: SegmentMeteor,
}

impl Default for NltkMeteor {
    fn default() -> Self {
        Self::of(SegmentMeteor::new(Parameters::default(), Thesaurus::none()))
    }
}

impl NltkMeteor {
    fn of(segment: SegmentMeteor) -> Self {
        Self { mean: Mean::new(segment.clone()), segment }
    }

    /// The same with these synonyms.
    #[must_use]
    pub fn with_synonyms(self, synonyms: Arc<dyn Synonyms>) -> Self {
        Self::of(SegmentMeteor::new(self.segment.parameters, Thesaurus::of(synonyms)))
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self::of(SegmentMeteor::new(parameters, self.segment.thesaurus))
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take, or synonyms are
    /// asked for that are not there.
    pub fn from_settings(settings: &Settings, store: &Store) -> Result<Self, Error> {
        let parameters = Parameters::from_settings(settings)?;
        Ok(Self::of(SegmentMeteor::new(parameters, Thesaurus::from_settings(settings, store)?)))
    }
}

impl Reader for NltkMeteor {
    fn signature(&self) -> Signature {
        // Not that of the mean: this measure is a mean by its name.
        self.segment.signature()
    }

    fn slots(&self) -> &[Slot] {
        self.mean.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.mean.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.mean.read(total)
    }
}

impl Measure for NltkMeteor {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        self.mean.needs()
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        self.mean.tally(batch, rows)
    }
}

/// NLTK's METEOR of one segment.
#[derive(Debug, Clone)]
struct SegmentMeteor {
    parameters: Parameters,
    thesaurus: Thesaurus,
    workshops: Pool<Workshop>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl SegmentMeteor {
    fn new(parameters: Parameters, thesaurus: Thesaurus) -> Self {
        Self {
            parameters,
            thesaurus,
            workshops: Pool::default(),
            slots: NltkTally::slots(),
            readings: vec![ReadingInfo::higher("meteor", Scale::Unit)],
        }
    }

    fn workshop(&self) -> Workshop {
        let reading = TextReading {
            tokeniser: Arc::new(Pretokenised),
            case: Case::Lower,
            stemmer: Stemmer::Porter,
        };
        Workshop {
            vocabulary: Vocabulary::new(reading, self.thesaurus.synonyms().cloned()),
            greedy: Greedy::default(),
            hypothesis: Vec::new(),
            reference: Vec::new(),
        }
    }
}

impl Reader for SegmentMeteor {
    fn signature(&self) -> Signature {
        self.parameters.signature(Signature::new("meteor-nltk")).with("syn", self.thesaurus.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [self.parameters.score(NltkTally::read(total).counts())].into_iter().collect()
    }
}

impl Measure for SegmentMeteor {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        self.workshops.lend(
            || self.workshop(),
            |workshop| {
                for (unit, segment) in batch.units().iter().enumerate() {
                    workshop.start(segment.hypothesis());
                    let all = segment.references.iter().map(|text| workshop.compare(text));
                    let scored = all.map(|counts| (self.parameters.score(counts), counts));
                    let best =
                        scored.reduce(|best, next| if next.0 > best.0 { next } else { best });
                    let counts = best.map(|(_, counts)| counts).unwrap_or_default();
                    rows.set(unit, &NltkTally::of(counts));
                }
            },
        );
        Ok(())
    }
}

/// What a thread needs to measure.
#[derive(Debug)]
struct Workshop {
    vocabulary: Vocabulary,
    greedy: Greedy,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
}

impl Workshop {
    fn start(&mut self, hypothesis: &str) {
        self.vocabulary.start_unit();
        self.vocabulary.read(hypothesis, &mut self.hypothesis);
    }

    fn compare(&mut self, reference: &str) -> Counts {
        self.vocabulary.read(reference, &mut self.reference);
        self.greedy.align(&mut self.vocabulary, &self.hypothesis, &self.reference)
    }
}

pub(super) fn register(registry: &mut Registry, store: &Store) -> Result<(), Error> {
    let store = store.clone();
    registry.add(
        Entry::new("meteor-nltk", move |settings| NltkMeteor::from_settings(settings, &store))
            .explained("the mean of NLTK's METEOR: words, stems and synonyms, in their order", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests {
    use proptest::prelude::*;
    use regua_core::{MeasureExt, Segment};

    use super::super::plain::nltk_counts;
    use super::super::thesaurus::testing::Table;
    use super::*;

    const SETS: [&str; 4] = ["car auto", "race car run", "big larg", "b c d"];

    fn meteor(measure: &NltkMeteor, output: &str, references: &[&str]) -> f64 {
        let hypotheses = [output.into()];
        let unit = Segment { hypotheses: &hypotheses, references, source: None };
        measure.score(&[unit]).unwrap().get("mean").unwrap()
    }

    #[test]
    fn one_word_reads_a_half_and_five_in_a_row_0_996() {
        let measure = NltkMeteor::default();
        assert_eq!(meteor(&measure, "Hello", &["hello"]), 0.5);
        let text = "rain fell on dry ground";
        assert_eq!(meteor(&measure, text, &[text]), 0.996);
    }

    #[test]
    fn texts_without_a_match_or_without_words_read_zero() {
        let measure = NltkMeteor::default();
        for (output, reference) in [("a b", "c d"), ("", "c"), ("c", ""), ("", "")] {
            assert_eq!(meteor(&measure, output, &[reference]), 0.0);
        }
    }

    #[test]
    fn the_best_reference_counts() {
        let measure = NltkMeteor::default();
        let alone = meteor(&measure, "a quiet lake", &["a quiet lake"]);
        assert_eq!(meteor(&measure, "a quiet lake", &["lake", "a quiet lake", "x"]), alone);
    }

    #[test]
    fn synonyms_are_looked_up_by_stems() {
        let plain = NltkMeteor::default();
        let measure = NltkMeteor::default().with_synonyms(Table::of(&SETS));
        assert_eq!(meteor(&plain, "cars", &["auto"]), 0.0);
        assert_eq!(meteor(&measure, "cars", &["autos"]), 0.5);
        assert_eq!(meteor(&measure, "large", &["big"]), 0.5);
        assert_eq!(meteor(&measure, "big", &["large"]), 0.5);
    }

    #[test]
    fn every_setting_is_in_the_signature() {
        let settings = Settings::new(&"meteor-nltk(gamma=0.25,syn=none)".parse().unwrap());
        let measure = NltkMeteor::from_settings(&settings, &Store::nowhere()).unwrap();
        let signature = measure.signature().to_string();
        assert!(
            signature.starts_with("meteor-nltk|alpha:0.9|beta:3|gamma:0.25|syn:none|"),
            "{signature}"
        );
        assert_eq!(meteor(&measure, "a", &["a"]), 0.75);
        let synonyms = NltkMeteor::default().with_synonyms(Table::of(&SETS)).signature();
        assert!(synonyms.to_string().contains("|syn:table#1|"));
    }

    proptest! {
        #[test]
        fn alignments_are_those_of_the_plain_loops(
            hypothesis in "((a|b|c|d|run|runs|car|cars|auto|race|big|large) ){0,14}",
            reference in "((a|b|c|d|run|runs|car|cars|auto|race|big|large) ){0,14}",
        ) {
            let synonyms = Table::of(&SETS);
            for synonyms in [None, Some(&synonyms)] {
                let thesaurus = synonyms.map_or_else(Thesaurus::none, |one| Thesaurus::of(one.clone()));
                let mut workshop = SegmentMeteor::new(Parameters::default(), thesaurus).workshop();
                workshop.start(&hypothesis);
                let expected = nltk_counts(&hypothesis, &reference, synonyms);
                prop_assert_eq!(workshop.compare(&reference), expected);
                prop_assert_eq!(workshop.compare(&reference), expected);
            }
        }
    }
}
