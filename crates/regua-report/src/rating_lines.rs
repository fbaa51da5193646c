//! Ratings, one line each: JSONL or CSV, to be read as ratings again.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::segments::Lines;

/// One rating, made comparable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingLine<'r> {
    /// The system that was judged.
    pub system: Option<&'r str>,
    /// The unit that was judged.
    pub segment: &'r str,
    /// Who judged.
    pub rater: Option<&'r str>,
    /// What was looked at.
    pub aspect: Option<&'r str>,
    /// The value, where there is one.
    pub value: Option<f64>,
    /// The value as it was given.
    pub raw: f64,
}

/// Writes ratings as they come; columns that nothing is known for are not there.
#[derive(Debug)]
pub struct RatingWriter<W> {
    /// Where to.
    pub out: W,
    /// The form of the lines.
    pub lines: Lines,
    /// Whether systems are known.
    pub with_system: bool,
    /// Whether raters are known.
    pub with_rater: bool,
    /// Whether aspects are known.
    pub with_aspect: bool,
}

impl<W: Write> RatingWriter<W> {
    /// Writes the names of the columns, where the form has them.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        if self.lines == Lines::Jsonl {
            return Ok(());
        }
        let names = self.cells("system", "segment", "rater", "aspect", ["value", "raw"]);
        csv_line(&mut self.out, &names)
    }

    /// Writes a rating.
    ///
    /// # Errors
    /// Fails if the output cannot be written.
    pub fn write(&mut self, line: &RatingLine<'_>) -> io::Result<()> {
        match self.lines {
            Lines::Csv => {
                let known = |name: Option<&'_ str>| name.unwrap_or_default().to_owned();
                let value = line.value.map_or_else(String::new, |value| value.to_string());
                let (system, rater, aspect) =
                    (known(line.system), known(line.rater), known(line.aspect));
                let raw = line.raw.to_string();
                let cells = self.cells(&system, line.segment, &rater, &aspect, [&value, &raw]);
                let cells: Vec<String> = cells.into_iter().map(str::to_owned).collect();
                csv_line(&mut self.out, &cells)
            }
            Lines::Jsonl => {
                let mut object = Map::new();
                if self.with_system {
                    object.insert("system".into(), json!(line.system));
                }
                object.insert("segment".into(), json!(line.segment));
                if self.with_rater {
                    object.insert("rater".into(), json!(line.rater));
                }
                if self.with_aspect {
                    object.insert("aspect".into(), json!(line.aspect));
                }
                object.insert("value".into(), json!(line.value));
                object.insert("raw".into(), json!(line.raw));
                writeln!(self.out, "{}", Value::Object(object))
            }
        }
    }

    fn cells<'c>(
        &self,
        system: &'c str,
        segment: &'c str,
        rater: &'c str,
        aspect: &'c str,
        values: [&'c str; 2],
    ) -> Vec<&'c str> {
        let named = [
            (self.with_system, system),
            (true, segment),
            (self.with_rater, rater),
            (self.with_aspect, aspect),
        ];
        named
            .into_iter()
            .filter_map(|(is_known, cell)| is_known.then_some(cell))
            .chain(values)
            .collect()
    }
}

fn csv_line<S: AsRef<[u8]>>(out: &mut impl Write, cells: &[S]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    out.write_all(&writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lines: Lines) -> String {
        let mut writer = RatingWriter {
            out: Vec::new(),
            lines,
            with_system: false,
            with_rater: true,
            with_aspect: true,
        };
        writer.begin().unwrap();
        let line = RatingLine {
            system: None,
            segment: "a,1",
            rater: Some("ana"),
            aspect: None,
            value: Some(-0.5),
            raw: 3.0,
        };
        writer.write(&line).unwrap();
        writer.write(&RatingLine { value: None, ..line }).unwrap();
        String::from_utf8(writer.out).unwrap()
    }

    #[test]
    fn columns_are_those_that_are_known() {
        assert_eq!(
            written(Lines::Csv),
            "segment,rater,aspect,value,raw\n\"a,1\",ana,,-0.5,3\n\"a,1\",ana,,,3\n"
        );
    }

    #[test]
    fn objects_keep_absence() {
        let first = r#"{"segment":"a,1","rater":"ana","aspect":null,"value":-0.5,"raw":3.0}"#;
        assert_eq!(written(Lines::Jsonl).lines().next(), Some(first));
    }
}
