//! Reports as JSON, for programs.

use regua_core::reading::Readings;
use regua_core::{Reading, ReadingInfo, VERSION};
use serde_json::{Map, Value, json};

use crate::matrix::ConfusionMatrix;
use crate::scores::{ScoreReport, unscored};

/// The whole report as one object.
pub fn score_json(report: &ScoreReport) -> String {
    let results: Vec<Value> = report
        .results
        .iter()
        .enumerate()
        .map(|(position, result)| {
            let measure = &report.measures[result.measure];
            let mut object = Map::new();
            object.insert("measure".into(), json!(measure.key));
            object.insert("signature".into(), json!(measure.signature));
            if let Some(also) = &measure.also {
                object.insert("also".into(), json!(also));
            }
            object.insert("system".into(), json!(&*result.system));
            if !result.group.is_empty() {
                let group: Map<String, Value> = result
                    .group
                    .iter()
                    .map(|(column, value)| (column.clone(), json!(value)))
                    .collect();
                object.insert("group".into(), Value::Object(group));
            }
            object.insert("units".into(), json!(result.units));
            object.insert("unscored".into(), json!(unscored(result)));
            if !result.unscored.is_empty() {
                object.insert("unscored_reasons".into(), json!(result.unscored));
            }
            if let (Some(column), Some(clusters)) = (&report.cluster, result.clusters) {
                object.insert("macro".into(), json!({"column": column, "clusters": clusters}));
            }
            if let Some((min, max)) = result.references {
                object.insert("references".into(), json!({"min": min, "max": max}));
            }
            let headline = measure.readings.first().map(|info| info.name.to_string());
            object.insert("headline".into(), json!(headline));
            object.insert("readings".into(), readings(&measure.readings, &result.readings));
            let undefined = undefined(&measure.readings, &result.readings);
            if !undefined.is_empty() {
                object.insert("undefined".into(), Value::Object(undefined));
            }
            if let Some(matrix) = report.matrices.iter().find(|one| one.result == position) {
                object.insert("matrix".into(), matrix_json(matrix));
            }
            if let (Some(note), false) = (&report.resampling, result.intervals.is_empty()) {
                object.insert("drawn_from".into(), json!(result.drawn_from));
                let names = measure.readings.iter().map(|info| info.name.to_string());
                let (mut intervals, mut without) = (Map::new(), Map::new());
                for (name, interval) in names.zip(&result.intervals) {
                    match interval {
                        Ok(interval) => intervals.insert(name, note.json(interval)),
                        Err(reason) => without.insert(name, json!(reason)),
                    };
                }
                object.insert("intervals".into(), Value::Object(intervals));
                if !without.is_empty() {
                    object.insert("no_interval".into(), Value::Object(without));
                }
            }
            Value::Object(object)
        })
        .collect();
    let whole = json!({"regua": VERSION, "results": results, "warnings": report.warnings});
    format!("{whole:#}\n")
}

/// The labels of a matrix, and its cells that are not zero.
fn matrix_json(matrix: &ConfusionMatrix) -> Value {
    let cell = |(gold, predicted, items): &(usize, usize, i64)| json!({"gold": matrix.labels[*gold], "predicted": matrix.labels[*predicted], "items": items});
    json!({"labels": matrix.labels, "cells": matrix.cells.iter().map(cell).collect::<Vec<_>>()})
}

/// Readings by name; what is undefined is null.
pub fn readings(infos: &[ReadingInfo], readings: &Readings) -> Value {
    let pairs = infos.iter().zip(&readings.0);
    Value::Object(
        pairs.map(|(info, reading)| (info.name.to_string(), json!(reading.value()))).collect(),
    )
}

/// Why readings are undefined, by name.
pub fn undefined(infos: &[ReadingInfo], readings: &Readings) -> Map<String, Value> {
    let pairs = infos.iter().zip(&readings.0);
    pairs
        .filter_map(|(info, reading)| match reading {
            Reading::Value(_) => None,
            Reading::Undefined(reason) => Some((info.name.to_string(), json!(reason))),
        })
        .collect()
}
