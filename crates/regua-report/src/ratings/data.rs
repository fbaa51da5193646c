//! Reports of ratings for programs: JSON and CSV.

use regua_core::{Reading, VERSION};
use serde_json::{Map, Value, json};

use super::{AspectReport, Bounds, Counts, RatingsReport};

impl AspectReport {
    fn to_json(&self) -> Value {
        let mut object = Map::new();
        object.insert("aspect".into(), json!(self.name));
        object.insert("signature".into(), json!(self.signature));
        let Counts { ratings, raters, items, systems } = self.counts;
        for (name, count) in [("ratings", ratings), ("raters", raters), ("items", items)] {
            object.insert(name.into(), json!(count));
        }
        object.insert("shared".into(), json!(self.shared));
        object.insert("systems".into(), json!(systems));
        let mut agreement = readings_json(self.agreement.iter().map(|one| (one.key, &one.value)));
        let intervals: Map<String, Value> = self
            .agreement
            .iter()
            .filter_map(|one| {
                let Bounds { low, high, level, method } = one.interval?;
                let bounds = json!({"low": low, "high": high, "level": level, "method": method});
                Some((one.key.to_owned(), bounds))
            })
            .collect();
        if !intervals.is_empty() {
            agreement.insert("intervals".into(), Value::Object(intervals));
        }
        object.insert("agreement".into(), Value::Object(agreement));
        let by_rater: Vec<Value> = self
            .by_rater
            .iter()
            .map(|line| {
                let mut one = Map::new();
                one.insert("rater".into(), json!(line.name));
                one.insert("ratings".into(), json!(line.ratings));
                one.insert("items".into(), json!(line.items));
                one.insert("shared".into(), json!(line.shared));
                one.extend(readings_json(
                    line.readings.iter().map(|(name, reading)| (*name, reading)),
                ));
                Value::Object(one)
            })
            .collect();
        object.insert("by_rater".into(), Value::Array(by_rater));
        if let Some(overlap) = &self.overlap {
            let raters: Vec<&str> = self.by_rater.iter().map(|line| line.name.as_str()).collect();
            object.insert("overlap".into(), json!({"raters": raters, "items": overlap}));
        }
        Value::Object(object)
    }
}

impl RatingsReport {
    pub(super) fn to_json(&self) -> String {
        let Counts { ratings, raters, items, systems } = self.counts;
        let aspects: Vec<Value> = self.aspects.iter().map(AspectReport::to_json).collect();
        let whole = json!({
            "regua": VERSION, "ratings": ratings, "without_value": self.empty, "raters": raters, "items": items,
            "systems": systems, "aspects": aspects, "warnings": self.warnings,
        });
        format!("{whole:#}\n")
    }

    /// One line a reading; the rater is empty for those of all together.
    pub(super) fn to_csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut line = |cells: &[&str]| {
            // Writing to memory cannot fail.
            let _ = writer.write_record(cells);
        };
        line(&["aspect", "rater", "reading", "value", "low", "high", "undefined", "signature"]);
        for aspect in &self.aspects {
            let mut add = |rater: &str, name: &str, reading: &Reading, bounds: Option<Bounds>| {
                let number =
                    |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
                let reason = match reading {
                    Reading::Value(_) => "",
                    Reading::Undefined(reason) => reason,
                };
                let (low, high) = (bounds.map(|one| one.low), bounds.map(|one| one.high));
                let title = aspect.name.as_deref().unwrap_or_default();
                let (value, low, high) = (number(reading.value()), number(low), number(high));
                line(&[title, rater, name, &value, &low, &high, reason, &aspect.signature]);
            };
            for one in &aspect.agreement {
                add("", one.key, &one.value, one.interval);
            }
            for rater in &aspect.by_rater {
                let counts =
                    [("ratings", rater.ratings), ("items", rater.items), ("shared", rater.shared)];
                for (name, count) in counts {
                    add(&rater.name, name, &Reading::Value(count as f64), None);
                }
                for (name, reading) in &rater.readings {
                    add(&rater.name, name, reading, None);
                }
            }
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Readings by name, and why some are undefined.
fn readings_json<'r>(readings: impl Iterator<Item = (&'r str, &'r Reading)>) -> Map<String, Value> {
    let (mut values, mut reasons) = (Map::new(), Map::new());
    for (name, reading) in readings {
        values.insert(name.to_owned(), json!(reading.value()));
        if let Reading::Undefined(reason) = reading {
            reasons.insert(name.to_owned(), json!(reason));
        }
    }
    let mut object = Map::from_iter([("readings".to_owned(), Value::Object(values))]);
    if !reasons.is_empty() {
        object.insert("undefined".into(), Value::Object(reasons));
    }
    object
}
