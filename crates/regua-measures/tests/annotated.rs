//! The golden cases of labels and spans: random data with the numbers that the
//! reference tools give for them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use regua_core::{
    AnyMeasure, Batch, Built, Labelled, Labels, Marks, MeasureExt, Reader, Registry, Scale, Score,
    SpanText, SpanTexts, Spec, Sum, Tally, UnitKind,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line<D> {
    Made {
        #[expect(dead_code, reason = "it is for readers of the file")]
        made_by: String,
    },
    Data(D),
    Case(Case),
}

#[derive(Debug, Deserialize)]
struct LabelData {
    data: String,
    labels: Vec<String>,
    gold: Vec<String>,
    predicted: Vec<String>,
    probabilities: Vec<Vec<f64>>,
}

#[derive(Debug, Deserialize)]
struct SpanData {
    data: String,
    gold: Vec<Vec<String>>,
    predicted: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Case {
    of: String,
    measure: String,
    tool: String,
    tolerance: f64,
    #[serde(default)]
    tolerances: BTreeMap<String, f64>,
    readings: BTreeMap<String, f64>,
}

fn lines<D: DeserializeOwned>(file: &str) -> (Vec<D>, Vec<Case>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (mut data, mut cases) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match serde_json::from_str(line).unwrap() {
            Line::Made { .. } => {}
            Line::Data(one) => data.push(one),
            Line::Case(case) => cases.push(case),
        }
    }
    assert!(!cases.is_empty());
    (data, cases)
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &regua_store::Store::nowhere()).unwrap();
    registry
}

/// The measure, fitted on the units if it must be.
fn built<'a, K: UnitKind>(spec: &Spec, units: &'a [K::Unit<'a>]) -> AnyMeasure<K> {
    match registry().build::<K>(spec).unwrap() {
        Built::Ready(measure) => measure,
        Built::Unfitted(mut fit) => {
            fit.absorb(&Batch::new(units)).unwrap();
            fit.finish().unwrap()
        }
    }
}

fn score<'a, K: UnitKind>(measure: &str, units: &'a [K::Unit<'a>]) -> Score {
    built::<K>(&measure.parse().unwrap(), units).score(units).unwrap()
}

fn sum<'a, K: UnitKind>(measure: &AnyMeasure<K>, units: &'a [K::Unit<'a>]) -> Sum {
    let rows = measure.rows(units).unwrap();
    let mut sum = Sum::new(measure.slots());
    for tally in (0..rows.len()).filter_map(|unit| rows.row(unit).ok()) {
        sum.add(tally, measure.slots()).unwrap();
    }
    sum
}

/// What must hold for every measure of a kind, whatever the units.
fn check_all<'a, K: UnitKind>(units: &'a [K::Unit<'a>], cut: usize) -> Result<(), TestCaseError> {
    let (left, right) = units.split_at(cut.min(units.len()));
    for entry in registry().entries().iter().filter(|entry| entry.kind == K::NAME) {
        let measure = built::<K>(&Spec::named(entry.name), units);
        let whole = sum(&measure, units).cells();
        let mut parts = sum(&measure, right);
        parts.merge(&sum(&measure, left), measure.slots()).unwrap();
        prop_assert_eq!(parts.cells(), whole.clone(), "{}", entry.name);
        let reader = registry().reader_of(&measure.signature().spec(), measure.slots()).unwrap();
        prop_assert_eq!(reader.slots(), measure.slots());
        prop_assert_eq!(reader.readings(), measure.readings());
        let total = Tally::new(&whole);
        prop_assert_eq!(reader.read(total), measure.read(total), "{}", entry.name);
        let readings = measure.score(units).unwrap().readings;
        prop_assert_eq!(readings.0.len(), measure.readings().len());
        for (info, reading) in measure.readings().iter().zip(&readings.0) {
            let is_in_range = match (info.scale, reading.value()) {
                (Scale::Unit, Some(value)) => (0.0..=1.0 + 1e-12).contains(&value),
                (_, value) => value.is_none_or(f64::is_finite),
            };
            prop_assert!(is_in_range, "{} {}: {:?}", entry.name, info.name, reading);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn parts_of_labels_add_up_and_readings_stay_in_range(
        items in prop::collection::vec(("[a-d]", "[a-d]", prop::array::uniform4(1..9_u32)), 1..40),
        cut in 0..40_usize,
    ) {
        let rows: Vec<Vec<(&str, f64)>> = items
            .iter()
            .map(|(_, _, weights)| {
                let all = f64::from(weights.iter().sum::<u32>());
                let shares = weights.iter().map(|weight| f64::from(*weight) / all);
                ["a", "b", "c", "d"].into_iter().zip(shares).collect()
            })
            .collect();
        let items: Vec<Labelled<'_>> = items
            .iter()
            .zip(&rows)
            .map(|((gold, predicted, _), probabilities)| Labelled { gold, predicted, probabilities })
            .collect();
        check_all::<Labels>(&items, cut)?;
    }

    #[test]
    fn parts_of_spans_add_up_and_readings_stay_in_range(
        sentences in prop::collection::vec(prop::collection::vec(("O|[BI]-[ab]", "O|[BI]-[ac]"), 1..9), 1..9),
        cut in 0..9_usize,
    ) {
        let tags = |right: bool| -> Vec<Vec<&str>> {
            sentences
                .iter()
                .map(|one| one.iter().map(|pair| if right { pair.1.as_str() } else { &pair.0 }).collect())
                .collect()
        };
        let (gold, predicted) = (tags(false), tags(true));
        let texts: Vec<SpanText<'_>> = gold
            .iter()
            .zip(&predicted)
            .map(|(gold, predicted)| SpanText { gold: Marks::Tags(gold), predicted: Marks::Tags(predicted) })
            .collect();
        check_all::<SpanTexts>(&texts, cut)?;
    }
}

/// What differs, in words.
fn differences(case: &Case, score: &Score) -> Vec<String> {
    let mut found = Vec::new();
    for (name, expected) in &case.readings {
        let tolerance = case.tolerances.get(name).unwrap_or(&case.tolerance);
        let read = score.get(name);
        let is_close = read.is_some_and(|read| {
            read.to_bits() == expected.to_bits()
                || (read - expected).abs() <= tolerance * expected.abs().max(1e-300)
        });
        if !is_close {
            let Case { of, measure, tool, .. } = case;
            found.push(format!("{of}, {measure}, {name}: {read:?}, but {tool} has {expected}"));
        }
    }
    found
}

#[test]
fn labels_read_as_the_reference_tools_read_them() {
    let (data, cases) = lines::<LabelData>("labels.jsonl");
    let mut found = Vec::new();
    for case in &cases {
        let data = data.iter().find(|data| data.data == case.of).unwrap();
        let rows: Vec<Vec<(&str, f64)>> = data
            .probabilities
            .iter()
            .map(|row| data.labels.iter().map(String::as_str).zip(row.iter().copied()).collect())
            .collect();
        let pairs = data.gold.iter().zip(&data.predicted).enumerate();
        let items: Vec<Labelled<'_>> = pairs
            .map(|(at, (gold, predicted))| Labelled {
                gold,
                predicted,
                probabilities: rows.get(at).map_or(&[], Vec::as_slice),
            })
            .collect();
        found.extend(differences(case, &score::<Labels>(&case.measure, &items)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn spans_read_as_the_reference_tools_read_them() {
    let (data, cases) = lines::<SpanData>("spans.jsonl");
    let mut found = Vec::new();
    for case in &cases {
        let data = data.iter().find(|data| data.data == case.of).unwrap();
        let [gold, predicted] = [&data.gold, &data.predicted].map(|sentences| -> Vec<Vec<&str>> {
            sentences.iter().map(|tags| tags.iter().map(String::as_str).collect()).collect()
        });
        let texts: Vec<SpanText<'_>> = gold
            .iter()
            .zip(&predicted)
            .map(|(gold, predicted)| SpanText {
                gold: Marks::Tags(gold),
                predicted: Marks::Tags(predicted),
            })
            .collect();
        found.extend(differences(case, &score::<SpanTexts>(&case.measure, &texts)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
