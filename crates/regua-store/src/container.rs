//! The compiled file: a header that says what it is, and a payload.
//!
//! All numbers are little-endian.
//!
//! | bytes | hold |
//! |---|---|
//! | 0–7 | the magic number |
//! | 8–11 | the version of the format |
//! | 12–15 | the layout of the payload, see [`Layout`] |
//! | 16–23 | the length of the payload |
//! | 24–31 | the fingerprint of the contents, which does not depend on the layout |
//! | 32–47 | the checksum (XXH3, 128 bits) of the bytes before it and the payload |

use std::ops::Range;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::error::Error;
use crate::mapped::{Bytes, Mapped};
use crate::whole;

/// What begins every compiled file.
const MAGIC: &[u8; 8] = b"regua\0\x1a\n";
/// Where the payload begins.
const HEADER: usize = 48;
/// The version of the format that is written and read.
pub const FORMAT: u32 = 1;

/// How a payload is laid out. Several kinds of resource can share a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Layout {
    /// Words and the sets they belong to: [`crate::Lexicon`].
    Lexicon = 1,
}

/// What a compiled file says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The layout, as a number.
    pub layout: u32,
    /// The fingerprint of the contents.
    pub fingerprint: u64,
    /// The checksum.
    pub checksum: u128,
    length: u64,
}

impl Header {
    fn for_payload(layout: Layout, fingerprint: u64, payload: &[u8]) -> Self {
        let mut header =
            Self { layout: layout as u32, fingerprint, checksum: 0, length: payload.len() as u64 };
        header.checksum = header.sum(payload);
        header
    }

    fn sum(&self, payload: &[u8]) -> u128 {
        let mut hash = Xxh3::new();
        hash.update(&self.to_bytes()[..32]);
        hash.update(payload);
        hash.digest128()
    }

    fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.layout.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.length.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.fingerprint.to_le_bytes());
        bytes[32..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8], file: &Path) -> Result<Self, Error> {
        let damaged = |rule: &str| Error::damaged(file, None, rule);
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(damaged("is not a compiled resource"));
        }
        let short = || damaged("ends within its header");
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let format = number(8).ok_or_else(short)?;
        if format != FORMAT {
            return Err(Error::Outdated { file: file.to_owned(), found: format, wanted: FORMAT });
        }
        let layout = number(12).ok_or_else(short)?;
        let header = bytes.get(16..HEADER).ok_or_else(short)?;
        let wide = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&header[at..at + 8]);
            u64::from_le_bytes(number)
        };
        let checksum = u128::from(wide(16)) | u128::from(wide(24)) << 64;
        Ok(Self { layout, length: wide(0), fingerprint: wide(8), checksum })
    }

    /// The checksum as it stands in manifests.
    pub fn digest(&self) -> String {
        format!("{:032x}", self.checksum)
    }
}

/// Eight hexadecimal digits of a fingerprint, as they stand in signatures.
pub fn short(fingerprint: u64) -> String {
    format!("{:08x}", fingerprint >> 32)
}

/// A compiled file whose header and checksum are right.
#[derive(Debug)]
pub struct Container {
    /// What the file says about itself.
    pub header: Header,
    bytes: Bytes,
    payload: Range<usize>,
}

impl Container {
    /// Opens a compiled file and checks all of it.
    ///
    /// # Errors
    /// Fails if it cannot be read, is damaged, of an old format, or of another
    /// layout.
    pub fn open(file: &Path, layout: Layout) -> Result<Self, Error> {
        // An empty file cannot be mapped everywhere.
        let empty =
            std::fs::metadata(file).map_err(|cause| Error::reading(file, cause))?.len() == 0;
        if empty {
            return Err(Error::damaged(file, None, "is empty"));
        }
        Self::new(Bytes::Mapped(Mapped::open(file)?), file, layout)
    }

    fn new(bytes: Bytes, file: &Path, layout: Layout) -> Result<Self, Error> {
        let header = Header::from_bytes(&bytes, file)?;
        let payload = HEADER..bytes.len();
        let damaged = |rule: String| Err(Error::damaged(file, None, rule));
        if header.length != payload.len() as u64 {
            return damaged(format!(
                "has {} bytes after its header, but its header says {}; add it again",
                payload.len(),
                header.length
            ));
        }
        if header.sum(&bytes[payload.clone()]) != header.checksum {
            return damaged("does not have the checksum that its header says; add it again".into());
        }
        if header.layout != layout as u32 {
            return damaged(format!(
                "is not of the kind that is needed (layout {})",
                header.layout
            ));
        }
        Ok(Self { header, bytes, payload })
    }

    /// A payload in memory, as if it had been written and read.
    pub fn in_memory(layout: Layout, fingerprint: u64, payload: Vec<u8>) -> Self {
        let header = Header::for_payload(layout, fingerprint, &payload);
        let all = 0..payload.len();
        Self { header, bytes: Bytes::Owned(payload), payload: all }
    }

    /// The payload.
    pub fn payload(&self) -> &[u8] {
        &self.bytes[self.payload.clone()]
    }
}

/// Writes a compiled file.
///
/// # Errors
/// Fails if it cannot be written.
pub fn write(
    file: &Path,
    layout: Layout,
    fingerprint: u64,
    payload: &[u8],
) -> Result<Header, Error> {
    let header = Header::for_payload(layout, fingerprint, payload);
    whole::write(file, &[&header.to_bytes(), payload])?;
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        write(&file, Layout::Lexicon, 7, b"a few words").unwrap();
        let right = Container::open(&file, Layout::Lexicon).unwrap();
        assert_eq!((right.payload(), right.header.fingerprint), (b"a few words".as_slice(), 7));
        let bytes = std::fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x20;
            std::fs::write(&file, &changed).unwrap();
            assert!(Container::open(&file, Layout::Lexicon).is_err(), "byte {at}");
            std::fs::write(&file, &bytes[..at]).unwrap();
            assert!(Container::open(&file, Layout::Lexicon).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn an_old_format_says_to_add_it_again() {
        let mut bytes = Header::for_payload(Layout::Lexicon, 0, b"").to_bytes();
        bytes[8] = 0;
        let error =
            Container::new(Bytes::Owned(bytes.to_vec()), Path::new("w.bin"), Layout::Lexicon)
                .unwrap_err();
        assert_eq!(
            error.to_string(),
            "w.bin has format 0, but this version reads format 1; add it again"
        );
    }
}
