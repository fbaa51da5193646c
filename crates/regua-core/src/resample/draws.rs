//! Drawing: weights for units, and what the weighted sums read.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use regua_stats::product::{Table, draws_of_block, weighted_sums, weighted_sums_of_all};
use regua_stats::random::Generator;
use regua_stats::resample::{Scheme as Weights, flips};
use regua_stats::sacrebleu::{Resamples, float32_sums};

use super::sample::Sample;
use super::{Resampling, Scheme};
use crate::error::Error;
use crate::reading::Readings;
use crate::statistic::Weighed;

/// The readings of each draw.
pub type Draws = Vec<Readings>;

/// Draws from several samples of the same units, with the same weights for all
/// of them: for each sample the readings of each draw.
///
/// `identities` tell units apart for [`Scheme::Poisson`]; see
/// [`Kept::identities`](super::Kept::identities). Memory does not depend on how
/// many draws there are, beyond their readings.
///
/// # Errors
/// Fails if `cancel` is set meanwhile; that is looked at once a block of draws.
pub fn draws(
    samples: &[Sample<'_>],
    identities: &[u128],
    how: &Resampling,
    cancel: &AtomicBool,
) -> Result<Vec<Draws>, Error> {
    let units = samples.iter().map(Sample::units).max().unwrap_or(0);
    if how.scheme == Scheme::Sacrebleu {
        return as_sacrebleu(samples, units, how, cancel);
    }
    let readers: Vec<_> = samples.iter().map(Sample::by_weights).collect();
    let weigh = match how.scheme {
        Scheme::Poisson => Weights::Poisson(identities),
        Scheme::Multinomial | Scheme::Sacrebleu => Weights::Multinomial,
    };
    let each = in_blocks(units, how, cancel, |block| {
        let count = block.len();
        let mut weights = vec![0_u16; count * units];
        for (draw, weights) in block.zip(weights.chunks_mut(units.max(1))) {
            weigh.fill(how.seed, draw as u64, weights);
        }
        let added = samples.iter().zip(&readers).filter(|(_, by_weights)| by_weights.is_none());
        let tables = added.filter_map(|(sample, _)| sample.table());
        // A measure without slots has no rows, and nothing to draw from.
        let tables: Vec<&Table> = tables.filter(|table| table.rows() == units).collect();
        let mut sums: Vec<Vec<f64>> =
            tables.iter().map(|table| vec![0.0; count * table.width()]).collect();
        weighted_sums_of_all(&tables, &weights, count, &mut sums);
        let mut sums = sums.iter();
        let read = |(sample, by_weights): (&Sample<'_>, &Option<Weighed<'_>>)| -> Draws {
            match (by_weights, sample.table()) {
                (Some(read), _) => weights.chunks(units.max(1)).map(read).collect(),
                (None, Some(table)) if table.rows() == units => {
                    let sums = sums.next().map_or(&[][..], Vec::as_slice);
                    rows(sums, table.width(), count).map(|sums| sample.read(sums)).collect()
                }
                _ => Vec::new(),
            }
        };
        samples.iter().zip(&readers).map(read).collect::<Vec<Draws>>()
    })?;
    let mut all: Vec<Draws> = samples.iter().map(|_| Vec::with_capacity(how.resamples)).collect();
    for block in each {
        for (all, draws) in all.iter_mut().zip(block) {
            all.extend(draws);
        }
    }
    Ok(all)
}

/// Trials in which each unit of two samples changes sides with one chance in
/// two: the readings of both sides in each trial.
///
/// The samples must be of the same measure and the same units; there are no trials
/// of samples that have not as many units.
///
/// # Errors
/// See [`draws`].
pub fn swapped(
    first: &Sample<'_>,
    second: &Sample<'_>,
    how: &Resampling,
    cancel: &AtomicBool,
) -> Result<Vec<(Readings, Readings)>, Error> {
    let units = first.units();
    if second.units() != units {
        return Ok(Vec::new());
    }
    if let (Some(one), Some(two)) = (first.table(), second.table()) {
        let (differences, ours, both) = differences(one, two);
        let each = in_blocks(units, how, cancel, |block| {
            let weights = sides(block.clone(), units, how);
            let width = differences.width();
            let mut sums = vec![0.0; block.len() * width];
            weighted_sums(&differences, &weights, block.len(), &mut sums);
            let mut other = vec![0.0; width];
            let mut trials = Vec::with_capacity(block.len());
            for sums in sums.chunks_mut(width.max(1)) {
                for (((sum, other), ours), both) in
                    sums.iter_mut().zip(&mut other).zip(&ours).zip(&both)
                {
                    *sum += ours;
                    *other = both - *sum;
                }
                trials.push((first.read(sums), first.read(&other)));
            }
            trials
        })?;
        return Ok(each.into_iter().flatten().collect());
    }
    let Some(joined) = first.joined(second) else { return Ok(Vec::new()) };
    let Some(read) = joined.by_weights() else { return Ok(Vec::new()) };
    let each = in_blocks(units, how, cancel, |block| {
        let weights = sides(block, units, how);
        let trial = |sides: &[u16]| {
            let there: Vec<u16> = sides.iter().map(|side| 1 - side).collect();
            (read(&[sides, &there].concat()), read(&[&there, sides].concat()))
        };
        weights.chunks(units.max(1)).map(trial).collect::<Vec<_>>()
    })?;
    Ok(each.into_iter().flatten().collect())
}

/// Trials in which the units of two samples are dealt out anew, as many to each
/// as it had: the readings of both in each trial.
///
/// The samples must be of the same measure; their units are different ones.
///
/// # Errors
/// See [`draws`].
pub fn permuted(
    first: &Sample<'_>,
    second: &Sample<'_>,
    how: &Resampling,
    cancel: &AtomicBool,
) -> Result<Vec<(Readings, Readings)>, Error> {
    let units = first.units() + second.units();
    let dealt = |block: Range<usize>| {
        let mut weights = vec![0_u16; block.len() * units];
        for (trial, weights) in block.zip(weights.chunks_mut(units.max(1))) {
            deal(first.units(), &mut Generator::stream(how.seed, trial as u64), weights);
        }
        weights
    };
    if let (Some(one), Some(two)) = (first.table(), second.table()) {
        let width = one.width();
        let mut joined = Table::new(width);
        one.iter().chain(two.iter()).for_each(|row| joined.push(row));
        let total = joined.total();
        let each = in_blocks(units, how, cancel, |block| {
            let count = block.len();
            let mut sums = vec![0.0; count * width];
            weighted_sums(&joined, &dealt(block), count, &mut sums);
            let trial = |sums: &[f64]| {
                let rest: Vec<f64> = total.iter().zip(sums).map(|(all, sum)| all - sum).collect();
                (first.read(sums), first.read(&rest))
            };
            rows(&sums, width, count).map(trial).collect::<Vec<_>>()
        })?;
        return Ok(each.into_iter().flatten().collect());
    }
    let Some(joined) = first.joined(second) else { return Ok(Vec::new()) };
    let Some(read) = joined.by_weights() else { return Ok(Vec::new()) };
    let each = in_blocks(units, how, cancel, |block| {
        let trial = |here: &[u16]| {
            let there: Vec<u16> = here.iter().map(|weight| 1 - weight).collect();
            (read(here), read(&there))
        };
        dealt(block).chunks(units.max(1)).map(trial).collect::<Vec<_>>()
    })?;
    Ok(each.into_iter().flatten().collect())
}

/// Gives so many of the units the weight 1, each choice of them as likely as any
/// other, and the rest 0.
fn deal(chosen: usize, generator: &mut Generator, weights: &mut [u16]) {
    let mut wanted = chosen as u64;
    let mut left = weights.len() as u64;
    for weight in weights {
        let is_chosen = generator.below(left) < wanted;
        *weight = u16::from(is_chosen);
        wanted -= u64::from(is_chosen);
        left -= 1;
    }
}

/// Which side each unit is on, for each trial of a block.
fn sides(block: Range<usize>, units: usize, how: &Resampling) -> Vec<u16> {
    let mut weights = vec![0_u16; block.len() * units];
    for (trial, weights) in block.zip(weights.chunks_mut(units.max(1))) {
        flips(how.seed, trial as u64, weights);
    }
    weights
}

/// First minus second row by row, the sum of the second, the sum of both.
fn differences(first: &Table, second: &Table) -> (Table, Vec<f64>, Vec<f64>) {
    let width = first.width();
    let mut differences = Table::new(width);
    let (mut ours, mut both) = (vec![0.0; width], vec![0.0; width]);
    let mut row = vec![0.0; width];
    for unit in 0..first.rows() {
        let pairs = first.row(unit).iter().zip(second.row(unit));
        for (at, (one, two)) in pairs.enumerate() {
            row[at] = one - two;
            ours[at] += two;
            both[at] += one + two;
        }
        differences.push(&row);
    }
    (differences, ours, both)
}

/// Rows of a table that is a plain list of numbers; empty rows too.
fn rows(values: &[f64], width: usize, count: usize) -> impl Iterator<Item = &[f64]> {
    (0..count).map(move |row| &values[row * width..(row + 1) * width])
}

/// Does the draws in blocks, on several threads, and gives the blocks in order.
fn in_blocks<T: Send>(
    units: usize,
    how: &Resampling,
    cancel: &AtomicBool,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Result<Vec<T>, Error> {
    let size = draws_of_block(units);
    let count = how.resamples.div_ceil(size);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let worker = || {
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= count || cancel.load(Ordering::Relaxed) {
                return;
            }
            let result = work(block * size..((block + 1) * size).min(how.resamples));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((block, result));
        }
    };
    if how.threads.get() == 1 || count == 1 {
        worker();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..how.threads.get().min(count) {
                scope.spawn(worker);
            }
        });
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    if done.len() < count {
        return Err(Error::Cancelled);
    }
    done.sort_by_key(|(block, _)| *block);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// The draws that sacrebleu makes: one stream of indices, sums in single
/// precision in the order they are drawn.
fn as_sacrebleu(
    samples: &[Sample<'_>],
    units: usize,
    how: &Resampling,
    cancel: &AtomicBool,
) -> Result<Vec<Draws>, Error> {
    let mut all: Vec<Draws> = samples.iter().map(|_| Vec::with_capacity(how.resamples)).collect();
    let Ok(count) = u32::try_from(units) else { return Ok(all) };
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what it has")]
    let single = |table: &Table| table.iter().flatten().map(|value| *value as f32).collect();
    let values: Vec<Vec<f32>> =
        samples.iter().map(|sample| sample.table().map_or_else(Vec::new, single)).collect();
    let mut stream = Resamples::new(how.seed);
    let mut indices = Vec::with_capacity(units);
    let mut sums = Vec::new();
    for _ in 0..how.resamples {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        stream.next_row(count, &mut indices);
        for ((sample, values), draws) in samples.iter().zip(&values).zip(&mut all) {
            let Some(table) = sample.table().filter(|table| table.rows() == units) else {
                continue;
            };
            sums.resize(table.width(), 0.0);
            float32_sums(values, &indices, &mut sums);
            draws.push(sample.read_as_sacrebleu(&sums));
        }
    }
    Ok(all)
}
