//! Plain text: one segment a line, files paired line by line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use regua_core::Segments;
use regua_core::run::{Block, Raw, RawBlock, Source};

use super::block::{Builder, EmptyReference, Making, Record};
use super::bytes::{LineReader, RawLines, check_not_folder};
use super::{BYTES_PER_BLOCK, UNITS_PER_BLOCK};
use crate::error::{Error, name_of};
use crate::input::Input;

/// Files of plain text, read in step, one system after the other.
pub(super) struct Lines {
    systems: std::vec::IntoIter<(Arc<str>, PathBuf)>,
    /// References, then the source if there is one.
    others: Vec<PathBuf>,
    has_source: bool,
    making: Making,
    counter: Arc<AtomicU64>,
    open: Option<OpenSystem>,
}

struct OpenSystem {
    name: Arc<str>,
    hypotheses: LineReader,
    others: Vec<LineReader>,
}

impl Lines {
    pub(super) fn open(
        input: &Input,
        systems: &[(String, PathBuf)],
        references: &[PathBuf],
        source: Option<&Path>,
    ) -> Result<Self, Error> {
        if systems.is_empty() {
            return Err(Error::NoInput);
        }
        let mut names = HashSet::new();
        for (name, _) in systems {
            if !names.insert(name) {
                return Err(Error::SystemTwice { name: name.clone() });
            }
        }
        let others: Vec<PathBuf> =
            references.iter().map(PathBuf::as_path).chain(source).map(Path::to_owned).collect();
        // A missing file should be known before an hour's work, not after.
        for path in systems.iter().map(|(_, path)| path).chain(&others) {
            if path.as_os_str() != "-" {
                check_not_folder(path)?;
                std::fs::metadata(path).map_err(|cause| Error::io("read", name_of(path), cause))?;
            }
        }
        let systems: Vec<(Arc<str>, PathBuf)> =
            systems.iter().map(|(name, path)| (name.as_str().into(), path.clone())).collect();
        Ok(Self {
            systems: systems.into_iter(),
            others,
            has_source: source.is_some(),
            making: input.into(),
            counter: Arc::clone(&input.bytes_read),
            open: None,
        })
    }

    fn open_next(&mut self) -> Result<Option<OpenSystem>, Error> {
        let Some((name, path)) = self.systems.next() else { return Ok(None) };
        let open = |path: &PathBuf| LineReader::open(path, &self.counter);
        let others = self.others.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Some(OpenSystem { name, hypotheses: open(&path)?, others }))
    }
}

impl OpenSystem {
    /// The next lines of all files, `None` after the last.
    fn fetch(&mut self, has_source: bool, making: &Making) -> Result<Option<RawText>, Error> {
        let hypotheses = self.hypotheses.take(UNITS_PER_BLOCK, BYTES_PER_BLOCK)?;
        // At the end of the hypotheses, one more line anywhere is one too many.
        let wanted = hypotheses.count.max(1);
        let mut references = Vec::with_capacity(self.others.len());
        for other in &mut self.others {
            references.push(other.take(wanted, usize::MAX)?);
        }
        if references.iter().any(|other| other.count != hypotheses.count) {
            return Err(self.unequal()?);
        }
        if hypotheses.count == 0 {
            let file = self.hypotheses.name().to_string();
            return if self.hypotheses.lines() == 0 {
                Err(Error::Empty { file })
            } else {
                Ok(None)
            };
        }
        let source = if has_source { references.pop() } else { None };
        Ok(Some(RawText {
            system: Arc::clone(&self.name),
            hypotheses,
            references,
            source,
            making: making.clone(),
        }))
    }

    fn unequal(&mut self) -> Result<Error, Error> {
        let first_lines = self.hypotheses.count_rest()?;
        let first = self.hypotheses.name().to_string();
        if first_lines == 0 {
            return Ok(Error::Empty { file: first });
        }
        for other in &mut self.others {
            let second_lines = other.count_rest()?;
            if second_lines != first_lines {
                let second = other.name().to_string();
                return Ok(Error::UnequalLines { first, first_lines, second, second_lines });
            }
        }
        Ok(Error::Io {
            doing: "read",
            file: first,
            cause: std::io::Error::other("it changed while it was read"),
        })
    }
}

impl Source<Segments> for Lines {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        Ok(self.making.added_columns())
    }

    fn fetch(&mut self) -> Result<Option<Raw<Segments, Error>>, Error> {
        loop {
            if self.open.is_none() {
                self.open = self.open_next()?;
            }
            let Some(open) = &mut self.open else { return Ok(None) };
            match open.fetch(self.has_source, &self.making)? {
                Some(raw) => return Ok(Some(Box::new(raw))),
                None => self.open = None,
            }
        }
    }
}

/// The same lines of all files.
struct RawText {
    system: Arc<str>,
    hypotheses: RawLines,
    references: Vec<RawLines>,
    source: Option<RawLines>,
    making: Making,
}

impl RawBlock<Segments, Error> for RawText {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<Segments>>, Error> {
        let mut builder = Builder::new(self.making);
        let mut references =
            self.references.iter().map(RawLines::text).collect::<Result<Vec<_>, _>>()?;
        let mut sources = self.source.as_ref().map(RawLines::text).transpose()?;
        let mut mine = Vec::with_capacity(references.len());
        for (index, hypothesis) in self.hypotheses.text()?.enumerate() {
            mine.clear();
            for (set, lines) in references.iter_mut().enumerate() {
                // Only the first set must have a reference for every line.
                let line = lines.next();
                mine.push(line.filter(|line| set == 0 || !line.trim().is_empty()));
            }
            let record = Record {
                id: (self.hypotheses.lines_before + index as u64 + 1).to_string(),
                system: Arc::clone(&self.system),
                columns: Vec::new(),
                hypotheses: &[(hypothesis, None)],
                references: &mine,
                source: sources.as_mut().and_then(Iterator::next),
            };
            builder.push(record).map_err(|EmptyReference(set)| Error::EmptyReference {
                place: self.references[set].place(index),
            })?;
        }
        Ok(builder.finish())
    }
}
