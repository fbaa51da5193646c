//! What METEOR knows of each word of a batch, looked up once.

use regua_store::meteor::MeteorData;
use regua_text::intern::Interner;
use regua_text::language::Language;
use regua_text::stem::snowball::Snowball;

/// What is known of one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    /// Stands for the word: words of the same key count as equal.
    pub(super) key: u32,
    /// Stands for its stem.
    pub(super) stem: u32,
    /// Whether it is a function word.
    pub(super) is_function: bool,
    /// Its number in the vocabulary of paraphrases, and the node it leads to
    /// from the root of the tree of phrases.
    pub(super) vocabulary: Option<u32>,
    pub(super) node: Option<u32>,
    sets: (u32, u32),
    /// A bit for each set, several sets to a bit.
    shadow: u64,
}

/// The words of a batch.
#[derive(Debug)]
pub(super) struct Words<'d> {
    pub(super) data: Option<&'d MeteorData>,
    paraphrases: bool,
    stemmer: Snowball,
    interner: Interner,
    known: Vec<Word>,
    sets: Vec<u32>,
}

impl<'d> Words<'d> {
    pub(super) fn new(data: Option<&'d MeteorData>, paraphrases: bool) -> Self {
        Self {
            data,
            paraphrases,
            stemmer: Snowball::new(Language::English),
            interner: Interner::new(),
            known: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// The words of a text that is cut already, by their numbers.
    pub(super) fn cut(&mut self, text: &str, words: &mut Vec<Word>) {
        let blank = [' ', '\t', '\n', '\r', '\u{c}'];
        for word in text.split(blank).filter(|word| !word.is_empty()) {
            let id = self.interner.intern(word) as usize;
            if id == self.known.len() {
                let fresh = self.look_up(word);
                self.known.push(fresh);
            }
            words.push(self.known[id]);
        }
    }

    /// Whether two words share a set of synonyms.
    pub(super) fn are_synonyms(&self, left: &Word, right: &Word) -> bool {
        if left.shadow & right.shadow == 0 {
            return false;
        }
        let (mut left, mut right) = (self.sets_of(left), self.sets_of(right));
        while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
            match first.cmp(second) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => left = left_rest,
                std::cmp::Ordering::Greater => right = right_rest,
            }
        }
        false
    }

    fn sets_of(&self, word: &Word) -> &[u32] {
        &self.sets[word.sets.0 as usize..word.sets.1 as usize]
    }

    fn look_up(&mut self, word: &str) -> Word {
        let start = self.sets.len();
        let mut is_function = false;
        let mut vocabulary = None;
        if let Some(data) = self.data {
            data.synsets(word, &mut self.sets);
            is_function = data.is_function_word(&word.to_lowercase());
            vocabulary = data.vocabulary_word(word).filter(|_| self.paraphrases);
        }
        let shadow = self.sets[start..].iter().fold(0, |shadow, set| shadow | 1 << (set % 61));
        let place = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        Word {
            key: key(word.encode_utf16()),
            stem: stem_key(self.stemmer, word),
            is_function,
            vocabulary,
            node: vocabulary.and_then(|word| self.data?.step(None, word)),
            sets: (place(start), place(self.sets.len())),
            shadow,
        }
    }
}

/// Java's hash of a string. METEOR compares words by it, so that a few
/// different words (`Aa` and `BB`) are equal there.
fn key(units: impl Iterator<Item = u16>) -> u32 {
    units.fold(0, |hash: u32, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)))
}

/// The key of a word's stem. METEOR's stemmer counts in UTF-16: where a
/// character is two units there, each is stemmed as a character of its own.
fn stem_key(stemmer: Snowball, word: &str) -> u32 {
    const HALVES: u32 = 0xf_0000;
    const SURROGATES: u32 = 0xd800;
    if word.chars().all(|character| character.len_utf16() == 1) {
        return key(stemmer.stem_as_written(word).encode_utf16());
    }
    let stretched: String = word
        .encode_utf16()
        .filter_map(|unit| {
            let unit = u32::from(unit);
            char::from_u32(unit).or_else(|| char::from_u32(HALVES + (unit - SURROGATES)))
        })
        .collect();
    let stem = stemmer.stem_as_written(&stretched);
    let units = stem.chars().map(u32::from).map(|symbol| {
        let unit = if symbol < HALVES { symbol } else { symbol - HALVES + SURROGATES };
        u16::try_from(unit).unwrap_or(u16::MAX)
    });
    key(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_hashes_of_java() {
        assert_eq!(key("Aa".encode_utf16()), key("BB".encode_utf16()));
        assert_eq!(key("régua".encode_utf16()), 112_325_404);
    }

    #[test]
    fn words_with_one_stem_have_one_stem_key() {
        let stemmer = Snowball::new(Language::English);
        assert_eq!(stem_key(stemmer, "harbours"), stem_key(stemmer, "harbour"));
        assert_ne!(stem_key(stemmer, "harbours"), stem_key(stemmer, "harvest"));
        assert_eq!(stem_key(stemmer, "😀"), key("😀".encode_utf16()));
    }
}
