#![doc = include_str!("../pages/log-loss.md")]

use regua_core::slot::Cell;
use regua_core::{
    Batch, Entry, Error, Labels, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally, TallyRow,
};

use super::probabilities::{INVALID, add_up, are_valid, unnormalised};

/// What an item contributes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct LogLossTally {
    /// Minus the logarithm of the gold label's probability.
    pub loss: f64,
    /// Items.
    pub items: i64,
    /// Items whose gold label had less probability than the loss can bear.
    pub clipped: i64,
    /// Items whose probabilities do not add up to 1.
    pub unnormalised: i64,
}

impl LogLossTally {
    /// The columns of this tally.
    pub fn slots() -> Vec<Slot> {
        let clipped =
            Slot::diagnostic("clipped", "gold labels had no probability and were clipped");
        vec![Slot::real("loss"), Slot::count("items"), clipped, unnormalised()]
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>) -> Self {
        let mut fields = tally.fields();
        Self {
            loss: fields.real(),
            items: fields.count(),
            clipped: fields.count(),
            unnormalised: fields.count(),
        }
    }
}

impl TallyRow for LogLossTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend([
            Cell::Real(self.loss),
            Cell::Count(self.items),
            Cell::Count(self.clipped),
            Cell::Count(self.unnormalised),
        ]);
    }
}

/// Log loss.
///
/// ```
/// use regua_core::{Labelled, MeasureExt};
/// use regua_measures::classify::log_loss::LogLoss;
///
/// let probabilities = [("ham", 0.75), ("spam", 0.25)];
/// let item = |gold| Labelled { gold, predicted: "ham", probabilities: &probabilities };
/// let score = LogLoss::default().score(&[item("ham")])?;
/// assert_eq!(score.get("log-loss"), Some(-(0.75_f64.ln())));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct LogLoss {
    clip: f64,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for LogLoss {
    fn default() -> Self {
        let readings = vec![ReadingInfo::lower("log-loss", Scale::Open)];
        Self { clip: f64::EPSILON, slots: LogLossTally::slots(), readings }
    }
}

impl LogLoss {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self { clip: settings.number("clip", f64::EPSILON, 0.0..=0.5)?, ..Self::default() })
    }
}

impl Reader for LogLoss {
    fn signature(&self) -> Signature {
        Signature::new("log-loss").with("clip", format!("{:e}", self.clip))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = LogLossTally::read(total);
        [Reading::ratio(total.loss, total.items as f64, "there is no item")].into_iter().collect()
    }
}

impl Measure for LogLoss {
    type Kind = Labels;

    fn needs(&self) -> Needs {
        Needs::PROBABILITIES
    }

    fn tally(&self, batch: &Batch<'_, Labels>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, item) in batch.units().iter().enumerate() {
            if !are_valid(item) {
                rows.unscored(unit, INVALID);
                continue;
            }
            let probability = item.probability(item.gold).unwrap_or(0.0);
            let loss = -probability.clamp(self.clip, 1.0 - self.clip).ln();
            if loss.is_infinite() {
                rows.unscored(unit, "the gold label has the probability 0, and nothing is clipped");
                continue;
            }
            let tally = LogLossTally {
                loss,
                items: 1,
                clipped: i64::from(probability < self.clip),
                unnormalised: i64::from(!add_up(item)),
            };
            rows.set(unit, &tally);
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
        Entry::new("log-loss", LogLoss::from_settings)
            .explained(
                "how surprised the system is by the truth",
                include_str!("../pages/log-loss.md"),
            )
            .looks_at(&["calibration"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{Labelled, MeasureExt};

    use super::*;

    fn rows(spec: &str, gold: &str) -> Rows {
        let loss = LogLoss::from_settings(&Settings::new(&spec.parse().unwrap())).unwrap();
        let item = Labelled { gold, predicted: "a", probabilities: &[("a", 1.0), ("b", 0.0)] };
        loss.rows(&[item]).unwrap()
    }

    #[test]
    fn certainty_that_is_wrong_is_clipped_and_counted() {
        let rows = rows("log-loss", "b");
        let tally = LogLossTally::read(rows.row(0).unwrap());
        assert_eq!((tally.loss, tally.clipped), (-f64::EPSILON.ln(), 1));
        let rows = self::rows("log-loss", "a");
        assert!(LogLossTally::read(rows.row(0).unwrap()).loss > 0.0);
    }

    #[test]
    fn without_clipping_there_is_no_loss_to_speak_of() {
        assert!(rows("log-loss(clip=0)", "b").row(0).unwrap_err().contains("nothing is clipped"));
        let rows = rows("log-loss(clip=0)", "a");
        assert!(LogLossTally::read(rows.row(0).unwrap()).loss.abs() < f64::MIN_POSITIVE);
    }
}
