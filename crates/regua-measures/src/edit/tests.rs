use proptest::prelude::*;
use regua_core::{Hypothesis, MeasureExt, Registry, Score, Segment};

use super::*;

fn score(measure: &str, output: &str, references: &[&str]) -> Score {
    let hypotheses = [Hypothesis::from(output)];
    let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
    measure.parse::<EditRate>().unwrap().score(&segments).unwrap()
}

fn counts(score: &Score) -> [f64; 5] {
    ["hits", "substitutions", "deletions", "insertions", "reference"]
        .map(|name| score.get(name).unwrap())
}

const REFERENCE: &str = "the old ferry left the harbour before dawn";
const HYPOTHESIS: &str = "the grey old left the harbour at dawn";

// From jiwer 4.0.0.
#[test]
fn three_errors_in_eight_words() {
    for (name, expected) in [
        ("wer", 3.0 / 8.0),
        ("mer", 0.333_333_333_333_333_3),
        ("wil", 0.4375),
        ("wip", 0.5625),
        ("cer", 0.357_142_857_142_857_15),
    ] {
        let score = score(name, HYPOTHESIS, &[REFERENCE]);
        assert_eq!(score.get(name), Some(expected));
        if name != "cer" {
            assert_eq!(counts(&score), [6.0, 1.0, 1.0, 1.0, 8.0]);
        }
    }
}

#[test]
fn the_reference_with_the_smallest_rate_counts_not_the_one_with_fewest_errors() {
    let references = ["a x", "a b c d e f y z", "a b c d e f z y"];
    let score = score("wer", "a b c d e f", &references);
    assert_eq!(score.get("wer"), Some(0.25));
    assert_eq!(counts(&score), [6.0, 0.0, 2.0, 0.0, 8.0]);
}

#[test]
fn an_empty_reference_is_the_best_only_for_an_empty_hypothesis() {
    assert_eq!(score("wer", "", &["a", ""]).get("reference"), Some(0.0));
    assert_eq!(score("wer", "b c", &["", "a"]).get("wer"), Some(2.0));
}

#[test]
fn a_hypothesis_without_words_lacks_every_word() {
    for (name, expected) in [("wer", 1.0), ("mer", 1.0), ("wil", 1.0), ("wip", 0.0), ("cer", 1.0)] {
        assert_eq!(score(name, " ", &["a b"]).get(name), Some(expected));
    }
}

#[test]
fn references_without_words_leave_the_rate_undefined_and_words_inserted() {
    for name in ["wer", "mer", "wil", "wip", "cer"] {
        let score = score(name, "a", &[""]);
        assert_eq!(score.get(name), None);
        assert_eq!(counts(&score), [0.0, 0.0, 0.0, 1.0, 0.0]);
    }
    insta::assert_snapshot!(score("wer", "a", &[""]), @"wer|tok:words|case:mixed|punct:yes|fillers:keep|numbers:keep|regua:0.1.0 is undefined: the references have no words");
}

#[test]
fn settings_forgive_case_punctuation_and_hesitations() {
    let rate = |measure| score(measure, "Um, olá Mundo!", &["olá mundo"]).get("wer").unwrap();
    let all = "wer(case=lower,punct=no,fillers=en)";
    assert!((rate("wer") - 1.0).abs() < 1e-12);
    assert!((rate("wer(punct=no,fillers=en)") - 0.5).abs() < 1e-12);
    assert!(rate(all).abs() < 1e-12);
    assert!((rate("wer(case=lower,punct=no,fillers=pt)") - 0.5).abs() < 1e-12);
    assert!((rate("wer(tok=unicode,case=lower)") - 0.5).abs() < 1e-12);
}

#[test]
fn characters_are_code_points_and_spaces_count() {
    let score = score("cer", " caf\u{e9} 中 ", &["cafe\u{301}中"]);
    assert_eq!(counts(&score), [4.0, 2.0, 0.0, 0.0, 6.0]);
}

#[test]
fn the_registry_has_nothing_to_complain_about() {
    let mut registry = Registry::default();
    register(&mut registry).unwrap();
    crate::per::register(&mut registry).unwrap();
    assert!(registry.complaints().is_empty(), "{:?}", registry.complaints());
}

#[test]
fn an_unknown_tokeniser_is_answered_with_the_known_ones() {
    let error = "wer(tok=word)".parse::<EditRate>().unwrap_err().to_string();
    assert!(error.starts_with("`wer` cannot take `tok=word`: it takes words, 13a, "), "{error}");
}

/// The table of the textbook.
fn distance(left: &[&str], right: &[&str]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, token) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(token != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

proptest! {
    #[test]
    fn errors_are_the_plain_distance_and_counts_add_up(
        hypothesis in "([abc]é? ){0,30}",
        reference in "([abc]é? ){1,30}",
    ) {
        let [left, right] =
            [&reference, &hypothesis].map(|text| text.split_whitespace().collect::<Vec<_>>());
        let score = score("wer", &hypothesis, &[&reference]);
        let [hits, substitutions, deletions, insertions, words] = counts(&score);
        prop_assert_eq!(substitutions + deletions + insertions, distance(&left, &right) as f64);
        prop_assert_eq!(words, left.len() as f64);
        prop_assert_eq!(hits + substitutions + insertions, right.len() as f64);
        prop_assert_eq!(score.get("wer"), Some(distance(&left, &right) as f64 / left.len() as f64));
    }
}
