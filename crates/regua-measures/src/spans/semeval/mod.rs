#![doc = include_str!("../../pages/spans-semeval.md")]

mod matching;

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Fit, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Span, SpanTexts, Tally,
};
use regua_text::tags::Scheme;

use self::matching::{Outcome, Outcomes, Way, outcomes};
use super::marks;
use crate::classify::label_set::{LabelSet, SeenLabels, named};
use crate::fitting::{self, Origin};

const PAGE: &str = include_str!("../../pages/spans-semeval.md");

/// There are twenty slots a label.
const MOST_LABELS: usize = 100;

/// What it takes to read the four ways to match off a tally.
#[derive(Debug, Clone)]
pub struct SemevalReader {
    scheme: Scheme,
    overlap: f64,
    fit: Option<String>,
    labels: LabelSet,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl SemevalReader {
    /// The reader that settings describe, with the labels that the slots name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = Self {
            scheme: settings.choice("scheme", &Scheme::WORDS)?,
            overlap: settings.number("overlap", 1.0, 1.0..=100.0)?,
            fit: None,
            labels: LabelSet::default(),
            slots: Vec::new(),
            readings: Vec::new(),
        };
        let fit = fitting::asked_fit(settings)?;
        Ok(reader.fitted(LabelSet::of_slots(settings.slots(), "correct-strict"), fit))
    }

    fn fitted(self, labels: LabelSet, fit: Option<String>) -> Self {
        let counts: Vec<String> = Way::ALL.into_iter().flat_map(counts).collect();
        let mut slots: Vec<Slot> = counts.iter().cloned().map(Slot::count).collect();
        let rates =
            |way: Way| ["f1", "precision", "recall"].map(|rate| format!("{rate}-{}", way.word()));
        let unit = |name: String| ReadingInfo::higher(name, Scale::Unit);
        let mut readings: Vec<ReadingInfo> =
            Way::ALL.into_iter().flat_map(rates).map(unit).collect();
        readings.extend(counts.iter().map(|name| ReadingInfo::neither(name.clone(), Scale::Count)));
        for label in labels.iter() {
            slots.extend(counts.iter().map(|count| Slot::count(named(count, label))));
            let rates = Way::ALL.into_iter().flat_map(rates);
            readings.extend(rates.map(|rate| unit(named(&rate, label))));
        }
        Self { fit, labels, slots, readings, ..self }
    }
}

/// The names of the counts of a way.
fn counts(way: Way) -> [String; 5] {
    Outcome::ALL.map(|(word, _)| format!("{word}-{}", way.word()))
}

/// F1, precision and recall of some outcomes.
fn rates([correct, incorrect, partial, missed, spurious]: Outcomes) -> [Reading; 3] {
    let (actual, possible) =
        (correct + incorrect + partial + spurious, correct + incorrect + partial + missed);
    let found = correct as f64 + 0.5 * partial as f64;
    let rate = |under: i64| if under > 0 { found / under as f64 } else { 0.0 };
    let (precision, recall) = (rate(actual), rate(possible));
    let f1 = if precision + recall > 0.0 {
        2.0 * (precision * recall) / (precision + recall)
    } else {
        0.0
    };
    let or = |value: f64, is_defined: bool, reason: &'static str| {
        if is_defined { Reading::Value(value) } else { Reading::Undefined(reason.into()) }
    };
    [
        or(f1, actual + possible > 0, super::NEITHER),
        or(precision, actual > 0, super::NONE_PREDICTED),
        or(recall, possible > 0, super::NO_GOLD),
    ]
}

impl Reader for SemevalReader {
    fn signature(&self) -> Signature {
        let signature = Signature::new("spans-semeval")
            .with("scheme", self.scheme.word())
            .with("overlap", self.overlap);
        fitting::with_fit(signature, self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let mut fields = total.fields();
        let mut next = || -> [Outcomes; 4] { [(); 4].map(|()| [(); 5].map(|()| fields.count())) };
        let all = next();
        let mut readings: Vec<Reading> = all.into_iter().flat_map(rates).collect();
        readings.extend(all.into_iter().flatten().map(|count| Reading::Value(count as f64)));
        for _ in self.labels.iter() {
            readings.extend(next().into_iter().flat_map(rates));
        }
        Readings(readings)
    }
}

/// The labels that spans have been seen with.
#[derive(Debug)]
pub struct SemevalFit {
    reader: SemevalReader,
    seen: SeenLabels,
}

impl SemevalFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = SemevalReader::from_settings(settings)?;
        let depends = vec![("scheme", reader.scheme.word().to_owned())];
        let seen = SeenLabels::new("spans-semeval", Origin::new(settings, "spans", depends)?);
        Ok(Self { reader, seen })
    }

    /// The measure, with slots for each label.
    ///
    /// # Errors
    /// Fails if there are too many labels, or this is not the fit that was asked
    /// for.
    pub fn measure(self) -> Result<Semeval, Error> {
        let (labels, fit) = self.seen.finish()?;
        if labels.len() > MOST_LABELS {
            return Err(Error::Measure {
                measure: "spans-semeval".to_owned(),
                rule: format!(
                    "there are {} labels, and it counts up to {MOST_LABELS}; `spans` takes more",
                    labels.len()
                ),
            });
        }
        Ok(Semeval { reader: self.reader.fitted(labels, Some(fit)) })
    }
}

impl Fit for SemevalFit {
    type Kind = SpanTexts;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn absorb(&mut self, batch: &Batch<'_, SpanTexts>) -> Result<(), Error> {
        marks::learn(batch, self.reader.scheme, &mut self.seen)
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.seen.merge(saved)
    }

    fn save(&self) -> Vec<u8> {
        self.seen.save()
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = SpanTexts>>, Error> {
        Ok(Box::new(self.measure()?))
    }
}

/// Spans that are found exactly or in part.
///
/// ```
/// use regua_core::{Batch, Fit, Marks, MeasureExt, Settings, Spec, SpanText};
/// use regua_measures::spans::semeval::SemevalFit;
///
/// let gold = ["B-PERSON", "I-PERSON", "O"];
/// let predicted = ["B-PERSON", "O", "O"];
/// let texts = [SpanText { gold: Marks::Tags(&gold), predicted: Marks::Tags(&predicted) }];
/// let mut fit = SemevalFit::from_settings(&Settings::new(&Spec::named("spans-semeval")))?;
/// fit.absorb(&Batch::new(&texts))?;
/// let score = fit.measure()?.score(&texts)?;
/// assert_eq!((score.get("f1-partial"), score.get("f1-strict")), (Some(0.5), Some(0.0)));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Semeval {
    reader: SemevalReader,
}

impl Reader for Semeval {
    fn signature(&self) -> Signature {
        self.reader.signature()
    }

    fn slots(&self) -> &[Slot] {
        self.reader.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.reader.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.reader.read(total)
    }
}

impl Measure for Semeval {
    type Kind = SpanTexts;

    fn tally(&self, batch: &Batch<'_, SpanTexts>, rows: &mut Rows) -> Result<(), Error> {
        let (labels, overlap) = (&self.reader.labels, self.reader.overlap);
        let mut row = Vec::with_capacity(self.reader.slots.len());
        for (unit, text) in batch.units().iter().enumerate() {
            let (gold, predicted) = match marks::both(text, self.reader.scheme, labels) {
                Ok(both) => both,
                Err(reason) => {
                    rows.unscored(unit, reason);
                    continue;
                }
            };
            row.clear();
            let mut count = |gold: &[Span<'_>], predicted: &[Span<'_>]| {
                for way in Way::ALL {
                    row.extend(outcomes(gold, predicted, way, overlap).map(Cell::Count));
                }
            };
            count(&gold, &predicted);
            for label in labels.iter() {
                let [gold, predicted] = [&gold, &predicted].map(|spans| -> Vec<Span<'_>> {
                    spans.iter().copied().filter(|span| span.label == label).collect()
                });
                count(&gold, &predicted);
            }
            rows.set_cells(unit, &row);
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
        Entry::fitted(
            "spans-semeval",
            |settings| Ok(Box::new(SemevalFit::from_settings(settings)?)),
            |settings| Ok(Box::new(SemevalReader::from_settings(settings)?)),
        )
        .explained("spans found exactly, in part, or by type, as in SemEval-2013", PAGE)
        .looks_at(&["extraction"]),
    )
}
