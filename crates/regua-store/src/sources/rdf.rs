//! OpenWordnet-PT as RDF, in Turtle or N-Triples, in one file or in several:
//! synsets contain word senses, these have words, and words have forms.
//!
//! The properties are known by their last names, since their addresses changed
//! from release to release: `containsWordSense` (or `inSynset`), `word` (or
//! `sense`), `lemma` (or, in older releases, `lexicalForm`).

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::Found;
use super::text::{read_bytes, whole_utf8};
use super::turtle::{Term, Triples};
use crate::error::Error;
use crate::lexicon::Sets;

/// Whether a text begins as Turtle or N-Triples does.
pub fn looks_like(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let first = first.unwrap_or("").trim();
    let begins = first.get(..8).unwrap_or("").to_ascii_lowercase();
    let triple = first.starts_with('<') && first.contains("> ") && first.contains("://");
    begins.starts_with("@prefix")
        || begins.starts_with("@base")
        || begins == "prefix :"
        || triple
        || (begins.starts_with("prefix ") && first.contains(":"))
}

/// The files of a folder that are Turtle or N-Triples by their names.
pub fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let is_triples = |file: &PathBuf| {
        file.extension().is_some_and(|ending| ["ttl", "nt"].iter().any(|known| ending == *known))
    };
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_triples).collect();
    files.sort();
    files
}

/// Reads the files of a wordnet.
///
/// # Errors
/// Fails if one cannot be read, or there is no word in any set.
pub fn read(files: &[PathBuf]) -> Result<Found, Error> {
    let mut graph = Graph::default();
    for (number, file) in files.iter().enumerate() {
        let bytes = read_bytes(file)?;
        Triples::new(whole_utf8(&bytes, file)?, file).each(|subject, predicate, object| {
            graph.add(number, subject, predicate, object);
        })?;
    }
    let contents = graph.sets().finish();
    if contents.words() == 0 {
        let rule = "has no words in sets; a wordnet needs its synsets, word senses and words (name them all, or their folder)";
        let file = files.first().map_or(Path::new("."), PathBuf::as_path);
        return Err(Error::damaged(file, None, rule));
    }
    Ok(Found { contents, files: files.to_vec(), ..Found::default() })
}

/// What matters of the triples.
#[derive(Debug, Default)]
struct Graph {
    nodes: FxHashMap<String, u32>,
    /// Synsets and their senses.
    contains: Vec<(u32, u32)>,
    /// Senses and their words.
    words: FxHashMap<u32, Vec<u32>>,
    /// Words and their forms.
    forms: FxHashMap<u32, Vec<String>>,
}

impl Graph {
    fn add(&mut self, file: usize, subject: &Term, predicate: &Term, object: &Term) {
        let (Term::Node(subject), Term::Node(predicate)) = (subject, predicate) else { return };
        let property = predicate.rsplit(['/', '#']).next().unwrap_or(predicate);
        match (property, object) {
            ("containsWordSense", Term::Node(object)) => {
                let pair = (self.node(file, subject), self.node(file, object));
                self.contains.push(pair);
            }
            ("inSynset", Term::Node(object)) => {
                let pair = (self.node(file, object), self.node(file, subject));
                self.contains.push(pair);
            }
            ("word", Term::Node(object)) => {
                let (sense, word) = (self.node(file, subject), self.node(file, object));
                self.words.entry(sense).or_default().push(word);
            }
            ("sense", Term::Node(object)) => {
                let (sense, word) = (self.node(file, object), self.node(file, subject));
                self.words.entry(sense).or_default().push(word);
            }
            ("lemma" | "lexicalForm", Term::Literal(form)) if !form.trim().is_empty() => {
                let word = self.node(file, subject);
                self.forms.entry(word).or_default().push(form.trim().to_owned());
            }
            _ => {}
        }
    }

    /// The number of a name; names without an address hold within their file.
    fn node(&mut self, file: usize, name: &str) -> u32 {
        let local;
        let name = if name.starts_with("_:") {
            local = format!("{file}{name}");
            &*local
        } else {
            name
        };
        if let Some(number) = self.nodes.get(name) {
            return *number;
        }
        let number = self.nodes.len() as u32;
        self.nodes.insert(name.to_owned(), number);
        number
    }

    /// The sets, numbered by the names of their synsets, so that neither the order
    /// of files nor of triples matters.
    fn sets(&self) -> Sets {
        let mut names: FxHashMap<u32, &str> = FxHashMap::default();
        for (name, number) in &self.nodes {
            names.insert(*number, name);
        }
        let mut contains: Vec<(&str, u32)> =
            self.contains.iter().map(|(synset, sense)| (names[synset], *sense)).collect();
        contains.sort_unstable();
        let mut sets = Sets::default();
        for (synset, sense) in contains {
            let words = self.words.get(&sense).into_iter().flatten();
            for form in words.filter_map(|word| self.forms.get(word)).flatten() {
                let set = sets.named(synset);
                sets.add(set, form);
            }
        }
        sets
    }
}
