use regua_core::{Labelled, MeasureExt, Score};

use super::*;

fn score(spec: &str, items: &[Labelled<'_>]) -> Result<Score, Error> {
    let settings = Settings::new(&spec.parse()?);
    let mut fit = AucFit::from_settings(&settings)?;
    settings.finish()?;
    fit.absorb(&Batch::new(items))?;
    fit.measure()?.score(items)
}

const YES: [[(&str, f64); 2]; 4] = [
    [("no", 0.9), ("yes", 0.1)],
    [("no", 0.6), ("yes", 0.4)],
    [("no", 0.65), ("yes", 0.35)],
    [("no", 0.2), ("yes", 0.8)],
];

fn binary() -> Vec<Labelled<'static>> {
    let items = ["no", "no", "yes", "yes"].into_iter().zip(&YES);
    items.map(|(gold, probabilities)| Labelled { gold, predicted: "yes", probabilities }).collect()
}

#[test]
fn with_two_labels_the_later_one_is_positive_unless_said_otherwise() {
    let score_of = |spec: &str| score(spec, &binary()).unwrap();
    let by_itself = score_of("auc");
    assert_eq!(by_itself.get("average-precision"), by_itself.get("average-precision[yes]"));
    let asked = score_of("auc(positive=no)");
    assert_eq!(asked.get("average-precision"), asked.get("average-precision[no]"));
    assert_eq!(asked.get("auc"), Some(0.75));
}

#[test]
fn a_positive_label_that_is_none_is_refused() {
    let error = score("auc(positive=maybe)", &binary()).unwrap_err();
    insta::assert_snapshot!(error, @"`auc` cannot go on: `maybe` is none of the labels, which are `no` and `yes`");
}

#[test]
fn with_three_labels_each_is_set_against_the_rest() {
    let probabilities = [
        [("a", 0.7), ("b", 0.2), ("c", 0.1)],
        [("a", 0.1), ("b", 0.7), ("c", 0.2)],
        [("a", 0.2), ("b", 0.1), ("c", 0.7)],
        [("a", 0.5), ("b", 0.3), ("c", 0.2)],
    ];
    let golds = ["a", "b", "c", "b"];
    let items: Vec<Labelled<'_>> = golds
        .iter()
        .zip(&probabilities)
        .map(|(gold, probabilities)| Labelled { gold, predicted: "a", probabilities })
        .collect();
    let score = score("auc", &items).unwrap();
    let each = ["auc[a]", "auc[b]", "auc[c]"].map(|name| score.get(name).unwrap());
    assert_eq!(score.get("auc"), Some((each[0] + each[1] + each[2]) / 3.0));
    assert_eq!(score.get("auc-weighted"), Some((each[0] + 2.0 * each[1] + each[2]) / 4.0));
}

#[test]
fn a_total_cannot_be_read() {
    let reader = AucReader::from_settings(&Settings::new(&"auc".parse().unwrap())).unwrap();
    assert_eq!(reader.read(Tally::new(&[])).headline(), None);
}

#[test]
fn a_reader_made_of_signature_and_slots_has_the_same_readings() {
    let mut registry = Registry::default();
    register(&mut registry).unwrap();
    assert_eq!(registry.complaints(), Vec::<String>::new());
    let items = binary();
    let mut fit = AucFit::from_settings(&Settings::new(&"auc".parse().unwrap())).unwrap();
    fit.absorb(&Batch::new(&items)).unwrap();
    let measure = fit.measure().unwrap();
    let again = registry.reader_of(&measure.signature().spec(), measure.slots()).unwrap();
    assert_eq!(again.readings(), measure.readings());
    assert_eq!(again.slots(), measure.slots());
    let mut rows = Table::new(3);
    rows.push(&[0.0, 0.9, 0.1]);
    rows.push(&[1.0, 0.2, 0.8]);
    let statistic = again.statistic().unwrap();
    let read = statistic.prepare(&rows);
    assert_eq!(read(&[1, 1]).headline(), Some(1.0));
    assert_eq!(read(&[1, 0]).headline(), None);
}
