//! `regua spans`: named entities and their kin against gold.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::{Registry, Spec};
use regua_data::annotated::spans::{SpanFiles, SpanItems, format_of};
use regua_text::tags::Scheme;

use super::args::SpansArgs;
use super::{Plan, tables, unknown_format};
use crate::error::Error;
use crate::plan::system;
use crate::resampling::find;
use crate::status::Status;

/// What is measured if nothing else is asked for.
const DEFAULT: &str = "spans,spans-semeval";

/// Compares spans and prints what was asked for.
///
/// # Errors
/// Fails if the files cannot be read or do not go together, or an option is not
/// taken.
pub fn spans(
    args: &SpansArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let files: Vec<(String, PathBuf)> = args.files.iter().map(|typed| system(typed)).collect();
    let plan = Plan::new(&args.common, &tables(&files))?;
    let format = match args.format.as_deref() {
        Some("tags") => None,
        Some(word @ ("jsonl" | "parquet")) => Some(word.parse()?),
        Some(word) => return Err(unknown_format(word, "tags, jsonl and parquet")),
        None => format_of(&files[0].1),
    };
    let scheme = args.scheme.as_deref().map(|word| find("--scheme", word, &Scheme::WORDS));
    let scheme = scheme.transpose()?.unwrap_or_default();
    if format.is_some() && args.scheme.is_some() {
        return Err(Error::Options(
            "`--scheme` is for tags, and these files have spans".to_owned(),
        ));
    }
    if format.is_none() && !args.columns.is_empty() {
        return Err(Error::Options("`--col` goes with tables, not with files of tags".to_owned()));
    }
    let files = SpanFiles { files: tables(&files), format, scheme, strict: args.strict };
    let items = SpanItems::read(&files, &args.columns)?;
    let specs = specs(&plan, args.scheme.is_some().then_some(scheme), registry)?;
    let warnings = items.warnings();
    plan.carry_out(&Arc::new(items), &specs, warnings, registry, out, interrupted)
}

/// The measures that were asked for, or the usual ones, with a scheme of tags
/// where one was named for all.
///
/// # Errors
/// Fails if a measure is unknown or asked for twice.
pub fn specs(plan: &Plan, named: Option<Scheme>, registry: &Registry) -> Result<Vec<Spec>, Error> {
    let mut specs = plan.specs(DEFAULT, registry)?;
    if let Some(scheme) = named {
        for spec in &mut specs {
            // What was typed for a measure wins over what was typed for all.
            if !spec.settings.iter().any(|(key, _)| key == "scheme") {
                spec.settings.insert(0, ("scheme".to_owned(), scheme.word().to_owned()));
            }
        }
    }
    Ok(specs)
}
