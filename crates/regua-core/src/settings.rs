//! Settings as a measure's builder reads them.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::error::Error;
use crate::slot::Slot;
use crate::spec::Spec;
use crate::text::nearest;

/// The settings of one measure, handed to its builder.
///
/// The builder asks for every setting it knows; what was written and never
/// asked for is an error, so that a slip of the pen cannot pass in silence.
#[derive(Debug)]
pub struct Settings {
    measure: String,
    written: Vec<(String, String)>,
    asked: RefCell<Vec<String>>,
    only_to_read: bool,
    slots: Vec<String>,
}

impl Settings {
    /// The settings that were written for a measure.
    pub fn new(spec: &Spec) -> Self {
        Self {
            measure: spec.name.clone(),
            written: spec.settings.clone(),
            asked: RefCell::default(),
            only_to_read: false,
            slots: Vec::new(),
        }
    }

    /// The same, for a measure that will read tallies and never make any.
    #[must_use]
    pub fn only_to_read(self) -> Self {
        Self { only_to_read: true, ..self }
    }

    /// Whether the measure will only read tallies. A builder that would load a
    /// model, a lexicon or a dictionary leaves it where it is, then: reading a
    /// ledger needs the name of a resource, not the resource.
    pub fn is_only_to_read(&self) -> bool {
        self.only_to_read
    }

    /// The same, to read rows with these slots.
    #[must_use]
    pub fn with_slots(self, slots: &[Slot]) -> Self {
        Self { slots: slots.iter().map(|slot| slot.name.to_string()).collect(), ..self }
    }

    /// The names of the slots that are to be read, where these are known: a
    /// measure whose slots follow from what it was fitted on, such as one for
    /// each label, finds it there again.
    pub fn slots(&self) -> &[String] {
        &self.slots
    }

    /// The measure's name as it was written: one builder may serve several.
    pub fn measure(&self) -> &str {
        &self.measure
    }

    /// A setting in any words.
    pub fn text(&self, key: &str) -> Option<&str> {
        let mut asked = self.asked.borrow_mut();
        if !asked.iter().any(|known| known == key) {
            asked.push(key.to_owned());
        }
        self.written.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// A setting that takes one of a few words; the first of them where it was
    /// not written.
    ///
    /// # Errors
    /// Names the words it takes.
    pub fn choice<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T, Error> {
        let Some(value) = self.text(key) else { return Ok(words[0].1) };
        words.iter().find(|(word, _)| *word == value).map(|(_, choice)| *choice).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.refuse(key, value, words.join(", "))
        })
    }

    /// A setting that is `yes` or `no`.
    ///
    /// # Errors
    /// Names the words it takes.
    pub fn flag(&self, key: &str, default: bool) -> Result<bool, Error> {
        if self.text(key).is_none() {
            return Ok(default);
        }
        self.choice(key, &[("yes", true), ("no", false)])
    }

    /// A number within a range.
    ///
    /// # Errors
    /// Names the range.
    pub fn number<N>(&self, key: &str, default: N, range: RangeInclusive<N>) -> Result<N, Error>
    where
        N: FromStr + PartialOrd + Display,
    {
        let Some(value) = self.text(key) else { return Ok(default) };
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => {
                let takes = format!("a number from {} to {}", range.start(), range.end());
                Err(self.refuse(key, value, takes))
            }
        }
    }

    /// The error for a value that a setting does not take.
    pub fn refuse(&self, key: &str, value: &str, takes: impl Into<String>) -> Error {
        Error::SettingValue {
            measure: self.measure.clone(),
            setting: key.to_owned(),
            value: value.to_owned(),
            takes: takes.into(),
        }
    }

    /// The settings that were asked for so far.
    pub fn known(&self) -> Vec<String> {
        self.asked.borrow().clone()
    }

    /// Checks that every setting that was written has been asked for.
    ///
    /// # Errors
    /// Names the first one that was not, and the nearest setting there is.
    pub fn finish(&self) -> Result<(), Error> {
        let asked = self.asked.borrow();
        match self.written.iter().find(|(key, _)| !asked.contains(key)) {
            None => Ok(()),
            Some((key, _)) => Err(Error::UnknownSetting {
                measure: self.measure.clone(),
                setting: key.clone(),
                nearest: nearest(key, asked.iter().map(String::as_str)),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Settings {
        Settings::new(&text.parse().unwrap())
    }

    #[test]
    fn a_setting_nobody_asked_for_is_an_error() {
        let settings = settings("bleu(smoth=exp)");
        settings.text("smooth");
        insta::assert_snapshot!(settings.finish().unwrap_err(), @"`bleu` has no setting `smoth`; did you mean `smooth`?");
    }

    #[test]
    fn values_out_of_range_name_the_range() {
        let error = settings("bleu(order=0)").number("order", 4, 1..=16).unwrap_err();
        insta::assert_snapshot!(error, @"`bleu` cannot take `order=0`: it takes a number from 1 to 16");
        let error = settings("bleu(eff=maybe)").flag("eff", false).unwrap_err();
        insta::assert_snapshot!(error, @"`bleu` cannot take `eff=maybe`: it takes yes, no");
    }
}
