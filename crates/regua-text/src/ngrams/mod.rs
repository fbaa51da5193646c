//! Counting the n-grams that two texts share.
//!
//! [`NgramMatcher`] is what BLEU, chrF and ROUGE-N stand on. It is exact: an
//! n-gram is the pair of its prefix (itself an n-gram, known by an id) and its
//! last token, so no two different n-grams are ever taken for one.
//! [`PairMatcher`] is its faster sister for one reference at a time.
//! [`SkipBigramMatcher`] does the same for pairs with a gap. [`NgramNumbers`] tells
//! each distinct n-gram of an order from the others, [`NgramTree`] numbers those of
//! all orders, of a segment or of a corpus. For a one-off question, [`count`] is
//! the plain version.

use std::collections::BTreeMap;

pub use self::numbers::NgramNumbers;
pub use self::pair::PairMatcher;
pub use self::skip::{SkipBigramCounts, SkipBigramMatcher, Unigrams};
use self::table::PairTable;
pub use self::tree::NgramTree;

mod numbers;
mod pair;
mod skip;
mod table;
mod tree;

/// Tokens below this have their first-order node in an array, the rest in the table.
const DIRECT_TOKENS: u32 = 1 << 16;
/// No node: the left side of a token that is its own n-gram.
const ROOT: u32 = u32::MAX;

/// How many n-grams of each order `1..=order` a text of `length` tokens has.
///
/// ```
/// let totals: Vec<u64> = regua_text::ngrams::totals(3, 4).collect();
/// assert_eq!(totals, [3, 2, 1, 0]);
/// ```
pub fn totals(length: usize, order: usize) -> impl Iterator<Item = u64> {
    (0..order).map(move |shorter| length.saturating_sub(shorter) as u64)
}

/// The n-grams of one order with their counts: simple, and slower than [`NgramMatcher`].
///
/// ```
/// let counts = regua_text::ngrams::count(&["to", "be", "or", "to", "be"], 2);
/// assert_eq!(counts[&["to", "be"][..]], 2);
/// assert_eq!(counts.len(), 3);
/// ```
pub fn count<T: Ord>(tokens: &[T], order: usize) -> BTreeMap<&[T], u64> {
    let mut counts = BTreeMap::new();
    if order > 0 {
        for ngram in tokens.windows(order) {
            *counts.entry(ngram).or_default() += 1;
        }
    }
    counts
}

/// What is known of one n-gram of the references.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The largest count in any one reference.
    limit: u32,
    /// The count in the text of pass `pass`.
    seen: u32,
    pass: u32,
}

/// Counts clipped n-gram matches of hypotheses against references.
///
/// Several references merge by the largest count of each n-gram, as BLEU
/// wants it. Memory is kept from one segment to the next.
///
/// ```
/// use regua_text::ngrams::NgramMatcher;
///
/// let mut matcher = NgramMatcher::new();
/// matcher.add_reference(&[0, 1, 2, 0, 1], 2);
/// let mut matches = [0; 2];
/// matcher.count_matches(&[0, 1, 0, 0, 0], 2, &mut matches);
/// assert_eq!(matches, [3, 1]);
/// ```
#[derive(Debug, Clone)]
pub struct NgramMatcher {
    /// First-order nodes by token, as `base` plus node; smaller values are of an earlier epoch.
    unigrams: Vec<u32>,
    base: u32,
    pairs: PairTable,
    nodes: Vec<Node>,
    pass: u32,
    prefixes: Vec<u32>,
    alive: Vec<Prefix>,
}

/// An n-gram of a hypothesis that the references have, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// How many tokens it has.
    pub order: usize,
    /// Where it starts in the hypothesis.
    pub start: usize,
    /// Which n-gram it is: a small number, the same wherever the n-gram stands.
    pub ngram: u32,
}

/// A place in the hypothesis whose n-gram of the order before is in the references.
#[derive(Debug, Clone, Copy)]
struct Prefix {
    start: u32,
    node: u32,
}

impl Default for NgramMatcher {
    fn default() -> Self {
        Self::new()
    }
}

impl NgramMatcher {
    /// A matcher without references.
    pub fn new() -> Self {
        Self {
            unigrams: Vec::new(),
            base: 1,
            pairs: PairTable::new(),
            nodes: Vec::new(),
            pass: 0,
            prefixes: Vec::new(),
            alive: Vec::new(),
        }
    }

    /// Forgets all references in constant time and keeps the memory.
    pub fn clear(&mut self) {
        self.pairs.clear(self.nodes.len());
        let next =
            u32::try_from(self.nodes.len()).ok().and_then(|nodes| self.base.checked_add(nodes));
        match next {
            Some(next) if next <= u32::MAX / 2 => self.base = next,
            _ => {
                self.unigrams.fill(0);
                self.base = 1;
            }
        }
        self.nodes.clear();
        self.pass = 0;
    }

    /// Adds a reference with its n-grams of all orders up to `order`.
    pub fn add_reference(&mut self, tokens: &[u32], order: usize) {
        if order == 0 {
            return;
        }
        let pass = self.next_pass();
        self.pairs.reserve(tokens.len() * order);
        self.nodes.reserve(tokens.len() * order);
        let mut prefixes = std::mem::take(&mut self.prefixes);
        prefixes.clear();
        for &token in tokens {
            let (node, new) = self.unigram_or_insert(token);
            self.count_reference(node, new, pass);
            prefixes.push(node);
        }
        for shorter in 1..order.min(tokens.len()) {
            for (prefix, &token) in prefixes.iter_mut().zip(&tokens[shorter..]) {
                let next = self.next_node();
                let (node, new) = self.pairs.get_or_insert(*prefix, token, next);
                self.count_reference(node, new, pass);
                *prefix = node;
            }
        }
        self.prefixes = prefixes;
    }

    /// Writes for each order the number of n-grams that the hypothesis shares
    /// with the references: for each distinct one the smaller of its count in
    /// the hypothesis and its largest count in a reference.
    ///
    /// `matches[0]` is of order 1; what is beyond `order` is left alone. The
    /// references stay, for other hypotheses.
    pub fn count_matches(&mut self, hypothesis: &[u32], order: usize, matches: &mut [u64]) {
        let pass = self.next_pass();
        let mut alive = std::mem::take(&mut self.alive);
        alive.clear();
        let mut orders = matches.iter_mut().take(order);
        if let Some(first) = orders.next() {
            *first = 0;
            for (start, &token) in (0..).zip(hypothesis) {
                if let Some(node) = self.unigram(token) {
                    *first += self.count_hypothesis(node, pass);
                    alive.push(Prefix { start, node });
                }
            }
        }
        for (shorter, matched) in (1..).zip(orders) {
            let mut sum = 0;
            let mut kept = 0;
            for index in 0..alive.len() {
                let Prefix { start, node } = alive[index];
                let Some(&token) = hypothesis.get(start as usize + shorter) else {
                    break;
                };
                if let Some(node) = self.pairs.get(node, token) {
                    sum += self.count_hypothesis(node, pass);
                    alive[kept] = Prefix { start, node };
                    kept += 1;
                }
            }
            alive.truncate(kept);
            *matched = sum;
        }
        self.alive = alive;
    }

    /// Shows the occurrences that [`NgramMatcher::count_matches`] counts one by
    /// one: by order, and within an order as they stand in the hypothesis.
    pub fn visit_matches(
        &mut self,
        hypothesis: &[u32],
        order: usize,
        mut visit: impl FnMut(Match),
    ) {
        let pass = self.next_pass();
        let mut alive = std::mem::take(&mut self.alive);
        alive.clear();
        if order > 0 {
            for (start, &token) in (0..).zip(hypothesis) {
                if let Some(node) = self.unigram(token) {
                    if self.count_hypothesis(node, pass) > 0 {
                        visit(Match { order: 1, start: start as usize, ngram: node });
                    }
                    alive.push(Prefix { start, node });
                }
            }
        }
        for shorter in 1..order {
            let mut kept = 0;
            for index in 0..alive.len() {
                let Prefix { start, node } = alive[index];
                let Some(&token) = hypothesis.get(start as usize + shorter) else {
                    break;
                };
                if let Some(node) = self.pairs.get(node, token) {
                    if self.count_hypothesis(node, pass) > 0 {
                        let start = start as usize;
                        visit(Match { order: shorter + 1, start, ngram: node });
                    }
                    alive[kept] = Prefix { start, node };
                    kept += 1;
                }
            }
            alive.truncate(kept);
        }
        self.alive = alive;
    }

    /// Each text that is counted is a pass; a node's count of another pass is stale.
    fn next_pass(&mut self) -> u32 {
        if self.pass == u32::MAX {
            for node in &mut self.nodes {
                node.pass = 0;
            }
            self.pass = 0;
        }
        self.pass += 1;
        self.pass
    }

    #[expect(clippy::cast_possible_truncation, reason = "2^32 nodes would fill the memory first")]
    #[inline]
    fn next_node(&self) -> u32 {
        self.nodes.len() as u32
    }

    #[inline]
    fn unigram(&self, token: u32) -> Option<u32> {
        if token < DIRECT_TOKENS {
            let stamp = *self.unigrams.get(token as usize)?;
            stamp.checked_sub(self.base)
        } else {
            self.pairs.get(ROOT, token)
        }
    }

    #[inline]
    fn unigram_or_insert(&mut self, token: u32) -> (u32, bool) {
        let next = self.next_node();
        if token >= DIRECT_TOKENS {
            return self.pairs.get_or_insert(ROOT, token, next);
        }
        let place = token as usize;
        if place >= self.unigrams.len() {
            self.unigrams.resize((place + 1).next_power_of_two(), 0);
        }
        if let Some(node) = self.unigrams[place].checked_sub(self.base) {
            (node, false)
        } else {
            self.unigrams[place] = self.base + next;
            (next, true)
        }
    }

    #[inline]
    fn count_reference(&mut self, node: u32, new: bool, pass: u32) {
        if new {
            self.nodes.push(Node { limit: 1, seen: 1, pass });
        } else {
            let node = &mut self.nodes[node as usize];
            node.seen = if node.pass == pass { node.seen + 1 } else { 1 };
            node.pass = pass;
            node.limit = node.limit.max(node.seen);
        }
    }

    /// 1 if this occurrence is within the limit of the references, else 0.
    #[inline]
    fn count_hypothesis(&mut self, node: u32, pass: u32) -> u64 {
        let node = &mut self.nodes[node as usize];
        let before = if node.pass == pass { node.seen } else { 0 };
        node.seen = before + 1;
        node.pass = pass;
        u64::from(before < node.limit)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain_matches(references: &[Vec<u32>], hypothesis: &[u32], order: usize) -> Vec<u64> {
        (1..=order)
            .map(|order| {
                let references: Vec<_> = references.iter().map(|text| count(text, order)).collect();
                let limit = |ngram: &[u32]| {
                    let counts = references.iter().filter_map(|counts| counts.get(ngram));
                    counts.copied().max().unwrap_or(0)
                };
                let counts = count(hypothesis, order);
                counts.iter().map(|(ngram, &count)| count.min(limit(ngram))).sum()
            })
            .collect()
    }

    #[test]
    fn references_merge_by_the_larger_count() {
        let mut matcher = NgramMatcher::new();
        matcher.add_reference(&[7, 7, 8], 2);
        matcher.add_reference(&[7, 8, 8, 8], 2);
        let mut shared = [9; 3];
        matcher.count_matches(&[7, 7, 7, 8, 8], 2, &mut shared);
        assert_eq!(shared, [4, 3, 9]);
    }

    #[test]
    fn a_hypothesis_does_not_change_the_references() {
        let mut matcher = NgramMatcher::new();
        matcher.add_reference(&[1, 2, 3], 3);
        let mut shared = [0; 3];
        for _ in 0..3 {
            matcher.count_matches(&[1, 2, 3, 1, 2, 3], 3, &mut shared);
            assert_eq!(shared, [3, 2, 1]);
        }
    }

    #[test]
    fn nothing_matches_after_a_clear() {
        let mut matcher = NgramMatcher::new();
        matcher.add_reference(&[1, 2, 1_000_000], 2);
        matcher.clear();
        let mut shared = [5; 2];
        matcher.count_matches(&[1, 2, 1_000_000], 2, &mut shared);
        assert_eq!(shared, [0, 0]);
    }

    #[test]
    fn stamps_and_passes_that_run_out_start_again() {
        let mut matcher = NgramMatcher::new();
        matcher.base = u32::MAX / 2;
        matcher.add_reference(&[1, 2], 2);
        matcher.pass = u32::MAX;
        let mut shared = [0; 2];
        matcher.count_matches(&[1, 2], 2, &mut shared);
        assert_eq!(shared, [2, 1]);
        matcher.clear();
        assert_eq!(matcher.base, 1);
        matcher.count_matches(&[1, 2], 2, &mut shared);
        assert_eq!(shared, [0, 0]);
    }

    #[test]
    fn order_zero_is_no_order() {
        let mut matcher = NgramMatcher::new();
        matcher.add_reference(&[1, 2], 0);
        let mut shared = [4];
        matcher.count_matches(&[1, 2], 0, &mut shared);
        assert_eq!(shared, [4]);
        assert!(count(&[1, 2], 0).is_empty());
    }

    fn text() -> impl Strategy<Value = Vec<u32>> {
        prop::collection::vec(prop_oneof![0..3_u32, 65_530..65_540_u32], 0..40)
    }

    proptest! {
        #[test]
        fn matches_are_those_of_the_plain_version(
            rounds in prop::collection::vec((prop::collection::vec(text(), 0..4), prop::collection::vec(text(), 1..3)), 1..4),
            order in 0..7_usize,
        ) {
            let mut matcher = NgramMatcher::new();
            for (references, hypotheses) in rounds {
                matcher.clear();
                for reference in &references {
                    matcher.add_reference(reference, order);
                }
                for hypothesis in &hypotheses {
                    let mut shared = vec![0; order];
                    matcher.count_matches(hypothesis, order, &mut shared);
                    prop_assert_eq!(&shared, &plain_matches(&references, hypothesis, order));
                    let mut visited = Vec::new();
                    matcher.visit_matches(hypothesis, order, |found| visited.push(found));
                    prop_assert!(visited.is_sorted_by_key(|found| (found.order, found.start)));
                    for (order, &shared) in (1..).zip(&shared) {
                        let of_order = visited.iter().filter(|found| found.order == order);
                        prop_assert_eq!(of_order.count() as u64, shared);
                    }
                    let ngram = |found: &Match| &hypothesis[found.start..][..found.order];
                    for (one, other) in visited.iter().zip(visited.iter().rev()) {
                        prop_assert_eq!(one.ngram == other.ngram, ngram(one) == ngram(other));
                    }
                }
            }
        }

        #[test]
        fn totals_are_those_of_the_plain_version(text in text(), order in 0..7_usize) {
            let plain: Vec<u64> = (1..=order).map(|order| count(&text, order).values().sum()).collect();
            prop_assert_eq!(totals(text.len(), order).collect::<Vec<_>>(), plain);
        }
    }
}
