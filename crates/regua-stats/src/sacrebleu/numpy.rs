//! Sums and means in the order in which numpy and Python add.

use std::cmp::Ordering;
use std::ops::{Add, Div, Sub};

/// What the arithmetic of scores needs of single and double precision.
pub(super) trait Float:
    Copy + PartialOrd + Default + Add<Output = Self> + Sub<Output = Self> + Div<Output = Self>
{
    fn of_count(count: usize) -> Self;
    fn half(self) -> Self;
    fn absolute(self) -> Self;
    fn double(self) -> f64;
    fn total_order(&self, other: &Self) -> Ordering;
}

impl Float for f64 {
    fn of_count(count: usize) -> Self {
        count as Self
    }

    fn half(self) -> Self {
        0.5 * self
    }

    fn absolute(self) -> Self {
        self.abs()
    }

    fn double(self) -> f64 {
        self
    }

    fn total_order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

impl Float for f32 {
    fn of_count(count: usize) -> Self {
        count as Self
    }

    fn half(self) -> Self {
        0.5 * self
    }

    fn absolute(self) -> Self {
        self.abs()
    }

    fn double(self) -> f64 {
        f64::from(self)
    }

    fn total_order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }
}

/// `numpy.mean` of an array without gaps.
pub(super) fn mean<T: Float>(values: &[T]) -> T {
    pairwise_sum(values) / T::of_count(values.len())
}

/// `numpy.sum` of an array without gaps: halves that are summed for themselves, down
/// to 128 numbers, and those in eight columns.
pub(super) fn pairwise_sum<T: Float>(values: &[T]) -> T {
    if values.len() < 8 {
        return values.iter().fold(T::default(), |sum, &value| sum + value);
    }
    if values.len() > 128 {
        let half = values.len() / 2;
        let (left, right) = values.split_at(half - half % 8);
        return pairwise_sum(left) + pairwise_sum(right);
    }
    let (eights, rest) = values.as_chunks::<8>();
    let add = |mut sums: [T; 8], next: &[T; 8]| {
        sums.iter_mut().zip(next).for_each(|(sum, &value)| *sum = *sum + value);
        sums
    };
    let sums = eights[1..].iter().fold(eights[0], add);
    let pairs = [0, 2, 4, 6].map(|at| sums[at] + sums[at + 1]);
    let sum = (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]);
    rest.iter().fold(sum, |sum, &value| sum + value)
}

/// `statistics.mean` of Python: as if computed without rounding, then rounded once.
pub(super) fn exact_mean(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mut parts = Vec::new();
    for &value in values {
        add_exactly(&mut parts, value);
    }
    let near: f64 = parts.iter().sum::<f64>() / count;
    // What the quotient misses is a fraction of its last digit; it is computed from the
    // parts, of which the product is taken off without rounding.
    let product = near * count;
    let below = near.mul_add(count, -product);
    add_exactly(&mut parts, -product);
    add_exactly(&mut parts, -below);
    near + parts.iter().sum::<f64>() / count
}

/// Adds a number to a sum that is kept as parts which do not overlap, smallest first
/// (Shewchuk's expansions).
fn add_exactly(parts: &mut Vec<f64>, value: f64) {
    let mut carried = value;
    let mut kept = 0;
    for at in 0..parts.len() {
        let part = parts[at];
        let sum = carried + part;
        let from_part = sum - carried;
        let lost = (carried - (sum - from_part)) + (part - from_part);
        if lost != 0.0 {
            parts[kept] = lost;
            kept += 1;
        }
        carried = sum;
    }
    parts.truncate(kept);
    parts.push(carried);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_are_summed_in_order() {
        assert_eq!(pairwise_sum::<f32>(&[]).to_bits(), 0);
        assert_eq!(pairwise_sum::<f64>(&[1e16, 1.0, 1.0, 1.0]).to_bits(), 1e16_f64.to_bits());
    }

    #[test]
    fn whole_numbers_are_summed_exactly_at_any_length() {
        for count in [7, 8, 9, 127, 128, 129, 136, 1000, 4097] {
            let numbers: Vec<f32> = (1..=count).map(|at| at as f32).collect();
            let sum = pairwise_sum(&numbers);
            assert!((sum - (count * (count + 1) / 2) as f32).abs() < 0.5, "{count}");
        }
    }

    #[test]
    fn a_mean_is_rounded_once() {
        assert_eq!(exact_mean(&[1e16, 1.0, -1e16]).to_bits(), (1.0_f64 / 3.0).to_bits());
        assert_eq!(exact_mean(&[0.1; 10]).to_bits(), 0.1_f64.to_bits());
        assert_eq!(exact_mean(&[0.1, 0.2, 0.3]).to_bits(), 0.2_f64.to_bits());
    }
}
