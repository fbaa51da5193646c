//! The payload of a compiled file: sections of bytes or of 32-bit numbers.
//!
//! First, for each section, two numbers of 64 bits: where it starts and how many
//! bytes it has; then the sections. Numbers are little-endian. A list of words
//! is two sections: where each word starts (and where the last one ends), and
//! their bytes, in ascending order.

use std::ops::Range;
use std::path::Path;

use crate::container::Container;
use crate::error::Error;

const PLACE: usize = 16;

/// What a section holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    FunctionStarts,
    FunctionBytes,
    PrefixStarts,
    PrefixBytes,
    PrefixNumeric,
    WordStarts,
    WordBytes,
    WordSets,
    WordSetNumbers,
    FormStarts,
    FormBytes,
    FormSets,
    FormSetNumbers,
    VocabularyStarts,
    VocabularyBytes,
    NodeWords,
    NodeChildren,
    NodeTargets,
    TargetFirstWords,
    TargetPhrases,
    PhraseStarts,
    PhraseWords,
}

const SECTIONS: usize = Section::PhraseWords as usize + 1;

/// Sections that are still to be written.
#[derive(Debug)]
pub(super) struct Writer {
    sections: [Vec<u8>; SECTIONS],
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { sections: std::array::from_fn(|_| Vec::new()) }
    }

    /// Adds numbers to a section.
    pub(super) fn numbers(&mut self, section: Section, numbers: impl IntoIterator<Item = u32>) {
        let bytes = &mut self.sections[section as usize];
        numbers.into_iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
    }

    /// Adds a list of words in ascending order.
    pub(super) fn words<'w>(
        &mut self,
        starts: Section,
        bytes: Section,
        words: impl IntoIterator<Item = &'w str>,
    ) {
        let mut ends = vec![0];
        for word in words {
            let all = &mut self.sections[bytes as usize];
            all.extend_from_slice(word.as_bytes());
            ends.push(number(all.len()));
        }
        self.numbers(starts, ends);
    }

    /// All sections, one after the other.
    pub(super) fn payload(self) -> Vec<u8> {
        let mut payload = Vec::new();
        let mut start = SECTIONS * PLACE;
        for section in &self.sections {
            payload.extend_from_slice(&(start as u64).to_le_bytes());
            payload.extend_from_slice(&(section.len() as u64).to_le_bytes());
            start += section.len();
        }
        self.sections.into_iter().for_each(|section| payload.extend_from_slice(&section));
        payload
    }
}

/// A count as it is written. Files are bounded so that all counts fit.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A payload whose sections are all there.
///
/// Whatever is in them, looking something up never fails: a place that is not
/// there holds nothing.
#[derive(Debug)]
pub(super) struct Compiled {
    container: Container,
    sections: [Range<usize>; SECTIONS],
}

impl Compiled {
    pub(super) fn new(container: Container, file: &Path) -> Result<Self, Error> {
        let payload = container.payload();
        let mut sections = std::array::from_fn(|_| 0..0);
        for (index, section) in sections.iter_mut().enumerate() {
            let place = index * PLACE;
            let range = long(payload, place).zip(long(payload, place + 8));
            let range = range.and_then(|(start, length)| {
                let (start, length) = (usize::try_from(start).ok()?, usize::try_from(length).ok()?);
                Some(start..start.checked_add(length)?)
            });
            let range = range.filter(|range| range.end <= payload.len());
            *section = range.ok_or_else(|| Error::damaged(file, None, "a section is cut short"))?;
        }
        Ok(Self { container, sections })
    }

    /// The file around the payload.
    pub(super) fn container(&self) -> &Container {
        &self.container
    }

    fn section(&self, section: Section) -> &[u8] {
        &self.container.payload()[self.sections[section as usize].clone()]
    }

    /// How many numbers a section holds.
    pub(super) fn len(&self, section: Section) -> usize {
        self.sections[section as usize].len() / 4
    }

    /// A number of a section.
    #[inline]
    pub(super) fn number(&self, section: Section, index: usize) -> Option<u32> {
        short(self.section(section), index.checked_mul(4)?)
    }

    /// The places between a number and the next one.
    pub(super) fn between(&self, section: Section, index: usize) -> Range<usize> {
        let ends = self.number(section, index).zip(self.number(section, index + 1));
        ends.map_or(0..0, |(start, end)| start as usize..end as usize)
    }

    /// Numbers of a section; none if they are not all there.
    pub(super) fn numbers(
        &self,
        section: Section,
        places: Range<usize>,
    ) -> impl Iterator<Item = u32> + '_ {
        let all = self.section(section);
        let places = places.start.saturating_mul(4)..places.end.saturating_mul(4);
        let (numbers, _) = all.get(places).unwrap_or_default().as_chunks::<4>();
        numbers.iter().map(|number| u32::from_le_bytes(*number))
    }

    /// Where a word stands in a list of words.
    pub(super) fn find(&self, starts: Section, bytes: Section, word: &str) -> Option<usize> {
        let all = self.section(bytes);
        let (mut low, mut high) = (0, self.len(starts).saturating_sub(1));
        while low < high {
            let middle = low.midpoint(high);
            match all.get(self.between(starts, middle))?.cmp(word.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

#[inline]
fn short(bytes: &[u8], place: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(place..)?.first_chunk()?))
}

fn long(bytes: &[u8], place: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(place..)?.first_chunk()?))
}
