//! Sums that many machines make, against the totals and draws of one.

mod refusals;
mod same;
mod worlds;
