//! Fractions of whole numbers of any size, rounded once.
//!
//! Some of NLTK's smoothings work on Python's exact fractions, and only the
//! result becomes a floating-point number. With other arithmetic the last digit
//! would differ. Not for general use: there is no sign, and nothing is reduced.

use std::cmp::Ordering;

/// A fraction that is not negative.
#[derive(Debug, Clone)]
pub(super) struct Fraction {
    numerator: Natural,
    denominator: Natural,
}

impl Fraction {
    /// A fraction of small numbers; the denominator is not 0.
    pub(super) fn new(numerator: u64, denominator: u64) -> Self {
        debug_assert!(denominator > 0, "a fraction has a denominator");
        Self { numerator: Natural::new(numerator), denominator: Natural::new(denominator) }
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let left = self.numerator.times(&other.denominator);
        let right = other.numerator.times(&self.denominator);
        Self {
            numerator: left.plus(&right),
            denominator: self.denominator.times(&other.denominator),
        }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        Self {
            numerator: self.numerator.times(&other.numerator),
            denominator: self.denominator.times(&other.denominator),
        }
    }

    /// This one over another, which is not 0.
    pub(super) fn over(&self, other: &Self) -> Self {
        Self {
            numerator: self.numerator.times(&other.denominator),
            denominator: self.denominator.times(&other.numerator),
        }
    }

    /// The nearest floating-point number, ties to even.
    pub(super) fn value(&self) -> f64 {
        /// More binary digits than are kept, so that the last can stand for all that follow.
        const DIGITS: u32 = 66;
        if self.numerator.is_zero() {
            return 0.0;
        }
        let (mut rest, mut unit) = (self.numerator.clone(), self.denominator.clone());
        let (over, under) = (rest.bits(), unit.bits());
        rest.shift(under.saturating_sub(over));
        unit.shift(over.saturating_sub(under));
        let mut quotient = 0_u128;
        for _ in 0..DIGITS {
            quotient <<= 1;
            if rest.compare(&unit) != Ordering::Less {
                rest.subtract(&unit);
                quotient |= 1;
            }
            rest.shift(1);
        }
        quotient |= u128::from(!rest.is_zero());
        let exponent = over as f64 - under as f64 - f64::from(DIGITS - 1);
        quotient as f64 * exponent.exp2()
    }
}

/// A whole number from 0 on, 64 binary digits at a time, the last ones first.
#[derive(Debug, Clone)]
struct Natural(Vec<u64>);

impl Natural {
    fn new(number: u64) -> Self {
        Self(vec![number]).trimmed()
    }

    /// Without zeros in front.
    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// How many binary digits it has.
    fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| 64 * self.0.len() - top.leading_zeros() as usize)
    }

    fn plus(&self, other: &Self) -> Self {
        let mut carry = false;
        let mut sum: Vec<u64> = (0..self.0.len().max(other.0.len()))
            .map(|place| {
                let [left, right] = [self, other].map(|one| one.0.get(place).copied().unwrap_or(0));
                let (sum, first) = left.overflowing_add(right);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first || second;
                sum
            })
            .collect();
        sum.push(u64::from(carry));
        Self(sum).trimmed()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the upper half is carried on")]
    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u64; self.0.len() + other.0.len()];
        for (start, &left) in self.0.iter().enumerate() {
            let mut carry = 0_u128;
            for (place, &right) in other.0.iter().enumerate() {
                let digit = &mut product[start + place];
                let sum = u128::from(left) * u128::from(right) + u128::from(*digit) + carry;
                *digit = sum as u64;
                carry = sum >> 64;
            }
            product[start + other.0.len()] = carry as u64;
        }
        Self(product).trimmed()
    }

    /// Multiplies by a power of two.
    fn shift(&mut self, bits: usize) {
        let part = bits % 64;
        if part > 0 {
            let mut carry = 0;
            for digit in &mut self.0 {
                let shifted = *digit << part | carry;
                carry = *digit >> (64 - part);
                *digit = shifted;
            }
            self.0.push(carry);
        }
        self.0.splice(0..0, std::iter::repeat_n(0, bits / 64));
        *self = Self(std::mem::take(&mut self.0)).trimmed();
    }

    fn compare(&self, other: &Self) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Takes away another number that is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (place, digit) in self.0.iter_mut().enumerate() {
            let right = other.0.get(place).copied().unwrap_or(0);
            let (difference, first) = digit.overflowing_sub(right);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *digit = difference;
            borrow = first || second;
        }
        *self = Self(std::mem::take(&mut self.0)).trimmed();
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same number has the same bits")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_third_of_three_is_one() {
        let third = Fraction::new(1, 3);
        assert_eq!(third.plus(&third).plus(&third).value(), 1.0);
        assert_eq!(third.over(&third).value(), 1.0);
        assert_eq!(Fraction::new(0, 7).value(), 0.0);
    }

    #[test]
    fn large_numbers_cancel_out() {
        let large = Fraction::new(u64::MAX, u64::MAX - 2);
        let power = (0..9).fold(large.clone(), |product, _| product.times(&large));
        let back = (0..9).fold(power, |product, _| product.over(&large));
        assert_eq!(back.value(), large.value());
        assert_eq!(
            Fraction::new(u64::MAX, 1).times(&Fraction::new(u64::MAX, 1)).value(),
            2.0_f64.powi(128)
        );
    }

    proptest! {
        #[test]
        fn a_fraction_of_small_numbers_is_their_quotient(over in 0..1_u64 << 53, under in 1..1_u64 << 53, factor in 1..=u64::MAX) {
            let quotient = over as f64 / under as f64;
            let expanded = Fraction::new(over, under).times(&Fraction::new(factor, factor));
            prop_assert_eq!(expanded.value(), quotient);
        }

        #[test]
        fn sums_are_those_of_whole_numbers(left in 0..1_u64 << 26, right in 0..1_u64 << 26, under in (1..1_u64 << 13, 1..1_u64 << 13)) {
            let sum = Fraction::new(left, under.0).plus(&Fraction::new(right, under.1));
            let expected = (left * under.1 + right * under.0) as f64 / (under.0 * under.1) as f64;
            prop_assert_eq!(sum.value(), expected);
        }
    }
}
