//! Reading ratings, row by row.

use std::collections::HashSet;
use std::sync::Arc;

use regua_core::key::KeyValue;

use super::{File, Rating, RatingColumns, Ratings};
use crate::error::{Error, grouped};
use crate::input::Format;
use crate::readers::{Object, PlainRow, Value, each_row};
use crate::table_at::TableAt;

/// The most ratings that are held in memory.
const MOST: usize = 20_000_000;

impl Ratings {
    /// Reads tables of ratings, one after the other.
    ///
    /// # Errors
    /// Fails if a file cannot be read, lacks a column, or holds a row that is
    /// no rating; the error names the place.
    pub fn read(
        tables: &[TableAt],
        format: Option<Format>,
        columns: &RatingColumns,
    ) -> Result<Self, Error> {
        let mut reading = Reading { columns, ratings: Self::default(), names: HashSet::new() };
        for table in tables {
            reading.ratings.files.push(File { name: table.name(), counted: "line" });
            let mut is_first = true;
            each_row(table, format, &mut |row| {
                if std::mem::take(&mut is_first) {
                    reading.begin(&row)?;
                }
                reading.row(&row)
            })?;
        }
        Ok(reading.ratings)
    }
}

struct Reading<'c> {
    columns: &'c RatingColumns,
    ratings: Ratings,
    /// One shared text for each name, however many ratings it comes up in.
    names: HashSet<Arc<str>>,
}

impl Reading<'_> {
    /// Looks at the first row of a file: what was named must be there.
    fn begin(&mut self, row: &PlainRow<'_>) -> Result<(), Error> {
        if let Some(file) = self.ratings.files.last_mut() {
            file.counted = (row.place)().counted;
        }
        let mut named = self.columns.named();
        let missing = named.find(|(_, column)| get(&row.values, column).is_none());
        missing.map_or(Ok(()), |(role, column)| Err(no_column(row, role, column)))
    }

    fn row(&mut self, row: &PlainRow<'_>) -> Result<(), Error> {
        let segment_column = segment_column(row, self.columns.segment.as_deref())?;
        let segment = self.name(row, segment_column)?.ok_or_else(|| Error::Row {
            place: (row.place)(),
            rule: format!("there is no `{segment_column}`: say which output the rating is of"),
        })?;
        let columns = self.columns;
        let system = self.name(row, columns.system.as_deref().unwrap_or("system"))?;
        let rater = self.name(row, columns.rater.as_deref().unwrap_or("rater"))?;
        let aspect_column = columns.aspect.as_deref().unwrap_or("aspect");
        let is_wide = columns.values.len() > 1 || get(&row.values, aspect_column).is_none();
        let aspect = if is_wide { None } else { self.name(row, aspect_column)? };
        let (file, number) = (self.ratings.files.len() - 1, row.number);
        let file = u32::try_from(file).unwrap_or(u32::MAX);
        if columns.values.is_empty() {
            let value =
                get(&row.values, "value").ok_or_else(|| no_column(row, "value", "value"))?;
            let value = value.clone();
            return self.add(
                row,
                Rating {
                    system,
                    segment,
                    rater,
                    aspect,
                    value: kept(row, "value", value)?,
                    file,
                    number,
                },
            );
        }
        for column in &columns.values {
            let value = get(&row.values, column).cloned().unwrap_or(Value::Null);
            let aspect = if is_wide { Some(self.shared(column)) } else { aspect.clone() };
            let value = kept(row, column, value)?;
            let (system, segment, rater) = (system.clone(), Arc::clone(&segment), rater.clone());
            self.add(row, Rating { system, segment, rater, aspect, value, file, number })?;
        }
        Ok(())
    }

    fn add(&mut self, row: &PlainRow<'_>, rating: Rating) -> Result<(), Error> {
        if rating.value == KeyValue::Missing {
            self.ratings.empty += 1;
            return Ok(());
        }
        if self.ratings.rows.len() >= MOST {
            let rule = format!("there are more than {} ratings", grouped(MOST as u64));
            return Err(Error::Row { place: (row.place)(), rule });
        }
        self.ratings.rows.push(rating);
        Ok(())
    }

    /// The name in a column, where there is one.
    fn name(&mut self, row: &PlainRow<'_>, column: &str) -> Result<Option<Arc<str>>, Error> {
        let Some(value) = get(&row.values, column) else { return Ok(None) };
        let name = value.clone().name().map_err(|found| Error::Row {
            place: (row.place)(),
            rule: format!("`{column}` is {found}, not a name"),
        })?;
        Ok(name.map(|name| self.shared(&name)))
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

/// The value as it is kept.
fn kept(row: &PlainRow<'_>, column: &str, value: Value<'_>) -> Result<KeyValue, Error> {
    let found = value.described();
    value.plain().kept().ok_or_else(|| Error::Row {
        place: (row.place)(),
        rule: format!("`{column}` is {found}, not a number or a word"),
    })
}

/// The value in a column.
pub(crate) fn get<'r, 'a>(values: &'r Object<'a>, column: &str) -> Option<&'r Value<'a>> {
    values.iter().find(|(name, _)| name == column).map(|(_, value)| value)
}

/// The column that says which unit a row is about.
pub(crate) fn segment_column<'c>(
    row: &PlainRow<'_>,
    named: Option<&'c str>,
) -> Result<&'c str, Error> {
    if let Some(named) = named {
        return Ok(named);
    }
    let has = |column: &str| get(&row.values, column).is_some();
    match (has("segment"), has("id"), has("item")) {
        (true, _, _) => Ok("segment"),
        (false, true, false) => Ok("id"),
        (false, false, true) => Ok("item"),
        (false, true, true) => Err(Error::Row {
            place: (row.place)(),
            rule:
                "there are both `id` and `item`; say which one names the unit with --col segment=…"
                    .to_owned(),
        }),
        (false, false, false) => Err(no_column(row, "segment", "segment")),
    }
}

fn no_column(row: &PlainRow<'_>, role: &str, column: &str) -> Error {
    Error::NoColumn {
        place: (row.place)(),
        column: column.to_owned(),
        role: role.to_owned(),
        known: row.values.iter().map(|(name, _)| name.to_string()).collect(),
    }
}
