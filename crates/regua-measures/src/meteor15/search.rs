//! The search for the best alignment: a beam over the words of the reference.
//!
//! Paths are ordered by the words they cover (more is better; where a module is
//! not exact, half of them, rounded down), then by chunks (fewer), then by the
//! distance of the matched words (smaller), then by who came first. Forty of
//! them go on to the next word.
//!
//! The distance of a match counts for the paths that branch off *after* it at
//! the same word, and not for its own. That looks like an oversight of the
//! original, but values depend on it.

use super::matches::{Match, Matches};

/// How many paths go on.
const BEAM: usize = 40;
const NONE: u32 = u32::MAX;

/// A partial alignment.
#[derive(Debug, Clone, Copy)]
struct Path {
    /// Covered words of both texts, as the order counts them.
    covered: i64,
    chunks: i64,
    distance: i64,
    /// The first word of the reference that is still to be decided.
    next: u32,
    /// Where the last match ended in the hypothesis; nothing after a gap.
    open: Option<u32>,
    /// The last link of the chain of its matches.
    chain: u32,
}

impl Path {
    /// The path with one more match, whose distance is not yet counted.
    fn with(mut self, found: &Match) -> Self {
        let half = u32::from(found.module != 0);
        self.covered += i64::from((found.width >> half) + (found.length >> half));
        if self.open.is_some_and(|end| end != found.from) {
            self.chunks += 1;
        }
        self.next = found.start + found.length;
        self.open = Some(found.from + found.width);
        self
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.chunks += 1;
        }
    }

    fn rank(&self) -> (i64, i64, i64) {
        (-self.covered, self.chunks, self.distance)
    }
}

/// A path that may go on.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    path: Path,
    parent: usize,
    /// The match it chose at this word, if any.
    chosen: Option<Match>,
    order: usize,
}

/// Searches alignments; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Search {
    paths: Vec<Path>,
    candidates: Vec<Candidate>,
    /// Words of the hypothesis that each path has used, a bit each, and those
    /// of the paths of the next word.
    used: Vec<u64>,
    next_used: Vec<u64>,
    /// Matches that paths have chosen, with the link before.
    links: Vec<(u32, Match)>,
}

impl Search {
    /// Adds the matches of the best alignment, by their place in the reference.
    pub(super) fn best(
        &mut self,
        matches: &Matches,
        hypothesis: usize,
        reference: usize,
        best: &mut Vec<Match>,
    ) {
        let blocks = hypothesis.div_ceil(64);
        self.links.clear();
        self.used.clear();
        self.used.resize(blocks, 0);
        self.paths.clear();
        self.paths.push(Path {
            covered: 0,
            chunks: 0,
            distance: 0,
            next: 0,
            open: None,
            chain: NONE,
        });
        for word in 0..reference {
            match matches.certain(word) {
                Some(certain) => self.take(certain, blocks),
                None => self.branch(matches.at(word), word, blocks),
            }
        }
        self.paths.iter_mut().for_each(Path::close);
        // Of equals the first.
        let path = self.paths.iter().min_by_key(|path| path.rank());
        let mut link = path.map_or(NONE, |path| path.chain);
        while let Some(&(before, found)) = self.links.get(link as usize) {
            best.push(found);
            link = before;
        }
        best.extend((0..reference).filter_map(|word| matches.certain(word)));
        best.sort_unstable_by_key(|found| found.start);
    }

    /// Every path takes the one match that there is.
    fn take(&mut self, certain: &Match, blocks: usize) {
        self.candidates.clear();
        for (parent, path) in self.paths.iter_mut().enumerate() {
            *path = path.with(certain);
            path.distance += certain.distance();
            let candidate = Candidate { path: *path, parent, chosen: None, order: parent };
            self.candidates.push(candidate);
        }
        if !self.paths.is_sorted_by_key(Path::rank) {
            self.go_on(blocks);
        }
    }

    /// Every path branches: a path for each match it can take here, and one
    /// that goes on without.
    fn branch(&mut self, here: &[Match], word: usize, blocks: usize) {
        self.candidates.clear();
        for (parent, path) in self.paths.iter_mut().enumerate() {
            let mut add = |path: Path, chosen| {
                let order = self.candidates.len();
                self.candidates.push(Candidate { path, parent, chosen, order });
            };
            if (path.next as usize) <= word {
                let used = &self.used[parent * blocks..(parent + 1) * blocks];
                for found in here.iter().filter(|found| is_free(used, found)) {
                    add(path.with(found), Some(*found));
                    path.distance += found.distance();
                }
                path.close();
                path.next += 1;
            }
            add(*path, None);
        }
        self.go_on(blocks);
    }

    /// The best candidates become the paths.
    fn go_on(&mut self, blocks: usize) {
        let rank = |candidate: &Candidate| (candidate.path.rank(), candidate.order);
        if self.candidates.len() > 2 * BEAM {
            self.candidates.select_nth_unstable_by_key(BEAM, rank);
            self.candidates.truncate(BEAM);
        }
        self.candidates.sort_unstable_by_key(rank);
        self.candidates.truncate(BEAM);
        self.paths.clear();
        self.next_used.clear();
        for Candidate { mut path, parent, chosen, .. } in self.candidates.drain(..) {
            let start = self.next_used.len();
            self.next_used.extend_from_slice(&self.used[parent * blocks..(parent + 1) * blocks]);
            if let Some(found) = chosen {
                self.links.push((path.chain, found));
                path.chain = u32::try_from(self.links.len() - 1).unwrap_or(NONE);
                for place in found.from..found.from + found.width {
                    self.next_used[start + place as usize / 64] |= 1 << (place % 64);
                }
            }
            self.paths.push(path);
        }
        std::mem::swap(&mut self.used, &mut self.next_used);
    }
}

fn is_free(used: &[u64], found: &Match) -> bool {
    let mut places = found.from..found.from + found.width;
    places.all(|place| used[place as usize / 64] >> (place % 64) & 1 == 0)
}
