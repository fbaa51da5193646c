//! From the files of METEOR to one compiled file.

use std::path::Path;

use super::compiled::{Section, Writer, number};
use super::lexicon::Lexicon;
use super::paraphrases::Paraphrases;
use super::source::Source;
use crate::error::Error;

/// How much there is in a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    /// Function words.
    pub function_words: usize,
    /// Words that are in sets of synonyms.
    pub words: usize,
    /// Paraphrases.
    pub paraphrases: usize,
}

/// Compiles `meteor-1.5.jar`, or a folder laid out like one, and a table of
/// paraphrases, if there is one, into the file `out`.
///
/// # Errors
/// Fails if a file is missing or breaks a rule, and names both; or if the
/// compiled file cannot be written.
pub fn compile(
    jar_or_folder: &Path,
    paraphrases: Option<&Path>,
    out: &Path,
) -> Result<Contents, Error> {
    let lexicon = Lexicon::read(&Source::open(jar_or_folder)?)?;
    let paraphrases = paraphrases.map(Paraphrases::read).transpose()?.unwrap_or_default();
    let contents = Contents {
        function_words: lexicon.function_words.len(),
        words: lexicon.synsets.len(),
        paraphrases: paraphrases.len(),
    };
    let mut writer = Writer::new();
    write_lexicon(&lexicon, &mut writer);
    paraphrases.write(&mut writer);
    writer.write(out)?;
    Ok(contents)
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
