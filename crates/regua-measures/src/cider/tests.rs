use std::collections::BTreeMap;

use proptest::prelude::*;
use regua_core::{Hypothesis, MeasureExt, Rows, Segment, Spec};

use super::*;

type Unit = (String, Vec<String>);

fn fit(text: &str) -> CiderFit {
    CiderFit::from_settings(&Settings::new(&text.parse::<Spec>().unwrap())).unwrap()
}

fn rows(text: &str, units: &[Unit]) -> (Cider, Rows) {
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        units.iter().map(|(hypothesis, _)| [hypothesis.as_str().into()]).collect();
    let references: Vec<Vec<&str>> =
        units.iter().map(|(_, texts)| texts.iter().map(String::as_str).collect()).collect();
    let segments: Vec<Segment<'_>> = hypotheses
        .iter()
        .zip(&references)
        .map(|(hypotheses, references)| Segment { hypotheses, references, source: None })
        .collect();
    let mut fit = fit(text);
    fit.absorb(&Batch::new(&segments)).unwrap();
    let measure = fit.measure().unwrap();
    let rows = measure.rows(&segments).unwrap();
    (measure, rows)
}

fn scores(text: &str, units: &[Unit]) -> Vec<f64> {
    let (_, rows) = rows(text, units);
    (0..rows.len()).map(|unit| CiderTally::read(rows.row(unit).unwrap()).score).collect()
}

fn unit(hypothesis: &str, references: &[&str]) -> Unit {
    (hypothesis.to_owned(), references.iter().map(|&text| text.to_owned()).collect())
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

#[test]
fn the_same_text_scores_ten_and_another_nothing() {
    let units = [unit("a b c d", &["a b c d"]), unit("a b c d", &["e f g h"])];
    for measure in ["cider", "cider-d"] {
        let found = scores(measure, &units);
        assert!(near(found[0], 10.0) && near(found[1], 0.0), "{found:?}");
    }
}

#[test]
fn what_every_document_has_weighs_nothing() {
    let units = [unit("the", &["the cat"]), unit("the", &["the dog"])];
    assert!(scores("cider", &units).iter().all(|&score| near(score, 0.0)));
    let alone = [unit("the cat", &["the cat"])];
    assert!(near(scores("cider", &alone)[0], 0.0));
}

#[test]
fn repeating_a_rare_word_pays_in_cider_only() {
    let units = |hypothesis: &str| [unit(hypothesis, &["fox x"]), unit("y", &["y z"])];
    let [once, thrice] =
        ["fox", "fox fox fox"].map(|text| scores("cider(order=1)", &units(text))[0]);
    assert!(near(once, thrice) && once > 7.0, "{once} {thrice}");
    let [once, thrice] =
        ["fox", "fox fox fox"].map(|text| scores("cider-d(order=1)", &units(text))[0]);
    assert!(thrice < once * 0.34, "{once} {thrice}");
}

#[test]
fn the_penalty_looks_at_the_number_of_word_pairs() {
    let units = [unit("a b c", &["a"]), unit("d", &["e"])];
    let [wide, narrow] = ["cider-d(order=1,sigma=1000)", "cider-d(order=1,sigma=1)"]
        .map(|text| scores(text, &units)[0]);
    // Two pairs against none.
    assert!((narrow / wide - (-2.0_f64).exp()).abs() < 1e-5, "{narrow} {wide}");
}

#[test]
fn a_fit_serves_both_and_names_itself() {
    let units = [unit("a b", &["a b", "c"]), unit("d", &["e"])];
    let signature = |text: &str| rows(text, &units).0.signature();
    let [plain, clipped] = ["cider", "cider-d"].map(signature);
    assert_eq!(plain.settings().last(), clipped.settings().last());
    insta::assert_snapshot!(clipped.to_string().split("|fit:").next().unwrap(), @"cider-d|order:4|sigma:6|tok:none|case:mixed");
    assert_eq!(signature(&plain.spec().to_string()), plain);
}

#[test]
fn which_references_belong_together_is_part_of_the_fit() {
    let saved = |units: &[Unit]| rows("cider", units).0.signature();
    let together = saved(&[unit("x", &["a b", "a c"])]);
    let apart = saved(&[unit("x", &["a b"]), unit("x", &["a c"])]);
    assert_ne!(together, apart);
    assert_eq!(together, saved(&[unit("y", &["a c", "a b"])]));
}

type Bag = BTreeMap<Vec<String>, f64>;

/// The definition, with maps.
fn plain(units: &[Unit], at: usize, clipped: bool) -> f64 {
    let bag = |text: &str, order: usize| {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut bag = Bag::new();
        for ngram in words.windows(order) {
            *bag.entry(ngram.to_vec()).or_default() += 1.0;
        }
        bag
    };
    let pairs = |text: &str| bag(text, 2).values().sum::<f64>();
    let weighted = |text: &str, order: usize| {
        let mut found = bag(text, order);
        for (ngram, weight) in &mut found {
            let has =
                |texts: &Vec<String>| texts.iter().any(|text| bag(text, order).contains_key(ngram));
            let documents = units.iter().filter(|(_, texts)| has(texts)).count().max(1);
            *weight *= (units.len() as f64).ln() - (documents as f64).ln();
        }
        found
    };
    let norm = |bag: &Bag| bag.values().map(|weight| weight * weight).sum::<f64>().sqrt();
    let (hypothesis, references) = &units[at];
    let mut sum = 0.0;
    for (order, reference) in
        (1..=4).flat_map(|order| references.iter().map(move |text| (order, text)))
    {
        let (ours, theirs) = (weighted(hypothesis, order), weighted(reference, order));
        let product: f64 = ours
            .iter()
            .filter_map(|(ngram, &weight)| theirs.get(ngram).map(|&other| (weight, other)))
            .map(|(weight, other)| if clipped { weight.min(other) * other } else { weight * other })
            .sum();
        let norms = norm(&ours) * norm(&theirs);
        let apart = pairs(hypothesis) - pairs(reference);
        let penalty = if clipped { (-apart * apart / 72.0).exp() } else { 1.0 };
        sum += if norms == 0.0 { 0.0 } else { product / norms * penalty };
    }
    sum / 4.0 / references.len() as f64 * 10.0
}

proptest! {
    #[test]
    fn scores_are_those_of_the_plain_version(
        units in prop::collection::vec(
            ("([abc] ){0,9}", prop::collection::vec("([abcd] ){0,9}", 1..4)),
            1..6,
        ),
    ) {
        for (measure, clipped) in [("cider", false), ("cider-d", true)] {
            for (at, found) in scores(measure, &units).into_iter().enumerate() {
                prop_assert!(near(found, plain(&units, at, clipped)), "{} {}", measure, found);
            }
        }
    }
}
