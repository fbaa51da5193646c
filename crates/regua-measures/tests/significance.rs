//! Intervals and p-values of whole systems, as sacrebleu prints them.
//!
//! The scores of draws are computed in the precision that they have there: of chrF and TER single, of BLEU double.
//! Means and half widths are then taken in double here: they agree to 1e-5 of a point, which is the last digit of
//! single precision, and to 1e-12 for BLEU. p-values are the same.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::comparison::{Adjustment, Comparison, Plan, Test, align, compare};
use regua_core::entry::Built;
use regua_core::key::UnitKey;
use regua_core::resample::{Interval, Kept, Method, Resampling, Scheme};
use regua_core::unit::{Hypothesis, Segment, Segments};
use regua_core::{MeasureExt, Reader, Registry, Spec};
use regua_store::Store;
use serde::Deserialize;

/// The last digit of single precision, for scores up to 100.
const LAST_DIGIT: f64 = 1e-5;

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Texts(Texts),
    Case(Case),
}

#[derive(Debug, Deserialize)]
struct Texts {
    #[serde(rename = "set")]
    name: String,
    #[serde(rename = "texts")]
    systems: serde_json::Map<String, serde_json::Value>,
    references: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Case {
    #[serde(rename = "set")]
    name: String,
    measure: String,
    seed: u64,
    resamples: usize,
    trials: usize,
    alone: BTreeMap<String, Expected>,
    bootstrap: BTreeMap<String, Expected>,
    randomisation: BTreeMap<String, Expected>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Expected {
    score: Option<f64>,
    mean: Option<f64>,
    ci: Option<f64>,
    p: Option<f64>,
}

fn lines() -> (Vec<Texts>, Vec<Case>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/significance.jsonl");
    let (mut texts, mut cases) = (Vec::new(), Vec::new());
    for line in std::fs::read_to_string(path).unwrap().lines() {
        match serde_json::from_str(line).unwrap() {
            Line::Texts(one) => texts.push(one),
            Line::Case(one) => cases.push(one),
        }
    }
    assert_eq!((texts.len(), cases.len()), (3, 12));
    (texts, cases)
}

/// All systems, measured.
fn kept(texts: &Texts, measure: &str) -> Kept {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &Store::nowhere()).unwrap();
    let spec: Spec = measure.parse().unwrap();
    let Built::<Segments>::Ready(measure) = registry.build(&spec).unwrap() else {
        panic!("it needs no fit")
    };
    let reader: Arc<dyn Reader> = Arc::from(registry.reader(&spec).unwrap());
    let mut kept = Kept::new(vec![reader], None, false, &[]).unwrap();
    let baseline = texts.baseline();
    let others = texts.systems.keys().filter(|name| **name != baseline);
    for system in std::iter::once(&baseline).chain(others) {
        let outputs: Vec<String> = serde_json::from_value(texts.systems[system].clone()).unwrap();
        let hypotheses: Vec<[Hypothesis<'_>; 1]> =
            outputs.iter().map(|text| [text.as_str().into()]).collect();
        let references: Vec<Vec<&str>> = (0..outputs.len())
            .map(|at| texts.references.iter().map(|texts| texts[at].as_str()).collect())
            .collect();
        let units: Vec<Segment<'_>> = hypotheses
            .iter()
            .zip(&references)
            .map(|(hypotheses, references)| Segment { hypotheses, references, source: None })
            .collect();
        let keys: Vec<UnitKey> = (0..units.len())
            .map(|at| UnitKey {
                id: at.to_string(),
                system: system.as_str().into(),
                references: None,
                columns: Vec::new(),
            })
            .collect();
        kept.add(&keys, &[measure.rows(&units).unwrap()], |_| (Vec::new(), None));
    }
    kept
}

impl Texts {
    /// The system that the others were held against.
    fn baseline(&self) -> String {
        let known = ["ipe", "first"].iter().find(|name| self.systems.contains_key(**name));
        (*known.unwrap()).to_owned()
    }
}

fn compared(kept: &Kept, case: &Case, test: Test) -> Comparison {
    let plan = Plan {
        baseline: Some(Arc::clone(&kept.systems()[0].name)),
        test,
        resampling: Resampling {
            scheme: Scheme::Sacrebleu,
            method: Method::Sacrebleu,
            resamples: case.resamples,
            seed: case.seed,
            ..Resampling::default()
        },
        trials: case.trials,
        alpha: 0.05,
        adjustment: Adjustment::None,
        all_readings: false,
        examples: 0,
    };
    let never = AtomicBool::new(false);
    compare(kept, &align(kept, false).unwrap(), &[], &plan, &never).unwrap().remove(0)
}

/// The largest distance from what was expected of an interval.
fn distance(interval: &Interval, expected: &Expected) -> f64 {
    let half = (interval.high - interval.low) / 2.0;
    let (mean, ci) = (expected.mean.unwrap(), expected.ci.unwrap());
    (interval.mean - mean).abs().max((half - ci).abs())
}

#[test]
fn intervals_and_p_values_are_those_of_sacrebleu() {
    let (texts, cases) = lines();
    for case in &cases {
        let texts = texts.iter().find(|texts| texts.name == case.name).unwrap();
        let kept = kept(texts, &case.measure);
        let (bootstrap, swapped) =
            (compared(&kept, case, Test::Bootstrap), compared(&kept, case, Test::Randomisation));
        let name = |at: usize| bootstrap.systems[at].system.to_string();
        let tolerance = if case.measure.starts_with("bleu") { 1e-12 } else { LAST_DIGIT };
        let place = format!("{}, {}, seed {}", case.name, case.measure, case.seed);
        for standing in &bootstrap.systems {
            let expected = &case.alone[&*standing.system];
            let score = standing.value.value().unwrap();
            assert!((score - expected.score.unwrap()).abs() < 1e-9, "{place}: {score}");
            let off = distance(standing.interval.as_ref().unwrap(), expected);
            assert!(off < tolerance, "{place}: {} is off by {off:e}", standing.system);
            if let Some(paired) = case.bootstrap.get(&*standing.system) {
                let off = distance(standing.interval.as_ref().unwrap(), paired);
                assert!(off < tolerance, "{place}: {} is off by {off:e}", standing.system);
            }
        }
        assert_eq!(bootstrap.pairs.len(), case.bootstrap.len());
        for pair in &bootstrap.pairs {
            assert_eq!(pair.p.value(), case.bootstrap[&name(pair.first)].p, "{place}, bootstrap");
        }
        for pair in &swapped.pairs {
            assert_eq!(pair.p.value(), case.randomisation[&name(pair.first)].p, "{place}, swaps");
        }
    }
}
