//! Writing a ledger block by block.

use std::path::Path;
use std::time::{Duration, Instant};

use arrow_array::ArrayRef;
use regua_core::Rows;
use regua_core::key::UnitKey;
use regua_core::unit::Digest;

use super::BLOCKS_PER_CHUNK;
use super::compact::LedgerFile;
use super::encode::{self, Texts};
use super::part::{Chunk, Part};
use super::schema::{ColumnType, Contents};
use crate::error::{Error, name_of};

/// A chunk is finished after this time even if it is small: of a slow measure
/// no more work than that can be lost.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Writes a ledger.
///
/// Dropping a writer leaves the folder of finished chunks as it is, for a later
/// run to go on from; [`Writer::finish`] makes it one file.
///
/// ```
/// use regua_core::{Rows, Reader, Segments, key::UnitKey, slot::Cell, testing::Words};
/// use regua_data::ledger::{Contents, Ledger, Writer};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words.parquet");
/// let words = Words::default();
/// let contents = Contents::new::<Segments>([("words", &words as &dyn Reader)], vec![], false);
/// let mut writer = Writer::create(&path, contents)?;
/// let key = UnitKey { id: "1".into(), system: "sys".into(), references: None, columns: vec![] };
/// let mut rows = Rows::new(words.slots().into(), 1);
/// rows.set_cells(0, &[Cell::Count(3)]);
/// writer.add(&[key], &[rows], None, 0)?;
/// writer.finish()?;
/// assert_eq!(Ledger::open(&path)?.units(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer {
    part: Part,
    waiting: Vec<Block>,
    since: Instant,
    digest: u128,
    blocks_per_chunk: usize,
}

/// A block that is not in a chunk yet. Its tallies are kept as columns, which
/// take half the memory of rows.
struct Block {
    keys: Vec<UnitKey>,
    columns: Vec<ArrayRef>,
}

impl Writer {
    /// Starts a ledger. The file itself comes into being when it is finished.
    ///
    /// # Errors
    /// Fails if another run is at work on the same ledger, if an earlier one
    /// left it unfinished, or if two of its columns would share a name.
    pub fn create(path: &Path, contents: Contents) -> Result<Self, Error> {
        if let Some(earlier) = Part::open(path)?
            && !earlier.chunks().is_empty()
        {
            return Err(Error::Unfinished { folder: name_of(&super::part_of(path)) });
        }
        Self::start(path, contents)
    }

    /// Starts a ledger whatever an earlier run left behind.
    pub(crate) fn start(path: &Path, contents: Contents) -> Result<Self, Error> {
        super::schema::schema(&contents, &vec![ColumnType::Missing; contents.columns.len()])
            .map_err(|column| Error::Save {
                file: name_of(path),
                rule: format!("two of its columns would be called `{column}`"),
            })?;
        if path.is_dir() {
            return Err(Error::Folder { file: name_of(path) });
        }
        Ok(Self::go_on(Part::create(path, contents)?, 0))
    }

    /// Goes on after the chunks of an earlier run, whose digest this is.
    pub(crate) fn go_on(part: Part, digest: u128) -> Self {
        Self {
            part,
            waiting: Vec::new(),
            since: Instant::now(),
            digest,
            blocks_per_chunk: BLOCKS_PER_CHUNK,
        }
    }

    /// Makes chunks of another number of blocks than usual.
    #[must_use]
    pub fn with_blocks_per_chunk(self, blocks: usize) -> Self {
        Self { blocks_per_chunk: blocks.max(1), ..self }
    }

    /// Adds a block: units, a [`Rows`] for each measure, the texts if they are
    /// to be saved, and the block's hash.
    ///
    /// # Errors
    /// Fails if the block does not fit the ledger or the disk is full.
    pub fn add(
        &mut self,
        keys: &[UnitKey],
        rows: &[Rows],
        texts: Option<&[Texts]>,
        digest: u128,
    ) -> Result<(), Error> {
        let contents = self.part.contents();
        let fits = rows.len() == contents.measures.len()
            && rows.iter().all(|rows| rows.len() == keys.len())
            && texts.map(<[_]>::len) == contents.texts.then_some(keys.len());
        if !fits {
            return Err(Error::Save {
                file: name_of(self.part.ledger()),
                rule: "a block does not have a row for each unit and measure".to_owned(),
            });
        }
        let mut columns: Vec<ArrayRef> = rows.iter().flat_map(encode::rows).collect();
        columns.extend(texts.map(encode::texts).into_iter().flatten());
        self.waiting.push(Block { keys: keys.to_vec(), columns });
        self.digest = chained(self.digest, digest, keys.len());
        if self.waiting.len() >= self.blocks_per_chunk || self.since.elapsed() >= LONGEST_WAIT {
            self.flush()?;
        }
        Ok(())
    }

    /// Finishes a chunk with all blocks so far, so that they are safe.
    ///
    /// # Errors
    /// Fails if the disk is full.
    pub fn flush(&mut self) -> Result<(), Error> {
        let blocks = std::mem::take(&mut self.waiting);
        self.since = Instant::now();
        if blocks.is_empty() {
            return Ok(());
        }
        let contents = self.part.contents().clone();
        let keys = blocks.iter().flat_map(|block| &block.keys);
        let types = ColumnType::of_columns(contents.columns.len(), keys);
        let units = blocks.iter().map(|block| block.keys.len() as u64).sum();
        let digest = self.digest;
        let chunk = Chunk::new(blocks.len() as u64, units, digest, types.clone());
        self.part.add(chunk, |path| {
            let mut file = LedgerFile::create(path, &contents, &types, digest)?;
            for block in blocks {
                let mut columns = encode::keys(&block.keys, &types);
                columns.extend(block.columns);
                file.add(&columns)?;
            }
            file.finish()
        })
    }

    /// Makes the ledger one file.
    ///
    /// # Errors
    /// Fails if the disk is full or the file cannot be put in its place.
    pub fn finish(mut self) -> Result<(), Error> {
        self.flush()?;
        self.part.finish(self.digest)
    }

    /// Gives up: removes all that was written. A finished file of the same
    /// name stays as it is.
    ///
    /// # Errors
    /// Fails if the folder cannot be removed.
    pub fn abandon(self) -> Result<(), Error> {
        self.part.remove()
    }
}

/// The hash of an input that goes on with a block of so many units.
pub(crate) fn chained(before: u128, block: u128, units: usize) -> u128 {
    let mut digest = Digest::default();
    digest.bytes(&before.to_le_bytes());
    digest.bytes(&block.to_le_bytes());
    digest.number(units as u64);
    digest.finish()
}
