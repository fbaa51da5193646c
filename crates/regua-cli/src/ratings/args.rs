//! What is typed after `regua ratings`.

use std::path::PathBuf;

use clap::Args;
use regua_data::TableAt;

/// What the columns of the report mean.
const COLUMNS: &str = "\
Of each rater: `agreement` is the correlation with the mean of the others, `matching` how often others gave the same \
label, `severity` the mean distance from the means of the items, `drift_per_100` how it changes over 100 ratings \
(* where p < 0.05), `repeated` how many ratings are of items rated before, `same` and `distance` how they compare with \
the first. Where an item was rated more than once, the first rating counts.";

/// `regua ratings`
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default, Clone, Args)]
#[command(after_help = COLUMNS)]
pub struct RatingsArgs {
    /// Ratings by people (JSONL, CSV, TSV, Parquet, also .gz and .zst): a table of system, segment, rater, aspect and
    /// value, in the order in which they were given
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<TableAt>,
    /// Format of the files, where their names do not tell: jsonl, csv, tsv or parquet
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub format: Option<String>,
    /// Another name for a column, as in `--col rater=annotator`, or `--col value=adequacy` for one column an aspect
    #[arg(long = "col", value_name = "COLUMN=NAME", help_heading = "Input")]
    pub columns: Vec<String>,
    /// Only these aspects
    #[arg(long, value_name = "ASPECT", value_delimiter = ',', help_heading = "Input")]
    pub aspect: Vec<String>,
    /// What differences between values mean: nominal, ordinal, interval or ratio; interval for numbers and nominal for
    /// words if not given
    #[arg(long, value_name = "SCALE", help_heading = "Agreement")]
    pub scale: Option<String>,
    /// Give confidence intervals: the items are resampled (intraclass correlations have intervals of their own)
    #[arg(long, help_heading = "Agreement")]
    pub ci: bool,
    /// How many times items are drawn; 1000 if not given
    #[arg(long, value_name = "N", help_heading = "Agreement")]
    pub resamples: Option<usize>,
    /// The seed of the draws; 12345 if not given
    #[arg(long, value_name = "SEED", help_heading = "Agreement")]
    pub seed: Option<u64>,
    /// The share of draws that an interval holds; 0.95 if not given
    #[arg(long, value_name = "SHARE", help_heading = "Agreement")]
    pub confidence: Option<f64>,
    /// Show how many items each two raters share
    #[arg(long, help_heading = "Output")]
    pub overlap: bool,
    /// Write the ratings as standard deviations from each rater's mean (JSONL, or CSV by its ending)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub z_scores: Option<PathBuf>,
    /// Form of the output: table, json, csv, md, latex or html
    #[arg(long, value_name = "FORM", help_heading = "Output")]
    pub format_out: Option<String>,
    /// Short for `--format-out json`
    #[arg(long, help_heading = "Output", conflicts_with = "format_out")]
    pub json: bool,
    /// No warnings
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}
