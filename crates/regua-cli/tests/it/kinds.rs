//! Measures that the program does not ship (of other kinds of units, fitted
//! ones, ones from outside) through its own options.

#[expect(dead_code, reason = "the other users of this file need the rest of it")]
#[path = "../../../regua-data/tests/common/units.rs"]
mod units;

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64};

use regua_cli::status::Status;
use regua_core::run::Options;
use regua_data::Save;
use regua_stats::resample::{Generator, draw_weights};
use serde_json::Value;

use crate::program::{Bench, words};
use units::{Memory, Owned, built, cases, documents, registry};

/// The program with the test measures instead of its own.
fn run(typed: &str) -> Value {
    let mut out = Vec::new();
    let typed = std::iter::once("regua".to_owned()).chain(words(typed));
    let status = regua_cli::run(typed, &registry(), &mut out, &AtomicBool::new(false));
    assert_eq!(status, Status::Done);
    serde_json::from_slice(&out).unwrap()
}

fn save<O: Owned>(measures: &str, units: &[O], path: &Path) {
    let options = Options {
        threads: NonZeroUsize::MIN,
        cancel: &AtomicBool::new(false),
        done: &AtomicU64::new(0),
        digest: true,
    };
    let save = Save::new(path);
    let mut source = Memory::new(units, 10);
    regua_data::measure(&mut source, &built(measures, units), &options, Some(&save), |_, _| Ok(()))
        .unwrap();
}

#[test]
fn ledgers_of_documents_and_cases_are_read_and_grouped_like_any_other() {
    let bench = Bench::new(&[]);
    let path = bench.path("kind.parquet");
    let check = |measure: &str, units: usize| {
        let typed = format!("read '{}' --by topic --json", path.display());
        let results = run(&typed)["results"].as_array().unwrap().clone();
        let totals: Vec<&Value> = results.iter().filter(|one| one.get("group").is_none()).collect();
        assert!(results.len() > totals.len());
        assert!(results.iter().all(|one| one["measure"] == measure));
        let counted: u64 = totals.iter().map(|one| one["units"].as_u64().unwrap()).sum();
        assert_eq!(counted, units as u64);
    };
    save("links", &documents(64), &path);
    check("links", 64);
    save("failures", &cases(71), &path);
    check("failures", 71);
}

#[test]
fn a_fitted_measure_and_one_from_outside_are_scored_saved_resumed_and_read() {
    let rows: Vec<String> = (0..60)
        .map(|n| {
            format!(
                "{{\"id\": {n}, \"hypothesis\": \"um gato {}\", \"reference\": \"o gato {}\", \"topic\": {}}}\n",
                n % 7,
                n % 5,
                n % 3
            )
        })
        .collect();
    let bench = Bench::new(&[("runs.jsonl", &rows.concat())]);
    let (table, ledger) = (bench.path("runs.jsonl"), bench.path("l.parquet"));
    let typed = |verb: &str, option: &str| {
        format!("{verb} '{}' {option} '{}' --by topic --json", table.display(), ledger.display())
    };
    let measures = "-m words,log-lengths,rare-words";
    let scored = run(&typed("score", &format!("{measures} --save")));
    assert_eq!(scored["results"].as_array().unwrap().len(), 3 * 4);
    assert_eq!(run(&typed("score", &format!("{measures} --resume"))), scored);
    assert_eq!(run(&format!("read '{}' --by topic --json", ledger.display())), scored);
}

#[test]
fn rows_of_any_kind_can_be_resampled() {
    let bench = Bench::new(&[]);
    let path = bench.path("cases.parquet");
    save("failures", &cases(71), &path);
    let ledger = regua_data::Ledger::open(&path).unwrap();
    let reader = ledger.readers(&registry()).unwrap().remove(0);
    let weights = draw_weights(71, &mut Generator::new(12345));
    let mut sum = regua_core::Sum::new(reader.slots());
    let mut drawn = 0;
    for block in ledger.blocks().unwrap() {
        let block = block.unwrap();
        for unit in 0..block.keys.len() {
            if let Ok(tally) = block.rows[0].row(unit) {
                sum.add_times(tally, i64::from(weights[drawn]), reader.slots()).unwrap();
            }
            drawn += 1;
        }
    }
    assert_eq!(drawn, 71);
    let readings = reader.read(regua_core::Tally::new(&sum.cells()));
    assert!(readings.headline().is_some_and(f64::is_finite));
}
