//! Intervals in reports: in words, in cells, as lines for the terminal.

use std::fmt::Write as _;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use regua_core::resample::{Interval, Spread};

/// How intervals were made.
#[derive(Debug, Clone, PartialEq)]
pub struct ResamplingNote {
    /// The share of draws that an interval holds.
    pub confidence: f64,
    /// How it was read off the draws.
    pub method: &'static str,
    /// How units were drawn.
    pub scheme: &'static str,
    /// How many draws there were.
    pub resamples: usize,
    /// Their seed.
    pub seed: u64,
    /// The column whose values were drawn whole.
    pub by: Option<String>,
}

impl ResamplingNote {
    /// In words: "95 % intervals: percentile of 1,000 draws of units, seed 12345".
    pub fn words(&self) -> String {
        let what = match &self.by {
            Some(column) => format!("whole values of `{column}`"),
            None => "units".to_owned(),
        };
        let rng = match self.scheme {
            "regua" => String::new(),
            other => format!(", rng {other}"),
        };
        format!(
            "{} % intervals: {} of {} draws of {what}, seed {}{rng}",
            percent(self.confidence),
            self.method,
            grouped(self.resamples),
            self.seed
        )
    }

    /// An interval as an object.
    pub fn json(&self, interval: &Interval) -> Value {
        let mut object = json!({
            "low": interval.low,
            "high": interval.high,
            "mean": interval.mean,
            "level": self.confidence,
            "method": self.method,
            "rng": self.scheme,
            "resamples": self.resamples,
            "seed": self.seed,
        });
        if let Some(column) = &self.by {
            object["by"] = json!(column);
        }
        if interval.undefined > 0 {
            object["undefined_draws"] = json!(interval.undefined);
        }
        object
    }
}

/// A share as percent, without needless digits.
pub(crate) fn percent(share: f64) -> String {
    let digits = format!("{:.4}", share * 100.0);
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// So many units.
pub(crate) fn units(number: usize) -> String {
    if number == 1 { "1 unit".to_owned() } else { format!("{} units", grouped(number)) }
}

/// A number with a comma after each thousand.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One line of a plot of intervals.
#[derive(Debug, Clone)]
pub struct Whisker {
    /// What it stands for.
    pub name: String,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// Its interval, or why there is none.
    pub interval: Spread,
    /// The value in figures.
    pub cell: String,
}

/// How wide a plot is, in characters.
const WIDTH: usize = 48;

/// Intervals below each other on one axis, with the ends of the axis under
/// them. A `zero` line is drawn where it was asked for and lies inside.
pub fn whiskers(lines: &[Whisker], zero: bool, number: impl Fn(f64) -> String) -> String {
    let ends = lines.iter().flat_map(|line| {
        let interval = line.interval.as_ref().ok();
        let interval = interval.into_iter().flat_map(|one| [one.low, one.high]);
        interval.chain(line.value)
    });
    let (mut low, mut high) = ends
        .filter(|end| end.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
    if low > high {
        return String::new();
    }
    if zero {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    if low >= high {
        (low, high) = (low - 0.5, high + 0.5);
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the width"
    )]
    let place = |value: f64| {
        let share = (value - low) / (high - low) * (WIDTH - 1) as f64;
        share.round().clamp(0.0, (WIDTH - 1) as f64) as usize
    };
    let names = lines.iter().map(|line| line.name.width()).max().unwrap_or(0);
    let cells = lines.iter().map(|line| line.cell.width()).max().unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        let mut drawn = vec![' '; WIDTH];
        if zero {
            drawn[place(0.0)] = '┊';
        }
        if let Ok(interval) = &line.interval {
            let (from, to) = (place(interval.low), place(interval.high));
            drawn[from..=to].fill('─');
            drawn[from] = '├';
            drawn[to] = '┤';
        }
        if let Some(value) = line.value {
            drawn[place(value)] = '●';
        }
        let drawn: String = drawn.into_iter().collect();
        let gap = " ".repeat(names - line.name.width());
        let before = " ".repeat(cells - line.cell.width());
        let _ = writeln!(text, "  {}{gap}  {before}{}  {}", line.name, line.cell, drawn.trim_end());
    }
    let (left, right) = (number(low), number(high));
    let gap = WIDTH.saturating_sub(left.width() + right.width());
    let _ = writeln!(text, "  {}  {left}{}{right}", " ".repeat(names + 2 + cells), " ".repeat(gap));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_lie_where_their_ends_are_on_the_axis() {
        let line = |name: &str, low: f64, value: f64, high: f64| Whisker {
            name: name.to_owned(),
            value: Some(value),
            interval: Ok(Interval { low, high, mean: value, undefined: 0 }),
            cell: format!("{value:.1}"),
        };
        let lines = [line("ipê", 0.0, 10.0, 20.0), line("jacarandá", 20.0, 30.0, 47.0)];
        let drawn = whiskers(&lines, false, |end| format!("{end:.0}"));
        insta::assert_snapshot!(drawn, @r"
          ipê        10.0  ├─────────●─────────┤
          jacarandá  30.0                      ├─────────●────────────────┤
                           0                                             47
        ");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(percent(0.95), "95");
        assert_eq!(percent(0.999), "99.9");
    }
}
