//! Intervals and paired tests against sacrebleu, in every bit.

use std::sync::atomic::AtomicBool;

use regua_stats::product::Table;
use regua_stats::sacrebleu::{Confidence, Resamples, Score, Scores, randomisation_p, randomised};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn table(rows: &Value) -> Table {
    let rows = rows.as_array().unwrap();
    let mut table = Table::new(rows[0].as_array().unwrap().len());
    for row in rows {
        let row: Vec<f64> = row.as_array().unwrap().iter().map(number).collect();
        table.push(&row);
    }
    table
}

/// A formula of sacrebleu in single precision for resamples and in double for all else, where the same operations are
/// done in either.
macro_rules! formulas {
    ($float:ty, $keep:expr) => {
        |read: &str, sums: &[$float]| -> Score {
            let keep: fn($float) -> Score = $keep;
            match read {
                "ratio" => keep(100.0 * (sums[0] / sums[1])),
                "root" => Score::Double(100.0 * f64::from(sums[0] / sums[1]).sqrt()),
                "least" if sums[0] > sums[2] => keep(100.0 * (sums[0] / sums[1])),
                "least" => Score::Double(50.0),
                "total" => keep(sums[0] / 7.0),
                "ter" if sums[1] > 0.0 => keep(100.0 * (sums[0] / sums[1])),
                "bleu" => {
                    let (ours, theirs) = (f64::from(sums[0]), f64::from(sums[1]));
                    let brevity = if ours < theirs { (1.0 - theirs / ours).exp() } else { 1.0 };
                    let mut halving = 1.0;
                    let mut logarithms = 0.0;
                    for order in 0..4 {
                        let (correct, total) = (sums[2 + order], sums[6 + order]);
                        let precision = if correct == 0.0 {
                            halving *= 2.0;
                            100.0 / (halving * total)
                        } else {
                            100.0 * correct / total
                        };
                        logarithms += f64::from(precision).ln();
                    }
                    Score::Double(brevity * (logarithms / 4.0).exp())
                }
                "chrf" => {
                    let (mut precision, mut recall, mut orders) = (0.0, 0.0, 0.0);
                    for order in
                        sums.chunks_exact(3).filter(|order| order[0] > 0.0 && order[1] > 0.0)
                    {
                        precision += order[2] / order[0];
                        recall += order[2] / order[1];
                        orders += 1.0;
                    }
                    precision /= orders;
                    recall /= orders;
                    keep(100.0 * (5.0 * precision * recall / (4.0 * precision + recall)))
                }
                other => panic!("no formula of {other} for {sums:?}"),
            }
        }
    };
}

fn value(score: Score) -> f64 {
    match score {
        Score::Single(value) => f64::from(value),
        Score::Double(value) => value,
    }
}

#[track_caller]
fn assert_confidence(found: Confidence, expected: &Value, what: &str) {
    assert_eq!(found.mean.to_bits(), number(&expected["mean"]).to_bits(), "{what}: {found:?}");
    assert_eq!(found.half_width.to_bits(), number(&expected["ci"]).to_bits(), "{what}: {found:?}");
}

/// One line of the file; which systems have an interval or a p-value is left to it.
fn check(case: &Value) {
    let (name, given, expected) =
        (case["case"].as_str().unwrap(), &case["input"], &case["expected"]);
    let read = given["read"].as_str().unwrap();
    let seed = given["seed"].as_u64().unwrap();
    let [resamples, trials, confidence] =
        ["resamples", "trials", "confidence"].map(|size| count(&given[size]));
    let tables: Vec<Table> = given["systems"].as_array().unwrap().iter().map(table).collect();
    let single = formulas!(f32, Score::Single);
    let double = formulas!(f64, Score::Double);
    let score_all = |draws: Resamples, table: &Table, resamples: usize| -> Scores {
        draws.scores(table, resamples, |sums| single(read, sums)).unwrap()
    };
    let units = tables[0].rows();
    let wholes = tables.iter().map(|table| {
        let mut sums = vec![0.0; table.width()];
        for row in table.iter() {
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        }
        value(double(read, &sums))
    });
    let wholes: Vec<f64> = wholes.collect();
    let baseline = score_all(Resamples::new(seed), &tables[0], resamples);
    for (at, table) in tables.iter().enumerate() {
        let what = format!("{name}, system {at}");
        let scores = score_all(Resamples::new(seed), table, resamples);

        let alone = &expected["alone"][at];
        let first: Vec<f64> = alone["first"].as_array().unwrap().iter().map(number).collect();
        assert_eq!(scores.doubles()[..3], first, "{what}");
        if alone["mean"].is_f64() {
            assert_confidence(scores.confidence().unwrap(), alone, &what);
        }

        let difference = (wholes[0] - wholes[at]).abs();
        let bootstrap = &expected["bootstrap"][at];
        assert_eq!(wholes[at].to_bits(), number(&bootstrap["score"]).to_bits(), "{what}");
        assert_confidence(scores.paired_confidence().unwrap(), bootstrap, &what);
        if at > 0 {
            let p = scores.paired_p(&baseline, difference).unwrap();
            assert_eq!(p.to_bits(), number(&bootstrap["p"]).to_bits(), "{what}, bootstrap: {p}");
        }

        let randomisation = &expected["randomisation"][at];
        let draws = match at {
            0 => Resamples::new(seed),
            _ => Resamples::after_randomisation(seed, units, trials),
        };
        let scores = score_all(draws, table, confidence);
        assert_confidence(scores.paired_confidence().unwrap(), randomisation, &what);
        if at > 0 {
            let score = |sums: &[f64]| value(double(read, sums));
            let differences =
                randomised(&tables[0], table, trials, seed, &AtomicBool::new(false), score)
                    .unwrap();
            let p = randomisation_p(&differences, difference).unwrap();
            assert_eq!(p.to_bits(), number(&randomisation["p"]).to_bits(), "{what}, trials: {p}");
        }
    }
}

#[test]
fn intervals_and_p_values_are_those_of_sacrebleu() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/sacrebleu.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Vec<Value> =
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= 18, "only {} cases", cases.len());
    cases.iter().for_each(check);
}
