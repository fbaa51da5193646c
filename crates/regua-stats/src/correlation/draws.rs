//! Many draws on all cores.

use std::num::NonZero;
use std::thread;

/// What each draw gives, in their order. A draw depends on its number alone,
/// never on the thread that makes it.
pub(super) fn all<T: Send>(draws: usize, of: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = draws.div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = (0..draws)
            .step_by(share)
            .map(|start| {
                let of = &of;
                let end = (start + share).min(draws);
                scope.spawn(move || (start..end).map(|draw| of(draw as u64)).collect::<Vec<T>>())
            })
            .collect();
        let joined = parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_come_in_their_order() {
        for draws in [0, 1, 2, 7, 100] {
            let expected: Vec<u64> = (0..draws as u64).collect();
            assert_eq!(all(draws, |draw| draw), expected);
        }
    }
}
