//! Tables: files with named columns, whatever their format.
//!
//! The first block decides which columns are kept; from then on every block is
//! read by the same [`Plan`].

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use regua_core::Segments;
use regua_core::run::{Block, Raw, RawBlock, Source};

use super::UNITS_PER_BLOCK;
use super::block::{Builder, Making};
use super::delimited::Delimited;
use super::jsonl::Jsonl;
use super::memory::MemoryRows;
use super::parquet::ParquetTable;
use super::row::Row;
use super::value::Object;
use crate::error::{Error, Place};
use crate::input::{Columns, Format, Input, Role};
use crate::table_at::TableAt;
use crate::warnings::Warnings;

/// A file of some format, read some rows at a time.
pub(super) trait TableFile: Send {
    /// The next rows; `None` after the last.
    fn next_rows(&mut self) -> Result<Option<Box<dyn RawRows>>, Error>;
}

/// Rows that are still to be parsed.
pub(super) trait RawRows: Send {
    /// Where the first of them is.
    fn first_place(&self) -> Place;

    /// Tells which columns there are. What is broken is left for
    /// [`RawRows::decode`] to tell.
    fn survey(&self, survey: &mut Survey);

    /// Parses the rows into units.
    fn decode(&self, plan: &Plan, builder: &mut Builder) -> Result<(), Error>;

    /// Shows the rows as they are, one after the other.
    fn each(&self, look: &mut LookAtRow<'_>) -> Result<(), Error>;
}

/// What is shown the rows of a table.
pub(crate) type LookAtRow<'l> = dyn FnMut(PlainRow<'_>) -> Result<(), Error> + 'l;

/// A row whose columns have no meaning yet. Cells of delimited text are texts.
pub(crate) struct PlainRow<'a> {
    /// The number of its line, or row where there are no lines.
    pub(crate) number: u64,
    /// Where it is.
    pub(crate) place: &'a dyn Fn() -> Place,
    /// Names and values.
    pub(crate) values: Object<'a>,
}

/// Opens one table. What is in memory has no format.
pub(super) fn open_file(
    table: &TableAt,
    format: Option<Format>,
    counter: &Arc<AtomicU64>,
) -> Result<Box<dyn TableFile>, Error> {
    let path = match table {
        TableAt::Memory(table) => return Ok(Box::new(MemoryRows::new(table))),
        TableAt::File(path) => path,
    };
    Ok(match format.map_or_else(|| Format::of(path), Ok)? {
        Format::Jsonl => Box::new(Jsonl::open(path, counter)?),
        Format::Csv => Box::new(Delimited::open(path, b',', counter)?),
        Format::Tsv => Box::new(Delimited::open(path, b'\t', counter)?),
        Format::Parquet => Box::new(ParquetTable::open(path, Arc::clone(counter))?),
    })
}

/// What a column is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    Read(Role),
    /// Kept, at this position.
    Kept(usize),
    Ignored,
    /// Not met in the first block.
    New,
}

/// How the rows of one file are read.
pub(super) struct Plan {
    usages: Arc<HashMap<String, Usage>>,
    pub(super) kept: usize,
    pub(super) columns: Arc<Columns>,
    /// The system of rows that do not name one.
    pub(super) system: Arc<str>,
    warnings: Warnings,
}

impl Plan {
    /// What a column is used for.
    pub(super) fn usage(&self, column: &str) -> Usage {
        self.usages.get(column).copied().unwrap_or_else(|| {
            // A role may be filled for the first time far into the file.
            self.columns.role(column).map_or(Usage::New, Usage::Read)
        })
    }

    /// An empty row.
    pub(super) fn row<'a>(&self) -> Row<'a> {
        Row::new(self.kept)
    }

    /// Notes that a value was not read.
    pub(super) fn note_new(&self, column: &str) {
        self.warnings.note(format!(
            "the column `{column}` comes up only after the first {UNITS_PER_BLOCK} rows and is not kept"
        ));
    }

    /// Notes that a value cannot be kept.
    pub(super) fn note_nested(&self, column: &str) {
        self.warnings
            .note(format!("the column `{column}` holds a value that is neither text, number nor flag, which is not kept"));
    }
}

/// The columns of the first block.
#[derive(Default)]
pub(super) struct Survey {
    /// Names in order of appearance, and whether all values can be kept.
    columns: Vec<(String, bool)>,
    positions: HashMap<String, usize>,
}

impl Survey {
    /// Adds what is known of a column.
    pub(super) fn add(&mut self, column: &str, is_scalar: bool) {
        if let Some(&position) = self.positions.get(column) {
            self.columns[position].1 &= is_scalar;
        } else {
            self.positions.insert(column.to_owned(), self.columns.len());
            self.columns.push((column.to_owned(), is_scalar));
        }
    }
}

/// Files of tables, one after the other.
pub(super) struct Table {
    tables: std::vec::IntoIter<TableAt>,
    format: Option<Format>,
    counter: Arc<AtomicU64>,
    making: Making,
    columns: Arc<Columns>,
    warnings: Warnings,
    open: Option<OpenTable>,
    planned: Option<Planned>,
    waiting: Option<RawTable>,
}

struct OpenTable {
    file: Box<dyn TableFile>,
    name: String,
    plan: Option<Arc<Plan>>,
    system: Arc<str>,
    started: bool,
}

/// What the first block has decided for all files.
struct Planned {
    usages: Arc<HashMap<String, Usage>>,
    kept: Vec<String>,
}

impl Table {
    pub(super) fn open(
        input: &Input,
        tables: &[TableAt],
        format: Option<Format>,
        columns: &Columns,
        warnings: Warnings,
    ) -> Result<Self, Error> {
        if tables.is_empty() {
            return Err(Error::NoInput);
        }
        // A name that tells no format is told before anything is read.
        if format.is_none() {
            tables
                .iter()
                .filter_map(TableAt::path)
                .try_for_each(|path| Format::of(path).map(drop))?;
        }
        let mut table = Self {
            tables: Vec::from(tables).into_iter(),
            format,
            counter: Arc::clone(&input.bytes_read),
            making: input.into(),
            columns: Arc::new(columns.clone()),
            warnings,
            open: None,
            planned: None,
            waiting: None,
        };
        table.open = table.open_next()?;
        Ok(table)
    }

    fn open_next(&mut self) -> Result<Option<OpenTable>, Error> {
        let Some(table) = self.tables.next() else { return Ok(None) };
        let file = open_file(&table, self.format, &self.counter)?;
        let system = table.system().into();
        Ok(Some(OpenTable { file, name: table.name(), plan: None, system, started: false }))
    }

    fn next_block(&mut self) -> Result<Option<RawTable>, Error> {
        loop {
            let Some(open) = &mut self.open else { return Ok(None) };
            if let Some(rows) = open.file.next_rows()? {
                open.started = true;
                if self.planned.is_none() {
                    let planned = plan(&*rows, &self.columns, &self.making, &self.warnings)?;
                    self.planned = Some(planned);
                }
                let plan = open.plan.get_or_insert_with(|| {
                    let (usages, kept) =
                        self.planned.as_ref().map_or_else(Default::default, |all| {
                            let own = all.kept.len() - self.making.added_columns().len();
                            (Arc::clone(&all.usages), own)
                        });
                    Arc::new(Plan {
                        usages,
                        kept,
                        columns: Arc::clone(&self.columns),
                        system: Arc::clone(&open.system),
                        warnings: self.warnings.clone(),
                    })
                });
                return Ok(Some(RawTable {
                    rows,
                    plan: Arc::clone(plan),
                    making: self.making.clone(),
                }));
            }
            if !open.started {
                return Err(Error::Empty { file: open.name.clone() });
            }
            self.open = self.open_next()?;
        }
    }
}

/// Decides what each column of the first block is used for.
fn plan(
    rows: &dyn RawRows,
    columns: &Columns,
    making: &Making,
    warnings: &Warnings,
) -> Result<Planned, Error> {
    let mut survey = Survey::default();
    rows.survey(&mut survey);
    let known = || survey.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    for (role, column) in columns.named() {
        if !survey.columns.is_empty() && !survey.positions.contains_key(column) {
            return Err(Error::NoColumn {
                place: rows.first_place(),
                column: column.to_owned(),
                role: role.name(),
                known: known(),
            });
        }
    }
    let is_hypothesis =
        |name: &str| matches!(columns.role(name), Some(Role::Hypothesis | Role::Hypotheses));
    if !survey.columns.is_empty() && !survey.columns.iter().any(|(name, _)| is_hypothesis(name)) {
        let (role, column) = columns.hypothesis();
        return Err(Error::NoColumn {
            place: rows.first_place(),
            column: column.to_owned(),
            role: role.name(),
            known: known(),
        });
    }
    let mut usages = HashMap::new();
    let mut kept = Vec::new();
    for (column, is_scalar) in &survey.columns {
        let usage = if let Some(role) = columns.role(column) {
            Usage::Read(role)
        } else if Role::named(column).is_some() {
            warnings.note(format!("the column `{column}` is not read: another is named for it"));
            Usage::Ignored
        } else if !is_scalar {
            warnings.note(format!("the column `{column}` holds values that are neither texts, numbers nor flags and is not kept"));
            Usage::Ignored
        } else {
            kept.push(column.clone());
            Usage::Kept(kept.len() - 1)
        };
        usages.insert(column.clone(), usage);
    }
    for added in making.added_columns() {
        if kept.contains(&added) {
            return Err(Error::Row {
                place: rows.first_place(),
                rule: format!(
                    "there is a column `{added}`, where the options add one of that name"
                ),
            });
        }
        kept.push(added);
    }
    Ok(Planned { usages: Arc::new(usages), kept })
}

impl Source<Segments> for Table {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        if self.planned.is_none() {
            self.waiting = self.next_block()?;
        }
        Ok(self.planned.as_ref().map(|planned| planned.kept.clone()).unwrap_or_default())
    }

    fn fetch(&mut self) -> Result<Option<Raw<Segments, Error>>, Error> {
        let raw = match self.waiting.take() {
            Some(waiting) => Some(waiting),
            None => self.next_block()?,
        };
        Ok(raw.map(|raw| Box::new(raw) as Raw<Segments, Error>))
    }
}

struct RawTable {
    rows: Box<dyn RawRows>,
    plan: Arc<Plan>,
    making: Making,
}

impl RawBlock<Segments, Error> for RawTable {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<Segments>>, Error> {
        let mut builder = Builder::new(self.making);
        self.rows.decode(&self.plan, &mut builder)?;
        Ok(builder.finish())
    }
}
