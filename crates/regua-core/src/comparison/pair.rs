//! Two systems: the difference, its interval, the test, the units.

use std::sync::atomic::{AtomicBool, Ordering};

use regua_stats::Undefined;
use regua_stats::interval::summary;
use regua_stats::sacrebleu::{self, Scores};
use regua_stats::significance::Alternative::TwoSided;
use regua_stats::significance::{
    effect, mcnemar, paired_bootstrap, power, randomisation, sign, t, wilcoxon,
};

use super::{NOT_BINARY, Outcomes, Pair, Plan, Test, UnitDifference};
use crate::error::Error;
use crate::reading::{Direction, Reading, Readings};
use crate::resample::{Interval, Resampling, Sample, Scheme, Spread, swapped};

/// One system's side of a pair, for one reading.
pub(super) struct Side<'a> {
    /// Position of the system.
    pub system: usize,
    /// What is drawn from.
    pub sample: &'a Sample<'a>,
    /// The reading of all units.
    pub estimate: &'a Reading,
    /// Its value in each draw.
    pub draws: &'a [Option<f64>],
    /// Its value for each unit.
    pub units: &'a [Option<f64>],
    /// Its value without each thing that is drawn, where that is needed.
    pub without: &'a [Option<f64>],
}

/// What is compared of the two sides.
pub(super) struct Looked<'a> {
    /// Position of the reading.
    pub reading: usize,
    /// Which way is better.
    pub direction: Direction,
    /// The ids of the units, and where they are among the first system's.
    pub ids: &'a [(String, u32)],
    /// Set from outside to stop.
    pub cancel: &'a AtomicBool,
}

impl Pair {
    pub(super) fn new(
        first: &Side<'_>,
        second: &Side<'_>,
        looked: &Looked<'_>,
        plan: &Plan,
    ) -> Result<Self, Error> {
        let difference = match (first.estimate, second.estimate) {
            (Reading::Value(one), Reading::Value(two)) => Reading::from(one - two),
            (Reading::Undefined(reason), _) | (_, Reading::Undefined(reason)) => {
                Reading::Undefined(reason.clone())
            }
        };
        let minus = |one: &[Option<f64>], two: &[Option<f64>]| -> Vec<Option<f64>> {
            one.iter().zip(two).map(|(one, two)| Some((*one)? - (*two)?)).collect()
        };
        let draws = minus(first.draws, second.draws);
        let interval: Spread = match &difference {
            Reading::Undefined(reason) => Err(reason.clone()),
            Reading::Value(difference) => Interval::of(
                &draws,
                *difference,
                || minus(first.without, second.without),
                &plan.resampling,
            ),
        };
        let units: Vec<(usize, f64, f64)> = first
            .units
            .iter()
            .zip(second.units)
            .enumerate()
            .filter_map(|(at, (one, two))| Some((at, (*one)?, (*two)?)))
            .collect();
        let differences: Vec<f64> = units.iter().map(|(_, one, two)| one - two).collect();
        let p = match &difference {
            Reading::Undefined(reason) => Reading::Undefined(reason.clone()),
            Reading::Value(difference) => reading(p_value(
                first,
                second,
                (*difference, &draws),
                (&units, &differences),
                looked,
                plan,
            )?),
        };
        let mut outcomes = Outcomes::default();
        for difference in &differences {
            match better(*difference, looked.direction) {
                better if better > 0.0 => outcomes.wins += 1,
                better if better < 0.0 => outcomes.losses += 1,
                _ => outcomes.ties += 1,
            }
        }
        let effect = reading(effect::paired_d(&differences));
        let needed = match &difference {
            Reading::Value(difference) => reading(needed(*difference, &draws, first, plan)),
            Reading::Undefined(reason) => Reading::Undefined(reason.clone()),
        };
        let (gains, losses_most) = extremes(&units, looked, plan.examples);
        Ok(Self {
            first: first.system,
            second: second.system,
            difference,
            interval,
            adjusted: p.clone(),
            p,
            is_significant: false,
            outcomes: Some(outcomes),
            effect,
            needed,
            gains,
            losses_most,
        })
    }
}

fn p_value(
    first: &Side<'_>,
    second: &Side<'_>,
    (difference, draws): (f64, &[Option<f64>]),
    (units, differences): (&[(usize, f64, f64)], &[f64]),
    looked: &Looked<'_>,
    plan: &Plan,
) -> Result<Result<f64, Undefined>, Error> {
    let as_sacrebleu = plan.resampling.scheme == Scheme::Sacrebleu;
    Ok(match plan.test {
        Test::Bootstrap => {
            let draws: Vec<f64> = draws.iter().copied().flatten().collect();
            if as_sacrebleu {
                let both = first.draws.iter().zip(second.draws);
                let (ours, theirs) = both.filter_map(|(one, two)| Some(((*one)?, (*two)?))).unzip();
                Scores::of_doubles(ours).paired_p(&Scores::of_doubles(theirs), difference.abs())
            } else {
                paired_bootstrap::p_value(difference, &draws, TwoSided)
            }
        }
        Test::Randomisation => {
            let value =
                |readings: &Readings| readings.0.get(looked.reading).and_then(Reading::value);
            if let (true, Some(ours), Some(theirs)) =
                (as_sacrebleu, first.sample.table(), second.sample.table())
            {
                let read = |sums: &[f64]| value(&first.sample.read(sums)).unwrap_or(f64::NAN);
                let seed = plan.resampling.seed;
                let cancel = looked.cancel;
                let trials = sacrebleu::randomised(theirs, ours, plan.trials, seed, cancel, read);
                if cancel.load(Ordering::Relaxed) {
                    return Err(Error::Cancelled);
                }
                return Ok(
                    trials.and_then(|trials| sacrebleu::randomisation_p(&trials, difference.abs()))
                );
            }
            let how = Resampling { resamples: plan.trials, ..plan.resampling };
            let trials: Vec<f64> = swapped(first.sample, second.sample, &how, looked.cancel)?
                .iter()
                .filter_map(|(one, two)| Some(value(one)? - value(two)?))
                .collect();
            randomisation::p_value(difference, &trials, TwoSided)
        }
        Test::Permutation => Err(Undefined("a permutation test is for groups of different units")),
        // A cluster is one thing that was drawn: its units do not stand for themselves.
        _ if first.sample.units() != first.units.len() => {
            Err(Undefined("this test takes each unit by itself, and clusters are drawn"))
        }
        Test::Wilcoxon => {
            let (zeros, method) = (wilcoxon::Zeros::default(), wilcoxon::Method::default());
            wilcoxon::test(differences, zeros, method, TwoSided).map(|found| found.p_value)
        }
        Test::Sign => sign::test(differences, TwoSided).map(|test| test.p_value),
        Test::T => t::paired(differences, TwoSided).map(|test| test.p_value),
        Test::Mcnemar => {
            // Exactly 0 or 1: a reading that is nearly right is no yes or no.
            let is_binary = |value: f64| value.to_bits() == 1.0_f64.to_bits() || value == 0.0;
            if !units.iter().all(|(_, one, two)| is_binary(*one) && is_binary(*two)) {
                return Ok(Err(Undefined(NOT_BINARY)));
            }
            let only =
                |sign: f64| differences.iter().filter(|one| **one * sign > 0.0).count() as u64;
            mcnemar::exact(only(1.0), only(-1.0)).map(|outcome| outcome.p_value)
        }
    })
}

/// How many units would show the difference four times in five.
///
/// From how far the draws spread, not from the readings of units: so it holds for
/// corpus readings too.
fn needed(
    difference: f64,
    draws: &[Option<f64>],
    side: &Side<'_>,
    plan: &Plan,
) -> Result<f64, Undefined> {
    let draws: Vec<f64> = draws.iter().copied().flatten().collect();
    let error = summary(&draws)?.standard_error;
    let deviation = error * (side.sample.units() as f64).sqrt();
    let design = power::Design { alpha: plan.alpha, ..power::Design::default() };
    let normal = power::Design { reference: power::Reference::Normal, ..design };
    // Student's is the slow one by far, and they differ by two units.
    match normal.units_needed(difference, deviation, POWER)? {
        many if many > MANY_UNITS => Ok(many),
        _ => design.units_needed(difference, deviation, POWER),
    }
}

/// Above this many units the normal distribution is nearly as good as Student's.
const MANY_UNITS: f64 = 100.0;

/// The share of studies that should show a difference.
const POWER: f64 = 0.8;

/// A difference turned so that more is better.
fn better(difference: f64, direction: Direction) -> f64 {
    match direction {
        Direction::LowerIsBetter => -difference,
        Direction::HigherIsBetter | Direction::Neither => difference,
    }
}

/// The units with the largest gain and the largest loss.
fn extremes(
    units: &[(usize, f64, f64)],
    looked: &Looked<'_>,
    how_many: usize,
) -> (Vec<UnitDifference>, Vec<UnitDifference>) {
    if how_many == 0 {
        return (Vec::new(), Vec::new());
    }
    let gain = |unit: &(usize, f64, f64)| better(unit.1 - unit.2, looked.direction);
    let mut ordered: Vec<&(usize, f64, f64)> = units.iter().collect();
    ordered.sort_by(|a, b| gain(b).total_cmp(&gain(a)).then(a.0.cmp(&b.0)));
    let named = |unit: &&(usize, f64, f64)| UnitDifference {
        id: looked.ids[unit.0].0.clone(),
        unit: looked.ids[unit.0].1,
        first: unit.1,
        second: unit.2,
    };
    let gains = ordered.iter().filter(|unit| gain(unit) > 0.0).take(how_many).map(named);
    let losses = ordered.iter().rev().filter(|unit| gain(unit) < 0.0).take(how_many).map(named);
    (gains.collect(), losses.collect())
}

pub(super) fn reading(result: Result<f64, Undefined>) -> Reading {
    match result {
        Ok(value) => Reading::from(value),
        Err(reason) => Reading::Undefined(reason.0.into()),
    }
}
