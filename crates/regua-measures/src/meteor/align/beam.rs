//! Few crossings where the exact search gave up: a beam of partial alignments.

use super::choices::{Choice, Partial};
use super::links::Links;
use super::problem::Problem;
use super::search::Found;

/// How many partial alignments are kept, and how many ways each goes on.
const WIDTH: usize = 32;
const WAYS: usize = 8;
/// Long texts get a narrower beam: so many cells (words times words) at full width.
const CELLS_AT_FULL_WIDTH: usize = 1 << 20;

/// One decision and the decision before it.
#[derive(Debug, Clone, Copy)]
struct Step {
    before: Option<usize>,
    place: u32,
}

/// The best alignment that a beam finds; nothing if all of its partial
/// alignments ended where a largest one is out of reach.
pub(super) fn beam(problem: &Problem, links: &Links) -> Option<Found> {
    let cells = links.of_hypothesis.len() * links.of_reference.len();
    let width = (WIDTH * CELLS_AT_FULL_WIDTH / cells.max(1)).clamp(1, WIDTH);
    let mut steps: Vec<Step> = Vec::new();
    let mut states = vec![(Partial::start(problem, links), None)];
    let (mut fixed, mut choices, mut ways) = (Vec::new(), Vec::new(), Vec::new());
    for (index, item) in problem.items.iter().enumerate() {
        fixed.clear();
        let candidates = &problem.candidates[item.candidates.clone()];
        links.crossings(item.place, candidates, &mut fixed);
        ways.clear();
        for (number, (partial, _)) in states.iter().enumerate() {
            choices.clear();
            partial.choices(problem, links, index, &fixed, &mut choices);
            choices.sort_unstable_by_key(|choice: &Choice| choice.rank());
            ways.extend(choices.iter().take(WAYS).map(|choice| {
                let crossings = partial.crossings + choice.crossings;
                let joins = partial.joins + choice.joins;
                ((crossings, std::cmp::Reverse(joins), number, choice.place), *choice)
            }));
        }
        ways.sort_unstable_by_key(|(rank, _)| *rank);
        ways.truncate(width);
        let next = ways.iter().map(|((_, _, number, _), choice)| {
            let (partial, before) = &states[*number];
            let mut partial = partial.clone();
            partial.decide(problem, index, *choice);
            steps.push(Step { before: *before, place: choice.place });
            (partial, Some(steps.len() - 1))
        });
        states = next.collect();
    }
    let (best, mut last) = states.into_iter().next()?;
    let mut places = Vec::with_capacity(problem.items.len());
    while let Some(step) = last.map(|last| steps[last]) {
        places.push(step.place);
        last = step.before;
    }
    places.reverse();
    Some(Found { crossings: best.crossings, joins: best.joins, places })
}
