//! What one module leaves to choose.

use std::ops::Range;

use super::links::Links;
use super::matching::{self, Edges};
use crate::meteor::formula::NONE;

/// A word of the hypothesis that may be aligned in more than one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// Where it stands in the hypothesis.
    pub(super) place: u32,
    /// The component it belongs to.
    pub(super) component: usize,
    /// The words of the reference that fit, in `Problem::candidates`.
    pub(super) candidates: Range<usize>,
}

/// Words of both texts that can be aligned with each other, and with no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Component {
    /// How many words of the hypothesis it has.
    pub(super) items: u32,
    /// How many of them are aligned in a largest alignment.
    pub(super) needed: u32,
    /// Whether each word fits each. Then an alignment with the fewest crossings
    /// keeps their order: to uncross two pairs of a component adds no crossing.
    pub(super) in_order: bool,
}

/// The choices of one module: which alignments are the largest.
#[derive(Debug, Default)]
pub(super) struct Problem {
    /// In the order of the hypothesis.
    pub(super) items: Vec<Item>,
    /// Places in the reference, ascending for each item.
    pub(super) candidates: Vec<u32>,
    pub(super) components: Vec<Component>,
    /// One largest alignment, where words do not all fit each other: for each
    /// item a word of the reference or [`NONE`].
    pub(super) fallback: Vec<u32>,
}

impl Problem {
    /// Free words are aligned with those of the same number. What leaves no
    /// choice is linked at once; how many links that were.
    pub(super) fn equal(&mut self, left: &[u32], right: &[u32], links: &mut Links) -> usize {
        self.clear();
        let mut by_id: Vec<(u32, u32, u32)> = Vec::new();
        let sides = [(0, left, &links.of_hypothesis), (1, right, &links.of_reference)];
        for (side, ids, linked) in sides {
            let places = (0..).zip(ids.iter().zip(linked));
            let free = places.filter(|(_, (_, link))| **link == NONE);
            by_id.extend(free.map(|(place, (&id, _))| (id, side, place)));
        }
        by_id.sort_unstable();
        let mut linked = 0;
        for class in by_id.chunk_by(|one, other| one.0 == other.0) {
            let (own, others) = class.split_at(class.partition_point(|word| word.1 == 0));
            if own.is_empty() || others.is_empty() {
                continue;
            }
            if own.len() == others.len() {
                linked += own.len();
                for (one, other) in own.iter().zip(others) {
                    links.add(one.2, other.2);
                }
                continue;
            }
            let start = self.candidates.len();
            self.candidates.extend(others.iter().map(|word| word.2));
            let (component, candidates) = (self.components.len(), start..self.candidates.len());
            self.components.push(Component {
                items: count(own.len()),
                needed: count(own.len().min(others.len())),
                in_order: true,
            });
            self.items.extend(own.iter().map(|word| Item {
                place: word.2,
                component,
                candidates: candidates.clone(),
            }));
        }
        self.items.sort_unstable_by_key(|item| item.place);
        self.fallback.resize(self.items.len(), NONE);
        linked
    }

    /// Free words are aligned along edges. What leaves no choice is linked at
    /// once; how many links that were.
    pub(super) fn along(&mut self, edges: &Edges, links: &mut Links) -> usize {
        self.clear();
        let matched = matching::largest(edges, links.of_reference.len());
        let component_of = matching::components(edges, links.of_reference.len());
        let mut sizes: Vec<Component> = Vec::new();
        for (&component, &partner) in component_of.iter().zip(&matched) {
            if component == sizes.len() {
                sizes.push(Component { items: 0, needed: 0, in_order: false });
            }
            sizes[component].items += 1;
            sizes[component].needed += u32::from(partner != NONE);
        }
        let mut linked = 0;
        for (index, (place, range)) in edges.words().enumerate() {
            let component = component_of[index];
            let candidates = &edges.partners[range];
            if sizes[component].items == 1 && candidates.len() == 1 {
                links.add(place, candidates[0]);
                linked += 1;
                continue;
            }
            let start = self.candidates.len();
            self.candidates.extend(candidates);
            let candidates = start..self.candidates.len();
            self.items.push(Item { place, component, candidates });
            self.fallback.push(matched[index]);
        }
        self.components = sizes;
        linked
    }

    fn clear(&mut self) {
        self.items.clear();
        self.candidates.clear();
        self.components.clear();
        self.fallback.clear();
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
