//! What is typed after `regua compare`, and what it means.

use std::num::NonZeroUsize;

use clap::Args;
use regua_core::comparison::{Adjustment, Plan, Test};
use regua_core::resample::Scheme;

use crate::args::ScoreArgs;
use crate::error::Error;
use crate::resampling::{ResamplePlan, find};

/// `regua compare`
#[derive(Debug, Default, Args)]
pub struct CompareArgs {
    /// Hold all other systems against this one; all pairs if not given
    #[arg(long, value_name = "SYSTEM", help_heading = "Comparison")]
    pub baseline: Option<String>,
    /// The test: bootstrap, ar (approximate randomisation), wilcoxon, sign, t or mcnemar
    #[arg(long, value_name = "TEST", help_heading = "Comparison")]
    pub test: Option<String>,
    /// How many trials approximate randomisation and the permutation test make; 10000 if not given
    #[arg(long, value_name = "N", help_heading = "Comparison")]
    pub trials: Option<usize>,
    /// The p-value below which a difference counts as found; 0.05 if not given
    #[arg(long, value_name = "LEVEL", help_heading = "Comparison")]
    pub alpha: Option<f64>,
    /// How several p-values are made up for: holm, bh (Benjamini–Hochberg) or none
    #[arg(long, value_name = "HOW", help_heading = "Comparison")]
    pub adjust: Option<String>,
    /// Compare the values of a column within each system, in place of systems: news with blogs. Their
    /// units are different ones, so the test is a permutation test
    #[arg(long, value_name = "COLUMN", help_heading = "Comparison")]
    pub between: Option<String>,
    /// Compare the units that all systems have, where they have different ones
    #[arg(long, help_heading = "Comparison")]
    pub common: bool,
    /// How many units with the largest gain and loss are named; 3 for two systems, none for more,
    /// if not given
    #[arg(long, value_name = "N", help_heading = "Comparison")]
    pub examples: Option<usize>,
    /// Say where differences come from: texts of those units, n-grams that one system has right and
    /// the other not, words by frequency, lengths. Needs the texts, or a ledger that has them
    #[arg(long, help_heading = "Comparison")]
    pub differences: bool,
    /// How many n-grams are listed for each system; 10 if not given
    #[arg(long, value_name = "N", help_heading = "Comparison", requires = "differences")]
    pub top: Option<usize>,
    /// What `regua score` takes; tables may be ledgers.
    #[command(flatten)]
    pub score: ScoreArgs,
}

/// The plan of `regua compare`.
#[derive(Debug, Clone)]
pub struct ComparePlan {
    /// How intervals are made.
    pub resampling: ResamplePlan,
    /// What is compared, and how.
    pub plan: Plan,
    /// Whether units that some system lacks are left out.
    pub common: bool,
    /// How many n-grams are listed, where they are.
    pub differences: Option<usize>,
    /// Whether values of a column are compared, and not systems.
    pub between: bool,
    /// Whether it was said how many units are named.
    pub are_examples_typed: bool,
}

impl ComparePlan {
    /// Checks what was typed.
    ///
    /// # Errors
    /// Fails if a word is unknown, a number is out of range, or options do not go
    /// together.
    pub fn new(args: &CompareArgs, threads: NonZeroUsize) -> Result<Self, Error> {
        let wrong = |text: String| Err(Error::Options(text));
        let resampling = ResamplePlan::new(&args.score.resample, threads)?;
        let test = match (&args.test, &args.between) {
            (None, None) => Test::default(),
            (None, Some(_)) => Test::Permutation,
            (Some(word), _) => find("--test", word, &Test::WORDS)?,
        };
        match (&args.between, test) {
            (Some(_), Test::Permutation) => {}
            (Some(_), _) => {
                return wrong(
                    "`--between` goes with `--test permutation`: nothing is paired".to_owned(),
                );
            }
            (None, Test::Permutation) => {
                return wrong("`--test permutation` goes with `--between COLUMN`".to_owned());
            }
            (None, _) => {}
        }
        for (option, is_typed) in [
            ("--baseline", args.baseline.is_some()),
            ("--by", !args.score.groups.by.is_empty()),
            ("--common", args.common),
            ("--differences", args.differences),
        ] {
            if is_typed && args.between.is_some() {
                return wrong(format!("`{option}` compares systems, and `--between` does not"));
            }
        }
        let adjustment = match &args.adjust {
            None => Adjustment::default(),
            Some(word) => find("--adjust", word, &Adjustment::WORDS)?,
        };
        let alpha = args.alpha.unwrap_or(0.05);
        if !(alpha > 0.0 && alpha < 1.0) {
            return wrong(format!(
                "`--alpha {alpha}` is not a chance between 0 and 1, such as 0.05"
            ));
        }
        if args.trials.is_some() && !matches!(test, Test::Randomisation | Test::Permutation) {
            return wrong("`--trials` goes with `--test ar` and `--between`".to_owned());
        }
        let trials = args.trials.unwrap_or(10_000);
        if !(1..=1_000_000).contains(&trials) {
            return wrong(format!("`--trials {trials}` is not between 1 and 1000000"));
        }
        if resampling.how.scheme == Scheme::Sacrebleu {
            if !matches!(test, Test::Bootstrap | Test::Randomisation) {
                return wrong("sacrebleu has the tests `bootstrap` and `ar` only".to_owned());
            }
            if args.baseline.is_none() {
                return wrong(
                    "sacrebleu holds systems against a baseline: name it with `--baseline`"
                        .to_owned(),
                );
            }
        }
        if !matches!(test, Test::Bootstrap | Test::Randomisation) {
            for (option, is_typed) in [
                ("--resample-by", resampling.by.is_some()),
                ("--macro", args.score.groups.cluster.is_some()),
                ("--each-reference", args.score.each_reference),
            ] {
                if is_typed {
                    let test = test.word();
                    return wrong(format!(
                        "`--test {test}` takes each unit by itself, and `{option}` draws several together: use `bootstrap` or `ar`"
                    ));
                }
            }
        }
        for (option, is_typed) in [
            ("--segments", args.score.output.segments.is_some()),
            ("--gate", !args.score.output.gate.is_empty()),
            ("--sacrebleu-signatures", args.score.output.sacrebleu_signatures),
        ] {
            if is_typed {
                return wrong(format!("`{option}` goes with `regua score`, not with `compare`"));
            }
        }
        Ok(Self {
            plan: Plan {
                baseline: args.baseline.as_deref().map(Into::into),
                test,
                resampling: resampling.how,
                trials,
                alpha,
                adjustment,
                all_readings: args.score.output.all_readings,
                examples: args.examples.unwrap_or(3),
            },
            resampling,
            common: args.common,
            differences: args.differences.then(|| args.top.unwrap_or(10)),
            between: args.between.is_some(),
            are_examples_typed: args.examples.is_some(),
        })
    }
}
