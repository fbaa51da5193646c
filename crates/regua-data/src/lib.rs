//! Readers and ledgers: the way from files to measures, and what stays of a
//! run.
//!
//! A reader turns plain text, JSONL, CSV or Parquet into blocks of segments; a
//! ledger keeps the tallies of a run in a Parquet file, from which they can be
//! read again without the texts. [`measure`] does both, for units of any kind.
//!
//! ```
//! use std::sync::atomic::{AtomicBool, AtomicU64};
//!
//! use regua_core::{run::{Keyed, Options}, testing::Words};
//! use regua_data::{Files, Input, Ledger, Save, measure, open};
//!
//! # let folder = tempfile::tempdir()?;
//! # let (hypotheses, ledger) = (folder.path().join("sys.txt"), folder.path().join("out.parquet"));
//! std::fs::write(&hypotheses, "uma régua\nmede\n")?;
//! let files = Files::Lines {
//!     systems: vec![("sys".to_owned(), hypotheses)],
//!     references: vec![],
//!     source: None,
//! };
//! let mut source = open(&Input { files, ..Input::default() })?;
//! let measures = [Keyed { key: "words".to_owned(), measure: Box::new(Words::default()) }];
//! let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
//! let options = Options { threads: std::num::NonZero::<usize>::MIN, cancel: &cancel, done: &done, digest: false };
//! let save = Save::new(&ledger);
//! measure(&mut source, &measures, &options, Some(&save), |_, _| Ok(()))?;
//!
//! let ledger = Ledger::open(&ledger)?;
//! assert_eq!(ledger.units(), 2);
//! assert!(ledger.measures()[0].signature.starts_with("words|regua:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not the place for formats of one domain (suites, coreference files): those
//! live with their measures. Of the libraries, only this one names Arrow and Parquet.

pub mod annotated;
pub mod collected;
mod error;
mod input;
pub mod ledger;
mod parquet_file;
pub mod rankings;
pub mod ratings;
mod readers;
mod replay;
mod saving;
mod table_at;
mod text_column;
mod warnings;

pub use error::{Error, Place};
pub use input::{Columns, Files, Format, Input};
pub use ledger::{Ledger, Texts};
pub use parquet_file::panic_is_caught;
pub use rankings::{RankedUnits, Ranking, Rankings};
pub use ratings::{Rating, RatingColumns, Ratings};
pub use readers::{REFERENCE_SET, SegmentSource, UNITS_PER_BLOCK, open};
pub use saving::{Done, Save, TextsOf, measure};
pub use table_at::{MemoryTable, TableAt};
pub use text_column::TextColumn;
