//! Measures of generated text that need no model: counts, matches, distances.
//!
//! One measure is one file. [`register`] adds them all to a registry.

pub mod bleu;
pub mod bleu_nltk;
pub mod chrf;
pub mod edit;
pub mod per;
pub mod rouge;
pub mod shared;
pub mod ter;

use regua_core::{Error, Registry, Settings, Signature};

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Adds every measure of this crate to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    bleu::register(registry)?;
    bleu_nltk::register(registry)?;
    chrf::register(registry)?;
    rouge::register(registry)?;
    edit::register(registry)?;
    per::register(registry)?;
    ter::register(registry)?;
    Ok(())
}

/// The signature that sacrebleu would print for a measure with these settings,
/// so that papers can quote it; nothing where sacrebleu has no such measure.
pub fn sacrebleu_signature(
    signature: &Signature,
    references: Option<(u32, u32)>,
) -> Option<String> {
    let settings = Settings::new(&signature.spec());
    match signature.name() {
        "bleu" => bleu::Bleu::from_settings(&settings).ok()?.sacrebleu_signature(references),
        "chrf" | "chrf++" => {
            Some(chrf::Chrf::from_settings(&settings).ok()?.sacrebleu_signature(references))
        }
        "ter" => Some(ter::Ter::from_settings(&settings).ok()?.sacrebleu_signature(references)),
        _ => None,
    }
}
