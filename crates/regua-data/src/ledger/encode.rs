//! Units and rows as columns.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, Int64Array, StringArray};
use arrow_schema::{DataType, Field};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::slot::SlotKind;
use regua_core::{Cell, Rows, Segment};

use super::schema::ColumnType;

/// The texts of a unit, where they are saved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// What the system wrote.
    pub hypotheses: Vec<String>,
    /// What it could have written.
    pub references: Vec<String>,
    /// What it was given to work on.
    pub source: Option<String>,
}

impl Texts {
    /// The texts of a segment.
    pub fn of_segment(segment: &Segment<'_>) -> Self {
        Self {
            hypotheses: segment.hypotheses.iter().map(|one| one.text.to_owned()).collect(),
            references: segment.references.iter().map(|&text| text.to_owned()).collect(),
            source: segment.source.map(str::to_owned),
        }
    }
}

/// Who the units are.
pub(super) fn keys(keys: &[UnitKey], types: &[ColumnType]) -> Vec<ArrayRef> {
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(keys.iter().map(|key| &key.system))),
        Arc::new(StringArray::from_iter_values(keys.iter().map(|key| &key.id))),
        Arc::new(keys.iter().map(|key| key.references.map(i64::from)).collect::<Int64Array>()),
    ];
    for (position, kind) in types.iter().enumerate() {
        let values = keys.iter().map(|key| key.columns.get(position).unwrap_or(&KeyValue::Missing));
        columns.push(kept(values, *kind));
    }
    columns
}

fn kept<'a>(values: impl Iterator<Item = &'a KeyValue>, kind: ColumnType) -> ArrayRef {
    match kind {
        ColumnType::Missing | ColumnType::Text => {
            let mut texts = StringBuilder::new();
            for value in values {
                match value {
                    KeyValue::Missing => texts.append_null(),
                    KeyValue::Text(text) => texts.append_value(text),
                    other => texts.append_value(other.to_string()),
                }
            }
            Arc::new(texts.finish())
        }
        ColumnType::Flag => {
            let mut flags = BooleanBuilder::new();
            for value in values {
                flags.append_option(if let KeyValue::Flag(flag) = value {
                    Some(*flag)
                } else {
                    None
                });
            }
            Arc::new(flags.finish())
        }
        ColumnType::Integer | ColumnType::LargeInteger => {
            let mut integers = Int64Builder::new();
            for value in values {
                integers.append_option(if let KeyValue::Integer(integer) = value {
                    Some(*integer)
                } else {
                    None
                });
            }
            Arc::new(integers.finish())
        }
        ColumnType::Number => {
            let mut numbers = Float64Builder::new();
            for value in values {
                numbers.append_option(match value {
                    KeyValue::Integer(integer) => Some(*integer as f64),
                    KeyValue::Number(number) => Some(*number),
                    _ => None,
                });
            }
            Arc::new(numbers.finish())
        }
    }
}

/// The tallies of one measure: a column for each slot, then the reasons.
pub(super) fn rows(rows: &Rows) -> Vec<ArrayRef> {
    let units = 0..rows.len();
    let mut columns: Vec<ArrayRef> = Vec::with_capacity(rows.slots().len() + 1);
    for (position, slot) in rows.slots().iter().enumerate() {
        let cells = units.clone().map(|unit| rows.row(unit).ok()?.cells().get(position).copied());
        match slot.kind {
            SlotKind::Count => {
                let mut counts = Int64Builder::with_capacity(rows.len());
                for cell in cells {
                    counts.append_option(match cell {
                        Some(Cell::Count(count)) => Some(count),
                        _ => None,
                    });
                }
                columns.push(Arc::new(counts.finish()));
            }
            SlotKind::Real => {
                let mut reals = Float64Builder::with_capacity(rows.len());
                for cell in cells {
                    reals.append_option(match cell {
                        Some(Cell::Real(real)) => Some(real),
                        _ => None,
                    });
                }
                columns.push(Arc::new(reals.finish()));
            }
        }
    }
    columns.push(Arc::new(units.map(|unit| rows.row(unit).err()).collect::<StringArray>()));
    columns
}

/// The texts of the units.
pub(super) fn texts(texts: &[Texts]) -> Vec<ArrayRef> {
    let list = |of: fn(&Texts) -> &Vec<String>| -> ArrayRef {
        let field = Field::new("element", DataType::Utf8, false);
        let mut lists = ListBuilder::new(StringBuilder::new()).with_field(field);
        for unit in texts {
            for text in of(unit) {
                lists.values().append_value(text);
            }
            lists.append(true);
        }
        Arc::new(lists.finish())
    };
    let sources = texts.iter().map(|unit| unit.source.as_deref()).collect::<StringArray>();
    vec![list(|unit| &unit.hypotheses), list(|unit| &unit.references), Arc::new(sources)]
}
