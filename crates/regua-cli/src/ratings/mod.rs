//! `regua ratings`: how far the raters agree, and how each of them rates.

mod args;
mod coefficients;
mod sheet;
mod z_scores;

use std::io::Write;
use std::sync::atomic::AtomicBool;

use regua_core::text::{hint, list, nearest};
use regua_core::{Reading, Signature};
use regua_data::ratings::{RatingColumns, Ratings};
use regua_report::Format;
use regua_report::ratings::{AspectReport, RaterLine, RatingsReport};
use regua_stats::Undefined;
use regua_stats::agreement::{self, RaterReport, Scale};

pub use self::args::RatingsArgs;
use self::coefficients::{Resampling, coefficients, reading};
use self::sheet::{Sheet, count};
use crate::error::Error;
use crate::output;
use crate::status::Status;

/// Runs `regua ratings`.
///
/// # Errors
/// Fails if the options do not go together, the ratings cannot be read, or a file cannot be written.
pub fn ratings(
    args: &RatingsArgs,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let plan = Plan::new(args)?;
    let report = plan.report_of(args, interrupted)?;
    output::print(out, &report.render(plan.format))?;
    if !args.quiet {
        for warning in &report.warnings {
            eprintln!("warning: {warning}");
        }
    }
    Ok(Status::Done)
}

/// How far the raters agree, without printing it.
///
/// # Errors
/// See [`ratings`].
pub fn report(args: &RatingsArgs, interrupted: &AtomicBool) -> Result<RatingsReport, Error> {
    Plan::new(args)?.report_of(args, interrupted)
}

/// What was typed, checked.
#[derive(Debug)]
struct Plan {
    format: Format,
    scale: Option<Scale>,
    resampling: Option<Resampling>,
    overlap: bool,
}

impl Plan {
    fn new(args: &RatingsArgs) -> Result<Self, Error> {
        let unknown = |option: &str, word: &str, takes: String| {
            Error::Options(format!("`--{option} {word}` is unknown: {takes}"))
        };
        let format = match (&args.format_out, args.json) {
            (_, true) => Format::Json,
            (None, false) => Format::default(),
            (Some(word), false) => {
                word.parse().map_err(|takes| unknown("format-out", word, takes))?
            }
        };
        let scale = args
            .scale
            .as_deref()
            .map(|word| word.parse().map_err(|takes| unknown("scale", word, takes)));
        Ok(Self {
            format,
            scale: scale.transpose()?,
            resampling: Resampling::wanted(args)?,
            overlap: args.overlap,
        })
    }

    /// Reads the ratings and says what they have to say; writes z-scores, if asked to.
    fn report_of(
        &self,
        args: &RatingsArgs,
        interrupted: &AtomicBool,
    ) -> Result<RatingsReport, Error> {
        let columns = RatingColumns::parse(&args.columns)?;
        let format = args.format.as_deref().map(str::parse).transpose()?;
        let ratings = Ratings::read(&args.files, format, &columns)?;
        if ratings.rows.is_empty() {
            return Err(Error::Options(
                "there is no rating in the files that has a value".to_owned(),
            ));
        }
        let known = ratings.aspects();
        let aspects = chosen(known.iter().map(Option::as_deref).collect(), &args.aspect)?;
        let mut report = self.report(&ratings, &aspects, interrupted)?;
        if let Some(path) = &args.z_scores {
            z_scores::write(path, &ratings, &aspects, &mut |warning| {
                report.warnings.push(warning);
            })?;
        }
        Ok(report)
    }

    fn report(
        &self,
        ratings: &Ratings,
        aspects: &[Option<&str>],
        interrupted: &AtomicBool,
    ) -> Result<RatingsReport, Error> {
        let mut warnings = Vec::new();
        if ratings.empty > 0 {
            warnings
                .push(format!("{} without a value passed over", plural(ratings.empty, "rating")));
        }
        let is_chosen = |aspect: Option<&str>| aspects.contains(&aspect);
        let rows = ratings.rows.iter().filter(|rating| is_chosen(rating.aspect.as_deref()));
        if rows.clone().any(|rating| rating.rater.is_none()) {
            let unnamed = sheet::UNNAMED;
            warnings.push(format!("ratings without a rater count as those of one, `{unnamed}`"));
        }
        let mut reports = Vec::new();
        for aspect in aspects {
            let mut tell =
                |warning: String| warnings.push(format!("{warning}{}", of_aspect(*aspect)));
            reports.push(self.aspect(ratings, *aspect, interrupted, &mut tell)?);
        }
        Ok(RatingsReport { counts: count(rows), empty: ratings.empty, aspects: reports, warnings })
    }

    fn aspect(
        &self,
        ratings: &Ratings,
        aspect: Option<&str>,
        interrupted: &AtomicBool,
        tell: &mut dyn FnMut(String),
    ) -> Result<AspectReport, Error> {
        let sheet = Sheet::new(ratings, aspect, self.scale)?;
        let table =
            agreement::Ratings::new(&sheet.list).map_err(|reason| too_large(aspect, reason))?;
        if let [only] = sheet.raters[..] {
            tell(format!("there is only one rater, `{only}`, and so no agreement"));
        }
        let coefficients = coefficients(&table, sheet.scale, self.resampling, interrupted, tell)?;
        let raters = agreement::raters(&sheet.list).map_err(|reason| too_large(aspect, reason))?;
        let is_nominal = sheet.scale == Scale::Nominal;
        let overlap = if self.overlap { agreement::overlap(&table) } else { Ok(Vec::new()) };
        let overlap = overlap
            .map_err(|reason| Error::Options(format!("`--overlap` cannot be shown: {reason}")))?;
        Ok(AspectReport {
            name: aspect.map(str::to_owned),
            signature: self.signature(sheet.scale),
            counts: sheet.counts,
            shared: table.each_item().filter(|item| item.len() > 1).count(),
            agreement: coefficients,
            by_rater: raters
                .iter()
                .map(|one| line(one, sheet.raters[one.rater], is_nominal))
                .collect(),
            overlap: self.overlap.then_some(overlap),
        })
    }

    /// Everything that the readings depend on.
    fn signature(&self, scale: Scale) -> String {
        let signature =
            Signature::new("ratings").with("scale", scale.name()).with("repeated", "first");
        let signature =
            if scale == Scale::Nominal { signature } else { signature.with("sd", "n-1") };
        let signature = match self.resampling {
            None => signature.with("ci", "no"),
            Some(Resampling { resamples, seed, confidence }) => {
                let signature = signature.with("ci", confidence).with("resamples", resamples);
                signature.with("seed", seed)
            }
        };
        signature.to_string()
    }
}

/// What there is to say of a rater. Words have no mean.
fn line(report: &RaterReport, name: &str, is_nominal: bool) -> RaterLine {
    let repeats = report.repeats;
    let repeated = Reading::Value(repeats.map_or(0.0, |repeats| repeats.ratings as f64));
    let same = reading(repeats.map(|repeats| repeats.same));
    let readings = if is_nominal {
        vec![("matching", reading(report.matching)), ("repeated", repeated), ("same", same)]
    } else {
        vec![
            ("mean", Reading::from(report.spread.mean)),
            ("sd", reading(report.spread.deviation)),
            ("agreement", reading(report.agreement)),
            ("severity", reading(report.severity)),
            ("drift_per_100", reading(report.drift.map(|drift| 100.0 * drift.slope))),
            ("drift_p", reading(report.drift.map(|drift| drift.p))),
            ("repeated", repeated),
            ("same", same),
            ("distance", reading(repeats.map(|repeats| repeats.distance))),
        ]
    };
    RaterLine {
        name: name.to_owned(),
        ratings: report.spread.ratings,
        items: report.items,
        shared: report.shared,
        readings,
    }
}

/// The aspects that were asked for; all of them if none was.
fn chosen<'r>(
    known: Vec<Option<&'r str>>,
    typed: &[String],
) -> Result<Vec<Option<&'r str>>, Error> {
    if typed.is_empty() {
        return Ok(known);
    }
    let names: Vec<&str> = known.iter().copied().flatten().collect();
    let find = |name: &String| {
        let found = known.iter().find(|aspect| **aspect == Some(name.as_str())).copied();
        found.ok_or_else(|| {
            let near = nearest(name, names.iter().copied());
            let rest = match (near.is_empty(), names.is_empty()) {
                (false, _) => hint(&near),
                (true, false) => format!("; they have {}", list(&names)),
                (true, true) => "; they name none".to_owned(),
            };
            Error::Options(format!("the ratings have no aspect `{name}`{rest}"))
        })
    };
    let mut aspects: Vec<Option<&str>> = typed.iter().map(find).collect::<Result<_, _>>()?;
    let mut seen = Vec::new();
    aspects.retain(|aspect| {
        !seen.contains(aspect) && {
            seen.push(*aspect);
            true
        }
    });
    Ok(aspects)
}

fn of_aspect(aspect: Option<&str>) -> String {
    aspect.map_or_else(String::new, |aspect| format!(" for `{aspect}`"))
}

fn too_large(aspect: Option<&str>, reason: Undefined) -> Error {
    Error::Options(format!("the ratings{} cannot be used: {reason}", of_aspect(aspect)))
}

fn plural(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
