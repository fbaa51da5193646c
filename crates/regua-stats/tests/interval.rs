//! Intervals against `SciPy`'s bootstrap, quantiles against numpy's.

use regua_stats::interval::{Interval, basic, bca, percentile, quantile, summary};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[track_caller]
fn assert_close(name: &Value, what: &str, found: f64, expected: f64) {
    let off = (found - expected).abs();
    assert!(off <= 1e-12 * expected.abs().max(1.0), "{name}, {what}: {found} for {expected}");
}

#[test]
fn intervals_agree_with_scipy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/interval.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let case: Value = serde_json::from_str(line).unwrap();
        let (name, expected) = (&case["case"], &case["expected"]);
        let draws = numbers(&case["input"]["draws"]);
        let jackknife = numbers(&case["input"]["jackknife"]);
        let estimate = case["input"]["estimate"].as_f64().unwrap();
        for (what, ends) in expected["intervals"].as_object().unwrap() {
            let (method, level) = what.split_once(' ').unwrap();
            let level = level.parse().unwrap();
            let found = match method {
                "percentile" => percentile(&draws, level),
                "basic" => basic(&draws, estimate, level),
                "bca" => bca(&draws, estimate, &jackknife, level),
                other => panic!("there is no method {other}"),
            };
            let Interval { low, high } = found.unwrap();
            assert_close(name, what, low, ends[0].as_f64().unwrap());
            assert_close(name, what, high, ends[1].as_f64().unwrap());
            seen += 1;
        }
        let found = summary(&draws).unwrap();
        assert_close(name, "mean", found.mean, expected["mean"].as_f64().unwrap());
        let error = expected["standard_error"].as_f64().unwrap();
        assert_close(name, "standard error", found.standard_error, error);
        let mut sorted = draws;
        sorted.sort_by(f64::total_cmp);
        for (share, value) in expected["quantiles"].as_object().unwrap() {
            let found = quantile(&sorted, share.parse().unwrap()).unwrap();
            assert_eq!(found.to_bits(), value.as_f64().unwrap().to_bits(), "{name}, {share}");
        }
    }
    assert!(seen >= 180, "only {seen} intervals");
}
