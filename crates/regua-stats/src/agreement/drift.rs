//! A straight line through numbers in their order: does a rater grow milder or stricter?

use crate::Undefined;
use crate::distribution::student;

/// The slope of a line of least squares and whether it could be none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// Change for each step of the order.
    pub slope: f64,
    /// The two-sided probability of such a slope, or a steeper one, if there were none (Student's t, n − 2 degrees).
    pub p: f64,
}

impl Drift {
    /// The line through points (place, value). Agrees with `scipy.stats.linregress` of `SciPy` 1.17.1 within 1e-12.
    ///
    /// # Errors
    /// Fewer than three points, all at one place, or all of one value.
    pub fn of(points: &[(f64, f64)]) -> Result<Self, Undefined> {
        if points.len() < 3 {
            return Err(Undefined("fewer than three ratings have a place in the order"));
        }
        let size = points.len() as f64;
        let mean_place = points.iter().map(|(place, _)| place).sum::<f64>() / size;
        let mean_value = points.iter().map(|(_, value)| value).sum::<f64>() / size;
        let (mut places, mut values, mut both) = (0.0, 0.0, 0.0);
        for (place, value) in points {
            let (along, up) = (place - mean_place, value - mean_value);
            places += along * along;
            values += up * up;
            both += along * up;
        }
        if places == 0.0 {
            return Err(Undefined("all ratings have the same place in the order"));
        }
        let first = points[0].1;
        if values == 0.0 || points.iter().all(|(_, value)| value - first == 0.0) {
            return Err(Undefined("the deviations do not vary"));
        }
        // The share of the variance that the line does not explain; on the line itself rounding may leave less than none.
        let rest = (1.0 - both * both / (places * values)).max(0.0);
        let t = (both * both / (places * values) / rest * (size - 2.0)).sqrt();
        Ok(Self { slope: both / places, p: 2.0 * student::survival(t, size - 2.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_slope() -> Result<(), Undefined> {
        // Slope 1/2, r² = 3/4, so t = √3 with one degree of freedom: p = 1/3.
        let drift = Drift::of(&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)])?;
        assert!((drift.slope - 0.5).abs() < 1e-15);
        assert!((drift.p - 1.0 / 3.0).abs() < 1e-12);
        Ok(())
    }

    #[test]
    fn a_perfect_line_has_no_doubt() -> Result<(), Undefined> {
        let drift = Drift::of(&[(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)])?;
        assert_eq!((drift.slope, drift.p), (1.0, 0.0));
        Ok(())
    }

    #[test]
    fn too_little_to_see_a_trend_says_so() {
        assert!(Drift::of(&[(0.0, 1.0), (1.0, 2.0)]).is_err());
        assert_eq!(
            Drift::of(&[(0.0, 1.0); 3]),
            Err(Undefined("all ratings have the same place in the order"))
        );
        let flat = [(0.0, 0.1), (1.0, 0.1), (2.0, 0.1)];
        assert_eq!(Drift::of(&flat), Err(Undefined("the deviations do not vary")));
    }
}
