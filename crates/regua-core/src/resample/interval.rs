//! Intervals: how far readings spread over draws.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use regua_stats::interval;
use regua_stats::sacrebleu::Scores;

use super::draws::draws;
use super::kept::{Kept, Pick};
use super::sample::Sample;
use super::{Method, Resampling};
use crate::error::Error;
use crate::group::GroupReading;
use crate::reading::{Reading, Readings};

/// Where most draws of a reading lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The mean of all draws.
    pub mean: f64,
    /// How many draws had no such reading, and were left out.
    pub undefined: usize,
}

/// An interval, or the reason why there is none.
pub type Spread = Result<Interval, Cow<'static, str>>;

impl Interval {
    /// The interval of one value, from its draws. `without` gives the value
    /// without each unit, and is only asked where the method needs it.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn of(
        draws: &[Option<f64>],
        estimate: f64,
        without: impl FnOnce() -> Vec<Option<f64>>,
        how: &Resampling,
    ) -> Spread {
        let values: Vec<f64> = draws.iter().copied().flatten().collect();
        let undefined = draws.len() - values.len();
        if values.len() < 2 || undefined > draws.len() / 2 {
            return Err("most draws have no such reading".into());
        }
        let mean = match how.method {
            Method::Sacrebleu => {
                Scores::of_doubles(values.clone()).confidence().map(|one| one.mean)
            }
            Method::Percentile | Method::Bca => interval::summary(&values).map(|one| one.mean),
        };
        let mean = mean.map_err(|reason| reason.0)?;
        let ends = match how.method {
            Method::Percentile => interval::percentile(&values, how.confidence),
            Method::Sacrebleu => {
                let mut sorted = values.clone();
                sorted.sort_by(f64::total_cmp);
                let cut = sorted.len() / 40;
                let (low, high) = (sorted[cut], sorted[sorted.len() - cut - 1]);
                Ok(interval::Interval { low, high })
            }
            Method::Bca => {
                let without: Option<Vec<f64>> = without().into_iter().collect();
                let Some(without) = without else {
                    return Err("without some unit there is no such reading".into());
                };
                interval::bca(&values, estimate, &without, how.confidence)
            }
        };
        let ends = ends.map_err(|reason| reason.0)?;
        Ok(Self { low: ends.low, high: ends.high, mean, undefined })
    }
}

/// The value of one reading in each draw.
pub(crate) fn values(draws: &[Readings], reading: usize) -> Vec<Option<f64>> {
    draws.iter().map(|draw| draw.0.get(reading).and_then(Reading::value)).collect()
}

/// How far each of some readings spreads over draws; `without` are the readings
/// without each thing that is drawn, where the method needs them.
pub(crate) fn spreads(
    readings: &Readings,
    draws: &[Readings],
    drawn_from: usize,
    without: Option<&[Readings]>,
    how: &Resampling,
) -> Vec<Spread> {
    let spread = |(reading, estimate): (usize, &Reading)| {
        let estimate = match estimate {
            Reading::Value(estimate) => estimate,
            Reading::Undefined(reason) => return Err(reason.clone()),
        };
        if drawn_from < 2 {
            return Err("one unit has no spread".into());
        }
        let without = || without.map_or_else(Vec::new, |all| values(all, reading));
        Interval::of(&values(draws, reading), *estimate, without, how)
    };
    readings.0.iter().enumerate().map(spread).collect()
}

impl Kept {
    /// The units of a system in a group that a measure has scored; `None` if
    /// those are all units of the system.
    fn picked(&self, result: &GroupReading) -> Option<(usize, Option<Vec<u32>>)> {
        let system = self.systems().iter().position(|one| one.name == result.system)?;
        let kept = &self.systems()[system];
        if result.group.is_empty() && kept.is_whole(result.measure) {
            return Some((system, None));
        }
        let is_here = |unit: &crate::resample::KeptUnit| {
            let values = result.group.iter().map(|(_, value)| value);
            result.group.is_empty() || values.eq(self.group(unit))
        };
        let units = (0_u32..).zip(&kept.units);
        let units = units.filter(|(at, unit)| kept.is_scored(result.measure, *at) && is_here(unit));
        Some((system, Some(units.map(|(at, _)| at).collect())))
    }

    /// Reads statistics that are no sums off the rows, into results that have
    /// only seen totals.
    pub fn read_statistics(&self, results: &mut [GroupReading]) {
        for result in results {
            if self.readers()[result.measure].statistic().is_none() {
                continue;
            }
            let Some((system, units)) = self.picked(result) else { continue };
            if units.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            let pick = units.as_deref().map_or(Pick::All, Pick::These);
            result.readings = self.sample(system, result.measure, pick).estimate();
        }
    }

    /// Gives every reading its interval, and the number of things drawn from.
    ///
    /// # Errors
    /// Fails if `cancel` is set meanwhile.
    pub fn intervals(
        &self,
        results: &mut [GroupReading],
        how: &Resampling,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        // Measures that have scored the same units are drawn together.
        let mut from = 0;
        while from < results.len() {
            let Some((system, units)) = self.picked(&results[from]) else {
                from += 1;
                continue;
            };
            let mut to = from + 1;
            while results.get(to).is_some_and(|next| {
                next.system == results[from].system
                    && next.group == results[from].group
                    && self.picked(next).is_some_and(|(_, more)| more == units)
            }) {
                to += 1;
            }
            let pick = units.as_deref().map_or(Pick::All, Pick::These);
            self.spread(&mut results[from..to], system, pick, how, cancel)?;
            from = to;
        }
        Ok(())
    }

    fn spread(
        &self,
        results: &mut [GroupReading],
        system: usize,
        pick: Pick<'_>,
        how: &Resampling,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let samples: Vec<Sample<'_>> =
            results.iter().map(|result| self.sample(system, result.measure, pick)).collect();
        let drawn_from = samples.iter().map(Sample::units).max().unwrap_or(0);
        let drawn = if drawn_from < 2 {
            samples.iter().map(|_| Vec::new()).collect()
        } else {
            draws(&samples, &self.identities(system, pick), how, cancel)?
        };
        for ((result, sample), draws) in results.iter_mut().zip(&samples).zip(drawn) {
            result.drawn_from = drawn_from;
            let without = match how.method {
                Method::Bca => Some(sample.leave_one_out(cancel)?),
                Method::Percentile | Method::Sacrebleu => None,
            };
            result.intervals =
                spreads(&result.readings, &draws, drawn_from, without.as_deref(), how);
        }
        Ok(())
    }
}
