//! `regua classify`: labels against gold.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::Registry;
use regua_data::Format;
use regua_data::annotated::labels::{LabelFiles, LabelItems};

use super::args::ClassifyArgs;
use super::{Plan, tables, unknown_format};
use crate::error::Error;
use crate::plan::system;
use crate::status::Status;

const WITHOUT: &str = "confusion,accuracy";
const WITH_PROBABILITIES: &str = "confusion,accuracy,auc,ece,brier,log-loss";

/// The format that asks for a label a line.
const LINES: &str = "lines";

/// Compares labels and prints what was asked for.
///
/// # Errors
/// Fails if the files cannot be read or do not go together, or an option is not
/// taken.
pub fn classify(
    args: &ClassifyArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let named: Vec<(String, PathBuf)> = args.files.iter().map(|typed| system(typed)).collect();
    let plan = Plan::new(&args.common, &tables(&named))?;
    let format = format(args.format.as_deref())?;
    let files = files(args, &named)?;
    let items = LabelItems::read(&files, format, &args.columns)?;
    let specs = plan.specs(usual_measures(&items), registry)?;
    let warnings = items.warnings();
    plan.carry_out(&Arc::new(items), &specs, warnings, registry, out, interrupted)
}

/// What is measured if nothing else is asked for.
pub fn usual_measures(items: &LabelItems) -> &'static str {
    if items.has_probabilities() { WITH_PROBABILITIES } else { WITHOUT }
}

/// The format of tables that was asked for, if one was.
fn format(typed: Option<&str>) -> Result<Option<Format>, Error> {
    let Some(word) = typed.filter(|word| *word != LINES) else { return Ok(None) };
    let unknown = |_| unknown_format(word, "lines, jsonl, csv, tsv and parquet");
    word.parse().map(Some).map_err(unknown)
}

/// What is read: labels a line, or tables.
fn files(args: &ClassifyArgs, named: &[(String, PathBuf)]) -> Result<LabelFiles, Error> {
    let wrong = |text: &str| Err(Error::Options(text.to_owned()));
    let is_lines = match (&args.format, named.first()) {
        (Some(word), _) => word == LINES,
        (None, Some((_, first))) => named.len() > 1 && Format::of(first).is_err(),
        (None, None) => false,
    };
    if !is_lines {
        return Ok(LabelFiles::Tables { tables: tables(named) });
    }
    match named {
        [] | [_] => wrong("labels a line need two files, gold and predicted"),
        _ if !args.columns.is_empty() => wrong("`--col` goes with tables, not with labels a line"),
        [(_, gold), systems @ ..] => {
            Ok(LabelFiles::Lines { gold: gold.clone(), systems: systems.to_vec() })
        }
    }
}
