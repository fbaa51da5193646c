#![doc = include_str!("../pages/ter.md")]

mod beam;
mod bits;
#[cfg(test)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths of short texts; plain is better than careful here"
)]
mod plain;
mod search;
mod shift;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

use std::rc::Rc;

use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_stats::sacrebleu::Score;
use regua_text::tokens::Tokens;

use self::search::Search;
use self::tokens::Preparation;
use crate::shared::{self, Case, Cut, TokenIds};

/// The most words that a text may have: the table of edit distances is kept in
/// memory.
const MOST_WORDS: usize = 1 << 16;

regua_core::tally! {
    /// What a segment contributes to TER.
    pub struct TerTally {
        /// Shifts, insertions, deletions and substitutions against the
        /// reference that needs the fewest.
        edits: count,
        /// The mean length of the references in words.
        ref_len: real,
    }
}

impl TerTally {
    /// Edits for each reference word, as a percentage. Without any reference
    /// word, all is wrong or nothing is.
    fn rate(&self) -> f64 {
        let rate = if self.ref_len > 0.0 {
            self.edits as f64 / self.ref_len
        } else if self.edits > 0 {
            1.0
        } else {
            0.0
        };
        100.0 * rate
    }
}

/// Translation edit rate as sacrebleu computes it.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::ter::Ter;
///
/// let hypotheses = ["at noon the ferry leaves".into()];
/// let references = ["the ferry leaves at noon today"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = Ter::default().score(&units)?;
/// assert_eq!(score.get("edits"), Some(2.0)); // "at noon" moves, "today" is missing
/// assert_eq!(score.get("ter"), Some(100.0 * (2.0 / 6.0)));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Ter {
    case: Case,
    preparation: Preparation,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Ter {
    fn default() -> Self {
        Self {
            case: Case::Lower,
            preparation: Preparation { normalised: false, punctuation: true, asian: false },
            slots: TerTally::slots(),
            readings: vec![
                ReadingInfo::lower("ter", Scale::Percent),
                ReadingInfo::neither("edits", Scale::Count),
                ReadingInfo::neither("ref_len", Scale::Count),
            ],
        }
    }
}

impl Ter {
    /// The same with texts in this case.
    #[must_use]
    pub fn with_case(self, case: Case) -> Self {
        Self { case, ..self }
    }

    /// The same with punctuation set off from words, or not.
    #[must_use]
    pub fn with_normalisation(self, normalised: bool) -> Self {
        Self { preparation: Preparation { normalised, ..self.preparation }, ..self }
    }

    /// The same with punctuation kept, or not.
    #[must_use]
    pub fn with_punctuation(self, punctuation: bool) -> Self {
        Self { preparation: Preparation { punctuation, ..self.preparation }, ..self }
    }

    /// The same with Chinese and Japanese characters set off and their
    /// punctuation removed where that of others is, or not.
    #[must_use]
    pub fn with_asian(self, asian: bool) -> Self {
        Self { preparation: Preparation { asian, ..self.preparation }, ..self }
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self::default()
            .with_case(settings.choice("case", &[("lower", Case::Lower), ("mixed", Case::Mixed)])?)
            .with_normalisation(settings.flag("norm", false)?)
            .with_punctuation(settings.flag("punct", true)?)
            .with_asian(settings.flag("asian", false)?))
    }

    /// The words of a batch. sacrebleu prepares references twice and
    /// hypotheses once, which shows where punctuation is set off.
    fn ids(&self, batch: &Batch<'_, Segments>) -> Rc<TokenIds> {
        let tokeniser = self.preparation.tokeniser();
        let cut = Cut::new(&*tokeniser).case(self.case);
        if !self.preparation.normalised {
            return cut.ids(batch);
        }
        let mut tokens = Tokens::default();
        let mut lowered = String::new();
        let mut prepare = |text: &&str| {
            tokeniser.tokenise(self.case.apply(text, &mut lowered), &mut tokens);
            tokens.iter().collect::<Vec<_>>().join(" ")
        };
        let prepared: Vec<Vec<String>> = batch
            .units()
            .iter()
            .map(|unit| unit.references.iter().map(&mut prepare).collect())
            .collect();
        let references: Vec<Vec<&str>> =
            prepared.iter().map(|texts| texts.iter().map(String::as_str).collect()).collect();
        let units: Vec<Segment<'_>> = batch
            .units()
            .iter()
            .zip(&references)
            .map(|(unit, references)| Segment { references, ..*unit })
            .collect();
        cut.ids(&Batch::new(&units))
    }

    /// The signature that sacrebleu 2.6.0 prints for these settings, to be
    /// quoted beside its numbers. `references` are the fewest and the most that
    /// any segment has, where that is known.
    pub fn sacrebleu_signature(&self, references: Option<(u32, u32)>) -> String {
        let word = |yes: bool| if yes { "yes" } else { "no" };
        let case = match self.case {
            Case::Mixed => "mixed",
            Case::Lower => "lc",
        };
        let Preparation { normalised, punctuation, asian } = self.preparation;
        format!(
            "{}case:{case}|tok:tercom|norm:{}|punct:{}|asian:{}|version:2.6.0",
            shared::sacrebleu_references(references),
            word(normalised),
            word(punctuation),
            word(asian),
        )
    }
}

impl std::str::FromStr for Ter {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let ter = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(ter)
    }
}

impl Reader for Ter {
    fn signature(&self) -> Signature {
        Signature::new("ter")
            .with("case", self.case.word())
            .flag("norm", self.preparation.normalised)
            .flag("punct", self.preparation.punctuation)
            .flag("asian", self.preparation.asian)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = TerTally::read(total);
        [total.rate(), total.edits as f64, total.ref_len].into_iter().map(Reading::from).collect()
    }

    fn read_as_sacrebleu(&self, sums: &[f32]) -> Option<Score> {
        match sums {
            [edits, words] if *words > 0.0 => Some(Score::Single(100.0 * (edits / words))),
            _ => None,
        }
    }
}

impl Measure for Ter {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.ids(batch);
        let mut search = Search::default();
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let references = ids.references(unit);
            if references.clone().chain([hypothesis]).any(|text| text.len() > MOST_WORDS) {
                rows.unscored(unit, "a text has more than 65,536 words");
                continue;
            }
            let words: usize = references.clone().map(<[u32]>::len).sum();
            let ref_len = words as f64 / references.len() as f64;
            let edits = references.map(|reference| search.edits(hypothesis, reference)).min();
            rows.set(unit, &TerTally { edits: edits.unwrap_or_default() as i64, ref_len });
        }
        Ok(())
    }
}

/// Adds TER to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "translation edit rate: words to edit or phrases to move for each word";
    registry.add(
        Entry::new("ter", Ter::from_settings)
            .explained(summary, include_str!("../pages/ter.md"))
            .looks_at(&["fluency", "adequacy"]),
    )
}
