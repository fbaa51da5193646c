//! The report as JSON.

use regua_core::{Direction, VERSION};
use serde_json::{Map, Value, json};

use super::{Comparison, Correlation, CorrelationReport, Interval, Matrix};

pub(super) fn whole(report: &CorrelationReport) -> String {
    let mut object = Map::new();
    object.insert("regua".into(), json!(VERSION));
    let correlations: Vec<Value> = report.correlations.iter().map(correlation).collect();
    object.insert("correlations".into(), json!(correlations));
    if !report.tests.is_empty() {
        let tests: Vec<Value> = report.tests.iter().map(test).collect();
        object.insert("tests".into(), json!(tests));
    }
    if !report.matrices.is_empty() {
        let matrices: Vec<Value> = report.matrices.iter().map(matrix).collect();
        object.insert("matrices".into(), json!(matrices));
    }
    if !report.costs.is_empty() {
        let costs = report.costs.iter().map(
            |cost| json!({"measure": cost.measure, "seconds": cost.seconds, "units": cost.units}),
        );
        object.insert("costs".into(), costs.collect());
    }
    if let Some(summary) = report.summary() {
        let lines = summary.lines.iter().map(|line| {
            json!({
                "coefficient": line.coefficient,
                "measure": line.measure,
                "mean": line.mean,
                "columns": line.values.iter().flatten().count(),
                "rank": line.rank,
            })
        });
        object.insert("summary".into(), lines.collect());
    }
    object.insert("notes".into(), json!(report.notes));
    object.insert("warnings".into(), json!(report.warnings));
    format!("{:#}\n", Value::Object(object))
}

/// What tells results apart.
fn place(object: &mut Map<String, Value>, data: Option<&str>, aspect: Option<&str>) {
    for (name, value) in [("data", data), ("aspect", aspect)] {
        if let Some(value) = value {
            object.insert(name.into(), json!(value));
        }
    }
}

fn correlation(one: &Correlation) -> Value {
    let mut object = Map::new();
    place(&mut object, one.data.as_deref(), one.aspect.as_deref());
    object.insert("measure".into(), json!(one.measure));
    object.insert("reading".into(), json!(one.reading));
    object.insert("signature".into(), json!(one.signature));
    object.insert("direction".into(), json!(direction(one.direction)));
    object.insert("level".into(), json!(one.level));
    object.insert("coefficient".into(), json!(one.coefficient));
    object.insert("value".into(), json!(one.value.as_ref().ok()));
    object.insert("oriented".into(), json!(one.oriented));
    if let Err(reason) = &one.value {
        object.insert("undefined".into(), json!(reason));
    }
    object.insert("units".into(), json!(one.units));
    if let Some((groups, undefined)) = one.groups {
        object.insert("groups".into(), json!(groups));
        object.insert("undefined_groups".into(), json!(undefined));
    }
    if let Some(epsilon) = one.epsilon {
        object.insert("epsilon".into(), json!(epsilon));
    }
    object.insert("rank".into(), json!(one.rank));
    if let Some(cluster) = one.cluster {
        object.insert("cluster".into(), json!(cluster));
    }
    if let Some(found) = &one.interval {
        object.insert("interval".into(), interval(found));
    }
    Value::Object(object)
}

fn interval(found: &Result<Interval, String>) -> Value {
    let interval = match found {
        Ok(interval) => interval,
        Err(reason) => return json!({"low": null, "high": null, "undefined": reason}),
    };
    let mut object = Map::new();
    object.insert("low".into(), json!(interval.low));
    object.insert("high".into(), json!(interval.high));
    object.insert("confidence".into(), json!(interval.confidence));
    object.insert("method".into(), json!(interval.method));
    if let Some((resamples, seed)) = interval.drawn {
        object.insert("resamples".into(), json!(resamples));
        object.insert("seed".into(), json!(seed));
    }
    Value::Object(object)
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::HigherIsBetter => "higher",
        Direction::LowerIsBetter => "lower",
        Direction::Neither => "neither",
    }
}

fn test(one: &Comparison) -> Value {
    let mut object = Map::new();
    place(&mut object, one.data.as_deref(), one.aspect.as_deref());
    object.insert("level".into(), json!(one.level));
    object.insert("coefficient".into(), json!(one.coefficient));
    object.insert("test".into(), json!(one.test));
    object.insert("first".into(), json!(one.first));
    object.insert("second".into(), json!(one.second));
    object.insert("difference".into(), json!(one.difference));
    object.insert("p".into(), json!(one.p.as_ref().ok()));
    object.insert("adjusted".into(), json!(one.adjusted));
    if let Err(reason) = &one.p {
        object.insert("undefined".into(), json!(reason));
    }
    Value::Object(object)
}

fn matrix(one: &Matrix) -> Value {
    let mut object = Map::new();
    place(&mut object, one.data.as_deref(), None);
    object.insert("level".into(), json!(one.level));
    object.insert("coefficient".into(), json!(one.coefficient));
    object.insert("measures".into(), json!(one.measures));
    let row = |row: &Vec<Result<f64, String>>| -> Value {
        row.iter().map(|value| json!(value.as_ref().ok())).collect()
    };
    object.insert("values".into(), one.values.iter().map(row).collect());
    Value::Object(object)
}
