//! JSON Lines: one object a line, blank lines passed over.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::block::Builder;
use super::bytes::{LineReader, RawLines};
use super::table::{LookAtRow, PlainRow, Plan, RawRows, Survey, TableFile};
use super::value::{Object, Value};
use super::{BYTES_PER_BLOCK, UNITS_PER_BLOCK};
use crate::error::{Error, Place};

pub(super) struct Jsonl {
    reader: LineReader,
}

impl Jsonl {
    pub(super) fn open(path: &Path, counter: &Arc<AtomicU64>) -> Result<Self, Error> {
        Ok(Self { reader: LineReader::open(path, counter)? })
    }
}

impl TableFile for Jsonl {
    fn next_rows(&mut self) -> Result<Option<Box<dyn RawRows>>, Error> {
        loop {
            let lines = self.reader.take(UNITS_PER_BLOCK, BYTES_PER_BLOCK)?;
            if lines.count == 0 {
                return Ok(None);
            }
            if !lines.is_blank() {
                return Ok(Some(Box::new(lines)));
            }
        }
    }
}

impl RawRows for RawLines {
    fn first_place(&self) -> Place {
        self.place(0)
    }

    fn survey(&self, survey: &mut Survey) {
        for line in self.text().into_iter().flatten() {
            for (name, value) in parse(line).into_iter().flatten() {
                survey.add(&name, value.is_scalar());
            }
        }
    }

    fn decode(&self, plan: &Plan, builder: &mut Builder) -> Result<(), Error> {
        for (index, line) in self.text()?.enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let broken = |rule: String| Error::Row { place: self.place(index), rule };
            let mut row = plan.row();
            for (name, value) in parse(line).map_err(broken)? {
                row.put(plan, plan.usage(&name), &name, value).map_err(broken)?;
            }
            let known = || {
                let object = parse(line).unwrap_or_default();
                object.into_iter().map(|(name, _)| name.into_owned()).collect()
            };
            let number = self.lines_before + index as u64 + 1;
            row.finish(plan, builder, number, || self.place(index), known)?;
        }
        Ok(())
    }

    fn each(&self, look: &mut LookAtRow<'_>) -> Result<(), Error> {
        for (index, line) in self.text()?.enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let place = || self.place(index);
            let values = parse(line).map_err(|rule| Error::Row { place: place(), rule })?;
            look(PlainRow { number: self.lines_before + index as u64 + 1, place: &place, values })?;
        }
        Ok(())
    }
}

/// The object on a line.
fn parse(line: &str) -> Result<Object<'_>, String> {
    match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(Value::List(_)) => Err(
            "a line must hold one JSON object, but this is a JSON list; write one object a line"
                .to_owned(),
        ),
        Ok(other) => {
            Err(format!("a line must hold one JSON object, but this is {}", other.described()))
        }
        Err(error) => {
            let text = error.to_string();
            let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
            if line.trim_ascii() == "[" {
                return Err(
                    "not a JSON object but the start of a list; write one object a line".to_owned()
                );
            }
            Err(format!("not a JSON object: {what} at column {}", error.column()))
        }
    }
}
