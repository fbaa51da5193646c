//! `regua read`: a saved ledger again, without texts or models.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::bins::Bins;
use regua_core::group::Totals;
use regua_core::key::KeyValue;
use regua_core::text::{hint, nearest};
use regua_core::{Reader, Registry, Rows};
use regua_data::Ledger;
use regua_report::ScoreReport;

use crate::args::ReadArgs;
use crate::error::Error;
use crate::output::{OutputPlan, UnitFile};
use crate::plan::{grouping, outputs_are_apart};
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
    let mut grouping = grouping(&args.groups)?;
    outputs_are_apart(&[&args.ledger], &[output.segments.as_deref()])?;
    let ledger = Ledger::open(&args.ledger)?;
    let chosen = chosen(&ledger, &args.measures)?;
    let all: Vec<Arc<dyn Reader>> = ledger.readers(registry)?;
    let keys: Vec<String> =
        chosen.iter().map(|&measure| ledger.measures()[measure].key.clone()).collect();
    let readers: Vec<Arc<dyn Reader>> =
        chosen.iter().map(|&measure| Arc::clone(&all[measure])).collect();
    let mut infos = regua_report::scores::measure_infos(&keys, &readers);
    output.check_gates(&infos)?;
    for by in &mut grouping.by {
        if let Some(bins @ Bins::Quantiles(_)) = &by.bins {
            by.bins = Some(bins.clone().fit(&by.column, column_numbers(&ledger, &by.column)?)?);
        }
    }
    let mut totals = Totals::new(readers.clone(), grouping, ledger.columns())?;
    let mut units = UnitFile::create(output.segments.as_deref(), &infos, &readers)?;
    for block in ledger.blocks()? {
        if interrupted.load(Ordering::Relaxed) {
            return Err(Error::Interrupted(String::new()));
        }
        let block = block?;
        let rows: Vec<Rows> = chosen.iter().map(|&measure| block.rows[measure].clone()).collect();
        totals.add(&block.keys, &rows)?;
        units.write(&block.keys, &rows)?;
    }
    units.finish()?;
    let results = totals.readings()?;
    if output.sacrebleu_signatures {
        let references = results.first().and_then(|result| result.references);
        for (info, reader) in infos.iter_mut().zip(&readers) {
            info.also = regua_measures::sacrebleu_signature(&reader.signature(), references);
        }
    }
    let report = ScoreReport {
        measures: infos,
        warnings: totals.warnings(&keys),
        results,
        cluster: args.groups.cluster.clone(),
        percent: output.percent,
        all_readings: output.all_readings,
    };
    output.finish(&report, out)
}

/// Positions of the measures that were asked for; all of them if none was.
fn chosen(ledger: &Ledger, keys: &[String]) -> Result<Vec<usize>, Error> {
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

/// The numbers in a kept column.
fn column_numbers(ledger: &Ledger, column: &str) -> Result<Vec<f64>, Error> {
    let position = ledger.columns().iter().position(|known| known == column).ok_or_else(|| {
        regua_core::Error::UnknownColumn {
            column: column.to_owned(),
            known: ledger.columns().to_vec(),
        }
    })?;
    let mut numbers = Vec::new();
    for block in ledger.blocks()? {
        let block = block?;
        let values = block.keys.iter().filter_map(|key| key.columns.get(position));
        numbers.extend(values.filter_map(KeyValue::number));
    }
    Ok(numbers)
}
