//! Agreement between raters: whether people who judge the same texts judge alike.
//!
//! All coefficients take [`Ratings`]. Which to use:
//!
//! | raters | values | coefficient |
//! |---|---|---|
//! | two, no gaps | labels or steps | [`cohen`] (weighted for steps), [`scott`] |
//! | any, gaps | labels | [`alpha`] with [`Scale::Nominal`], [`fleiss`], [`gwet`] |
//! | any, gaps | ranks, points, amounts | [`alpha`], [`gwet`] with weights |
//! | any, no gaps | points | [`IntraclassTable`] |
//!
//! [`resampled`] puts an interval around any of them; [`raters()`] looks at each rater, and [`standardise()`] makes ratings
//! comparable.
//!
//! ```
//! use regua_stats::agreement::{Ratings, Scale, alpha};
//!
//! let ratings = Ratings::from_rows(&[
//!     [Some(5.0), Some(4.0), None],
//!     [Some(1.0), Some(2.0), Some(1.0)],
//!     [None, Some(3.0), Some(3.0)],
//! ])?;
//! assert!(alpha(&ratings, Scale::Interval)? > 0.8);
//! # Ok::<(), regua_stats::Undefined>(())
//! ```
//!
//! Not for predictions against a truth: agreement treats all raters alike.

pub mod chance;
pub mod drift;
pub mod icc;
pub mod kappa;
pub mod krippendorff;
pub mod raters;
mod ratings;
mod resampled;
pub mod standardise;
mod weighting;

pub use chance::{fleiss, gwet, percent};
pub use icc::{Form, IntraclassTable};
pub use kappa::{cohen, light, scott};
pub use krippendorff::{Scale, alpha};
pub use raters::{RaterReport, overlap, raters};
pub use ratings::{Mark, Rating, Ratings};
pub use resampled::{Resampled, resampled};
pub use standardise::{Spread, standardise};
pub use weighting::Weighting;
