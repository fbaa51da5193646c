//! Tokenisers: how a text is cut before it is measured.
//!
//! A tokeniser is a setting of a measure and part of its signature: scores from
//! different tokenisers do not compare. Each one says in its own module what it
//! agrees with and what it is blind to.
//!
//! ```
//! use regua_text::tokenise;
//! use regua_text::tokens::Tokens;
//!
//! let tokeniser = tokenise::by_name("13a")?;
//! let mut tokens = Tokens::default();
//! tokeniser.tokenise("Well, it's 3.14.", &mut tokens);
//! assert_eq!(tokens.iter().collect::<Vec<_>>(), ["Well", ",", "it's", "3.14", "."]);
//! # Ok::<(), tokenise::TokeniserError>(())
//! ```
//!
//! When not to use this: to find sentences (see [`crate::sentences`]), or to
//! make the input of a neural model, which wants numbers.

mod categories;
mod characters;
mod error;
mod intl;
mod loaded;
mod morphological;
mod mteval_13a;
mod none;
mod rouge;
mod scan;
mod spm;
mod unicode;
mod zh;

use std::fmt;
use std::sync::Arc;

pub use self::characters::Characters;
pub use self::error::{TokeniserError, UnknownTokeniser};
pub use self::intl::International;
pub use self::morphological::Morphological;
pub use self::mteval_13a::Mteval13a;
pub use self::none::Pretokenised;
pub use self::rouge::Rouge;
pub use self::spm::SentencePiece;
pub use self::unicode::UnicodeWords;
pub use self::zh::Chinese;
use crate::tokens::Tokens;

/// A way to cut a text into tokens.
pub trait Tokeniser: Send + Sync + fmt::Debug {
    /// The name in signatures, which [`by_name`] takes back.
    fn name(&self) -> &str;

    /// Replaces what is in `tokens` by the tokens of `text`.
    fn tokenise(&self, text: &str, tokens: &mut Tokens);
}

/// The names that [`by_name`] knows.
pub const NAMES: &[&str] = &["13a", "char", "intl", "none", "rouge", "unicode", "zh"];

/// The tokenisers that [`by_name`] makes of files: a prefix, and what follows.
pub const LOADED: &[&str] = &["ja:DIR", "ko:DIR", "spm:FILE"];

/// The tokeniser of this name.
///
/// `spm:FILE` loads a SentencePiece model, `ja:DIR` and `ko:DIR` a dictionary.
/// Where `#` and eight hexadecimal digits follow, as in the names of
/// signatures, the digest of the files must begin with them. Files that are
/// in use already are not loaded again.
///
/// # Errors
///
/// If there is none; the message says which names there are, or which one was
/// probably meant. If its files cannot be read, are damaged, or are others
/// than the name says.
pub fn by_name(name: &str) -> Result<Arc<dyn Tokeniser>, TokeniserError> {
    match fixed(name) {
        Some(tokeniser) => Ok(tokeniser),
        None => loaded::load(name),
    }
}

/// What stands for the tokeniser of this name where nothing will be tokenised:
/// it bears the name that signatures have, and no file is opened. A tokeniser
/// without files is the real one; any other gives no tokens.
///
/// ```
/// use regua_text::tokenise;
///
/// let stand_in = tokenise::for_reading("spm:flores200.model#1a2b3c4d")?;
/// assert_eq!(stand_in.name(), "spm:flores200.model#1a2b3c4d");
/// # Ok::<(), tokenise::TokeniserError>(())
/// ```
///
/// # Errors
///
/// If there is none, or if the name of one with files has no digest.
pub fn for_reading(name: &str) -> Result<Arc<dyn Tokeniser>, TokeniserError> {
    match fixed(name) {
        Some(tokeniser) => Ok(tokeniser),
        None => loaded::name_only(name),
    }
}

/// The tokeniser of this name, if it is one without files.
fn fixed(name: &str) -> Option<Arc<dyn Tokeniser>> {
    Some(match name {
        "13a" => Arc::new(Mteval13a),
        "char" => Arc::new(Characters),
        "intl" => Arc::new(International),
        "none" => Arc::new(Pretokenised),
        "rouge" => Arc::new(Rouge),
        "unicode" => Arc::new(UnicodeWords),
        "zh" => Arc::new(Chinese),
        _ => return None,
    })
}

#[cfg(test)]
mod testing {
    use super::Tokeniser;
    use crate::tokens::Tokens;

    /// The tokens with one space between them; what was there before is gone.
    pub(super) fn tokens_of(tokeniser: &dyn Tokeniser, text: &str) -> String {
        let mut tokens = Tokens::default();
        tokens.push("left over");
        tokeniser.tokenise(text, &mut tokens);
        tokens.iter().collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_the_tokeniser_that_bears_it() {
        for name in NAMES {
            assert_eq!(by_name(name).unwrap().name(), *name);
            assert_eq!(for_reading(name).unwrap().name(), *name);
        }
        assert!(NAMES.is_sorted());
    }

    #[test]
    fn a_near_miss_is_answered_with_the_name_that_was_meant() {
        let message = |name| by_name(name).unwrap_err().to_string();
        assert_eq!(message("13b"), "unknown tokeniser `13b`; did you mean `13a`?");
        assert_eq!(message("13A"), "unknown tokeniser `13A`; did you mean `13a`?");
        assert_eq!(message("chars"), "unknown tokeniser `chars`; did you mean `char`?");
    }

    #[test]
    fn a_wild_guess_is_answered_with_all_names() {
        assert_eq!(
            by_name("sentences").unwrap_err().to_string(),
            "unknown tokeniser `sentences`; known are 13a, char, intl, none, rouge, unicode, zh, \
             ja:DIR, ko:DIR, spm:FILE"
        );
    }
}
