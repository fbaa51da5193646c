//! Sums of a partition.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use regua_core::partial::PartialSums;
use regua_core::run::Source;

use super::rows::partial_batch;
use super::{Partial, batches};
use crate::arrow::Batch;
use crate::working::{Length, work};

/// So many numbers are held before they should be handed on.
const MOST: usize = 4 << 20;

/// Sums on their way: one for each partition.
#[pyclass(module = "regua", frozen)]
pub struct Sums {
    recipe: Py<Partial>,
    sums: Mutex<Option<PartialSums>>,
}

impl Sums {
    pub(super) fn new(recipe: &Bound<'_, Partial>) -> Self {
        Self { recipe: recipe.clone().unbind(), sums: Mutex::new(None) }
    }

    fn sums(&self) -> MutexGuard<'_, Option<PartialSums>> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Sums {
    /// Adds the units of a batch. One without rows is only looked at: whether it has
    /// the columns that are needed.
    fn add(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<()> {
        let recipe = self.recipe.get();
        let batches = batches(batch)?;
        for batch in &batches {
            recipe.check_ids(batch)?;
        }
        if batches.iter().all(|batch| batch.num_rows() == 0) {
            return work(py, Length::Short, None, &recipe.measures.thrown, |_| {
                let columns = regua_data::open(&recipe.input(batches))?.columns()?;
                recipe.plan(&columns).map(drop)
            });
        }
        let ready = recipe.fitted()?;
        work(py, Length::Short, None, &recipe.measures.thrown, |world| {
            let mut sums = self.sums();
            let sums = &mut *sums;
            recipe.measure(ready, batches, world, |columns, keys, rows| {
                let sums = match &mut *sums {
                    Some(sums) => sums,
                    none => none.insert(PartialSums::new(recipe.plan(columns)?)),
                };
                Ok(sums.add(keys, rows)?)
            })
        })
    }

    /// Whether so much is held that it should be taken.
    #[getter]
    fn is_full(&self) -> bool {
        self.sums().as_ref().is_some_and(|sums| sums.weight() > MOST)
    }

    /// The sums so far, as a batch of rows; none are left.
    fn take(&self, py: Python<'_>) -> PyResult<Batch> {
        let recipe = self.recipe.get();
        recipe.fitted()?;
        let plan = recipe.plan_without_data()?;
        work(py, Length::Short, None, &recipe.measures.thrown, |_| {
            let rows = self.sums().as_mut().map_or_else(|| Ok(Vec::new()), PartialSums::take)?;
            Ok(Batch(partial_batch(&plan, &rows)?))
        })
    }
}
