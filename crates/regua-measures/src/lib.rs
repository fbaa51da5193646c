//! Measures of generated text that need no model: counts, matches, distances.
//!
//! One measure is one file. [`register`] adds them all to a registry.

#[macro_use]
mod from_text;

pub mod abstractness;
mod answer;
pub mod bleu;
pub mod bleu_nltk;
pub mod chrf;
pub mod cider;
pub mod classify;
pub mod contrast;
pub mod distinct;
pub mod edit;
pub mod edit_similarity;
pub mod exact_match;
pub mod extractive;
mod fitting;
pub mod gleu;
pub mod jaccard;
mod known_ngrams;
pub mod length;
pub mod mattr;
pub mod meteor;
pub mod meteor15;
pub mod nist;
pub mod per;
pub mod readability;
pub mod repetitiveness;
pub mod rouge;
pub mod sari;
pub mod self_bleu;
pub mod shared;
mod shares;
pub mod spans;
pub mod ter;
pub mod token_f1;
pub mod ttr;
pub mod word_recall;
mod word_settings;

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
    bleu::register(registry)?;
    bleu_nltk::register(registry)?;
    gleu::register(registry)?;
    nist::register(registry)?;
    chrf::register(registry)?;
    ter::register(registry)?;
    rouge::register(registry)?;
    meteor::register(registry, store)?;
    meteor15::register(registry, store)?;
    cider::register(registry)?;
    word_recall::register(registry)?;
    edit::register(registry)?;
    per::register(registry)?;
    edit_similarity::register(registry)?;
    jaccard::register(registry)?;
    exact_match::register(registry)?;
    token_f1::register(registry)?;
    sari::register(registry)?;
    length::register(registry)?;
    repetitiveness::register(registry)?;
    abstractness::register(registry)?;
    extractive::register(registry)?;
    distinct::register(registry)?;
    ttr::register(registry)?;
    mattr::register(registry)?;
    self_bleu::register(registry)?;
    readability::register(registry)?;
    classify::register(registry)?;
    spans::register(registry)?;
    registry.add_group("mt", "bleu,chrf,ter")?;
    registry.add_group("lexical", "bleu,rouge1,rouge2,rougeL,meteor,chrf,ter")?;
    // The columns of Avagnano (2021), as found by computing them from its data.
    registry.add_group(
        "blanche",
        "bleu=bleu-nltk(order=1),rouge1,rouge2,rougeL,meteor=meteor-nltk,length,\
         repetitiveness(variant=blanche),abstractness(variant=blanche)",
    )?;
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
        "ter" => Some(ter::Ter::from_settings(&settings).ok()?.sacrebleu_signature(references)),
        _ => None,
    }
}
