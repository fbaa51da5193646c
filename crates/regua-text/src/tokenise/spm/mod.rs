//! `spm:FILE`: the pieces of a SentencePiece model.
//!
//! Reference: `sentencepiece` 0.2.2, of which [`SentencePiece::encode`] gives
//! the pieces of `encode(text, out_type=str)`: unigram, byte-pair, word and
//! character models, with the normalisation that the file asks for, symbols of
//! the user, unused pieces and fall back to bytes. (Where two cuts of a unigram
//! model differ by rounding only, version 0.2.0 may take the other.) As a
//! tokeniser it does what sacrebleu 2.6.0 does with its models `flores101`,
//! `flores200` and `spBLEU-1K`: white space at the end is removed before, and
//! pieces are split at white space after.
//!
//! The name in signatures is that of the file with the beginning of a digest
//! of its content (xxh3), `spm:flores200.model#1a2b3c4d`: the model counts, not
//! the folder where it lies.
//!
//! Blind to words: what a piece is depends on the texts that the model was
//! trained on, so scores with different models do not compare. Sampling and
//! n-best lists are not here.

mod bpe;
mod charsmap;
mod model;
mod normalise;
mod protobuf;
mod trie;
mod unigram;
mod vocabulary;

use std::fmt;
use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use self::bpe::Bpe;
use self::model::{Kind, Model, Role};
use self::normalise::{BLANK, Normaliser};
use self::trie::Trie;
use self::unigram::Unigram;
use self::vocabulary::Vocabulary;
use super::loaded::{digest, in_signature};
use super::{Tokeniser, TokeniserError};
use crate::python;
use crate::tokens::Tokens;

const KIND: &str = "a SentencePiece model";

/// A SentencePiece model at work.
///
/// ```
/// use regua_text::tokenise::SentencePiece;
/// use regua_text::tokens::Tokens;
///
/// // One piece for the unknown, and the pieces `▁` and `ab`.
/// let bytes = b"\x0a\x07\x0a\x03?!?\x18\x02\x0a\x05\x0a\x03\xe2\x96\x81\x0a\x04\x0a\x02ab";
/// let model = SentencePiece::from_bytes(bytes, "tiny.model")?;
/// let mut tokens = Tokens::default();
/// model.encode("ab  xyab", &mut tokens);
/// assert_eq!(tokens.iter().collect::<Vec<_>>(), ["▁", "ab", "▁", "xy", "ab"]);
/// # Ok::<(), regua_text::tokenise::TokeniserError>(())
/// ```
#[derive(Clone)]
pub struct SentencePiece {
    name: String,
    normaliser: Normaliser,
    method: Method,
    vocabulary: Vocabulary,
    /// Symbols of the user, which are never changed or split.
    symbols: Trie,
    /// Which pieces stand for the unknown.
    unknown: Vec<bool>,
    byte_fallback: bool,
}

#[derive(Debug, Clone)]
enum Method {
    Unigram(Unigram),
    Bpe(Bpe),
    Word,
    Character,
}

/// A piece in a normalised text; no number where it is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    range: Range<usize>,
    piece: Option<u32>,
}

impl SentencePiece {
    /// Reads a model, the whole content of a `.model` file.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a model, or one that SentencePiece itself
    /// would refuse; the message names the file and the reason.
    pub fn from_bytes(bytes: &[u8], name: &str) -> Result<Self, TokeniserError> {
        let damaged =
            |reason| TokeniserError::Damaged { file: name.to_owned(), kind: KIND, reason };
        let model = Model::read(bytes).map_err(damaged)?;
        let vocabulary = Vocabulary::new(&model).map_err(damaged)?;
        let texts = |wanted: fn(Role) -> bool| {
            let pieces = model.pieces.iter().zip(0_u32..);
            let keys = pieces.filter(|(piece, _)| wanted(piece.role));
            Trie::new(keys.map(|(piece, number)| (piece.text.as_bytes(), number)).collect())
                .ok_or_else(|| damaged("its pieces do not fit into a table".to_owned()))
        };
        let method = match model.kind {
            Kind::Unigram => {
                let pieces = texts(Role::is_in_texts)?;
                if pieces.is_empty() {
                    return Err(damaged("it has no pieces".to_owned()));
                }
                Method::Unigram(Unigram::new(&model.pieces, pieces))
            }
            Kind::Bpe => Method::Bpe(Bpe::new(&model.pieces)),
            Kind::Word => Method::Word,
            Kind::Character => Method::Character,
        };
        Ok(Self {
            name: format!("spm:{}#{}", in_signature(name), digest(xxh3_64(bytes))),
            normaliser: Normaliser::new(&model).map_err(damaged)?,
            method,
            vocabulary,
            symbols: texts(|role| role == Role::UserDefined)?,
            unknown: model.pieces.iter().map(|piece| piece.role == Role::Unknown).collect(),
            byte_fallback: model.byte_fallback,
        })
    }

    /// Replaces what is in `tokens` by the pieces of the text, as SentencePiece
    /// gives them.
    pub fn encode(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        self.pieces(text, |piece| tokens.push(piece));
    }

    fn pieces(&self, text: &str, mut give: impl FnMut(&str)) {
        let normalised = self.normaliser.normalise(text, &self.symbols);
        let mut found = Vec::with_capacity(normalised.len() / 3);
        match &self.method {
            Method::Unigram(unigram) => unigram.cut(&normalised, &mut found),
            Method::Bpe(bpe) => bpe.cut(&normalised, &self.symbols, &self.vocabulary, &mut found),
            Method::Word => self.words(&normalised, &mut found),
            Method::Character => self.characters(&normalised, &mut found),
        }
        let is_unknown = |found: &Found| {
            found.piece.is_none_or(|piece| self.unknown.get(piece as usize) == Some(&true))
        };
        let mut rest = found.iter().peekable();
        while let Some(piece) = rest.next() {
            if !is_unknown(piece) {
                give(&normalised[piece.range.clone()]);
            } else if self.byte_fallback {
                for byte in &normalised.as_bytes()[piece.range.clone()] {
                    give(&format!("<0x{byte:02X}>"));
                }
            } else {
                // Unknown neighbours are one piece.
                let mut end = piece.range.end;
                while let Some(next) = rest.next_if(|next| is_unknown(next)) {
                    end = next.range.end;
                }
                give(&normalised[piece.range.start..end]);
            }
        }
    }

    /// Each blank starts a word.
    fn words(&self, text: &str, found: &mut Vec<Found>) {
        let starts = text.match_indices(BLANK).map(|(start, _)| start).filter(|start| *start > 0);
        let mut start = 0;
        for end in starts.chain([text.len()]).filter(|end| *end > 0) {
            found.push(Found { range: start..end, piece: self.vocabulary.any(&text[start..end]) });
            start = end;
        }
    }

    fn characters(&self, text: &str, found: &mut Vec<Found>) {
        let mut start = 0;
        while let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) {
            let symbol = self.symbols.longest(&text.as_bytes()[start..]);
            let end = start + symbol.unwrap_or(character.len_utf8());
            found.push(Found { range: start..end, piece: self.vocabulary.any(&text[start..end]) });
            start = end;
        }
    }
}

impl fmt::Debug for SentencePiece {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("SentencePiece").field(&self.name).finish()
    }
}

impl Tokeniser for SentencePiece {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        tokens.clear();
        self.pieces(python::rstrip(text), |piece| {
            if piece.chars().any(python::is_space) {
                python::split(piece).for_each(|part| tokens.push(part));
            } else {
                tokens.push(piece);
            }
        });
    }
}

#[cfg(test)]
mod tests;
