//! From counts to chrF, with the operations of sacrebleu 2.6.0 in their order:
//! that is what makes the last digit agree.

/// The n-grams of one order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderCounts {
    /// Those of the hypothesis; none where the reference has none.
    pub hypothesis: i64,
    /// Those of the reference.
    pub reference: i64,
    /// Those that they share.
    pub matches: i64,
}

/// How precision and recall become one number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FScore {
    pub(super) beta: f64,
    /// Whether orders that one side is too short for count as almost nothing,
    /// and not as absent.
    pub(super) epsilon: bool,
}

const EPSILON: f64 = 1e-16;

impl FScore {
    /// Reads chrF off counts.
    pub(super) fn of(self, orders: &[OrderCounts]) -> f64 {
        if self.epsilon { self.mean_of_orders(orders) } else { self.of_means(orders) }
    }

    /// chrF off sums in single precision, three for each order, as sacrebleu
    /// computes it when it resamples; nothing with `epsilon`.
    pub(super) fn in_single_precision(self, sums: &[f32]) -> Option<f32> {
        if self.epsilon {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "single precision is what it has")]
        let factor = (self.beta * self.beta) as f32;
        let (mut precision, mut recall, mut counted) = (0.0, 0.0, 0_u8);
        for order in sums.chunks_exact(3).filter(|order| order[0] > 0.0 && order[1] > 0.0) {
            precision += order[2] / order[0];
            recall += order[2] / order[1];
            counted += 1;
        }
        if precision + recall == 0.0 {
            return Some(0.0);
        }
        precision /= f32::from(counted);
        recall /= f32::from(counted);
        Some(100.0 * ((1.0 + factor) * precision * recall / (factor * precision + recall)))
    }

    fn mean_of_orders(self, orders: &[OrderCounts]) -> f64 {
        let factor = self.beta * self.beta;
        let share = |matches: i64, all: i64| {
            if all > 0 { matches as f64 / all as f64 } else { EPSILON }
        };
        let mut sum = 0.0;
        for order in orders {
            let precision = share(order.matches, order.hypothesis);
            let recall = share(order.matches, order.reference);
            let under = factor * precision + recall;
            sum += if under > 0.0 { (1.0 + factor) * precision * recall / under } else { EPSILON };
        }
        100.0 * sum / orders.len() as f64
    }

    fn of_means(self, orders: &[OrderCounts]) -> f64 {
        let factor = self.beta * self.beta;
        let (mut precision, mut recall, mut counted) = (0.0, 0.0, 0_u32);
        for order in orders {
            if order.hypothesis > 0 && order.reference > 0 {
                precision += order.matches as f64 / order.hypothesis as f64;
                recall += order.matches as f64 / order.reference as f64;
                counted += 1;
            }
        }
        if precision + recall == 0.0 {
            return 0.0;
        }
        precision /= f64::from(counted);
        recall /= f64::from(counted);
        100.0 * ((1.0 + factor) * precision * recall / (factor * precision + recall))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: [OrderCounts; 3] = [
        OrderCounts { hypothesis: 10, reference: 12, matches: 7 },
        OrderCounts { hypothesis: 9, reference: 11, matches: 2 },
        OrderCounts { hypothesis: 0, reference: 0, matches: 0 },
    ];

    fn score(beta: f64, epsilon: bool) -> u64 {
        FScore { beta, epsilon }.of(&ORDERS).to_bits()
    }

    // sacrebleu 2.6.0: `CHRF(char_order=3, …)._compute_f_score([10, 12, 7, 9, 11, 2, 0, 0, 0])`.
    #[test]
    fn both_ways_agree_with_sacrebleu_to_the_last_bit() {
        assert_eq!(score(2.0, false), SACREBLEU_MEANS.to_bits());
        assert_eq!(score(3.0, true), SACREBLEU_EPSILON.to_bits());
    }

    const SACREBLEU_MEANS: f64 = 39.606_720_338_662_73;
    const SACREBLEU_EPSILON: f64 = 25.946_850_805_607_877;

    #[test]
    fn nothing_shared_reads_zero() {
        let orders = [OrderCounts { hypothesis: 3, reference: 4, matches: 0 }];
        let score = FScore { beta: 2.0, epsilon: false }.of(&orders);
        assert_eq!(score.to_bits(), 0.0_f64.to_bits());
    }
}
