//! What is known of a unit beside what is measured: its id, its system, the
//! columns it is grouped by.

use std::fmt;
use std::sync::Arc;

use crate::unit::Digest;

/// Who a unit is.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitKey {
    /// The unit's id, unique within a system.
    pub id: String,
    /// The system it comes from.
    pub system: Arc<str>,
    /// How many references it has, for kinds of units that have references.
    pub references: Option<u32>,
    /// The values of the kept columns, in the order of their names.
    pub columns: Vec<KeyValue>,
}

impl UnitKey {
    /// Feeds the key to a hash.
    pub fn digest(&self, hash: &mut Digest) {
        hash.text(&self.id);
        hash.text(&self.system);
        for value in &self.columns {
            hash.text(&value.to_string());
        }
    }
}

/// A value in a kept column.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyValue {
    /// Nothing.
    Missing,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl KeyValue {
    /// The value as a number, where it is one or reads as one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(integer) => Some(*integer as f64),
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            Self::Missing | Self::Flag(_) => None,
        }
    }
}

impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("(missing)"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Integer(integer) => write!(f, "{integer}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}
