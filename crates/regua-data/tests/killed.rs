//! A process that is killed at any moment leaves what the next one needs.

mod common;
#[path = "common/units.rs"]
#[expect(dead_code, reason = "one kind of unit is enough here")]
mod units;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use common::{Folder, Running};
use regua_core::Segments;
use regua_data::ledger::part_of;
use regua_data::{Done, Error, Save, measure};
use units::{Memory, Pair, built, pairs};

fn one_block(path: &Path) -> Save<Segments> {
    Save { resume: true, blocks_per_chunk: 1, ..Save::new(path) }
}

/// Takes its time, so that it can be killed in between.
fn run(units: &[Pair], save: &Save<Segments>) -> Result<Done, Error> {
    measure(
        &mut Memory::new(units, 10),
        &built("words,rare-words", units),
        &Running::on(2).options(),
        Some(save),
        |_, _| {
            std::thread::sleep(Duration::from_millis(3));
            Ok(())
        },
    )
}

const KILLED: &str = "REGUA_TEST_KILLED_LEDGER";

/// Does nothing on its own: the next test runs it in a process that it kills.
#[test]
fn a_process_that_will_be_killed() {
    let Some(path) = std::env::var_os(KILLED) else { return };
    let units = pairs(400);
    let _ = run(&units, &one_block(Path::new(&path)));
}

#[test]
fn a_process_killed_at_any_moment_can_be_gone_on_with() {
    let folder = Folder::new();
    let (path, clean) = (folder.path("out.parquet"), folder.path("clean.parquet"));
    let units = pairs(400);
    run(&units, &one_block(&clean)).unwrap();
    let mut kills = 0;
    for moment in [30, 45, 60, 75] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_process_that_will_be_killed"])
            .env(KILLED, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Not before it has begun, and then at no moment in particular.
        let manifest = part_of(&path).join("manifest.json");
        while !manifest.exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(moment));
        child.kill().unwrap();
        child.wait().unwrap();
        kills += usize::from(!path.exists());
    }
    let done = run(&units, &one_block(&path)).unwrap();
    assert_eq!(done.units, 400);
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&clean).unwrap(), "after {kills} kills");
}
