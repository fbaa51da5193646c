//! Fits: what a measure must learn of the corpus before it can measure.

use crate::batch::Batch;
use crate::error::Error;
use crate::measure::{Measure, Needs};
use crate::unit::{Digest, UnitKind};

/// A measure that must see the corpus first: inverse document frequencies,
/// information weights, label sets.
///
/// What a fit has learnt is itself a sum: [`Fit::save`] writes it down and
/// [`Fit::merge`] adds what another fit with the same settings has saved, so
/// that fits can be made in parts, kept in files, and loaded into a fresh one.
pub trait Fit: Send {
    /// The kind of unit it looks at.
    type Kind: UnitKind;

    /// What a unit must have, to be learnt from and to be measured.
    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    /// Learns from a batch.
    ///
    /// # Errors
    /// Fails only if the work as a whole cannot go on.
    fn absorb(&mut self, batch: &Batch<'_, Self::Kind>) -> Result<(), Error>;

    /// Adds what another fit has saved.
    ///
    /// # Errors
    /// Fails if it is damaged or was made with other settings.
    fn merge(&mut self, saved: &[u8]) -> Result<(), Error>;

    /// Writes down what has been learnt; the same knowledge is always the same
    /// bytes.
    fn save(&self) -> Vec<u8>;

    /// The measure, with the [`fingerprint`] of what was learnt in its signature:
    /// of what is saved, or of a digest of it that is the same if and only if
    /// the knowledge is.
    ///
    /// # Errors
    /// Fails if too little has been learnt.
    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Self::Kind>>, Error>;
}

/// A short name for what a fit has learnt, to stand in signatures.
pub fn fingerprint(saved: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.bytes(saved);
    format!("{:016x}", digest.finish() >> 64)
}
