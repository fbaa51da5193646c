//! Systems side by side.

use proptest::prelude::*;
use regua_core::Reading;
use regua_core::comparison::{Adjustment, Comparison, Pair, Plan, Test, align, compare};
use regua_core::resample::{Kept, Resampling, Scheme};
use regua_stats::significance::Alternative::TwoSided;
use regua_stats::significance::{effect, mcnemar, sign, t, wilcoxon};

use crate::worlds::{Made, NEVER, Put, Unit, are_close, kept, reader, resampling, unit, units};

pub fn plan(test: Test) -> Plan {
    Plan {
        baseline: None,
        test,
        resampling: resampling(200),
        trials: 300,
        alpha: 0.05,
        adjustment: Adjustment::Holm,
        all_readings: false,
        examples: 2,
    }
}

/// All systems on all units.
pub fn compared(kept: &Kept, plan: &Plan) -> Vec<Comparison> {
    compare(kept, &align(kept, false).unwrap(), &[], plan, &NEVER).unwrap()
}

fn run_of(what: Made, units: &[Unit], test: Test) -> Comparison {
    compared(&kept(vec![reader(what)], units, Put::default()), &plan(test)).remove(0)
}

/// The same units for a second system, which gets each of the rows changed.
fn beside(
    ours: &[Unit],
    system: &'static str,
    change: impl Fn((i64, i64, f64)) -> (i64, i64, f64),
) -> Vec<Unit> {
    let theirs =
        ours.iter().map(|unit| Unit { system, row: unit.row.map(&change), ..unit.clone() });
    ours.iter().cloned().chain(theirs).collect()
}

fn some_units() -> Vec<Unit> {
    (0..40_i64).map(|at| unit("a", &at, (at * 7 % 9, 10 + at % 3, (at * 5 % 11) as f64))).collect()
}

fn unit_values(units: &[Unit], system: &str) -> Vec<f64> {
    let rows = units.iter().filter(|unit| unit.system == system).map(|unit| unit.row.unwrap());
    rows.map(|(hits, words, _)| hits as f64 / words as f64).collect()
}

fn ends(pair: &Pair) -> [Option<f64>; 2] {
    let interval = pair.interval.as_ref().unwrap();
    [Some(interval.low), Some(interval.high)]
}

/// On how many units the first system is better, level and worse.
fn outcomes(pair: &Pair) -> (usize, usize, usize) {
    let outcomes = pair.outcomes.unwrap();
    (outcomes.wins, outcomes.ties, outcomes.losses)
}

#[test]
fn identical_systems_are_level_and_never_significant() {
    let units = beside(&some_units(), "b", |row| row);
    for (_, test) in Test::WORDS {
        let what = if test == Test::Mcnemar { Made::Right } else { Made::Rates };
        let comparison = run_of(what, &units, test);
        let pair = &comparison.pairs[0];
        assert_eq!(pair.difference, Reading::Value(0.0));
        assert!(!pair.is_significant, "{test:?}");
        assert_eq!(outcomes(pair), (0, 40, 0));
        assert!(pair.gains.is_empty() && pair.losses_most.is_empty());
        assert!(pair.p.value().is_none_or(|p| p >= 1.0), "{test:?} {:?}", pair.p);
        assert!(comparison.systems.iter().all(|system| system.cluster == Some(1)));
        if matches!(test, Test::Bootstrap | Test::Randomisation) {
            assert_eq!(pair.p, Reading::Value(1.0), "{test:?}");
            assert_eq!(ends(pair), [Some(0.0); 2]);
        }
    }
}

#[test]
fn identical_systems_are_no_finding_where_sacrebleus_p_value_is_the_smallest() {
    let kept =
        kept(vec![reader(Made::Rates)], &beside(&some_units(), "b", |row| row), Put::default());
    for test in [Test::Bootstrap, Test::Randomisation] {
        let sacrebleu = Resampling { scheme: Scheme::Sacrebleu, ..resampling(99) };
        let plan = Plan { resampling: sacrebleu, trials: 99, ..plan(test) };
        let pair = compared(&kept, &plan).remove(0).pairs.remove(0);
        assert_eq!(pair.p, Reading::Value(0.01));
        assert!(!pair.is_significant);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_other_way_round_is_the_mirror_image(units in units(&["a", "b"]), ar: bool, drawn: bool) {
        let mut turned = units.clone();
        turned.chunks_mut(2).for_each(|pair| pair.swap(0, 1));
        let plan = plan(if ar { Test::Randomisation } else { Test::Bootstrap });
        let pair = |units: &[Unit]| {
            let kept = kept(vec![reader(Made::Rates)], units, Put { drawn, ..Put::default() });
            compared(&kept, &plan).remove(0).pairs.remove(0)
        };
        let (one, two) = (pair(&units), pair(&turned));
        let minus = |reading: &Reading| reading.value().map(|value| -value);
        prop_assert!(are_close(&[minus(&one.difference)], &[two.difference.value()]));
        let ((wins, ties, losses), mirrored) = (outcomes(&one), outcomes(&two));
        prop_assert_eq!((losses, ties, wins), mirrored);
        prop_assert_eq!(&one.p, &two.p);
        prop_assert!(are_close(&[minus(&one.effect)], &[two.effect.value()]));
        let ids = |units: &[regua_core::comparison::UnitDifference]| -> Vec<String> {
            units.iter().map(|unit| unit.id.clone()).collect()
        };
        // Of equal gains the first unit is named, of equal losses the last.
        prop_assert_eq!(ids(&one.gains).len(), ids(&two.losses_most).len());
        if let (Ok(one), Ok(two)) = (&one.interval, &two.interval) {
            prop_assert!(are_close(&[Some(-one.low), Some(-one.high)], &[Some(two.high), Some(two.low)]));
        }
    }

    #[test]
    fn the_order_in_which_units_come_to_the_second_system_does_not_matter(
        units in units(&["a", "b"]),
    ) {
        let (ours, mut theirs): (Vec<Unit>, Vec<Unit>) =
            units.iter().cloned().partition(|unit| unit.system == "a");
        theirs.reverse();
        let shuffled: Vec<Unit> = ours.into_iter().chain(theirs).collect();
        let pair = |units: &[Unit]| run_of(Made::Rates, units, Test::Bootstrap).pairs.remove(0);
        prop_assert_eq!(format!("{:?}", pair(&units)), format!("{:?}", pair(&shuffled)));
    }
}

#[test]
fn units_that_some_system_could_not_score_are_left_out_for_all_and_counted() {
    let mut units = beside(&some_units(), "b", |(hits, words, cost)| (hits + 1, words, cost));
    for at in [3, 17, 17 + 40, 5 + 40] {
        units[at].row = None;
    }
    let gone = ["3", "17", "5"];
    let rest: Vec<Unit> = units.iter().filter(|unit| !gone.contains(&&*unit.id)).cloned().collect();
    let (ours, plain) = (
        run_of(Made::Rates, &units, Test::Randomisation),
        run_of(Made::Rates, &rest, Test::Randomisation),
    );
    assert_eq!((ours.units, ours.left_out, ours.drawn_from), (37, 3, 37));
    assert_eq!((plain.units, plain.left_out), (37, 0));
    let (ours, plain) = (&ours.pairs[0], &plain.pairs[0]);
    assert_eq!((&ours.difference, &ours.p), (&plain.difference, &plain.p));
    assert_eq!(ends(ours), ends(plain));
}

#[test]
fn tests_of_unit_readings_are_those_of_plain_numbers() {
    let units = beside(&some_units(), "b", |(hits, words, cost)| (hits * 5 % 7, words, cost));
    let (ours, theirs) = (unit_values(&units, "a"), unit_values(&units, "b"));
    let differences: Vec<f64> = ours.iter().zip(&theirs).map(|(one, two)| one - two).collect();
    let found = |test| run_of(Made::Rates, &units, test).pairs.remove(0);
    let (zeros, method) = (wilcoxon::Zeros::default(), wilcoxon::Method::default());
    for (test, plain) in [
        (Test::Wilcoxon, wilcoxon::test(&differences, zeros, method, TwoSided).unwrap().p_value),
        (Test::Sign, sign::test(&differences, TwoSided).unwrap().p_value),
        (Test::T, t::paired(&differences, TwoSided).unwrap().p_value),
    ] {
        assert_eq!(found(test).p, Reading::Value(plain), "{test:?}");
        assert!(plain > 0.0 && plain < 1.0);
    }
    let plain = effect::paired_d(&differences).unwrap();
    assert_eq!(found(Test::Sign).effect, Reading::Value(plain));
    let is_right = |hits: &i64| *hits > 0;
    let hits = |system: &str| -> Vec<bool> {
        let rows =
            units.iter().filter(|unit| unit.system == system).map(|unit| unit.row.unwrap().0);
        rows.map(|hits| is_right(&hits)).collect()
    };
    let both: Vec<(bool, bool)> = hits("a").into_iter().zip(hits("b")).collect();
    let only = |one, two| both.iter().filter(|pair| **pair == (one, two)).count() as u64;
    let plain = mcnemar::exact(only(true, false), only(false, true)).unwrap().p_value;
    let pair = run_of(Made::Right, &units, Test::Mcnemar).pairs.remove(0);
    assert_eq!(pair.p, Reading::Value(plain));
    let (wins, _, losses) = outcomes(&pair);
    assert_eq!((wins as u64, losses as u64), (only(true, false), only(false, true)));
}

#[test]
fn mcnemars_test_says_what_it_takes() {
    let units = beside(&some_units(), "b", |(hits, words, cost)| (hits + 1, words, cost));
    let pair = run_of(Made::Rates, &units, Test::Mcnemar).pairs.remove(0);
    assert_eq!(pair.p, Reading::Undefined("McNemar's test takes readings that are 0 or 1".into()));
    assert!(!pair.is_significant);
}

#[test]
fn tests_of_single_units_do_not_take_clusters_for_units() {
    let units: Vec<Unit> =
        beside(&some_units(), "b", |(hits, words, cost)| (hits + 2, words, cost))
            .into_iter()
            .map(|unit| Unit { document: (unit.id.len()).to_string(), ..unit })
            .collect();
    for put in [Put { drawn: true, ..Put::default() }, Put { averaged: true, ..Put::default() }] {
        let kept = kept(vec![reader(Made::Rates)], &units, put);
        for test in [Test::Wilcoxon, Test::Sign, Test::T] {
            let pair = compared(&kept, &plan(test)).remove(0).pairs.remove(0);
            let reason = "this test takes each unit by itself, and clusters are drawn";
            assert_eq!(pair.p, Reading::Undefined(reason.into()));
        }
        let pair = compared(&kept, &plan(Test::Randomisation)).remove(0).pairs.remove(0);
        assert!(pair.p.value().is_some());
    }
}

#[test]
fn less_is_better_where_the_measure_says_so() {
    // More hits and, on all units but two, less cost.
    let units = beside(&some_units(), "b", |(hits, words, cost)| (hits + 2, words, cost + 1.0));
    let units: Vec<Unit> = units
        .into_iter()
        .map(|mut unit| {
            if unit.system == "a" && ["1", "2"].contains(&&*unit.id) {
                unit.row = unit.row.map(|(hits, words, cost)| (hits, words, cost + 30.0));
            }
            unit
        })
        .collect();
    let kept = kept(vec![reader(Made::Rates)], &units, Put::default());
    let plan = Plan { all_readings: true, ..plan(Test::Randomisation) };
    let comparisons = compared(&kept, &plan);
    assert_eq!(comparisons.iter().map(|one| one.reading).collect::<Vec<_>>(), [0, 1, 2]);
    let (hits, cost, described) = (&comparisons[0], &comparisons[1], &comparisons[2]);
    assert!(hits.pairs[0].difference.value().unwrap() < 0.0);
    assert_eq!(outcomes(&hits.pairs[0]), (0, 0, 40));
    assert_eq!(hits.systems.iter().map(|one| one.cluster).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert_eq!(outcomes(&cost.pairs[0]), (38, 0, 2));
    let lost: Vec<&str> = cost.pairs[0].losses_most.iter().map(|unit| &*unit.id).collect();
    assert_eq!(lost, ["1", "2"]);
    assert!(described.systems.iter().all(|one| one.cluster.is_none()));
}

#[test]
fn the_best_systems_are_the_first_cluster_and_ties_share_one() {
    let mut units = beside(&some_units(), "b", |(hits, words, cost)| (hits + 4, words, cost));
    let third: Vec<Unit> = some_units()
        .into_iter()
        .map(|mut unit| {
            let nudge = i64::from(unit.id.ends_with('3')) - i64::from(unit.id.ends_with('6'));
            unit.row = unit.row.map(|(hits, words, cost)| (hits + 4 + nudge, words, cost));
            Unit { system: "c", ..unit }
        })
        .collect();
    units.extend(third);
    let comparison = run_of(Made::Rates, &units, Test::Bootstrap);
    assert_eq!(comparison.pairs.len(), 3);
    let clusters: Vec<_> = comparison.systems.iter().map(|one| one.cluster).collect();
    assert_eq!(clusters, [Some(2), Some(1), Some(1)]);
    let significant: Vec<(usize, usize, bool)> =
        comparison.pairs.iter().map(|one| (one.first, one.second, one.is_significant)).collect();
    assert_eq!(significant, [(0, 1, true), (0, 2, true), (1, 2, false)]);
    // Holm: the smallest of three counts three times.
    let [p, adjusted] = [&comparison.pairs[0].p, &comparison.pairs[0].adjusted];
    assert!((adjusted.value().unwrap() - 3.0 * p.value().unwrap()).abs() < 1e-12);
    let against = Plan { baseline: Some("b".into()), ..plan(Test::Bootstrap) };
    let kept = kept(vec![reader(Made::Rates)], &units, Put::default());
    let comparison = compared(&kept, &against).remove(0);
    let pairs: Vec<_> = comparison.pairs.iter().map(|one| (one.first, one.second)).collect();
    assert_eq!(pairs, [(0, 1), (2, 1)]);
    assert!(comparison.systems.iter().all(|one| one.cluster.is_none()));
}

#[test]
fn a_group_is_compared_as_if_there_were_no_other() {
    let document = |unit: Unit| Unit { document: (unit.id.len()).to_string(), ..unit };
    let units: Vec<Unit> =
        beside(&some_units(), "b", |(hits, words, cost)| (hits * 3 % 8, words, cost))
            .into_iter()
            .map(document)
            .collect();
    let group = vec![("document".to_owned(), "2".to_owned())];
    let whole = kept(vec![reader(Made::Rates)], &units, Put { grouped: true, ..Put::default() });
    let aligned = align(&whole, false).unwrap();
    let found =
        compare(&whole, &aligned, std::slice::from_ref(&group), &plan(Test::Bootstrap), &NEVER)
            .unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].units, found[1].units, &found[1].group), (40, 30, &group));
    let alone: Vec<Unit> = units.into_iter().filter(|unit| unit.document == "2").collect();
    let alone = run_of(Made::Rates, &alone, Test::Bootstrap);
    let (ours, plain) = (&found[1].pairs[0], &alone.pairs[0]);
    assert_eq!((&ours.difference, &ours.p), (&plain.difference, &plain.p));
    assert_eq!(ends(ours), ends(plain));
}

#[test]
fn the_same_output_measured_twice_is_drawn_once() {
    let ours = some_units();
    let twice: Vec<Unit> = ["first", "second"]
        .iter()
        .flat_map(|document| {
            ours.iter().map(|unit| Unit { document: (*document).to_owned(), ..unit.clone() })
        })
        .collect();
    let units = beside(&twice, "b", |(hits, words, cost)| (hits * 3 % 8, words, cost));
    let run = |units: &[Unit], apart| {
        let kept = kept(vec![reader(Made::Rates)], units, Put { apart, ..Put::default() });
        compared(&kept, &plan(Test::Bootstrap)).remove(0)
    };
    let both = run(&units, true);
    assert_eq!((both.units, both.drawn_from), (80, 40));
    let named: Vec<Unit> = units
        .iter()
        .map(|unit| Unit { id: format!("{}/{}", unit.id, unit.document), ..unit.clone() })
        .collect();
    let named = run(&named, true);
    assert_eq!(named.drawn_from, 40);
    assert_eq!(ends(&named.pairs[0]), ends(&both.pairs[0]));
    let once: Vec<Unit> = units.into_iter().filter(|unit| unit.document == "first").collect();
    let once = run(&once, false);
    assert_eq!(both.pairs[0].p, once.pairs[0].p);
    assert_eq!(ends(&both.pairs[0]), ends(&once.pairs[0]));
}

#[test]
fn a_measure_without_slots_is_undefined_and_leaves_the_others_theirs() {
    let units = beside(&some_units(), "b", |(hits, words, cost)| (hits + 1, words, cost));
    let kept = kept(vec![reader(Made::Nothing), reader(Made::Rates)], &units, Put::default());
    for test in [Test::Bootstrap, Test::Randomisation] {
        let found = compared(&kept, &plan(test));
        assert_eq!(found[0].pairs[0].difference, Reading::Undefined("it is no sum".into()));
        assert!(found[1].pairs[0].interval.is_ok() && found[1].pairs[0].p.value().is_some());
    }
}

#[test]
fn a_statistic_that_is_no_sum_is_compared_like_any_other() {
    let units = beside(&some_units(), "b", |(hits, words, cost)| (hits, words, cost + 4.0));
    for test in [Test::Bootstrap, Test::Randomisation] {
        let comparison = run_of(Made::Median, &units, test);
        let pair = &comparison.pairs[0];
        assert_eq!(pair.difference, Reading::Value(-4.0));
        assert_eq!(outcomes(pair), (40, 0, 0));
        assert!(pair.is_significant, "{test:?} {:?}", pair.p);
    }
}
