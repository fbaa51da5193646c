#![doc = include_str!("../pages/accuracy.md")]

use regua_core::{
    Batch, Entry, Error, Labels, Measure, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally,
};

regua_core::tally! {
    /// What an item contributes.
    pub struct AccuracyTally {
        /// Items with the right label.
        correct: count,
        /// All items.
        items: count,
    }
}

/// The share of right labels.
///
/// ```
/// use regua_core::{Labelled, MeasureExt};
/// use regua_measures::classify::accuracy::Accuracy;
///
/// let item = |gold, predicted| Labelled { gold, predicted, probabilities: &[] };
/// let score = Accuracy::default().score(&[item("a", "a"), item("b", "a")])?;
/// assert_eq!(score.get("accuracy"), Some(0.5));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Accuracy {
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Accuracy {
    fn default() -> Self {
        let counts = ["correct", "items"].map(|name| ReadingInfo::neither(name, Scale::Count));
        let mut readings = vec![ReadingInfo::higher("accuracy", Scale::Unit)];
        readings.extend(counts);
        Self { slots: AccuracyTally::slots(), readings }
    }
}

impl Reader for Accuracy {
    fn signature(&self) -> Signature {
        Signature::new("accuracy")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = AccuracyTally::read(total);
        let (correct, items) = (total.correct as f64, total.items as f64);
        let share = Reading::ratio(correct, items, "there is no item");
        [share, Reading::from(correct), Reading::from(items)].into_iter().collect()
    }
}

impl Measure for Accuracy {
    type Kind = Labels;

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, item) in batch.units().iter().enumerate() {
            rows.set(unit, &AccuracyTally { correct: item.is_correct().into(), items: 1 });
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
        Entry::new("accuracy", |_: &Settings| Ok(Accuracy::default()))
            .explained("share of right labels", include_str!("../pages/accuracy.md"))
            .looks_at(&["classification"]),
    )
}
