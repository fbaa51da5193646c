//! Finding measures by name.
//!
//! There is no global registry: a face makes one and lets each skill add to it.

use crate::entry::{Build, Built, Entry};
use crate::error::Error;
use crate::measure::{Needs, Reader};
use crate::settings::Settings;
use crate::signature::Signature;
use crate::slot::Slot;
use crate::spec::Spec;
use crate::text::nearest;
use crate::unit::UnitKind;
use crate::wrap::{Wrap, WrappedFit};

/// The measures that a program knows.
#[derive(Debug, Default, Clone)]
pub struct Registry {
    entries: Vec<Entry>,
    groups: Vec<Group>,
}

/// A name that stands for several measures.
#[derive(Debug, Clone)]
pub struct Group {
    /// The name users type.
    pub name: &'static str,
    /// The measures, with settings where they are not the usual ones.
    pub members: Vec<Spec>,
}

impl Group {
    /// The members as they would be typed.
    pub fn members(&self) -> Vec<String> {
        self.members.iter().map(Spec::to_string).collect()
    }
}

impl Registry {
    /// Adds a measure.
    ///
    /// # Errors
    /// Fails if the name is taken: two meanings for one name would make
    /// signatures ambiguous.
    pub fn add(&mut self, entry: Entry) -> Result<(), Error> {
        if self.is_taken(entry.name) {
            return Err(Error::NameTaken(entry.name.to_owned()));
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Adds a name that stands for several measures, written as a list of them:
    /// `rouge1,rouge2(stem=yes)`.
    ///
    /// # Errors
    /// Fails if the name is taken, the list does not parse, or a member is
    /// unknown or does not take its settings.
    pub fn add_group(&mut self, name: &'static str, members: &str) -> Result<(), Error> {
        if self.is_taken(name) {
            return Err(Error::NameTaken(name.to_owned()));
        }
        let members = Spec::list(members)?;
        for member in &members {
            self.reader(member)?;
        }
        self.groups.push(Group { name, members });
        Ok(())
    }

    fn is_taken(&self, name: &str) -> bool {
        self.entries.iter().any(|known| known.name == name)
            || self.groups.iter().any(|group| group.name == name)
    }

    /// All measures, in the order they were added.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The names that stand for several measures.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Looks a measure up.
    ///
    /// # Errors
    /// Fails with the nearest known names if there is no such measure.
    pub fn entry(&self, name: &str) -> Result<&Entry, Error> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let known = self.entries.iter().map(|entry| entry.name);
            let groups = self.groups.iter().map(|group| group.name);
            Error::UnknownMeasure {
                name: name.to_owned(),
                nearest: nearest(name, known.chain(groups)),
            }
        })
    }

    /// Reads a list of measures, with groups replaced by their members (which
    /// inherit the group's settings).
    ///
    /// # Errors
    /// Fails if the list does not parse, a measure is unknown, or two of them
    /// would have the same key.
    pub fn specs(&self, text: &str) -> Result<Vec<Spec>, Error> {
        let mut specs: Vec<Spec> = Vec::new();
        for spec in Spec::list(text)? {
            if let Some(group) = self.groups.iter().find(|group| group.name == spec.name) {
                specs.extend(group.members.iter().map(|member| {
                    let alias =
                        spec.alias.as_ref().map(|alias| format!("{alias}-{}", member.key()));
                    let own = member.settings.iter().filter(|(key, _)| {
                        !spec.settings.iter().any(|(inherited, _)| inherited == key)
                    });
                    Spec {
                        alias: alias.or(member.alias.clone()),
                        name: member.name.clone(),
                        settings: own.chain(&spec.settings).cloned().collect(),
                    }
                }));
            } else {
                self.entry(&spec.name)?;
                specs.push(spec);
            }
        }
        check_keys(&specs)?;
        Ok(specs)
    }

    /// Builds a measure.
    ///
    /// # Errors
    /// Fails if the name or a setting is unknown, a value is not taken, or the
    /// measure looks at another kind of unit.
    pub fn build<K: UnitKind>(&self, spec: &Spec) -> Result<Built<K>, Error> {
        let entry = self.entry(&spec.name)?;
        let build = entry.build.downcast_ref::<Box<Build<K>>>().ok_or(Error::OtherKind {
            measure: spec.name.clone(),
            measures: entry.kind,
            given: K::NAME,
        })?;
        let settings = Settings::new(spec);
        let wrap = Wrap::read(&settings)?;
        let measure = build(&settings)?;
        settings.finish()?;
        Ok(match measure {
            Built::Ready(measure) => Built::Ready(wrap.measure(measure)?),
            Built::Unfitted(fit) => Built::Unfitted(Box::new(WrappedFit { fit, wrap })),
        })
    }

    /// Builds what it takes to read a ledger of this measure.
    ///
    /// # Errors
    /// See [`Registry::build`].
    pub fn reader(&self, spec: &Spec) -> Result<Box<dyn Reader>, Error> {
        self.reader_of(spec, &[])
    }

    /// Builds what it takes to read rows with these slots: those of a measure
    /// that was fitted may be more than its name and settings tell.
    ///
    /// # Errors
    /// See [`Registry::build`].
    pub fn reader_of(&self, spec: &Spec, slots: &[Slot]) -> Result<Box<dyn Reader>, Error> {
        let settings = Settings::new(spec).only_to_read().with_slots(slots);
        let wrap = Wrap::read(&settings)?;
        let reader = (self.entry(&spec.name)?.reader)(&settings)?;
        settings.finish()?;
        Ok(wrap.reader(reader))
    }

    /// The settings that a measure's builder asks for.
    ///
    /// # Errors
    /// Fails if the measure is unknown.
    pub fn settings(&self, name: &str) -> Result<Vec<String>, Error> {
        let settings = Settings::new(&Spec::named(name)).only_to_read();
        (self.entry(name)?.reader)(&settings)?;
        Ok(settings.known())
    }

    /// What a unit must have for a measure with its default settings.
    ///
    /// # Errors
    /// Fails if the measure is unknown.
    pub fn needs(&self, name: &str) -> Result<Needs, Error> {
        (self.entry(name)?.needs)(&Settings::new(&Spec::named(name)).only_to_read())
    }

    /// What is wrong with the entries, in words: names that do not read back,
    /// settings that no signature shows, pages that do not say what the measure
    /// is blind to. Every face tests that this is empty.
    pub fn complaints(&self) -> Vec<String> {
        let mut complaints = Vec::new();
        for entry in &self.entries {
            let name = entry.name;
            let mut complain = |text: &str| complaints.push(format!("`{name}`: {text}"));
            if entry.summary.is_empty() {
                complain("has no summary");
            }
            if !entry.page.to_lowercase().contains("blind") {
                complain("its page does not say what it is blind to");
            }
            let reader = match self.reader(&Spec::named(name)) {
                Ok(reader) => reader,
                Err(error) => {
                    complain(&format!("cannot be built by its name alone: {error}"));
                    continue;
                }
            };
            let signature = reader.signature();
            if signature.name() != name {
                complain("its signature has another name");
            }
            for setting in self.settings(name).unwrap_or_default() {
                if !shows(&signature, &setting) && self.hides(name, &setting) {
                    complain(&format!("its signature does not show the setting `{setting}`"));
                }
            }
            match self.reader(&signature.spec()) {
                Ok(again) if again.signature() == signature => {}
                _ => complain("its signature does not build the same reader again"),
            }
            if reader.readings().is_empty() {
                complain("has no reading");
            }
            for names in [
                reader.slots().iter().map(|slot| slot.name.to_string()).collect::<Vec<_>>(),
                reader.readings().iter().map(|info| info.name.to_string()).collect(),
            ] {
                let mut unique = names.clone();
                unique.sort();
                unique.dedup();
                if unique.len() < names.len() {
                    complain("two of its slots or readings share a name");
                }
            }
        }
        complaints
    }

    /// Whether a setting can be written without a trace in the signature. One
    /// that is left out at its default must show at another value.
    fn hides(&self, name: &str, setting: &str) -> bool {
        let written: Vec<Signature> = PROBES
            .iter()
            .map(|value| Spec {
                settings: vec![(setting.to_owned(), (*value).to_owned())],
                ..Spec::named(name)
            })
            .filter_map(|spec| self.reader(&spec).ok())
            .map(|reader| reader.signature())
            .collect();
        !written.is_empty() && !written.iter().any(|signature| shows(signature, setting))
    }
}

/// Checks that no two measures have one key, and none that of something else.
///
/// # Errors
/// Names the first key that is not free.
pub fn check_keys(specs: &[Spec]) -> Result<(), Error> {
    for (position, spec) in specs.iter().enumerate() {
        if ["id", "system", "undefined"].contains(&spec.key()) {
            return Err(Error::KeyReserved { key: spec.key().to_owned() });
        }
        if specs[..position].iter().any(|before| before.key() == spec.key()) {
            return Err(Error::KeyTaken { key: spec.key().to_owned() });
        }
    }
    Ok(())
}

/// Values of which most settings take some; of those that a setting takes, one
/// at least is not its default.
const PROBES: [&str; 8] = ["yes", "no", "0", "1", "2", "0.5", "lower", "none"];

fn shows(signature: &Signature, setting: &str) -> bool {
    signature.settings().iter().any(|(key, _)| key == setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::testing::Words;

    fn registry() -> Registry {
        let mut registry = Registry::default();
        registry.add(Entry::new("words", |_| Ok(Words::default()))).unwrap();
        registry
    }

    #[test]
    fn a_slip_gets_a_suggestion() {
        insta::assert_snapshot!(registry().entry("wrods").unwrap_err(), @"unknown measure `wrods`; did you mean `words`?");
    }

    #[test]
    fn a_name_means_one_thing() {
        let mut registry = registry();
        let error = registry.add(Entry::new("words", |_| Ok(Words::default()))).unwrap_err();
        assert_eq!(error, Error::NameTaken("words".to_owned()));
        let error = registry.add_group("words", "").unwrap_err();
        assert_eq!(error, Error::NameTaken("words".to_owned()));
    }

    #[test]
    fn the_same_measure_twice_needs_an_alias() {
        let error = registry().specs("words,words(mean=yes)").unwrap_err();
        insta::assert_snapshot!(error, @"`words` is asked for twice; give one of them a name of its own, as in `other=words(…)`");
        assert_eq!(registry().specs("words,other=words(mean=yes)").unwrap().len(), 2);
        let error = registry().specs("id=words").unwrap_err();
        insta::assert_snapshot!(error, @"a measure cannot be called `id`: that is the name of something else in the outputs");
    }

    #[test]
    fn a_group_stands_for_its_members() {
        let mut registry = registry();
        registry.add_group("all", "words,best=words(beam=best)").unwrap();
        let typed = |text: &str| -> Vec<String> {
            registry.specs(text).unwrap().iter().map(Spec::to_string).collect()
        };
        assert_eq!(typed("all(mean=yes)"), ["words(mean=yes)", "best=words(beam=best,mean=yes)"]);
        assert_eq!(
            typed("a=all(beam=mean)"),
            ["a-words=words(beam=mean)", "a-best=words(beam=mean)"]
        );
    }

    #[test]
    fn a_measure_of_segments_cannot_measure_documents() {
        let error = registry().build::<crate::unit::AnnotatedDocuments>(&Spec::named("words"));
        insta::assert_snapshot!(error.err().unwrap(), @"`words` measures segments, not annotated documents");
    }

    #[test]
    fn complaints_name_what_is_missing() {
        assert_eq!(
            registry().complaints(),
            ["`words`: has no summary", "`words`: its page does not say what it is blind to"]
        );
    }
    /// Words with a setting that its signature leaves out at the default, or always.
    struct Limited {
        words: Words,
        limit: usize,
        shown: bool,
    }

    impl Reader for Limited {
        fn signature(&self) -> Signature {
            let signature = Signature::new("words");
            if self.shown && self.limit != 4 {
                signature.with("limit", self.limit)
            } else {
                signature
            }
        }

        fn slots(&self) -> &[crate::slot::Slot] {
            self.words.slots()
        }

        fn readings(&self) -> &[crate::reading::ReadingInfo] {
            self.words.readings()
        }

        fn read(&self, total: crate::tally::Tally<'_>) -> crate::reading::Readings {
            self.words.read(total)
        }
    }

    impl crate::measure::Measure for Limited {
        type Kind = crate::unit::Segments;

        fn tally(
            &self,
            batch: &crate::batch::Batch<'_, Self::Kind>,
            rows: &mut crate::rows::Rows,
        ) -> Result<(), Error> {
            self.words.tally(batch, rows)
        }
    }

    #[test]
    fn a_setting_may_be_left_out_of_the_signature_at_its_default_only() {
        for (shown, complaints) in [
            (true, vec![]),
            (false, vec!["`words`: its signature does not show the setting `limit`"]),
        ] {
            let mut registry = Registry::default();
            let entry = Entry::new("words", move |settings| {
                let limit = settings.number("limit", 4, 1..=9)?;
                Ok(Limited { words: Words::default(), limit, shown })
            });
            registry.add(entry.explained("counts words", "Blind to: all else.")).unwrap();
            assert_eq!(registry.complaints(), complaints);
        }
    }
}
