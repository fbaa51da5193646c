//! Why a number cannot be computed.

use std::fmt;

/// The reason why there is no number, in a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undefined(pub &'static str);

impl fmt::Display for Undefined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Undefined {}
