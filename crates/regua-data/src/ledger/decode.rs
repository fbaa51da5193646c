//! Columns as units and rows.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, Float64Array, Int64Array, RecordBatch};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::slot::{Slot, SlotKind};
use regua_core::{Cell, Rows};

use super::encode::Texts;
use super::schema::{ColumnType, KEY_COLUMNS, TEXT_COLUMNS};

/// Some units of a ledger with their rows.
#[derive(Debug)]
pub struct LedgerBlock {
    /// Who the units are.
    pub keys: Vec<UnitKey>,
    /// Their rows, one [`Rows`] for each measure.
    pub rows: Vec<Rows>,
    /// Their texts, if those were saved.
    pub texts: Option<Vec<Texts>>,
}

/// Reads a batch whose schema has been checked.
///
/// # Errors
/// What does not fit, and at which row of the batch.
pub(super) fn block(
    batch: &RecordBatch,
    types: &[ColumnType],
    measures: &[Arc<[Slot]>],
    has_texts: bool,
) -> Result<LedgerBlock, (usize, String)> {
    let columns = batch.columns();
    let keys = keys(&columns[..KEY_COLUMNS + types.len()], types, batch.num_rows())?;
    let mut from = KEY_COLUMNS + types.len();
    let mut rows = Vec::with_capacity(measures.len());
    for slots in measures {
        let to = from + slots.len() + 1;
        rows.push(tallies(&columns[from..to], slots, batch.num_rows())?);
        from = to;
    }
    let texts = has_texts.then(|| texts(&columns[from..from + TEXT_COLUMNS], batch.num_rows()));
    Ok(LedgerBlock { keys, rows, texts })
}

fn keys(
    columns: &[ArrayRef],
    types: &[ColumnType],
    units: usize,
) -> Result<Vec<UnitKey>, (usize, String)> {
    let systems = columns[0].as_string::<i32>();
    let ids = columns[1].as_string::<i32>();
    let references = columns[2].as_primitive::<Int64Type>();
    let mut system: Arc<str> = "".into();
    let mut keys = Vec::with_capacity(units);
    for unit in 0..units {
        if systems.is_null(unit) || ids.is_null(unit) {
            return Err((unit, "the system or the id is missing".to_owned()));
        }
        if *system != *systems.value(unit) {
            system = systems.value(unit).into();
        }
        let count = references.is_valid(unit).then(|| u32::try_from(references.value(unit)));
        let references = count
            .transpose()
            .map_err(|_| (unit, format!("it has {} references", references.value(unit))))?;
        let values = columns[KEY_COLUMNS..].iter().zip(types);
        keys.push(UnitKey {
            id: ids.value(unit).to_owned(),
            system: Arc::clone(&system),
            references,
            columns: values.map(|(column, kind)| kept(column, *kind, unit)).collect(),
        });
    }
    Ok(keys)
}

fn kept(column: &ArrayRef, kind: ColumnType, unit: usize) -> KeyValue {
    if column.is_null(unit) {
        return KeyValue::Missing;
    }
    match kind {
        ColumnType::Missing | ColumnType::Text => {
            KeyValue::Text(column.as_string::<i32>().value(unit).to_owned())
        }
        ColumnType::Flag => KeyValue::Flag(column.as_boolean().value(unit)),
        ColumnType::Integer | ColumnType::LargeInteger => {
            KeyValue::Integer(column.as_primitive::<Int64Type>().value(unit))
        }
        ColumnType::Number => KeyValue::Number(column.as_primitive::<Float64Type>().value(unit)),
    }
}

fn tallies(
    columns: &[ArrayRef],
    slots: &Arc<[Slot]>,
    units: usize,
) -> Result<Rows, (usize, String)> {
    let (cells, reasons) = columns.split_at(slots.len());
    let reasons = reasons[0].as_string::<i32>();
    let columns: Vec<Numbers<'_>> =
        cells.iter().zip(slots.iter()).map(|(column, slot)| Numbers::of(column, slot)).collect();
    let mut rows = Rows::new(Arc::clone(slots), units);
    let mut row = Vec::with_capacity(slots.len());
    for unit in 0..units {
        if reasons.is_valid(unit) {
            rows.unscored(unit, reasons.value(unit).to_owned());
            continue;
        }
        row.clear();
        for (column, slot) in columns.iter().zip(slots.iter()) {
            match column.cell(unit).filter(|cell| cell.fits(slot.kind)) {
                Some(cell) => row.push(cell),
                None => return Err((unit, format!("the slot `{}` has no number", slot.name))),
            }
        }
        rows.set_cells(unit, &row);
    }
    Ok(rows)
}

/// A column of numbers of a known type.
enum Numbers<'a> {
    Counts(&'a Int64Array),
    Reals(&'a Float64Array),
}

impl<'a> Numbers<'a> {
    fn of(column: &'a ArrayRef, slot: &Slot) -> Self {
        match slot.kind {
            SlotKind::Count => Self::Counts(column.as_primitive::<Int64Type>()),
            SlotKind::Real => Self::Reals(column.as_primitive::<Float64Type>()),
        }
    }

    /// The number of a unit, if it has one.
    fn cell(&self, unit: usize) -> Option<Cell> {
        match self {
            Self::Counts(column) => column.is_valid(unit).then(|| Cell::Count(column.value(unit))),
            Self::Reals(column) => column.is_valid(unit).then(|| Cell::Real(column.value(unit))),
        }
    }
}

fn texts(columns: &[ArrayRef], units: usize) -> Vec<Texts> {
    let list = |column: &ArrayRef, unit: usize| -> Vec<String> {
        let texts = column.as_list::<i32>().value(unit);
        texts.as_string::<i32>().iter().flatten().map(str::to_owned).collect()
    };
    let sources = columns[2].as_string::<i32>();
    (0..units)
        .map(|unit| Texts {
            hypotheses: list(&columns[0], unit),
            references: list(&columns[1], unit),
            source: sources.is_valid(unit).then(|| sources.value(unit).to_owned()),
        })
        .collect()
}
