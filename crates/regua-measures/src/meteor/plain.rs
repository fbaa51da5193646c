//! METEOR as plainly as it can be written, for tests.

use std::sync::Arc;

use regua_store::Synonyms;
use regua_text::stem::porter::Porter;

use super::formula::Counts;

type Words = Vec<(usize, String)>;

/// NLTK's alignment, in loops over all pairs.
pub(super) fn nltk_counts(
    hypothesis: &str,
    reference: &str,
    synonyms: Option<&Arc<dyn Synonyms>>,
) -> Counts {
    let words = |text: &str| -> Words {
        text.split_whitespace().map(str::to_lowercase).enumerate().collect()
    };
    let (mut left, mut right) = (words(hypothesis), words(reference));
    let (hypothesis, reference) = (left.len() as i64, right.len() as i64);
    let mut pairs = Vec::new();
    match_from_the_right(&mut left, &mut right, &mut pairs, |one, other| one == other);
    for (_, word) in left.iter_mut().chain(&mut right) {
        *word = Porter::default().stem(word, &mut String::new()).to_owned();
    }
    match_from_the_right(&mut left, &mut right, &mut pairs, |one, other| one == other);
    if let Some(synonyms) = synonyms {
        match_from_the_right(&mut left, &mut right, &mut pairs, |one, other| {
            let (mut sets, mut listing) = (Vec::new(), Vec::new());
            synonyms.sets(one, &mut sets);
            synonyms.sets_listing(other, &mut listing);
            !other.contains('_') && sets.iter().any(|set| listing.contains(set))
        });
    }
    pairs.sort_unstable();
    let runs = pairs.windows(2).filter(|two| two[1] != (two[0].0 + 1, two[0].1 + 1)).count() as i64;
    let matches = pairs.len() as i64;
    let chunks = if matches == 0 { 0 } else { runs + 1 };
    Counts { matches, hypothesis, reference, chunks }
}

fn match_from_the_right(
    left: &mut Words,
    right: &mut Words,
    pairs: &mut Vec<(usize, usize)>,
    fits: impl Fn(&str, &str) -> bool,
) {
    for index in (0..left.len()).rev() {
        let word = &left[index];
        if let Some(found) = right.iter().rposition(|(_, other)| fits(&word.1, other)) {
            pairs.push((word.0, right[found].0));
            left.remove(index);
            right.remove(found);
        }
    }
}

/// What an alignment is judged by, best first: the most matches, then the
/// fewest crossings, then the fewest chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Judged {
    /// Words without a partner: the fewer, the more matches.
    pub(super) alone: usize,
    pub(super) crossings: usize,
    pub(super) chunks: i64,
}

impl Judged {
    pub(super) fn of(alignment: &[Option<usize>]) -> Self {
        let pairs: Vec<(usize, usize)> = alignment
            .iter()
            .enumerate()
            .filter_map(|(left, right)| right.map(|right| (left, right)))
            .collect();
        let crossings = pairs
            .iter()
            .flat_map(|one| pairs.iter().map(move |other| (one, other)))
            .filter(|(one, other)| one.0 < other.0 && one.1 > other.1)
            .count();
        let joined = pairs.windows(2).filter(|two| two[1] == (two[0].0 + 1, two[0].1 + 1)).count();
        Self {
            alone: alignment.len() - pairs.len(),
            crossings,
            chunks: (pairs.len() - joined) as i64,
        }
    }
}

/// The best way to extend an alignment by pairs that fit, of all ways there are.
pub(super) fn best_extension(
    alignment: &[Option<usize>],
    reference_length: usize,
    fits: &dyn Fn(usize, usize) -> bool,
) -> Judged {
    let mut best = None;
    let mut extended = alignment.to_vec();
    let mut used = vec![false; reference_length];
    for &place in alignment.iter().flatten() {
        used[place] = true;
    }
    extend(0, &mut extended, &mut used, fits, &mut best);
    best.expect("there is always the alignment itself")
}

fn extend(
    from: usize,
    alignment: &mut [Option<usize>],
    used: &mut [bool],
    fits: &dyn Fn(usize, usize) -> bool,
    best: &mut Option<Judged>,
) {
    let Some(place) = (from..alignment.len()).find(|&place| alignment[place].is_none()) else {
        let judged = Judged::of(alignment);
        *best = Some(best.map_or(judged, |best| best.min(judged)));
        return;
    };
    extend(place + 1, alignment, used, fits, best);
    for other in 0..used.len() {
        if !used[other] && fits(place, other) {
            (alignment[place], used[other]) = (Some(other), true);
            extend(place + 1, alignment, used, fits, best);
            (alignment[place], used[other]) = (None, false);
        }
    }
}
