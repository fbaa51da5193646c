//! Work without the interpreter's lock: the one place where it is released.
//!
//! Long work runs on a thread of its own while this one looks for signals and
//! tells how far it is. Nothing outlives the call, so that a process may fork
//! between any two of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use regua_cli::progress::Counters;

use crate::errors::{fault, raise};

/// How often signals and progress are looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// What work can see of the world outside.
pub struct World {
    /// Set when the work should stop.
    pub stop: AtomicBool,
    /// How far it is.
    pub counters: Arc<Counters>,
}

impl Default for World {
    fn default() -> Self {
        let counters = Counters { units: AtomicU64::new(0), bytes: Arc::default(), total: None };
        Self { stop: AtomicBool::new(false), counters: Arc::new(counters) }
    }
}

/// The first exception that a measure written in Python has thrown, and whether it
/// should go on.
#[derive(Clone, Default)]
pub struct Thrown(Arc<(Mutex<Option<PyErr>>, AtomicBool)>);

impl Thrown {
    /// Keeps an exception, unless there is one already.
    pub fn keep(&self, error: PyErr) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Takes the exception out, if there is one.
    pub fn take(&self) -> Option<PyErr> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Forgets what an earlier call has thrown.
    fn begin(&self) {
        drop(self.take());
        self.0.1.store(false, Ordering::Relaxed);
    }

    /// Whether nobody waits for more tallies.
    pub fn is_over(&self) -> bool {
        self.0.1.load(Ordering::Relaxed)
    }
}

/// How long work may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Over before anybody could press a key.
    Short,
    /// Perhaps long.
    Long,
}

/// Does work without the interpreter's lock.
///
/// # Errors
/// What the work says, an exception of a signal handler, or one of the
/// progress callback, which is called with the number of units done.
pub fn work<T: Send>(
    py: Python<'_>,
    length: Length,
    progress: Option<Py<PyAny>>,
    thrown_by_measures: &Thrown,
    job: impl FnOnce(&World) -> Result<T, regua_cli::error::Error> + Send,
) -> PyResult<T> {
    let world = World::default();
    thrown_by_measures.begin();
    let guarded = || catch_unwind(AssertUnwindSafe(|| job(&world)));
    let mut thrown = None;
    let outcome = if length == Length::Short && progress.is_none() {
        py.detach(guarded)
    } else {
        py.detach(|| {
            std::thread::scope(|scope| {
                let (done, wait) = channel();
                scope.spawn(move || {
                    // Nobody but this function waits, and it waits until the end.
                    let _ = done.send(guarded());
                });
                loop {
                    match wait.recv_timeout(PAUSE) {
                        Ok(outcome) => return outcome,
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(Box::new("a thread ended without a word") as _);
                        }
                        Err(RecvTimeoutError::Timeout) if thrown.is_some() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            let units = world.counters.units.load(Ordering::Relaxed);
                            if let Err(error) = look_up(units, progress.as_ref()) {
                                world.stop.store(true, Ordering::Relaxed);
                                thrown_by_measures.0.1.store(true, Ordering::Relaxed);
                                thrown = Some(error);
                            }
                        }
                    }
                }
            })
        })
    };
    if let Some(error) = thrown {
        return Err(error);
    }
    let value = match outcome {
        Ok(outcome) => {
            outcome.map_err(|error| thrown_by_measures.take().unwrap_or_else(|| raise(error)))?
        }
        Err(panic) => return Err(fault(&*panic)),
    };
    // A reading cannot fail; what reads it in Python can.
    if let Some(error) = thrown_by_measures.take() {
        return Err(error);
    }
    if let Some(progress) = progress {
        progress.call1(py, (world.counters.units.load(Ordering::Relaxed),))?;
    }
    Ok(value)
}

/// Runs signal handlers and tells how far the work is.
fn look_up(units: u64, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        progress.map_or(Ok(()), |progress| progress.call1(py, (units,)).map(drop))
    })
}
