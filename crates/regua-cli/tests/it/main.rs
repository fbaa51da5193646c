//! The program as its users meet it, in one test binary.

mod bad_input;
mod beams;
mod ci;
mod classify;

mod compare;
mod compare_refusals;
mod corpus;
mod correlate;
mod examples;
mod formats;
mod groups;
mod house;
mod kinds;
mod models;
mod program;
mod ratings;
mod readme;
mod resume;
mod score;
