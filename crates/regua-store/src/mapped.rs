//! Files in memory, without reading them.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::error::Error;

/// The bytes of a file, mapped into memory.
///
/// Compiled resources are written whole under another name and then renamed, so
/// that a file that can be opened is never changed afterwards.
#[derive(Debug)]
pub struct Mapped(Mmap);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    /// Fails if it cannot be read.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(|cause| Error::reading(path, cause))?;
        #[expect(unsafe_code, reason = "mapping is unsafe where another program shortens the file")]
        // SAFETY: the file is in the user's own folder and is replaced by renaming, never changed in place.
        let map = unsafe { Mmap::map(&file) }.map_err(|cause| Error::reading(path, cause))?;
        Ok(Self(map))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Bytes, wherever they are.
#[derive(Debug)]
pub enum Bytes {
    /// A file.
    Mapped(Mapped),
    /// Memory of our own.
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => mapped,
            Self::Owned(bytes) => bytes,
        }
    }
}
