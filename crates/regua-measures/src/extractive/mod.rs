#![doc = include_str!("../pages/extractive.md")]

mod fragments;

use std::rc::Rc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally,
};

use self::fragments::FragmentFinder;
use crate::shared::Case;
use crate::shares::NO_WORDS;
use crate::word_settings::{Against, WordSettings};

const PAGE: &str = include_str!("../pages/extractive.md");

regua_core::tally! {
    /// What a segment contributes to coverage, density and compression.
    pub struct FragmentTally {
        /// Words of the hypothesis that are part of a fragment.
        covered: count,
        /// The squares of the fragments' lengths.
        squares: count,
        /// Words of the hypothesis.
        words: count,
        /// Words of the text it is held against.
        given: count,
    }
}

/// Which of the three is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Statistic {
    Coverage,
    Density,
    Compression,
}

impl Statistic {
    const NAMES: [(&'static str, Self); 3] = [
        ("coverage", Self::Coverage),
        ("density", Self::Density),
        ("compression", Self::Compression),
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Coverage => "coverage",
            Self::Density => "density",
            Self::Compression => "compression",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Coverage => "the share of words that are taken from the source",
            Self::Density => "the length of the stretches taken from the source, squared, a word",
            Self::Compression => "how many times longer the source is",
        }
    }
}

/// Coverage, density or compression of extractive fragments.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::extractive::Extractive;
///
/// let hypotheses = ["The ferry left the port early".into()];
/// let source = Some("At dawn the ferry left the harbour in fog");
/// let segments = [Segment { hypotheses: &hypotheses, references: &[], source }];
/// let score = |name: &str| name.parse::<Extractive>()?.score(&segments);
/// assert_eq!(score("coverage")?.get("coverage"), Some(4.0 / 6.0));
/// assert_eq!(score("density")?.get("density"), Some(16.0 / 6.0));
/// assert_eq!(score("compression")?.get("compression"), Some(9.0 / 6.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Extractive {
    statistic: Statistic,
    against: Against,
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Extractive {
    /// The measure that settings describe, by its name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let named = |(name, _): &&(&str, Statistic)| *name == settings.measure();
        let statistic =
            Statistic::NAMES.iter().find(named).map_or(Statistic::Coverage, |named| named.1);
        let scale = match statistic {
            Statistic::Coverage => Scale::Unit,
            Statistic::Density | Statistic::Compression => Scale::Open,
        };
        Ok(Self {
            statistic,
            against: settings.choice("against", &Against::SOURCE_FIRST)?,
            words: WordSettings::from_settings(settings, Case::Lower)?,
            slots: FragmentTally::slots(),
            readings: vec![ReadingInfo::neither(statistic.name(), scale)],
        })
    }

    /// The fragments of each unit, found once for all three measures.
    fn fragments(&self, batch: &Batch<'_, Segments>) -> Rc<Vec<FragmentTally>> {
        let key =
            ["fragments", self.against.word(), self.words.tokeniser.name(), self.words.case.word()];
        batch.memo().get_or(&key.join("\u{1f}"), || {
            let ids = self.words.ids_against(batch, self.against);
            let mut finder = FragmentFinder::default();
            (0..batch.units().len())
                .map(|unit| {
                    let hypothesis = ids.hypothesis(unit);
                    let tallies =
                        ids.references(unit).map(|given| tally(&mut finder, hypothesis, given));
                    let more = |best: FragmentTally, next: FragmentTally| {
                        let size = |tally: &FragmentTally| (tally.covered, tally.squares);
                        if size(&next) > size(&best) { next } else { best }
                    };
                    tallies.reduce(more).unwrap_or_default()
                })
                .collect()
        })
    }
}

fn tally(finder: &mut FragmentFinder, hypothesis: &[u32], given: &[u32]) -> FragmentTally {
    let (words, given_words) = (hypothesis.len() as i64, given.len() as i64);
    let mut tally = FragmentTally { words, given: given_words, ..FragmentTally::default() };
    finder.find(hypothesis, given, |length| {
        tally.covered += length as i64;
        tally.squares += (length as i64).saturating_mul(length as i64);
    });
    tally
}

from_text!(Extractive);

impl Reader for Extractive {
    fn signature(&self) -> Signature {
        let signature = Signature::new(self.statistic.name()).with("against", self.against.word());
        self.words.signature(signature)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = FragmentTally::read(total);
        let over = match self.statistic {
            Statistic::Coverage => total.covered,
            Statistic::Density => total.squares,
            Statistic::Compression => total.given,
        };
        [Reading::ratio(over as f64, total.words as f64, NO_WORDS)].into_iter().collect()
    }
}

impl Measure for Extractive {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        self.against.needs()
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, tally) in self.fragments(batch).iter().enumerate() {
            rows.set(unit, tally);
        }
        Ok(())
    }
}

/// Adds the three measures to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    for (name, statistic) in Statistic::NAMES {
        registry.add(
            Entry::new(name, Extractive::from_settings)
                .explained(statistic.summary(), PAGE)
                .looks_at(if statistic == Statistic::Compression {
                    &["length"]
                } else {
                    &["abstractiveness"]
                }),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use regua_core::{MeasureExt, Segment};

    use super::*;

    #[test]
    fn of_several_references_the_one_that_covers_most_counts() {
        let hypotheses = ["a b c d".into()];
        let references = ["a x b", "a b x", "c d y a b"];
        let segments = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
        let score = |name: &str| {
            let measure = format!("{name}(against=reference)").parse::<Extractive>().unwrap();
            measure.score(&segments).unwrap().get(name).unwrap()
        };
        let found = ["coverage", "density", "compression"].map(score);
        assert_eq!(found.map(f64::to_bits), [1.0, 2.0, 1.25].map(f64::to_bits));
    }

    #[test]
    fn a_hypothesis_without_words_has_no_coverage() {
        let hypotheses = [" ".into()];
        let segments = [Segment { hypotheses: &hypotheses, references: &[], source: Some("a") }];
        let score = "coverage".parse::<Extractive>().unwrap().score(&segments).unwrap();
        assert_eq!(score.get("coverage"), None);
    }
}
