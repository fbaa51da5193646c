//! Tables of ratings, and what stands below them.

use std::fmt::Write as _;

use regua_core::Reading;

use super::{AspectReport, RaterLine, counted};
use crate::table::{Align, Table};

/// How surely a change over time is called drift.
const SURE: f64 = 0.05;

/// The reading that is marked where it is sure, by `drift_p`.
const DRIFT: &str = "drift_per_100";

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
    pub(super) fn title(&self) -> &str {
        self.name.as_deref().unwrap_or("ratings")
    }

    pub(super) fn facts(&self) -> String {
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

    pub(super) fn tables(&self) -> impl Iterator<Item = Table> {
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

    /// What must be said of the numbers.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut remarks = self.undefined();
        if self.drifts() {
            remarks.push(format!("* drift that chance alone would seldom make: p < {SURE}"));
        }
        remarks
    }

    /// What stands below the tables.
    pub(super) fn notes(&self) -> Vec<String> {
        self.remarks().into_iter().chain([self.signature.clone()]).collect()
    }
}

/// Four digits; what rounds to nothing has no sign.
fn four(value: f64) -> String {
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}
