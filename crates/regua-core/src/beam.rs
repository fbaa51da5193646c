//! Measures over several hypotheses for one segment.

use regua_stats::sacrebleu::Score;

use crate::batch::Batch;
use crate::error::Error;
use crate::measure::{Hypotheses, Measure, Needs, Reader, Schedule};
use crate::reading::{Direction, ReadingInfo, Readings};
use crate::rows::Rows;
use crate::signature::Signature;
use crate::slot::Slot;
use crate::statistic::LedgerStatistic;
use crate::tally::{Sum, Tally};
use crate::unit::{Segment, Segments};

/// What the several hypotheses of a segment count as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BeamMode {
    /// All of them, each as much as the others: their tallies are added up.
    Mean,
    /// The one with the highest likelihood; the first of equals.
    Likeliest,
    /// The one with the best headline; the first of equals.
    Best,
}

impl BeamMode {
    /// The modes and the words for them.
    pub const WORDS: [(&'static str, Self); 3] =
        [("mean", Self::Mean), ("likeliest", Self::Likeliest), ("best", Self::Best)];

    /// The word for the mode.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Likeliest => "likeliest",
            Self::Best => "best",
        }
    }
}

/// Lets a measure of one hypothesis look at a list of them.
///
/// With [`BeamMode::Mean`] a longer list weighs more in the total. To give
/// every segment the same weight, take the [`Mean`](crate::mean::Mean) of it.
#[derive(Debug, Clone)]
pub struct Beam<M> {
    inner: M,
    mode: BeamMode,
}

impl<M: Reader> Beam<M> {
    /// The measure over beams.
    pub fn new(inner: M, mode: BeamMode) -> Self {
        Self { inner, mode }
    }

    fn direction(&self) -> Option<Direction> {
        self.readings().first().map(|info| info.direction)
    }

    /// The position of the row with the best headline.
    fn best(&self, rows: &Rows, range: std::ops::Range<usize>) -> Option<usize> {
        let lower = self.direction() == Some(Direction::LowerIsBetter);
        let mut best: Option<(usize, f64)> = None;
        for at in range {
            let Ok(tally) = rows.row(at) else { continue };
            let Some(value) = self.inner.read_unit(tally).headline() else { continue };
            if best.is_none_or(|(_, top)| if lower { value < top } else { value > top }) {
                best = Some((at, value));
            }
        }
        best.map(|(at, _)| at)
    }
}

impl<M: Reader> Reader for Beam<M> {
    fn signature(&self) -> Signature {
        self.inner.signature().with("beam", self.mode.word())
    }

    fn slots(&self) -> &[Slot] {
        self.inner.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.inner.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.inner.read(total)
    }

    fn read_unit(&self, row: Tally<'_>) -> Readings {
        self.inner.read_unit(row)
    }

    fn read_as_sacrebleu(&self, sums: &[f32]) -> Option<Score> {
        self.inner.read_as_sacrebleu(sums)
    }

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        self.inner.statistic()
    }
}

impl<M: Measure<Kind = Segments>> Measure for Beam<M> {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs {
            hypotheses: match self.mode {
                BeamMode::Likeliest => Hypotheses::SeveralWithLikelihoods,
                BeamMode::Mean | BeamMode::Best => Hypotheses::Several,
            },
            ..self.inner.needs()
        }
    }

    fn schedule(&self) -> Schedule {
        self.inner.schedule()
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let mut single: Vec<Segment<'_>> = Vec::new();
        let mut ends = Vec::with_capacity(rows.len());
        for unit in batch.units() {
            let chosen = match self.mode {
                BeamMode::Likeliest => likeliest(unit),
                BeamMode::Mean | BeamMode::Best => 0..unit.hypotheses.len(),
            };
            single.extend(
                chosen.map(|at| Segment { hypotheses: &unit.hypotheses[at..=at], ..*unit }),
            );
            ends.push(single.len());
        }
        let mut inner = Rows::new(self.slots().into(), single.len());
        self.inner.tally(&Batch::new(&single), &mut inner)?;
        let mut start = 0;
        for (unit, end) in ends.into_iter().enumerate() {
            let range = start..end;
            start = end;
            if self.mode == BeamMode::Mean {
                let mut sum = Sum::new(self.slots());
                let mut failed = None;
                for at in range {
                    match inner.row(at) {
                        Ok(tally) => sum.add(tally, self.slots())?,
                        Err(reason) => failed = Some(reason.to_owned()),
                    }
                }
                match failed {
                    None => rows.set_cells(unit, &sum.cells()),
                    Some(reason) => rows.unscored(unit, reason),
                }
            } else if self.mode == BeamMode::Best
                && self.direction() == Some(Direction::Neither)
                && range.len() > 1
            {
                rows.unscored(unit, "none is the best where more is neither better nor worse");
            } else if let Some(best) = self.best(&inner, range.clone()) {
                rows.set_cells(unit, inner.row(best).map_or(&[][..], Tally::cells));
            } else {
                let reason = range.clone().find_map(|at| inner.row(at).err());
                rows.unscored(unit, reason.unwrap_or("no hypothesis has a reading").to_owned());
            }
        }
        Ok(())
    }
}

/// The position of the likeliest hypothesis, as a range of one.
fn likeliest(unit: &Segment<'_>) -> std::ops::Range<usize> {
    let mut best = 0;
    let likelihood =
        |at: usize| unit.hypotheses.get(at).and_then(|hypothesis| hypothesis.log_likelihood);
    for at in 1..unit.hypotheses.len() {
        if likelihood(at) > likelihood(best) {
            best = at;
        }
    }
    best..(best + 1).min(unit.hypotheses.len())
}
