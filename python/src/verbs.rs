//! The verbs of the program, over what is in memory.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use regua_cli::args::{ReadArgs, ScoreArgs};
use regua_cli::compare::args::CompareArgs;
use regua_cli::correlate::CorrelateArgs;
use regua_cli::output::OutputPlan;
use regua_cli::plan::ScorePlan;
use regua_cli::ratings::RatingsArgs;
use regua_data::UNITS_PER_BLOCK;

use crate::errors::{Error, raise};
use crate::measures::Measures;
use crate::options::Options;
use crate::reports::{Agreement, Any, Comparison, Correlations, Scores, Units};
use crate::tables::{Beside, Data, outputs, whole_table};
use crate::working::{Length, Thrown, work};

/// As many threads as were asked for, or as there are cores, and no more than
/// there are blocks.
pub fn threads(asked: Option<NonZeroUsize>, units: Option<usize>) -> NonZeroUsize {
    let blocks = units.map(|units| units.div_ceil(UNITS_PER_BLOCK));
    match blocks.map(|blocks| NonZeroUsize::new(blocks).unwrap_or(NonZeroUsize::MIN)) {
        Some(NonZeroUsize::MIN) => NonZeroUsize::MIN,
        Some(blocks) => regua_cli::plan::threads(asked).min(blocks),
        None => regua_cli::plan::threads(asked),
    }
}

/// What all verbs that score have in common.
struct Asked {
    measures: Measures,
    data: Data,
    score: ScoreArgs,
}

fn asked(
    hypotheses: &Bound<'_, PyAny>,
    references: Option<&Bound<'_, PyAny>>,
    options: &Options<'_>,
) -> PyResult<Asked> {
    let measures = Measures::read(options.get("measures"))?;
    let groups = options.by_values();
    let (source, ids) = (options.get("source"), options.get("ids"));
    let beside = Beside { references, source, ids, groups: groups.as_ref() };
    let data = outputs(hypotheses, &beside)?;
    let threads = threads(options.threads()?, data.units);
    let score = ScoreArgs {
        tables: data.tables.clone(),
        format: options.text("format")?,
        columns: options.pairs("columns")?,
        each_reference: options.flag("each_reference")?,
        allow_empty_reference: options.flag("allow_empty_reference")?,
        measures: measures.texts.clone(),
        beam: options.text("beam")?,
        fit: options.path("fit")?,
        save_fit: options.path("save_fit")?,
        threads: Some(threads),
        save: options.path("save")?,
        save_texts: options.flag("save_texts")?,
        resume: options.path("resume")?,
        groups: options.groups()?,
        resample: options.resampling()?,
        output: options.output()?,
        ..ScoreArgs::default()
    };
    Ok(Asked { measures, data, score })
}

/// Draws may take long even where there are few units.
fn length(data: &Data, is_drawn: bool) -> Length {
    if is_drawn { Length::Long } else { data.length() }
}

/// `regua.score`
#[pyfunction]
pub fn score(
    py: Python<'_>,
    hypotheses: &Bound<'_, PyAny>,
    references: Option<&Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Scores>> {
    let options = Options::new(&options)?;
    let Asked { measures, data, score } = asked(hypotheses, references, &options)?;
    if measures.texts.iter().all(|text| text.trim().is_empty()) {
        return Err(Error::new_err(
            "say what to measure, as in `measures=[\"bleu\", \"chrf\"]`; `regua.measures()` lists the measures",
        ));
    }
    let length = length(&data, score.resample.ci);
    let registry = &*measures.registry;
    let plan = ScorePlan::new(score, registry).map_err(raise)?;
    let progress = options.get("progress").cloned().map(Bound::unbind);
    let mut units = options.flag("segments")?.then(Units::new);
    let (report, readers) = work(py, length, progress, &measures.thrown, |world| {
        let mut look = |keys: &[_], rows: &[_]| {
            if let Some(units) = &mut units {
                units.keep(keys, rows);
            }
        };
        regua_cli::score::report(&plan, registry, &world.counters, &mut look, &world.stop)
    })?;
    Scores::new(py, report, units.map(|units| units.read_by(readers)))
}

/// `regua.read`
#[pyfunction]
pub fn read(
    py: Python<'_>,
    ledger: std::path::PathBuf,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Scores>> {
    let options = Options::new(&options)?;
    let measures = Measures::read(options.get("measures"))?;
    let args = ReadArgs {
        ledger,
        measures: measures.texts.clone(),
        groups: options.groups()?,
        resample: options.resampling()?,
        output: options.output()?,
    };
    let registry = &*measures.registry;
    let output = OutputPlan::new(&args.output).map_err(raise)?;
    let mut units = options.flag("segments")?.then(Units::new);
    let (report, readers) = work(py, Length::Long, None, &measures.thrown, |world| {
        let mut look = |keys: &[_], rows: &[_]| {
            if let Some(units) = &mut units {
                units.keep(keys, rows);
            }
        };
        regua_cli::read::report(&args, &output, registry, &mut look, &world.stop)
    })?;
    Scores::new(py, report, units.map(|units| units.read_by(readers)))
}

/// `regua.compare`
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    hypotheses: &Bound<'_, PyAny>,
    references: Option<&Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Comparison>> {
    let options = Options::new(&options)?;
    let Asked { measures, score, .. } = asked(hypotheses, references, &options)?;
    let args = CompareArgs {
        baseline: options.text("baseline")?,
        test: options.text("test")?,
        trials: options.count("trials")?,
        alpha: options.number("alpha")?,
        adjust: options.text("adjust")?,
        between: options.text("between")?,
        common: options.flag("common")?,
        examples: options.count("examples")?,
        differences: options.flag("differences")?,
        top: options.count("top")?,
        score,
    };
    let registry = &*measures.registry;
    let report = work(py, Length::Long, None, &measures.thrown, |world| {
        regua_cli::compare::report(args, registry, &world.stop)
    })?;
    Comparison::new(py, Any::Comparison(Box::new(report)))
}

/// `regua.correlate`
#[pyfunction]
pub fn correlate(
    py: Python<'_>,
    hypotheses: &Bound<'_, PyAny>,
    references: Option<&Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Correlations>> {
    let options = Options::new(&options)?;
    let Asked { measures, score, .. } = asked(hypotheses, references, &options)?;
    let tables = |name: &str| match options.get(name) {
        Some(value) => table(value, name).map(|data| data.tables),
        None => Ok(Vec::new()),
    };
    let mut columns = score.columns;
    columns
        .extend(options.pairs("rating_columns")?.into_iter().map(|pair| format!("ratings.{pair}")));
    let args = CorrelateArgs {
        tables: score.tables,
        format: score.format,
        columns,
        allow_empty_reference: score.allow_empty_reference,
        measures: score.measures,
        reading: options.texts("reading")?,
        beam: score.beam,
        fit: score.fit,
        threads: score.threads,
        ratings: tables("ratings")?,
        aspect: options.texts("aspect")?,
        z_scores: options.flag("z_scores")?,
        human: options.texts("human")?,
        rankings: tables("rankings")?,
        ignore_unknown: options.flag("ignore_unknown")?,
        level: options.texts("level")?,
        coefficient: options.texts("coefficient")?,
        ci: options.flag("ci")?,
        resamples: options.count("resamples")?,
        seed: score.resample.seed,
        confidence: options.number("confidence")?,
        test: options.text("test")?,
        matrix: options.flag("matrix")?,
        quiet: true,
        ..CorrelateArgs::default()
    };
    let registry = &*measures.registry;
    let plan = regua_cli::correlate::planned(args, registry).map_err(raise)?;
    let report = work(py, Length::Long, None, &measures.thrown, |world| {
        regua_cli::correlate::report(&plan, registry, &world.stop)
    })?;
    Correlations::new(py, Any::Correlations(report))
}

/// `regua.agreement`
#[pyfunction]
pub fn agreement(
    py: Python<'_>,
    ratings: &Bound<'_, PyAny>,
    options: Bound<'_, PyDict>,
) -> PyResult<Py<Agreement>> {
    let options = Options::new(&options)?;
    let args = RatingsArgs {
        files: table(ratings, "ratings")?.tables,
        columns: options.pairs("columns")?,
        aspect: options.texts("aspect")?,
        scale: options.text("scale")?,
        ci: options.flag("ci")?,
        resamples: options.count("resamples")?,
        seed: options.resampling()?.seed,
        confidence: options.number("confidence")?,
        overlap: options.flag("overlap")?,
        z_scores: options.path("z_scores")?,
        quiet: true,
        ..RatingsArgs::default()
    };
    let report = work(py, Length::Long, None, &Thrown::default(), |world| {
        regua_cli::ratings::report(&args, &world.stop)
    })?;
    Agreement::new(py, Any::Agreement(report))
}

/// A table of any kind.
fn table(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Data> {
    whole_table(value, name)?.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "`{name}` must be a table: a data frame, an Arrow table, a list of dictionaries, or a pathlib.Path"
        ))
    })
}
