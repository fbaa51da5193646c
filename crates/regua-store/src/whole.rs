//! Files that are whole or not there.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;

/// Writes a file under another name beside its place and renames it, so that
/// nobody ever sees half of it. Folders are made as needed.
///
/// # Errors
/// Fails if the folder cannot be made or written to.
pub fn write(path: &Path, parts: &[&[u8]]) -> Result<(), Error> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let wrong = |cause| Error::writing(path, cause);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|cause| Error::writing(folder, cause))?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{count}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = (|| {
        let mut file = File::create(&temporary)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file");
        write(&path, &[b"one"]).unwrap();
        write(&path, &[b"t", b"wo"]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
