//! Judgements and scores side by side, for one aspect at one level.

use std::sync::Arc;

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
    pub measures: Arc<Vec<Grid>>,
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

/// The scores of all entries as grids, made once for all aspects.
pub struct Grids<'s> {
    scored: &'s Scored,
    units: Option<Arc<Vec<Grid>>>,
    systems: Arc<Vec<Grid>>,
}

impl<'s> Grids<'s> {
    /// The grids that these levels ask for.
    ///
    /// # Errors
    /// Fails if there are too many systems and items to hold.
    pub fn new(scored: &'s Scored, by_unit: bool) -> Result<Self, Error> {
        let (systems, items) = (scored.systems.len(), scored.items.len());
        if by_unit && systems.saturating_mul(items) > MOST {
            return Err(Error::Options(format!(
                "{systems} systems and {items} ids are too many to compare: is the same output of all systems under the same id?"
            )));
        }
        let units = by_unit.then(|| unit_readings(scored).map(Arc::new)).transpose();
        Ok(Self {
            scored,
            units: units.map_err(broken)?,
            systems: Arc::new(system_readings(scored).map_err(broken)?),
        })
    }

    /// Judgements beside scores at a level.
    ///
    /// # Errors
    /// Fails if a judgement is not finite.
    pub fn compared(&self, people: &People, level: Level) -> Result<Compared, Error> {
        let (grid, measures) = match (&self.units, level) {
            (Some(units), Level::Segment | Level::Item | Level::BySystem) => {
                (grid(self.scored, &people.values), units)
            }
            _ => (system_people(self.scored, people), &self.systems),
        };
        Ok(Compared {
            aspect: people.aspect.clone(),
            level,
            people: grid.map_err(broken)?,
            measures: Arc::clone(measures),
        })
    }

    /// The judgements and the scores of an entry for each unit.
    ///
    /// # Errors
    /// Fails if units are not compared.
    pub fn of_units(&self, people: &People, entry: usize) -> Result<(Grid, &Grid), Undefined> {
        let units = self.units.as_ref().ok_or(Undefined("units are not compared"))?;
        Ok((grid(self.scored, &people.values)?, &units[entry]))
    }
}

fn broken(Undefined(reason): Undefined) -> Error {
    Error::Options(reason.to_owned())
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
