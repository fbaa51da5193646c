//! Tests between two measures on the same judgements.

use regua_stats::Undefined;
use regua_stats::correlation::{Level, Williams, permutation};

use super::grids::Compared;
use super::plan::{Chosen, Test, What};

/// The two-sided p-value of a difference between two entries.
///
/// # Errors
/// Says why there is none.
pub fn p_value(
    compared: &Compared,
    chosen: Chosen,
    test: Test,
    (first, second): (usize, usize),
    what: &What,
) -> Result<f64, Undefined> {
    let Chosen::Of(coefficient) = chosen else {
        return Err(Undefined("soft pairwise accuracy has no test between measures"));
    };
    match test {
        Test::Williams => {
            if matches!(compared.level, Level::Item | Level::BySystem) {
                return Err(Undefined(
                    "williams' test is for one coefficient over all values, not for an average",
                ));
            }
            let [people, first, second] = compared.shared(first, second);
            Williams::between(coefficient, &people, &first, &second).map(|test| test.p_two_sided())
        }
        Test::Permutation => permutation::test(
            &compared.people,
            &compared.measures[first],
            &compared.measures[second],
            coefficient,
            compared.grid_level(),
            what.resamples,
            what.seed,
        )
        .map(|test| test.p_two_sided()),
    }
}
