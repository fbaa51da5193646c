#![doc = include_str!("../pages/word-recall.md")]

pub(crate) mod bands;
mod counts;

use std::cmp::Ordering;

use regua_core::slot::Cell;
use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Fit, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally, TallyRow,
};
use regua_text::tokens::Tokens;

use self::bands::Bands;
use self::counts::WordCounts;
use crate::fitting::{self, Numbers, Origin, TokenRules};

const PAGE: &str = include_str!("../pages/word-recall.md");

/// Words of one band, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Words {
    reference: i64,
    hypothesis: i64,
    matched: i64,
}

impl Words {
    /// Recall, precision and their harmonic mean.
    fn readings(self) -> [Reading; 3] {
        let [matched, reference, hypothesis] =
            [self.matched, self.reference, self.hypothesis].map(|count| count as f64);
        [
            Reading::ratio(matched, reference, "the references have no such words"),
            Reading::ratio(matched, hypothesis, "the hypotheses have no such words"),
            Reading::ratio(2.0 * matched, reference + hypothesis, "there are no such words"),
        ]
    }
}

/// What one segment, or a sum of them, contributes to word recall.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct WordRecallTally {
    all: Words,
    bands: Vec<Words>,
}

impl WordRecallTally {
    fn slots(bands: &Bands) -> Vec<Slot> {
        let of = |band: String| {
            ["ref", "hyp", "matched"].map(|name| Slot::count(format!("{name}{band}")))
        };
        let all = of(String::new()).into_iter();
        all.chain(bands.iter().flat_map(|band| of(format!("[{band}]")))).collect()
    }

    fn read(tally: Tally<'_>, bands: usize) -> Self {
        let mut fields = tally.fields();
        let mut words = || Words {
            reference: fields.count(),
            hypothesis: fields.count(),
            matched: fields.count(),
        };
        Self { all: words(), bands: (0..bands).map(|_| words()).collect() }
    }

    /// Which of two references of one hypothesis fits better: the one with the
    /// larger F1 of all words.
    fn compare(&self, other: &Self) -> Ordering {
        let score = |of: &Self, and: &Self| {
            i128::from(of.all.matched) * i128::from(and.all.reference + and.all.hypothesis)
        };
        score(self, other).cmp(&score(other, self))
    }
}

impl TallyRow for WordRecallTally {
    fn write(&self, row: &mut Vec<Cell>) {
        for words in std::iter::once(&self.all).chain(&self.bands) {
            row.extend([words.reference, words.hypothesis, words.matched].map(Cell::Count));
        }
    }
}

/// What it takes to read word recall off a tally.
#[derive(Debug, Clone)]
pub struct WordRecallReader {
    bands: Bands,
    rules: TokenRules,
    fit: Option<String>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl WordRecallReader {
    /// The reader that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let text = settings.text("bands").unwrap_or(bands::DEFAULT);
        let bands =
            Bands::parse(text).ok_or_else(|| settings.refuse("bands", text, Bands::TAKES))?;
        let of = |band: String| {
            ["recall", "precision", "f1"]
                .map(|name| ReadingInfo::higher(format!("{name}{band}"), Scale::Unit))
        };
        let all = of(String::new()).into_iter();
        let readings = all.chain(bands.iter().flat_map(|band| of(format!("[{band}]")))).collect();
        Ok(Self {
            rules: TokenRules::from_settings(settings, "13a")?,
            fit: fitting::asked_fit(settings)?,
            slots: WordRecallTally::slots(&bands),
            bands,
            readings,
        })
    }
}

impl Reader for WordRecallReader {
    fn signature(&self) -> Signature {
        let signature = Signature::new("word-recall").with("bands", &self.bands);
        fitting::with_fit(self.rules.signature(signature), self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = WordRecallTally::read(total, self.bands.len());
        std::iter::once(&total.all).chain(&total.bands).flat_map(|words| words.readings()).collect()
    }
}

/// The references whose word frequencies are learnt.
#[derive(Debug)]
pub struct WordRecallFit {
    reader: WordRecallReader,
    origin: Origin,
    counts: WordCounts,
    tokens: Tokens,
    lowered: String,
}

impl WordRecallFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = WordRecallReader::from_settings(settings)?;
        Ok(Self {
            origin: Origin::new(settings, "word-recall", reader.rules.settings())?,
            reader,
            counts: WordCounts::default(),
            tokens: Tokens::default(),
            lowered: String::new(),
        })
    }

    /// The measure, with what has been learnt.
    ///
    /// # Errors
    /// Fails if there was no reference, or this is not the fit that was asked for.
    pub fn measure(self) -> Result<WordRecall, Error> {
        if self.counts.is_empty() {
            return Err(self.origin.refuse("it has seen no reference"));
        }
        let fit = Some(self.origin.fingerprint(&self.save())?);
        let band_of = self.counts.counts().iter().map(|&count| self.reader.bands.find(count));
        Ok(WordRecall {
            band_of: band_of.collect(),
            unknown: self.reader.bands.find(0),
            reader: WordRecallReader { fit, ..self.reader },
            counts: self.counts,
        })
    }
}

impl Fit for WordRecallFit {
    type Kind = Segments;

    fn absorb(&mut self, batch: &Batch<'_, Segments>) -> Result<(), Error> {
        for segment in batch.units() {
            for reference in segment.references {
                self.reader.rules.cut(reference, &mut self.tokens, &mut self.lowered);
                for token in self.tokens.iter() {
                    self.counts.add(token);
                }
                self.counts.end_text();
            }
        }
        Ok(())
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.counts.merge(self.origin.open(saved)?, &self.origin)
    }

    fn save(&self) -> Vec<u8> {
        self.origin.seal(|bytes| self.counts.write(bytes))
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Segments>>, Error> {
        Ok(Box::new(self.measure()?))
    }
}

/// Word recall by frequency, with the frequencies that it has learnt.
///
/// ```
/// use regua_core::{Batch, Fit, MeasureExt, Segment, Settings, Spec};
/// use regua_measures::word_recall::WordRecallFit;
///
/// let hypotheses = ["the dog and the dog".into()];
/// let references = ["the heron and the dog"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let settings = Settings::new(&Spec::named("word-recall"));
/// let mut fit = WordRecallFit::from_settings(&settings)?;
/// fit.absorb(&Batch::new(&units))?;
/// let score = fit.measure()?.score(&units)?;
/// assert_eq!(score.get("recall"), Some(0.8));
/// // Of the words that occur once, `heron` is missing; the one that occurs twice is there.
/// assert_eq!(score.get("recall[1]"), Some(2.0 / 3.0));
/// assert_eq!(score.get("recall[2]"), Some(1.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct WordRecall {
    reader: WordRecallReader,
    counts: WordCounts,
    /// The band of each word of the corpus.
    band_of: Vec<Option<usize>>,
    /// The band of all other words.
    unknown: Option<usize>,
}

impl WordRecall {
    /// Compares two texts; `left` holds zeros for all words before and after.
    fn compare(
        &self,
        hypothesis: &[u32],
        reference: &[u32],
        left: &mut Vec<i64>,
    ) -> WordRecallTally {
        let mut tally = WordRecallTally {
            bands: vec![Words::default(); self.reader.bands.len()],
            ..WordRecallTally::default()
        };
        let most = hypothesis.iter().chain(reference).max().map_or(0, |&word| word as usize + 1);
        left.resize(most.max(left.len()), 0);
        let mut count = |word: u32, add: fn(&mut Words)| {
            add(&mut tally.all);
            let band = self.band_of.get(word as usize).copied().unwrap_or(self.unknown);
            if let Some(band) = band {
                add(&mut tally.bands[band]);
            }
        };
        for &word in reference {
            left[word as usize] += 1;
            count(word, |words| words.reference += 1);
        }
        for &word in hypothesis {
            count(word, |words| words.hypothesis += 1);
            if left[word as usize] > 0 {
                left[word as usize] -= 1;
                count(word, |words| words.matched += 1);
            }
        }
        for &word in reference {
            left[word as usize] = 0;
        }
        tally
    }
}

impl Reader for WordRecall {
    fn signature(&self) -> Signature {
        self.reader.signature()
    }

    fn slots(&self) -> &[Slot] {
        self.reader.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.reader.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.reader.read(total)
    }
}

impl Measure for WordRecall {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let mut numbers = Numbers::new(&self.reader.rules, self.counts.vocabulary());
        let (mut hypothesis, mut reference, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for (unit, segment) in batch.units().iter().enumerate() {
            numbers.start_unit();
            numbers.of(segment.hypothesis(), &mut hypothesis);
            let mut best: Option<WordRecallTally> = None;
            for text in segment.references {
                numbers.of(text, &mut reference);
                let tally = self.compare(&hypothesis, &reference, &mut left);
                if best.as_ref().is_none_or(|best| tally.compare(best).is_gt()) {
                    best = Some(tally);
                }
            }
            match best {
                Some(best) => rows.set(unit, &best),
                None => rows.unscored(unit, "there is no reference"),
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
    let summary = "share of the references' words that are there, by how rare they are";
    registry.add(
        Entry::fitted(
            "word-recall",
            |settings| Ok(Box::new(WordRecallFit::from_settings(settings)?)),
            |settings| Ok(Box::new(WordRecallReader::from_settings(settings)?)),
        )
        .explained(summary, PAGE)
        .looks_at(&["adequacy"]),
    )
}

#[cfg(test)]
mod tests;
