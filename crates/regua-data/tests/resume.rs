//! What keeps a run from going on, and what does not.

mod common;
#[path = "common/units.rs"]
#[expect(dead_code, reason = "one kind of unit is enough here")]
mod units;

use std::path::Path;
use std::sync::atomic::Ordering;

use common::{Folder, Running};
use insta::assert_snapshot;
use regua_core::Segments;
use regua_data::ledger::{Contents, Ledger, Writer, part_of};
use regua_data::{Done, Error, Save, measure};
use units::{Memory, Pair, built, pairs};

const BLOCK: usize = 10;

fn save(path: &Path, resume: bool) -> Save<Segments> {
    Save { resume, blocks_per_chunk: 2, ..Save::new(path) }
}

/// Runs to the end, or to an interrupt after so many blocks.
fn run(
    text: &str,
    units: &[Pair],
    save: &Save<Segments>,
    stop: Option<usize>,
) -> Result<Done, Error> {
    let running = Running::on(1);
    let mut seen = 0;
    measure(
        &mut Memory::new(units, BLOCK),
        &built(text, units),
        &running.options(),
        Some(save),
        |_, _| {
            seen += 1;
            running.cancel.store(Some(seen) == stop, Ordering::Relaxed);
            Ok(())
        },
    )
}

#[test]
fn what_differs_is_named() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    let units = pairs(100);
    run("words,log-lengths", &units, &save(&path, false), Some(5)).unwrap_err();
    let told = |text: &str, units: &[Pair], save: &Save<Segments>| {
        folder
            .message(&run(text, units, save, None).unwrap_err())
            .replace(regua_core::VERSION, "VERSION")
    };
    let resume = save(&path, true);
    assert_snapshot!(told("words,links=words(mean=yes)", &units, &resume), @"cannot resume out.parquet: it was made with log-lengths|regua:VERSION, now asked for words|mean:yes|regua:VERSION");
    assert_snapshot!(told("w=words,log-lengths", &units, &resume), @"cannot resume out.parquet: words|regua:VERSION was called `words`, now `w`");
    assert_snapshot!(told("words", &units, &resume), @"cannot resume out.parquet: it was made with log-lengths|regua:VERSION too, which is not asked for now");
    assert_snapshot!(told("words,log-lengths,m=words(mean=yes)", &units, &resume), @"cannot resume out.parquet: it was made without words|mean:yes|regua:VERSION");
    let texts = save(&path, true).with_texts();
    assert_snapshot!(told("words,log-lengths", &units, &texts), @"cannot resume out.parquet: it was made without the texts saved, now with");
    assert_snapshot!(told("words,log-lengths", &units, &save(&path, false)), @"out.parquet.part holds an unfinished run; go on with it with --resume, or remove the folder to start anew");

    let mut changed = units.clone();
    changed[33].1.push('?');
    assert_snapshot!(told("words,log-lengths", &changed, &resume), @"cannot resume out.parquet: units 21 to 40 of the input have changed");
    assert_snapshot!(told("words,log-lengths", &units[..25], &resume), @"cannot resume out.parquet: the input now ends after 25 units");
    assert_snapshot!(told("words,log-lengths", &units[..20], &resume), @"cannot resume out.parquet: the input now ends after 20 units");

    // None of that has harmed what was saved.
    assert_eq!(
        run("words,log-lengths", &units, &resume, None).unwrap(),
        Done { units: 100, resumed: 50 }
    );
    assert_snapshot!(told("words,log-lengths", &changed, &resume), @"cannot resume out.parquet: units 1 to 100 of the input have changed");
    assert_snapshot!(told("words,log-lengths", &units[..90], &resume), @"cannot resume out.parquet: the input now ends after 90 units");
    assert_snapshot!(told("words,log-lengths", &pairs(101), &resume), @"cannot resume out.parquet: it is finished, but the input goes on after its 100 units");
    assert_snapshot!(told("words", &units, &resume), @"cannot resume out.parquet: it was made with log-lengths|regua:VERSION too, which is not asked for now");
}

#[test]
fn a_run_that_fails_leaves_nothing_unless_it_went_on_with_another() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    let units = pairs(100);
    let fail_after = |blocks: usize, save: &Save<Segments>| {
        let mut seen = 0;
        let outcome = measure(
            &mut Memory::new(&units, BLOCK),
            &built("words", &units),
            &Running::on(2).options(),
            Some(save),
            |_, _| {
                seen += 1;
                if seen < blocks { Ok(()) } else { Err(Error::NoInput) }
            },
        );
        assert!(matches!(outcome, Err(Error::NoInput)));
    };
    fail_after(7, &save(&path, false));
    assert!(!path.exists() && !part_of(&path).exists());
    run("words", &units, &save(&path, false), Some(4)).unwrap_err();
    fail_after(9, &save(&path, true));
    assert_eq!(run("words", &units, &save(&path, true), None).unwrap().resumed, 80);
}

#[test]
fn leftovers_of_a_killed_run_do_no_harm() {
    let folder = Folder::new();
    let (path, clean) = (folder.path("out.parquet"), folder.path("clean.parquet"));
    let units = pairs(100);
    run("words", &units, &save(&clean, false), None).unwrap();
    run("words", &units, &save(&path, false), Some(4)).unwrap_err();
    let part = part_of(&path);
    for name in
        ["chunk-00002.parquet", "chunk-00003.parquet.tmp", "manifest.json.tmp", "whole.parquet"]
    {
        std::fs::write(part.join(name), "half a file").unwrap();
    }
    assert_eq!(run("words", &units, &save(&path, true), None).unwrap().resumed, 40);
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&clean).unwrap());
    assert!(!part.exists());

    // Killed after the ledger got its name, while the folder was removed.
    std::fs::create_dir(&part).unwrap();
    std::fs::write(part.join("chunk-00001.parquet"), "half a file").unwrap();
    assert_eq!(run("words", &units, &save(&path, true), None).unwrap().resumed, 100);
    assert!(!part.exists());
}

#[test]
fn a_chunk_that_the_disk_lost_is_measured_again() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    let units = pairs(100);
    run("words", &units, &save(&path, false), Some(6)).unwrap_err();
    std::fs::write(part_of(&path).join("chunk-00001.parquet"), "").unwrap();
    assert_eq!(
        run("words", &units, &save(&path, true), None).unwrap(),
        Done { units: 100, resumed: 20 }
    );
}

#[test]
fn an_unfinished_run_goes_before_a_finished_file_of_the_same_name() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    let units = pairs(60);
    run("words", &units[..30], &save(&path, false), None).unwrap();
    run("words", &units, &save(&path, false), Some(2)).unwrap_err();
    assert_eq!(
        run("words", &units, &save(&path, true), None).unwrap(),
        Done { units: 60, resumed: 20 }
    );
    assert_eq!(Ledger::open(&path).unwrap().units(), 60);
}

#[test]
fn two_runs_cannot_share_a_ledger() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    let contents = Contents::new::<Segments>([], vec![], false);
    let _first = Writer::create(&path, contents.clone()).unwrap();
    let second = Writer::create(&path, contents).err().unwrap();
    assert_snapshot!(folder.message(&second), @"out.parquet.part is in use by another run");
}

#[test]
fn resuming_what_was_never_begun_begins_it() {
    let folder = Folder::new();
    let units = pairs(30);
    let done = run("words", &units, &save(&folder.path("out.parquet"), true), None).unwrap();
    assert_eq!(done, Done { units: 30, resumed: 0 });
}
