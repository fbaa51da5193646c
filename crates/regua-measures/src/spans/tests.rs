use proptest::prelude::*;
use regua_core::{Marks, MeasureExt, Score, SpanText};

use super::*;

fn fit(spec: &str, texts: &[SpanText<'_>]) -> SpansFit {
    let settings = Settings::new(&spec.parse().unwrap());
    let mut fit = SpansFit::from_settings(&settings).unwrap();
    settings.finish().unwrap();
    fit.absorb(&Batch::new(texts)).unwrap();
    fit
}

fn score(spec: &str, texts: &[SpanText<'_>]) -> Score {
    fit(spec, texts).measure().unwrap().score(texts).unwrap()
}

const GOLD: [Span<'_>; 3] = [
    Span { start: 0, end: 2, label: "PERSON" },
    Span { start: 4, end: 5, label: "PLACE" },
    Span { start: 7, end: 9, label: "PLACE" },
];
const PREDICTED: [Span<'_>; 3] = [
    Span { start: 4, end: 5, label: "PLACE" },
    Span { start: 0, end: 2, label: "PLACE" },
    Span { start: 4, end: 5, label: "PLACE" },
];

fn text() -> SpanText<'static> {
    SpanText { gold: Marks::Spans(&GOLD), predicted: Marks::Spans(&PREDICTED) }
}

#[test]
fn a_span_is_right_with_its_ends_and_its_label_and_counts_once() {
    let score = score("spans", &[text()]);
    assert_eq!(score.get("precision"), Some(0.5));
    assert_eq!(score.get("recall"), Some(1.0 / 3.0));
    assert_eq!(score.get("f1"), Some(2.0 * 0.5 * (1.0 / 3.0) / (0.5 + 1.0 / 3.0)));
    assert_eq!(score.get("f1-macro"), Some(0.25));
    assert_eq!(
        (score.get("gold"), score.get("predicted"), score.get("right")),
        (Some(3.0), Some(2.0), Some(1.0))
    );
}

#[test]
fn what_cannot_be_computed_says_why() {
    let score = score("spans", &[text()]);
    assert_eq!(score.get("precision[PERSON]"), None);
    assert_eq!(score.get("f1[PERSON]"), Some(0.0));
    let empty = SpanText { gold: Marks::Spans(&[]), predicted: Marks::Spans(&[]) };
    let score = self::score("spans", &[empty]);
    assert_eq!(score.readings.0[0], Reading::Undefined(NEITHER.into()));
    assert_eq!(score.readings.0.len(), 12);
}

#[test]
fn a_scheme_decides_what_a_span_is() {
    let gold = ["B-A", "I-A"];
    let predicted = ["I-A", "I-A"];
    let text = [SpanText { gold: Marks::Tags(&gold), predicted: Marks::Tags(&predicted) }];
    assert_eq!(score("spans", &text).get("f1"), Some(1.0));
    assert_eq!(score("spans(scheme=iob2)", &text).get("f1"), Some(0.0));
}

#[test]
fn a_text_that_cannot_be_measured_says_why() {
    let measure = fit("spans(scheme=iob2)", &[text()]).measure().unwrap();
    let backward = [Span { start: 3, end: 3, label: "PLACE" }];
    let unseen = [Span { start: 3, end: 4, label: "TIME" }];
    let tags = ["S-PLACE"];
    let of = |gold| SpanText { gold, predicted: Marks::Spans(&[]) };
    let texts = [of(Marks::Spans(&backward)), of(Marks::Spans(&unseen)), of(Marks::Tags(&tags))];
    let rows = measure.rows(&texts).unwrap();
    let reasons: Vec<&str> = (0..3).map(|unit| rows.row(unit).unwrap_err()).collect();
    assert_eq!(
        reasons,
        [
            "a span is empty or ends before it starts",
            "the fit has not seen the label of a span",
            "a tag is none of the scheme"
        ]
    );
}

fn tags() -> impl Strategy<Value = Vec<(String, String)>> {
    let tag = || prop_oneof![2 => Just("O".to_owned()), 3 => "[BI]-[AB]"];
    prop::collection::vec((tag(), tag()), 1..30)
}

proptest! {
    #[test]
    fn readers_made_of_signature_and_slots_read_the_same(tags in tags()) {
        let gold: Vec<&str> = tags.iter().map(|(gold, _)| gold.as_str()).collect();
        let predicted: Vec<&str> = tags.iter().map(|(_, predicted)| predicted.as_str()).collect();
        let texts = [SpanText { gold: Marks::Tags(&gold), predicted: Marks::Tags(&predicted) }];
        let mut registry = Registry::default();
        register(&mut registry).unwrap();
        prop_assert_eq!(registry.complaints(), Vec::<String>::new());
        for name in ["spans(scheme=iob1)", "spans-semeval(overlap=50)"] {
            let regua_core::Built::Unfitted(mut fit) = registry.build::<SpanTexts>(&name.parse().unwrap()).unwrap() else {
                panic!("{name} must be fitted")
            };
            fit.absorb(&Batch::new(&texts)).unwrap();
            let measure = fit.finish().unwrap();
            let again = registry.reader_of(&measure.signature().spec(), measure.slots()).unwrap();
            prop_assert_eq!(again.slots(), measure.slots());
            prop_assert_eq!(again.readings(), measure.readings());
            let rows = measure.rows(&texts).unwrap();
            let row = rows.row(0).unwrap();
            prop_assert_eq!(again.read(row), measure.read(row));
            prop_assert_eq!(measure.read(row).0.len(), measure.readings().len());
        }
    }

    #[test]
    fn who_marks_what_is_there_is_always_right(tags in tags()) {
        let gold: Vec<&str> = tags.iter().map(|(gold, _)| gold.as_str()).collect();
        let texts = [SpanText { gold: Marks::Tags(&gold), predicted: Marks::Tags(&gold) }];
        let f1 = score("spans", &texts).get("f1");
        prop_assert_eq!(f1, gold.iter().any(|tag| *tag != "O").then_some(1.0));
    }
}
