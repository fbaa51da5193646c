//! The compiled resource, ready for use.

use std::ops::Range;
use std::path::Path;

use super::compiled::{Compiled, Section};
use super::{NAME, base_forms};
use crate::container::{self, Container, Header, Layout};
use crate::error::Error;
use crate::kind;

/// What METEOR 1.5 knows of words.
///
/// Looking something up never fails and never panics, whatever is in the file.
#[derive(Debug)]
pub struct MeteorData {
    compiled: Compiled,
    name: String,
}

/// When a dot belongs to the word before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// Always.
    Always,
    /// Before a number.
    BeforeNumbers,
}

/// A phrase that can stand for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paraphrase {
    /// Its first word.
    pub first_word: u32,
    phrase: u32,
}

impl MeteorData {
    /// Opens a compiled file and checks all of it.
    ///
    /// # Errors
    /// Fails if it cannot be read, is no compiled resource of this kind, or is
    /// damaged.
    pub fn open(file: &Path) -> Result<Self, Error> {
        Self::new(Container::open(file, Layout::Meteor)?, file)
    }

    /// What was compiled and not written.
    ///
    /// # Errors
    /// Fails if it was compiled from files of another kind.
    pub fn in_memory(compiled: kind::Compiled, file: &Path) -> Result<Self, Error> {
        if compiled.layout != Layout::Meteor {
            return Err(Error::damaged(file, None, "is not a resource for METEOR 1.5"));
        }
        let kind::Compiled { layout, fingerprint, payload, .. } = compiled;
        Self::new(Container::in_memory(layout, fingerprint, payload), file)
    }

    fn new(container: Container, file: &Path) -> Result<Self, Error> {
        let name = format!("{NAME}#{}", container::short(container.header.fingerprint));
        Ok(Self { compiled: Compiled::new(container, file)?, name })
    }

    /// What the compiled file says about itself.
    pub fn header(&self) -> Header {
        self.compiled.container().header
    }

    /// The name in signatures, with a fingerprint of the contents:
    /// `meteor-1.5#1a2b3c4d`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether this word in lower case is a function word.
    pub fn is_function_word(&self, word: &str) -> bool {
        let place = self.compiled.find(Section::FunctionStarts, Section::FunctionBytes, word);
        place.is_some()
    }

    /// When a dot after this word belongs to it; nothing if it never does.
    pub fn prefix(&self, word: &str) -> Option<Prefix> {
        let place = self.compiled.find(Section::PrefixStarts, Section::PrefixBytes, word)?;
        match self.compiled.number(Section::PrefixNumeric, place)? {
            0 => Some(Prefix::Always),
            _ => Some(Prefix::BeforeNumbers),
        }
    }

    /// Adds the sets that a word belongs to, by itself or in its base forms, in
    /// ascending order. Two words are synonyms if they share a set.
    pub fn synsets(&self, word: &str, sets: &mut Vec<u32>) {
        let from = sets.len();
        let known = |word: &str| {
            let place = self.compiled.find(Section::WordStarts, Section::WordBytes, word)?;
            Some(self.compiled.between(Section::WordSets, place))
        };
        let mut add = |section, places: Option<Range<usize>>| {
            sets.extend(self.compiled.numbers(section, places.unwrap_or_default()));
        };
        add(Section::WordSetNumbers, known(word));
        match self.compiled.find(Section::FormStarts, Section::FormBytes, word) {
            Some(form) => {
                add(Section::FormSetNumbers, Some(self.compiled.between(Section::FormSets, form)));
            }
            None => add(Section::WordSetNumbers, base_forms::find(word, known)),
        }
        sets[from..].sort_unstable();
        let mut kept = from;
        for place in from..sets.len() {
            if kept == from || sets[kept - 1] != sets[place] {
                sets[kept] = sets[place];
                kept += 1;
            }
        }
        sets.truncate(kept);
    }

    /// Whether there are paraphrases.
    pub fn has_paraphrases(&self) -> bool {
        self.compiled.len(Section::TargetPhrases) > 0
    }

    /// How many words occur in paraphrases; their numbers are below that.
    pub fn vocabulary(&self) -> usize {
        self.compiled.len(Section::VocabularyStarts).saturating_sub(1)
    }

    /// The number of a word that occurs in paraphrases.
    pub fn vocabulary_word(&self, word: &str) -> Option<u32> {
        let place =
            self.compiled.find(Section::VocabularyStarts, Section::VocabularyBytes, word)?;
        u32::try_from(place).ok()
    }

    /// The node of the tree of phrases that a word leads to; `None` starts at
    /// the root. Nothing if no phrase goes on with that word.
    pub fn step(&self, node: Option<u32>, word: u32) -> Option<u32> {
        let children = self.compiled.between(Section::NodeChildren, node.unwrap_or(0) as usize);
        let (mut low, mut high) = (children.start, children.end);
        while low < high {
            let middle = low.midpoint(high);
            match self.compiled.number(Section::NodeWords, middle)?.cmp(&word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return u32::try_from(middle).ok(),
            }
        }
        None
    }

    /// What can stand for the phrase that ends at a node, in the order of the
    /// table.
    pub fn paraphrases(&self, node: u32) -> impl Iterator<Item = Paraphrase> + '_ {
        let places = self.compiled.between(Section::NodeTargets, node as usize);
        let phrases = self.compiled.numbers(Section::TargetPhrases, places.clone());
        let first_words = self.compiled.numbers(Section::TargetFirstWords, places);
        let pair = |(first_word, phrase)| Paraphrase { first_word, phrase };
        first_words.zip(phrases).map(pair)
    }

    /// The words of a paraphrase.
    pub fn words(&self, paraphrase: Paraphrase) -> impl Iterator<Item = u32> + '_ {
        let places = self.compiled.between(Section::PhraseStarts, paraphrase.phrase as usize);
        self.compiled.numbers(Section::PhraseWords, places)
    }
}
