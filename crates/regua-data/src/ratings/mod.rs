//! Human ratings: who judged which output of which system, and how.
//!
//! A table in any format that is read here (JSONL, CSV, TSV, Parquet, also
//! `.gz` and `.zst`), one rating a row, or one row for all aspects of an output:
//!
//! | column | holds |
//! |---|---|
//! | `system` | the system that is judged; may be left out where there is one |
//! | `segment`, else `id` or `item` | the id of the unit |
//! | `rater` | who judged; may be left out |
//! | `aspect` | what was looked at: adequacy, fluency, …; may be left out |
//! | `value` | the rating: a number, or a word of a nominal scale |
//!
//! ```
//! use regua_data::ratings::{RatingColumns, Ratings};
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("ratings.csv");
//! std::fs::write(&file, "system,segment,rater,adequacy,fluency\nipe,17,ana,4,5\nipe,18,ana,,3\n")?;
//! let columns = RatingColumns::parse(&["value=adequacy", "value=fluency"])?;
//! let ratings = Ratings::read(&[file.into()], None, &columns)?;
//! assert_eq!(ratings.rows.len(), 3);
//! assert_eq!(ratings.rows[1].aspect.as_deref(), Some("fluency"));
//! assert_eq!(ratings.rows[1].value.number(), Some(5.0));
//! assert_eq!(ratings.empty, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ratings keep the order of the file, and the same rater may judge the same
//! output twice. Not for rankings of outputs against each other: those are
//! [`rankings`](crate::rankings).

mod columns;
mod read;

use std::collections::HashSet;
use std::sync::Arc;

use regua_core::key::KeyValue;

pub use columns::RatingColumns;
pub(crate) use read::{get, segment_column};

use crate::error::{Error, Place};

/// Ratings, in the order of the files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ratings {
    /// The ratings.
    pub rows: Vec<Rating>,
    /// How many rows (of wide tables: cells) hold no value and were passed over.
    pub empty: u64,
    files: Vec<File>,
}

/// A file of ratings, as places in it are called.
#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    name: String,
    counted: &'static str,
}

/// One judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// The system that is judged, where the table says so.
    pub system: Option<Arc<str>>,
    /// The id of the unit that is judged.
    pub segment: Arc<str>,
    /// Who judged, where the table says so.
    pub rater: Option<Arc<str>>,
    /// What was looked at, where the table says so.
    pub aspect: Option<Arc<str>>,
    /// The judgement: a number or a word.
    pub value: KeyValue,
    file: u32,
    number: u64,
}

impl Ratings {
    /// Where a rating was read.
    pub fn place(&self, rating: &Rating) -> Place {
        let file = usize::try_from(rating.file).ok().and_then(|file| self.files.get(file));
        let (file, counted) =
            file.map_or((String::new(), "line"), |file| (file.name.clone(), file.counted));
        Place { file, counted, number: rating.number }
    }

    /// The rating as a number, for whoever cannot take a word.
    ///
    /// # Errors
    /// Names the place of a rating that is none.
    pub fn number(&self, rating: &Rating) -> Result<f64, Error> {
        rating.value.number().filter(|number| number.is_finite()).ok_or_else(|| Error::Row {
            place: self.place(rating),
            rule: format!("the rating `{}` is not a number", rating.value),
        })
    }

    /// The aspects, in the order in which they come up; one of them may be
    /// without a name.
    pub fn aspects(&self) -> Vec<Option<Arc<str>>> {
        let mut aspects = Vec::new();
        let mut seen = HashSet::new();
        for rating in &self.rows {
            if seen.insert(&rating.aspect) {
                aspects.push(rating.aspect.clone());
            }
        }
        aspects
    }
}
