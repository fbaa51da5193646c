//! Text files as bytes: opened, unpacked, counted, cut into lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::LONGEST_LINE;
use crate::error::{Error, Place, grouped, name_of};

const BUFFER: usize = 256 << 10;
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// There is one standard input however many inputs name it.
static STANDARD_INPUT_TAKEN: AtomicBool = AtomicBool::new(false);

/// A text file, unpacked, without its byte order mark.
pub(super) struct TextFile {
    pub(super) reader: Box<dyn Read + Send>,
    /// How many bytes of the text have been passed over.
    pub(super) skipped: u64,
}

/// Opens a text file; `-` is standard input.
pub(super) fn open(path: &Path, counter: &Arc<AtomicU64>) -> Result<TextFile, Error> {
    let failed = |cause| Error::io("read", name_of(path), cause);
    let raw: Box<dyn Read + Send> = if path.as_os_str() == "-" {
        if STANDARD_INPUT_TAKEN.swap(true, Ordering::Relaxed) {
            return Err(Error::StandardInputTwice);
        }
        Box::new(io::stdin())
    } else {
        check_not_folder(path)?;
        Box::new(File::open(path).map_err(failed)?)
    };
    let mut raw: Box<dyn Read + Send> =
        Box::new(Counted { inner: raw, counter: Arc::clone(counter) });
    let magic = peek(&mut raw, 4).map_err(failed)?;
    let named =
        |extension: &str| path.extension().is_some_and(|mine| mine.eq_ignore_ascii_case(extension));
    let is_gzip = magic.starts_with(&[0x1f, 0x8b]) || (named("gz") && !magic.is_empty());
    let is_zstd =
        magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || (named("zst") && !magic.is_empty());
    let whole = Cursor::new(magic).chain(raw);
    let mut text: Box<dyn Read + Send> = if is_gzip {
        Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole)))
    } else if is_zstd {
        Box::new(zstd::stream::read::Decoder::new(whole).map_err(failed)?)
    } else {
        Box::new(whole)
    };
    let start = peek(&mut text, BYTE_ORDER_MARK.len()).map_err(failed)?;
    if start == BYTE_ORDER_MARK {
        return Ok(TextFile { reader: text, skipped: start.len() as u64 });
    }
    Ok(TextFile { reader: Box::new(Cursor::new(start).chain(text)), skipped: 0 })
}

/// Opening a folder succeeds on some systems, and only reading it fails.
pub(super) fn check_not_folder(path: &Path) -> Result<(), Error> {
    if path.is_dir() { Err(Error::Folder { file: name_of(path) }) } else { Ok(()) }
}

fn peek(reader: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(most);
    reader.by_ref().take(most as u64).read_to_end(&mut start)?;
    Ok(start)
}

struct Counted<R> {
    inner: R,
    counter: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.counter.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// A text file that is read some lines at a time.
pub(super) struct LineReader {
    name: Arc<str>,
    reader: BufReader<Box<dyn Read + Send>>,
    offset: u64,
    lines: u64,
    longest: usize,
}

/// Some lines of a file, not yet known to be text.
pub(super) struct RawLines {
    name: Arc<str>,
    bytes: Vec<u8>,
    /// How many lines there are.
    pub(super) count: usize,
    /// How many lines come before.
    pub(super) lines_before: u64,
    offset: u64,
}

impl LineReader {
    pub(super) fn open(path: &Path, counter: &Arc<AtomicU64>) -> Result<Self, Error> {
        let file = open(path, counter)?;
        Ok(Self {
            name: name_of(path).into(),
            reader: BufReader::with_capacity(BUFFER, file.reader),
            offset: file.skipped,
            lines: 0,
            longest: LONGEST_LINE,
        })
    }

    pub(super) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// How many lines have been read.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Up to so many lines; fewer if they fill `enough` bytes or the file ends.
    pub(super) fn take(&mut self, most: usize, enough: usize) -> Result<RawLines, Error> {
        let (lines_before, offset) = (self.lines, self.offset);
        let mut bytes = Vec::new();
        let mut count = 0;
        let mut open_line = 0;
        while count < most && (open_line > 0 || bytes.len() < enough) {
            let buffer =
                self.reader.fill_buf().map_err(|cause| Error::io("read", &*self.name, cause))?;
            if buffer.is_empty() {
                count += usize::from(open_line > 0);
                break;
            }
            let mut used = buffer.len();
            let mut from = 0;
            for end in memchr::memchr_iter(b'\n', buffer) {
                open_line = 0;
                from = end + 1;
                count += 1;
                if count == most || bytes.len() + from >= enough {
                    used = from;
                    break;
                }
            }
            open_line += used - from;
            bytes.extend_from_slice(&buffer[..used]);
            self.reader.consume(used);
            if open_line > self.longest {
                let place = Place::line(&*self.name, lines_before + count as u64 + 1);
                return Err(too_long(place, self.longest));
            }
        }
        self.lines += count as u64;
        self.offset += bytes.len() as u64;
        Ok(RawLines { name: Arc::clone(&self.name), bytes, count, lines_before, offset })
    }

    /// Passes over the rest of the file; how many lines it has in all.
    pub(super) fn count_rest(&mut self) -> Result<u64, Error> {
        let mut ended = true;
        loop {
            let buffer =
                self.reader.fill_buf().map_err(|cause| Error::io("read", &*self.name, cause))?;
            let Some(last) = buffer.last() else { break };
            ended = *last == b'\n';
            self.lines += memchr::memchr_iter(b'\n', buffer).count() as u64;
            let used = buffer.len();
            self.reader.consume(used);
        }
        self.lines += u64::from(!ended);
        Ok(self.lines)
    }
}

impl RawLines {
    /// Whether there is nothing on any of the lines.
    pub(super) fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty()
    }

    /// Where a line of these is.
    pub(super) fn place(&self, index: usize) -> Place {
        Place::line(&*self.name, self.lines_before + index as u64 + 1)
    }

    /// The lines, each without its end (`\n` or `\r\n`).
    pub(super) fn text(&self) -> Result<impl Iterator<Item = &str>, Error> {
        let text = std::str::from_utf8(&self.bytes).map_err(|error| {
            let valid = error.valid_up_to();
            let line = memchr::memchr_iter(b'\n', &self.bytes[..valid]).count();
            Error::NotUtf8 {
                place: self.place(line),
                byte: self.bytes[valid],
                offset: self.offset + valid as u64,
            }
        })?;
        Ok(text.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)))
    }
}

/// The error for a line that would not fit into memory many times over.
pub(super) fn too_long(place: Place, longest: usize) -> Error {
    let rule = format!("the line is longer than {} bytes", grouped(longest as u64));
    Error::Row { place, rule }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_never_ends_is_an_error_before_it_is_in_memory() {
        let endless = std::io::repeat(b'a');
        let mut reader = LineReader {
            name: "endless.txt".into(),
            reader: BufReader::new(Box::new(Cursor::new("a\nb\n").chain(endless))),
            offset: 0,
            lines: 0,
            longest: 1 << 20,
        };
        let error = reader.take(10, usize::MAX).map(|lines| lines.count).unwrap_err();
        insta::assert_snapshot!(error, @"endless.txt, line 3: the line is longer than 1,048,576 bytes");
    }

    #[test]
    fn long_lines_make_short_blocks() {
        let text = format!("{0}\n{0}\n{0}", "x".repeat(100));
        let mut reader = LineReader {
            name: "long.txt".into(),
            reader: BufReader::with_capacity(7, Box::new(Cursor::new(text))),
            offset: 0,
            lines: 0,
            longest: LONGEST_LINE,
        };
        let counts: Vec<usize> = (0..4).map(|_| reader.take(9, 150).unwrap().count).collect();
        assert_eq!(counts, [2, 1, 0, 0]);
    }
}
