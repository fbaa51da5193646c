//! Correlations and their intervals against `SciPy`, grids and tests against mt-metrics-eval.

use regua_stats::correlation::kendall::counts_within;
use regua_stats::correlation::ranking::Relative;
use regua_stats::correlation::{
    Coefficient, Grid, Level, Williams, at_level, fisher_interval, partial, permutation, soft,
};
use serde_json::Value;

/// The cases of a file; of one kind where it has several.
fn cases(file: &str, kind: Option<&str>) -> Vec<Value> {
    let text = match file {
        "correlation" => include_str!("../../../cases/stats/correlation.jsonl"),
        _ => include_str!("../../../cases/stats/tau.jsonl"),
    };
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let chosen: Vec<Value> =
        lines.filter(|case| kind.is_none_or(|kind| case["case"] == kind)).collect();
    assert!(chosen.len() > 2, "{file} {kind:?}");
    chosen
}

fn row(values: &Value) -> Vec<f64> {
    values.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn grid(input: &Value, name: &str) -> Grid {
    let values = input[name].as_array().unwrap().iter().map(Value::as_f64).collect();
    Grid::new(count(&input["systems"]), count(&input["items"]), values).unwrap()
}

fn level(input: &Value) -> Level {
    input["level"].as_str().unwrap().parse().unwrap()
}

#[track_caller]
fn assert_close(found: f64, expected: &Value, tolerance: f64, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= tolerance, "{what}: {found} is not {expected}");
}

#[test]
fn coefficients_are_those_of_scipy() {
    for case in cases("correlation", None) {
        if case["case"] == "partial" {
            continue;
        }
        let (people, measure) = (row(&case["input"]["people"]), row(&case["input"]["measure"]));
        for (name, tolerance) in
            [("pearson", 1e-12), ("spearman", 1e-12), ("kendall-b", 0.0), ("kendall-c", 0.0)]
        {
            let coefficient: Coefficient = name.parse().unwrap();
            let what = format!("{name} of {}", case["case"]);
            match (coefficient.of(&people, &measure), &case["expected"][name]) {
                (Err(_), Value::Null) => {}
                (found, expected) => assert_close(found.expect(&what), expected, tolerance, &what),
            }
        }
        for (level, ends) in case["expected"]["intervals"].as_object().unwrap() {
            let value = case["expected"]["pearson"].as_f64().unwrap();
            let found =
                fisher_interval(Coefficient::Pearson, value, people.len(), level.parse().unwrap())
                    .unwrap();
            assert_close(found.low, &ends[0], 1e-12, level);
            assert_close(found.high, &ends[1], 1e-12, level);
        }
    }
}

#[test]
fn partial_correlations_are_those_of_residuals() {
    for case in cases("correlation", Some("partial")) {
        let input = &case["input"];
        let (people, measure) = (row(&input["people"]), row(&input["measure"]));
        let controls: Vec<Vec<f64>> =
            input["controls"].as_array().unwrap().iter().map(row).collect();
        let controls: Vec<&[f64]> = controls.iter().map(Vec::as_slice).collect();
        for (name, expected) in case["expected"].as_object().unwrap() {
            let found = partial(name.parse().unwrap(), &people, &measure, &controls).unwrap();
            assert_close(found, expected, 1e-12, name);
        }
    }
}

#[test]
fn variants_of_tau_are_those_of_mt_metrics_eval() {
    for case in cases("tau", Some("variants")) {
        let input = &case["input"];
        let (people, measure) = (row(&input["people"]), row(&input["measure"]));
        let counts = counts_within(&people, &measure, input["epsilon"].as_f64().unwrap()).unwrap();
        assert_close(counts.tau23().unwrap(), &case["expected"]["tau23"], 0.0, "tau23");
        assert_close(counts.accuracy().unwrap(), &case["expected"]["acc23"], 0.0, "acc23");
    }
    for case in cases("tau", Some("rankings")) {
        let input = &case["input"];
        let (people, measure) = (row(&input["people"]), row(&input["measure"]));
        let found = Relative::of(&people, &measure, input["threshold"].as_f64().unwrap()).unwrap();
        assert_eq!(case["expected"]["concordant"], found.concordant);
        assert_eq!(case["expected"]["not"], found.discordant + found.tied);
        assert_eq!(case["expected"]["value"].as_f64(), found.kendall().ok());
    }
}

#[test]
fn averages_over_groups_are_those_of_mt_metrics_eval() {
    for case in cases("tau", Some("averages")) {
        let input = &case["input"];
        let (people, measure) = (grid(input, "people"), grid(input, "measure"));
        for (name, expected) in case["expected"].as_object().unwrap() {
            let found = at_level(&people, &measure, name.parse().unwrap(), level(input));
            match (found, expected) {
                (Err(_), Value::Null) => {}
                (found, expected) => assert_close(found.expect(name).value, expected, 1e-12, name),
            }
        }
    }
}

#[test]
fn calibrated_ties_are_those_of_mt_metrics_eval() {
    for case in cases("tau", Some("calibration")) {
        let input = &case["input"];
        let (people, measure) = (grid(input, "people"), grid(input, "measure"));
        for (name, expected) in case["expected"].as_object().unwrap() {
            let found = at_level(&people, &measure, name.parse().unwrap(), level(input)).unwrap();
            assert_close(found.value, &expected["value"], 1e-12, name);
            assert_close(found.epsilon.unwrap(), &expected["epsilon"], 0.0, name);
        }
    }
}

#[test]
fn soft_accuracy_is_that_of_mt_metrics_eval() {
    for case in cases("tau", Some("soft accuracy")) {
        let (people, measure) = (grid(&case["input"], "people"), grid(&case["input"], "measure"));
        for (name, scores) in [("people", &people), ("measure", &measure)] {
            let found = soft::PValues::of(scores, soft::PERMUTATIONS, soft::SEED).unwrap();
            assert_eq!(found.values(), row(&case["expected"]["p_values"][name]), "{name}");
        }
        let found = soft::accuracy(&people, &measure, soft::PERMUTATIONS, soft::SEED).unwrap();
        assert_close(found.value, &case["expected"]["value"], 1e-15, "soft accuracy");
    }
}

#[test]
fn williams_test_is_that_of_mt_metrics_eval() {
    for case in cases("tau", Some("williams")) {
        let input = &case["input"];
        let [first, second, between] =
            ["first", "second", "between"].map(|name| input[name].as_f64().unwrap());
        let found =
            Williams::of_correlations(first, second, between, count(&input["pairs"])).unwrap();
        let expected = &case["expected"];
        assert_close(found.p_one_sided(), &expected["one_sided"], 1e-13, "one-sided");
        assert_close(found.p_two_sided(), &expected["two_sided"], 1e-13, "two-sided");
    }
}

#[test]
fn permutation_tests_agree_with_those_of_mt_metrics_eval_within_chance() {
    for case in cases("tau", Some("permutation")) {
        let input = &case["input"];
        let [people, first, second] = ["people", "first", "second"].map(|name| grid(input, name));
        for (name, expected) in case["expected"].as_object().unwrap() {
            let coefficient = name.parse().unwrap();
            let found =
                permutation::test(&people, &first, &second, coefficient, level(input), 4_000, 1)
                    .unwrap();
            assert_close(found.difference, &expected["difference"], 1e-12, name);
            // Its p-values are shares of 400 draws, which have a standard error of at most 0.025.
            assert_close(found.p_one_sided(), &expected["p_but_for_rounding"], 0.08, name);
        }
    }
}
