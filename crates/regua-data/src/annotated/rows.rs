//! Rows of tables: which column is read as what.

use regua_core::text::list;

use crate::error::Error;
use crate::readers::{Object, PlainRow, Value};

/// Columns that go by other names than usual.
#[derive(Debug, Clone)]
pub(super) struct Roles {
    known: &'static [&'static str],
    named: Vec<(&'static str, String)>,
}

impl Roles {
    /// Reads mappings such as `predicted=answer`.
    ///
    /// # Errors
    /// Fails if one has no `=`, its left side is no column that is looked for,
    /// or a side comes up twice.
    pub(super) fn parse<S: AsRef<str>>(
        mappings: &[S],
        known: &'static [&'static str],
    ) -> Result<Self, Error> {
        let mut named: Vec<(&'static str, String)> = Vec::new();
        for text in mappings.iter().map(AsRef::as_ref) {
            let broken = |rule: String| Error::Mapping { text: text.to_owned(), rule };
            let Some((role, column)) = text.split_once('=') else {
                return Err(broken(format!("a column is named as in `{}=…`", known[0])));
            };
            let (role, column) = (role.trim(), column.trim());
            let Some(role) = known.iter().find(|known| **known == role) else {
                return Err(broken(format!("the left side is one of {}", list(known))));
            };
            if column.is_empty() {
                return Err(broken("the right side is empty".to_owned()));
            }
            if named.iter().any(|(taken, name)| taken == role || name == column) {
                return Err(broken(format!("`{role}` or `{column}` is named twice")));
            }
            named.push((role, column.to_owned()));
        }
        Ok(Self { known, named })
    }

    /// The column that is read as a role.
    pub(super) fn column<'r>(&'r self, role: &'r str) -> &'r str {
        self.named.iter().find(|(known, _)| *known == role).map_or(role, |(_, name)| name)
    }

    /// Whether a column is read as some role.
    pub(super) fn reads(&self, column: &str) -> bool {
        self.known.iter().any(|role| self.column(role) == column)
    }

    /// The value of a role, where it has one: an empty cell has none.
    pub(super) fn get<'v, 'a>(&self, values: &'v Object<'a>, role: &str) -> Option<&'v Value<'a>> {
        let column = self.column(role);
        let value = values.iter().find(|(name, _)| name == column).map(|(_, value)| value)?;
        match value {
            Value::Null => None,
            Value::Text(text) if text.trim().is_empty() => None,
            value => Some(value),
        }
    }

    /// Whether a row has the column of a role, be it empty.
    pub(super) fn has(&self, row: &PlainRow<'_>, role: &str) -> bool {
        row.values.iter().any(|(name, _)| name == self.column(role))
    }

    /// The value of a role that each row must have.
    ///
    /// # Errors
    /// Fails if the column or the value is missing.
    pub(super) fn require<'v, 'a>(
        &self,
        row: &'v PlainRow<'a>,
        role: &str,
    ) -> Result<&'v Value<'a>, Error> {
        if let Some(value) = self.get(&row.values, role) {
            return Ok(value);
        }
        let column = self.column(role);
        if self.has(row, role) {
            return Err(broken(row, format!("`{column}` is empty")));
        }
        Err(Error::NoColumn {
            place: (row.place)(),
            column: column.to_owned(),
            role: role.to_owned(),
            known: row.values.iter().map(|(name, _)| name.to_string()).collect(),
        })
    }

    /// The value of a role as a name: an id, a system, a label. Numbers and
    /// flags are the words they are written with.
    ///
    /// # Errors
    /// Fails if it is a list or an object.
    pub(super) fn name(&self, row: &PlainRow<'_>, role: &str) -> Result<Option<String>, Error> {
        let Some(value) = self.get(&row.values, role) else { return Ok(None) };
        let name = value.clone().name();
        name.map(|name| name.map(|name| name.trim().to_owned()))
            .map_err(|found| broken(row, format!("`{}` is {found}, not a name", self.column(role))))
    }

    /// The value of a role that each row must have, as a name.
    ///
    /// # Errors
    /// Fails if it is missing, or a list or an object.
    pub(super) fn require_name(&self, row: &PlainRow<'_>, role: &str) -> Result<String, Error> {
        self.require(row, role)?;
        Ok(self.name(row, role)?.unwrap_or_default())
    }
}

/// The error for a row that breaks a rule.
pub(super) fn broken(row: &PlainRow<'_>, rule: impl Into<String>) -> Error {
    Error::Row { place: (row.place)(), rule: rule.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_mappings_say_why() {
        let error = |text: &[&str]| Roles::parse(text, &["gold", "id"]).unwrap_err().to_string();
        insta::assert_snapshot!(error(&["gold"]), @"cannot read the column `gold`: a column is named as in `gold=…`");
        insta::assert_snapshot!(error(&["truth=x"]), @"cannot read the column `truth=x`: the left side is one of `gold` and `id`");
        insta::assert_snapshot!(error(&["gold="]), @"cannot read the column `gold=`: the right side is empty");
        insta::assert_snapshot!(error(&["gold=a", "id=a"]), @"cannot read the column `id=a`: `id` or `a` is named twice");
    }
}
