#![doc = include_str!("../pages/bleu.md")]

mod counts;
mod formula;

use std::sync::Arc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Tally,
};
use regua_stats::sacrebleu::Score;
use regua_text::tokenise::{Mteval13a, Tokeniser};

pub use self::counts::BleuTally;
pub(crate) use self::counts::{Counts, closest};
pub use self::formula::Smoothing;
pub(crate) use self::formula::brevity_penalty;
use crate::shared::{self, Case};

const PAGE: &str = include_str!("../pages/bleu.md");
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 16;

/// BLEU as sacrebleu defines it.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::bleu::{Bleu, Smoothing};
///
/// let hypotheses = ["The ferry left at seven.".into()];
/// let references = ["The ferry left at eight.", "The boat left at seven."];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let score = Bleu::default().with_smoothing(Smoothing::None).score(&units)?;
/// assert!(score.to_string().starts_with("bleu|case:mixed|eff:no|tok:13a|smooth:none|regua:"));
/// assert_eq!(score.get("precision2"), Some(100.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Bleu {
    case: Case,
    effective_order: bool,
    tokeniser: Arc<dyn Tokeniser>,
    smoothing: Smoothing,
    order: usize,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Bleu {
    fn default() -> Self {
        Self {
            case: Case::Mixed,
            effective_order: false,
            tokeniser: Arc::new(Mteval13a),
            smoothing: Smoothing::Exponential,
            order: 0,
            slots: Vec::new(),
            readings: Vec::new(),
        }
        .with_order(DEFAULT_ORDER)
    }
}

impl Bleu {
    /// The same with texts in this case.
    #[must_use]
    pub fn with_case(self, case: Case) -> Self {
        Self { case, ..self }
    }

    /// The same with orders left out for which the hypotheses are too short,
    /// or not. Single segments are always read that way.
    #[must_use]
    pub fn with_effective_order(self, effective_order: bool) -> Self {
        Self { effective_order, ..self }
    }

    /// The same on tokens of another tokeniser.
    #[must_use]
    pub fn with_tokeniser(self, tokeniser: Arc<dyn Tokeniser>) -> Self {
        Self { tokeniser, ..self }
    }

    /// The same with another smoothing.
    #[must_use]
    pub fn with_smoothing(self, smoothing: Smoothing) -> Self {
        Self { smoothing, ..self }
    }

    /// The same with n-grams up to this order, from 1 to 16.
    #[must_use]
    pub fn with_order(self, order: usize) -> Self {
        let order = order.clamp(1, HIGHEST_ORDER);
        let precisions = (1..=order)
            .map(|order| ReadingInfo::higher(format!("precision{order}"), Scale::Percent));
        let readings = [ReadingInfo::higher("bleu", Scale::Percent)]
            .into_iter()
            .chain(precisions)
            .chain([
                ReadingInfo::neither("bp", Scale::Unit),
                ReadingInfo::neither("hyp_len", Scale::Count),
                ReadingInfo::neither("ref_len", Scale::Count),
                ReadingInfo::neither("ratio", Scale::Unit),
            ])
            .collect();
        Self { order, slots: BleuTally::slots(order), readings, ..self }
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        Ok(Self::default()
            .with_case(settings.choice("case", &Case::WORDS)?)
            .with_effective_order(settings.flag("eff", false)?)
            .with_tokeniser(shared::tokeniser(settings, "13a")?)
            .with_smoothing(smoothing(settings)?)
            .with_order(settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?))
    }

    /// The signature that sacrebleu 2.6.0 prints for these settings, to be
    /// quoted beside its numbers; nothing for tokenisers it does not have.
    /// `references` are the fewest and the most that any segment has, where
    /// that is known. (sacrebleu's signature does not show the order.)
    pub fn sacrebleu_signature(&self, references: Option<(u32, u32)>) -> Option<String> {
        let tokeniser = self.tokeniser.name();
        if !["13a", "char", "intl", "none", "zh"].contains(&tokeniser) {
            return None;
        }
        let case = match self.case {
            Case::Mixed => "mixed",
            Case::Lower => "lc",
        };
        let effective_order = if self.effective_order { "yes" } else { "no" };
        let value =
            self.smoothing.value().map_or_else(String::new, |value| format!("[{value:.2}]"));
        Some(format!(
            "{}case:{case}|eff:{effective_order}|tok:{tokeniser}|smooth:{}{value}|version:2.6.0",
            shared::sacrebleu_references(references),
            self.smoothing.word(),
        ))
    }

    fn read_with(&self, tally: Tally<'_>, effective_order: bool) -> Readings {
        let tally = BleuTally::read(tally, self.order);
        let parts = formula::compute(&tally, self.smoothing, effective_order);
        let (hyp_len, ref_len) = (tally.hyp_len as f64, tally.ref_len as f64);
        [parts.bleu]
            .into_iter()
            .chain(parts.precisions)
            .chain([parts.brevity_penalty, hyp_len, ref_len])
            .map(Reading::from)
            .chain([Reading::ratio(hyp_len, ref_len, "the references are empty")])
            .collect()
    }
}

impl Reader for Bleu {
    fn signature(&self) -> Signature {
        let mut signature = Signature::new("bleu")
            .with("case", self.case.word())
            .flag("eff", self.effective_order)
            .with("tok", self.tokeniser.name())
            .with("smooth", self.smoothing.word());
        if let Some(value) = self.smoothing.value() {
            signature = signature.with("smooth-value", value);
        }
        if self.order != DEFAULT_ORDER {
            signature = signature.with("order", self.order);
        }
        signature
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.read_with(total, self.effective_order)
    }

    fn read_unit(&self, row: Tally<'_>) -> Readings {
        self.read_with(row, true)
    }

    fn read_as_sacrebleu(&self, sums: &[f32]) -> Option<Score> {
        let is_usual = self.smoothing == Smoothing::Exponential && !self.effective_order;
        is_usual.then(|| Score::Double(formula::in_single_precision(sums, self.order)))
    }
}

impl Measure for Bleu {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let counts = Counts::of(batch, &*self.tokeniser, self.case, self.order);
        let mut tally = BleuTally::default();
        for unit in 0..batch.units().len() {
            counts.tally(unit, &mut tally);
            rows.set(unit, &tally);
        }
        Ok(())
    }
}

fn smoothing(settings: &Settings) -> Result<Smoothing, Error> {
    let smoothing = settings.choice(
        "smooth",
        &[
            ("exp", Smoothing::Exponential),
            ("floor", Smoothing::Floor(0.1)),
            ("add-k", Smoothing::AddK(1.0)),
            ("none", Smoothing::None),
        ],
    )?;
    let number = |default| settings.number("smooth-value", default, 0.0..=1e6);
    Ok(match (smoothing, settings.text("smooth-value")) {
        (Smoothing::Floor(default), _) => Smoothing::Floor(number(default)?),
        (Smoothing::AddK(default), _) => Smoothing::AddK(number(default)?),
        (Smoothing::Exponential | Smoothing::None, None) => smoothing,
        (Smoothing::Exponential | Smoothing::None, Some(value)) => {
            let takes = "a number with `smooth=floor` or `smooth=add-k` only";
            return Err(settings.refuse("smooth-value", value, takes));
        }
    })
}

/// Adds BLEU to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    registry.add(
        Entry::new("bleu", Bleu::from_settings)
            .explained("n-grams shared with the references, with a penalty for brevity", PAGE)
            .looks_at(&["fluency", "adequacy"]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(text: &str) -> Result<Bleu, Error> {
        let settings = Settings::new(&text.parse().unwrap());
        let bleu = Bleu::from_settings(&settings)?;
        settings.finish().map(|()| bleu)
    }

    fn signature(text: &str) -> String {
        let signature = built(text).unwrap().signature();
        assert_eq!(built(&signature.spec().to_string()).unwrap().signature(), signature);
        signature.to_string().rsplit_once("|regua:").unwrap().0.to_owned()
    }

    #[test]
    fn what_is_default_everywhere_is_left_out_of_the_signature() {
        assert_eq!(signature("bleu"), "bleu|case:mixed|eff:no|tok:13a|smooth:exp");
        assert_eq!(signature("bleu(order=4)"), signature("bleu"));
    }

    #[test]
    fn every_other_setting_is_in_the_signature() {
        assert_eq!(
            signature("bleu(smooth=floor,tok=intl,case=lower,eff=yes,order=2)"),
            "bleu|case:lower|eff:yes|tok:intl|smooth:floor|smooth-value:0.1|order:2"
        );
        assert_eq!(
            signature("bleu(smooth=add-k,smooth-value=0.5)"),
            "bleu|case:mixed|eff:no|tok:13a|smooth:add-k|smooth-value:0.5"
        );
    }

    #[test]
    fn a_value_without_a_smoothing_that_takes_one_is_refused() {
        let error = built("bleu(smooth-value=2)").unwrap_err();
        insta::assert_snapshot!(error, @"`bleu` cannot take `smooth-value=2`: it takes a number with `smooth=floor` or `smooth=add-k` only");
        let error = built("bleu(tok=14a)").unwrap_err();
        insta::assert_snapshot!(error, @"`bleu` cannot take `tok=14a`: it takes 13a, char, intl, none, rouge, unicode, zh, ja:DIR, ko:DIR, spm:FILE");
    }

    #[test]
    fn sacrebleu_signatures_are_those_of_sacrebleu() {
        let quoted = |text, references| built(text).unwrap().sacrebleu_signature(references);
        assert_eq!(
            quoted("bleu", Some((1, 1))).unwrap(),
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
        );
        assert_eq!(
            quoted("bleu(case=lower,eff=yes,smooth=floor)", Some((1, 4))).unwrap(),
            "nrefs:var|case:lc|eff:yes|tok:13a|smooth:floor[0.10]|version:2.6.0"
        );
        assert_eq!(
            quoted("bleu(smooth=add-k)", None).unwrap(),
            "case:mixed|eff:no|tok:13a|smooth:add-k[1.00]|version:2.6.0"
        );
        assert_eq!(quoted("bleu(tok=unicode)", None), None);
    }
}
