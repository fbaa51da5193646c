#![doc = include_str!("../pages/cider.md")]

mod similarity;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Fit, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Registry,
    Rows, Scale, Settings, Signature, Slot, Tally,
};
use regua_text::tokens::Tokens;

use self::similarity::{Similarity, Weights};
use crate::fitting::{self, Documents, Numbers, Origin, TokenRules};

const NAMES: [&str; 2] = ["cider", "cider-d"];
const DEFAULT_ORDER: usize = 4;
const HIGHEST_ORDER: usize = 9;
const DEFAULT_SIGMA: f64 = 6.0;

regua_core::tally! {
    /// What a segment contributes to CIDEr.
    pub struct CiderTally {
        /// The score of the segment, from 0 to 10.
        score: real,
        /// One for each segment.
        units: count,
    }
}

/// What it takes to read CIDEr or CIDEr-D off a tally.
#[derive(Debug, Clone)]
pub struct CiderReader {
    name: &'static str,
    order: usize,
    /// How wide the penalty for other lengths is; none in plain CIDEr.
    sigma: Option<f64>,
    rules: TokenRules,
    fit: Option<String>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl CiderReader {
    /// The reader that settings describe: of `cider`, or of `cider-d`.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let clipped = settings.measure() == NAMES[1];
        let name = NAMES[usize::from(clipped)];
        let order = settings.number("order", DEFAULT_ORDER, 1..=HIGHEST_ORDER)?;
        let sigma = if clipped {
            Some(settings.number("sigma", DEFAULT_SIGMA, 0.1..=1000.0)?)
        } else {
            None
        };
        Ok(Self {
            name,
            order,
            sigma,
            rules: TokenRules::from_settings(settings, "none")?,
            fit: fitting::asked_fit(settings)?,
            slots: CiderTally::slots(),
            readings: vec![ReadingInfo::higher(name, Scale::Open)],
        })
    }
}

impl Reader for CiderReader {
    fn signature(&self) -> Signature {
        let mut signature = Signature::new(self.name).with("order", self.order);
        if let Some(sigma) = self.sigma {
            signature = signature.with("sigma", sigma);
        }
        fitting::with_fit(self.rules.signature(signature), self.fit.as_ref())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let total = CiderTally::read(total);
        [Reading::ratio(total.score, total.units as f64, "there are no segments")]
            .into_iter()
            .collect()
    }
}

/// The references that CIDEr's document frequencies are learnt from.
#[derive(Debug)]
pub struct CiderFit {
    reader: CiderReader,
    origin: Origin,
    references: Documents,
    tokens: Tokens,
    lowered: String,
}

impl CiderFit {
    /// A fit that has seen nothing yet; one of `cider` serves `cider-d`, too.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let reader = CiderReader::from_settings(settings)?;
        Ok(Self {
            origin: Origin::new(settings, "cider", reader.rules.settings())?,
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
    pub fn measure(self) -> Result<Cider, Error> {
        if self.references.is_empty() {
            return Err(self.origin.refuse("it has seen no reference"));
        }
        let digest = self.origin.seal(|bytes| self.references.write_digest(bytes));
        let fit = self.origin.fingerprint(&digest)?;
        let weights = Weights::learn(self.references, self.reader.order);
        Ok(Cider { reader: CiderReader { fit: Some(fit), ..self.reader }, weights })
    }
}

impl Fit for CiderFit {
    type Kind = Segments;

    fn absorb(&mut self, batch: &Batch<'_, Segments>) -> Result<(), Error> {
        let rules = &self.reader.rules;
        for segment in batch.units() {
            let references = segment.references.iter().copied();
            self.references.add(references, rules, &mut self.tokens, &mut self.lowered);
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

/// CIDEr or CIDEr-D, with the weights that it has learnt.
///
/// ```
/// use regua_core::{Batch, Fit, MeasureExt, Segment, Settings, Spec};
/// use regua_measures::cider::CiderFit;
///
/// let hypotheses = [["a dog on a boat".into()], ["two cats".into()]];
/// let references = [["a dog on a boat"], ["a tree in the rain"]];
/// let units = [0, 1].map(|unit| Segment {
///     hypotheses: &hypotheses[unit],
///     references: &references[unit],
///     source: None,
/// });
/// let mut fit = CiderFit::from_settings(&Settings::new(&Spec::named("cider")))?;
/// fit.absorb(&Batch::new(&units))?;
/// // The first is the same as its reference, the second has nothing of it.
/// let score = fit.measure()?.score(&units)?.get("cider").unwrap_or_default();
/// assert!((score - 5.0).abs() < 1e-12);
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cider {
    reader: CiderReader,
    weights: Weights,
}

impl Reader for Cider {
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

impl Measure for Cider {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let mut numbers = Numbers::new(&self.reader.rules, self.weights.vocabulary());
        let mut similarity = Similarity::new(&self.weights, self.reader.order, self.reader.sigma);
        let mut ids = Vec::new();
        for (unit, segment) in batch.units().iter().enumerate() {
            numbers.start_unit();
            numbers.of(segment.hypothesis(), &mut ids);
            similarity.start(&ids);
            for reference in segment.references {
                numbers.of(reference, &mut ids);
                similarity.add(&ids);
            }
            rows.set(unit, &CiderTally { score: similarity.score(), units: 1 });
        }
        Ok(())
    }
}

/// Adds the measures to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let pages = [include_str!("../pages/cider.md"), include_str!("../pages/cider-d.md")];
    let summaries = [
        "agreement with several references, rare n-grams weighing more",
        "CIDEr that cannot be gamed: clipped, with a penalty for other lengths",
    ];
    for ((name, page), summary) in NAMES.into_iter().zip(pages).zip(summaries) {
        registry.add(
            Entry::fitted(
                name,
                |settings| Ok(Box::new(CiderFit::from_settings(settings)?)),
                |settings| Ok(Box::new(CiderReader::from_settings(settings)?)),
            )
            .explained(summary, page)
            .looks_at(&["adequacy"]),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
