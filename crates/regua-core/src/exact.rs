//! Sums of floating-point numbers that do not depend on their order.

/// An exact sum of finite `f64` values, rounded once when it is read.
///
/// Keeps the sum as a list of numbers that do not overlap (Shewchuk 1997,
/// *Adaptive Precision Floating-Point Arithmetic*; Python's `math.fsum` does
/// the same). The order of additions, and how they were spread over threads,
/// cannot show in the value. Not for sums that leave the range of `f64`: those
/// become infinite.
///
/// ```
/// use regua_core::exact::ExactSum;
///
/// let mut sum = ExactSum::default();
/// for value in [1e16, 1.0, -1e16] {
///     sum.add(value);
/// }
/// assert_eq!(sum.value(), 1.0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ExactSum {
    partials: Vec<f64>,
}

impl ExactSum {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        let mut carried = value;
        let mut kept = 0;
        for index in 0..self.partials.len() {
            let (high, low) = two_sum(carried, self.partials[index]);
            if low != 0.0 {
                self.partials[kept] = low;
                kept += 1;
            }
            carried = high;
        }
        self.partials.truncate(kept);
        if carried != 0.0 {
            self.partials.push(carried);
        }
    }

    /// Adds a number several times over.
    pub fn add_times(&mut self, value: f64, times: i64) {
        let times = times as f64;
        let product = value * times;
        self.add(product);
        self.add(value.mul_add(times, -product));
    }

    /// Adds all of another sum.
    pub fn merge(&mut self, other: &Self) {
        for &partial in &other.partials {
            self.add(partial);
        }
    }

    /// The sum, rounded to the nearest `f64`, ties to even.
    #[expect(clippy::float_cmp, reason = "whether a sum is exact is a question of equal bits")]
    pub fn value(&self) -> f64 {
        let mut rest = self.partials.iter().rev().copied();
        let Some(mut high) = rest.next() else { return 0.0 };
        let mut low = 0.0;
        for partial in rest.by_ref() {
            (high, low) = two_sum(high, partial);
            if low != 0.0 {
                break;
            }
        }
        // Half-way cases: the next partial decides which way to round.
        if let Some(next) = rest.next()
            && ((low < 0.0 && next < 0.0) || (low > 0.0 && next > 0.0))
        {
            let doubled = low * 2.0;
            let rounded = high + doubled;
            if rounded - high == doubled {
                return rounded;
            }
        }
        high
    }
}

/// The rounded sum and what rounding lost (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let high = a + b;
    let b_part = high - a;
    let a_part = high - b_part;
    (high, (a - a_part) + (b - b_part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
        let mut sum = ExactSum::default();
        values.into_iter().for_each(|value| sum.add(value));
        sum.value()
    }

    #[test]
    fn ten_tenths_are_one() {
        assert_eq!(sum([0.1; 10]).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn halves_round_to_even_unless_something_is_left() {
        let half_step = f64::EPSILON / 2.0;
        assert_eq!(sum([1.0, half_step]).to_bits(), 1.0_f64.to_bits());
        assert_eq!(sum([1.0, half_step, 1e-300]).to_bits(), (1.0 + f64::EPSILON).to_bits());
    }

    proptest! {
        #[test]
        fn neither_order_nor_partition_shows(mut values in prop::collection::vec(-1e6..1e6f64, 0..60), cut in 0..60usize) {
            let forward = sum(values.iter().copied());
            let cut = cut.min(values.len());
            let (mut left, mut right) = (ExactSum::default(), ExactSum::default());
            values[..cut].iter().for_each(|&value| left.add(value));
            values[cut..].iter().for_each(|&value| right.add(value));
            left.merge(&right);
            values.reverse();
            prop_assert_eq!(forward.to_bits(), sum(values).to_bits());
            prop_assert_eq!(forward.to_bits(), left.value().to_bits());
        }

        #[test]
        fn adding_three_times_is_three_additions(values in prop::collection::vec(-1e3..1e3f64, 1..20)) {
            let mut times = ExactSum::default();
            for &value in &values {
                times.add_times(value, 3);
            }
            prop_assert_eq!(times.value().to_bits(), sum(values.iter().flat_map(|&value| [value; 3])).to_bits());
        }
    }
}
