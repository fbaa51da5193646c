//! The `regua` program, as a library: what was typed becomes a plan, and the
//! plan runs.
//!
//! Everything is in [`run`], which takes the words that were typed, the measures
//! there are, and where to print; so that tests, and faces with measures of
//! their own, can call it.

pub mod annotated;
pub mod args;
pub mod compare;
pub mod config;
pub mod contrast;
pub mod correlate;
pub mod describe;
pub mod error;
pub mod fits;
pub mod gate;
pub mod models;
pub mod output;
pub mod pass;
pub mod plan;
pub mod progress;
pub mod quantiles;
pub mod ratings;
pub mod read;
pub mod resampling;
pub mod score;
pub mod status;
pub mod whole_file;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{CommandFactory, Parser};
use regua_core::Registry;
use regua_store::Store;

use crate::args::{Cli, Verb};
use crate::error::Error;
use crate::status::Status;

/// Set by Ctrl-C; the run in progress stops at the next block.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// All measures of the house, with the resources of the user. A folder that is
/// missing or odd has none.
///
/// # Errors
/// Fails if two measures claim one name.
pub fn registry() -> Result<Registry, regua_core::Error> {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &Store::of_user())?;
    Ok(registry)
}

/// The program: exit code 0 if the work is done and every gate held, 1 if a
/// gate did not hold, 2 if the work could not be done.
pub fn main() -> ExitCode {
    ask_for_a_report_on_panic();
    // Without a handler Ctrl-C still ends the program, only less tidily. Who presses it
    // twice does not want to wait for the block in hand.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Broken.code().into());
        }
    });
    let registry = match registry() {
        Ok(registry) => registry,
        Err(error) => {
            eprintln!("error: {error}");
            return Status::Broken.into();
        }
    };
    let mut out = std::io::stdout().lock();
    run(std::env::args_os(), &registry, &mut out, &INTERRUPTED).into()
}

/// Runs the command that was typed and prints to `out`; messages go to
/// standard error.
pub fn run(
    typed: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Status {
    let cli = match Cli::try_parse_from(typed) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not errors; clap knows where they go.
            let _ = error.print();
            return if error.use_stderr() { Status::Broken } else { Status::Done };
        }
    };
    match dispatch(cli, registry, out, interrupted) {
        Ok(status) => status,
        Err(Error::Closed) => Status::Done,
        Err(error) => {
            eprintln!("error: {error}");
            Status::Broken
        }
    }
}

fn dispatch(
    cli: Cli,
    registry: &Registry,
    out: &mut dyn Write,
    interrupted: &AtomicBool,
) -> Result<Status, Error> {
    let text = match cli.verb {
        Verb::Score(args) => return score::score(*args, registry, out, interrupted),
        Verb::Classify(args) => {
            return annotated::classify(&args, registry, out, interrupted);
        }
        Verb::Spans(args) => return annotated::spans(&args, registry, out, interrupted),
        Verb::Read(args) => return read::read(&args, registry, out, interrupted),
        Verb::Compare(args) => return compare::compare(*args, registry, out, interrupted),
        Verb::Ratings(args) => return ratings::ratings(&args, out, interrupted),
        Verb::Correlate(args) => {
            return correlate::correlate(*args, registry, out, interrupted);
        }
        Verb::Models(args) => return models::models(&args, &Store::of_user(), out),
        Verb::Measures(args) => describe::measures(&args, registry)?,
        Verb::Explain(args) => describe::explain(&args, registry)?,
        Verb::Version(args) => describe::version(args.json),
        Verb::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "regua", &mut script);
            String::from_utf8_lossy(&script).into_owned()
        }
        Verb::Man(args) => manual(&args)?,
    };
    output::print(out, &text)?;
    Ok(Status::Done)
}

/// The manual page, or nothing if pages were written to a folder.
fn manual(args: &args::ManArgs) -> Result<String, Error> {
    if let Some(folder) = &args.out {
        let write = |source| Error::Write { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(write)?;
        clap_mangen::generate_to(Cli::command(), folder).map_err(write)?;
        return Ok(String::new());
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command())
        .render(&mut page)
        .map_err(|source| Error::Write { path: "standard output".into(), source })?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// A panic is a fault of the program, never of its input: say so.
pub fn ask_for_a_report_on_panic() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Damaged Parquet makes its reader panic; that is caught and reported as an error.
        if regua_data::panic_is_caught() {
            return;
        }
        default(info);
        eprintln!(
            "\nthis is a fault in regua {}; please report it with the command and the lines above",
            regua_core::VERSION
        );
    }));
}
