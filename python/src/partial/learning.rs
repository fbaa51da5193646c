//! What measures that must see the references first learn from a partition.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use regua_cli::error::Error as ProgramError;
use regua_core::fit_file::FitFile;
use regua_core::run::{Source, absorb_block};
use regua_core::{Fit, Segments, Spec};
use regua_data::Input;

use super::{Partial, batches};
use crate::arrow::table;
use crate::errors::Error;
use crate::working::{Length, work};

/// What measures learn from the references of a partition.
#[pyclass(module = "regua", frozen)]
pub struct Learning {
    recipe: Py<Partial>,
    fits: Mutex<Fits>,
}

/// Measures that learn, and what they have learnt so far.
type Fits = Vec<(Spec, Box<dyn Fit<Kind = Segments>>)>;

impl Learning {
    pub(super) fn new(recipe: &Bound<'_, Partial>, fits: Fits) -> Self {
        Self { recipe: recipe.clone().unbind(), fits: Mutex::new(fits) }
    }

    pub(super) fn fits(&self) -> MutexGuard<'_, Fits> {
        self.fits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Learning {
    /// Learns from the units of a batch, of which there are no duplicates.
    fn add(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<()> {
        let recipe = self.recipe.get();
        let batches = batches(batch)?;
        let batches: Vec<RecordBatch> =
            batches.into_iter().map(with_hypothesis).collect::<PyResult<_>>()?;
        work(py, Length::Short, None, &recipe.measures.thrown, |_| {
            let input = Input { files: recipe.input(batches).files, ..Input::default() };
            let mut source = regua_data::open(&input)?;
            source.columns()?;
            let mut held = self.fits();
            let (specs, mut fits): (Vec<Spec>, Vec<_>) = held.drain(..).unzip();
            let mut learn = || -> Result<(), ProgramError> {
                while let Some(raw) = source.fetch()? {
                    absorb_block(&*raw.decode()?, &mut fits)?;
                }
                Ok(())
            };
            let outcome = learn();
            held.extend(specs.into_iter().zip(fits));
            outcome
        })
    }

    /// What has been learnt.
    pub(super) fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut file = FitFile::default();
        for (spec, fit) in &*self.fits() {
            file.add(spec, fit.save());
        }
        PyBytes::new(py, &file.to_bytes())
    }
}

/// References are learnt from without an output beside them; the reader of tables
/// wants one.
fn with_hypothesis(batch: RecordBatch) -> PyResult<RecordBatch> {
    let mut columns: Vec<(String, ArrayRef)> = batch
        .schema_ref()
        .fields()
        .iter()
        .zip(batch.columns())
        .map(|(field, array)| (field.name().clone(), Arc::clone(array)))
        .collect();
    let mut empty = StringBuilder::new();
    (0..batch.num_rows()).for_each(|_| empty.append_value(""));
    columns.push(("hypothesis".to_owned(), Arc::new(empty.finish())));
    table(columns).map_err(|error| Error::new_err(error.to_string()))
}
