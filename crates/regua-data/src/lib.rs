//! regua-data

mod error;
mod input;
mod parquet_file;
mod readers;
mod warnings;

pub use error::{Error, Place};
pub use input::{Columns, Files, Format, Input};
pub use readers::{REFERENCE_SET, SegmentSource, UNITS_PER_BLOCK, open};
