//! `regua classify` and `regua spans`: gold annotations beside those of systems.

pub mod args;
mod classify;
mod spans;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use regua_core::group::Grouping;
use regua_core::run::absorb;
use regua_core::{Error as CoreError, Registry, Spec};
use regua_data::annotated::{HeldSource, HeldUnits};
use regua_data::{Save, TableAt};
use regua_report::{MeasureInfo, ScoreReport};

use self::args::CommonArgs;
pub use self::classify::{classify, usual_measures};
pub use self::spans::{spans, specs as span_specs};
use crate::error::Error;
use crate::fits;
use crate::output::OutputPlan;
use crate::pass::{LookAtRows, Pass, Reported, Scored, readers};
use crate::plan::{grouping, outputs_are_apart, threads};
use crate::progress::{Bar, Counters};
use crate::quantiles;
use crate::resampling::ResamplePlan;
use crate::score::look_away;
use crate::status::Status;

/// What will run.
pub struct Plan {
    measures: String,
    grouping: Grouping,
    save: Option<PathBuf>,
    resumes: bool,
    threads: NonZeroUsize,
    resampling: Option<ResamplePlan>,
    output: OutputPlan,
}

impl Plan {
    /// Checks what was typed about these files.
    ///
    /// # Errors
    /// Fails if a word is unknown or an output would take the place of an input.
    pub fn new(args: &CommonArgs, files: &[(String, TableAt)]) -> Result<Self, Error> {
        let output = OutputPlan::new(&args.output)?;
        let threads = threads(args.threads);
        let inputs: Vec<&Path> = files.iter().filter_map(|(_, table)| table.path()).collect();
        let save = args.save.as_ref().or(args.resume.as_ref());
        outputs_are_apart(&inputs, &[save.map(PathBuf::as_path), output.segments.as_deref()])?;
        Ok(Self {
            measures: args.measures.join(","),
            grouping: grouping(&args.groups)?,
            save: save.cloned(),
            resumes: args.resume.is_some(),
            threads,
            resampling: ResamplePlan::wanted(&args.resample, threads)?,
            output,
        })
    }

    /// The measures that were asked for, or those of a list.
    ///
    /// # Errors
    /// Fails if a measure is unknown or asked for twice.
    pub fn specs(&self, default: &str, registry: &Registry) -> Result<Vec<Spec>, Error> {
        let typed = registry.specs(&self.measures)?;
        if typed.is_empty() { Ok(registry.specs(default)?) } else { Ok(typed) }
    }

    /// Measures the units and prints what they read.
    fn carry_out<H: HeldUnits>(
        self,
        units: &Arc<H>,
        specs: &[Spec],
        warnings: Vec<String>,
        registry: &Registry,
        out: &mut dyn Write,
        interrupted: &AtomicBool,
    ) -> Result<Status, Error> {
        let output = self.output.clone();
        let (mut report, _) = self.report(units, specs, registry, &mut look_away, interrupted)?;
        report.warnings.splice(0..0, warnings);
        output.finish(&report, out)
    }

    /// Measures the units; `look` sees the rows as they come.
    ///
    /// # Errors
    /// Fails if a measure cannot be built or the units cannot be measured.
    pub fn report<H: HeldUnits>(
        mut self,
        units: &Arc<H>,
        specs: &[Spec],
        registry: &Registry,
        look: &mut LookAtRows<'_>,
        interrupted: &AtomicBool,
    ) -> Result<Reported, Error> {
        let measures = fits::built::<H::Kind>(specs, registry, |fits, _| {
            Ok(absorb(&mut HeldSource::new(units), fits, interrupted)?)
        })?;
        let readers = readers(&measures, registry)?;
        let infos: Vec<MeasureInfo> = measures
            .iter()
            .zip(&readers)
            .map(|(keyed, reader)| MeasureInfo::new(&keyed.key, &**reader))
            .collect();
        self.output.check_gates(&infos)?;
        if quantiles::are_wanted(&self.grouping) {
            quantiles::fit(&mut self.grouping, units.columns(), |look| {
                look(units.keys());
                Ok(())
            })?;
        }
        let save = self.save.map(|path| Save { resume: self.resumes, ..Save::new(path) });
        let pass = Pass {
            measures: &measures,
            grouping: self.grouping,
            resampling: self.resampling.as_ref(),
            save: save.as_ref(),
            threads: self.threads,
            segments: self.output.segments.as_deref(),
            look,
        };
        let counters =
            Arc::new(Counters { units: AtomicU64::new(0), bytes: Arc::default(), total: None });
        let bar = Bar::start(&counters, self.output.quiet);
        let scored = pass.over(&mut HeldSource::new(units), registry, &counters, interrupted);
        drop(bar);
        let scored = scored.map_err(|error| match error {
            Error::Data(regua_data::Error::Core(CoreError::Cancelled)) => {
                Error::Interrupted(match &save {
                    Some(save) => format!("; go on with `--resume {}`", save.path.display()),
                    None => String::new(),
                })
            }
            other => other,
        })?;
        let Scored { infos, readers, totals, kept, .. } = scored;
        let rows = kept.as_ref().map(|kept| (kept, self.resampling.as_ref()));
        let mut report =
            self.output.report(infos, &readers, &totals, rows, Vec::new(), interrupted)?;
        report.warnings.extend(one_sided_labels(&report));
        Ok((report, readers))
    }
}

/// What to say of labels that count for something in averages although they
/// have no precision or no recall.
fn one_sided_labels(report: &ScoreReport) -> Vec<String> {
    let mut warnings = Vec::new();
    for result in report.results.iter().filter(|one| one.group.is_empty()) {
        let measure = &report.measures[result.measure];
        for (reading, words) in
            [("never-predicted", "never predicted"), ("never-gold", "no item's")]
        {
            let place = measure.readings.iter().position(|info| info.name == reading);
            let value = place.and_then(|place| result.readings.0.get(place)?.value());
            if let Some(labels) = value.filter(|labels| *labels > 0.0) {
                let (key, system) = (&measure.key, &result.system);
                warnings.push(match labels {
                    1.0 => format!("`{key}`: 1 label of {system} is {words}; averages count it as `zero-division` says"),
                    _ => format!("`{key}`: {labels} labels of {system} are {words}; averages count them as `zero-division` says"),
                });
            }
        }
    }
    warnings
}

fn tables(files: &[(String, PathBuf)]) -> Vec<(String, TableAt)> {
    files.iter().map(|(name, path)| (name.clone(), path.clone().into())).collect()
}

fn unknown_format(word: &str, known: &str) -> Error {
    Error::Options(format!("unknown format `{word}`; the formats are {known}"))
}
