//! The report of a comparison: how systems stand, how pairs differ, what can be
//! said in a sentence.

use std::fmt::Write as _;

use regua_core::comparison::{Comparison, Pair, Plan, Standing};
use regua_core::{Direction, Reading, ReadingInfo};

use crate::comparison_json::comparison_json;
use crate::format::Format;
use crate::score_table::number;
use crate::scores::MeasureInfo;
use crate::spread::{ResamplingNote, Whisker, grouped, whiskers};
use crate::table::{Align, Table};

/// All that a comparison has to say.
#[derive(Debug, Clone)]
pub struct ComparisonReport {
    /// The measures.
    pub measures: Vec<MeasureInfo>,
    /// One for each group, measure and reading; all units first.
    pub comparisons: Vec<Comparison>,
    /// What was asked for.
    pub plan: Plan,
    /// How intervals were made.
    pub resampling: ResamplingNote,
    /// Texts of units that are named, by id: references first, then one line a
    /// system.
    pub texts: Vec<UnitTexts>,
    /// Further parts, already drawn: where differences come from.
    pub parts: Vec<Part>,
    /// Whether intervals are drawn as lines.
    pub chart: bool,
    /// Whether readings from 0 to 1 are printed times 100.
    pub percent: bool,
    /// What the user should be told.
    pub warnings: Vec<String>,
}

/// What a unit says.
#[derive(Debug, Clone)]
pub struct UnitTexts {
    /// The unit's id.
    pub id: String,
    /// A name (a system, "reference") and the text.
    pub lines: Vec<(String, String)>,
}

/// A part of a report that is drawn elsewhere.
#[derive(Debug, Clone)]
pub struct Part {
    /// The two systems.
    pub systems: (String, String),
    /// As text for a terminal.
    pub text: String,
    /// As Markdown.
    pub markdown: String,
    /// As an object.
    pub json: serde_json::Value,
}

impl ComparisonReport {
    /// The report in some form.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => comparison_json(self),
            Format::Csv => self.to_csv(),
            Format::Table => self.to_text(),
            Format::Markdown => self.to_markdown(),
            Format::Latex => {
                let mut text = String::new();
                for one in &self.measures {
                    let _ = writeln!(text, "% {}", one.signature.replace('\n', " "));
                }
                let _ = writeln!(text, "% {}", self.how());
                for comparison in self.totals() {
                    let _ = writeln!(text, "% {}", self.title(comparison));
                    text += &self.standings(comparison).to_latex();
                    text += &self.pairs(comparison).to_latex();
                    text += &self.groups(comparison).map_or_else(String::new, |one| one.to_latex());
                }
                text
            }
        }
    }

    fn info(&self, comparison: &Comparison) -> &ReadingInfo {
        &self.measures[comparison.measure].readings[comparison.reading]
    }

    /// The name of what is compared: `bleu`, or `bleu.bp` beside the headline.
    pub(crate) fn name(&self, comparison: &Comparison) -> String {
        let measure = &self.measures[comparison.measure];
        match comparison.reading {
            0 => measure.key.clone(),
            reading => format!("{}.{}", measure.key, measure.readings[reading].name),
        }
    }

    fn title(&self, comparison: &Comparison) -> String {
        let mut title = self.name(comparison);
        match self.info(comparison).direction {
            Direction::LowerIsBetter => title += " (less is better)",
            Direction::Neither => title += " (neither way is better)",
            Direction::HigherIsBetter => {}
        }
        for (column, value) in &comparison.group {
            let _ = write!(title, ", {column} {value}");
        }
        let _ = write!(title, ": {} units", grouped(comparison.units));
        if comparison.drawn_from != comparison.units {
            let _ = write!(title, " in {} clusters", grouped(comparison.drawn_from));
        }
        if comparison.left_out > 0 {
            let _ = write!(title, ", {} left out", grouped(comparison.left_out));
        }
        title
    }

    fn figure(&self, comparison: &Comparison, value: f64) -> String {
        number(self.info(comparison), value, self.percent)
    }

    fn signed(&self, comparison: &Comparison, value: f64) -> String {
        let figure = self.figure(comparison, value);
        if value >= 0.0 { format!("+{figure}") } else { figure.replacen('-', "−", 1) }
    }

    fn standings(&self, comparison: &Comparison) -> Table {
        let has_clusters = comparison.systems.iter().any(|one| one.cluster.is_some());
        let mut columns = vec![("system", Align::Left), ("value", Align::Right)];
        columns.push(("interval", Align::Left));
        if has_clusters {
            columns.push(("cluster", Align::Right));
        }
        let mut table = Table::new(columns);
        for standing in self.ordered(comparison) {
            let mut row = vec![
                standing.system.to_string(),
                self.value(comparison, &standing.value),
                match &standing.interval {
                    Ok(interval) => format!(
                        "[{}, {}]",
                        self.figure(comparison, interval.low),
                        self.figure(comparison, interval.high)
                    ),
                    Err(_) => "–".to_owned(),
                },
            ];
            if has_clusters {
                row.push(standing.cluster.map_or_else(String::new, |rank| rank.to_string()));
            }
            table.row(row);
        }
        table
    }

    /// The systems, best first where one way is better.
    fn ordered<'a>(&self, comparison: &'a Comparison) -> Vec<&'a Standing> {
        let mut systems: Vec<&Standing> = comparison.systems.iter().collect();
        let value = |one: &Standing| one.value.value().unwrap_or(f64::NEG_INFINITY);
        match self.info(comparison).direction {
            Direction::HigherIsBetter => systems.sort_by(|a, b| value(b).total_cmp(&value(a))),
            Direction::LowerIsBetter => systems.sort_by(|a, b| value(a).total_cmp(&value(b))),
            Direction::Neither => {}
        }
        systems
    }

    fn value(&self, comparison: &Comparison, reading: &Reading) -> String {
        reading.value().map_or_else(|| "–".to_owned(), |value| self.figure(comparison, value))
    }

    fn pairs(&self, comparison: &Comparison) -> Table {
        let several = comparison.pairs.len() > 1;
        let mut columns = vec![
            ("pair", Align::Left),
            ("difference", Align::Right),
            ("interval", Align::Left),
            ("p", Align::Right),
        ];
        if several {
            columns.push((self.plan.adjustment.word(), Align::Right));
        }
        columns.extend([
            ("", Align::Left),
            ("wins", Align::Right),
            ("ties", Align::Right),
            ("losses", Align::Right),
            ("effect", Align::Right),
            ("units needed", Align::Right),
        ]);
        let mut table = Table::new(columns);
        for pair in &comparison.pairs {
            let mut row = vec![
                pair_name(comparison, pair),
                self.difference(comparison, pair),
                self.interval(comparison, pair),
                p_value(&pair.p),
            ];
            if several {
                row.push(p_value(&pair.adjusted));
            }
            row.push(if pair.is_significant { "*" } else { "" }.to_owned());
            row.extend([pair.wins, pair.ties, pair.losses].map(|count| count.to_string()));
            row.push(pair.effect.value().map_or_else(|| "–".to_owned(), |d| format!("{d:+.3}")));
            row.push(needed(pair));
            table.row(row);
        }
        table
    }

    fn difference(&self, comparison: &Comparison, pair: &Pair) -> String {
        let value = pair.difference.value();
        value.map_or_else(|| "–".to_owned(), |value| self.signed(comparison, value))
    }

    fn interval(&self, comparison: &Comparison, pair: &Pair) -> String {
        match &pair.interval {
            Ok(interval) => format!(
                "[{}, {}]",
                self.signed(comparison, interval.low),
                self.signed(comparison, interval.high)
            ),
            Err(_) => "–".to_owned(),
        }
    }

    /// What can be said of a comparison, a sentence a pair, and one for its groups.
    pub fn verdicts(&self, comparison: &Comparison) -> Vec<String> {
        let pairs = comparison.pairs.iter().map(|pair| self.verdict(comparison, pair));
        let order = comparison.group.is_empty().then(|| self.order(comparison)).flatten();
        pairs.chain(order).collect()
    }

    fn verdict(&self, comparison: &Comparison, pair: &Pair) -> String {
        let (first, second) =
            (&comparison.systems[pair.first].system, &comparison.systems[pair.second].system);
        let mut what = self.name(comparison);
        for (column, value) in &comparison.group {
            let _ = write!(what, ", {column} {value}");
        }
        let (Some(difference), Some(p)) = (pair.difference.value(), pair.adjusted.value()) else {
            let reason = [&pair.difference, &pair.p].into_iter().find_map(|one| match one {
                Reading::Undefined(reason) => Some(reason.to_string()),
                Reading::Value(_) => None,
            });
            let reason = reason.unwrap_or_default();
            return format!("{first} and {second} cannot be told apart on {what}: {reason}.");
        };
        let direction = self.info(comparison).direction;
        let first_is_ahead = match direction {
            Direction::LowerIsBetter => difference < 0.0,
            Direction::HigherIsBetter | Direction::Neither => difference > 0.0,
        };
        let (ahead, behind) = if first_is_ahead { (first, second) } else { (second, first) };
        let word = if direction == Direction::Neither { "higher" } else { "better" };
        let by = self.figure(comparison, difference.abs());
        let adjusted = match (comparison.pairs.len(), self.plan.adjustment.word()) {
            (1, _) | (_, "none") => String::new(),
            (_, word) => format!(", {word} over {} pairs", comparison.pairs.len()),
        };
        let interval = match &pair.interval {
            Ok(one) => {
                let (low, high) =
                    if difference < 0.0 { (-one.high, -one.low) } else { (one.low, one.high) };
                format!(
                    "{} % interval {} to {}, ",
                    crate::spread::percent(self.resampling.confidence),
                    self.figure(comparison, low),
                    self.figure(comparison, high)
                )
            }
            Err(_) => String::new(),
        };
        let test = self.plan.test.name();
        let facts = format!(
            "({interval}{test} p {}{adjusted}, {} units)",
            p_value_in_words(p),
            grouped(comparison.units)
        );
        if pair.is_significant {
            format!("{ahead} is {word} than {behind} by {by} {what} {facts}.")
        } else if difference == 0.0 {
            format!("{first} and {second} are level on {what} {facts}.")
        } else {
            format!("{ahead} is {by} {what} ahead of {behind}, which may be chance {facts}.")
        }
    }

    fn how(&self) -> String {
        let trials = match self.plan.test {
            regua_core::comparison::Test::Randomisation => {
                format!(", {} trials", grouped(self.plan.trials))
            }
            _ => String::new(),
        };
        format!(
            "{}; test: {}{trials}, significant (*) below {}",
            self.resampling.words(),
            self.plan.test.name(),
            self.plan.alpha
        )
    }

    fn to_text(&self) -> String {
        let mut text = String::new();
        for comparison in self.totals() {
            let _ = writeln!(text, "{}", self.title(comparison));
            text += &indented(&self.standings(comparison).to_text());
            text.push('\n');
            text += &indented(&self.pairs(comparison).to_text());
            if self.chart {
                text.push('\n');
                text += &self.drawn(comparison);
            }
            if let Some(groups) = self.groups(comparison) {
                text.push('\n');
                text += &indented(&groups.to_text());
            }
            text.push('\n');
            for verdict in self.verdicts(comparison) {
                let _ = writeln!(text, "{verdict}");
            }
            for pair in &comparison.pairs {
                text += &self.examples(comparison, pair);
            }
            text.push('\n');
        }
        for part in &self.parts {
            let _ = writeln!(text, "{}\n", part.text.trim_end());
        }
        for measure in &self.measures {
            let _ = writeln!(text, "{}", measure.signature);
        }
        let _ = writeln!(text, "{}", self.how());
        text
    }

    /// The comparisons on all units.
    fn totals(&self) -> impl Iterator<Item = &Comparison> {
        self.comparisons.iter().filter(|one| one.group.is_empty())
    }

    /// The comparisons of the same reading on groups of units.
    fn groups_of<'a>(&'a self, total: &'a Comparison) -> impl Iterator<Item = &'a Comparison> {
        self.comparisons.iter().filter(|one| {
            !one.group.is_empty() && (one.measure, one.reading) == (total.measure, total.reading)
        })
    }

    /// Systems and differences in each group, a line a pair; nothing if there are
    /// no groups.
    fn groups(&self, total: &Comparison) -> Option<Table> {
        let first = self.groups_of(total).next()?;
        let mut columns: Vec<(String, Align)> =
            first.group.iter().map(|(column, _)| (column.clone(), Align::Left)).collect();
        columns.push(("units".to_owned(), Align::Right));
        columns.extend(
            first.systems.iter().map(|standing| (standing.system.to_string(), Align::Right)),
        );
        let plain = [
            ("pair", Align::Left),
            ("difference", Align::Right),
            ("interval", Align::Left),
            ("p", Align::Right),
            ("", Align::Left),
        ];
        columns.extend(plain.map(|(name, align)| (name.to_owned(), align)));
        let mut table = Table::new(columns);
        for group in self.groups_of(total) {
            for (line, pair) in group.pairs.iter().enumerate() {
                let mut row: Vec<String> = if line == 0 {
                    let values = group.group.iter().map(|(_, value)| value.clone());
                    let systems = group.systems.iter();
                    let systems = systems.map(|standing| self.value(group, &standing.value));
                    values.chain([group.units.to_string()]).chain(systems).collect()
                } else {
                    vec![String::new(); group.group.len() + 1 + group.systems.len()]
                };
                row.push(pair_name(group, pair));
                row.push(self.difference(group, pair));
                row.push(self.interval(group, pair));
                row.push(p_value(&pair.adjusted));
                row.push(if pair.is_significant { "*" } else { "" }.to_owned());
                table.row(row);
            }
        }
        Some(table)
    }

    /// Whether the systems stand in the same order in every group.
    fn order(&self, total: &Comparison) -> Option<String> {
        let names = |one: &Comparison| -> Vec<String> {
            self.ordered(one).into_iter().map(|standing| standing.system.to_string()).collect()
        };
        let all = self.groups_of(total).count();
        if all == 0 || self.info(total).direction == Direction::Neither {
            return None;
        }
        let order = names(total);
        let others: Vec<String> = self
            .groups_of(total)
            .filter(|group| names(group) != order)
            .map(|group| {
                let values = group.group.iter().map(|(column, value)| format!("{column} {value}"));
                let values: Vec<String> = values.collect();
                format!("{} ({})", values.join(", "), names(group).join(", "))
            })
            .collect();
        let (order, what) = (order.join(", "), self.name(total));
        Some(match others.len() {
            0 => format!("The order on {what} is {order} in all {all} groups."),
            some => format!(
                "The order on {what} is {order}, but not in {some} of {all} groups: {}.",
                others.join("; ")
            ),
        })
    }

    /// Systems and differences as lines on an axis each.
    fn drawn(&self, comparison: &Comparison) -> String {
        let end = |value| self.figure(comparison, value);
        let systems: Vec<Whisker> = self
            .ordered(comparison)
            .into_iter()
            .map(|one| Whisker {
                name: one.system.to_string(),
                value: one.value.value(),
                interval: one.interval.clone(),
                cell: self.value(comparison, &one.value),
            })
            .collect();
        let pairs: Vec<Whisker> = comparison
            .pairs
            .iter()
            .map(|pair| Whisker {
                name: pair_name(comparison, pair),
                value: pair.difference.value(),
                interval: pair.interval.clone(),
                cell: self.difference(comparison, pair),
            })
            .collect();
        whiskers(&systems, false, end)
            + "\n"
            + &whiskers(&pairs, true, |value| self.signed(comparison, value))
    }

    fn examples(&self, comparison: &Comparison, pair: &Pair) -> String {
        let mut text = String::new();
        let (first, second) =
            (&comparison.systems[pair.first].system, &comparison.systems[pair.second].system);
        for (system, units) in [(first, &pair.gains), (second, &pair.losses_most)] {
            if units.is_empty() {
                continue;
            }
            let _ = writeln!(text, "  {system} is furthest ahead on:");
            for unit in units {
                let _ = writeln!(
                    text,
                    "    {}: {first} {}, {second} {}",
                    unit.id,
                    self.figure(comparison, unit.first),
                    self.figure(comparison, unit.second)
                );
                let Some(texts) = self.texts.iter().find(|texts| texts.id == unit.id) else {
                    continue;
                };
                for (name, line) in &texts.lines {
                    if name == "reference" || *name == **first || *name == **second {
                        let _ = writeln!(text, "      {name}: {}", line.replace('\n', " "));
                    }
                }
            }
        }
        text
    }

    fn to_markdown(&self) -> String {
        let mut text = String::new();
        for comparison in self.totals() {
            let _ = writeln!(text, "**{}**\n", self.title(comparison));
            text += &self.standings(comparison).to_markdown();
            text.push('\n');
            text += &self.pairs(comparison).to_markdown();
            text.push('\n');
            if let Some(groups) = self.groups(comparison) {
                text += &groups.to_markdown();
                text.push('\n');
            }
            for verdict in self.verdicts(comparison) {
                let _ = writeln!(text, "- {verdict}");
            }
            text.push('\n');
        }
        for part in &self.parts {
            let _ = writeln!(text, "{}\n", part.markdown.trim_end());
        }
        for one in &self.measures {
            let _ = writeln!(text, "- `{}`: `{}`", one.key, one.signature);
        }
        let _ = writeln!(text, "- {}", self.how());
        text
    }

    /// One line a pair.
    fn to_csv(&self) -> String {
        let mut groups: Vec<&str> = Vec::new();
        for (column, _) in self.comparisons.iter().flat_map(|one| &one.group) {
            if !groups.contains(&column.as_str()) {
                groups.push(column);
            }
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut header = vec!["measure", "reading"];
        header.extend(&groups);
        header.extend([
            "units",
            "left_out",
            "first",
            "second",
            "first_value",
            "second_value",
            "difference",
            "low",
            "high",
            "test",
            "p",
            "adjusted",
            "significant",
            "wins",
            "ties",
            "losses",
            "effect",
            "units_needed",
            "signature",
        ]);
        // Writing to memory cannot fail.
        let _ = writer.write_record(&header);
        let plain = |reading: &Reading| reading.value().map_or_else(String::new, |x| x.to_string());
        for comparison in &self.comparisons {
            let measure = &self.measures[comparison.measure];
            for pair in &comparison.pairs {
                let (first, second) =
                    (&comparison.systems[pair.first], &comparison.systems[pair.second]);
                let mut line = vec![measure.key.clone(), self.info(comparison).name.to_string()];
                for column in &groups {
                    let value = comparison.group.iter().find(|(known, _)| known == column);
                    line.push(value.map_or_else(String::new, |(_, value)| value.clone()));
                }
                line.extend([comparison.units.to_string(), comparison.left_out.to_string()]);
                line.extend([first.system.to_string(), second.system.to_string()]);
                line.extend([plain(&first.value), plain(&second.value), plain(&pair.difference)]);
                let ends = pair.interval.as_ref().ok().map(|one| [one.low, one.high]);
                line.extend(ends.map_or([String::new(), String::new()], |ends| {
                    ends.map(|end| end.to_string())
                }));
                line.push(self.plan.test.word().to_owned());
                line.extend([plain(&pair.p), plain(&pair.adjusted)]);
                line.push(pair.is_significant.to_string());
                line.extend([pair.wins, pair.ties, pair.losses].map(|count| count.to_string()));
                line.extend([plain(&pair.effect), plain(&pair.needed)]);
                line.push(measure.signature.clone());
                let _ = writer.write_record(&line);
            }
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn pair_name(comparison: &Comparison, pair: &Pair) -> String {
    let name = |at: usize| &comparison.systems[at].system;
    format!("{} − {}", name(pair.first), name(pair.second))
}

fn needed(pair: &Pair) -> String {
    match pair.needed.value() {
        Some(units) if units < 1e9 => format!("{:.0}", units.ceil()),
        Some(_) => "over 1e9".to_owned(),
        None => "–".to_owned(),
    }
}

fn p_value(p: &Reading) -> String {
    p.value().map_or_else(
        || "–".to_owned(),
        |p| if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") },
    )
}

fn p_value_in_words(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".to_owned() } else { format!("= {p:.4}") }
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "  {line}");
        all
    })
}
