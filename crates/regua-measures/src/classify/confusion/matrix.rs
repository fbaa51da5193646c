//! Which slot counts which pair of labels.

use std::collections::BTreeSet;

use regua_core::slot::{Cell, Slot};
use regua_core::{Error, Tally};
use rustc_hash::FxHashMap;

use crate::classify::averages::Counts;
use crate::classify::label_set::LabelSet;

/// Up to so many labels every pair has a slot; above, the pairs that occur.
const ALL_PAIRS_UP_TO: usize = 24;

/// A row has a cell for each pair: more of them would fill the memory.
const MOST_PAIRS: usize = 4096;

/// What stands between gold and predicted label in the name of a slot.
const ARROW: char = '→';

/// A gold label with a predicted one.
pub(super) type Pair = (Box<str>, Box<str>);

/// The cells of a confusion matrix, in the order of the slots.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs {
    pub(super) labels: LabelSet,
    /// Gold and predicted label of each slot, by their places.
    cells: Vec<(usize, usize)>,
    slots: FxHashMap<(usize, usize), usize>,
}

impl Pairs {
    /// The pairs that have slots once these have been seen.
    pub(super) fn of(seen: &BTreeSet<Pair>, measure: &str) -> Result<Self, Error> {
        let both = seen.iter().flat_map(|(gold, predicted)| [gold.clone(), predicted.clone()]);
        let labels = LabelSet::new(both);
        let size = labels.len();
        let cells: Vec<(usize, usize)> = if size <= ALL_PAIRS_UP_TO {
            (0..size * size).map(|cell| (cell / size, cell % size)).collect()
        } else {
            let place = |label| labels.place(label).unwrap_or_default();
            seen.iter().map(|(gold, predicted)| (place(gold), place(predicted))).collect()
        };
        if cells.len() > MOST_PAIRS {
            return Err(Error::Measure {
                measure: measure.to_owned(),
                rule: format!(
                    "there are {} pairs of gold and predicted labels, and it counts up to {MOST_PAIRS}; \
                     `accuracy` has no such limit",
                    cells.len()
                ),
            });
        }
        Ok(Self::new(labels, cells))
    }

    /// The pairs that the names of slots tell.
    pub(super) fn of_slots(slots: &[String]) -> Self {
        let pairs: Vec<Pair> = slots.iter().filter_map(|slot| pair(slot)).collect();
        let both = pairs.iter().flat_map(|(gold, predicted)| [gold.clone(), predicted.clone()]);
        let labels = LabelSet::new(both);
        let place = |label: &str| labels.place(label).unwrap_or_default();
        let cells = pairs.iter().map(|(gold, predicted)| (place(gold), place(predicted)));
        let cells = cells.collect();
        Self::new(labels, cells)
    }

    fn new(labels: LabelSet, cells: Vec<(usize, usize)>) -> Self {
        let slots = cells.iter().copied().zip(0..).collect();
        Self { labels, cells, slots }
    }

    /// The slots, one for each pair.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let labels: Vec<&str> = self.labels.iter().collect();
        let name = |&(gold, predicted): &(usize, usize)| {
            format!("{}{ARROW}{}", escape(labels[gold]), escape(labels[predicted]))
        };
        self.cells.iter().map(|cell| Slot::count(name(cell))).collect()
    }

    /// The slot that counts a pair, if there is one.
    pub(super) fn slot(&self, gold: &str, predicted: &str) -> Option<usize> {
        let pair = (self.labels.place(gold)?, self.labels.place(predicted)?);
        self.slots.get(&pair).copied()
    }

    /// The counts of each label.
    pub(super) fn counts(&self, tally: Tally<'_>) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); self.labels.len()];
        for (gold, predicted, count) in self.counted(tally) {
            counts[gold].gold += count;
            counts[predicted].predicted += count;
            if gold == predicted {
                counts[gold].both += count;
            }
        }
        counts
    }

    /// Gold and predicted label of each slot with its count.
    pub(super) fn counted(&self, tally: Tally<'_>) -> impl Iterator<Item = (usize, usize, i64)> {
        self.cells.iter().zip(tally.cells()).map(|(&(gold, predicted), cell)| match cell {
            Cell::Count(count) => (gold, predicted, *count),
            _ => (gold, predicted, 0),
        })
    }
}

/// A label in which the arrow and the sign that hides it cannot be taken for
/// what they are not.
fn escape(label: &str) -> String {
    label.replace('\\', "\\\\").replace(ARROW, "\\>")
}

/// The labels that the name of a slot tells; nothing if it is none of these.
fn pair(slot: &str) -> Option<Pair> {
    let (gold, predicted) = slot.split_once(ARROW)?;
    Some((unescape(gold)?, unescape(predicted)?))
}

fn unescape(text: &str) -> Option<Box<str>> {
    let mut label = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        label.push(match character {
            '\\' => match characters.next()? {
                '\\' => '\\',
                '>' => ARROW,
                _ => return None,
            },
            ARROW => return None,
            other => other,
        });
    }
    Some(label.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn few_labels_have_all_pairs_and_many_those_that_occur() {
        let seen = |labels: usize| -> BTreeSet<Pair> {
            (0..labels).map(|label| (label.to_string().into(), "0".into())).collect()
        };
        assert_eq!(Pairs::of(&seen(24), "confusion").unwrap().slots().len(), 24 * 24);
        assert_eq!(Pairs::of(&seen(25), "confusion").unwrap().slots().len(), 25);
    }

    #[test]
    fn more_pairs_than_fit_into_memory_are_refused() {
        let seen = (0..100_u32).flat_map(|gold| {
            (0..50_u32).map(move |label| (gold.to_string().into(), label.to_string().into()))
        });
        let error = Pairs::of(&seen.collect(), "confusion").unwrap_err();
        insta::assert_snapshot!(error, @"`confusion` cannot go on: there are 5000 pairs of gold and predicted labels, and it counts up to 4096; `accuracy` has no such limit");
    }

    proptest! {
        #[test]
        fn pairs_of_any_labels_are_found_in_the_names_again(
            seen in prop::collection::btree_set(("[a→>\\\\]{0,4}|.{0,4}", "[a→>\\\\]{0,4}"), 1..9),
        ) {
            let seen: BTreeSet<Pair> = seen.into_iter().map(|(a, b)| (a.into(), b.into())).collect();
            let pairs = Pairs::of(&seen, "confusion").unwrap();
            let slots: Vec<String> = pairs.slots().iter().map(|slot| slot.name.to_string()).collect();
            let again = Pairs::of_slots(&slots);
            prop_assert_eq!(again.slots(), pairs.slots());
            for (gold, predicted) in &seen {
                let slot = pairs.slot(gold, predicted);
                prop_assert!(slot.is_some());
                prop_assert_eq!(again.slot(gold, predicted), slot);
            }
        }
    }
}
