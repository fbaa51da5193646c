//! A table from pairs of numbers to dense ids, emptied in constant time.

pub(super) const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
const SMALLEST_TABLE: usize = 256;

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    stamp: u32,
}

/// Gives every distinct pair `(left, right)` an id, counted on from the caller's own counter.
///
/// A slot holds its id plus `base`; raising `base` above all of them empties the table.
#[derive(Debug, Clone)]
pub(super) struct PairTable {
    slots: Vec<Slot>,
    shift: u32,
    base: u32,
    used: usize,
}

impl PairTable {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![Slot::default(); SMALLEST_TABLE],
            shift: 64 - SMALLEST_TABLE.trailing_zeros(),
            base: 1,
            used: 0,
        }
    }

    /// Empties the table; `ids` is the number of ids that were given out.
    pub(super) fn clear(&mut self, ids: usize) {
        self.used = 0;
        let next = u32::try_from(ids).ok().and_then(|ids| self.base.checked_add(ids));
        match next {
            Some(next) if next <= u32::MAX / 2 => self.base = next,
            _ => {
                self.slots.fill(Slot::default());
                self.base = 1;
            }
        }
    }

    /// Makes room, so that as many insertions need no growth.
    pub(super) fn reserve(&mut self, more: usize) {
        let wanted = ((self.used + more) * 4).next_power_of_two();
        if wanted > self.slots.len() {
            self.grow(wanted);
        }
    }

    #[inline]
    pub(super) fn get(&self, left: u32, right: u32) -> Option<u32> {
        let key = key(left, right);
        let mask = self.slots.len() - 1;
        let mut place = self.place(key) & mask;
        loop {
            let slot = self.slots[place];
            if slot.stamp < self.base {
                return None;
            }
            if slot.key == key {
                return Some(slot.stamp - self.base);
            }
            place = (place + 1) & mask;
        }
    }

    /// The id of a pair; a new pair gets `next` and the answer says so.
    /// There must be room: see [`PairTable::reserve`].
    #[inline]
    pub(super) fn get_or_insert(&mut self, left: u32, right: u32, next: u32) -> (u32, bool) {
        let key = key(left, right);
        let mask = self.slots.len() - 1;
        let mut place = self.place(key) & mask;
        loop {
            let slot = self.slots[place];
            if slot.stamp < self.base {
                self.slots[place] = Slot { key, stamp: self.base + next };
                self.used += 1;
                return (next, true);
            }
            if slot.key == key {
                return (slot.stamp - self.base, false);
            }
            place = (place + 1) & mask;
        }
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the shift leaves as many bits as the table has places"
    )]
    fn place(&self, key: u64) -> usize {
        ((key ^ (key >> 32)).wrapping_mul(MULTIPLIER) >> self.shift) as usize
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        let smaller = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        self.shift = 64 - size.trailing_zeros();
        let mask = size - 1;
        for slot in smaller {
            if slot.stamp >= self.base {
                let mut place = self.place(slot.key) & mask;
                while self.slots[place].stamp >= self.base {
                    place = (place + 1) & mask;
                }
                self.slots[place] = slot;
            }
        }
    }
}

#[inline]
pub(super) fn key(left: u32, right: u32) -> u64 {
    u64::from(left) << 32 | u64::from(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_keep_their_ids_while_the_table_grows() {
        let mut table = PairTable::new();
        for id in 0..5000 {
            table.reserve(1);
            assert_eq!(table.get_or_insert(id % 71, id / 71, id), (id, true));
        }
        for id in 0..5000 {
            assert_eq!(table.get(id % 71, id / 71), Some(id));
        }
        assert_eq!(table.get(71, 0), None);
        table.clear(5000);
        assert_eq!(table.get(3, 3), None);
    }

    #[test]
    fn a_table_that_runs_out_of_stamps_is_wiped() {
        let mut table = PairTable::new();
        table.base = u32::MAX / 2;
        table.get_or_insert(1, 2, 0);
        table.clear(1);
        assert_eq!((table.base, table.get(1, 2)), (1, None));
    }
}
