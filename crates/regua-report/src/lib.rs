//! Readings on paper: tables for the terminal, JSON, CSV, Markdown, LaTeX, HTML.
//!
//! This crate draws what it is given and never imports a measure.
//!
//! ```
//! use regua_report::table::{Align, Table};
//!
//! let mut table = Table::new([("system", Align::Left), ("bleu", Align::Right)]);
//! table.row(["ipê", "63.8"]);
//! assert_eq!(table.to_markdown(), "| system | bleu |\n| --- | ---: |\n| ipê | 63.8 |\n");
//! ```
//!
//! Not for plots, beside bars and intervals for the terminal.

mod bars;
pub mod comparison;
pub mod contrast;
pub mod correlation;
pub mod format;
mod html;
pub mod json;
mod label_table;
pub mod matrix;
pub mod rating_lines;
pub mod ratings;
mod score_html;
mod score_table;
pub mod scores;
pub mod segments;
pub mod spread;
pub mod table;

pub use comparison::ComparisonReport;
pub use correlation::CorrelationReport;
pub use format::Format;
pub use matrix::ConfusionMatrix;
pub use scores::{MeasureInfo, ScoreReport};
pub use spread::ResamplingNote;
pub use table::Table;
