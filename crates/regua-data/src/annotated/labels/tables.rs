//! Tables with gold and predicted labels side by side.

use regua_core::key::KeyValue;

use super::probabilities::PREFIX;
use super::{Answer, Reading};
use crate::annotated::rows::broken;
use crate::error::Error;
use crate::input::Format;
use crate::readers::{PlainRow, each_row};
use crate::table_at::TableAt;

impl Reading {
    /// Reads a table that has both labels of each item.
    pub(super) fn side_by_side(
        &mut self,
        system: &str,
        table: &TableAt,
        format: Option<Format>,
    ) -> Result<(), Error> {
        let mut rows = 0_u64;
        each_row(table, format, &mut |row| {
            rows += 1;
            let gold = self.roles.require_name(&row, "gold")?;
            let gold = self.items.names.number(&gold);
            let answer = self.answer(&row)?;
            let id = self.roles.name(&row, "id")?.unwrap_or_else(|| rows.to_string());
            let named = self.roles.name(&row, "system")?;
            let system = named.as_deref().unwrap_or(system);
            let columns = self.kept(&row);
            let twice = format!("the id `{id}` is there twice for the system `{system}`");
            let is_new = self.add(system, id, columns, gold, answer)?;
            if is_new { Ok(()) } else { Err(broken(&row, twice)) }
        })
    }

    /// What a row says of a system's answer.
    pub(super) fn answer(&mut self, row: &PlainRow<'_>) -> Result<Answer, Error> {
        let predicted = self.roles.require_name(row, "predicted")?;
        let predicted = self.items.names.number(&predicted);
        let probabilities = self.items.probabilities_of(row, &self.roles)?;
        Ok(Answer { predicted, probabilities })
    }

    /// The values of the columns that are kept to group by.
    pub(super) fn kept(&mut self, row: &PlainRow<'_>) -> Vec<KeyValue> {
        let mut columns = Vec::new();
        for (name, value) in &row.values {
            if self.roles.reads(name) || name.starts_with(PREFIX) {
                continue;
            }
            match value.clone().plain().kept() {
                Some(value) => self.keys.columns.put(&mut columns, name, value),
                None => self.items.warnings.note(format!(
                    "the column `{name}` holds values that are neither texts, numbers nor flags and is not kept"
                )),
            }
        }
        columns
    }
}
