//! Keyword arguments on their way to the options of the program.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use regua_cli::args::{GroupArgs, OutputArgs};
use regua_cli::resampling::ResampleArgs;

/// Keyword arguments that were given. What is None was not.
pub struct Options<'py>(HashMap<String, Bound<'py, PyAny>>);

impl<'py> Options<'py> {
    /// The arguments of a call.
    pub fn new(given: &Bound<'py, PyDict>) -> PyResult<Self> {
        let argument = |(name, value): (Bound<'py, PyAny>, _)| Ok((name.extract()?, value));
        given
            .iter()
            .filter(|(_, value)| !value.is_none())
            .map(argument)
            .collect::<PyResult<_>>()
            .map(Self)
    }

    /// An argument, if it was given.
    pub fn get(&self, name: &str) -> Option<&Bound<'py, PyAny>> {
        self.0.get(name)
    }

    fn typed<T>(&self, name: &str, kind: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        let Some(value) = self.get(name) else { return Ok(None) };
        if let Ok(value) = value.extract() {
            return Ok(Some(value));
        }
        let found = value.repr()?;
        Err(PyTypeError::new_err(format!("`{name}` must be {kind}, not {found}")))
    }

    /// A flag; false if it was not given.
    pub fn flag(&self, name: &str) -> PyResult<bool> {
        Ok(self.typed(name, "True or False")?.unwrap_or(false))
    }

    /// A text.
    pub fn text(&self, name: &str) -> PyResult<Option<String>> {
        self.typed(name, "a text")
    }

    /// A number.
    pub fn number(&self, name: &str) -> PyResult<Option<f64>> {
        self.typed(name, "a number")
    }

    /// A whole number from zero on.
    pub fn count(&self, name: &str) -> PyResult<Option<usize>> {
        self.typed(name, "a whole number from 0 on")
    }

    /// A path.
    pub fn path(&self, name: &str) -> PyResult<Option<PathBuf>> {
        self.typed(name, "a path")
    }

    /// A text, or a list of them.
    pub fn texts(&self, name: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        if value.is_instance_of::<PyString>() {
            return Ok(vec![value.extract()?]);
        }
        let texts = self.typed::<Vec<String>>(name, "a text or a list of texts")?;
        Ok(texts.unwrap_or_default())
    }

    /// A mapping of names, as `NAME=VALUE` each.
    pub fn pairs(&self, name: &str) -> PyResult<Vec<String>> {
        let Some(value) = self.get(name) else { return Ok(Vec::new()) };
        let Ok(pairs) = value.cast::<PyDict>() else {
            let found = value.repr()?;
            let example = match name {
                "bins" => "{\"words\": \"0-9,10+\"}",
                "rating_columns" => "{\"value\": \"adequacy\"}",
                _ => "{\"hypothesis\": \"pred\"}",
            };
            return Err(PyTypeError::new_err(format!(
                "`{name}` must be a dictionary, as in {example}, not {found}"
            )));
        };
        let mut texts = Vec::new();
        for (key, value) in pairs.iter() {
            let key = key.str()?;
            if value.is_instance_of::<PyString>() {
                texts.push(format!("{key}={}", value.str()?));
            } else {
                for value in crate::columns::items(&value, name)? {
                    texts.push(format!("{key}={}", value.str()?));
                }
            }
        }
        Ok(texts)
    }

    /// How many threads.
    pub fn threads(&self) -> PyResult<Option<NonZeroUsize>> {
        threads(self.get("threads"))
    }

    /// Columns to group by: names, or names with their values.
    pub fn groups(&self) -> PyResult<GroupArgs> {
        let by = match self.by_values() {
            Some(columns) => columns
                .keys()
                .iter()
                .map(|name| Ok(name.str()?.to_string()))
                .collect::<PyResult<_>>()?,
            None => self.texts("by")?,
        };
        Ok(GroupArgs { by, bins: self.pairs("bins")?, cluster: self.text("macro")? })
    }

    /// Columns to group by that came with their values.
    pub fn by_values(&self) -> Option<Bound<'py, PyDict>> {
        self.get("by").and_then(|by| by.cast::<PyDict>().ok()).cloned()
    }

    /// How intervals are made.
    pub fn resampling(&self) -> PyResult<ResampleArgs> {
        Ok(ResampleArgs {
            ci: self.flag("ci")?,
            resamples: self.count("resamples")?,
            seed: self.typed("seed", "a whole number from 0 on")?,
            rng: self.text("rng")?,
            confidence: self.number("confidence")?,
            interval: self.text("interval")?,
            resample_by: self.text("resample_by")?,
        })
    }

    /// How results are shown.
    pub fn output(&self) -> PyResult<OutputArgs> {
        Ok(OutputArgs {
            percent: self.flag("percent")?,
            all_readings: self.flag("all_readings")?,
            sacrebleu_signatures: self.flag("sacrebleu_signatures")?,
            quiet: true,
            ..OutputArgs::default()
        })
    }
}

/// How many threads, if that was said.
pub fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<NonZeroUsize>> {
    let Some(value) = value else { return Ok(None) };
    match value.extract() {
        Ok(threads) => Ok(Some(threads)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "`threads` must be a whole number from 1 on, not {}",
            value.repr()?
        ))),
    }
}
