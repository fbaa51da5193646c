//! Several data sets at once: the file of `--config`.
//!
//! ```toml
//! measures = ["bleu", "chrf", "ter"]
//! coefficient = ["spearman"]
//! level = "item"
//!
//! [[data]]
//! name = "news"
//! input = "news.jsonl"
//! human = "adequacy"
//!
//! [[data]]
//! name = "talks"
//! hyp = ["a=talks/a.txt", "b=talks/b.txt"]
//! ref = "talks/reference.txt"
//! ratings = "talks/ratings.csv"
//! ```
//!
//! Files are looked for beside the file itself. What is typed wins; what stands
//! in a data set wins over what stands above it.

use std::path::{Path, PathBuf};

use regua_data::TableAt;
use serde::Deserialize;

use super::args::CorrelateArgs;
use crate::config::OneOrMany;
use crate::error::Error;

/// What the file may hold. The names are those of the options.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Config {
    measures: OneOrMany,
    reading: OneOrMany,
    beam: Option<String>,
    coefficient: OneOrMany,
    level: OneOrMany,
    ci: bool,
    resamples: Option<usize>,
    seed: Option<u64>,
    confidence: Option<f64>,
    test: Option<String>,
    matrix: bool,
    cost: bool,
    format_out: Option<String>,
    chart: bool,
    data: Vec<Data>,
}

/// A data set.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct Data {
    name: String,
    input: OneOrMany,
    hyp: OneOrMany,
    r#ref: OneOrMany,
    src: Option<PathBuf>,
    format: Option<String>,
    col: OneOrMany,
    allow_empty_reference: bool,
    measures: OneOrMany,
    reading: OneOrMany,
    level: OneOrMany,
    ratings: OneOrMany,
    aspect: OneOrMany,
    z_scores: bool,
    human: OneOrMany,
    rankings: OneOrMany,
    ignore_unknown: bool,
}

/// What was typed, filled up from the configuration file; and for each data
/// set its name, where there is one, and the options that go with it.
type Expanded = (CorrelateArgs, Vec<(Option<String>, CorrelateArgs)>);

/// Takes the configuration file in.
///
/// # Errors
/// Fails if the file cannot be read, holds what no option is called, or a data
/// set has no name or one that is taken.
pub fn expand(mut args: CorrelateArgs) -> Result<Expanded, Error> {
    let Some(path) = args.config.take() else {
        let only = vec![(None, args.clone())];
        return Ok((args, only));
    };
    let broken = |rule: String| Error::Config { path: path.clone(), rule };
    let text = std::fs::read_to_string(&path).map_err(|error| broken(error.to_string()))?;
    let config: Config =
        toml::from_str(&text).map_err(|error| broken(error.to_string().trim_end().to_owned()))?;
    config.measures.fill(&mut args.measures);
    config.coefficient.fill(&mut args.coefficient);
    args.beam = args.beam.or(config.beam);
    args.resamples = args.resamples.or(config.resamples);
    args.seed = args.seed.or(config.seed);
    args.confidence = args.confidence.or(config.confidence);
    args.test = args.test.or(config.test);
    args.ci |= config.ci;
    args.matrix |= config.matrix;
    args.cost |= config.cost;
    args.chart |= config.chart;
    if !args.json {
        args.format_out = args.format_out.or(config.format_out);
    }
    if config.data.is_empty() {
        config.reading.fill(&mut args.reading);
        config.level.fill(&mut args.level);
        let only = vec![(None, args.clone())];
        return Ok((args, only));
    }
    let is_typed = !args.tables.is_empty()
        || !args.hypotheses.is_empty()
        || !args.ratings.is_empty()
        || !args.human.is_empty()
        || !args.rankings.is_empty();
    if is_typed {
        return Err(broken(
            "it names data sets, and others were typed: give the one or the other".to_owned(),
        ));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut all: Vec<(Option<String>, CorrelateArgs)> = Vec::new();
    for (at, data) in config.data.into_iter().enumerate() {
        let name = data.name.trim().to_owned();
        if name.is_empty() {
            return Err(broken(format!("data set {} has no name", at + 1)));
        }
        if all.iter().any(|(known, _)| known.as_ref() == Some(&name)) {
            return Err(broken(format!("two data sets are called `{name}`")));
        }
        let mut own = args.clone();
        data.fill(&mut own, folder);
        config.reading.clone().fill(&mut own.reading);
        config.level.clone().fill(&mut own.level);
        all.push((Some(name), own));
    }
    Ok((args, all))
}

impl Data {
    /// Adds the options of the data set.
    fn fill(self, args: &mut CorrelateArgs, folder: &Path) {
        let paths = |files: OneOrMany| -> Vec<PathBuf> {
            files.into_list().into_iter().map(|file| folder.join(file)).collect()
        };
        let tables = |files| paths(files).into_iter().map(TableAt::from).collect();
        args.tables = tables(self.input);
        args.references = paths(self.r#ref);
        args.ratings = tables(self.ratings);
        args.rankings = tables(self.rankings);
        args.source = self.src.map(|file| folder.join(file));
        args.hypotheses = self.hyp.into_list().iter().map(|typed| beside(typed, folder)).collect();
        args.format = self.format;
        args.columns = self.col.into_list();
        args.human = self.human.into_list();
        args.allow_empty_reference |= self.allow_empty_reference;
        args.z_scores |= self.z_scores;
        args.ignore_unknown |= self.ignore_unknown;
        // Keys of a ledger differ from data set to data set.
        let own = self.measures.into_list();
        if !own.is_empty() {
            args.measures = own;
        }
        self.aspect.fill(&mut args.aspect);
        self.reading.fill(&mut args.reading);
        self.level.fill(&mut args.level);
    }
}

/// `NAME=FILE` or `FILE`, with the file looked for in a folder.
fn beside(typed: &str, folder: &Path) -> String {
    let join = |file: &str| folder.join(file).display().to_string();
    match typed.split_once('=') {
        Some((name, file)) if !name.is_empty() && !folder.join(typed).exists() => {
            format!("{name}={}", join(file))
        }
        _ => join(typed),
    }
}
