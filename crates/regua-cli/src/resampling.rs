//! What was typed about resampling, and what it means.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::Arc;

use clap::Args;
use regua_core::Reader;
use regua_core::group::{GroupReading, Totals};
use regua_core::resample::{FEW_UNITS, Kept, Method, Resampling, Scheme};
use regua_data::REFERENCE_SET;
use regua_report::ResamplingNote;

use crate::error::Error;

/// How intervals are made.
#[derive(Debug, Default, Clone, Args)]
pub struct ResampleArgs {
    /// Give every reading an interval, from resampled units
    #[arg(long, help_heading = "Intervals")]
    pub ci: bool,
    /// How many times units are drawn; 1000 if not given
    #[arg(long, value_name = "N", help_heading = "Intervals")]
    pub resamples: Option<usize>,
    /// The seed of the draws; 12345 if not given
    #[arg(long, value_name = "SEED", help_heading = "Intervals")]
    pub seed: Option<u64>,
    /// How units are drawn: regua, poisson (the same wherever a unit is seen) or sacrebleu (its own
    /// draws, intervals and p-values)
    #[arg(long, value_name = "RNG", help_heading = "Intervals")]
    pub rng: Option<String>,
    /// The share of draws that an interval holds; 0.95 if not given
    #[arg(long, value_name = "SHARE", help_heading = "Intervals")]
    pub confidence: Option<f64>,
    /// How an interval is read off the draws: percentile or bca
    #[arg(long, value_name = "METHOD", help_heading = "Intervals")]
    pub interval: Option<String>,
    /// Draw all units with the same value of a column (a document, a text) together
    #[arg(long, value_name = "COLUMN", help_heading = "Intervals")]
    pub resample_by: Option<String>,
}

/// How intervals are made, with everything checked.
#[derive(Debug, Clone)]
pub struct ResamplePlan {
    /// How units are drawn.
    pub how: Resampling,
    /// The column whose values are drawn whole.
    pub by: Option<String>,
}

/// The most draws that are made: more says nothing new.
const MOST_RESAMPLES: usize = 1_000_000;

impl ResamplePlan {
    /// What was typed; nothing if no intervals are asked for.
    ///
    /// # Errors
    /// Fails if a word is unknown, a number is out of range, or an option goes
    /// with `--ci` and that was not typed.
    pub fn wanted(args: &ResampleArgs, threads: NonZeroUsize) -> Result<Option<Self>, Error> {
        if args.ci {
            return Self::new(args, threads).map(Some);
        }
        let typed = [
            ("--resamples", args.resamples.is_some()),
            ("--seed", args.seed.is_some()),
            ("--rng", args.rng.is_some()),
            ("--confidence", args.confidence.is_some()),
            ("--interval", args.interval.is_some()),
            ("--resample-by", args.resample_by.is_some()),
        ];
        match typed.iter().find(|(_, is_typed)| *is_typed) {
            Some((option, _)) => Err(Error::Options(format!("`{option}` goes with `--ci`"))),
            None => Ok(None),
        }
    }

    /// What was typed, where intervals are made in any case.
    ///
    /// # Errors
    /// Fails if a word is unknown or a number is out of range.
    pub fn new(args: &ResampleArgs, threads: NonZeroUsize) -> Result<Self, Error> {
        let scheme = match &args.rng {
            None => Scheme::default(),
            Some(word) => find("--rng", word, &Scheme::WORDS)?,
        };
        let method = match (&args.interval, scheme) {
            (None, Scheme::Sacrebleu) => Method::Sacrebleu,
            (None, _) => Method::default(),
            (Some(word), _) => find("--interval", word, &Method::WORDS[..2])?,
        };
        let defaults = Resampling::default();
        let confidence = args.confidence.unwrap_or(defaults.confidence);
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(Error::Options(format!(
                "`--confidence {confidence}` is not a share between 0 and 1, such as 0.95"
            )));
        }
        if scheme == Scheme::Sacrebleu {
            let cannot = |what| Err(Error::Options(format!("sacrebleu has no {what}")));
            if args.confidence.is_some_and(|share| (share - 0.95).abs() > 1e-12) {
                return cannot("intervals but those of 95 %");
            }
            if args.resample_by.is_some() {
                return cannot("clusters that are drawn together");
            }
        }
        let resamples = args.resamples.unwrap_or(defaults.resamples);
        if !(2..=MOST_RESAMPLES).contains(&resamples) {
            return Err(Error::Options(format!(
                "`--resamples {resamples}` is not between 2 and {MOST_RESAMPLES}"
            )));
        }
        let seed = args.seed.unwrap_or(defaults.seed);
        let how = Resampling { scheme, method, resamples, seed, confidence, threads };
        Ok(Self { how, by: args.resample_by.clone() })
    }

    /// What a report says about it: what was drawn whole is the column that was
    /// asked for, else that of averaged clusters, else ids that occur several times.
    pub fn note(&self, kept: &Kept, clusters: Option<&str>) -> ResamplingNote {
        let ids = kept.draws_ids().then_some("id");
        ResamplingNote {
            confidence: self.how.confidence,
            method: self.how.method.word(),
            scheme: self.how.scheme.word(),
            resamples: self.how.resamples,
            seed: self.how.seed,
            by: self.by.as_deref().or(clusters).or(ids).map(str::to_owned),
        }
    }
}

/// Keeps rows, if intervals or statistics that are no sums need them.
///
/// # Errors
/// Fails if the data lack the column that is drawn whole, or clusters of another
/// column are averaged.
pub fn keep(
    readers: &[Arc<dyn Reader>],
    totals: &Totals,
    plan: Option<&ResamplePlan>,
    columns: &[String],
) -> Result<Option<Kept>, Error> {
    if plan.is_none() && readers.iter().all(|reader| reader.statistic().is_none()) {
        return Ok(None);
    }
    if plan.is_some_and(|plan| plan.how.scheme == Scheme::Sacrebleu) && totals.cluster().is_some() {
        return Err(Error::Options("sacrebleu has no averages of clusters".to_owned()));
    }
    let by = plan.and_then(|plan| plan.by.as_deref());
    if let (Some(by), Some(cluster)) = (by, totals.cluster())
        && by != cluster
    {
        return Err(Error::Options(format!(
            "`--macro {cluster}` draws whole values of `{cluster}`, so that `--resample-by {by}` has nothing to draw"
        )));
    }
    let kept = Kept::new(readers.to_vec(), by, totals.cluster().is_some(), columns)?;
    Ok(Some(kept.apart_by(REFERENCE_SET, columns)))
}

/// A warning for systems and groups whose intervals come from too few units.
pub fn few_units(results: &[GroupReading]) -> Option<String> {
    let is_few = |result: &GroupReading| (1..FEW_UNITS).contains(&result.drawn_from);
    let mut few: Vec<&GroupReading> = Vec::new();
    for result in results.iter().filter(|result| is_few(result)) {
        let is_known = |known: &&GroupReading| {
            (&known.system, &known.group) == (&result.system, &result.group)
        };
        if !few.iter().any(is_known) {
            few.push(result);
        }
    }
    let first = few.first()?;
    let mut place = first.system.to_string();
    for (column, value) in &first.group {
        let _ = write!(place, ", {column} {value}");
    }
    let more = match few.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    Some(format!(
        "an interval from fewer than {FEW_UNITS} units says little: {place} has {}{more}",
        first.drawn_from
    ))
}

/// Why the headline of a measure has no interval, once for each reason.
pub fn no_interval(results: &[GroupReading], keys: &[String]) -> Vec<String> {
    let mut warnings = Vec::new();
    for result in results {
        if let Some(Err(reason)) = result.intervals.first() {
            let warning = format!("`{}` has no interval: {reason}", keys[result.measure]);
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    warnings
}

/// What a word stands for.
///
/// # Errors
/// Says which words there are.
pub fn find<T: Copy>(option: &str, word: &str, words: &[(&str, T)]) -> Result<T, Error> {
    let known = words.iter().find(|(known, _)| *known == word);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        Error::Options(format!("`{option} {word}` is unknown: it takes {}", words.join(", ")))
    })
}
