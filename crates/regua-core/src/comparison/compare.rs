//! All systems, measures and groups.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_stats::significance::{adjust, clusters};

use super::align::Aligned;
use super::pair::{Looked, Side};
use super::{Adjustment, Comparison, Pair, Plan, Standing};
use crate::error::Error;
use crate::measure::Reader;
use crate::reading::{Direction, Reading, Readings};
use crate::resample::{Draws, Interval, Kept, Method, Pick, Sample, draws};
use crate::slot::{Cell, Slot, SlotKind};
use crate::tally::Tally;

/// Compares the systems of a run, on all units and on each of the `groups`.
///
/// # Errors
/// Fails if there is but one system, the baseline is not among them, or `cancel` is
/// set meanwhile.
pub fn compare(
    kept: &Kept,
    aligned: &Aligned,
    groups: &[Vec<(String, String)>],
    plan: &Plan,
    cancel: &AtomicBool,
) -> Result<Vec<Comparison>, Error> {
    let names: Vec<String> = kept.systems().iter().map(|system| system.name.to_string()).collect();
    if names.len() < 2 {
        return Err(Error::OneSystem { systems: names });
    }
    let baseline = plan.baseline.as_ref().map(|baseline| {
        let position = names.iter().position(|name| **name == **baseline);
        position.ok_or_else(|| Error::NoSuchSystem {
            system: baseline.to_string(),
            known: names.clone(),
        })
    });
    let baseline = baseline.transpose()?;
    let mut comparisons = Vec::new();
    let all = Vec::new();
    for group in std::iter::once(&all).chain(groups) {
        compare_group(kept, aligned, group, baseline, plan, cancel, &mut comparisons)?;
    }
    Ok(comparisons)
}

fn compare_group(
    kept: &Kept,
    aligned: &Aligned,
    group: &[(String, String)],
    baseline: Option<usize>,
    plan: &Plan,
    cancel: &AtomicBool,
    comparisons: &mut Vec<Comparison>,
) -> Result<(), Error> {
    let systems = kept.systems();
    let first = &systems[0];
    let here: Vec<usize> = (0..aligned.positions[0].len())
        .filter(|at| {
            let unit = &first.units[aligned.positions[0][*at] as usize];
            let values = group.iter().map(|(_, value)| value);
            group.is_empty() || values.eq(kept.group(unit))
        })
        .collect();
    // Measures that have scored the same units are drawn together.
    let mut together: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for measure in 0..kept.readers().len() {
        let scored = |at: &&usize| {
            let places = systems.iter().zip(&aligned.positions);
            places.into_iter().all(|(system, positions)| system.is_scored(measure, positions[**at]))
        };
        let units: Vec<usize> = here.iter().filter(scored).copied().collect();
        match together.iter_mut().find(|(known, _)| *known == units) {
            Some((_, measures)) => measures.push(measure),
            None => together.push((units, vec![measure])),
        }
    }
    let mut found: HashMap<usize, Vec<Comparison>> = HashMap::new();
    for (units, measures) in together {
        let compared = Compared::new(kept, aligned, &units, &measures, plan, cancel)?;
        for (slot, measure) in measures.into_iter().enumerate() {
            let reader = &*kept.readers()[measure];
            let readings = if plan.all_readings { reader.readings().len() } else { 1 };
            let each = (0..readings).map(|reading| {
                let mut comparison = compared.reading(slot, measure, reading, baseline, plan)?;
                comparison.group = group.to_vec();
                comparison.left_out = here.len() - units.len();
                Ok(comparison)
            });
            found.insert(measure, each.collect::<Result<_, Error>>()?);
        }
    }
    for measure in 0..kept.readers().len() {
        comparisons.extend(found.remove(&measure).unwrap_or_default());
    }
    Ok(())
}

/// Samples and draws of all systems under some measures, on the same units.
struct Compared<'a> {
    kept: &'a Kept,
    positions: Vec<Vec<u32>>,
    ids: Vec<(String, u32)>,
    /// For each measure, for each system.
    samples: Vec<Vec<Sample<'a>>>,
    draws: Vec<Vec<Draws>>,
    without: Vec<Vec<Vec<Readings>>>,
    cancel: &'a AtomicBool,
}

impl<'a> Compared<'a> {
    fn new(
        kept: &'a Kept,
        aligned: &Aligned,
        units: &[usize],
        measures: &[usize],
        plan: &Plan,
        cancel: &'a AtomicBool,
    ) -> Result<Self, Error> {
        let positions: Vec<Vec<u32>> = aligned
            .positions
            .iter()
            .map(|positions| units.iter().map(|at| positions[*at]).collect())
            .collect();
        let first = &kept.systems()[0];
        let ids = positions[0].iter().map(|at| (first.units[*at as usize].name().to_owned(), *at));
        let ids = ids.collect();
        let mut samples: Vec<Vec<Sample<'a>>> = measures
            .iter()
            .map(|measure| {
                let each = positions.iter().enumerate();
                each.map(|(system, positions)| {
                    kept.sample(system, *measure, pick(kept, system, positions))
                })
                .collect()
            })
            .collect();
        let enough = samples.iter().flatten().any(|sample| sample.units() > 1);
        let flat: Vec<Sample<'a>> = samples.drain(..).flatten().collect();
        let identities = kept.identities(0, Pick::These(&positions[0]));
        let drawn = if enough {
            draws(&flat, &identities, &plan.resampling, cancel)?
        } else {
            flat.iter().map(|_| Vec::new()).collect()
        };
        let without = flat
            .iter()
            .map(|sample| match plan.resampling.method {
                Method::Bca if enough => sample.leave_one_out(cancel),
                _ => Ok(Vec::new()),
            })
            .collect::<Result<Vec<Vec<Readings>>, Error>>()?;
        let systems = kept.systems().len();
        Ok(Self {
            kept,
            ids,
            samples: in_rows(flat, systems),
            draws: in_rows(drawn, systems),
            without: in_rows(without, systems),
            positions,
            cancel,
        })
    }

    fn reading(
        &self,
        slot: usize,
        measure: usize,
        reading: usize,
        baseline: Option<usize>,
        plan: &Plan,
    ) -> Result<Comparison, Error> {
        let reader = &*self.kept.readers()[measure];
        let direction = reader.readings()[reading].direction;
        let systems = self.kept.systems();
        let value = |readings: &Readings| readings.0.get(reading).and_then(Reading::value);
        let estimates: Vec<Reading> = self.samples[slot]
            .iter()
            .map(|sample| {
                if self.ids.is_empty() {
                    return Reading::Undefined("no unit was scored".into());
                }
                sample.estimate().0.swap_remove(reading)
            })
            .collect();
        let drawn: Vec<Vec<Option<f64>>> =
            self.draws[slot].iter().map(|draws| draws.iter().map(value).collect()).collect();
        let without: Vec<Vec<Option<f64>>> =
            self.without[slot].iter().map(|all| all.iter().map(value).collect()).collect();
        let units: Vec<Vec<Option<f64>>> = systems
            .iter()
            .zip(&self.positions)
            .map(|(system, positions)| {
                let rows = positions.iter().map(|at| system.row(measure, *at));
                rows.map(|row| value(&read_unit(reader, row))).collect()
            })
            .collect();
        let sides: Vec<Side<'_>> = (0..systems.len())
            .map(|system| Side {
                system,
                sample: &self.samples[slot][system],
                estimate: &estimates[system],
                draws: &drawn[system],
                units: &units[system],
                without: &without[system],
            })
            .collect();
        let looked = Looked { reading, direction, ids: &self.ids, cancel: self.cancel };
        let mut pairs: Vec<Pair> = Vec::new();
        for first in 0..systems.len() {
            for second in 0..systems.len() {
                let is_wanted = match baseline {
                    Some(baseline) => second == baseline && first != baseline,
                    None => first < second,
                };
                if is_wanted {
                    pairs.push(Pair::new(&sides[first], &sides[second], &looked, plan)?);
                }
            }
        }
        adjusted(&mut pairs, plan);
        let cluster = match baseline {
            None => ranks(&estimates, &pairs, direction, plan.alpha),
            Some(_) => vec![None; systems.len()],
        };
        let standings = sides.iter().zip(cluster).map(|(side, cluster)| {
            let interval = match side.estimate {
                Reading::Undefined(reason) => Err(reason.clone()),
                Reading::Value(value) => {
                    Interval::of(side.draws, *value, || side.without.to_vec(), &plan.resampling)
                }
            };
            Standing {
                system: Arc::clone(&systems[side.system].name),
                value: side.estimate.clone(),
                interval,
                cluster,
            }
        });
        Ok(Comparison {
            measure,
            reading,
            group: Vec::new(),
            within: None,
            units: self.ids.len(),
            left_out: 0,
            drawn_from: self.samples[slot].first().map_or(0, Sample::units),
            systems: standings.collect(),
            pairs,
        })
    }
}

/// All units of a system as they stand, where those are the ones: nothing is
/// copied then.
fn pick<'p>(kept: &Kept, system: usize, positions: &'p [u32]) -> Pick<'p> {
    let in_order = positions.len() == kept.systems()[system].units.len()
        && positions.iter().zip(0_u32..).all(|(at, place)| *at == place);
    if in_order { Pick::All } else { Pick::These(positions) }
}

fn in_rows<T>(flat: Vec<T>, width: usize) -> Vec<Vec<T>> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    for one in flat {
        match rows.last_mut() {
            Some(row) if row.len() < width => row.push(one),
            _ => rows.push(vec![one]),
        }
    }
    rows
}

pub(super) fn read_unit(reader: &dyn Reader, row: &[f64]) -> Readings {
    let cell = |(slot, value): (&Slot, &f64)| match slot.kind {
        #[expect(clippy::cast_possible_truncation, reason = "it was a count before it was kept")]
        SlotKind::Count => Cell::Count(value.round() as i64),
        SlotKind::Real => Cell::Real(*value),
    };
    let cells: Vec<Cell> = reader.slots().iter().zip(row).map(cell).collect();
    reader.read_unit(Tally::new(&cells))
}

/// Makes up for the number of pairs, and says which differ.
pub(super) fn adjusted(pairs: &mut [Pair], plan: &Plan) {
    let defined: Vec<usize> =
        (0..pairs.len()).filter(|at| pairs[*at].p.value().is_some()).collect();
    let p: Vec<f64> = defined.iter().filter_map(|at| pairs[*at].p.value()).collect();
    let adjusted = match plan.adjustment {
        Adjustment::Holm => adjust::holm(&p),
        Adjustment::BenjaminiHochberg => adjust::benjamini_hochberg(&p),
        Adjustment::None => Ok(p),
    };
    let Ok(adjusted) = adjusted else { return };
    for (at, adjusted) in defined.into_iter().zip(adjusted) {
        // No difference is no finding, whatever sacrebleu's p-value of it is.
        let differ = pairs[at].difference.value().is_some_and(|difference| difference != 0.0);
        pairs[at].is_significant = differ && adjusted < plan.alpha;
        pairs[at].adjusted = Reading::Value(adjusted);
    }
}

/// The clusters of systems that cannot be told apart.
pub(super) fn ranks(
    estimates: &[Reading],
    pairs: &[Pair],
    direction: Direction,
    alpha: f64,
) -> Vec<Option<usize>> {
    let mut ranks = vec![None; estimates.len()];
    let values: Option<Vec<f64>> = estimates.iter().map(Reading::value).collect();
    let (Some(values), false) = (values, direction == Direction::Neither) else { return ranks };
    let sign = if direction == Direction::LowerIsBetter { -1.0 } else { 1.0 };
    let values: Vec<f64> = values.into_iter().map(|value| sign * value).collect();
    let p_value = |first: usize, second: usize| {
        let is_it =
            |pair: &&Pair| [(first, second), (second, first)].contains(&(pair.first, pair.second));
        pairs.iter().find(is_it).and_then(|pair| pair.adjusted.value())
    };
    for standing in clusters::clusters(&values, alpha, p_value).unwrap_or_default() {
        ranks[standing.system] = Some(standing.cluster);
    }
    ranks
}
