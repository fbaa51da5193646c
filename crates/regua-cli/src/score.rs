//! `regua score`: measures over outputs.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use regua_core::group::Grouping;
use regua_core::key::UnitKey;
use regua_core::run::{Keyed, Source};
use regua_core::{Error as CoreError, Registry, Rows, Segments};
use regua_data::{Input, collected};

use crate::args::ScoreArgs;
use crate::error::Error;
use crate::fits;
use crate::pass::{LookAtRows, Pass, Reported, Scored};
use crate::plan::ScorePlan;
use crate::progress::{Bar, Counters};
use crate::quantiles;
use crate::resampling::ResamplePlan;
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
    let report = report(&plan, registry, &counters, &mut look_away, interrupted);
    drop(bar);
    let (report, _) = report.map_err(|error| match error {
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

/// What sees no row.
pub fn look_away(_: &[UnitKey], _: &[Rows]) {}

/// Scores what a plan asks for; `look` sees the rows as they come.
///
/// # Errors
/// Fails if the plan cannot be carried out.
pub fn report(
    plan: &ScorePlan,
    registry: &Registry,
    counters: &Counters,
    look: &mut LookAtRows<'_>,
    interrupted: &AtomicBool,
) -> Result<Reported, Error> {
    let measures = fits::measures(plan, registry, interrupted)?;
    let scored = measured(plan, registry, &measures, None, counters, look, interrupted)?;
    let rows = scored.kept.as_ref().map(|kept| (kept, plan.resampling.as_ref()));
    let Scored { infos, readers, totals, warnings, .. } = &scored;
    let warnings = warnings.clone();
    let mut report =
        plan.output.report(infos.clone(), readers, totals, rows, warnings, interrupted)?;
    let open = || regua_data::open(&plan.input);
    collected::collect(open, &measures, totals, &mut report.results, interrupted)?;
    Ok((report, scored.readers))
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
    look: &mut LookAtRows<'_>,
    interrupted: &AtomicBool,
) -> Result<Scored, Error> {
    if collected::is_wanted(measures) {
        can_be_read_again(&plan.input, "measures that are no sums, such as distinct")?;
    }
    let grouping = fit_bins(plan.grouping.clone(), &plan.input, interrupted)?;
    let pass = Pass {
        measures,
        grouping,
        resampling: as_asked.or(plan.resampling.as_ref()),
        save: plan.save.as_ref(),
        threads: plan.threads,
        segments: plan.output.segments.as_deref(),
        look,
    };
    let mut source = regua_data::open(&plan.input)?;
    let scored = pass.over(&mut source, registry, counters, interrupted)?;
    Ok(Scored { warnings: source.warnings(), ..scored })
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
