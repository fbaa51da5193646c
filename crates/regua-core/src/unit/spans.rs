//! Texts with labelled spans: named entities and their kin.

use crate::measure::Needs;
use crate::unit::{Digest, UnitKind};

/// Texts with spans that annotators marked beside those that a system marked.
#[derive(Debug, Clone, Copy)]
pub struct SpanTexts;

/// One text with two annotations.
#[derive(Debug, Clone, Copy)]
pub struct SpanText<'a> {
    /// What the annotators marked.
    pub gold: Marks<'a>,
    /// What the system marked.
    pub predicted: Marks<'a>,
}

/// An annotation: spans, or a tag for each token from which spans follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks<'a> {
    /// Spans; they may overlap.
    Spans(&'a [Span<'a>]),
    /// One tag a token, such as `B-PLACE`; which spans that makes is for the
    /// measure to say.
    Tags(&'a [&'a str]),
}

impl Default for Marks<'_> {
    fn default() -> Self {
        Self::Spans(&[])
    }
}

/// A labelled stretch of a text, in tokens or characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span<'a> {
    /// Where it starts.
    pub start: u32,
    /// Where it ends: the position after the last.
    pub end: u32,
    /// What it is.
    pub label: &'a str,
}

impl UnitKind for SpanTexts {
    type Unit<'a> = SpanText<'a>;

    const NAME: &'static str = "texts with spans";

    fn check(unit: &SpanText<'_>, _: Needs) -> Result<(), String> {
        match (unit.gold, unit.predicted) {
            (Marks::Tags(gold), Marks::Tags(predicted)) if gold.len() != predicted.len() => {
                Err(format!(
                    "compares tag by tag, but there are {} gold tags and {} predicted ones",
                    gold.len(),
                    predicted.len()
                ))
            }
            _ => Ok(()),
        }
    }

    fn digest(unit: &SpanText<'_>, hash: &mut Digest) {
        digest_marks(unit.gold, hash);
        digest_marks(unit.predicted, hash);
    }

    /// Predictions are part of it: see [`Labels`](crate::unit::Labels).
    fn given(unit: &SpanText<'_>) -> u128 {
        let mut hash = Digest::default();
        Self::digest(unit, &mut hash);
        hash.finish()
    }
}

fn digest_marks(marks: Marks<'_>, hash: &mut Digest) {
    match marks {
        Marks::Spans(spans) => {
            hash.number(0);
            hash.number(spans.len() as u64);
            for span in spans {
                hash.number(u64::from(span.start) << 32 | u64::from(span.end));
                hash.text(span.label);
            }
        }
        Marks::Tags(tags) => {
            hash.number(1);
            hash.number(tags.len() as u64);
            for tag in tags {
                hash.text(tag);
            }
        }
    }
}
