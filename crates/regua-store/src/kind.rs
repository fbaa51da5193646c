//! The kinds of resource there are: the one list.
//!
//! A new kind gets a variant, its name and a line in [`Kind::about`], a way to
//! tell its files from others in [`Kind::of`], and an arm in [`Kind::compile`]
//! that makes a payload of one of the layouts in [`crate::container::Layout`].
//! Everything else (folders, manifests, checksums, `regua models`) follows.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::container::Layout;
use crate::error::Error;
use crate::sources::{Found, lmf, mythes, omw, rdf, table, wordnet};

/// A kind of resource, by the files that it comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// WordNet's `dict` folder.
    WordNet,
    /// A word, a tab, its synonyms between commas.
    Table,
    /// A thesaurus of MyThes.
    Mythes,
    /// A tab file of the Open Multilingual Wordnet.
    Omw,
    /// A wordnet as LMF.
    Lmf,
    /// OpenWordnet-PT as RDF.
    Rdf,
}

/// A resource that was compiled and not yet written.
#[derive(Debug)]
pub struct Compiled {
    /// How the payload is laid out.
    pub layout: Layout,
    /// The compiled contents.
    pub payload: Vec<u8>,
    /// The fingerprint of the contents.
    pub fingerprint: u64,
    /// How many words there are.
    pub words: u64,
    /// How many sets there are.
    pub sets: u64,
    /// The files that were read.
    pub files: Vec<PathBuf>,
    /// What the files call themselves.
    pub title: Option<String>,
    /// The version that the files say.
    pub version: Option<String>,
    /// What the files say about their licence.
    pub licence: Option<String>,
    /// What a user should know.
    pub notes: Vec<String>,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::WordNet, Self::Table, Self::Mythes, Self::Omw, Self::Lmf, Self::Rdf];

    /// The name on the command line and in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Self::WordNet => "wordnet",
            Self::Table => "table",
            Self::Mythes => "mythes",
            Self::Omw => "omw",
            Self::Lmf => "lmf",
            Self::Rdf => "rdf",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What it is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::WordNet => "WordNet's `dict` folder (3.0, 3.1)",
            Self::Table => "a text file: a word, a tab, its synonyms between commas",
            Self::Mythes => "a MyThes thesaurus (th_*.dat)",
            Self::Omw => "a tab file of the Open Multilingual Wordnet (wn-data-*.tab)",
            Self::Lmf => "a wordnet as LMF (XML)",
            Self::Rdf => {
                "OpenWordnet-PT as RDF (Turtle or N-Triples; several files or their folder)"
            }
        }
    }

    /// The kind of a file or folder, by what is in it.
    ///
    /// # Errors
    /// Fails if it cannot be read, or is nothing that is known.
    pub fn of(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            if wordnet::is_folder(&wordnet::resolve(path)) {
                return Ok(Self::WordNet);
            }
            if !rdf::files(path).is_empty() {
                return Ok(Self::Rdf);
            }
            let rule =
                "is a folder with neither WordNet's files (data.noun, …) nor Turtle or N-Triples";
            return Err(Error::damaged(path, None, rule));
        }
        let is_index = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("idx"));
        if is_index && mythes::resolve(path).is_file() {
            return Ok(Self::Mythes);
        }
        let mut start = Vec::new();
        let file = File::open(path).map_err(|cause| Error::reading(path, cause))?;
        file.take(1 << 16).read_to_end(&mut start).map_err(|cause| Error::reading(path, cause))?;
        Self::of_start(&start).ok_or_else(|| {
            let known = Self::ALL.map(Self::about).join("; ");
            Error::damaged(path, None, format!("is nothing that is known here ({known})"))
        })
    }

    /// The kind of a file by how it begins.
    fn of_start(start: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start));
        let trimmed = text.trim_start();
        let xml = ["<?xml", "<!DOCTYPE", "<!--", "<Lexical"];
        if xml.iter().any(|begin| trimmed.starts_with(begin)) {
            return Some(Self::Lmf);
        }
        let mut lines = text.lines();
        if mythes::looks_like(lines.next().unwrap_or(""), lines.next().unwrap_or("")) {
            return Some(Self::Mythes);
        }
        if rdf::looks_like(&text) {
            return Some(Self::Rdf);
        }
        let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'))?;
        if omw::looks_like(first) {
            return Some(Self::Omw);
        }
        // A compressed or binary file can hold a tab, too.
        let readable = !first.contains(|c: char| c == char::REPLACEMENT_CHARACTER || c == '\0');
        (readable && first.contains('\t')).then_some(Self::Table)
    }

    /// The files that are read when this path is named.
    pub fn files(self, path: &Path) -> Vec<PathBuf> {
        match self {
            Self::WordNet => wordnet::files(path),
            Self::Mythes => vec![mythes::resolve(path)],
            Self::Rdf => rdf::files(path),
            Self::Table | Self::Omw | Self::Lmf => vec![path.to_owned()],
        }
    }

    /// Compiles a resource.
    ///
    /// # Errors
    /// Fails if a file cannot be read or breaks a rule of its format, or there
    /// are more or fewer paths than the kind takes.
    pub fn compile(self, paths: &[PathBuf]) -> Result<Compiled, Error> {
        let found = match (self, paths) {
            (Self::Rdf, [_, ..]) => {
                let files: Vec<PathBuf> = paths.iter().flat_map(|path| rdf::files(path)).collect();
                rdf::read(&files)?
            }
            (Self::WordNet, [path]) => wordnet::read(path)?,
            (Self::Table, [path]) => table::read(path)?,
            (Self::Mythes, [path]) => mythes::read(path)?,
            (Self::Omw, [path]) => omw::read(path)?,
            (Self::Lmf, [path]) => lmf::read(path)?,
            (_, paths) => {
                let (name, count) = (self.name(), paths.len());
                return Err(Error::Request(format!("`{name}` comes from one path, not {count}")));
            }
        };
        lexicon(found, paths)
    }
}

/// Compiles words and sets.
fn lexicon(found: Found, paths: &[PathBuf]) -> Result<Compiled, Error> {
    let contents = &found.contents;
    let file = paths.first().map_or(Path::new("."), PathBuf::as_path);
    if contents.words() == 0 {
        return Err(Error::damaged(file, None, "has no words"));
    }
    Ok(Compiled {
        layout: Layout::Lexicon,
        payload: contents.encode(file)?,
        fingerprint: contents.fingerprint(),
        words: contents.words() as u64,
        sets: contents.sets().into(),
        files: found.files,
        title: found.title,
        version: found.version,
        licence: found.licence,
        notes: found.notes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_what_is_in_them() {
        let of = |start: &str| Kind::of_start(start.as_bytes());
        assert_eq!(of("# mine\nferry\tboat\n"), Some(Kind::Table));
        assert_eq!(of("UTF-8\nferry|1\n"), Some(Kind::Mythes));
        assert_eq!(of("KOI8-R\nferry|1\n"), Some(Kind::Mythes));
        assert_eq!(of("# x\tpor\ty\tz\n00001740-n\tpor:lemma\tser\n"), Some(Kind::Omw));
        assert_eq!(of("00001740-n\tlemma\tser\n"), Some(Kind::Omw));
        assert_eq!(of("\u{feff}<?xml version=\"1.0\"?>"), Some(Kind::Lmf));
        assert_eq!(of("@prefix x: <http://x/> ."), Some(Kind::Rdf));
        assert_eq!(of("<http://x/a> <http://x/b> <http://x/c> ."), Some(Kind::Rdf));
        assert_eq!(of("just some words\n"), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn names_are_their_own() {
        for kind in Kind::ALL {
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
    }
}
