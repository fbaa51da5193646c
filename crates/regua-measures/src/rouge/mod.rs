#![doc = include_str!("../pages/rouge-n.md")]
#![doc = include_str!("../pages/rouge-l.md")]
#![doc = include_str!("../pages/rouge-lsum.md")]
#![doc = include_str!("../pages/rouge-w.md")]
#![doc = include_str!("../pages/rouge-s.md")]

mod lcs;
mod ngram;
mod overlap;
mod skip;
mod texts;
mod variant;
mod weighted;

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry, Rows,
    Scale, Settings, Signature, Slot, Spec, Tally,
};
use regua_text::language::Language;

use self::overlap::{Combine, Scoring};
use self::texts::Texts;
use self::variant::{Sentences, Variant};

regua_core::tally! {
    /// What a segment contributes to ROUGE.
    pub struct RougeTally {
        /// Segments.
        segments: count,
        /// Share of the hypothesis that the reference has.
        precision: real,
        /// Share of the reference that the hypothesis has.
        recall: real,
        /// The balance of both.
        f: real,
        /// Texts that lost most of their letters to the tokeniser.
        lost: count,
    }
}

/// A measure of the ROUGE family.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::rouge::Rouge;
///
/// let hypothesis = ["the lamp on the pier went out".into()];
/// let references = ["the lamp at the end of the pier went out"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let rouge: Rouge = "rougeL(stem=yes)".parse()?;
/// let score = rouge.score(&segments)?;
/// assert_eq!(score.get("recall"), Some(6.0 / 10.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Rouge {
    variant: Variant,
    texts: Texts,
    sentences: Sentences,
    language: Language,
    scoring: Scoring,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Rouge {
    /// The measure that settings describe: which one of the family it is, is in
    /// the measure's name.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let variant = Variant::from_settings(settings)?;
        let texts = Texts::from_settings(settings)?;
        let (sentences, language) = if variant.has_sentences() {
            Sentences::from_settings(settings)?
        } else {
            (Sentences::Newline, Language::English)
        };
        let beta =
            if variant.has_beta() { settings.number("beta", 1.0, 0.0..=1000.0)? } else { 1.0 };
        let combine = Combine::from_settings(settings, variant)?;
        let mut slots = RougeTally::slots();
        if let Some(lost) = slots.last_mut() {
            *lost = Slot::diagnostic("lost", "texts lost most of their letters to the tokeniser");
        }
        Ok(Self {
            variant,
            texts,
            sentences,
            language,
            scoring: Scoring { beta, exponent: variant.exponent(), combine },
            slots,
            readings: ["f", "precision", "recall"]
                .map(|name| ReadingInfo::higher(name, Scale::Unit))
                .into(),
        })
    }
}

impl std::str::FromStr for Rouge {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let rouge = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(rouge)
    }
}

impl Reader for Rouge {
    fn signature(&self) -> Signature {
        let mut signature = self.texts.signature(self.variant.signature());
        if self.variant.has_sentences() {
            signature = signature.with("split", self.sentences.word());
            signature = signature.with("lang", self.language.code());
        }
        if self.variant.has_beta() {
            signature = signature.with("beta", self.scoring.beta);
        }
        if self.variant.has_choice_of_combining() {
            signature = signature.with("multi", self.scoring.combine.word());
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
        let total = RougeTally::read(total);
        [total.f, total.precision, total.recall]
            .into_iter()
            .map(|sum| Reading::ratio(sum, total.segments as f64, "there is no segment"))
            .collect()
    }
}

impl Measure for Rouge {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = self.texts.ids(batch, self.sentences, self.language);
        let losses = self.texts.losses(batch);
        let mut kernel = self.variant.kernel();
        let mut overlaps = Vec::new();
        for (unit, &lost) in losses.iter().enumerate() {
            let hypothesis = ids.hypothesis(unit).len();
            let reference = ids.references(unit).map(<[u32]>::len).max().unwrap_or(0);
            let longest = hypothesis.max(reference) as u64;
            if longest.saturating_mul(longest) > self.variant.most_cells() {
                rows.unscored(unit, "the texts are too long for this measure");
                continue;
            }
            overlaps.clear();
            kernel.overlaps(&ids, unit, &mut overlaps);
            let score = self.scoring.combined(&overlaps);
            rows.set(
                unit,
                &RougeTally {
                    segments: 1,
                    precision: score.precision,
                    recall: score.recall,
                    f: score.f,
                    lost,
                },
            );
        }
        Ok(())
    }
}

const N_PAGE: &str = include_str!("../pages/rouge-n.md");
const SKIP_PAGE: &str = include_str!("../pages/rouge-s.md");

const ENTRIES: [(&str, &str, &str); 14] = [
    ("rouge1", "words in common with the reference", N_PAGE),
    ("rouge2", "pairs of neighbouring words in common with the reference", N_PAGE),
    ("rouge3", "runs of 3 words in common with the reference", N_PAGE),
    ("rouge4", "runs of 4 words in common with the reference", N_PAGE),
    ("rouge5", "runs of 5 words in common with the reference", N_PAGE),
    ("rouge6", "runs of 6 words in common with the reference", N_PAGE),
    ("rouge7", "runs of 7 words in common with the reference", N_PAGE),
    ("rouge8", "runs of 8 words in common with the reference", N_PAGE),
    ("rouge9", "runs of 9 words in common with the reference", N_PAGE),
    (
        "rougeL",
        "longest sequence of words in common with the reference",
        include_str!("../pages/rouge-l.md"),
    ),
    (
        "rougeLsum",
        "longest common sequences, sentence by sentence",
        include_str!("../pages/rouge-lsum.md"),
    ),
    (
        "rougeW",
        "common sequences in which words in a row weigh more",
        include_str!("../pages/rouge-w.md"),
    ),
    ("rougeS", "pairs of words in the same order, with a gap between them", SKIP_PAGE),
    ("rougeSU", "pairs of words in the same order, and single words", SKIP_PAGE),
];

/// Adds the family to a registry, and the group `rouge`.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    for (name, summary, page) in ENTRIES {
        registry.add(
            Entry::new(name, Rouge::from_settings)
                .explained(summary, page)
                .looks_at(&["fluency", "adequacy"]),
        )?;
    }
    registry.add_group("rouge", "rouge1,rouge2,rougeL,rougeLsum")
}
