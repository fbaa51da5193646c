//! The report of human ratings: how far raters agree, and how each of them
//! rates.
//!
//! As JSON it is one object:
//!
//! ```json
//! {"regua": "0.1.0", "ratings": 370, "without_value": 2, "raters": 3, "items": 64, "systems": 2,
//!  "aspects": [
//!    {"aspect": "adequacy", "signature": "ratings|scale:interval|…", "ratings": 185, "raters": 3, "items": 64,
//!     "shared": 60, "systems": 2,
//!     "agreement": {"readings": {"alpha": 0.71, "icc(A,1)": null}, "undefined": {"icc(A,1)": "why"},
//!                   "intervals": {"alpha": {"low": 0.6, "high": 0.8, "level": 0.95, "method": "percentile"}}},
//!     "by_rater": [{"rater": "ana", "ratings": 64, "items": 62, "shared": 60, "readings": {"mean": 3.9}}],
//!     "overlap": {"raters": ["ana", "rui"], "items": [[62, 60], [60, 61]]}}],
//!  "warnings": []}
//! ```

mod data;
mod html;
mod tables;

use regua_core::Reading;

use crate::format::Format;
use crate::table::Table;

/// All that is known of some ratings.
#[derive(Debug, Clone, Default)]
pub struct RatingsReport {
    /// How much there is of everything.
    pub counts: Counts,
    /// How many rows hold no value.
    pub empty: u64,
    /// What was rated, one by one.
    pub aspects: Vec<AspectReport>,
    /// What the user should be told.
    pub warnings: Vec<String>,
}

/// How much there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ratings, with those of repeated items.
    pub ratings: usize,
    /// Raters.
    pub raters: usize,
    /// Outputs that were rated.
    pub items: usize,
    /// Systems whose outputs they are.
    pub systems: usize,
}

impl Counts {
    fn facts(self) -> String {
        format!(
            "{} of {} of {} by {}",
            counted(self.ratings, "rating"),
            counted(self.items, "item"),
            counted(self.systems, "system"),
            counted(self.raters, "rater"),
        )
    }
}

/// What is known of the ratings of one aspect.
#[derive(Debug, Clone, Default)]
pub struct AspectReport {
    /// What the raters looked at, where the data say so.
    pub name: Option<String>,
    /// Everything that the readings depend on.
    pub signature: String,
    /// How much there is of everything.
    pub counts: Counts,
    /// Items with ratings of two raters or more.
    pub shared: usize,
    /// Coefficients of agreement.
    pub agreement: Vec<Coefficient>,
    /// Each rater by name.
    pub by_rater: Vec<RaterLine>,
    /// How many items each two raters share, if asked for.
    pub overlap: Option<Vec<Vec<usize>>>,
}

/// One coefficient of agreement.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// Its key in all outputs.
    pub key: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The value or why there is none.
    pub value: Reading,
    /// Where it lies, if asked for.
    pub interval: Option<Bounds>,
}

/// A confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// How sure it is.
    pub level: f64,
    /// How it was computed.
    pub method: &'static str,
}

/// One rater.
#[derive(Debug, Clone, PartialEq)]
pub struct RaterLine {
    /// The name.
    pub name: String,
    /// How many ratings were given, with those of repeated items.
    pub ratings: usize,
    /// How many items were rated.
    pub items: usize,
    /// How many of these others rated, too.
    pub shared: usize,
    /// What there is to say, by name; the same names for all raters.
    pub readings: Vec<(&'static str, Reading)>,
}

impl RatingsReport {
    /// The report in some form.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => self.to_json(),
            Format::Csv => self.to_csv(),
            Format::Table => self.written(
                |title| format!("{title}\n"),
                Table::to_text,
                |note| format!("{note}\n"),
            ),
            Format::Markdown => self.written(
                |title| format!("## {title}\n\n"),
                Table::to_markdown,
                |note| format!("- {note}\n"),
            ),
            Format::Latex => self.written(
                |title| format!("% {title}\n"),
                Table::to_latex,
                |note| format!("% {note}\n"),
            ),
            Format::Html => self.to_html(),
        }
    }

    /// How much there is of everything, in words.
    fn facts(&self) -> String {
        format!("{}, in {} aspects", self.counts.facts(), self.aspects.len())
    }

    /// Titles, tables and notes, aspect after aspect.
    fn written(
        &self,
        title: impl Fn(&str) -> String,
        table: impl Fn(&Table) -> String,
        note: impl Fn(&str) -> String,
    ) -> String {
        let mut text = String::new();
        if self.aspects.len() > 1 {
            text += &note(&self.facts());
            text.push('\n');
        }
        for (at, aspect) in self.aspects.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            text += &title(&format!("{}: {}", aspect.title(), aspect.facts()));
            for one in aspect.tables() {
                text += &table(&one);
                text.push('\n');
            }
            for line in aspect.notes() {
                text += &note(&line);
            }
        }
        text
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
