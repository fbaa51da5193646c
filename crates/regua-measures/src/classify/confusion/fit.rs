//! Learning which labels there are before they are counted.

use std::collections::BTreeSet;

use regua_core::{Batch, Error, Fit, Labels, Measure, Needs, Settings};

use super::matrix::{Pair, Pairs};
use super::{Confusion, ConfusionReader};
use crate::classify::label_set::check_number;
use crate::fitting::{Bytes, Origin, put_number, put_text};

/// The pairs of labels that have been seen so far.
#[derive(Debug)]
pub struct ConfusionFit {
    reader: ConfusionReader,
    origin: Origin,
    labels: BTreeSet<Box<str>>,
    pairs: BTreeSet<Pair>,
}

impl ConfusionFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            reader: ConfusionReader::from_settings(settings)?,
            origin: Origin::new(settings, "confusion", Vec::new())?,
            labels: BTreeSet::new(),
            pairs: BTreeSet::new(),
        })
    }

    fn add(&mut self, gold: &str, predicted: &str) -> Result<(), Error> {
        let pair: Pair = (gold.into(), predicted.into());
        if self.pairs.contains(&pair) {
            return Ok(());
        }
        for label in [gold, predicted] {
            self.labels.insert(label.into());
        }
        self.pairs.insert(pair);
        check_number("confusion", self.labels.len())
    }

    /// The measure, with a slot for each pair of labels.
    ///
    /// # Errors
    /// Fails if no label was seen, there are too many pairs of them, or this is
    /// not the fit that was asked for.
    pub fn measure(self) -> Result<Confusion, Error> {
        if self.pairs.is_empty() {
            return Err(self.origin.refuse("it has seen no label"));
        }
        // The labels alone: which of them meet is a matter of columns, not of readings.
        let labels = self.origin.seal(|bytes| {
            self.labels.iter().for_each(|label| put_text(bytes, label));
        });
        let fit = self.origin.fingerprint(&labels)?;
        let pairs = Pairs::of(&self.pairs, "confusion")?;
        Ok(Confusion { reader: self.reader.fitted(pairs, Some(fit)) })
    }
}

impl Fit for ConfusionFit {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn absorb(&mut self, batch: &Batch<'_, Labels>) -> Result<(), Error> {
        batch.units().iter().try_for_each(|item| self.add(item.gold, item.predicted))
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        let pairs = read(self.origin.open(saved)?);
        let damaged = || self.origin.refuse("it is damaged: its labels make no sense");
        for (gold, predicted) in pairs.ok_or_else(damaged)? {
            self.add(gold, predicted)?;
        }
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        self.origin.seal(|bytes| {
            put_number(bytes, self.pairs.len() as u64);
            for (gold, predicted) in &self.pairs {
                put_text(bytes, gold);
                put_text(bytes, predicted);
            }
        })
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Labels>>, Error> {
        Ok(Box::new(self.measure()?))
    }
}

fn read(mut bytes: Bytes<'_>) -> Option<Vec<(&str, &str)>> {
    let pairs: Option<Vec<_>> =
        (0..bytes.length()?).map(|_| Some((bytes.text()?, bytes.text()?))).collect();
    pairs.filter(|_| bytes.is_empty())
}
