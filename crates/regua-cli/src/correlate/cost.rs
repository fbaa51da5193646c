//! What measures cost: seconds for one unit, each measure by itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use regua_core::run::{Keyed, Source};
use regua_core::{Batch, Measure, Registry, Rows, Schedule, Segments};
use regua_report::correlation::Cost;

use crate::error::Error;
use crate::fits;
use crate::plan::ScorePlan;
use crate::score::can_be_read_again;

/// Times each measure on all units of an input, on one thread. Reading the
/// input is not timed, and nothing is shared between measures.
///
/// # Errors
/// Fails if the input cannot be read again or measured.
pub fn costs(
    plan: &ScorePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<Vec<Cost>, Error> {
    can_be_read_again(&plan.input, "`--cost`")?;
    let measures = fits::measures(plan, registry, interrupted)?;
    let mut times = vec![Duration::ZERO; measures.len()];
    let mut units = 0;
    let mut source = regua_data::open(&plan.input)?;
    source.columns()?;
    while let Some(raw) = source.fetch()? {
        if interrupted.load(Ordering::Relaxed) {
            return Err(Error::Interrupted(String::new()));
        }
        let block = raw.decode()?;
        units += block.keys().len() as u64;
        let mut outcome = Ok(());
        block.with_units(&mut |segments| {
            outcome = measures.iter().zip(&mut times).try_for_each(|(keyed, time)| {
                *time += timed(keyed, segments)?;
                Ok(())
            });
        });
        outcome.map_err(|error: regua_core::Error| Error::Core(error))?;
    }
    let seconds = |time: Duration| time.as_secs_f64() / (units.max(1)) as f64;
    let pairs = measures.iter().zip(times);
    Ok(pairs
        .map(|(keyed, time)| Cost { measure: keyed.key.clone(), seconds: seconds(time), units })
        .collect())
}

fn timed(
    keyed: &Keyed<Segments>,
    segments: &[regua_core::Segment<'_>],
) -> Result<Duration, regua_core::Error> {
    let largest = match keyed.measure.schedule() {
        Schedule::Parallel => segments.len(),
        Schedule::Exclusive { batch } => batch,
    };
    let start = Instant::now();
    for part in segments.chunks(largest.max(1)) {
        let mut rows = Rows::new(keyed.measure.slots().into(), part.len());
        keyed.measure.tally(&Batch::new(part), &mut rows)?;
    }
    Ok(start.elapsed())
}
