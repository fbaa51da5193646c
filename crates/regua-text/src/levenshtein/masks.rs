//! Where each token occurs in a text, as bits: the input of the bit-parallel kernels.

use rustc_hash::FxHashMap;

/// Tokens below this find their row through an array, the rest through a map.
const DIRECT_TOKENS: u32 = 1 << 16;

/// One row of bits for each distinct token of a text; bit `i` is set where token `i` is that token.
///
/// Row 0 is empty: it stands for every token that does not occur.
#[derive(Debug, Clone, Default)]
pub(crate) struct Masks {
    /// By token: `base` plus row; smaller values are of an earlier text.
    direct: Vec<u32>,
    base: u32,
    others: FxHashMap<u32, u32>,
    bits: Vec<u64>,
    words: usize,
    rows: u32,
}

impl Masks {
    /// Forgets the text before and takes in another.
    pub(crate) fn set(&mut self, tokens: impl ExactSizeIterator<Item = u32>) {
        self.start_epoch();
        self.words = tokens.len().div_ceil(64);
        self.bits.clear();
        self.bits.resize(self.words, 0);
        self.rows = 1;
        for (index, token) in tokens.enumerate() {
            let row = self.row_or_insert(token);
            self.bits[row + index / 64] |= 1 << (index % 64);
        }
    }

    /// How many 64-bit words a row has.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The row of a token, in words.
    #[inline]
    pub(crate) fn row(&self, token: u32) -> &[u64] {
        let start = self.start(token);
        &self.bits[start..start + self.words]
    }

    /// The row of a token where rows have one word.
    #[inline]
    pub(crate) fn word(&self, token: u32) -> u64 {
        self.bits[self.start(token)]
    }

    #[inline]
    fn start(&self, token: u32) -> usize {
        let row = if token < DIRECT_TOKENS {
            let stamp = self.direct.get(token as usize).copied().unwrap_or(0);
            stamp.saturating_sub(self.base)
        } else {
            self.others.get(&token).copied().unwrap_or(0)
        };
        row as usize * self.words
    }

    fn start_epoch(&mut self) {
        self.others.clear();
        // A stamp is `base` plus a row of at least 1, so the last text's rows end below the new base.
        self.base = self.base.saturating_add(self.rows);
        if self.base > u32::MAX / 2 {
            self.direct.fill(0);
            self.base = 0;
        }
    }

    #[inline]
    fn row_or_insert(&mut self, token: u32) -> usize {
        let next = self.rows;
        let row = if token < DIRECT_TOKENS {
            let place = token as usize;
            if place >= self.direct.len() {
                self.direct.resize((place + 1).next_power_of_two(), 0);
            }
            let stamp = &mut self.direct[place];
            if *stamp <= self.base {
                *stamp = self.base + next;
            }
            *stamp - self.base
        } else {
            *self.others.entry(token).or_insert(next)
        };
        if row == next {
            self.rows += 1;
            self.bits.resize(self.bits.len() + self.words, 0);
        }
        row as usize * self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_where_a_token_occurs() {
        let mut masks = Masks::default();
        masks.set([5, 70_000, 5].into_iter());
        assert_eq!([masks.word(5), masks.word(70_000), masks.word(6)], [0b101, 0b10, 0]);
        masks.set([6; 65].into_iter());
        assert_eq!(masks.row(6), [!0, 1]);
        assert_eq!(masks.row(5), [0, 0]);
        assert_eq!(masks.row(70_000), [0, 0]);
    }

    #[test]
    fn rows_of_many_texts_do_not_mix() {
        let mut masks = Masks { base: u32::MAX / 2 - 3, ..Masks::default() };
        for token in 0..100_u32 {
            masks.set([token, token + 1].into_iter());
            let seen: Vec<u64> = (0..103).map(|token| masks.word(token)).collect();
            assert_eq!(seen.iter().sum::<u64>(), 3);
            assert_eq!(seen[token as usize], 1);
        }
    }
}
