//! The Python wheel: what the program can do, over what is in memory.
//!
//! It mirrors and never thinks: Python values become tables and options, the
//! program's own functions do the work, their reports become Python objects.
//! The interpreter's lock is released in one place (`working`), errors become
//! exceptions in one table (`errors`).

#![expect(
    clippy::needless_pass_by_value,
    reason = "arguments from Python are handed over, whether they are used up or not"
)]
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the methods are those of traits with long paths"
)]

mod annotated;
mod arrow;
mod columns;
mod describe;
mod errors;
mod frames;
mod marks;
mod measure;
mod measures;
mod options;
mod partial;
mod program;
mod reports;
mod tables;
mod verbs;
mod working;
mod written;

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

pyo3::create_exception!(
    regua,
    Warning,
    PyUserWarning,
    "What a user of a result should know: few units, values in no bin, …"
);

/// The compiled half of the package `regua`.
#[pymodule]
fn _regua(module: &Bound<'_, PyModule>) -> PyResult<()> {
    regua_cli::ask_for_a_report_on_panic();
    module.add("__version__", regua_core::VERSION)?;
    module.add("Error", module.py().get_type::<errors::Error>())?;
    module.add("Unscored", module.py().get_type::<errors::Unscored>())?;
    module.add("Warning", module.py().get_type::<Warning>())?;
    module.add_class::<arrow::Batch>()?;
    module.add_class::<measure::Measure>()?;
    module.add_class::<measure::Tallies>()?;
    module.add_class::<reports::Report>()?;
    module.add_class::<reports::Scores>()?;
    module.add_class::<reports::SegmentScores>()?;
    module.add_class::<reports::Comparison>()?;
    module.add_class::<reports::Correlations>()?;
    module.add_class::<reports::Agreement>()?;
    module.add_class::<written::Segment>()?;
    module.add_class::<partial::Partial>()?;
    module.add_class::<partial::Sums>()?;
    module.add_class::<partial::Learning>()?;
    module.add_function(wrap_pyfunction!(verbs::score, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::read, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::compare, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::correlate, module)?)?;
    module.add_function(wrap_pyfunction!(verbs::agreement, module)?)?;
    module.add_function(wrap_pyfunction!(annotated::classify, module)?)?;
    module.add_function(wrap_pyfunction!(annotated::spans, module)?)?;
    module.add_function(wrap_pyfunction!(describe::measures, module)?)?;
    module.add_function(wrap_pyfunction!(describe::explain, module)?)?;
    module.add_function(wrap_pyfunction!(describe::resources, module)?)?;
    module.add_function(wrap_pyfunction!(describe::correlation, module)?)?;
    module.add_function(wrap_pyfunction!(describe::opcodes, module)?)?;
    module.add_function(wrap_pyfunction!(program::run, module)?)?;
    Ok(())
}
