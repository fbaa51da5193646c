//! The contract: what it takes to read a tally, and what it takes to make one.

use std::fmt;

use regua_stats::product::Table;
use regua_stats::sacrebleu::Score as Score32;

use crate::batch::Batch;
use crate::error::Error;
use crate::reading::{Reading, ReadingInfo, Readings};
use crate::rows::Rows;
use crate::signature::Signature;
use crate::slot::Slot;
use crate::statistic::LedgerStatistic;
use crate::tally::{Sum, Tally};
use crate::unit::UnitKind;

/// What it takes to read a ledger: no weights, no lexicon, no text.
pub trait Reader: Send + Sync {
    /// The settings, complete from construction on.
    fn signature(&self) -> Signature;

    /// The columns of the tally.
    fn slots(&self) -> &[Slot];

    /// What can be read off a tally; the first one is the headline.
    fn readings(&self) -> &[ReadingInfo];

    /// Reads any sum of rows.
    fn read(&self, total: Tally<'_>) -> Readings;

    /// Reads the row of one unit, where that differs.
    fn read_unit(&self, row: Tally<'_>) -> Readings {
        self.read(row)
    }

    /// The headline as sacrebleu computes it from sums in single precision, for
    /// measures that it has; nothing for all others.
    fn read_as_sacrebleu(&self, _sums: &[f32]) -> Option<Score32> {
        None
    }

    /// How to read all rows together, for readings that are no function of
    /// their sum; nothing for all others.
    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        None
    }
}

/// A way to measure units.
pub trait Measure: Reader {
    /// The kind of unit it looks at.
    type Kind: UnitKind;

    /// What a unit must have.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// How it wants to be run.
    fn schedule(&self) -> Schedule {
        Schedule::Parallel
    }

    /// Gives each unit of a batch a tally, or a reason why it has none.
    ///
    /// # Errors
    /// Fails only if the work as a whole cannot go on.
    fn tally(&self, batch: &Batch<'_, Self::Kind>, rows: &mut Rows) -> Result<(), Error>;

    /// How to read a corpus as a whole, for measures whose readings are no
    /// function of a sum of tallies; nothing for all others.
    fn collected(&self) -> Option<&dyn Collected<Kind = Self::Kind>> {
        None
    }
}

/// A statistic over a corpus that is no sum: how many n-grams there are in all
/// texts together, how like each other the texts are.
///
/// Only for what cannot be written as a sum: all units must be held in memory,
/// a saved ledger cannot give the reading again, and a cluster cannot add it up.
/// A measure that has one still gives each unit a tally (of no slots, if it has
/// nothing to say of one unit), and [`Reader::read`] of a total says why it is
/// undefined.
pub trait Collected: Send + Sync {
    /// The kind of unit it looks at.
    type Kind: UnitKind;

    /// Reads all units of a system or group together: the same readings, in
    /// the same order, as [`Reader::readings`] names.
    fn read_corpus(&self, units: &[<Self::Kind as UnitKind>::Unit<'_>]) -> Readings;
}

/// What a unit must have for a measure to make sense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// At least one reference.
    pub references: bool,
    /// The source.
    pub source: bool,
    /// How many hypotheses.
    pub hypotheses: Hypotheses,
    /// Probabilities of labels.
    pub probabilities: bool,
}

impl Needs {
    /// At least one reference.
    pub const REFERENCES: Self =
        Self { references: true, source: false, hypotheses: Hypotheses::One, probabilities: false };

    /// Probabilities of labels.
    pub const PROBABILITIES: Self =
        Self { references: false, source: false, hypotheses: Hypotheses::One, probabilities: true };
}

/// How many hypotheses a measure takes for one unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Hypotheses {
    /// One.
    #[default]
    One,
    /// Any number.
    Several,
    /// Any number; of several, each must come with its likelihood.
    SeveralWithLikelihoods,
}

/// How a measure wants to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    /// On any number of threads, a batch each.
    Parallel,
    /// One batch at a time, of at most this many units: for measures that use
    /// all cores by themselves, or may not be entered twice.
    Exclusive {
        /// The largest batch it takes.
        batch: usize,
    },
}

/// Readings of a whole run, never without their signature.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// What the readings depend on.
    pub signature: Signature,
    /// Names of the readings.
    pub names: Vec<String>,
    /// The readings; the first one is the headline.
    pub readings: Readings,
}

impl Score {
    /// The value of a reading, if it has one.
    pub fn get(&self, name: &str) -> Option<f64> {
        let index = self.names.iter().position(|known| known == name)?;
        self.readings.0[index].value()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.readings.0.first() {
            Some(Reading::Value(value)) => write!(f, "{} = {value:.2}", self.signature),
            Some(Reading::Undefined(reason)) => {
                write!(f, "{} is undefined: {reason}", self.signature)
            }
            None => write!(f, "{}", self.signature),
        }
    }
}

/// Measuring a list of units that is already in memory.
pub trait MeasureExt: Measure {
    /// One row for each unit.
    ///
    /// # Errors
    /// Fails if a unit lacks what the measure needs, or the measure cannot go on.
    fn rows<'a>(&self, units: &'a [<Self::Kind as UnitKind>::Unit<'a>]) -> Result<Rows, Error> {
        let measure = self.signature().name().to_owned();
        for (position, unit) in units.iter().enumerate() {
            Self::Kind::check(unit, self.needs()).map_err(|rule| Error::Unit {
                id: (position + 1).to_string(),
                measure: measure.clone(),
                rule,
            })?;
        }
        let mut rows = Rows::new(self.slots().into(), units.len());
        self.tally(&Batch::new(units), &mut rows)?;
        rows.finished(&measure)?;
        Ok(rows)
    }

    /// The readings of all units together.
    ///
    /// # Errors
    /// See [`MeasureExt::rows`].
    fn score<'a>(&self, units: &'a [<Self::Kind as UnitKind>::Unit<'a>]) -> Result<Score, Error> {
        let rows = self.rows(units)?;
        let mut sum = Sum::new(self.slots());
        let mut table = Table::new(self.slots().len());
        for unit in 0..rows.len() {
            if let Ok(tally) = rows.row(unit) {
                sum.add(tally, self.slots())?;
                if self.statistic().is_some() {
                    table.push(&tally.cells().iter().map(|cell| cell.as_f64()).collect::<Vec<_>>());
                }
            }
        }
        Ok(Score {
            signature: self.signature(),
            names: self.readings().iter().map(|info| info.name.to_string()).collect(),
            readings: match (self.collected(), self.statistic()) {
                (Some(collected), _) => collected.read_corpus(units),
                (None, Some(statistic)) => statistic.prepare(&table)(&vec![1; table.rows()]),
                (None, None) => self.read(Tally::new(&sum.cells())),
            },
        })
    }
}

impl<M: Measure + ?Sized> MeasureExt for M {}

impl<R: Reader + ?Sized> Reader for Box<R> {
    fn signature(&self) -> Signature {
        (**self).signature()
    }

    fn slots(&self) -> &[Slot] {
        (**self).slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        (**self).readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        (**self).read(total)
    }

    fn read_unit(&self, row: Tally<'_>) -> Readings {
        (**self).read_unit(row)
    }

    fn read_as_sacrebleu(&self, sums: &[f32]) -> Option<Score32> {
        (**self).read_as_sacrebleu(sums)
    }

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        (**self).statistic()
    }
}

impl<M: Measure + ?Sized> Measure for Box<M> {
    type Kind = M::Kind;

    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn schedule(&self) -> Schedule {
        (**self).schedule()
    }

    fn tally(&self, batch: &Batch<'_, Self::Kind>, rows: &mut Rows) -> Result<(), Error> {
        (**self).tally(batch, rows)
    }

    fn collected(&self) -> Option<&dyn Collected<Kind = Self::Kind>> {
        (**self).collected()
    }
}
