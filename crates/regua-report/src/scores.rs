//! The report of a scored run: which measures, which systems and groups, what
//! they read.

use std::fmt::Write as _;
use std::sync::Arc;

use regua_core::group::GroupReading;
use regua_core::{Reader, Reading, ReadingInfo, Scale};

use crate::format::Format;
use crate::json::score_json;
use crate::matrix::ConfusionMatrix;
use crate::spread::ResamplingNote;

/// What a report says of a measure.
#[derive(Debug, Clone)]
pub struct MeasureInfo {
    /// The key in all outputs.
    pub key: String,
    /// Its signature, as one line.
    pub signature: String,
    /// Its readings; the first one is the headline.
    pub readings: Vec<ReadingInfo>,
    /// A signature in another tool's words, where it was asked for.
    pub also: Option<String>,
    /// How it takes a beam, where that is part of its key: `best` of the
    /// measure `bleu-best`.
    pub beam: Option<String>,
}

impl MeasureInfo {
    /// What a reader says of itself, under a key.
    pub fn new(key: &str, reader: &dyn Reader) -> Self {
        let signature = reader.signature();
        let beam = signature.settings().iter().find(|(setting, _)| setting == "beam");
        let beam = beam.map(|(_, how)| how.clone());
        Self {
            key: key.to_owned(),
            signature: signature.to_string(),
            readings: reader.readings().to_vec(),
            also: None,
            beam: beam.filter(|how| key.strip_suffix(how.as_str()).is_some_and(is_stem)),
        }
    }

    /// The key without the way to take a beam: `bleu` of `bleu-best`.
    pub fn family(&self) -> &str {
        let beam = self.beam.as_ref();
        let stem = beam.and_then(|how| self.key.strip_suffix(how.as_str())?.strip_suffix('-'));
        stem.unwrap_or(&self.key)
    }
}

fn is_stem(key: &str) -> bool {
    key.len() > 1 && key.ends_with('-')
}

/// All that a scored run has to say.
#[derive(Debug, Clone)]
pub struct ScoreReport {
    /// The measures, in the order they were asked for.
    pub measures: Vec<MeasureInfo>,
    /// Readings for each system and group.
    pub results: Vec<GroupReading>,
    /// What the user should be told.
    pub warnings: Vec<String>,
    /// The column whose values were read one by one and averaged, if so.
    pub cluster: Option<String>,
    /// Whether readings from 0 to 1 are printed times 100.
    pub percent: bool,
    /// Whether tables show all readings or the headlines only.
    pub all_readings: bool,
    /// Whether the headlines of groups are drawn as bars below a table.
    pub chart: bool,
    /// How intervals were made, where there are any.
    pub resampling: Option<ResamplingNote>,
    /// Confusion matrices of results that have one.
    pub matrices: Vec<ConfusionMatrix>,
}

impl ScoreReport {
    /// The report in some form.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => score_json(self),
            Format::Csv => self.to_csv(),
            Format::Table => self.to_text(),
            Format::Markdown => {
                let mut text = self.table().to_markdown();
                text.push('\n');
                for details in self.label_texts() {
                    let _ = writeln!(text, "```text\n{details}```\n");
                }
                for one in &self.measures {
                    let _ = writeln!(text, "- `{}`: `{}`", one.key, one.signature);
                    if let Some(also) = &one.also {
                        let _ = writeln!(text, "  as `{also}`");
                    }
                }
                for fact in self.facts().lines() {
                    let _ = writeln!(text, "- {fact}");
                }
                text
            }
            Format::Latex => {
                let mut text = String::new();
                for one in &self.measures {
                    let _ = writeln!(text, "% {}", one.signature.replace('\n', " "));
                    if let Some(also) = &one.also {
                        let _ = writeln!(text, "%   as {also}");
                    }
                }
                for fact in self.facts().lines() {
                    let _ = writeln!(text, "% {fact}");
                }
                text + &self.table().to_latex()
            }
            Format::Html => self.to_html(),
        }
    }

    fn to_text(&self) -> String {
        let mut text = self.table().to_text();
        if self.chart {
            text += &self.bars();
        }
        for details in self.label_texts() {
            text.push('\n');
            text += &details;
        }
        text.push('\n');
        for measure in &self.measures {
            let _ = writeln!(text, "{}", measure.signature);
            if let Some(also) = &measure.also {
                let _ = writeln!(text, "  as {also}");
            }
        }
        text += &self.facts();
        text
    }

    /// How many units and references there were, in words.
    pub(crate) fn facts(&self) -> String {
        let totals = || self.results.iter().filter(|one| one.measure == 0 && one.group.is_empty());
        let range = |low: u64, high: u64, what: &str| match (low, high) {
            (1, 1) => format!("1 {what}"),
            (a, b) if a == b => format!("{a} {what}s"),
            (a, b) => format!("{a} to {b} {what}s"),
        };
        let units: Vec<u64> = totals().map(|one| one.units).collect();
        let (Some(&least), Some(&most)) = (units.iter().min(), units.iter().max()) else {
            return String::new();
        };
        let mut facts = range(least, most, "unit");
        if units.len() > 1 {
            facts += " a system";
        }
        let references: Vec<(u32, u32)> = totals().filter_map(|one| one.references).collect();
        let low = references.iter().map(|(low, _)| *low).min();
        let high = references.iter().map(|(_, high)| *high).max();
        if let (Some(low), Some(high @ 1..)) = (low, high) {
            let _ = write!(facts, ", {} each", range(low.into(), high.into(), "reference"));
        }
        let clusters = totals().filter_map(|one| one.clusters);
        if let (Some(column), Some(most)) = (&self.cluster, clusters.max()) {
            let _ = write!(facts, ", readings averaged over {most} values of `{column}`");
        }
        facts.push('\n');
        if let Some(note) = &self.resampling {
            facts += &note.words();
            facts.push('\n');
        }
        facts
    }

    /// Headlines without a value: the key of the measure and why, once for each reason.
    pub fn undefined(&self) -> Vec<(String, String)> {
        let mut notes: Vec<(String, String)> = Vec::new();
        for result in &self.results {
            if let Some(Reading::Undefined(reason)) = result.readings.0.first() {
                let key = self.measures[result.measure].key.clone();
                let note = (key, format!("is undefined for {}: {reason}", result.system));
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        notes
    }

    /// One line a reading.
    fn to_csv(&self) -> String {
        let mut groups: Vec<&str> = Vec::new();
        for (column, _) in self.results.iter().flat_map(|one| &one.group) {
            if !groups.contains(&column.as_str()) {
                groups.push(column);
            }
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut header = vec!["measure", "system"];
        header.extend(&groups);
        header.extend(["units", "unscored", "reading", "value", "undefined"]);
        if self.resampling.is_some() {
            header.extend(["low", "high"]);
        }
        header.push("signature");
        let mut lines: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
        for result in &self.results {
            let measure = &self.measures[result.measure];
            let readings = measure.readings.iter().zip(&result.readings.0).enumerate();
            for (position, (info, reading)) in readings {
                let mut line = vec![measure.key.clone(), result.system.to_string()];
                for column in &groups {
                    let value = result.group.iter().find(|(known, _)| known == column);
                    line.push(value.map_or_else(String::new, |(_, value)| value.clone()));
                }
                line.push(result.units.to_string());
                line.push(unscored(result).to_string());
                line.push(info.name.to_string());
                let factor = if self.percent && info.scale == Scale::Unit { 100.0 } else { 1.0 };
                line.push(reading.value().map_or_else(String::new, |x| (x * factor).to_string()));
                line.push(match reading {
                    Reading::Value(_) => String::new(),
                    Reading::Undefined(reason) => reason.to_string(),
                });
                if self.resampling.is_some() {
                    let interval = result.intervals.get(position).and_then(|one| one.as_ref().ok());
                    let ends = interval.map(|one| [one.low * factor, one.high * factor]);
                    line.extend(ends.map_or([String::new(), String::new()], |ends| {
                        ends.map(|end| end.to_string())
                    }));
                }
                line.push(measure.signature.clone());
                lines.push(line);
            }
        }
        for line in lines {
            // Writing to memory cannot fail.
            let _ = writer.write_record(&line);
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// How many units of a result have no tally.
pub fn unscored(result: &GroupReading) -> u64 {
    result.unscored.values().sum()
}

/// The readers' descriptions, under their keys.
pub fn measure_infos(keys: &[String], readers: &[Arc<dyn Reader>]) -> Vec<MeasureInfo> {
    keys.iter().zip(readers).map(|(key, reader)| MeasureInfo::new(key, &**reader)).collect()
}
