//! Kept rows, drawn from and compared, against plain versions of the same.

mod comparison;
mod draws;
mod equal_systems;
mod groups;
mod refusals;
mod samples;
mod worlds;
