//! However units are spread over machines, the readings are those of one.

use proptest::prelude::*;
use regua_core::group::GroupReading;
use regua_core::key::KeyValue;
use regua_core::partial::{PartialDraws, PartialRow, PartialSums};
use regua_core::resample::Spread;
use regua_stats::random::Generator;

use crate::worlds::{
    Asked, Groups, Unit, alone, as_an_engine, asked, keys_and_rows, together, unit, units,
};

/// The units of some machines, each in an order of its own.
fn spread_out(units: &[Unit], machines: usize, seed: u64) -> Vec<Vec<Unit>> {
    let mut generator = Generator::new(seed);
    let mut below = |bound: usize| usize::try_from(generator.below(bound as u64)).unwrap();
    let mut all = vec![Vec::new(); machines];
    for unit in units {
        let machine: &mut Vec<Unit> = &mut all[below(machines)];
        let place = below(machine.len() + 1);
        machine.insert(place, unit.clone());
    }
    all
}

fn are_close(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-12 * one.abs().max(two.abs()).max(1.0)
}

/// Whether intervals are the same: to the last bit where only counts are read.
fn are_alike(ours: &Spread, theirs: &Spread, only_counts: bool) -> bool {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if only_counts => ours == theirs,
        (Ok(ours), Ok(theirs)) => {
            ours.undefined == theirs.undefined
                && are_close(ours.low, theirs.low)
                && are_close(ours.high, theirs.high)
                && are_close(ours.mean, theirs.mean)
        }
        (Err(ours), Err(theirs)) => ours == theirs,
        _ => false,
    }
}

fn check(ours: &[GroupReading], theirs: &[GroupReading]) -> Result<(), TestCaseError> {
    let without_intervals = |readings: &[GroupReading]| -> Vec<GroupReading> {
        let bare =
            |reading: &GroupReading| GroupReading { intervals: Vec::new(), ..reading.clone() };
        readings.iter().map(bare).collect()
    };
    prop_assert_eq!(without_intervals(ours), without_intervals(theirs));
    for (ours, theirs) in ours.iter().zip(theirs) {
        prop_assert_eq!(ours.intervals.len(), theirs.intervals.len());
        for (reading, (one, two)) in ours.intervals.iter().zip(&theirs.intervals).enumerate() {
            let only_counts = reading == 0;
            prop_assert!(are_alike(one, two, only_counts), "{:?} {:?}", one, two);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn machines_together_say_what_one_says_alone(
        units in units(),
        asked in asked(),
        machines in 1..5_usize,
        seed: u64,
        is_merged: bool,
    ) {
        let merge = |rows: Vec<PartialRow>, plan: &_| {
            if is_merged { as_an_engine(rows, plan) } else { rows }
        };
        let (theirs, their_warnings) = alone(&units, &asked);
        let (ours, our_warnings) =
            together(&spread_out(&units, machines, seed), &asked, merge).unwrap();
        check(&ours, &theirs)?;
        prop_assert_eq!(our_warnings, their_warnings);
    }

    #[test]
    fn merged_rows_are_the_same_however_units_are_spread(
        units in units(),
        asked in asked(),
        seed: u64,
    ) {
        let rows = |machines: usize| {
            let mut rows = Vec::new();
            for units in spread_out(&units, machines, seed) {
                let mut sums = PartialSums::new(asked.plan());
                let (keys, tallies) = keys_and_rows(&units);
                sums.add(&keys, &tallies).unwrap();
                rows.extend(sums.take().unwrap());
            }
            let mut rows = as_an_engine(rows, &asked.plan());
            // A machine may leave out what is zero, and another have it add up to zero.
            rows.retain(|row| row.draw < 0 || row.numbers[3..].iter().any(|number| *number != 0));
            rows.sort_by(|one, two| (&one.texts, one.draw).cmp(&(&two.texts, two.draw)));
            rows
        };
        prop_assert_eq!(rows(1), rows(4));
    }
}

#[test]
fn a_bin_that_is_named_other_is_not_what_is_in_no_bin() {
    let asked = Asked { groups: Groups::Bins("2,other"), draws: None };
    let mut units: Vec<Unit> = (0..3).map(|at| unit("a", at, Some((3, 0.5)))).collect();
    units[0].document = KeyValue::Text("other".to_owned());
    let theirs = alone(&units, &asked);
    assert_eq!(together(&[units], &asked, as_an_engine).unwrap(), theirs);
    assert_eq!(
        theirs.1,
        [
            "2 values of `document` are in none of the bins `2` and `other`; they are in the group `other`"
        ]
    );
}

/// More units than are weighed at a time, some with numbers too large for floating
/// point.
#[test]
fn many_units_and_large_numbers_are_drawn_exactly() {
    let large = (1_i64 << 51) + 1;
    let units: Vec<Unit> = (0..1_300)
        .map(|at| {
            let words = if at % 400 == 5 { large } else { 3 + at as i64 % 5 };
            unit("a", at, Some((words, at as f64 / 7.0)))
        })
        .collect();
    let draws = Some(PartialDraws { resamples: 130, seed: 3, by: None });
    let asked = Asked { groups: Groups::None, draws };
    let mut sums = PartialSums::new(asked.plan());
    for block in units.chunks(100) {
        let (keys, rows) = keys_and_rows(block);
        sums.add(&keys, &rows).unwrap();
    }
    let rows = sums.take().unwrap();
    let ours: Vec<i64> =
        rows.iter().filter(|row| row.draw >= 0).map(|row| *row.numbers.last().unwrap()).collect();
    let plain: Vec<i64> = (0..130)
        .map(|draw| {
            let words = units.iter().map(|unit| {
                let identity = xxhash_rust::xxh3::xxh3_128(unit.id.as_bytes());
                let weight = regua_stats::resample::poisson_weight(3, draw, identity);
                let words = unit.row.unwrap().0;
                i64::from(weight) * if words == 7 { 0 } else { words }
            });
            words.sum()
        })
        .collect();
    assert_eq!(ours, plain);
}

#[test]
fn a_group_of_one_unit_or_one_cluster_has_no_spread() {
    let mut units: Vec<Unit> = (0..6).map(|at| unit("a", at, Some((3, 0.5)))).collect();
    units[0].document = KeyValue::Integer(2);
    for by in [None, Some("document".to_owned())] {
        let is_clustered = by.is_some();
        let draws = Some(PartialDraws { resamples: 20, seed: 1, by });
        let asked = Asked { groups: Groups::Each, draws };
        let (readings, _) = together(&[units.clone()], &asked, |rows, _| rows).unwrap();
        let words: Vec<(usize, bool)> = readings
            .iter()
            .filter(|one| one.measure == 1)
            .map(|one| (one.drawn_from, one.intervals[0].is_ok()))
            .collect();
        let expected = if is_clustered {
            [(2, true), (1, false), (1, false)]
        } else {
            [(6, true), (5, true), (1, false)]
        };
        assert_eq!(words, expected);
    }
}
