//! The table of a scored run: systems and groups down, measures across.

use regua_core::group::GroupReading;
use regua_core::{Reading, ReadingInfo, Scale};

use crate::label_table::of_label;
use crate::scores::{MeasureInfo, ScoreReport};
use crate::table::{Align, Table};

impl ScoreReport {
    /// Systems and groups down, measures across. Where each measure was asked
    /// for with several ways to take a beam, the ways go down too.
    pub(crate) fn table(&self) -> Table {
        let ways = self.beam_ways();
        let group_columns = self.group_columns();
        let mut columns = vec![("system".to_owned(), Align::Left)];
        columns.extend(group_columns.iter().map(|column| (column.clone(), Align::Left)));
        if !group_columns.is_empty() {
            columns.push(("units".to_owned(), Align::Right));
        }
        if ways.is_some() {
            columns.push(("beam".to_owned(), Align::Left));
        }
        let first_way = ways.as_ref().and_then(|ways| ways.first().copied());
        for measure in self.measures.iter().filter(|one| is_of(one, first_way)) {
            for (position, info) in measure.readings.iter().enumerate() {
                let name = if ways.is_some() { measure.family() } else { &measure.key };
                if position == 0 && (!self.all_readings || info.name == name) {
                    columns.push((name.to_owned(), Align::Right));
                } else if self.all_readings && of_label(&info.name).is_none() {
                    columns.push((format!("{name}.{}", info.name), Align::Right));
                }
            }
        }
        let mut table = Table::new(columns);
        for line in self.lines() {
            let first = &line[0];
            let mut start = vec![first.system.to_string()];
            if first.group.is_empty() {
                start.extend(group_columns.iter().map(|_| "all".to_owned()));
            } else {
                start.extend(first.group.iter().map(|(_, value)| value.clone()));
            }
            if !group_columns.is_empty() {
                start.push(first.units.to_string());
            }
            match &ways {
                None => table.row(start.into_iter().chain(self.cells(line, None))),
                Some(ways) => {
                    for way in ways {
                        let start = start.iter().cloned().chain([(*way).to_owned()]);
                        table.row(start.chain(self.cells(line, Some(way))));
                    }
                }
            }
        }
        table
    }

    /// The results of each system and group, all measures together.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[GroupReading]> {
        self.results.chunks(self.measures.len().max(1))
    }

    /// The columns that results are grouped by.
    pub(crate) fn group_columns(&self) -> Vec<String> {
        let grouped = self.results.iter().find(|one| !one.group.is_empty());
        let columns = grouped.map(|one| one.group.iter().map(|(column, _)| column.clone()));
        columns.map(Iterator::collect).unwrap_or_default()
    }

    /// The ways to take a beam, where there are several and each measure has
    /// them all.
    fn beam_ways(&self) -> Option<Vec<&str>> {
        let mut ways: Vec<&str> = Vec::new();
        for measure in &self.measures {
            let way = measure.beam.as_deref()?;
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        let families = |way: &str| -> Vec<&str> {
            let measures = self.measures.iter().filter(|one| is_of(one, Some(way)));
            measures.map(MeasureInfo::family).collect()
        };
        let all = ways.iter().all(|way| families(way) == families(ways[0]));
        (ways.len() > 1 && all).then_some(ways)
    }

    fn cells(&self, line: &[GroupReading], way: Option<&str>) -> Vec<String> {
        let mut cells = Vec::new();
        for result in line.iter().filter(|one| is_of(&self.measures[one.measure], way)) {
            let infos = &self.measures[result.measure].readings;
            let shown = if self.all_readings { infos.len() } else { 1 };
            let pairs = infos.iter().zip(&result.readings.0).take(shown).enumerate();
            // Readings of single labels have a table of their own.
            let pairs = pairs.filter(|(at, (info, _))| *at == 0 || of_label(&info.name).is_none());
            cells.extend(pairs.map(|(position, (info, reading))| {
                let interval = result.intervals.get(position).and_then(|one| one.as_ref().ok());
                let cell = self.cell(info, reading);
                match interval {
                    Some(one) => {
                        let end = |value| number(info, value, self.percent);
                        format!("{cell} [{}, {}]", end(one.low), end(one.high))
                    }
                    None => cell,
                }
            }));
        }
        cells
    }

    /// A reading as it is printed in tables.
    pub(crate) fn cell(&self, info: &ReadingInfo, reading: &Reading) -> String {
        let value = reading.value();
        value.map_or_else(|| "–".to_owned(), |value| number(info, value, self.percent))
    }
}

/// A value as it is printed in tables.
pub(crate) fn number(info: &ReadingInfo, value: f64, percent: bool) -> String {
    match info.scale {
        Scale::Unit if percent => format!("{:.2}", value * 100.0),
        Scale::Unit | Scale::Open => format!("{value:.4}"),
        Scale::Percent => format!("{value:.2}"),
        Scale::Count => format!("{value}"),
    }
}

/// Whether a measure takes beams this way; any will do if none is asked for.
fn is_of(measure: &MeasureInfo, way: Option<&str>) -> bool {
    way.is_none() || measure.beam.as_deref() == way
}
