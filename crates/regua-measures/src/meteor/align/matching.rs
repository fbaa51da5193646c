//! Largest matchings of words that fit each other in no particular order.

use std::ops::Range;

use crate::meteor::formula::NONE;

/// Which words of the reference fit which words of the hypothesis.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// Places in the hypothesis, ascending, and where their partners end.
    left: Vec<(u32, usize)>,
    /// Places in the reference, ascending for each word.
    pub(super) partners: Vec<u32>,
}

impl Edges {
    pub(super) fn clear(&mut self) {
        self.left.clear();
        self.partners.clear();
    }

    /// Adds a word of the hypothesis with the words that fit, in ascending order.
    pub(super) fn add(&mut self, place: u32, partners: &[u32]) {
        if !partners.is_empty() {
            self.partners.extend(partners);
            self.left.push((place, self.partners.len()));
        }
    }

    /// Each word with its partners.
    pub(super) fn words(&self) -> impl Iterator<Item = (u32, Range<usize>)> + '_ {
        (0..self.left.len()).map(|index| (self.left[index].0, self.range(index)))
    }

    fn range(&self, index: usize) -> Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.left[before].1);
        start..self.left[index].1
    }

    fn of(&self, index: usize) -> &[u32] {
        &self.partners[self.range(index)]
    }
}

/// For each word of the edges its partner in a largest matching, or [`NONE`]:
/// augmenting paths, found breadth first.
pub(super) fn largest(edges: &Edges, reference_length: usize) -> Vec<u32> {
    let mut partner = vec![NONE; edges.left.len()];
    // By place in the reference: the word it is matched with, and the word
    // from which it was reached in the current search.
    let mut matched: Vec<Option<usize>> = vec![None; reference_length];
    let mut reached: Vec<Option<usize>> = vec![None; reference_length];
    let mut touched = Vec::new();
    for start in 0..edges.left.len() {
        let mut queue = vec![start];
        let mut next = 0;
        let mut end = None;
        while let (None, Some(&word)) = (end, queue.get(next)) {
            next += 1;
            for &place in edges.of(word) {
                if reached[place as usize].is_some() {
                    continue;
                }
                reached[place as usize] = Some(word);
                touched.push(place);
                let Some(other) = matched[place as usize] else {
                    end = Some(place);
                    break;
                };
                queue.push(other);
            }
        }
        while let Some(place) = end {
            let word = reached[place as usize].expect("the path came through here");
            matched[place as usize] = Some(word);
            end = Some(std::mem::replace(&mut partner[word], place)).filter(|&old| old != NONE);
        }
        for place in touched.drain(..) {
            reached[place as usize] = None;
        }
    }
    partner
}

/// For each word of the edges the number of its component, in the order in
/// which they come.
pub(super) fn components(edges: &Edges, reference_length: usize) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..edges.left.len()).collect();
    let mut first: Vec<Option<usize>> = vec![None; reference_length];
    for index in 0..edges.left.len() {
        for &place in edges.of(index) {
            let other = *first[place as usize].get_or_insert(index);
            let (one, other) = (root(&mut parents, index), root(&mut parents, other));
            parents[one.max(other)] = one.min(other);
        }
    }
    let mut numbers: Vec<Option<usize>> = vec![None; parents.len()];
    let mut next = 0;
    (0..parents.len())
        .map(|index| {
            *numbers[root(&mut parents, index)].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        })
        .collect()
}

fn root(parents: &mut [usize], mut index: usize) -> usize {
    while parents[index] != index {
        parents[index] = parents[parents[index]];
        index = parents[index];
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_gives_way_to_one_that_has_no_other_choice() {
        let mut edges = Edges::default();
        edges.add(0, &[0, 1]);
        edges.add(1, &[0]);
        edges.add(2, &[1, 2]);
        edges.add(5, &[4]);
        edges.add(6, &[]);
        assert_eq!(largest(&edges, 5), [1, 0, 2, 4]);
        assert_eq!(components(&edges, 5), [0, 0, 0, 1]);
    }
}
