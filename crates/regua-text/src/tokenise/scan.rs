//! The one-pass scanner behind the rule-based tokenisers.
//!
//! `13a`, `intl` and `zh` are defined as regular expressions that rewrite the
//! text several times. All of them come to the same few rules, once one sees
//! what a pass leaves for the next:
//!
//! - a character that stands [`Alone`](Class::Alone) is always a token;
//! - a [`Hyphen`](Class::Hyphen) is a token after a digit;
//! - of a run of [`Point`](Class::Point)s every one is a token, but for the
//!   last, which joins a digit that follows if no earlier pass cut it off. The
//!   pass "non-digit, point" takes two characters at a time, so it cuts every
//!   other point of a run: from the first one if the run follows a non-digit,
//!   from the second if it follows a digit. A single point between digits is
//!   thus joined on both sides.
//!
//! A text that the definition does not pad with spaces has nothing before its
//! first and after its last character, and no pass cuts there.
//!
//! Tokens are marked in the adopted text, never copied one by one. Bytes are
//! classified sixty-four at a time into one mask, so the length of words costs
//! no mispredicted branch.

use crate::tokens::{Span, Tokens};

/// What a character is to the scanner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Class {
    /// Part of a word, as is every byte of UTF-8 that is no first byte.
    Word,
    /// Part of a word, and it holds points together.
    Digit,
    /// White space: part of no token.
    Space,
    /// Always a token of its own.
    Alone,
    /// A token of its own unless digits hold it.
    Point,
    /// A token of its own after a digit, else part of a word.
    Hyphen,
    /// The first byte of a character that [`Rules::wide`] must classify.
    Wide,
}

/// What one tokeniser takes characters for.
pub(super) trait Rules {
    /// Whether the definition puts a space before and after the text.
    const PADDED: bool;

    /// The class of each byte; [`Class::Wide`] is for bytes from C2 only.
    const BYTES: &'static [Class; 256];

    /// Whether [`Rules::BYTES`] must be asked: false for words and digits only,
    /// and most of them. Kept so simple that compilers ask it of many bytes at once.
    fn is_special(byte: u8) -> bool;

    /// The class of a character whose first byte is [`Class::Wide`].
    fn wide(&self, character: char) -> Class;
}

/// Fills `tokens` with the tokens of `text`.
pub(super) fn scan<R: Rules>(rules: &R, text: &str, tokens: &mut Tokens) {
    tokens.adopt(text);
    let mut scanner = Scanner { rules, text, tokens, token_start: 0, wide_digit_end: usize::MAX };
    let mut resume = 0;
    let (blocks, rest) = text.as_bytes().as_chunks::<BLOCK>();
    for (number, block) in blocks.iter().enumerate() {
        resume = scanner.block(number * BLOCK, block, resume);
    }
    if !rest.is_empty() {
        let mut block = [b'a'; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        scanner.block(blocks.len() * BLOCK, &block, resume);
    }
    scanner.end_token(text.len());
}

const BLOCK: usize = u64::BITS as usize;

/// One bit for each byte of a block that may be neither word nor digit.
#[inline]
fn special_bytes<R: Rules>(block: &[u8; BLOCK]) -> u64 {
    // Two loops, each of a shape that compilers turn into vector instructions.
    let mut flags = [0; BLOCK];
    for (flag, &byte) in flags.iter_mut().zip(block) {
        *flag = u8::from(R::is_special(byte));
    }
    let (eights, _) = flags.as_chunks::<8>();
    let mut marks = 0;
    for (position, &eight) in eights.iter().enumerate() {
        // The product brings the lowest bits of eight bytes together at the top.
        let bits = u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        marks |= bits << (8 * position);
    }
    marks
}

/// Whether a byte is a letter or a digit of ASCII, in a form that suits vectors.
#[inline]
pub(super) fn is_plain_ascii(byte: u8) -> bool {
    (byte | 0x20).wrapping_sub(b'a') < 26 || byte.wrapping_sub(b'0') < 10
}

struct Scanner<'a, R> {
    rules: &'a R,
    text: &'a str,
    tokens: &'a mut Tokens,
    /// Where the open token starts; there is none if it would be empty.
    token_start: usize,
    /// Where the last digit outside ASCII ended, if there was one.
    wide_digit_end: usize,
}

impl<R: Rules> Scanner<'_, R> {
    /// Deals with a block of bytes at `start`, but for what lies before `resume`;
    /// returns where to go on.
    #[inline]
    fn block(&mut self, start: usize, block: &[u8; BLOCK], mut resume: usize) -> usize {
        let mut marks = special_bytes::<R>(block) & bits_from(resume.saturating_sub(start));
        while marks != 0 {
            marks = self.common(start, marks);
            if marks != 0 {
                resume = self.rare(start + marks.trailing_zeros() as usize);
                marks &= bits_from(resume - start);
            }
        }
        resume
    }

    /// Deals with special characters up to the first that is rare; returns the
    /// marks that are left.
    ///
    /// White space, what stands alone, and points far from digits and from other
    /// points are most of what comes, in no foreseeable order. So the word before
    /// and the character itself are always written, and then counted or not.
    #[inline]
    fn common(&mut self, start: usize, mut marks: u64) -> u64 {
        let bytes = self.text.as_bytes();
        let spare = self.tokens.spare(2 * BLOCK);
        let mut used = 0;
        let mut token_start = self.token_start;
        while marks != 0 {
            let index = start + marks.trailing_zeros() as usize;
            let class = byte_class::<R>(bytes, index);
            let is_common = match class {
                Class::Space | Class::Alone => true,
                Class::Point => index != self.wide_digit_end && is_lone_point::<R>(bytes, index),
                _ => false,
            };
            if !is_common {
                break;
            }
            spare[used] = Span { start: token_start, end: index };
            used += usize::from(index > token_start);
            spare[used] = Span { start: index, end: index + 1 };
            used += usize::from(class != Class::Space);
            token_start = index + 1;
            marks &= marks - 1;
        }
        self.token_start = token_start;
        self.tokens.commit(used);
        marks
    }

    /// Deals with a special character of any kind; returns where to go on.
    fn rare(&mut self, index: usize) -> usize {
        let (class, width) = self.class_at(index);
        let next = index + width;
        match class {
            Class::Space => {
                self.end_token(index);
                self.token_start = next;
            }
            Class::Alone => self.stand_alone(index, next),
            Class::Hyphen if index > 0 && self.follows_digit(index) => {
                self.stand_alone(index, next);
            }
            Class::Point => return self.points(index),
            Class::Digit => self.wide_digit_end = next,
            Class::Word | Class::Hyphen | Class::Wide => {}
        }
        next
    }

    /// Deals with the run of points that starts at `first`.
    fn points(&mut self, first: usize) -> usize {
        let (mut last, mut end, mut count) = (first, first, 0_usize);
        while let (Class::Point, width) = self.class_at(end) {
            last = end;
            end += width;
            count += 1;
        }
        let first_is_whole = self.follows_digit(first);
        let last_is_whole = first_is_whole == (count % 2 == 1);
        let last_is_held = self.class_at(end).0 == Class::Digit;
        let last_joins = last_is_whole && last_is_held;
        if last_joins && count == 1 {
            return end;
        }
        let mut index = first;
        while index < if last_joins { last } else { end } {
            let next = index + self.class_at(index).1;
            self.stand_alone(index, next);
            index = next;
        }
        end
    }

    fn stand_alone(&mut self, start: usize, end: usize) {
        self.end_token(start);
        self.tokens.mark(start..end);
        self.token_start = end;
    }

    #[inline]
    fn end_token(&mut self, end: usize) {
        if end > self.token_start {
            self.tokens.mark(self.token_start..end);
        }
    }

    /// Whether a digit, or the bare start of the text, comes before `index`.
    fn follows_digit(&self, index: usize) -> bool {
        byte_class::<R>(self.text.as_bytes(), index.wrapping_sub(1)) == Class::Digit
            || self.wide_digit_end == index
    }

    /// The class and the width in bytes of the character that starts at `index`.
    #[inline]
    fn class_at(&self, index: usize) -> (Class, usize) {
        let class = byte_class::<R>(self.text.as_bytes(), index);
        if class != Class::Wide {
            return (class, 1);
        }
        match self.text.get(index..).and_then(|rest| rest.chars().next()) {
            Some(character) => (self.rules.wide(character), character.len_utf8()),
            None => (Class::Word, 1),
        }
    }
}

/// The class of one byte; before and after the text, what the definition pads
/// it with, or else a digit, as no pass cuts there.
#[inline]
fn byte_class<R: Rules>(bytes: &[u8], index: usize) -> Class {
    match bytes.get(index) {
        Some(&byte) => R::BYTES[usize::from(byte)],
        None if R::PADDED => Class::Space,
        None => Class::Digit,
    }
}

/// Whether a point of one byte has neither digit nor point beside it, as far as
/// single bytes tell.
#[inline]
fn is_lone_point<R: Rules>(bytes: &[u8], index: usize) -> bool {
    byte_class::<R>(bytes, index.wrapping_sub(1)) != Class::Digit
        && !matches!(byte_class::<R>(bytes, index + 1), Class::Digit | Class::Point | Class::Wide)
}

/// A mask without the lowest bits, so many of them.
fn bits_from(lowest: usize) -> u64 {
    if lowest < BLOCK { u64::MAX << lowest } else { 0 }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// No byte that the table holds for special escapes the quick test.
    pub(in super::super) fn assert_specials_are_seen<R: Rules>() {
        for byte in 0..=u8::MAX {
            let special = R::BYTES[usize::from(byte)] > Class::Digit;
            assert!(R::is_special(byte) || !special, "byte {byte:#04x}");
        }
    }
}
