//! Judgements and scores side by side, for one aspect at one level.

use regua_core::Reading;
use regua_stats::Undefined;
use regua_stats::correlation::{Grid, Level};

use super::people::People;
use super::scored::Scored;
use crate::error::Error;

/// The most cells of a grid.
const MOST: usize = 100_000_000;

/// Judgements and scores side by side.
pub struct Compared {
    /// What people looked at.
    pub aspect: Option<String>,
    /// What is compared.
    pub level: Level,
    /// The judgements.
    pub people: Grid,
    /// The scores of each entry, so that more is better.
    pub measures: Vec<Grid>,
}

impl Compared {
    /// The level at which the grids are compared: those of systems have one
    /// column, in which each system is a value.
    pub fn grid_level(&self) -> Level {
        if self.level == Level::System { Level::Segment } else { self.level }
    }

    /// How many values both have.
    pub fn pairs(&self, entry: usize) -> usize {
        let values = self.people.values().iter().zip(self.measures[entry].values());
        values.filter(|(rating, score)| rating.is_some() && score.is_some()).count()
    }

    /// The values that people and both entries have.
    pub fn shared(&self, first: usize, second: usize) -> [Vec<f64>; 3] {
        let mut rows = [Vec::new(), Vec::new(), Vec::new()];
        let values = self.people.values().iter();
        let others = self.measures[first].values().iter().zip(self.measures[second].values());
        for (person, (first, second)) in values.zip(others) {
            if let (Some(person), Some(first), Some(second)) = (person, first, second) {
                for (row, value) in rows.iter_mut().zip([person, first, second]) {
                    row.push(*value);
                }
            }
        }
        rows
    }
}

/// Judgements and scores at all levels, for all aspects.
///
/// # Errors
/// Fails if there are too many systems and items to hold.
pub fn compared(
    scored: &Scored,
    people: Vec<People>,
    levels: &[Level],
) -> Result<Vec<Compared>, Error> {
    let (systems, items) = (scored.systems.len(), scored.items.len());
    let only_systems = levels.iter().all(|level| *level == Level::System);
    if !only_systems && systems.saturating_mul(items) > MOST {
        return Err(Error::Options(format!(
            "{systems} systems and {items} ids are too many to compare: is the same output of all systems under the same id?"
        )));
    }
    let broken = |Undefined(reason)| Error::Options(reason.to_owned());
    let mut all = Vec::new();
    for one in people {
        for &level in levels {
            let (people, measures) = if level == Level::System {
                (system_people(scored, &one), system_readings(scored))
            } else {
                (grid(scored, &one.values), unit_readings(scored))
            };
            let (people, measures) = (people.map_err(broken)?, measures.map_err(broken)?);
            all.push(Compared { aspect: one.aspect.clone(), level, people, measures });
        }
    }
    Ok(all)
}

/// What is read off each unit, for each entry.
fn unit_readings(scored: &Scored) -> Result<Vec<Grid>, Undefined> {
    let entries = scored.entries.iter().zip(&scored.readings);
    entries
        .map(|(entry, readings)| {
            let oriented: Vec<Option<f64>> =
                readings.iter().map(|value| value.map(|x| entry.oriented(x))).collect();
            grid(scored, &oriented)
        })
        .collect()
}

/// Values of units as a grid of systems and items.
fn grid(scored: &Scored, values: &[Option<f64>]) -> Result<Grid, Undefined> {
    let (systems, items) = (scored.systems.len(), scored.items.len());
    let mut cells = vec![None; systems * items];
    for (&(system, item), value) in scored.units.iter().zip(values) {
        cells[system * items + item] = *value;
    }
    Grid::new(systems, items, cells)
}

/// The mean judgement of each system.
fn system_people(scored: &Scored, people: &People) -> Result<Grid, Undefined> {
    let means = system_means(scored, &people.values, |_| 1);
    Grid::new(scored.systems.len(), 1, means)
}

/// The mean over the units of each system that have a value, each as often as
/// its item weighs.
pub fn system_means(
    scored: &Scored,
    values: &[Option<f64>],
    weight: impl Fn(usize) -> u16,
) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0_u64); scored.systems.len()];
    for (&(system, item), value) in scored.units.iter().zip(values) {
        if let Some(value) = value {
            let weight = weight(item);
            sums[system].0 += value * f64::from(weight);
            sums[system].1 += u64::from(weight);
        }
    }
    sums.into_iter().map(|(sum, count)| (count > 0).then(|| sum / count as f64)).collect()
}

/// What is read off the sum over each system.
fn system_readings(scored: &Scored) -> Result<Vec<Grid>, Undefined> {
    let entries = scored.entries.iter().zip(&scored.totals);
    entries
        .map(|(entry, totals)| {
            let values = totals.iter().map(Reading::value);
            let oriented = values.map(|value| value.map(|x| entry.oriented(x)));
            Grid::new(scored.systems.len(), 1, oriented.collect())
        })
        .collect()
}
