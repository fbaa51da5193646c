//! `regua read`: a saved ledger again, without texts or models.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::group::Totals;
use regua_core::text::{hint, nearest};
use regua_core::{Reader, Registry, Rows};
use regua_data::Ledger;

use crate::args::ReadArgs;
use crate::error::Error;
use crate::output::{OutputPlan, UnitFile};
use crate::pass::{LookAtRows, Reported};
use crate::plan::{grouping, outputs_are_apart, threads};
use crate::quantiles;
use crate::resampling::{ResamplePlan, keep};
use crate::score::look_away;
use crate::status::Status;

/// Reads a ledger and prints it.
///
/// # Errors
/// Fails if it is no ledger, or has no such measure or column.
pub fn read(
    args: &ReadArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let output = OutputPlan::new(&args.output)?;
    let (report, _) = report(args, &output, registry, &mut look_away, interrupted)?;
    output.finish(&report, out)
}

/// Reads a ledger; `look` sees its rows as they come.
///
/// # Errors
/// See [`read`].
pub fn report(
    args: &ReadArgs,
    output: &OutputPlan,
    registry: &Registry,
    look: &mut LookAtRows<'_>,
    interrupted: &AtomicBool,
) -> Result<Reported, Error> {
    let mut grouping = grouping(&args.groups)?;
    outputs_are_apart(&[&args.ledger], &[output.segments.as_deref()])?;
    let ledger = Ledger::open(&args.ledger)?;
    let chosen = chosen(&ledger, &args.measures)?;
    let all: Vec<Arc<dyn Reader>> = ledger.readers(registry)?;
    let keys: Vec<String> =
        chosen.iter().map(|&measure| ledger.measures()[measure].key.clone()).collect();
    let readers: Vec<Arc<dyn Reader>> =
        chosen.iter().map(|&measure| Arc::clone(&all[measure])).collect();
    let infos = regua_report::scores::measure_infos(&keys, &readers);
    output.check_gates(&infos)?;
    if quantiles::are_wanted(&grouping) {
        quantiles::fit(&mut grouping, ledger.columns(), |look| {
            for block in ledger.blocks()? {
                look(&block?.keys);
            }
            Ok(())
        })?;
    }
    let resampling = ResamplePlan::wanted(&args.resample, threads(None))?;
    let mut totals = Totals::new(readers.clone(), grouping, ledger.columns())?;
    let mut kept = keep(&readers, &totals, resampling.as_ref(), ledger.columns())?;
    let mut units = UnitFile::create(output.segments.as_deref(), &infos, &readers)?;
    for block in ledger.blocks()? {
        if interrupted.load(Ordering::Relaxed) {
            return Err(Error::Interrupted(String::new()));
        }
        let block = block?;
        let rows: Vec<Rows> = chosen.iter().map(|&measure| block.rows[measure].clone()).collect();
        totals.add(&block.keys, &rows)?;
        if let Some(kept) = &mut kept {
            kept.add(&block.keys, &rows, |key| totals.labels(key));
        }
        units.write(&block.keys, &rows)?;
        look(&block.keys, &rows);
    }
    units.finish()?;
    let rows = kept.as_ref().map(|kept| (kept, resampling.as_ref()));
    let report = output.report(infos, &readers, &totals, rows, Vec::new(), interrupted)?;
    Ok((report, readers))
}

/// Positions of the measures that were asked for; all of them if none was.
///
/// # Errors
/// Fails if the ledger has no such measure, or one is named twice.
pub fn chosen(ledger: &Ledger, keys: &[String]) -> Result<Vec<usize>, Error> {
    let measures = ledger.measures();
    if keys.is_empty() {
        return Ok((0..measures.len()).collect());
    }
    if let Some(twice) = keys.iter().enumerate().find(|(at, key)| keys[..*at].contains(key)) {
        return Err(regua_core::Error::KeyTaken { key: twice.1.clone() }.into());
    }
    keys.iter()
        .map(|key| {
            measures.iter().position(|measure| measure.key == *key).ok_or_else(|| {
                let near = nearest(key, measures.iter().map(|measure| measure.key.as_str()));
                Error::Options(format!("the ledger has no measure `{key}`{}", hint(&near)))
            })
        })
        .collect()
}
