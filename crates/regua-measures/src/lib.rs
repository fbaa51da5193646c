//! Measures of generated text that need no model: counts, matches, distances.
//!
//! One measure is one file. [`register`] adds them all to a registry.

pub mod bleu;
pub mod bleu_nltk;
pub mod chrf;
pub mod cider;
pub mod edit;
mod fitting;
pub mod nist;
pub mod per;
pub mod rouge;
pub mod shared;
pub mod word_recall;

use regua_core::{Error, Registry, Settings, Signature};
use regua_store::Store;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Adds every measure of this crate to a registry; those that use a lexical
/// resource look for it in the store when they are built to measure.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry, store: &Store) -> Result<(), Error> {
    let _ = store;
    bleu::register(registry)?;
    bleu_nltk::register(registry)?;
    chrf::register(registry)?;
    rouge::register(registry)?;
    edit::register(registry)?;
    per::register(registry)?;
    nist::register(registry)?;
    cider::register(registry)?;
    word_recall::register(registry)?;
    Ok(())
}

/// The signature that sacrebleu would print for a measure with these settings,
/// so that papers can quote it; nothing where sacrebleu has no such measure.
pub fn sacrebleu_signature(
    signature: &Signature,
    references: Option<(u32, u32)>,
) -> Option<String> {
    let settings = Settings::new(&signature.spec()).only_to_read();
    match signature.name() {
        "bleu" => bleu::Bleu::from_settings(&settings).ok()?.sacrebleu_signature(references),
        "chrf" | "chrf++" => {
            Some(chrf::Chrf::from_settings(&settings).ok()?.sacrebleu_signature(references))
        }
        _ => None,
    }
}
