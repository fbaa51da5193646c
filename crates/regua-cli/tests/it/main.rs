//! The program as its users meet it, in one test binary.

mod bad_input;
mod beams;
mod ci;
mod compare;
mod compare_refusals;
mod corpus;
mod examples;
mod formats;
mod groups;
mod house;
mod kinds;
mod models;
mod program;
mod readme;
mod resume;
mod score;
