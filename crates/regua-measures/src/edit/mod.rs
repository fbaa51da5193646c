//! Error rates: edits that turn the reference into the hypothesis.
//!
//! Five readings of one alignment: `wer`, `mer`, `wil` and `wip` by words,
//! `cer` by characters.
//!
#![doc = include_str!("../pages/wer.md")]
#![doc = include_str!("../pages/cer.md")]
#![doc = include_str!("../pages/mer.md")]
#![doc = include_str!("../pages/word-information.md")]

mod counts;
mod numbers;
pub(crate) mod words;

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::levenshtein::EditCounts;

use self::counts::Characters;
use self::words::Words;
use crate::shared::Case;

regua_core::tally! {
    /// What an alignment contributes to error rates.
    pub struct EditTally {
        /// Tokens that are the same in both.
        hits: count,
        /// Tokens that are another in the hypothesis.
        substitutions: count,
        /// Tokens of the reference that the hypothesis lacks.
        deletions: count,
        /// Tokens of the hypothesis that the reference lacks.
        insertions: count,
    }
}

impl EditTally {
    /// All edits.
    pub fn errors(&self) -> i64 {
        self.substitutions + self.deletions + self.insertions
    }

    /// How many tokens the reference has.
    pub fn reference(&self) -> i64 {
        self.hits + self.substitutions + self.deletions
    }

    /// How many tokens the hypothesis has.
    pub fn hypothesis(&self) -> i64 {
        self.hits + self.substitutions + self.insertions
    }

    /// Hits among the words of both texts, multiplied.
    fn preserved(&self) -> f64 {
        if self.hypothesis() == 0 {
            return 0.0;
        }
        let hits = self.hits as f64;
        (hits / self.reference() as f64) * (hits / self.hypothesis() as f64)
    }
}

impl From<EditCounts> for EditTally {
    fn from(counts: EditCounts) -> Self {
        Self {
            hits: counts.hits as i64,
            substitutions: counts.substitutions as i64,
            deletions: counts.deletions as i64,
            insertions: counts.insertions as i64,
        }
    }
}

/// What is read off an alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rate {
    /// Errors for each token of the reference.
    Errors,
    /// Errors among matches and errors.
    MatchErrors,
    /// What is not preserved.
    InformationLost,
    /// Hits among both texts.
    InformationPreserved,
}

impl Rate {
    fn of(self, tally: &EditTally) -> f64 {
        let errors = tally.errors() as f64;
        match self {
            Self::Errors => errors / tally.reference() as f64,
            Self::MatchErrors => errors / (tally.hits + tally.errors()) as f64,
            Self::InformationLost => 1.0 - tally.preserved(),
            Self::InformationPreserved => tally.preserved(),
        }
    }
}

/// What is aligned.
#[derive(Debug, Clone)]
enum Tokens {
    Words(Words),
    Characters(Characters),
}

/// An error rate.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::edit::EditRate;
///
/// let hypothesis = ["the ferry leave at noon".into()];
/// let references = ["the ferry leaves at noon today"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "wer".parse::<EditRate>()?.score(&segments)?;
/// assert_eq!(score.get("wer"), Some(2.0 / 6.0));
/// assert_eq!(score.get("deletions"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct EditRate {
    name: &'static str,
    rate: Rate,
    tokens: Tokens,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl EditRate {
    /// The measure that settings describe: which one of the five it is, is in
    /// the measure's name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let (name, rate) = match settings.measure() {
            "wer" => ("wer", Rate::Errors),
            "cer" => ("cer", Rate::Errors),
            "mer" => ("mer", Rate::MatchErrors),
            "wil" => ("wil", Rate::InformationLost),
            "wip" => ("wip", Rate::InformationPreserved),
            other => {
                let nearest = vec!["wer".to_owned()];
                return Err(Error::UnknownMeasure { name: other.to_owned(), nearest });
            }
        };
        let tokens = if name == "cer" {
            Tokens::Characters(Characters {
                case: settings.choice("case", &Case::WORDS)?,
                punctuation: settings.flag("punct", true)?,
            })
        } else {
            Tokens::Words(Words::from_settings(settings)?)
        };
        let headline = if rate == Rate::InformationPreserved {
            ReadingInfo::higher(name, Scale::Unit)
        } else {
            ReadingInfo::lower(name, Scale::Unit)
        };
        let mut readings = vec![headline];
        readings.extend(
            ["hits", "substitutions", "deletions", "insertions", "reference"]
                .map(|count| ReadingInfo::neither(count, Scale::Count)),
        );
        Ok(Self { name, rate, tokens, slots: EditTally::slots(), readings })
    }
}

impl std::str::FromStr for EditRate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let rate = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(rate)
    }
}

impl Reader for EditRate {
    fn signature(&self) -> Signature {
        let signature = Signature::new(self.name);
        match &self.tokens {
            Tokens::Words(words) => words.signature(signature),
            Tokens::Characters(characters) => {
                signature.with("case", characters.case.word()).flag("punct", characters.punctuation)
            }
        }
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = EditTally::read(total);
        let headline = match (total.reference(), &self.tokens) {
            (0, Tokens::Words(_)) => Reading::Undefined("the references have no words".into()),
            (0, Tokens::Characters(_)) => {
                Reading::Undefined("the references have no characters".into())
            }
            _ => Reading::from(self.rate.of(&total)),
        };
        let counts =
            [total.hits, total.substitutions, total.deletions, total.insertions, total.reference()];
        let counts = counts.map(|count| Reading::from(count as f64));
        std::iter::once(headline).chain(counts).collect()
    }
}

impl Measure for EditRate {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let mut set = |counts: &[EditCounts]| {
            for (unit, &counts) in counts.iter().enumerate() {
                rows.set(unit, &EditTally::from(counts));
            }
        };
        match &self.tokens {
            Tokens::Words(words) => set(&counts::of_words(words, batch)),
            Tokens::Characters(characters) => set(&characters.counts(batch.units())),
        }
        Ok(())
    }
}

const INFORMATION: &str = include_str!("../pages/word-information.md");

const ENTRIES: [(&str, &str, &str); 5] = [
    ("wer", "word error rate: words to edit for each word", include_str!("../pages/wer.md")),
    (
        "cer",
        "character error rate: characters to edit for each character",
        include_str!("../pages/cer.md"),
    ),
    (
        "mer",
        "match error rate: share of errors among matches and errors",
        include_str!("../pages/mer.md"),
    ),
    ("wil", "word information lost", INFORMATION),
    ("wip", "word information preserved", INFORMATION),
];

/// Adds the five error rates to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    for (name, summary, page) in ENTRIES {
        let entry = Entry::new(name, EditRate::from_settings).explained(summary, page);
        registry.add(entry.looks_at(&["adequacy"]))?;
    }
    Ok(())
}
