//! Numbers in words as numbers in digits: "twenty-one" is "21", "cento e dois" is
//! "102".
//!
//! For transcripts, where one side writes words and the other digits. Blind to
//! ordinals, fractions, years read in pairs ("nineteen eighty"), and numbers of
//! 10¹² and more.

use std::sync::Arc;

use regua_text::tokenise::Tokeniser;
use regua_text::tokens::Tokens;

/// Whose number words are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    Keep,
    English,
    Portuguese,
}

impl Numbers {
    pub(super) const WORDS: [(&'static str, Self); 3] =
        [("keep", Self::Keep), ("en", Self::English), ("pt", Self::Portuguese)];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::English => "en",
            Self::Portuguese => "pt",
        }
    }

    /// What a word means as part of a number.
    fn part(self, word: &str) -> Option<Part> {
        let (small, tens, hundreds, scales, and) = match self {
            Self::Keep => return None,
            Self::English => (ENGLISH_SMALL, ENGLISH_TENS, [""; 9], ENGLISH_SCALES, "and"),
            Self::Portuguese => {
                (PORTUGUESE_SMALL, PORTUGUESE_TENS, PORTUGUESE_HUNDREDS, PORTUGUESE_SCALES, "e")
            }
        };
        let find = |list: &[&str]| {
            let place = list.iter().position(|names| names.split(' ').any(|name| name == word));
            place.filter(|_| !word.is_empty()).and_then(|place| u32::try_from(place).ok())
        };
        if word == and {
            return Some(Part::And);
        }
        if self == Self::English && word == "hundred" {
            return Some(Part::Hundred);
        }
        find(&small)
            .map(|place| if place == 0 { Part::Zero } else { Part::Value(place.into()) })
            .or_else(|| find(&tens).map(|place| Part::Value(10 * (u64::from(place) + 2))))
            .or_else(|| find(&hundreds).map(|place| Part::Value(100 * (u64::from(place) + 1))))
            .or_else(|| find(&scales).map(|place| Part::Scale(1000 * 1000_u64.pow(place))))
    }
}

const ENGLISH_SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const ENGLISH_TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ENGLISH_SCALES: [&str; 3] = ["thousand", "million", "billion"];
const PORTUGUESE_SMALL: [&str; 20] = [
    "zero",
    "um uma",
    "dois duas",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze quatorze",
    "quinze",
    "dezesseis dezasseis",
    "dezessete dezassete",
    "dezoito",
    "dezenove dezanove",
];
const PORTUGUESE_TENS: [&str; 8] =
    ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"];
const PORTUGUESE_HUNDREDS: [&str; 9] = [
    "cem cento",
    "duzentos duzentas",
    "trezentos trezentas",
    "quatrocentos quatrocentas",
    "quinhentos quinhentas",
    "seiscentos seiscentas",
    "setecentos setecentas",
    "oitocentos oitocentas",
    "novecentos novecentas",
];
const PORTUGUESE_SCALES: [&str; 3] = ["mil", "milhão milhões", "bilhão bilhões"];

/// A word of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Zero,
    /// 1 to 19, tens, hundreds.
    Value(u64),
    Hundred,
    Scale(u64),
    And,
}

/// A number that is being read.
#[derive(Debug, Clone, Copy, Default)]
struct Reading {
    total: u64,
    group: u64,
    last_scale: Option<u64>,
    zero: bool,
}

impl Reading {
    /// Takes a word in; `false` if it begins another number.
    fn take(&mut self, part: Part) -> bool {
        let fits = match part {
            _ if self.zero => false,
            Part::Zero => self.is_empty(),
            // The new value fills places that are still nought.
            Part::Value(value) => {
                let places = if value >= 100 {
                    1000
                } else if value >= 10 {
                    100
                } else {
                    10
                };
                // "ten five" is two numbers; so is "fourteen five" by its last place.
                self.group.is_multiple_of(places) && !(value < 10 && self.group % 100 == 10)
            }
            Part::Hundred => (1..10).contains(&self.group),
            Part::Scale(scale) => self.last_scale.is_none_or(|last| scale < last),
            Part::And => !self.is_empty(),
        };
        if fits {
            match part {
                Part::Zero => self.zero = true,
                Part::Value(value) => self.group += value,
                Part::Hundred => self.group *= 100,
                Part::Scale(scale) => {
                    self.total += self.group.max(1) * scale;
                    (self.group, self.last_scale) = (0, Some(scale));
                }
                Part::And => {}
            }
        }
        fits
    }

    fn is_empty(&self) -> bool {
        self.group == 0 && self.total == 0 && !self.zero
    }

    fn value(&self) -> u64 {
        self.total + self.group
    }
}

/// A tokeniser whose number words are digits.
#[derive(Debug)]
pub(super) struct InDigits {
    inner: Arc<dyn Tokeniser>,
    numbers: Numbers,
    name: String,
}

impl InDigits {
    pub(super) fn new(inner: Arc<dyn Tokeniser>, numbers: Numbers) -> Self {
        let name = format!("{}-digits-{}", inner.name(), numbers.word());
        Self { inner, numbers, name }
    }
}

impl Tokeniser for InDigits {
    fn name(&self) -> &str {
        &self.name
    }

    fn tokenise(&self, text: &str, tokens: &mut Tokens) {
        let mut words = Tokens::default();
        self.inner.tokenise(text, &mut words);
        let words: Vec<&str> = words.iter().collect();
        tokens.clear();
        let mut at = 0;
        while at < words.len() {
            if let Some((value, used, tail)) = number(&words[at..], self.numbers) {
                tokens.push(&format!("{value}{tail}"));
                at += used;
            } else {
                tokens.push(words[at]);
                at += 1;
            }
        }
    }
}

/// The number at the start of some words: its value, how many words it takes,
/// and the punctuation behind the last of them.
fn number<'w>(words: &[&'w str], numbers: Numbers) -> Option<(u64, usize, &'w str)> {
    let mut reading = Reading::default();
    let (mut found, mut tail) = (None, "");
    for (position, word) in words.iter().enumerate() {
        let core = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let lowered = core.to_lowercase();
        let parts: Option<Vec<Part>> =
            lowered.split('-').map(|piece| numbers.part(piece)).collect();
        let Some(parts) = parts.filter(|parts| tail.is_empty() && !parts.is_empty()) else { break };
        // A scale alone is a number in Portuguese ("mil") and none in English.
        let starts_with_scale = reading.is_empty() && matches!(parts[0], Part::Scale(_));
        if starts_with_scale && numbers == Numbers::English {
            break;
        }
        let mut next = reading;
        if !parts.iter().all(|&part| next.take(part)) {
            break;
        }
        reading = next;
        tail = &word[core.len()..];
        if parts.last() != Some(&Part::And) {
            found = Some((reading.value(), position + 1, tail));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str, numbers: Numbers) -> String {
        let mut tokens = Tokens::default();
        InDigits::new(Arc::new(regua_text::tokenise::Pretokenised), numbers)
            .tokenise(text, &mut tokens);
        tokens.iter().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn english_numbers_are_read() {
        let read = |text: &str| digits(text, Numbers::English);
        assert_eq!(read("Twenty-one ships and two boats"), "21 ships and 2 boats");
        assert_eq!(read("one hundred and five thousand three hundred"), "105300");
        assert_eq!(read("one two three"), "1 2 3");
        assert_eq!(read("thirty, forty"), "30, 40");
        assert_eq!(read("ten and and a hundred thousand"), "10 and and a hundred thousand");
        assert_eq!(read("zero five"), "0 5");
        assert_eq!(read("forty twelve"), "40 12");
        assert_eq!(read("well-known"), "well-known");
    }

    #[test]
    fn portuguese_numbers_are_read() {
        let read = |text: &str| digits(text, Numbers::Portuguese);
        assert_eq!(read("cento e vinte e três casas"), "123 casas");
        assert_eq!(read("dois mil e quinhentos."), "2500.");
        assert_eq!(read("mil novecentos e oitenta"), "1980");
        assert_eq!(read("três milhões e um"), "3000001");
        assert_eq!(read("pão e vinho e dez"), "pão e vinho e 10");
    }

    proptest::proptest! {
        #[test]
        fn words_in_any_order_are_read_without_a_fault(words in proptest::collection::vec(proptest::sample::select(vec!["one", "twenty", "hundred", "thousand", "billion", "and", "zero", "mil", "e", "cem", "um", "x", "twenty-one", "-", "ten,"]), 0..12)) {
            for numbers in [Numbers::English, Numbers::Portuguese] {
                let read = digits(&words.join(" "), numbers);
                proptest::prop_assert!(read.split(' ').count() <= words.len().max(1));
            }
        }
    }
}
