//! What a target is: bytes that are made, and a question that is asked of them.

use std::path::Path;

use crate::input::Random;
use crate::{annotated, core, kernels, ledger, measures, readers, synonyms, tokenisers};

/// Something that must hold for every input.
///
/// An input is bytes and nothing else, and the answer depends on nothing else,
/// so that a saved input fails again and can be made smaller.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// What is checked, in a few words.
    pub(crate) about: &'static str,
    pub(crate) make: fn(&mut Random) -> Vec<u8>,
    /// Whether a fault could end the program: a huge allocation cannot be caught.
    pub(crate) may_abort: bool,
    /// The folder is a place for files; what an earlier check left there is overwritten.
    pub(crate) check: fn(&[u8], &Path) -> Result<(), String>,
}

/// All targets, one family after the other.
pub(crate) fn all() -> Vec<Target> {
    [
        tokenisers::targets(),
        kernels::targets(),
        core::targets(),
        measures::targets(),
        readers::targets(),
        annotated::targets(),
        ledger::targets(),
        synonyms::targets(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Fails with a message unless two values are the same.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: &T,
    expected: &T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} is {found:?}, not {expected:?}"))
}

/// Fails with a message unless something holds.
pub(crate) fn holds(what: &str, holds: bool) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all().iter().map(|target| target.name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    }

    #[test]
    fn every_target_holds_for_a_few_inputs() {
        let room = tempfile::tempdir().unwrap();
        for target in all() {
            for number in 0..3 {
                let input = trial::input(&target, 1, number);
                assert_eq!(
                    trial::check(&target, &input, room.path()),
                    Ok(()),
                    "{} {number}",
                    target.name
                );
            }
        }
    }
}
