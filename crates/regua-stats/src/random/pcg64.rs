//! The generator behind numpy's `default_rng(seed)`, and what numpy draws with it.
//!
//! `SeedSequence` turns an integer seed into 256 bits, PCG64 (O'Neill's XSL-RR
//! with 128 bits of state) turns those into 64-bit words. Draws of 32 bits take
//! the low half of a word first and keep the high half for the next one, as
//! numpy does. Agrees with numpy 2.4.6 in every bit.
//!
//! Use it to repeat the numbers of another tool; [`super::Generator`] is faster.

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// numpy's default generator.
///
/// ```
/// use regua_stats::random::pcg64::Pcg64;
///
/// // numpy.random.default_rng(12345).choice(3003, size=4)
/// let mut generator = Pcg64::new(12345);
/// assert_eq!([(); 4].map(|()| generator.below(3003)), [2099, 682, 2368, 951]);
/// ```
#[derive(Debug, Clone)]
pub struct Pcg64 {
    state: u128,
    increment: u128,
    kept: Option<u32>,
}

impl Pcg64 {
    /// The generator that `numpy.random.default_rng(seed)` makes.
    pub fn new(seed: u64) -> Self {
        let [state_high, state_low, stream_high, stream_low] = seed_words(seed);
        let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        let increment = join(stream_high, stream_low) << 1 | 1;
        let mut generator = Self { state: 0, increment, kept: None };
        generator.step();
        generator.state = generator.state.wrapping_add(join(state_high, state_low));
        generator.step();
        generator
    }

    #[inline]
    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }

    /// The next 64 bits. A half word that is kept stays kept.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.step();
        let (high, low) = halves(self.state);
        (high ^ low).rotate_right((high >> 58) as u32)
    }

    /// The next 32 bits: the low half of a new word, then its high half.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if let Some(kept) = self.kept.take() {
            return kept;
        }
        let word = self.next_u64();
        self.kept = Some((word >> 32) as u32);
        low_half(word)
    }

    /// What `Generator.integers(0, bound)` draws, and each entry of
    /// `Generator.choice(bound, size=…, replace=True)`; 0, with nothing drawn, if
    /// `bound` is 0 or 1.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound < 2 {
            return 0;
        }
        let mut product = u64::from(self.next_u32()) * u64::from(bound);
        // Only a product that ends below the bound can be an unfair one, so that
        // the division is seldom needed.
        if low_half(product) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while low_half(product) < unfair {
                product = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// The coins of one call of `Generator.integers(2, size=…, dtype=bool)`.
    pub fn coins(&mut self) -> Coins<'_> {
        Coins { generator: self, word: 0, left: 0 }
    }
}

/// Coins as one call of numpy throws them: 32 from each draw of 32 bits, the
/// lowest bit first; what is left of the last one is lost with the call.
#[derive(Debug)]
pub struct Coins<'a> {
    generator: &'a mut Pcg64,
    word: u32,
    left: u32,
}

impl Coins<'_> {
    /// The next coin.
    #[inline]
    pub fn flip(&mut self) -> bool {
        if self.left == 0 {
            self.word = self.generator.next_u32();
            self.left = 32;
        }
        let coin = self.word & 1 == 1;
        self.word >>= 1;
        self.left -= 1;
        coin
    }
}

/// The four words that numpy's `SeedSequence(seed).generate_state(4, uint64)` gives.
fn seed_words(seed: u64) -> [u64; 4] {
    const MULTIPLY_IN: u32 = 0x931e_8875;
    const MULTIPLY_OUT: u32 = 0x58f3_8ded;
    let mut constant = 0x43b0_d7e5_u32;
    let mut absorb = |value: u32| {
        let value = value ^ constant;
        constant = constant.wrapping_mul(MULTIPLY_IN);
        let value = value.wrapping_mul(constant);
        value ^ value >> 16
    };
    // A seed of one word and the same seed with a second word of 0 fill the pool
    // alike, so that the words need not be counted.
    let mut pool = [low_half(seed), (seed >> 32) as u32, 0, 0].map(&mut absorb);
    for from in 0..4 {
        for to in (0..4).filter(|&to| to != from) {
            let left = pool[to].wrapping_mul(0xca01_f9dd);
            let mixed = left.wrapping_sub(absorb(pool[from]).wrapping_mul(0x4973_f715));
            pool[to] = mixed ^ mixed >> 16;
        }
    }
    let mut constant = 0x8b51_f9dd_u32;
    let mut half = |at: usize| {
        let value = pool[at % 4] ^ constant;
        constant = constant.wrapping_mul(MULTIPLY_OUT);
        let value = value.wrapping_mul(constant);
        u64::from(value ^ value >> 16)
    };
    std::array::from_fn(|at| {
        let low = half(2 * at);
        low | half(2 * at + 1) << 32
    })
}

#[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
#[inline]
fn halves(value: u128) -> (u64, u64) {
    ((value >> 64) as u64, value as u64)
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
#[inline]
fn low_half(word: u64) -> u32 {
    word as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_draws_of_seed_12345_are_those_of_numpy() {
        let mut generator = Pcg64::new(12345);
        let drawn: [u32; 10] = std::array::from_fn(|_| generator.below(3003));
        assert_eq!(drawn, [2099, 682, 2368, 951, 613, 2394, 1929, 2030, 2968, 1174]);
    }

    #[test]
    fn the_low_half_of_a_word_comes_first() {
        let word = Pcg64::new(5).next_u64();
        let mut generator = Pcg64::new(5);
        assert_eq!(u64::from(generator.next_u32()), word & 0xffff_ffff);
        assert_eq!(u64::from(generator.next_u32()), word >> 32);
    }

    #[test]
    fn a_bound_of_one_draws_nothing() {
        let mut generator = Pcg64::new(5);
        assert_eq!((generator.below(0), generator.below(1)), (0, 0));
        assert_eq!(generator.next_u64(), Pcg64::new(5).next_u64());
    }

    #[test]
    fn coins_left_over_are_lost_with_the_call() {
        let mut generator = Pcg64::new(5);
        generator.coins().flip();
        let word = Pcg64::new(5).next_u64();
        assert_eq!(u64::from(generator.next_u32()), word >> 32);
    }
}
