//! Unfinished ledgers: a folder of finished chunks and a manifest.
//!
//! Whatever is written gets its name only when it is whole and on the disk,
//! and a chunk counts only once the manifest names it. So a run that is killed
//! at any moment leaves a folder from which the next one can go on.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::SCHEMA_VERSION;
use super::compact::{compact, hex};
use super::reader::Ledger;
use super::schema::{ColumnType, Contents};
use crate::error::{Error, name_of};

const MANIFEST: &str = "manifest.json";
const LOCK: &str = "lock";
const COMPACT: &str = "whole.parquet";

/// The folder of a ledger while it grows: `FILE.part`.
pub fn part_of(ledger: &Path) -> PathBuf {
    let mut name = OsString::from(ledger);
    name.push(".part");
    name.into()
}

/// The folder of an unfinished ledger, locked.
pub(crate) struct Part {
    ledger: PathBuf,
    folder: PathBuf,
    /// Held until the part is dropped.
    lock: Lock,
    manifest: Manifest,
}

/// What an unfinished ledger holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Manifest {
    schema: u32,
    pub(super) contents: Contents,
    chunks: Vec<Chunk>,
}

/// What a manifest says of a chunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chunk {
    /// How many blocks of the input it covers.
    pub(crate) blocks: u64,
    /// How many units it has.
    pub(crate) units: u64,
    /// The hash of the input from the start to the end of the chunk.
    pub(crate) digest: String,
    pub(super) types: Vec<ColumnType>,
}

impl Part {
    /// Starts anew. Chunks that an earlier run left without a manifest are of
    /// no use to anybody and are overwritten.
    pub(crate) fn create(ledger: &Path, contents: Contents) -> Result<Self, Error> {
        let folder = part_of(ledger);
        match fs::create_dir(&folder) {
            Err(cause) if cause.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(Error::io("create", name_of(&folder), cause));
            }
            _ => {}
        }
        only_ours(&folder)?;
        let lock = locked(&folder)?;
        let manifest = Manifest { schema: SCHEMA_VERSION, contents, chunks: Vec::new() };
        let part = Self { ledger: ledger.to_owned(), folder, lock, manifest };
        part.write_manifest()?;
        Ok(part)
    }

    /// Opens what an earlier run left behind; `None` if there is nothing to go
    /// on from.
    pub(crate) fn open(ledger: &Path) -> Result<Option<Self>, Error> {
        let folder = part_of(ledger);
        if !folder.is_dir() {
            return Ok(None);
        }
        only_ours(&folder)?;
        let lock = locked(&folder)?;
        let Ok(bytes) = fs::read(folder.join(MANIFEST)) else { return Ok(None) };
        let manifest = serde_json::from_slice::<Manifest>(&bytes).ok();
        let manifest = manifest.filter(|manifest| manifest.schema == SCHEMA_VERSION);
        let mut manifest = manifest.ok_or_else(|| Error::Resume {
            file: name_of(ledger),
            rule: format!(
                "{} is damaged or of another version; remove the folder to start anew",
                name_of(&folder.join(MANIFEST))
            ),
        })?;
        // A disk may lose what it promised to keep: go on from the last chunk
        // before the first one that is not whole.
        let is_whole = |(number, chunk): (usize, &Chunk)| {
            Ledger::open(&folder.join(chunk_name(number))).is_ok_and(|saved| {
                saved.units() == chunk.units && *saved.contents() == manifest.contents
            })
        };
        let whole = manifest.chunks.iter().enumerate().take_while(|&chunk| is_whole(chunk)).count();
        manifest.chunks.truncate(whole);
        Ok(Some(Self { ledger: ledger.to_owned(), folder, lock, manifest }))
    }

    pub(crate) fn contents(&self) -> &Contents {
        &self.manifest.contents
    }

    /// Removes what a run left that was killed while it removed its folder.
    pub(crate) fn sweep(ledger: &Path) -> Result<(), Error> {
        let folder = part_of(ledger);
        if !folder.is_dir() || folder.join(MANIFEST).exists() {
            return Ok(());
        }
        only_ours(&folder)?;
        drop(locked(&folder)?);
        fs::remove_dir_all(&folder).map_err(|cause| Error::io("remove", name_of(&folder), cause))
    }

    pub(crate) fn ledger(&self) -> &Path {
        &self.ledger
    }

    pub(crate) fn chunks(&self) -> &[Chunk] {
        &self.manifest.chunks
    }

    /// The ledgers of the finished chunks.
    pub(crate) fn chunk_paths(&self) -> Vec<PathBuf> {
        (0..self.manifest.chunks.len()).map(|number| self.folder.join(chunk_name(number))).collect()
    }

    /// Adds a chunk, which `write` writes to the path it is given.
    pub(super) fn add(
        &mut self,
        chunk: Chunk,
        write: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let path = self.folder.join(chunk_name(self.manifest.chunks.len()));
        let unfinished = path.with_extension("parquet.tmp");
        write(&unfinished)?;
        self.rename(&unfinished, &path)?;
        self.manifest.chunks.push(chunk);
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), Error> {
        let path = self.folder.join(MANIFEST);
        let unfinished = path.with_extension("json.tmp");
        let failed = |cause| Error::io("write", name_of(&unfinished), cause);
        let bytes = serde_json::to_vec(&self.manifest).map_err(|error| failed(error.into()))?;
        let mut file = File::create(&unfinished).map_err(failed)?;
        file.write_all(&bytes).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        self.rename(&unfinished, &path)
    }

    fn rename(&self, from: &Path, to: &Path) -> Result<(), Error> {
        fs::rename(from, to).map_err(|cause| Error::io("write", name_of(to), cause))?;
        sync_folder(&self.folder);
        Ok(())
    }

    /// Puts the chunks together, gives the ledger its name and removes the
    /// folder.
    pub(super) fn finish(self, digest: u128) -> Result<(), Error> {
        let mut types = vec![ColumnType::Missing; self.manifest.contents.columns.len()];
        for chunk in &self.manifest.chunks {
            for (mine, other) in types.iter_mut().zip(&chunk.types) {
                *mine = mine.join(*other);
            }
        }
        let whole = self.folder.join(COMPACT);
        let chunks = self.chunk_paths();
        let paths = chunks.iter().map(PathBuf::as_path);
        compact(&whole, &self.manifest.contents, &types, digest, paths)?;
        self.rename(&whole, &self.ledger)?;
        if let Some(parent) = self.ledger.parent() {
            sync_folder(parent);
        }
        self.remove()
    }

    /// Removes the folder.
    pub(crate) fn remove(self) -> Result<(), Error> {
        let failed = |cause| Error::io("remove", name_of(&self.folder), cause);
        // Without its manifest the rest is known to be of no use.
        match fs::remove_file(self.folder.join(MANIFEST)) {
            Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(cause));
            }
            _ => {}
        }
        sync_folder(&self.folder);
        // Some systems do not remove a file that is open.
        drop(self.lock);
        only_ours(&self.folder)?;
        fs::remove_dir_all(&self.folder).map_err(failed)
    }
}

impl Chunk {
    pub(super) fn new(blocks: u64, units: u64, digest: u128, types: Vec<ColumnType>) -> Self {
        Self { blocks, units, digest: hex(digest), types }
    }
}

/// Makes sure that a folder holds nothing but parts of a ledger, before any of
/// it is taken over or removed.
fn only_ours(folder: &Path) -> Result<(), Error> {
    let failed = |cause| Error::io("read", name_of(folder), cause);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let name = name.to_string_lossy();
        let plain = name.strip_suffix(".tmp").unwrap_or(&name);
        let is_chunk = plain.starts_with("chunk-") && plain.ends_with(".parquet");
        if !is_chunk && ![MANIFEST, LOCK, COMPACT].contains(&plain) {
            return Err(Error::Save {
                file: name_of(folder),
                rule: format!("the folder holds `{name}`, which is not part of a ledger"),
            });
        }
    }
    Ok(())
}

fn chunk_name(number: usize) -> String {
    format!("chunk-{number:05}.parquet")
}

/// A lock on a folder, held until it is dropped.
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file would do, were it not for copies of it in processes
        // that are just being started.
        let _ = self.0.unlock();
    }
}

fn locked(folder: &Path) -> Result<Lock, Error> {
    let path = folder.join(LOCK);
    let failed = |cause| Error::io("lock", name_of(&path), cause);
    let lock = File::options().create(true).append(true).open(&path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(Lock(lock)),
        Err(TryLockError::WouldBlock) => Err(Error::InUse { folder: name_of(folder) }),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

/// Makes new names in a folder last. Not every system can do that, and those
/// that cannot do it by themselves.
fn sync_folder(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if let Ok(opened) = File::open(folder) {
        let _ = opened.sync_all();
    }
}
