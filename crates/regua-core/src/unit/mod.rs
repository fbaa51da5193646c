//! Units: what is measured one at a time.
//!
//! A [`UnitKind`] names a family of units. Five come with the house; a crate
//! with another kind of unit implements the trait for a type of its own, and
//! its measures then have runs, ledgers, groups and intervals like all others.

mod labels;
mod spans;

use xxhash_rust::xxh3::Xxh3;

pub use self::labels::{Labelled, Labels};
pub use self::spans::{Marks, Span, SpanText, SpanTexts};
use crate::measure::{Hypotheses, Needs};

/// A family of units.
pub trait UnitKind: Send + Sync + 'static {
    /// One unit, borrowed from whoever read it.
    type Unit<'a>: Sync;

    /// What the units are called in messages, in the plural: "segments".
    const NAME: &'static str;

    /// Checks that a unit has what a measure needs.
    ///
    /// # Errors
    /// The rule that the unit breaks, to be read after the measure's name.
    fn check(unit: &Self::Unit<'_>, needs: Needs) -> Result<(), String>;

    /// Feeds all that a measure could look at to a hash, so that a resumed run
    /// can tell whether its input is still the same.
    fn digest(unit: &Self::Unit<'_>, hash: &mut Digest);

    /// A hash of what every system was given for the unit (references, gold):
    /// a fit sees each of these once, however many systems answer it.
    fn given(unit: &Self::Unit<'_>) -> u128;
}

/// A hash of units.
///
/// Every field is written with its length, so that moving text from one field
/// to the next changes the hash.
#[derive(Default)]
pub struct Digest(Xxh3);

impl Digest {
    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
    }

    /// Adds a number.
    pub fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    /// What has been added so far, as one number.
    pub fn finish(&self) -> u128 {
        self.0.digest128()
    }
}

/// Segments: outputs of a system beside references, a source, or neither.
#[derive(Debug, Clone, Copy)]
pub struct Segments;

/// One output, or one list of outputs, with what it is judged against.
#[derive(Debug, Clone, Copy, Default)]
pub struct Segment<'a> {
    /// What the system wrote: one text, or the several of a beam.
    pub hypotheses: &'a [Hypothesis<'a>],
    /// What it could have written; any number of texts.
    pub references: &'a [&'a str],
    /// What it was given to work on.
    pub source: Option<&'a str>,
}

impl<'a> Segment<'a> {
    /// The output to measure. A [`Beam`](crate::beam::Beam) takes care that a
    /// measure meets one hypothesis at a time.
    pub fn hypothesis(&self) -> &'a str {
        self.hypotheses.first().map_or("", |hypothesis| hypothesis.text)
    }
}

/// One output of a system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hypothesis<'a> {
    /// The text.
    pub text: &'a str,
    /// The logarithm of its likelihood under the system, where that is known.
    pub log_likelihood: Option<f64>,
}

impl<'a> From<&'a str> for Hypothesis<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, log_likelihood: None }
    }
}

impl UnitKind for Segments {
    type Unit<'a> = Segment<'a>;

    const NAME: &'static str = "segments";

    fn check(unit: &Segment<'_>, needs: Needs) -> Result<(), String> {
        if needs.references && unit.references.is_empty() {
            return Err("compares against a reference, but there is none".to_owned());
        }
        if needs.source && unit.source.is_none() {
            return Err("looks at the source, but there is none".to_owned());
        }
        let unlikely = || unit.hypotheses.iter().any(|one| one.log_likelihood.is_none());
        match (unit.hypotheses.len(), needs.hypotheses) {
            (0, _) => Err("has no hypothesis to measure".to_owned()),
            (1, _) | (_, Hypotheses::Several) => Ok(()),
            (_, Hypotheses::SeveralWithLikelihoods) if unlikely() => {
                Err("takes the likeliest hypothesis, but not every one has a `loglik`".to_owned())
            }
            (_, Hypotheses::SeveralWithLikelihoods) => Ok(()),
            (many, Hypotheses::One) => Err(format!(
                "measures one hypothesis, but there are {many}; choose how with `--beam mean`, `likeliest` or `best`"
            )),
        }
    }

    fn digest(unit: &Segment<'_>, hash: &mut Digest) {
        hash.number(unit.hypotheses.len() as u64);
        for hypothesis in unit.hypotheses {
            hash.text(hypothesis.text);
            hash.number(hypothesis.log_likelihood.map_or(u64::MAX, f64::to_bits));
        }
        digest_given(unit, hash);
    }

    fn given(unit: &Segment<'_>) -> u128 {
        let mut hash = Digest::default();
        digest_given(unit, &mut hash);
        hash.finish()
    }
}

fn digest_given(unit: &Segment<'_>, hash: &mut Digest) {
    hash.number(unit.references.len() as u64);
    for reference in unit.references {
        hash.text(reference);
    }
    hash.number(u64::from(unit.source.is_some()));
    hash.text(unit.source.unwrap_or_default());
}

/// Annotated documents: a gold annotation beside a system's.
#[derive(Debug, Clone, Copy)]
pub struct AnnotatedDocuments;

/// One document with two annotations, each a list of groups of mentions.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnnotatedDocument<'a> {
    /// The groups that the annotators made.
    pub key: &'a [Vec<Mention>],
    /// The groups that the system made.
    pub response: &'a [Vec<Mention>],
}

/// A stretch of a document, by the positions of its first and last token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mention {
    /// Position of the first token.
    pub first: u32,
    /// Position of the last token.
    pub last: u32,
}

impl UnitKind for AnnotatedDocuments {
    type Unit<'a> = AnnotatedDocument<'a>;

    const NAME: &'static str = "annotated documents";

    fn check(_: &AnnotatedDocument<'_>, _: Needs) -> Result<(), String> {
        Ok(())
    }

    fn digest(unit: &AnnotatedDocument<'_>, hash: &mut Digest) {
        digest_groups(unit.key, hash);
        digest_groups(unit.response, hash);
    }

    fn given(unit: &AnnotatedDocument<'_>) -> u128 {
        let mut hash = Digest::default();
        digest_groups(unit.key, &mut hash);
        hash.finish()
    }
}

fn digest_groups(groups: &[Vec<Mention>], hash: &mut Digest) {
    hash.number(groups.len() as u64);
    for group in groups {
        hash.number(group.len() as u64);
        for mention in group {
            hash.number(u64::from(mention.first) << 32 | u64::from(mention.last));
        }
    }
}

/// Test cases: a model's answers beside what was expected of it.
#[derive(Debug, Clone, Copy)]
pub struct TestCases;

/// One case of a behavioural test: an example and its perturbations.
#[derive(Debug, Clone, Copy, Default)]
pub struct TestCase<'a> {
    /// What the expectation made of each example: above zero passes, zero or
    /// below fails by that much, `None` does not apply.
    pub outcomes: &'a [Option<f64>],
}

impl UnitKind for TestCases {
    type Unit<'a> = TestCase<'a>;

    const NAME: &'static str = "test cases";

    fn check(_: &TestCase<'_>, _: Needs) -> Result<(), String> {
        Ok(())
    }

    fn digest(unit: &TestCase<'_>, hash: &mut Digest) {
        hash.number(unit.outcomes.len() as u64);
        for outcome in unit.outcomes {
            hash.number(outcome.map_or(u64::MAX, f64::to_bits));
        }
    }

    fn given(_: &TestCase<'_>) -> u128 {
        0
    }
}
