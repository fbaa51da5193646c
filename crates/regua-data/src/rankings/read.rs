//! Reading rankings, row by row.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use regua_core::text::list;

use super::units::{RankedUnit, RankedUnits};
use super::{Ranking, Rankings};
use crate::error::{Error, grouped};
use crate::input::Format;
use crate::ratings::{get, segment_column};
use crate::readers::{Object, PlainRow, Value, each_row};
use crate::table_at::TableAt;

/// The most comparisons, and the most bytes of text, that are held in memory.
const MOST: usize = 20_000_000;
const MOST_BYTES: usize = 4 << 30;

impl Rankings {
    /// Reads files of rankings, one after the other.
    ///
    /// # Errors
    /// Fails if a file cannot be read, lacks a column, or holds a row that is
    /// no ranking; the error names the place.
    pub fn read(tables: &[TableAt], format: Option<Format>) -> Result<Self, Error> {
        let mut reading = Reading::default();
        for table in tables {
            each_row(table, format, &mut |row| {
                reading.row(&row).map_err(|error| match error {
                    Wrong::Rule(rule) => Error::Row { place: (row.place)(), rule },
                    Wrong::Other(error) => error,
                })
            })?;
        }
        let Reading { mut rankings, units, .. } = reading;
        rankings.units = units.map(Arc::new);
        Ok(rankings)
    }
}

/// What is wrong with a row.
enum Wrong {
    Rule(String),
    Other(Error),
}

#[derive(Default)]
struct Reading {
    rankings: Rankings,
    units: Option<RankedUnits>,
    names: HashSet<Arc<str>>,
}

/// One of the two outputs of a row.
struct Side<'r> {
    system: Arc<str>,
    text: Option<&'r Cow<'r, str>>,
}

impl Reading {
    fn row(&mut self, row: &PlainRow<'_>) -> Result<(), Wrong> {
        let better = self.side(row, "better")?;
        let worse = self.side(row, "worse")?;
        let texts = match (better.text, worse.text) {
            (Some(better), Some(worse)) => Some((better, worse)),
            (None, None) => None,
            _ => {
                return Err(Wrong::Rule(
                    "one of `better` and `worse` has a text and the other has none".to_owned(),
                ));
            }
        };
        if !self.rankings.rows.is_empty() && texts.is_some() != self.units.is_some() {
            return Err(Wrong::Rule(
                "rankings are either all by the names of systems or all with texts".to_owned(),
            ));
        }
        let column = match (segment_column(row, None), texts) {
            (Ok(column), _) => Some(column),
            (Err(_), Some(_)) => None,
            (Err(error), None) => return Err(Wrong::Other(error)),
        };
        let id = column.and_then(|column| get(&row.values, column)).cloned();
        let id = id.map_or(Ok(None), Value::name);
        let id = id.map_err(|found| Wrong::Rule(format!("the id is {found}, not a name")))?;
        let segment = match (id, texts) {
            (Some(id), _) => self.shared(&id),
            (None, Some(_)) => self.shared(&row.number.to_string()),
            (None, None) => {
                return Err(Wrong::Rule("the id of the unit is missing".to_owned()));
            }
        };
        if better.system == worse.system {
            return Err(Wrong::Rule(format!("`{}` is compared with itself", better.system)));
        }
        if self.rankings.rows.len() >= MOST {
            let most = grouped(MOST as u64);
            return Err(Wrong::Rule(format!("there are more than {most} rankings")));
        }
        if let Some((of_better, of_worse)) = texts {
            self.keep(row, &segment, &[(&better.system, of_better), (&worse.system, of_worse)])?;
        }
        self.rankings.rows.push(Ranking { segment, better: better.system, worse: worse.system });
        Ok(())
    }

    fn side<'r>(&mut self, row: &'r PlainRow<'_>, column: &str) -> Result<Side<'r>, Wrong> {
        let not = |found: &str| {
            let wanted = "the name of a system or an object with `system` and `text`";
            Wrong::Rule(format!("`{column}` is {found}, not {wanted}"))
        };
        let value = get(&row.values, column).ok_or_else(|| {
            let known: Vec<&str> = row.values.iter().map(|(name, _)| name.as_ref()).collect();
            Wrong::Rule(format!("there is no column `{column}`; the columns are {}", list(&known)))
        })?;
        let (system, text) = match value {
            Value::Object(object) => {
                let Some(Value::Text(text)) = get(object, "text") else {
                    return Err(not("an object without `text`"));
                };
                (get(object, "system").cloned().unwrap_or(Value::Null), Some(text))
            }
            other => (other.clone(), None),
        };
        let name = system.name().map_err(not)?;
        let name = name.ok_or_else(|| not("without the name of a system"))?;
        Ok(Side { system: self.shared(&name), text })
    }

    /// Keeps the two texts of a row as units.
    fn keep(
        &mut self,
        row: &PlainRow<'_>,
        segment: &Arc<str>,
        sides: &[(&Arc<str>, &Cow<'_, str>)],
    ) -> Result<(), Wrong> {
        let references: Arc<[String]> = references(&row.values)?.into();
        let source = match get(&row.values, "source") {
            Some(Value::Text(text)) => Some(Arc::from(&**text)),
            None | Some(Value::Null) => None,
            Some(other) => {
                let found = other.described();
                return Err(Wrong::Rule(format!("`source` is {found}, not a text")));
            }
        };
        let units = self.units.get_or_insert_default();
        for (system, text) in sides {
            let same = units.add(RankedUnit {
                id: Arc::clone(segment),
                system: Arc::clone(system),
                text: text.to_string(),
                references: Arc::clone(&references),
                source: source.clone(),
            });
            if !same {
                return Err(Wrong::Rule(format!(
                    "the output of `{system}` for `{segment}`, or what it is measured against, is another than before"
                )));
            }
        }
        if units.bytes() > MOST_BYTES {
            let most = grouped(MOST_BYTES as u64);
            return Err(Wrong::Rule(format!("the texts fill more than {most} bytes")));
        }
        Ok(())
    }

    fn shared(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = name.into();
        self.names.insert(Arc::clone(&shared));
        shared
    }
}

/// All references of a row, from `reference` and `references`.
fn references(values: &Object<'_>) -> Result<Vec<String>, Wrong> {
    let mut texts = Vec::new();
    for column in ["reference", "references"] {
        let given: &[Value<'_>] = match get(values, column) {
            None | Some(Value::Null) => &[],
            Some(Value::List(list)) => list,
            Some(single) => std::slice::from_ref(single),
        };
        for value in given {
            let Value::Text(text) = value else {
                let found = value.described();
                return Err(Wrong::Rule(format!("`{column}` holds {found}, not a text")));
            };
            texts.push(text.to_string());
        }
    }
    Ok(texts)
}
