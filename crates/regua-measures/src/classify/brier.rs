#![doc = include_str!("../pages/brier.md")]

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Labelled, Labels, Measure, Needs, Reader, Reading, ReadingInfo, Readings,
    Registry, Rows, Scale as Range, Settings, Signature, Slot, Tally, TallyRow,
};

use super::probabilities::{INVALID, add_up, are_valid, unnormalised};

/// What an item contributes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BrierTally {
    /// Squared distance from the truth.
    pub squared: f64,
    /// Items.
    pub items: i64,
    /// Items whose probabilities do not add up to 1.
    pub unnormalised: i64,
}

impl BrierTally {
    /// The columns of this tally.
    pub fn slots() -> Vec<Slot> {
        vec![Slot::real("squared"), Slot::count("items"), unnormalised()]
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>) -> Self {
        let mut fields = tally.fields();
        Self { squared: fields.real(), items: fields.count(), unnormalised: fields.count() }
    }
}

impl TallyRow for BrierTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend([
            Cell::Real(self.squared),
            Cell::Count(self.items),
            Cell::Count(self.unnormalised),
        ]);
    }
}

/// Whether the sum over labels is halved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    Auto,
    Half,
    Full,
}

impl Scale {
    const WORDS: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("half", Self::Half), ("full", Self::Full)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, one)| *one == self).map_or("auto", |(word, _)| word)
    }
}

/// The Brier score.
///
/// ```
/// use regua_core::{Labelled, MeasureExt};
/// use regua_measures::classify::brier::Brier;
///
/// let probabilities = [("ham", 0.75), ("spam", 0.25)];
/// let item = |gold| Labelled { gold, predicted: "ham", probabilities: &probabilities };
/// let score = Brier::default().score(&[item("ham"), item("spam")])?;
/// assert_eq!(score.get("brier"), Some((0.0625 + 0.5625) / 2.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Brier {
    scale: Scale,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Brier {
    fn default() -> Self {
        let readings = vec![ReadingInfo::lower("brier", Range::Open)];
        Self { scale: Scale::Auto, slots: BrierTally::slots(), readings }
    }
}

impl Brier {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self { scale: settings.choice("scale", &Scale::WORDS)?, ..Self::default() })
    }

    fn squared(&self, item: &Labelled<'_>) -> f64 {
        let truth = |label: &str| f64::from(u8::from(label == item.gold));
        let square = |distance: f64| distance * distance;
        let sum: f64 = match item.probabilities {
            // The rest belongs to the other label, which misses by as much.
            [(label, probability)] => 2.0 * square(probability - truth(label)),
            all => {
                let named = all.iter().any(|(label, _)| *label == item.gold);
                let missing = if named { 0.0 } else { 1.0 };
                let each =
                    all.iter().map(|(label, probability)| square(probability - truth(label)));
                each.sum::<f64>() + missing
            }
        };
        let is_halved = match self.scale {
            Scale::Auto => item.probabilities.len() <= 2,
            Scale::Half => true,
            Scale::Full => false,
        };
        if is_halved { sum / 2.0 } else { sum }
    }
}

impl Reader for Brier {
    fn signature(&self) -> Signature {
        Signature::new("brier").with("scale", self.scale.word())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = BrierTally::read(total);
        [Reading::ratio(total.squared, total.items as f64, "there is no item")]
            .into_iter()
            .collect()
    }
}

impl Measure for Brier {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::PROBABILITIES
    }

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, item) in batch.units().iter().enumerate() {
            if are_valid(item) {
                let unnormalised = i64::from(!add_up(item));
                rows.set(unit, &BrierTally { squared: self.squared(item), items: 1, unnormalised });
            } else {
                rows.unscored(unit, INVALID);
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
        Entry::new("brier", Brier::from_settings)
            .explained(
                "squared distance of probabilities from the truth",
                include_str!("../pages/brier.md"),
            )
            .looks_at(&["calibration"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::MeasureExt;

    use super::*;

    fn brier(scale: &str, gold: &str, probabilities: &[(&str, f64)]) -> Option<f64> {
        let spec = format!("brier(scale={scale})").parse().unwrap();
        let brier = Brier::from_settings(&Settings::new(&spec)).unwrap();
        let item = Labelled { gold, predicted: "a", probabilities };
        brier.score(&[item]).unwrap().get("brier")
    }

    #[test]
    fn two_labels_are_halved_and_three_are_not() {
        let two = [("a", 0.75), ("b", 0.25)];
        let three = [("a", 0.5), ("b", 0.25), ("c", 0.25)];
        assert_eq!(brier("auto", "a", &two), Some(0.0625));
        assert_eq!(brier("full", "a", &two), Some(0.125));
        assert_eq!(brier("auto", "b", &three), Some(0.25 + 0.5625 + 0.0625));
        assert_eq!(brier("half", "b", &three), Some(0.4375));
    }

    #[test]
    fn one_probability_is_as_good_as_two() {
        assert_eq!(
            brier("auto", "b", &[("a", 0.75)]),
            brier("auto", "b", &[("a", 0.75), ("b", 0.25)])
        );
    }

    #[test]
    fn a_gold_label_without_a_probability_is_missed_altogether() {
        assert_eq!(brier("full", "c", &[("a", 0.5), ("b", 0.5)]), Some(1.5));
    }
}
