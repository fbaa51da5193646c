//! Files of tags: sentence by sentence.

use std::path::{Path, PathBuf};

use regua_core::key::KeyValue;
use regua_text::tags::{BadLine, Scheme, Sentence, SentenceParser};

use super::{Held, Reading};
use crate::error::{Error, Place, grouped, name_of};
use crate::readers::each_line;

/// The kept columns of files of tags.
const TOKENS: &str = "tokens";
const DOCUMENT: &str = "document";

impl Reading {
    /// Reads one file with gold and predicted tags, or gold tags and those of systems.
    pub(super) fn tagged(
        &mut self,
        (name, first): &(String, PathBuf),
        others: &[(String, PathBuf)],
        scheme: Scheme,
    ) -> Result<(), Error> {
        if others.is_empty() {
            for (at, sentence) in self.sentences(first, scheme, 2)?.iter().enumerate() {
                let gold = self.keep_tags(&sentence.tags[0]);
                let predicted = self.keep_tags(&sentence.tags[1]);
                self.add_sentence(name, at, sentence, gold, predicted)?;
            }
            return Ok(());
        }
        let gold = self.sentences(first, scheme, 1)?;
        let held: Vec<Held> = gold.iter().map(|one| self.keep_tags(&one.tags[0])).collect();
        for (system, path) in others {
            let predicted = self.sentences(path, scheme, 1)?;
            if gold.len() != predicted.len() {
                return Err(Error::Unpaired(format!(
                    "{} has {} sentences but {} has {}; they are paired in order",
                    name_of(first),
                    grouped(gold.len() as u64),
                    name_of(path),
                    grouped(predicted.len() as u64)
                )));
            }
            for (at, (sentence, answer)) in gold.iter().zip(&predicted).enumerate() {
                check_pair(sentence, first, answer, path)?;
                let predicted = self.keep_tags(&answer.tags[0]);
                self.add_sentence(system, at, sentence, held[at].clone(), predicted)?;
            }
        }
        Ok(())
    }

    fn sentences(
        &self,
        path: &Path,
        scheme: Scheme,
        taggings: usize,
    ) -> Result<Vec<Sentence>, Error> {
        let mut parser = SentenceParser::new(scheme, taggings, self.strict);
        let mut sentences = Vec::new();
        let broken = |bad: BadLine| Error::Row {
            place: Place::line(name_of(path), bad.line),
            rule: bad.rule,
        };
        each_line(path, &mut |_, line| {
            sentences.extend(parser.line(line).map_err(broken)?);
            Ok(())
        })?;
        sentences.extend(parser.finish().map_err(broken)?);
        if sentences.is_empty() { Err(Error::Empty { file: name_of(path) }) } else { Ok(sentences) }
    }

    fn add_sentence(
        &mut self,
        system: &str,
        at: usize,
        sentence: &Sentence,
        gold: Held,
        predicted: Held,
    ) -> Result<bool, Error> {
        let mut columns = Vec::new();
        let tokens = i64::try_from(sentence.len()).unwrap_or(i64::MAX);
        self.keys.columns.put(&mut columns, TOKENS, KeyValue::Integer(tokens));
        if sentence.document > 0 {
            let document = KeyValue::Integer(sentence.document.into());
            self.keys.columns.put(&mut columns, DOCUMENT, document);
        }
        self.add(system, (at + 1).to_string(), columns, gold, predicted)
    }
}

/// Checks that two sentences are the same but for their tags.
fn check_pair(
    gold: &Sentence,
    gold_path: &Path,
    predicted: &Sentence,
    path: &Path,
) -> Result<(), Error> {
    let place = |line: u64| Place::line(name_of(path), line);
    if gold.len() != predicted.len() {
        return Err(Error::Row {
            place: place(predicted.line),
            rule: format!(
                "the sentence has {} tokens, but that of {} has {}",
                predicted.len(),
                Place::line(name_of(gold_path), gold.line),
                gold.len()
            ),
        });
    }
    for (at, (left, right)) in gold.tokens.iter().zip(&predicted.tokens).enumerate() {
        if left != right {
            return Err(Error::Row {
                place: place(predicted.line + at as u64),
                rule: format!(
                    "the token is `{right}`, but `{left}` in {}",
                    Place::line(name_of(gold_path), gold.line + at as u64)
                ),
            });
        }
    }
    Ok(())
}
