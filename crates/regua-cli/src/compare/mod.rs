//! `regua compare`: systems side by side on the same units.

pub mod args;
mod gathered;
mod texts;

use std::io::Write;
use std::sync::atomic::AtomicBool;

use regua_core::Error as CoreError;
use regua_core::Reading;
use regua_core::Registry;
use regua_core::comparison::{Comparison, NOT_BINARY, Test, align, between, compare as compared};
use regua_core::resample::FEW_UNITS;
use regua_report::{ComparisonReport, Format};

use self::args::{CompareArgs, ComparePlan};
use self::gathered::{Gathered, gathered};
use crate::error::Error;
use crate::output::{OutputPlan, print};
use crate::plan::threads;
use crate::status::Status;

/// Compares the systems on the units that they share.
fn of_systems(
    gathered: &Gathered,
    groups: &[Vec<(String, String)>],
    plan: &mut ComparePlan,
    warnings: &mut Vec<String>,
    interrupted: &AtomicBool,
) -> Result<Vec<Comparison>, Error> {
    let aligned = align(&gathered.kept, plan.common).map_err(|error| match error {
        CoreError::OtherUnits { .. } => {
            Error::Options(format!("{error}; `--common` compares the units that all of them have"))
        }
        other => other.into(),
    })?;
    if aligned.positions.len() > 1 && aligned.positions[0].is_empty() {
        return Err(Error::Options("there is no unit that all systems have".to_owned()));
    }
    if gathered.kept.systems().len() > 2 && !plan.are_examples_typed && plan.differences.is_none() {
        plan.plan.examples = 0;
    }
    if aligned.uncommon > 0 {
        warnings
            .push(format!("{} units are not in all systems and were left out", aligned.uncommon));
    }
    Ok(compared(&gathered.kept, &aligned, groups, &plan.plan, interrupted)?)
}

/// Compares what was asked for and prints it.
///
/// # Errors
/// Fails if the plan cannot be made or carried out, or the systems cannot be
/// compared.
pub fn compare(
    args: CompareArgs,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let OutputPlan { format, quiet, .. } = OutputPlan::new(&args.score.output)?;
    if args.differences && matches!(format, Format::Csv | Format::Latex) {
        return Err(Error::Options(
            "`--differences` has no such form: take table, json, md or html".to_owned(),
        ));
    }
    let report = report(args, registry, interrupted)?;
    print(out, &report.render(format))?;
    if !quiet {
        for warning in &report.warnings {
            eprintln!("warning: {warning}");
        }
    }
    Ok(Status::Done)
}

/// Compares what was asked for.
///
/// # Errors
/// See [`compare`].
pub fn report(
    mut args: CompareArgs,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<ComparisonReport, Error> {
    let threads = threads(args.score.threads);
    let mut plan = ComparePlan::new(&args, threads)?;
    let output = OutputPlan::new(&args.score.output)?;
    args.score.groups.by.extend(args.between.clone());
    let gathered = gathered(args, &plan, registry, interrupted)?;
    let mut groups: Vec<Vec<(String, String)>> = Vec::new();
    for result in gathered.totals.readings()? {
        if !result.group.is_empty() && !groups.contains(&result.group) {
            groups.push(result.group);
        }
    }
    let mut warnings = gathered.warnings.clone();
    let comparisons = if plan.between {
        between(&gathered.kept, &groups, &plan.plan, interrupted)?
    } else {
        of_systems(&gathered, &groups, &mut plan, &mut warnings, interrupted)?
    };
    let keys: Vec<String> = gathered.infos.iter().map(|info| info.key.clone()).collect();
    if plan.plan.test == Test::Mcnemar {
        are_yes_or_no(&comparisons, &keys)?;
    }
    warnings.extend(gathered.totals.warnings(&keys));
    for comparison in &comparisons {
        if comparison.left_out > 0 && comparison.group.is_empty() && comparison.reading == 0 {
            warnings.push(format!(
                "`{}`: {} units that some system has no tally of were left out",
                keys[comparison.measure], comparison.left_out
            ));
        }
    }
    let least = comparisons.iter().map(|comparison| comparison.drawn_from).min();
    if let Some(least @ ..FEW_UNITS) = least {
        warnings.push(format!(
            "an interval from fewer than {FEW_UNITS} units says little: there are as few as {least}"
        ));
    }
    let (texts, parts) = match plan.differences {
        Some(top) => texts::differences(&gathered.texts, &comparisons, top, interrupted)?,
        None => (Vec::new(), Vec::new()),
    };
    Ok(ComparisonReport {
        measures: gathered.infos,
        comparisons,
        resampling: plan.resampling.note(&gathered.kept, gathered.totals.cluster()),
        plan: plan.plan,
        texts,
        parts,
        chart: output.chart,
        percent: output.percent,
        warnings,
    })
}

/// Checks that `McNemar`'s test has something to count.
fn are_yes_or_no(comparisons: &[Comparison], keys: &[String]) -> Result<(), Error> {
    let other = comparisons
        .iter()
        .filter(|one| one.reading == 0 && one.group.is_empty())
        .find(|one| one.pairs.iter().any(|pair| pair.p == Reading::Undefined(NOT_BINARY.into())));
    match other {
        None => Ok(()),
        Some(one) => Err(Error::Options(format!(
            "{NOT_BINARY}, and those of `{}` are others: choose measures such as exact-match",
            keys[one.measure]
        ))),
    }
}
