//! Pieces by a unigram language model: the cut with the best sum of scores.

use super::Found;
use super::model::{Piece, Role};
use super::trie::Trie;

/// How much worse than the worst piece an unknown character is.
const UNKNOWN_PENALTY: f32 = 10.0;
/// Nothing ends here yet.
const NOWHERE: usize = usize::MAX;

/// A unigram model.
#[derive(Debug, Clone)]
pub(super) struct Unigram {
    pieces: Trie,
    scores: Vec<Score>,
    unknown: f32,
    highest: f32,
}

#[derive(Debug, Clone, Copy)]
enum Score {
    Fixed(f32),
    /// A symbol of the user: always worth taking.
    Bonus,
    Unused,
}

/// The best cut of the text up to some byte.
#[derive(Debug, Clone, Copy)]
struct Best {
    score: f32,
    /// Where the last piece of it starts.
    start: usize,
    piece: Option<u32>,
}

impl Unigram {
    pub(super) fn new(pieces: &[Piece], texts: Trie) -> Self {
        let normal = || pieces.iter().filter(|piece| piece.role == Role::Normal);
        let worst = normal().map(|piece| piece.score).fold(f32::MAX, f32::min);
        let highest = normal().map(|piece| piece.score).fold(f32::MIN_POSITIVE, f32::max);
        let score = |piece: &Piece| match piece.role {
            Role::UserDefined => Score::Bonus,
            Role::Unused => Score::Unused,
            _ => Score::Fixed(piece.score),
        };
        Self {
            pieces: texts,
            scores: pieces.iter().map(score).collect(),
            unknown: worst - UNKNOWN_PENALTY,
            highest,
        }
    }

    /// The best cut. Sums are rounded to single precision at each piece and
    /// the first of equals wins, as in the reference.
    #[expect(clippy::cast_possible_truncation, reason = "the reference rounds here, too")]
    pub(super) fn cut(&self, text: &str, found: &mut Vec<Found>) {
        let mut best = vec![Best { score: 0.0, start: NOWHERE, piece: None }; text.len() + 1];
        for (start, character) in text.char_indices() {
            let best_here = best[start].score;
            let one = character.len_utf8();
            let mut has_one = false;
            self.pieces.prefixes(&text.as_bytes()[start..], |length, piece| {
                let score = match self.scores[piece as usize] {
                    Score::Fixed(score) => score,
                    Score::Bonus => (f64::from(length as f32 * self.highest) - 0.1) as f32,
                    Score::Unused => return,
                };
                has_one |= length == one;
                let end = &mut best[start + length];
                let score = best_here + score;
                if end.start == NOWHERE || score > end.score {
                    *end = Best { score, start, piece: Some(piece) };
                }
            });
            if !has_one {
                let end = &mut best[start + one];
                let score = best_here + self.unknown;
                if end.start == NOWHERE || score > end.score {
                    *end = Best { score, start, piece: None };
                }
            }
        }
        let mut end = text.len();
        while end > 0 {
            let Best { start, piece, .. } = best[end];
            found.push(Found { range: start..end, piece });
            end = start;
        }
        found.reverse();
    }
}
