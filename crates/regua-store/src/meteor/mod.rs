//! The words that METEOR 1.5 knows: function words, prefixes that keep their
//! dot, sets of synonyms and a table of paraphrases.
//!
//! They come in the file `meteor-1.5.jar`, and the paraphrases in
//! `data/paraphrase-en.gz` beside it. A store compiles both into one compact
//! file, once (the kind `meteor-1.5`); [`MeteorData`] maps that file into memory.
//! A folder with the same files in the same places serves as well as the jar.
//!
//! Not for METEOR as the paper of 2005 has it: that one takes its synonyms from
//! WordNet itself.

mod base_forms;
mod compiled;
mod compiler;
mod data;
mod lexicon;
mod paraphrases;
mod source;
mod stored;
mod zip;

use std::path::{Path, PathBuf};

pub use compiler::{compile, compile_with};
pub use data::{MeteorData, Paraphrase, Prefix};

/// What the resource is called in a store and in signatures.
pub const NAME: &str = "meteor-1.5";

const BESIDE: &str = "data/paraphrase-en.gz";

/// The paraphrases that belong to a jar (or to a folder in its place), if they
/// are where METEOR looks for them: in `data/paraphrase-en.gz` beside it.
pub fn paraphrases_beside(jar_or_folder: &Path) -> Option<PathBuf> {
    let folder = if jar_or_folder.is_dir() { jar_or_folder } else { jar_or_folder.parent()? };
    Some(folder.join(BESIDE)).filter(|path| path.is_file())
}

/// Whether a folder is laid out like the jar.
pub(crate) fn is_folder(path: &Path) -> bool {
    path.join(source::FUNCTION_WORDS).is_file()
}

/// The files that are read of a jar or of a folder, without the paraphrases.
pub(crate) fn files(jar_or_folder: &Path) -> Vec<PathBuf> {
    if jar_or_folder.is_dir() {
        source::NAMES.map(|name| jar_or_folder.join(name)).to_vec()
    } else {
        vec![jar_or_folder.to_owned()]
    }
}
