//! Resampling at the level of systems: a reading of a system is read off the
//! sum of the tallies of the units that were drawn, not averaged.

use regua_core::slot::{Role, Slot, SlotKind};
use regua_core::{Cell, Reading, Tally};
use regua_stats::Undefined;
use regua_stats::correlation::{Coefficient, Grid, Level, Ties, at_level};
use regua_stats::resample::multinomial;

use super::grids::system_means;
use super::scored::Scored;

/// Correlations over systems when items are drawn again and again. Draws in
/// which it is undefined are left out; calibrated ties keep the width that all
/// data gave them.
///
/// # Errors
/// Fails if there are no tallies to sum, or the correlation is not defined.
pub fn bootstrap(
    scored: &Scored,
    people: &[Option<f64>],
    entry: usize,
    coefficient: Coefficient,
    draws: usize,
    seed: u64,
) -> Result<Vec<f64>, Undefined> {
    let measure = scored.entries[entry].measure;
    let slots = scored.readers[measure].slots();
    if slots.is_empty() || scored.tallies[measure].is_empty() {
        return Err(Undefined("the measure is no sum over units and cannot be resampled"));
    }
    let mut weights = vec![1; scored.items.len()];
    let all = correlate(scored, people, entry, coefficient, &weights)?;
    let coefficient = match (coefficient, all.1) {
        (Coefficient::Tau23(_), Some(width)) => Coefficient::Tau23(Ties::Within(width)),
        (Coefficient::Acc23(_), Some(width)) => Coefficient::Acc23(Ties::Within(width)),
        _ => coefficient,
    };
    let mut values = Vec::with_capacity(draws);
    for draw in 0..draws as u64 {
        multinomial(seed, draw, &mut weights);
        if let Ok((value, _)) = correlate(scored, people, entry, coefficient, &weights) {
            values.push(value);
        }
    }
    Ok(values)
}

/// The correlation when each item counts as often as it weighs, and the width
/// of ties.
fn correlate(
    scored: &Scored,
    people: &[Option<f64>],
    entry: usize,
    coefficient: Coefficient,
    weights: &[u16],
) -> Result<(f64, Option<f64>), Undefined> {
    let systems = scored.systems.len();
    let means = system_means(scored, people, |item| weights[item]);
    let people = Grid::new(systems, 1, means)?;
    let measure = Grid::new(systems, 1, readings(scored, entry, weights))?;
    at_level(&people, &measure, coefficient, Level::Segment)
        .map(|found| (found.value, found.epsilon))
}

/// The oriented reading of each system, off the weighted sum of its tallies.
fn readings(scored: &Scored, entry: usize, weights: &[u16]) -> Vec<Option<f64>> {
    let entry = &scored.entries[entry];
    let reader = &scored.readers[entry.measure];
    let slots = reader.slots();
    let mut sums = vec![0.0; slots.len() * scored.systems.len()];
    let mut counted = vec![false; scored.systems.len()];
    let tallies = scored.tallies[entry.measure].chunks_exact(slots.len());
    for (&(system, item), cells) in scored.units.iter().zip(tallies) {
        let weight = weights[item];
        if weight == 0 || cells.iter().all(|cell| *cell == Cell::Absent) {
            continue;
        }
        counted[system] = true;
        let own = &mut sums[system * slots.len()..(system + 1) * slots.len()];
        for (sum, cell) in own.iter_mut().zip(cells) {
            *sum += cell.as_f64() * f64::from(weight);
        }
    }
    let mut cells = Vec::with_capacity(slots.len());
    counted
        .iter()
        .zip(sums.chunks_exact(slots.len()))
        .map(|(counted, sums)| {
            cells.clear();
            cells.extend(slots.iter().zip(sums).map(|(slot, sum)| cell(slot, *sum)));
            let read = counted.then(|| reader.read(Tally::new(&cells)))?;
            let value = read.0.get(entry.reading).and_then(Reading::value)?;
            Some(entry.oriented(value))
        })
        .collect()
}

/// A sum as a cell; counts below 2^53 are exact.
fn cell(slot: &Slot, sum: f64) -> Cell {
    match (slot.role, slot.kind) {
        (Role::UnitOnly, _) => Cell::Absent,
        #[expect(clippy::cast_possible_truncation, reason = "a sum of integers is one")]
        (_, SlotKind::Count) => Cell::Count(sum as i64),
        (_, SlotKind::Real) => Cell::Real(sum),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::args::ScoreArgs;
    use crate::correlate::scored::Asked;
    use crate::plan::{ScorePlan, input};

    fn scored() -> Scored {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.jsonl");
        let mut lines = String::new();
        for (system, texts) in [
            ("a", ["o rio corre para o mar", "a casa fica no alto"]),
            ("b", ["o rio vai para o mar", "no alto fica uma casa"]),
        ] {
            for (id, text) in texts.iter().enumerate() {
                let reference = ["o rio corre para o mar azul", "a casa fica no alto do morro"][id];
                let _ = writeln!(
                    lines,
                    "{{\"id\": {id}, \"system\": \"{system}\", \"hypothesis\": \"{text}\", \"reference\": \"{reference}\"}}"
                );
            }
        }
        std::fs::write(&path, lines).unwrap();
        let registry = crate::registry().unwrap();
        let read = input(ScoreArgs { tables: vec![path.into()], ..ScoreArgs::default() }).unwrap();
        let args = ScoreArgs { measures: vec!["bleu,wer".to_owned()], ..ScoreArgs::default() };
        let plan = ScorePlan::measuring(read, &args, &registry).unwrap();
        let asked = Asked { readings: &[], human: &[], tallies: true };
        Scored::of_input(&plan, &asked, &registry, true, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn each_item_once_reads_as_the_sums_do() {
        let scored = scored();
        for (entry, totals) in scored.totals.iter().enumerate() {
            let oriented =
                |reading: &Reading| Some(scored.entries[entry].oriented(reading.value().unwrap()));
            let expected: Vec<Option<f64>> = totals.iter().map(oriented).collect();
            assert_eq!(readings(&scored, entry, &[1, 1]), expected);
            assert_ne!(readings(&scored, entry, &[2, 0]), expected);
        }
        // A ratio stays when all is doubled; a system of which nothing was drawn has no reading.
        assert_eq!(readings(&scored, 1, &[2, 2]), readings(&scored, 1, &[1, 1]));
        assert_eq!(readings(&scored, 0, &[0, 0]), [None, None]);
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        let scored = scored();
        let people = [Some(4.0), Some(3.0), Some(2.0), Some(3.5)];
        let draw = |seed| bootstrap(&scored, &people, 1, Coefficient::Pearson, 20, seed).unwrap();
        assert_eq!(draw(1), draw(1));
        assert!(draw(1).len() <= 20);
    }
}
