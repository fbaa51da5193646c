//! Measures that must see the corpus before they can measure: by a pass over
//! the input, or from a file.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::fit_file::FitFile;
use regua_core::run::{Keyed, absorb};
use regua_core::{Built, Fit, Registry, Segments, Spec, UnitKind};

use crate::error::Error;
use crate::plan::ScorePlan;
use crate::score::can_be_read_again;
use crate::whole_file::WholeFile;

/// The largest file of fits that is read.
const LARGEST: u64 = 4 << 30;

/// Builds the measures of a plan; those that must see the corpus first get to
/// see it.
///
/// # Errors
/// Fails if a measure cannot be built, or a fit cannot be made, read or saved.
pub fn measures(
    plan: &ScorePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<Vec<Keyed<Segments>>, Error> {
    built(&plan.specs, registry, |fits, fitted| learn(plan, fits, fitted, interrupted))
}

/// Builds measures; `learn` shows the corpus to those that must see it first.
///
/// # Errors
/// Fails if a measure cannot be built, or a fit cannot be made.
pub fn built<K: UnitKind>(
    specs: &[Spec],
    registry: &Registry,
    learn: impl FnOnce(&mut [Box<dyn Fit<Kind = K>>], &[(usize, &Spec)]) -> Result<(), Error>,
) -> Result<Vec<Keyed<K>>, Error> {
    let mut ready: Vec<Option<Keyed<K>>> = Vec::new();
    let mut fits: Vec<Box<dyn Fit<Kind = K>>> = Vec::new();
    let mut fitted: Vec<(usize, &Spec)> = Vec::new();
    for (position, spec) in specs.iter().enumerate() {
        let key = spec.key().to_owned();
        match registry.build::<K>(spec)? {
            Built::Ready(measure) => ready.push(Some(Keyed { key, measure })),
            Built::Unfitted(fit) => {
                ready.push(None);
                fits.push(fit);
                fitted.push((position, spec));
            }
        }
    }
    learn(&mut fits, &fitted)?;
    for ((position, spec), fit) in fitted.into_iter().zip(fits) {
        ready[position] = Some(Keyed { key: spec.key().to_owned(), measure: fit.finish()? });
    }
    Ok(ready.into_iter().flatten().collect())
}

fn learn(
    plan: &ScorePlan,
    fits: &mut [Box<dyn Fit<Kind = Segments>>],
    fitted: &[(usize, &Spec)],
    interrupted: &AtomicBool,
) -> Result<(), Error> {
    if fits.is_empty() {
        let option = match (&plan.fit, &plan.save_fit) {
            (Some(_), _) => "--fit",
            (None, Some(_)) => "--save-fit",
            (None, None) => return Ok(()),
        };
        let rule = "is for measures that learn from the references, such as nist and cider";
        return Err(Error::Options(format!("`{option}` {rule}; none of these is asked for")));
    }
    if let Some(path) = &plan.fit {
        let file = read(path)?;
        for (fit, (_, spec)) in fits.iter_mut().zip(fitted) {
            let wrong = |error: regua_core::Error| broken(path, &error);
            fit.merge(file.get(spec).map_err(wrong)?).map_err(wrong)?;
        }
    } else {
        can_be_read_again(&plan.input, "measures that learn from the references first")?;
        absorb(&mut regua_data::open(&plan.input)?, fits, interrupted)?;
        plan.input.bytes_read.store(0, Ordering::Relaxed);
    }
    if let Some(path) = &plan.save_fit {
        let mut file = FitFile::default();
        for (fit, (_, spec)) in fits.iter().zip(fitted) {
            file.add(spec, fit.save());
        }
        let mut whole = WholeFile::create(path)?;
        let written = whole.write_all(&file.to_bytes());
        written.map_err(|source| Error::Write { path: path.clone(), source })?;
        whole.finish()?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<FitFile, Error> {
    let unreadable = |source| Error::Read { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        let rule = format!("it is larger than {LARGEST} bytes");
        return Err(Error::Config { path: path.to_owned(), rule });
    }
    FitFile::from_bytes(&bytes).map_err(|error| broken(path, &error))
}

fn broken(path: &Path, error: &regua_core::Error) -> Error {
    Error::Config { path: path.to_owned(), rule: error.to_string() }
}
