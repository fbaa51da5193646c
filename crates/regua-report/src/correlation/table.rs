//! The report as tables.

use std::fmt::Write as _;

use regua_core::Direction;

use super::chart::chart;
use super::{Comparison, Correlation, CorrelationReport, Cost, Interval, Matrix};
use crate::table::{Align, Table};

impl Correlation {
    /// Whether a cost is that of its measure.
    pub(super) fn is_of(&self, cost: &Cost) -> bool {
        let rest = self.measure.strip_prefix(cost.measure.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('.') == Some(&self.reading))
    }
}

/// The tables of the report, each with a heading; the first one has none.
pub(super) fn tables(report: &CorrelationReport) -> Vec<(String, Table)> {
    let mut tables = vec![match report.summary() {
        Some(summary) => (String::new(), summary_table(&summary)),
        None => (String::new(), correlations(report)),
    }];
    if !report.tests.is_empty() {
        tables.push(("tests between measures".to_owned(), tests(&report.tests)));
    }
    for matrix in &report.matrices {
        let data = matrix.data.as_ref().map_or_else(String::new, |data| format!("{data}, "));
        let (level, coefficient) = (&matrix.level, &matrix.coefficient);
        let heading = format!("{coefficient} between measures ({data}{level})");
        tables.push((heading, between(matrix)));
    }
    tables
}

pub(super) fn text(report: &CorrelationReport) -> String {
    let mut text = String::new();
    for (heading, table) in tables(report) {
        if !heading.is_empty() {
            let _ = write!(text, "\n{heading}\n");
        }
        text += &table.to_text();
    }
    if report.chart {
        text += &chart(report);
    }
    text.push('\n');
    for measure in &report.measures {
        let _ = writeln!(text, "{}", measure.signature);
    }
    for fact in facts(report) {
        let _ = writeln!(text, "{fact}");
    }
    text
}

pub(super) fn markdown(report: &CorrelationReport) -> String {
    let mut text = String::new();
    for (heading, table) in tables(report) {
        if !heading.is_empty() {
            let _ = write!(text, "\n**{heading}**\n\n");
        }
        text += &table.to_markdown();
    }
    text.push('\n');
    for one in &report.measures {
        let _ = writeln!(text, "- `{}`: `{}`", one.key, one.signature);
    }
    for fact in facts(report) {
        let _ = writeln!(text, "- {fact}");
    }
    text
}

pub(super) fn latex(report: &CorrelationReport) -> String {
    let mut text = String::new();
    for one in &report.measures {
        let _ = writeln!(text, "% {}", one.signature.replace('\n', " "));
    }
    for fact in facts(report) {
        let _ = writeln!(text, "% {}", fact.replace('\n', " "));
    }
    for (heading, table) in tables(report) {
        if !heading.is_empty() {
            let _ = write!(text, "\n% {heading}\n");
        }
        text += &table.to_latex();
    }
    text
}

/// What stands below the tables.
pub(super) fn facts(report: &CorrelationReport) -> Vec<String> {
    let mut facts = report.notes.clone();
    let is_lower = |one: &Correlation| one.direction == Direction::LowerIsBetter;
    if report.correlations.iter().any(|one| is_lower(one) && is_turned(one)) {
        facts.push("↓ less is better: the measure is ranked by the negated value".to_owned());
    } else if report.correlations.iter().any(is_lower) {
        facts.push("↓ less is better".to_owned());
    }
    if !report.costs.is_empty() {
        facts.push("times are of this machine, on one thread".to_owned());
    }
    facts
}

/// Whether the value that ranks is the negated one.
pub(super) fn is_turned(one: &Correlation) -> bool {
    let both = one.oriented.zip(one.value.as_ref().ok());
    both.is_some_and(|(oriented, value)| oriented.to_bits() != value.to_bits())
}

pub(super) fn name(one: &Correlation) -> String {
    marked(&one.measure, one.direction)
}

fn marked(measure: &str, direction: Direction) -> String {
    let arrow = if direction == Direction::LowerIsBetter { " ↓" } else { "" };
    format!("{measure}{arrow}")
}

/// The correlations: measures down, from best to worst; coefficients across.
fn correlations(report: &CorrelationReport) -> Table {
    let all = &report.correlations;
    let has_aspect = all.iter().any(|one| one.aspect.is_some());
    let has_groups = all.iter().any(|one| one.groups.is_some());
    let has_clusters = all.iter().any(|one| one.cluster.is_some());
    let mut coefficients: Vec<&str> = Vec::new();
    for one in all {
        if !coefficients.contains(&one.coefficient.as_str()) {
            coefficients.push(&one.coefficient);
        }
    }
    let mut columns = Vec::new();
    if has_aspect {
        columns.push(("aspect", Align::Left));
    }
    columns.extend([("level", Align::Left), ("measure", Align::Left), ("pairs", Align::Right)]);
    if has_groups {
        columns.push(("groups", Align::Right));
    }
    columns.extend(coefficients.iter().map(|name| (*name, Align::Right)));
    columns.push(("rank", Align::Right));
    if has_clusters {
        columns.push(("cluster", Align::Right));
    }
    if !report.costs.is_empty() {
        columns.push(("µs/unit", Align::Right));
    }
    let mut table = Table::new(columns);
    for one in sorted(report) {
        let mut row = Vec::new();
        if has_aspect {
            row.push(one.aspect.clone().unwrap_or_else(|| "–".to_owned()));
        }
        row.extend([one.level.clone(), name(one), one.units.to_string()]);
        if has_groups {
            row.push(one.groups.map_or_else(String::new, |(groups, _)| groups.to_string()));
        }
        for coefficient in &coefficients {
            let found = all.iter().find(|other| {
                other.is_in_line_with(one)
                    && other.measure == one.measure
                    && other.coefficient == *coefficient
            });
            row.push(found.map_or_else(String::new, cell));
        }
        row.push(one.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()));
        if has_clusters {
            row.push(one.cluster.map_or_else(|| "–".to_owned(), |cluster| cluster.to_string()));
        }
        if !report.costs.is_empty() {
            let cost = report.costs.iter().find(|cost| one.is_of(cost));
            row.push(cost.map_or_else(String::new, |cost| format!("{:.1}", cost.seconds * 1e6)));
        }
        table.row(row);
    }
    table
}

/// The correlations of the first coefficient of each data set, aspect and
/// level, from best to worst.
pub(super) fn sorted(report: &CorrelationReport) -> Vec<&Correlation> {
    let mut firsts: Vec<&Correlation> = Vec::new();
    for one in &report.correlations {
        let first = report.correlations.iter().find(|other| other.is_in_line_with(one));
        if first.is_some_and(|first| first.coefficient == one.coefficient) {
            firsts.push(one);
        }
    }
    let mut sorted: Vec<&Correlation> = Vec::new();
    for one in &firsts {
        if sorted.iter().any(|other| other.is_in_line_with(one)) {
            continue;
        }
        let mut line: Vec<&Correlation> =
            firsts.iter().filter(|other| other.is_in_line_with(one)).copied().collect();
        line.sort_by_key(|one| one.rank.unwrap_or(usize::MAX));
        sorted.extend(line);
    }
    sorted
}

fn cell(one: &Correlation) -> String {
    let Ok(value) = &one.value else { return "–".to_owned() };
    let mut text = format!("{value:.6}");
    match &one.interval {
        None => {}
        Some(Ok(Interval { low, high, .. })) => {
            let _ = write!(text, " [{low:.3}, {high:.3}]");
        }
        Some(Err(_)) => text += " [–]",
    }
    text
}

fn summary_table(summary: &super::Summary) -> Table {
    let mut columns =
        vec![("coefficient".to_owned(), Align::Left), ("measure".to_owned(), Align::Left)];
    columns.extend(summary.columns.iter().map(|name| (name.clone(), Align::Right)));
    columns.extend([("mean".to_owned(), Align::Right), ("rank".to_owned(), Align::Right)]);
    let mut table = Table::new(columns);
    let mut lines: Vec<_> = summary.lines.iter().collect();
    let first =
        |coefficient: &str| summary.lines.iter().position(|line| line.coefficient == coefficient);
    lines.sort_by_key(|line| (first(&line.coefficient), line.rank.unwrap_or(usize::MAX)));
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |x| format!("{x:.4}"));
    for line in lines {
        let mut row = vec![line.coefficient.clone(), marked(&line.measure, line.direction)];
        row.extend(line.values.iter().map(|value| number(*value)));
        row.push(number(line.mean));
        row.push(line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()));
        table.row(row);
    }
    table
}

fn tests(tests: &[Comparison]) -> Table {
    let has_data = tests.iter().any(|one| one.data.is_some());
    let has_aspect = tests.iter().any(|one| one.aspect.is_some());
    let mut columns = Vec::new();
    if has_data {
        columns.push(("data", Align::Left));
    }
    if has_aspect {
        columns.push(("aspect", Align::Left));
    }
    columns.extend([
        ("level", Align::Left),
        ("coefficient", Align::Left),
        ("better", Align::Left),
        ("worse", Align::Left),
        ("difference", Align::Right),
        ("p", Align::Right),
        ("p (Holm)", Align::Right),
    ]);
    let mut table = Table::new(columns);
    let p =
        |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"));
    for one in tests {
        let mut row = Vec::new();
        if has_data {
            row.push(one.data.clone().unwrap_or_default());
        }
        if has_aspect {
            row.push(one.aspect.clone().unwrap_or_default());
        }
        row.extend([
            one.level.clone(),
            one.coefficient.clone(),
            one.first.clone(),
            one.second.clone(),
            format!("{:.4}", one.difference),
            p(one.p.clone().ok()),
            p(one.adjusted),
        ]);
        table.row(row);
    }
    table
}

fn between(matrix: &Matrix) -> Table {
    let columns = std::iter::once((String::new(), Align::Left));
    let names = matrix.measures.iter().map(|name| (name.clone(), Align::Right));
    let mut table = Table::new(columns.chain(names));
    for (name, row) in matrix.measures.iter().zip(&matrix.values) {
        let cells = row.iter().map(|value| match value {
            Ok(value) => format!("{value:.4}"),
            Err(_) => "–".to_owned(),
        });
        table.row(std::iter::once(name.clone()).chain(cells));
    }
    table
}
