//! What will run: names resolved, defaults filled in, everything checked that
//! can be checked before the first unit is read.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use regua_core::beam::BeamMode;
use regua_core::group::{By, Grouping};
use regua_core::registry::check_keys;
use regua_core::text::{hint, nearest};
use regua_core::{Registry, Segments, Spec};
use regua_data::{Columns, Files, Input, REFERENCE_SET, Save, TableAt, TextColumn, Texts};
use regua_report::MeasureInfo;

use crate::args::{GroupArgs, ScoreArgs};
use crate::config;
use crate::error::Error;
use crate::output::OutputPlan;
use crate::resampling::ResamplePlan;

/// The plan of `regua score`.
#[derive(Debug)]
pub struct ScorePlan {
    /// What is read.
    pub input: Input,
    /// The measures.
    pub specs: Vec<Spec>,
    /// How units are put together.
    pub grouping: Grouping,
    /// Where the ledger goes.
    pub save: Option<Save<Segments>>,
    /// How many threads measure.
    pub threads: NonZeroUsize,
    /// A file of fits to take, instead of a pass over the input.
    pub fit: Option<PathBuf>,
    /// Where fits go.
    pub save_fit: Option<PathBuf>,
    /// How intervals are made, where they are.
    pub resampling: Option<ResamplePlan>,
    /// What is printed.
    pub output: OutputPlan,
}

impl ScorePlan {
    /// Makes a plan of what was typed.
    ///
    /// # Errors
    /// Fails if a name is unknown, a value is not taken, or options do not go
    /// together.
    pub fn new(mut args: ScoreArgs, registry: &Registry) -> Result<Self, Error> {
        if let Some(path) = args.config.take() {
            args = config::merge(args, &path)?;
        }
        let output = OutputPlan::new(&args.output)?;
        let specs = specs(&args, registry)?;
        if !output.gates.is_empty() {
            output.check_gates(&infos(&specs, registry)?)?;
        }
        let mut groups = args.groups.clone();
        if args.each_reference && !groups.by.iter().any(|by| by == REFERENCE_SET) {
            groups.by.insert(0, REFERENCE_SET.to_owned());
        }
        let save = match (&args.save, &args.resume) {
            (None, None) if args.save_texts => {
                return Err(Error::Options("`--save-texts` goes with `--save`".to_owned()));
            }
            (None, None) => None,
            (Some(path), _) => Some((path, false)),
            (None, Some(path)) => Some((path, true)),
        };
        let save = save.map(|(path, resume)| {
            let mut save = Save::<Segments>::new(path.clone());
            save.resume = resume;
            if args.save_texts {
                save.texts = Some(Texts::of_segment);
            }
            save
        });
        let threads = threads(args.threads);
        let resampling = ResamplePlan::wanted(&args.resample, threads)?;
        let (fit, save_fit) = (args.fit.take(), args.save_fit.take());
        let mut input = input(args)?;
        let drawn = resampling.as_ref().and_then(|plan| plan.by.as_ref());
        let columns = groups.by.iter().chain(&groups.cluster).chain(drawn);
        input.text_columns = columns.filter_map(|name| TextColumn::named(name)).collect();
        input.text_columns.dedup();
        let outputs = [
            save.as_ref().map(|save| save.path.as_path()),
            output.segments.as_deref(),
            save_fit.as_deref(),
        ];
        let inputs: Vec<&Path> = files(&input).into_iter().chain(fit.as_deref()).collect();
        outputs_are_apart(&inputs, &outputs)?;
        let grouping = grouping(&groups)?;
        Ok(Self { input, specs, grouping, save, threads, fit, save_fit, resampling, output })
    }

    /// A plan that only measures: nothing is grouped or saved.
    ///
    /// # Errors
    /// Fails if a measure is unknown or does not take its settings.
    pub fn measuring(input: Input, args: &ScoreArgs, registry: &Registry) -> Result<Self, Error> {
        let specs = specs(args, registry)?;
        infos(&specs, registry)?;
        Ok(Self {
            input,
            specs,
            grouping: Grouping::default(),
            save: None,
            threads: threads(args.threads),
            fit: args.fit.clone(),
            save_fit: None,
            resampling: None,
            output: OutputPlan::new(&args.output)?,
        })
    }
}

/// How many threads there are to be: all cores, if nothing was typed.
pub fn threads(typed: Option<NonZeroUsize>) -> NonZeroUsize {
    typed.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

fn specs(args: &ScoreArgs, registry: &Registry) -> Result<Vec<Spec>, Error> {
    let mut specs = registry.specs(&args.measures.join(","))?;
    if specs.is_empty() {
        return Err(Error::Options(
            "say what to measure, as in `-m bleu,chrf`; `regua measures` lists the measures"
                .to_owned(),
        ));
    }
    if let Some(beam) = &args.beam {
        specs = with_beams(&specs, beam)?;
        check_keys(&specs)?;
    }
    Ok(specs)
}

/// Each measure with each way to take a beam. Where there are several, its key
/// says which one it is: `bleu-best`.
fn with_beams(specs: &[Spec], typed: &str) -> Result<Vec<Spec>, Error> {
    let ways: Vec<&str> = match typed {
        "all" => BeamMode::WORDS.iter().map(|(word, _)| *word).collect(),
        list => list.split(',').map(str::trim).collect(),
    };
    if ways.iter().enumerate().any(|(at, way)| ways[..at].contains(way)) {
        return Err(Error::Options(format!("`--beam {typed}` names one way twice")));
    }
    let mut all = Vec::new();
    for way in &ways {
        for spec in specs {
            let mut spec = spec.clone();
            if !spec.settings.iter().any(|(key, _)| key == "beam") {
                if ways.len() > 1 {
                    spec.alias = Some(format!("{}-{way}", spec.key()));
                }
                spec.settings.push(("beam".to_owned(), (*way).to_owned()));
                all.push(spec);
            } else if *way == ways[0] {
                all.push(spec);
            }
        }
    }
    Ok(all)
}

fn infos(specs: &[Spec], registry: &Registry) -> Result<Vec<MeasureInfo>, regua_core::Error> {
    let info = |spec: &Spec| Ok(MeasureInfo::new(spec.key(), &*registry.reader(spec)?));
    specs.iter().map(info).collect()
}

/// Checks that no output would take the place of an input or of another output.
///
/// # Errors
/// Names the file that is asked for twice.
pub fn outputs_are_apart(inputs: &[&Path], outputs: &[Option<&Path>]) -> Result<(), Error> {
    // A file that is not there yet is known by the folder it will be in.
    let place = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    let mut taken: Vec<PathBuf> = inputs.iter().filter_map(|path| place(path)).collect();
    for path in outputs.iter().flatten() {
        let Some(wanted) = place(path) else { continue };
        // Pipes and devices can be written to by many.
        if taken.contains(&wanted) && (wanted.is_file() || !wanted.exists()) {
            let path = path.display();
            return Err(Error::Options(format!(
                "{path} would be written over: give the output a name of its own"
            )));
        }
        taken.push(wanted);
    }
    Ok(())
}

/// All files that an input reads.
fn files(input: &Input) -> Vec<&Path> {
    match &input.files {
        Files::Table { tables, .. } => tables.iter().filter_map(TableAt::path).collect(),
        Files::Lines { systems, references, source } => {
            let systems = systems.iter().map(|(_, path)| path);
            systems.chain(references).chain(source).map(PathBuf::as_path).collect()
        }
        Files::Ranked(_) => Vec::new(),
    }
}

/// How lengths of texts are put together where nothing else is said.
const LENGTHS: &str = "0-9,10-19,20-29,30-39,40-49,50-59,60+";

/// How units are put together, from what was typed.
///
/// # Errors
/// Fails if bins do not parse, or bin a column that nothing is grouped by.
pub fn grouping(args: &GroupArgs) -> Result<Grouping, Error> {
    let mut by: Vec<By> =
        args.by.iter().map(|column| By { column: column.clone(), bins: None }).collect();
    for typed in &args.bins {
        let (column, bins) = typed.split_once('=').ok_or_else(|| {
            Error::Options(format!("`--bins {typed}` is written `--bins COLUMN=BINS`"))
        })?;
        let Some(place) = by.iter_mut().find(|by| by.column == column) else {
            let near = nearest(column, args.by.iter().map(String::as_str));
            return Err(Error::Options(format!(
                "`--bins {typed}` needs `--by {column}`{}",
                hint(&near)
            )));
        };
        place.bins = Some(bins.parse()?);
    }
    for by in &mut by {
        if by.bins.is_none() && TextColumn::named(&by.column).is_some() {
            by.bins = Some(LENGTHS.parse()?);
        }
    }
    Ok(Grouping { by, cluster: args.cluster.clone() })
}

/// What is read: tables, or plain text paired line by line.
///
/// # Errors
/// Fails if options do not go together or a format or column does not parse.
pub fn input(args: ScoreArgs) -> Result<Input, Error> {
    let wrong = |text: &str| Err(Error::Options(text.to_owned()));
    let plain = !args.hypotheses.is_empty();
    let beside = !args.references.is_empty() || args.source.is_some();
    let files = match (args.tables.is_empty(), plain) {
        (true, false) if beside => return wrong("say which outputs to score, with `--hyp FILE`"),
        (true, false) => {
            return wrong(
                "say what to score: a table such as `runs.jsonl`, or `--hyp FILE --ref FILE`",
            );
        }
        (false, true) => return wrong("score either tables or `--hyp` files, not both at once"),
        (false, false) if beside => {
            return wrong("`--ref` and `--src` go with `--hyp`; a table has columns for them");
        }
        (false, false) => Files::Table {
            tables: args.tables,
            format: args.format.as_deref().map(str::parse).transpose()?,
            columns: Columns::parse(&args.columns)?,
        },
        (true, true) if args.format.is_some() || !args.columns.is_empty() => {
            return wrong("`--format` and `--col` go with tables, not with `--hyp` files");
        }
        (true, true) => Files::Lines {
            systems: args.hypotheses.iter().map(|typed| system(typed)).collect(),
            references: args.references,
            source: args.source,
        },
    };
    Ok(Input {
        files,
        allow_empty_reference: args.allow_empty_reference,
        each_reference: args.each_reference,
        ..Input::default()
    })
}

/// Name and file of a system: `NAME=FILE`, or a file whose stem is the name.
pub fn system(typed: &str) -> (String, PathBuf) {
    if let Some((name, file)) = typed.split_once('=')
        && !name.is_empty()
        && !Path::new(typed).exists()
    {
        return (name.to_owned(), file.into());
    }
    let path = PathBuf::from(typed);
    let file =
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let file = file.strip_suffix(".gz").or(file.strip_suffix(".zst")).unwrap_or(&file);
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    (stem.unwrap_or_else(|| typed.to_owned()), path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_called_as_it_was_named_or_as_its_file() {
        let name = |typed: &str| system(typed).0;
        assert_eq!(name("out/ipe.txt"), "ipe");
        assert_eq!(name("out/ipe.pt.txt.gz"), "ipe.pt");
        assert_eq!(system("jaca=out/x.txt"), ("jaca".to_owned(), "out/x.txt".into()));
    }

    #[test]
    fn bins_go_with_a_column_that_is_grouped_by() {
        let args = GroupArgs {
            by: vec!["nodes".to_owned()],
            bins: vec!["node=1,2".to_owned()],
            cluster: None,
        };
        insta::assert_snapshot!(grouping(&args).unwrap_err(), @"`--bins node=1,2` needs `--by node`; did you mean `nodes`?");
    }
}
