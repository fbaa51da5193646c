//! Partial correlation: what is left once something else is accounted for.
//!
//! A measure that favours long outputs correlates with people who do so too.
//! The partial correlation given the length says how much the measure follows
//! people among outputs as long as each other. It accounts for straight-line
//! relations only (between ranks, for Spearman).

use super::{Coefficient, average_ranks, pearson};
use crate::Undefined;

/// What is left of a row's variance must be more than rounding.
const ROUNDING: f64 = 1e-12;

/// Pearson's or Spearman's correlation between the residuals of ratings and
/// scores after linear regression on the controls.
///
/// Agrees with `scipy.stats.pearsonr` on the residuals of `numpy.linalg.lstsq` to
/// 1e-12.
///
/// ```
/// use regua_stats::correlation::{Coefficient, partial};
///
/// let length = [10.0, 20.0, 30.0, 40.0, 50.0];
/// let people = [1.0, 2.5, 2.0, 4.5, 5.0];
/// let measure = [0.2, 0.1, 0.5, 0.4, 0.7];
/// let value = partial(Coefficient::Pearson, &people, &measure, &[&length]).unwrap();
/// assert!(value < -0.8);
/// ```
///
/// # Errors
///
/// If a correlation between two of the rows is not defined, if the controls
/// determine one of them, or for another coefficient.
pub fn partial(
    coefficient: Coefficient,
    people: &[f64],
    measure: &[f64],
    controls: &[&[f64]],
) -> Result<f64, Undefined> {
    let ranked = match coefficient {
        Coefficient::Pearson => false,
        Coefficient::Spearman => true,
        _ => return Err(Undefined("only pearson and spearman have a partial correlation")),
    };
    if controls.iter().flat_map(|row| row.iter()).any(|value| !value.is_finite()) {
        return Err(super::NOT_FINITE);
    }
    let rows: Vec<Vec<f64>> = [people, measure]
        .iter()
        .chain(controls)
        .map(|row| if ranked { average_ranks(row) } else { row.to_vec() })
        .collect();
    let size = rows.len();
    let mut between = vec![1.0; size * size];
    for row in 0..size {
        for column in 0..row {
            let value = pearson(&rows[column], &rows[row])?;
            between[row * size + column] = value;
            between[column * size + row] = value;
        }
    }
    remove_controls(&mut between, size)?;
    Ok((between[1] / (between[0] * between[size + 1]).sqrt()).clamp(-1.0, 1.0))
}

/// Takes what each row but the first two explains out of those before it.
fn remove_controls(between: &mut [f64], size: usize) -> Result<(), Undefined> {
    for control in (2..size).rev() {
        let left = between[control * size + control];
        if left < ROUNDING {
            return Err(Undefined("a control follows from the others"));
        }
        for row in 0..control {
            for column in 0..control {
                let shared = between[row * size + control] * between[control * size + column];
                between[row * size + column] -= shared / left;
            }
        }
    }
    if between[0] < ROUNDING || between[size + 1] < ROUNDING {
        return Err(Undefined("the ratings or the scores follow from the controls"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: [f64; 6] = [1.0, 2.0, 4.0, 3.0, 6.0, 5.0];
    const MEASURE: [f64; 6] = [0.2, 0.1, 0.6, 0.5, 0.7, 0.9];

    #[test]
    fn without_controls_it_is_the_correlation_itself() {
        for coefficient in [Coefficient::Pearson, Coefficient::Spearman] {
            let plain = coefficient.of(&PEOPLE, &MEASURE).unwrap();
            let found = partial(coefficient, &PEOPLE, &MEASURE, &[]).unwrap();
            assert!((found - plain).abs() < 1e-15);
        }
    }

    #[test]
    fn one_control_follows_the_formula_of_yule() {
        let control = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0];
        let [ab, ac, bc] = [(&PEOPLE, &MEASURE), (&PEOPLE, &control), (&MEASURE, &control)]
            .map(|(one, other)| pearson(one, other).unwrap());
        let expected = (ab - ac * bc) / ((1.0 - ac * ac) * (1.0 - bc * bc)).sqrt();
        let found = partial(Coefficient::Pearson, &PEOPLE, &MEASURE, &[&control]).unwrap();
        assert!((found - expected).abs() < 1e-15);
    }

    #[test]
    fn what_the_controls_determine_has_no_partial_correlation() {
        let twice = PEOPLE.map(|rating| 2.0 * rating);
        assert!(partial(Coefficient::Pearson, &PEOPLE, &MEASURE, &[&twice]).is_err());
        let control = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0];
        assert!(partial(Coefficient::Pearson, &PEOPLE, &MEASURE, &[&control, &control]).is_err());
        assert!(partial(Coefficient::Pearson, &PEOPLE, &MEASURE, &[&[1.0; 6]]).is_err());
        assert!(partial(Coefficient::Pearson, &PEOPLE, &MEASURE, &[&[1.0, 2.0]]).is_err());
        assert!(partial(Coefficient::Spearman, &PEOPLE, &MEASURE, &[&[f64::NAN; 6]]).is_err());
        assert!(partial(Coefficient::KendallB, &PEOPLE, &MEASURE, &[]).is_err());
    }
}
