//! The user's folders and what is in them.
//!
//! A resource is two files in the folder `resources` of the data folder:
//! `NAME.json`, its [`Manifest`], and `NAME.FINGERPRINT.bin`, the compiled file.
//! It is there if its manifest is: the compiled file is written first and removed
//! last, so that nobody who is using it is disturbed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::Xxh3;

use crate::container;
use crate::error::Error;
use crate::folders;
use crate::kind::{Compiled, Kind};
use crate::lexicon::Lexicon;
use crate::manifest::{Manifest, Resource};
use crate::sources::read_bytes;
use crate::synonyms::Synonyms;
use crate::whole;

/// What is open already, by the checksum of its file.
type Opened = Mutex<FxHashMap<String, Arc<Lexicon>>>;

/// The resources that a program can use.
#[derive(Debug, Clone, Default)]
pub struct Store {
    data: Option<PathBuf>,
    cache: Option<PathBuf>,
    opened: Arc<Opened>,
}

impl Store {
    /// A store without resources, for programs and tests that shall not depend
    /// on what somebody has installed. Files can be named by their paths.
    pub fn nowhere() -> Self {
        Self::default()
    }

    /// The store of the user: `$REGUA_DATA` and `$REGUA_CACHE`, or the places
    /// that the system has for such things. They need not be there.
    pub fn of_user() -> Self {
        Self { data: folders::data(), cache: folders::cache(), opened: Arc::default() }
    }

    /// A store in these folders.
    pub fn at(data: impl Into<PathBuf>, cache: impl Into<PathBuf>) -> Self {
        Self { data: Some(data.into()), cache: Some(cache.into()), opened: Arc::default() }
    }

    /// The folder where resources are.
    pub fn folder(&self) -> Option<PathBuf> {
        self.data.as_deref().map(|data| data.join("resources"))
    }

    fn manifest_file(&self, name: &str) -> Result<PathBuf, Error> {
        if !is_name(name) {
            return Err(Error::Name { name: name.to_owned() });
        }
        Ok(self.folder().ok_or(Error::Nowhere)?.join(format!("{name}.json")))
    }

    /// Compiles files and keeps the result. `what` is the name of a kind, or a
    /// name for the resource, whose kind is then told from the files; `name` is
    /// the name of the resource where `what` is a kind. A resource of the same
    /// name is replaced. Without paths, a WordNet is looked for.
    ///
    /// # Errors
    /// Fails if there are no such files, they break a rule of their format, or the
    /// store cannot be written to.
    pub fn add(
        &self,
        what: &str,
        paths: &[PathBuf],
        name: Option<&str>,
    ) -> Result<Resource, Error> {
        let kind = Kind::named(what);
        let paths = match (paths, kind) {
            ([], Some(Kind::WordNet)) => vec![Self::find_wordnet()?],
            ([], Some(kind)) => {
                return Err(Error::Request(format!(
                    "`{}` needs a path: {}",
                    kind.name(),
                    kind.about()
                )));
            }
            ([], None) => {
                let kinds = Kind::ALL.map(Kind::name).join(", ");
                return Err(Error::Request(format!(
                    "`{what}` is no kind of resource ({kinds}); to give a file this name, say its path, too"
                )));
            }
            (paths, _) => paths.to_vec(),
        };
        let name = match (name, kind) {
            (Some(name), _) => name.to_owned(),
            (None, None) => what.to_owned(),
            (None, Some(Kind::WordNet)) => Kind::WordNet.name().to_owned(),
            (None, Some(_)) => stem(&paths[0]),
        };
        let manifest_file = self.manifest_file(&name)?;
        let kind = kind.map_or_else(|| Kind::of(&paths[0]), Ok)?;
        let compiled = kind.compile(&paths)?;
        let before = Manifest::read(&manifest_file, &name).ok();
        let label = label(&compiled, &name);
        let resource = write(&manifest_file, &name, &label, kind, &compiled)?;
        if let Some(before) = before.filter(|before| before.file != resource.manifest.file) {
            // Nobody looks at the old file any more; where it is in use, it stays until it is not.
            let _ = fs::remove_file(manifest_file.with_file_name(before.file));
        }
        Ok(resource)
    }

    /// Where WordNet is on this machine.
    ///
    /// # Errors
    /// Says where it was looked for if it is nowhere.
    pub fn find_wordnet() -> Result<PathBuf, Error> {
        folders::find_wordnet().ok_or_else(|| {
            let places: Vec<String> =
                folders::wordnet_places().iter().map(|place| place.display().to_string()).collect();
            Error::Request(format!(
                "there is no WordNet in {}; install one (`apt install wordnet-base`) or name its `dict` folder",
                places.join(", ")
            ))
        })
    }

    /// The names of all resources, sorted. A folder that is not there, or cannot
    /// be read, has none.
    pub fn names(&self) -> Vec<String> {
        let Some(folder) = self.folder() else { return Vec::new() };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter_map(|file| file.strip_suffix(".json").map(str::to_owned))
            .filter(|name| is_name(name))
            .collect();
        names.sort();
        names
    }

    /// What is known about a resource.
    ///
    /// # Errors
    /// Fails if there is none of that name, or its manifest is damaged.
    pub fn get(&self, name: &str) -> Result<Resource, Error> {
        let manifest_file = self.manifest_file(name)?;
        match Manifest::read(&manifest_file, name) {
            Ok(manifest) => {
                Ok(Resource { file: manifest_file.with_file_name(&manifest.file), manifest })
            }
            Err(Error::Io { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {
                Err(self.unknown(name))
            }
            Err(error) => Err(error),
        }
    }

    /// All resources whose manifests can be read, sorted by name.
    pub fn list(&self) -> Vec<Resource> {
        self.names().iter().filter_map(|name| self.get(name).ok()).collect()
    }

    /// Checks that a resource is what its manifest says, byte by byte.
    ///
    /// # Errors
    /// Says what is damaged.
    pub fn verify(&self, name: &str) -> Result<Resource, Error> {
        let resource = self.get(name)?;
        let lexicon = Lexicon::open(&resource.file, resource.manifest.label())?;
        if lexicon.digest() != resource.manifest.digest
            || lexicon.name() != resource.manifest.signature
        {
            let rule = format!(
                "has the checksum {}, but its manifest says {}",
                lexicon.digest(),
                resource.manifest.digest
            );
            return Err(Error::damaged(&resource.file, None, rule));
        }
        Ok(resource)
    }

    /// Removes a resource.
    ///
    /// # Errors
    /// Fails if there is none of that name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        let manifest_file = self.manifest_file(name)?;
        let compiled = Manifest::read(&manifest_file, name).map(|manifest| manifest.file);
        match fs::remove_file(&manifest_file) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Err(self.unknown(name)),
            Err(cause) => return Err(Error::Io { doing: "remove", file: manifest_file, cause }),
            Ok(()) => {}
        }
        let Ok(compiled) = compiled else { return Ok(()) };
        let file = manifest_file.with_file_name(compiled);
        match fs::remove_file(&file) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                Err(Error::Io { doing: "remove", file, cause })
            }
            _ => Ok(()),
        }
    }

    /// The name that synonyms have in signatures, without loading them: of
    /// `wordnet`, `wordnet-3.0#1a2b3c4d`. Nothing if there is no such resource.
    pub fn synonyms_name(&self, name: &str) -> Option<String> {
        match self.find(name) {
            Ok(Place::Kept(resource)) => Some(resource.manifest.signature),
            Ok(Place::Path(path)) => Some(self.from_path(&path).ok()?.name().to_owned()),
            Err(_) => None,
        }
    }

    /// Loads synonyms by their name in the store (`wordnet`), by their name in
    /// signatures, with a fingerprint that must be theirs
    /// (`wordnet-3.0#1a2b3c4d`) or without one, or by the path of a file or
    /// folder of any [`Kind`].
    ///
    /// # Errors
    /// Fails if there is no such resource, or it is damaged or another one.
    pub fn synonyms(&self, name: &str) -> Result<Arc<dyn Synonyms>, Error> {
        match self.find(name)? {
            Place::Kept(resource) => Ok(self.open(
                &resource.file,
                resource.manifest.label(),
                &resource.manifest.digest,
            )?),
            Place::Path(path) => Ok(self.from_path(&path)?),
        }
    }

    /// Where the resource of a name is.
    fn find(&self, name: &str) -> Result<Place, Error> {
        if is_name(name) && self.data.is_some() {
            match self.get(name) {
                Err(Error::Unknown { .. }) => {}
                found => return found.map(Place::Kept),
            }
        }
        let (label, fingerprint) = match name.split_once('#') {
            Some((label, fingerprint)) => (label, Some(fingerprint)),
            None => (name, None),
        };
        let mut other = None;
        for resource in self.list() {
            let manifest = &resource.manifest;
            if manifest.signature == name || (fingerprint.is_none() && manifest.label() == label) {
                return Ok(Place::Kept(resource));
            }
            if manifest.label() == label || manifest.name == label {
                other = Some(manifest.signature.clone());
            }
        }
        let path = Path::new(name);
        if path.exists() {
            return Ok(Place::Path(path.to_owned()));
        }
        match other {
            Some(found) => Err(Error::OtherContents { wanted: name.to_owned(), found }),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> Error {
        let names = self.names();
        let hint = if name == "wordnet" || name.starts_with("wordnet-") {
            "; `regua models add wordnet` adds it".to_owned()
        } else if names.is_empty() {
            "; none was added yet (`regua models add`)".to_owned()
        } else {
            format!("; there are {}", names.join(", "))
        };
        Error::Unknown { name: name.to_owned(), hint }
    }

    /// Opens a compiled file, or shares it with whoever has opened it before.
    fn open(&self, file: &Path, label: &str, digest: &str) -> Result<Arc<Lexicon>, Error> {
        let key = format!("{digest} {label}");
        let opened = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lexicon) = opened().get(&key) {
            return Ok(Arc::clone(lexicon));
        }
        let lexicon = Arc::new(Lexicon::open(file, label)?);
        if lexicon.digest() != digest {
            let rule = format!(
                "has the checksum {}, but its manifest says {digest}; add it again",
                lexicon.digest()
            );
            return Err(Error::damaged(file, None, rule));
        }
        opened().insert(key, Arc::clone(&lexicon));
        Ok(lexicon)
    }

    /// Compiles a file, or takes what was compiled from the same bytes before.
    fn from_path(&self, path: &Path) -> Result<Arc<Lexicon>, Error> {
        let kind = Kind::of(path)?;
        let cached = match &self.cache {
            Some(cache) => {
                let key = key(kind, path)?;
                Some((cache.join("compiled").join(format!("{key}.json")), key))
            }
            None => None,
        };
        if let Some((manifest_file, key)) = &cached
            && let Ok(manifest) = Manifest::read(manifest_file, key)
            && let Ok(lexicon) = self.open(
                &manifest_file.with_file_name(&manifest.file),
                manifest.label(),
                &manifest.digest,
            )
        {
            return Ok(lexicon);
        }
        let compiled = kind.compile(&[path.to_owned()])?;
        let label = label(&compiled, &stem(path));
        if let Some((manifest_file, key)) = &cached {
            // A cache that cannot be written to costs time and nothing else.
            let _ = write(manifest_file, key, &label, kind, &compiled);
        }
        Lexicon::in_memory(compiled.payload, compiled.fingerprint, &label, path).map(Arc::new)
    }
}

/// Where a resource is.
enum Place {
    Kept(Resource),
    Path(PathBuf),
}

/// The name in signatures, without a fingerprint: what the files call themselves,
/// or else another name, and their version.
fn label(compiled: &Compiled, name: &str) -> String {
    let label = compiled.title.as_deref().map_or_else(|| name.to_owned(), plain);
    match &compiled.version {
        Some(version) => format!("{label}-{}", plain(version)),
        None => label,
    }
}

/// Writes the compiled file and then the manifest.
fn write(
    manifest_file: &Path,
    name: &str,
    label: &str,
    kind: Kind,
    compiled: &Compiled,
) -> Result<Resource, Error> {
    let short = container::short(compiled.fingerprint);
    let file = manifest_file.with_file_name(format!("{name}.{short}.bin"));
    let header = container::write(&file, compiled.layout, compiled.fingerprint, &compiled.payload)?;
    let last = |file: &PathBuf| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let manifest = Manifest {
        name: name.to_owned(),
        signature: format!("{label}#{short}"),
        kind: kind.name().to_owned(),
        version: compiled.version.clone(),
        sources: compiled.files.iter().map(last).collect(),
        words: compiled.words,
        sets: compiled.sets,
        file: last(&file),
        size: fs::metadata(&file).map_err(|cause| Error::reading(&file, cause))?.len(),
        digest: header.digest(),
        licence: compiled.licence.clone(),
        notes: compiled.notes.clone(),
    };
    let text = serde_json::to_string_pretty(&manifest).expect("a manifest is plain data");
    whole::write(manifest_file, &[text.as_bytes(), b"\n"])?;
    Ok(Resource { manifest, file })
}

/// What a compiled file and its name depend on: the format, the kind, and the
/// names and bytes of the source files.
fn key(kind: Kind, path: &Path) -> Result<String, Error> {
    let mut hash = Xxh3::new();
    hash.update(&container::FORMAT.to_le_bytes());
    for name in [kind.name(), &stem(path)] {
        hash.update(&(name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
    }
    for file in kind.files(path) {
        let bytes = read_bytes(&file)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        hash.update(&(name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    Ok(format!("{:032x}", hash.digest128()))
}

/// Whether a resource can have this name.
fn is_name(name: &str) -> bool {
    let fine = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    name.len() <= 64
        && name.chars().all(fine)
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// A text as it can stand in a name.
fn plain(text: &str) -> String {
    let fine = |c: char| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' };
    let plain: String = text.chars().take(64).map(fine).collect();
    if plain.starts_with(|c: char| c.is_ascii_alphanumeric()) { plain } else { format!("x{plain}") }
}

/// A name for a file that has none: its own without its ending.
fn stem(path: &Path) -> String {
    plain(&path.file_stem().unwrap_or_default().to_string_lossy())
}
