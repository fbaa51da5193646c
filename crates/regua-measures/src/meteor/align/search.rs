//! Fewest crossings, exactly: depth first, with what cannot get better cut off.

use super::choices::{Choice, Partial};
use super::links::Links;
use super::problem::Problem;
use crate::meteor::formula::NONE;

/// How many decisions are tried before the search gives up.
pub(super) const MOST_NODES: usize = 1 << 15;
/// How many items are searched at all: the search goes as deep as there are.
const MOST_ITEMS: usize = 512;
/// How many candidates all items together may have.
const MOST_CANDIDATES: usize = 1 << 18;

/// The best that a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) crossings: u32,
    pub(super) joins: u32,
    /// For each item its word of the reference, or [`NONE`].
    pub(super) places: Vec<u32>,
}

impl Found {
    pub(super) fn is_better_than(&self, other: &Self) -> bool {
        (self.crossings, other.joins) < (other.crossings, self.joins)
    }
}

/// The best alignment found, and whether there is certainly none better.
pub(super) fn exact(problem: &Problem, links: &Links) -> (Option<Found>, bool) {
    let candidates: usize = problem.items.iter().map(|item| item.candidates.len()).sum();
    if problem.items.len() > MOST_ITEMS || candidates > MOST_CANDIDATES {
        return (None, false);
    }
    let mut search = Search::new(problem, links);
    search.visit(0);
    (search.best, search.nodes <= MOST_NODES)
}

struct Search<'p> {
    problem: &'p Problem,
    links: &'p Links,
    /// Crossings of each candidate of each item with links that stand already.
    fixed: Vec<u32>,
    /// Where those of each item start in `fixed`.
    starts: Vec<usize>,
    /// From each item on: crossings that will be there at least, and chunks
    /// that can be joined at most.
    bounds: Vec<(u32, u32)>,
    partial: Partial,
    places: Vec<u32>,
    choices: Vec<Choice>,
    best: Option<Found>,
    nodes: usize,
}

impl<'p> Search<'p> {
    fn new(problem: &'p Problem, links: &'p Links) -> Self {
        let mut search = Self {
            problem,
            links,
            fixed: Vec::new(),
            starts: Vec::with_capacity(problem.items.len() + 1),
            bounds: vec![(0, 0); problem.items.len() + 1],
            partial: Partial::start(problem, links),
            places: vec![NONE; problem.items.len()],
            choices: Vec::new(),
            best: None,
            nodes: 0,
        };
        for item in &problem.items {
            search.starts.push(search.fixed.len());
            let candidates = &problem.candidates[item.candidates.clone()];
            links.crossings(item.place, candidates, &mut search.fixed);
        }
        search.starts.push(search.fixed.len());
        for index in (0..problem.items.len()).rev() {
            let (crossings, joins) = search.bound(index);
            let after = search.bounds[index + 1];
            search.bounds[index] = (after.0 + crossings, after.1 + joins);
        }
        search
    }

    /// The fewest crossings with standing links, and the most joins, of an item.
    fn bound(&self, index: usize) -> (u32, u32) {
        let item = &self.problem.items[index];
        let component = self.problem.components[item.component];
        let fixed = &self.fixed[self.starts[index]..self.starts[index + 1]];
        let crossings = if component.items > component.needed {
            0
        } else {
            fixed.iter().copied().min().unwrap_or(0)
        };
        let follows = index > 0 && self.problem.items[index - 1].place + 1 == item.place;
        let candidates = self.problem.candidates[item.candidates.clone()].iter();
        let joins = candidates.map(|&place| {
            let before = match item.place.checked_sub(1) {
                Some(_) if follows => place.wrapping_sub(1),
                Some(before) => self.links.of_hypothesis[before as usize],
                None => NONE,
            };
            self.links.joins(before, item.place, place)
        });
        (crossings, joins.max().unwrap_or(0))
    }

    fn visit(&mut self, index: usize) {
        if index == self.problem.items.len() {
            self.best = Some(Found {
                crossings: self.partial.crossings,
                joins: self.partial.joins,
                places: self.places.clone(),
            });
            return;
        }
        let start = self.choices.len();
        let fixed = &self.fixed[self.starts[index]..self.starts[index + 1]];
        self.partial.choices(self.problem, self.links, index, fixed, &mut self.choices);
        self.choices[start..].sort_unstable_by_key(|choice| choice.rank());
        for position in start..self.choices.len() {
            let choice = self.choices[position];
            if self.is_hopeless(index, choice) {
                continue;
            }
            self.nodes += 1;
            if self.nodes > MOST_NODES {
                break;
            }
            let before = self.partial.decide(self.problem, index, choice);
            self.places[index] = choice.place;
            self.visit(index + 1);
            self.partial.undo(self.problem, index, choice, before);
        }
        self.choices.truncate(start);
    }

    /// Whether nothing better than the best can come of a choice.
    fn is_hopeless(&self, index: usize, choice: Choice) -> bool {
        let Some(best) = &self.best else { return false };
        let (crossings, joins) = self.bounds[index + 1];
        let crossings = self.partial.crossings + choice.crossings + crossings;
        let joins = self.partial.joins + choice.joins + joins;
        (crossings, best.joins) >= (best.crossings, joins)
    }
}
