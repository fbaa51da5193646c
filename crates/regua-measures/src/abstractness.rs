#![doc = include_str!("pages/abstractness.md")]

use std::rc::Rc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};
use regua_text::tokens::Tokens;

use crate::known_ngrams::KnownNgrams;
use crate::repetitiveness::Variant;
use crate::shared::{Case, TokenIds};
use crate::shares::Shares;
use crate::word_settings::{Against, WordSettings};

const PAGE: &str = include_str!("pages/abstractness.md");

/// How much of each text is in its reference or source nowhere.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::abstractness::Abstractness;
///
/// let hypotheses = ["the ferry left early".into()];
/// let references = ["the ferry left at dawn"];
/// let segments = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = "abstractness".parse::<Abstractness>()?.score(&segments)?;
/// assert_eq!(score.get("novel1"), Some(0.25));
/// assert_eq!(score.get("novel4"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Abstractness {
    variant: Variant,
    order: usize,
    against: Against,
    words: WordSettings,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Abstractness {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let variant = settings.choice("variant", &Variant::WORDS)?;
        let order = variant.order(settings)?;
        let readings = Shares::infos("abstractness", "novel", order, |name| {
            ReadingInfo::neither(name, Scale::Unit)
        });
        Ok(Self {
            variant,
            order,
            against: settings.choice("against", &Against::REFERENCE_FIRST)?,
            words: WordSettings::from_settings(settings, Case::Mixed)?,
            slots: Shares::slots("novel", "total", order),
            readings,
        })
    }

    /// What is new in the hypothesis of a unit.
    fn shares(&self, ids: &TokenIds, unit: usize, numbers: &mut Numbers) -> Shares {
        let hypothesis = ids.hypothesis(unit);
        numbers.given.clear();
        for text in ids.references(unit) {
            numbers.given.add(text, self.order, |_, _, _| {});
        }
        if self.variant == Variant::Ngrams {
            let mut shares = Shares::none_of(hypothesis.len(), self.order);
            numbers.given.unknown(hypothesis, self.order, |order| shares.counted[order] += 1);
            return shares;
        }
        let mut shares = Shares::none(self.order);
        numbers.own.clear();
        numbers
            .own
            .add(hypothesis, self.order, |order, _, new| shares.all[order] += i64::from(new));
        // What is added to the given texts' n-grams now is in none of them.
        numbers.given.add(hypothesis, self.order, |order, _, new| {
            shares.counted[order] += i64::from(new);
        });
        shares
    }

    /// Words that are part of no given text, be it inside another word.
    fn novel_words(&self, batch: &Batch<'_, Segments>, unit: usize, memory: &mut Memory) -> Shares {
        let segment = &batch.units()[unit];
        let source = segment.source;
        let given: &[&str] = match self.against {
            Against::Reference => segment.references,
            Against::Source => source.as_slice(),
        };
        let case = self.words.case;
        let given: Vec<String> =
            given.iter().map(|text| case.apply(text, &mut memory.lowered).to_owned()).collect();
        let hypothesis = case.apply(segment.hypothesis(), &mut memory.lowered);
        self.words.tokeniser.tokenise(hypothesis, &mut memory.tokens);
        let is_novel = |word: &&str| !given.iter().any(|text| text.contains(word));
        Shares {
            counted: vec![memory.tokens.iter().filter(is_novel).count() as i64],
            all: vec![memory.tokens.len() as i64],
        }
    }
}

/// N-grams of one unit at a time.
#[derive(Debug, Default)]
struct Numbers {
    given: KnownNgrams,
    own: KnownNgrams,
}

#[derive(Debug, Default)]
struct Memory {
    lowered: String,
    tokens: Tokens,
}

from_text!(Abstractness);

impl Reader for Abstractness {
    fn signature(&self) -> Signature {
        let signature = self.variant.signature("abstractness", self.order);
        self.words.signature(signature.with("against", self.against.word()))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        Shares::read(total, self.order).readings()
    }
}

impl Measure for Abstractness {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        self.against.needs()
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        if self.variant == Variant::Blanche {
            let mut memory = Memory::default();
            for unit in 0..rows.len() {
                rows.set(unit, &self.novel_words(batch, unit, &mut memory));
            }
            return Ok(());
        }
        let ids: Rc<TokenIds> = self.words.ids_against(batch, self.against);
        let mut numbers = Numbers::default();
        for unit in 0..rows.len() {
            rows.set(unit, &self.shares(&ids, unit, &mut numbers));
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("abstractness", Abstractness::from_settings)
            .explained("the share of n-grams that the reference or source has nowhere", PAGE)
            .looks_at(&["abstractiveness"]),
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{MeasureExt, Score, Segment};

    use super::*;

    fn score(measure: &str, output: &str, references: &[&str], source: &str) -> Score {
        let hypotheses = [output.into()];
        let segment = Segment { hypotheses: &hypotheses, references, source: Some(source) };
        measure.parse::<Abstractness>().unwrap().score(&[segment]).unwrap()
    }

    #[test]
    fn what_any_reference_has_is_not_new() {
        let references = ["a small boat", "the boat left"];
        let score = score("abstractness(order=2)", "a boat left port", &references, "");
        assert_eq!((score.get("novel1"), score.get("novel2")), (Some(0.25), Some(2.0 / 3.0)));
        assert_eq!(score.get("abstractness"), Some(3.0 / 7.0));
    }

    #[test]
    fn the_source_counts_instead_if_asked_for() {
        let found = score("abstractness(against=source,case=lower)", "A b", &["x"], "a B c");
        assert_eq!((found.get("novel1"), found.get("novel2")), (Some(0.0), Some(0.0)));
        let found = score("abstractness(against=source,variant=blanche)", "at x", &["x"], "cat");
        assert_eq!(found.get("abstractness"), Some(0.5));
    }

    #[test]
    fn in_summeval_a_new_word_counts_once() {
        let found = score("abstractness(variant=summeval)", "so so so calm", &["calm"], "");
        assert_eq!(found.get("novel1"), Some(0.5));
        assert_eq!(score("abstractness", "so so so calm", &["calm"], "").get("novel1"), Some(0.75));
    }

    #[test]
    fn in_blanche_a_word_inside_another_is_not_new() {
        let found =
            score("abstractness(variant=blanche)", "art is , late", &["a party, lately"], "");
        assert_eq!(found.get("abstractness"), Some(0.25));
    }

    #[test]
    fn without_a_source_there_is_nothing_to_hold_it_against() {
        let hypotheses = ["a".into()];
        let segment = Segment { hypotheses: &hypotheses, references: &["a"], source: None };
        let measure = "abstractness(against=source)".parse::<Abstractness>().unwrap();
        assert!(measure.score(&[segment]).is_err());
    }

    proptest! {
        #[test]
        fn shares_are_those_of_the_plain_formula(
            hypothesis in "([abc] ){1,12}",
            references in prop::collection::vec("([abc] ){0,9}", 1..3),
        ) {
            let references: Vec<&str> = references.iter().map(String::as_str).collect();
            let found = score("abstractness", &hypothesis, &references, "");
            let types = score("abstractness(variant=summeval)", &hypothesis, &references, "");
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let (words, references) = (words(&hypothesis), references.iter().map(|text| words(text)).collect::<Vec<_>>());
            for order in 1..=4 {
                let mut ngrams: Vec<&[String]> = words.windows(order).collect();
                let novel = |ngram: &&&[String]| !references.iter().any(|text| text.windows(order).any(|other| other == **ngram));
                let share = |ngrams: &[&[String]]| (!ngrams.is_empty()).then(|| ngrams.iter().filter(novel).count() as f64 / ngrams.len() as f64);
                prop_assert_eq!(found.get(&format!("novel{order}")), share(&ngrams));
                ngrams.sort();
                ngrams.dedup();
                prop_assert_eq!(types.get(&format!("novel{order}")), share(&ngrams));
            }
        }
    }
}
