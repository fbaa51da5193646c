use proptest::prelude::*;
use regua_core::{Batch, Fit, Labelled, MeasureExt, Score, Spec};

use super::*;

fn items<'a>(pairs: &[(&'a str, &'a str)]) -> Vec<Labelled<'a>> {
    let item = |&(gold, predicted)| Labelled { gold, predicted, probabilities: &[] };
    pairs.iter().map(item).collect()
}

fn fit(spec: &str, items: &[Labelled<'_>]) -> ConfusionFit {
    let settings = Settings::new(&spec.parse().unwrap());
    let mut fit = ConfusionFit::from_settings(&settings).unwrap();
    settings.finish().unwrap();
    fit.absorb(&Batch::new(items)).unwrap();
    fit
}

fn score(spec: &str, pairs: &[(&str, &str)]) -> Score {
    let items = items(pairs);
    fit(spec, &items).measure().unwrap().score(&items).unwrap()
}

/// Of five apples two are taken for pears, of three pears one for an apple.
const FRUIT: [(&str, &str); 8] = [
    ("apple", "apple"),
    ("apple", "apple"),
    ("apple", "apple"),
    ("apple", "pear"),
    ("apple", "pear"),
    ("pear", "pear"),
    ("pear", "pear"),
    ("pear", "apple"),
];

#[test]
fn a_small_table_by_hand() {
    let score = score("confusion", &FRUIT);
    let (apple, pear) = (2.0 * 3.0 / (5.0 + 4.0), 2.0 * 2.0 / (3.0 + 4.0));
    assert_eq!(score.get("accuracy"), Some(5.0 / 8.0));
    assert_eq!(score.get("f1-macro"), Some(f64::midpoint(apple, pear)));
    assert_eq!(score.get("f1-weighted"), Some((apple * 5.0 + pear * 3.0) / 8.0));
    assert_eq!(score.get("precision[pear]"), Some(2.0 / 4.0));
    assert_eq!(score.get("recall[apple]"), Some(3.0 / 5.0));
    assert_eq!(score.get("balanced-accuracy"), Some(f64::midpoint(3.0 / 5.0, 2.0 / 3.0)));
    // Two by two: (3·2 − 2·1) / √(5·3·4·4); observed 5/8, expected (5·4 + 3·4)/64.
    let close = |name: &str, value: f64| (score.get(name).unwrap() - value).abs() < 1e-15;
    assert!(close("mcc", 4.0 / 240_f64.sqrt()));
    assert!(close("kappa", (5.0 / 8.0 - 0.5) / 0.5));
}

#[test]
fn what_cannot_be_computed_says_why() {
    let score = score("confusion", &[("a", "a"), ("b", "a"), ("b", "a")]);
    let reading = |name: &str| {
        let place = score.names.iter().position(|known| known == name).unwrap();
        score.readings.0[place].clone()
    };
    assert_eq!(reading("precision[b]"), Reading::Undefined("the label was never predicted".into()));
    assert_eq!(
        reading("mcc"),
        Reading::Undefined("all gold or all predicted labels are the same".into())
    );
    assert_eq!(reading("never-predicted"), Reading::Value(1.0));
    assert_eq!(reading("precision-macro"), Reading::Value(1.0 / 3.0 / 2.0));
    assert_eq!(reading("kappa"), Reading::Value(0.0));
}

#[test]
fn a_label_of_another_system_does_not_count_where_nobody_names_it() {
    let mut pairs = FRUIT.to_vec();
    let alone = score("confusion", &pairs);
    pairs.push(("apple", "quince"));
    let items = items(&pairs);
    let measure = fit("confusion", &items).measure().unwrap();
    let score = measure.score(&items[..8]).unwrap();
    assert_eq!(score.get("f1-macro"), alone.get("f1-macro"));
    assert_eq!(score.get("labels"), Some(2.0));
}

#[test]
fn the_fit_is_named_by_the_labels_and_not_by_who_met_whom() {
    let signature = |pairs: &[(&str, &str)]| score("confusion", pairs).signature.to_string();
    assert_eq!(signature(&[("a", "b")]), signature(&[("b", "a"), ("a", "a")]));
    assert_ne!(signature(&[("a", "b")]), signature(&[("a", "c")]));
    assert!(signature(&[("a", "b")]).starts_with("confusion|zero-division:0|fit:"));
}

#[test]
fn a_pair_that_the_fit_has_not_seen_leaves_the_item_unscored() {
    let measure = fit("confusion", &items(&[("a", "b")])).measure().unwrap();
    let rows = measure.rows(&items(&[("b", "b"), ("a", "c")])).unwrap();
    assert!(rows.row(0).is_ok(), "the labels are known, and all their pairs have slots");
    assert_eq!(rows.row(1).unwrap_err(), "the fit has not seen this label, or not this pair");
}

fn labels() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec(("[a-d]", "[a-e]"), 1..40)
}

proptest! {
    #[test]
    fn a_reader_made_of_signature_and_slots_reads_the_same(pairs in labels()) {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let items = items(&pairs);
        let measure = fit("confusion(zero-division=skip)", &items).measure().unwrap();
        let mut registry = Registry::default();
        register(&mut registry).unwrap();
        let again = registry.reader_of(&measure.signature().spec(), measure.slots()).unwrap();
        prop_assert_eq!(again.slots(), measure.slots());
        prop_assert_eq!(again.readings(), measure.readings());
        let rows = measure.rows(&items).unwrap();
        let row = rows.row(0).unwrap();
        prop_assert_eq!(again.read(row), measure.read(row));
        prop_assert_eq!(again.signature(), measure.signature());
    }

    #[test]
    fn order_and_parts_do_not_show_in_a_fit(pairs in labels(), cut in 0..40_usize) {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let items = items(&pairs);
        let whole = fit("confusion", &items);
        let (left, right) = items.split_at(cut.min(items.len()));
        let mut merged = fit("confusion", right);
        merged.merge(&fit("confusion", left).save()).unwrap();
        prop_assert_eq!(merged.save(), whole.save());
        prop_assert_eq!(merged.measure().unwrap().signature(), whole.measure().unwrap().signature());
    }

    #[test]
    fn readings_are_those_of_the_plain_definitions(pairs in labels()) {
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let score = score("confusion", &pairs);
        for label in ["a", "b", "c", "d", "e"] {
            let count = |is: &dyn Fn(&(&str, &str)) -> bool| pairs.iter().filter(|pair| is(pair)).count() as f64;
            let hits = count(&|pair| *pair == (label, label));
            let (gold, predicted) = (count(&|pair| pair.0 == label), count(&|pair| pair.1 == label));
            let expected = |over: f64, under: f64| (under > 0.0).then(|| over / under);
            prop_assert_eq!(score.get(&named("recall", label)), expected(hits, gold));
            prop_assert_eq!(score.get(&named("precision", label)), expected(hits, predicted));
            prop_assert_eq!(score.get(&named("f1", label)), expected(2.0 * hits, gold + predicted));
        }
    }
}

#[test]
fn nobody_has_a_complaint_about_the_unfitted_measure() {
    let mut registry = Registry::default();
    register(&mut registry).unwrap();
    assert_eq!(registry.complaints(), Vec::<String>::new());
    assert!(registry.reader(&Spec::named("confusion")).is_ok());
}
