use proptest::prelude::*;
use regua_core::{Hypothesis, MeasureExt, Score, Segment, Spec};

use super::*;

type Text = (&'static str, &'static [&'static str]);

fn fit(text: &str) -> NistFit {
    NistFit::from_settings(&Settings::new(&text.parse::<Spec>().unwrap())).unwrap()
}

fn with_units<T>(texts: &[Text], look: impl FnOnce(&[Segment<'_>]) -> T) -> T {
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        texts.iter().map(|(hypothesis, _)| [(*hypothesis).into()]).collect();
    let units: Vec<Segment<'_>> = texts
        .iter()
        .zip(&hypotheses)
        .map(|((_, references), hypotheses)| Segment { hypotheses, references, source: None })
        .collect();
    look(&units)
}

fn score(text: &str, texts: &[Text]) -> Score {
    with_units(texts, |units| {
        let mut fit = fit(text);
        fit.absorb(&Batch::new(units)).unwrap();
        fit.measure().unwrap().score(units).unwrap()
    })
}

const CATS: [Text; 2] =
    [("the cat sat", &["the cat ate the fish"]), ("the fish", &["the cat ate", "fish"])];

#[test]
fn a_matching_word_tells_by_how_rare_it_is() {
    // Nine words: `the` three times, `cat`, `ate` and `fish` twice.
    let score = score("nist", &CATS);
    let [the, twice] = [(9.0_f64 / 3.0).log2(), (9.0_f64 / 2.0).log2()];
    let words = (2.0 * the + 2.0 * twice) / 5.0;
    assert!((score.get("information1").unwrap() - words).abs() < 1e-12);
    // `the cat` follows on `the` twice in three times; the hypotheses have three pairs.
    let pairs = (3.0_f64 / 2.0).log2() / 3.0;
    assert!((score.get("information2").unwrap() - pairs).abs() < 1e-12);
    assert_eq!(score.get("information5"), Some(0.0));
    // Five words, where the references have 5 and (3 + 1) / 2.
    let short = (5.0_f64 / 7.0).ln() / 1.5_f64.ln();
    assert!((score.get("bp").unwrap() - 0.5_f64.powf(short * short)).abs() < 1e-12);
}

#[test]
fn two_thirds_of_the_length_halve_the_score() {
    for variant in ["mteval", "nltk"] {
        let score = score(&format!("nist(variant={variant})"), &[("a b", &["a b c"])]);
        assert!((score.get("bp").unwrap() - 0.5).abs() < 1e-15);
    }
}

#[test]
fn several_references_are_taken_together_or_one_by_one() {
    let texts: [Text; 1] = [("a b b", &["a a c d", "b b e f g"])];
    // Nine words, `a` and `b` twice each.
    let bits = (9.0_f64 / 2.0).log2();
    let together = score("nist", &texts);
    assert!((together.get("information1").unwrap() - bits).abs() < 1e-12);
    let alone = score("nist(variant=nltk)", &texts);
    assert!((alone.get("information1").unwrap() - 2.0 * bits / 3.0).abs() < 1e-12);
}

#[test]
fn a_corpus_without_longer_ngrams_is_measured_all_the_same() {
    for variant in ["mteval", "nltk"] {
        let text = format!("nist(variant={variant})");
        assert!(score(&text, &[("a", &["a b"])]).get("nist").unwrap() > 0.0);
        assert_eq!(score(&text, &[("", &["a b"])]).get("nist"), Some(0.0));
        assert_eq!(score(&text, &[("a", &[""])]).get("nist"), None);
    }
}

#[test]
fn the_fit_is_named_in_the_signature_and_asked_for_by_its_name() {
    let signature = score("nist", &CATS).signature;
    insta::assert_snapshot!(signature.to_string().split("|fit:").next().unwrap(), @"nist|variant:mteval|order:5|tok:13a|case:mixed");
    assert_eq!(score(&signature.spec().to_string(), &CATS).signature, signature);
    let error = with_units(&CATS[..1], |units| {
        let mut fit = fit(&signature.spec().to_string());
        fit.absorb(&Batch::new(units)).unwrap();
        fit.measure().unwrap_err()
    });
    let text = error.to_string();
    assert!(text.ends_with("is asked for: that was made with another fit"), "{text}");
    let error = fit("nist").measure().unwrap_err();
    insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it has seen no reference");
}

#[test]
fn a_fit_cannot_be_asked_for_by_any_other_word() {
    let settings = Settings::new(&"nist(fit=mine)".parse::<Spec>().unwrap());
    let error = NistReader::from_settings(&settings).unwrap_err();
    insta::assert_snapshot!(error, @"`nist` cannot take `fit=mine`: it takes the 16 hexadecimal digits that name a fit");
}

#[test]
fn the_variant_and_the_order_are_no_part_of_the_fit() {
    with_units(&CATS, |units| {
        let mut one = fit("nist(variant=nltk,order=2)");
        one.absorb(&Batch::new(units)).unwrap();
        let mut other = fit("nist");
        other.merge(&one.save()).unwrap();
        assert_eq!(one.save(), other.save());
        let other = fit("nist(tok=none)").merge(&one.save()).unwrap_err();
        insta::assert_snapshot!(other, @"the fit of `nist` cannot be used: it was made with `tok=13a`, not `tok=none`");
    });
}

/// What mteval's formula says, by plain counting.
fn plain(hypothesis: &str, references: &[String], order: usize) -> f64 {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let references: Vec<Vec<String>> = references.iter().map(|text| words(text)).collect();
    let hypothesis = words(hypothesis);
    let times = |text: &[String], ngram: &[String]| {
        text.windows(ngram.len()).filter(|found| *found == ngram).count()
    };
    let everywhere = |ngram: &[String]| match ngram {
        [] => references.iter().map(Vec::len).sum::<usize>() as f64,
        _ => references.iter().map(|text| times(text, ngram)).sum::<usize>() as f64,
    };
    let mut ngrams: Vec<&[String]> = hypothesis.windows(order).collect();
    ngrams.sort_unstable();
    ngrams.dedup();
    let bits = ngrams.into_iter().map(|ngram| {
        let limit = references.iter().map(|text| times(text, ngram)).max().unwrap_or(0);
        let matches = limit.min(times(&hypothesis, ngram)) as f64;
        if limit == 0 {
            return 0.0;
        }
        matches * (everywhere(&ngram[..order - 1]) / everywhere(ngram)).log2()
    });
    bits.sum::<f64>() / (hypothesis.len() + 1).saturating_sub(order).max(1) as f64
}

proptest! {
    #[test]
    fn information_is_that_of_the_plain_version(
        hypothesis in "[abc]( [abc]){0,9}",
        references in prop::collection::vec("[abc]( [abc]){0,9}", 1..4),
    ) {
        let texts: Vec<&str> = references.iter().map(String::as_str).collect();
        let hypotheses = [Hypothesis::from(hypothesis.as_str())];
        let units = [Segment { hypotheses: &hypotheses, references: &texts, source: None }];
        let mut fit = fit("nist");
        fit.absorb(&Batch::new(&units)).unwrap();
        let score = fit.measure().unwrap().score(&units).unwrap();
        for order in 1..=5 {
            let found = score.get(&format!("information{order}")).unwrap();
            prop_assert!((found - plain(&hypothesis, &references, order)).abs() < 1e-12);
        }
    }
}
