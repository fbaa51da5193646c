//! Texts with labelled spans, from files of tags or from JSON.
//!
//! A file of tags has a token a line, its tag in the last column and a blank
//! line between sentences; gold and predictions are in files of their own, or
//! in the last two columns of one. JSON has an object a line with `id`, perhaps
//! `text`, and `spans` such as `{"start": 0, "end": 4, "label": "PLACE"}`;
//! predictions are joined by `id`, or stand beside the gold spans in `gold` and
//! `predicted`. In place of spans a list may hold the tags of the tokens.

mod json;
mod tagged;

use std::ops::Range;
use std::path::{Path, PathBuf};

use regua_core::key::{KeyValue, UnitKey};
use regua_core::{Marks, Span, SpanText, SpanTexts};
use regua_text::tags::Scheme;

use super::held::{HeldUnits, Look};
use super::keys::{Keys, Names};
use super::rows::Roles;
use crate::error::Error;
use crate::input::Format;
use crate::table_at::TableAt;
use crate::warnings::Warnings;

/// What a table is looked through for.
const ROLES: &[&str] = &["spans", "gold", "predicted", "id", "system", "text"];

/// Files of spans, by how they are laid out. With one file gold and predictions
/// are side by side; of several the first is gold.
#[derive(Debug, Clone)]
pub struct SpanFiles {
    /// Name and place of each.
    pub files: Vec<(String, TableAt)>,
    /// The format of tables; nothing for files of tags.
    pub format: Option<Format>,
    /// How tags make spans.
    pub scheme: Scheme,
    /// Whether tags must keep the rules of the scheme, and spans must not
    /// overlap.
    pub strict: bool,
}

/// Texts with spans, held in memory.
#[derive(Debug, Default)]
pub struct SpanItems {
    columns: Vec<String>,
    keys: Vec<UnitKey>,
    texts: Vec<Text>,
    tags: Vec<u32>,
    spans: Vec<HeldSpan>,
    names: Names,
    warnings: Warnings,
}

/// Gold and predicted annotation of a text.
#[derive(Debug, Clone)]
struct Text {
    gold: Held,
    predicted: Held,
}

/// Where the marks of an annotation are.
#[derive(Debug, Clone)]
enum Held {
    Tags(Range<usize>),
    Spans(Range<usize>),
}

#[derive(Debug, Clone, Copy)]
struct HeldSpan {
    start: u32,
    end: u32,
    label: u32,
}

impl SpanItems {
    /// Reads files of spans. `columns` name columns of tables, as in
    /// `spans=entities`.
    ///
    /// # Errors
    /// Fails if a file cannot be read, or holds what is no annotation; the
    /// error names the place. Files that are paired must have the same texts.
    pub fn read<S: AsRef<str>>(files: &SpanFiles, columns: &[S]) -> Result<Self, Error> {
        let mut reading = Reading {
            roles: Roles::parse(columns, ROLES)?,
            strict: files.strict,
            scheme: files.scheme,
            items: Self::default(),
            keys: Keys::default(),
        };
        let [first, others @ ..] = files.files.as_slice() else { return Err(Error::NoInput) };
        let names: Vec<&String> = others.iter().map(|(name, _)| name).collect();
        if let Some((_, twice)) =
            names.iter().enumerate().find(|(at, name)| names[..*at].contains(name))
        {
            return Err(Error::Unpaired(format!(
                "two systems are called `{twice}`; name them, as in `{twice}2=FILE`"
            )));
        }
        match files.format {
            None => {
                let paths = files.files.iter().map(|(name, table)| {
                    let path = table.path().ok_or(Error::NoInput)?;
                    Ok((name.clone(), path.to_owned()))
                });
                let paths = paths.collect::<Result<Vec<(String, PathBuf)>, Error>>()?;
                reading.tagged(&paths[0], &paths[1..], files.scheme)?;
            }
            Some(format) => reading.json(first, others, format)?,
        }
        let Reading { items, keys, .. } = reading;
        let (columns, keys) = keys.finish();
        Ok(Self { columns, keys, ..items })
    }

    /// How many texts there are, over all systems.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// What a user should know about what has been read.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.list()
    }
}

impl HeldUnits for SpanItems {
    type Kind = SpanTexts;

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn with_units(&self, range: Range<usize>, look: &mut Look<'_, SpanTexts>) {
        let name = |number: u32| self.names.text(number);
        let span =
            |held: &HeldSpan| Span { start: held.start, end: held.end, label: name(held.label) };
        let lent = |held: &Held| match held {
            Held::Tags(range) => {
                Lent::Tags(self.tags[range.clone()].iter().map(|tag| name(*tag)).collect())
            }
            Held::Spans(range) => Lent::Spans(self.spans[range.clone()].iter().map(span).collect()),
        };
        let both: Vec<[Lent<'_>; 2]> = self.texts[range]
            .iter()
            .map(|text| [lent(&text.gold), lent(&text.predicted)])
            .collect();
        let units = both
            .iter()
            .map(|[gold, predicted]| SpanText { gold: gold.marks(), predicted: predicted.marks() });
        look(&units.collect::<Vec<_>>());
    }
}

/// Marks on their way to a measure.
enum Lent<'a> {
    Tags(Vec<&'a str>),
    Spans(Vec<Span<'a>>),
}

impl Lent<'_> {
    fn marks(&self) -> Marks<'_> {
        match self {
            Self::Tags(tags) => Marks::Tags(tags),
            Self::Spans(spans) => Marks::Spans(spans),
        }
    }
}

/// What has been read so far.
struct Reading {
    roles: Roles,
    strict: bool,
    scheme: Scheme,
    items: SpanItems,
    keys: Keys,
}

impl Reading {
    /// Adds a text; whether the system had none with this id.
    fn add(
        &mut self,
        system: &str,
        id: String,
        columns: Vec<KeyValue>,
        gold: Held,
        predicted: Held,
    ) -> Result<bool, Error> {
        self.items.texts.push(Text { gold, predicted });
        self.keys.add(system, id, columns)
    }

    /// Keeps tags; where they are.
    fn keep_tags(&mut self, tags: &[String]) -> Held {
        let start = self.items.tags.len();
        for tag in tags {
            let number = self.items.names.number(tag);
            self.items.tags.push(number);
        }
        Held::Tags(start..self.items.tags.len())
    }
}

/// The format of a file, as its name tells it: that of tables of objects, or
/// nothing for a file of tags.
pub fn format_of(path: &Path) -> Option<Format> {
    // Tab-separated columns are more often tags than anything else.
    Format::of(path).ok().filter(|format| matches!(format, Format::Jsonl | Format::Parquet))
}
