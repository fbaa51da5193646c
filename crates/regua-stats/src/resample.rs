//! Resampling with replacement, as weights.
//!
//! A resample of n units is a row of n weights that sum to n: how often each
//! unit was drawn. Its reading is computed from the weighted sum of the tallies,
//! so that no unit is ever measured twice.

/// A small, fast, seeded generator of random bits (xoshiro256++ of Blackman and
/// Vigna, seeded through `SplitMix64`).
///
/// The same seed gives the same numbers on every machine. Not for secrets.
#[derive(Debug, Clone)]
pub struct Generator {
    state: [u64; 4],
}

impl Generator {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        let state = std::array::from_fn(|_| {
            mix = mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut bits = mix;
            bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            bits ^ (bits >> 31)
        });
        Self { state }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let drawn = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let mut next = [a, b, c ^ a, d ^ b];
        next[1] ^= next[2];
        next[0] ^= next[3];
        next[2] ^= b << 17;
        next[3] = next[3].rotate_left(45);
        self.state = next;
        drawn
    }

    /// A number below `bound`, each as likely as the others; 0 if there is none.
    ///
    /// Lemire's method: a product in place of a division, and a second draw in
    /// the rare case where the first would favour some numbers.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            #[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
            let low = product as u64;
            if low >= unfair {
                return (product >> 64) as u64;
            }
        }
    }
}

/// How often each of `units` units is drawn when as many are drawn with
/// replacement.
pub fn draw_weights(units: usize, generator: &mut Generator) -> Vec<u32> {
    let mut weights = vec![0; units];
    for _ in 0..units {
        let drawn = generator.below(units as u64);
        if let Some(weight) = usize::try_from(drawn).ok().and_then(|at| weights.get_mut(at)) {
            *weight += 1;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_weights() {
        let draw = |seed| draw_weights(50, &mut Generator::new(seed));
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn every_unit_is_drawn_about_once_on_average() {
        let mut generator = Generator::new(1);
        let mut sums = [0_u32; 20];
        for _ in 0..2_000 {
            for (sum, weight) in sums.iter_mut().zip(draw_weights(20, &mut generator)) {
                *sum += weight;
            }
        }
        // The standard deviation of each sum is about 44.
        assert!(sums.iter().all(|sum| (1_780..2_220).contains(sum)), "{sums:?}");
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert!(draw_weights(0, &mut Generator::new(0)).is_empty());
    }
}
