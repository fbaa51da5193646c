//! What is compared: rows that were just made, or those of ledgers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use regua_core::group::Totals;
use regua_core::key::UnitKey;
use regua_core::resample::Kept;
use regua_core::{Error as CoreError, Reader, Registry, Rows};
use regua_data::{Input, Ledger, TableAt};
use regua_report::MeasureInfo;

use super::args::{CompareArgs, ComparePlan};
use crate::args::ScoreArgs;
use crate::error::Error;
use crate::plan::{ScorePlan, grouping};
use crate::progress::{Bar, Counters};
use crate::quantiles;
use crate::read::chosen;
use crate::resampling::keep;
use crate::{fits, score};

/// Rows to compare, and where their texts are.
pub struct Gathered {
    /// What the measures are.
    pub infos: Vec<MeasureInfo>,
    /// Sums by system and group.
    pub totals: Totals,
    /// The rows.
    pub kept: Kept,
    /// What the user should be told.
    pub warnings: Vec<String>,
    /// Where the texts are.
    pub texts: Texts,
}

/// Where texts can be had.
pub enum Texts {
    /// In the input.
    Input(Box<Input>),
    /// In ledgers, with what each calls its systems here.
    Ledgers(Vec<(PathBuf, Naming)>),
}

/// How a system of a ledger is called in a comparison.
#[derive(Debug, Clone, Default)]
pub struct Naming(Option<Arc<str>>);

impl Naming {
    /// The name of a system here.
    pub fn of(&self, system: &Arc<str>) -> Arc<str> {
        Arc::clone(self.0.as_ref().unwrap_or(system))
    }
}

/// Gathers what was typed: ledgers, if the tables are ledgers, else what is
/// scored now.
///
/// # Errors
/// Fails if the input cannot be read or measured.
pub fn gathered(
    args: CompareArgs,
    plan: &ComparePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<Gathered, Error> {
    let tables = &args.score.tables;
    let paths = tables.iter().filter_map(TableAt::path);
    let ledgers: Vec<PathBuf> =
        paths.filter(|path| regua_data::ledger::is_ledger(path)).map(Path::to_owned).collect();
    match (ledgers.len(), tables.len()) {
        (0, _) => score_now(args.score, plan, registry, interrupted),
        (some, all) if some == all => {
            of_ledgers(&args.score, &ledgers, plan, registry, interrupted)
        }
        _ => Err(Error::Options("compare either ledgers or tables, not both at once".to_owned())),
    }
}

fn score_now(
    mut args: ScoreArgs,
    plan: &ComparePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<Gathered, Error> {
    args.resample.ci = true;
    let score_plan = ScorePlan::new(args, registry)?;
    let counters = Arc::new(Counters {
        units: AtomicU64::new(0),
        bytes: Arc::clone(&score_plan.input.bytes_read),
        total: score_plan.input.bytes_total(),
    });
    let bar = Bar::start(&counters, score_plan.output.quiet);
    let resampling = Some(&plan.resampling);
    let scored = fits::measures(&score_plan, registry, interrupted).and_then(|measures| {
        let look = &mut score::look_away;
        score::measured(&score_plan, registry, &measures, resampling, &counters, look, interrupted)
    });
    drop(bar);
    let scored = scored.map_err(|error| match error {
        Error::Data(regua_data::Error::Core(CoreError::Cancelled)) => {
            score::interruption(&score_plan)
        }
        other => other,
    })?;
    let Some(kept) = scored.kept else {
        return Err(Error::Options("there is nothing to compare".to_owned()));
    };
    Ok(Gathered {
        infos: scored.infos,
        totals: scored.totals,
        kept,
        warnings: scored.warnings,
        texts: Texts::Input(Box::new(score_plan.input)),
    })
}

fn of_ledgers(
    args: &ScoreArgs,
    paths: &[PathBuf],
    plan: &ComparePlan,
    registry: &Registry,
    interrupted: &AtomicBool,
) -> Result<Gathered, Error> {
    refuse_scoring_options(args)?;
    let keys: Vec<String> =
        args.measures.iter().flat_map(|keys| keys.split(',')).map(str::to_owned).collect();
    let ledgers: Vec<Ledger> =
        paths.iter().map(|path| Ledger::open(path)).collect::<Result<_, _>>()?;
    let (first, others) = ledgers.split_first().ok_or_else(|| {
        Error::Options("say what to compare: a ledger, a table or `--hyp` files".to_owned())
    })?;
    let mut columns: Vec<Vec<usize>> = vec![chosen(first, &keys)?];
    let wanted: Vec<_> = columns[0].iter().map(|&at| &first.measures()[at]).collect();
    for (ledger, path) in others.iter().zip(&paths[1..]) {
        let places = wanted.iter().map(|measure| {
            let same = ledger.measures().iter().position(|other| {
                other.key == measure.key && other.signature == measure.signature
            });
            same.ok_or_else(|| {
                let (key, signature) = (&measure.key, &measure.signature);
                Error::Options(format!(
                    "{} has no `{key}` with the signature {signature}: only what was measured the same way can be compared",
                    path.display()
                ))
            })
        });
        columns.push(places.collect::<Result<_, _>>()?);
        if ledger.columns() != first.columns() {
            return Err(Error::Options(format!(
                "{} and {} keep different columns",
                paths[0].display(),
                path.display()
            )));
        }
    }
    let all: Vec<Arc<dyn Reader>> = first.readers(registry)?;
    let readers: Vec<Arc<dyn Reader>> = columns[0].iter().map(|&at| Arc::clone(&all[at])).collect();
    let keys: Vec<String> = wanted.iter().map(|measure| measure.key.clone()).collect();
    let mut grouping = grouping(&args.groups)?;
    if quantiles::are_wanted(&grouping) {
        quantiles::fit(&mut grouping, first.columns(), |look| {
            for ledger in &ledgers {
                for block in ledger.blocks()? {
                    look(&block?.keys);
                }
            }
            Ok(())
        })?;
    }
    let names = names(&ledgers, paths)?;
    let mut totals = Totals::new(readers.clone(), grouping, first.columns())?;
    let kept = keep(&readers, &totals, Some(&plan.resampling), first.columns())?;
    let Some(mut kept) = kept else {
        return Err(Error::Options("there is nothing to compare".to_owned()));
    };
    for ((ledger, columns), naming) in ledgers.iter().zip(&columns).zip(&names) {
        for block in ledger.blocks()? {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Error::Interrupted(String::new()));
            }
            let block = block?;
            let keys: Vec<UnitKey> = block
                .keys
                .into_iter()
                .map(|key| UnitKey { system: naming.of(&key.system), ..key })
                .collect();
            let rows: Vec<Rows> = columns.iter().map(|&at| block.rows[at].clone()).collect();
            totals.add(&keys, &rows)?;
            kept.add(&keys, &rows, |key| totals.labels(key));
        }
    }
    Ok(Gathered {
        infos: regua_report::scores::measure_infos(&keys, &readers),
        totals,
        kept,
        warnings: Vec::new(),
        texts: Texts::Ledgers(paths.iter().cloned().zip(names).collect()),
    })
}

/// A ledger has been scored: what says how to score does not go with it.
fn refuse_scoring_options(args: &ScoreArgs) -> Result<(), Error> {
    let typed = [
        ("--hyp", !args.hypotheses.is_empty()),
        ("--ref", !args.references.is_empty()),
        ("--src", args.source.is_some()),
        ("--format", args.format.is_some()),
        ("--col", !args.columns.is_empty()),
        ("--each-reference", args.each_reference),
        ("--allow-empty-reference", args.allow_empty_reference),
        ("--beam", args.beam.is_some()),
        ("--fit", args.fit.is_some()),
        ("--save-fit", args.save_fit.is_some()),
        ("--save", args.save.is_some()),
        ("--save-texts", args.save_texts),
        ("--resume", args.resume.is_some()),
        ("--config", args.config.is_some()),
    ];
    match typed.iter().find(|(_, is_typed)| *is_typed) {
        Some((option, _)) => Err(Error::Options(format!(
            "`{option}` says how to score, and a ledger has been scored already"
        ))),
        None => Ok(()),
    }
}

/// What the systems of each ledger are called: by their names, or, where two
/// ledgers of one system each have the same name for it, by the files.
fn names(ledgers: &[Ledger], paths: &[PathBuf]) -> Result<Vec<Naming>, Error> {
    if ledgers.len() == 1 {
        return Ok(vec![Naming::default()]);
    }
    let mut systems: Vec<HashSet<Arc<str>>> = Vec::new();
    for ledger in ledgers {
        let mut mine = HashSet::new();
        for block in ledger.blocks()? {
            for key in block?.keys {
                mine.insert(key.system);
            }
        }
        systems.push(mine);
    }
    let clash = systems.iter().enumerate().find_map(|(at, mine)| {
        let earlier = systems[..at].iter().find_map(|other| mine.intersection(other).next());
        earlier.map(|name| (at, Arc::clone(name)))
    });
    let Some((at, name)) = clash else { return Ok(vec![Naming::default(); ledgers.len()]) };
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stems: Option<Vec<String>> = paths.iter().map(|path| stem(path)).collect();
    match stems {
        Some(stems)
            if systems.iter().all(|mine| mine.len() == 1)
                && stems.iter().collect::<HashSet<_>>().len() == stems.len() =>
        {
            Ok(stems.into_iter().map(|stem| Naming(Some(stem.into()))).collect())
        }
        _ => Err(Error::Options(format!(
            "the system `{name}` is in {} and in a ledger before it",
            paths[at].display()
        ))),
    }
}
