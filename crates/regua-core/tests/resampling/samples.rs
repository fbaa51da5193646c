//! What is drawn from, and the intervals of a whole run.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use regua_core::comparison::{Plan, Test, align, between, compare};
use regua_core::resample::{Interval, Method, Pick, Resampling, Scheme, permuted, swapped};
use regua_core::{Error, Reading};

use crate::comparison::plan;
use crate::worlds::{
    Made, NEVER, Put, Unit, are_close, kept, kept_and_totals, reader, resampling, unit, units,
    values,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_drawn_from_reads_as_the_totals_do(units in units(&["a", "b"]), averaged: bool) {
        let put = Put { averaged, ..Put::default() };
        let (kept, totals) = kept_and_totals(vec![reader(Made::Rates)], &units, put);
        for (system, result) in totals.readings().unwrap().iter().enumerate() {
            prop_assert_eq!(&kept.sample(system, 0, Pick::All).estimate(), &result.readings);
        }
    }

    #[test]
    fn leaving_one_out_is_reading_all_others(units in units(&["a"]), drawn: bool) {
        let put = Put { drawn, ..Put::default() };
        let measures = || vec![reader(Made::Rates), reader(Made::Median)];
        let whole = kept(measures(), &units, put);
        let mut places: Vec<&str> = Vec::new();
        for unit in &units {
            let place = if drawn { &unit.document } else { &unit.id };
            if !places.contains(&&**place) {
                places.push(place);
            }
        }
        for measure in 0..2 {
            let ours = whole.sample(0, measure, Pick::All).leave_one_out(&NEVER).unwrap();
            prop_assert_eq!(ours.len(), places.len());
            for (ours, place) in ours.iter().zip(&places) {
                let is_out = |unit: &&Unit| if drawn { unit.document == *place } else { unit.id == *place };
                let rest: Vec<Unit> = units.iter().filter(|unit| !is_out(unit)).cloned().collect();
                if rest.is_empty() {
                    continue;
                }
                let plain = kept(measures(), &rest, put).sample(0, measure, Pick::All).estimate();
                for (ours, plain) in ours.0.iter().zip(&plain.0) {
                    prop_assert!(are_close(&[ours.value()], &[plain.value()]));
                }
            }
        }
    }
}

/// Two documents of forty units in all, of one system.
fn run() -> Vec<Unit> {
    let document = |at: i64| if at % 4 == 0 { "short" } else { "long" }.to_owned();
    (0..40)
        .map(|at| Unit { document: document(at), ..unit("a", &at, (at % 5, 9, at as f64 / 3.0)) })
        .collect()
}

#[test]
fn statistics_are_read_and_spread_in_groups_like_any_other_measure() {
    let measures = vec![reader(Made::Rates), reader(Made::Median)];
    let put = Put { grouped: true, ..Put::default() };
    let (kept, totals) = kept_and_totals(measures, &run(), put);
    let mut results = totals.readings().unwrap();
    assert_eq!(results[1].readings.0[0], Reading::Undefined("it is no sum".into()));
    kept.read_statistics(&mut results);
    kept.intervals(&mut results, &resampling(200), &NEVER).unwrap();
    let medians: Vec<Option<f64>> =
        results.iter().filter(|one| one.measure == 1).map(|one| one.readings.headline()).collect();
    assert_eq!(medians, [19.0, 19.0, 16.0].map(|at| Some(at / 3.0)));
    let drawn_from: Vec<usize> = results.iter().map(|one| one.drawn_from).collect();
    assert_eq!(drawn_from, [40, 40, 30, 30, 10, 10]);
    for result in &results {
        let interval = result.intervals[0].as_ref().unwrap();
        let value = result.readings.headline().unwrap();
        assert!(interval.low <= value && value <= interval.high && interval.low < interval.high);
    }
}

#[test]
fn a_measure_without_slots_has_no_interval_and_leaves_the_others_theirs() {
    for nothing_first in [true, false] {
        let mut measures = vec![reader(Made::Rates), reader(Made::Nothing)];
        if nothing_first {
            measures.reverse();
        }
        for put in [Put::default(), Put { drawn: true, ..Put::default() }] {
            let (kept, totals) = kept_and_totals(measures.clone(), &run(), put);
            let mut results = totals.readings().unwrap();
            kept.intervals(&mut results, &resampling(50), &NEVER).unwrap();
            let (nothing, rates) = if nothing_first { (0, 1) } else { (1, 0) };
            assert_eq!(results[nothing].intervals, [Err("it is no sum".into())]);
            assert!(results[rates].intervals.iter().all(Result::is_ok));
        }
    }
}

#[test]
fn units_that_were_not_scored_are_not_drawn() {
    let mut units = run();
    let scored: Vec<Unit> = units.split_off(10);
    for unit in &mut units {
        unit.row = None;
    }
    let all: Vec<Unit> = units.into_iter().chain(scored.clone()).collect();
    let spread = |units: &[Unit]| {
        let (kept, totals) = kept_and_totals(vec![reader(Made::Rates)], units, Put::default());
        let mut results = totals.readings().unwrap();
        kept.intervals(&mut results, &resampling(100), &NEVER).unwrap();
        (results[0].drawn_from, results[0].intervals.clone())
    };
    assert_eq!(spread(&all), spread(&scored));
    assert_eq!(spread(&all).0, 30);
}

#[test]
fn what_is_averaged_is_what_is_drawn_whatever_else_was_asked_for() {
    let averaged = Put { averaged: true, ..Put::default() };
    let both = Put { drawn: true, ..averaged };
    let drawn = |put| {
        let (kept, totals) = kept_and_totals(vec![reader(Made::Rates)], &run(), put);
        let mut results = totals.readings().unwrap();
        kept.intervals(&mut results, &resampling(100), &NEVER).unwrap();
        results
    };
    assert_eq!(drawn(both), drawn(averaged));
}

#[test]
fn one_unit_has_no_spread() {
    let (kept, totals) = kept_and_totals(vec![reader(Made::Rates)], &run()[..1], Put::default());
    let mut results = totals.readings().unwrap();
    kept.intervals(&mut results, &resampling(10), &NEVER).unwrap();
    assert_eq!(results[0].intervals, vec![Err("one unit has no spread".into()); 3]);
}

#[test]
fn an_interval_leaves_out_draws_without_a_reading_and_counts_them() {
    let mut draws: Vec<Option<f64>> = (0..100).map(|at| Some(f64::from(at))).collect();
    draws.extend([None; 40]);
    let interval = |draws: &[Option<f64>]| Interval::of(draws, 50.0, Vec::new, &resampling(1));
    let found = interval(&draws).unwrap();
    assert_eq!(found.undefined, 40);
    assert!((found.mean - 49.5).abs() < 1e-12 && found.low > 1.0 && found.high < 98.0);
    draws.extend([None; 70]);
    assert_eq!(interval(&draws), Err("most draws have no such reading".into()));
}

#[test]
fn every_method_holds_the_value_and_bca_asks_for_the_rest() {
    for method in [Method::Percentile, Method::Bca, Method::Sacrebleu] {
        let how = Resampling { method, ..resampling(400) };
        let kept = kept(vec![reader(Made::Rates)], &run(), Put::default());
        let sample = kept.sample(0, 0, Pick::All);
        let value = sample.estimate().headline().unwrap();
        let draws = regua_core::resample::draws(&[sample], &[], &how, &NEVER).unwrap().remove(0);
        let sample = kept.sample(0, 0, Pick::All);
        let without = || values(&sample.leave_one_out(&NEVER).unwrap(), 0);
        let interval = Interval::of(&values(&draws, 0), value, without, &how).unwrap();
        assert!(interval.low < value && value < interval.high, "{method:?}");
    }
    let bca = Resampling { method: Method::Bca, ..resampling(2) };
    let draws = [Some(1.0), Some(2.0)];
    assert_eq!(
        Interval::of(&draws, 1.5, || vec![Some(1.0), None], &bca),
        Err("without some unit there is no such reading".into())
    );
}

#[test]
fn draws_trials_and_comparisons_can_be_stopped() {
    let stop = AtomicBool::new(true);
    let units: Vec<Unit> =
        run().into_iter().flat_map(|one| [one.clone(), Unit { system: "b", ..one }]).collect();
    let measures = vec![reader(Made::Rates), reader(Made::Median)];
    let put = Put { grouped: true, ..Put::default() };
    let (kept, totals) = kept_and_totals(measures, &units, put);
    for scheme in [Scheme::Multinomial, Scheme::Poisson, Scheme::Sacrebleu] {
        let how = Resampling { scheme, ..resampling(50) };
        let outcome = kept.intervals(&mut totals.readings().unwrap(), &how, &stop);
        assert_eq!(outcome, Err(Error::Cancelled), "{scheme:?}");
        for (_, test) in Test::WORDS {
            let plan = Plan { resampling: how, ..plan(test) };
            let aligned = align(&kept, false).unwrap();
            assert_eq!(compare(&kept, &aligned, &[], &plan, &stop).err(), Some(Error::Cancelled));
        }
    }
    for measure in 0..2 {
        let sample = |system| kept.sample(system, measure, Pick::All);
        let how = resampling(50);
        assert_eq!(swapped(&sample(0), &sample(1), &how, &stop), Err(Error::Cancelled));
        assert_eq!(permuted(&sample(0), &sample(1), &how, &stop), Err(Error::Cancelled));
        assert_eq!(sample(0).leave_one_out(&stop), Err(Error::Cancelled));
    }
    let groups = [vec![("document".to_owned(), "long".to_owned())]];
    let outcome = between(&kept, &groups, &plan(Test::Permutation), &stop);
    assert_eq!(outcome.err(), Some(Error::Cancelled));
}
