//! Readings of single labels: `f1[yes]`, `recall[yes]` as a table with a row
//! for each label.

use std::fmt::Write as _;

use regua_core::Scale;
use regua_core::group::GroupReading;

use crate::matrix::{ConfusionMatrix, cut};
use crate::scores::ScoreReport;
use crate::table::{Align, Table};

/// How many labels are shown.
const MOST_SHOWN: usize = 40;

/// Up to so many kinds of readings are shown; of more, those that start with
/// `f1`.
const MOST_KINDS: usize = 6;

/// How wide a line of readings gets.
const WIDTH: usize = 100;

/// The kind and the label of a reading such as `f1[yes]`.
pub(crate) fn of_label(name: &str) -> Option<(&str, &str)> {
    name.strip_suffix(']')?.split_once('[')
}

/// What a measure reads of single labels, for one system.
#[derive(Debug)]
pub(crate) struct LabelPart<'r> {
    /// The system and the measure.
    pub(crate) title: String,
    /// A row for each label.
    pub(crate) table: Table,
    /// The readings of all labels together, some a line.
    pub(crate) overall: String,
    /// Which label was taken for which, where that was counted.
    pub(crate) matrix: Option<&'r ConfusionMatrix>,
}

impl ScoreReport {
    /// For each system what its measures read of single labels, and their
    /// matrix; nothing where no measure looks at labels.
    pub(crate) fn label_parts(&self) -> impl Iterator<Item = LabelPart<'_>> {
        let totals = self.results.iter().enumerate().filter(|(_, one)| one.group.is_empty());
        totals.filter_map(|(position, result)| {
            Some(LabelPart {
                table: self.label_table(result)?,
                title: format!("{}, {}", result.system, self.measures[result.measure].key),
                overall: self.overall(result),
                matrix: self.matrices.iter().find(|one| one.result == position),
            })
        })
    }

    /// The same for a terminal.
    pub(crate) fn label_texts(&self) -> impl Iterator<Item = String> {
        self.label_parts().map(|LabelPart { title, table, overall, matrix }| {
            let matrix = matrix.map_or_else(String::new, |matrix| format!("\n{}", matrix.draw()));
            format!("{title}\n{}{overall}{matrix}", table.to_text())
        })
    }

    fn label_table(&self, result: &GroupReading) -> Option<Table> {
        let infos = &self.measures[result.measure].readings;
        let named: Vec<(usize, &str, &str)> = infos
            .iter()
            .enumerate()
            .filter_map(|(at, info)| of_label(&info.name).map(|(kind, label)| (at, kind, label)))
            .collect();
        let (mut kinds, mut labels): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for (_, kind, label) in &named {
            if !kinds.contains(kind) {
                kinds.push(kind);
            }
            if labels.last() != Some(label) {
                labels.push(label);
            }
        }
        if kinds.len() > MOST_KINDS {
            kinds.retain(|kind| kind.starts_with("f1"));
        }
        labels.first()?;
        let columns = kinds.iter().map(|kind| (*kind, Align::Right));
        let mut table = Table::new([("label", Align::Left)].into_iter().chain(columns));
        for label in labels.iter().take(MOST_SHOWN) {
            let mut row = vec![cut(label)];
            for kind in &kinds {
                let place = named.iter().find(|(_, own, of)| own == kind && of == label);
                let cell = place.map(|(at, _, _)| self.cell(&infos[*at], &result.readings.0[*at]));
                row.push(cell.unwrap_or_default());
            }
            table.row(row);
        }
        if labels.len() > MOST_SHOWN {
            table.row([format!("and {} more", labels.len() - MOST_SHOWN)]);
        }
        Some(table)
    }

    /// The readings of all labels together, some a line.
    fn overall(&self, result: &GroupReading) -> String {
        let infos = &self.measures[result.measure].readings;
        let (mut text, mut line) = (String::new(), String::new());
        for (info, reading) in infos.iter().zip(&result.readings.0) {
            let is_nothing = info.scale == Scale::Count && reading.value() == Some(0.0);
            if of_label(&info.name).is_some() || is_nothing {
                continue;
            }
            let next = format!("{} {}", info.name, self.cell(info, reading));
            if !line.is_empty() && line.chars().count() + next.chars().count() + 2 > WIDTH {
                let _ = writeln!(text, "{line}");
                line.clear();
            }
            if !line.is_empty() {
                line.push_str("  ");
            }
            line += &next;
        }
        if !line.is_empty() {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}
