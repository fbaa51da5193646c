//! The search for the best width of ties.

use super::kendall;
use crate::Undefined;

/// The search for the best width.
///
/// As the width grows over the difference of a pair, that pair becomes tied: a
/// gain if people tied it, a loss if both ordered it alike, nothing otherwise.
/// Where all pairs cannot be sorted at once, their gains and losses are first
/// summed up by buckets of differences; only a bucket whose gains could lift it
/// to the best value so far is looked into.
pub(super) struct Search {
    groups: Vec<Sorted>,
    /// How many pairs are sorted at once.
    limit: u64,
    buckets: usize,
    best: i128,
    epsilon: f64,
}

impl Search {
    pub(super) fn new(
        groups: &[(&[f64], &[f64])],
        limit: u64,
        buckets: usize,
    ) -> Result<Self, Undefined> {
        let whole =
            common_multiple(groups.iter().map(|(people, _)| kendall::pairs_of(people.len())));
        let mut search = Self {
            groups: Vec::with_capacity(groups.len()),
            limit,
            buckets,
            best: 0,
            epsilon: 0.0,
        };
        for (people, measure) in groups {
            let counts = kendall::counts(people, measure)?;
            let unit = whole / i128::from(counts.pairs());
            search.best += unit * i128::from(counts.concordant + counts.tied_both);
            let mut order: Vec<(f64, f64)> =
                measure.iter().copied().zip(people.iter().copied()).collect();
            order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
            let (scores, ratings) = order.into_iter().unzip();
            search.groups.push(Sorted { scores, ratings, unit });
        }
        // Groups that are worth the same follow each other, so that their counts are added up first.
        search.groups.sort_by_key(|group| group.unit);
        Ok(search)
    }

    pub(super) fn run(mut self) -> f64 {
        let smallest = f64::from_bits(1);
        self.look(Range { low: smallest, high: f64::INFINITY }, self.best);
        self.epsilon
    }

    /// Looks for a better width in the range, before which the value is `start`.
    fn look(&mut self, range: Range, start: i128) {
        let (mut pairs, mut smallest, mut largest) = (0, f64::INFINITY, 0.0_f64);
        for group in &self.groups {
            group.rows(range, |scores, _, at| {
                pairs += scores.len() as u64;
                smallest = smallest.min(scores[0] - at.0);
                largest = largest.max(scores[scores.len() - 1] - at.0);
            });
        }
        let range = Range { low: smallest, high: largest };
        if smallest < largest && pairs > self.limit {
            self.divide(range, start);
        } else if smallest < largest {
            self.sweep(range, start);
        } else if pairs > 0 {
            self.tie(range, start);
        }
    }

    /// Tries the only width in the range.
    fn tie(&mut self, range: Range, start: i128) {
        let mut value = start;
        for group in &self.groups {
            group.rows(range, |_, ratings, (_, rating)| {
                value += group.unit
                    * i128::from(ratings.iter().map(|other| change(rating, *other)).sum::<i64>());
            });
        }
        self.offer(value, range.low);
    }

    /// Tries every width in the range.
    fn sweep(&mut self, range: Range, start: i128) {
        let mut changes: Vec<(u64, i64, usize)> = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            group.rows(range, |scores, ratings, at| {
                let all = scores
                    .iter()
                    .zip(ratings)
                    .map(|(score, rating)| (score - at.0, change(at.1, *rating)));
                let real = all.filter(|(_, change)| *change != 0);
                changes.extend(
                    real.map(|(difference, change)| (difference.to_bits(), change, number)),
                );
            });
        }
        changes.sort_unstable();
        let mut value = start;
        for same in changes.chunk_by(|one, other| one.0 == other.0) {
            value += same
                .iter()
                .map(|(_, change, group)| i128::from(*change) * self.groups[*group].unit)
                .sum::<i128>();
            self.offer(value, f64::from_bits(same[0].0));
        }
    }

    /// Sums up by buckets, then looks into those that may hold the best width.
    fn divide(&mut self, range: Range, start: i128) {
        let buckets = Buckets { range, last: self.buckets - 1 };
        let (gains, losses, pairs) = self.sums(&buckets);
        let mut value = start;
        let mut reached = self.best;
        for (gain, loss) in gains.iter().zip(&losses) {
            value += gain - loss;
            reached = reached.max(value);
        }
        let mut value = start;
        let mut open: Option<(usize, i128, u64)> = None;
        for at in 0..self.buckets {
            let hopeful =
                gains[at] > 0 && value + gains[at] >= reached && value + gains[at] > self.best;
            if let Some((first, before, held)) = open
                && (!hopeful || held + pairs[at] > self.limit)
            {
                self.look_into(buckets.span(first, at - 1), before, held);
                open = None;
            }
            if hopeful {
                let (first, before, held) = open.unwrap_or((at, value, 0));
                open = Some((first, before, held + pairs[at]));
            }
            value += gains[at] - losses[at];
        }
        if let Some((first, before, held)) = open {
            self.look_into(buckets.span(first, buckets.last), before, held);
        }
    }

    /// Several buckets are never held beyond the limit; one alone may be, and is
    /// divided again.
    fn look_into(&mut self, range: Range, start: i128, held: u64) {
        if held > self.limit {
            self.look(range, start);
        } else {
            self.sweep(range, start);
        }
    }

    /// Gains, losses and pairs that matter, by bucket.
    fn sums(&self, buckets: &Buckets) -> (Vec<i128>, Vec<i128>, Vec<u64>) {
        let mut gains = vec![0; self.buckets];
        let mut losses = vec![0; self.buckets];
        let mut pairs = vec![0; self.buckets];
        for alike in self.groups.chunk_by(|one, other| one.unit == other.unit) {
            // Gains in the high half, losses in the low one: at most 2^32 pairs are looked at.
            let mut counts = vec![0_u64; self.buckets];
            for group in alike {
                group.rows(buckets.range, |scores, ratings, (score, rating)| {
                    for (other, other_rating) in scores.iter().zip(ratings) {
                        let ordered = u64::from(*other_rating > rating);
                        let tied = u64::from(*other_rating >= rating) - ordered;
                        counts[buckets.bucket(other - score)] += tied << 32 | ordered;
                    }
                });
            }
            let unit = alike[0].unit;
            for (at, count) in counts.iter().enumerate() {
                let (tied, ordered) = (count >> 32, count & u64::from(u32::MAX));
                gains[at] += unit * i128::from(tied);
                losses[at] += unit * i128::from(ordered);
                pairs[at] += tied + ordered;
            }
        }
        (gains, losses, pairs)
    }

    fn offer(&mut self, value: i128, epsilon: f64) {
        if value > self.best {
            self.best = value;
            self.epsilon = epsilon;
        }
    }
}

/// A group in the order of its scores.
struct Sorted {
    scores: Vec<f64>,
    ratings: Vec<f64>,
    /// What one pair is worth, so that all pairs of any group are worth the same.
    unit: i128,
}

impl Sorted {
    /// For each value with partners above it in the range: their scores and
    /// ratings, and its own.
    fn rows(&self, range: Range, mut row: impl FnMut(&[f64], &[f64], (f64, f64))) {
        let (mut first, mut end) = (0, 0);
        for (score, rating) in self.scores.iter().zip(&self.ratings) {
            while self.scores.get(first).is_some_and(|other| other - score < range.low) {
                first += 1;
            }
            end = end.max(first);
            while self.scores.get(end).is_some_and(|other| other - score <= range.high) {
                end += 1;
            }
            if first < end {
                row(&self.scores[first..end], &self.ratings[first..end], (*score, *rating));
            }
        }
    }
}

/// Differences from `low` to `high`, both included.
#[derive(Clone, Copy)]
struct Range {
    low: f64,
    high: f64,
}

/// The range in parts of the same width.
struct Buckets {
    range: Range,
    last: usize,
}

impl Buckets {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "differences in the range are not below its start, and numbers beyond the last bucket belong to it"
    )]
    fn bucket(&self, difference: f64) -> usize {
        let scale = self.last as f64 / (self.range.high - self.range.low);
        (((difference - self.range.low) * scale) as usize).min(self.last)
    }

    /// The differences that fall into the buckets from `first` to `last`.
    fn span(&self, first: usize, last: usize) -> Range {
        let low = f64::from_bits(self.lowest(|bucket| bucket >= first));
        let high = f64::from_bits(self.lowest(|bucket| bucket > last) - 1);
        Range { low, high }
    }

    /// The lowest difference whose bucket is in the upper part, as bits, which
    /// order as positive numbers do; just beyond the range if there is none.
    fn lowest(&self, upper: impl Fn(usize) -> bool) -> u64 {
        let (mut low, mut high) = (self.range.low.to_bits(), self.range.high.to_bits() + 1);
        while low < high {
            let middle = low + (high - low) / 2;
            if upper(self.bucket(f64::from_bits(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}

/// What becomes of a pair with a lower score and a higher one when it is tied.
fn change(lower: f64, higher: f64) -> i64 {
    i64::from(higher >= lower) - 2 * i64::from(higher > lower)
}

/// A number that every count divides; a very large one where it would be larger
/// still, which is close enough to compare sums by.
pub(in crate::correlation) fn common_multiple(counts: impl Iterator<Item = u64>) -> i128 {
    const LARGE: i128 = 1 << 96;
    let mut multiple: i128 = 1;
    for count in counts {
        let (mut one, mut other) = (multiple, i128::from(count));
        while other != 0 {
            (one, other) = (other, one % other);
        }
        multiple *= i128::from(count) / one;
        if multiple > LARGE {
            return LARGE;
        }
    }
    multiple
}
