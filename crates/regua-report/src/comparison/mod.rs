//! The report of a comparison: how systems stand, how pairs differ, what can be
//! said in a sentence.

mod html;
mod json;
mod tables;
mod words;

use std::fmt::Write as _;

use regua_core::comparison::{Comparison, Pair, Plan, Standing, Test};
use regua_core::{Direction, Reading, ReadingInfo};

use self::json::comparison_json;
use crate::format::Format;
use crate::score_table::number;
use crate::scores::MeasureInfo;
use crate::spread::{ResamplingNote, Whisker, grouped, units, whiskers};

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
            Format::Html => self.to_html(),
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
        if let Some(system) = &comparison.within {
            let _ = write!(title, " of {system}");
        }
        let _ = write!(title, ": {}", units(comparison.units));
        if comparison.drawn_from != comparison.units && comparison.within.is_none() {
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

    fn how(&self) -> String {
        let trials = match self.plan.test {
            Test::Randomisation | Test::Permutation => {
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
}

fn pair_name(comparison: &Comparison, pair: &Pair) -> String {
    let name = |at: usize| &comparison.systems[at].system;
    format!("{} − {}", name(pair.first), name(pair.second))
}

fn indented(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "  {line}");
        all
    })
}
