//! The p-value of a difference among draws under the hypothesis that there is none.

use super::{Alternative, check_finite};
use crate::Undefined;

/// How far a draw may fall short of the observed difference and still count as equal, as a share of the largest
/// magnitude among them all. Sums in another order differ in the 15th digit of the scores; a draw that is off by less
/// than this by chance is one in billions, and counting it makes the p-value larger, never smaller.
const SLACK: f64 = 1e-10;

/// (how many draws are at least as extreme + 1) / (draws + 1): the observed arrangement is one of those that could have
/// come up, so that the p-value is never 0.
pub(super) fn p_value(
    observed: f64,
    under_null: &[f64],
    alternative: Alternative,
) -> Result<f64, Undefined> {
    if under_null.is_empty() {
        return Err(Undefined("there are no draws"));
    }
    check_finite(&[observed])?;
    check_finite(under_null)?;
    let largest = under_null.iter().fold(observed.abs(), |largest, draw| largest.max(draw.abs()));
    let slack = largest * SLACK;
    let extreme = under_null
        .iter()
        .filter(|&&draw| match alternative {
            Alternative::TwoSided => draw.abs() >= observed.abs() - slack,
            Alternative::Greater => draw >= observed - slack,
            Alternative::Less => draw <= observed + slack,
        })
        .count();
    Ok((extreme as f64 + 1.0) / (under_null.len() as f64 + 1.0))
}
