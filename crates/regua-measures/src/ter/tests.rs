//! The fast search against the plain one, and worked numbers.

use proptest::prelude::*;
use regua_core::{Hypothesis, MeasureExt, Score};

use super::plain;
use super::*;

fn score(measure: &str, output: &str, references: &[&str]) -> Score {
    let hypotheses = [Hypothesis::from(output)];
    let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
    measure.parse::<Ter>().unwrap().score(&segments).unwrap()
}

fn edits(output: &str, references: &[&str]) -> Option<f64> {
    score("ter", output, references).get("edits")
}

#[test]
fn a_moved_phrase_is_one_edit() {
    assert_eq!(
        edits("on monday the shop opens late", &["the shop opens late on monday"]),
        Some(1.0)
    );
    assert_eq!(edits("b c d e f g h i a", &["a b c d e f g h i"]), Some(1.0));
}

#[test]
fn what_no_move_can_help_are_the_plain_edits() {
    assert_eq!(edits("the old ferry left", &["the new ferry has left"]), Some(2.0));
    assert_eq!(edits("a b c", &["a b c"]), Some(0.0));
    assert_eq!(edits("", &["a b c"]), Some(3.0));
}

#[test]
fn the_fewest_edits_count_and_the_mean_length() {
    let score = score("ter", "a b c", &["a b", "x y z w v", "a b c d"]);
    assert_eq!(score.get("edits"), Some(1.0));
    assert_eq!(score.get("ref_len"), Some(11.0 / 3.0));
    assert_eq!(score.get("ter"), Some(100.0 * (1.0 / (11.0 / 3.0))));
}

#[test]
fn without_reference_words_all_is_wrong_or_nothing() {
    assert_eq!(score("ter", "a b c", &[""]).get("ter"), Some(100.0));
    assert_eq!(score("ter", " ", &["\t"]).get("ter"), Some(0.0));
}

// As sacrebleu 2.6.0: `TER(normalized=True).sentence_score("ann's's,", ["ann's's,"])`.
#[test]
fn references_are_normalised_twice() {
    let score = score("ter(norm=yes)", "ann's's,", &["ann's's,"]);
    assert_eq!(score.get("ref_len"), Some(3.0)); // ann's 's , against ann's's ,
    assert_eq!(score.get("edits"), Some(2.0));
}

#[test]
fn the_settings_are_in_the_signature() {
    let signature = |text: &str| {
        let signature = text.parse::<Ter>().unwrap().signature();
        signature.to_string().rsplit_once("|regua:").unwrap().0.to_owned()
    };
    assert_eq!(signature("ter"), "ter|case:lower|norm:no|punct:yes|asian:no");
    assert_eq!(
        signature("ter(norm=yes,punct=no,asian=yes,case=mixed)"),
        "ter|case:mixed|norm:yes|punct:no|asian:yes"
    );
}

#[test]
fn sacrebleu_signatures_are_those_of_sacrebleu() {
    let quoted = |text: &str, references| {
        let signature = text.parse::<Ter>().unwrap().signature();
        crate::sacrebleu_signature(&signature, references).unwrap()
    };
    assert_eq!(
        quoted("ter", Some((1, 1))),
        "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0"
    );
    assert_eq!(
        quoted("ter(norm=yes,punct=no,asian=yes,case=mixed)", Some((1, 2))),
        "nrefs:var|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes|version:2.6.0"
    );
}

#[test]
fn texts_of_more_words_than_fit_are_not_scored() {
    let long = "a ".repeat(MOST_WORDS + 1);
    let hypotheses = [Hypothesis::from("a")];
    let references = ["a", long.as_str()];
    let segments = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
    assert!(Ter::default().rows(&segments).unwrap().row(0).is_err());
}

/// Compares and returns what the plain search did.
fn compared(hypothesis: &[u32], reference: &[u32]) -> plain::Outcome {
    let outcome = plain::edits(hypothesis, reference);
    assert_eq!(
        Search::default().edits(hypothesis, reference),
        outcome.edits,
        "{hypothesis:?} {reference:?} {outcome:?}"
    );
    outcome
}

/// The reference in another order, word by word.
fn strided(words: u32, step: u32, kinds: u32) -> Vec<u32> {
    (0..words).map(|place| (place * step % words) % kinds).collect()
}

#[test]
fn nothing_comes_of_the_round_that_tries_too_much() {
    let mut rounds_before = Vec::new();
    for (words, step, kinds) in [(41, 7, 5), (60, 11, 9), (70, 9, 20), (101, 7, 6), (131, 9, 12)] {
        let reference = strided(words, 1, kinds);
        let outcome = compared(&strided(words, step, kinds), &reference);
        assert!(outcome.tried >= 1000, "{outcome:?}");
        rounds_before.push(outcome.shifts);
    }
    assert!(rounds_before.contains(&0) && rounds_before.iter().any(|&shifts| shifts > 0));
}

#[test]
fn the_beam_hides_what_is_far_from_the_diagonal() {
    for (words, missing) in [(110, 51), (150, 60)] {
        let reference: Vec<u32> = (0..words).collect();
        let hypothesis: Vec<u32> = (missing..words).chain(500..500 + missing).collect();
        assert!(2 * missing < words, "all words replaced is not the shortest way");
        assert_eq!(compared(&hypothesis, &reference).edits, words as usize);
    }
}

/// Two texts of which the second is the first with words moved and changed.
fn related(longest: usize, kinds: u32) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let moves = prop::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1..12_usize),
        0..6,
    );
    let changes = prop::collection::vec((any::<prop::sample::Index>(), 0..kinds), 0..8);
    (prop::collection::vec(0..kinds, 1..longest), moves, changes).prop_map(
        |(reference, moves, changes)| {
            let mut hypothesis = reference.clone();
            for (from, to, length) in moves {
                let start = from.index(hypothesis.len());
                let end = hypothesis.len().min(start + length);
                let phrase: Vec<u32> = hypothesis.drain(start..end).collect();
                let place = to.index(hypothesis.len() + 1);
                hypothesis.splice(place..place, phrase);
            }
            for (index, word) in changes {
                let at = index.index(hypothesis.len());
                match word % 3 {
                    0 => hypothesis[at] = word,
                    1 => hypothesis.insert(at, word),
                    _ if hypothesis.len() > 1 => drop(hypothesis.remove(at)),
                    _ => {}
                }
            }
            (hypothesis, reference)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn short_texts_of_few_words_have_the_plain_edits(
        hypothesis in prop::collection::vec(0..4_u32, 0..12),
        reference in prop::collection::vec(0..4_u32, 0..12),
    ) {
        compared(&hypothesis, &reference);
    }

    #[test]
    fn short_texts_of_more_words_have_the_plain_edits((hypothesis, reference) in related(40, 30)) {
        compared(&hypothesis, &reference);
    }

    #[test]
    fn texts_of_any_lengths_have_the_plain_edits(
        hypothesis in prop::collection::vec(0..60_u32, 0..110),
        reference in prop::collection::vec(0..60_u32, 0..110),
    ) {
        compared(&hypothesis, &reference);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn long_texts_have_the_plain_edits((hypothesis, reference) in related(200, 150)) {
        compared(&hypothesis, &reference);
    }

    #[test]
    fn texts_of_very_different_lengths_have_the_plain_edits(
        short in prop::collection::vec(0..9_u32, 1..5),
        long in prop::collection::vec(0..90_u32, 100..400),
    ) {
        compared(&short, &long);
        compared(&long, &short);
    }

    #[test]
    fn a_search_remembers_nothing(pairs in prop::collection::vec(related(90, 20), 1..8)) {
        let mut search = Search::default();
        for (hypothesis, reference) in pairs {
            let expected = plain::edits(&hypothesis, &reference).edits;
            prop_assert_eq!(search.edits(&hypothesis, &reference), expected);
        }
    }
}
