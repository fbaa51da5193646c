//! `ja:DIR` and `ko:DIR`: words by a MeCab dictionary.
//!
//! The dictionary is a folder that the user names, as `mecab-dict-index` makes
//! it: `sys.dic`, `unk.dic`, `matrix.bin`, `char.bin` and `dicrc`, in UTF-8.
//! [`Morphological::surfaces`] gives the words that `mecab -Owakati` gives:
//! those of the cheapest way through the dictionary, with unknown words where
//! the character categories want them. `ja` is MeCab 0.996; `ko` is mecab-ko
//! 0.9, which makes words of some parts of speech dearer after a blank
//! (`left-space-penalty-factor` in `dicrc`). With the dictionaries `ipadic` and
//! `mecab-ko-dic` they are sacrebleu's `ja-mecab` and `ko-mecab`: as a
//! tokeniser, white space at both ends is removed before, and words are split
//! at white space after.
//!
//! The name in signatures is that of the folder with the beginning of a digest
//! (xxh3) of the five files, `ja:ipadic#1a2b3c4d`.
//!
//! Blind to parts of speech, readings and base forms, which are not read. User
//! dictionaries and other charsets are refused or passed over. A text of more
//! than a megabyte is cut at white space and its parts are looked at one by
//! one.

mod categories;
mod connections;
mod dictionary;
mod lattice;

use std::fmt;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use self::categories::Categories;
use self::connections::Connections;
use self::dictionary::{Dictionary, Word};
use self::lattice::Lattice;
use super::loaded::{digest, in_signature, last_part, read};
use super::{Tokeniser, TokeniserError};
use crate::python;
use crate::tokens::Tokens;

/// The files of a dictionary.
pub(super) const FILES: [&str; 5] = ["char.bin", "dicrc", "matrix.bin", "sys.dic", "unk.dic"];
/// The largest file that is read.
const LARGEST: u64 = 1 << 30;
/// The most bytes that are looked at together.
const LONGEST: usize = 1 << 20;
/// How many characters more than the first an unknown word has at most, where
/// `dicrc` does not say otherwise.
const LONGEST_GROUP: usize = 24;
const SYSTEM: u32 = 0;
const UNKNOWN: u32 = 2;

/// A morphological dictionary at work.
///
/// ```no_run
/// use regua_text::tokenise::Morphological;
/// use regua_text::tokens::Tokens;
///
/// let ipadic = Morphological::japanese("dictionaries/ipadic")?;
/// let mut tokens = Tokens::default();
/// ipadic.surfaces("明日は雨です。", &mut tokens);
/// assert_eq!(tokens.iter().collect::<Vec<_>>(), ["明日", "は", "雨", "です", "。"]);
/// # Ok::<(), regua_text::tokenise::TokeniserError>(())
/// ```
#[derive(Clone)]
pub struct Morphological {
    name: String,
    words: Dictionary,
    /// The unknown words of each category.
    unknown: Vec<Vec<Word>>,
    categories: Categories,
    connections: Connections,
    longest_group: usize,
    /// What a part of speech costs after a blank.
    penalties: Vec<(u16, i32)>,
}

impl Morphological {
    /// Opens a dictionary as MeCab does.
    ///
    /// # Errors
    ///
    /// If a file is missing or damaged; the message names it.
    pub fn japanese(folder: impl AsRef<Path>) -> Result<Self, TokeniserError> {
        let mut opened = Self::open("ja", folder.as_ref())?;
        opened.penalties.clear();
        Ok(opened)
    }

    /// Opens a dictionary as mecab-ko does.
    ///
    /// # Errors
    ///
    /// If a file is missing or damaged; the message names it.
    pub fn korean(folder: impl AsRef<Path>) -> Result<Self, TokeniserError> {
        Self::open("ko", folder.as_ref())
    }

    fn open(prefix: &str, folder: &Path) -> Result<Self, TokeniserError> {
        let mut files = FILES.map(|_| Vec::new());
        for (file, name) in files.iter_mut().zip(FILES) {
            *file = read(&folder.join(name), LARGEST)?;
        }
        let mut hash = Xxh3::new();
        for (bytes, name) in files.iter().zip(FILES) {
            hash.update(name.as_bytes());
            hash.update(&(bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
        let name =
            format!("{prefix}:{}#{}", in_signature(&last_part(folder)), digest(hash.digest()));
        Self::from_files(name, &files).map_err(|(file, reason)| TokeniserError::Damaged {
            file: folder.join(file).display().to_string(),
            kind: "part of a MeCab dictionary",
            reason,
        })
    }

    /// From the content of [`FILES`]; an error names one of them.
    fn from_files(name: String, files: &[Vec<u8>; 5]) -> Result<Self, (&'static str, String)> {
        let [characters, settings, matrix, system, unknown] = files;
        let categories = Categories::read(characters).map_err(|reason| ("char.bin", reason))?;
        let connections = Connections::read(matrix).map_err(|reason| ("matrix.bin", reason))?;
        let words = |bytes: &[u8], kind, file| {
            let words = Dictionary::read(bytes, kind).map_err(|reason| (file, reason))?;
            let (rights, lefts) = words.sizes;
            if (rights as usize, lefts as usize) == connections.sizes() {
                Ok(words)
            } else {
                Err((file, "it was made for another matrix.bin".to_owned()))
            }
        };
        let unknown = words(unknown, UNKNOWN, "unk.dic")?;
        let of_category = |category: &Vec<u8>| match unknown.exactly(category) {
            Some(words) if !words.is_empty() => Ok(words.to_vec()),
            _ => {
                let category = String::from_utf8_lossy(category);
                Err(("unk.dic", format!("it has no entry for the category {category}")))
            }
        };
        let settings =
            str::from_utf8(settings).map_err(|_| ("dicrc", "it is not in UTF-8".to_owned()))?;
        let penalties = setting(settings, "left-space-penalty-factor").unwrap_or_default();
        let group = setting(settings, "max-grouping-size").and_then(|size| size.parse().ok());
        Ok(Self {
            name,
            words: words(system, SYSTEM, "sys.dic")?,
            unknown: categories.names.iter().map(of_category).collect::<Result<_, _>>()?,
            categories,
            connections,
            longest_group: group.filter(|size| *size > 0).unwrap_or(LONGEST_GROUP),
            penalties: read_penalties(penalties).ok_or_else(|| {
                ("dicrc", "left-space-penalty-factor is no list of pairs".to_owned())
            })?,
        })
    }

    /// Replaces what is in `tokens` by the words of the text, as `mecab
    /// -Owakati` gives them.
    pub fn surfaces(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        self.each_surface(text, |surface| tokens.push(surface));
    }

    fn each_surface(&self, text: &str, mut give: impl FnMut(&str)) {
        let mut lattice = Lattice::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (part, later) = rest.split_at(first_part(rest));
            rest = later;
            for word in lattice.words(part.as_bytes(), self).into_iter().rev() {
                match part.get(word.clone()) {
                    Some(surface) => give(surface),
                    // Only a damaged dictionary has half a character as a word.
                    None => give(&String::from_utf8_lossy(&part.as_bytes()[word])),
                }
            }
        }
    }
}

/// How many bytes to look at together.
fn first_part(text: &str) -> usize {
    if text.len() <= LONGEST {
        return text.len();
    }
    let part = &text[..text.floor_char_boundary(LONGEST)];
    part.rfind(python::is_space).filter(|blank| *blank > 0).unwrap_or(part.len())
}

/// The value of a key in `dicrc`; the first counts.
fn setting<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines()
        .filter(|line| !line.starts_with([';', '#']))
        .filter_map(|line| line.split_once('='))
        .find(|(known, _)| known.trim() == key)
        .map(|(_, value)| value.trim())
}

/// Pairs of a part of speech and its cost.
fn read_penalties(text: &str) -> Option<Vec<(u16, i32)>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let (pairs, []) = fields.as_chunks::<2>() else { return None };
    pairs.iter().map(|[part, cost]| Some((part.parse().ok()?, cost.parse().ok()?))).collect()
}

impl fmt::Debug for Morphological {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Morphological").field(&self.name).finish()
    }
}

impl Tokeniser for Morphological {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        self.each_surface(python::strip(text), |surface| {
            if surface.chars().any(python::is_space) {
                python::split(surface).for_each(|part| tokens.push(part));
            } else {
                tokens.push(surface);
            }
        });
    }
}

#[cfg(test)]
mod tests;
