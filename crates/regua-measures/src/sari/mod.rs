#![doc = include_str!("../pages/sari.md")]

mod easse;
mod grams;
mod sentence;
mod texts;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};

use self::easse::EasseTally;
use self::grams::Grams;
use self::sentence::{Script, Sentence};
use self::texts::Texts;

/// What the three operations score.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Operations {
    add: f64,
    keep: f64,
    delete: f64,
}

regua_core::tally! {
    /// What a segment contributes to SARI as a mean.
    pub struct SariTally {
        /// Segments.
        segments: count,
        /// SARI.
        sari: real,
        /// What the hypothesis adds.
        add: real,
        /// What it keeps.
        keep: real,
        /// What it deletes.
        delete: real,
    }
}

/// Whose SARI it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compat {
    Easse,
    Sentences(Script),
}

impl Compat {
    const WORDS: [(&'static str, Self); 3] = [
        ("easse", Self::Easse),
        ("evaluate", Self::Sentences(Script::Evaluate)),
        ("original", Self::Sentences(Script::Original)),
    ];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, one)| *one == self).map_or("easse", |(word, _)| word)
    }
}

/// SARI.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::sari::Sari;
///
/// let hypothesis = ["The ferry left early.".into()];
/// let references = ["The ferry left early.", "The boat went early."];
/// let source = Some("The ferry departed ahead of schedule.");
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source }];
/// let score = "sari".parse::<Sari>()?.score(&segments)?;
/// assert_eq!(score.get("sari"), Some(67.79984721161192));
/// assert_eq!(score.get("delete"), Some(97.3389355742297));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sari {
    compat: Compat,
    texts: Texts,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Sari {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let compat = settings.choice("compat", &Compat::WORDS)?;
        let tok = match compat {
            Compat::Sentences(Script::Original) => texts::BLANK,
            _ => "13a",
        };
        let readings = ["sari", "add", "keep", "delete"];
        Ok(Self {
            compat,
            texts: Texts::from_settings(settings, tok, compat != Compat::Easse)?,
            slots: match compat {
                Compat::Easse => EasseTally::slots(),
                Compat::Sentences(_) => SariTally::slots(),
            },
            readings: readings.map(|name| ReadingInfo::higher(name, Scale::Percent)).into(),
        })
    }
}

impl std::str::FromStr for Sari {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let sari = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(sari)
    }
}

impl Reader for Sari {
    fn signature(&self) -> Signature {
        self.texts.signature(Signature::new("sari").with("compat", self.compat.word()))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let (segments, (sari, Operations { add, keep, delete })) = match self.compat {
            Compat::Easse => {
                let total = EasseTally::read(total);
                (total.segments, total.scores())
            }
            Compat::Sentences(_) => {
                let total = SariTally::read(total);
                let mean = |sum: f64| 100.0 * (sum / total.segments as f64);
                let [add, keep, delete] = [total.add, total.keep, total.delete].map(mean);
                (total.segments, (mean(total.sari), Operations { add, keep, delete }))
            }
        };
        if segments == 0 {
            return Readings::undefined(4, "there is no segment");
        }
        [sari, add, keep, delete].into_iter().map(Reading::from).collect()
    }
}

impl Measure for Sari {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs { source: true, ..Needs::REFERENCES }
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.texts.ids(batch);
        let mut grams = Grams::default();
        for unit in 0..rows.len() {
            let texts = self.texts.of(&ids, unit);
            let (source, hypothesis) = (texts.source, texts.hypothesis);
            match self.compat {
                Compat::Easse => {
                    let mut tally = EasseTally::of_one_segment();
                    grams.each_order(source, hypothesis, &texts.references, |order, grams| {
                        tally.count(order, grams);
                    });
                    rows.set(unit, &tally);
                }
                Compat::Sentences(script) => {
                    let mut sentence = Sentence::new(script);
                    grams.each_order(source, hypothesis, &texts.references, |_, grams| {
                        sentence.count(grams);
                    });
                    let (sari, Operations { add, keep, delete }) = sentence.scores();
                    rows.set(unit, &SariTally { segments: 1, sari, add, keep, delete });
                }
            }
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "words rightly added, kept and deleted when a text is simplified";
    registry.add(
        Entry::new("sari", Sari::from_settings)
            .explained(summary, include_str!("../pages/sari.md"))
            .looks_at(&["simplicity"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{Hypothesis, MeasureExt, Score, Segment};

    use super::*;

    fn score(settings: &str, source: &str, output: &str, references: &[&str]) -> Score {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: Some(source) }];
        format!("sari({settings})").parse::<Sari>().unwrap().score(&segments).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} {expected}");
    }

    #[test]
    fn one_word_replaced_as_in_the_reference() {
        let texts = ("two grey geese flew", "two grey geese left", ["two grey geese left"]);
        let found = score("compat=evaluate", texts.0, texts.1, &texts.2);
        close(found.get("sari"), 100.0);
        // Of 4-grams nothing is kept: 0 of 0 is 1 for evaluate and 0 for the others.
        let found = score("compat=original", texts.0, texts.1, &texts.2);
        close(found.get("keep"), 75.0);
        close(found.get("add"), 100.0);
        close(score("", texts.0, texts.1, &texts.2).get("sari"), (75.0 + 100.0 + 100.0) / 3.0);
    }

    #[test]
    fn what_one_of_two_references_keeps_is_half_deleted() {
        // EASSE: `far` is deleted by one of two references, and deleted whole by the output.
        let found = score("", "far hills", "hills", &["far hills", "hills"]);
        let f1 = 2.0 * 0.5 * 1.0 / 1.5;
        close(found.get("delete"), 100.0 * (f1 + f1) / 4.0);
        // Kept are two of the three words that the references keep between them.
        close(found.get("keep"), 100.0 * 0.8 / 4.0);
        close(found.get("add"), 0.0);
    }

    #[test]
    fn an_empty_text_has_one_empty_word_except_in_easse() {
        close(score("", "", "", &[""]).get("sari"), 0.0);
        close(score("compat=evaluate", "", "", &[""]).get("keep"), 100.0);
        close(score("compat=original", "", "", &[""]).get("keep"), 25.0);
    }

    #[test]
    fn a_source_is_needed() {
        let (hypotheses, references) = (["a".into()], ["a"]);
        let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
        let error = "sari".parse::<Sari>().unwrap().score(&units).unwrap_err();
        insta::assert_snapshot!(error, @"unit `1`: `sari` looks at the source, but there is none");
    }

    #[test]
    fn the_tokeniser_follows_from_whose_sari_it_is() {
        let signature = |text: &str| text.parse::<Sari>().unwrap().signature().to_string();
        assert!(signature("sari").starts_with("sari|compat:easse|tok:13a|case:lower|"));
        assert!(signature("sari(compat=original)").contains("|tok:blank|case:lower|"));
    }
}
