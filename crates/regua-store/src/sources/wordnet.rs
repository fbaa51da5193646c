//! WordNet's `dict` folder: `index.*`, `data.*` and `*.exc`, as wndb(5)
//! describes them.
//!
//! Words are looked up as NLTK 3.10's reader does it, with the same base forms;
//! see the tests for where that was compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::Found;
use super::text::{lines, read_bytes, shown, utf8};
use crate::error::Error;
use crate::lexicon::{Contents, push};

/// The parts of speech: the ending of their files and the letters in them.
const PARTS: [(&str, &[&str]); 4] =
    [("noun", &["n"]), ("verb", &["v"]), ("adj", &["a", "s"]), ("adv", &["r"])];

/// Whether a folder looks like a `dict` folder.
pub fn is_folder(folder: &Path) -> bool {
    PARTS.iter().any(|(part, _)| folder.join(format!("data.{part}")).is_file())
}

/// The folder with the files, which may be the `dict` inside of the one given.
pub fn resolve(folder: &Path) -> PathBuf {
    let inner = folder.join("dict");
    if !is_folder(folder) && is_folder(&inner) { inner } else { folder.to_owned() }
}

/// The files that are read. Only the lists of exceptions may be missing, all
/// four together.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let folder = resolve(folder);
    let named = |name: String| folder.join(name);
    let mut files: Vec<PathBuf> = PARTS
        .iter()
        .flat_map(|(part, _)| [named(format!("data.{part}")), named(format!("index.{part}"))])
        .collect();
    let exceptions = PARTS.map(|(part, _)| named(format!("{part}.exc")));
    if exceptions.iter().any(|file| file.exists()) {
        files.extend(exceptions);
    }
    files
}

/// Reads a `dict` folder.
///
/// # Errors
/// Fails if a file is missing or damaged.
pub fn read(folder: &Path) -> Result<Found, Error> {
    let folder = resolve(folder);
    let mut reading = Reading::default();
    let mut contents = Contents { english: true, ..Contents::default() };
    let files = files(&folder);
    for part in 0..PARTS.len() {
        let (name, _) = PARTS[part];
        let places = reading.data(&folder.join(format!("data.{name}")), part, &mut contents)?;
        index(&folder.join(format!("index.{name}")), part, &places, &mut contents)?;
    }
    let mut notes = Vec::new();
    if files.iter().any(|file| file.extension().is_some_and(|ending| ending == "exc")) {
        for (part, (name, _)) in PARTS.iter().enumerate() {
            exceptions(&folder.join(format!("{name}.exc")), part, &mut contents)?;
        }
    } else {
        notes.push("without lists of irregular forms (*.exc): `geese` is not found".to_owned());
    }
    for list in contents.words.values_mut().chain(contents.listed.values_mut()) {
        list.sort_unstable();
        list.dedup();
    }
    let title = Some("wordnet".to_owned());
    Ok(Found { contents, files, title, version: reading.version, licence: reading.licence, notes })
}

/// What is found along the way.
#[derive(Debug, Default)]
struct Reading {
    sets: u32,
    version: Option<String>,
    licence: Option<String>,
}

impl Reading {
    /// Reads the sets of a part of speech; gives their numbers by their places in
    /// the file.
    fn data(
        &mut self,
        file: &Path,
        part: usize,
        contents: &mut Contents,
    ) -> Result<FxHashMap<u64, u32>, Error> {
        let bytes = read_bytes(file)?;
        let start = bytes.as_ptr() as usize;
        let mut places = FxHashMap::default();
        for (number, raw) in lines(&bytes) {
            let line = utf8(raw, file, number)?;
            if line.starts_with(' ') {
                self.header(line);
                continue;
            }
            let wrong = |rule: String| Error::damaged(file, number, rule);
            let place = (raw.as_ptr() as usize - start) as u64;
            let words = set(line, place, part).map_err(wrong)?;
            for word in words {
                push(&mut contents.listed, without_marker(word), self.sets);
            }
            places.insert(place, self.sets);
            self.sets =
                self.sets.checked_add(1).ok_or_else(|| wrong("is one set too many".into()))?;
        }
        contents.part_ends[part..].fill(self.sets);
        Ok(places)
    }

    /// Looks for the version in a line of the licence at the head of a file.
    fn header(&mut self, line: &str) {
        if self.version.is_some() {
            return;
        }
        let line = line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).trim_end();
        let named = line.strip_prefix("WordNet ").or_else(|| line.strip_prefix("Wordnet "));
        if let Some((version, rest)) = named.and_then(|rest| rest.split_once(' '))
            && rest.starts_with("Copyright")
            && version.len() <= 16
            && version.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '+')
        {
            self.version = Some(version.to_owned());
            self.licence = Some(line.to_owned());
        }
    }
}

/// The words of a line of `data.*`, which begins at a place of its file.
fn set(line: &str, place: u64, part: usize) -> Result<Vec<&str>, String> {
    let (columns, _gloss) = line.split_once('|').ok_or("has no gloss after `|`")?;
    let mut fields = columns.split_ascii_whitespace();
    let says = fields.next().ok_or("is empty")?;
    if says.len() != 8 || decimal::<u64>(says) != Some(place) {
        return Err(format!(
            "says that it begins at byte `{}`, but that is byte {place}",
            shown(says)
        ));
    }
    fields.next().ok_or("ends before the lexicographer's file")?;
    let letter = fields.next().ok_or("ends before the part of speech")?;
    if !PARTS[part].1.contains(&letter) {
        return Err(wrong_part(letter, part));
    }
    let count = fields.next().ok_or("ends before the number of words")?;
    let count = u8::from_str_radix(count, 16)
        .map_err(|_| format!("has no number of words in `{}`", shown(count)))?;
    let mut words = Vec::with_capacity(count.into());
    for _ in 0..count {
        let (Some(word), Some(_number)) = (fields.next(), fields.next()) else {
            return Err(format!("ends before the last of its {count} words"));
        };
        words.push(word);
    }
    if words.is_empty() {
        return Err("is a set without words".into());
    }
    fields.next().ok_or("ends before the number of relations")?;
    Ok(words)
}

fn wrong_part(letter: &str, part: usize) -> String {
    let (name, letters) = PARTS[part];
    format!(
        "has the part of speech `{}`, but {name} needs `{}`",
        shown(letter),
        letters.join("` or `")
    )
}

/// A number that consists of digits only.
fn decimal<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// A word without what says where an adjective may stand: `galore(ip)`.
fn without_marker(word: &str) -> &str {
    let marker = word.strip_suffix(')').and_then(|rest| rest.rfind(['(', ')']));
    match marker {
        Some(at) if word[at..].starts_with('(') => &word[..at],
        _ => word,
    }
}

/// Reads the words of a part of speech and their sets.
fn index(
    file: &Path,
    part: usize,
    places: &FxHashMap<u64, u32>,
    contents: &mut Contents,
) -> Result<(), Error> {
    let bytes = read_bytes(file)?;
    let first = part.checked_sub(1).map_or(0, |before| contents.part_ends[before]);
    for (number, raw) in lines(&bytes) {
        let line = utf8(raw, file, number)?;
        if line.starts_with(' ') {
            continue;
        }
        let wrong = |rule: String| Error::damaged(file, number, rule);
        let (word, found) = entry(line, part).map_err(wrong)?;
        let known = contents.words.get(word).and_then(|list| list.last());
        if known.is_some_and(|last| *last >= first) {
            return Err(wrong(format!("has `{}` a second time", shown(word))));
        }
        for place in found {
            let set = places
                .get(&place)
                .ok_or_else(|| wrong(format!("names byte {place}, but no set begins there")))?;
            push(&mut contents.words, word, *set);
        }
    }
    Ok(())
}

/// The word of a line of `index.*` and the places of its sets.
fn entry(line: &str, part: usize) -> Result<(&str, Vec<u64>), String> {
    let mut fields = line.split_ascii_whitespace();
    let mut next = |what: &str| fields.next().ok_or_else(|| format!("ends before {what}"));
    let number = |field: &str, what: &str| {
        decimal::<u32>(field)
            .ok_or_else(|| format!("has no number of {what} in `{}`", shown(field)))
    };
    let word = next("the word")?;
    let letter = next("the part of speech")?;
    if letter != PARTS[part].1[0] {
        return Err(wrong_part(letter, part));
    }
    let sets = number(next("the number of sets")?, "sets")?;
    let relations = number(next("the number of relations")?, "relations")?;
    for _ in 0..relations {
        next("the last of its relations")?;
    }
    let senses = number(next("the number of senses")?, "senses")?;
    if sets == 0 || sets != senses {
        return Err(format!(
            "says {sets} sets and {senses} senses; both must be the same and not 0"
        ));
    }
    next("the number of tagged senses")?;
    let mut places = Vec::new();
    for _ in 0..sets {
        let place = next("the last of its sets")?;
        places.push(decimal(place).ok_or_else(|| format!("has no place in `{}`", shown(place)))?);
    }
    Ok((word, places))
}

/// Reads irregular forms of a part of speech. Base forms that are no words of
/// that part of speech are none.
fn exceptions(file: &Path, part: usize, contents: &mut Contents) -> Result<(), Error> {
    let bytes = read_bytes(file)?;
    let start = part.checked_sub(1).map_or(0, |before| contents.part_ends[before]);
    let range = start..contents.part_ends[part];
    let mut forms: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (number, raw) in lines(&bytes) {
        let line = utf8(raw, file, number)?;
        let mut fields = line.split_ascii_whitespace();
        let form = fields.next().ok_or_else(|| Error::damaged(file, number, "is empty"))?;
        let mut sets: Vec<u32> = fields
            .filter_map(|base| contents.words.get(base))
            .flatten()
            .copied()
            .filter(|set| range.contains(set))
            .collect();
        sets.sort_unstable();
        sets.dedup();
        // Where a form has two lines, NLTK knows the last.
        forms.insert(form, sets);
    }
    for (form, sets) in forms {
        let list = contents.irregular.entry(form.to_owned()).or_insert_with(|| vec![0]);
        list[0] |= 1 << part;
        list.extend(sets);
    }
    Ok(())
}
