//! The distributions against `SciPy`'s.

use proptest::prelude::*;
use regua_stats::distribution::{
    binomial, chi_square, fisher, gamma, incomplete_beta, normal, student,
};
use serde_json::Value;

/// One function at one place.
fn value(function: &str, arguments: &[f64]) -> f64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts are written as whole numbers"
    )]
    let whole = |at: usize| arguments[at] as u64;
    let at = |place: usize| arguments[place];
    match function {
        "normal::cdf" => normal::cdf(at(0)),
        "normal::survival" => normal::survival(at(0)),
        "normal::quantile" => normal::quantile(at(0)),
        "normal::inverse_survival" => normal::inverse_survival(at(0)),
        "gamma::ln_gamma" => gamma::ln_gamma(at(0)),
        "gamma::lower" => gamma::lower(at(0), at(1)),
        "gamma::upper" => gamma::upper(at(0), at(1)),
        "incomplete_beta" => incomplete_beta(at(0), at(1), at(2), 1.0 - at(2)),
        "student::cdf" => student::cdf(at(0), at(1)),
        "student::survival" => student::survival(at(0), at(1)),
        "student::quantile" => student::quantile(at(0), at(1)),
        "student::inverse_survival" => student::inverse_survival(at(0), at(1)),
        "student::shifted_survival" => student::shifted_survival(at(0), at(1), at(2)),
        "chi_square::cdf" => chi_square::cdf(at(0), at(1)),
        "chi_square::survival" => chi_square::survival(at(0), at(1)),
        "fisher::cdf" => fisher::cdf(at(0), at(1), at(2)),
        "fisher::survival" => fisher::survival(at(0), at(1), at(2)),
        "binomial::mass" => binomial::mass(whole(0), whole(1), at(2)),
        "binomial::cdf" => binomial::cdf(whole(0), whole(1), at(2)),
        "binomial::survival" => binomial::survival(whole(0), whole(1), at(2)),
        other => panic!("there is no function {other}"),
    }
}

/// Relative 1e-13, and more in far tails, where a rounding of the logarithm shows. The shifted t is an integral that is
/// exact to 1e-12 absolute; quantiles near the median and log-gammas near their zeros are close absolutely.
fn tolerance(function: &str, expected: f64) -> f64 {
    let scale = expected.abs();
    match function {
        "student::shifted_survival" => 1e-12,
        "gamma::ln_gamma" => 1e-13 * scale + 1e-15,
        _ if function.contains("quantile") || function.contains("inverse") => 1e-13 * scale + 1e-15,
        _ => scale * 1e-13 * (1.0 - scale.ln() / 70.0).max(1.0) + f64::MIN_POSITIVE,
    }
}

#[test]
fn probabilities_and_quantiles_agree_with_scipy() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/distribution.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for line in text.lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        let function = line["case"].as_str().unwrap();
        let arguments: Vec<f64> = line["input"]["arguments"]
            .as_array()
            .unwrap()
            .iter()
            .map(|number| number.as_f64().unwrap())
            .collect();
        let expected = line["expected"]["value"].as_f64().unwrap();
        let actual = value(function, &arguments);
        seen += 1;
        let off = (actual - expected).abs();
        if off.is_nan() || off > tolerance(function, expected) {
            wrong.push(format!("{function} {arguments:?}: {actual:e} and not {expected:e}"));
        }
    }
    assert!(seen > 1_000, "only {seen} cases");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Sizes from a thousandth to a hundred million.
fn size() -> impl Strategy<Value = f64> {
    (-3.0..8.0_f64).prop_map(|exponent| 10_f64.powf(exponent))
}

proptest! {
    #[test]
    fn incomplete_betas_are_probabilities_that_grow(
        a in size(), b in size(), x in 0.0..1.0_f64, further in 0.0..1.0_f64,
    ) {
        let further = x + (1.0 - x) * further;
        let [low, high] = [x, further].map(|x| incomplete_beta(a, b, x, 1.0 - x));
        prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high), "{low} {high}");
        prop_assert!(low <= high * (1.0 + 1e-9), "{low} {high}");
    }

    #[test]
    fn incomplete_gammas_are_probabilities_that_grow(
        a in size(), ratio in 0.0..3.0_f64, further in 1.0..2.0_f64,
    ) {
        let [low, high] = [ratio, ratio * further].map(|ratio| gamma::lower(a, a * ratio));
        prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high), "{low} {high}");
        prop_assert!(low <= high * (1.0 + 1e-9), "{low} {high}");
        prop_assert!((low + gamma::upper(a, a * ratio) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn arguments_out_of_range_give_nan_and_come_back() {
    for (function, arguments) in [
        ("normal::quantile", [f64::NAN, 0.0, 0.0]),
        ("normal::quantile", [1.5, 0.0, 0.0]),
        ("gamma::ln_gamma", [-1e300, 0.0, 0.0]),
        ("gamma::upper", [-1e300, 1.0, 0.0]),
        ("incomplete_beta", [-1.0, 1.0, 0.5]),
        ("student::survival", [1.0, -1e300, 0.0]),
        ("student::quantile", [2.0, 5.0, 0.0]),
        ("student::shifted_survival", [1.0, 0.0, 1.0]),
        ("chi_square::survival", [f64::NAN, 1.0, 0.0]),
        ("fisher::survival", [1.0, 0.0, 3.0]),
        ("binomial::survival", [1.0, 3.0, 1.5]),
    ] {
        assert!(value(function, &arguments).is_nan(), "{function} {arguments:?}");
    }
}
