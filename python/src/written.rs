//! Measures written in Python: slots, `tally` and `read` of a class that
//! `@regua.measure` has marked.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyTuple};
use regua_core::measure::Hypotheses;
use regua_core::slot::SlotKind;
use regua_core::{
    Batch, Cell, Entry, Measure, Needs, Reader, Reading, ReadingInfo, Readings, Rows, Scale,
    Schedule, Segments, Signature, Slot, Tally,
};

use crate::errors::{Error, Unscored};
use crate::working::Thrown;

/// The attribute by which a marked class is known.
const MARK: &str = "__regua_measure__";

/// Whether an object is a measure written in Python.
pub fn is_written(value: &Bound<'_, PyAny>) -> bool {
    value.hasattr(MARK).unwrap_or(false)
}

/// What a unit looks like to a measure written in Python.
#[pyclass(module = "regua", frozen, get_all)]
pub struct Segment {
    /// What the system wrote.
    hypothesis: String,
    /// What it could have written.
    references: Vec<String>,
    /// What it was given to work on.
    source: Option<String>,
}

/// A measure written in Python.
#[derive(Clone)]
pub struct Written {
    object: Arc<Py<PyAny>>,
    name: &'static str,
    summary: &'static str,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
    needs: Needs,
    settings: Vec<(String, String)>,
    thrown: Thrown,
}

/// A text that lives as long as the program: one for each name of a measure.
fn lasting(text: &str) -> &'static str {
    static KNOWN: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(known) = known.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    known.insert(text);
    text
}

impl Written {
    /// Reads what a marked class, or an object of it, says of itself.
    pub fn read(value: &Bound<'_, PyAny>, thrown: &Thrown) -> PyResult<Self> {
        let object = if value.is_callable() && value.hasattr("__mro__")? {
            value.call0()?
        } else {
            value.clone()
        };
        let mark = object.getattr(MARK)?;
        let slot = |(name, is_count): (String, bool)| {
            if is_count { Slot::count(name) } else { Slot::real(name) }
        };
        let slots: Vec<(String, bool)> = mark.get_item("slots")?.extract()?;
        let readings: Vec<(String, String)> = mark.get_item("readings")?.extract()?;
        let reading = |(name, better): (String, String)| match better.as_str() {
            "higher" => ReadingInfo::higher(name, Scale::Open),
            "lower" => ReadingInfo::lower(name, Scale::Open),
            _ => ReadingInfo::neither(name, Scale::Open),
        };
        let needs: Vec<String> = mark.get_item("needs")?.extract()?;
        let name: String = mark.get_item("name")?.extract()?;
        let summary: String = mark.get_item("summary")?.extract()?;
        Ok(Self {
            name: lasting(&name),
            summary: lasting(&summary),
            slots: slots.into_iter().map(slot).collect(),
            readings: readings.into_iter().map(reading).collect(),
            needs: Needs {
                references: needs.iter().any(|need| need == "references"),
                source: needs.iter().any(|need| need == "source"),
                hypotheses: Hypotheses::One,
                probabilities: false,
            },
            settings: mark.get_item("settings")?.extract()?,
            object: Arc::new(object.unbind()),
            thrown: thrown.clone(),
        })
    }

    /// The name by which it is asked for.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What a registry knows of it.
    pub fn entry(self) -> Entry {
        let (name, summary) = (self.name, self.summary);
        let entry = Entry::new(name, move |settings| {
            for (key, own) in &self.settings {
                if let Some(value) = settings.text(key).filter(|value| value != own) {
                    return Err(settings.refuse(key, value, format!("what its class says, {own}")));
                }
            }
            Ok(self.clone())
        });
        entry.explained(summary, "Blind to: whatever its author left out.")
    }

    /// The cells of what `tally` gave.
    fn cells(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<Cell>> {
        let cell = |slot: &Slot, value: &Bound<'_, PyAny>| {
            let cell = match slot.kind {
                SlotKind::Count => value.extract().ok().map(Cell::Count),
                SlotKind::Real => value.extract().ok().map(Cell::Real),
            };
            cell.ok_or_else(|| {
                let kind = if slot.kind == SlotKind::Count { "a whole number" } else { "a number" };
                let found = value.repr().map_or_else(|_| String::new(), |text| text.to_string());
                let (measure, slot) = (self.name, &slot.name);
                PyTypeError::new_err(format!(
                    "`tally` of `{measure}` must give {kind} for `{slot}`, not {found}"
                ))
            })
        };
        if let Ok(named) = given.cast::<PyDict>() {
            if named.len() != self.slots.len() {
                return Err(self.wrong_shape(given));
            }
            let value = |slot: &Slot| match named.get_item(&*slot.name)? {
                Some(value) => cell(slot, &value),
                None => Err(self.wrong_shape(given)),
            };
            return self.slots.iter().map(value).collect();
        }
        if self.slots.len() == 1
            && (given.is_instance_of::<PyInt>() || given.is_instance_of::<PyFloat>())
        {
            return Ok(vec![cell(&self.slots[0], given)?]);
        }
        let values = crate::columns::items(given, "tally").map_err(|_| self.wrong_shape(given))?;
        if values.len() != self.slots.len() {
            return Err(self.wrong_shape(given));
        }
        self.slots.iter().zip(&values).map(|(slot, value)| cell(slot, value)).collect()
    }

    fn wrong_shape(&self, given: &Bound<'_, PyAny>) -> PyErr {
        let slots: Vec<&str> = self.slots.iter().map(|slot| slot.name.as_ref()).collect();
        let found = given.repr().map_or_else(|_| String::new(), |text| text.to_string());
        PyTypeError::new_err(format!(
            "`tally` of `{}` must give one number for each of {}, not {found}",
            self.name,
            regua_core::text::list(&slots)
        ))
    }

    /// What `read` makes of a sum.
    fn readings_of(&self, py: Python<'_>, total: Tally<'_>) -> PyResult<Readings> {
        let named = PyDict::new(py);
        for (slot, cell) in self.slots.iter().zip(total.cells()) {
            match cell {
                Cell::Count(count) => named.set_item(&*slot.name, count)?,
                other => named.set_item(&*slot.name, other.as_f64())?,
            }
        }
        let given = self.object.bind(py).call_method1("read", (named,))?;
        let reading = |value: Option<Bound<'_, PyAny>>| match value.filter(|value| !value.is_none())
        {
            None => Ok(Reading::Undefined("`read` gave no value".into())),
            Some(value) => value.extract::<f64>().map(Reading::from),
        };
        if let Ok(named) = given.cast::<PyDict>() {
            let values = self.readings.iter().map(|info| reading(named.get_item(&*info.name)?));
            return values.collect::<PyResult<Vec<_>>>().map(Readings);
        }
        if self.readings.len() == 1 {
            return Ok(Readings(vec![reading(Some(given))?]));
        }
        let wanted: Vec<&str> = self.readings.iter().map(|info| info.name.as_ref()).collect();
        Err(Error::new_err(format!(
            "`read` must give a dictionary with {}",
            regua_core::text::list(&wanted)
        )))
    }
}

impl Reader for Written {
    fn signature(&self) -> Signature {
        let settings = self.settings.iter();
        settings
            .fold(Signature::new(self.name), |signature, (key, value)| signature.with(key, value))
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        Python::attach(|py| {
            self.readings_of(py, total).unwrap_or_else(|error| {
                let reason = error.to_string();
                // A draw may hold nothing: a division by zero means that there is no such
                // reading, and says so.
                if !error.is_instance_of::<PyZeroDivisionError>(py) {
                    self.thrown.keep(error);
                }
                Readings::undefined(self.readings.len(), reason)
            })
        })
    }
}

impl Measure for Written {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        self.needs
    }

    fn schedule(&self) -> Schedule {
        Schedule::Exclusive { batch: 64 }
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), regua_core::Error> {
        let outcome = Python::attach(|py| -> PyResult<()> {
            let tally = self.object.bind(py).getattr("tally")?;
            for (position, unit) in batch.units().iter().enumerate() {
                if self.thrown.is_over() {
                    return Err(PyKeyboardInterrupt::new_err(()));
                }
                let segment = Segment {
                    hypothesis: unit.hypothesis().to_owned(),
                    references: unit.references.iter().map(|&text| text.to_owned()).collect(),
                    source: unit.source.map(str::to_owned),
                };
                let arguments = PyTuple::new(py, [Bound::new(py, segment)?])?;
                match tally.call1(arguments).and_then(|given| self.cells(&given)) {
                    Ok(cells) => rows.set_cells(position, &cells),
                    Err(error) if error.is_instance_of::<Unscored>(py) => {
                        rows.unscored(position, error.value(py).to_string());
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        });
        outcome.map_err(|error| {
            let rule = error.to_string();
            self.thrown.keep(error);
            regua_core::Error::Measure { measure: self.name.to_owned(), rule }
        })
    }
}
