#![doc = include_str!("../pages/bleu-nltk.md")]

mod fraction;
mod smoothing;

use std::sync::Arc;

use regua_core::slot::Cell;
use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally, TallyRow,
};
use regua_text::tokenise::{Pretokenised, Tokeniser};

pub use self::smoothing::Method;
use self::smoothing::ORDER_AHEAD;
use crate::bleu::{BleuTally, Counts};
use crate::shared::{self, Case};

const PAGE: &str = include_str!("../pages/bleu-nltk.md");
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 9;

/// What one segment contributes: its value, and the counts behind it.
#[derive(Debug, Clone, Default)]
struct NltkTally {
    bleu: f64,
    segments: i64,
    counts: BleuTally,
}

impl NltkTally {
    fn slots(order: usize) -> Vec<Slot> {
        let mut slots = vec![Slot::real("bleu"), Slot::count("segments")];
        slots.extend(BleuTally::slots(order));
        slots
    }

    fn read(tally: Tally<'_>, order: usize) -> Self {
        let mut fields = tally.fields();
        let (bleu, segments) = (fields.real(), fields.count());
        let counts = Tally::new(tally.cells().get(2..).unwrap_or_default());
        Self { bleu, segments, counts: BleuTally::read(counts, order) }
    }
}

impl TallyRow for NltkTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend([Cell::Real(self.bleu), Cell::Count(self.segments)]);
        self.counts.write(row);
    }
}

/// The mean of NLTK's sentence BLEU.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::bleu_nltk::{Method, NltkBleu};
///
/// let hypotheses = ["she plays the old piano".into()];
/// let references = ["she plays an old piano"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = NltkBleu::default().with_order(1).score(&units)?;
/// assert_eq!(score.get("mean"), Some(0.8));
/// let smoothed = NltkBleu::default().with_smoothing(Method::AddOne).score(&units)?;
/// assert_eq!(smoothed.get("mean"), Some(0.4472135954999579));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct NltkBleu {
    order: usize,
    method: Method,
    reweigh: bool,
    tokeniser: Arc<dyn Tokeniser>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for NltkBleu {
    fn default() -> Self {
        Self {
            order: DEFAULT_ORDER,
            method: Method::default(),
            reweigh: false,
            tokeniser: Arc::new(Pretokenised),
            slots: NltkTally::slots(DEFAULT_ORDER),
            readings: readings(Scale::Unit),
        }
    }
}

impl NltkBleu {
    /// The same with n-grams up to this order, from 1 to 9.
    #[must_use]
    pub fn with_order(self, order: usize) -> Self {
        let order = order.clamp(self.method.lowest_order(), HIGHEST_ORDER);
        Self { order, slots: NltkTally::slots(order), ..self }
    }

    /// The same with another smoothing. [`Method::Prior`] needs order 3 and
    /// raises lower ones to it.
    #[must_use]
    pub fn with_smoothing(self, method: Method) -> Self {
        let order = self.order;
        // Averaged with what comes before it, a good first order ends above 1.
        let scale = if method.looks_ahead() { Scale::Open } else { Scale::Unit };
        Self { method, readings: readings(scale), ..self }.with_order(order)
    }

    /// The same, with weights that are shared out anew for texts of fewer than
    /// four tokens, where the order is 4.
    #[must_use]
    pub fn with_reweighing(self, reweigh: bool) -> Self {
        Self { reweigh, ..self }
    }

    /// The same on tokens of another tokeniser.
    #[must_use]
    pub fn with_tokeniser(self, tokeniser: Arc<dyn Tokeniser>) -> Self {
        Self { tokeniser, ..self }
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let method = method(settings)?;
        let orders = method.lowest_order()..=HIGHEST_ORDER;
        Ok(Self::default()
            .with_smoothing(method)
            .with_order(settings.number("order", DEFAULT_ORDER, orders)?)
            .with_reweighing(settings.flag("reweigh", false)?)
            .with_tokeniser(shared::tokeniser(settings, "none")?))
    }
}

fn readings(scale: Scale) -> Vec<ReadingInfo> {
    ["mean", "corpus"].map(|name| ReadingInfo::higher(name, scale)).into()
}

/// The smoothing, by its number or by NLTK's name for it.
fn method(settings: &Settings) -> Result<Method, Error> {
    let Some(written) = settings.text("smooth") else { return Ok(Method::default()) };
    let number = written.strip_prefix("method").unwrap_or(written).parse::<usize>().ok();
    let method = number.and_then(|number| Method::ALL.get(number).copied());
    method.ok_or_else(|| settings.refuse("smooth", written, "0 to 7, or method0 to method7"))
}

impl Reader for NltkBleu {
    fn signature(&self) -> Signature {
        Signature::new("bleu-nltk")
            .with("order", self.order)
            .with("smooth", self.method.number())
            .flag("reweigh", self.reweigh)
            .with("tok", self.tokeniser.name())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = NltkTally::read(total, self.order);
        if total.segments == 0 {
            return Readings::undefined(2, "there is no segment");
        }
        let corpus = if self.method.has_corpus() {
            smoothing::bleu(&total.counts, self.method, self.reweigh, (0, 1))
                .map_or_else(|reason| Reading::Undefined(reason.into()), Reading::from)
        } else {
            Reading::Undefined("this smoothing is defined for single segments only".into())
        };
        Readings(vec![Reading::from(total.bleu / total.segments as f64), corpus])
    }
}

impl Measure for NltkBleu {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let counted =
            if self.method.looks_ahead() { self.order.max(ORDER_AHEAD) } else { self.order };
        let counts = Counts::of(batch, &*self.tokeniser, Case::Mixed, counted);
        let mut tally = NltkTally { segments: 1, ..NltkTally::default() };
        for unit in 0..batch.units().len() {
            let BleuTally { correct, total, .. } = {
                counts.tally(unit, &mut tally.counts);
                &mut tally.counts
            };
            // An order that the text is too short for has one n-gram, which does not match.
            for total in &mut *total {
                *total = (*total).max(1);
            }
            let at = ORDER_AHEAD - 1;
            let ahead = correct.get(at).zip(total.get(at));
            let ahead = ahead.map_or((0, 1), |(&correct, &total)| {
                (correct.unsigned_abs(), total.unsigned_abs())
            });
            correct.truncate(self.order);
            total.truncate(self.order);
            match smoothing::bleu(&tally.counts, self.method, self.reweigh, ahead) {
                Ok(bleu) => {
                    tally.bleu = bleu;
                    rows.set(unit, &tally);
                }
                Err(reason) => rows.unscored(unit, reason),
            }
        }
        Ok(())
    }
}

/// Adds this measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("bleu-nltk", NltkBleu::from_settings)
            .explained("the mean of NLTK's sentence BLEU, with any of its smoothings", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{MeasureExt, Segment};

    use super::*;

    fn bleu(settings: &str) -> Result<NltkBleu, Error> {
        NltkBleu::from_settings(&Settings::new(&format!("bleu-nltk({settings})").parse()?))
    }

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

    #[test]
    fn the_corpus_is_read_off_sums_and_the_mean_off_values() {
        let outputs = [["a b c d e".into()], ["x y".into()]];
        let references = [["a b c d e"], ["x z"]];
        let units: Vec<Segment<'_>> = outputs
            .iter()
            .zip(&references)
            .map(|(hypotheses, references)| Segment { hypotheses, references, source: None })
            .collect();
        let score = NltkBleu::default().with_order(1).score(&units).unwrap();
        assert_eq!(score.get("mean"), Some(0.75));
        let corpus = score.get("corpus").unwrap();
        assert!((corpus - 6.0 / 7.0).abs() < 1e-15, "{corpus}");
        let score = bleu("smooth=5").unwrap().score(&units).unwrap();
        assert!(score.get("mean").is_some() && score.get("corpus").is_none());
    }

    #[test]
    fn a_segment_without_a_matching_trigram_is_unscored_by_method_six() {
        let (hypotheses, references) = (["a b c d".into()], ["a b x d"]);
        let unit = Segment { hypotheses: &hypotheses, references: &references, source: None };
        let units = [unit];
        let rows = bleu("smooth=6").unwrap().rows(&units).unwrap();
        insta::assert_snapshot!(rows.row(0).unwrap_err(), @"smoothing 6 needs a matching n-gram of order 3");
    }

    #[test]
    fn the_names_of_nltk_are_understood_and_others_are_refused() {
        let signature = bleu("smooth=method3").unwrap().signature().to_string();
        assert!(signature.starts_with("bleu-nltk|order:4|smooth:3|reweigh:no|tok:none|"));
        let error = |settings| bleu(settings).unwrap_err();
        insta::assert_snapshot!(error("smooth=8"), @"`bleu-nltk` cannot take `smooth=8`: it takes 0 to 7, or method0 to method7");
        insta::assert_snapshot!(error("smooth=6,order=2"), @"`bleu-nltk` cannot take `order=2`: it takes a number from 3 to 9");
    }
}
