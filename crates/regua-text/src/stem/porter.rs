//! The Porter stemmer as NLTK 3 has it, in its three modes.
//!
//! English only. ROUGE and METEOR are defined over exactly these stems;
//! NLTK's mode differs from Porter's own on about one word type in fifty. For
//! other languages, or for a newer English stemmer, see the Snowball module.
//!
//! Where NLTK sees a character, so does this module: a letter outside
//! `a`–`z`, a digit or a sign is a consonant.

pub use self::cache::CachedPorter;

mod cache;

/// Which rules apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// NLTK's default: Martin Porter's later rules, irregular forms and NLTK's own changes.
    #[default]
    Nltk,
    /// The rules of the implementations that Martin Porter distributes.
    Martin,
    /// The rules of the paper (Porter, 1980).
    Original,
}

/// The Porter stemmer.
///
/// ```
/// use regua_text::stem::porter::Porter;
///
/// let porter = Porter::default();
/// let mut buffer = String::new();
/// assert_eq!(porter.stem("Relational", &mut buffer), "relat");
/// assert_eq!(porter.stem("enjoyment", &mut buffer), "enjoy");
/// assert_eq!(porter.stem("dying", &mut buffer), "die");
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Porter {
    mode: Mode,
}

impl Porter {
    /// A stemmer with the rules of a mode; [`Porter::default`] has NLTK's.
    pub fn new(mode: Mode) -> Self {
        Self { mode }
    }

    /// The stem of the word in lower case, written over what was in the buffer.
    pub fn stem<'buffer>(&self, word: &str, buffer: &'buffer mut String) -> &'buffer str {
        buffer.clear();
        if word.is_ascii() {
            buffer.push_str(word);
            buffer.make_ascii_lowercase();
        } else {
            buffer.push_str(&word.to_lowercase());
        }
        self.stem_in_place(word, buffer);
        buffer
    }

    /// The stem of the word as it stands: capital letters count as consonants and end no suffix.
    pub fn stem_keeping_case<'buffer>(
        &self,
        word: &str,
        buffer: &'buffer mut String,
    ) -> &'buffer str {
        buffer.clear();
        buffer.push_str(word);
        self.stem_in_place(word, buffer);
        buffer
    }

    fn stem_in_place(self, typed: &str, buffer: &mut String) {
        if self.mode == Mode::Nltk
            && let Some(stem) = irregular_stem(buffer)
        {
            buffer.clear();
            buffer.push_str(stem);
            return;
        }
        // NLTK asks for the length before the word was put in lower case.
        if self.mode != Mode::Original && typed.chars().nth(2).is_none() {
            return;
        }
        if buffer.is_ascii() && buffer.len() <= ShortWord::LONGEST {
            self.run(&mut ShortWord::new(buffer));
        } else {
            let mut word = LongWord::new(buffer);
            self.run(&mut word);
            buffer.clear();
            buffer.extend(&word.letters);
        }
    }

    #[inline]
    fn run(self, word: &mut impl Letters) {
        self.plurals(word);
        self.past_and_progressive(word);
        self.final_y(word);
        self.double_suffixes(word);
        common_suffixes(word);
        last_suffixes(word);
        self.final_e(word);
        if word.ends_with("ll") && word.measure(word.len() - 1) > 1 {
            word.truncate(word.len() - 1);
        }
    }

    /// Step 1a.
    fn plurals(self, word: &mut impl Letters) {
        if word.last_but(0) != Some('s') {
            return;
        }
        if self.mode == Mode::Nltk && word.len() == 4 && word.ends_with("ies") {
            word.truncate(3);
        } else if word.ends_with("sses") || word.ends_with("ies") {
            word.truncate(word.len() - 2);
        } else if !word.ends_with("ss") {
            word.truncate(word.len() - 1);
        }
    }

    /// Step 1b.
    fn past_and_progressive(self, word: &mut impl Letters) {
        if self.mode == Mode::Nltk && word.ends_with("ied") {
            let kept = if word.len() == 4 { 1 } else { 2 };
            word.truncate(word.len() - kept);
            return;
        }
        if word.ends_with("eed") {
            if word.measure(word.len() - 3) > 0 {
                word.truncate(word.len() - 1);
            }
            return;
        }
        let suffix = if word.ends_with("ed") {
            2
        } else if word.ends_with("ing") {
            3
        } else {
            return;
        };
        let stem = word.len() - suffix;
        if !word.contains_vowel(stem) {
            return;
        }
        word.truncate(stem);
        if word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz") {
            word.push('e');
        } else if let Some(last) = word.double_consonant() {
            if !matches!(last, 'l' | 's' | 'z') {
                word.truncate(stem - 1);
            }
        } else if word.ends_with("*d") {
            // NLTK's sign for "double consonant" is also tried as a literal suffix.
            word.truncate(stem - 2);
            word.push('d');
        } else if word.measure(stem) == 1 && self.ends_short(word, stem) {
            word.push('e');
        }
    }

    /// Step 1c.
    fn final_y(self, word: &mut impl Letters) {
        if word.last_but(0) != Some('y') {
            return;
        }
        let stem = word.len() - 1;
        let applies = if self.mode == Mode::Nltk {
            stem > 1 && word.is_consonant(stem - 1)
        } else {
            word.contains_vowel(stem)
        };
        if applies {
            word.truncate(stem);
            word.push('i');
        }
    }

    /// Step 2.
    fn double_suffixes(self, word: &mut impl Letters) {
        if self.mode == Mode::Nltk && word.ends_with("alli") && word.measure(word.len() - 4) > 0 {
            word.truncate(word.len() - 2);
        }
        let rules: &[(&str, &str)] = match word.last_but(1) {
            Some('a') => &[("ational", "ate"), ("tional", "tion")],
            Some('c') => &[("enci", "ence"), ("anci", "ance")],
            Some('e') => &[("izer", "ize")],
            Some('g') if self.mode != Mode::Original => {
                if word.ends_with("logi") {
                    let stem = word.len() - if self.mode == Mode::Nltk { 3 } else { 4 };
                    if word.measure(stem) > 0 {
                        word.truncate(word.len() - 1);
                    }
                }
                return;
            }
            Some('l') => match self.mode {
                Mode::Nltk => &[
                    ("bli", "ble"),
                    ("alli", "al"),
                    ("entli", "ent"),
                    ("eli", "e"),
                    ("ousli", "ous"),
                    ("fulli", "ful"),
                ],
                Mode::Martin => &[
                    ("bli", "ble"),
                    ("alli", "al"),
                    ("entli", "ent"),
                    ("eli", "e"),
                    ("ousli", "ous"),
                ],
                Mode::Original => &[
                    ("abli", "able"),
                    ("alli", "al"),
                    ("entli", "ent"),
                    ("eli", "e"),
                    ("ousli", "ous"),
                ],
            },
            Some('o') => &[("ization", "ize"), ("ation", "ate"), ("ator", "ate")],
            Some('s') => {
                &[("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous")]
            }
            Some('t') => &[("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")],
            _ => return,
        };
        replace_first(word, rules, 0);
    }

    /// Step 5a.
    fn final_e(self, word: &mut impl Letters) {
        if word.last_but(0) != Some('e') {
            return;
        }
        let stem = word.len() - 1;
        let measure = word.measure(stem);
        if measure > 1 || (measure == 1 && !self.ends_short(word, stem)) {
            word.truncate(stem);
        }
    }

    /// The paper's `*o`: the first `length` letters end consonant, vowel, consonant.
    fn ends_short(self, word: &impl Letters, length: usize) -> bool {
        if length == 2 {
            return self.mode == Mode::Nltk && !word.is_consonant(0) && word.is_consonant(1);
        }
        length > 2
            && word.is_consonant(length - 3)
            && !word.is_consonant(length - 2)
            && word.is_consonant(length - 1)
            && !matches!(word.at(length - 1), 'w' | 'x' | 'y')
    }
}

fn irregular_stem(word: &str) -> Option<&'static str> {
    match word {
        "canning" | "cannings" => Some("canning"),
        "dying" => Some("die"),
        "exceed" => Some("exceed"),
        "howe" => Some("howe"),
        "inning" | "innings" => Some("inning"),
        "lying" => Some("lie"),
        "news" => Some("news"),
        "outing" | "outings" => Some("outing"),
        "proceed" => Some("proceed"),
        "skies" | "sky" => Some("sky"),
        "succeed" => Some("succeed"),
        "tying" => Some("tie"),
        _ => None,
    }
}

/// Step 3.
fn common_suffixes(word: &mut impl Letters) {
    let rules: &[(&str, &str)] = match word.last_but(0) {
        Some('e') => &[("icate", "ic"), ("ative", ""), ("alize", "al")],
        Some('i') => &[("iciti", "ic")],
        Some('l') => &[("ical", "ic"), ("ful", "")],
        Some('s') => &[("ness", "")],
        _ => return,
    };
    replace_first(word, rules, 0);
}

/// Step 4.
fn last_suffixes(word: &mut impl Letters) {
    let rules: &[(&str, &str)] = match word.last_but(1) {
        Some('a') => &[("al", "")],
        Some('c') => &[("ance", ""), ("ence", "")],
        Some('e') => &[("er", "")],
        Some('i') => &[("ic", "")],
        Some('l') => &[("able", ""), ("ible", "")],
        Some('n') => &[("ant", ""), ("ement", ""), ("ment", ""), ("ent", "")],
        Some('o') => {
            if word.ends_with("ion") {
                let stem = word.len() - 3;
                if word.measure(stem) > 1 && matches!(word.at(stem - 1), 's' | 't') {
                    word.truncate(stem);
                }
            }
            &[("ou", "")]
        }
        Some('s') => &[("ism", "")],
        Some('t') => &[("ate", ""), ("iti", "")],
        Some('u') => &[("ous", "")],
        Some('v') => &[("ive", "")],
        Some('z') => &[("ize", "")],
        _ => return,
    };
    replace_first(word, rules, 1);
}

/// Replaces the first suffix that is there, if the stem's measure is above `floor`; later rules are not tried.
#[inline]
fn replace_first(word: &mut impl Letters, rules: &[(&str, &str)], floor: u32) {
    for (suffix, replacement) in rules {
        if word.ends_with(suffix) {
            let stem = word.len() - suffix.len();
            if word.measure(stem) > floor {
                word.truncate(stem);
                for letter in replacement.chars() {
                    word.push(letter);
                }
            }
            return;
        }
    }
}

/// A word while it is cut.
trait Letters {
    fn len(&self) -> usize;
    /// The letter at a position, which must be there.
    fn at(&self, index: usize) -> char;
    fn ends_with(&self, suffix: &str) -> bool;
    fn truncate(&mut self, length: usize);
    fn push(&mut self, letter: char);
    fn is_consonant(&self, index: usize) -> bool;
    /// The paper's `m` of the first `length` letters: how often a consonant follows a vowel.
    fn measure(&self, length: usize) -> u32;
    /// Whether there is a vowel in the first `length` letters.
    fn contains_vowel(&self, length: usize) -> bool;

    #[inline]
    fn last_but(&self, after: usize) -> Option<char> {
        let index = self.len().checked_sub(after + 1)?;
        Some(self.at(index))
    }

    /// The last letter, if it is a doubled consonant.
    fn double_consonant(&self) -> Option<char> {
        let last = self.last_but(0)?;
        (self.last_but(1)? == last && self.is_consonant(self.len() - 1)).then_some(last)
    }
}

#[inline]
fn is_vowel(letter: char, before: Option<bool>) -> bool {
    match letter {
        'a' | 'e' | 'i' | 'o' | 'u' => true,
        'y' => before == Some(false),
        _ => false,
    }
}

/// An ASCII word whose vowels fit into the bits of one number.
struct ShortWord<'buffer> {
    text: &'buffer mut String,
    vowels: u64,
}

impl<'buffer> ShortWord<'buffer> {
    const LONGEST: usize = 64;

    fn new(text: &'buffer mut String) -> Self {
        let mut vowels = 0;
        let mut before = None;
        for (index, letter) in text.bytes().enumerate() {
            let vowel = is_vowel(char::from(letter), before);
            vowels |= u64::from(vowel) << index;
            before = Some(vowel);
        }
        Self { text, vowels }
    }
}

/// The lowest bits, up to 64 of them.
#[inline]
fn low_bits(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { !0 }
}

impl Letters for ShortWord<'_> {
    #[inline]
    fn len(&self) -> usize {
        self.text.len()
    }

    #[inline]
    fn at(&self, index: usize) -> char {
        char::from(self.text.as_bytes()[index])
    }

    #[inline]
    fn ends_with(&self, suffix: &str) -> bool {
        self.text.as_bytes().ends_with(suffix.as_bytes())
    }

    #[inline]
    fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
    }

    #[inline]
    fn push(&mut self, letter: char) {
        let index = self.text.len();
        let before = index.checked_sub(1).map(|before| !self.is_consonant(before));
        let vowel = u64::from(is_vowel(letter, before));
        self.vowels = self.vowels & low_bits(index) | vowel << index;
        self.text.push(letter);
    }

    #[inline]
    fn is_consonant(&self, index: usize) -> bool {
        self.vowels >> index & 1 == 0
    }

    #[inline]
    fn measure(&self, length: usize) -> u32 {
        (self.vowels << 1 & !self.vowels & low_bits(length)).count_ones()
    }

    #[inline]
    fn contains_vowel(&self, length: usize) -> bool {
        self.vowels & low_bits(length) != 0
    }
}

/// Any other word.
struct LongWord {
    letters: Vec<char>,
    vowels: Vec<bool>,
}

impl LongWord {
    fn new(text: &str) -> Self {
        let mut word = Self { letters: Vec::new(), vowels: Vec::new() };
        text.chars().for_each(|letter| word.push(letter));
        word
    }
}

impl Letters for LongWord {
    fn len(&self) -> usize {
        self.letters.len()
    }

    fn at(&self, index: usize) -> char {
        self.letters[index]
    }

    fn ends_with(&self, suffix: &str) -> bool {
        self.letters.len() >= suffix.len()
            && self.letters.iter().rev().copied().zip(suffix.chars().rev()).all(|(a, b)| a == b)
    }

    fn truncate(&mut self, length: usize) {
        self.letters.truncate(length);
        self.vowels.truncate(length);
    }

    fn push(&mut self, letter: char) {
        self.vowels.push(is_vowel(letter, self.vowels.last().copied()));
        self.letters.push(letter);
    }

    fn is_consonant(&self, index: usize) -> bool {
        !self.vowels[index]
    }

    fn measure(&self, length: usize) -> u32 {
        let pairs = self.vowels[..length].windows(2);
        pairs.map(|pair| u32::from(pair[0] && !pair[1])).sum()
    }

    fn contains_vowel(&self, length: usize) -> bool {
        self.vowels[..length].contains(&true)
    }
}

#[cfg(test)]
mod tests;
