//! The compiled file: a header, and sections of bytes or of 32-bit numbers.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `RGMETEOR` |
//! | 4 | version of this layout |
//! | 4 | how many sections there are |
//! | 8 | XXH3 of all sections |
//! | 16 each | where a section starts and how many bytes it has |
//!
//! Numbers are little-endian. A list of words is two sections: where each word
//! starts (and where the last one ends), and their bytes, in ascending order.

use std::fs;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::Error;
use crate::mapped::Mapped;

const MAGIC: &[u8; 8] = b"RGMETEOR";
const VERSION: u32 = 1;
const HEADER: usize = 24;
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

    /// Writes a file that is whole or not there.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let wrong = |cause| Error::Io { doing: "write", file: path.to_owned(), cause };
        let mut checksum = Xxh3::new();
        self.sections.iter().for_each(|section| checksum.update(section));
        let part = path.with_extension("part");
        let mut file = BufWriter::new(fs::File::create(&part).map_err(wrong)?);
        let mut write = || {
            file.write_all(MAGIC)?;
            file.write_all(&VERSION.to_le_bytes())?;
            file.write_all(&number(SECTIONS).to_le_bytes())?;
            file.write_all(&checksum.digest().to_le_bytes())?;
            let mut start = HEADER + SECTIONS * PLACE;
            for section in &self.sections {
                file.write_all(&(start as u64).to_le_bytes())?;
                file.write_all(&(section.len() as u64).to_le_bytes())?;
                start += section.len();
            }
            self.sections.iter().try_for_each(|section| file.write_all(section))?;
            file.flush()?;
            file.get_ref().sync_all()
        };
        write().and_then(|()| fs::rename(&part, path)).map_err(wrong)
    }
}

/// A count as it is written. Files are bounded so that all counts fit.
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A compiled file, mapped into memory.
///
/// Whatever is in the file, looking something up never fails: a place that is
/// not there holds nothing.
#[derive(Debug)]
pub(super) struct Compiled {
    bytes: Mapped,
    sections: [Range<usize>; SECTIONS],
    checksum: u64,
}

impl Compiled {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let bytes = Mapped::open(path)?;
        let damaged = |rule: &str| Error::Damaged {
            file: path.to_owned(),
            line: None,
            rule: rule.to_owned(),
        };
        if !bytes.starts_with(MAGIC) {
            return Err(damaged("it is not a compiled METEOR resource"));
        }
        let (Some(version), Some(count), Some(checksum)) =
            (short(&bytes, 8), short(&bytes, 12), long(&bytes, 16))
        else {
            return Err(damaged("its header is cut short"));
        };
        if version != VERSION || count != number(SECTIONS) {
            return Err(damaged("it was compiled by another version; add it again"));
        }
        let mut sections = std::array::from_fn(|_| 0..0);
        for (index, section) in sections.iter_mut().enumerate() {
            let place = HEADER + index * PLACE;
            let range =
                long(&bytes, place).zip(long(&bytes, place + 8)).and_then(|(start, length)| {
                    let (start, length) =
                        (usize::try_from(start).ok()?, usize::try_from(length).ok()?);
                    Some(start..start.checked_add(length)?)
                });
            let range = range.filter(|range| range.end <= bytes.len());
            *section = range.ok_or_else(|| damaged("it is cut short"))?;
        }
        Ok(Self { bytes, sections, checksum })
    }

    /// The checksum that the header promises.
    pub(super) fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Whether the contents are those that the header promises.
    pub(super) fn is_whole(&self) -> bool {
        let start = HEADER + SECTIONS * PLACE;
        self.bytes.get(start..).is_some_and(|contents| xxh3_64(contents) == self.checksum)
    }

    /// How many numbers a section holds.
    pub(super) fn len(&self, section: Section) -> usize {
        self.sections[section as usize].len() / 4
    }

    /// A number of a section.
    #[inline]
    pub(super) fn number(&self, section: Section, index: usize) -> Option<u32> {
        short(&self.bytes[self.sections[section as usize].clone()], index.checked_mul(4)?)
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
        let all = &self.bytes[self.sections[section as usize].clone()];
        let places = places.start.saturating_mul(4)..places.end.saturating_mul(4);
        let (numbers, _) = all.get(places).unwrap_or_default().as_chunks::<4>();
        numbers.iter().map(|number| u32::from_le_bytes(*number))
    }

    /// Where a word stands in a list of words.
    pub(super) fn find(&self, starts: Section, bytes: Section, word: &str) -> Option<usize> {
        let all = &self.bytes[self.sections[bytes as usize].clone()];
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
