//! Files that are whole or not there.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// A file that appears under its name only when it is complete.
///
/// A link is followed to the file it stands for. What is no file at all (a
/// pipe, a device) cannot be replaced and is written to as it is.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// Where the text is until it is complete.
    temporary: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

impl WholeFile {
    /// Starts a file beside its final place.
    ///
    /// # Errors
    /// Fails if the folder cannot be written to, or the path is a folder.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let wrong = |source| Error::Write { path: path.to_owned(), source };
        if path.is_dir() {
            return Err(wrong(io::Error::other("it is a folder")));
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let (temporary, file) = if path.exists() && !path.is_file() {
            (None, File::options().write(true).open(&path).map_err(wrong)?)
        } else {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(format!(".{}.tmp", std::process::id()));
            let temporary = path.with_file_name(name);
            let file = File::create(&temporary).map_err(wrong)?;
            (Some(temporary), file)
        };
        Ok(Self { path, temporary, writer: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Fails if what is left cannot be written.
    pub fn finish(mut self) -> Result<(), Error> {
        let path = self.path.clone();
        self.complete().map_err(|source| Error::Write { path, source })
    }

    fn complete(&mut self) -> io::Result<()> {
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        writer.flush()?;
        if let Some(temporary) = &self.temporary {
            writer.get_ref().sync_all()?;
            std::fs::rename(temporary, &self.path)?;
            self.temporary = None;
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(bytes.len()), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for WholeFile {
    /// A file that was not completed leaves nothing behind.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = std::fs::remove_file(temporary);
        }
    }
}
