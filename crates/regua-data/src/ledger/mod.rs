//! Ledgers: the tallies of a run as a Parquet file, one row for each system
//! and unit.
//!
//! | columns | type | |
//! |---|---|---|
//! | `system`, `id` | text | who the unit is |
//! | `references` | integer | how many references it has, where it can have any |
//! | the kept columns | text, integer, number or flag | what units are grouped by |
//! | `KEY.SLOT` | integer or number | one for each slot of each measure; null if unscored |
//! | `KEY.unscored` | text | why the unit has no tally; null if it has one |
//! | `hypotheses`, `reference_texts`, `source` | text | only if the texts are saved |
//!
//! The file's metadata say which measures these are: `regua.contents` holds
//! their keys, signatures, slots, and the text from which a registry builds
//! what it takes to read them. Not a place for readings: those are computed.

mod compact;
mod decode;
mod encode;
mod part;
mod reader;
mod schema;
mod writer;

pub use decode::LedgerBlock;
pub use encode::Texts;
pub use part::part_of;
pub use reader::{Blocks, Ledger, is_ledger};
pub use schema::{Contents, MeasureInfo, SlotInfo, SlotRole, SlotType};
pub use writer::Writer;

pub(crate) use compact::hex;
pub(crate) use part::Part;
pub(crate) use schema::difference;
pub(crate) use writer::chained;

/// The version of the layout that is written and read.
pub const SCHEMA_VERSION: u32 = 1;

/// How many blocks of units make a chunk of an unfinished ledger.
pub const BLOCKS_PER_CHUNK: usize = 64;
