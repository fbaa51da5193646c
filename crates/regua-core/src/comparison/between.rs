//! Groups of one system side by side: different units, so that nothing is paired.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_stats::Undefined;
use regua_stats::significance::{Alternative::TwoSided, effect, randomisation};

use super::compare::{adjusted, ranks, read_unit};
use super::pair::reading;
use super::{Comparison, Pair, Plan, Standing};
use crate::error::Error;
use crate::reading::{Reading, Readings};
use crate::resample::{
    Draws, Interval, Kept, Method, Pick, Resampling, Sample, Spread, draws, permuted,
};

/// One group of units under one measure.
struct Side<'a> {
    name: Arc<str>,
    units: Vec<u32>,
    sample: Sample<'a>,
    draws: Draws,
    without: Vec<Readings>,
}

/// Compares the groups of each system with each other, all pairs of them.
///
/// Each group is drawn by itself. The p-value says how often units that are dealt
/// out at random make such a difference.
///
/// # Errors
/// Fails if `cancel` is set meanwhile.
pub fn between(
    kept: &Kept,
    groups: &[Vec<(String, String)>],
    plan: &Plan,
    cancel: &AtomicBool,
) -> Result<Vec<Comparison>, Error> {
    let mut comparisons = Vec::new();
    for system in 0..kept.systems().len() {
        for measure in 0..kept.readers().len() {
            let reader = &*kept.readers()[measure];
            let mut sides: Vec<Side<'_>> = groups
                .iter()
                .enumerate()
                .map(|(at, group)| Side::new(kept, system, measure, (at, group), plan, cancel))
                .collect::<Result<_, Error>>()?;
            sides.retain(|side| side.sample.units() > 0);
            let readings = if plan.all_readings { reader.readings().len() } else { 1 };
            for position in 0..readings {
                let found = compare_groups(kept, system, measure, position, &sides, plan, cancel);
                comparisons.push(found?);
            }
        }
    }
    Ok(comparisons)
}

impl<'a> Side<'a> {
    fn new(
        kept: &'a Kept,
        system: usize,
        measure: usize,
        (at, group): (usize, &[(String, String)]),
        plan: &Plan,
        cancel: &AtomicBool,
    ) -> Result<Self, Error> {
        let values: Vec<String> = group.iter().map(|(_, value)| value.clone()).collect();
        let rows = &kept.systems()[system];
        let units: Vec<u32> = (0_u32..)
            .zip(&rows.units)
            .filter(|(at, unit)| rows.is_scored(measure, *at) && kept.group(unit) == values)
            .map(|(at, _)| at)
            .collect();
        let pick = Pick::These(&units);
        let sample = kept.sample(system, measure, pick);
        // Groups are independent, and so are their draws.
        let seed = plan.resampling.seed.wrapping_add(at as u64);
        let how = Resampling { seed, ..plan.resampling };
        let (mut drawn, mut without) = (Vec::new(), Vec::new());
        if sample.units() > 1 {
            let identities = kept.identities(system, pick);
            let samples = std::slice::from_ref(&sample);
            drawn = draws(samples, &identities, &how, cancel)?.swap_remove(0);
            if how.method == Method::Bca {
                without = sample.leave_one_out(cancel)?;
            }
        }
        Ok(Self { name: values.join(", ").into(), units, sample, draws: drawn, without })
    }
}

fn compare_groups(
    kept: &Kept,
    system: usize,
    measure: usize,
    position: usize,
    sides: &[Side<'_>],
    plan: &Plan,
    cancel: &AtomicBool,
) -> Result<Comparison, Error> {
    let reader = &*kept.readers()[measure];
    let value = |readings: &Readings| readings.0.get(position).and_then(Reading::value);
    let estimates: Vec<Reading> =
        sides.iter().map(|side| side.sample.estimate().0.swap_remove(position)).collect();
    let drawn: Vec<Vec<Option<f64>>> =
        sides.iter().map(|side| side.draws.iter().map(value).collect()).collect();
    let rows = &kept.systems()[system];
    let units: Vec<Vec<f64>> = sides
        .iter()
        .map(|side| {
            let each = side.units.iter().map(|at| read_unit(reader, rows.row(measure, *at)));
            each.filter_map(|readings| value(&readings)).collect()
        })
        .collect();
    let mut pairs = Vec::new();
    for first in 0..sides.len() {
        for second in first + 1..sides.len() {
            let difference = match (&estimates[first], &estimates[second]) {
                (Reading::Value(one), Reading::Value(two)) => Reading::from(one - two),
                (Reading::Undefined(reason), _) | (_, Reading::Undefined(reason)) => {
                    Reading::Undefined(reason.clone())
                }
            };
            let apart: Vec<Option<f64>> = drawn[first]
                .iter()
                .zip(&drawn[second])
                .map(|(one, two)| Some((*one)? - (*two)?))
                .collect();
            let interval: Spread = match (&difference, plan.resampling.method) {
                (Reading::Undefined(reason), _) => Err(reason.clone()),
                (_, Method::Bca) => {
                    Err("bca is for the readings of one sample, not for differences of two".into())
                }
                (Reading::Value(found), _) => {
                    Interval::of(&apart, *found, Vec::new, &plan.resampling)
                }
            };
            let p = match &difference {
                Reading::Undefined(reason) => Reading::Undefined(reason.clone()),
                Reading::Value(found) => {
                    let (one, two) = (&sides[first].sample, &sides[second].sample);
                    reading(p_value(one, two, (*found, position), plan, cancel)?)
                }
            };
            pairs.push(Pair {
                first,
                second,
                difference,
                interval,
                adjusted: p.clone(),
                p,
                is_significant: false,
                outcomes: None,
                effect: reading(effect::cohen_d(&units[first], &units[second])),
                needed: Reading::Undefined("it is reckoned for paired units only".into()),
                gains: Vec::new(),
                losses_most: Vec::new(),
            });
        }
    }
    adjusted(&mut pairs, plan);
    let clusters = ranks(&estimates, &pairs, reader.readings()[position].direction, plan.alpha);
    let standings = sides.iter().zip(&estimates).zip(&drawn).zip(clusters);
    let standings = standings.map(|(((side, estimate), draws), cluster)| Standing {
        system: Arc::clone(&side.name),
        value: estimate.clone(),
        interval: match estimate {
            Reading::Undefined(reason) => Err(reason.clone()),
            Reading::Value(found) => {
                let without = || side.without.iter().map(value).collect();
                Interval::of(draws, *found, without, &plan.resampling)
            }
        },
        cluster,
    });
    Ok(Comparison {
        measure,
        reading: position,
        group: Vec::new(),
        within: Some(Arc::clone(&rows.name)),
        units: sides.iter().map(|side| side.units.len()).sum(),
        left_out: rows.units.len() - sides.iter().map(|side| side.units.len()).sum::<usize>(),
        drawn_from: sides.iter().map(|side| side.sample.units()).min().unwrap_or(0),
        systems: standings.collect(),
        pairs,
    })
}

fn p_value(
    first: &Sample<'_>,
    second: &Sample<'_>,
    (difference, position): (f64, usize),
    plan: &Plan,
    cancel: &AtomicBool,
) -> Result<Result<f64, Undefined>, Error> {
    let value = |readings: &Readings| readings.0.get(position).and_then(Reading::value);
    let how = Resampling { resamples: plan.trials, ..plan.resampling };
    let trials: Vec<f64> = permuted(first, second, &how, cancel)?
        .iter()
        .filter_map(|(one, two)| Some(value(one)? - value(two)?))
        .collect();
    Ok(randomisation::p_value(difference, &trials, TwoSided))
}
