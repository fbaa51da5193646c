//! Which coefficients of agreement make sense, and what they are.

use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::Reading;
use regua_report::ratings::{Bounds, Coefficient};
use regua_stats::Undefined;
use regua_stats::agreement::{
    Form, IntraclassTable, Ratings, Scale, Weighting, alpha, cohen, fleiss, gwet, light, percent,
    resampled, scott,
};

use super::args::RatingsArgs;
use crate::error::Error;

/// The most draws that are made: more says nothing new.
const MOST_RESAMPLES: usize = 1_000_000;

type Compute = Box<dyn Fn(&Ratings) -> Result<f64, Undefined>>;

/// How intervals are computed.
#[derive(Debug, Clone, Copy)]
pub struct Resampling {
    /// How often the items are drawn anew.
    pub resamples: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// How sure the intervals are.
    pub confidence: f64,
}

impl Resampling {
    /// What was typed; nothing if no intervals are asked for.
    ///
    /// # Errors
    /// Fails if a number is out of range, or goes with `--ci` and that was not typed.
    pub fn wanted(args: &RatingsArgs) -> Result<Option<Self>, Error> {
        let wrong = |rule: String| Err(Error::Options(rule));
        let typed = [
            ("--resamples", args.resamples.is_some()),
            ("--seed", args.seed.is_some()),
            ("--confidence", args.confidence.is_some()),
        ];
        match typed.iter().find(|(_, is_typed)| *is_typed) {
            Some((option, _)) if !args.ci => return wrong(format!("`{option}` goes with `--ci`")),
            _ if !args.ci => return Ok(None),
            _ => {}
        }
        let (resamples, confidence) =
            (args.resamples.unwrap_or(1000), args.confidence.unwrap_or(0.95));
        if !(2..=MOST_RESAMPLES).contains(&resamples) {
            return wrong(format!(
                "`--resamples {resamples}` is not between 2 and {MOST_RESAMPLES}"
            ));
        }
        if !(confidence > 0.0 && confidence < 1.0) {
            return wrong(format!("`--confidence {confidence}` is not between 0 and 1"));
        }
        Ok(Some(Self { resamples, seed: args.seed.unwrap_or(12345), confidence }))
    }
}

/// The coefficients that make sense for ratings on this scale, with intervals if asked for. `tell` hears what a reader
/// should know of them.
///
/// # Errors
/// Fails if somebody interrupts.
pub fn coefficients(
    ratings: &Ratings,
    scale: Scale,
    resampling: Option<Resampling>,
    interrupted: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> Result<Vec<Coefficient>, Error> {
    let mut all = Vec::new();
    let is_alone = ratings.raters().len() < 2;
    for (key, about, compute) in choice(ratings, scale) {
        if interrupted.load(Ordering::Relaxed) {
            return Err(Error::Interrupted(String::new()));
        }
        let value = if is_alone { Err(ALONE) } else { compute(ratings) };
        let interval = resampling.filter(|_| value.is_ok()).and_then(|how| {
            let found = resampled(ratings, compute, how.resamples, how.seed, how.confidence);
            if let Ok(found) = found && found.undefined > 0 {
                let (without, draws) = (found.undefined, how.resamples);
                tell(format!("{without} of {draws} resamples have no `{key}` and are left out of its interval"));
            }
            let bounds = |low, high| Bounds { low, high, level: how.confidence, method: "percentile" };
            found.map_err(|reason| tell(format!("`{key}` has no interval: {reason}"))).ok().map(|one| bounds(one.low, one.high))
        });
        all.push(Coefficient { key, about, value: reading(value), interval });
    }
    if matches!(scale, Scale::Interval | Scale::Ratio) {
        all.extend(intraclass(ratings, resampling, tell));
    }
    Ok(all)
}

const ALONE: Undefined = Undefined("there is only one rater");

/// A result as a reading.
pub fn reading(value: Result<f64, Undefined>) -> Reading {
    value.map_or_else(|Undefined(reason)| Reading::Undefined(reason.into()), Reading::from)
}

/// All coefficients but the intraclass ones: key, what it is, how it is computed.
fn choice(ratings: &Ratings, scale: Scale) -> Vec<(&'static str, &'static str, Compute)> {
    let mut all: Vec<(&'static str, &'static str, Compute)> = vec![
        ("percent", "share of pairs of ratings that are the same", Box::new(percent)),
        ("alpha", "Krippendorff's alpha", Box::new(move |ratings| alpha(ratings, scale))),
    ];
    let pair = match *ratings.raters() {
        [first, second] => Some((first, second)),
        _ => None,
    };
    // Cohen's kappa is one of two raters; with more, it is averaged over pairs.
    let kappa = |weighting: Weighting| -> Compute {
        match pair {
            Some((first, second)) => {
                Box::new(move |ratings| cohen(ratings, first, second, weighting))
            }
            None => Box::new(move |ratings| light(ratings, weighting)),
        }
    };
    let kappas = |names: [&'static str; 2]| if pair.is_some() { names[0] } else { names[1] };
    match scale {
        Scale::Nominal => {
            all.push(("fleiss", "Fleiss' kappa", Box::new(fleiss)));
            all.push(("ac1", "Gwet's AC1", Box::new(|ratings| gwet(ratings, Weighting::Identity))));
            let about = kappas(["Cohen's kappa", "Cohen's kappa, averaged over pairs of raters"]);
            all.push((kappas(["cohen", "cohen-mean"]), about, kappa(Weighting::Identity)));
            if let Some((first, second)) = pair {
                all.push((
                    "scott",
                    "Scott's pi",
                    Box::new(move |ratings| scott(ratings, first, second)),
                ));
            }
        }
        Scale::Ordinal => {
            all.push((
                "ac2",
                "Gwet's AC2, linear weights",
                Box::new(|ratings| gwet(ratings, Weighting::Linear)),
            ));
            let key = kappas(["cohen-linear", "cohen-linear-mean"]);
            let about = kappas([
                "Cohen's kappa, linear weights",
                "Cohen's kappa, linear weights, averaged over pairs",
            ]);
            all.push((key, about, kappa(Weighting::Linear)));
            let key = kappas(["cohen-quadratic", "cohen-quadratic-mean"]);
            let about = kappas([
                "Cohen's kappa, quadratic weights",
                "Cohen's kappa, quadratic weights, averaged over pairs",
            ]);
            all.push((key, about, kappa(Weighting::Quadratic)));
        }
        Scale::Interval | Scale::Ratio => {}
    }
    all
}

/// The six forms of intraclass correlation, with intervals of their own.
fn intraclass(
    ratings: &Ratings,
    resampling: Option<Resampling>,
    tell: &mut dyn FnMut(String),
) -> Vec<Coefficient> {
    let table = IntraclassTable::new(ratings);
    if let Ok(table) = &table
        && table.items() < ratings.items()
    {
        let (whole, all) = (table.items(), ratings.items());
        tell(format!(
            "intraclass correlations are over the {whole} of {all} items that every rater rated"
        ));
    }
    let of_form = |form: Form| {
        let interval = resampling.zip(table.ok()).and_then(|(how, table)| {
            let (low, high) = table.interval(form, how.confidence).ok()?;
            Some(Bounds { low, high, level: how.confidence, method: "f" })
        });
        let (key, about) = match form {
            Form::OneWay => ("icc(1,1)", "one rating, raters drawn for each item"),
            Form::Agreement => ("icc(A,1)", "one rating, offsets of raters count"),
            Form::Consistency => ("icc(C,1)", "one rating, offsets of raters do not count"),
            Form::OneWayMean => ("icc(1,k)", "mean rating, raters drawn for each item"),
            Form::AgreementMean => ("icc(A,k)", "mean rating, offsets of raters count"),
            Form::ConsistencyMean => ("icc(C,k)", "mean rating, offsets of raters do not count"),
        };
        let value = reading(table.and_then(|table| table.value(form)));
        Coefficient { key, about, value, interval }
    };
    Form::ALL.map(of_form).to_vec()
}
