//! Every kind of unit, fitted measures, and measures from outside: all can be
//! saved, read again, resumed, grouped, split and resampled.

mod common;
#[path = "common/units.rs"]
mod units;

use std::path::Path;
use std::sync::atomic::Ordering;

use common::{Folder, Running};
use regua_core::group::{By, GroupReading, Grouping, Totals};
use regua_core::slot::Cell;
use regua_core::{Reader, Sum};
use regua_data::ledger::{Ledger, part_of};
use regua_data::{Done, Error, Save, measure};
use units::{Memory, Owned, built, cases, documents, pairs, readers, registry};

const BLOCK: usize = 10;

fn grouping() -> Grouping {
    Grouping { by: vec![By { column: "topic".to_owned(), bins: None }], cluster: None }
}

fn totals(readers: Vec<std::sync::Arc<dyn Reader>>) -> Totals {
    Totals::new(readers, grouping(), &["topic".to_owned()]).unwrap()
}

/// Measures units, saved or not; what was done and all readings by group.
fn measured<O: Owned>(
    text: &str,
    units: &[O],
    threads: usize,
    save: Option<&Save<O::Kind>>,
) -> Result<(Done, Vec<GroupReading>), Error> {
    let running = Running::on(threads);
    let mut totals = totals(readers(built(text, units)));
    let done = measure(
        &mut Memory::new(units, BLOCK),
        &built(text, units),
        &running.options(),
        save,
        |keys, rows| Ok(totals.add(keys, rows)?),
    )?;
    Ok((done, totals.readings().unwrap()))
}

/// The readings of a saved ledger.
fn reread(path: &Path) -> Vec<GroupReading> {
    let ledger = Ledger::open(path).unwrap();
    let mut totals = totals(ledger.readers(&registry()).unwrap());
    for block in ledger.blocks().unwrap() {
        let block = block.unwrap();
        totals.add(&block.keys, &block.rows).unwrap();
    }
    totals.readings().unwrap()
}

/// Stops a saved run after so many blocks, as an interrupt would.
fn interrupted<O: Owned>(text: &str, units: &[O], save: &Save<O::Kind>, blocks: usize) {
    let running = Running::on(1);
    let mut seen = 0;
    let outcome = measure(
        &mut Memory::new(units, BLOCK),
        &built(text, units),
        &running.options(),
        Some(save),
        |_, _| {
            seen += 1;
            running.cancel.store(seen == blocks, Ordering::Relaxed);
            Ok(())
        },
    );
    assert!(matches!(outcome, Err(Error::Core(regua_core::Error::Cancelled))));
}

/// A sum of all rows of a system, each this many times.
fn summed(path: &Path, system: &str, measure: usize, times: i64) -> Vec<Cell> {
    let ledger = Ledger::open(path).unwrap();
    let slots = ledger.readers(&registry()).unwrap()[measure].slots().to_vec();
    let mut sum = Sum::new(&slots);
    for block in ledger.blocks().unwrap() {
        let block = block.unwrap();
        for (unit, key) in block.keys.iter().enumerate() {
            if let Ok(tally) = block.rows[measure].row(unit)
                && *key.system == *system
            {
                sum.add_times(tally, times, &slots).unwrap();
            }
        }
    }
    sum.cells()
}

fn holds_up<O: Owned>(text: &str, units: &[O]) {
    let folder = Folder::new();
    let save = |name: &str, resume: bool| Save {
        resume,
        blocks_per_chunk: 2,
        ..Save::<O::Kind>::new(folder.path(name))
    };
    let (_, plain) = measured(text, units, 3, None).unwrap();

    let (done, saved) = measured(text, units, 2, Some(&save("whole.parquet", false))).unwrap();
    assert_eq!(done, Done { units: units.len() as u64, resumed: 0 });
    assert_eq!(saved, plain);
    let whole = folder.path("whole.parquet");
    assert_eq!(reread(&whole), plain);
    assert!(!part_of(&whole).exists());

    // A finished ledger is read, not measured.
    let (done, again) = measured(text, units, 2, Some(&save("whole.parquet", true))).unwrap();
    assert_eq!(done.resumed, units.len() as u64);
    assert_eq!(again, plain);

    // Whether it was interrupted, and where, cannot be seen in the end.
    let bytes = std::fs::read(&whole).unwrap();
    for blocks in 1..units.len() / BLOCK {
        interrupted(text, units, &save("resumed.parquet", false), blocks);
        assert!(part_of(&folder.path("resumed.parquet")).is_dir());
        let (done, resumed) =
            measured(text, units, 2, Some(&save("resumed.parquet", true))).unwrap();
        assert_eq!(done, Done { units: units.len() as u64, resumed: (blocks * BLOCK) as u64 });
        assert_eq!(resumed, plain, "after {blocks} blocks");
        let resumed = std::fs::read(folder.path("resumed.parquet")).unwrap();
        assert!(resumed == bytes, "after {blocks} blocks the file has other bytes");
        std::fs::remove_file(folder.path("resumed.parquet")).unwrap();
    }

    // A resample with each unit once is the total, each unit twice double that.
    for total in plain.iter().filter(|total| total.group.is_empty()) {
        assert_eq!(summed(&whole, &total.system, total.measure, 1), total.total);
        let double = |cell: &Cell| match cell {
            Cell::Count(count) => Cell::Count(2 * count),
            Cell::Real(real) => Cell::Real(2.0 * real),
            Cell::Absent => Cell::Absent,
        };
        let twice: Vec<Cell> = total.total.iter().map(double).collect();
        assert_eq!(summed(&whole, &total.system, total.measure, 2), twice);
    }
}

#[test]
fn segments_with_a_fitted_measure_and_one_from_outside() {
    holds_up("words,m=words(mean=yes),log-lengths,rare-words", &pairs(95));
}

#[test]
fn annotated_documents() {
    holds_up("links", &documents(64));
}

#[test]
fn test_cases_with_a_slot_that_is_never_summed() {
    holds_up("failures", &cases(71));
}

#[test]
fn two_ledgers_added_are_the_whole() {
    let folder = Folder::new();
    let units = pairs(100);
    let measures = || built("words,log-lengths,rare-words", &units);
    let mut added = totals(readers(measures()));
    let blocks: Vec<_> = Memory::new(&units, BLOCK).blocks.collect();
    for (name, blocks) in [("a.parquet", &blocks[..4]), ("b.parquet", &blocks[4..])] {
        let mut source = Memory { blocks: Vec::from(blocks).into_iter() };
        let save = Save::new(folder.path(name));
        measure(&mut source, &measures(), &Running::on(1).options(), Some(&save), |_, _| Ok(()))
            .unwrap();
        for block in Ledger::open(&save.path).unwrap().blocks().unwrap() {
            let block = block.unwrap();
            added.add(&block.keys, &block.rows).unwrap();
        }
    }
    let whole = measured("words,log-lengths,rare-words", &units, 1, None).unwrap().1;
    assert_eq!(added.readings().unwrap(), whole);
}
