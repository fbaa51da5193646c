//! From counts to BLEU, with the operations of NLTK 3.10.4 in their order: that
//! is what makes the last digit agree.

use regua_core::exact::ExactSum;

use super::fraction::Fraction;
use crate::bleu::{BleuTally, brevity_penalty};

/// What methods 1, 4 and 6 take for the parameters that Chen and Cherry name.
const EPSILON: f64 = 0.1;
const K: u64 = 5;
const ALPHA: u64 = 5;
/// The order of which method 5 needs the precision beside all others.
pub(super) const ORDER_AHEAD: usize = 5;

/// What becomes of orders without a match: NLTK's eight methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// They count next to nothing.
    #[default]
    None,
    /// They count a tenth of a match.
    Epsilon,
    /// All orders but the first count one match and one n-gram more.
    AddOne,
    /// The first counts half a match, the next a quarter, and so on.
    Halves,
    /// The same, with less for shorter texts.
    HalvesByLength,
    /// Each order is averaged with its neighbours.
    Neighbours,
    /// Each order from the third on is mixed with what the two before it let expect.
    Prior,
    /// Those by length, then averaged with their neighbours.
    HalvesThenNeighbours,
}

impl Method {
    /// All, by their numbers.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Epsilon,
        Self::AddOne,
        Self::Halves,
        Self::HalvesByLength,
        Self::Neighbours,
        Self::Prior,
        Self::HalvesThenNeighbours,
    ];

    /// NLTK's number for it.
    pub fn number(self) -> usize {
        Self::ALL.iter().position(|method| *method == self).unwrap_or_default()
    }

    /// Whether it looks at fifth-order n-grams, whatever the order.
    pub(super) fn looks_ahead(self) -> bool {
        matches!(self, Self::Neighbours | Self::HalvesThenNeighbours)
    }

    /// Whether it needs no more than sums.
    pub(super) fn has_corpus(self) -> bool {
        !self.looks_ahead() && self != Self::Prior
    }

    /// The lowest order it works for.
    pub(super) fn lowest_order(self) -> usize {
        if self == Self::Prior { 3 } else { 1 }
    }
}

/// BLEU of counts whose totals are 1 at least. `ahead` is the precision of
/// [`ORDER_AHEAD`], for methods that look ahead.
pub(super) fn bleu(
    tally: &BleuTally,
    method: Method,
    reweigh: bool,
    ahead: (u64, u64),
) -> Result<f64, &'static str> {
    if tally.correct.first().is_none_or(|&matches| matches == 0) {
        return Ok(0.0);
    }
    let precisions = match method {
        Method::Neighbours => {
            let exact = fractions(tally).map(Number::Exact).collect();
            averaged(exact, Number::Exact(Fraction::new(ahead.0, ahead.1)))
        }
        Method::HalvesThenNeighbours => {
            let mixed = fractions(tally).zip(simple(tally, Method::HalvesByLength));
            let mixed = mixed.zip(&tally.correct).map(|((exact, rounded), &matches)| {
                let replaced = matches == 0 && tally.hyp_len > 1;
                if replaced { Number::Rounded(rounded) } else { Number::Exact(exact) }
            });
            averaged(mixed.collect(), Number::Exact(Fraction::new(ahead.0, ahead.1)))
        }
        Method::Prior => with_prior(tally)?,
        simple_method => simple(tally, simple_method),
    };
    let order = tally.correct.len();
    let orders = match usize::try_from(tally.hyp_len) {
        Ok(length @ 1..4) if reweigh && order == 4 => length,
        _ => order,
    };
    let weight = 1.0 / orders as f64;
    let mut sum = ExactSum::default();
    for &precision in precisions.iter().take(orders).filter(|&&precision| precision > 0.0) {
        sum.add(weight * precision.ln());
    }
    Ok(brevity_penalty(tally.hyp_len, tally.ref_len) * sum.value().exp())
}

/// The precisions of the methods that treat each order by itself.
fn simple(tally: &BleuTally, method: Method) -> Vec<f64> {
    let mut power = 1.0;
    let length = tally.hyp_len as f64;
    let counts = tally.correct.iter().zip(&tally.total).enumerate();
    counts
        .map(|(shorter, (&correct, &total))| {
            let (matches, total) = (correct as f64, total as f64);
            match method {
                Method::AddOne if shorter > 0 => return (matches + 1.0) / (total + 1.0),
                _ if correct > 0 => return matches / total,
                Method::Epsilon => return EPSILON / total,
                Method::Halves | Method::HalvesByLength => power *= 2.0,
                _ => return f64::MIN_POSITIVE,
            }
            match method {
                Method::Halves => 1.0 / (power * total),
                _ if tally.hyp_len > 1 => 1.0 / (power * K as f64 / length.ln()) / total,
                _ => 0.0,
            }
        })
        .collect()
}

/// A number of Python's: a fraction until a floating-point number comes in.
#[derive(Debug, Clone)]
enum Number {
    Exact(Fraction),
    Rounded(f64),
}

impl Number {
    fn value(&self) -> f64 {
        match self {
            Self::Exact(fraction) => fraction.value(),
            Self::Rounded(value) => *value,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Exact(left), Self::Exact(right)) => Self::Exact(left.plus(right)),
            _ => Self::Rounded(self.value() + other.value()),
        }
    }

    fn third(&self) -> Self {
        match self {
            Self::Exact(fraction) => Self::Exact(fraction.times(&Fraction::new(1, 3))),
            Self::Rounded(value) => Self::Rounded(value / 3.0),
        }
    }
}

fn fractions(tally: &BleuTally) -> impl Iterator<Item = Fraction> {
    let counts = tally.correct.iter().zip(&tally.total);
    counts.map(|(&correct, &total)| {
        Fraction::new(correct.unsigned_abs(), total.unsigned_abs().max(1))
    })
}

/// Method 5: the mean of the order before, which is itself such a mean, this one
/// and the next; before the first comes one more than it.
fn averaged(precisions: Vec<Number>, ahead: Number) -> Vec<f64> {
    let mut with_ahead = precisions;
    with_ahead.push(ahead);
    let one = Number::Exact(Fraction::new(1, 1));
    let mut before = with_ahead[0].plus(&one);
    with_ahead
        .windows(2)
        .map(|pair| {
            before = before.plus(&pair[0]).plus(&pair[1]).third();
            before.value()
        })
        .collect()
}

/// Method 6.
fn with_prior(tally: &BleuTally) -> Result<Vec<f64>, &'static str> {
    if tally.correct.get(2).is_none_or(|&matches| matches == 0) {
        return Err("smoothing 6 needs a matching n-gram of order 3");
    }
    let mut precisions: Vec<Fraction> = fractions(tally).collect();
    for shorter in 2..precisions.len() {
        let last = &precisions[shorter - 1];
        let prior = last.times(last).over(&precisions[shorter - 2]);
        let matches = Fraction::new(tally.correct[shorter].unsigned_abs(), 1);
        let ngrams = tally.hyp_len.unsigned_abs().saturating_sub(shorter as u64);
        let mixed = matches.plus(&Fraction::new(ALPHA, 1).times(&prior));
        precisions[shorter] = mixed.over(&Fraction::new(ngrams + ALPHA, 1));
    }
    Ok(precisions.iter().map(Fraction::value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(hyp_len: i64, ref_len: i64, correct: [i64; 4]) -> BleuTally {
        let total = (0..4).map(|shorter| (hyp_len - shorter).max(1)).collect();
        BleuTally { hyp_len, ref_len, correct: correct.to_vec(), total }
    }

    // NLTK 3.10.4: `sentence_bleu([["a", "b", "x"]], ["a", "b", "c", "d"])`, which warns.
    #[test]
    fn an_order_without_matches_leaves_a_tiny_rest_as_in_nltk() {
        let rest = bleu(&tally(4, 3, [2, 1, 0, 0]), Method::None, false, (0, 1)).unwrap();
        assert_eq!(rest.to_bits(), 9.530_910_758_639_08e-155_f64.to_bits());
    }

    #[test]
    fn the_third_precision_decides_whether_method_six_works() {
        let score = |correct| bleu(&tally(6, 6, correct), Method::Prior, false, (0, 1));
        assert!(score([4, 2, 1, 0]).is_ok());
        assert_eq!(score([4, 2, 0, 0]), Err("smoothing 6 needs a matching n-gram of order 3"));
        assert_eq!(score([0, 0, 0, 0]), Ok(0.0));
    }

    #[test]
    fn one_word_has_no_logarithm_of_its_length() {
        let score = |method| bleu(&tally(1, 1, [1, 0, 0, 0]), method, false, (0, 1)).unwrap();
        assert_eq!(score(Method::HalvesByLength).to_bits(), 1.0_f64.to_bits());
        assert!(score(Method::Halves) < 0.5);
    }

    #[test]
    fn weights_are_shared_out_anew_for_texts_of_fewer_than_four_words_only() {
        let short = tally(2, 2, [2, 1, 0, 0]);
        let score = |tally, reweigh| bleu(tally, Method::None, reweigh, (0, 1)).unwrap();
        assert_eq!(score(&short, true).to_bits(), 1.0_f64.to_bits());
        assert!(score(&short, false) < 1e-100);
        let long = tally(5, 5, [4, 2, 1, 1]);
        assert_eq!(score(&long, true).to_bits(), score(&long, false).to_bits());
    }

    #[test]
    fn methods_bear_their_numbers() {
        let numbers: Vec<usize> = Method::ALL.iter().map(|method| method.number()).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
