#![doc = include_str!("../pages/meteor-1.5.md")]

mod align;
mod lexicon;
mod matches;
mod normalise;
mod search;
mod statistics;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally,
};
use regua_store::Store;
use regua_store::meteor::MeteorData;

use align::Aligner;
use lexicon::Lexicon;
use normalise::Normaliser;
pub use statistics::MeteorTally;
use statistics::Parameters;
use words::{Word, Words};

const PAGE: &str = include_str!("../pages/meteor-1.5.md");
const TOO_MANY: &str = "there are more than 4,194,304 possible matches to choose from";

/// What is done to a text before it is cut at its blanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Normalisation {
    /// Cut into words and signs, and lower-cased.
    #[default]
    Full,
    /// The same, with all signs left out.
    WithoutPunctuation,
    /// Lower-cased.
    LowerCase,
    /// Nothing.
    None,
}

impl Normalisation {
    const WORDS: [(&'static str, Self); 4] = [
        ("yes", Self::Full),
        ("no-punct", Self::WithoutPunctuation),
        ("lower", Self::LowerCase),
        ("no", Self::None),
    ];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, one)| *one == self).map_or("yes", |(word, _)| word)
    }
}

/// METEOR as version 1.5 of the original computes it.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::meteor15::Meteor15;
///
/// let hypotheses = ["The ferries left at noon.".into()];
/// let references = ["At noon the ferry left."];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = Meteor15::default().score(&units)?;
/// assert_eq!(score.get("chunks"), Some(3.0));
/// // Five equal words and one with an equal stem, which counts 0.6, of six.
/// assert_eq!(format!("{:.4}", score.get("recall").unwrap()), "0.9333");
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Meteor15 {
    lexicon: Lexicon,
    paraphrases: bool,
    normalisation: Normalisation,
    parameters: Parameters,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Meteor15 {
    /// Equal words and stems, without data.
    fn default() -> Self {
        let higher = ["meteor", "precision", "recall", "fmean"];
        let mut readings: Vec<_> =
            higher.into_iter().map(|name| ReadingInfo::higher(name, Scale::Unit)).collect();
        readings.push(ReadingInfo::lower("fragmentation", Scale::Unit));
        readings.push(ReadingInfo::neither("chunks", Scale::Count));
        Self {
            lexicon: Lexicon::none(),
            paraphrases: false,
            normalisation: Normalisation::default(),
            parameters: Parameters::default(),
            slots: MeteorTally::slots(),
            readings,
        }
    }
}

impl Meteor15 {
    /// The same with function words, synonyms and, if there are any,
    /// paraphrases.
    #[must_use]
    pub fn with_data(self, data: Arc<MeteorData>) -> Self {
        let paraphrases = data.has_paraphrases();
        Self { lexicon: Lexicon::of(data), paraphrases, ..self }
    }

    /// The same, looking at paraphrases only if asked for and if the data have
    /// any.
    #[must_use]
    pub fn with_paraphrases(self, paraphrases: bool) -> Self {
        let paraphrases = paraphrases && self.lexicon.may_have_paraphrases();
        Self { paraphrases, ..self }
    }

    /// The same on texts that are prepared in another way.
    #[must_use]
    pub fn with_normalisation(self, normalisation: Normalisation) -> Self {
        Self { normalisation, ..self }
    }

    /// The measure that settings describe, with data of the store.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take, or the data cannot
    /// be loaded.
    pub fn from_settings(settings: &Settings, store: &Store) -> Result<Self, Error> {
        let usual = Parameters::default();
        let lexicon = Lexicon::from_settings(settings, store)?;
        let there = lexicon.may_have_paraphrases();
        let paraphrases = settings.flag("paraphrase", there)?;
        if paraphrases && !there {
            return Err(settings.refuse("paraphrase", "yes", "no: the data have no paraphrases"));
        }
        Ok(Self {
            lexicon,
            paraphrases,
            normalisation: settings.choice("norm", &Normalisation::WORDS)?,
            parameters: Parameters {
                alpha: settings.number("alpha", usual.alpha, 0.0..=1.0)?,
                beta: settings.number("beta", usual.beta, 0.0..=10.0)?,
                gamma: settings.number("gamma", usual.gamma, 0.0..=1.0)?,
                delta: settings.number("delta", usual.delta, 0.0..=1.0)?,
            },
            ..Self::default()
        })
    }
}

impl Reader for Meteor15 {
    fn signature(&self) -> Signature {
        let Parameters { alpha, beta, gamma, delta } = self.parameters;
        Signature::new("meteor-1.5")
            .with("norm", self.normalisation.word())
            .with("data", self.lexicon.name())
            .flag("paraphrase", self.paraphrases)
            .with("alpha", alpha)
            .with("beta", beta)
            .with("gamma", gamma)
            .with("delta", delta)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let tally = MeteorTally::read(total);
        let values = self.parameters.values(&tally);
        let or = |value: f64, reason: &'static str| {
            if value.is_finite() {
                Reading::Value(value)
            } else {
                Reading::Undefined(reason.into())
            }
        };
        Readings(vec![
            Reading::Value(values.score),
            or(values.precision, "the hypotheses have no words that count"),
            or(values.recall, "the references have no words that count"),
            or(values.fmean, "a side has no words that count"),
            or(values.penalty, "no words match"),
            Reading::Value(tally.chunks as f64),
        ])
    }
}

impl Measure for Meteor15 {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let mut scorer = Scorer::new(self);
        for (unit, segment) in batch.units().iter().enumerate() {
            match scorer.best(segment) {
                Some(tally) => rows.set(unit, &tally),
                None => rows.unscored(unit, TOO_MANY),
            }
        }
        Ok(())
    }
}

/// The measure at work on a batch.
struct Scorer<'m> {
    measure: &'m Meteor15,
    words: Words<'m>,
    normaliser: Normaliser,
    aligner: Aligner,
    hypothesis: Vec<Word>,
    reference: Vec<Word>,
}

impl<'m> Scorer<'m> {
    fn new(measure: &'m Meteor15) -> Self {
        Self {
            measure,
            words: Words::new(measure.lexicon.data(), measure.paraphrases),
            normaliser: Normaliser::default(),
            aligner: Aligner::default(),
            hypothesis: Vec::new(),
            reference: Vec::new(),
        }
    }

    /// The statistics against the reference with the best score, the first one
    /// of several; nothing if one of them cannot be aligned.
    fn best(&mut self, segment: &Segment<'_>) -> Option<MeteorTally> {
        let text = self.prepare(segment.hypothesis());
        self.hypothesis.clear();
        self.words.cut(&text, &mut self.hypothesis);
        let mut best = (-1.0, MeteorTally::default());
        for reference in segment.references {
            let text = self.prepare(reference);
            self.reference.clear();
            self.words.cut(&text, &mut self.reference);
            let tally = self.aligner.align(&self.hypothesis, &self.reference, &self.words)?;
            let score = self.measure.parameters.values(&tally).score;
            if score > best.0 {
                best = (score, tally);
            }
        }
        Some(best.1)
    }

    /// The text as it will be cut at its blanks. The original takes the blanks
    /// and control characters around a text off first.
    fn prepare(&mut self, text: &str) -> String {
        let text = text.trim_matches(|character| character <= ' ');
        let data = self.measure.lexicon.data();
        match self.measure.normalisation {
            Normalisation::Full => self.normaliser.normalise(text, data, true).to_lowercase(),
            Normalisation::WithoutPunctuation => {
                self.normaliser.normalise(text, data, false).to_lowercase()
            }
            Normalisation::LowerCase => text.to_lowercase(),
            Normalisation::None => text.to_owned(),
        }
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry, store: &Store) -> Result<(), Error> {
    let store = store.clone();
    registry.add(
        Entry::new("meteor-1.5", move |settings| Meteor15::from_settings(settings, &store))
            .explained("METEOR 1.5: words, stems, synonyms and paraphrases, and their order", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )
}
