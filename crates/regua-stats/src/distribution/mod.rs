//! The distributions that tests of significance need, with tails that stay exact.
//!
//! Each distribution is a module of plain functions. Survival functions are computed as such and not as one minus the rest,
//! so that a p-value of 1e-40 has as many good digits as one of 0.4. Against `SciPy` 1.17 they agree to 1e-13 relative
//! (quantiles, too); far out in the tails, where the logarithm of the probability is in the hundreds, to 1e-12. For sizes
//! of 10⁵ and more `SciPy` itself is off by as much as 4e-6 in places (incomplete gamma) or 2e-12 (binomial); sums with 40
//! digits side with this module.
//!
//! They are of our own writing because the probabilities come from Stirling's series and deviances (C. Loader, *Fast and
//! accurate computation of binomial probabilities*, 2000) rather than from differences of log-gammas, which lose digits as
//! sizes grow: `statrs` 0.18 is up to 1.6e-10 off for 100,000 units, and 8.6e-11 for the normal distribution at 1.
//!
//! An argument outside its range (degrees of freedom below zero, a probability of 2, NaN) gives NaN: these are the only
//! functions of the crate that do, so check before.
//!
//! Not for densities, moments or random numbers: there are none here.

pub mod binomial;
pub mod chi_square;
pub mod fisher;
pub mod gamma;
pub mod normal;
pub mod student;

mod beta;
pub(crate) mod root;

pub use beta::incomplete_beta;
