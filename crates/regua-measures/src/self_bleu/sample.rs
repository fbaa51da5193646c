//! A sample of texts that does not depend on their order.

use std::collections::HashMap;

use regua_core::unit::Digest;

/// So many of the texts, each as likely as the others; all of them if there are
/// no more. A text is drawn by a hash of itself, of the seed and of how many
/// equal texts were there before it, so that the same texts are drawn in
/// whatever order they come.
pub(super) fn draw(texts: Vec<&str>, size: usize, seed: u64) -> Vec<&str> {
    if texts.len() <= size {
        return texts;
    }
    let mut copies: HashMap<&str, u64> = HashMap::new();
    let mut drawn: Vec<(u128, &str)> = texts
        .into_iter()
        .map(|text| {
            let copy = copies.entry(text).or_default();
            *copy += 1;
            let mut hash = Digest::default();
            hash.number(seed);
            hash.number(*copy);
            hash.text(text);
            (hash.finish(), text)
        })
        .collect();
    drawn.select_nth_unstable(size);
    drawn.truncate(size);
    drawn.into_iter().map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_texts_are_drawn_in_any_order() {
        let texts: Vec<String> = (0..60).map(|number| format!("text {}", number % 45)).collect();
        let sorted = |texts: Vec<&str>| {
            let mut texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            texts.sort();
            texts
        };
        let draw = |backward: bool, seed| {
            let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            if backward {
                texts.reverse();
            }
            sorted(draw(texts, 20, seed))
        };
        assert_eq!(draw(false, 1).len(), 20);
        assert_eq!(draw(false, 1), draw(true, 1));
        assert_ne!(draw(false, 1), draw(false, 2));
    }

    #[test]
    fn few_enough_texts_stay_as_they_are() {
        assert_eq!(draw(vec!["b", "a", "b"], 3, 1), ["b", "a", "b"]);
    }

    #[test]
    fn one_of_several_equal_texts_is_drawn_without_the_others() {
        let shares: Vec<usize> = (0..40).map(|seed| draw(vec!["a"; 9], 3, seed).len()).collect();
        assert_eq!(shares, [3; 40]);
    }
}
