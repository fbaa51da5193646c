//! The run engine: blocks of units through measures on several threads, with
//! results in the order of the input.
//!
//! Each worker fetches a block (one at a time, in order), decodes and measures
//! it on its own, and hands the rows on in order. With one thread everything
//! happens on the caller's thread.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::batch::Batch;
use crate::entry::AnyMeasure;
use crate::error::Error;
use crate::fit::Fit;
use crate::key::UnitKey;
use crate::measure::Schedule;
use crate::rows::Rows;
use crate::slot::Slot;
use crate::unit::{Digest, UnitKind};

/// Where units come from.
pub trait Source<K: UnitKind>: Send {
    /// What goes wrong while reading.
    type Error: From<Error> + Send;

    /// The names of the kept columns; the same from the first block to the last.
    ///
    /// # Errors
    /// Fails if the input cannot be opened or has no such columns.
    fn columns(&mut self) -> Result<Vec<String>, Self::Error>;

    /// The next block, as raw as it can be had; `None` at the end. Blocks of
    /// the same input are cut the same way each time.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    fn fetch(&mut self) -> Result<Option<Raw<K, Self::Error>>, Self::Error>;
}

/// A block before it is taken apart.
pub type Raw<K, E> = Box<dyn RawBlock<K, E>>;

/// A block, or why it could not be read, with its place in the input.
type Numbered<K, E> = (u64, Result<Raw<K, E>, E>);

/// A block before it is taken apart, which any thread can do.
pub trait RawBlock<K: UnitKind, E>: Send {
    /// Takes the block apart.
    ///
    /// # Errors
    /// Fails if it does not hold what it should, naming the place.
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<K>>, E>;
}

/// Units that were read together.
pub trait Block<K: UnitKind>: Send {
    /// Who the units are.
    fn keys(&self) -> &[UnitKey];

    /// Lends the units.
    fn with_units(&self, look: &mut dyn for<'u> FnMut(&'u [K::Unit<'u>]));
}

/// A block with its rows, one [`Rows`] for each measure.
pub struct Measured<K: UnitKind> {
    /// The units.
    pub block: Box<dyn Block<K>>,
    /// Their rows.
    pub rows: Vec<Rows>,
    /// A hash of the units, if it was asked for.
    pub digest: u128,
}

/// A measure under the key it has in all outputs.
pub struct Keyed<K: UnitKind> {
    /// Its key.
    pub key: String,
    /// The measure.
    pub measure: AnyMeasure<K>,
}

/// How to run.
#[derive(Debug)]
pub struct Options<'a> {
    /// How many threads measure.
    pub threads: NonZeroUsize,
    /// Set from outside to stop the run.
    pub cancel: &'a AtomicBool,
    /// Counts measured units as they are done.
    pub done: &'a AtomicU64,
    /// Whether blocks are hashed.
    pub digest: bool,
}

/// Measures all units of a source and hands each block on, in order.
///
/// # Errors
/// The first thing that went wrong, in the order of the input, whatever the
/// number of threads.
pub fn run<K, S, E>(
    source: &mut S,
    measures: &[Keyed<K>],
    options: &Options<'_>,
    hand_on: impl FnMut(Measured<K>) -> Result<(), E> + Send,
) -> Result<(), E>
where
    K: UnitKind,
    E: From<Error> + Send,
    S: Source<K, Error = E>,
{
    let run = Run {
        input: Mutex::new(Input { source, next: 0, ended: false }),
        output: Mutex::new(Output {
            hand_on,
            next: 0,
            waiting: BTreeMap::new(),
            failed: None,
            panicked: false,
        }),
        moved: Condvar::new(),
        exclusive: Mutex::new(()),
        slots: measures.iter().map(|keyed| keyed.measure.slots().into()).collect(),
        measures,
        options,
    };
    if options.threads.get() == 1 {
        run.work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..options.threads.get() {
                scope.spawn(|| run.work());
            }
        });
    }
    let output = run.output.into_inner().unwrap_or_else(PoisonError::into_inner);
    match output.failed {
        Some(error) => Err(error),
        None if options.cancel.load(Ordering::Relaxed) => Err(Error::Cancelled.into()),
        None => Ok(()),
    }
}

struct Run<'a, K: UnitKind, S, E, H> {
    input: Mutex<Input<'a, S>>,
    output: Mutex<Output<K, E, H>>,
    moved: Condvar,
    exclusive: Mutex<()>,
    slots: Vec<std::sync::Arc<[Slot]>>,
    measures: &'a [Keyed<K>],
    options: &'a Options<'a>,
}

struct Input<'a, S> {
    source: &'a mut S,
    next: u64,
    ended: bool,
}

struct Output<K: UnitKind, E, H> {
    hand_on: H,
    next: u64,
    waiting: BTreeMap<u64, Result<Measured<K>, E>>,
    failed: Option<E>,
    panicked: bool,
}

impl<K: UnitKind, E, H> Output<K, E, H> {
    fn has_ended(&self) -> bool {
        self.failed.is_some() || self.panicked
    }
}

impl<K, S, E, H> Run<'_, K, S, E, H>
where
    K: UnitKind,
    E: From<Error> + Send,
    S: Source<K, Error = E>,
    H: FnMut(Measured<K>) -> Result<(), E> + Send,
{
    /// Fetches, measures and hands on until the input ends or something fails.
    fn work(&self) {
        let _tell = TellOthers(self);
        while let Some((number, raw)) = self.fetch() {
            let measured = raw.and_then(RawBlock::decode).and_then(|block| self.measure(block));
            self.finish(number, measured);
        }
    }

    fn fetch(&self) -> Option<Numbered<K, E>> {
        let mut input = lock(&self.input);
        if input.ended || self.options.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let number = input.next;
        // A slow block must not let the others pile up behind it.
        let ahead = 4 * self.options.threads.get() as u64;
        let mut output = lock(&self.output);
        while !output.has_ended() && number > output.next + ahead {
            output = self.moved.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
        if output.has_ended() {
            return None;
        }
        drop(output);
        input.next += 1;
        match input.source.fetch() {
            Ok(Some(raw)) => Some((number, Ok(raw))),
            Ok(None) => {
                input.ended = true;
                None
            }
            Err(error) => {
                input.ended = true;
                Some((number, Err(error)))
            }
        }
    }

    fn measure(&self, block: Box<dyn Block<K>>) -> Result<Measured<K>, E> {
        let mut rows = Vec::with_capacity(self.measures.len());
        let mut outcome = Ok(());
        let mut digest = 0;
        block.with_units(&mut |units| {
            outcome = self.measure_units(block.keys(), units, &mut rows);
            if self.options.digest {
                digest = digest_of::<K>(block.keys(), units);
            }
        });
        outcome?;
        self.options.done.fetch_add(block.keys().len() as u64, Ordering::Relaxed);
        Ok(Measured { block, rows, digest })
    }

    fn measure_units<'u>(
        &self,
        keys: &[UnitKey],
        units: &'u [K::Unit<'u>],
        rows: &mut Vec<Rows>,
    ) -> Result<(), Error> {
        let batch = Batch::<K>::new(units);
        for (keyed, slots) in self.measures.iter().zip(&self.slots) {
            for (unit, key) in units.iter().zip(keys) {
                K::check(unit, keyed.measure.needs()).map_err(|rule| Error::Unit {
                    id: key.id.clone(),
                    measure: keyed.key.clone(),
                    rule,
                })?;
            }
            let mut mine = Rows::new(std::sync::Arc::clone(slots), units.len());
            match keyed.measure.schedule() {
                Schedule::Parallel => keyed.measure.tally(&batch, &mut mine)?,
                Schedule::Exclusive { batch } => {
                    let _alone = lock(&self.exclusive);
                    tally_in_parts(&keyed.measure, units, batch.max(1), &mut mine)?;
                }
            }
            mine.finished(&keyed.key)?;
            rows.push(mine);
        }
        Ok(())
    }

    /// Hands on all that is next in order.
    fn finish(&self, number: u64, measured: Result<Measured<K>, E>) {
        let mut output = lock(&self.output);
        output.waiting.insert(number, measured);
        while output.failed.is_none() {
            let next = output.next;
            let Some(measured) = output.waiting.remove(&next) else { break };
            output.next += 1;
            let Output { hand_on, .. } = &mut *output;
            if let Err(error) = measured.and_then(hand_on) {
                output.failed = Some(error);
            }
        }
        self.moved.notify_all();
    }
}

/// Ends the run for the other workers if this one panics: the block it had in
/// hand would keep them waiting for ever.
struct TellOthers<'r, 'a, K: UnitKind, S, E, H>(&'r Run<'a, K, S, E, H>);

impl<K: UnitKind, S, E, H> Drop for TellOthers<'_, '_, K, S, E, H> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.output).panicked = true;
            self.0.moved.notify_all();
        }
    }
}

/// A worker that panicked ends the run by itself; its lock is only in the way.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tally_in_parts<'u, K: UnitKind>(
    measure: &AnyMeasure<K>,
    units: &'u [K::Unit<'u>],
    largest: usize,
    rows: &mut Rows,
) -> Result<(), Error> {
    for (part, chunk) in units.chunks(largest).enumerate() {
        let mut mine = Rows::new(std::sync::Arc::clone(rows.slots()), chunk.len());
        measure.tally(&Batch::new(chunk), &mut mine)?;
        for unit in 0..chunk.len() {
            match mine.row(unit) {
                Ok(tally) => rows.set_cells(part * largest + unit, tally.cells()),
                Err(reason) => rows.unscored(part * largest + unit, reason.to_owned()),
            }
        }
    }
    Ok(())
}

/// A hash of a block's units and who they are.
pub fn digest_of<K: UnitKind>(keys: &[UnitKey], units: &[K::Unit<'_>]) -> u128 {
    let mut digest = Digest::default();
    for (key, unit) in keys.iter().zip(units) {
        key.digest(&mut digest);
        K::digest(unit, &mut digest);
    }
    digest.finish()
}

/// Shows all units of a source to fits, once each however many systems there
/// are: a unit is absorbed the first time that its id and content beside the
/// hypothesis are seen.
///
/// # Errors
/// Fails if the input cannot be read or a fit cannot go on.
pub fn absorb<K, S, E>(
    source: &mut S,
    fits: &mut [Box<dyn Fit<Kind = K>>],
    cancel: &AtomicBool,
) -> Result<(), E>
where
    K: UnitKind,
    E: From<Error> + Send,
    S: Source<K, Error = E>,
{
    let mut seen = std::collections::HashSet::new();
    source.columns()?;
    while let Some(raw) = source.fetch()? {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled.into());
        }
        let block = raw.decode()?;
        let is_new: Vec<bool> = {
            let mut is_new = Vec::new();
            block.with_units(&mut |units| {
                let keyed = block.keys().iter().zip(units);
                is_new = keyed.map(|(key, unit)| seen.insert(given::<K>(key, unit))).collect();
            });
            is_new
        };
        let mut outcome = Ok(());
        block.with_units(&mut |units| outcome = absorb_units(units, fits, |at| is_new[at]));
        outcome?;
    }
    Ok(())
}

/// Shows a block of units to fits. Whoever calls it takes care that no unit is shown
/// twice: a cluster removes duplicates before it spreads units over machines.
///
/// # Errors
/// Fails if a fit cannot go on.
pub fn absorb_block<K: UnitKind>(
    block: &dyn Block<K>,
    fits: &mut [Box<dyn Fit<Kind = K>>],
) -> Result<(), Error> {
    let mut outcome = Ok(());
    block.with_units(&mut |units| outcome = absorb_units(units, fits, |_| true));
    outcome
}

/// Shows the units that are wanted to fits.
fn absorb_units<'u, K: UnitKind>(
    units: &'u [K::Unit<'u>],
    fits: &mut [Box<dyn Fit<Kind = K>>],
    is_wanted: impl Fn(usize) -> bool,
) -> Result<(), Error> {
    fits.iter_mut().try_for_each(|fit| {
        // What lacks something is left for the measuring pass to complain about.
        let needs = fit.needs();
        let learns = |at: usize| is_wanted(at) && K::check(&units[at], needs).is_ok();
        for run in runs(units.len(), learns) {
            fit.absorb(&Batch::new(&units[run]))?;
        }
        Ok(())
    })
}

/// What makes a unit the same for a fit, whichever system answers it.
fn given<K: UnitKind>(key: &UnitKey, unit: &K::Unit<'_>) -> u128 {
    let mut digest = Digest::default();
    digest.text(&key.id);
    digest.bytes(&K::given(unit).to_le_bytes());
    digest.finish()
}

/// The longest runs of positions that are wanted.
fn runs(
    length: usize,
    wanted: impl Fn(usize) -> bool,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = (at..length).find(|&position| wanted(position))?;
        let end = (start..length).find(|&position| !wanted(position)).unwrap_or(length);
        at = end;
        Some(start..end)
    })
}
