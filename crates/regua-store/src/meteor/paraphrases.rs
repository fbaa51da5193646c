//! The table of paraphrases, as it is read and as it is written.
//!
//! Three lines each: a probability, which METEOR ignores, a phrase, and what
//! can stand for it. What is written is a tree: from the root, word by word, to
//! the node of a phrase, which lists its paraphrases in the order of the file.

use std::collections::HashMap;
use std::path::Path;

use super::compiled::{Section, Writer, number};
use super::source::{PackedLines, words};
use crate::error::Error;

const MOST_PARAPHRASES: usize = 1 << 26;

/// A table of paraphrases.
#[derive(Debug, Default)]
pub(super) struct Paraphrases {
    words: HashMap<String, u32>,
    phrases: HashMap<Box<[u32]>, u32>,
    /// A phrase and one that can stand for it.
    pairs: Vec<(u32, u32)>,
}

impl Paraphrases {
    pub(super) fn read(path: &Path) -> Result<Self, Error> {
        let mut lines = PackedLines::open(path)?;
        let mut table = Self::default();
        while lines.next()?.is_some() {
            let phrase = table.read_phrase(&mut lines)?;
            let other = table.read_phrase(&mut lines)?;
            if table.pairs.len() == MOST_PARAPHRASES {
                return Err(
                    lines.damaged(format!("there are more than {MOST_PARAPHRASES} paraphrases"))
                );
            }
            table.pairs.push((phrase, other));
        }
        Ok(table)
    }

    fn read_phrase(&mut self, lines: &mut PackedLines) -> Result<u32, Error> {
        let mut phrase = Vec::new();
        let Some(line) = lines.next()? else {
            return Err(lines.damaged("a paraphrase has three lines, and this one is missing"));
        };
        for word in words(line) {
            let next = number(self.words.len());
            phrase.push(match self.words.get(word) {
                Some(known) => *known,
                None => *self.words.entry(word.to_owned()).or_insert(next),
            });
        }
        if phrase.is_empty() {
            return Err(lines.damaged("a phrase has no words"));
        }
        let next = number(self.phrases.len());
        Ok(match self.phrases.get(phrase.as_slice()) {
            Some(known) => *known,
            None => *self.phrases.entry(phrase.into()).or_insert(next),
        })
    }

    /// How many paraphrases there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Writes the vocabulary in ascending order, the phrases and the tree.
    pub(super) fn write(mut self, writer: &mut Writer) {
        let mut vocabulary: Vec<(&str, u32)> =
            self.words.iter().map(|(word, &id)| (word.as_str(), id)).collect();
        vocabulary.sort_unstable();
        let mut sorted = vec![0; vocabulary.len()];
        for (place, (_, id)) in vocabulary.iter().enumerate() {
            sorted[*id as usize] = number(place);
        }
        let words = vocabulary.iter().map(|(word, _)| *word);
        writer.words(Section::VocabularyStarts, Section::VocabularyBytes, words);

        let mut phrases = vec![Box::<[u32]>::default(); self.phrases.len()];
        for (mut phrase, id) in std::mem::take(&mut self.phrases) {
            phrase.iter_mut().for_each(|word| *word = sorted[*word as usize]);
            phrases[id as usize] = phrase;
        }
        let mut end = 0;
        writer.numbers(Section::PhraseStarts, [0]);
        for phrase in &phrases {
            end += phrase.len();
            writer.numbers(Section::PhraseStarts, [number(end)]);
            writer.numbers(Section::PhraseWords, phrase.iter().copied());
        }
        // Stable: the paraphrases of one phrase stay in the order of the file.
        self.pairs.sort_by(|(left, _), (right, _)| {
            phrases[*left as usize].cmp(&phrases[*right as usize])
        });
        write_tree(&self.pairs, &phrases, writer);
    }
}

/// A node that is still to be written: the pairs below it.
struct Pending {
    start: usize,
    end: usize,
    depth: usize,
}

/// Nodes in the order of their depth, so that the children of a node stand
/// beside each other, in the order of their words.
fn write_tree(pairs: &[(u32, u32)], phrases: &[Box<[u32]>], writer: &mut Writer) {
    let mut nodes = vec![Pending { start: 0, end: pairs.len(), depth: 0 }];
    let mut targets = 0;
    writer.numbers(Section::NodeWords, [0]);
    let mut place = 0;
    while place < nodes.len() {
        let Pending { start, end, depth } = nodes[place];
        writer.numbers(Section::NodeChildren, [number(nodes.len())]);
        writer.numbers(Section::NodeTargets, [number(targets)]);
        let below = &pairs[start..end];
        let own = below.partition_point(|(phrase, _)| phrases[*phrase as usize].len() == depth);
        for (_, other) in &below[..own] {
            writer.numbers(Section::TargetFirstWords, [phrases[*other as usize][0]]);
            writer.numbers(Section::TargetPhrases, [*other]);
        }
        targets += own;
        let mut from = start + own;
        while from < end {
            let word = phrases[pairs[from].0 as usize][depth];
            let same = pairs[from..end]
                .partition_point(|(phrase, _)| phrases[*phrase as usize][depth] == word);
            writer.numbers(Section::NodeWords, [word]);
            nodes.push(Pending { start: from, end: from + same, depth: depth + 1 });
            from += same;
        }
        place += 1;
    }
    writer.numbers(Section::NodeChildren, [number(nodes.len())]);
    writer.numbers(Section::NodeTargets, [number(targets)]);
}
