//! Where a monotone function crosses a line.

/// The place in between where `before` turns from true to false, to the last bit.
///
/// Halving is slower than Newton's method and cannot go astray; what is solved here is solved a few times a run.
pub(crate) fn bisect(low: f64, high: f64, before: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if before(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// As [`bisect`] from `low` upwards: the upper end is found by doubling the step, at most up to `limit`; nothing if
/// `before` still holds there.
pub(crate) fn bisect_above(low: f64, limit: f64, before: impl Fn(f64) -> bool) -> Option<f64> {
    let mut step = 1.0;
    while before((low + step).min(limit)) {
        if low + step >= limit {
            return None;
        }
        step *= 2.0;
    }
    Some(bisect(low, (low + step).min(limit), before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_square_root_of_two_is_found_to_the_last_bit() {
        let root = bisect_above(0.0, 1e9, |x| x * x < 2.0).unwrap();
        assert!((root - 2_f64.sqrt()).abs() < 3e-16);
    }

    #[test]
    fn what_never_turns_is_not_found() {
        assert_eq!(bisect_above(0.0, 1e9, |_| true), None);
    }
}
