//! An alignment: pairs of words, each word in one pair at most.

use crate::meteor::formula::NONE;

/// An alignment, from both sides.
#[derive(Debug, Clone, Default)]
pub(super) struct Links {
    /// For each word of the hypothesis its word of the reference, or [`NONE`].
    pub(super) of_hypothesis: Vec<u32>,
    /// The other way round.
    pub(super) of_reference: Vec<u32>,
}

impl Links {
    /// Starts afresh with no link between texts of these lengths.
    pub(super) fn start(&mut self, hypothesis: usize, reference: usize) {
        self.of_hypothesis.clear();
        self.of_hypothesis.resize(hypothesis, NONE);
        self.of_reference.clear();
        self.of_reference.resize(reference, NONE);
    }

    pub(super) fn add(&mut self, hypothesis: u32, reference: u32) {
        self.of_hypothesis[hypothesis as usize] = reference;
        self.of_reference[reference as usize] = hypothesis;
    }

    /// How many links a new one would cross, for each of these places in the
    /// reference (ascending), if it began at this place of the hypothesis.
    pub(super) fn crossings(&self, hypothesis: u32, reference: &[u32], found: &mut Vec<u32>) {
        let before = &self.of_hypothesis[..hypothesis as usize];
        let mut crossed = before.iter().map(|&link| u32::from(link != NONE)).sum::<u32>();
        let mut passed = 0;
        for &place in reference {
            for &link in &self.of_reference[passed..place as usize] {
                if link < hypothesis {
                    crossed -= 1;
                } else if link != NONE {
                    crossed += 1;
                }
            }
            passed = place as usize;
            found.push(crossed);
        }
    }

    /// How many chunks a new link would join to its neighbours', if the word
    /// before it in the hypothesis is linked to this one in the reference.
    pub(super) fn joins(&self, before: u32, hypothesis: u32, reference: u32) -> u32 {
        let after = self.of_hypothesis.get(hypothesis as usize + 1).copied().unwrap_or(NONE);
        u32::from(before != NONE && before + 1 == reference)
            + u32::from(after != NONE && after == reference + 1)
    }
}
