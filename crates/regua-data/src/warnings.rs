//! Things a user should know that are no reason to stop.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::grouped;

/// Warnings of one input, collected from all threads that read it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Warnings {
    counts: Arc<Mutex<BTreeMap<String, u64>>>,
}

impl Warnings {
    /// Notes something that happened.
    pub(crate) fn note(&self, message: impl Into<String>) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(message.into()).or_default() += 1;
    }

    /// All that was noted, each once, with how often it was.
    pub(crate) fn list(&self) -> Vec<String> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts
            .iter()
            .map(|(message, count)| match count {
                1 => message.clone(),
                many => format!("{message} ({} times)", grouped(*many)),
            })
            .collect()
    }
}
