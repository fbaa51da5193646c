//! Reads single files out of a zip archive, which a jar is.
//!
//! Only what jars use: no archives in several parts or above 4 GiB, no
//! encryption, contents stored or deflated.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::error::Error;
use crate::mapped::Mapped;

const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LONGEST_COMMENT: usize = u16::MAX as usize;
const CENTRAL: &[u8] = b"PK\x01\x02";
const CENTRAL_LENGTH: usize = 46;
const LOCAL: &[u8] = b"PK\x03\x04";
const LOCAL_LENGTH: usize = 30;

/// A zip archive.
#[derive(Debug)]
pub(super) struct Zip {
    path: PathBuf,
    bytes: Mapped,
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    name: Vec<u8>,
    deflated: bool,
    checksum: u32,
    compressed: usize,
    length: usize,
    header: usize,
}

impl Zip {
    /// Opens an archive and reads its directory.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let bytes = Mapped::open(path)?;
        let files = directory(&bytes).ok_or_else(|| Error::Damaged {
            file: path.to_owned(),
            line: None,
            rule: "it is not a jar: the directory of the archive is missing or damaged".to_owned(),
        })?;
        Ok(Self { path: path.to_owned(), bytes, files })
    }

    /// The contents of a file, if the archive has it.
    pub(super) fn read(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, Error> {
        let Some(file) = self.files.iter().find(|file| file.name == name.as_bytes()) else {
            return Ok(None);
        };
        let damaged =
            |rule: String| Error::Damaged { file: self.path.join(name), line: None, rule };
        if file.length > most {
            return Err(damaged(format!("it has {} bytes, more than {most}", file.length)));
        }
        let packed = self
            .packed(file)
            .ok_or_else(|| damaged("its place in the archive is damaged".to_owned()))?;
        let mut contents = Vec::new();
        if file.deflated {
            let mut inflated = DeflateDecoder::new(packed).take(file.length as u64 + 1);
            inflated
                .read_to_end(&mut contents)
                .map_err(|cause| damaged(format!("it cannot be unpacked: {cause}")))?;
        } else {
            contents.extend_from_slice(packed);
        }
        let mut checksum = Crc::new();
        checksum.update(&contents);
        if contents.len() != file.length || checksum.sum() != file.checksum {
            return Err(damaged("its length or checksum is not the one in the archive".to_owned()));
        }
        Ok(Some(contents))
    }

    fn packed(&self, file: &File) -> Option<&[u8]> {
        let header = self.bytes.get(file.header..)?;
        if !header.starts_with(LOCAL) {
            return None;
        }
        let start = LOCAL_LENGTH + short(header, 26)? + short(header, 28)?;
        header.get(start..)?.get(..file.compressed)
    }
}

/// The files of an archive, or nothing if it is no archive.
fn directory(bytes: &[u8]) -> Option<Vec<File>> {
    let earliest = bytes.len().saturating_sub(END_LENGTH + LONGEST_COMMENT);
    let last = bytes.len().checked_sub(END_LENGTH)?;
    let end = (earliest..=last).rev().find(|&place| bytes[place..].starts_with(END))?;
    let end = &bytes[end..];
    let mut rest = bytes.get(long(end, 16)?..)?;
    let mut files = Vec::new();
    for _ in 0..short(end, 10)? {
        if !rest.starts_with(CENTRAL) {
            return None;
        }
        let name_end = CENTRAL_LENGTH + short(rest, 28)?;
        let next = name_end + short(rest, 30)? + short(rest, 32)?;
        let method = short(rest, 10)?;
        if method == 0 || method == 8 {
            files.push(File {
                name: rest.get(CENTRAL_LENGTH..name_end)?.to_owned(),
                deflated: method == 8,
                checksum: u32::try_from(long(rest, 16)?).ok()?,
                compressed: long(rest, 20)?,
                length: long(rest, 24)?,
                header: long(rest, 42)?,
            });
        }
        rest = rest.get(next..)?;
    }
    Some(files)
}

fn short(bytes: &[u8], place: usize) -> Option<usize> {
    let field = bytes.get(place..)?.first_chunk()?;
    Some(usize::from(u16::from_le_bytes(*field)))
}

fn long(bytes: &[u8], place: usize) -> Option<usize> {
    let field = bytes.get(place..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*field)).ok()
}
