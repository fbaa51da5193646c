//! The vocabulary of Régua: units, measures, tallies, readings, runs.
//!
//! Every measurement is a sum. A [`Measure`] reduces each unit to a *tally*, a
//! short row of named numbers; tallies add up; readings are computed from a
//! tally, whether it came from one unit or from a million.
//!
//! ```
//! use regua_core::{MeasureExt, Segment, testing::Words};
//!
//! let texts = ["uma régua".into(), "duas".into()];
//! let units = texts.each_ref().map(|text| Segment {
//!     hypotheses: std::slice::from_ref(text),
//!     ..Segment::default()
//! });
//! let score = Words::default().score(&units)?;
//! assert_eq!(score.get("words"), Some(3.0));
//! # Ok::<(), regua_core::Error>(())
//! ```
//!
//! Not the place for anything that reads files or knows a language: this crate
//! has no opinion on what is measured.

pub mod batch;
pub mod beam;
pub mod bins;
pub mod comparison;
pub mod entry;
pub mod error;
pub mod exact;
pub mod fit;
pub mod fit_file;
pub mod group;
pub mod key;
pub mod mean;
pub mod measure;
pub mod partial;
pub mod reading;
pub mod registry;
pub mod resample;
pub mod rows;
pub mod run;
pub mod settings;
pub mod signature;
pub mod slot;
pub mod spec;
pub mod statistic;
pub mod tally;
pub mod testing;
pub mod text;
pub mod unit;
mod wrap;

pub use batch::Batch;
pub use entry::{AnyMeasure, Built, Entry};
pub use error::Error;
pub use fit::Fit;
pub use measure::{Collected, Measure, MeasureExt, Needs, Reader, Schedule, Score};
pub use reading::{Direction, Reading, ReadingInfo, Readings, Scale};
pub use registry::Registry;
pub use rows::Rows;
pub use settings::Settings;
pub use signature::Signature;
pub use slot::{Cell, Slot};
pub use spec::Spec;
pub use statistic::LedgerStatistic;
pub use tally::{Sum, Tally, TallyRow};
pub use unit::{
    Hypothesis, Labelled, Labels, Marks, Segment, Segments, Span, SpanText, SpanTexts, UnitKind,
};

/// The version that stands in every signature.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
