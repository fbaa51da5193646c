#![doc = include_str!("../../pages/auc.md")]

mod curve;
#[cfg(test)]
mod tests;

use regua_core::slot::Cell;
use regua_core::statistic::Weighed;
use regua_core::{
    Batch, Entry, Error, Fit, Labels, LedgerStatistic, Measure, Needs, Reader, Reading,
    ReadingInfo, Readings, Registry, Rows, Scale, Settings, Signature, Slot, Tally,
};
use regua_stats::product::Table;

use self::curve::{Areas, Ranking};
use super::averages::ZeroDivision;
use super::label_set::{LabelSet, SeenLabels, named};
use super::probabilities::{INVALID, are_valid};
use crate::fitting::{self, Origin};

const PAGE: &str = include_str!("../../pages/auc.md");

/// There is a number for each label of each item, all of them in memory.
const MOST_LABELS: usize = 100;

/// What stands for the choice of a positive label by itself.
const AUTO: &str = "auto";

/// What it takes to read curves off rows.
#[derive(Debug, Clone)]
pub struct AucReader {
    positive: String,
    fit: Option<String>,
    labels: LabelSet,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl AucReader {
    /// The reader that settings describe, with the labels that the slots name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = Self {
            positive: settings.text("positive").unwrap_or(AUTO).to_owned(),
            fit: None,
            labels: LabelSet::default(),
            slots: Vec::new(),
            readings: Vec::new(),
        };
        let fit = fitting::asked_fit(settings)?;
        Ok(reader.fitted(LabelSet::of_slots(settings.slots(), "p"), fit))
    }

    fn fitted(self, labels: LabelSet, fit: Option<String>) -> Self {
        let mut slots = vec![Slot::count("gold").unit_only()];
        slots.extend(labels.iter().map(|label| Slot::real(named("p", label)).unit_only()));
        let unit = |name: String| ReadingInfo::higher(name, Scale::Unit);
        let mut readings: Vec<ReadingInfo> =
            ["auc", "average-precision", "auc-weighted", "average-precision-weighted"]
                .map(|name| unit(name.to_owned()))
                .into();
        for label in labels.iter() {
            readings.extend(["auc", "average-precision"].map(|name| unit(named(name, label))));
        }
        Self { fit, labels, slots, readings, ..self }
    }

    /// The label that the headlines are about; nothing if they are means.
    fn positive(&self) -> Option<usize> {
        match self.positive.as_str() {
            AUTO if self.labels.len() == 2 => Some(1),
            AUTO => None,
            label => self.labels.place(label),
        }
    }

    fn readings_of(&self, areas: &[Areas]) -> Readings {
        let or = |value: Option<f64>| match value {
            Some(value) => Reading::Value(value),
            None => {
                Reading::Undefined("there are not both items with the label and without".into())
            }
        };
        let kinds: [fn(&Areas) -> Option<f64>; 2] = [|one| one.roc, |one| one.precision];
        let mut readings = Vec::with_capacity(self.readings.len());
        for kind in kinds {
            readings.push(match self.positive() {
                Some(label) => or(areas.get(label).and_then(kind)),
                None => ZeroDivision::Skip.mean(areas.iter().map(kind)),
            });
        }
        for kind in kinds {
            let values: Vec<(f64, f64)> =
                areas.iter().filter_map(|one| Some((kind(one)?, one.items))).collect();
            let sum = values.iter().map(|(value, items)| value * items).sum();
            let items = values.iter().map(|(_, items)| items).sum();
            readings.push(Reading::ratio(sum, items, super::averages::NO_LABEL));
        }
        readings.extend(areas.iter().flat_map(|one| kinds.map(|kind| or(kind(one)))));
        Readings(readings)
    }
}

impl Reader for AucReader {
    fn signature(&self) -> Signature {
        let signature = Signature::new("auc").with("positive", &self.positive);
        fitting::with_fit(signature, self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, _: Tally<'_>) -> Readings {
        Readings::undefined(self.readings.len(), "it is no sum: it must see every item")
    }

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        Some(self)
    }
}

impl LedgerStatistic for AucReader {
    fn prepare<'a>(&'a self, rows: &'a Table) -> Weighed<'a> {
        let column = |at: usize| -> Vec<f64> { rows.iter().map(|row| row[at]).collect() };
        let gold = column(0);
        let rankings: Vec<Ranking> =
            (0..self.labels.len()).map(|label| Ranking::new(&column(label + 1))).collect();
        Box::new(move |weights| {
            let areas: Vec<Areas> = rankings
                .iter()
                .enumerate()
                .map(|(label, ranking)| {
                    // Places of labels are small whole numbers.
                    ranking.areas(weights, |at| (gold[at] - label as f64).abs() < 0.5)
                })
                .collect();
            self.readings_of(&areas)
        })
    }
}

/// The labels that have been seen so far.
#[derive(Debug)]
pub struct AucFit {
    reader: AucReader,
    seen: SeenLabels,
}

impl AucFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = AucReader::from_settings(settings)?;
        let seen = SeenLabels::new("auc", Origin::new(settings, "labels", Vec::new())?);
        Ok(Self { reader, seen })
    }

    /// The measure, with a slot for each label.
    ///
    /// # Errors
    /// Fails if there are too many labels, the positive one is none of them, or
    /// this is not the fit that was asked for.
    pub fn measure(self) -> Result<Auc, Error> {
        let (labels, fit) = self.seen.finish()?;
        let refuse = |rule: String| Err(Error::Measure { measure: "auc".to_owned(), rule });
        if labels.len() > MOST_LABELS {
            return refuse(format!(
                "there are {} labels, and it takes up to {MOST_LABELS}",
                labels.len()
            ));
        }
        let positive = &self.reader.positive;
        if positive != AUTO && labels.place(positive).is_none() {
            let known: Vec<&str> = labels.iter().collect();
            let known = regua_core::text::list(&known);
            return refuse(format!("`{positive}` is none of the labels, which are {known}"));
        }
        Ok(Auc { reader: self.reader.fitted(labels, Some(fit)) })
    }
}

impl Fit for AucFit {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::PROBABILITIES
    }

    fn absorb(&mut self, batch: &Batch<'_, Labels>) -> Result<(), Error> {
        for item in batch.units() {
            self.seen.add(item.gold)?;
            item.probabilities.iter().try_for_each(|(label, _)| self.seen.add(label))?;
        }
        Ok(())
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.seen.merge(saved)
    }

    fn save(&self) -> Vec<u8> {
        self.seen.save()
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Labels>>, Error> {
        Ok(Box::new(self.measure()?))
    }
}

/// Areas under curves.
///
/// ```
/// use regua_core::{Batch, Fit, Labelled, MeasureExt, Settings, Spec};
/// use regua_measures::classify::auc::AucFit;
///
/// let probabilities = [0.1, 0.4, 0.35, 0.8].map(|probability| [("yes", probability)]);
/// let golds = ["no", "no", "yes", "yes"];
/// let items: Vec<Labelled> = golds
///     .iter()
///     .zip(&probabilities)
///     .map(|(gold, probabilities)| Labelled { gold, predicted: "yes", probabilities })
///     .collect();
/// let mut fit = AucFit::from_settings(&Settings::new(&Spec::named("auc")))?;
/// fit.absorb(&Batch::new(&items))?;
/// assert_eq!(fit.measure()?.score(&items)?.get("auc"), Some(0.75));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Auc {
    reader: AucReader,
}

impl Reader for Auc {
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

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        Some(&self.reader)
    }
}

impl Measure for Auc {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::PROBABILITIES
    }

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        let labels = &self.reader.labels;
        let mut row = Vec::with_capacity(self.reader.slots.len());
        for (unit, item) in batch.units().iter().enumerate() {
            let Some(gold) = labels.place(item.gold) else {
                rows.unscored(unit, "the fit has not seen this label");
                continue;
            };
            if !are_valid(item) {
                rows.unscored(unit, INVALID);
                continue;
            }
            if item.probabilities.len() == 1 && labels.len() > 2 {
                rows.unscored(unit, "one probability says nothing of three or more labels");
                continue;
            }
            row.clear();
            row.push(Cell::Count(gold as i64));
            row.extend(
                labels.iter().map(|label| Cell::Real(item.probability(label).unwrap_or(0.0))),
            );
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
            "auc",
            |settings| Ok(Box::new(AucFit::from_settings(settings)?)),
            |settings| Ok(Box::new(AucReader::from_settings(settings)?)),
        )
        .explained("area under the ROC curve, and average precision", PAGE)
        .looks_at(&["classification", "calibration"]),
    )
}
