//! What can be said of a comparison in a sentence.

use std::fmt::Write as _;

use regua_core::comparison::{Comparison, Pair};
use regua_core::{Direction, Reading};

use super::ComparisonReport;
use crate::spread::{percent, units};

impl ComparisonReport {
    /// What can be said of a comparison, a sentence a pair, and one for its groups.
    pub fn verdicts(&self, comparison: &Comparison) -> Vec<String> {
        let pairs = comparison.pairs.iter().map(|pair| self.verdict(comparison, pair));
        let order = comparison.group.is_empty().then(|| self.order(comparison)).flatten();
        pairs.chain(order).collect()
    }

    fn verdict(&self, comparison: &Comparison, pair: &Pair) -> String {
        let (first, second) =
            (&comparison.systems[pair.first].system, &comparison.systems[pair.second].system);
        let mut what = self.name(comparison);
        if let Some(system) = &comparison.within {
            let _ = write!(what, " of {system}");
        }
        for (column, value) in &comparison.group {
            let _ = write!(what, ", {column} {value}");
        }
        let (Some(difference), Some(p)) = (pair.difference.value(), pair.adjusted.value()) else {
            let reason = [&pair.difference, &pair.p].into_iter().find_map(|one| match one {
                Reading::Undefined(reason) => Some(reason.to_string()),
                Reading::Value(_) => None,
            });
            let reason = reason.unwrap_or_default();
            return format!("{first} and {second} cannot be told apart on {what}: {reason}.");
        };
        let direction = self.info(comparison).direction;
        let first_is_ahead = match direction {
            Direction::LowerIsBetter => difference < 0.0,
            Direction::HigherIsBetter | Direction::Neither => difference > 0.0,
        };
        let (ahead, behind) = if first_is_ahead { (first, second) } else { (second, first) };
        let word = if direction == Direction::Neither { "higher" } else { "better" };
        let by = self.figure(comparison, difference.abs());
        let adjusted = match (comparison.pairs.len(), self.plan.adjustment.word()) {
            (1, _) | (_, "none") => String::new(),
            (_, word) => format!(", {word} over {} pairs", comparison.pairs.len()),
        };
        let interval = match &pair.interval {
            Ok(one) => {
                let (low, high) =
                    if difference < 0.0 { (-one.high, -one.low) } else { (one.low, one.high) };
                format!(
                    "{} % interval {} to {}, ",
                    percent(self.resampling.confidence),
                    self.figure(comparison, low),
                    self.figure(comparison, high)
                )
            }
            Err(_) => String::new(),
        };
        let test = self.plan.test.name();
        let facts = format!(
            "({interval}{test} p {}{adjusted}, {})",
            p_value_in_words(p),
            units(comparison.units)
        );
        if pair.is_significant {
            format!("{ahead} is {word} than {behind} by {by} {what} {facts}.")
        } else if difference == 0.0 {
            format!("{first} and {second} are level on {what} {facts}.")
        } else {
            format!("{ahead} is {by} {what} ahead of {behind}, which may be chance {facts}.")
        }
    }

    /// Whether the systems stand in the same order in every group.
    fn order(&self, total: &Comparison) -> Option<String> {
        let names = |one: &Comparison| -> Vec<String> {
            self.ordered(one).into_iter().map(|standing| standing.system.to_string()).collect()
        };
        let all = self.groups_of(total).count();
        if all == 0 || self.info(total).direction == Direction::Neither {
            return None;
        }
        let order = names(total);
        let others: Vec<String> = self
            .groups_of(total)
            .filter(|group| names(group) != order)
            .map(|group| {
                let values = group.group.iter().map(|(column, value)| format!("{column} {value}"));
                let values: Vec<String> = values.collect();
                format!("{} ({})", values.join(", "), names(group).join(", "))
            })
            .collect();
        let (order, what) = (order.join(", "), self.name(total));
        Some(match others.len() {
            0 if all == 2 => format!("The order on {what} is {order} in both groups."),
            0 => format!("The order on {what} is {order} in all {all} groups."),
            some => format!(
                "The order on {what} is {order}, but not in {some} of {all} groups: {}.",
                others.join("; ")
            ),
        })
    }
}

fn p_value_in_words(p: f64) -> String {
    if p < 1e-4 { "< 0.0001".to_owned() } else { format!("= {p:.4}") }
}
