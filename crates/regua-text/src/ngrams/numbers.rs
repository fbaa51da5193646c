//! N-grams as numbers: for measures that look at each distinct n-gram.

use super::ROOT;
use super::table::PairTable;

/// Gives every distinct n-gram of some texts a number, from 0 on.
///
/// One order at a time: [`NgramNumbers::first`] numbers the tokens of a text,
/// and [`NgramNumbers::longer`] makes the numbers of the next order out of
/// those of the last. Between two orders comes a [`NgramNumbers::clear`].
/// Numbers are given out in the order in which n-grams are first met. To count
/// what two texts share, [`NgramMatcher`](super::NgramMatcher) is faster.
///
/// ```
/// use regua_text::ngrams::NgramNumbers;
///
/// let mut numbers = NgramNumbers::new();
/// let text = [7, 8, 7, 8, 9];
/// let mut ngrams = Vec::new();
/// numbers.first(&text, &mut ngrams);
/// assert_eq!(ngrams, [0, 1, 0, 1, 2]);
/// numbers.clear();
/// numbers.longer(&text[1..], &mut ngrams);
/// assert_eq!(ngrams, [0, 1, 0, 2]);
/// assert_eq!(numbers.len(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct NgramNumbers {
    pairs: PairTable,
    count: u32,
}

impl Default for NgramNumbers {
    fn default() -> Self {
        Self::new()
    }
}

impl NgramNumbers {
    /// Nothing is numbered yet.
    pub fn new() -> Self {
        Self { pairs: PairTable::new(), count: 0 }
    }

    /// Forgets all n-grams in constant time and keeps the memory.
    pub fn clear(&mut self) {
        self.pairs.clear(self.count as usize);
        self.count = 0;
    }

    /// How many distinct n-grams there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no n-gram.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Writes the number of each token over what is in `numbers`.
    pub fn first(&mut self, tokens: &[u32], numbers: &mut Vec<u32>) {
        self.pairs.reserve(tokens.len());
        numbers.clear();
        numbers.extend(
            tokens.iter().map(|&token| number(&mut self.pairs, &mut self.count, ROOT, token)),
        );
    }

    /// Replaces the numbers of one order by those of the next. `tokens` are those
    /// that each n-gram is lengthened by: the text without as many tokens at its
    /// start as the n-grams are long.
    pub fn longer(&mut self, tokens: &[u32], numbers: &mut Vec<u32>) {
        self.pairs.reserve(tokens.len());
        numbers.truncate(tokens.len());
        for (prefix, &token) in numbers.iter_mut().zip(tokens) {
            *prefix = number(&mut self.pairs, &mut self.count, *prefix, token);
        }
    }
}

#[inline]
fn number(pairs: &mut PairTable, count: &mut u32, prefix: u32, token: u32) -> u32 {
    let (number, new) = pairs.get_or_insert(prefix, token, *count);
    *count += u32::from(new);
    number
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::count;
    use super::*;

    #[test]
    fn a_text_shorter_than_the_order_has_no_number() {
        let mut numbers = NgramNumbers::new();
        let mut ngrams = Vec::new();
        numbers.first(&[4], &mut ngrams);
        numbers.clear();
        numbers.longer(&[], &mut ngrams);
        assert!(ngrams.is_empty() && numbers.is_empty());
    }

    proptest! {
        #[test]
        fn equal_ngrams_and_no_others_have_equal_numbers(
            left in prop::collection::vec(0..3_u32, 0..30),
            right in prop::collection::vec(0..3_u32, 0..30),
            order in 1..6_usize,
        ) {
            let mut numbers = NgramNumbers::new();
            let mut found = [Vec::new(), Vec::new()];
            for shorter in 0..order {
                numbers.clear();
                for (text, ngrams) in [&left, &right].into_iter().zip(&mut found) {
                    match shorter {
                        0 => numbers.first(text, ngrams),
                        _ => numbers.longer(text.get(shorter..).unwrap_or_default(), ngrams),
                    }
                }
            }
            let windows: Vec<&[u32]> = left.windows(order).chain(right.windows(order)).collect();
            let found = found.concat();
            prop_assert_eq!(windows.len(), found.len());
            for (place, number) in found.iter().enumerate() {
                let first = windows.iter().position(|window| *window == windows[place]);
                prop_assert_eq!(first, found.iter().position(|other| other == number));
            }
            let mut distinct = count(&left, order);
            distinct.append(&mut count(&right, order));
            prop_assert_eq!(numbers.len(), distinct.len());
        }
    }
}
