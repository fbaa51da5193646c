//! Correlations as bars for the terminal.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::table::{is_turned, name, sorted};
use super::{Correlation, CorrelationReport, Interval};
use crate::bars::bar;

/// How wide the axis of a chart is, in characters.
const AXIS: f64 = 40.0;

/// The oriented values of the first coefficient as bars, or as marks between
/// the ends of their intervals on an axis up to 1.
pub(super) fn chart(report: &CorrelationReport) -> String {
    let sorted = sorted(report);
    let mut text = String::new();
    let names = sorted.iter().map(|one| name(one).width()).max().unwrap_or(0);
    let lows = sorted.iter().filter_map(|one| Some(ends(one)?.0));
    let lowest = lows.fold(0.0, f64::min);
    for (at, one) in sorted.iter().enumerate() {
        if at == 0 || !sorted[at - 1].is_in_line_with(one) {
            let data = one.data.iter().chain(&one.aspect).chain([&one.level, &one.coefficient]);
            let heading: Vec<&str> = data.map(String::as_str).collect();
            let _ = write!(text, "\n{}\n", heading.join(" "));
        }
        let name = name(one);
        let gap = " ".repeat(names - name.width());
        let Some(value) = one.oriented else {
            let _ = writeln!(text, "  {name}{gap}  –");
            continue;
        };
        let drawn = match ends(one) {
            Some((low, high)) => whiskers(low, value, high, lowest),
            None => bar(value, 1.0),
        };
        let _ = writeln!(text, "  {name}{gap}  {value:7.4}  {drawn}");
    }
    text
}

/// The ends of the interval of the oriented value.
fn ends(one: &Correlation) -> Option<(f64, f64)> {
    let Interval { low, high, .. } = one.interval.as_ref()?.as_ref().ok()?;
    Some(if is_turned(one) { (-high, -low) } else { (*low, *high) })
}

/// `   ├──●───┤   `
fn whiskers(low: f64, value: f64, high: f64, lowest: f64) -> String {
    let place = |value: f64| -> usize {
        let share = ((value - lowest) / (1.0 - lowest)).clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 40")]
        let place = (share * AXIS).round() as usize;
        place
    };
    let (from, at, to) = (place(low), place(value), place(high));
    (0..=to.max(at))
        .map(|position| match position {
            _ if position == at => '●',
            _ if position == from => '├',
            _ if position == to => '┤',
            _ if position > from && position < to => '─',
            _ => ' ',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_reach_from_end_to_end() {
        assert_eq!(whiskers(0.1, 0.2, 0.4, 0.0), "    ├───●───────┤");
        assert_eq!(whiskers(-1.0, -0.5, 0.0, -1.0), "├─────────●─────────┤");
    }
}
