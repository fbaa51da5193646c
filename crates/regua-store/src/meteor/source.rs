//! Where the files come from: a jar, or a folder laid out like one.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::zip::Zip;
use crate::error::Error;

pub(super) const FUNCTION_WORDS: &str = "function/english.words";
pub(super) const PREFIXES: &str = "nonbreaking/english.prefixes";
pub(super) const SYNSETS: &str = "synonym/english.synsets";
pub(super) const EXCEPTIONS: &str = "synonym/english.exceptions";
pub(super) const NAMES: [&str; 4] = [FUNCTION_WORDS, PREFIXES, SYNSETS, EXCEPTIONS];

const MOST_BYTES: usize = 256 << 20;
const LONGEST_LINE: u64 = 1 << 16;

/// A jar, or a folder laid out like one.
#[derive(Debug)]
pub(super) enum Source {
    Jar(PathBuf, Zip),
    Folder(PathBuf),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            Ok(Self::Folder(path.to_owned()))
        } else {
            Ok(Self::Jar(path.to_owned(), Zip::open(path)?))
        }
    }

    /// A file of lines, which must be there.
    pub(super) fn lines(&self, name: &str) -> Result<Lines, Error> {
        let (path, contents) = match self {
            Self::Jar(path, jar) => (path, jar.read(name, MOST_BYTES)?),
            Self::Folder(path) => (path, read_file(&path.join(name))?),
        };
        let Some(contents) = contents else {
            return Err(Error::Damaged {
                file: path.clone(),
                line: None,
                rule: format!("there is no `{name}` in it"),
            });
        };
        let file = path.join(name);
        match String::from_utf8(contents) {
            Ok(text) => Ok(Lines { file, text }),
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = before.split(|&byte| byte == b'\n').count();
                Err(Error::Damaged { file, line: Some(line), rule: "it is not UTF-8".to_owned() })
            }
        }
    }
}

fn read_file(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let wrong = |cause| Error::Io { doing: "read", file: path.to_owned(), cause };
    let file = match fs::File::open(path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(wrong)?,
    };
    let mut contents = Vec::new();
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut contents).map_err(wrong)?;
    if contents.len() > MOST_BYTES {
        let rule = format!("it has more than {MOST_BYTES} bytes");
        return Err(Error::Damaged { file: path.to_owned(), line: None, rule });
    }
    Ok(Some(contents))
}

/// A text file in memory.
#[derive(Debug)]
pub(super) struct Lines {
    file: PathBuf,
    text: String,
}

impl Lines {
    /// The lines, counted from 1.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// The lines two by two, with the number of the first.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Result<(usize, &str, &str), Error>> {
        let mut lines = self.iter();
        std::iter::from_fn(move || {
            let (number, first) = lines.next()?;
            let second = lines.next().map(|(_, line)| line);
            let missing = || self.damaged(number, "the line that belongs to this one is missing");
            Some(second.ok_or_else(missing).map(|second| (number, first, second)))
        })
    }

    pub(super) fn damaged(&self, line: usize, rule: impl Into<String>) -> Error {
        Error::Damaged { file: self.file.clone(), line: Some(line), rule: rule.into() }
    }
}

/// The words of a line, as METEOR cuts its files and its texts.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t', '\n', '\r', '\u{c}']).filter(|word| !word.is_empty())
}

/// The lines of a gzip file, one at a time.
pub(super) struct PackedLines {
    file: PathBuf,
    reader: BufReader<MultiGzDecoder<BufReader<fs::File>>>,
    line: String,
    number: usize,
}

impl PackedLines {
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let wrong = |cause| Error::Io { doing: "read", file: path.to_owned(), cause };
        let packed = BufReader::new(fs::File::open(path).map_err(wrong)?);
        let reader = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(packed));
        Ok(Self { file: path.to_owned(), reader, line: String::new(), number: 0 })
    }

    /// The next line, or nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<&str>, Error> {
        self.line.clear();
        self.number += 1;
        let read = self.reader.by_ref().take(LONGEST_LINE).read_line(&mut self.line);
        match read {
            Err(cause) if cause.kind() == ErrorKind::InvalidData => {
                Err(self.damaged(format!("it is not UTF-8 or cannot be unpacked: {cause}")))
            }
            Err(cause) => Err(self.damaged(format!("it cannot be unpacked: {cause}"))),
            Ok(0) => Ok(None),
            Ok(_) if self.line.len() as u64 >= LONGEST_LINE => {
                Err(self.damaged(format!("it is longer than {LONGEST_LINE} bytes")))
            }
            Ok(_) => Ok(Some(self.line.trim_end_matches(['\n', '\r']))),
        }
    }

    pub(super) fn damaged(&self, rule: impl Into<String>) -> Error {
        Error::Damaged { file: self.file.clone(), line: Some(self.number), rule: rule.into() }
    }
}
