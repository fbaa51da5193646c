//! The report of human ratings: how far raters agree, and how each of them
//! rates.
//!
//! As JSON it is one object:
//!
//! ```json
//! {"regua": "0.1.0", "ratings": 370, "without_value": 2, "raters": 3, "items": 64, "systems": 2,
//!  "aspects": [
//!    {"aspect": "adequacy", "signature": "ratings|scale:interval|…", "ratings": 185, "raters": 3, "items": 64,
//!     "shared": 60, "systems": 2,
//!     "agreement": {"readings": {"alpha": 0.71, "icc(A,1)": null}, "undefined": {"icc(A,1)": "why"},
//!                   "intervals": {"alpha": {"low": 0.6, "high": 0.8, "level": 0.95, "method": "percentile"}}},
//!     "by_rater": [{"rater": "ana", "ratings": 64, "items": 62, "shared": 60, "readings": {"mean": 3.9}}],
//!     "overlap": {"raters": ["ana", "rui"], "items": [[62, 60], [60, 61]]}}],
//!  "warnings": []}
//! ```

use std::fmt::Write as _;

use regua_core::{Reading, VERSION};
use serde_json::{Map, Value, json};

use crate::format::Format;
use crate::table::{Align, Table};

/// How surely a change over time is called drift.
const SURE: f64 = 0.05;

/// The reading that is marked where it is sure, by `drift_p`.
const DRIFT: &str = "drift_per_100";

/// All that is known of some ratings.
#[derive(Debug, Clone, Default)]
pub struct RatingsReport {
    /// How much there is of everything.
    pub counts: Counts,
    /// How many rows hold no value.
    pub empty: u64,
    /// What was rated, one by one.
    pub aspects: Vec<AspectReport>,
    /// What the user should be told.
    pub warnings: Vec<String>,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ratings, with those of repeated items.
    pub ratings: usize,
    /// Raters.
    pub raters: usize,
    /// Outputs that were rated.
    pub items: usize,
    /// Systems whose outputs they are.
    pub systems: usize,
}

impl Counts {
    fn facts(self) -> String {
        format!(
            "{} of {} of {} by {}",
            counted(self.ratings, "rating"),
            counted(self.items, "item"),
            counted(self.systems, "system"),
            counted(self.raters, "rater"),
        )
    }
}

/// What is known of the ratings of one aspect.
#[derive(Debug, Clone, Default)]
pub struct AspectReport {
    /// What the raters looked at, where the data say so.
    pub name: Option<String>,
    /// Everything that the readings depend on.
    pub signature: String,
    /// How much there is of everything.
    pub counts: Counts,
    /// Items with ratings of two raters or more.
    pub shared: usize,
    /// Coefficients of agreement.
    pub agreement: Vec<Coefficient>,
    /// Each rater by name.
    pub by_rater: Vec<RaterLine>,
    /// How many items each two raters share, if asked for.
    pub overlap: Option<Vec<Vec<usize>>>,
}

/// One coefficient of agreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// Its key in all outputs.
    pub key: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The value or why there is none.
    pub value: Reading,
    /// Where it lies, if asked for.
    pub interval: Option<Bounds>,
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How sure it is.
    pub level: f64,
    /// How it was computed.
    pub method: &'static str,
}

/// One rater.
#[derive(Debug, Clone, PartialEq)]
pub struct RaterLine {
    /// The name.
    pub name: String,
    /// How many ratings were given, with those of repeated items.
    pub ratings: usize,
    /// How many items were rated.
    pub items: usize,
    /// How many of these others rated, too.
    pub shared: usize,
    /// What there is to say, by name; the same names for all raters.
    pub readings: Vec<(&'static str, Reading)>,
}

impl RaterLine {
    fn reading(&self, name: &str) -> Option<&Reading> {
        self.readings.iter().find(|(known, _)| *known == name).map(|(_, reading)| reading)
    }

    /// A reading as it is printed in tables; drift with its mark.
    fn cell(&self, name: &str, reading: &Reading) -> String {
        let Some(value) = reading.value() else { return "–".to_owned() };
        if name == "repeated" {
            return value.to_string();
        }
        let p = if name == DRIFT { self.reading("drift_p").and_then(Reading::value) } else { None };
        let mark = if p.is_some_and(|p| p < SURE) { "*" } else { "" };
        format!("{}{mark}", four(value))
    }
}

impl AspectReport {
    fn title(&self) -> &str {
        self.name.as_deref().unwrap_or("ratings")
    }

    fn facts(&self) -> String {
        let shared = counted(self.shared, "item");
        format!("{}; {shared} by two raters or more", self.counts.facts())
    }

    fn agreement_table(&self) -> Table {
        let with_bounds = self.agreement.iter().any(|one| one.interval.is_some());
        let mut columns = vec![("coefficient", Align::Left), ("value", Align::Right)];
        if with_bounds {
            columns.extend([("low", Align::Right), ("high", Align::Right)]);
        }
        columns.push(("", Align::Left));
        let mut table = Table::new(columns);
        for one in &self.agreement {
            let number = |value: Option<f64>| value.map_or("–".to_owned(), four);
            let mut row = vec![one.key.to_owned(), number(one.value.value())];
            if with_bounds {
                row.push(number(one.interval.map(|bounds| bounds.low)));
                row.push(number(one.interval.map(|bounds| bounds.high)));
            }
            row.push(one.about.to_owned());
            table.row(row);
        }
        table
    }

    fn rater_table(&self) -> Table {
        let shown = |name: &&'static str| *name != "drift_p";
        let readings = self.by_rater.first().map(|one| &one.readings[..]).unwrap_or_default();
        let names: Vec<&'static str> =
            readings.iter().map(|(name, _)| *name).filter(shown).collect();
        let mut columns = vec![("rater", Align::Left)];
        columns.extend(["ratings", "items", "shared"].map(|name| (name, Align::Right)));
        columns.extend(names.iter().map(|name| (*name, Align::Right)));
        let mut table = Table::new(columns);
        for line in &self.by_rater {
            let mut row = vec![line.name.clone()];
            row.extend([line.ratings, line.items, line.shared].map(|count| count.to_string()));
            row.extend(names.iter().filter_map(|name| Some(line.cell(name, line.reading(name)?))));
            table.row(row);
        }
        table
    }

    fn overlap_table(&self) -> Option<Table> {
        let overlap = self.overlap.as_ref()?;
        let raters = self.by_rater.iter().map(|line| (line.name.clone(), Align::Right));
        let mut table =
            Table::new([("shared items".to_owned(), Align::Left)].into_iter().chain(raters));
        for (line, shared) in self.by_rater.iter().zip(overlap) {
            let counts = shared.iter().map(ToString::to_string);
            table.row([line.name.clone()].into_iter().chain(counts));
        }
        Some(table)
    }

    fn tables(&self) -> impl Iterator<Item = Table> {
        [self.agreement_table(), self.rater_table()].into_iter().chain(self.overlap_table())
    }

    /// Why coefficients, and what is asked of every rater, are not there; once for each reason.
    fn undefined(&self) -> Vec<String> {
        let of_coefficients = self.agreement.iter().map(|one| (one.key.to_owned(), &one.value));
        let of_raters = self.by_rater.iter().flat_map(|line| {
            let always = |name: &str| ["sd", "agreement", "matching", "severity"].contains(&name);
            let readings = line.readings.iter().filter(move |(name, _)| always(name));
            readings.map(|(name, reading)| (format!("{name} of {}", line.name), reading))
        });
        let mut reasons: Vec<(String, String)> = Vec::new();
        for (what, reading) in of_coefficients.chain(of_raters) {
            let Reading::Undefined(reason) = reading else { continue };
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, names)) => {
                    let _ = write!(names, ", {what}");
                }
                None => reasons.push((reason.to_string(), what)),
            }
        }
        reasons.into_iter().map(|(reason, names)| format!("undefined: {names}: {reason}")).collect()
    }

    fn drifts(&self) -> bool {
        let p = |line: &RaterLine| line.reading("drift_p").and_then(Reading::value);
        self.by_rater.iter().filter_map(p).any(|p| p < SURE)
    }

    /// What stands below the tables.
    fn notes(&self) -> Vec<String> {
        let mut notes = self.undefined();
        if self.drifts() {
            notes.push(format!("* drift that chance alone would seldom make: p < {SURE}"));
        }
        notes.push(self.signature.clone());
        notes
    }

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
    /// The report in some form.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => self.to_json(),
            Format::Csv => self.to_csv(),
            Format::Table => self.written(
                |title| format!("{title}\n"),
                Table::to_text,
                |note| format!("{note}\n"),
            ),
            Format::Markdown => self.written(
                |title| format!("## {title}\n\n"),
                Table::to_markdown,
                |note| format!("- {note}\n"),
            ),
            Format::Latex => self.written(
                |title| format!("% {title}\n"),
                Table::to_latex,
                |note| format!("% {note}\n"),
            ),
        }
    }

    /// Titles, tables and notes, aspect after aspect.
    fn written(
        &self,
        title: impl Fn(&str) -> String,
        table: impl Fn(&Table) -> String,
        note: impl Fn(&str) -> String,
    ) -> String {
        let mut text = String::new();
        if self.aspects.len() > 1 {
            let facts = format!("{}, in {} aspects", self.counts.facts(), self.aspects.len());
            text += &note(&facts);
            text.push('\n');
        }
        for (at, aspect) in self.aspects.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            text += &title(&format!("{}: {}", aspect.title(), aspect.facts()));
            for one in aspect.tables() {
                text += &table(&one);
                text.push('\n');
            }
            for line in aspect.notes() {
                text += &note(&line);
            }
        }
        text
    }

    fn to_json(&self) -> String {
        let Counts { ratings, raters, items, systems } = self.counts;
        let aspects: Vec<Value> = self.aspects.iter().map(AspectReport::to_json).collect();
        let whole = json!({
            "regua": VERSION, "ratings": ratings, "without_value": self.empty, "raters": raters, "items": items,
            "systems": systems, "aspects": aspects, "warnings": self.warnings,
        });
        format!("{whole:#}\n")
    }

    /// One line a reading; the rater is empty for those of all together.
    fn to_csv(&self) -> String {
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

/// Four digits; what rounds to nothing has no sign.
fn four(value: f64) -> String {
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
