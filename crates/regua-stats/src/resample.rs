//! Resampling, as weights.
//!
//! A resample of n units is a row of n weights: how often each unit was drawn.
//! Its reading is computed from the weighted sum of the tallies, so that no unit
//! is ever measured twice. The weights of draw number `draw` depend on the seed and
//! that number alone, never on the draws before it or on threads.
//!
//! | scheme | weights | for |
//! |---|---|---|
//! | [`multinomial`] | n draws with replacement; they sum to n | bootstrap intervals and paired tests |
//! | [`poisson_weight`] | Poisson(1) for each unit by itself | partitions that cannot see each other |
//! | [`flips`] | 0 or 1, a fair coin for each unit | approximate randomisation |
//!
//! ```
//! use regua_stats::resample::multinomial;
//!
//! let mut weights = [0; 5];
//! multinomial(12345, 0, &mut weights);
//! assert_eq!(weights.iter().sum::<u16>(), 5);
//! ```

pub use crate::random::Generator;

use crate::random::{GOLDEN, scatter};

/// How weights are drawn.
#[derive(Debug, Clone, Copy)]
pub enum Scheme<'a> {
    /// As many units as there are, with replacement: [`multinomial`].
    Multinomial,
    /// [`poisson_weight`] of each unit, given the hash of its id.
    Poisson(&'a [u128]),
    /// A fair coin for each unit: [`flips`].
    Flips,
}

impl Scheme<'_> {
    /// What outputs call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Multinomial => "multinomial",
            Self::Poisson(_) => "poisson",
            Self::Flips => "flips",
        }
    }

    /// Fills the weights of one draw, one for each unit.
    ///
    /// # Panics
    /// If there is not one id for each weight.
    pub fn fill(self, seed: u64, draw: u64, weights: &mut [u16]) {
        match self {
            Self::Multinomial => multinomial(seed, draw, weights),
            Self::Flips => flips(seed, draw, weights),
            Self::Poisson(units) => {
                assert_eq!(units.len(), weights.len(), "ids and weights are paired");
                let key = draw_key(seed, draw);
                for (weight, &unit) in weights.iter_mut().zip(units) {
                    *weight = poisson_of(hash(key, unit));
                }
            }
        }
    }
}

/// How often each unit is drawn when as many are drawn with replacement.
///
/// A weight that does not fit stays at the largest number that does: with fewer
/// than 2^64 units the chance of that is below 10^-200,000.
pub fn multinomial(seed: u64, draw: u64, weights: &mut [u16]) {
    weights.fill(0);
    let mut generator = Generator::stream(seed, draw);
    let Ok(bound) = u32::try_from(weights.len()) else {
        return multinomial_of_many(&mut generator, weights);
    };
    let unfair = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    let mut left = weights.len();
    while left > 0 {
        let word = generator.bits();
        for half in [word & 0xffff_ffff, word >> 32] {
            let product = half * u64::from(bound);
            // Lemire's method: those products would favour some units.
            let fair = product & 0xffff_ffff >= u64::from(unfair);
            if fair && left > 0 {
                count(weights, product >> 32);
                left -= 1;
            }
        }
    }
}

/// More units than 32 bits can tell apart.
fn multinomial_of_many(generator: &mut Generator, weights: &mut [u16]) {
    for _ in 0..weights.len() {
        let drawn = generator.below(weights.len() as u64);
        count(weights, drawn);
    }
}

#[inline]
fn count(weights: &mut [u16], drawn: u64) {
    #[expect(clippy::cast_possible_truncation, reason = "it is below a length in memory")]
    if let Some(weight) = weights.get_mut(drawn as usize) {
        *weight = weight.saturating_add(1);
    }
}

/// How often one unit is drawn if each is drawn by itself, once on average: a
/// Poisson(1) number made of the seed, the draw and a hash of the unit's id.
///
/// Every machine of a cluster that sees the unit gives it the same weight. The
/// weights of a draw sum to the number of units only on average.
pub fn poisson_weight(seed: u64, draw: u64, unit: u128) -> u32 {
    u32::from(poisson_of(hash(draw_key(seed, draw), unit)))
}

fn draw_key(seed: u64, draw: u64) -> u64 {
    scatter(scatter(seed.wrapping_add(GOLDEN)).wrapping_add(draw.wrapping_mul(GOLDEN)))
}

#[inline]
fn hash(key: u64, unit: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the halves are what is wanted")]
    let (high, low) = ((unit >> 64) as u64, unit as u64);
    scatter(scatter(key ^ low).wrapping_add(high ^ GOLDEN))
}

/// The largest number that [`poisson_weight`] gives.
pub const MOST_POISSON: u16 = 20;

/// 2^64 times the chance of at most k, for Poisson(1) and k from 0 on; of the next
/// one nothing is left.
static AT_MOST: [u64; MOST_POISSON as usize] = at_most();

const fn at_most() -> [u64; MOST_POISSON as usize] {
    // 2^120 / e, rounded down.
    let mut chance: u128 = 0x5e_2d58_d8b3_bcdf_1aba_dec7_8290_54f9;
    let mut sum = 0;
    let mut table = [0; MOST_POISSON as usize];
    let mut k = 0;
    while k < table.len() {
        if k > 1 {
            chance /= k as u128;
        }
        sum += chance;
        #[expect(clippy::cast_possible_truncation, reason = "the sum stays below 2^120")]
        {
            table[k] = (sum >> 56) as u64;
        }
        k += 1;
    }
    table
}

/// The Poisson(1) number at this quantile (in units of 2^-64): how many entries of
/// the table it reaches.
#[inline]
fn poisson_of(quantile: u64) -> u16 {
    let (usual, rare) = AT_MOST.split_at(4);
    let reached = |part: &[u64]| part.iter().map(|&bar| u16::from(quantile >= bar)).sum::<u16>();
    let weight = reached(usual);
    if weight < 4 { weight } else { weight + reached(rare) }
}

/// A fair coin for each unit: 1 or 0.
pub fn flips(seed: u64, draw: u64, weights: &mut [u16]) {
    let mut generator = Generator::stream(seed, draw);
    for chunk in weights.chunks_mut(64) {
        let word = generator.bits();
        for (at, weight) in chunk.iter_mut().enumerate() {
            *weight = u16::from(word >> at & 1 == 1);
        }
    }
}

/// How often each of `units` units is drawn when as many are drawn with
/// replacement, from a generator that is at hand.
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

    fn drawn(fill: impl Fn(&mut [u16]), units: usize) -> Vec<u16> {
        let mut weights = vec![9; units];
        fill(&mut weights);
        weights
    }

    #[test]
    fn the_same_seed_and_draw_give_the_same_weights() {
        let draw = |seed, draw| drawn(|weights| multinomial(seed, draw, weights), 50);
        assert_eq!(draw(7, 1), draw(7, 1));
        assert_ne!(draw(7, 1), draw(7, 2));
        assert_ne!(draw(7, 1), draw(8, 1));
    }

    #[test]
    fn multinomial_weights_sum_to_the_number_of_units() {
        for units in [0, 1, 2, 3, 64, 65, 1001] {
            let weights = drawn(|weights| multinomial(1, 0, weights), units);
            assert_eq!(weights.iter().copied().map(usize::from).sum::<usize>(), units);
        }
    }

    /// Sums of 2,000 draws of 20 units by each scheme: the standard deviations are
    /// 44 (multinomial), 45 (Poisson) and 22 (coins).
    #[test]
    fn every_unit_is_drawn_as_often_as_it_should_be() {
        let ids: Vec<u128> = (0..20).collect();
        for (scheme, low, high) in [
            (Scheme::Multinomial, 1_780, 2_220),
            (Scheme::Poisson(&ids), 1_780, 2_220),
            (Scheme::Flips, 890, 1_110),
        ] {
            let mut sums = [0_u16; 20];
            for draw in 0..2_000 {
                let weights = drawn(|weights| scheme.fill(1, draw, weights), 20);
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            assert!(sums.iter().all(|sum| (low..high).contains(sum)), "{scheme:?} {sums:?}");
        }
    }

    #[test]
    fn multinomial_weights_agree_with_a_plain_draw_of_halves() {
        for (units, draw) in [(3_u32, 0), (1000, 1), (3_000, 2)] {
            let mut generator = Generator::stream(5, draw);
            let halves = std::iter::repeat_with(|| generator.bits())
                .flat_map(|word| [word & 0xffff_ffff, word >> 32]);
            let mut plain = vec![0; units as usize];
            let fair = halves.filter(|half| {
                // A half is fair if all of its kind are there: 2^32 split into whole parts.
                let spare = (1_u64 << 32) % u64::from(units);
                (half * u64::from(units)) % (1 << 32) >= spare
            });
            for half in fair.take(units as usize) {
                let at = usize::try_from((half * u64::from(units)) >> 32).unwrap();
                plain[at] += 1_u16;
            }
            assert_eq!(drawn(|weights| multinomial(5, draw, weights), units as usize), plain);
        }
    }

    #[test]
    fn poisson_chances_are_those_of_the_formula() {
        let mut chance = (-1.0_f64).exp();
        let mut sum = 0.0;
        for (k, &bar) in AT_MOST.iter().enumerate() {
            sum += chance;
            assert!((bar as f64 / 2.0_f64.powi(64) - sum).abs() < 1e-15, "{k}");
            chance /= (k + 1) as f64;
        }
        assert_eq!(u64::MAX - AT_MOST[19], 2);
        assert_eq!([0, AT_MOST[0] - 1, AT_MOST[0]].map(poisson_of), [0, 0, 1]);
        assert_eq!([AT_MOST[3] - 1, AT_MOST[3], AT_MOST[4]].map(poisson_of), [3, 4, 5]);
        assert_eq!(poisson_of(u64::MAX), MOST_POISSON);
    }

    #[test]
    fn poisson_weights_are_spread_as_poisson_numbers_are() {
        let mut seen = [0_u32; 21];
        for unit in 0..100_000_u128 {
            seen[poisson_weight(3, 4, unit << 40) as usize] += 1;
        }
        for (k, expected) in
            [36_788.0, 36_788.0, 18_394.0, 6_131.0, 1_533.0, 307.0].iter().enumerate()
        {
            let off = (f64::from(seen[k]) - expected) / f64::sqrt(*expected);
            assert!(off.abs() < 4.0, "{k}: {}", seen[k]);
        }
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        assert!(draw_weights(0, &mut Generator::new(0)).is_empty());
        assert!(drawn(|weights| flips(0, 0, weights), 0).is_empty());
    }
}
