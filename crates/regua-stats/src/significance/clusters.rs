//! Systems in clusters of ties, as shared tasks of machine translation (WMT) show them.
//!
//! The rule. Systems are sorted by score, the best first; equal scores keep their order. One system is *significantly
//! better* than another if its score is higher and the p-value of the pair is below α. A new cluster starts below a system
//! when **every** system down to it is significantly better than **every** system below it. So two systems of one cluster
//! need not be tied with each other (the first and the last seldom are), but systems of two clusters always differ.
//!
//! The rank range of a system runs from 1 + the number of systems that are significantly better than it to n − the number
//! that are significantly worse.
//!
//! p-values should be corrected for their number first ([`super::adjust`]). A pair without a p-value is a tie.

use super::check_finite;
use crate::Undefined;

/// Where one system stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The system, by its place in the list of scores.
    pub system: usize,
    /// Its cluster; 1 is the best.
    pub cluster: usize,
    /// The best rank that it may claim.
    pub best_rank: usize,
    /// The worst rank that it must fear.
    pub worst_rank: usize,
}

/// The systems from best to worst, with clusters and rank ranges. Higher scores are better: negate those that are not.
///
/// `p_value` is asked for pairs (better, worse) by their places in the list of scores.
///
/// ```
/// use regua_stats::significance::clusters::clusters;
///
/// let scores = [30.0, 34.0, 33.8];
/// let p_value = |better, worse| Some(if (better, worse) == (1, 2) { 0.4 } else { 0.001 });
/// let standings = clusters(&scores, 0.05, p_value)?;
/// let found: Vec<(usize, usize)> = standings.iter().map(|standing| (standing.system, standing.cluster)).collect();
/// assert_eq!(found, [(1, 1), (2, 1), (0, 2)]);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
///
/// # Errors
/// Undefined if a score is not finite.
pub fn clusters(
    scores: &[f64],
    alpha: f64,
    p_value: impl Fn(usize, usize) -> Option<f64>,
) -> Result<Vec<Standing>, Undefined> {
    check_finite(scores)?;
    let systems = scores.len();
    let mut order: Vec<usize> = (0..systems).collect();
    order.sort_by(|&left, &right| scores[right].total_cmp(&scores[left]));

    let mut better = vec![0; systems];
    let mut worse = vec![0; systems];
    // The lowest place that is not significantly worse than some place up to here.
    let mut last_tie: Vec<usize> = (0..systems).collect();
    for upper in 0..systems {
        for lower in upper + 1..systems {
            let (winner, loser) = (order[upper], order[lower]);
            let apart =
                scores[winner] > scores[loser] && p_value(winner, loser).is_some_and(|p| p < alpha);
            if apart {
                worse[upper] += 1;
                better[lower] += 1;
            } else {
                last_tie[upper] = lower;
            }
        }
    }

    let mut standings = Vec::with_capacity(systems);
    let (mut cluster, mut reach) = (1, 0);
    for (place, system) in order.into_iter().enumerate() {
        if place > reach {
            cluster += 1;
        }
        reach = reach.max(last_tie[place]);
        standings.push(Standing {
            system,
            cluster,
            best_rank: 1 + better[place],
            worst_rank: systems - worse[place],
        });
    }
    Ok(standings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_chain_of_ties_is_one_cluster_with_ranges_that_overlap() {
        let p_value =
            |better: usize, worse: usize| Some(if worse - better == 1 { 0.3 } else { 0.01 });
        let standings = clusters(&[4.0, 3.0, 2.0], 0.05, p_value).unwrap();
        let found: Vec<_> = standings
            .iter()
            .map(|standing| (standing.cluster, standing.best_rank, standing.worst_rank))
            .collect();
        assert_eq!(found, [(1, 1, 2), (1, 1, 3), (1, 2, 3)]);
    }

    #[test]
    fn equal_scores_are_tied_whatever_the_p_value() {
        let standings = clusters(&[1.0, 1.0], 0.05, |_, _| Some(0.0)).unwrap();
        assert!(standings.iter().all(|standing| standing.cluster == 1));
    }

    #[test]
    fn pairs_without_a_p_value_are_tied() {
        let standings = clusters(&[2.0, 1.0], 0.05, |_, _| None).unwrap();
        assert!(standings.iter().all(|standing| standing.cluster == 1));
    }

    proptest! {
        #[test]
        fn clusters_are_split_exactly_where_all_above_beat_all_below(
            scores in prop::collection::vec(0_u8..6, 0..7),
            p_values in prop::collection::vec(0.0..0.2_f64, 49),
        ) {
            let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
            let p_value = |better: usize, worse: usize| Some(p_values[better * 7 + worse]);
            let standings = clusters(&scores, 0.1, p_value).unwrap();
            let beats = |upper: usize, lower: usize| {
                let (upper, lower) = (standings[upper].system, standings[lower].system);
                scores[upper] > scores[lower] && p_values[upper * 7 + lower] < 0.1
            };
            let systems = standings.len();
            for split in 1..systems {
                let all = (0..split).all(|upper| (split..systems).all(|lower| beats(upper, lower)));
                prop_assert_eq!(all, standings[split].cluster > standings[split - 1].cluster);
            }
            for (place, standing) in standings.iter().enumerate() {
                let better = (0..place).filter(|&upper| beats(upper, place)).count();
                let worse = (place + 1..systems).filter(|&lower| beats(place, lower)).count();
                prop_assert_eq!((standing.best_rank, standing.worst_rank), (better + 1, systems - worse));
            }
        }
    }
}
