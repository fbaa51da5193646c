#![doc = include_str!("pages/bleu-nltk.md")]

use std::sync::Arc;

use regua_core::exact::ExactSum;
use regua_core::mean::Mean;
use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally,
};
use regua_text::tokenise::{Pretokenised, Tokeniser};

use crate::bleu::{BleuTally, Counts, brevity_penalty};
use crate::shared::{self, Case};

const PAGE: &str = include_str!("pages/bleu-nltk.md");
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 9;

/// The mean of NLTK's sentence BLEU.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::bleu_nltk::NltkBleu;
///
/// let hypotheses = ["she plays the old piano".into()];
/// let references = ["she plays an old piano"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = NltkBleu::default().with_order(1).score(&units)?;
/// assert_eq!(score.get("mean"), Some(0.8));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NltkBleu {
    mean: Mean<SegmentBleu>,
    segment: SegmentBleu,
}

impl Default for NltkBleu {
    fn default() -> Self {
        Self::of(SegmentBleu::new(DEFAULT_ORDER, Arc::new(Pretokenised)))
    }
}

impl NltkBleu {
    fn of(segment: SegmentBleu) -> Self {
        Self { mean: Mean::new(segment.clone()), segment }
    }

    /// The same with n-grams up to this order, from 1 to 9.
    #[must_use]
    pub fn with_order(self, order: usize) -> Self {
        Self::of(SegmentBleu::new(order, self.segment.tokeniser))
    }

    /// The same on tokens of another tokeniser.
    #[must_use]
    pub fn with_tokeniser(self, tokeniser: Arc<dyn Tokeniser>) -> Self {
        Self::of(SegmentBleu::new(self.segment.order, tokeniser))
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let order = settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?;
        settings.choice("smooth", &[("0", ())])?;
        let tokeniser = shared::tokeniser(settings, "none")?;
        Ok(Self::of(SegmentBleu::new(order, tokeniser)))
    }
}

impl Reader for NltkBleu {
    fn signature(&self) -> Signature {
        // Not that of the mean: this measure is a mean by its name.
        self.segment.signature()
    }

    fn slots(&self) -> &[Slot] {
        self.mean.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.mean.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.mean.read(total)
    }
}

impl Measure for NltkBleu {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        self.mean.needs()
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        self.mean.tally(batch, rows)
    }
}

/// NLTK's BLEU of one segment.
#[derive(Debug, Clone)]
struct SegmentBleu {
    order: usize,
    tokeniser: Arc<dyn Tokeniser>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl SegmentBleu {
    fn new(order: usize, tokeniser: Arc<dyn Tokeniser>) -> Self {
        let order = order.clamp(1, HIGHEST_ORDER);
        Self {
            order,
            tokeniser,
            slots: BleuTally::slots(order),
            readings: vec![ReadingInfo::higher("bleu", Scale::Unit)],
        }
    }
}

impl Reader for SegmentBleu {
    fn signature(&self) -> Signature {
        Signature::new("bleu-nltk")
            .with("order", self.order)
            .with("smooth", 0)
            .with("tok", self.tokeniser.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [sentence_bleu(&BleuTally::read(total, self.order))].into_iter().collect()
    }
}

impl Measure for SegmentBleu {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let counts = Counts::of(batch, &*self.tokeniser, Case::Mixed, self.order);
        let mut tally = BleuTally::default();
        for unit in 0..batch.units().len() {
            counts.tally(unit, &mut tally);
            rows.set(unit, &tally);
        }
        Ok(())
    }
}

/// BLEU with NLTK's operations in their order: that is what makes the last
/// digit agree.
fn sentence_bleu(tally: &BleuTally) -> f64 {
    if tally.correct.first().is_none_or(|&matches| matches == 0) {
        return 0.0;
    }
    let weight = 1.0 / tally.correct.len() as f64;
    let mut sum = ExactSum::default();
    for (&correct, &total) in tally.correct.iter().zip(&tally.total) {
        let precision =
            if correct == 0 { f64::MIN_POSITIVE } else { correct as f64 / total as f64 };
        sum.add(weight * precision.ln());
    }
    brevity_penalty(tally.hyp_len, tally.ref_len) * sum.value().exp()
}

/// Adds this measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("bleu-nltk", NltkBleu::from_settings)
            .explained("the mean of NLTK's sentence BLEU, without smoothing", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{MeasureExt, Segment};

    use super::*;

    fn percent(output: &str, reference: &str) -> String {
        let (hypotheses, references) = ([output.into()], [reference]);
        let unit = Segment { hypotheses: &hypotheses, references: &references, source: None };
        let score = NltkBleu::default().score(&[unit]).unwrap();
        format!("{:.2}", 100.0 * score.get("mean").unwrap())
    }

    #[test]
    fn one_word_left_out_of_seven_reads_51_15_percent() {
        let reference = "our neighbours painted their fence dark green";
        assert_eq!(percent("our neighbours painted their dark green", reference), "51.15");
    }

    #[test]
    fn of_six_words_the_place_of_the_changed_one_decides() {
        let reference = "the cook tasted soup before dinner";
        assert_eq!(percent("the cook tasted soup after dinner", reference), "53.73");
        assert_eq!(percent("the cook tasted soup before lunch", reference), "75.98");
        assert_eq!(percent("the cook salted soup before dinner", reference), "0.00");
    }

    // NLTK 3.10.4: `sentence_bleu([["a", "b", "x"]], ["a", "b", "c", "d"])`, which warns.
    #[test]
    fn an_order_without_matches_leaves_a_tiny_rest_as_in_nltk() {
        let tally = BleuTally {
            hyp_len: 4,
            ref_len: 3,
            correct: vec![2, 1, 0, 0],
            total: vec![4, 3, 2, 1],
        };
        assert_eq!(sentence_bleu(&tally).to_bits(), NLTK_REST.to_bits());
    }

    const NLTK_REST: f64 = 9.530_910_758_639_08e-155;

    #[test]
    fn other_smoothings_are_refused() {
        let settings = Settings::new(&"bleu-nltk(smooth=3)".parse().unwrap());
        let error = NltkBleu::from_settings(&settings).unwrap_err();
        insta::assert_snapshot!(error, @"`bleu-nltk` cannot take `smooth=3`: it takes 0");
    }
}
