//! Tables: columns with a name and a side to lean to, rows of text.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use crate::html::escape;

/// Which side the cells of a column lean to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Align {
    /// What a cell of HTML looks like, whatever stylesheet is there.
    fn style(self) -> &'static str {
        match self {
            Self::Left => "text-align:left;padding:.2em .7em;white-space:nowrap",
            Self::Right => "text-align:right;padding:.2em .7em;white-space:nowrap",
        }
    }
}

/// What a table of HTML looks like; digits are equally wide, so that numbers stand straight.
const TABLE_STYLE: &str =
    "border-collapse:collapse;margin:.6em 0;font-variant-numeric:tabular-nums";

/// A table that does not know yet where it will be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<N: Into<String>>(columns: impl IntoIterator<Item = (N, Align)>) -> Self {
        let columns = columns.into_iter().map(|(name, align)| (name.into(), align)).collect();
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row; control characters are made visible. A row that is too short is filled up; what is too much is
    /// dropped.
    pub fn row<C: Into<String>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let visible = |cell: C| -> String {
            let cell: String = cell.into();
            if cell.contains(char::is_control) { cell.escape_default().to_string() } else { cell }
        };
        let mut row: Vec<String> = cells.into_iter().map(visible).collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    /// Aligned columns for a terminal, two blanks apart.
    pub fn to_text(&self) -> String {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].width());
                cells.chain([self.columns[column].0.width()]).max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        let header: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        for row in std::iter::once(&header).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, width), (_, align)) in row.iter().zip(&widths).zip(&self.columns) {
                let gap = " ".repeat(width.saturating_sub(cell.width()));
                match align {
                    Align::Left => line.extend([cell.as_str(), &gap]),
                    Align::Right => line.extend([&gap, cell.as_str()]),
                }
                line.push_str("  ");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// A Markdown table.
    pub fn to_markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let escape = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
        let mut text = line(&mut self.columns.iter().map(|(name, _)| escape(name)));
        text += &line(
            &mut self
                .columns
                .iter()
                .map(|(_, align)| if *align == Align::Left { "---" } else { "---:" }.to_owned()),
        );
        for row in &self.rows {
            text += &line(&mut row.iter().map(escape));
        }
        text
    }

    /// A LaTeX table for the `booktabs` package.
    pub fn to_latex(&self) -> String {
        let sides: String = self
            .columns
            .iter()
            .map(|(_, align)| if *align == Align::Left { 'l' } else { 'r' })
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            format!("{} \\\\\n", cells.map(|cell| latex(cell)).collect::<Vec<_>>().join(" & "))
        };
        let mut text = format!("\\begin{{tabular}}{{{sides}}}\n\\toprule\n");
        text += &line(&mut self.columns.iter().map(|(name, _)| name));
        text += "\\midrule\n";
        for row in &self.rows {
            text += &line(&mut row.iter());
        }
        text + "\\bottomrule\n\\end{tabular}\n"
    }

    /// An HTML table that needs no stylesheet.
    pub fn to_html(&self) -> String {
        let mut text = format!("<table class=\"regua\" style=\"{TABLE_STYLE}\">\n");
        text += "<thead style=\"border-bottom:1px solid currentColor\">\n<tr>";
        for (name, align) in &self.columns {
            let style = align.style();
            let _ = write!(text, "<th scope=\"col\" style=\"{style}\">{}</th>", escape(name));
        }
        text += "</tr>\n</thead>\n<tbody>\n";
        for row in &self.rows {
            text += "<tr>";
            for (cell, (_, align)) in row.iter().zip(&self.columns) {
                let _ = write!(text, "<td style=\"{}\">{}</td>", align.style(), escape(cell));
            }
            text += "</tr>\n";
        }
        text + "</tbody>\n</table>\n"
    }
}

/// Text with LaTeX's own characters made harmless.
fn latex(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => safe.push_str("\\textbackslash{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '|' => safe.push_str("\\textbar{}"),
            '<' => safe.push_str("\\textless{}"),
            '>' => safe.push_str("\\textgreater{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => safe.extend(['\\', c]),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new([("system", Align::Left), ("n_1", Align::Right)]);
        table.row(["机器", "7"]);
        table.row(["a|b", "12"]);
        table
    }

    #[test]
    fn wide_characters_keep_the_columns_straight() {
        assert_eq!(table().to_text(), "system  n_1\n机器      7\na|b      12\n");
    }

    #[test]
    fn markup_characters_are_made_harmless() {
        assert!(table().to_markdown().contains("| a\\|b | 12 |"));
        assert!(table().to_latex().contains("system & n\\_1 \\\\"));
        assert!(table().to_latex().contains("a\\textbar{}b & 12 \\\\"));
    }

    #[test]
    fn html_needs_no_stylesheet_and_holds_no_foreign_tags() {
        let mut table = Table::new([("<system>", Align::Left), ("n", Align::Right)]);
        table.row(["a & \"b\"", "7"]);
        insta::assert_snapshot!(table.to_html(), @r#"
        <table class="regua" style="border-collapse:collapse;margin:.6em 0;font-variant-numeric:tabular-nums">
        <thead style="border-bottom:1px solid currentColor">
        <tr><th scope="col" style="text-align:left;padding:.2em .7em;white-space:nowrap">&lt;system&gt;</th><th scope="col" style="text-align:right;padding:.2em .7em;white-space:nowrap">n</th></tr>
        </thead>
        <tbody>
        <tr><td style="text-align:left;padding:.2em .7em;white-space:nowrap">a &amp; &quot;b&quot;</td><td style="text-align:right;padding:.2em .7em;white-space:nowrap">7</td></tr>
        </tbody>
        </table>
        "#);
    }
}
