#![doc = include_str!("../pages/ece.md")]

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Labels, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally, TallyRow,
};

use super::probabilities::{INVALID, are_valid};

const DEFAULT_BINS: usize = 15;
const MOST_BINS: usize = 1000;

/// Items of one bin of confidence.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bin {
    /// How many there are.
    pub items: i64,
    /// How many of them have the right label.
    pub correct: i64,
    /// The sum of their confidences.
    pub confidence: f64,
}

impl Bin {
    /// By how much the confidence misses the share of right labels, times the
    /// number of items.
    fn gap(&self) -> f64 {
        (self.confidence - self.correct as f64).abs()
    }
}

/// What an item contributes: itself, in its bin.
#[derive(Debug, Clone, PartialEq)]
pub struct EceTally {
    /// The bins, from low to high.
    pub bins: Vec<Bin>,
}

impl EceTally {
    /// The columns of this tally.
    pub fn slots(bins: usize) -> Vec<Slot> {
        let slots = (1..=bins).flat_map(|bin| {
            [
                Slot::count(format!("items{bin}")),
                Slot::count(format!("correct{bin}")),
                Slot::real(format!("confidence{bin}")),
            ]
        });
        slots.collect()
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>, bins: usize) -> Self {
        let mut fields = tally.fields();
        let mut bin =
            || Bin { items: fields.count(), correct: fields.count(), confidence: fields.real() };
        Self { bins: (0..bins).map(|_| bin()).collect() }
    }
}

impl TallyRow for EceTally {
    fn write(&self, row: &mut Vec<Cell>) {
        for bin in &self.bins {
            row.extend([
                Cell::Count(bin.items),
                Cell::Count(bin.correct),
                Cell::Real(bin.confidence),
            ]);
        }
    }
}

/// Expected calibration error.
///
/// ```
/// use regua_core::{Labelled, MeasureExt};
/// use regua_measures::classify::ece::Ece;
///
/// let probabilities = [("a", 0.75), ("b", 0.25)];
/// let item = |gold| Labelled { gold, predicted: "a", probabilities: &probabilities };
/// let score = Ece::new(10).score(&[item("a"), item("b")])?;
/// assert_eq!(score.get("ece"), Some(0.25));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ece {
    bins: usize,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Ece {
    /// The measure with so many bins of equal width.
    pub fn new(bins: usize) -> Self {
        let readings = vec![
            ReadingInfo::lower("ece", Scale::Unit),
            ReadingInfo::lower("mce", Scale::Unit),
            ReadingInfo::neither("confidence", Scale::Unit),
            ReadingInfo::higher("accuracy", Scale::Unit),
        ];
        Self { bins, slots: EceTally::slots(bins), readings }
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self::new(settings.number("bins", DEFAULT_BINS, 1..=MOST_BINS)?))
    }

    /// The bin of a confidence: the first whose upper end is not below it.
    fn bin(&self, confidence: f64) -> usize {
        let ends = |bin: usize| (bin + 1) as f64 / self.bins as f64;
        let (mut low, mut high) = (0, self.bins - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            if ends(middle) < confidence { low = middle + 1 } else { high = middle }
        }
        low
    }
}

impl Reader for Ece {
    fn signature(&self) -> Signature {
        Signature::new("ece").with("bins", self.bins)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let bins = EceTally::read(total, self.bins).bins;
        let items = bins.iter().map(|bin| bin.items).sum::<i64>() as f64;
        let filled = bins.iter().filter(|bin| bin.items > 0);
        let largest = filled.map(|bin| bin.gap() / bin.items as f64).fold(0.0, f64::max);
        let sum = |of: fn(&Bin) -> f64| {
            Reading::ratio(bins.iter().map(of).sum(), items, "there is no item")
        };
        let mce = Reading::ratio(largest * items, items, "there is no item");
        let mean = sum(|bin| bin.confidence);
        [sum(Bin::gap), mce, mean, sum(|bin| bin.correct as f64)].into_iter().collect()
    }
}

impl Measure for Ece {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::PROBABILITIES
    }

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        let empty = EceTally { bins: vec![Bin::default(); self.bins] };
        let mut tally = empty.clone();
        for (unit, item) in batch.units().iter().enumerate() {
            let Some(confidence) = item.probability(item.predicted) else {
                rows.unscored(unit, "the predicted label has no probability");
                continue;
            };
            if !are_valid(item) {
                rows.unscored(unit, INVALID);
                continue;
            }
            let bin = self.bin(confidence);
            tally.bins[bin] = Bin { items: 1, correct: item.is_correct().into(), confidence };
            rows.set(unit, &tally);
            tally.bins[bin] = Bin::default();
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
        Entry::new("ece", Ece::from_settings)
            .explained("expected calibration error", include_str!("../pages/ece.md"))
            .looks_at(&["calibration"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{Labelled, MeasureExt};

    use super::*;

    #[test]
    fn a_bin_takes_its_upper_end_and_the_first_takes_nothing_at_all() {
        let ece = Ece::new(10);
        let bins = [0.0, 0.05, 0.1, 0.100_001, 0.3, 0.95, 1.0].map(|x| ece.bin(x));
        assert_eq!(bins, [0, 0, 0, 1, 2, 9, 9]);
    }

    #[test]
    fn bins_are_weighed_by_their_items() {
        let sure = [("a", 0.875), ("b", 0.125)];
        let unsure = [("a", 0.5), ("b", 0.5)];
        let item = |gold, probabilities| Labelled { gold, predicted: "a", probabilities };
        let items = [item("a", &sure[..]), item("a", &sure), item("b", &sure), item("b", &unsure)];
        let score = Ece::new(4).score(&items).unwrap();
        // Three items at 0.875 of which two are right, one at 0.5 that is wrong.
        let close = |name: &str, value: f64| (score.get(name).unwrap() - value).abs() < 1e-15;
        assert!(close("ece", (3.0 * 0.875 - 2.0 + 0.5) / 4.0));
        assert!(close("mce", 0.5));
        assert!(close("confidence", (3.0 * 0.875 + 0.5) / 4.0));
        assert!(close("accuracy", 0.5));
    }

    #[test]
    fn what_is_no_probability_is_unscored() {
        let rows = |probabilities: &[(&str, f64)]| {
            let item = Labelled { gold: "a", predicted: "a", probabilities };
            Ece::new(15).rows(&[item]).unwrap().row(0).map(|_| ()).map_err(str::to_owned)
        };
        assert_eq!(rows(&[("a", 1.5), ("b", 0.0)]).unwrap_err(), INVALID);
        assert_eq!(
            rows(&[("c", 0.5), ("b", 0.5)]).unwrap_err(),
            "the predicted label has no probability"
        );
        assert_eq!(rows(&[("b", 0.25)]), Ok(()));
    }
}
