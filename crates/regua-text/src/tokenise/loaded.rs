//! Tokenisers that are made of files: `spm:FILE`, `ja:DIR` and `ko:DIR`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use super::morphological::{self, Morphological};
use super::{SentencePiece, Tokeniser, TokeniserError, UnknownTokeniser};
use crate::tokens::Tokens;

/// The largest model that is read; the largest in use are some megabytes.
const LARGEST_MODEL: u64 = 1 << 28;

/// What kind of files a tokeniser is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Model,
    Japanese,
    Korean,
}

impl Source {
    const PREFIXES: [(&'static str, Self); 3] =
        [("spm", Self::Model), ("ja", Self::Japanese), ("ko", Self::Korean)];

    fn load(self, path: &Path) -> Result<Arc<dyn Tokeniser>, TokeniserError> {
        Ok(match self {
            Self::Model => {
                let bytes = read(path, LARGEST_MODEL)?;
                Arc::new(SentencePiece::from_bytes(&bytes, &last_part(path))?)
            }
            Self::Japanese => Arc::new(Morphological::japanese(path)?),
            Self::Korean => Arc::new(Morphological::korean(path)?),
        })
    }

    /// Length and age of the files, which change when they do.
    fn stamp(self, path: &Path) -> Vec<Option<(u64, SystemTime)>> {
        let stamp = |path: PathBuf| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.len(), metadata.modified().ok()?))
        };
        match self {
            Self::Model => vec![stamp(path.to_owned())],
            _ => morphological::FILES.iter().map(|file| stamp(path.join(file))).collect(),
        }
    }
}

/// A name such as `spm:models/some.model#1a2b3c4d`, taken apart.
struct Parts<'n> {
    source: Source,
    prefix: &'n str,
    path: &'n str,
    digest: Option<&'n str>,
}

impl<'n> Parts<'n> {
    fn new(name: &'n str) -> Option<Self> {
        let (prefix, rest) = name.split_once(':')?;
        let (_, source) = Source::PREFIXES.into_iter().find(|(known, _)| *known == prefix)?;
        let is_digest =
            |end: &str| end.len() == 8 && end.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (path, digest) = match rest.rsplit_once('#') {
            Some((path, end)) if is_digest(end) => (path, Some(end)),
            _ => (rest, None),
        };
        (!path.is_empty()).then_some(Self { source, prefix, path, digest })
    }
}

/// A tokeniser that is in use somewhere.
struct InUse {
    source: Source,
    path: PathBuf,
    stamp: Vec<Option<(u64, SystemTime)>>,
    tokeniser: Weak<dyn Tokeniser>,
}

static IN_USE: Mutex<Vec<InUse>> = Mutex::new(Vec::new());

/// The tokeniser of these files: the same one for all who ask for it while any
/// of them still has it.
pub(super) fn load(name: &str) -> Result<Arc<dyn Tokeniser>, TokeniserError> {
    let parts = Parts::new(name).ok_or_else(|| UnknownTokeniser::new(name))?;
    let path = Path::new(parts.path);
    let full = fs::canonicalize(path).map_err(|error| TokeniserError::unreadable(path, &error))?;
    let stamp = parts.source.stamp(path);
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    in_use.retain(|known| known.tokeniser.strong_count() > 0);
    let known = in_use
        .iter()
        .filter(|known| (known.source, &known.path, &known.stamp) == (parts.source, &full, &stamp))
        .find_map(|known| known.tokeniser.upgrade());
    let tokeniser = if let Some(tokeniser) = known {
        tokeniser
    } else {
        let tokeniser = parts.source.load(path)?;
        let weak = Arc::downgrade(&tokeniser);
        in_use.push(InUse { source: parts.source, path: full, stamp, tokeniser: weak });
        tokeniser
    };
    let found = tokeniser.name().rsplit('#').next().unwrap_or_default();
    match parts.digest {
        Some(wanted) if !wanted.eq_ignore_ascii_case(found) => Err(TokeniserError::OtherContent {
            path: parts.path.to_owned(),
            found: found.to_owned(),
            wanted: wanted.to_owned(),
        }),
        _ => Ok(tokeniser),
    }
}

/// Bears the name of a tokeniser whose files are not needed.
#[derive(Debug, Clone)]
struct NameOnly {
    name: String,
}

impl NameOnly {
    fn new(name: &str) -> Result<Self, TokeniserError> {
        let parts = Parts::new(name).ok_or_else(|| UnknownTokeniser::new(name))?;
        let Some(digest) = parts.digest else {
            return Err(TokeniserError::NoDigest { name: name.to_owned() });
        };
        let last = in_signature(&last_part(Path::new(parts.path)));
        Ok(Self { name: format!("{}:{last}#{}", parts.prefix, digest.to_ascii_lowercase()) })
    }
}

impl Tokeniser for NameOnly {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, _: &str, tokens: &mut Tokens) {
        tokens.clear();
    }
}

pub(super) fn name_only(name: &str) -> Result<Arc<dyn Tokeniser>, TokeniserError> {
    Ok(Arc::new(NameOnly::new(name)?))
}

/// The whole file, if it is no longer than this.
pub(super) fn read(path: &Path, longest: u64) -> Result<Vec<u8>, TokeniserError> {
    let unreadable = |error| TokeniserError::unreadable(path, &error);
    let length = fs::metadata(path).map_err(unreadable)?.len();
    if length > longest {
        return Err(TokeniserError::Unreadable {
            path: path.display().to_string(),
            reason: format!("it has {length} bytes, more than {longest}"),
        });
    }
    fs::read(path).map_err(unreadable)
}

/// The name of a file or folder without where it lies.
pub(super) fn last_part(path: &Path) -> String {
    let full = || fs::canonicalize(path).ok()?.file_name().map(ToOwned::to_owned);
    let last = path.file_name().map(ToOwned::to_owned).or_else(full).unwrap_or_default();
    last.to_string_lossy().into_owned()
}

/// A file's name as signatures can have it: no character that means something
/// there.
pub(super) fn in_signature(name: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || ".-_+".contains(character);
    name.chars().map(|character| if plain(character) { character } else { '_' }).collect()
}

/// The beginning of a digest, as names have it.
pub(super) fn digest(hash: u64) -> String {
    format!("{:08x}", hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(error: &TokeniserError) -> String {
        error.to_string()
    }

    #[test]
    fn a_name_for_reading_loses_its_folder_and_keeps_its_digest() {
        let name = |name| name_only(name).map(|tokeniser| tokeniser.name().to_owned());
        assert_eq!(name("spm:a/b c.model#1A2b3c4d").unwrap(), "spm:b_c.model#1a2b3c4d");
        assert_eq!(name("ja:x#y/ipadic#00000000").unwrap(), "ja:ipadic#00000000");
        assert_eq!(
            message(&name("ko:dic").unwrap_err()),
            "`ko:dic` does not end in `#` and the eight hexadecimal digits of a digest"
        );
        assert!(matches!(name("kr:dic#00000000"), Err(TokeniserError::Unknown(_))));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = load("spm:nowhere/none.model").unwrap_err();
        assert!(message(&error).starts_with("cannot read `nowhere/none.model`: "), "{error}");
        assert!(matches!(load("spm:"), Err(TokeniserError::Unknown(_))));
    }
}
