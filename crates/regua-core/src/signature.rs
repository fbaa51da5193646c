//! Signatures: every setting that a reading depends on, in one line.

use std::fmt;

use crate::spec::Spec;

/// The settings of a measure, complete from the moment it is built.
///
/// ```
/// use regua_core::Signature;
///
/// let signature = Signature::new("bleu").with("tok", "13a").with("smooth", "exp");
/// assert!(signature.to_string().starts_with("bleu|tok:13a|smooth:exp|regua:"));
/// assert_eq!(signature.spec().to_string(), "bleu(tok=13a,smooth=exp)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    name: String,
    settings: Vec<(String, String)>,
}

impl Signature {
    /// The signature of a measure without settings.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), settings: Vec::new() }
    }

    /// Adds a setting.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl fmt::Display) -> Self {
        self.settings.push((key.into(), value.to_string()));
        self
    }

    /// Adds a setting that is on or off.
    #[must_use]
    pub fn flag(self, key: &str, on: bool) -> Self {
        self.with(key, if on { "yes" } else { "no" })
    }

    /// The measure's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The settings, in the order the measure gives them.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// The text from which a registry builds the same measure again.
    pub fn spec(&self) -> Spec {
        Spec { alias: None, name: self.name.clone(), settings: self.settings.clone() }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (key, value) in &self.settings {
            write!(f, "|{key}:{value}")?;
        }
        write!(f, "|regua:{}", env!("CARGO_PKG_VERSION"))
    }
}
