//! What was typed: plain data, checked one option at a time.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use regua_data::TableAt;

use crate::annotated::args::{ClassifyArgs, SpansArgs};
use crate::compare::args::CompareArgs;
use crate::correlate::CorrelateArgs;
use crate::ratings::RatingsArgs;
use crate::resampling::ResampleArgs;

/// Régua measures text: what language systems write, against references or without.
#[derive(Debug, Parser)]
#[command(name = "regua", version = regua_core::VERSION, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Measure outputs, with references, sources or neither
    Score(Box<ScoreArgs>),
    /// Compare predicted labels with gold labels: confusion matrix, F1, calibration
    Classify(Box<ClassifyArgs>),
    /// Compare spans such as named entities with gold spans: precision, recall, F1
    Spans(Box<SpansArgs>),
    /// Print a saved ledger again: other groups, intervals, other formats
    Read(Box<ReadArgs>),
    /// Compare systems on the same units: intervals, paired tests, where the differences come from
    Compare(Box<CompareArgs>),
    /// Say how well measures follow the judgements of people
    Correlate(Box<CorrelateArgs>),
    /// Say how far raters agree, and how each of them rates
    Ratings(Box<RatingsArgs>),
    /// List the measures there are
    Measures(MeasuresArgs),
    /// Add, list and verify lexical resources: WordNet, thesauri, tables of synonyms
    Models(ModelsArgs),
    /// Say what a measure does and what it is blind to
    Explain(ExplainArgs),
    /// Print the version
    Version(VersionArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write one for each verb
    Man(ManArgs),
}

/// `regua score`
#[derive(Debug, Default, Args)]
pub struct ScoreArgs {
    /// Tables of outputs (JSONL, CSV, TSV, Parquet, also .gz and .zst); `-` reads standard input
    #[arg(value_name = "TABLE")]
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
    /// Another name for a column, as in `--col hypothesis=pred`
    #[arg(long = "col", value_name = "COLUMN=NAME", help_heading = "Tables")]
    pub columns: Vec<String>,
    /// Score against each reference by itself, in groups `reference_set`
    #[arg(long, help_heading = "Input")]
    pub each_reference: bool,
    /// Take an empty reference as it is instead of refusing it
    #[arg(long, help_heading = "Input")]
    pub allow_empty_reference: bool,
    /// Measures, as in `bleu,chrf` or `strict=bleu(smooth=none)`; `regua measures` lists them
    #[arg(short, long = "measures", value_name = "MEASURES", help_heading = "Measures")]
    pub measures: Vec<String>,
    /// What several hypotheses for one unit count as: mean, likeliest or best; several of them
    /// (`likeliest,best`) or `all` side by side
    #[arg(long, value_name = "HOW", help_heading = "Measures")]
    pub beam: Option<String>,
    /// Take what measures such as nist learn of the references from this file, as `--save-fit` wrote it
    #[arg(long, value_name = "FILE", help_heading = "Measures")]
    pub fit: Option<PathBuf>,
    /// Write down what such measures have learnt of the references
    #[arg(long, value_name = "FILE", help_heading = "Measures")]
    pub save_fit: Option<PathBuf>,
    /// A file of options (TOML); what is typed wins over it
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub config: Option<PathBuf>,
    /// How many threads measure; all cores if not given
    #[arg(long, value_name = "N", help_heading = "Run")]
    pub threads: Option<NonZeroUsize>,
    /// Save the ledger (Parquet), to be read, compared and resampled later
    #[arg(long, value_name = "FILE", help_heading = "Run", conflicts_with = "resume")]
    pub save: Option<PathBuf>,
    /// Keep the texts in the ledger
    #[arg(long, help_heading = "Run")]
    pub save_texts: bool,
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

/// How units are put together.
#[derive(Debug, Default, Clone, Args)]
pub struct GroupArgs {
    /// Read each value of a column by itself, too; repeat it for combinations. `len(reference)`,
    /// `len(hypothesis)` and `len(source)` are columns of every input: words between blanks
    #[arg(long, value_name = "COLUMN", help_heading = "Groups")]
    pub by: Vec<String>,
    /// Put values of a column together: `nodes=1,2,3-5,6+`, `kind=news,blog`, `words=q4`
    #[arg(long, value_name = "COLUMN=BINS", help_heading = "Groups")]
    pub bins: Vec<String>,
    /// Read each value of a column by itself and average the readings
    #[arg(long = "macro", value_name = "COLUMN", help_heading = "Groups")]
    pub cluster: Option<String>,
}

/// What is printed.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default, Clone, Args)]
pub struct OutputArgs {
    /// Write the readings of every unit to a file (JSONL, or CSV by its ending)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub segments: Option<PathBuf>,
    /// Form of the output: table, json, csv, md, latex or html
    #[arg(long, value_name = "FORM", help_heading = "Output")]
    pub format_out: Option<String>,
    /// Short for `--format-out json`
    #[arg(long, help_heading = "Output", conflicts_with = "format_out")]
    pub json: bool,
    /// Show all readings in tables, not the headlines only
    #[arg(long, help_heading = "Output")]
    pub all_readings: bool,
    /// Draw the headlines of systems or groups as bars below the table
    #[arg(long, help_heading = "Output")]
    pub chart: bool,
    /// Print readings from 0 to 1 times 100 (not in JSON)
    #[arg(long, help_heading = "Output")]
    pub percent: bool,
    /// Print sacrebleu's own signatures, too, where it has one
    #[arg(long, help_heading = "Output")]
    pub sacrebleu_signatures: bool,
    /// A condition such as `bleu >= 30` or `rouge1.recall > 0.4`; exit code 1 if it does not hold everywhere
    #[arg(long, value_name = "GATE", help_heading = "Output")]
    pub gate: Vec<String>,
    /// No progress bar and no warnings
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// `regua read`
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// The ledger, as `regua score --save` wrote it
    #[arg(value_name = "LEDGER")]
    pub ledger: PathBuf,
    /// Only these measures, by their keys: `bleu,chrf`
    #[arg(
        short,
        long = "measures",
        value_name = "KEYS",
        value_delimiter = ',',
        help_heading = "Measures"
    )]
    pub measures: Vec<String>,
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

/// `regua measures`
#[derive(Debug, Args)]
pub struct MeasuresArgs {
    /// Only measures that look at this: fluency, adequacy, …
    #[arg(long, value_name = "ASPECT")]
    pub aspect: Option<String>,
    /// Only measures that need this beside the outputs: reference, source or none
    #[arg(long, value_name = "WHAT")]
    pub needs: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print a Markdown table
    #[arg(long)]
    pub markdown: bool,
}

/// `regua models`
#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// What to do.
    #[command(subcommand)]
    pub verb: ModelsVerb,
}

/// The verbs of `regua models`.
#[derive(Debug, Subcommand)]
pub enum ModelsVerb {
    /// Compile files and keep them under a name; `add wordnet` finds an installed WordNet by itself
    Add(AddModelArgs),
    /// List what was added
    List(ListModelsArgs),
    /// Check every byte of what was added; exit code 1 if something is damaged
    Verify(VerifyModelsArgs),
    /// Remove what was added
    Remove(ModelArgs),
    /// Say what is known about a resource: version, licence, files, checksum
    Info(ModelArgs),
}

/// `regua models add`
#[derive(Debug, Args)]
pub struct AddModelArgs {
    /// A kind (wordnet, table, mythes, omw, lmf, rdf, meteor-1.5), or a name of your own for a file of any kind
    #[arg(value_name = "KIND|NAME")]
    pub what: String,
    /// The file or folder; several files for rdf
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The name to keep it under, where a kind was given
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua models list`
#[derive(Debug, Args)]
pub struct ListModelsArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua models verify`
#[derive(Debug, Args)]
pub struct VerifyModelsArgs {
    /// The resource; all of them if not given
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua models info` and `regua models remove`
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// The resource
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua explain`
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The measure, with settings if you like: `bleu` or `bleu(tok=intl)`
    #[arg(value_name = "MEASURE")]
    pub measure: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua version`
#[derive(Debug, Args)]
pub struct VersionArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `regua completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `regua man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for each verb into this folder instead
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}
