//! From the files of METEOR to one compiled file.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::compiled::{Section, Writer, number};
use super::lexicon::Lexicon;
use super::paraphrases::Paraphrases;
use super::source::Source;
use super::{NAME, files, paraphrases_beside};
use crate::container::Layout;
use crate::error::Error;
use crate::kind::Compiled;

/// Compiles `meteor-1.5.jar`, or a folder laid out like one, and the table of
/// paraphrases that belongs to it, if there is one.
///
/// # Errors
/// Fails if a file is missing or breaks a rule, and names both.
pub fn compile(jar_or_folder: &Path) -> Result<Compiled, Error> {
    compile_with(jar_or_folder, paraphrases_beside(jar_or_folder).as_deref())
}

/// Compiles `meteor-1.5.jar`, or a folder laid out like one, and a table of
/// paraphrases from anywhere, or none.
///
/// # Errors
/// Fails if a file is missing or breaks a rule, and names both.
pub fn compile_with(jar_or_folder: &Path, paraphrases: Option<&Path>) -> Result<Compiled, Error> {
    let lexicon = Lexicon::read(&Source::open(jar_or_folder)?)?;
    let table = paraphrases.map(Paraphrases::read).transpose()?.unwrap_or_default();
    let note = match table.len() {
        0 => "no paraphrases: METEOR looks for them in data/paraphrase-en.gz beside the jar"
            .to_owned(),
        many => format!("{many} paraphrases"),
    };
    let mut sets: Vec<u32> = lexicon.synsets.values().flatten().copied().collect();
    sets.sort_unstable();
    sets.dedup();
    let words = lexicon.synsets.len() as u64;
    let mut writer = Writer::new();
    write_lexicon(&lexicon, &mut writer);
    table.write(&mut writer);
    let payload = writer.payload();
    Ok(Compiled {
        layout: Layout::Meteor,
        fingerprint: xxh3_64(&payload),
        payload,
        words,
        sets: sets.len() as u64,
        files: files(jar_or_folder).into_iter().chain(paraphrases.map(PathBuf::from)).collect(),
        title: Some(NAME.to_owned()),
        version: None,
        licence: None,
        notes: vec![note],
    })
}

fn write_lexicon(lexicon: &Lexicon, writer: &mut Writer) {
    let words = lexicon.function_words.iter().map(String::as_str);
    writer.words(Section::FunctionStarts, Section::FunctionBytes, words);
    let words = lexicon.prefixes.keys().map(String::as_str);
    writer.words(Section::PrefixStarts, Section::PrefixBytes, words);
    writer.numbers(Section::PrefixNumeric, lexicon.prefixes.values().copied().map(u32::from));
    let words = lexicon.synsets.keys().map(String::as_str);
    writer.words(Section::WordStarts, Section::WordBytes, words);
    write_sets(Section::WordSets, Section::WordSetNumbers, lexicon.synsets.values(), writer);
    let words = lexicon.irregular.keys().map(String::as_str);
    writer.words(Section::FormStarts, Section::FormBytes, words);
    write_sets(Section::FormSets, Section::FormSetNumbers, lexicon.irregular.values(), writer);
}

fn write_sets<'s>(
    ends: Section,
    numbers: Section,
    sets: impl Iterator<Item = &'s Vec<u32>>,
    writer: &mut Writer,
) {
    let mut end = 0;
    writer.numbers(ends, [0]);
    for sets in sets {
        end += sets.len();
        writer.numbers(ends, [number(end)]);
        writer.numbers(numbers, sets.iter().copied());
    }
}
