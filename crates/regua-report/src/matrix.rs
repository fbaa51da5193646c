//! Confusion matrices: drawn for a terminal, or as tables.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;
use unicode_width::UnicodeWidthStr;

use crate::table::{Align, Table};

/// Up to so many labels the matrix is drawn; above, the worst confusions are
/// listed.
const MOST_DRAWN: usize = 12;

/// How many confusions are listed.
const LISTED: usize = 10;

/// The longest label that is not cut.
const LABEL_WIDTH: usize = 14;

/// What stands in the corner of a matrix.
const CORNER: &str = "gold ↓ predicted →";

/// What the shades mean.
const SHADES: &str =
    "shade: share of the gold label, ░ to a quarter, ▒ to a half, ▓ to three quarters, █ above\n";

/// How often each gold label met each predicted label.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfusionMatrix {
    /// Position of the result it belongs to.
    pub result: usize,
    /// The labels.
    pub labels: Vec<String>,
    /// Gold label, predicted label (by their positions) and how many items.
    pub cells: Vec<(usize, usize, i64)>,
}

impl ConfusionMatrix {
    /// The matrix for a terminal: gold labels down, predicted labels across.
    pub fn draw(&self) -> String {
        let present = self.present();
        if present.len() <= MOST_DRAWN {
            return self.grid(&present);
        }
        let (table, note) = self.confusions();
        table.map_or_else(String::new, |table| table.to_text()) + &note
    }

    /// The same as a table, if there is anything to show, and what to say below it.
    pub(crate) fn table(&self) -> (Option<Table>, String) {
        let present = self.present();
        if present.len() > MOST_DRAWN {
            return self.confusions();
        }
        let names = present.iter().map(|label| (cut(&self.labels[*label]), Align::Right));
        let mut table = Table::new([(CORNER.to_owned(), Align::Left)].into_iter().chain(names));
        for &gold in &present {
            let cells = present.iter().map(|&predicted| self.cell(gold, predicted));
            table.row([cut(&self.labels[gold])].into_iter().chain(cells));
        }
        (Some(table), SHADES.to_owned())
    }

    /// The labels that some item has.
    fn present(&self) -> Vec<usize> {
        let is_there =
            |label: &usize| self.cells.iter().any(|cell| cell.0 == *label || cell.1 == *label);
        (0..self.labels.len()).filter(is_there).collect()
    }

    fn count(&self, gold: usize, predicted: usize) -> i64 {
        let cell = self.cells.iter().find(|cell| (cell.0, cell.1) == (gold, predicted));
        cell.map_or(0, |cell| cell.2)
    }

    fn row(&self, gold: usize) -> i64 {
        self.cells.iter().filter(|cell| cell.0 == gold).map(|cell| cell.2).sum()
    }

    fn grid(&self, present: &[usize]) -> String {
        let names: Vec<String> = present.iter().map(|label| cut(&self.labels[*label])).collect();
        let side = names.iter().map(|name| name.width()).chain([CORNER.width()]).max().unwrap_or(0);
        let largest = self.cells.iter().map(|cell| cell.2.to_string().len()).max().unwrap_or(1);
        let width = |name: &String| name.width().max(largest + 2);
        let mut text = pad(CORNER, side);
        for name in &names {
            let _ = write!(text, "  {}", lean(name, width(name)));
        }
        text.push('\n');
        for (gold, side_name) in present.iter().zip(&names) {
            let mut line = pad(side_name, side);
            for (predicted, name) in present.iter().zip(&names) {
                let cell = self.cell(*gold, *predicted);
                let _ = write!(line, "  {}", lean(&cell, width(name)));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text + SHADES
    }

    /// A count with its shade.
    fn cell(&self, gold: usize, predicted: usize) -> String {
        match self.count(gold, predicted) {
            0 => "·".to_owned(),
            count => format!("{} {count}", shade(count as f64 / self.row(gold) as f64)),
        }
    }

    /// The worst confusions, if there are any, and how many more there are.
    fn confusions(&self) -> (Option<Table>, String) {
        let mut wrong: Vec<&(usize, usize, i64)> =
            self.cells.iter().filter(|cell| cell.0 != cell.1).collect();
        wrong.sort_by_key(|cell| (std::cmp::Reverse(cell.2), cell.0, cell.1));
        if wrong.is_empty() {
            return (None, "no label was confused with another\n".to_owned());
        }
        let mut table = Table::new([
            ("gold", Align::Left),
            ("taken for", Align::Left),
            ("items", Align::Right),
            ("share of gold", Align::Right),
        ]);
        for (gold, predicted, count) in wrong.iter().take(LISTED) {
            let share = *count as f64 / self.row(*gold) as f64;
            table.row([
                cut(&self.labels[*gold]),
                cut(&self.labels[*predicted]),
                count.to_string(),
                format!("{:.1} %", share * 100.0),
            ]);
        }
        let more = wrong.len().saturating_sub(LISTED);
        let note = if more > 0 { format!("and {more} more pairs\n") } else { String::new() };
        (Some(table), note)
    }
}

fn shade(share: f64) -> char {
    match share {
        share if share <= 0.25 => '░',
        share if share <= 0.5 => '▒',
        share if share <= 0.75 => '▓',
        _ => '█',
    }
}

/// A label that fits, with control characters made visible.
pub(crate) fn cut(label: &str) -> String {
    let visible: String = if label.contains(char::is_control) {
        label.escape_default().to_string()
    } else {
        label.to_owned()
    };
    if visible.width() <= LABEL_WIDTH {
        return visible;
    }
    let mut short = String::new();
    let mut width = 1;
    for character in visible.chars() {
        width += character.width().unwrap_or(0);
        if width > LABEL_WIDTH {
            break;
        }
        short.push(character);
    }
    short + "…"
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn lean(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_labels_are_drawn() {
        let matrix = ConfusionMatrix {
            result: 0,
            labels: vec!["bom".into(), "nem bom nem ruim".into(), "ninguém".into()],
            cells: vec![(0, 0, 9), (0, 1, 1), (1, 0, 1), (1, 1, 1)],
        };
        insta::assert_snapshot!(matrix.draw());
    }

    #[test]
    fn of_many_labels_the_worst_confusions_are_listed() {
        let labels: Vec<String> = (0..20).map(|label| format!("label {label}")).collect();
        let mut cells: Vec<(usize, usize, i64)> = (0..20).map(|label| (label, label, 6)).collect();
        cells.extend((0..14).map(|label| (label, 19 - label, 1 + (label % 3) as i64)));
        let matrix = ConfusionMatrix { result: 0, labels, cells };
        insta::assert_snapshot!(matrix.draw());
    }
}
