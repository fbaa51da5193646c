//! Printing: the report, and the file of unit readings.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::group::{GroupReading, Totals};
use regua_core::key::UnitKey;
use regua_core::resample::Kept;
use regua_core::{Reader, Rows, Settings, Tally};
use regua_measures::classify::confusion::ConfusionReader;
use regua_report::segments::{Lines, SegmentWriter};
use regua_report::{ConfusionMatrix, Format, MeasureInfo, ScoreReport};

use crate::args::OutputArgs;
use crate::error::Error;
use crate::gate::Gate;
use crate::resampling::{self, ResamplePlan};
use crate::status::Status;
use crate::whole_file::WholeFile;

/// Prints a text. A reader that has had enough is no error.
///
/// # Errors
/// Fails if the output is closed or cannot be written.
pub fn print(out: &mut dyn Write, text: &str) -> Result<(), Error> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Error::Closed,
        _ => Error::Write { path: "standard output".into(), source: error },
    })
}

/// What is printed and how, with everything checked that can be checked before
/// the work begins.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Clone)]
pub struct OutputPlan {
    /// The form of the report.
    pub format: Format,
    /// Conditions that must hold.
    pub gates: Vec<Gate>,
    /// Where readings of units go.
    pub segments: Option<PathBuf>,
    /// Whether readings from 0 to 1 are printed times 100.
    pub percent: bool,
    /// Whether tables show all readings.
    pub all_readings: bool,
    /// Whether headlines are drawn as bars.
    pub chart: bool,
    /// Whether sacrebleu's own signatures are printed.
    pub sacrebleu_signatures: bool,
    /// Whether nothing but the report is printed.
    pub quiet: bool,
}

impl OutputPlan {
    /// Checks what was typed.
    ///
    /// # Errors
    /// Fails if the form is unknown or a gate does not parse.
    pub fn new(args: &OutputArgs) -> Result<Self, Error> {
        let format = match (&args.format_out, args.json) {
            (_, true) => Format::Json,
            (None, false) => Format::default(),
            (Some(word), false) => word.parse().map_err(|takes| {
                Error::Options(format!("`--format-out {word}` is unknown: {takes}"))
            })?,
        };
        Ok(Self {
            format,
            gates: args.gate.iter().map(|gate| gate.parse()).collect::<Result<_, _>>()?,
            segments: args.segments.clone(),
            percent: args.percent,
            all_readings: args.all_readings,
            chart: args.chart,
            sacrebleu_signatures: args.sacrebleu_signatures,
            quiet: args.quiet,
        })
    }

    /// Checks that every gate looks at something, before any work is done.
    ///
    /// # Errors
    /// Names the gate that does not.
    pub fn check_gates(&self, measures: &[MeasureInfo]) -> Result<(), Error> {
        self.gates.iter().try_for_each(|gate| gate.find(measures).map(drop))
    }

    /// What the totals have to say, with statistics and intervals from the rows
    /// that were kept.
    ///
    /// # Errors
    /// Fails if a count leaves the range of 64-bit integers, or the run is interrupted.
    pub fn report(
        &self,
        mut measures: Vec<MeasureInfo>,
        readers: &[Arc<dyn Reader>],
        totals: &Totals,
        kept: Option<(&Kept, Option<&ResamplePlan>)>,
        mut warnings: Vec<String>,
        interrupted: &AtomicBool,
    ) -> Result<ScoreReport, Error> {
        let mut results = totals.readings()?;
        let keys: Vec<String> = measures.iter().map(|one| one.key.clone()).collect();
        let mut resampling = None;
        if let Some((kept, plan)) = kept {
            kept.read_statistics(&mut results);
            if let Some(plan) = plan {
                kept.intervals(&mut results, &plan.how, interrupted)?;
                resampling = Some(plan.note(kept, totals.cluster()));
                warnings.extend(resampling::few_units(&results));
                warnings.extend(resampling::no_interval(&results, &keys));
            }
        }
        warnings.extend(totals.warnings(&keys));
        if self.sacrebleu_signatures {
            let references = results.first().and_then(|result| result.references);
            for (info, reader) in measures.iter_mut().zip(readers) {
                info.also = regua_measures::sacrebleu_signature(&reader.signature(), references);
            }
        }
        let matrices = matrices(readers, &results);
        Ok(ScoreReport {
            measures,
            results,
            matrices,
            warnings,
            cluster: totals.cluster().map(str::to_owned),
            percent: self.percent,
            all_readings: self.all_readings,
            chart: self.chart,
            resampling,
        })
    }

    /// Prints the report, then warnings and failed gates to standard error.
    ///
    /// # Errors
    /// Fails if the output cannot be written or a gate looks at nothing.
    pub fn finish(&self, report: &ScoreReport, out: &mut dyn Write) -> Result<Status, Error> {
        let mut failures = Vec::new();
        for gate in &self.gates {
            failures.extend(gate.failures(report)?);
        }
        // Whoever has stopped reading still wants to know whether the gates held.
        match print(out, &report.render(self.format)) {
            Ok(()) | Err(Error::Closed) => {}
            Err(error) => return Err(error),
        }
        if !self.quiet {
            for warning in &report.warnings {
                eprintln!("warning: {warning}");
            }
            for (measure, why) in report.undefined() {
                eprintln!("note: `{measure}` {why}");
            }
        }
        for failure in &failures {
            eprintln!("{failure}");
        }
        Ok(if failures.is_empty() { Status::Done } else { Status::GateFailed })
    }
}

/// The confusion matrices of results that have one. An average over clusters
/// has none.
fn matrices(readers: &[Arc<dyn Reader>], results: &[GroupReading]) -> Vec<ConfusionMatrix> {
    let mut matrices = Vec::new();
    for (position, result) in results.iter().enumerate() {
        let reader = &readers[result.measure];
        if reader.signature().name() != "confusion" || result.clusters.is_some() {
            continue;
        }
        let settings = Settings::new(&reader.signature().spec()).with_slots(reader.slots());
        let Ok(confusion) = ConfusionReader::from_settings(&settings) else { continue };
        matrices.push(ConfusionMatrix {
            result: position,
            labels: confusion.labels(),
            cells: confusion.matrix(Tally::new(&result.total)),
        });
    }
    matrices
}

/// The file of unit readings, or none.
pub struct UnitFile(Option<SegmentWriter<WholeFile>>);

impl UnitFile {
    /// Starts the file, if there is to be one.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn create(
        path: Option<&Path>,
        measures: &[MeasureInfo],
        readers: &[Arc<dyn Reader>],
    ) -> Result<Self, Error> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = WholeFile::create(path)?;
        let lines = Lines::of(&path.to_string_lossy());
        let writer = SegmentWriter::new(file, lines, measures.to_vec(), readers.to_vec())
            .map_err(|source| Error::Write { path: path.to_owned(), source })?;
        Ok(Self(Some(writer)))
    }

    /// Writes the units of a block.
    ///
    /// # Errors
    /// Fails if they cannot be written.
    pub fn write(&mut self, keys: &[UnitKey], rows: &[Rows]) -> Result<(), regua_data::Error> {
        match &mut self.0 {
            None => Ok(()),
            Some(writer) => writer.write(keys, rows).map_err(|cause| regua_data::Error::Io {
                doing: "write",
                file: "the readings of units".to_owned(),
                cause,
            }),
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Fails if what is left cannot be written.
    pub fn finish(self) -> Result<(), Error> {
        self.0.map_or(Ok(()), |writer| writer.finish().finish())
    }
}
