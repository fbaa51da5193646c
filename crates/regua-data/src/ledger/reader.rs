//! Reading ledgers, wherever they come from.

use std::path::Path;
use std::sync::Arc;

use arrow_schema::DataType;
use regua_core::slot::Slot;
use regua_core::{Reader, Registry};
use serde::de::DeserializeOwned;

use super::SCHEMA_VERSION;
use super::compact::{COLUMN_TYPES, CONTENTS, INPUT, SCHEMA, VERSION};
use super::decode::{self, LedgerBlock};
use super::schema::{ColumnType, Contents, MeasureInfo, SlotInfo, schema};
use crate::error::Error;
use crate::parquet_file::{Batches, ParquetFile};

const UNITS_PER_BLOCK: usize = 4096;

/// Whether a file calls itself a ledger; it may still be damaged.
pub fn is_ledger(path: &Path) -> bool {
    ParquetFile::open(path).is_ok_and(|file| file.note(SCHEMA).is_some())
}

/// A ledger that has been opened.
///
/// Opening checks that every column is there with the right type; reading
/// checks every value. A file that is damaged or not a ledger is an error.
pub struct Ledger {
    file: ParquetFile,
    contents: Contents,
    types: Vec<ColumnType>,
    version: String,
    fingerprint: String,
}

impl Ledger {
    /// Opens a ledger.
    ///
    /// # Errors
    /// Fails if the file is not Parquet, not a ledger, or of a layout that is
    /// not known here.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = ParquetFile::open(path)?;
        let not = |rule: String| Error::NotLedger { file: file.name().to_owned(), rule };
        let Some(version) = file.note(SCHEMA) else {
            return Err(not("it is a Parquet file of another kind".to_owned()));
        };
        if version != SCHEMA_VERSION.to_string() {
            return Err(not(format!(
                "its layout is {version}, and only {SCHEMA_VERSION} is known here"
            )));
        }
        let contents: Contents = note(&file, CONTENTS)?;
        let types: Vec<ColumnType> = note(&file, COLUMN_TYPES)?;
        if types.len() != contents.columns.len() {
            return Err(not(format!("its metadata `{COLUMN_TYPES}` do not fit its columns")));
        }
        let wanted = schema(&contents, &types)
            .map_err(|column| not(format!("it has two columns `{column}`")))?;
        let found = file.schema();
        for (position, field) in wanted.fields().iter().enumerate() {
            let is_there = found.fields().get(position).is_some_and(|mine| {
                mine.name() == field.name() && same_type(mine.data_type(), field.data_type())
            });
            if !is_there {
                let (name, kind) = (field.name(), field.data_type());
                return Err(not(format!(
                    "column {} is not `{name}` of the type {kind}",
                    position + 1
                )));
            }
        }
        if found.fields().len() > wanted.fields().len() {
            return Err(not("it has more columns than its measures".to_owned()));
        }
        let version = file.note(VERSION).unwrap_or_default().to_owned();
        let fingerprint = file.note(INPUT).unwrap_or_default().to_owned();
        Ok(Self { file, contents, types, version, fingerprint })
    }

    /// What it holds beside its rows.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The measures.
    pub fn measures(&self) -> &[MeasureInfo] {
        &self.contents.measures
    }

    /// The names of the kept columns.
    pub fn columns(&self) -> &[String] {
        &self.contents.columns
    }

    /// How many units it has, over all systems.
    pub fn units(&self) -> u64 {
        self.file.rows()
    }

    /// The version of Régua that made it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A hash of the input that it was made of, in hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The rows, from the first to the last; each call starts anew.
    ///
    /// # Errors
    /// Fails if the file cannot be read any more.
    pub fn blocks(&self) -> Result<Blocks, Error> {
        Ok(Blocks {
            name: self.file.name().to_owned(),
            batches: self.file.batches(UNITS_PER_BLOCK)?,
            types: self.types.clone(),
            slots: self.contents.measures.iter().map(MeasureInfo::slots).collect(),
            has_texts: self.contents.texts,
            units: 0,
        })
    }

    /// What it takes to read the rows of each measure.
    ///
    /// # Errors
    /// Fails if the registry does not know a measure, or knows it with other
    /// slots.
    pub fn readers(&self, registry: &Registry) -> Result<Vec<Arc<dyn Reader>>, Error> {
        let reader = |measure: &MeasureInfo| {
            let reader: Arc<dyn Reader> =
                registry.reader_of(&measure.spec()?, &measure.slots())?.into();
            let slots: Vec<SlotInfo> = reader.slots().iter().map(SlotInfo::from).collect();
            let agree = slots.len() == measure.slots.len()
                && slots.iter().zip(&measure.slots).all(|(mine, saved)| mine.agrees(saved));
            if agree {
                return Ok(reader);
            }
            let rule = format!(
                "the slots of {} are not those of {}",
                measure.signature,
                reader.signature()
            );
            Err(Error::NotLedger { file: self.file.name().to_owned(), rule })
        };
        self.contents.measures.iter().map(reader).collect()
    }
}

fn note<T: DeserializeOwned>(file: &ParquetFile, key: &str) -> Result<T, Error> {
    let parsed = file.note(key).and_then(|text| serde_json::from_str(text).ok());
    parsed.ok_or_else(|| Error::NotLedger {
        file: file.name().to_owned(),
        rule: format!("its metadata `{key}` cannot be read"),
    })
}

fn same_type(mine: &DataType, wanted: &DataType) -> bool {
    match (mine, wanted) {
        (DataType::List(mine), DataType::List(wanted)) => mine.data_type() == wanted.data_type(),
        _ => mine == wanted,
    }
}

/// The rows of a ledger, some at a time.
pub struct Blocks {
    name: String,
    batches: Batches,
    types: Vec<ColumnType>,
    slots: Vec<Arc<[Slot]>>,
    has_texts: bool,
    units: u64,
}

impl Iterator for Blocks {
    type Item = Result<LedgerBlock, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.batches.next()? {
            Ok(batch) => batch,
            Err(error) => return Some(Err(error)),
        };
        let block = decode::block(&batch, &self.types, &self.slots, self.has_texts);
        let block = block.map_err(|(row, rule)| Error::Damaged {
            file: self.name.clone(),
            rule: format!("row {}: {rule}", self.units + row as u64 + 1),
        });
        self.units += batch.num_rows() as u64;
        Some(block)
    }
}
