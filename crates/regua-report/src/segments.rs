//! Readings of single units, one line each: JSONL or CSV.

use std::io::{self, Write};
use std::sync::Arc;

use regua_core::key::UnitKey;
use regua_core::{Reader, Reading, Readings, Rows};
use serde_json::{Map, Value, json};

use crate::json::{readings, undefined};
use crate::scores::MeasureInfo;

/// The form of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// One object a unit, after a line with the signatures.
    Jsonl,
    /// One row a unit, a column for each measure and reading.
    Csv,
}

impl Lines {
    /// The form that a file's name asks for: CSV by its ending, else JSONL.
    pub fn of(name: &str) -> Self {
        if name.to_lowercase().ends_with(".csv") { Self::Csv } else { Self::Jsonl }
    }
}

/// Writes the readings of units as they come.
pub struct SegmentWriter<W> {
    out: W,
    lines: Lines,
    measures: Vec<MeasureInfo>,
    readers: Vec<Arc<dyn Reader>>,
}

impl<W: Write> SegmentWriter<W> {
    /// Writes the signatures.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn new(
        mut out: W,
        lines: Lines,
        measures: Vec<MeasureInfo>,
        readers: Vec<Arc<dyn Reader>>,
    ) -> io::Result<Self> {
        match lines {
            Lines::Jsonl => {
                let signatures: Map<String, Value> =
                    measures.iter().map(|one| (one.key.clone(), json!(one.signature))).collect();
                writeln!(
                    out,
                    "{}",
                    json!({"regua": regua_core::VERSION, "signatures": signatures})
                )?;
            }
            Lines::Csv => {
                let mut header = vec!["id".to_owned(), "system".to_owned()];
                for measure in &measures {
                    let names = measure.readings.iter().map(|info| &info.name);
                    header.extend(names.map(|name| format!("{}.{name}", measure.key)));
                    header.push(format!("{}.undefined", measure.key));
                }
                header.push("signatures".to_owned());
                csv_line(&mut out, &header)?;
            }
        }
        Ok(Self { out, lines, measures, readers })
    }

    /// Writes the units of a block.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn write(&mut self, keys: &[UnitKey], rows: &[Rows]) -> io::Result<()> {
        for (unit, key) in keys.iter().enumerate() {
            match self.lines {
                Lines::Jsonl => self.write_object(unit, key, rows)?,
                Lines::Csv => self.write_row(unit, key, rows)?,
            }
        }
        Ok(())
    }

    /// Ends the output and gives it back.
    pub fn finish(self) -> W {
        self.out
    }

    fn write_object(&mut self, unit: usize, key: &UnitKey, rows: &[Rows]) -> io::Result<()> {
        let mut object = Map::new();
        object.insert("id".into(), json!(key.id));
        object.insert("system".into(), json!(&*key.system));
        let mut reasons = Map::new();
        for ((measure, reader), rows) in self.measures.iter().zip(&self.readers).zip(rows) {
            let read = unit_readings(&**reader, rows, unit);
            object.insert(measure.key.clone(), readings(&measure.readings, &read));
            let undefined = undefined(&measure.readings, &read);
            if !undefined.is_empty() {
                reasons.insert(measure.key.clone(), Value::Object(undefined));
            }
        }
        if !reasons.is_empty() {
            object.insert("undefined".into(), Value::Object(reasons));
        }
        writeln!(self.out, "{}", Value::Object(object))
    }

    fn write_row(&mut self, unit: usize, key: &UnitKey, rows: &[Rows]) -> io::Result<()> {
        let mut row = vec![key.id.clone(), key.system.to_string()];
        for (reader, rows) in self.readers.iter().zip(rows) {
            let read = unit_readings(&**reader, rows, unit);
            let values = read.0.iter().map(Reading::value);
            row.extend(
                values.map(|value| value.map_or_else(String::new, |value| value.to_string())),
            );
            row.push(match read.0.first() {
                Some(Reading::Undefined(reason)) => reason.to_string(),
                _ => String::new(),
            });
        }
        let signatures: Vec<&str> =
            self.measures.iter().map(|measure| measure.signature.as_str()).collect();
        row.push(signatures.join(" "));
        csv_line(&mut self.out, &row)
    }
}

/// What is read off a unit; all of it undefined if the unit has no tally.
fn unit_readings(reader: &dyn Reader, rows: &Rows, unit: usize) -> Readings {
    match rows.row(unit) {
        Ok(tally) => reader.read_unit(tally),
        Err(reason) => Readings::undefined(reader.readings().len(), reason.to_owned()),
    }
}

fn csv_line(out: &mut impl Write, cells: &[String]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(cells).map_err(io::Error::other)?;
    writer.flush()
}
