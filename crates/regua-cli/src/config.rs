//! The configuration file: the options of `regua score`, as TOML.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::ScoreArgs;
use crate::error::Error;

/// What `regua.toml` may hold. The names are those of the options.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Config {
    measures: OneOrMany,
    col: OneOrMany,
    by: OneOrMany,
    bins: OneOrMany,
    gate: OneOrMany,
    r#macro: Option<String>,
    beam: Option<String>,
    fit: Option<PathBuf>,
    save_fit: Option<PathBuf>,
    format: Option<String>,
    format_out: Option<String>,
    threads: Option<NonZeroUsize>,
    each_reference: bool,
    allow_empty_reference: bool,
    save_texts: bool,
    all_readings: bool,
    percent: bool,
    chart: bool,
    ci: bool,
    resamples: Option<usize>,
    seed: Option<u64>,
    rng: Option<String>,
    confidence: Option<f64>,
    interval: Option<String>,
    resample_by: Option<String>,
}

/// A text, or a list of texts.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// Takes the place of a list that was not typed.
    pub(crate) fn fill(self, typed: &mut Vec<String>) {
        if typed.is_empty() {
            *typed = self.into_list();
        }
    }

    /// The texts.
    pub(crate) fn into_list(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::Many(many) => many,
        }
    }
}

/// Adds what the configuration file says to what was typed; the latter wins.
///
/// # Errors
/// Fails if the file cannot be read or holds what no option is called.
pub fn merge(mut args: ScoreArgs, path: &Path) -> Result<ScoreArgs, Error> {
    let broken = |rule: String| Error::Config { path: path.to_owned(), rule };
    let text = std::fs::read_to_string(path).map_err(|error| broken(error.to_string()))?;
    let config: Config =
        toml::from_str(&text).map_err(|error| broken(error.to_string().trim_end().to_owned()))?;
    config.measures.fill(&mut args.measures);
    config.col.fill(&mut args.columns);
    config.by.fill(&mut args.groups.by);
    config.bins.fill(&mut args.groups.bins);
    config.gate.fill(&mut args.output.gate);
    args.groups.cluster = args.groups.cluster.or(config.r#macro);
    args.beam = args.beam.or(config.beam);
    args.fit = args.fit.or(config.fit);
    args.save_fit = args.save_fit.or(config.save_fit);
    args.format = args.format.or(config.format);
    if !args.output.json {
        args.output.format_out = args.output.format_out.or(config.format_out);
    }
    args.threads = args.threads.or(config.threads);
    args.each_reference |= config.each_reference;
    args.allow_empty_reference |= config.allow_empty_reference;
    args.save_texts |= config.save_texts;
    args.output.all_readings |= config.all_readings;
    args.output.percent |= config.percent;
    args.output.chart |= config.chart;
    let resample = &mut args.resample;
    resample.ci |= config.ci;
    resample.resamples = resample.resamples.or(config.resamples);
    resample.seed = resample.seed.or(config.seed);
    resample.rng = resample.rng.take().or(config.rng);
    resample.confidence = resample.confidence.or(config.confidence);
    resample.interval = resample.interval.take().or(config.interval);
    resample.resample_by = resample.resample_by.take().or(config.resample_by);
    Ok(args)
}
