//! What `bench/run stats` times of this crate: Kendall's τ-b and tie calibration.
//!
//! ```sh
//! bench_correlation kendall|items|ungrouped FILE SYSTEMS TIMES
//! ```
//!
//! The file holds 64-bit numbers, all ratings and then all scores, each system by
//! system. The result is computed that many times and printed once, as JSON; with 0
//! times the file is read and nothing is computed: what starting costs.

use std::error::Error;
use std::hint::black_box;

use regua_stats::Undefined;
use regua_stats::correlation::kendall;
use regua_stats::correlation::ties::{Calibrated, calibrate};

type Found = Vec<(&'static str, f64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, file, systems, times] = arguments.as_slice() else {
        return Err("give kendall, items or ungrouped, a file, systems and times".into());
    };
    let numbers: Vec<f64> = std::fs::read(file)?
        .chunks_exact(8)
        .map(|bytes| bytes.try_into().map(f64::from_le_bytes))
        .collect::<Result<_, _>>()?;
    let (people, measure) = numbers.split_at(numbers.len() / 2);
    let (systems, times): (usize, usize) = (systems.parse()?, times.parse()?);
    let mut found = Found::new();
    for _ in 0..times {
        let (people, measure) = (black_box(people), black_box(measure));
        found = match what.as_str() {
            "kendall" => vec![("tau-b", kendall::b(people, measure)?)],
            "items" => by_item(people, measure, systems)?,
            "ungrouped" => named(calibrate([(people, measure)])?),
            _ => return Err(format!("`{what}` is none of kendall, items and ungrouped").into()),
        };
    }
    let readings: Vec<String> =
        found.iter().map(|(name, value)| format!("\"{name}\": {value:?}")).collect();
    println!("{{\"readings\": {{{}}}}}", readings.join(", "));
    Ok(())
}

/// Calibrated over the systems of each item by themselves; turning the grids counts.
fn by_item(people: &[f64], measure: &[f64], systems: usize) -> Result<Found, Undefined> {
    let items = people.len() / systems;
    let turned = |grid: &[f64]| -> Vec<f64> {
        (0..items).flat_map(|item| grid.iter().skip(item).step_by(items).copied()).collect()
    };
    let (people, measure) = (turned(people), turned(measure));
    let groups = people.chunks_exact(systems).zip(measure.chunks_exact(systems));
    calibrate(groups).map(named)
}

fn named(found: Calibrated) -> Found {
    vec![("accuracy", found.accuracy), ("epsilon", found.epsilon)]
}
