//! Files as lines, with numbers.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::error::Error;

/// The largest file that is read.
pub const MAX_BYTES: u64 = 1 << 30;

/// The bytes of a file of bearable size.
///
/// # Errors
/// Fails if it cannot be read, is larger than [`MAX_BYTES`], or compressed.
pub fn read_bytes(file: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(|cause| Error::reading(file, cause))?;
    opened
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|cause| Error::reading(file, cause))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::damaged(file, None, "is larger than 1 GiB"));
    }
    let compressed =
        [b"\x1f\x8b".as_slice(), b"BZh", b"\xfd7zXZ", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"];
    if compressed.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(Error::damaged(file, None, "is compressed; unpack it first"));
    }
    Ok(bytes)
}

/// The bytes without the mark that some editors put before UTF-8.
pub(super) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The lines of a text with their numbers; a carriage return at the end of a line
/// does not belong to it.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = without_mark(bytes);
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let pieces = (!bytes.is_empty()).then(|| whole.split(|byte| *byte == b'\n'));
    pieces
        .into_iter()
        .flatten()
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .zip(1..)
        .map(|(line, number)| (number, line))
}

/// A line as text.
pub(super) fn utf8<'a>(line: &'a [u8], file: &Path, number: usize) -> Result<&'a str, Error> {
    std::str::from_utf8(line).map_err(|_| Error::damaged(file, number, "is not UTF-8"))
}

/// A whole file as text, with the line where it is not.
pub(super) fn whole_utf8<'a>(bytes: &'a [u8], file: &Path) -> Result<&'a str, Error> {
    std::str::from_utf8(without_mark(bytes)).map_err(|error| {
        let before = &bytes[..error.valid_up_to().min(bytes.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Error::damaged(file, line, "is not UTF-8")
    })
}

/// The beginning of an offending text, for messages.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_no_ends() {
        let found: Vec<_> = lines(b"\xef\xbb\xbfone\r\n\ntwo").collect();
        assert_eq!(found, [(1, b"one".as_slice()), (2, b""), (3, b"two")]);
        assert_eq!(lines(b"").count(), 0);
        assert_eq!(lines(b"one\n").count(), 1);
    }
}
