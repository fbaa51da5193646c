#![doc = include_str!("../pages/chrf.md")]

mod characters;
mod counts;
mod formula;

use regua_core::slot::Cell;
use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Tally, TallyRow,
};
use regua_stats::sacrebleu::Score;

use self::counts::PairCounts;
use self::formula::FScore;
pub use self::formula::OrderCounts;
use crate::shared::{self, Case};

const PAGE: &str = include_str!("../pages/chrf.md");
const HIGHEST_ORDER: usize = 16;
const HIGHEST_WORD_ORDER: usize = 4;

/// chrF and chrF++ as sacrebleu defines them.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::chrf::Chrf;
///
/// let hypotheses = ["The ferries left.".into()];
/// let references = ["The ferry left."];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let plain = Chrf::default().score(&units)?;
/// let with_words = Chrf::plus_plus().score(&units)?;
/// assert!(plain.get("chrf") > with_words.get("chrf++"));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Chrf {
    name: &'static str,
    case: Case,
    order: usize,
    word_order: usize,
    f_score: FScore,
    whitespace: bool,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Chrf {
    fn default() -> Self {
        Self::named("chrf", 0)
    }
}

impl Chrf {
    /// chrF++: words and pairs of words count beside characters.
    pub fn plus_plus() -> Self {
        Self::named("chrf++", 2)
    }

    fn named(name: &'static str, word_order: usize) -> Self {
        Self {
            name,
            case: Case::Mixed,
            order: 0,
            word_order: 0,
            f_score: FScore { beta: 2.0, epsilon: false },
            whitespace: false,
            slots: Vec::new(),
            readings: vec![ReadingInfo::higher(name, Scale::Percent)],
        }
        .with_orders(6, word_order)
    }

    /// The same with texts in this case.
    #[must_use]
    pub fn with_case(self, case: Case) -> Self {
        Self { case, ..self }
    }

    /// The same with n-grams of characters (1 to 16) and words (0 to 4) up to
    /// these orders.
    #[must_use]
    pub fn with_orders(self, characters: usize, words: usize) -> Self {
        let order = characters.clamp(1, HIGHEST_ORDER);
        let word_order = words.min(HIGHEST_WORD_ORDER);
        Self { order, word_order, slots: ChrfTally::slots(order, word_order), ..self }
    }

    /// The same with recall counting this many times as much as precision.
    #[must_use]
    pub fn with_beta(self, beta: f64) -> Self {
        Self { f_score: FScore { beta, ..self.f_score }, ..self }
    }

    /// The same with the F of each order averaged, as in chrF++.py, or not.
    #[must_use]
    pub fn with_epsilon(self, epsilon: bool) -> Self {
        Self { f_score: FScore { epsilon, ..self.f_score }, ..self }
    }

    /// The same with white space counted as characters, or not.
    #[must_use]
    pub fn with_whitespace(self, whitespace: bool) -> Self {
        Self { whitespace, ..self }
    }

    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let base = if settings.measure() == "chrf++" { Self::plus_plus() } else { Self::default() };
        let word_order = base.word_order;
        Ok(base
            .with_case(settings.choice("case", &Case::WORDS)?)
            .with_orders(
                settings.number("order", 6, 1..=HIGHEST_ORDER)?,
                settings.number("word-order", word_order, 0..=HIGHEST_WORD_ORDER)?,
            )
            .with_beta(settings.number("beta", 2.0, 0.0..=1e3)?)
            .with_epsilon(settings.flag("eps", false)?)
            .with_whitespace(settings.flag("whitespace", false)?))
    }

    /// The signature that sacrebleu 2.6.0 prints for these settings, to be
    /// quoted beside its numbers. `references` are the fewest and the most that
    /// any segment has, where that is known. (sacrebleu's signature does not
    /// show β.)
    pub fn sacrebleu_signature(&self, references: Option<(u32, u32)>) -> String {
        let word = |yes: bool| if yes { "yes" } else { "no" };
        let case = match self.case {
            Case::Mixed => "mixed",
            Case::Lower => "lc",
        };
        format!(
            "{}case:{case}|eff:{}|nc:{}|nw:{}|space:{}|version:2.6.0",
            shared::sacrebleu_references(references),
            word(!self.f_score.epsilon),
            self.order,
            self.word_order,
            word(self.whitespace),
        )
    }
}

impl Reader for Chrf {
    fn signature(&self) -> Signature {
        Signature::new(self.name)
            .with("case", self.case.word())
            .with("order", self.order)
            .with("word-order", self.word_order)
            .with("beta", self.f_score.beta)
            .flag("eps", self.f_score.epsilon)
            .flag("whitespace", self.whitespace)
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let tally = ChrfTally::read(total, self.order + self.word_order);
        [self.f_score.of(&tally.orders)].into_iter().collect()
    }

    fn read_as_sacrebleu(&self, sums: &[f32]) -> Option<Score> {
        self.f_score.in_single_precision(sums).map(Score::Single)
    }
}

impl Measure for Chrf {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let characters = PairCounts::of_characters(batch, self.case, self.whitespace, self.order);
        let words =
            (self.word_order > 0).then(|| PairCounts::of_words(batch, self.case, self.word_order));
        let (mut best, mut tally) = (ChrfTally::default(), ChrfTally::default());
        for (unit, segment) in batch.units().iter().enumerate() {
            let mut best_score = -1.0;
            for reference in 0..segment.references.len() {
                tally.orders.clear();
                characters.write(unit, reference, &mut tally.orders);
                if let Some(words) = &words {
                    words.write(unit, reference, &mut tally.orders);
                }
                if segment.references.len() == 1 {
                    std::mem::swap(&mut best, &mut tally);
                    break;
                }
                let score = self.f_score.of(&tally.orders);
                if score > best_score {
                    best_score = score;
                    std::mem::swap(&mut best, &mut tally);
                }
            }
            rows.set(unit, &best);
        }
        Ok(())
    }
}

/// What one segment, or a sum of them, contributes to chrF: the counts of each
/// order of characters, then of each order of words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChrfTally {
    /// The counts of each order.
    pub orders: Vec<OrderCounts>,
}

impl ChrfTally {
    /// The columns of a tally up to these orders.
    pub fn slots(characters: usize, words: usize) -> Vec<Slot> {
        let names = |kind: &'static str, order: usize| {
            (1..=order).flat_map(move |order| {
                ["hyp", "ref", "match"].map(|side| Slot::count(format!("{side}_{kind}{order}")))
            })
        };
        names("char", characters).chain(names("word", words)).collect()
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>, orders: usize) -> Self {
        let mut fields = tally.fields();
        let orders = (0..orders)
            .map(|_| OrderCounts {
                hypothesis: fields.count(),
                reference: fields.count(),
                matches: fields.count(),
            })
            .collect();
        Self { orders }
    }
}

impl TallyRow for ChrfTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend(
            self.orders
                .iter()
                .flat_map(|order| [order.hypothesis, order.reference, order.matches])
                .map(Cell::Count),
        );
    }
}

/// Adds chrF and chrF++ to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let aspects = &["fluency", "adequacy"];
    registry.add(
        Entry::new("chrf", Chrf::from_settings)
            .explained("character n-grams shared with the best reference", PAGE)
            .looks_at(aspects),
    )?;
    registry.add(
        Entry::new("chrf++", Chrf::from_settings)
            .explained("character and word n-grams shared with the best reference", PAGE)
            .looks_at(aspects),
    )
}

#[cfg(test)]
mod tests {
    use regua_core::{MeasureExt, Segment};

    use super::*;

    #[test]
    fn signatures_show_every_setting() {
        let settings = Settings::new(&"chrf++(beta=0.5,eps=yes,order=4)".parse().unwrap());
        let chrf = Chrf::from_settings(&settings).unwrap();
        let signature = chrf.signature().to_string();
        assert!(signature.starts_with(
            "chrf++|case:mixed|order:4|word-order:2|beta:0.5|eps:yes|whitespace:no|regua:"
        ));
        assert_eq!(
            chrf.sacrebleu_signature(Some((2, 2))),
            "nrefs:2|case:mixed|eff:no|nc:4|nw:2|space:no|version:2.6.0"
        );
        assert_eq!(
            Chrf::default().sacrebleu_signature(Some((1, 3))),
            "nrefs:var|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
        );
    }

    #[test]
    fn the_best_reference_counts_and_the_first_of_equals() {
        let hypotheses = ["abcd".into()];
        for (references, expected) in
            [(["zzzzz", "abcd"], "abcd"), (["abcdx", "xabcd"], "abcdx"), (["", "zz"], "")]
        {
            let best = [expected];
            let units = [&references[..], &best].map(|references| Segment {
                hypotheses: &hypotheses,
                references,
                source: None,
            });
            let rows = Chrf::default().rows(&units).unwrap();
            assert_eq!(rows.row(0), rows.row(1), "{references:?}");
        }
    }

    #[test]
    fn identical_texts_read_100() {
        let hypotheses = ["Uma régua mede.".into()];
        let units =
            [Segment { hypotheses: &hypotheses, references: &["Uma régua mede."], source: None }];
        assert_eq!(Chrf::plus_plus().score(&units).unwrap().get("chrf++"), Some(100.0));
    }
}
