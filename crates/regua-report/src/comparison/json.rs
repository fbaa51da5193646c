//! Comparisons as JSON, for programs.

use regua_core::comparison::{Comparison, Pair, Standing, UnitDifference};
use regua_core::resample::Spread;
use regua_core::{Reading, VERSION};
use serde_json::{Map, Value, json};

use super::ComparisonReport;

/// The whole comparison as one object.
pub fn comparison_json(report: &ComparisonReport) -> String {
    let comparisons: Vec<Value> =
        report.comparisons.iter().map(|one| comparison(report, one)).collect();
    let mut whole = json!({
        "regua": VERSION,
        "test": report.plan.test.word(),
        "alpha": report.plan.alpha,
        "adjustment": report.plan.adjustment.word(),
        "comparisons": comparisons,
        "warnings": report.warnings,
    });
    if report.plan.test == regua_core::comparison::Test::Randomisation {
        whole["trials"] = json!(report.plan.trials);
    }
    if !report.texts.is_empty() {
        let texts = report.texts.iter().map(|unit| {
            let lines: Vec<Value> =
                unit.lines.iter().map(|(name, text)| json!({"name": name, "text": text})).collect();
            (unit.id.clone(), json!(lines))
        });
        whole["texts"] = Value::Object(texts.collect());
    }
    if !report.parts.is_empty() {
        let parts = report.parts.iter().map(|part| {
            json!({"first": part.systems.0, "second": part.systems.1, "contrast": part.json})
        });
        whole["differences"] = parts.collect();
    }
    format!("{whole:#}\n")
}

fn comparison(report: &ComparisonReport, one: &Comparison) -> Value {
    let measure = &report.measures[one.measure];
    let mut object = Map::new();
    object.insert("measure".into(), json!(measure.key));
    object.insert("signature".into(), json!(measure.signature));
    object.insert("reading".into(), json!(measure.readings[one.reading].name));
    if !one.group.is_empty() {
        let group: Map<String, Value> =
            one.group.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
        object.insert("group".into(), Value::Object(group));
    }
    if let Some(system) = &one.within {
        object.insert("within".into(), json!(&**system));
    }
    object.insert("units".into(), json!(one.units));
    object.insert("left_out".into(), json!(one.left_out));
    object.insert("drawn_from".into(), json!(one.drawn_from));
    let systems = one.systems.iter().map(|standing| system(report, standing));
    object.insert("systems".into(), systems.collect());
    let pairs = one.pairs.iter().map(|two| pair(report, one, two));
    object.insert("pairs".into(), pairs.collect());
    object.insert("verdicts".into(), json!(report.verdicts(one)));
    Value::Object(object)
}

fn system(report: &ComparisonReport, standing: &Standing) -> Value {
    let mut object = Map::new();
    object.insert("system".into(), json!(&*standing.system));
    reading(&mut object, "value", &standing.value);
    spread(report, &mut object, &standing.interval);
    if let Some(cluster) = standing.cluster {
        object.insert("cluster".into(), json!(cluster));
    }
    Value::Object(object)
}

fn pair(report: &ComparisonReport, one: &Comparison, pair: &Pair) -> Value {
    let mut object = Map::new();
    object.insert("first".into(), json!(&*one.systems[pair.first].system));
    object.insert("second".into(), json!(&*one.systems[pair.second].system));
    reading(&mut object, "difference", &pair.difference);
    spread(report, &mut object, &pair.interval);
    reading(&mut object, "p", &pair.p);
    reading(&mut object, "adjusted", &pair.adjusted);
    object.insert("significant".into(), json!(pair.is_significant));
    if let Some(outcomes) = pair.outcomes {
        object.insert("wins".into(), json!(outcomes.wins));
        object.insert("ties".into(), json!(outcomes.ties));
        object.insert("losses".into(), json!(outcomes.losses));
    }
    reading(&mut object, "effect", &pair.effect);
    reading(&mut object, "units_needed", &pair.needed);
    let units = |units: &[UnitDifference]| -> Value {
        let unit =
            |one: &UnitDifference| json!({"id": one.id, "first": one.first, "second": one.second});
        units.iter().map(unit).collect()
    };
    object.insert("largest_gains".into(), units(&pair.gains));
    object.insert("largest_losses".into(), units(&pair.losses_most));
    Value::Object(object)
}

/// A value; what is undefined is null, with its reason beside it.
fn reading(object: &mut Map<String, Value>, name: &str, reading: &Reading) {
    object.insert(name.into(), json!(reading.value()));
    if let Reading::Undefined(reason) = reading {
        let undefined = object.entry("undefined").or_insert_with(|| json!({}));
        undefined[name] = json!(reason);
    }
}

fn spread(report: &ComparisonReport, object: &mut Map<String, Value>, spread: &Spread) {
    match spread {
        Ok(interval) => object.insert("interval".into(), report.resampling.json(interval)),
        Err(reason) => object.insert("no_interval".into(), json!(reason)),
    };
}
