//! Seeded generators of random numbers.
//!
//! [`Generator`] is Régua's own; [`pcg64::Pcg64`] is numpy's, for numbers that
//! must be those of a tool written with it. Neither is for secrets.
//!
//! ```
//! use regua_stats::random::Generator;
//!
//! let mut tenth = Generator::stream(12345, 10);
//! assert!(tenth.unit() < 1.0);
//! assert!(tenth.below(6) < 6);
//! ```

pub mod pcg64;

/// Turns a number into one that looks unrelated to it (the finaliser of
/// `SplitMix64`); different numbers stay different.
pub(crate) const fn scatter(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The step of `SplitMix64`: 2^64 over the golden ratio, made odd.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

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
            mix = mix.wrapping_add(GOLDEN);
            scatter(mix)
        });
        Self { state }
    }

    /// The generator of draw number `index`: one of 2^64 that belong to this
    /// seed, so that a draw does not depend on which were made before it or on
    /// which thread makes it.
    pub fn stream(seed: u64, index: u64) -> Self {
        let of_seed = scatter(seed.wrapping_add(GOLDEN));
        Self::new(scatter(of_seed.wrapping_add(index.wrapping_mul(GOLDEN))))
    }

    /// The next 64 random bits.
    #[inline]
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

    /// A number from 0 up to but not including 1, a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One throw of a fair coin.
    pub fn flip(&mut self) -> bool {
        // The highest bit: the lowest ones are the weakest of this family.
        self.bits() >> 63 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bits() {
        let first = |seed| Generator::new(seed).bits();
        assert_eq!(first(7), first(7));
        assert_ne!(first(7), first(8));
    }

    #[test]
    fn bits_are_those_of_the_published_algorithm() {
        let mut generator = Generator::new(12345);
        let drawn: [u64; 3] = std::array::from_fn(|_| generator.bits());
        assert_eq!(drawn, [0x8d94_8a82_def8_a568, 0x3477_f953_7967_02a0, 0x15ca_a2fc_e6db_8d69]);
    }

    #[test]
    fn streams_differ_by_seed_and_by_index() {
        let mut firsts: Vec<u64> = (0..100)
            .flat_map(|seed| (0..100).map(move |index| Generator::stream(seed, index).bits()))
            .collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 10_000);
    }

    #[test]
    fn first_numbers_of_neighbouring_streams_are_uniform_and_unrelated() {
        let firsts: Vec<f64> = (0..40_000).map(|at| Generator::stream(3, at).unit()).collect();
        let mean = firsts.iter().sum::<f64>() / 40_000.0;
        // The standard deviation of the mean is 0.0014; of the sum of products 0.00042.
        assert!((mean - 0.5).abs() < 0.006, "{mean}");
        let products = firsts.windows(2).map(|pair| (pair[0] - 0.5) * (pair[1] - 0.5));
        let together = products.sum::<f64>() / 39_999.0;
        assert!(together.abs() < 0.002, "{together}");
    }

    #[test]
    fn units_are_below_one_and_coins_fair() {
        let mut generator = Generator::new(1);
        assert!((0..10_000).map(|_| generator.unit()).all(|unit| (0.0..1.0).contains(&unit)));
        let heads = (0..10_000).filter(|_| generator.flip()).count();
        // The standard deviation is 50.
        assert!((4_800..5_200).contains(&heads), "{heads}");
    }

    #[test]
    fn nothing_is_below_nothing() {
        assert_eq!(Generator::new(0).below(0), 0);
        assert_eq!(Generator::new(0).below(1), 0);
    }
}
