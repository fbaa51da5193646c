//! The ratings of one aspect as plain numbers: items, raters, values.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use regua_data::ratings::{Rating, Ratings};
use regua_report::ratings::Counts;
use regua_stats::agreement::{self, Scale};

use crate::error::Error;

/// What a rater without a name is called.
pub const UNNAMED: &str = "(unnamed)";

/// Ratings of one aspect.
#[derive(Debug)]
pub struct Sheet<'r> {
    /// The scale: the one that was asked for, or what the values look like.
    pub scale: Scale,
    /// The ratings as numbers, in the order of the files.
    pub list: Vec<agreement::Rating>,
    /// The names of the raters, by their numbers.
    pub raters: Vec<&'r str>,
    /// How much there is.
    pub counts: Counts,
    /// Which of all the ratings these are.
    pub rows: Vec<usize>,
}

impl<'r> Sheet<'r> {
    /// The ratings of one aspect.
    ///
    /// # Errors
    /// Fails if a rating is a word and the scale is one for numbers.
    pub fn new(
        ratings: &'r Ratings,
        aspect: Option<&str>,
        scale: Option<Scale>,
    ) -> Result<Self, Error> {
        let all = ratings.rows.iter().enumerate();
        let own = all.filter(|(_, rating)| rating.aspect.as_deref() == aspect);
        let (rows, own): (Vec<usize>, Vec<&Rating>) = own.unzip();
        let are_numbers = own.iter().all(|rating| rating.value.number().is_some());
        let scale = scale.unwrap_or(if are_numbers { Scale::Interval } else { Scale::Nominal });
        let mut items: HashMap<(Option<&Arc<str>>, &Arc<str>), usize> = HashMap::new();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut words: HashMap<String, usize> = HashMap::new();
        let (mut raters, mut list) = (Vec::new(), Vec::with_capacity(own.len()));
        for rating in &own {
            let next = items.len();
            let item = *items.entry((rating.system.as_ref(), &rating.segment)).or_insert(next);
            let name = rating.rater.as_deref().unwrap_or(UNNAMED);
            let rater = *numbers.entry(name).or_insert_with(|| {
                raters.push(name);
                raters.len() - 1
            });
            let value = if scale == Scale::Nominal && !are_numbers {
                let next = words.len();
                *words.entry(rating.value.to_string()).or_insert(next) as f64
            } else {
                ratings.number(rating)?
            };
            list.push(agreement::Rating { item, rater, value });
        }
        let counts = Counts {
            ratings: list.len(),
            raters: raters.len(),
            items: items.len(),
            systems: own.iter().map(|rating| &rating.system).collect::<HashSet<_>>().len(),
        };
        Ok(Self { scale, list, raters, counts, rows })
    }
}

/// How much there is of everything, over some aspects.
pub fn count<'r>(rows: impl Iterator<Item = &'r Rating> + Clone) -> Counts {
    let system = |rating: &'r Rating| rating.system.as_deref();
    Counts {
        ratings: rows.clone().count(),
        raters: rows.clone().map(|rating| rating.rater.as_deref()).collect::<HashSet<_>>().len(),
        items: rows
            .clone()
            .map(|rating| (system(rating), &rating.segment))
            .collect::<HashSet<_>>()
            .len(),
        systems: rows.map(system).collect::<HashSet<_>>().len(),
    }
}
