//! Wordnets as LMF (WN-LMF and its older relatives): entries with a lemma and the
//! synsets of its senses.

use std::path::Path;

use super::Found;
use super::text::{read_bytes, whole_utf8};
use super::xml::{Element, Elements};
use crate::error::Error;
use crate::lexicon::Sets;

/// Reads an LMF file in UTF-8.
///
/// # Errors
/// Fails if it is not XML, or a sense has no synset or no lemma before it.
pub fn read(file: &Path) -> Result<Found, Error> {
    let bytes = read_bytes(file)?;
    let text = whole_utf8(&bytes, file)?;
    let mut found = Found { files: vec![file.to_owned()], ..Found::default() };
    let mut sets = Sets::default();
    let mut elements = Elements::new(text, file);
    let mut lemma: Option<String> = None;
    let mut lexicons = 0;
    while let Some(element) = elements.next()? {
        let get = |name: &str| attribute(&element, name, file);
        match (element.name, element.ends) {
            ("Lexicon", false) => {
                lexicons += 1;
                found.title = get("id")?.or(found.title);
                found.version = get("version")?.or(found.version);
                found.licence = get("license")?.or(found.licence);
            }
            ("LexicalEntry", _) => lemma = None,
            ("Lemma", false) => lemma = Some(required(&element, "writtenForm", file)?),
            ("Sense", false) => {
                let synset = required(&element, "synset", file)?;
                let word = lemma.as_deref().ok_or_else(|| {
                    Error::damaged(file, element.line, "has a sense before the lemma")
                })?;
                let set = sets.named(&synset);
                sets.add(set, word);
            }
            _ => {}
        }
    }
    if lexicons == 0 {
        return Err(Error::damaged(file, None, "has no element `Lexicon`"));
    }
    if lexicons > 1 {
        // Several lexicons in one file have no name, version or licence together.
        (found.title, found.version, found.licence) = (None, None, None);
        found.notes.push(format!("{lexicons} lexicons in one file are taken as one"));
    }
    found.contents = sets.finish();
    Ok(found)
}

fn attribute(element: &Element<'_>, name: &str, file: &Path) -> Result<Option<String>, Error> {
    let value = element.attribute(name).map_err(|rule| Error::damaged(file, element.line, rule))?;
    Ok(value.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()))
}

fn required(element: &Element<'_>, name: &str, file: &Path) -> Result<String, Error> {
    attribute(element, name, file)?.ok_or_else(|| {
        Error::damaged(file, element.line, format!("has a `{}` without `{name}`", element.name))
    })
}
