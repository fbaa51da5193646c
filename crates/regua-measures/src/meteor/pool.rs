//! Things that are costly to make and that one thread at a time can use.

use std::sync::{Arc, Mutex, PoisonError};

/// Lends each thread one of its things, made when there is none to spare; so
/// what a thing has learnt on one batch serves the next.
#[derive(Debug)]
pub(super) struct Pool<T>(Arc<Mutex<Vec<T>>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Pool<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Pool<T> {
    /// Does some work with a thing. One that was lost in a panic is not given back.
    pub(super) fn lend<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut thing = spare.unwrap_or_else(make);
        let result = work(&mut thing);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(thing);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_is_lent_again() {
        let pool = Pool::default();
        pool.lend(|| 1, |number| *number += 1);
        let seen = pool.clone().lend(|| 7, |outer| (*outer, pool.lend(|| 9, |inner| *inner)));
        assert_eq!(seen, (2, 9));
    }
}
