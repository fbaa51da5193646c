//! Distances, subsequences, n-grams, sentences and stems against plain versions.
//!
//! Sequences of tokens are written as bytes: 0xff starts the next sequence,
//! any other byte is a token.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use regua_text::language::Language;
use regua_text::lcs;
use regua_text::levenshtein::{self, Operation, OperationKind};
use regua_text::ngrams::{NgramMatcher, PairMatcher};
use regua_text::sentences::Punkt;
use regua_text::stem::porter::{Mode, Porter};
use regua_text::stem::snowball::Snowball;

use crate::input::Random;
use crate::target::{Target, holds, same};

const NEXT_SEQUENCE: u8 = 0xff;
const ORDER: usize = 6;

pub(crate) fn targets() -> Vec<Target> {
    let sequences = make_sequences;
    vec![
        Target {
            name: "levenshtein",
            about: "distance, counts and edits agree with the textbook's table",
            may_abort: false,
            make: sequences,
            check: check_levenshtein,
        },
        Target {
            name: "lcs",
            about: "length and positions of a longest common subsequence agree with the table",
            may_abort: false,
            make: sequences,
            check: check_lcs,
        },
        Target {
            name: "ngrams",
            about: "clipped n-gram matches agree with counts in hash maps",
            may_abort: false,
            make: sequences,
            check: check_ngrams,
        },
        Target {
            name: "sentences",
            about: "spans are in order, on characters, and cover all that is not blank",
            may_abort: false,
            make: |random| random.text(80).into_bytes(),
            check: check_sentences,
        },
        Target {
            name: "stems",
            about: "stems are the same twice and not absurdly longer than the word",
            may_abort: false,
            make: make_words,
            check: check_stems,
        },
    ]
}

fn make_sequences(random: &mut Random) -> Vec<u8> {
    let symbols = random.pick(&[1, 2, 3, 5, 20, 250]);
    let longest = random.pick(&[4, 30, 70, 140, 300]);
    let mut sequences: Vec<Vec<u8>> = Vec::new();
    for _ in 0..2 + random.below(4) {
        let mut sequence: Vec<u8> = match sequences.last() {
            Some(before) if !random.one_in(3) => before.clone(),
            _ => (0..random.below(longest + 1)).map(|_| symbol(random, symbols)).collect(),
        };
        for _ in 0..random.below(12) {
            let place = random.below(sequence.len() + 1);
            if random.one_in(2) || place == sequence.len() {
                sequence.insert(place, symbol(random, symbols));
            } else if random.one_in(2) {
                sequence.remove(place);
            } else {
                sequence[place] = symbol(random, symbols);
            }
        }
        sequences.push(sequence);
    }
    sequences.join(&NEXT_SEQUENCE)
}

fn symbol(random: &mut Random, symbols: usize) -> u8 {
    u8::try_from(random.below(symbols)).unwrap_or(0)
}

/// The same sequences with small numbers, large ones and a mixture.
fn sequences(bytes: &[u8]) -> [Vec<Vec<u32>>; 3] {
    let numbered = |number: fn(u32) -> u32| {
        bytes
            .split(|&byte| byte == NEXT_SEQUENCE)
            .map(|sequence| sequence.iter().map(|&byte| number(u32::from(byte))).collect())
            .collect()
    };
    // The n-gram matchers keep a table up to the largest number: these stay far from 2^32.
    [
        numbered(|byte| byte),
        numbered(|byte| byte * 4099),
        numbered(|byte| byte * byte + 60_000 * (byte % 2)),
    ]
}

/// Checks all neighbours with one piece of memory, as measures do.
fn for_pairs(
    bytes: &[u8],
    mut check: impl FnMut(&[u32], &[u32]) -> Result<(), String>,
) -> Result<(), String> {
    for sequences in sequences(bytes) {
        for pair in sequences.windows(2) {
            check(&pair[0], &pair[1])
                .map_err(|error| format!("{:?} and {:?}: {error}", pair[0], pair[1]))?;
        }
    }
    Ok(())
}

/// The last row of a table that is filled row by row.
fn last_value(
    left: &[u32],
    right: &[u32],
    edge: bool,
    step: impl Fn(usize, usize, usize, bool) -> usize,
) -> usize {
    let mut before: Vec<usize> =
        (0..=left.len()).map(|column| column * usize::from(edge)).collect();
    for (row, right) in right.iter().enumerate() {
        let mut values = vec![(row + 1) * usize::from(edge)];
        for (column, left) in left.iter().enumerate() {
            values.push(step(before[column], before[column + 1], values[column], left == right));
        }
        before = values;
    }
    before[left.len()]
}

fn check_levenshtein(bytes: &[u8], _: &Path) -> Result<(), String> {
    let mut scratch = levenshtein::Scratch::default();
    for_pairs(bytes, |reference, hypothesis| {
        let expected = last_value(reference, hypothesis, true, |diagonal, above, before, equal| {
            (diagonal + usize::from(!equal)).min(above.min(before) + 1)
        });
        same(
            "the distance",
            &levenshtein::distance(&mut scratch, reference, hypothesis),
            &expected,
        )?;
        let counts = levenshtein::count_operations(&mut scratch, reference, hypothesis);
        same("the sum of edits", &counts.errors(), &expected)?;
        let of_reference = counts.hits + counts.substitutions + counts.deletions;
        let of_hypothesis = counts.hits + counts.substitutions + counts.insertions;
        same("hits, substitutions and deletions", &of_reference, &reference.len())?;
        same("hits, substitutions and insertions", &of_hypothesis, &hypothesis.len())?;
        let edits = levenshtein::operations(&mut scratch, reference, hypothesis);
        let of = |kind| edits.iter().filter(|edit| edit.kind == kind).count();
        let listed =
            [of(OperationKind::Substitute), of(OperationKind::Delete), of(OperationKind::Insert)];
        same(
            "the list of edits",
            &listed,
            &[counts.substitutions, counts.deletions, counts.insertions],
        )?;
        same("the edited text", &apply(&edits, reference, hypothesis), &hypothesis.to_vec())
    })
}

fn apply(edits: &[Operation], reference: &[u32], hypothesis: &[u32]) -> Vec<u32> {
    let mut text = Vec::new();
    let mut place = 0;
    for edit in edits {
        text.extend_from_slice(&reference[place..edit.reference]);
        place = edit.reference + usize::from(edit.kind != OperationKind::Insert);
        if edit.kind != OperationKind::Delete {
            text.push(hypothesis[edit.hypothesis]);
        }
    }
    text.extend_from_slice(&reference[place..]);
    text
}

fn check_lcs(bytes: &[u8], _: &Path) -> Result<(), String> {
    let mut scratch = lcs::Scratch::default();
    for_pairs(bytes, |reference, candidate| {
        let expected = last_value(reference, candidate, false, |diagonal, above, before, equal| {
            if equal { diagonal + 1 } else { above.max(before) }
        });
        same("the length", &lcs::length(&mut scratch, reference, candidate), &expected)?;
        let positions = lcs::matched_positions(&mut scratch, reference, candidate).to_vec();
        same("the number of positions", &positions.len(), &expected)?;
        holds("positions are not in order", positions.is_sorted_by(|a, b| a < b))?;
        let mut rest = candidate.iter();
        let is_common = positions.iter().all(|&place| rest.any(|token| *token == reference[place]));
        holds("the positions are no subsequence of the candidate", is_common)?;
        let hits = lcs::union_hits(&mut scratch, [reference], [candidate]);
        same("the union of one sentence", &hits, &expected)
    })
}

fn check_ngrams(bytes: &[u8], _: &Path) -> Result<(), String> {
    let (mut matcher, mut pairs) = (NgramMatcher::new(), PairMatcher::new());
    for sequences in sequences(bytes) {
        let Some((hypothesis, references)) = sequences.split_first() else { continue };
        for order in [1, 2, 4, ORDER] {
            // One reference more each time: the largest count of them decides.
            for several in 1..=references.len() {
                matcher.clear();
                let mut found = vec![0; order];
                references[..several]
                    .iter()
                    .for_each(|reference| matcher.add_reference(reference, order));
                matcher.count_matches(hypothesis, order, &mut found);
                let expected = plain_matches(hypothesis, &references[..several], order);
                same("the list of matches", &found, &expected)?;
                if several == 1 {
                    found.fill(0);
                    pairs.count_matches(&references[0], hypothesis, order, &mut found);
                    same("the list of matches of a pair", &found, &expected)?;
                }
            }
        }
    }
    Ok(())
}

fn plain_matches(hypothesis: &[u32], references: &[Vec<u32>], order: usize) -> Vec<u64> {
    let of_order = |size: usize| {
        let mut most: HashMap<&[u32], u64> = HashMap::new();
        for reference in references {
            for (ngram, count) in plain_counts(reference, size) {
                let known = most.entry(ngram).or_default();
                *known = count.max(*known);
            }
        }
        let mine = plain_counts(hypothesis, size);
        mine.iter().map(|(ngram, count)| *count.min(most.get(ngram).unwrap_or(&0))).sum()
    };
    (1..=order).map(of_order).collect()
}

fn plain_counts(tokens: &[u32], size: usize) -> HashMap<&[u32], u64> {
    let mut counts = HashMap::new();
    tokens.windows(size).for_each(|ngram| *counts.entry(ngram).or_default() += 1);
    counts
}

fn check_sentences(bytes: &[u8], _: &Path) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    for language in Language::ALL {
        let punkt = Punkt::new(language);
        let mut end = 0;
        for span in punkt.spans(&text) {
            let sentence =
                text.get(span.clone()).ok_or(format!("{span:?} is not on characters"))?;
            holds("a sentence is blank", !is_blank(sentence))?;
            holds("sentences overlap or are out of order", end <= span.start)?;
            holds("text between sentences is lost", is_blank(&text[end..span.start]))?;
            end = span.end;
        }
        holds("text after the last sentence is lost", is_blank(&text[end..]))?;
    }
    Ok(())
}

fn is_blank(text: &str) -> bool {
    regua_text::python::strip(text).is_empty()
}

fn make_words(random: &mut Random) -> Vec<u8> {
    const ENDINGS: &[&str] = &[
        "s", "es", "ies", "ed", "eed", "ing", "ational", "izer", "ously", "fulness", "ness",
        "ement", "ly", "y", "e", "'s", "ées", "ções", "ung", "issimo", "ição", "yyy", "ll", "gü",
    ];
    let mut words = Vec::new();
    for _ in 0..=random.below(6) {
        let text = random.text(6);
        let mut word = text.split(' ').next().unwrap_or_default().to_owned();
        for _ in 0..random.below(4) {
            word.push_str(random.pick(ENDINGS));
        }
        words.push(word);
    }
    words.join(" ").into_bytes()
}

fn check_stems(bytes: &[u8], _: &Path) -> Result<(), String> {
    thread_local! {
        static BUFFER: RefCell<String> = RefCell::default();
    }
    let text = String::from_utf8_lossy(bytes);
    let codes = [
        "en", "fr", "de", "it", "pt", "es", "ar", "da", "el", "fi", "hu", "nl", "no", "ro", "ru",
        "sv", "ta", "tr",
    ];
    for word in text.split(' ') {
        // German writes "ss" for "ß"; a short word may get an "e" back.
        let longest = 2 * word.to_lowercase().chars().count() + 2;
        for mode in [Mode::Nltk, Mode::Martin, Mode::Original] {
            let porter = Porter::new(mode);
            let mut fresh = String::new();
            let stem = porter.stem(word, &mut fresh);
            let again = BUFFER.with_borrow_mut(|buffer| porter.stem(word, buffer).to_owned());
            same("the stem in memory that held another", &again.as_str(), &stem)?;
            holds(
                &format!("Porter's stem {stem:?} of {word:?} is too long"),
                stem.chars().count() <= longest,
            )?;
        }
        for code in codes {
            let stemmer = Snowball::from_code(code).ok_or(format!("no stemmer for {code}"))?;
            let stem = stemmer.stem(word);
            same("the stem made again", &stemmer.stem(word), &stem)?;
            holds(
                &format!("the {code} stem {stem:?} of {word:?} is too long"),
                stem.chars().count() <= longest,
            )?;
        }
    }
    Ok(())
}
