//! Bars for the terminal: the headline of each group as a line of blocks.

use std::fmt::Write as _;

use regua_core::Scale;
use unicode_width::UnicodeWidthStr;

use crate::score_table::number;
use crate::scores::ScoreReport;
use crate::spread::{Whisker, whiskers};

/// How long the longest bar is, in characters.
const WIDTH: f64 = 40.0;

/// Eighths of a character, from the left.
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

impl ScoreReport {
    /// One block of bars for each measure: a bar for each system and group,
    /// with the number of units; systems alone where there are no groups.
    pub(crate) fn bars(&self) -> String {
        let mut text = String::new();
        let grouped = !self.group_columns().is_empty();
        for (measure, info) in self.measures.iter().enumerate() {
            let Some(headline) = info.readings.first() else { continue };
            if self.resampling.is_some() {
                let lines = self.whiskers_of(measure, grouped);
                let _ = write!(text, "\n{}\n", info.key);
                text += &whiskers(&lines, false, |end| number(headline, end, self.percent));
                continue;
            }
            let lines: Vec<(String, Option<f64>, String, u64)> = self
                .results
                .iter()
                .filter(|one| one.measure == measure && one.group.is_empty() != grouped)
                .filter_map(|one| {
                    let values = one.group.iter().map(|(_, value)| value.as_str());
                    let name: Vec<&str> = std::iter::once(&*one.system).chain(values).collect();
                    let reading = one.readings.0.first()?;
                    let cell = self.cell(headline, reading);
                    Some((name.join(" "), reading.value(), cell, one.units))
                })
                .collect();
            let largest = lines.iter().filter_map(|line| line.1).fold(0.0, f64::max);
            let full = match headline.scale {
                Scale::Unit => largest.max(1.0),
                Scale::Percent => largest.max(100.0),
                Scale::Count | Scale::Open => largest,
            };
            let names = lines.iter().map(|line| line.0.width()).max().unwrap_or(0);
            let cells = lines.iter().map(|line| line.2.width()).max().unwrap_or(0);
            let _ = write!(text, "\n{}\n", info.key);
            for (name, value, cell, units) in lines {
                let gap = " ".repeat(names - name.width());
                let before = " ".repeat(cells - cell.width());
                let bar = bar(value.unwrap_or(0.0), full);
                let _ = write!(text, "  {name}{gap}  {before}{cell}  {bar}");
                let _ = if grouped { writeln!(text, " ({units})") } else { writeln!(text) };
            }
        }
        text
    }

    /// The headlines of one measure with their intervals.
    fn whiskers_of(&self, measure: usize, grouped: bool) -> Vec<Whisker> {
        let headline = &self.measures[measure].readings[0];
        let results = self.results.iter();
        let results =
            results.filter(|one| one.measure == measure && one.group.is_empty() != grouped);
        results
            .filter_map(|one| {
                let values = one.group.iter().map(|(_, value)| value.as_str());
                let name: Vec<&str> = std::iter::once(&*one.system).chain(values).collect();
                let reading = one.readings.0.first()?;
                Some(Whisker {
                    name: name.join(" "),
                    value: reading.value(),
                    interval: one.intervals.first().cloned()?,
                    cell: self.cell(headline, reading),
                })
            })
            .collect()
    }
}

/// A bar for a share of the full width.
pub(crate) fn bar(value: f64, full: f64) -> String {
    if full <= 0.0 || value <= 0.0 {
        return String::new();
    }
    let eighths = (value / full * WIDTH * 8.0).round().clamp(0.0, WIDTH * 8.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped above")]
    let eighths = eighths as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8]);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(bar(1.0, 1.0).chars().count(), 40);
        assert_eq!(bar(0.5, 1.0), "█".repeat(20));
        assert_eq!(bar(1.0, 320.0), "▏");
        assert_eq!(bar(-1.0, 1.0), "");
        assert_eq!(bar(1.0, 0.0), "");
    }
}
