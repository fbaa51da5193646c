use regua_core::{Hypothesis, MeasureExt, Score, Segment, Spec};

use super::*;

type Text = (&'static str, &'static [&'static str]);

fn score(text: &str, texts: &[Text]) -> Score {
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        texts.iter().map(|(hypothesis, _)| [(*hypothesis).into()]).collect();
    let units: Vec<Segment<'_>> = texts
        .iter()
        .zip(&hypotheses)
        .map(|((_, references), hypotheses)| Segment { hypotheses, references, source: None })
        .collect();
    let settings = Settings::new(&text.parse::<Spec>().unwrap());
    let mut fit = WordRecallFit::from_settings(&settings).unwrap();
    fit.absorb(&Batch::new(&units)).unwrap();
    fit.measure().unwrap().score(&units).unwrap()
}

#[test]
fn a_word_counts_as_often_as_its_segment_has_it() {
    let texts: [Text; 2] = [("a a a b", &["a a c"]), ("c", &["c a d"])];
    // `a` occurs three times, `c` twice, `d` once.
    let score = score("word-recall", &texts);
    assert_eq!(score.get("recall"), Some(3.0 / 6.0));
    assert_eq!(score.get("precision"), Some(3.0 / 5.0));
    assert_eq!(score.get("f1"), Some(6.0 / 11.0));
    assert_eq!(score.get("recall[3]"), Some(2.0 / 3.0));
    assert_eq!(score.get("precision[3]"), Some(2.0 / 3.0));
    assert_eq!(score.get("recall[2]"), Some(1.0 / 2.0));
    assert_eq!(score.get("recall[1]"), Some(0.0));
    assert_eq!((score.get("precision[1]"), score.get("recall[5-9]")), (None, None));
}

#[test]
fn words_that_no_reference_has_are_a_band_if_asked_for() {
    let texts: [Text; 1] = [("a b b", &["a"])];
    let score = score("word-recall(bands=\"0,1+\")", &texts);
    assert_eq!((score.get("precision[0]"), score.get("recall[0]")), (Some(0.0), None));
    assert_eq!(score.get("f1[1+]"), Some(1.0));
    assert!(
        score.signature.to_string().starts_with("word-recall|bands:0,1+|tok:13a|case:mixed|fit:")
    );
}

#[test]
fn the_reference_with_the_best_f1_counts_and_the_first_of_equals() {
    let texts: [Text; 1] = [("a b", &["a b c d e f g", "a x", "y b"])];
    assert_eq!(score("word-recall", &texts).get("recall"), Some(0.5));
    let texts: [Text; 1] = [("a b", &["", "a b"])];
    assert_eq!(score("word-recall", &texts).get("recall"), Some(1.0));
}

#[test]
fn bands_that_overlap_are_refused() {
    let settings = Settings::new(&"word-recall(bands=\"1-5,5+\")".parse::<Spec>().unwrap());
    let error = WordRecallReader::from_settings(&settings).unwrap_err();
    insta::assert_snapshot!(error, @"`word-recall` cannot take `bands=1-5,5+`: it takes frequencies in ascending order, single or in ranges, as in `1,2-9,10+`");
}

#[test]
fn a_fit_with_torn_words_is_refused() {
    let settings = Settings::new(&Spec::named("word-recall"));
    let mut fit = WordRecallFit::from_settings(&settings).unwrap();
    let torn = fit.origin.seal(|bytes| bytes.extend([1, 2, 1, b'a', 1]));
    let error = fit.merge(&torn).unwrap_err();
    insta::assert_snapshot!(error, @"the fit of `word-recall` cannot be used: it is damaged: its words make no sense");
}
