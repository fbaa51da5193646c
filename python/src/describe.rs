//! What there is: measures, their pages, lexical resources, coefficients.

use std::path::PathBuf;

use pyo3::prelude::*;
use regua_cli::args::{
    AddModelArgs, ExplainArgs, ListModelsArgs, MeasuresArgs, ModelArgs, ModelsArgs, ModelsVerb,
    VerifyModelsArgs,
};
use regua_cli::error::Error as ProgramError;
use regua_stats::correlation::Coefficient;
use regua_store::Store;

use crate::errors::{Error, raise};
use crate::measures::{Measures, house};
use crate::working::{Length, Thrown, work};

/// All measures, as JSON.
#[pyfunction]
pub fn measures(aspect: Option<String>, needs: Option<String>) -> PyResult<String> {
    let args = MeasuresArgs { aspect, needs, json: true, markdown: false };
    regua_cli::describe::measures(&args, house()?).map_err(raise)
}

/// What a measure does and what it is blind to.
#[pyfunction]
pub fn explain(measure: &Bound<'_, PyAny>) -> PyResult<String> {
    let measures = Measures::read(Some(measure))?;
    let args = ExplainArgs { measure: measures.texts.join(","), json: false };
    regua_cli::describe::explain(&args, &measures.registry).map_err(raise)
}

/// What is done with lexical resources, as JSON.
#[pyfunction]
#[pyo3(signature = (verb, name = None, paths = Vec::new(), under = None))]
pub fn resources(
    py: Python<'_>,
    verb: &str,
    name: Option<String>,
    paths: Vec<PathBuf>,
    under: Option<String>,
) -> PyResult<String> {
    let json = true;
    let named = || name.clone().ok_or_else(|| Error::new_err("name the resource"));
    let verb = match verb {
        "add" => ModelsVerb::Add(AddModelArgs { what: named()?, paths, name: under, json }),
        "list" => ModelsVerb::List(ListModelsArgs { json }),
        "verify" => ModelsVerb::Verify(VerifyModelsArgs { name, json }),
        "info" => ModelsVerb::Info(ModelArgs { name: named()?, json }),
        "remove" => ModelsVerb::Remove(ModelArgs { name: named()?, json }),
        other => return Err(Error::new_err(format!("there is no verb `{other}` for resources"))),
    };
    work(py, Length::Long, None, &Thrown::default(), |_| {
        let mut out = Vec::new();
        regua_cli::models::models(&ModelsArgs { verb }, &Store::of_user(), &mut out)?;
        Ok::<String, ProgramError>(String::from_utf8_lossy(&out).into_owned())
    })
}

/// A coefficient of correlation between two lists of numbers, and its p-value where it
/// has one.
#[pyfunction]
pub fn correlation(
    py: Python<'_>,
    one: Vec<f64>,
    other: Vec<f64>,
    coefficient: &str,
) -> PyResult<(f64, Option<f64>)> {
    let coefficient: Coefficient = coefficient.parse().map_err(|_| {
        let names = regua_core::text::list(&Coefficient::NAMES);
        Error::new_err(format!("unknown coefficient `{coefficient}`; there are {names}"))
    })?;
    if one.len() != other.len() {
        let (one, other) = (one.len(), other.len());
        return Err(Error::new_err(format!(
            "the lists have {one} and {other} numbers; they are paired one by one"
        )));
    }
    let value = py.detach(|| coefficient.of(&one, &other));
    let value = value.map_err(|reason| Error::new_err(reason.to_string()))?;
    Ok((value, coefficient.p_value(value, one.len()).ok()))
}

/// The blocks that two sequences of tokens align in: what it is, and from where
/// to where in each.
#[pyfunction]
pub fn opcodes(
    py: Python<'_>,
    one: Vec<String>,
    other: Vec<String>,
) -> Vec<(&'static str, usize, usize, usize, usize)> {
    let blocks = py.detach(|| regua_text::levenshtein::opcodes(&one, &other));
    let block = |block: &regua_text::levenshtein::Opcode| {
        let name = block.tag.name();
        (
            name,
            block.reference_start,
            block.reference_end,
            block.hypothesis_start,
            block.hypothesis_end,
        )
    };
    blocks.iter().map(block).collect()
}
