#![doc = include_str!("pages/per.md")]

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::ngrams::NgramMatcher;

use crate::edit::words::Words;

regua_core::tally! {
    /// What a segment contributes to PER.
    pub struct PerTally {
        /// Words that both texts have.
        correct: count,
        /// Words of the hypothesis.
        hypothesis: count,
        /// Words of the reference.
        reference: count,
        /// By how many words the hypothesis is longer.
        excess: count,
    }
}

impl PerTally {
    /// What the rate counts as errors.
    fn errors(&self) -> i64 {
        self.reference - (self.correct - self.excess)
    }

    /// Whether the rate is below another's, in whole numbers.
    fn is_better_than(&self, other: &Self) -> bool {
        match (self.reference, other.reference) {
            (0, 0) => false,
            (0, _) => self.excess == 0 && other.errors() > 0,
            (_, 0) => other.excess > 0,
            _ => {
                i128::from(self.errors()) * i128::from(other.reference)
                    < i128::from(other.errors()) * i128::from(self.reference)
            }
        }
    }
}

/// Position-independent error rate.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::per::Per;
///
/// let hypothesis = ["at noon the ferry leave".into()];
/// let references = ["the ferry leaves at noon"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "per".parse::<Per>()?.score(&segments)?;
/// assert_eq!(score.get("per"), Some(1.0 - 4.0 / 5.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Per {
    words: Words,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Per {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        settings.choice("formula", &[(FORMULA, ())])?;
        let counts = ["correct", "hypothesis", "reference"];
        let counts = counts.map(|count| ReadingInfo::neither(count, Scale::Count));
        let mut readings = vec![ReadingInfo::lower("per", Scale::Unit)];
        readings.extend(counts);
        Ok(Self { words: Words::from_settings(settings)?, slots: PerTally::slots(), readings })
    }
}

/// Whose formula it is.
const FORMULA: &str = "moses";

impl std::str::FromStr for Per {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let per = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(per)
    }
}

impl Reader for Per {
    fn signature(&self) -> Signature {
        self.words.signature(Signature::new("per").with("formula", FORMULA))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = PerTally::read(total);
        let rate = if total.reference == 0 {
            Reading::Undefined("the references have no words".into())
        } else {
            let kept = (total.correct - total.excess) as f64;
            Reading::from(1.0 - kept / total.reference as f64)
        };
        let counts = [total.correct, total.hypothesis, total.reference];
        std::iter::once(rate).chain(counts.map(|count| Reading::from(count as f64))).collect()
    }
}

impl Measure for Per {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.words.ids(batch);
        let mut matcher = NgramMatcher::new();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let tallies = ids.references(unit).map(|reference| {
                let mut correct = [0];
                matcher.clear();
                matcher.add_reference(reference, 1);
                matcher.count_matches(hypothesis, 1, &mut correct);
                PerTally {
                    correct: i64::try_from(correct[0]).unwrap_or(i64::MAX),
                    hypothesis: hypothesis.len() as i64,
                    reference: reference.len() as i64,
                    excess: hypothesis.len().saturating_sub(reference.len()) as i64,
                }
            });
            let best = tallies.reduce(|best, next| {
                if next.is_better_than(&best) { next } else { best }
            });
            rows.set(unit, &best.unwrap_or_default());
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "position-independent error rate: words to edit, their order aside";
    registry.add(
        Entry::new("per", Per::from_settings)
            .explained(summary, include_str!("pages/per.md"))
            .looks_at(&["adequacy"]),
    )
}
