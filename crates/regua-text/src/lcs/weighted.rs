//! The weighted longest common subsequence: `k` matches in a row count `k^weight` (Lin 2004).
//!
//! ROUGE-W stands on it. This is the plain table in `O(nm)` time; use
//! [`super::length`] where runs of matches do not matter.

use rustc_hash::FxHashMap;

/// Finds common subsequences that keep together.
///
/// ```
/// use regua_text::lcs::weighted::WeightedLcs;
///
/// // Lin 2004: both candidates have four matches, but only the first has them in a row.
/// let mut lcs = WeightedLcs::new(2.0);
/// let reference = [1, 2, 3, 4, 5, 6, 7];
/// assert_eq!(lcs.score(&reference, &[1, 2, 3, 4, 8, 9, 10]), 16.0);
/// assert_eq!(lcs.score(&reference, &[1, 8, 2, 9, 3, 10, 4]), 4.0);
/// ```
#[derive(Debug, Clone)]
pub struct WeightedLcs {
    weight: f64,
    /// `powers[k]` is `k^weight`.
    powers: Vec<f64>,
    before: Vec<Cell>,
    row: Vec<Cell>,
    came_from: Vec<Step>,
    matched: Vec<bool>,
    /// How often the candidate still has each token.
    left: FxHashMap<u32, u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    score: f64,
    run: usize,
}

/// Where a cell has its value from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Match,
    SkipReference,
    SkipCandidate,
}

impl WeightedLcs {
    /// A finder whose runs of `k` matches count `k^weight`; ROUGE-W's weight is 1.2.
    pub fn new(weight: f64) -> Self {
        Self {
            weight,
            powers: vec![0.0],
            before: Vec::new(),
            row: Vec::new(),
            came_from: Vec::new(),
            matched: Vec::new(),
            left: FxHashMap::default(),
        }
    }

    /// The largest value that the recurrence of Lin 2004 gives the two texts.
    pub fn score(&mut self, reference: &[u32], candidate: &[u32]) -> f64 {
        self.fill(reference, candidate);
        self.before.last().map_or(0.0, |cell| cell.score)
    }

    /// What ROUGE-W counts as matched between a reference and a candidate, in sentences.
    ///
    /// For each reference sentence, the tokens that a weighted subsequence
    /// with any candidate sentence matches are taken together; each run of
    /// them counts its length to the power of the weight. A token counts at
    /// most as often as the candidate has it. As in ROUGE-1.5.5, a run whose
    /// last token is used up is joined to the next run, or lost at the end of
    /// the sentence.
    pub fn union_score<'reference, 'candidate, Candidate>(
        &mut self,
        reference: impl IntoIterator<Item = &'reference [u32]>,
        candidate: Candidate,
    ) -> f64
    where
        Candidate: IntoIterator<Item = &'candidate [u32], IntoIter: Clone>,
    {
        let candidate = candidate.into_iter();
        self.left.clear();
        for &token in candidate.clone().flatten() {
            *self.left.entry(token).or_default() += 1;
        }
        let mut score = 0.0;
        for sentence in reference {
            self.matched.clear();
            self.matched.resize(sentence.len(), false);
            for candidate in candidate.clone() {
                self.fill(sentence, candidate);
                self.mark(sentence.len(), candidate.len());
            }
            score += self.runs(sentence);
        }
        score
    }

    fn power(&mut self, run: usize) -> f64 {
        while self.powers.len() <= run {
            self.powers.push((self.powers.len() as f64).powf(self.weight));
        }
        self.powers[run]
    }

    /// Leaves the last row in `before` and the way back in `came_from`.
    fn fill(&mut self, reference: &[u32], candidate: &[u32]) {
        self.power(reference.len().min(candidate.len()) + 1);
        self.before.clear();
        self.before.resize(candidate.len() + 1, Cell::default());
        self.row.clear();
        self.row.resize(candidate.len() + 1, Cell::default());
        self.came_from.clear();
        for left in reference {
            for (column, right) in candidate.iter().enumerate() {
                let diagonal = self.before[column];
                let above = self.before[column + 1].score;
                let beside = self.row[column].score;
                let (score, run, step) = if left == right {
                    let run = diagonal.run;
                    let score = diagonal.score + self.powers[run + 1] - self.powers[run];
                    (score, run + 1, Step::Match)
                } else if above >= beside {
                    (above, 0, Step::SkipReference)
                } else {
                    (beside, 0, Step::SkipCandidate)
                };
                self.row[column + 1] = Cell { score, run };
                self.came_from.push(step);
            }
            std::mem::swap(&mut self.before, &mut self.row);
        }
    }

    fn mark(&mut self, mut rows: usize, columns: usize) {
        let mut column = columns;
        while rows > 0 && column > 0 {
            let step = self.came_from[(rows - 1) * columns + column - 1];
            if step != Step::SkipCandidate {
                rows -= 1;
            }
            if step != Step::SkipReference {
                column -= 1;
            }
            if step == Step::Match {
                self.matched[rows] = true;
            }
        }
    }

    fn runs(&mut self, sentence: &[u32]) -> f64 {
        let mut score = 0.0;
        let mut run = 0;
        for (position, token) in sentence.iter().enumerate() {
            if !self.matched[position] {
                continue;
            }
            let Some(left) = self.left.get_mut(token).filter(|left| **left > 0) else {
                continue;
            };
            *left -= 1;
            run += 1;
            if self.matched.get(position + 1) != Some(&true) {
                score += self.power(run);
                run = 0;
            }
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Sentences<'text> = &'text [&'text [u32]];

    // The numbers are rouge-metric 1.0.1's: `_rouge_w_summary_level(candidate, reference, 1.2).matches`.
    #[test]
    fn union_scores_are_those_of_rouge_1_5_5() {
        let mut lcs = WeightedLcs::new(1.2);
        let cases: [(Sentences, Sentences, f64); 3] = [
            (
                &[&[1, 2, 3, 4][..], &[5, 6]][..],
                &[&[1, 2, 5, 6, 4][..], &[3, 4]][..],
                7.575_428_353_085_646_5,
            ),
            (&[&[1, 1, 2][..], &[1, 1]][..], &[&[1, 2, 1][..], &[2]][..], 2.297_396_709_994_069_8),
            (&[&[7][..]][..], &[&[8][..]][..], 0.0),
        ];
        for (reference, candidate, expected) in cases {
            let score = lcs.union_score(reference.iter().copied(), candidate.iter().copied());
            assert!((score - expected).abs() < 1e-12, "{score} is not {expected}");
        }
    }

    proptest! {
        #[test]
        fn with_weight_one_the_score_is_the_length(
            left in prop::collection::vec(0..5_u32, 0..30),
            right in prop::collection::vec(0..5_u32, 0..30),
        ) {
            let length = crate::lcs::length(&mut crate::lcs::Scratch::default(), &left, &right);
            let score = WeightedLcs::new(1.0).score(&left, &right);
            prop_assert!((score - length as f64).abs() < 1e-9);
        }

        #[test]
        fn a_text_matches_itself_as_one_run(text in prop::collection::vec(0..5_u32, 1..30)) {
            let mut lcs = WeightedLcs::new(1.2);
            let expected = (text.len() as f64).powf(1.2);
            prop_assert!((lcs.score(&text, &text) - expected).abs() < 1e-9);
            let union = lcs.union_score([&text[..]], [&text[..]]);
            prop_assert!((union - expected).abs() < 1e-9);
        }
    }
}
