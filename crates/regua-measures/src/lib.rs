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

use regua_core::{Error, Registry};

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
    Ok(())
}
