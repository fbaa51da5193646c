//! Text as measures see it: tokens, stems, sentences, n-grams and alignments.
//!
//! Everything here is a pure function of its input: no network, and no file but
//! the model or dictionary that a tokeniser is asked for with. Measures build
//! on it; so can any program that must cut text exactly as the reference tools
//! of the field do.

pub mod intern;
pub mod language;
pub mod lcs;
pub mod levenshtein;
pub mod ngrams;
pub mod python;
pub mod sentences;
pub mod stem;
pub mod syllables;
pub mod tags;
pub mod tokenise;
pub mod tokens;
