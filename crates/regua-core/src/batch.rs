//! Batches: units that are measured together, and what their measures share.

use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use crate::unit::UnitKind;

/// A batch of units.
pub struct Batch<'a, K: UnitKind> {
    units: &'a [K::Unit<'a>],
    memo: Memo,
}

impl<'a, K: UnitKind> Batch<'a, K> {
    /// A batch of these units, with nothing remembered yet.
    pub fn new(units: &'a [K::Unit<'a>]) -> Self {
        Self { units, memo: Memo::default() }
    }

    /// The units.
    pub fn units(&self) -> &'a [K::Unit<'a>] {
        self.units
    }

    /// What measures of this batch have worked out so far.
    pub fn memo(&self) -> &Memo {
        &self.memo
    }
}

/// Results that measures of one batch share: tokens, stems, alignments.
///
/// Three ROUGE measures ask for the same stems by the same key, and the first
/// one to ask computes them.
#[derive(Default)]
pub struct Memo {
    known: RefCell<HashMap<String, Rc<dyn Any>>>,
}

impl Memo {
    /// What is stored under a key; computed now if it is not there yet. The
    /// key must say everything that the result depends on beside the batch.
    pub fn get_or<T: Any>(&self, key: &str, compute: impl FnOnce() -> T) -> Rc<T> {
        let known = self.known.borrow().get(key).cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return known;
        }
        // Not borrowed while computing: one memo may build on another.
        let fresh = Rc::new(compute());
        self.known.borrow_mut().insert(key.to_owned(), Rc::clone(&fresh) as Rc<dyn Any>);
        fresh
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.known.borrow().keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_to_ask_gets_what_the_first_one_computed() {
        let memo = Memo::default();
        assert_eq!(*memo.get_or("words", || 3_usize), 3);
        assert_eq!(*memo.get_or("words", || -> usize { unreachable!("it is known") }), 3);
    }
}
