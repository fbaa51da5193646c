//! The languages that sentence splitting and stemming know.
//!
//! One list for the whole crate: every language here has trained Punkt
//! parameters and a Snowball stemmer, so neither can fail for want of data.

use std::fmt;

/// A language with trained sentence parameters and a Snowball stemmer.
///
/// ```
/// use regua_text::language::Language;
///
/// assert_eq!(Language::from_code("pt-BR"), Some(Language::Portuguese));
/// assert_eq!(Language::from_code("german"), Some(Language::German));
/// assert_eq!(Language::from_code("tlh"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
    /// German.
    German,
    /// Italian.
    Italian,
    /// Portuguese, of Portugal and of Brazil alike.
    Portuguese,
    /// Spanish.
    Spanish,
}

impl Language {
    /// Every language, in alphabetical order of its English name.
    pub const ALL: [Self; 6] =
        [Self::English, Self::French, Self::German, Self::Italian, Self::Portuguese, Self::Spanish];

    /// The language of a code or name: ISO 639-1 (`pt`), ISO 639-3 (`por`) or
    /// the English name (`portuguese`), in any case, with or without a region
    /// (`pt-BR`, `pt_PT`).
    pub fn from_code(code: &str) -> Option<Self> {
        let primary = code.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| {
            [language.code(), language.long_code(), language.name()]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(primary))
        })
    }

    /// The two-letter code of ISO 639-1.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
            Self::Italian => "it",
            Self::Portuguese => "pt",
            Self::Spanish => "es",
        }
    }

    /// The three-letter code of ISO 639-3.
    pub const fn long_code(self) -> &'static str {
        match self {
            Self::English => "eng",
            Self::French => "fra",
            Self::German => "deu",
            Self::Italian => "ita",
            Self::Portuguese => "por",
            Self::Spanish => "spa",
        }
    }

    /// The English name in lower case, as NLTK names its models.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "english",
            Self::French => "french",
            Self::German => "german",
            Self::Italian => "italian",
            Self::Portuguese => "portuguese",
            Self::Spanish => "spanish",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_name_leads_back_to_its_language() {
        for language in Language::ALL {
            for code in [language.code(), language.long_code(), language.name()] {
                assert_eq!(Language::from_code(code), Some(language));
                assert_eq!(Language::from_code(&code.to_uppercase()), Some(language));
                assert_eq!(
                    Language::from_code(&format!("{code}_XX")),
                    Some(language),
                    "a region does not matter"
                );
            }
        }
    }

    #[test]
    fn what_is_no_known_language_is_none() {
        for code in ["", "-", "e", "englisch", "ptbr", "xx", "日本語"] {
            assert_eq!(Language::from_code(code), None, "{code:?}");
        }
    }
}
