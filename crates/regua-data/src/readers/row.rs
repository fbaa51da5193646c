//! One row of a table on its way to a unit.

use std::borrow::Cow;

use regua_core::key::KeyValue;

use super::block::{Builder, Record};
use super::table::{Plan, Usage};
use super::value::Value;
use crate::error::{Error, Place};
use crate::input::Role;

/// The values of one row, sorted by what they are used for.
pub(super) struct Row<'a> {
    id: Option<String>,
    system: Option<String>,
    source: Option<Cow<'a, str>>,
    hypotheses: Option<Vec<(Cow<'a, str>, Option<f64>)>>,
    /// Whether the hypothesis has a column, even if it holds nothing.
    has_hypothesis: bool,
    references: Option<Vec<Option<Cow<'a, str>>>>,
    numbered: Vec<(u32, Cow<'a, str>)>,
    columns: Vec<KeyValue>,
}

impl<'a> Row<'a> {
    pub(super) fn new(kept: usize) -> Self {
        Self {
            id: None,
            system: None,
            source: None,
            hypotheses: None,
            has_hypothesis: false,
            references: None,
            numbered: Vec::new(),
            columns: vec![KeyValue::Missing; kept],
        }
    }

    /// Takes a value in.
    ///
    /// # Errors
    /// The rule that the value breaks.
    pub(super) fn put(
        &mut self,
        plan: &Plan,
        usage: Usage,
        column: &str,
        value: Value<'a>,
    ) -> Result<(), String> {
        match usage {
            Usage::Ignored => {}
            Usage::New if matches!(value, Value::Null) => {}
            Usage::New => plan.note_new(column),
            Usage::Kept(position) => match value.kept() {
                Some(value) => self.columns[position] = value,
                None => plan.note_nested(column),
            },
            Usage::Read(role) => self.read(role, column, value)?,
        }
        Ok(())
    }

    fn read(&mut self, role: Role, column: &str, value: Value<'a>) -> Result<(), String> {
        let not = |wanted: &str, found: &str| format!("`{column}` is {found}, not {wanted}");
        match role {
            Role::Id => self.id = value.name().map_err(|found| not("a name", found))?,
            Role::System => self.system = value.name().map_err(|found| not("a name", found))?,
            Role::Source => {
                self.source = text(value).map_err(|found| not("a text", found))?;
            }
            Role::Hypothesis | Role::Hypotheses => {
                self.has_hypothesis = true;
                let texts = hypotheses(value).map_err(|found| {
                    not("a text or a list of texts (or of objects with `text` and `loglik`)", found)
                })?;
                if texts.is_some() && self.hypotheses.is_some() {
                    return Err(
                        "there are two columns with hypotheses; keep one of them".to_owned()
                    );
                }
                self.hypotheses = self.hypotheses.take().or(texts);
            }
            Role::Reference(1) | Role::References => {
                let texts = match value {
                    Value::Null => None,
                    Value::List(list) => Some(
                        list.into_iter()
                            .map(text)
                            .collect::<Result<Vec<_>, _>>()
                            .map_err(|found| format!("`{column}` holds {found}, not texts"))?,
                    ),
                    single => {
                        let single = text(single)
                            .map_err(|found| not("a text or a list of texts", found))?;
                        Some(vec![single])
                    }
                };
                if texts.is_some() && self.references.is_some() {
                    return Err(
                        "there are both `reference` and `references`; keep one of them".to_owned()
                    );
                }
                self.references = self.references.take().or(texts);
            }
            Role::Reference(number) => {
                let single = text(value).map_err(|found| not("a text", found))?;
                // In a table without lists an empty cell is the only way to have fewer.
                if let Some(single) = single.filter(|text| !text.trim().is_empty()) {
                    self.numbered.push((number, single));
                }
            }
        }
        Ok(())
    }

    /// Makes a unit of the row, or says what is wrong with it.
    pub(super) fn finish(
        mut self,
        plan: &Plan,
        builder: &mut Builder,
        id: u64,
        place: impl Fn() -> Place,
        known: impl Fn() -> Vec<String>,
    ) -> Result<(), Error> {
        let Some(hypotheses) = self.hypotheses else {
            if self.has_hypothesis {
                return Err(Error::Row {
                    place: place(),
                    rule: "the hypothesis is missing".to_owned(),
                });
            }
            let (role, column) = plan.columns.hypothesis();
            return Err(Error::NoColumn {
                place: place(),
                column: column.to_owned(),
                role: role.name(),
                known: known(),
            });
        };
        let mut references = self.references.unwrap_or_default();
        self.numbered.sort_by_key(|(number, _)| *number);
        for (number, text) in self.numbered {
            // Sets keep their numbers, so that `reference3` stays the third.
            let position = usize::try_from(number - 1).unwrap_or(usize::MAX);
            if position < 1000 && references.len() < position {
                references.resize(position, None);
            }
            references.push(Some(text));
        }
        let references: Vec<Option<&str>> = references.iter().map(Option::as_deref).collect();
        let hypotheses: Vec<(&str, Option<f64>)> =
            hypotheses.iter().map(|(text, likelihood)| (text.as_ref(), *likelihood)).collect();
        let system = match &self.system {
            Some(name) => builder.system(name),
            None => plan.system.clone(),
        };
        let record = Record {
            id: self.id.unwrap_or_else(|| id.to_string()),
            system,
            columns: self.columns,
            hypotheses: &hypotheses,
            references: &references,
            source: self.source.as_deref(),
        };
        builder.push(record).map_err(|_| Error::EmptyReference { place: place() })
    }
}

/// A text, or nothing.
fn text(value: Value<'_>) -> Result<Option<Cow<'_, str>>, &'static str> {
    match value {
        Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(text)),
        other => Err(other.described()),
    }
}

type Hypotheses<'a> = Vec<(Cow<'a, str>, Option<f64>)>;

/// One text, or the texts of a beam with their likelihoods.
fn hypotheses(value: Value<'_>) -> Result<Option<Hypotheses<'_>>, &'static str> {
    match value {
        Value::Null => Ok(None),
        Value::Text(text) => Ok(Some(vec![(text, None)])),
        Value::List(list) => list.into_iter().map(hypothesis).collect::<Result<_, _>>().map(Some),
        other => Err(other.described()),
    }
}

fn hypothesis(value: Value<'_>) -> Result<(Cow<'_, str>, Option<f64>), &'static str> {
    match value {
        Value::Text(text) => Ok((text, None)),
        Value::Object(object) => {
            let (mut found, mut likelihood) = (None, None);
            for (name, value) in object {
                match (name.as_ref(), value) {
                    ("text", Value::Text(text)) => found = Some(text),
                    ("loglik", Value::Number(number)) => likelihood = Some(number),
                    ("loglik", Value::Integer(integer)) => likelihood = Some(integer as f64),
                    ("loglik", Value::Null) => {}
                    ("loglik", _) => return Err("a list with a `loglik` that is no number"),
                    _ => {}
                }
            }
            found.map(|text| (text, likelihood)).ok_or("a list with an object without `text`")
        }
        Value::Null => Err("a list with nothing in it"),
        other => Err(match other {
            Value::List(_) => "a list of lists",
            _ => "a list of values that are no texts",
        }),
    }
}
