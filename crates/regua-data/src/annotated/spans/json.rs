//! Spans in tables: a list of them in a row.

use regua_core::key::KeyValue;
use regua_text::tags::breach;
use std::collections::HashMap;

use super::{Held, HeldSpan, Reading};
use crate::annotated::rows::broken;
use crate::error::{Error, grouped};
use crate::input::Format;
use crate::readers::{PlainRow, Value, each_row};
use crate::table_at::TableAt;

struct Gold {
    id: String,
    held: Held,
    columns: Vec<KeyValue>,
}

impl Reading {
    /// Reads one table with gold and predicted spans, or gold spans and those of
    /// systems, joined by their ids.
    pub(super) fn json(
        &mut self,
        (name, first): &(String, TableAt),
        others: &[(String, TableAt)],
        format: Format,
    ) -> Result<(), Error> {
        if others.is_empty() || self.has_predictions(first, format)? {
            self.side_by_side(name, first, format)?;
            return others
                .iter()
                .try_for_each(|(name, table)| self.side_by_side(name, table, format));
        }
        let (mut gold, mut places) = (Vec::new(), HashMap::new());
        each_row(first, Some(format), &mut |row| {
            let id = self.roles.require_name(&row, "id")?;
            let held = self.spans(&row, self.role_in(&row, "gold"))?;
            if places.insert(id.clone(), gold.len()).is_some() {
                return Err(broken(&row, format!("the id `{id}` is there twice")));
            }
            gold.push(Gold { id, held, columns: self.kept(&row) });
            Ok(())
        })?;
        for (system, table) in others {
            let mut answers: Vec<Option<Held>> = vec![None; gold.len()];
            let own = table.path().and_then(super::format_of);
            each_row(table, Some(own.unwrap_or(format)), &mut |row| {
                let id = self.roles.require_name(&row, "id")?;
                let Some(&place) = places.get(&id) else {
                    return Err(broken(&row, format!("the id `{id}` is not in {}", first.name())));
                };
                let held = self.spans(&row, self.role_in(&row, "predicted"))?;
                match answers[place].replace(held) {
                    Some(_) => Err(broken(&row, format!("the id `{id}` is there twice"))),
                    None => Ok(()),
                }
            })?;
            let missing = answers.iter().filter(|answer| answer.is_none()).count();
            for (one, answer) in gold.iter().zip(answers) {
                let Some(predicted) = answer else {
                    let more = match missing - 1 {
                        0 => String::new(),
                        more => format!(" and {} more", grouped(more as u64)),
                    };
                    return Err(Error::Unpaired(format!(
                        "{} has no spans for the id `{}` of {}{more}; a text without any has an empty list",
                        table.name(),
                        one.id,
                        first.name()
                    )));
                };
                let (id, columns) = (one.id.clone(), one.columns.clone());
                self.add(system, id, columns, one.held.clone(), predicted)?;
            }
        }
        Ok(())
    }

    /// Whether the first row of a table has predictions: it then stands by itself.
    fn has_predictions(&self, table: &TableAt, format: Format) -> Result<bool, Error> {
        let mut found = None;
        each_row(table, Some(format), &mut |row| {
            found = found.or_else(|| Some(self.roles.has(&row, "predicted")));
            Ok(())
        })?;
        Ok(found.unwrap_or(false))
    }

    /// Reads a table that has gold and predicted spans of each text.
    fn side_by_side(&mut self, name: &str, table: &TableAt, format: Format) -> Result<(), Error> {
        let mut rows = 0_u64;
        each_row(table, Some(format), &mut |row| {
            rows += 1;
            let gold = self.spans(&row, "gold")?;
            let predicted = self.spans(&row, "predicted")?;
            if let (Held::Tags(gold), Held::Tags(predicted)) = (&gold, &predicted)
                && gold.len() != predicted.len()
            {
                let (gold, predicted) = (gold.len(), predicted.len());
                let rule = format!("there are {gold} gold tags but {predicted} predicted ones");
                return Err(broken(&row, rule));
            }
            let id = self.roles.name(&row, "id")?.unwrap_or_else(|| rows.to_string());
            let named = self.roles.name(&row, "system")?;
            let columns = self.kept(&row);
            let twice = format!("the id `{id}` is there twice for the same system");
            let system = named.as_deref().unwrap_or(name);
            let is_new = self.add(system, id, columns, gold, predicted)?;
            if is_new { Ok(()) } else { Err(broken(&row, twice)) }
        })
    }

    /// Spans are in `spans`, or in the column that says whose they are.
    fn role_in<'r>(&self, row: &PlainRow<'_>, whose: &'r str) -> &'r str {
        if self.roles.has(row, "spans") { "spans" } else { whose }
    }

    fn spans(&mut self, row: &PlainRow<'_>, role: &str) -> Result<Held, Error> {
        let list = match self.roles.require(row, role)? {
            Value::List(list) => list.clone(),
            Value::Text(text) => match serde_json::from_str(text) {
                Ok(Value::List(list)) => list,
                _ => {
                    return Err(broken(
                        row,
                        format!("`{}` is no list of spans", self.roles.column(role)),
                    ));
                }
            },
            other => {
                let (column, found) = (self.roles.column(role), other.described());
                return Err(broken(row, format!("`{column}` is {found}, not a list of spans")));
            }
        };
        if !list.is_empty() && list.iter().all(|value| matches!(value, Value::Text(_))) {
            return self.tags(row, &list);
        }
        let length = match self.roles.get(&row.values, "text") {
            Some(Value::Text(text)) => Some(text.chars().count() as u64),
            _ => None,
        };
        let start = self.items.spans.len();
        for value in &list {
            let (from, to, label) = span(value)
                .ok_or_else(|| broken(row, "a span is written {\"start\": 0, \"end\": 4, \"label\": \"PLACE\"}, with positions from 0 on"))?;
            if from >= to {
                return Err(broken(
                    row,
                    format!("the span from {from} to {to} ends before it starts"),
                ));
            }
            if let Some(length) = length.filter(|length| u64::from(to) > *length) {
                let beyond = format!(
                    "the span from {from} to {to} ends after the text, which has {length} characters"
                );
                return Err(broken(row, beyond));
            }
            let label = self.items.names.number(&label);
            self.items.spans.push(HeldSpan { start: from, end: to, label });
        }
        if self.strict {
            self.check_overlap(row, start)?;
        }
        Ok(Held::Spans(start..self.items.spans.len()))
    }

    /// A list of tags, one for each token.
    fn tags(&mut self, row: &PlainRow<'_>, list: &[Value<'_>]) -> Result<Held, Error> {
        let texts = list.iter().filter_map(|value| match value {
            Value::Text(tag) => Some(tag.to_string()),
            _ => None,
        });
        let tags: Vec<String> = texts.collect();
        if let Some(unknown) = tags.iter().find(|tag| !self.scheme.has(tag)) {
            let word = self.scheme.word();
            return Err(broken(row, format!("`{unknown}` is no tag of the scheme {word}")));
        }
        let borrowed: Vec<&str> = tags.iter().map(String::as_str).collect();
        match breach(&borrowed, self.scheme).filter(|_| self.strict) {
            Some(breach) => Err(broken(row, format!("tag {}: {}", breach.at + 1, breach.rule))),
            None => Ok(self.keep_tags(&tags)),
        }
    }

    fn check_overlap(&self, row: &PlainRow<'_>, start: usize) -> Result<(), Error> {
        let mut spans = self.items.spans[start..].to_vec();
        spans.sort_by_key(|span| (span.start, span.end));
        for pair in spans.windows(2) {
            if pair[1].start < pair[0].end {
                let [left, right] = [pair[0], pair[1]].map(|span| {
                    format!(
                        "{} ({} to {})",
                        self.items.names.text(span.label),
                        span.start,
                        span.end
                    )
                });
                return Err(broken(row, format!("the spans {left} and {right} overlap")));
            }
        }
        Ok(())
    }

    /// The values of the columns that are kept to group by.
    fn kept(&mut self, row: &PlainRow<'_>) -> Vec<KeyValue> {
        let mut columns = Vec::new();
        for (name, value) in row.values.iter().filter(|(name, _)| !self.roles.reads(name)) {
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

/// Start, end and label of a span; nothing if it is none.
fn span(value: &Value<'_>) -> Option<(u32, u32, String)> {
    let position = |value: &Value<'_>| match value {
        Value::Integer(integer) => u32::try_from(*integer).ok(),
        _ => None,
    };
    let label = |value: &Value<'_>| match value {
        Value::Text(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    };
    match value {
        Value::Object(object) => {
            let get =
                |name: &str| object.iter().find(|(known, _)| known == name).map(|(_, value)| value);
            Some((position(get("start")?)?, position(get("end")?)?, label(get("label")?)?))
        }
        Value::List(list) => match list.as_slice() {
            [start, end, name] => Some((position(start)?, position(end)?, label(name)?)),
            _ => None,
        },
        _ => None,
    }
}
