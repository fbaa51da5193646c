//! Tab files of the Open Multilingual Wordnet: `synset`, `por:lemma`, `word`.
//!
//! The first line is a comment with name, language, address and licence. Lines
//! of other types (`por:def`, `por:exe`) say nothing about words.

use std::path::Path;

use super::Found;
use super::text::{lines, read_bytes, shown, utf8};
use crate::error::Error;
use crate::lexicon::Sets;

/// Whether a line is one of such a file: a synset, a type, a word.
pub fn looks_like(line: &str) -> bool {
    let mut fields = line.split('\t');
    let (synset, kind) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
    let digits = synset.split('-').next().unwrap_or("");
    let numbered = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbered && (is_lemma(kind) || kind.contains(':')) && fields.next().is_some()
}

fn is_lemma(kind: &str) -> bool {
    kind == "lemma" || kind.ends_with(":lemma")
}

/// Reads a tab file.
///
/// # Errors
/// Fails if a line has fewer than three fields or an empty word, or is not UTF-8.
pub fn read(file: &Path) -> Result<Found, Error> {
    let bytes = read_bytes(file)?;
    let mut sets = Sets::default();
    let mut found = Found { files: vec![file.to_owned()], ..Found::default() };
    for (number, line) in lines(&bytes) {
        let line = utf8(line, file, number)?;
        if let Some(comment) = line.strip_prefix('#') {
            if number == 1 {
                let fields: Vec<&str> = comment.split('\t').map(str::trim).collect();
                found.licence =
                    fields.get(3).filter(|field| !field.is_empty()).map(|&field| field.to_owned());
            }
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let mut fields = line.split('\t');
        let (Some(synset), Some(kind), Some(word)) = (fields.next(), fields.next(), fields.next())
        else {
            let rule = format!("has fewer than three fields between tabs in `{}`", shown(line));
            return Err(Error::damaged(file, number, rule));
        };
        if !is_lemma(kind.trim()) {
            continue;
        }
        let (synset, word) = (synset.trim(), word.trim());
        if synset.is_empty() || word.is_empty() {
            return Err(Error::damaged(file, number, "has an empty synset or word"));
        }
        let set = sets.named(synset);
        sets.add(set, word);
    }
    found.contents = sets.finish();
    Ok(found)
}
