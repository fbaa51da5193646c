//! Labels and spans: gold annotations beside those of systems.
//!
//! What is read is held in memory, as few numbers a unit: gold and predictions
//! may have to be joined by their ids, and measures of labels look at them
//! twice. [`HeldSource`] hands the units to a run as blocks.
//!
//! ```
//! use regua_data::annotated::labels::{LabelFiles, LabelItems};
//!
//! # let folder = tempfile::tempdir()?;
//! # let (gold, system) = (folder.path().join("gold.txt"), folder.path().join("ipe.txt"));
//! std::fs::write(&gold, "bom\nruim\n")?;
//! std::fs::write(&system, "bom\nbom\n")?;
//! let files = LabelFiles::Lines { gold, systems: vec![("ipe".to_owned(), system)] };
//! let items = LabelItems::read(&files, None, &[] as &[&str])?;
//! assert_eq!((items.len(), items.has_probabilities()), (2, false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not for texts to be measured: those are read block by block.

mod held;
mod keys;
pub mod labels;
mod rows;
pub mod spans;

pub use self::held::{HeldSource, HeldUnits, Look};
