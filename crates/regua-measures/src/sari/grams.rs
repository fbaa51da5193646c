//! How often each n-gram is in the source, the hypothesis and the references.

use regua_text::ngrams::NgramNumbers;

/// N-grams of one to four tokens are looked at.
pub(super) const ORDERS: usize = 4;

/// The counts of one n-gram. Those of source and hypothesis are multiplied by
/// the number of references, so that they compare with the references' sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Gram {
    pub(super) source: u64,
    pub(super) hypothesis: u64,
    pub(super) references: u64,
}

impl Gram {
    /// Kept by the hypothesis.
    pub(super) fn kept(self) -> u64 {
        self.source.min(self.hypothesis)
    }

    /// Kept by the references.
    pub(super) fn to_keep(self) -> u64 {
        self.source.min(self.references)
    }

    /// Deleted by the hypothesis.
    pub(super) fn deleted(self) -> u64 {
        self.source.saturating_sub(self.hypothesis)
    }

    /// Deleted by the references.
    pub(super) fn to_delete(self) -> u64 {
        self.source.saturating_sub(self.references)
    }

    /// Whether the hypothesis adds it.
    pub(super) fn is_added(self) -> bool {
        self.source == 0 && self.hypothesis > 0
    }

    /// Whether a reference adds it.
    pub(super) fn is_to_add(self) -> bool {
        self.source == 0 && self.references > 0
    }
}

/// Memory for the n-grams of a segment.
#[derive(Debug, Default)]
pub(super) struct Grams {
    numbers: NgramNumbers,
    /// The numbers of each text's n-grams, place by place.
    texts: Vec<Vec<u32>>,
    counts: Vec<Gram>,
}

impl Grams {
    /// Shows the n-grams of each order; those of the source come first, in the
    /// order in which they stand there.
    pub(super) fn each_order(
        &mut self,
        source: &[u32],
        hypothesis: &[u32],
        references: &[&[u32]],
        mut look: impl FnMut(usize, &[Gram]),
    ) {
        self.texts.resize(2 + references.len(), Vec::new());
        let weight = references.len() as u64;
        for shorter in 0..ORDERS {
            self.numbers.clear();
            self.counts.clear();
            let texts = [source, hypothesis].into_iter().chain(references.iter().copied());
            for (place, (text, ngrams)) in texts.zip(&mut self.texts).enumerate() {
                match shorter {
                    0 => self.numbers.first(text, ngrams),
                    _ => self.numbers.longer(text.get(shorter..).unwrap_or_default(), ngrams),
                }
                self.counts.resize(self.numbers.len(), Gram::default());
                for &ngram in &*ngrams {
                    let gram = &mut self.counts[ngram as usize];
                    match place {
                        0 => gram.source += weight,
                        1 => gram.hypothesis += weight,
                        _ => gram.references += 1,
                    }
                }
            }
            look(shorter, &self.counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use regua_text::ngrams::count;

    use super::*;

    #[test]
    fn source_and_hypothesis_weigh_as_much_as_all_references() {
        let mut orders = Vec::new();
        let mut grams = Grams::default();
        for _ in 0..2 {
            orders.clear();
            grams.each_order(&[5, 6, 5], &[6, 7], &[&[7], &[5, 6]], |order, grams| {
                orders.push((order, grams.to_vec()));
            });
        }
        let gram = |source, hypothesis, references| Gram { source, hypothesis, references };
        assert_eq!(orders[0], (0, vec![gram(4, 0, 1), gram(2, 2, 1), gram(0, 2, 1)]));
        assert_eq!(orders[1], (1, vec![gram(2, 0, 1), gram(2, 0, 0), gram(0, 2, 0)]));
        assert_eq!(orders[2..], [(2, vec![gram(2, 0, 0)]), (3, vec![])]);
    }

    fn text() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(0..3_u32, 0..12)
    }

    proptest! {
        #[test]
        fn counts_are_those_of_plain_tables(
            source in text(),
            hypothesis in text(),
            references in prop::collection::vec(text(), 1..4),
        ) {
            let mut found = Vec::new();
            let texts: Vec<&[u32]> = references.iter().map(Vec::as_slice).collect();
            Grams::default().each_order(&source, &hypothesis, &texts, |_, grams| found.push(grams.to_vec()));
            for (shorter, mut found) in found.into_iter().enumerate() {
                let mut plain: BTreeMap<&[u32], Gram> = BTreeMap::new();
                let weight = references.len() as u64;
                for (ngram, count) in count(&source, shorter + 1) {
                    plain.entry(ngram).or_default().source += weight * count;
                }
                for (ngram, count) in count(&hypothesis, shorter + 1) {
                    plain.entry(ngram).or_default().hypothesis += weight * count;
                }
                for (ngram, count) in texts.iter().flat_map(|text| count(text, shorter + 1)) {
                    plain.entry(ngram).or_default().references += count;
                }
                let key = |gram: &Gram| (gram.source, gram.hypothesis, gram.references);
                let mut plain: Vec<Gram> = plain.into_values().collect();
                plain.sort_by_key(key);
                found.sort_by_key(key);
                prop_assert_eq!(found, plain);
            }
        }
    }
}
