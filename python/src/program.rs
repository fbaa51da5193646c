//! `python -m regua`: the program itself.

use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;

use crate::measures::house;
use crate::working::{Length, Thrown, work};

/// Runs a command as if it had been typed; its exit code.
#[pyfunction]
pub fn run(py: Python<'_>, typed: Vec<OsString>) -> PyResult<u8> {
    let registry = house()?;
    let typed: Vec<OsString> = std::iter::once("regua".into()).chain(typed).collect();
    work(py, Length::Long, None, &Thrown::default(), |world| {
        let mut out = std::io::stdout().lock();
        let interrupted: &AtomicBool = &world.stop;
        Ok(regua_cli::run(typed, registry, &mut out, interrupted).code())
    })
}
