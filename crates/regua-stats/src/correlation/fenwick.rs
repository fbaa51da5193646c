//! Counts whose prefix sums are cheap.

/// Counts of ranks; both adding and asking take as many steps as a size has bits.
pub(super) struct Fenwick {
    sums: Vec<u64>,
}

impl Fenwick {
    pub(super) fn new(size: usize) -> Self {
        Self { sums: vec![0; size + 1] }
    }

    pub(super) fn add(&mut self, rank: usize) {
        let mut at = rank + 1;
        while let Some(sum) = self.sums.get_mut(at) {
            *sum += 1;
            at += at & at.wrapping_neg();
        }
    }

    /// How many ranks below this one were added.
    pub(super) fn below(&self, rank: usize) -> u64 {
        let (mut at, mut sum) = (rank, 0);
        while at > 0 {
            sum += self.sums[at];
            at &= at - 1;
        }
        sum
    }
}
