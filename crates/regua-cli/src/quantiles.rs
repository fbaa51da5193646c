//! Bins of equal share, whose edges are known once the column has been seen.

use regua_core::Error as CoreError;
use regua_core::bins::Bins;
use regua_core::group::Grouping;
use regua_core::key::{KeyValue, UnitKey};

use crate::error::Error;

/// Whether some bins must see their column before they can be used.
pub fn are_wanted(grouping: &Grouping) -> bool {
    grouping.by.iter().any(|by| matches!(by.bins, Some(Bins::Quantiles(_))))
}

/// Finds the edges of all quantile bins in one pass: `show` shows the units.
///
/// # Errors
/// Fails if a column is not there or has no numbers, or the units cannot be
/// shown.
pub fn fit(
    grouping: &mut Grouping,
    columns: &[String],
    show: impl FnOnce(&mut dyn FnMut(&[UnitKey])) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut wanted: Vec<(usize, usize, Vec<f64>)> = Vec::new();
    for (position, by) in grouping.by.iter().enumerate() {
        if matches!(by.bins, Some(Bins::Quantiles(_))) {
            let unknown =
                || CoreError::UnknownColumn { column: by.column.clone(), known: columns.to_vec() };
            let column = columns.iter().position(|known| *known == by.column);
            wanted.push((position, column.ok_or_else(unknown)?, Vec::new()));
        }
    }
    show(&mut |keys| {
        for (_, column, numbers) in &mut wanted {
            let values = keys.iter().filter_map(|key| key.columns.get(*column));
            numbers.extend(values.filter_map(KeyValue::number));
        }
    })?;
    for (position, _, numbers) in wanted {
        let by = &mut grouping.by[position];
        by.bins = by.bins.take().map(|bins| bins.fit(&by.column, numbers)).transpose()?;
    }
    Ok(())
}
