//! All matches between two texts, by all modules.

use regua_store::meteor::MeteorData;

use super::words::{Word, Words};

/// How many possible matches are held before a pair of texts is given up: two
/// texts that repeat one word two thousand times.
const MOST_MATCHES: usize = 1 << 22;
const NOWHERE: u32 = u32::MAX;

/// A stretch of the reference that matches a stretch of the hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) module: u8,
    /// Where it starts in the reference.
    pub(super) start: u32,
    /// How many words of the reference it has.
    pub(super) length: u32,
    /// Where it starts in the hypothesis.
    pub(super) from: u32,
    /// How many words of the hypothesis it has.
    pub(super) width: u32,
}

impl Match {
    fn of_words(module: u8, start: usize, from: usize) -> Self {
        Self { module, start: number(start), length: 1, from: number(from), width: 1 }
    }

    /// How far apart the stretches are.
    pub(super) fn distance(&self) -> i64 {
        (i64::from(self.start) - i64::from(self.from)).abs()
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The matches of a pair of texts; keeps its memory from one to the next.
#[derive(Debug, Default)]
pub(super) struct Matches {
    all: Vec<Match>,
    /// Where the matches of each word of the reference start in `all`.
    starts: Vec<usize>,
    /// How many matches cover each word of the hypothesis and the reference.
    hypothesis_coverage: Vec<u32>,
    reference_coverage: Vec<u32>,
    places: Places,
}

impl Matches {
    /// Finds the matches; false if there are too many to be held.
    pub(super) fn find(&mut self, hypothesis: &[Word], reference: &[Word], words: &Words) -> bool {
        self.all.clear();
        // Equal texts need no other module, and the search cannot go astray.
        let equal = hypothesis.len() == reference.len()
            && hypothesis.iter().zip(reference).all(|(left, right)| left.key == right.key);
        let mut fits = self.pairs(0, hypothesis, reference, |left, right| left.key == right.key);
        if !equal {
            fits =
                fits && self.pairs(1, hypothesis, reference, |left, right| {
                    left.stem == right.stem && left.key != right.key
                }) && self.pairs(2, hypothesis, reference, |left, right| {
                    words.are_synonyms(left, right) && left.key != right.key
                }) && self.paraphrases(hypothesis, reference, words);
        }
        if fits {
            self.arrange(hypothesis.len(), reference.len());
        }
        fits
    }

    /// The matches that start at a word of the reference, in the order in which
    /// the modules found them.
    pub(super) fn at(&self, place: usize) -> &[Match] {
        &self.all[self.starts[place]..self.starts[place + 1]]
    }

    /// The match at a word of the reference if it is the only one there, and
    /// none of the words that it covers has another.
    pub(super) fn certain(&self, place: usize) -> Option<&Match> {
        let [only] = self.at(place) else { return None };
        let once = |coverage: &[u32], from: u32, width: u32| {
            coverage[from as usize..(from + width) as usize].iter().all(|&count| count == 1)
        };
        let alone = once(&self.reference_coverage, only.start, only.length)
            && once(&self.hypothesis_coverage, only.from, only.width);
        alone.then_some(only)
    }

    fn pairs(
        &mut self,
        module: u8,
        hypothesis: &[Word],
        reference: &[Word],
        matches: impl Fn(&Word, &Word) -> bool,
    ) -> bool {
        for (start, right) in reference.iter().enumerate() {
            for (from, left) in hypothesis.iter().enumerate() {
                if matches(left, right) {
                    self.all.push(Match::of_words(module, start, from));
                }
            }
            if self.all.len() > MOST_MATCHES {
                return false;
            }
        }
        true
    }

    /// Paraphrases of phrases of the reference, then those of phrases of the
    /// hypothesis: where the table knows both ways, a match counts twice.
    fn paraphrases(&mut self, hypothesis: &[Word], reference: &[Word], words: &Words) -> bool {
        let all = &mut self.all;
        self.places.note(hypothesis, words);
        let found =
            self.places.find(reference, hypothesis, words, |phrase, width, from, length| {
                all.push(Match { module: 3, start: phrase, length: width, from, width: length });
                all.len() <= MOST_MATCHES
            });
        self.places.forget(hypothesis);
        if !found {
            return false;
        }
        self.places.note(reference, words);
        let found =
            self.places.find(hypothesis, reference, words, |phrase, width, start, length| {
                all.push(Match { module: 3, start, length, from: phrase, width });
                all.len() <= MOST_MATCHES
            });
        self.places.forget(reference);
        found
    }

    fn arrange(&mut self, hypothesis: usize, reference: usize) {
        self.all.sort_by_key(|found| found.start);
        self.starts.clear();
        self.starts.resize(reference + 1, 0);
        for (coverage, length) in
            [(&mut self.hypothesis_coverage, hypothesis), (&mut self.reference_coverage, reference)]
        {
            coverage.clear();
            coverage.resize(length, 0);
        }
        let cover = |coverage: &mut [u32], from: u32, width: u32| {
            coverage[from as usize..(from + width) as usize]
                .iter_mut()
                .for_each(|count| *count += 1);
        };
        for found in &self.all {
            self.starts[found.start as usize + 1] += 1;
            cover(&mut self.reference_coverage, found.start, found.length);
            cover(&mut self.hypothesis_coverage, found.from, found.width);
        }
        for place in 0..reference {
            self.starts[place + 1] += self.starts[place];
        }
    }
}

/// Where the words of a text stand, by their numbers in the vocabulary of
/// paraphrases.
#[derive(Debug, Default)]
struct Places {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Places {
    fn note(&mut self, text: &[Word], words: &Words) {
        let vocabulary = words.data.map_or(0, MeteorData::vocabulary);
        self.first.resize(vocabulary, NOWHERE);
        self.next.clear();
        self.next.resize(text.len(), NOWHERE);
        for (place, word) in text.iter().enumerate().rev() {
            if let Some(first) = word.vocabulary.and_then(|word| self.first.get_mut(word as usize))
            {
                self.next[place] = *first;
                *first = number(place);
            }
        }
    }

    fn forget(&mut self, text: &[Word]) {
        for word in text.iter().filter_map(|word| word.vocabulary) {
            if let Some(first) = self.first.get_mut(word as usize) {
                *first = NOWHERE;
            }
        }
    }

    /// Tells of each phrase of `text`, and of each place in `other` (which was
    /// noted before) where a paraphrase of it stands: where the phrase starts,
    /// its length, where the paraphrase starts, its length. Stops at a no.
    fn find(
        &self,
        text: &[Word],
        other: &[Word],
        words: &Words,
        mut tell: impl FnMut(u32, u32, u32, u32) -> bool,
    ) -> bool {
        let Some(data) = words.data else { return true };
        for start in 0..text.len() {
            let mut node = text[start].node;
            let mut end = start + 1;
            while let Some(here) = node {
                for paraphrase in data.paraphrases(here) {
                    let mut place = self.first.get(paraphrase.first_word as usize).copied();
                    while let Some(from) = place.filter(|&place| place != NOWHERE) {
                        let rest = other.get(from as usize..).unwrap_or_default();
                        let mut length = 0;
                        let stands = data.words(paraphrase).all(|word| {
                            length += 1;
                            rest.get(length - 1).is_some_and(|at| at.vocabulary == Some(word))
                        });
                        let told = !stands
                            || length == 0
                            || tell(number(start), number(end - start), from, number(length));
                        if !told {
                            return false;
                        }
                        place = self.next.get(from as usize).copied();
                    }
                }
                let next = text.get(end).and_then(|word| word.vocabulary);
                node = next.and_then(|word| data.step(Some(here), word));
                end += 1;
            }
        }
        true
    }
}
