//! The same units of all systems, side by side.

use std::collections::{HashMap, HashSet};

use crate::error::Error;
use crate::resample::{Kept, KeptSystem};

/// For each system where the units are that all of them have, in the order of
/// the first system.
#[derive(Debug, Clone)]
pub struct Aligned {
    /// Positions of the units, one list for each system.
    pub positions: Vec<Vec<u32>>,
    /// How many units some system does not have.
    pub uncommon: usize,
}

/// How many ids an error names.
const NAMED: usize = 5;

/// Finds the units that all systems have.
///
/// # Errors
/// Fails if a system has an id twice, if a unit is not in the same group and cluster
/// for all systems, or, unless only the `common` units are wanted, if systems have
/// different units; says which.
pub fn align(kept: &Kept, common: bool) -> Result<Aligned, Error> {
    let systems = kept.systems();
    let Some((first, others)) = systems.split_first() else {
        return Ok(Aligned { positions: Vec::new(), uncommon: 0 });
    };
    let mut places = vec![by_id(first)?];
    for system in others {
        let place = by_id(system)?;
        let missing = |ours: &KeptSystem, theirs: &HashMap<&str, u32>| -> Vec<String> {
            let ids = ours.units.iter().filter(|unit| !theirs.contains_key(&*unit.id));
            let mut names: Vec<String> = ids.map(|unit| unit.name().to_owned()).collect();
            names.dedup();
            names
        };
        if !common {
            let (ours, theirs) = (missing(first, &place), missing(system, &places[0]));
            if !ours.is_empty() || !theirs.is_empty() {
                let only = |system: &KeptSystem, ids: &[String]| {
                    (!ids.is_empty()).then(|| format!("only `{}` has {}", system.name, some(ids)))
                };
                let rule: Vec<String> =
                    [only(first, &ours), only(system, &theirs)].into_iter().flatten().collect();
                return Err(Error::OtherUnits {
                    first: first.name.to_string(),
                    second: system.name.to_string(),
                    rule: rule.join(", "),
                });
            }
        }
        places.push(place);
    }
    let everywhere = |id: &str| places.iter().all(|place| place.contains_key(id));
    let ids: Vec<&str> =
        first.units.iter().map(|unit| &*unit.id).filter(|id| everywhere(id)).collect();
    let all: HashSet<&str> = places.iter().flat_map(HashMap::keys).copied().collect();
    let positions = places.iter().map(|place| ids.iter().map(|id| place[id]).collect());
    let aligned = Aligned { uncommon: all.len() - ids.len(), positions: positions.collect() };
    are_grouped_alike(kept, &aligned)?;
    Ok(aligned)
}

/// Checks that a unit counts in the same place for all systems: otherwise groups
/// and draws would not be of the same units.
fn are_grouped_alike(kept: &Kept, aligned: &Aligned) -> Result<(), Error> {
    let systems = kept.systems();
    let unit =
        |system: usize, at: usize| &systems[system].units[aligned.positions[system][at] as usize];
    for at in 0..aligned.positions[0].len() {
        let first = unit(0, at);
        for (system, other) in systems.iter().enumerate().skip(1) {
            let second = unit(system, at);
            let places = if kept.group(first) != kept.group(second) {
                [first, second].map(|unit| kept.group(unit).join(", "))
            } else if kept.cluster(first) != kept.cluster(second) {
                [first, second].map(|unit| kept.cluster(unit).unwrap_or_default().to_owned())
            } else {
                continue;
            };
            let rule = format!(
                "in `{}` for `{}` and in `{}` for `{}`",
                places[0], systems[0].name, places[1], other.name
            );
            return Err(Error::OtherGroup { id: first.name().to_owned(), rule });
        }
    }
    Ok(())
}

fn by_id(system: &KeptSystem) -> Result<HashMap<&str, u32>, Error> {
    let mut places = HashMap::with_capacity(system.units.len());
    for (position, unit) in (0_u32..).zip(&system.units) {
        if places.insert(&*unit.id, position).is_some() {
            return Err(Error::TwiceTheUnit {
                system: system.name.to_string(),
                id: unit.name().to_owned(),
            });
        }
    }
    Ok(places)
}

/// Some ids, and how many more there are.
fn some(ids: &[String]) -> String {
    let named: Vec<String> = ids.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
    match ids.len().saturating_sub(NAMED) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
