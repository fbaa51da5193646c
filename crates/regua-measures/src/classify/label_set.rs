//! The labels that a fit has seen, and how they stand in the names of slots.

use std::collections::BTreeSet;

use regua_core::Error;
use rustc_hash::FxHashMap;

use crate::fitting::{Bytes, Origin, put_number, put_text};

/// More labels than this are no labels but a column of something else.
pub(crate) const MOST_LABELS: usize = 1000;

/// Labels in the order of their characters.
#[derive(Debug, Clone, Default)]
pub(crate) struct LabelSet {
    labels: Vec<Box<str>>,
    places: FxHashMap<Box<str>, usize>,
}

impl LabelSet {
    pub(crate) fn new(labels: impl IntoIterator<Item = Box<str>>) -> Self {
        let sorted: BTreeSet<Box<str>> = labels.into_iter().collect();
        let labels: Vec<Box<str>> = sorted.into_iter().collect();
        let places = labels.iter().cloned().zip(0..).collect();
        Self { labels, places }
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|label| &**label)
    }

    /// The place of a label; nothing if it is none of these.
    pub(crate) fn place(&self, label: &str) -> Option<usize> {
        self.places.get(label).copied()
    }

    /// The labels of slots such as `p[yes]`, by what stands before the bracket.
    pub(crate) fn of_slots(slots: &[String], before: &str) -> Self {
        let inside = |slot: &String| {
            let label = slot.strip_prefix(before)?.strip_prefix('[')?.strip_suffix(']')?;
            Some(label.into())
        };
        Self::new(slots.iter().filter_map(inside))
    }
}

/// The name of a slot or reading for one label: `f1[yes]`.
pub(crate) fn named(what: &str, label: &str) -> String {
    format!("{what}[{label}]")
}

/// What a fit on labels has seen so far.
#[derive(Debug, Clone)]
pub(crate) struct SeenLabels {
    origin: Origin,
    measure: String,
    labels: BTreeSet<Box<str>>,
}

impl SeenLabels {
    pub(crate) fn new(measure: &str, origin: Origin) -> Self {
        Self { origin, measure: measure.to_owned(), labels: BTreeSet::new() }
    }

    /// # Errors
    /// Fails if there are too many.
    pub(crate) fn add(&mut self, label: &str) -> Result<(), Error> {
        if !self.labels.contains(label) {
            self.labels.insert(label.into());
            check_number(&self.measure, self.labels.len())?;
        }
        Ok(())
    }

    pub(crate) fn save(&self) -> Vec<u8> {
        self.origin.seal(|bytes| {
            put_number(bytes, self.labels.len() as u64);
            self.labels.iter().for_each(|label| put_text(bytes, label));
        })
    }

    pub(crate) fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        let mut bytes = self.origin.open(saved)?;
        let labels = read(&mut bytes);
        let labels = labels.filter(|_| bytes.is_empty());
        let damaged = || self.origin.refuse("it is damaged: its labels make no sense");
        labels.ok_or_else(damaged)?.into_iter().try_for_each(|label| self.add(label))
    }

    /// The labels and the name of the fit.
    pub(crate) fn finish(self) -> Result<(LabelSet, String), Error> {
        let fit = self.origin.fingerprint(&self.save())?;
        Ok((LabelSet::new(self.labels), fit))
    }
}

fn read<'b>(bytes: &mut Bytes<'b>) -> Option<Vec<&'b str>> {
    (0..bytes.length()?).map(|_| bytes.text()).collect()
}

/// # Errors
/// Fails if there are too many labels.
pub(crate) fn check_number(measure: &str, labels: usize) -> Result<(), Error> {
    if labels <= MOST_LABELS {
        return Ok(());
    }
    Err(Error::Measure {
        measure: measure.to_owned(),
        rule: format!(
            "there are more than {MOST_LABELS} different labels; are these columns of labels?"
        ),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Settings, Spec};

    use super::*;

    fn seen(labels: &[&str]) -> SeenLabels {
        let settings = Settings::new(&Spec::named("auc"));
        let mut seen =
            SeenLabels::new("auc", Origin::new(&settings, "labels", Vec::new()).unwrap());
        for label in labels {
            seen.add(label).unwrap();
        }
        seen
    }

    #[test]
    fn the_order_and_the_parts_in_which_labels_were_seen_do_not_show() {
        let mut left = seen(&["não", "sim"]);
        left.merge(&seen(&["sim", "talvez"]).save()).unwrap();
        assert_eq!(left.save(), seen(&["talvez", "não", "sim"]).save());
        let (labels, fit) = left.finish().unwrap();
        assert_eq!(labels.iter().collect::<Vec<_>>(), ["não", "sim", "talvez"]);
        assert_ne!(fit, seen(&["não", "sim"]).finish().unwrap().1);
    }

    #[test]
    fn a_damaged_fit_is_refused() {
        let saved = seen(&["a"]).save();
        assert!(seen(&[]).merge(&saved[..saved.len() - 1]).is_err());
    }

    #[test]
    fn a_column_of_texts_is_no_column_of_labels() {
        let mut seen = seen(&[]);
        let outcome = (0..=MOST_LABELS).try_for_each(|label| seen.add(&label.to_string()));
        insta::assert_snapshot!(outcome.unwrap_err(), @"`auc` cannot go on: there are more than 1000 different labels; are these columns of labels?");
    }

    proptest! {
        #[test]
        fn labels_of_any_text_are_found_in_the_names_again(labels in prop::collection::btree_set(".{0,6}", 0..6)) {
            let slots: Vec<String> = labels.iter().map(|label| named("p", label)).collect();
            let found = LabelSet::of_slots(&slots, "p");
            prop_assert!(found.iter().eq(labels.iter().map(String::as_str)));
        }
    }
}
