use std::collections::BTreeMap;

use proptest::prelude::*;
use regua_core::{Settings, Spec};

use super::*;

/// A unit of the tests: references, first, second.
type Unit = (Vec<String>, String, String);

fn settings(text: &str) -> ContrastSettings {
    let settings = Settings::new(&text.parse::<Spec>().unwrap());
    ContrastSettings::from_settings(&settings).unwrap()
}

/// Contrasts units that are numbered from 0 on.
fn contrasts(settings: ContrastSettings, units: &[Unit]) -> Contrasts {
    let mut contrast = Contrast::new(settings);
    for (number, (references, first, second)) in units.iter().enumerate() {
        let references: Vec<&str> = references.iter().map(String::as_str).collect();
        let id = number.to_string();
        contrast.add(&PairOfOutputs { id: &id, references: &references, first, second });
    }
    contrast.finish(usize::MAX)
}

fn unit(reference: &str, first: &str, second: &str) -> Unit {
    (vec![reference.to_owned()], first.to_owned(), second.to_owned())
}

fn brief(ngrams: &[NgramContrast]) -> Vec<(&str, u64, u64)> {
    ngrams.iter().map(|one| (one.text.as_str(), one.first, one.second)).collect()
}

#[test]
fn units_are_counted_in_which_one_system_does_better() {
    let units = [
        unit("a a b", "a a c", "a b"),
        unit("a", "c a", "c"),
        unit("b", "b b", "b"),
        unit("a", "x", "a"),
    ];
    let found = contrasts(settings("contrast(order=1)"), &units);
    assert_eq!(brief(&found.ngrams_first), [("a", 2, 1)]);
    assert_eq!(found.ngrams_first[0].ids, ["0", "1"]);
    assert_eq!(found.ngrams_first[0].score.to_bits(), 0.6_f64.to_bits());
    assert_eq!(brief(&found.ngrams_second), [("b", 0, 1)]);
    assert_eq!(brief(&found.surplus_first), [("b", 1, 0), ("c", 1, 0), ("x", 1, 0)]);
    assert_eq!(brief(&found.surplus_second), []);
    assert_eq!((found.units, found.pruned), (4, false));
}

#[test]
fn occurrences_are_counted_with_those_that_both_share() {
    let units = [unit("a a b", "a a b", "a b"), unit("a", "a a", "a")];
    let found = contrasts(settings("contrast(order=1,count=occurrences)"), &units);
    assert_eq!(brief(&found.ngrams_first), [("a", 3, 2)]);
    assert_eq!(found.ngrams_first[0].ids, ["0"]);
    assert_eq!(brief(&found.surplus_first), [("a", 1, 0)]);
    assert_eq!(brief(&found.ngrams_second), []);
}

#[test]
fn three_units_are_named_at_most() {
    let units: Vec<Unit> = (0..5).map(|_| unit("a b", "a b", "a")).collect();
    let found = contrasts(settings("contrast"), &units);
    assert_eq!(brief(&found.ngrams_first), [("a b", 5, 0), ("b", 5, 0)]);
    assert_eq!(found.ngrams_first[1].ids, ["0", "1", "2"]);
    assert_eq!(found.ngrams_first.iter().map(|one| one.order).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_short_list_is_the_head_of_the_long_one() {
    let mut contrast = Contrast::new(settings("contrast"));
    let references = ["one two three four five"];
    let pair = PairOfOutputs { id: "", references: &references, first: references[0], second: "" };
    contrast.add(&pair);
    let short = contrast.finish(4);
    let long = contrasts(settings("contrast"), &[unit(references[0], references[0], "")]);
    assert_eq!(long.ngrams_first.len(), 5 + 4 + 3 + 2);
    let same = |one: &[NgramContrast], other: &[NgramContrast]| brief(one) == brief(other);
    assert!(same(&short.ngrams_first, &long.ngrams_first[..4]));
}

#[test]
fn words_count_by_how_often_the_references_have_them() {
    let units = [unit("a a c", "a a a b", "c"), unit("c a d", "c", "c a d")];
    let found = contrasts(settings("contrast(bands=\"0,1,2,3\")"), &units);
    let of = |reference, hypothesis, matched| WordAccuracy { reference, hypothesis, matched };
    let [zero, one, two, three] = &found.words[..] else { panic!("four bands") };
    assert_eq!((zero.first, zero.second), (of(0, 1, 0), of(0, 0, 0)));
    assert_eq!((one.first, one.second), (of(1, 0, 0), of(1, 1, 1)));
    assert_eq!((two.first, two.second), (of(2, 1, 1), of(2, 2, 2)));
    assert_eq!((three.first, three.second), (of(3, 3, 2), of(3, 1, 1)));
    assert_eq!((zero.first.precision(), zero.first.recall()), (Some(0.0), None));
    assert_eq!((zero.first.f1(), zero.second.f1()), (Some(0.0), None));
    assert_eq!(two.first.f1(), Some(2.0 / 3.0));
}

#[test]
fn a_list_of_frequencies_stands_in_for_the_references() {
    let list = [("a", 7), ("b", 0)].into_iter().collect();
    let settings = settings("contrast(bands=\"0,5+\")").frequencies(&list);
    let found = contrasts(settings, &[unit("a b", "a", "b c")]);
    let [none, often] = &found.words[..] else { panic!("two bands") };
    assert_eq!((none.first.reference, none.second.hypothesis, none.second.matched), (1, 2, 1));
    assert_eq!((often.first.matched, often.second.matched), (1, 0));
}

#[test]
fn each_system_has_the_reference_that_fits_it_best() {
    let units = [(vec!["a b".to_owned(), "c d e".to_owned()], "a b".to_owned(), "c d".to_owned())];
    let found = contrasts(settings("contrast(bands=\"0+\")"), &units);
    let all = &found.words[0];
    assert_eq!((all.first.reference, all.first.matched), (2, 2));
    assert_eq!((all.second.reference, all.second.matched), (3, 2));
}

#[test]
fn units_that_cannot_be_compared_are_counted_as_left_out() {
    let long = "a ".repeat(LONGEST_TEXT + 1);
    let units = [(Vec::new(), "a".to_owned(), "b".to_owned()), unit("a", "b", &long)];
    let found = contrasts(settings("contrast(tok=none)"), &units);
    assert_eq!((found.units, found.ngrams_first.len()), (0, 0));
    let left_out = LeftOut { without_reference: 1, too_long: 1, too_many_words: 0 };
    assert_eq!(found.left_out, left_out);
    insta::assert_snapshot!(found.warnings().join("\n"), @r"
    1 unit without a reference is left out of the contrast
    1 unit with a text of more than two million words is left out of the contrast
    ");
}

#[test]
fn lengths_are_those_of_the_first_and_differences_of_the_closest_reference() {
    let references = vec!["a ".repeat(9), "a ".repeat(12)];
    let units = [(references, "a ".repeat(12), "a ".repeat(10))];
    let found = contrasts(settings("contrast"), &units);
    let lengths: Vec<_> =
        found.lengths[..2].iter().map(|one| (one.references, one.first, one.second)).collect();
    assert_eq!(lengths, [(1, 0, 0), (0, 1, 1)]);
    let differing: Vec<_> =
        found.differences.iter().filter(|one| one.first + one.second > 0).collect();
    assert_eq!(differing.len(), 2);
    assert_eq!((differing[0].difference.as_str(), differing[0].first), ("0", 1));
    assert_eq!((differing[1].difference.as_str(), differing[1].second), ("1", 1));
}

#[test]
fn a_full_table_forgets_rare_ngrams_and_says_so() {
    let mut units: Vec<Unit> = (0..3).map(|_| unit("often", "often", "")).collect();
    units.extend((0..6).map(|number| unit(&format!("r{number}"), &format!("r{number}"), "")));
    units.push(unit("often", "often", ""));
    let found = contrasts(settings("contrast(most=4)"), &units);
    assert_eq!(brief(&found.ngrams_first), [("often", 4, 0), ("r4", 1, 0), ("r5", 1, 0)]);
    assert_eq!(found.ngrams_first[0].ids, ["0", "1", "2"]);
    assert_eq!(found.ngrams_first[2].ids, ["8"]);
    assert_eq!((found.pruned, found.may_lack), (true, 1));
    insta::assert_snapshot!(found.warnings().join("\n"), @"there are too many different n-grams: rare ones were removed, and counts may be too small by up to 1");
}

fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["a", "b", "c", "d", "E", ","]);
    prop::collection::vec(word, 0..9).prop_map(|words| words.join(" "))
}

fn units() -> impl Strategy<Value = Vec<Unit>> {
    let references = prop::collection::vec(text(), 1..3);
    prop::collection::vec((references, text(), text()), 0..8)
}

fn with_systems_swapped(mut found: Contrasts) -> Contrasts {
    std::mem::swap(&mut found.ngrams_first, &mut found.ngrams_second);
    std::mem::swap(&mut found.surplus_first, &mut found.surplus_second);
    let lists = [
        &mut found.ngrams_first,
        &mut found.ngrams_second,
        &mut found.surplus_first,
        &mut found.surplus_second,
    ];
    for ngram in lists.into_iter().flatten() {
        std::mem::swap(&mut ngram.first, &mut ngram.second);
    }
    for bucket in &mut found.words {
        std::mem::swap(&mut bucket.first, &mut bucket.second);
    }
    for bucket in &mut found.lengths {
        std::mem::swap(&mut bucket.first, &mut bucket.second);
    }
    for bucket in &mut found.differences {
        std::mem::swap(&mut bucket.first, &mut bucket.second);
    }
    found
}

proptest! {
    #[test]
    fn swapped_systems_give_the_mirror_image(
        units in units(),
        count in prop::sample::select(vec!["units", "occurrences"]),
        most in prop::sample::select(vec![2, 8, 1_000_000]),
    ) {
        let settings = settings(&format!("contrast(count={count},most={most},alpha=0.3)"));
        let swapped: Vec<Unit> = units
            .iter()
            .map(|(references, first, second)| (references.clone(), second.clone(), first.clone()))
            .collect();
        let found = contrasts(settings.clone(), &units);
        prop_assert_eq!(with_systems_swapped(contrasts(settings, &swapped)), found);
    }

    #[test]
    fn equal_systems_have_no_contrasts(units in units(), occurrences in any::<bool>()) {
        let count = if occurrences { "occurrences" } else { "units" };
        let units: Vec<Unit> =
            units.into_iter().map(|(references, first, _)| (references, first.clone(), first)).collect();
        let found = contrasts(settings(&format!("contrast(count={count})")), &units);
        for list in [found.ngrams_first, found.ngrams_second, found.surplus_first, found.surplus_second] {
            prop_assert_eq!(list, []);
        }
        prop_assert!(found.words.iter().all(|bucket| bucket.first == bucket.second));
        prop_assert!(found.lengths.iter().all(|bucket| bucket.first == bucket.second));
        prop_assert!(found.differences.iter().all(|bucket| bucket.first == bucket.second));
    }

    #[test]
    fn counts_of_a_small_table_lack_no_more_than_it_says(units in units(), most in 2..12_usize) {
        let whole = contrasts(settings("contrast(count=occurrences)"), &units);
        let small = contrasts(settings(&format!("contrast(count=occurrences,most={most})")), &units);
        prop_assert!(!whole.pruned);
        let counts = |found: &Contrasts| -> BTreeMap<String, (u64, u64)> {
            let all = [&found.ngrams_first[..], &found.ngrams_second].concat();
            all.into_iter().map(|one| (one.text, (one.first, one.second))).collect()
        };
        let (kept, lacks) = (counts(&small), small.may_lack);
        for (text, (first, second)) in counts(&whole) {
            match kept.get(&text) {
                Some(found) => {
                    prop_assert!(found.0 <= first && first <= found.0 + lacks);
                    prop_assert!(found.1 <= second && second <= found.1 + lacks);
                }
                // It was removed, or came out even.
                None => prop_assert!(first.abs_diff(second) <= lacks),
            }
        }
    }

    #[test]
    fn the_order_of_units_does_not_matter_to_counts(units in units()) {
        let backwards: Vec<Unit> = units.iter().rev().cloned().collect();
        let [found, other] = [units, backwards].map(|units| contrasts(settings("contrast"), &units));
        prop_assert_eq!(brief(&found.ngrams_first), brief(&other.ngrams_first));
        prop_assert_eq!(brief(&found.surplus_second), brief(&other.surplus_second));
        prop_assert_eq!((found.words, found.lengths, found.differences), (other.words, other.lengths, other.differences));
    }
}
