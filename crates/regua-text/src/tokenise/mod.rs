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
//! # Ok::<(), tokenise::UnknownTokeniser>(())
//! ```
//!
//! When not to use this: to find sentences (see [`crate::sentences`]), or to
//! make the subwords of a neural model.

mod categories;
mod characters;
mod intl;
mod mteval_13a;
mod none;
mod rouge;
mod scan;
mod unicode;
mod zh;

use std::fmt;
use std::sync::Arc;

pub use self::characters::Characters;
pub use self::intl::International;
pub use self::mteval_13a::Mteval13a;
pub use self::none::Pretokenised;
pub use self::rouge::Rouge;
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

/// The tokeniser of this name.
///
/// # Errors
///
/// If there is none; the message says which names there are, or which one was
/// probably meant.
pub fn by_name(name: &str) -> Result<Arc<dyn Tokeniser>, UnknownTokeniser> {
    Ok(match name {
        "13a" => Arc::new(Mteval13a),
        "char" => Arc::new(Characters),
        "intl" => Arc::new(International),
        "none" => Arc::new(Pretokenised),
        "rouge" => Arc::new(Rouge),
        "unicode" => Arc::new(UnicodeWords),
        "zh" => Arc::new(Chinese),
        _ => return Err(UnknownTokeniser::new(name)),
    })
}

/// There is no tokeniser of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct UnknownTokeniser {
    /// The name that was asked for.
    pub name: String,
    /// The known name that is nearest to it, if any is near.
    pub nearest: Option<&'static str>,
}

impl UnknownTokeniser {
    fn new(name: &str) -> Self {
        let nearest = NAMES
            .iter()
            .map(|&known| (edits(name, known), known))
            .filter(|&(distance, known)| distance <= 2 && distance < known.len())
            .min()
            .map(|(_, known)| known);
        Self { name: name.to_owned(), nearest }
    }
}

impl fmt::Display for UnknownTokeniser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown tokeniser `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(formatter, "did you mean `{nearest}`?"),
            None => write!(formatter, "known are {}", NAMES.join(", ")),
        }
    }
}

/// How many ASCII letters to insert, delete or replace, case aside.
fn edits(typed: &str, known: &str) -> usize {
    let mut row: Vec<usize> = (0..=known.len()).collect();
    for (line, typed_byte) in typed.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, known_byte) in known.bytes().enumerate() {
            let replaced = diagonal + usize::from(!typed_byte.eq_ignore_ascii_case(&known_byte));
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[known.len()]
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
            by_name("spm:model").unwrap_err().to_string(),
            "unknown tokeniser `spm:model`; known are 13a, char, intl, none, rouge, unicode, zh"
        );
    }
}
