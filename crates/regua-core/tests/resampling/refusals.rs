//! What cannot be compared, and in which words that is said.

use regua_core::comparison::{Test, align, compare};

use crate::comparison::{compared, plan};
use crate::worlds::{Made, NEVER, Put, Unit, kept, reader, unit};

fn units(system: &'static str, ids: impl IntoIterator<Item = u32>) -> Vec<Unit> {
    ids.into_iter().map(|id| unit(system, &id, (1, 2, 3.0))).collect()
}

fn refusal(units: &[Unit], put: Put) -> String {
    align(&kept(vec![reader(Made::Rates)], units, put), false).unwrap_err().to_string()
}

#[test]
fn units_that_only_one_system_has_are_named() {
    let one = [units("a", [1, 2, 3]), units("b", [2, 3, 4])].concat();
    insta::assert_snapshot!(refusal(&one, Put::default()), @"the systems `a` and `b` have different units: only `a` has `1`, only `b` has `4`");
    let more = [units("a", [1]), units("b", 1..30)].concat();
    insta::assert_snapshot!(refusal(&more, Put::default()), @"the systems `a` and `b` have different units: only `b` has `2`, `3`, `4`, `5`, `6` and 23 more");
}

#[test]
fn a_unit_that_was_measured_against_two_references_is_named_once() {
    let twice = |unit: Unit| {
        ["1", "2"].map(|document| Unit { document: document.to_owned(), ..unit.clone() })
    };
    let units = [units("a", [1, 2]), units("b", [1])].concat();
    let units: Vec<Unit> = units.into_iter().flat_map(twice).collect();
    let put = Put { apart: true, ..Put::default() };
    insta::assert_snapshot!(refusal(&units, put), @"the systems `a` and `b` have different units: only `a` has `2`");
}

#[test]
fn an_id_that_occurs_twice_is_named() {
    let units = [units("a", [1, 2, 1]), units("b", [1, 2])].concat();
    insta::assert_snapshot!(refusal(&units, Put::default()), @"the system `a` has two units with the id `1`, so that units cannot be paired");
}

#[test]
fn a_unit_must_be_in_the_same_group_and_cluster_for_all_systems() {
    let mut units = [units("a", [1, 2]), units("b", [1, 2])].concat();
    units[3].document = "other".to_owned();
    let grouped = Put { grouped: true, ..Put::default() };
    insta::assert_snapshot!(refusal(&units, grouped), @"the unit `2` is in `0` for `a` and in `other` for `b`: what is grouped or drawn together must be the same for all systems");
    for put in [Put { drawn: true, ..Put::default() }, Put { averaged: true, ..Put::default() }] {
        assert_eq!(refusal(&units, put), refusal(&units, grouped));
    }
    let kept = kept(vec![reader(Made::Rates)], &units, Put::default());
    assert!(align(&kept, false).is_ok());
}

#[test]
fn units_that_are_not_common_can_be_left_out_and_are_counted() {
    let units = [units("a", [1, 2, 3]), units("b", [4, 3, 2]), units("c", [3, 2, 9, 5])].concat();
    let kept = kept(vec![reader(Made::Rates)], &units, Put::default());
    let aligned = align(&kept, true).unwrap();
    assert_eq!(aligned.positions, [[1, 2], [2, 1], [1, 0]]);
    assert_eq!(aligned.uncommon, 4);
    let comparison =
        compare(&kept, &aligned, &[], &plan(Test::Bootstrap), &NEVER).unwrap().remove(0);
    assert_eq!((comparison.units, comparison.left_out), (2, 0));
}

#[test]
fn two_systems_or_more_are_compared_and_the_baseline_is_one_of_them() {
    let one = kept(vec![reader(Made::Rates)], &units("a", [1, 2]), Put::default());
    let aligned = align(&one, false).unwrap();
    let error = compare(&one, &aligned, &[], &plan(Test::Bootstrap), &NEVER).unwrap_err();
    insta::assert_snapshot!(error, @"a comparison takes two systems or more, and there is `a`");
    let both = [units("a", [1, 2]), units("b", [1, 2])].concat();
    let both = kept(vec![reader(Made::Rates)], &both, Put::default());
    let mut plan = plan(Test::Bootstrap);
    plan.baseline = Some("c".into());
    let error = compare(&both, &align(&both, false).unwrap(), &[], &plan, &NEVER).unwrap_err();
    insta::assert_snapshot!(error, @"there is no system `c`; the systems are `a` and `b`");
    plan.baseline = Some("b".into());
    assert_eq!(compared(&both, &plan).len(), 1);
}

#[test]
fn nothing_is_compared_to_nothing() {
    let nobody = kept(vec![reader(Made::Rates)], &[], Put::default());
    let aligned = align(&nobody, false).unwrap();
    assert!(compare(&nobody, &aligned, &[], &plan(Test::Bootstrap), &NEVER).is_err());
}
