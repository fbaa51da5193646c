//! What was typed after `regua classify` and `regua spans`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::args::{GroupArgs, OutputArgs};
use crate::resampling::ResampleArgs;

/// `regua classify`
#[derive(Debug, Default, Args)]
pub struct ClassifyArgs {
    /// Gold labels and predictions: files with a label a line, or tables (JSONL, CSV, TSV, Parquet).
    /// One table has the columns `gold` and `predicted`; of several files the first is gold, and
    /// tables are joined by `id`. Probabilities are in `probabilities` or `p_LABEL`
    #[arg(value_name = "[NAME=]FILE", required = true)]
    pub files: Vec<String>,
    /// Format of the files, where their names do not tell: lines, jsonl, csv, tsv or parquet
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub format: Option<String>,
    /// Another name for a column, as in `--col predicted=answer`
    #[arg(long = "col", value_name = "COLUMN=NAME", help_heading = "Input")]
    pub columns: Vec<String>,
    /// What both verbs have.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// `regua spans`
#[derive(Debug, Default, Args)]
pub struct SpansArgs {
    /// Gold spans and predictions: files with a token and its tag a line, or JSONL with `id` and
    /// `spans`. One file has gold and predicted tags in its last two columns, or `gold` and
    /// `predicted`; of several files the first is gold
    #[arg(value_name = "[NAME=]FILE", required = true)]
    pub files: Vec<String>,
    /// Format of the files, where their names do not tell: tags, jsonl or parquet
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub format: Option<String>,
    /// Another name for a column, as in `--col spans=entities`
    #[arg(long = "col", value_name = "COLUMN=NAME", help_heading = "Input")]
    pub columns: Vec<String>,
    /// How tags make spans: conll (whatever looks like a span is one), iob1, iob2, ioe1, ioe2, iobes or bilou
    #[arg(long, value_name = "SCHEME", help_heading = "Input")]
    pub scheme: Option<String>,
    /// Refuse tags that break the scheme, and spans that overlap
    #[arg(long, help_heading = "Input")]
    pub strict: bool,
    /// What both verbs have.
    #[command(flatten)]
    pub common: CommonArgs,
}

/// What both verbs have.
#[derive(Debug, Default, Args)]
pub struct CommonArgs {
    /// Measures, as in `confusion,ece(bins=10)`; what goes with the data if not given
    #[arg(short, long = "measures", value_name = "MEASURES", help_heading = "Measures")]
    pub measures: Vec<String>,
    /// How many threads measure; all cores if not given
    #[arg(long, value_name = "N", help_heading = "Run")]
    pub threads: Option<NonZeroUsize>,
    /// Save the ledger (Parquet), to be read, compared and resampled later
    #[arg(long, value_name = "FILE", help_heading = "Run", conflicts_with = "resume")]
    pub save: Option<PathBuf>,
    /// Go on with an interrupted `--save`; the measures and the input must be the same
    #[arg(long, value_name = "FILE", help_heading = "Run")]
    pub resume: Option<PathBuf>,
    /// Grouping.
    #[command(flatten)]
    pub groups: GroupArgs,
    /// Intervals.
    #[command(flatten)]
    pub resample: ResampleArgs,
    /// Output.
    #[command(flatten)]
    pub output: OutputArgs,
}
