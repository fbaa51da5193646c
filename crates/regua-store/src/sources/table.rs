//! Tables of one's own: a word, a tab, and its synonyms between commas.
//!
//! A line makes one set of the word and its synonyms. Lines that begin with `#`
//! and empty lines say nothing.

use std::path::Path;

use super::Found;
use super::text::{lines, read_bytes, shown, utf8};
use crate::error::Error;
use crate::lexicon::Sets;

/// Reads a table.
///
/// # Errors
/// Fails if a line has no tab, no word or no synonyms, or is not UTF-8.
pub fn read(file: &Path) -> Result<Found, Error> {
    let bytes = read_bytes(file)?;
    let mut sets = Sets::default();
    for (number, line) in lines(&bytes) {
        let line = utf8(line, file, number)?;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |rule: String| Error::damaged(file, number, rule);
        let (word, synonyms) = line
            .split_once('\t')
            .ok_or_else(|| wrong(format!("has no tab after the word in `{}`", shown(line))))?;
        let word = word.trim();
        if word.is_empty() {
            return Err(wrong("has no word before the tab".into()));
        }
        let mut synonyms =
            synonyms.split(',').map(str::trim).filter(|word| !word.is_empty()).peekable();
        if synonyms.peek().is_none() {
            return Err(wrong(format!("has no synonyms of `{}`", shown(word))));
        }
        let set = sets.fresh();
        sets.add(set, word);
        for synonym in synonyms {
            sets.add(set, synonym);
        }
    }
    Ok(Found { contents: sets.finish(), files: vec![file.to_owned()], ..Found::default() })
}
