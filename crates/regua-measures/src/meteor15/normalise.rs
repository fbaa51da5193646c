//! Texts to words as METEOR 1.5 cuts English: its `-norm`.
//!
//! The rules are those of the Moses tokeniser with a few of METEOR's own: one
//! kind of quotation marks and dashes, no hyphens between words, no dots inside
//! abbreviations (`U.S.` is `US`). A rule that looks at two neighbours of a
//! character consumes both, so that of `a-b-c` the second hyphen stays: this is
//! how the original behaves, and values depend on it.
//!
//! Where the original hides a row of dots behind the word `DOTMULTI`, a row is
//! one character here that no text can contain; a text with that very word in
//! it is cut otherwise than there.

use regua_store::meteor::{MeteorData, Prefix};

/// A character, or above [`DOTS`] a row of so many dots.
type Symbol = u32;

const DOTS: Symbol = 0x11_0000;

/// Cuts texts; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Normaliser {
    line: Vec<Symbol>,
    next: Vec<Symbol>,
    word: String,
    following: Option<Symbol>,
}

impl Normaliser {
    /// The text with a blank between words, in the case it had.
    pub(super) fn normalise(
        &mut self,
        text: &str,
        data: Option<&MeteorData>,
        punctuation: bool,
    ) -> String {
        self.separate(text);
        self.between(b',', is_no_digit, is_no_digit, " , ");
        self.between(b',', is_digit, is_no_digit, " , ");
        self.between(b',', is_no_digit, is_digit, " , ");
        self.quotation_marks();
        self.dashes();
        self.between(b'-', |left| is_alnum(left) || left == u32::from(b'.'), is_alnum, " ");
        self.between(b'\'', |left| !is_alpha(left), |right| !is_alpha(right), " ' ");
        self.between(b'\'', |left| !is_alpha(left) && !is_digit(left), is_alpha, " ' ");
        self.between(b'\'', is_alpha, |right| !is_alpha(right), " ' ");
        self.between(b'\'', is_alpha, is_alpha, " '");
        self.between(b'\'', is_digit, |right| right == u32::from(b's'), " '");
        let mut words = self.dots(data);
        if !punctuation {
            let strip = |symbol: char| if is_alnum(u32::from(symbol)) { symbol } else { ' ' };
            words = words.chars().map(strip).collect();
        }
        words.replace(is_wide_blank, " ").trim_matches(|symbol| symbol <= ' ').to_owned()
    }

    /// Blanks around characters that stand for themselves, and around rows of
    /// dots.
    fn separate(&mut self, text: &str) {
        let blank = u32::from(b' ');
        self.line.clear();
        self.line.push(blank);
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let symbol = u32::from(character);
            if character == '.' {
                let mut dots = 1;
                while characters.next_if_eq(&'.').is_some() {
                    dots += 1;
                }
                if dots == 1 {
                    self.line.push(symbol);
                } else {
                    self.line.extend([blank, DOTS.saturating_add(dots), blank]);
                }
            } else if stays(character) {
                self.line.push(symbol);
            } else {
                self.line.extend([blank, symbol, blank]);
            }
        }
        self.line.push(blank);
    }

    /// Puts other text in the place of a character between two neighbours.
    fn between(
        &mut self,
        middle: u8,
        left: impl Fn(Symbol) -> bool,
        right: impl Fn(Symbol) -> bool,
        instead: &str,
    ) {
        let middle = u32::from(middle);
        if !self.line.contains(&middle) {
            return;
        }
        self.next.clear();
        let mut place = 0;
        while place < self.line.len() {
            match self.line[place..] {
                [before, at, after, ..] if at == middle && left(before) && right(after) => {
                    self.next.push(before);
                    self.next.extend(instead.chars().map(u32::from));
                    self.next.push(after);
                    place += 3;
                }
                [symbol, ..] => {
                    self.next.push(symbol);
                    place += 1;
                }
                [] => break,
            }
        }
        std::mem::swap(&mut self.line, &mut self.next);
    }

    /// Single ones to apostrophes, double ones to `"` with blanks around it.
    fn quotation_marks(&mut self) {
        let apostrophe = u32::from(b'\'');
        for symbol in &mut self.line {
            if matches!(char::from_u32(*symbol), Some('`' | '\u{2018}' | '\u{2019}')) {
                *symbol = apostrophe;
            }
        }
        let double = |symbol| matches!(char::from_u32(symbol), Some('\u{201c}' | '\u{201d}'));
        let quotation = [b' ', b'"', b' '].map(u32::from);
        self.next.clear();
        let mut place = 0;
        while place < self.line.len() {
            match self.line[place..] {
                [first, second, ..] if first == apostrophe && second == apostrophe => {
                    self.next.extend(quotation);
                    place += 2;
                }
                [symbol, ..] if double(symbol) => {
                    self.next.extend(quotation);
                    place += 1;
                }
                [symbol, ..] => {
                    self.next.push(symbol);
                    place += 1;
                }
                [] => break,
            }
        }
        std::mem::swap(&mut self.line, &mut self.next);
    }

    /// Short dashes to hyphens, two hyphens to one.
    fn dashes(&mut self) {
        let (dash, hyphen) = (0x2013, u32::from(b'-'));
        self.next.clear();
        let mut half = false;
        for &symbol in &self.line {
            let symbol = if symbol == dash { hyphen } else { symbol };
            half = symbol == hyphen && !half;
            if symbol != hyphen || half {
                self.next.push(symbol);
            }
        }
        std::mem::swap(&mut self.line, &mut self.next);
    }

    /// Splits the dot off each word, unless it belongs to it.
    fn dots(&mut self, data: Option<&MeteorData>) -> String {
        let mut line = String::with_capacity(self.line.len() + 8);
        let mut words = self.line.split(|&symbol| is_blank(symbol)).filter(|word| !word.is_empty());
        let mut next = words.next();
        while let Some(word) = next {
            next = words.next();
            self.following = next.and_then(|word| word.first().copied());
            self.word.clear();
            for &symbol in word {
                spell(symbol, &mut self.word);
            }
            match self.word.strip_suffix('.') {
                Some(prefix) if word.last() == Some(&u32::from(b'.')) && word.len() > 1 => {
                    let letters = word.iter().any(|&symbol| is_alpha(symbol));
                    if prefix.contains('.') && letters {
                        line.extend(prefix.chars().filter(|&character| character != '.'));
                    } else if keeps_its_dot(prefix, self.following, data) {
                        line.push_str(&self.word);
                    } else {
                        line.push_str(prefix);
                        line.push_str(" .");
                    }
                }
                _ => line.push_str(&self.word),
            }
            line.push(' ');
        }
        line
    }
}

/// Whether the dot after a word belongs to it: by the list, or because the next
/// word does not look like the first of a sentence.
fn keeps_its_dot(prefix: &str, following: Option<Symbol>, data: Option<&MeteorData>) -> bool {
    let lower = following.is_some_and(|first| (u32::from(b'a')..=u32::from(b'z')).contains(&first));
    match data.and_then(|data| data.prefix(prefix)) {
        Some(Prefix::Always) => true,
        Some(Prefix::BeforeNumbers) => lower || following.is_some_and(is_digit),
        None => lower,
    }
}

fn spell(symbol: Symbol, word: &mut String) {
    match char::from_u32(symbol) {
        Some(character) => word.push(character),
        None => (DOTS..symbol).for_each(|_| word.push('.')),
    }
}

/// Characters that are not set apart: letters, digits, blanks, and the signs
/// that have rules of their own.
fn stays(character: char) -> bool {
    is_alnum(u32::from(character))
        || matches!(
            character,
            '\t'..='\r' | ' ' | '.' | '\'' | '`' | ',' | '-' | '\u{2018}' | '\u{2019}'
        )
}

fn is_digit(symbol: Symbol) -> bool {
    (u32::from(b'0')..=u32::from(b'9')).contains(&symbol)
}

fn is_no_digit(symbol: Symbol) -> bool {
    !is_digit(symbol)
}

fn is_alnum(symbol: Symbol) -> bool {
    is_digit(symbol) || is_alpha(symbol)
}

/// The letters that METEOR knows: Latin of the west of Europe, and Cyrillic.
fn is_alpha(symbol: Symbol) -> bool {
    matches!(
        symbol,
        0x41..=0x5a | 0x61..=0x7a | 0xc0..=0xd6 | 0xd8..=0xf6 | 0xf8..=0x17e | 0x400..=0x527
            | 0xa640..=0xa66e | 0xa67e..=0xa697 | 0x1d00..=0x1d7f
    )
}

fn is_blank(symbol: Symbol) -> bool {
    matches!(symbol, 0x20 | 0x9 | 0xa | 0xc | 0xd)
}

fn is_wide_blank(character: char) -> bool {
    matches!(character, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}
