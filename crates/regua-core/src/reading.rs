//! Readings: what a person reads off a tally.

use std::borrow::Cow;

use crate::exact::ExactSum;

/// What is known of a reading before there is a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingInfo {
    /// Its name, unique in the measure.
    pub name: Cow<'static, str>,
    /// Where its values lie.
    pub scale: Scale,
    /// Which way is better.
    pub direction: Direction,
}

impl ReadingInfo {
    /// A reading of which more is better.
    pub fn higher(name: impl Into<Cow<'static, str>>, scale: Scale) -> Self {
        Self { name: name.into(), scale, direction: Direction::HigherIsBetter }
    }

    /// A reading of which less is better.
    pub fn lower(name: impl Into<Cow<'static, str>>, scale: Scale) -> Self {
        Self { name: name.into(), scale, direction: Direction::LowerIsBetter }
    }

    /// A reading that describes and does not judge.
    pub fn neither(name: impl Into<Cow<'static, str>>, scale: Scale) -> Self {
        Self { name: name.into(), scale, direction: Direction::Neither }
    }
}

/// Where the values of a reading lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// From 0 to 1, or a ratio to 1.
    Unit,
    /// From 0 to 100, or a ratio to 100.
    Percent,
    /// A number of things.
    Count,
    /// Anywhere.
    Open,
}

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// More is better.
    HigherIsBetter,
    /// Less is better.
    LowerIsBetter,
    /// The reading describes and does not judge.
    Neither,
}

/// One value, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// The value.
    Value(f64),
    /// Why it cannot be computed.
    Undefined(Cow<'static, str>),
}

impl Reading {
    /// The value, or nothing where there is none.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(*value),
            Self::Undefined(_) => None,
        }
    }

    /// A quotient, or the reason why there is none.
    pub fn ratio(over: f64, under: f64, reason: &'static str) -> Self {
        if under == 0.0 { Self::Undefined(reason.into()) } else { Self::Value(over / under) }
    }
}

impl From<f64> for Reading {
    /// A number that is not finite is undefined, never a value.
    fn from(value: f64) -> Self {
        if value.is_finite() {
            Self::Value(value)
        } else {
            Self::Undefined("the value is not finite".into())
        }
    }
}

/// The readings of one tally, in the order of
/// [`Reader::readings`](crate::measure::Reader::readings); the first one is
/// the headline.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Readings(pub Vec<Reading>);

impl Readings {
    /// All readings undefined for the same reason.
    pub fn undefined(how_many: usize, reason: impl Into<Cow<'static, str>>) -> Self {
        Self(vec![Reading::Undefined(reason.into()); how_many])
    }

    /// The mean of each of so many readings, over those that have a value.
    pub fn mean(
        how_many: usize,
        all: impl IntoIterator<Item = Self>,
        reason: &'static str,
    ) -> Self {
        let mut sums = vec![(ExactSum::default(), 0_u32); how_many];
        for readings in all {
            for ((sum, count), reading) in sums.iter_mut().zip(&readings.0) {
                if let Reading::Value(value) = reading {
                    sum.add(*value);
                    *count += 1;
                }
            }
        }
        let means = sums.into_iter();
        means.map(|(sum, count)| Reading::ratio(sum.value(), f64::from(count), reason)).collect()
    }

    /// The reading that stands for the measure.
    pub fn headline(&self) -> Option<f64> {
        self.0.first().and_then(Reading::value)
    }
}

impl<R: Into<Reading>> FromIterator<R> for Readings {
    fn from_iter<I: IntoIterator<Item = R>>(readings: I) -> Self {
        Self(readings.into_iter().map(Into::into).collect())
    }
}
