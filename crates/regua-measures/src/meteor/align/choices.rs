//! The ways in which a search can go on.

use std::cmp::Reverse;

use super::links::Links;
use super::problem::Problem;
use crate::meteor::formula::NONE;

/// What is decided of a component so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Progress {
    /// Words of the hypothesis that are still to come.
    pub(super) left: u32,
    /// How many of them must be aligned.
    pub(super) needed: u32,
    /// The first candidate that may be taken, where order is kept.
    next: u32,
}

/// Words of the reference that are taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken(Vec<u64>);

impl Taken {
    fn of_length(length: usize) -> Self {
        Self(vec![0; length / 64 + 1])
    }

    fn flip(&mut self, place: u32) {
        self.0[place as usize / 64] ^= 1 << (place % 64);
    }

    fn has(&self, place: u32) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }

    /// How many are taken from the first place on, below the second.
    fn count(&self, from: u32, below: u32) -> u32 {
        if from >= below {
            return 0;
        }
        let (first, last) = (from as usize / 64, (below - 1) as usize / 64);
        let low = u64::MAX << (from % 64);
        let high = u64::MAX >> (63 - (below - 1) % 64);
        if first == last {
            return (self.0[first] & low & high).count_ones();
        }
        let between: u32 = self.0[first + 1..last].iter().map(|bits| bits.count_ones()).sum();
        (self.0[first] & low).count_ones() + between + (self.0[last] & high).count_ones()
    }
}

/// A partial alignment of a problem's items, the first ones decided.
#[derive(Debug, Clone)]
pub(super) struct Partial {
    pub(super) crossings: u32,
    /// How many chunks were joined: the more, the fewer chunks.
    pub(super) joins: u32,
    progress: Vec<Progress>,
    taken: Taken,
    /// The item decided last: its place in the hypothesis and what it took.
    last: (u32, u32),
}

/// One way to decide an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    /// The crossings it adds.
    pub(super) crossings: u32,
    /// The chunks it joins.
    pub(super) joins: u32,
    /// The word of the reference, or [`NONE`].
    pub(super) place: u32,
    /// Which of the candidates that is.
    candidate: u32,
}

impl Choice {
    /// The cheapest one comes first.
    pub(super) fn rank(self) -> (u32, Reverse<u32>, u32) {
        (self.crossings, Reverse(self.joins), self.place)
    }
}

/// What it takes to undo a choice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    crossings: u32,
    joins: u32,
    progress: Progress,
    last: (u32, u32),
}

impl Partial {
    pub(super) fn start(problem: &Problem, links: &Links) -> Self {
        let start = |component: &super::problem::Component| Progress {
            left: component.items,
            needed: component.needed,
            next: 0,
        };
        Self {
            crossings: 0,
            joins: 0,
            progress: problem.components.iter().map(start).collect(),
            taken: Taken::of_length(links.of_reference.len()),
            last: (NONE, NONE),
        }
    }

    /// Adds the ways to decide an item; `fixed` are the crossings of its
    /// candidates with links that stand already. Where a largest alignment is
    /// out of reach there is none.
    pub(super) fn choices(
        &self,
        problem: &Problem,
        links: &Links,
        index: usize,
        fixed: &[u32],
        choices: &mut Vec<Choice>,
    ) {
        let item = &problem.items[index];
        let progress = self.progress[item.component];
        if progress.left > progress.needed {
            choices.push(Choice { crossings: 0, joins: 0, place: NONE, candidate: NONE });
        }
        if progress.needed == 0 {
            return;
        }
        let before = item.place.checked_sub(1).map_or(NONE, |before| {
            if self.last.0 == before { self.last.1 } else { links.of_hypothesis[before as usize] }
        });
        let candidates = &problem.candidates[item.candidates.clone()];
        let (first, end) = if problem.components[item.component].in_order {
            (progress.next as usize, candidates.len() + 1 - progress.needed as usize)
        } else {
            (0, candidates.len())
        };
        let mut counted = u32::try_from(links.of_reference.len()).unwrap_or(NONE);
        let mut crossed = 0;
        for candidate in (first..end).rev() {
            let place = candidates[candidate];
            crossed += self.taken.count(place + 1, counted);
            counted = place + 1;
            if !self.taken.has(place) {
                choices.push(Choice {
                    crossings: fixed[candidate] + crossed,
                    joins: links.joins(before, item.place, place),
                    place,
                    candidate: u32::try_from(candidate).unwrap_or(NONE),
                });
            }
        }
    }

    pub(super) fn decide(&mut self, problem: &Problem, index: usize, choice: Choice) -> Before {
        let item = &problem.items[index];
        let progress = &mut self.progress[item.component];
        let before = Before {
            crossings: self.crossings,
            joins: self.joins,
            progress: *progress,
            last: self.last,
        };
        progress.left -= 1;
        if choice.place != NONE {
            progress.needed -= 1;
            progress.next = choice.candidate + 1;
            self.taken.flip(choice.place);
        }
        self.crossings += choice.crossings;
        self.joins += choice.joins;
        self.last = (item.place, choice.place);
        before
    }

    pub(super) fn undo(&mut self, problem: &Problem, index: usize, choice: Choice, before: Before) {
        if choice.place != NONE {
            self.taken.flip(choice.place);
        }
        self.progress[problem.items[index].component] = before.progress;
        (self.crossings, self.joins, self.last) = (before.crossings, before.joins, before.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_words_are_counted_across_any_range() {
        let mut taken = Taken::of_length(200);
        let places = [0, 1, 63, 64, 65, 127, 128, 199];
        for place in places {
            taken.flip(place);
        }
        for from in 0..=200 {
            for below in 0..=200 {
                let expected = places.iter().filter(|&&place| from <= place && place < below);
                assert_eq!(taken.count(from, below) as usize, expected.count());
            }
        }
    }
}
