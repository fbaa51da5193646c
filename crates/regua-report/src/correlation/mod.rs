//! The report of `regua correlate`: how well measures follow people.
//!
//! As JSON it is one object:
//!
//! ```json
//! {"regua": "0.1.0",
//!  "correlations": [
//!    {"data": "news", "measure": "rouge1", "reading": "f", "signature": "rouge1|…", "direction": "higher",
//!     "aspect": "adequacy", "level": "item", "coefficient": "spearman",
//!     "value": 0.498, "oriented": 0.498, "units": 2400, "groups": 100, "undefined_groups": 0, "rank": 1, "cluster": 1,
//!     "interval": {"low": 0.45, "high": 0.54, "confidence": 0.95, "method": "percentile", "resamples": 1000, "seed": 12345}}],
//!  "tests": [
//!    {"aspect": "adequacy", "level": "item", "coefficient": "spearman", "test": "permutation",
//!     "first": "rouge1", "second": "rouge2", "difference": 0.074, "p": 0.001, "adjusted": 0.003}],
//!  "matrices": [
//!    {"level": "item", "coefficient": "spearman", "measures": ["rouge1", "rouge2"], "values": [[1.0, 0.8], [0.8, 1.0]]}],
//!  "costs": [{"measure": "rouge1", "seconds": 0.00002, "units": 2400}],
//!  "summary": [{"coefficient": "spearman", "measure": "rouge1", "mean": 0.41, "columns": 3, "rank": 1}],
//!  "notes": ["…"], "warnings": ["…"]}
//! ```
//!
//! `data`, `aspect`, `groups`, `undefined_groups`, `epsilon`, `interval` and
//! `cluster` are absent where there is no such thing; `tests`, `matrices`,
//! `costs` and `summary` where they were not asked for. A value that cannot be
//! computed is `null`, with its reason under `undefined`; so is an interval.

mod chart;
mod html;
mod json;
mod lines;
mod summary;
mod table;

use regua_core::Direction;

use crate::format::Format;
use crate::scores::MeasureInfo;

pub use summary::Summary;

/// All that a run of `regua correlate` has to say.
#[derive(Debug, Clone, Default)]
pub struct CorrelationReport {
    /// The measures, for their signatures.
    pub measures: Vec<MeasureInfo>,
    /// The correlations, in the order of the measures for each data set,
    /// aspect, level and coefficient.
    pub correlations: Vec<Correlation>,
    /// Comparisons between measures.
    pub tests: Vec<Comparison>,
    /// Correlations between measures.
    pub matrices: Vec<Matrix>,
    /// What measures cost.
    pub costs: Vec<Cost>,
    /// Facts about the data: what was left out, averaged, counted.
    pub notes: Vec<String>,
    /// What the user should be careful about.
    pub warnings: Vec<String>,
    /// Whether correlations are drawn below a table.
    pub chart: bool,
}

/// How well one reading follows people.
#[derive(Debug, Clone)]
pub struct Correlation {
    /// The data set, where there are several.
    pub data: Option<String>,
    /// The reading by its name in tables: `bleu`, `rouge1.recall`.
    pub measure: String,
    /// The reading's own name.
    pub reading: String,
    /// The signature of its measure.
    pub signature: String,
    /// Which way is better.
    pub direction: Direction,
    /// What people looked at, where the data say so.
    pub aspect: Option<String>,
    /// What was compared: `system`, `item`, …
    pub level: String,
    /// The coefficient.
    pub coefficient: String,
    /// Its value, or why there is none.
    pub value: Result<f64, String>,
    /// The same so that more is better whatever the direction.
    pub oriented: Option<f64>,
    /// How many pairs were compared: systems, units or rankings.
    pub units: usize,
    /// How many groups were averaged, and how many could not be.
    pub groups: Option<(usize, usize)>,
    /// The width of ties, where it was calibrated.
    pub epsilon: Option<f64>,
    /// An interval, or why there is none; nothing if none was asked for.
    pub interval: Option<Result<Interval, String>>,
    /// Its place among the measures; 1 is the best.
    pub rank: Option<usize>,
    /// Its cluster of measures that cannot be told apart; 1 is the best.
    pub cluster: Option<usize>,
}

impl Correlation {
    /// Whether another is of the same data, aspect, level and coefficient.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.is_in_line_with(other) && self.coefficient == other.coefficient
    }

    fn is_in_line_with(&self, other: &Self) -> bool {
        (&self.data, &self.aspect, &self.level) == (&other.data, &other.aspect, &other.level)
    }
}

/// A confidence interval.
#[derive(Debug, Clone)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// How it was made.
    pub method: &'static str,
    /// How many draws it is made of, and from which seed, where it was drawn.
    pub drawn: Option<(usize, u64)>,
}

/// A test between two readings.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The data set, where there are several.
    pub data: Option<String>,
    /// What people looked at, where the data say so.
    pub aspect: Option<String>,
    /// What was compared.
    pub level: String,
    /// The coefficient.
    pub coefficient: String,
    /// The test: `williams`, `permutation`.
    pub test: &'static str,
    /// The better reading.
    pub first: String,
    /// The other one.
    pub second: String,
    /// By how much the first is better.
    pub difference: f64,
    /// The two-sided p-value, or why there is none.
    pub p: Result<f64, String>,
    /// The p-value after Holm's correction.
    pub adjusted: Option<f64>,
}

/// Correlations between measures.
#[derive(Debug, Clone)]
pub struct Matrix {
    /// The data set, where there are several.
    pub data: Option<String>,
    /// What was compared.
    pub level: String,
    /// The coefficient.
    pub coefficient: String,
    /// The readings.
    pub measures: Vec<String>,
    /// Their correlations, row by row, or why there is none.
    pub values: Vec<Vec<Result<f64, String>>>,
}

/// What a measure costs on this machine.
#[derive(Debug, Clone)]
pub struct Cost {
    /// The measure.
    pub measure: String,
    /// Seconds for one unit on one thread.
    pub seconds: f64,
    /// How many units were timed.
    pub units: u64,
}

impl CorrelationReport {
    /// The report in some form.
    pub fn render(&self, format: Format) -> String {
        match format {
            Format::Json => json::whole(self),
            Format::Csv => lines::csv(self),
            Format::Table => table::text(self),
            Format::Markdown => table::markdown(self),
            Format::Latex => table::latex(self),
            Format::Html => html::html(self),
        }
    }

    /// Gives each correlation its place among those beside it, by the oriented
    /// value; values that differ by rounding only share a place.
    pub fn rank(&mut self) {
        let ranks: Vec<Option<usize>> = self
            .correlations
            .iter()
            .map(|one| {
                let value = one.oriented?;
                let beside = self.correlations.iter().filter(|other| one.is_beside(other));
                Some(
                    1 + beside
                        .filter(|other| other.oriented.is_some_and(|x| is_above(x, value)))
                        .count(),
                )
            })
            .collect();
        for (one, rank) in self.correlations.iter_mut().zip(ranks) {
            one.rank = rank;
        }
    }
}

/// Whether a value is above another by more than rounding.
fn is_above(value: f64, other: f64) -> bool {
    value > other + 1e-12
}
