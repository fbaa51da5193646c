//! What will be correlated: names resolved, options checked.

use std::fmt;

use regua_core::Registry;
use regua_core::text::{hint, list, nearest};
use regua_data::{Input, Ledger, RatingColumns, TableAt};
use regua_report::Format;
use regua_stats::correlation::{Coefficient, Level};

use super::args::CorrelateArgs;
use super::people::Taking;
use super::scored;
use crate::args::{OutputArgs, ScoreArgs};
use crate::error::Error;
use crate::output::OutputPlan;
use crate::plan::{ScorePlan, input};

/// The plan of `regua correlate`.
pub struct CorrelatePlan {
    /// The data sets.
    pub data: Vec<DataPlan>,
    /// What is computed.
    pub what: What,
    /// The form of the report.
    pub format: Format,
    /// Whether correlations are drawn.
    pub chart: bool,
    /// Whether nothing but the report is printed.
    pub quiet: bool,
}

/// One data set.
pub struct DataPlan {
    /// Its name, where there are several.
    pub name: Option<String>,
    /// Where the scores come from.
    pub outputs: Outputs,
    /// Where the judgements come from.
    pub people: PeoplePlan,
    /// The readings that are looked at; the headlines if there are none.
    pub readings: Vec<String>,
    /// The levels; the usual ones if there are none.
    pub levels: Vec<Level>,
    /// Whether judgements of outputs that are not there are passed over.
    pub ignore_unknown: bool,
}

/// Where scores come from.
pub enum Outputs {
    /// A ledger, and the measures of it that are wanted.
    Ledger(Box<Ledger>, Vec<String>),
    /// Outputs that are scored now.
    Input(Box<ScorePlan>),
    /// The texts of the rankings, scored as these options say.
    Ranked(Box<ScoreArgs>),
}

/// Where judgements come from.
pub enum PeoplePlan {
    /// Ratings in files of their own.
    Ratings {
        /// Where they are.
        tables: Vec<TableAt>,
        /// Columns that go by other names.
        columns: RatingColumns,
        /// What is taken of them.
        taking: Taking,
    },
    /// Columns beside the outputs.
    Columns(Vec<String>),
    /// Relative rankings.
    Rankings(Vec<TableAt>),
}

/// What is computed.
#[derive(Debug, Clone)]
pub struct What {
    /// The coefficients; the first one ranks the measures.
    pub coefficients: Vec<Chosen>,
    /// Whether there are intervals.
    pub intervals: bool,
    /// How often data are resampled or scores swapped.
    pub resamples: usize,
    /// Where random numbers start.
    pub seed: u64,
    /// How sure intervals and clusters are.
    pub confidence: f64,
    /// A test between measures.
    pub test: Option<Test>,
    /// Whether measures are correlated with each other.
    pub matrix: bool,
    /// Whether measures are timed.
    pub cost: bool,
}

/// What is computed of ratings and scores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Chosen {
    /// A coefficient, at any level.
    Of(Coefficient),
    /// Soft pairwise accuracy, which compares systems by all their units.
    Soft,
}

impl Chosen {
    const SOFT: &'static str = "soft-pairwise-accuracy";

    /// All names.
    pub fn names() -> Vec<&'static str> {
        Coefficient::NAMES.into_iter().chain([Self::SOFT]).collect()
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Of(coefficient) => coefficient.fmt(f),
            Self::Soft => f.write_str(Self::SOFT),
        }
    }
}

/// A test between two measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// Williams' test.
    Williams,
    /// Scores swapped at random.
    Permutation,
}

impl Test {
    /// The tests by name.
    pub const NAMES: [&'static str; 2] = ["williams", "permutation"];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Williams => Self::NAMES[0],
            Self::Permutation => Self::NAMES[1],
        }
    }
}

impl CorrelatePlan {
    /// Makes a plan of what was typed, for one data set or several with names.
    ///
    /// # Errors
    /// Fails if a name is unknown, a value is not taken, or options do not go
    /// together.
    pub fn new(
        typed: &CorrelateArgs,
        data: Vec<(Option<String>, CorrelateArgs)>,
        registry: &Registry,
    ) -> Result<Self, Error> {
        let what = What::new(typed)?;
        let output = OutputPlan::new(&OutputArgs {
            format_out: typed.format_out.clone(),
            json: typed.json,
            ..OutputArgs::default()
        })?;
        let data = data
            .into_iter()
            .map(|(name, args)| DataPlan::new(name, args, what.cost, registry))
            .collect::<Result<Vec<_>, Error>>()?;
        // Of several data sets some may be ranked and others rated.
        let is_ranked =
            |one: &DataPlan| one.name.is_none() && matches!(one.people, PeoplePlan::Rankings(_));
        if let (Some(other), true) = (
            what.coefficients
                .iter()
                .find(|one| !matches!(one, Chosen::Of(Coefficient::WmtKendall { .. }))),
            data.iter().any(is_ranked) && !typed.coefficient.is_empty(),
        ) {
            return Err(Error::Options(format!(
                "`--rankings` are compared by `wmt-kendall`, not by `{other}`"
            )));
        }
        Ok(Self { data, what, format: output.format, chart: typed.chart, quiet: typed.quiet })
    }
}

impl DataPlan {
    fn new(
        name: Option<String>,
        args: CorrelateArgs,
        cost: bool,
        registry: &Registry,
    ) -> Result<Self, Error> {
        let wrong = |text: String| Err(Error::Options(text));
        let levels = levels(&args.level)?;
        let (of_outputs, of_ratings) = columns(&args.columns);
        let taking = Taking {
            aspects: args.aspect.clone(),
            z_scores: args.z_scores,
            ignore_unknown: args.ignore_unknown,
        };
        let given = (!args.ratings.is_empty(), !args.human.is_empty(), !args.rankings.is_empty());
        let people = match given {
            (true, false, false) => PeoplePlan::Ratings {
                tables: args.ratings.clone(),
                columns: RatingColumns::parse(&of_ratings)?,
                taking,
            },
            (false, true, false) => PeoplePlan::Columns(args.human.clone()),
            (false, false, true) => PeoplePlan::Rankings(args.rankings.clone()),
            (false, false, false) => {
                return wrong("say what people think: `--ratings FILE`, `--human COLUMN` or `--rankings FILE`".to_owned());
            }
            _ => return wrong("give one of `--ratings`, `--human` and `--rankings`".to_owned()),
        };
        let is_rated = matches!(people, PeoplePlan::Ratings { .. });
        if !is_rated && (args.z_scores || !args.aspect.is_empty() || !of_ratings.is_empty()) {
            return wrong(
                "`--aspect`, `--z-scores` and columns of ratings go with `--ratings`".to_owned(),
            );
        }
        // Of several data sets, the levels are meant for those with ratings.
        if given.2 && !levels.is_empty() && name.is_none() {
            return wrong(
                "`--level` goes with ratings; rankings are compared one by one".to_owned(),
            );
        }
        let score = ScoreArgs {
            tables: args.tables,
            hypotheses: args.hypotheses,
            references: args.references,
            source: args.source,
            format: args.format,
            columns: of_outputs,
            allow_empty_reference: args.allow_empty_reference,
            measures: args.measures,
            beam: args.beam,
            fit: args.fit,
            threads: args.threads,
            ..ScoreArgs::default()
        };
        let outputs = if let Some(ledger) = scored::ledger(&score.tables)? {
            if cost {
                return wrong("`--cost` needs the outputs, not a ledger".to_owned());
            }
            Outputs::Ledger(Box::new(ledger), score.measures)
        } else if given.2 && score.tables.is_empty() && score.hypotheses.is_empty() {
            // Measures are checked before files are read.
            ScorePlan::measuring(Input::default(), &score, registry)?;
            Outputs::Ranked(Box::new(score))
        } else {
            let read = input(ScoreArgs {
                tables: score.tables.clone(),
                hypotheses: score.hypotheses.clone(),
                references: score.references.clone(),
                source: score.source.clone(),
                format: score.format.clone(),
                columns: score.columns.clone(),
                allow_empty_reference: score.allow_empty_reference,
                ..ScoreArgs::default()
            })?;
            Outputs::Input(Box::new(ScorePlan::measuring(read, &score, registry)?))
        };
        let ignore_unknown = args.ignore_unknown;
        Ok(Self { name, outputs, people, readings: args.reading, levels, ignore_unknown })
    }
}

impl What {
    fn new(typed: &CorrelateArgs) -> Result<Self, Error> {
        let is_drawn = typed.ci || typed.test.is_some();
        for (option, is_typed) in [
            ("--resamples", typed.resamples.is_some()),
            ("--confidence", typed.confidence.is_some()),
        ] {
            if is_typed && !is_drawn {
                return Err(Error::Options(format!("`{option}` goes with `--ci` or `--test`")));
            }
        }
        let confidence = typed.confidence.unwrap_or(0.95);
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(Error::Options(format!(
                "`--confidence {confidence}` is not a share between 0 and 1, such as 0.95"
            )));
        }
        let resamples = typed.resamples.unwrap_or(1000);
        if !(2..=1_000_000).contains(&resamples) {
            return Err(Error::Options(format!(
                "`--resamples {resamples}` is not between 2 and 1000000"
            )));
        }
        let test = typed.test.as_deref().map(|name| match name {
            "williams" => Ok(Test::Williams),
            "permutation" => Ok(Test::Permutation),
            _ => Err(Error::Options(format!(
                "`--test {name}` is unknown: it takes {}",
                Test::NAMES.join(", ")
            ))),
        });
        let names = if typed.coefficient.is_empty() {
            vec!["pearson", "spearman", "kendall-b"]
        } else {
            typed.coefficient.iter().map(String::as_str).collect()
        };
        let coefficients = names.into_iter().map(coefficient).collect::<Result<Vec<_>, _>>()?;
        if let Some((_, twice)) =
            coefficients.iter().enumerate().find(|(at, one)| coefficients[..*at].contains(one))
        {
            return Err(Error::Options(format!("`{twice}` is asked for twice")));
        }
        Ok(Self {
            coefficients,
            intervals: typed.ci,
            resamples,
            seed: typed.seed.unwrap_or(12345),
            confidence,
            test: test.transpose()?,
            matrix: typed.matrix,
            cost: typed.cost,
        })
    }
}

fn coefficient(text: &str) -> Result<Chosen, Error> {
    let text = text.trim();
    if text == Chosen::SOFT {
        return Ok(Chosen::Soft);
    }
    text.parse().map(Chosen::Of).map_err(|reason| {
        let name = text.split_once(':').map_or(text, |(name, _)| name);
        Error::Options(if Coefficient::NAMES.contains(&name) {
            format!("cannot read the coefficient `{text}`: {reason}")
        } else {
            let near = nearest(name, Chosen::names());
            let known = list(&Chosen::names());
            let other = if near.is_empty() { format!("; there are {known}") } else { hint(&near) };
            format!("unknown coefficient `{name}`{other}")
        })
    })
}

fn levels(typed: &[String]) -> Result<Vec<Level>, Error> {
    let mut levels = Vec::new();
    for text in typed {
        let level = text.trim().parse().map_err(|_| {
            let known: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
            Error::Options(format!("unknown level `{text}`; there are {}", list(&known)))
        })?;
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    Ok(levels)
}

/// Names of columns: those of the outputs, and those of the ratings.
fn columns(typed: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut of_outputs, mut of_ratings) = (Vec::new(), Vec::new());
    for text in typed {
        let role = text.split_once('=').map_or("", |(role, _)| role.trim());
        if let Some(rest) = text.trim_start().strip_prefix("ratings.") {
            of_ratings.push(rest.to_owned());
        } else if role != "system" && RatingColumns::is_role(role) {
            of_ratings.push(text.clone());
        } else {
            of_outputs.push(text.clone());
        }
    }
    (of_outputs, of_ratings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_go_to_the_outputs_or_to_the_ratings() {
        let typed = ["hypothesis=pred", "value=adequacy", "system=model", "ratings.system=judged"];
        let (outputs, ratings) = columns(&typed.map(str::to_owned));
        assert_eq!(outputs, ["hypothesis=pred", "system=model"]);
        assert_eq!(ratings, ["value=adequacy", "system=judged"]);
    }

    #[test]
    fn coefficients_are_read_with_their_settings_or_told_apart() {
        assert!(coefficient("acc23:0.5").is_ok());
        let told = |text: &str| coefficient(text).unwrap_err().to_string();
        insta::assert_snapshot!(told("spearmann"), @"unknown coefficient `spearmann`; did you mean `spearman`?");
        insta::assert_snapshot!(told("acc23:x"), @"cannot read the coefficient `acc23:x`: the setting of a coefficient is a number that is not negative");
    }
}
