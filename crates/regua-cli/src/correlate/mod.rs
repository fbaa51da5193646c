//! `regua correlate`: how well measures follow the judgements of people.
//!
//! Scores come from a ledger, or from outputs that are scored in the same run;
//! judgements from a table of ratings, from a column beside the outputs, or
//! from relative rankings. What a unit scores is what the measure reads off it
//! alone; what a system scores is read off the sum of its tallies, so that BLEU
//! is corpus BLEU.
//!
//! Pearson's, Spearman's and Kendall's coefficients keep their sign: of TER one
//! below zero is good. Measures are ranked, tested and drawn by the value turned
//! so that more is better, and coefficients that count agreements (`tau23`,
//! `acc23`, `wmt-kendall`, `pairwise-accuracy`, `soft-pairwise-accuracy`) see scores turned that way.
//!
//! Not for agreement between raters, and not for two systems: see `regua
//! ratings` and `regua compare`. The shape of the JSON is in
//! [`regua_report::correlation`].

mod args;
mod compute;
mod cost;
mod entries;
mod grids;
mod people;
mod permute;
mod plan;
mod ranked;
mod scored;
mod several;
mod systems;
mod tell;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::Registry;
use regua_data::{Files, Input, Rankings, Ratings};
use regua_report::CorrelationReport;
use regua_stats::correlation::Level;

pub use args::CorrelateArgs;

use self::compute::Setting;
use self::grids::Grids;
use self::people::People;
pub use self::plan::CorrelatePlan;
use self::plan::{Chosen, DataPlan, Outputs, PeoplePlan};
use self::scored::{Asked, Scored};
use crate::error::Error;
use crate::output::print;
use crate::plan::ScorePlan;
use crate::status::Status;

/// Correlates what was asked for and prints it.
///
/// # Errors
/// Fails if the plan cannot be made or carried out.
pub fn correlate(
    args: CorrelateArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let plan = planned(args, registry)?;
    let report = report(&plan, registry, interrupted)?;
    print(out, &report.render(plan.format))?;
    if !plan.quiet {
        for warning in &report.warnings {
            eprintln!("warning: {warning}");
        }
    }
    Ok(Status::Done)
}

/// The plan of what was typed, or of what a file of options says.
///
/// # Errors
/// Fails if a name is unknown, a value is not taken, or options do not go
/// together.
pub fn planned(args: CorrelateArgs, registry: &Registry) -> Result<CorrelatePlan, Error> {
    let (args, data) = several::expand(args)?;
    CorrelatePlan::new(&args, data, registry)
}

/// Correlates what a plan asks for.
///
/// # Errors
/// Fails if the data cannot be read or measured, or do not go together.
pub fn report(
    plan: &CorrelatePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<CorrelationReport, Error> {
    let mut report = CorrelationReport { chart: plan.chart, ..CorrelationReport::default() };
    for data in &plan.data {
        let run = Run { plan, data, registry, interrupted };
        let (notes, warnings) = (report.notes.len(), report.warnings.len());
        run.carry_out(&mut report).map_err(|error| match &data.name {
            Some(name) => Error::Options(format!("{name}: {error}")),
            None => error,
        })?;
        if let Some(name) = &data.name {
            let told = report.notes[notes..].iter_mut().chain(&mut report.warnings[warnings..]);
            told.for_each(|text| *text = format!("{name}: {text}"));
        }
    }
    report.rank();
    Ok(report)
}

/// One data set on its way into the report.
struct Run<'a> {
    plan: &'a CorrelatePlan,
    data: &'a DataPlan,
    registry: &'a Registry,
    interrupted: &'a AtomicBool,
}

impl Run<'_> {
    fn carry_out(&self, report: &mut CorrelationReport) -> Result<(), Error> {
        let rankings = match &self.data.people {
            PeoplePlan::Rankings(tables) => Some(Rankings::read(tables, None)?),
            _ => None,
        };
        let ratings = match &self.data.people {
            PeoplePlan::Ratings { tables, columns, .. } => {
                Some(Ratings::read(tables, None, columns)?)
            }
            _ => None,
        };
        let scored = self.scored(rankings.as_ref(), report)?;
        tell::scores(&scored, report);
        let what = &self.plan.what;
        let setting = Setting { data: self.data.name.as_deref(), scored: &scored, what };
        let before = report.correlations.len();
        if let Some(rankings) = rankings {
            ranked::correlate(&setting, &rankings, self.data.ignore_unknown, report)?;
        } else {
            let people = self.people(ratings.as_ref(), &scored, report)?;
            let levels = self.levels(&scored);
            let is_soft = what.coefficients.contains(&Chosen::Soft);
            if is_soft && !levels.contains(&Level::System) {
                return Err(Error::Options(format!(
                    "`{}` compares systems: ask for `--level system`",
                    Chosen::Soft
                )));
            }
            let by_unit = is_soft || levels.iter().any(|level| *level != Level::System);
            let grids = Grids::new(&scored, by_unit)?;
            for one in &people {
                for &level in &levels {
                    setting.correlate(&grids, one, level, report)?;
                }
            }
        }
        tell::undefined(report, before);
        tell::few(report, before, what);
        Ok(())
    }

    fn scored(
        &self,
        rankings: Option<&Rankings>,
        report: &mut CorrelationReport,
    ) -> Result<Scored, Error> {
        let human = match &self.data.people {
            PeoplePlan::Columns(columns) => columns.as_slice(),
            _ => &[],
        };
        let asked =
            Asked { readings: &self.data.readings, human, tallies: self.plan.what.intervals };
        let ranked;
        let plan = match &self.data.outputs {
            Outputs::Ledger(ledger, keys) => {
                return Scored::of_ledger(ledger, keys, &asked, self.registry, self.interrupted);
            }
            Outputs::Input(plan) => &**plan,
            Outputs::Ranked(args) => {
                let units = rankings.and_then(|rankings| rankings.units.as_ref());
                let units = units.ok_or_else(|| match &self.data.people {
                    PeoplePlan::Rankings(tables) => ranked::no_texts(tables),
                    _ => ranked::no_texts(&[]),
                })?;
                let input = Input {
                    files: Files::Ranked(Arc::clone(units)),
                    allow_empty_reference: args.allow_empty_reference,
                    ..Input::default()
                };
                ranked = ScorePlan::measuring(input, args, self.registry)?;
                &ranked
            }
        };
        let quiet = self.plan.quiet;
        let scored = Scored::of_input(plan, &asked, self.registry, quiet, self.interrupted)?;
        if self.plan.what.cost && report.costs.is_empty() {
            report.costs = cost::costs(plan, self.registry, self.interrupted)?;
        }
        Ok(scored)
    }

    fn people(
        &self,
        ratings: Option<&Ratings>,
        scored: &Scored,
        report: &mut CorrelationReport,
    ) -> Result<Vec<People>, Error> {
        let people = match (&self.data.people, ratings) {
            (PeoplePlan::Ratings { taking, .. }, Some(ratings)) => {
                people::of_ratings(ratings, taking, scored, &mut report.notes)?
            }
            (PeoplePlan::Columns(columns), _) => people::of_columns(columns, scored),
            _ => Vec::new(),
        };
        tell::unrated(&people, scored, report);
        Ok(people)
    }

    /// The levels that were asked for, or those that make sense.
    fn levels(&self, scored: &Scored) -> Vec<Level> {
        if !self.data.levels.is_empty() {
            self.data.levels.clone()
        } else if scored.systems.len() > 1 && scored.shares_items() {
            vec![Level::System, Level::Item]
        } else {
            vec![Level::Segment]
        }
    }
}
