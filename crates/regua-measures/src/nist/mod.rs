#![doc = include_str!("../pages/nist.md")]

mod formula;
mod information;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Fit, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally,
};
use regua_text::tokens::Tokens;

pub use self::formula::NistTally;
use self::formula::Variant;
use self::information::{Information, Matched};
use crate::fitting::{self, Documents, Numbers, Origin, TokenRules};

const PAGE: &str = include_str!("../pages/nist.md");
const DEFAULT_ORDER: usize = 5;
const HIGHEST_ORDER: usize = 9;

/// What it takes to read NIST off a tally.
#[derive(Debug, Clone)]
pub struct NistReader {
    order: usize,
    variant: Variant,
    rules: TokenRules,
    fit: Option<String>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl NistReader {
    /// The reader that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let variant = settings.choice("variant", &Variant::WORDS)?;
        let order = settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?;
        let mut readings =
            vec![ReadingInfo::higher("nist", Scale::Open), ReadingInfo::higher("bp", Scale::Unit)];
        readings.extend(
            (1..=order)
                .map(|order| ReadingInfo::higher(format!("information{order}"), Scale::Open)),
        );
        Ok(Self {
            order,
            variant,
            rules: TokenRules::from_settings(settings, "13a")?,
            fit: fitting::asked_fit(settings)?,
            slots: NistTally::slots(order),
            readings,
        })
    }
}

impl Reader for NistReader {
    fn signature(&self) -> Signature {
        let signature =
            Signature::new("nist").with("variant", self.variant.word()).with("order", self.order);
        fitting::with_fit(self.rules.signature(signature), self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = NistTally::read(total, self.order);
        if total.ref_len <= 0.0 {
            return Readings::undefined(self.readings.len(), "the references have no words");
        }
        let information = total.by_ngram();
        let penalty = self.variant.penalty(&total);
        let nist = information.iter().sum::<f64>() * penalty;
        [nist, penalty].into_iter().chain(information).map(Reading::from).collect()
    }
}

/// The references that NIST's information is learnt from.
#[derive(Debug)]
pub struct NistFit {
    reader: NistReader,
    origin: Origin,
    references: Documents,
    tokens: Tokens,
    lowered: String,
}

impl NistFit {
    /// A fit that has seen nothing yet.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = NistReader::from_settings(settings)?;
        Ok(Self {
            origin: Origin::new(settings, "nist", reader.rules.settings())?,
            reader,
            references: Documents::default(),
            tokens: Tokens::default(),
            lowered: String::new(),
        })
    }

    /// The measure, with what has been learnt.
    ///
    /// # Errors
    /// Fails if there was no reference, or this is not the fit that was asked for.
    pub fn measure(self) -> Result<Nist, Error> {
        if self.references.is_empty() {
            return Err(self.origin.refuse("it has seen no reference"));
        }
        let digest = self.origin.seal(|bytes| self.references.write_digest(bytes));
        let fit = self.origin.fingerprint(&digest)?;
        let reader = NistReader { fit: Some(fit), ..self.reader };
        let information = Information::learn(self.references, reader.order, reader.variant);
        Ok(Nist { reader, information })
    }
}

impl Fit for NistFit {
    type Kind = Segments;

    fn absorb(&mut self, batch: &Batch<'_, Segments>) -> Result<(), Error> {
        let rules = &self.reader.rules;
        for segment in batch.units() {
            // One by one: which of them belong together is no part of it.
            for &reference in segment.references {
                self.references.add([reference], rules, &mut self.tokens, &mut self.lowered);
            }
        }
        Ok(())
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.references.merge(self.origin.open(saved)?, &self.origin)
    }

    fn save(&self) -> Vec<u8> {
        self.origin.seal(|bytes| self.references.write(bytes))
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Segments>>, Error> {
        Ok(Box::new(self.measure()?))
    }
}

/// NIST, with the information that it has learnt.
///
/// ```
/// use regua_core::{Batch, Fit, MeasureExt, Segment, Settings, Spec};
/// use regua_measures::nist::NistFit;
///
/// let hypotheses = ["the cat sat".into()];
/// let references = ["the cat ate the fish"];
/// let units = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
/// let mut fit = NistFit::from_settings(&Settings::new(&Spec::named("nist")))?;
/// fit.absorb(&Batch::new(&units))?;
/// let score = fit.measure()?.score(&units)?;
/// // Of the words, `the` tells log2(5/2) and `cat` log2(5); of the pairs, `the cat` log2(2/1).
/// assert_eq!(score.get("information2"), Some(0.5));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Nist {
    reader: NistReader,
    information: Information,
}

impl Reader for Nist {
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

impl Measure for Nist {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let order = self.reader.order;
        let mut numbers = Numbers::new(&self.reader.rules, self.information.vocabulary());
        let mut matched = Matched::new(&self.information, order);
        let mut tally = NistTally::new(order);
        let (mut hypothesis, mut references) = (Vec::new(), Vec::new());
        for (unit, segment) in batch.units().iter().enumerate() {
            numbers.start_unit();
            numbers.of(segment.hypothesis(), &mut hypothesis);
            references.resize_with(segment.references.len(), Vec::new);
            for (&reference, ids) in segment.references.iter().zip(&mut references) {
                numbers.of(reference, ids);
            }
            tally.set_length(hypothesis.len());
            match self.reader.variant {
                Variant::Mteval => matched.in_all(&hypothesis, &references, &mut tally),
                Variant::Nltk => matched.in_best(&hypothesis, &references, &mut tally),
            }
            rows.set(unit, &tally);
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "matching n-grams by the information they carry";
    registry.add(
        Entry::fitted(
            "nist",
            |settings| Ok(Box::new(NistFit::from_settings(settings)?)),
            |settings| Ok(Box::new(NistReader::from_settings(settings)?)),
        )
        .explained(summary, PAGE)
        .looks_at(&["adequacy", "fluency"]),
    )
}

#[cfg(test)]
mod tests;
