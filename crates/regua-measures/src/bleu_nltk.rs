//! (being written)

use regua_core::{Error, Registry};

/// Adds these measures to a registry.
///
/// # Errors
/// Fails if a name is taken.
pub fn register(_registry: &mut Registry) -> Result<(), Error> {
    Ok(())
}
