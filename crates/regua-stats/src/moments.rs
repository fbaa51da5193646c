//! Means and variances of plain numbers.

/// The sum, with what each addition rounds off carried along (Neumaier).
pub(crate) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0_f64, 0.0);
    for value in values {
        let next = total + value;
        lost += if total.abs() >= value.abs() {
            (total - next) + value
        } else {
            (value - next) + total
        };
        total = next;
    }
    total + lost
}

/// The mean of at least one number.
pub(crate) fn mean(values: &[f64]) -> f64 {
    sum(values.iter().copied()) / values.len() as f64
}

/// The unbiased variance of at least two numbers, in two passes.
pub(crate) fn variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    sum(values.iter().map(|value| (value - centre).powi(2))) / (values.len() as f64 - 1.0)
}

/// Whether values with this variance and mean differ by no more than rounding: in the 13th digit at most.
pub(crate) fn is_constant(variance: f64, mean: f64) -> bool {
    variance.sqrt() <= 1e-13 * mean.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_survive_large_ones() {
        assert!((sum([1e16, 1.0, -1e16].into_iter()) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_variance_divides_by_one_less() {
        assert!((variance(&[1.0, 2.0, 3.0, 6.0]) - 14.0 / 3.0).abs() < 1e-15);
    }
}
