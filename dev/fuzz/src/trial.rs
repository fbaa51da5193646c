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

#[cfg(test)]
mod tests {
    use super::*;

    const NO_TWO_LETTERS: Target = Target {
        name: "no-two-letters",
        about: "there are no x and y in a text",
        may_abort: false,
        make: |random| random.text(40).into_bytes(),
        check: |bytes, _| {
            assert!(!bytes.contains(&b'!'), "an exclamation mark");
            let is_there = bytes.contains(&b'x') && bytes.contains(&b'y');
            if is_there { Err("both letters".to_owned()) } else { Ok(()) }
        },
    };

    fn fails(input: &[u8]) -> Failure {
        let reason = check(&NO_TWO_LETTERS, input, Path::new("")).unwrap_err();
        smaller(
            &NO_TWO_LETTERS,
            Failure { number: 0, input: input.to_vec(), reason },
            Path::new(""),
        )
    }

    #[test]
    fn a_failure_is_made_as_small_as_it_gets() {
        let failure = fails(b"long text with an x, and long after that comes a y and more");
        assert_eq!(
            (failure.input.as_slice(), failure.reason.as_str()),
            (&b"xy"[..], "both letters")
        );
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let failure = fails(b"stop!");
        assert_eq!(
            (failure.input.as_slice(), failure.reason.as_str()),
            (&b"!"[..], "panicked: an exclamation mark")
        );
    }

    #[test]
    fn inputs_follow_from_the_seed() {
        let inputs =
            |seed| (0..20).map(|number| input(&NO_TWO_LETTERS, seed, number)).collect::<Vec<_>>();
        assert_eq!(inputs(7), inputs(7));
        assert_ne!(inputs(7), inputs(8));
    }
}
