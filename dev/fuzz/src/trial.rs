//! One input: how it is made, how it is checked, how it is made smaller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::input::Random;
use crate::target::Target;

const LONGEST_TIME_TO_SHRINK: Duration = Duration::from_secs(5);
const LONGEST_REASON: usize = 2000;

/// An input that fails, and why.
pub(crate) struct Failure {
    /// How many inputs of the target came before.
    pub(crate) number: u64,
    pub(crate) input: Vec<u8>,
    pub(crate) reason: String,
}

/// The input of this number: it follows from the seed and the target's name.
pub(crate) fn input(target: &Target, seed: u64, number: u64) -> Vec<u8> {
    let name = target
        .name
        .bytes()
        .fold(0, |name: u64, byte| name.wrapping_mul(257).wrapping_add(byte.into()));
    let seed = Random::new(seed ^ name.rotate_left(32)).bits().wrapping_add(number);
    (target.make)(&mut Random::new(seed))
}

/// Checks an input; a panic is a failure like any other.
pub(crate) fn check(target: &Target, input: &[u8], room: &Path) -> Result<(), String> {
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.check)(input, room)));
    let reason = match outcome {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(reason)) => reason,
        Err(panic) => {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            format!("panicked: {words}")
        }
    };
    Err(reason.chars().take(LONGEST_REASON).collect())
}

/// The same failure with as little input as can be found in a few seconds:
/// pieces are left out, the large ones first.
pub(crate) fn smaller(target: &Target, mut failure: Failure, room: &Path) -> Failure {
    let started = Instant::now();
    let mut size = failure.input.len() / 2;
    while size > 0 {
        let mut start = 0;
        let mut shrunk = false;
        while start < failure.input.len() {
            if started.elapsed() > LONGEST_TIME_TO_SHRINK {
                return failure;
            }
            let end = (start + size).min(failure.input.len());
            let input = [&failure.input[..start], &failure.input[end..]].concat();
            if let Err(reason) = check(target, &input, room) {
                failure = Failure { input, reason, ..failure };
                shrunk = true;
            } else {
                start = end;
            }
        }
        if !shrunk || size > 1 {
            size /= 2;
        }
    }
    failure
}
