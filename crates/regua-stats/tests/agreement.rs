//! Agreement between raters against the packages that people use: scikit-learn, statsmodels, krippendorff, irrCAC,
//! pingouin, pandas and `SciPy`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use regua_stats::Undefined;
use regua_stats::agreement::drift::Drift;
use regua_stats::agreement::{
    Form, IntraclassTable, Rating, Ratings, Scale, Weighting, alpha, cohen, fleiss, gwet, light,
    percent, scott, standardise,
};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn table(rows: &Value) -> Ratings {
    let row = |row: &Value| row.as_array().expect("a row").iter().map(Value::as_f64).collect();
    let rows: Vec<Vec<Option<f64>>> = rows.as_array().expect("rows").iter().map(row).collect();
    Ratings::from_rows(&rows).expect("finite ratings")
}

fn weighting(word: &str) -> Weighting {
    match word {
        "identity" => Weighting::Identity,
        "linear" => Weighting::Linear,
        "quadratic" => Weighting::Quadratic,
        other => panic!("there are no weights {other}"),
    }
}

/// What a case asks for, by the names of its expectations.
fn readings(case: &str, ratings: &Ratings) -> Result<BTreeMap<&'static str, f64>, Undefined> {
    let (name, setting) = case.split_once(' ').unwrap_or((case, ""));
    let value = match name {
        "alpha" => alpha(ratings, setting.parse::<Scale>().expect("a scale"))?,
        "gwet" => gwet(ratings, weighting(setting))?,
        "fleiss" => fleiss(ratings)?,
        "percent" => percent(ratings)?,
        "scott" => scott(ratings, 0, 1)?,
        "cohen" => cohen(ratings, 0, 1, weighting(setting))?,
        "light" => light(ratings, weighting(setting))?,
        icc => return intraclass(icc, ratings),
    };
    Ok(BTreeMap::from([("value", value)]))
}

fn intraclass(name: &str, ratings: &Ratings) -> Result<BTreeMap<&'static str, f64>, Undefined> {
    let form = Form::ALL.into_iter().find(|form| form.name() == name).expect("a form");
    let table = IntraclassTable::new(ratings)?;
    let test = table.test(form)?;
    let (low, high) = table.interval(form, 0.95)?;
    Ok(BTreeMap::from([
        ("value", table.value(form)?),
        ("f", test.f),
        ("above", test.above),
        ("below", test.below),
        ("p", test.p),
        ("low", low),
        ("high", high),
    ]))
}

/// Within 1e-12. Pingouin's analysis of variance is that of a linear model and keeps fewer digits, fewest far from zero.
fn tolerance(case: &str, table: &str, expected: f64) -> f64 {
    match (case.starts_with("ICC"), table) {
        (true, "points far from zero") => 1e-6 * expected.abs(),
        (true, _) => 1e-10 * expected.abs(),
        _ => 1e-12 * expected.abs().max(1.0),
    }
}

fn lines() -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases/stats/agreement.jsonl");
    let text = std::fs::read_to_string(file).expect("the golden cases");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn coefficients_agree_with_the_packages() {
    let mut tables: BTreeMap<String, Ratings> = BTreeMap::new();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for line in lines() {
        let (case, input) = (line["case"].as_str().expect("a name"), &line["input"]);
        if case == "ratings" {
            tables.insert(input["name"].as_str().expect("a name").into(), table(&input["rows"]));
        }
        let Some(name) = input["ratings"].as_str() else { continue };
        let tool = &line["tool"];
        let actual =
            readings(case, &tables[name]).unwrap_or_else(|why| panic!("{case} of {name}: {why}"));
        for (reading, expected) in line["expected"].as_object().expect("readings") {
            let (actual, expected) =
                (actual[reading.as_str()], expected.as_f64().expect("a number"));
            seen += 1;
            let off = (actual - expected).abs();
            if off.is_nan() || off > tolerance(case, name, expected) {
                wrong.push(format!(
                    "{case} {reading} of {name}: {actual:e}, but {tool} says {expected:e}"
                ));
            }
        }
    }
    assert!(seen > 300, "only {seen} numbers");
    assert!(wrong.is_empty(), "{} of {seen}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn trends_agree_with_scipy() {
    let mut seen = 0;
    for line in lines().iter().filter(|line| line["case"] == "drift") {
        let points = line["input"]["points"].as_array().expect("points").iter().map(numbers);
        let points: Vec<(f64, f64)> = points.map(|point| (point[0], point[1])).collect();
        let drift = Drift::of(&points).expect("a trend");
        for (actual, name) in [(drift.slope, "slope"), (drift.p, "p")] {
            let expected = line["expected"][name].as_f64().expect("a number");
            assert!(
                (actual - expected).abs() <= 1e-12 * expected.abs(),
                "{name}: {actual} and not {expected}"
            );
        }
        seen += 1;
    }
    assert_eq!(seen, 4);
}

#[test]
fn z_scores_agree_with_pandas() {
    let lines = lines();
    let line = lines.iter().find(|line| line["case"] == "standardise").expect("a case");
    let list: Vec<Rating> =
        std::iter::zip(numbers(&line["input"]["raters"]), numbers(&line["input"]["values"]))
            .enumerate()
            .map(|(item, (rater, value))| {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a small whole number"
                )]
                let rater = rater as usize;
                Rating { item, rater, value }
            })
            .collect();
    let expected = numbers(&line["expected"]["scores"]);
    assert_eq!(list.len(), expected.len());
    for (actual, expected) in standardise(&list).expect("finite").into_iter().zip(expected) {
        let actual = actual.expect("raters with a spread");
        assert!((actual - expected).abs() < 1e-12, "{actual} and not {expected}");
    }
}

type Coefficient = fn(&Ratings) -> Result<f64, Undefined>;

const ALL: [Coefficient; 8] = [
    percent,
    fleiss,
    |ratings| gwet(ratings, Weighting::Identity),
    |ratings| gwet(ratings, Weighting::Quadratic),
    |ratings| light(ratings, Weighting::Linear),
    |ratings| alpha(ratings, Scale::Ordinal),
    |ratings| alpha(ratings, Scale::Ratio),
    |ratings| IntraclassTable::new(ratings)?.value(Form::Agreement),
];

proptest! {
    #[test]
    fn the_order_of_items_and_raters_does_not_matter_and_nothing_is_over_one(
        rows in prop::collection::vec(prop::collection::vec(prop::option::weighted(0.8, 1_u8..6), 3), 1..25),
    ) {
        let rows: Vec<Vec<Option<f64>>> =
            rows.into_iter().map(|row| row.into_iter().map(|value| value.map(f64::from)).collect()).collect();
        let turned: Vec<Vec<Option<f64>>> =
            rows.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
        let (Ok(one), Ok(other)) = (Ratings::from_rows(&rows), Ratings::from_rows(&turned)) else {
            return Ok(());
        };
        for coefficient in ALL {
            match (coefficient(&one), coefficient(&other)) {
                (Ok(first), Ok(second)) => {
                    prop_assert!((first - second).abs() <= 1e-9 * first.abs().max(1.0), "{} {}", first, second);
                    prop_assert!(first <= 1.0 + 1e-12, "{}", first);
                }
                (first, second) => prop_assert_eq!(first, second),
            }
        }
    }
}
