//! `regua.Measure`: one measure, built once and used often.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use regua_core::run::{Keyed, Options};
use regua_core::{
    AnyMeasure, Built, Cell, MeasureExt, Reader, Readings, Rows, Segment, Segments, Sum, Tally,
};

use crate::columns::{items, utf8};
use crate::errors::{Error, raise};
use crate::measures::Measures;
use crate::tables::{Beside, outputs};
use crate::working::{Thrown, work};

/// A measure by its name and settings. Build it once and use it often.
///
/// >>> import regua
/// >>> wer = regua.Measure("wer")
/// >>> wer("a régua mede o texto", "a régua mede um texto").get("wer")
/// 0.2
#[pyclass(module = "regua", frozen)]
pub struct Measure {
    text: String,
    written: Option<Py<PyAny>>,
    keyed: Arc<[Keyed<Segments>; 1]>,
    reader: Box<dyn Reader>,
    thrown: Thrown,
}

impl Measure {
    /// What asks for it: name and settings.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The class that it was written as, if it was written in Python.
    pub fn written<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.written.as_ref().map(|written| written.bind(py).clone())
    }

    fn measure(&self) -> &AnyMeasure<Segments> {
        &self.keyed[0].measure
    }

    /// What is no sum can be had from `regua.score` only.
    fn check_sum(&self) -> PyResult<()> {
        if self.measure().collected().is_none() && self.reader.statistic().is_none() {
            return Ok(());
        }
        let key = &self.keyed[0].key;
        Err(Error::new_err(format!("`{key}` is no sum of tallies: use `regua.score`")))
    }

    fn cells(&self, total: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
        use regua_core::slot::{Role, SlotKind};
        let slots = self.reader.slots();
        let values = items(total, "total")?;
        if values.len() != slots.len() {
            return Err(Error::new_err(format!(
                "`{}` has {} slots, and the row has {} values",
                self.keyed[0].key,
                slots.len(),
                values.len()
            )));
        }
        let cell = |(slot, value): (&regua_core::Slot, &Bound<'_, PyAny>)| match slot.kind {
            _ if value.is_none() && slot.role == Role::UnitOnly => Ok(Cell::Absent),
            SlotKind::Count => value.extract().map(Cell::Count),
            SlotKind::Real => value.extract().map(Cell::Real),
        };
        slots.iter().zip(&values).map(cell).collect()
    }

    /// The readings of one unit, or what a measure written in Python throws instead.
    fn read_row<'py>(&self, py: Python<'py>, row: Tally<'_>) -> PyResult<Bound<'py, PyDict>> {
        let readings = self.reader.read_unit(row);
        self.thrown.take().map_or(Ok(()), Err)?;
        self.named(py, &readings)
    }

    /// The readings of a sum, or what a measure written in Python throws instead.
    fn read_total<'py>(&self, py: Python<'py>, total: &[Cell]) -> PyResult<Bound<'py, PyDict>> {
        let readings = self.reader.read(Tally::new(total));
        self.thrown.take().map_or(Ok(()), Err)?;
        self.named(py, &readings)
    }

    fn named<'py>(&self, py: Python<'py>, readings: &Readings) -> PyResult<Bound<'py, PyDict>> {
        let named = PyDict::new(py);
        for (info, reading) in self.reader.readings().iter().zip(&readings.0) {
            named.set_item(&*info.name, reading.value())?;
        }
        Ok(named)
    }
}

#[pymethods]
impl Measure {
    #[new]
    fn new(measure: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(known) = measure.cast::<Self>() {
            let known = known.get();
            let written = known.written(measure.py());
            return match &written {
                Some(written) => Self::new(written),
                None => Self::new(PyString::new(measure.py(), &known.text).as_any()),
            };
        }
        let measures = Measures::read(Some(measure))?;
        let specs = measures.registry.specs(&measures.texts.join(",")).map_err(raise)?;
        let [spec] = specs.as_slice() else {
            return Err(Error::new_err(format!(
                "a regua.Measure is one measure, and `{}` names {}",
                measures.texts.join(","),
                specs.len()
            )));
        };
        let built = match measures.registry.build::<Segments>(spec).map_err(raise)? {
            Built::Ready(built) => built,
            Built::Unfitted(_) => {
                return Err(raise(regua_core::Error::Unfitted { measure: spec.name.clone() }));
            }
        };
        let of_slots = measures.registry.reader_of(&built.signature().spec(), built.slots());
        let reader = of_slots.map_err(raise)?;
        let key = spec.key().to_owned();
        Ok(Self {
            text: spec.to_string(),
            written: (!measure.is_instance_of::<PyString>()).then(|| measure.clone().unbind()),
            keyed: Arc::new([Keyed { key, measure: built }]),
            reader,
            thrown: measures.thrown,
        })
    }

    /// The measure's name.
    #[getter]
    fn name(&self) -> String {
        self.reader.signature().name().to_owned()
    }

    /// The key it has in results: its alias, else its name.
    #[getter]
    fn key(&self) -> &str {
        &self.keyed[0].key
    }

    /// All settings, as one line.
    #[getter]
    fn signature(&self) -> String {
        self.reader.signature().to_string()
    }

    /// The names of the columns of its tally.
    #[getter]
    fn slots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reader.slots().iter().map(|slot| slot.name.as_ref()))
    }

    /// The names of what can be read off a tally; the first one is the headline.
    #[getter]
    fn readings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.reader.readings().iter().map(|info| info.name.as_ref()))
    }

    /// One row of numbers for each unit.
    #[pyo3(signature = (hypotheses, references = None, *, source = None, threads = None))]
    fn tally(
        &self,
        py: Python<'_>,
        hypotheses: &Bound<'_, PyAny>,
        references: Option<&Bound<'_, PyAny>>,
        source: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Tallies> {
        let beside = Beside { references, source, ids: None, groups: None };
        let data = outputs(hypotheses, &beside)?;
        let (length, units) = (data.length(), data.units);
        let files = regua_data::Files::Table {
            tables: data.tables,
            format: None,
            columns: regua_data::Columns::default(),
        };
        let input = regua_data::Input { files, allow_empty_reference: true, ..Default::default() };
        let threads = crate::verbs::threads(crate::options::threads(threads)?, units);
        let rows = work(py, length, None, &self.thrown, |world| {
            let mut all = Vec::new();
            let options = Options {
                threads,
                cancel: &world.stop,
                done: &world.counters.units,
                digest: false,
            };
            let mut source = regua_data::open(&input)?;
            regua_core::run::run(&mut source, &*self.keyed, &options, |measured| {
                all.extend(measured.rows);
                Ok::<(), regua_data::Error>(())
            })?;
            Ok(all)
        })?;
        Ok(Tallies { rows, measure: Arc::clone(&self.keyed) })
    }

    /// The readings of any sum of rows.
    fn read<'py>(
        &self,
        py: Python<'py>,
        total: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let cells = self.cells(total)?;
        self.read_total(py, &cells)
    }

    /// The readings of one unit's row, where that differs.
    fn read_unit<'py>(
        &self,
        py: Python<'py>,
        row: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let cells = self.cells(row)?;
        self.read_row(py, Tally::new(&cells))
    }

    /// The readings of all units together.
    #[pyo3(signature = (hypotheses, references = None, *, source = None, threads = None))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        hypotheses: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        source: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check_sum()?;
        let tallies = self.tally(py, hypotheses, references, source, threads)?;
        self.read_total(py, &tallies.sum()?)
    }

    /// The readings of one unit.
    #[pyo3(signature = (hypothesis, references = None, *, source = None))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        hypothesis: &Bound<'py, PyAny>,
        references: Option<&Bound<'py, PyAny>>,
        source: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check_sum()?;
        let text = |value: &Bound<'py, PyAny>, name: &str| match value.cast::<PyString>() {
            Ok(text) => utf8(text, || format!("`{name}`")),
            Err(_) => Err(PyTypeError::new_err(format!(
                "`{name}` must be a text, not {}; lists go to `score` and `tally`",
                value.get_type().qualname()?
            ))),
        };
        let hypothesis = text(hypothesis, "hypothesis")?;
        let references = match references {
            None => Vec::new(),
            Some(one) if one.is_instance_of::<PyString>() => vec![text(one, "references")?],
            Some(several) => {
                let several = items(several, "references")?;
                several.iter().map(|one| text(one, "references")).collect::<PyResult<_>>()?
            }
        };
        let source = source.map(|source| text(source, "source")).transpose()?;
        let references: Vec<&str> =
            references.iter().map(|text| text.as_str()).collect::<PyResult<_>>()?;
        let beam = [hypothesis.as_str()?.into()];
        let source = source.as_ref().map(|source| source.as_str()).transpose()?;
        let segment = [Segment { hypotheses: &beam, references: &references, source }];
        let rows = py.detach(|| self.measure().rows(&segment));
        let rows = rows.map_err(|error| self.thrown.take().unwrap_or_else(|| raise(error)))?;
        match rows.row(0) {
            Ok(row) => self.read_row(py, row),
            Err(reason) => Err(crate::errors::Unscored::new_err(reason.to_owned())),
        }
    }

    fn __repr__(&self) -> String {
        format!("regua.Measure({:?})", self.text)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Bound<'py, PyAny>,)) {
        let py = slf.py();
        let written = slf.get().written(py);
        let recipe = written.unwrap_or_else(|| PyString::new(py, &slf.get().text).into_any());
        (slf.get_type().into_any(), (recipe,))
    }
}

/// Rows of numbers, one for each unit, that add up.
#[pyclass(module = "regua", frozen)]
pub struct Tallies {
    rows: Vec<Rows>,
    measure: Arc<[Keyed<Segments>; 1]>,
}

impl Tallies {
    fn each(&self) -> impl Iterator<Item = Result<Tally<'_>, &str>> {
        self.rows.iter().flat_map(|rows| (0..rows.len()).map(|unit| rows.row(unit)))
    }

    fn sum(&self) -> PyResult<Vec<Cell>> {
        let slots = self.measure[0].measure.slots();
        let mut sum = Sum::new(slots);
        for row in self.each().flatten() {
            sum.add(row, slots).map_err(raise)?;
        }
        Ok(sum.cells())
    }
}

#[pymethods]
impl Tallies {
    /// A tuple of numbers for each unit; None where it has none.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Option<Bound<'py, PyTuple>>>> {
        let row =
            |row: Result<Tally<'_>, &str>| row.ok().map(|row| tuple(py, row.cells())).transpose();
        self.each().map(row).collect()
    }

    /// The sums.
    #[getter]
    fn total<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.sum()?)
    }

    /// Why units have no row, by position.
    #[getter]
    fn unscored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reasons = PyDict::new(py);
        for (position, row) in self.each().enumerate() {
            if let Err(reason) = row {
                reasons.set_item(position, reason)?;
            }
        }
        Ok(reasons)
    }

    fn __len__(&self) -> usize {
        self.rows.iter().map(Rows::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<regua.Tallies: {} rows of `{}`>", self.__len__(), self.measure[0].key)
    }
}

fn tuple<'py>(py: Python<'py>, cells: &[Cell]) -> PyResult<Bound<'py, PyTuple>> {
    let cell = |cell: &Cell| -> PyResult<Bound<'py, PyAny>> {
        Ok(match cell {
            Cell::Count(count) => count.into_pyobject(py)?.into_any(),
            Cell::Real(real) => real.into_pyobject(py)?.into_any(),
            Cell::Absent => py.None().into_bound(py),
        })
    };
    PyTuple::new(py, cells.iter().map(cell).collect::<PyResult<Vec<_>>>()?)
}
