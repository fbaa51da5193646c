//! Tables that are in memory already.

use std::sync::Arc;

use super::UNITS_PER_BLOCK;
use super::parquet::RawBatch;
use super::table::{RawRows, TableFile};
use crate::error::Error;
use crate::table_at::MemoryTable;

/// The rows of a table in memory, a block at a time. Nothing is copied.
pub(super) struct MemoryRows {
    name: Arc<str>,
    table: Arc<MemoryTable>,
    batch: usize,
    /// Rows of the batch that have been given.
    given: usize,
    /// Rows of the batches before it.
    before: u64,
}

impl MemoryRows {
    pub(super) fn new(table: &Arc<MemoryTable>) -> Self {
        let name = table.name.as_str().into();
        Self { name, table: Arc::clone(table), batch: 0, given: 0, before: 0 }
    }
}

impl TableFile for MemoryRows {
    fn next_rows(&mut self) -> Result<Option<Box<dyn RawRows>>, Error> {
        // A table without rows has columns to look at, and gives one block of none.
        let gives_none = self.batch == 0 && self.table.rows() == 0;
        while let Some(batch) = self.table.batches.get(self.batch) {
            let rows = UNITS_PER_BLOCK.min(batch.num_rows() - self.given);
            if gives_none {
                self.batch = self.table.batches.len();
                return Ok(Some(Box::new(RawBatch::new(&self.name, batch.clone(), 0))));
            }
            if rows > 0 {
                let slice = batch.slice(self.given, rows);
                let rows_before = self.before + self.given as u64;
                self.given += rows;
                return Ok(Some(Box::new(RawBatch::new(&self.name, slice, rows_before))));
            }
            self.before += self.given as u64;
            (self.batch, self.given) = (self.batch + 1, 0);
        }
        Ok(None)
    }
}
