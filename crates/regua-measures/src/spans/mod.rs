#![doc = include_str!("../pages/spans.md")]

mod marks;
pub mod semeval;
#[cfg(test)]
mod tests;

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Fit, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Span, SpanTexts, Tally,
};
use regua_text::tags::Scheme;

use crate::classify::averages::{Counts, ZeroDivision};
use crate::classify::label_set::{LabelSet, SeenLabels, named};
use crate::fitting::{self, Origin};

const PAGE: &str = include_str!("../pages/spans.md");

/// The slots of each label.
const PARTS: [&str; 3] = ["gold", "predicted", "right"];

/// What it takes to read spans off a tally.
#[derive(Debug, Clone)]
pub struct SpansReader {
    scheme: Scheme,
    zero_division: ZeroDivision,
    fit: Option<String>,
    labels: LabelSet,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl SpansReader {
    /// The reader that settings describe, with the labels that the slots name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = Self {
            scheme: settings.choice("scheme", &Scheme::WORDS)?,
            zero_division: ZeroDivision::from_settings(settings)?,
            fit: None,
            labels: LabelSet::default(),
            slots: Vec::new(),
            readings: Vec::new(),
        };
        let fit = fitting::asked_fit(settings)?;
        Ok(reader.fitted(LabelSet::of_slots(settings.slots(), PARTS[0]), fit))
    }

    fn fitted(self, labels: LabelSet, fit: Option<String>) -> Self {
        let slots =
            labels.iter().flat_map(|label| PARTS.map(|part| Slot::count(named(part, label))));
        let (slots, readings) = (slots.collect(), readings(&labels));
        Self { fit, labels, slots, readings, ..self }
    }
}

fn readings(labels: &LabelSet) -> Vec<ReadingInfo> {
    let rates = ["f1", "precision", "recall"];
    let unit = |name: String| ReadingInfo::higher(name, Scale::Unit);
    let count = |name: String| ReadingInfo::neither(name, Scale::Count);
    let mut readings: Vec<ReadingInfo> = rates.map(|rate| unit(rate.to_owned())).into();
    readings.extend(rates.map(|rate| unit(format!("{rate}-macro"))));
    readings.extend(rates.map(|rate| unit(format!("{rate}-weighted"))));
    readings.extend(PARTS.map(|part| count(part.to_owned())));
    for label in labels.iter() {
        readings.extend(["precision", "recall", "f1"].map(|rate| unit(named(rate, label))));
        readings.extend(["gold", "predicted"].map(|part| count(named(part, label))));
    }
    readings
}

/// F1 from precision and recall, as seqeval computes it.
fn f1(counts: Counts) -> Option<f64> {
    let (precision, recall) = (counts.precision().unwrap_or(0.0), counts.recall().unwrap_or(0.0));
    let under = if precision + recall == 0.0 { 1.0 } else { precision + recall };
    counts.is_present().then(|| 2.0 * precision * recall / under)
}

const NO_GOLD: &str = "there is no gold span";
const NONE_PREDICTED: &str = "no span was predicted";
const NEITHER: &str = "there is neither a gold span nor a predicted one";

fn or(value: Option<f64>, reason: &'static str) -> Reading {
    value.map_or(Reading::Undefined(reason.into()), Reading::Value)
}

impl Reader for SpansReader {
    fn signature(&self) -> Signature {
        let signature = Signature::new("spans").with("scheme", self.scheme.word());
        fitting::with_fit(self.zero_division.signature(signature), self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let mut fields = total.fields();
        let mut next =
            || Counts { gold: fields.count(), predicted: fields.count(), both: fields.count() };
        let counts: Vec<Counts> = (0..self.labels.len()).map(|_| next()).collect();
        let present: Vec<Counts> = counts.iter().copied().filter(|one| one.is_present()).collect();
        let all = Counts::sum(&present);
        let rates: [fn(Counts) -> Option<f64>; 3] = [f1, Counts::precision, Counts::recall];
        let [f1, precision, recall] = rates.map(|rate| rate(all));
        let mut readings =
            vec![or(f1, NEITHER), or(precision, NONE_PREDICTED), or(recall, NO_GOLD)];
        let zero = self.zero_division;
        readings.extend(rates.map(|rate| zero.mean(present.iter().map(|one| rate(*one)))));
        readings.extend(
            rates.map(|rate| zero.weighted(present.iter().map(|one| (rate(*one), one.gold)))),
        );
        readings
            .extend([all.gold, all.predicted, all.both].map(|count| Reading::Value(count as f64)));
        for one in counts {
            let [f1, precision, recall] = rates.map(|rate| rate(one));
            readings.extend([or(precision, NONE_PREDICTED), or(recall, NO_GOLD), or(f1, NEITHER)]);
            readings.extend([one.gold, one.predicted].map(|count| Reading::Value(count as f64)));
        }
        Readings(readings)
    }
}

/// The labels that spans have been seen with.
#[derive(Debug)]
pub struct SpansFit {
    reader: SpansReader,
    seen: SeenLabels,
}

impl SpansFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = SpansReader::from_settings(settings)?;
        let depends = vec![("scheme", reader.scheme.word().to_owned())];
        let seen = SeenLabels::new("spans", Origin::new(settings, "spans", depends)?);
        Ok(Self { reader, seen })
    }

    /// The measure, with slots for each label.
    ///
    /// # Errors
    /// Fails if this is not the fit that was asked for.
    pub fn measure(self) -> Result<Spans, Error> {
        let (labels, fit) = self.seen.finish()?;
        Ok(Spans { reader: self.reader.fitted(labels, Some(fit)) })
    }
}

impl Fit for SpansFit {
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

/// Spans that are found exactly.
///
/// ```
/// use regua_core::{Batch, Fit, Marks, MeasureExt, Settings, Spec, SpanText};
/// use regua_measures::spans::SpansFit;
///
/// let gold = ["B-PERSON", "I-PERSON", "O", "B-PLACE"];
/// let predicted = ["B-PERSON", "O", "O", "B-PLACE"];
/// let texts = [SpanText { gold: Marks::Tags(&gold), predicted: Marks::Tags(&predicted) }];
/// let mut fit = SpansFit::from_settings(&Settings::new(&Spec::named("spans")))?;
/// fit.absorb(&Batch::new(&texts))?;
/// let score = fit.measure()?.score(&texts)?;
/// assert_eq!(score.get("f1"), Some(0.5));
/// assert_eq!(score.get("recall[PLACE]"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spans {
    reader: SpansReader,
}

impl Reader for Spans {
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

impl Measure for Spans {
    type Kind = SpanTexts;

    fn tally(&self, batch: &Batch<'_, SpanTexts>, rows: &mut Rows) -> Result<(), Error> {
        let labels = &self.reader.labels;
        let mut counts = vec![0; self.reader.slots.len()];
        let mut row = Vec::with_capacity(counts.len());
        for (unit, text) in batch.units().iter().enumerate() {
            let (gold, predicted) = match marks::both(text, self.reader.scheme, labels) {
                Ok(both) => both,
                Err(reason) => {
                    rows.unscored(unit, reason);
                    continue;
                }
            };
            counts.fill(0);
            let mut count = |span: &Span<'_>, part: usize| {
                if let Some(place) = labels.place(span.label) {
                    counts[PARTS.len() * place + part] += 1;
                }
            };
            for span in &gold {
                count(span, 0);
            }
            for span in &predicted {
                count(span, 1);
                if gold.binary_search(span).is_ok() {
                    count(span, 2);
                }
            }
            row.clear();
            row.extend(counts.iter().map(|count| Cell::Count(*count)));
            rows.set_cells(unit, &row);
        }
        Ok(())
    }
}

/// Adds the measures of spans to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::fitted(
            "spans",
            |settings| Ok(Box::new(SpansFit::from_settings(settings)?)),
            |settings| Ok(Box::new(SpansReader::from_settings(settings)?)),
        )
        .explained("precision, recall and F1 of spans such as named entities", PAGE)
        .looks_at(&["extraction"]),
    )?;
    semeval::register(registry)
}
