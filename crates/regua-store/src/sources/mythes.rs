//! Thesauri of MyThes (the `.dat` of office programs; its `.idx` is not needed).
//!
//! The first line names the encoding. An entry is a line `word|meanings` and a
//! line for each meaning: `label|synonym|synonym|…`. A meaning makes one set of
//! the word and its synonyms. What has a remark in brackets, such as
//! `(generic term)` or `(antonym)`, is no synonym and is left out.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::Found;
use super::encoding::Encoding;
use super::text::{lines, read_bytes, shown};
use crate::error::Error;
use crate::lexicon::Sets;

/// Whether a text begins as a thesaurus does.
pub fn looks_like(first: &str, second: &str) -> bool {
    let meanings = second.rsplit_once('|').map(|(_, meanings)| meanings.trim());
    Encoding::looks_like_a_name(first)
        && meanings
            .is_some_and(|count| !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()))
}

/// The file with the entries, where its index was named.
pub fn resolve(file: &Path) -> PathBuf {
    let is_index = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("idx"));
    if is_index { file.with_extension("dat") } else { file.to_owned() }
}

/// Reads a thesaurus.
///
/// # Errors
/// Fails if the encoding is not known or not the one it says, or an entry is
/// not whole.
pub fn read(file: &Path) -> Result<Found, Error> {
    let file = &*resolve(file);
    let bytes = read_bytes(file)?;
    let mut lines = lines(&bytes);
    let (_, name) = lines.next().ok_or_else(|| Error::damaged(file, 1, "names no encoding"))?;
    let name = String::from_utf8_lossy(name.trim_ascii());
    let encoding = Encoding::named(&name).ok_or_else(|| {
        let rule = "is not an encoding that is known here (UTF-8, ISO-8859-1, Windows-1252)";
        Error::damaged(file, 1, format!("`{}` {rule}", shown(&name)))
    })?;
    let mut text = lines.map(|(number, line)| {
        let wrong = || format!("is not {}, which the first line says", shown(&name));
        let line = encoding.decode(line).ok_or_else(|| Error::damaged(file, number, wrong()))?;
        Ok((number, line))
    });
    let mut sets = Sets::default();
    while let Some((number, line)) = text.next().transpose()? {
        if line.trim().is_empty() {
            continue;
        }
        let (word, meanings) = entry(&line).map_err(|rule| Error::damaged(file, number, rule))?;
        for done in 0..meanings {
            let Some((_, meaning)) = text.next().transpose()? else {
                let rule = format!(
                    "says {meanings} meanings of `{}`, but the file ends after {done}",
                    shown(word)
                );
                return Err(Error::damaged(file, number, rule));
            };
            add(&mut sets, word, &meaning);
        }
    }
    let files = vec![file.to_owned()];
    Ok(Found { contents: sets.finish(), files, ..Found::default() })
}

fn entry(line: &str) -> Result<(&str, u32), String> {
    let (word, meanings) = line
        .rsplit_once('|')
        .ok_or_else(|| format!("has no `|` after the word in `{}`", shown(line)))?;
    let word = word.trim();
    if word.is_empty() {
        return Err("has no word before `|`".into());
    }
    match meanings.trim().parse() {
        Ok(meanings) => Ok((word, meanings)),
        Err(_) => Err(format!("has no number of meanings in `{}`", shown(meanings))),
    }
}

fn add(sets: &mut Sets, word: &str, meaning: &Cow<'_, str>) {
    let set = sets.fresh();
    sets.add(set, word);
    for synonym in meaning.split('|').skip(1).map(str::trim) {
        let remark = synonym.ends_with(')') && synonym.contains(" (");
        if !synonym.is_empty() && !remark {
            sets.add(set, synonym);
        }
    }
}
