//! How many units it takes to find a difference, and how small a one can be found.
//!
//! All from the standard deviation of the paired differences, by the t-test (exact, with the shifted t distribution) or by
//! the normal approximation. Agrees with `TTestPower` and `normal_power` of statsmodels 0.15. For planning: the power of a
//! test that has been made, at the difference that it found, says nothing that its p-value does not.

use super::Alternative;
use crate::Undefined;
use crate::distribution::root::{bisect, bisect_above};
use crate::distribution::{normal, student};

/// No study has more units.
const MOST_UNITS: f64 = 1e12;

/// The distribution of the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reference {
    /// The paired t-test.
    #[default]
    Student,
    /// Its approximation for many units.
    Normal,
}

/// A test to plan for.
///
/// ```
/// use regua_stats::significance::power::Design;
///
/// let design = Design::default();
/// // Half a standard deviation, found in four of five studies.
/// let units = design.units_needed(0.5, 1.0, 0.8)?;
/// assert_eq!(units.ceil(), 34.0);
/// # Ok::<(), regua_stats::Undefined>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Design {
    /// The p-value below which a difference counts as found.
    pub alpha: f64,
    /// What is held against no difference.
    pub alternative: Alternative,
    /// The distribution of the test.
    pub reference: Reference,
}

impl Default for Design {
    /// A two-sided t-test at 0.05.
    fn default() -> Self {
        Self { alpha: 0.05, alternative: Alternative::TwoSided, reference: Reference::Student }
    }
}

impl Design {
    /// The probability to find a true mean `difference` with so many units, when single differences deviate so much.
    ///
    /// # Errors
    /// Undefined with fewer than two units, a deviation that is not above zero, or an alpha that is not between 0 and 1.
    pub fn power(&self, difference: f64, deviation: f64, units: f64) -> Result<f64, Undefined> {
        self.check(deviation)?;
        check_units(units)?;
        Ok(self.power_of(effect(difference, deviation)?, units))
    }

    /// How many units it takes to find a true mean `difference` with this power; round up. Never fewer than two.
    ///
    /// # Errors
    /// Undefined if the difference is zero, lies on the other side, or is too small for any number of units; and as
    /// [`Design::power`].
    pub fn units_needed(
        &self,
        difference: f64,
        deviation: f64,
        power: f64,
    ) -> Result<f64, Undefined> {
        self.check(deviation)?;
        self.check_power(power)?;
        let effect = effect(difference, deviation)?;
        let one_way = match self.alternative {
            Alternative::TwoSided => effect.abs(),
            Alternative::Greater => effect,
            Alternative::Less => -effect,
        };
        if effect.abs() <= 0.0 {
            return Err(Undefined("a difference of zero is never found"));
        }
        if one_way < 0.0 {
            return Err(Undefined("the difference lies on the other side"));
        }
        let too_few = |units: f64| self.power_of(effect, units) < power;
        if !too_few(2.0) {
            return Ok(2.0);
        }
        bisect_above(2.0, MOST_UNITS, too_few)
            .ok_or(Undefined("the difference is too small to be found with any number of units"))
    }

    /// The smallest true mean difference, above zero, that so many units find with this power. For
    /// [`Alternative::Less`] it is the magnitude.
    ///
    /// # Errors
    /// As [`Design::power`], and if the power is not between alpha and 1.
    pub fn smallest_difference(
        &self,
        deviation: f64,
        units: f64,
        power: f64,
    ) -> Result<f64, Undefined> {
        self.check(deviation)?;
        check_units(units)?;
        self.check_power(power)?;
        let sign = if self.alternative == Alternative::Less { -1.0 } else { 1.0 };
        let too_small = |effect: f64| self.power_of(sign * effect, units) < power;
        let bound = bisect_above(0.0, 1e9, too_small)
            .ok_or(Undefined("no difference is found with this power"))?;
        // Once more from zero, so that small effects have all their digits.
        Ok(bisect(0.0, bound * 2.0, too_small) * deviation)
    }

    /// The power for a standardised effect.
    fn power_of(&self, effect: f64, units: f64) -> f64 {
        let shift = effect * units.sqrt();
        let alpha =
            if self.alternative == Alternative::TwoSided { self.alpha / 2.0 } else { self.alpha };
        let degrees = units - 1.0;
        let critical = match self.reference {
            Reference::Student => student::inverse_survival(alpha, degrees),
            Reference::Normal => normal::inverse_survival(alpha),
        };
        let beyond = |shift: f64| match self.reference {
            Reference::Student => student::shifted_survival(critical, degrees, shift),
            Reference::Normal => normal::survival(critical - shift),
        };
        match self.alternative {
            Alternative::TwoSided => (beyond(shift) + beyond(-shift)).min(1.0),
            Alternative::Greater => beyond(shift),
            Alternative::Less => beyond(-shift),
        }
    }

    fn check(&self, deviation: f64) -> Result<(), Undefined> {
        if !(self.alpha > 0.0 && self.alpha < 1.0) {
            return Err(Undefined("alpha is not between 0 and 1"));
        }
        if !(deviation > 0.0 && deviation.is_finite()) {
            return Err(Undefined("the differences do not vary"));
        }
        Ok(())
    }

    fn check_power(&self, power: f64) -> Result<(), Undefined> {
        if !(power > self.alpha && power < 1.0) {
            return Err(Undefined("the power is not between alpha and 1"));
        }
        Ok(())
    }
}

fn check_units(units: f64) -> Result<(), Undefined> {
    if (2.0..=MOST_UNITS).contains(&units) {
        Ok(())
    } else {
        Err(Undefined("there are fewer than two units"))
    }
}

fn effect(difference: f64, deviation: f64) -> Result<f64, Undefined> {
    let effect = difference / deviation;
    if effect.is_finite() { Ok(effect) } else { Err(Undefined("a value is not a finite number")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_power_and_difference_fit_together() {
        for reference in [Reference::Student, Reference::Normal] {
            let design = Design { reference, ..Design::default() };
            let units = design.units_needed(0.3, 1.7, 0.9).unwrap();
            assert!((design.power(0.3, 1.7, units).unwrap() - 0.9).abs() < 1e-10);
            let smallest = design.smallest_difference(1.7, units, 0.9).unwrap();
            assert!((smallest - 0.3).abs() < 1e-9);
        }
    }

    #[test]
    fn without_a_difference_the_power_is_alpha() {
        let power = Design::default().power(0.0, 1.0, 25.0).unwrap();
        assert!((power - 0.05).abs() < 1e-12);
    }

    #[test]
    fn what_cannot_be_found_says_why() {
        let reason = |difference, deviation| {
            let design = Design { alternative: Alternative::Greater, ..Design::default() };
            design.units_needed(difference, deviation, 0.8).unwrap_err().to_string()
        };
        assert_eq!(reason(0.0, 1.0), "a difference of zero is never found");
        assert_eq!(reason(-0.1, 1.0), "the difference lies on the other side");
        assert_eq!(reason(0.1, 0.0), "the differences do not vary");
        assert_eq!(
            reason(1e-9, 1.0),
            "the difference is too small to be found with any number of units"
        );
    }
}
