//! The stemmers that METEOR can use.

use regua_core::{Error, Settings};
use regua_text::language::Language;
use regua_text::stem::porter::Porter;
use regua_text::stem::snowball::Snowball;

const SNOWBALL: &str = "snowball-";

/// What the setting `stem` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stemmer {
    /// Porter's, with NLTK's changes.
    Porter,
    /// Snowball's for one language.
    Snowball {
        /// The code of the language.
        code: String,
        stemmer: Snowball,
    },
    /// Words as they are.
    None,
}

impl Stemmer {
    pub(super) fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let name = settings.text("stem").unwrap_or("porter");
        let snowball = |code: &str| {
            let stemmer = Snowball::from_code(code)?;
            let code = Language::from_code(code)
                .map_or_else(|| code.to_ascii_lowercase(), |language| language.code().to_owned());
            Some(Self::Snowball { code, stemmer })
        };
        let stemmer = match name {
            "porter" => Some(Self::Porter),
            "none" => Some(Self::None),
            _ => name.strip_prefix(SNOWBALL).and_then(snowball),
        };
        stemmer.ok_or_else(|| {
            settings.refuse(
                "stem",
                name,
                "porter, none, or snowball- and the code of a language, as in snowball-pt",
            )
        })
    }

    /// The name in signatures.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Porter => "porter".to_owned(),
            Self::Snowball { code, .. } => format!("{SNOWBALL}{code}"),
            Self::None => "none".to_owned(),
        }
    }

    /// Replaces what is in `stem` by the stem of a word.
    pub(super) fn stem(&self, word: &str, stem: &mut String) {
        match self {
            Self::Porter => {
                Porter::default().stem(word, stem);
            }
            Self::Snowball { stemmer, .. } => {
                stem.clear();
                stem.push_str(&stemmer.stem(word));
            }
            Self::None => {
                stem.clear();
                stem.push_str(word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmer(text: &str) -> Result<Stemmer, Error> {
        Stemmer::from_settings(&Settings::new(&text.parse().unwrap()))
    }

    #[test]
    fn names_lead_back_to_their_stemmers() {
        for name in ["porter", "none", "snowball-pt", "snowball-sv"] {
            assert_eq!(stemmer(&format!("meteor(stem={name})")).unwrap().name(), name);
        }
        let long = stemmer("meteor(stem=snowball-portuguese)").unwrap();
        assert_eq!(long.name(), "snowball-pt");
        let mut stem = String::new();
        long.stem("casinhas", &mut stem);
        assert_eq!(stem, "casinh");
    }

    #[test]
    fn an_unknown_stemmer_is_refused() {
        insta::assert_snapshot!(stemmer("meteor(stem=snowball-tlh)").unwrap_err(), @"`meteor` cannot take `stem=snowball-tlh`: it takes porter, none, or snowball- and the code of a language, as in snowball-pt");
    }
}
