//! Curves over a ranking, with a weight for each item.

/// Items in the order of falling probability, where runs of equal ones end.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranking {
    order: Vec<u32>,
    ends: Vec<u32>,
}

/// The areas of one label; nothing where one side has no item.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Areas {
    /// Under the ROC curve.
    pub(super) roc: Option<f64>,
    /// Under the curve of precision and recall.
    pub(super) precision: Option<f64>,
    /// How many items have the label.
    pub(super) items: f64,
}

impl Ranking {
    pub(super) fn new(scores: &[f64]) -> Self {
        let count = u32::try_from(scores.len()).unwrap_or(u32::MAX);
        let score = |at: u32| scores[at as usize];
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by(|a, b| score(*b).total_cmp(&score(*a)).then(a.cmp(b)));
        let is_last = |at: &u32| {
            let at = *at as usize;
            order.get(at + 1).is_none_or(|next| score(*next) < score(order[at]))
        };
        let ends = (0..count).filter(is_last).map(|at| at + 1).collect();
        Self { order, ends }
    }

    /// The areas, where items count as often as their weights say.
    pub(super) fn areas(&self, weights: &[u16], has: impl Fn(usize) -> bool) -> Areas {
        let (mut positive, mut negative) = (0_u64, 0_u64);
        // Pairs in the right order count twice, ties once.
        let mut pairs = 0_u128;
        let mut precision = 0.0;
        let mut start = 0;
        for &end in &self.ends {
            let (mut more_positive, mut more_negative) = (0_u64, 0_u64);
            for &at in &self.order[start..end as usize] {
                let weight = u64::from(weights[at as usize]);
                if has(at as usize) { more_positive += weight } else { more_negative += weight }
            }
            start = end as usize;
            pairs += u128::from(more_negative) * u128::from(2 * positive + more_positive);
            positive += more_positive;
            negative += more_negative;
            if more_positive > 0 {
                let share = positive as f64 / (positive + negative) as f64;
                precision += more_positive as f64 * share;
            }
        }
        let items = positive as f64;
        let all = 2.0 * items * negative as f64;
        Areas {
            roc: (all > 0.0).then(|| pairs as f64 / all),
            precision: (all > 0.0).then(|| precision / items),
            items,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn areas(scores: &[f64], has: &[bool], weights: &[u16]) -> Areas {
        Ranking::new(scores).areas(weights, |at| has[at])
    }

    #[test]
    fn four_items_by_hand() {
        let found = areas(&[0.1, 0.4, 0.35, 0.8], &[false, false, true, true], &[1; 4]);
        assert_eq!(found.roc, Some(0.75));
        assert_eq!(found.precision, Some(f64::midpoint(1.0, 2.0 / 3.0)));
    }

    #[test]
    fn items_that_are_all_alike_have_no_curve() {
        assert_eq!(areas(&[0.1, 0.4], &[true, true], &[1; 2]).roc, None);
        assert_eq!(areas(&[], &[], &[]).roc, None);
        assert_eq!(areas(&[0.1, 0.4], &[false, true], &[1, 0]).roc, None);
    }

    proptest! {
        #[test]
        fn the_area_is_the_share_of_pairs_in_order(
            items in prop::collection::vec((0..5_u8, any::<bool>(), 0..3_u16), 0..30),
        ) {
            let scores: Vec<f64> = items.iter().map(|(score, _, _)| f64::from(*score)).collect();
            let has: Vec<bool> = items.iter().map(|(_, has, _)| *has).collect();
            let weights: Vec<u16> = items.iter().map(|(_, _, weight)| *weight).collect();
            let (mut right, mut all) = (0.0, 0.0);
            for (left, positive, more) in &items {
                for (other, negative, less) in items.iter().map(|(score, has, weight)| (score, !has, weight)) {
                    if *positive && negative {
                        let pairs = f64::from(*more) * f64::from(*less);
                        all += pairs;
                        right += pairs * match left.cmp(other) {
                            Ordering::Greater => 1.0,
                            Ordering::Equal => 0.5,
                            Ordering::Less => 0.0,
                        };
                    }
                }
            }
            let found = areas(&scores, &has, &weights).roc;
            prop_assert_eq!(found.is_some(), all > 0.0);
            prop_assert!(found.is_none_or(|found| (found - right / all).abs() < 1e-12));
        }

        #[test]
        fn a_weight_is_as_good_as_a_copy(items in prop::collection::vec((0..5_u8, any::<bool>(), 0..3_u16), 0..20)) {
            let scores: Vec<f64> = items.iter().map(|(score, _, _)| f64::from(*score)).collect();
            let has: Vec<bool> = items.iter().map(|(_, has, _)| *has).collect();
            let weights: Vec<u16> = items.iter().map(|(_, _, weight)| *weight).collect();
            let copies: Vec<(f64, bool)> = items
                .iter()
                .flat_map(|(score, has, weight)| vec![(f64::from(*score), *has); usize::from(*weight)])
                .collect();
            let (copied, had): (Vec<f64>, Vec<bool>) = copies.into_iter().unzip();
            let plain = areas(&copied, &had, &vec![1; copied.len()]);
            prop_assert_eq!(areas(&scores, &has, &weights), plain);
        }
    }
}
