//! What people say of the units that were scored.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use regua_core::text::{hint, list, nearest};
use regua_data::ratings::{Rating, Ratings};
use regua_stats::agreement::{self, standardise};

use super::scored::Scored;
use crate::error::Error;

/// The most aspects that are taken without being named.
const MOST_ASPECTS: usize = 100;

/// How people judge each unit in one respect.
#[derive(Debug, Clone, PartialEq)]
pub struct People {
    /// What they look at, where the data say so.
    pub aspect: Option<String>,
    /// The mean judgement of each unit, where it has one.
    pub values: Vec<Option<f64>>,
}

/// What is taken of ratings.
#[derive(Debug, Clone, Default)]
pub struct Taking {
    /// The aspects that are wanted; all of them if there are none.
    pub aspects: Vec<String>,
    /// Whether ratings are standardised by rater.
    pub z_scores: bool,
    /// Whether ratings of outputs that are not there are passed over.
    pub ignore_unknown: bool,
}

/// The columns of human scores, as judgements.
pub fn of_columns(columns: &[String], scored: &Scored) -> Vec<People> {
    let pairs = columns.iter().zip(&scored.human);
    pairs
        .map(|(column, values)| People { aspect: Some(column.clone()), values: values.clone() })
        .collect()
}

/// Ratings, joined with the units that were scored: the mean over raters, for
/// each aspect.
///
/// # Errors
/// Fails if an aspect is not there, a rating is no number, or it is of an
/// output that was not scored.
pub fn of_ratings(
    ratings: &Ratings,
    taking: &Taking,
    scored: &Scored,
    notes: &mut Vec<String>,
) -> Result<Vec<People>, Error> {
    if ratings.empty > 0 {
        notes.push(format!("{} without a value passed over", plural(ratings.empty, "rating")));
    }
    let joined = join(ratings, taking, scored, notes)?;
    let mut all = Vec::new();
    for aspect in aspects(ratings, &taking.aspects)? {
        let own: Vec<&Joined<'_>> =
            joined.iter().filter(|one| one.rating.aspect == aspect).collect();
        let aspect = aspect.as_deref().map(str::to_owned);
        let numbers = numbers(ratings, &own, taking.z_scores, aspect.as_deref(), notes)?;
        let values = means(&own, &numbers, scored.units.len(), aspect.as_deref(), notes);
        all.push(People { aspect, values });
    }
    Ok(all)
}

/// A rating beside the unit it is of.
struct Joined<'r> {
    rating: &'r Rating,
    unit: usize,
}

fn join<'r>(
    ratings: &'r Ratings,
    taking: &Taking,
    scored: &Scored,
    notes: &mut Vec<String>,
) -> Result<Vec<Joined<'r>>, Error> {
    let finder = Finder::new(scored);
    let mut joined = Vec::with_capacity(ratings.rows.len());
    let mut unknown = Unknown::default();
    for rating in &ratings.rows {
        let wanted = rating.aspect.as_deref();
        if !taking.aspects.is_empty()
            && !taking.aspects.iter().any(|aspect| Some(aspect.as_str()) == wanted)
        {
            continue;
        }
        let system = match (&rating.system, scored.systems.as_slice()) {
            (Some(system), _) => system,
            (None, [only]) => only,
            (None, several) => {
                let place = ratings.place(rating);
                return Err(Error::Options(format!(
                    "{place}: the rating names no system, but {} were scored (name the column with --col ratings.system=…)",
                    several.len()
                )));
            }
        };
        match finder.unit(system, &rating.segment) {
            Some(unit) => joined.push(Joined { rating, unit }),
            None => unknown.add(&finder, system, &rating.segment),
        }
    }
    unknown.tell("ratings", taking.ignore_unknown, notes)?;
    Ok(joined)
}

/// Finds units by the names of system and segment.
pub struct Finder<'s> {
    scored: &'s Scored,
    systems: HashMap<&'s str, usize>,
    items: HashMap<&'s str, usize>,
}

impl<'s> Finder<'s> {
    /// Of these units.
    pub fn new(scored: &'s Scored) -> Self {
        let systems = scored.systems.iter().enumerate().map(|(at, name)| (&**name, at)).collect();
        let items = scored.items.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
        Self { scored, systems, items }
    }

    /// The unit, if it was scored.
    pub fn unit(&self, system: &str, segment: &str) -> Option<usize> {
        self.scored.unit(*self.systems.get(system)?, *self.items.get(segment)?)
    }
}

/// Judgements of outputs that were not scored.
#[derive(Debug, Default)]
pub struct Unknown {
    count: u64,
    systems: Vec<String>,
    segments: Vec<String>,
    outputs: Vec<String>,
}

impl Unknown {
    /// Adds one; only the first few are remembered by name.
    pub fn add(&mut self, finder: &Finder<'_>, system: &str, segment: &str) {
        self.count += 1;
        let (list, name) = if !finder.systems.contains_key(system) {
            (&mut self.systems, system.to_owned())
        } else if !finder.items.contains_key(segment) {
            (&mut self.segments, segment.to_owned())
        } else {
            (&mut self.outputs, format!("{segment} by {system}"))
        };
        if list.len() < 4 && !list.contains(&name) {
            list.push(name);
        }
    }

    /// Says what is unknown: as an error, or as a note if that is allowed.
    ///
    /// # Errors
    /// Fails if there is something and it may not be.
    pub fn tell(&self, what: &str, is_allowed: bool, notes: &mut Vec<String>) -> Result<(), Error> {
        if self.count == 0 {
            return Ok(());
        }
        let count = self.count;
        if is_allowed {
            notes.push(format!("{count} {what} of outputs that were not scored passed over"));
            return Ok(());
        }
        let named = |names: &[String]| match names {
            [a, b, c, _] => format!("`{a}`, `{b}`, `{c}` and others"),
            few => list(few),
        };
        let mut parts = Vec::new();
        if !self.systems.is_empty() {
            parts.push(format!("the systems {}", named(&self.systems)));
        }
        if !self.segments.is_empty() {
            parts.push(format!("the segments {}", named(&self.segments)));
        }
        if !self.outputs.is_empty() {
            parts.push(format!("the outputs {}", named(&self.outputs)));
        }
        let parts = parts.join("; ");
        Err(Error::Options(format!(
            "{count} {what} are of outputs that were not scored: {parts} (let them pass with --ignore-unknown)"
        )))
    }
}

/// The aspects that were asked for; all of them if none was.
fn aspects(ratings: &Ratings, typed: &[String]) -> Result<Vec<Option<Arc<str>>>, Error> {
    let known = ratings.aspects();
    if typed.is_empty() {
        if known.len() > MOST_ASPECTS {
            return Err(Error::Options(format!(
                "the ratings have {} aspects: choose some with --aspect, or name another column with --col aspect=…",
                known.len()
            )));
        }
        return Ok(known);
    }
    let names: Vec<&str> = known.iter().flatten().map(|name| &**name).collect();
    typed
        .iter()
        .map(|name| {
            let found = known.iter().find(|aspect| aspect.as_deref() == Some(name));
            found.cloned().ok_or_else(|| {
                let near = nearest(name, names.iter().copied());
                Error::Options(format!(
                    "the ratings have no aspect `{name}`{}",
                    if near.is_empty() {
                        format!("; they have {}", list(&names))
                    } else {
                        hint(&near)
                    }
                ))
            })
        })
        .collect()
}

/// Each rating as a number, standardised if asked to; nothing where a rater
/// has no spread.
fn numbers(
    ratings: &Ratings,
    own: &[&Joined<'_>],
    z_scores: bool,
    aspect: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<Vec<Option<f64>>, Error> {
    let mut raters: Vec<&Arc<str>> = Vec::new();
    let mut known: HashMap<&Arc<str>, usize> = HashMap::new();
    let mut plain = Vec::with_capacity(own.len());
    for Joined { rating, unit } in own {
        let value = ratings.number(rating)?;
        let rater = match &rating.rater {
            Some(rater) => *known.entry(rater).or_insert_with(|| {
                raters.push(rater);
                raters.len() - 1
            }),
            None if z_scores => {
                return Err(Error::Options(format!(
                    "{}: `--z-scores` needs to know the rater of each rating",
                    ratings.place(rating)
                )));
            }
            None => 0,
        };
        plain.push(agreement::Rating { item: *unit, rater, value });
    }
    if !z_scores {
        return Ok(plain.into_iter().map(|rating| Some(rating.value)).collect());
    }
    let standard =
        standardise(&plain).map_err(|reason| Error::Options(format!("no z-scores: {reason}")))?;
    let mut without = HashSet::new();
    for (rating, value) in plain.iter().zip(&standard) {
        if let Err(reason) = value
            && without.insert(rating.rater)
        {
            notes.push(format!(
                "the ratings{} of `{}` have no z-scores and are left out: {reason}",
                of_aspect(aspect),
                raters[rating.rater]
            ));
        }
    }
    Ok(standard.into_iter().map(Result::ok).collect())
}

fn of_aspect(aspect: Option<&str>) -> String {
    aspect.map_or_else(String::new, |aspect| format!(" of `{aspect}`"))
}

/// The mean over raters for each unit; of a rater who judged a unit more than
/// once, the mean of that first.
fn means(
    own: &[&Joined<'_>],
    numbers: &[Option<f64>],
    units: usize,
    aspect: Option<&str>,
    notes: &mut Vec<String>,
) -> Vec<Option<f64>> {
    struct Judgement {
        unit: usize,
        sum: f64,
        count: u32,
    }
    let mut judgements: Vec<Judgement> = Vec::new();
    let mut known: HashMap<(usize, &Arc<str>), usize> = HashMap::new();
    let mut repeated = 0_u64;
    for (Joined { rating, unit }, value) in own.iter().zip(numbers) {
        let Some(value) = value else { continue };
        let (next, mut at) = (judgements.len(), judgements.len());
        if let Some(rater) = &rating.rater {
            at = *known.entry((*unit, rater)).or_insert(next);
        }
        if at == next {
            judgements.push(Judgement { unit: *unit, sum: *value, count: 1 });
        } else {
            judgements[at].sum += value;
            judgements[at].count += 1;
            repeated += 1;
        }
    }
    if repeated > 0 {
        let (aspect, times) = (of_aspect(aspect), plural(repeated, "rating"));
        let repeat = if repeated == 1 { "repeats" } else { "repeat" };
        notes.push(format!(
            "{times}{aspect} {repeat} an earlier one by the same rater; the mean is taken"
        ));
    }
    let mut sums = vec![(0.0, 0_u32); units];
    for Judgement { unit, sum, count } in judgements {
        sums[unit].0 += sum / f64::from(count);
        sums[unit].1 += 1;
    }
    sums.into_iter().map(|(sum, count)| (count > 0).then(|| sum / f64::from(count))).collect()
}

/// A number of things, in words.
pub fn plural(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
