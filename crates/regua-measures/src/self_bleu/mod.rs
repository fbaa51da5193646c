#![doc = include_str!("../pages/self-bleu.md")]

mod others;
mod sample;

use regua_core::exact::ExactSum;
use regua_core::unit::{Segment, Segments};
use regua_core::{
    Batch, Collected, Entry, Error, Measure, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally,
};

use self::others::{Others, TextCounts};
use crate::bleu::brevity_penalty;
use crate::shared::Case;
use crate::word_settings::WordSettings;

const PAGE: &str = include_str!("../pages/self-bleu.md");
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 9;
const DEFAULT_SAMPLE: usize = 100_000;
const LARGEST_SAMPLE: usize = 100_000_000;
const NO_UNIT: &str = "one text has nothing to be compared with; score all texts together";
/// What NLTK's first smoothing adds where nothing matches.
const EPSILON: f64 = 0.1;

/// What becomes of an order without matches, by the number of NLTK's method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Smoothing {
    None,
    Epsilon,
}

impl Smoothing {
    const WORDS: [(&'static str, Self); 2] = [("1", Self::Epsilon), ("0", Self::None)];

    fn word(self) -> &'static str {
        match self {
            Self::None => "0",
            Self::Epsilon => "1",
        }
    }

    fn precision(self, matches: u64, total: u64) -> f64 {
        let total = total.max(1) as f64;
        match (self, matches) {
            (Self::None, 0) => f64::MIN_POSITIVE,
            (Self::Epsilon, 0) => EPSILON / total,
            _ => matches as f64 / total,
        }
    }
}

/// How like each other the texts of a corpus are.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::self_bleu::SelfBleu;
///
/// let text = ["the tide turns at noon".into()];
/// let segment = Segment { hypotheses: &text, ..Segment::default() };
/// let score = "self-bleu".parse::<SelfBleu>()?.score(&[segment, segment])?;
/// assert_eq!(score.get("self-bleu"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct SelfBleu {
    order: usize,
    smoothing: Smoothing,
    sample: usize,
    seed: u64,
    words: WordSettings,
    readings: Vec<ReadingInfo>,
}

impl SelfBleu {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            order: settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?,
            smoothing: settings.choice("smooth", &Smoothing::WORDS)?,
            sample: settings.number("sample", DEFAULT_SAMPLE, 2..=LARGEST_SAMPLE)?,
            seed: settings.number("seed", 1, 0..=u64::MAX)?,
            words: WordSettings::from_settings(settings, Case::Mixed)?,
            readings: vec![
                ReadingInfo::lower("self-bleu", Scale::Unit),
                ReadingInfo::neither("texts", Scale::Count),
            ],
        })
    }

    /// The BLEU of each text against all others, in the order of the texts;
    /// nothing if the n-grams do not fit the memory.
    fn each(&self, texts: &[&str]) -> Option<Vec<f64>> {
        let mut words = self.words.corpus();
        let mut others = Others::new(self.order);
        for text in texts {
            others.add(words.ids(text));
            if others.is_full() {
                return None;
            }
        }
        Some(others.finish().iter().map(|counts| self.bleu(counts)).collect())
    }

    /// BLEU with NLTK's operations in their order.
    fn bleu(&self, text: &TextCounts) -> f64 {
        if text.matches.first().is_none_or(|&matches| matches == 0) {
            return 0.0;
        }
        let weight = 1.0 / self.order as f64;
        let mut sum = ExactSum::default();
        let totals = regua_text::ngrams::totals(text.length, self.order);
        for (&matches, total) in text.matches.iter().zip(totals) {
            sum.add(weight * self.smoothing.precision(matches, total).ln());
        }
        brevity_penalty(text.length as i64, text.closest as i64) * sum.value().exp()
    }
}

from_text!(SelfBleu);

impl Reader for SelfBleu {
    fn signature(&self) -> Signature {
        let signature = Signature::new("self-bleu")
            .with("order", self.order)
            .with("smooth", self.smoothing.word())
            .with("sample", self.sample)
            .with("seed", self.seed);
        self.words.signature(signature)
    }

    fn slots(&self) -> &[Slot] {
        &[]
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, _: Tally<'_>) -> Readings {
        Readings::undefined(self.readings.len(), crate::distinct::NO_SUM)
    }

    fn read_unit(&self, _: Tally<'_>) -> Readings {
        Readings::undefined(self.readings.len(), NO_UNIT)
    }
}

impl Measure for SelfBleu {
    type Kind = Segments;

    fn tally(&self, _: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for unit in 0..rows.len() {
            rows.set_cells(unit, &[]);
        }
        Ok(())
    }

    fn collected(&self) -> Option<&dyn Collected<Kind = Segments>> {
        Some(self)
    }
}

impl Collected for SelfBleu {
    type Kind = Segments;

    fn read_corpus(&self, units: &[Segment<'_>]) -> Readings {
        let undefined = |reason: &'static str| Readings::undefined(self.readings.len(), reason);
        if units.len() < 2 {
            return undefined("there are fewer than two texts");
        }
        let texts = units.iter().map(Segment::hypothesis).collect();
        let texts = sample::draw(texts, self.sample, self.seed);
        let Some(each) = self.each(&texts) else {
            return undefined(
                "there are more different n-grams than fit the memory; set `sample` lower",
            );
        };
        let mut sum = ExactSum::default();
        for &bleu in &each {
            sum.add(bleu);
        }
        let texts = each.len() as f64;
        [Reading::from(sum.value() / texts), texts.into()].into_iter().collect()
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("self-bleu", SelfBleu::from_settings)
            .explained("how like each other the texts are: BLEU of each against all others", PAGE)
            .looks_at(&["diversity"]),
    )
}

#[cfg(test)]
mod tests;
