//! The same units of all systems, side by side.

use std::collections::HashMap;

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
/// Fails if a system has an id twice, or, unless only the `common` units are
/// wanted, if systems have different units; says which.
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
            ids.map(|unit| unit.name().to_owned()).collect()
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
    let most = systems.iter().map(|system| system.units.len()).max().unwrap_or(0);
    let positions = places.iter().map(|place| ids.iter().map(|id| place[id]).collect());
    Ok(Aligned { uncommon: most - ids.len(), positions: positions.collect() })
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
