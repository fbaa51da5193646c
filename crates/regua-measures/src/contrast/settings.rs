//! What a contrast depends on.

use std::collections::BTreeMap;
use std::sync::Arc;

use regua_core::{Error, Settings, Signature, fit};
use regua_text::tokenise::{Mteval13a, Tokeniser};
use regua_text::tokens::Tokens;

use crate::fitting::{put_number, put_text};
use crate::shared::{self, Case};
use crate::word_recall::bands::Bands;

/// compare-mt's bands.
const BANDS: &str = "0,1,2,3,4,5-9,10-99,100-999,1000+";
/// N-grams of more words are found nowhere twice.
pub(super) const LONGEST: usize = 4;
/// Two tables of so many n-grams take some 200 MB.
const MOST_NGRAMS: usize = 1_000_000;
/// No smoothing of counts makes sense beyond.
const MOST_ALPHA: f64 = 1e6;

/// What is counted of an n-gram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counting {
    /// The units in which one system does better than the other.
    #[default]
    Units,
    /// All occurrences, those that both systems share too, as compare-mt does.
    Occurrences,
}

impl Counting {
    /// The values of the setting `count`.
    pub const WORDS: [(&'static str, Self); 2] =
        [("units", Self::Units), ("occurrences", Self::Occurrences)];

    /// The word for it in signatures.
    pub fn word(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Occurrences => "occurrences",
        }
    }
}

/// How often words occur elsewhere, such as in the data a system was trained on.
///
/// ```
/// use regua_measures::contrast::FrequencyList;
///
/// let list: FrequencyList = [("heron", 2), ("the", 900), ("heron", 1)].into_iter().collect();
/// assert_eq!(list.len(), 2);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrequencyList(BTreeMap<String, u64>);

impl<W: Into<String>> FromIterator<(W, u64)> for FrequencyList {
    /// Words that come twice are added up.
    fn from_iter<I: IntoIterator<Item = (W, u64)>>(words: I) -> Self {
        let mut list = BTreeMap::<String, u64>::new();
        for (word, count) in words {
            let sum = list.entry(word.into()).or_default();
            *sum = sum.saturating_add(count);
        }
        Self(list)
    }
}

impl FrequencyList {
    /// How many words it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn get(&self, word: &str) -> u64 {
        self.0.get(word).copied().unwrap_or(0)
    }

    fn in_case(&self, case: Case) -> Self {
        let mut lowered = String::new();
        let in_case =
            |(word, &count): (&String, &u64)| (case.apply(word, &mut lowered).to_owned(), count);
        self.0.iter().map(in_case).collect()
    }

    /// A short name for what it says.
    fn fingerprint(&self) -> String {
        let mut bytes = Vec::new();
        for (word, count) in &self.0 {
            put_text(&mut bytes, word);
            put_number(&mut bytes, *count);
        }
        fit::fingerprint(&bytes)
    }
}

/// How two systems are contrasted; by default BLEU's words of one to four, and
/// frequencies from the references.
#[derive(Debug, Clone)]
pub struct ContrastSettings {
    pub(super) tokeniser: Arc<dyn Tokeniser>,
    pub(super) case: Case,
    pub(super) order: usize,
    pub(super) alpha: f64,
    pub(super) counting: Counting,
    pub(super) bands: Bands,
    pub(super) frequencies: Option<FrequencyList>,
    pub(super) most_ngrams: usize,
}

impl Default for ContrastSettings {
    fn default() -> Self {
        Self {
            tokeniser: Arc::new(Mteval13a),
            case: Case::Mixed,
            order: LONGEST,
            alpha: 1.0,
            counting: Counting::Units,
            bands: Bands::parse(BANDS).expect("the bands are in order"),
            frequencies: None,
            most_ngrams: MOST_NGRAMS,
        }
    }
}

impl ContrastSettings {
    /// The settings as they were written: `tok`, `case`, `order` (1 to 4),
    /// `alpha`, `count`, `bands`, `freq` (only `references`), `most`.
    ///
    /// # Errors
    /// Names the setting that has a value it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let text = settings.text("bands").unwrap_or(BANDS);
        // A list of frequencies is no text: it is given by itself.
        settings.choice("freq", &[("references", ())])?;
        Ok(Self {
            tokeniser: shared::tokeniser(settings, "13a")?,
            case: settings.choice("case", &Case::WORDS)?,
            order: settings.number("order", LONGEST, 1..=LONGEST)?,
            alpha: settings.number("alpha", 1.0, 0.0..=MOST_ALPHA)?,
            counting: settings.choice("count", &Counting::WORDS)?,
            bands: Bands::parse(text)
                .ok_or_else(|| settings.refuse("bands", text, Bands::TAKES))?,
            frequencies: None,
            most_ngrams: settings.number("most", MOST_NGRAMS, 2..=100 * MOST_NGRAMS)?,
        })
    }

    /// Takes the frequencies of words from a list rather than from the
    /// references; a word that is not on it has none.
    #[must_use]
    pub fn frequencies(self, list: &FrequencyList) -> Self {
        Self { frequencies: Some(list.in_case(self.case)), ..self }
    }

    /// Every setting in one line.
    pub fn signature(&self) -> Signature {
        let frequencies = match &self.frequencies {
            None => "references".to_owned(),
            Some(list) => list.fingerprint(),
        };
        Signature::new("contrast")
            .with("tok", self.tokeniser.name())
            .with("case", self.case.word())
            .with("order", self.order)
            .with("alpha", self.alpha)
            .with("count", self.counting.word())
            .with("bands", &self.bands)
            .with("freq", frequencies)
            .with("most", self.most_ngrams)
    }

    /// Replaces what is in `tokens` by the words of a text.
    pub(super) fn cut(&self, text: &str, tokens: &mut Tokens, lowered: &mut String) {
        self.tokeniser.tokenise(self.case.apply(text, lowered), tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_in_the_signature_and_reads_back() {
        let text = "contrast(tok=none,case=lower,order=2,alpha=0.5,count=occurrences,bands=\"1,2+\",most=9)";
        let settings = Settings::new(&text.parse().unwrap());
        let read = ContrastSettings::from_settings(&settings).unwrap();
        settings.finish().unwrap();
        let signature = read.signature().to_string();
        assert!(signature.starts_with(
            "contrast|tok:none|case:lower|order:2|alpha:0.5|count:occurrences|bands:1,2+|freq:references|most:9|"
        ));
        let settings = Settings::new(&"contrast".parse().unwrap());
        let default = ContrastSettings::from_settings(&settings).unwrap();
        assert_eq!(default.signature(), ContrastSettings::default().signature());
        let again = Settings::new(&read.signature().spec());
        assert_eq!(ContrastSettings::from_settings(&again).unwrap().signature(), read.signature());
        again.finish().unwrap();
    }

    #[test]
    fn a_list_is_named_in_the_signature_and_takes_on_the_case() {
        let settings = Settings::new(&"contrast(case=lower)".parse().unwrap());
        let settings = ContrastSettings::from_settings(&settings).unwrap();
        let list = [("Heron", 2), ("heron", 3)].into_iter().collect();
        let with_list = settings.clone().frequencies(&list);
        assert_ne!(with_list.signature(), settings.signature());
        assert_eq!(with_list.frequencies.unwrap().get("heron"), 5);
    }

    #[test]
    fn a_smoothing_that_is_no_number_is_refused() {
        for value in ["NaN", "-1", "inf", "x"] {
            let text = format!("contrast(alpha={value})");
            let settings = Settings::new(&text.parse().unwrap());
            let error = ContrastSettings::from_settings(&settings).unwrap_err().to_string();
            let rule = format!(
                "`contrast` cannot take `alpha={value}`: it takes a number from 0 to 1000000"
            );
            assert_eq!(error, rule);
        }
    }
}
