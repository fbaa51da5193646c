//! Comma- and tab-separated values with a header line.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use csv::ByteRecord;
use regua_core::key::KeyValue;

use super::block::Builder;
use super::bytes::{self, too_long};
use super::row::Row;
use super::table::{LookAtRow, PlainRow, Plan, RawRows, Survey, TableFile, Usage};
use super::value::Value;
use super::{BYTES_PER_BLOCK, LONGEST_LINE, UNITS_PER_BLOCK};
use crate::error::{Error, Place, name_of};

pub(super) struct Delimited {
    name: Arc<str>,
    reader: csv::Reader<Limited>,
    header: Option<Arc<Vec<String>>>,
    since_record: Arc<AtomicU64>,
    rows: u64,
    longest: usize,
}

impl Delimited {
    pub(super) fn open(
        path: &Path,
        delimiter: u8,
        counter: &Arc<AtomicU64>,
    ) -> Result<Self, Error> {
        let file = bytes::open(path, counter)?;
        Ok(Self::over(name_of(path).into(), file.reader, delimiter, LONGEST_LINE))
    }

    fn over(name: Arc<str>, inner: Box<dyn Read + Send>, delimiter: u8, longest: usize) -> Self {
        let since_record = Arc::new(AtomicU64::new(0));
        let limited = Limited { inner, since_record: Arc::clone(&since_record), longest };
        let reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            // In tab-separated text a quotation mark is a quotation mark: a citation that
            // spans two segments must not make one of them.
            .quoting(delimiter != b'\t')
            .buffer_capacity(1 << 18)
            .from_reader(limited);
        Self { name, reader, header: None, since_record, rows: 0, longest }
    }

    fn failed(&self, error: csv::Error) -> Error {
        let line =
            error.position().map_or_else(|| self.reader.position().line(), csv::Position::line);
        let place = Place::line(&*self.name, line);
        match error.into_kind() {
            csv::ErrorKind::Io(cause) if cause.kind() == io::ErrorKind::FileTooLarge => {
                too_long(place, self.longest)
            }
            csv::ErrorKind::Io(cause) => Error::io("read", &*self.name, cause),
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => Error::Row {
                place,
                rule: format!(
                    "there are {len} fields where the header has {expected_len} (a field with quotes in it must be quoted)"
                ),
            },
            _ => Error::Row { place, rule: "the line cannot be read".to_owned() },
        }
    }

    fn header(&mut self) -> Result<Arc<Vec<String>>, Error> {
        if let Some(header) = &self.header {
            return Ok(Arc::clone(header));
        }
        let record = match self.reader.byte_headers() {
            Ok(record) => record.clone(),
            Err(error) => return Err(self.failed(error)),
        };
        let mut header: Vec<String> = Vec::with_capacity(record.len());
        for field in &record {
            let broken = |rule: String| Error::Row { place: Place::line(&*self.name, 1), rule };
            let column = std::str::from_utf8(field)
                .map_err(|_| broken("the header is not UTF-8".to_owned()))?
                .trim();
            if header.iter().any(|known| known == column) {
                return Err(broken(format!("the column `{column}` is there twice")));
            }
            header.push(column.to_owned());
        }
        let header = Arc::new(header);
        self.header = Some(Arc::clone(&header));
        Ok(header)
    }
}

impl TableFile for Delimited {
    fn next_rows(&mut self) -> Result<Option<Box<dyn RawRows>>, Error> {
        let header = self.header()?;
        let rows_before = self.rows;
        let mut records = Vec::new();
        let mut filled = 0;
        while records.len() < UNITS_PER_BLOCK && filled < BYTES_PER_BLOCK {
            self.since_record.store(0, Ordering::Relaxed);
            let mut record = ByteRecord::new();
            match self.reader.read_byte_record(&mut record) {
                Ok(true) => {
                    filled += record.as_slice().len();
                    records.push(record);
                }
                Ok(false) => break,
                Err(error) => return Err(self.failed(error)),
            }
        }
        if records.is_empty() {
            return Ok(None);
        }
        self.rows += records.len() as u64;
        Ok(Some(Box::new(Records {
            name: Arc::clone(&self.name),
            header,
            rows: records,
            rows_before,
        })))
    }
}

/// Stops reading where one record would fill the memory.
struct Limited {
    inner: Box<dyn Read + Send>,
    since_record: Arc<AtomicU64>,
    longest: usize,
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if self.since_record.fetch_add(count as u64, Ordering::Relaxed) > self.longest as u64 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

struct Records {
    name: Arc<str>,
    header: Arc<Vec<String>>,
    rows: Vec<ByteRecord>,
    rows_before: u64,
}

impl Records {
    fn place(&self, record: &ByteRecord) -> Place {
        Place::line(&*self.name, record.position().map_or(0, csv::Position::line))
    }

    fn text<'r>(
        &self,
        record: &ByteRecord,
        column: &str,
        field: &'r [u8],
    ) -> Result<&'r str, Error> {
        std::str::from_utf8(field).map_err(|error| Error::Row {
            place: self.place(record),
            rule: format!(
                "byte 0x{:02x} in the column `{column}`, in the row at offset {} of the file, is not UTF-8",
                field[error.valid_up_to()],
                record.position().map_or(0, csv::Position::byte),
            ),
        })
    }
}

impl RawRows for Records {
    fn first_place(&self) -> Place {
        Place::line(&*self.name, 1)
    }

    fn survey(&self, survey: &mut Survey) {
        for column in &*self.header {
            survey.add(column, true);
        }
    }

    fn decode(&self, plan: &Plan, builder: &mut Builder) -> Result<(), Error> {
        let usages: Vec<Usage> = self.header.iter().map(|column| plan.usage(column)).collect();
        for (index, record) in self.rows.iter().enumerate() {
            let place = || self.place(record);
            let mut row: Row<'_> = plan.row();
            for ((column, usage), field) in self.header.iter().zip(&usages).zip(record) {
                let text = self.text(record, column, field)?;
                let value = match usage {
                    Usage::Kept(_) => kept(text),
                    Usage::New if text.is_empty() => Value::Null,
                    _ => Value::Text(Cow::Borrowed(text)),
                };
                row.put(plan, *usage, column, value)
                    .map_err(|rule| Error::Row { place: place(), rule })?;
            }
            let known = || self.header.to_vec();
            row.finish(plan, builder, self.rows_before + index as u64 + 1, place, known)?;
        }
        Ok(())
    }

    fn each(&self, look: &mut LookAtRow<'_>) -> Result<(), Error> {
        for record in &self.rows {
            let place = || self.place(record);
            let cells = self.header.iter().zip(record).map(|(column, field)| {
                let text = self.text(record, column, field)?;
                Ok((Cow::Borrowed(column.as_str()), Value::Text(Cow::Borrowed(text))))
            });
            let values = cells.collect::<Result<_, Error>>()?;
            let number = record.position().map_or(0, csv::Position::line);
            look(PlainRow { number, place: &place, values })?;
        }
        Ok(())
    }
}

/// A cell as the value it reads as. Digits that are no plain number, such as
/// `007`, stay the text they are.
pub(super) fn kept(text: &str) -> Value<'_> {
    if text.is_empty() {
        return Value::Null;
    }
    if let Ok(integer) = text.parse::<i64>()
        && KeyValue::Integer(integer).to_string() == text
    {
        return Value::Integer(integer);
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_padded = digits.starts_with('0') && digits.len() > 1 && !digits.starts_with("0.");
    let is_written_plainly = digits.starts_with(|first: char| first.is_ascii_digit());
    let has_point = text.contains(['.', 'e', 'E']);
    match text.parse::<f64>() {
        Ok(number) if is_written_plainly && !is_padded && has_point && number.is_finite() => {
            Value::Number(number)
        }
        _ => Value::Text(Cow::Borrowed(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_that_is_never_closed_is_an_error_before_it_is_in_memory() {
        let endless = Box::new("hypothesis\na\n\"".as_bytes().chain(io::repeat(b'a')));
        let mut table = Delimited::over("endless.csv".into(), endless, b',', 1 << 20);
        let error = table.next_rows().err().unwrap();
        insta::assert_snapshot!(error, @"endless.csv, line 3: the line is longer than 1,048,576 bytes");
    }

    #[test]
    fn cells_become_numbers_where_nothing_is_lost() {
        assert_eq!(kept("12"), Value::Integer(12));
        assert_eq!(kept("-3"), Value::Integer(-3));
        assert_eq!(kept("1.50"), Value::Number(1.5));
        assert_eq!(kept("2e3"), Value::Number(2000.0));
        assert_eq!(kept(""), Value::Null);
        for text in
            ["007", "-0", "+1", "nan", "inf", "1e999", "00.5", "12345678901234567890", " 1", ".5"]
        {
            assert_eq!(kept(text), Value::Text(text.into()), "{text}");
        }
    }
}
