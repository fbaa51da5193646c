//! What is typed after `regua correlate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use regua_data::TableAt;

/// `regua correlate`
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default, Clone, Args)]
pub struct CorrelateArgs {
    /// A ledger, or tables of outputs to be scored now (JSONL, CSV, TSV, Parquet, also .gz and .zst)
    #[arg(value_name = "LEDGER|TABLE")]
    pub tables: Vec<TableAt>,
    /// Outputs of a system, one a line; repeat it for several systems
    #[arg(long = "hyp", value_name = "[NAME=]FILE", help_heading = "Plain text")]
    pub hypotheses: Vec<String>,
    /// References, one a line; repeat it for several references
    #[arg(long = "ref", value_name = "FILE", help_heading = "Plain text")]
    pub references: Vec<PathBuf>,
    /// Sources, one a line
    #[arg(long = "src", value_name = "FILE", help_heading = "Plain text")]
    pub source: Option<PathBuf>,
    /// Format of the tables, where their names do not tell: jsonl, csv, tsv or parquet
    #[arg(long, value_name = "FORMAT", help_heading = "Tables")]
    pub format: Option<String>,
    /// Another name for a column, as in `--col hypothesis=pred`, or of the ratings, as in
    /// `--col value=adequacy` (repeat it for several aspects) or `--col ratings.system=model`
    #[arg(long = "col", value_name = "COLUMN=NAME", help_heading = "Tables")]
    pub columns: Vec<String>,
    /// Take an empty reference as it is instead of refusing it
    #[arg(long, help_heading = "Input")]
    pub allow_empty_reference: bool,
    /// Several data sets at once, with their measures (TOML); what is typed wins over it
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub config: Option<PathBuf>,
    /// Measures, as in `bleu,chrf`; of a ledger, only these keys
    #[arg(short, long = "measures", value_name = "MEASURES", help_heading = "Measures")]
    pub measures: Vec<String>,
    /// Which readings to look at: `recall` of every measure, `bleu.bp` of one; the headline if not given
    #[arg(long, value_name = "READING", value_delimiter = ',', help_heading = "Measures")]
    pub reading: Vec<String>,
    /// What several hypotheses for one unit count as: mean, likeliest or best
    #[arg(long, value_name = "HOW", help_heading = "Measures")]
    pub beam: Option<String>,
    /// Take what measures such as nist learn of the references from this file
    #[arg(long, value_name = "FILE", help_heading = "Measures")]
    pub fit: Option<PathBuf>,
    /// How many threads measure; all cores if not given
    #[arg(long, value_name = "N", help_heading = "Run")]
    pub threads: Option<NonZeroUsize>,
    /// Ratings by people: a table of system, segment, rater, aspect and value
    #[arg(long, value_name = "FILE", help_heading = "People", conflicts_with = "rankings")]
    pub ratings: Vec<TableAt>,
    /// Only these aspects of the ratings
    #[arg(long, value_name = "ASPECT", value_delimiter = ',', help_heading = "People")]
    pub aspect: Vec<String>,
    /// Take each rater's ratings as standard deviations from that rater's mean
    #[arg(long, help_heading = "People")]
    pub z_scores: bool,
    /// A column of the table or ledger that holds the human score of the output
    #[arg(long, value_name = "COLUMN", help_heading = "People", conflicts_with_all = ["ratings", "rankings"])]
    pub human: Vec<String>,
    /// Relative rankings: a table of segment, better and worse; with texts it is the input, too
    #[arg(long, value_name = "FILE", help_heading = "People")]
    pub rankings: Vec<TableAt>,
    /// Pass over judgements of outputs that are not there
    #[arg(long, help_heading = "People")]
    pub ignore_unknown: bool,
    /// What is compared: system, segment, item (systems on each item, averaged), by-system
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', help_heading = "Correlation")]
    pub level: Vec<String>,
    /// Coefficients: pearson, spearman, kendall-b, kendall-c, tau23, acc23, wmt-kendall,
    /// pairwise-accuracy, soft-pairwise-accuracy
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "Correlation")]
    pub coefficient: Vec<String>,
    /// Give confidence intervals
    #[arg(long, help_heading = "Correlation")]
    pub ci: bool,
    /// How often data are resampled or scores are swapped; 1000 if not given
    #[arg(long, value_name = "N", help_heading = "Correlation")]
    pub resamples: Option<usize>,
    /// Where the random numbers start; 12345 if not given
    #[arg(long, value_name = "N", help_heading = "Correlation")]
    pub seed: Option<u64>,
    /// How sure intervals and clusters are, from 0 to 1; 0.95 if not given
    #[arg(long, value_name = "SHARE", help_heading = "Correlation")]
    pub confidence: Option<f64>,
    /// Test all pairs of measures on the first coefficient: williams or permutation
    #[arg(long, value_name = "TEST", help_heading = "Correlation")]
    pub test: Option<String>,
    /// Give the correlations between the measures, too
    #[arg(long, help_heading = "Correlation")]
    pub matrix: bool,
    /// Give the seconds that each measure takes for a unit, too
    #[arg(long, help_heading = "Correlation")]
    pub cost: bool,
    /// Form of the output: table, json, csv, md, latex or html
    #[arg(long, value_name = "FORM", help_heading = "Output")]
    pub format_out: Option<String>,
    /// Short for `--format-out json`
    #[arg(long, help_heading = "Output", conflicts_with = "format_out")]
    pub json: bool,
    /// Draw the correlations as bars below the table
    #[arg(long, help_heading = "Output")]
    pub chart: bool,
    /// No progress bar and no warnings
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}
