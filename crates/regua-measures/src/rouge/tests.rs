use std::collections::HashMap;

use proptest::prelude::*;
use regua_core::{Hypothesis, MeasureExt, Registry, Score, Segment};

use super::*;

fn score(measure: &str, output: &str, references: &[&str]) -> Score {
    let hypotheses = [Hypothesis::from(output)];
    let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
    measure.parse::<Rouge>().unwrap().score(&segments).unwrap()
}

fn values(score: &Score) -> [f64; 3] {
    ["precision", "recall", "f"].map(|name| score.get(name).unwrap())
}

fn assert_near(found: [f64; 3], expected: [f64; 3]) {
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }
}

const HYPOTHESIS: &str = "the tide came in\nand the small boat rose";
const REFERENCES: [&str; 2] =
    ["the tide came in slowly\nand the boat rose again", "a boat rose with the tide"];

// From rouge_score 0.1.2 with `use_stemmer=True`.
#[test]
fn segments_have_the_values_of_rouge_score() {
    let words = [0.888_888_888_888_888_8, 0.8, 0.842_105_263_157_894_8];
    for measure in ["rouge1(stem=yes)", "rougeL(stem=yes)", "rougeLsum(stem=yes)"] {
        assert_eq!(values(&score(measure, HYPOTHESIS, &REFERENCES[..1])), words);
    }
    let pairs = [0.625, 0.555_555_555_555_555_6, 0.588_235_294_117_647_1];
    assert_eq!(values(&score("rouge2(stem=yes)", HYPOTHESIS, &REFERENCES)), pairs);
}

// From rouge-metric 1.0.1, `PyRouge(…, skip_gap=4, multi_ref_mode=…)`.
#[test]
fn several_references_are_added_up_or_chosen_from_as_in_rouge_1_5_5() {
    let values = |measure| values(&score(measure, HYPOTHESIS, &REFERENCES));
    assert_near(
        values("rougeW"),
        [0.600_615_892_774_355_6, 0.480_381_927_132_816_2, 0.533_812_399_477_953_2],
    );
    assert_near(
        values("rougeW(multi=best)"),
        [0.791_909_971_680_301_6, 0.516_564_218_643_716_2, 0.625_266_220_430_230_6],
    );
    assert_near(values("rougeS"), [0.4, 0.48, 0.436_363_636_363_636_4]);
    assert_near(values("rougeSU(multi=best)"), [29.0 / 38.0, 29.0 / 44.0, 29.0 / 41.0]);
}

#[test]
fn the_reference_with_the_best_f_counts_and_the_first_of_equals() {
    let references = ["b c", "a x", "y a", "a b c d"];
    let best = score("rouge1", "a b", &references);
    assert_near(values(&best), [1.0, 0.5, 2.0 / 3.0]);
    let first = score("rouge1", "a b", &references[..3]);
    assert_near(values(&first), values(&score("rouge1", "a b", &["b c"])));
}

#[test]
fn stems_match_where_words_do_not() {
    assert_near(values(&score("rouge1", "skies darkening", &["sky darkened"])), [0.0; 3]);
    assert_near(values(&score("rouge1(stem=yes)", "skies darkening", &["sky darkened"])), [1.0; 3]);
    let portuguese = score("rouge1(tok=unicode)", "AÇÃO já", &["ação"]);
    assert_near(values(&portuguese), [0.5, 1.0, 2.0 / 3.0]);
}

// From rouge_score 0.1.2 over the same texts with a line feed after each sentence.
#[test]
fn sentences_can_be_found_without_line_feeds() {
    let texts = ["The tide came in. Dr. Li rowed.", "Dr. Li rowed home. The tide came in."];
    let whole = score("rougeLsum", texts[0], &texts[1..]);
    assert_near(values(&whole), [4.0 / 7.0, 0.5, 8.0 / 15.0]);
    let split = score("rougeLsum(split=sentences)", texts[0], &texts[1..]);
    assert_near(values(&split), [1.0, 0.875, 14.0 / 15.0]);
}

#[test]
fn beta_moves_f_from_precision_to_recall() {
    let f = |measure| score(measure, "a b", &["a b c d"]).get("f").unwrap();
    assert!((f("rougeL(beta=0)") - 1.0).abs() < 1e-12);
    assert!((f("rougeL(beta=2)") - 5.0 * 0.5 / (0.5 + 4.0)).abs() < 1e-12);
}

#[test]
fn empty_texts_score_zero() {
    for (name, ..) in ENTRIES {
        assert_near(values(&score(name, "", &["a b"])), [0.0; 3]);
        assert_near(values(&score(name, "a b", &[""])), [0.0; 3]);
        assert_near(values(&score(name, " . ", &["…"])), [0.0; 3]);
    }
}

#[test]
fn texts_that_lose_their_letters_are_counted() {
    let hypotheses = [Hypothesis::from("η θάλασσα")];
    let references = ["η θάλασσα", "the sea"];
    let segments = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
    let lost = |measure: &str| {
        let rows = measure.parse::<Rouge>().unwrap().rows(&segments).unwrap();
        RougeTally::read(rows.row(0).unwrap()).lost
    };
    assert_eq!(lost("rouge1"), 2);
    assert_eq!(lost("rouge1(tok=unicode)"), 0);
    assert_near(values(&score("rougeL(tok=unicode)", "η θάλασσα", &references)), [1.0; 3]);
}

#[test]
fn the_corpus_value_is_the_mean_of_the_segments() {
    let hypotheses = ["a b".into(), "c".into()].map(|one: Hypothesis<'_>| [one]);
    let references = [["a b"], ["d"]];
    let segments: Vec<Segment<'_>> = hypotheses
        .iter()
        .zip(&references)
        .map(|(hypotheses, references)| Segment { hypotheses, references, source: None })
        .collect();
    let score = "rouge1".parse::<Rouge>().unwrap().score(&segments).unwrap();
    assert_near(values(&score), [0.5; 3]);
}

#[test]
fn names_outside_of_the_family_are_refused() {
    for name in ["rouge0", "rouge10", "rouge+1", "rouge01", "rougeX", "bleu"] {
        assert!(name.parse::<Rouge>().is_err(), "{name}");
    }
    insta::assert_snapshot!("rouge1(beta=2)".parse::<Rouge>().unwrap_err(), @"`rouge1` has no setting `beta`");
}

#[test]
fn the_registry_has_nothing_to_complain_about() {
    let mut registry = Registry::default();
    register(&mut registry).unwrap();
    assert!(registry.complaints().is_empty(), "{:?}", registry.complaints());
    let specs = registry.specs("rouge(stem=yes)").unwrap();
    assert_eq!(specs.len(), 4);
    let rouge = "rougeW(lang=pt)".parse::<Rouge>().unwrap();
    assert!(rouge.signature().to_string().starts_with(
        "rougeW|weight:1.2|tok:rouge|stem:no|split:newline|lang:pt|beta:1|multi:average|"
    ));
}

/// Counts of runs of words, the plain way.
fn grams<'t>(words: &[&'t str], order: usize) -> HashMap<Vec<&'t str>, usize> {
    let mut counts = HashMap::new();
    for gram in words.windows(order) {
        *counts.entry(gram.to_vec()).or_default() += 1;
    }
    counts
}

/// The table of the textbook.
fn table(reference: &[&str], candidate: &[&str]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; candidate.len() + 1]; reference.len() + 1];
    for (row, left) in reference.iter().enumerate() {
        for (column, right) in candidate.iter().enumerate() {
            table[row + 1][column + 1] = if left == right {
                table[row][column] + 1
            } else {
                table[row][column + 1].max(table[row + 1][column])
            };
        }
    }
    table
}

fn plain_union(reference: &str, candidate: &str) -> usize {
    let words = |line| str::split_whitespace(line).collect::<Vec<_>>();
    let candidates: Vec<Vec<&str>> = candidate.split('\n').map(words).collect();
    let mut left: HashMap<&str, usize> = HashMap::new();
    for word in candidates.iter().flatten() {
        *left.entry(word).or_default() += 1;
    }
    let mut hits = 0;
    for sentence in reference.split('\n').map(words) {
        let mut matched = vec![false; sentence.len()];
        for candidate in &candidates {
            let table = table(&sentence, candidate);
            let (mut row, mut column) = (sentence.len(), candidate.len());
            while row > 0 && column > 0 {
                if sentence[row - 1] == candidate[column - 1] {
                    row -= 1;
                    column -= 1;
                    matched[row] = true;
                } else if table[row][column - 1] > table[row - 1][column] {
                    column -= 1;
                } else {
                    row -= 1;
                }
            }
        }
        for (word, _) in sentence.iter().zip(matched).filter(|(_, matched)| *matched) {
            if let Some(left) = left.get_mut(word).filter(|left| **left > 0) {
                *left -= 1;
                hits += 1;
            }
        }
    }
    hits
}

fn plain_values(matches: usize, hypothesis: usize, reference: usize) -> [f64; 3] {
    let precision = matches as f64 / hypothesis.max(1) as f64;
    let recall = matches as f64 / reference.max(1) as f64;
    let sum = precision + recall;
    [precision, recall, if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 }]
}

proptest! {
    #[test]
    fn values_are_those_of_the_plain_definitions(
        hypothesis in "([abcd][ \n]){0,25}",
        reference in "([abcd][ \n]){0,25}",
        order in 1..5_usize,
    ) {
        let [left, right] = [&hypothesis, &reference].map(|text| text.split_whitespace().collect::<Vec<_>>());
        let known = grams(&right, order);
        let matches = grams(&left, order)
            .iter()
            .map(|(gram, &count)| count.min(known.get(gram).copied().unwrap_or(0)))
            .sum();
        let total = |words: &[&str]| words.windows(order).len();
        let references = [reference.as_str()];
        prop_assert_eq!(
            values(&score(&format!("rouge{order}"), &hypothesis, &references)),
            plain_values(matches, total(&left), total(&right))
        );
        let longest = table(&right, &left)[right.len()][left.len()];
        prop_assert_eq!(
            values(&score("rougeL", &hypothesis, &references)),
            plain_values(longest, left.len(), right.len())
        );
        prop_assert_eq!(
            values(&score("rougeLsum", &hypothesis, &references)),
            plain_values(plain_union(&reference, &hypothesis), left.len(), right.len())
        );
    }
}
