//! Measures of classifiers: labels, and the probabilities behind them.
//!
//! `confusion` and `auc` learn first which labels there are; `accuracy`, `ece`,
//! `brier` and `log-loss` need not.

pub mod accuracy;
pub mod auc;
pub(crate) mod averages;
pub mod brier;
pub mod confusion;
pub mod ece;
pub(crate) mod label_set;
pub mod log_loss;
mod probabilities;

use regua_core::{Error, Registry};

/// Adds the measures to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    confusion::register(registry)?;
    accuracy::register(registry)?;
    auc::register(registry)?;
    ece::register(registry)?;
    brier::register(registry)?;
    log_loss::register(registry)
}
