//! Blocks of segments: all texts in one piece of memory.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use regua_core::key::{KeyValue, UnitKey};
use regua_core::run::Block;
use regua_core::{Hypothesis, Segment, Segments};

use super::REFERENCE_SET;
use crate::input::Input;
use crate::text_column::TextColumn;

/// Segments that were read together.
#[derive(Default)]
pub(super) struct SegmentBlock {
    keys: Vec<UnitKey>,
    texts: String,
    hypotheses: Vec<(Range<usize>, Option<f64>)>,
    references: Vec<Range<usize>>,
    units: Vec<Unit>,
}

struct Unit {
    hypotheses: Range<usize>,
    references: Range<usize>,
    source: Option<Range<usize>>,
}

impl Block<Segments> for SegmentBlock {
    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn with_units(&self, look: &mut dyn for<'u> FnMut(&'u [Segment<'u>])) {
        let text = |range: &Range<usize>| &self.texts[range.clone()];
        let hypotheses: Vec<Hypothesis<'_>> = self
            .hypotheses
            .iter()
            .map(|(range, log_likelihood)| Hypothesis {
                text: text(range),
                log_likelihood: *log_likelihood,
            })
            .collect();
        let references: Vec<&str> = self.references.iter().map(text).collect();
        let units: Vec<Segment<'_>> = self
            .units
            .iter()
            .map(|unit| Segment {
                hypotheses: &hypotheses[unit.hypotheses.clone()],
                references: &references[unit.references.clone()],
                source: unit.source.as_ref().map(text),
            })
            .collect();
        look(&units);
    }
}

/// How units are made of what is read.
#[derive(Debug, Clone)]
pub(crate) struct Making {
    allow_empty_reference: bool,
    pub(super) each_reference: bool,
    text_columns: Arc<[TextColumn]>,
}

impl Making {
    /// The columns that are added to those of the input.
    pub(crate) fn added_columns(&self) -> Vec<String> {
        let set = self.each_reference.then_some(REFERENCE_SET);
        let texts = self.text_columns.iter().map(|column| column.name());
        set.into_iter().chain(texts).map(str::to_owned).collect()
    }
}

impl From<&Input> for Making {
    fn from(input: &Input) -> Self {
        Self {
            allow_empty_reference: input.allow_empty_reference,
            each_reference: input.each_reference,
            text_columns: input.text_columns.as_slice().into(),
        }
    }
}

/// One line or row, as it is read.
pub(crate) struct Record<'a> {
    pub(crate) id: String,
    pub(crate) system: Arc<str>,
    pub(crate) columns: Vec<KeyValue>,
    pub(crate) hypotheses: &'a [(&'a str, Option<f64>)],
    /// One for each set of references, `None` where it is not there.
    pub(crate) references: &'a [Option<&'a str>],
    pub(crate) source: Option<&'a str>,
}

/// The position of a reference that is empty and should not be.
pub(crate) struct EmptyReference(pub(crate) usize);

/// Puts a block together.
pub(crate) struct Builder {
    making: Making,
    block: SegmentBlock,
    systems: HashMap<String, Arc<str>>,
}

impl Builder {
    pub(crate) fn new(making: Making) -> Self {
        Self { making, block: SegmentBlock::default(), systems: HashMap::new() }
    }

    /// One shared name for all units of a system.
    pub(super) fn system(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.systems.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = name.into();
        self.systems.insert(name.to_owned(), Arc::clone(&shared));
        shared
    }

    pub(crate) fn push(&mut self, record: Record<'_>) -> Result<(), EmptyReference> {
        let is_empty = |text: &str| text.trim().is_empty();
        if !self.making.allow_empty_reference
            && let Some(position) =
                record.references.iter().position(|text| text.is_some_and(is_empty))
        {
            return Err(EmptyReference(position));
        }
        let first = self.block.hypotheses.len();
        for (text, log_likelihood) in record.hypotheses {
            let range = self.keep(text);
            self.block.hypotheses.push((range, *log_likelihood));
        }
        let hypotheses = first..self.block.hypotheses.len();
        let source = record.source.map(|text| self.keep(text));
        let from_texts = |reference: Option<&str>| -> Vec<KeyValue> {
            let first = record.hypotheses.first().map(|(text, _)| *text);
            let columns = self.making.text_columns.iter();
            columns.map(|column| column.value(first, reference, record.source)).collect()
        };
        let each = record.references.iter().flatten().map(|text| from_texts(Some(text)));
        let lengths: Vec<Vec<KeyValue>> = match record.references.iter().flatten().next() {
            None => vec![from_texts(None)],
            Some(_) if self.making.each_reference => each.collect(),
            Some(_) => each.take(1).collect(),
        };
        let Record { id, system, mut columns, .. } = record;
        let references = record.references.iter().enumerate();
        let references = references.filter_map(|(set, text)| text.map(|text| (set, text)));
        let start = self.block.references.len();
        let sets: Vec<usize> = references
            .map(|(set, text)| {
                let range = self.keep(text);
                self.block.references.push(range);
                set + 1
            })
            .collect();
        if !self.making.each_reference || sets.is_empty() {
            if self.making.each_reference {
                columns.push(KeyValue::Missing);
            }
            columns.extend(lengths.into_iter().next().unwrap_or_default());
            let references = Some(u32::try_from(sets.len()).unwrap_or(u32::MAX));
            self.block.keys.push(UnitKey { id, system, references, columns });
            self.block.units.push(Unit {
                hypotheses,
                references: start..start + sets.len(),
                source,
            });
            return Ok(());
        }
        for (position, set) in sets.into_iter().enumerate() {
            let mut columns = columns.clone();
            columns.push(KeyValue::Text(set.to_string()));
            columns.extend_from_slice(&lengths[position]);
            self.block.keys.push(UnitKey {
                id: format!("{id}/{set}"),
                system: Arc::clone(&system),
                references: Some(1),
                columns,
            });
            self.block.units.push(Unit {
                hypotheses: hypotheses.clone(),
                references: start + position..start + position + 1,
                source: source.clone(),
            });
        }
        Ok(())
    }

    fn keep(&mut self, text: &str) -> Range<usize> {
        let start = self.block.texts.len();
        self.block.texts.push_str(text);
        start..self.block.texts.len()
    }

    pub(crate) fn finish(self) -> Box<dyn Block<Segments>> {
        Box::new(self.block)
    }
}
