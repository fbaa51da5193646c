//! From counts to BLEU, with the operations of sacrebleu 2.6.0 in their order:
//! that is what makes the last digit agree.

use super::counts::BleuTally;

/// What becomes of an order without any match.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Smoothing {
    /// The first such order counts half a match, the next a quarter, and so on
    /// (NIST's, and method 3 of Chen and Cherry).
    #[default]
    Exponential,
    /// It counts this many matches (method 1).
    Floor(f64),
    /// This is added to matches and totals of all orders above 1 (method 2).
    AddK(f64),
    /// Nothing: the value is 0.
    None,
}

impl Smoothing {
    /// The word for it in signatures.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exponential => "exp",
            Self::Floor(_) => "floor",
            Self::AddK(_) => "add-k",
            Self::None => "none",
        }
    }

    /// Its value, where it has one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Floor(value) | Self::AddK(value) => Some(value),
            Self::Exponential | Self::None => None,
        }
    }
}

/// BLEU and what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parts {
    pub(crate) bleu: f64,
    pub(crate) precisions: Vec<f64>,
    pub(crate) brevity_penalty: f64,
}

/// What sacrebleu puts for the logarithm of 0.
const LOGARITHM_OF_ZERO: f64 = -9_999_999_999.0;

/// Reads BLEU off counts.
pub(crate) fn compute(tally: &BleuTally, smoothing: Smoothing, effective_order: bool) -> Parts {
    let order = tally.correct.len();
    let brevity_penalty = brevity_penalty(tally.hyp_len, tally.ref_len);
    let mut precisions = vec![0.0; order];
    if tally.correct.iter().all(|&correct| correct == 0) {
        return Parts { bleu: 0.0, precisions, brevity_penalty };
    }
    let mut halves = 1.0;
    let mut orders = order;
    for (shorter, precision) in precisions.iter_mut().enumerate() {
        let mut correct = tally.correct[shorter] as f64;
        let mut total = tally.total[shorter] as f64;
        if let Smoothing::AddK(value) = smoothing
            && shorter > 0
        {
            correct += value;
            total += value;
        }
        if total == 0.0 {
            break;
        }
        if effective_order {
            orders = shorter + 1;
        }
        *precision = match smoothing {
            _ if correct != 0.0 => 100.0 * correct / total,
            Smoothing::Exponential => {
                halves *= 2.0;
                100.0 / (halves * total)
            }
            Smoothing::Floor(value) => 100.0 * value / total,
            Smoothing::AddK(_) | Smoothing::None => 0.0,
        };
    }
    let mut sum = 0.0;
    for &precision in &precisions[..orders] {
        sum += if precision == 0.0 { LOGARITHM_OF_ZERO } else { precision.ln() };
    }
    Parts { bleu: brevity_penalty * (sum / orders as f64).exp(), precisions, brevity_penalty }
}

/// What a hypothesis shorter than its reference is multiplied by.
pub(crate) fn brevity_penalty(hypothesis: i64, reference: i64) -> f64 {
    if hypothesis >= reference {
        1.0
    } else if hypothesis > 0 {
        (1.0 - reference as f64 / hypothesis as f64).exp()
    } else {
        0.0
    }
}

/// BLEU with exponential smoothing off sums in single precision, as sacrebleu
/// computes it when it resamples: precisions are single, their logarithms double.
pub(crate) fn in_single_precision(sums: &[f32], order: usize) -> f64 {
    let (lengths, counts) = sums.split_at(2);
    let (correct, total) = counts.split_at(order);
    if correct.iter().all(|correct| *correct == 0.0) {
        return 0.0;
    }
    let mut logarithms = 0.0;
    let mut halves = 1.0_f32;
    let mut is_over = false;
    for (correct, total) in correct.iter().zip(total) {
        is_over |= *total == 0.0;
        logarithms += if is_over {
            LOGARITHM_OF_ZERO
        } else if *correct == 0.0 {
            halves *= 2.0;
            f64::from(100.0 / (halves * total)).ln()
        } else {
            f64::from(100.0 * correct / total).ln()
        };
    }
    let (ours, theirs) = (f64::from(lengths[0]), f64::from(lengths[1]));
    let penalty = match ours {
        0.0 => 0.0,
        _ if ours < theirs => (1.0 - theirs / ours).exp(),
        _ => 1.0,
    };
    penalty * (logarithms / order as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(hyp_len: i64, ref_len: i64, correct: [i64; 4]) -> BleuTally {
        let total = (0..4).map(|shorter| (hyp_len - shorter).max(0)).collect();
        BleuTally { hyp_len, ref_len, correct: correct.to_vec(), total }
    }

    fn bleu(tally: &BleuTally, smoothing: Smoothing, effective_order: bool) -> u64 {
        compute(tally, smoothing, effective_order).bleu.to_bits()
    }

    // sacrebleu 2.6.0: `BLEU.compute_bleu([5, 1, 0, 0], [7, 6, 5, 4], 7, 6, …, effective_order=True)`.
    #[test]
    fn every_smoothing_agrees_with_sacrebleu_to_the_last_bit() {
        let tally = tally(7, 6, [5, 1, 0, 0]);
        for (smoothing, expected) in [
            (Smoothing::Exponential, 16.515_821_590_069_034_f64),
            (Smoothing::Floor(0.1), 8.783_602_619_713_964),
            (Smoothing::AddK(1.0), 28.719_089_450_090_9),
            (Smoothing::None, 0.0),
        ] {
            assert_eq!(bleu(&tally, smoothing, true), expected.to_bits(), "{smoothing:?}");
        }
    }

    #[test]
    fn a_perfect_match_is_not_clamped() {
        let tally = tally(8, 8, [8, 7, 6, 5]);
        assert_eq!(
            bleu(&tally, Smoothing::Exponential, false),
            100.000_000_000_000_04_f64.to_bits()
        );
    }

    #[test]
    fn two_identical_words_count_fully_only_with_effective_order() {
        let tally = tally(2, 2, [2, 1, 0, 0]);
        assert!(compute(&tally, Smoothing::Exponential, true).bleu > 99.0);
        assert_eq!(bleu(&tally, Smoothing::Exponential, false), 0.0_f64.to_bits());
    }

    #[test]
    fn an_empty_hypothesis_reads_zero() {
        let parts = compute(&tally(0, 3, [0; 4]), Smoothing::AddK(1.0), true);
        assert_eq!(parts, Parts { bleu: 0.0, precisions: vec![0.0; 4], brevity_penalty: 0.0 });
    }
}
