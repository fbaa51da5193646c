//! Real numbers as whole ones, so that any engine adds them up exactly.

use crate::exact::ExactSum;

/// How many whole numbers stand for a real one.
pub const LIMBS: usize = 4;

/// What one step of each limb is worth.
const STEPS: [f64; LIMBS] = [
    1.0,
    1.0 / 4_294_967_296.0,
    1.0 / 18_446_744_073_709_551_616.0,
    1.0 / 79_228_162_514_264_337_593_543_950_336.0,
];

/// 2^32: how many steps of a limb make one of the limb before it.
const BASE: f64 = 4_294_967_296.0;

/// 2^62: numbers from here on have no limbs.
const TOO_LARGE: f64 = 4_611_686_018_427_387_904.0;

/// A number in fixed point: whole units, then steps of 2^-32, 2^-64 and 2^-96, all
/// with the sign of the number; what is smaller than the last step is cut off.
/// Nothing for numbers that are not below 2^62 in size.
///
/// All limbs but the first are below 2^32 in size, so that the limbs of 2^31 numbers
/// add up within 64 bits. Nothing is cut off a number of at least 2^-44 (5.7e-14) in
/// size, nor off one whose last bit is worth at least 2^-96: sums of those have the
/// same [`value`] as [`ExactSum`], to the last bit. What is cut off another is less
/// than 2^-96 (1.3e-29).
pub fn limbs(number: f64) -> Option<[i64; LIMBS]> {
    if number.abs() >= TOO_LARGE || number.is_nan() {
        return None;
    }
    let mut rest = number;
    let mut limbs = [0; LIMBS];
    for limb in &mut limbs {
        // Both steps are exact: a whole part and what is left share the number's bits,
        // and the base is a power of two.
        let whole = rest.trunc();
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and below 2^62")]
        {
            *limb = whole as i64;
        }
        rest = (rest - whole) * BASE;
    }
    Some(limbs)
}

/// The number that limbs, or sums of limbs, stand for: rounded once, to the nearest,
/// ties to even.
pub fn value(limbs: &[i64]) -> f64 {
    let mut sum = ExactSum::default();
    for (limb, step) in limbs.iter().zip(STEPS) {
        // Halves of 32 bits, each of which is exact in floating point.
        let (high, low) = (limb >> 32, limb & 0xffff_ffff);
        sum.add(high as f64 * BASE * step);
        sum.add(low as f64 * step);
    }
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn added(numbers: &[f64]) -> [i64; LIMBS] {
        let mut sums = [0; LIMBS];
        for number in numbers {
            for (sum, limb) in sums.iter_mut().zip(limbs(*number).unwrap()) {
                *sum += limb;
            }
        }
        sums
    }

    fn exact(numbers: &[f64]) -> f64 {
        let mut sum = ExactSum::default();
        for number in numbers {
            sum.add(*number);
        }
        sum.value()
    }

    /// Numbers of either sign from 2^-44 to just below 2^40.
    fn ordinary() -> impl Strategy<Value = f64> {
        (1.0..2.0_f64, -44..40_i32, any::<bool>()).prop_map(
            |(significand, exponent, is_negative)| {
                let size = significand * 2.0_f64.powi(exponent);
                if is_negative { -size } else { size }
            },
        )
    }

    proptest! {
        #[test]
        fn sums_of_ordinary_numbers_are_exact_to_the_last_bit(
            numbers in prop::collection::vec(ordinary(), 0..80),
        ) {
            prop_assert_eq!(value(&added(&numbers)).to_bits(), exact(&numbers).to_bits());
        }

        #[test]
        fn neither_order_nor_partition_shows_whatever_the_size(
            mut numbers in prop::collection::vec(any::<f64>(), 0..60),
            cut in 0..60_usize,
        ) {
            numbers.retain(|number| limbs(*number).is_some());
            let (one, two) = numbers.split_at(cut.min(numbers.len()));
            let (one, two) = (added(one), added(two));
            let parts: Vec<i64> = one.iter().zip(two).map(|(one, two)| one + two).collect();
            numbers.reverse();
            prop_assert_eq!(&added(&numbers)[..], &parts[..]);
        }
    }

    #[test]
    fn what_is_smaller_than_the_last_step_is_cut_off_towards_zero() {
        for tiny in [1e-30, -1e-30, f64::MIN_POSITIVE, 5e-324] {
            assert_eq!(limbs(tiny), Some([0; LIMBS]));
        }
        assert_eq!(limbs(-1.5), Some([-1, -(1 << 31), 0, 0]));
        assert_eq!(limbs(2.0_f64.powi(-96)), Some([0, 0, 0, 1]));
        let smallest_whole = 2.0_f64.powi(-44) * (1.0 + f64::EPSILON);
        assert_eq!(value(&limbs(smallest_whole).unwrap()).to_bits(), smallest_whole.to_bits());
    }

    #[test]
    fn numbers_from_two_to_the_sixty_second_on_have_no_limbs() {
        assert_eq!(limbs(TOO_LARGE), None);
        assert_eq!(limbs(-TOO_LARGE), None);
        assert_eq!(limbs(f64::NAN), None);
        let largest = TOO_LARGE.next_down();
        assert_eq!(value(&limbs(largest).unwrap()).to_bits(), largest.to_bits());
    }

    #[test]
    fn limbs_of_many_numbers_are_read_whatever_has_piled_up_in_them() {
        let piled = [-3, i64::MAX, i64::MIN, i64::MAX];
        let exact = exact(&[
            -3.0,
            2.0_f64.powi(31),
            -2.0_f64.powi(-32),
            -0.5,
            2.0_f64.powi(-33),
            -2.0_f64.powi(-96),
        ]);
        assert_eq!(value(&piled).to_bits(), exact.to_bits());
        assert_eq!(value(&[]).to_bits(), 0.0_f64.to_bits());
    }
}
