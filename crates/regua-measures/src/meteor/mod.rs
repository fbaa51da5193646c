#![doc = include_str!("../pages/meteor.md")]

mod align;
mod formula;
mod greedy;
pub mod nltk;
#[cfg(test)]
mod plain;
mod pool;
mod stemmer;
mod thesaurus;
mod vocabulary;

use std::sync::Arc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally,
};
use regua_store::{Store, Synonyms};
use regua_text::tokenise::Mteval13a;

use self::align::{Aligned, Aligner};
use self::formula::Counts;
pub use self::formula::Parameters;
use self::pool::Pool;
use self::stemmer::Stemmer;
use self::thesaurus::Thesaurus;
use self::vocabulary::{Reading as TextReading, Vocabulary};
use crate::shared::{self, Case};

const PAGE: &str = include_str!("../pages/meteor.md");
/// How many pairs of words (words of the hypothesis times words of the
/// reference) are aligned: more would take minutes.
const MOST_CELLS: usize = 1 << 28;

regua_core::tally! {
    /// What one segment contributes, with its best reference.
    pub struct MeteorTally {
        /// Words of the hypothesis.
        hyp_len: count,
        /// Words of the reference.
        ref_len: count,
        /// Words aligned with equal words.
        exact: count,
        /// Words aligned with words of the same stem.
        stem: count,
        /// Words aligned with synonyms.
        synonym: count,
        /// Runs of aligned words.
        chunks: count,
        /// Whether there may be an alignment with fewer crossings.
        approximate: count,
    }
}

impl MeteorTally {
    fn of(aligned: Aligned, hypothesis: &[u32], reference: &[u32]) -> Self {
        Self {
            hyp_len: hypothesis.len() as i64,
            ref_len: reference.len() as i64,
            exact: aligned.exact as i64,
            stem: aligned.stem as i64,
            synonym: aligned.synonym as i64,
            chunks: aligned.chunks,
            approximate: i64::from(aligned.approximate),
        }
    }

    fn counts(&self) -> Counts {
        Counts {
            matches: self.exact + self.stem + self.synonym,
            hypothesis: self.hyp_len,
            reference: self.ref_len,
            chunks: self.chunks,
        }
    }
}

/// METEOR as its papers describe it.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::meteor::Meteor;
///
/// let hypotheses = ["Yesterday we walked home".into()];
/// let references = ["we walk home yesterday"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = Meteor::default().score(&units)?;
/// assert_eq!((score.get("exact"), score.get("stem")), (Some(3.0), Some(1.0)));
/// assert_eq!(score.get("meteor"), Some(1.0 - 0.5 * 0.5_f64.powi(3)));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Meteor {
    parameters: Parameters,
    reading: TextReading,
    thesaurus: Thesaurus,
    workshops: Pool<Workshop>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Meteor {
    fn default() -> Self {
        let reading = TextReading {
            tokeniser: Arc::new(Mteval13a),
            case: Case::Lower,
            stemmer: Stemmer::Porter,
        };
        Self::new(Parameters::default(), reading, Thesaurus::none())
    }
}

impl Meteor {
    fn new(parameters: Parameters, reading: TextReading, thesaurus: Thesaurus) -> Self {
        let mut slots = MeteorTally::slots();
        if let Some(approximate) = slots.last_mut() {
            *approximate = Slot::diagnostic(
                "approximate",
                "segments were aligned with few crossings, perhaps not the fewest",
            );
        }
        let mut readings = vec![
            ReadingInfo::higher("meteor", Scale::Unit),
            ReadingInfo::higher("precision", Scale::Unit),
            ReadingInfo::higher("recall", Scale::Unit),
            ReadingInfo::higher("fmean", Scale::Unit),
            ReadingInfo::lower("penalty", Scale::Unit),
        ];
        let modules = ["exact", "stem", "synonym"];
        readings.extend(modules.map(|module| ReadingInfo::neither(module, Scale::Count)));
        Self { parameters, reading, thesaurus, workshops: Pool::default(), slots, readings }
    }

    /// The same with these synonyms.
    #[must_use]
    pub fn with_synonyms(self, synonyms: Arc<dyn Synonyms>) -> Self {
        Self::new(self.parameters, self.reading, Thesaurus::of(synonyms))
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self::new(parameters, self.reading, self.thesaurus)
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take, or synonyms are
    /// asked for that are not there.
    pub fn from_settings(settings: &Settings, store: &Store) -> Result<Self, Error> {
        let parameters = Parameters::from_settings(settings)?;
        let reading = TextReading {
            tokeniser: shared::tokeniser(settings, "13a")?,
            case: settings.choice("case", &[Case::WORDS[1], Case::WORDS[0]])?,
            stemmer: Stemmer::from_settings(settings)?,
        };
        Ok(Self::new(parameters, reading, Thesaurus::from_settings(settings, store)?))
    }

    fn workshop(&self) -> Workshop {
        let synonyms = self.thesaurus.synonyms().cloned();
        Workshop {
            vocabulary: Vocabulary::new(self.reading.clone(), synonyms),
            aligner: Aligner::default(),
            hypothesis: Vec::new(),
            reference: Vec::new(),
        }
    }
}

impl Reader for Meteor {
    fn signature(&self) -> Signature {
        self.parameters
            .signature(Signature::new("meteor"))
            .with("case", self.reading.case.word())
            .with("tok", self.reading.tokeniser.name())
            .with("stem", self.reading.stemmer.name())
            .with("syn", self.thesaurus.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = MeteorTally::read(total);
        let counts = total.counts();
        if counts.reference == 0 {
            return Readings::undefined(self.readings.len(), "the references have no words");
        }
        let matches = counts.matches as f64;
        let penalty = self.parameters.penalty(counts);
        [
            Reading::from(self.parameters.score(counts)),
            Reading::ratio(matches, counts.hypothesis as f64, "the hypotheses have no words"),
            Reading::from(matches / counts.reference as f64),
            Reading::from(self.parameters.mean(counts)),
            penalty.map_or(Reading::Undefined("no word matches".into()), Reading::from),
            Reading::from(total.exact as f64),
            Reading::from(total.stem as f64),
            Reading::from(total.synonym as f64),
        ]
        .into_iter()
        .collect()
    }
}

impl Measure for Meteor {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let work = |workshop: &mut Workshop| {
            for (unit, segment) in batch.units().iter().enumerate() {
                workshop.start(segment.hypothesis());
                let mut best: Option<(f64, MeteorTally)> = None;
                let mut too_long = false;
                for reference in segment.references {
                    let Some(tally) = workshop.compare(reference) else {
                        too_long = true;
                        break;
                    };
                    let score = self.parameters.score(tally.counts());
                    // A reference without words gives no reading: any other one is better.
                    let is_better = best.is_none_or(|(best, before)| {
                        score > best || (before.ref_len == 0 && tally.ref_len > 0)
                    });
                    if is_better {
                        best = Some((score, tally));
                    }
                }
                if too_long {
                    rows.unscored(unit, "the texts are too long to be aligned");
                } else {
                    rows.set(unit, &best.map(|(_, tally)| tally).unwrap_or_default());
                }
            }
        };
        self.workshops.lend(|| self.workshop(), work);
        Ok(())
    }
}

/// What a thread needs to measure.
#[derive(Debug)]
struct Workshop {
    vocabulary: Vocabulary,
    aligner: Aligner,
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
}

impl Workshop {
    fn start(&mut self, hypothesis: &str) {
        self.vocabulary.start_unit();
        self.vocabulary.read(hypothesis, &mut self.hypothesis);
    }

    /// What a reference comes to; nothing if that would take too long.
    fn compare(&mut self, reference: &str) -> Option<MeteorTally> {
        self.vocabulary.read(reference, &mut self.reference);
        let (hypothesis, reference) = (&self.hypothesis, &self.reference);
        if hypothesis.len().saturating_mul(reference.len()) > MOST_CELLS {
            return None;
        }
        let aligned = self.aligner.align(&mut self.vocabulary, hypothesis, reference);
        Some(MeteorTally::of(aligned, hypothesis, reference))
    }
}

/// Adds both measures to a registry; they look for synonyms in the store.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry, store: &Store) -> Result<(), Error> {
    let meteor_store = store.clone();
    registry.add(
        Entry::new("meteor", move |settings| Meteor::from_settings(settings, &meteor_store))
            .explained("aligned words, stems and synonyms, and how scattered they are", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )?;
    nltk::register(registry, store)
}

#[cfg(test)]
mod tests {
    use regua_core::{Hypothesis, MeasureExt, Score, Segment};

    use super::thesaurus::testing::Table;
    use super::*;

    fn measure(text: &str) -> Meteor {
        let settings = Settings::new(&text.parse().unwrap());
        let measure = Meteor::from_settings(&settings, &Store::nowhere()).unwrap();
        settings.finish().unwrap();
        measure
    }

    fn score(measure: &Meteor, units: &[(&str, &[&str])]) -> Score {
        let hypotheses: Vec<[Hypothesis<'_>; 1]> =
            units.iter().map(|(text, _)| [(*text).into()]).collect();
        let segments: Vec<Segment<'_>> = units
            .iter()
            .zip(&hypotheses)
            .map(|((_, references), hypotheses)| Segment { hypotheses, references, source: None })
            .collect();
        measure.score(&segments).unwrap()
    }

    #[test]
    fn a_word_inserted_into_the_reference_splits_the_text_in_two() {
        let output = "we heard music from upstairs again";
        let reference = "we heard music from somewhere upstairs again";
        let score = score(&Meteor::default(), &[(output, &[reference])]);
        assert_eq!(format!("{:.6}", score.get("meteor").unwrap()), "0.853462");
        assert_eq!(score.get("precision"), Some(1.0));
        assert_eq!(score.get("recall"), Some(6.0 / 7.0));
        assert_eq!(score.get("penalty"), Some(0.5 * (2.0_f64 / 6.0).powf(3.0)));
    }

    #[test]
    fn the_second_of_two_equal_words_is_taken_where_that_crosses_less() {
        let units: [(&str, &[&str]); 1] = [("in the box", &["the lid in the box"])];
        let score = score(&Meteor::default(), &units);
        assert_eq!(score.get("penalty"), Some(0.5 * (1.0_f64 / 3.0).powf(3.0)));
    }

    #[test]
    fn stems_and_synonyms_match_what_equal_words_leave() {
        let measure = Meteor::default().with_synonyms(Table::of(&["car automobile", "quick fast"]));
        let units: [(&str, &[&str]); 1] = [("fast cars raced", &["quick automobiles race"])];
        let score = score(&measure, &units);
        let read = |name| score.get(name).unwrap();
        assert_eq!((read("exact"), read("stem"), read("synonym")), (0.0, 1.0, 2.0));
        assert!(score.signature.to_string().contains("|stem:porter|syn:table#1|"));
    }

    #[test]
    fn portuguese_has_its_own_stems() {
        let units: [(&str, &[&str]); 1] = [("as meninas cantavam", &["a menina cantava"])];
        assert_eq!(score(&measure("meteor(stem=snowball-pt)"), &units).get("stem"), Some(2.0));
        assert_eq!(score(&measure("meteor(stem=none)"), &units).get("stem"), Some(0.0));
    }

    #[test]
    fn the_corpus_reads_summed_matches_and_chunks() {
        let units: [(&str, &[&str]); 2] = [("a b", &["a b c d"]), ("x", &["y"])];
        let parameters = Parameters::default();
        let counts = Counts { matches: 2, hypothesis: 3, reference: 5, chunks: 1 };
        let score = score(&Meteor::default(), &units);
        assert_eq!(score.get("meteor"), Some(parameters.score(counts)));
    }

    #[test]
    fn no_match_reads_zero_and_a_reference_without_words_reads_nothing() {
        let no_match: [(&str, &[&str]); 1] = [("a", &["b"])];
        let found = score(&Meteor::default(), &no_match);
        assert_eq!((found.get("meteor"), found.get("penalty")), (Some(0.0), None));
        let no_output: [(&str, &[&str]); 1] = [("", &["b"])];
        let found = score(&Meteor::default(), &no_output);
        assert_eq!((found.get("meteor"), found.get("precision")), (Some(0.0), None));
        let no_words: [(&str, &[&str]); 1] = [("a", &[" "])];
        assert_eq!(score(&Meteor::default(), &no_words).get("meteor"), None);
        let one_without: [(&str, &[&str]); 1] = [("a", &["", "b"])];
        assert_eq!(score(&Meteor::default(), &one_without).get("meteor"), Some(0.0));
    }

    #[test]
    fn every_setting_is_in_the_signature() {
        let signature = measure("meteor(case=mixed,tok=none,beta=2)").signature().to_string();
        let expected =
            "meteor|alpha:0.9|beta:2|gamma:0.5|case:mixed|tok:none|stem:porter|syn:none|";
        assert!(signature.starts_with(expected), "{signature}");
    }
}
