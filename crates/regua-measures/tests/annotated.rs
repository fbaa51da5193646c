//! The golden cases of labels and spans: random data with the numbers that the
//! reference tools give for them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use regua_core::{
    Batch, Built, Labelled, Labels, Marks, MeasureExt, Registry, Score, SpanText, SpanTexts, Spec,
    UnitKind,
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

fn score<'a, K: UnitKind>(measure: &str, units: &'a [K::Unit<'a>]) -> Score {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &regua_store::Store::nowhere()).unwrap();
    let spec: Spec = measure.parse().unwrap();
    match registry.build::<K>(&spec).unwrap() {
        Built::Ready(measure) => measure.score(units).unwrap(),
        Built::Unfitted(mut fit) => {
            fit.absorb(&Batch::new(units)).unwrap();
            fit.finish().unwrap().score(units).unwrap()
        }
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
