//! The measures that are asked for: by name, or written in Python.

use std::borrow::Cow;
use std::sync::OnceLock;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use regua_core::Registry;

use crate::columns::items;
use crate::errors::raise;
use crate::measure::Measure;
use crate::working::Thrown;
use crate::written::{Written, is_written};

/// All measures of the house. Made once: it holds no thread, no lock and no open file.
pub fn house() -> PyResult<&'static Registry> {
    static HOUSE: OnceLock<Registry> = OnceLock::new();
    if let Some(registry) = HOUSE.get() {
        return Ok(registry);
    }
    let registry = regua_cli::registry().map_err(raise)?;
    Ok(HOUSE.get_or_init(|| registry))
}

/// Measures as texts, and where they are looked up.
pub struct Measures {
    /// The measures, as they would be typed.
    pub texts: Vec<String>,
    /// Where they are looked up.
    pub registry: Cow<'static, Registry>,
    /// What those written in Python have thrown.
    pub thrown: Thrown,
}

impl Measures {
    /// Reads a measure or a list of them; `None` is an empty list.
    pub fn read(value: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut measures = Self {
            texts: Vec::new(),
            registry: Cow::Borrowed(house()?),
            thrown: Thrown::default(),
        };
        let Some(value) = value else { return Ok(measures) };
        if value.is_instance_of::<PyString>()
            || value.cast::<Measure>().is_ok()
            || is_written(value)
        {
            measures.add(value)?;
            return Ok(measures);
        }
        for item in items(value, "measures")? {
            measures.add(&item)?;
        }
        Ok(measures)
    }

    fn add(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(text) = value.cast::<PyString>() {
            self.texts.push(text.to_string());
        } else if let Ok(measure) = value.cast::<Measure>() {
            let measure = measure.get();
            if let Some(written) = measure.written(value.py()) {
                self.register(&written)?;
            }
            self.texts.push(measure.text().to_owned());
        } else if is_written(value) {
            let text = self.register(value)?;
            self.texts.push(text);
        } else {
            let found = value.repr()?;
            return Err(PyTypeError::new_err(format!(
                "a measure is a text such as \"bleu(tok=intl)\", a regua.Measure or a class with @regua.measure, not {found}"
            )));
        }
        Ok(())
    }

    /// Makes a measure written in Python known; the text that asks for it.
    fn register(&mut self, value: &Bound<'_, PyAny>) -> PyResult<String> {
        let written = Written::read(value, &self.thrown)?;
        let text = written.name().to_owned();
        self.registry.to_mut().add(written.entry()).map_err(raise)?;
        Ok(text)
    }
}
