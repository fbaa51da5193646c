//! Tests of significance, corrections, effects and power against `SciPy`, statsmodels and pingouin.

use regua_stats::significance::power::{Design, Reference};
use regua_stats::significance::wilcoxon::{self, Method, Zeros};
use regua_stats::significance::{
    Alternative, Outcome, adjust, effect, kolmogorov, mcnemar, permutation, sign, t,
};
use serde_json::Value;

/// One line of the file.
struct Case {
    name: String,
    input: Value,
    expected: Value,
}

impl Case {
    fn read(line: &str) -> Self {
        let line: Value = serde_json::from_str(line).unwrap();
        let name = line["case"].as_str().unwrap().to_owned();
        Self { name, input: line["input"].clone(), expected: line["expected"].clone() }
    }

    fn numbers(&self, field: &str) -> Vec<f64> {
        numbers(&self.input[field])
    }

    fn number(&self, field: &str) -> f64 {
        self.input[field].as_f64().unwrap()
    }

    fn count(&self, field: &str) -> u64 {
        self.input[field].as_u64().unwrap()
    }

    fn side(&self) -> Alternative {
        side(&self.input)
    }

    fn holds(&self, field: &str, actual: f64, tolerance: f64) {
        self.holds_in(&self.expected, field, actual, tolerance);
    }

    fn holds_in(&self, expected: &Value, field: &str, actual: f64, tolerance: f64) {
        let value = expected[field].as_f64().unwrap();
        let close = (actual - value).abs() <= tolerance * value.abs() + 1e-300;
        assert!(close, "{} {field}: {actual:e} for {} with {expected}", self.name, self.input);
    }

    fn outcome(&self, outcome: Outcome, tolerance: f64) {
        self.holds("statistic", outcome.statistic, tolerance);
        self.holds("p_value", outcome.p_value, tolerance);
    }
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn side(settings: &Value) -> Alternative {
    match settings["side"].as_str().unwrap() {
        "two-sided" => Alternative::TwoSided,
        "greater" => Alternative::Greater,
        "less" => Alternative::Less,
        other => panic!("there is no side {other}"),
    }
}

/// Runs `check` on the cases of this name, and wants so many.
fn on(name: &str, at_least: usize, check: impl Fn(&Case)) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/significance.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Vec<Case> =
        text.lines().skip(1).map(Case::read).filter(|case| case.name == name).collect();
    assert!(cases.len() >= at_least, "{name} has {} cases", cases.len());
    cases.iter().for_each(check);
}

#[test]
fn paired_t_tests_agree() {
    on("t::paired", 40, |case| {
        let test = t::paired(&case.numbers("differences"), case.side()).unwrap();
        case.holds("statistic", test.statistic, 1e-12);
        case.holds("degrees", test.degrees, 0.0);
        case.holds("p_value", test.p_value, 1e-12);
    });
}

#[test]
fn welch_tests_agree() {
    on("t::welch", 20, |case| {
        let (first, second) = (case.numbers("first"), case.numbers("second"));
        let test = t::welch(&first, &second, case.side()).unwrap();
        case.holds("statistic", test.statistic, 1e-12);
        case.holds("degrees", test.degrees, 1e-12);
        case.holds("p_value", test.p_value, 1e-12);
    });
}

#[test]
fn signed_rank_tests_agree() {
    on("wilcoxon", 15, |case| {
        let differences = case.numbers("differences");
        for run in case.expected["runs"].as_array().unwrap() {
            let zeros = match run["zeros"].as_str().unwrap() {
                "wilcox" => Zeros::Drop,
                "pratt" => Zeros::Pratt,
                _ => Zeros::Split,
            };
            let method = match run["method"].as_str().unwrap() {
                "auto" => Method::Auto,
                "exact" => Method::Exact,
                method => Method::Approximate { continuity: method == "corrected" },
            };
            let side = side(run);
            let test = wilcoxon::test(&differences, zeros, method, side).unwrap();
            let two_sided = side == Alternative::TwoSided;
            let statistic = if two_sided { test.statistic() } else { test.positive };
            case.holds_in(run, "statistic", statistic, 0.0);
            case.holds_in(run, "p_value", test.p_value, 1e-12);
        }
    });
}

#[test]
fn permutation_tests_of_all_splits_agree() {
    on("permutation", 15, |case| {
        let (first, second) = (case.numbers("first"), case.numbers("second"));
        let test = permutation::test(&first, &second, case.side(), 9_999, 0).unwrap();
        assert!(test.exact);
        // A difference of about zero has no digits of its own.
        let statistic = case.expected["statistic"].as_f64().unwrap();
        assert!((test.difference - statistic).abs() < 1e-14);
        case.holds("p_value", test.p_value, 1e-14);
    });
}

#[test]
fn sign_tests_agree() {
    on("sign", 20, |case| {
        let p = sign::p_value(case.count("wins"), case.count("losses"), case.side()).unwrap();
        case.holds("p_value", p, 1e-12);
    });
}

#[test]
fn mcnemar_tests_agree() {
    let counts = |case: &Case| (case.count("first"), case.count("second"));
    on("mcnemar::exact", 7, |case| {
        let (first, second) = counts(case);
        case.outcome(mcnemar::exact(first, second).unwrap(), 1e-13);
    });
    on("mcnemar::plain", 7, |case| {
        let (first, second) = counts(case);
        case.outcome(mcnemar::approximate(first, second, false).unwrap(), 1e-13);
    });
    on("mcnemar::corrected", 7, |case| {
        let (first, second) = counts(case);
        case.outcome(mcnemar::approximate(first, second, true).unwrap(), 1e-13);
    });
}

#[test]
fn corrections_agree() {
    let check = |name: &str, adjust: fn(&[f64]) -> Result<Vec<f64>, regua_stats::Undefined>| {
        on(name, 4, |case| {
            let adjusted = adjust(&case.numbers("p_values")).unwrap();
            let expected = numbers(&case.expected["p_values"]);
            assert_eq!(adjusted.len(), expected.len());
            for (actual, expected) in adjusted.iter().zip(&expected) {
                assert!((actual - expected).abs() <= 1e-15, "{name}: {actual} and not {expected}");
            }
        });
    };
    check("adjust::holm", adjust::holm);
    check("adjust::benjamini_hochberg", adjust::benjamini_hochberg);
    check("adjust::bonferroni", adjust::bonferroni);
}

#[test]
fn effects_agree() {
    on("effect", 8, |case| {
        let (first, second) = (case.numbers("first"), case.numbers("second"));
        case.holds("cohen_d", effect::cohen_d(&first, &second).unwrap(), 1e-12);
        case.holds("hedges_g", effect::hedges_g(&first, &second).unwrap(), 1e-12);
        case.holds("superiority", effect::superiority(&first, &second).unwrap(), 1e-15);
    });
    on("effect::paired_d", 2, |case| {
        case.holds("value", effect::paired_d(&case.numbers("differences")).unwrap(), 1e-12);
    });
}

#[test]
fn powers_agree() {
    on("power", 30, |case| {
        for (field, reference) in [("student", Reference::Student), ("normal", Reference::Normal)] {
            let alpha = case.number("alpha");
            let design = Design { alpha, alternative: case.side(), reference };
            let power = design.power(case.number("effect"), 1.0, case.number("units")).unwrap();
            let expected = case.expected[field].as_f64().unwrap();
            assert!((power - expected).abs() < 1e-11, "{field} {}: {power} {expected}", case.input);
        }
    });
}

#[test]
fn plans_agree() {
    on("plan", 10, |case| {
        let (effect, power) = (case.number("effect"), case.number("power"));
        let alpha = case.number("alpha");
        let design = Design { alpha, alternative: case.side(), ..Design::default() };
        let units = design.units_needed(effect * 3.0, 3.0, power).unwrap();
        case.holds("units", units, 1e-7);
        let smallest = design.smallest_difference(3.0, units.ceil(), power).unwrap();
        case.holds("smallest_effect", smallest / 3.0, 1e-11);
    });
}

#[test]
fn distances_from_the_uniform_distribution_agree() {
    on("kolmogorov::exact", 10, |case| {
        let values = usize::try_from(case.count("values")).unwrap();
        let p = kolmogorov::exact_survival(values, case.number("distance")).unwrap();
        case.holds("p_value", p, 1e-10);
    });
    on("kolmogorov::limit", 7, |case| {
        case.holds("p_value", kolmogorov::limit_survival(case.number("x")), 1e-13);
    });
    on("kolmogorov::uniform", 4, |case| {
        case.outcome(kolmogorov::uniform(&case.numbers("values")).unwrap(), 1e-10);
    });
}
