//! Ratings as z-scores, in a file that can be read as ratings again.

use std::path::Path;

use regua_data::ratings::Ratings;
use regua_report::rating_lines::{RatingLine, RatingWriter};
use regua_report::segments::Lines;
use regua_stats::agreement::{Scale, standardise};

use super::sheet::Sheet;
use crate::error::Error;
use crate::whole_file::WholeFile;

/// Writes the ratings of these aspects, each as its distance from the rater's mean in the rater's standard deviations
/// (n − 1), both within the aspect. A rater without spread has no z-scores: those ratings are left empty, and `tell`
/// hears why.
///
/// # Errors
/// Fails if a rating is no number or the file cannot be written.
pub fn write(
    path: &Path,
    ratings: &Ratings,
    aspects: &[Option<&str>],
    tell: &mut dyn FnMut(String),
) -> Result<(), Error> {
    let mut scores: Vec<Option<Option<f64>>> = vec![None; ratings.rows.len()];
    for aspect in aspects {
        let sheet = Sheet::new(ratings, *aspect, Some(Scale::Interval))?;
        let found = standardise(&sheet.list).map_err(|reason| super::too_large(*aspect, reason))?;
        let mut told = vec![false; sheet.raters.len()];
        for ((row, rating), score) in sheet.rows.iter().zip(&sheet.list).zip(found) {
            if let Err(reason) = score
                && !std::mem::replace(&mut told[rating.rater], true)
            {
                let rater = sheet.raters[rating.rater];
                tell(format!("`{rater}` has no z-scores{}: {reason}", super::of_aspect(*aspect)));
            }
            scores[*row] = Some(score.ok());
        }
    }
    let chosen =
        || ratings.rows.iter().zip(&scores).filter_map(|(row, score)| Some((row, (*score)?)));
    let file = WholeFile::create(path)?;
    let failed = |source| Error::Write { path: path.to_owned(), source };
    let mut writer = RatingWriter {
        out: file,
        lines: Lines::of(&path.to_string_lossy()),
        with_system: chosen().any(|(row, _)| row.system.is_some()),
        with_rater: chosen().any(|(row, _)| row.rater.is_some()),
        with_aspect: chosen().any(|(row, _)| row.aspect.is_some()),
    };
    writer.begin().map_err(failed)?;
    for (row, score) in chosen() {
        let line = RatingLine {
            system: row.system.as_deref(),
            segment: &row.segment,
            rater: row.rater.as_deref(),
            aspect: row.aspect.as_deref(),
            value: score,
            raw: ratings.number(row)?,
        };
        writer.write(&line).map_err(failed)?;
    }
    writer.out.finish()
}
