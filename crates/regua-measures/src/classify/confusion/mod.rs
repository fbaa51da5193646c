#![doc = include_str!("../../pages/confusion.md")]

mod fit;
mod matrix;
#[cfg(test)]
mod tests;

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Labels, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally,
};

pub use self::fit::ConfusionFit;
use self::matrix::Pairs;
use super::averages::{Counts, ZeroDivision};
use super::label_set::named;
use crate::fitting;

const PAGE: &str = include_str!("../../pages/confusion.md");

/// What it takes to read a confusion matrix.
#[derive(Debug, Clone)]
pub struct ConfusionReader {
    zero_division: ZeroDivision,
    fit: Option<String>,
    pairs: Pairs,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl ConfusionReader {
    /// The reader that settings describe, with the labels that the slots name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = Self {
            zero_division: ZeroDivision::from_settings(settings)?,
            fit: None,
            pairs: Pairs::default(),
            slots: Vec::new(),
            readings: Vec::new(),
        };
        let fit = fitting::asked_fit(settings)?;
        Ok(reader.fitted(Pairs::of_slots(settings.slots()), fit))
    }

    fn fitted(self, pairs: Pairs, fit: Option<String>) -> Self {
        let (slots, readings) = (pairs.slots(), readings(&pairs));
        Self { fit, pairs, slots, readings, ..self }
    }

    /// The labels, in the order of their characters.
    pub fn labels(&self) -> Vec<String> {
        self.pairs.labels.iter().map(str::to_owned).collect()
    }

    /// Gold label, predicted label and count of each cell of the matrix that a
    /// tally holds; the labels by their places in [`ConfusionReader::labels`].
    pub fn matrix(&self, total: Tally<'_>) -> Vec<(usize, usize, i64)> {
        self.pairs.counted(total).filter(|(_, _, count)| *count != 0).collect()
    }
}

/// The readings before those of single labels.
fn overall() -> Vec<ReadingInfo> {
    let unit = |name| ReadingInfo::higher(name, Scale::Unit);
    let mut readings = vec![
        unit("f1-macro"),
        unit("accuracy"),
        unit("precision-macro"),
        unit("recall-macro"),
        unit("f1-weighted"),
        unit("precision-weighted"),
        unit("recall-weighted"),
        unit("f1-micro"),
        unit("precision-micro"),
        unit("recall-micro"),
        unit("balanced-accuracy"),
        ReadingInfo::higher("mcc", Scale::Open),
        ReadingInfo::higher("kappa", Scale::Open),
    ];
    let counts = ["labels", "never-predicted", "never-gold"];
    readings.extend(counts.map(|name| ReadingInfo::neither(name, Scale::Count)));
    readings
}

fn readings(pairs: &Pairs) -> Vec<ReadingInfo> {
    let mut readings = overall();
    for label in pairs.labels.iter() {
        for rate in ["precision", "recall", "f1"] {
            readings.push(ReadingInfo::higher(named(rate, label), Scale::Unit));
        }
        for count in ["gold", "predicted"] {
            readings.push(ReadingInfo::neither(named(count, label), Scale::Count));
        }
    }
    readings
}

impl Reader for ConfusionReader {
    fn signature(&self) -> Signature {
        let signature = self.zero_division.signature(Signature::new("confusion"));
        fitting::with_fit(signature, self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let counts = self.pairs.counts(total);
        let present: Vec<Counts> = counts.iter().copied().filter(|one| one.is_present()).collect();
        let all = Counts::sum(&present);
        let zero = self.zero_division;
        let mean =
            |rate: fn(Counts) -> Option<f64>| zero.mean(present.iter().map(|one| rate(*one)));
        let weighted = |rate: fn(Counts) -> Option<f64>| {
            zero.weighted(present.iter().map(|one| (rate(*one), one.gold)))
        };
        let none = "there is no item";
        let correct = Reading::ratio(all.both as f64, all.gold as f64, none);
        let count =
            |is: fn(&&Counts) -> bool| Reading::from(present.iter().filter(is).count() as f64);
        let mut readings = vec![
            mean(Counts::f1),
            correct.clone(),
            mean(Counts::precision),
            mean(Counts::recall),
            weighted(Counts::f1),
            weighted(Counts::precision),
            weighted(Counts::recall),
            correct.clone(),
            correct.clone(),
            correct,
            // Labels that no item has are left out, whatever they count as elsewhere.
            ZeroDivision::Skip.mean(present.iter().map(|one| one.recall())),
            matthews(&present, all),
            kappa(&present, all),
            count(|_| true),
            count(|one| one.predicted == 0),
            count(|one| one.gold == 0),
        ];
        for one in counts {
            let or = |value: Option<f64>, reason: &'static str| {
                value.map_or(Reading::Undefined(reason.into()), Reading::Value)
            };
            readings.extend([
                or(one.precision(), "the label was never predicted"),
                or(one.recall(), "no item has the label"),
                or(one.f1(), "no item has the label, and it was never predicted"),
                Reading::Value(one.gold as f64),
                Reading::Value(one.predicted as f64),
            ]);
        }
        Readings(readings)
    }
}

/// The products of how often labels were gold and predicted.
fn products(counts: &[Counts], of: fn(&Counts) -> (i64, i64)) -> f64 {
    counts.iter().map(of).map(|(left, right)| left as f64 * right as f64).sum()
}

/// Matthews' correlation of gold and predicted labels, for any number of them.
fn matthews(counts: &[Counts], all: Counts) -> Reading {
    let items = all.gold as f64;
    let together = all.both as f64 * items - products(counts, |one| (one.gold, one.predicted));
    let predicted = items * items - products(counts, |one| (one.predicted, one.predicted));
    let gold = items * items - products(counts, |one| (one.gold, one.gold));
    if gold == 0.0 || predicted == 0.0 {
        return Reading::Undefined("all gold or all predicted labels are the same".into());
    }
    Reading::from(together / (predicted * gold).sqrt())
}

/// Cohen's kappa between gold and predicted labels.
fn kappa(counts: &[Counts], all: Counts) -> Reading {
    let items = all.gold as f64;
    let wrong = items - all.both as f64;
    let expected = items - products(counts, |one| (one.gold, one.predicted)) / items;
    if items == 0.0 || expected == 0.0 {
        return Reading::Undefined("there is one label only".into());
    }
    Reading::from(1.0 - wrong / expected)
}

/// The confusion matrix and what is read off it.
///
/// ```
/// use regua_core::{Batch, Fit, Labelled, MeasureExt, Settings, Spec};
/// use regua_measures::classify::confusion::ConfusionFit;
///
/// let item = |gold, predicted| Labelled { gold, predicted, probabilities: &[] };
/// let items = [item("cat", "cat"), item("cat", "dog"), item("dog", "dog"), item("dog", "dog")];
/// let mut fit = ConfusionFit::from_settings(&Settings::new(&Spec::named("confusion")))?;
/// fit.absorb(&Batch::new(&items))?;
/// let score = fit.measure()?.score(&items)?;
/// assert_eq!(score.get("accuracy"), Some(0.75));
/// assert_eq!(score.get("precision[dog]"), Some(2.0 / 3.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Confusion {
    reader: ConfusionReader,
}

impl Reader for Confusion {
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

impl Measure for Confusion {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        let mut row = vec![Cell::Count(0); self.reader.slots.len()];
        for (unit, item) in batch.units().iter().enumerate() {
            match self.reader.pairs.slot(item.gold, item.predicted) {
                Some(slot) => {
                    row[slot] = Cell::Count(1);
                    rows.set_cells(unit, &row);
                    row[slot] = Cell::Count(0);
                }
                None => rows.unscored(unit, "the fit has not seen this label, or not this pair"),
            }
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
            "confusion",
            |settings| Ok(Box::new(ConfusionFit::from_settings(settings)?)),
            |settings| Ok(Box::new(ConfusionReader::from_settings(settings)?)),
        )
        .explained("precision, recall, F1 and agreement of labels, all and each", PAGE)
        .looks_at(&["classification"]),
    )
}
