//! Relative rankings: which of two outputs people found better.
//!
//! A table in any format that is read here, one comparison a row, in one of two
//! shapes:
//!
//! | column | by name | with texts (JSONL, Parquet) |
//! |---|---|---|
//! | `segment`, else `id` or `item` | the id of the unit | the same; the number of the line if there is none |
//! | `better`, `worse` | names of systems | objects `{"system": …, "text": …}` |
//! | `reference` or `references`, `source` | not read | what the texts are measured against |
//!
//! A file with texts is an input by itself: both texts of each row are
//! [units](RankedUnits) to be measured.
//!
//! ```
//! use regua_data::rankings::Rankings;
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("rankings.csv");
//! std::fs::write(&file, "segment,better,worse\n17,ipe,jaca\n")?;
//! let rankings = Rankings::read(&[file.into()], None)?;
//! assert_eq!(&*rankings.rows[0].better, "ipe");
//! assert!(rankings.units.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not for ratings on a scale: those are [`ratings`](crate::ratings).

mod read;
mod units;

use std::sync::Arc;

pub(crate) use units::RankedSource;
pub use units::RankedUnits;

/// Comparisons, in the order of the files.
#[derive(Debug, Clone, Default)]
pub struct Rankings {
    /// The comparisons.
    pub rows: Vec<Ranking>,
    /// The outputs that were compared, where the files hold them.
    pub units: Option<Arc<RankedUnits>>,
}

/// One comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// The id of the unit.
    pub segment: Arc<str>,
    /// The system whose output was found better.
    pub better: Arc<str>,
    /// The other system.
    pub worse: Arc<str>,
}
