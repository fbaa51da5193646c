//! Random inputs for Régua, without a special toolchain.
//!
//! A target compares two implementations or checks what must hold for every
//! input; waiting for a panic is not enough. Inputs are bytes and follow from the
//! seed, so what fails once fails again:
//!
//! ```text
//! cargo run --release -p regua-fuzz -- --seconds 60 --target jsonl
//! ```
//!
//! Not a replacement for the properties in the crates' own tests, which are
//! smaller and say what they are about; this looks where nobody thought of looking.

mod annotated;
mod arguments;
mod core;
mod input;
mod kernels;
mod ledger;
mod measures;
mod memory;
mod parquet;
mod readers;
mod synonyms;
mod target;
mod tokenisers;
mod trial;
mod units;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use arguments::Arguments;
use target::Target;
use tempfile::TempDir;
use trial::Failure;

/// Longer inputs are saved but not printed.
const LONGEST_PRINTED: usize = 2000;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("regua-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether everything held.
fn run() -> Result<bool, String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    if arguments.help {
        print!("{}", arguments::HELP);
        return Ok(true);
    }
    let mut targets = target::all();
    if let Some(name) = &arguments.target {
        let is_exact = targets.iter().any(|target| target.name == name);
        targets.retain(
            |target| if is_exact { target.name == name } else { target.name.starts_with(name) },
        );
        if targets.is_empty() {
            return Err(format!("there is no target `{name}`; --list names them"));
        }
    }
    if arguments.list {
        for target in &targets {
            println!("{:<16}{}", target.name, target.about);
        }
        return Ok(true);
    }
    let room = TempDir::new().map_err(|error| format!("there is no temporary folder: {error}"))?;
    // Panics are caught and told once, with the input.
    std::panic::set_hook(Box::new(|_| {}));
    if let Some(path) = &arguments.replay {
        return replay(&targets, path, room.path());
    }
    println!("seed {}", arguments.seed);
    let started = Instant::now();
    for (position, target) in targets.iter().enumerate() {
        // What a slow target took too long is taken from those that follow.
        let left = arguments.time.saturating_sub(started.elapsed());
        let share = left / u32::try_from(targets.len() - position).unwrap_or(1);
        let saved = saved_path(&arguments, target);
        match try_inputs(target, arguments.seed, share, room.path(), &saved)? {
            Ok(inputs) => println!("{:<16}{inputs:>9} inputs  ok", target.name),
            Err(failure) => {
                tell(target, arguments.seed, &failure, &saved);
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn replay(targets: &[Target], path: &Path, room: &Path) -> Result<bool, String> {
    let [target] = targets else { return Err("name one target with --target".to_owned()) };
    let input =
        std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    match trial::check(target, &input, room) {
        Ok(()) => println!("{:<16}{:>9} inputs  ok", target.name, 1),
        Err(reason) => {
            println!("{:<16}{reason}", target.name);
            return Ok(false);
        }
    }
    Ok(true)
}

fn saved_path(arguments: &Arguments, target: &Target) -> PathBuf {
    let folder = arguments.save.clone().unwrap_or_else(|| std::env::temp_dir().join("regua-fuzz"));
    folder.join(format!("{}-{}", target.name, arguments.seed))
}

/// Tries inputs until the time is over; how many there were, or what failed.
fn try_inputs(
    target: &Target,
    seed: u64,
    time: Duration,
    room: &Path,
    saved: &Path,
) -> Result<Result<u64, Failure>, String> {
    let unwritten = |error: std::io::Error| format!("cannot write {}: {error}", saved.display());
    if let Some(folder) = saved.parent() {
        std::fs::create_dir_all(folder).map_err(unwritten)?;
    }
    let started = Instant::now();
    let mut inputs = 0;
    loop {
        let (number, input) = (inputs, trial::input(target, seed, inputs));
        if target.may_abort {
            // Memory that runs out ends the program: the input must be there already.
            std::fs::write(saved, &input).map_err(unwritten)?;
        }
        if let Err(reason) = trial::check(target, &input, room) {
            let failure = trial::smaller(target, Failure { number, input, reason }, room);
            std::fs::write(saved, &failure.input).map_err(unwritten)?;
            return Ok(Err(failure));
        }
        inputs += 1;
        if started.elapsed() >= time {
            break;
        }
    }
    if target.may_abort {
        std::fs::remove_file(saved).map_err(unwritten)?;
    }
    Ok(Ok(inputs))
}

fn tell(target: &Target, seed: u64, failure: &Failure, saved: &Path) {
    println!("{:<16}{:>9} inputs  FAILED", target.name, failure.number + 1);
    println!("\nchecked: {}\nseed:    {seed}\nwhat:    {}", target.about, failure.reason);
    println!("input:   {} ({} bytes)", saved.display(), failure.input.len());
    if failure.input.len() <= LONGEST_PRINTED {
        println!("         \"{}\"", failure.input.escape_ascii());
    }
    println!(
        "again:   cargo run --release -p regua-fuzz -- --target {} --replay {}",
        target.name,
        saved.display()
    );
}
