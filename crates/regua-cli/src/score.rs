//! `regua score`: measures over outputs.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use regua_core::group::{Grouping, Totals};
use regua_core::resample::Kept;
use regua_core::run::{Keyed, Options, Source};
use regua_core::{Error as CoreError, Reader, Registry, Segments};
use regua_data::{Input, collected};
use regua_report::{MeasureInfo, ScoreReport};

use crate::args::ScoreArgs;
use crate::error::Error;
use crate::fits;
use crate::output::UnitFile;
use crate::plan::ScorePlan;
use crate::progress::{Bar, Counters};
use crate::quantiles;
use crate::resampling::{ResamplePlan, keep};
use crate::status::Status;

/// Scores what was asked for and prints it.
///
/// # Errors
/// Fails if the plan cannot be made or carried out.
pub fn score(
    args: ScoreArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let plan = ScorePlan::new(args, registry)?;
    let counters = Arc::new(Counters {
        units: AtomicU64::new(0),
        bytes: Arc::clone(&plan.input.bytes_read),
        total: plan.input.bytes_total(),
    });
    let bar = Bar::start(&counters, plan.output.quiet);
    let report = carry_out(&plan, registry, &counters, interrupted);
    drop(bar);
    let report = report.map_err(|error| match error {
        Error::Data(regua_data::Error::Core(CoreError::Cancelled)) => interruption(&plan),
        other => other,
    })?;
    plan.output.finish(&report, out)
}

/// What to say to somebody who pressed Ctrl-C.
pub fn interruption(plan: &ScorePlan) -> Error {
    Error::Interrupted(match &plan.save {
        Some(save) => format!("; go on with `--resume {}`", save.path.display()),
        None => String::new(),
    })
}

fn carry_out(
    plan: &ScorePlan,
    registry: &Registry,
    counters: &Counters,
    interrupted: &AtomicBool,
) -> Result<ScoreReport, Error> {
    let measures = fits::measures(plan, registry, interrupted)?;
    let scored = measured(plan, registry, &measures, None, counters, interrupted)?;
    let rows = scored.kept.as_ref().map(|kept| (kept, plan.resampling.as_ref()));
    let Scored { infos, readers, totals, warnings, .. } = &scored;
    let mut report = plan.output.report(infos.clone(), readers, totals, rows, warnings.clone())?;
    let open = || regua_data::open(&plan.input);
    collected::collect(open, &measures, totals, &mut report.results, interrupted)?;
    Ok(report)
}

/// What is left of a pass over the input.
pub struct Scored {
    /// What the measures are.
    pub infos: Vec<MeasureInfo>,
    /// What reads them.
    pub readers: Vec<Arc<dyn Reader>>,
    /// Sums by system, group and cluster.
    pub totals: Totals,
    /// The rows, where they were needed.
    pub kept: Option<Kept>,
    /// The names of the kept columns.
    pub columns: Vec<String>,
    /// What the user should be told.
    pub warnings: Vec<String>,
}

/// Measures the input of a plan. Rows are kept where intervals or statistics ask
/// for it, or in any case `as_asked`.
///
/// # Errors
/// Fails if the input cannot be read or measured, or lacks a column.
pub fn measured(
    plan: &ScorePlan,
    registry: &Registry,
    measures: &[Keyed<Segments>],
    as_asked: Option<&ResamplePlan>,
    counters: &Counters,
    interrupted: &AtomicBool,
) -> Result<Scored, Error> {
    if collected::is_wanted(measures) {
        can_be_read_again(&plan.input, "measures that are no sums, such as distinct")?;
    }
    let keys: Vec<String> = measures.iter().map(|keyed| keyed.key.clone()).collect();
    let readers = measures
        .iter()
        .map(|keyed| Ok(Arc::from(registry.reader(&keyed.measure.signature().spec())?)))
        .collect::<Result<Vec<Arc<dyn Reader>>, CoreError>>()?;
    let grouping = fit_bins(plan.grouping.clone(), &plan.input, interrupted)?;
    let mut source = regua_data::open(&plan.input)?;
    let columns = source.columns()?;
    let mut totals = Totals::new(readers.clone(), grouping, &columns)?;
    let mut kept = keep(&readers, &totals, as_asked.or(plan.resampling.as_ref()), &columns)?;
    let infos = regua_report::scores::measure_infos(&keys, &readers);
    let mut units = UnitFile::create(plan.output.segments.as_deref(), &infos, &readers)?;
    let options = Options {
        threads: plan.threads,
        cancel: interrupted,
        done: &counters.units,
        digest: plan.save.is_some(),
    };
    regua_data::measure(&mut source, measures, &options, plan.save.as_ref(), |keys, rows| {
        totals.add(keys, rows)?;
        if let Some(kept) = &mut kept {
            kept.add(keys, rows, |key| totals.labels(key));
        }
        units.write(keys, rows)
    })?;
    units.finish()?;
    let warnings = source.warnings();
    Ok(Scored { infos, readers, totals, kept, columns, warnings })
}

/// Checks that the input is not gone after it has been read once.
///
/// # Errors
/// Says who needs to read it again.
pub fn can_be_read_again(input: &Input, who: &str) -> Result<(), Error> {
    if input.can_be_read_again() {
        return Ok(());
    }
    Err(Error::Options(format!(
        "{who} must read the input twice, and standard input can be read but once: give a file"
    )))
}

/// Finds the edges of quantile bins, in a pass of its own over the input.
fn fit_bins(
    mut grouping: Grouping,
    input: &Input,
    interrupted: &AtomicBool,
) -> Result<Grouping, Error> {
    if !quantiles::are_wanted(&grouping) {
        return Ok(grouping);
    }
    can_be_read_again(input, "bins of equal share")?;
    let mut source = regua_data::open(input)?;
    let columns = source.columns()?;
    quantiles::fit(&mut grouping, &columns, |look| {
        while let Some(raw) = source.fetch()? {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Error::Interrupted(String::new()));
            }
            look(raw.decode()?.keys());
        }
        Ok(())
    })?;
    input.bytes_read.store(0, Ordering::Relaxed);
    Ok(grouping)
}
