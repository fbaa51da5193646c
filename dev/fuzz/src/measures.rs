//! Measures: whatever the texts, tallies add up and readings are numbers or reasons.

use std::path::Path;
use std::sync::LazyLock;

use regua_core::entry::{AnyMeasure, Built};
use regua_core::{
    Cell, Hypothesis, MeasureExt, Reader, Reading, Readings, Registry, Rows, Segment, Segments,
    Spec, Sum, Tally,
};

use crate::target::{Target, holds, same};
use crate::units::{self, Unit};

/// Settings other than the usual ones.
const SPECS: &str = "a=bleu(tok=intl,smooth=floor),b=bleu(tok=zh,smooth=none,eff=yes),c=bleu(tok=char,smooth=add-k),\
    d=chrf(word-order=2),e=rougeL(stem=yes),f=rouge1(tok=unicode)";

pub(crate) fn targets() -> Vec<Target> {
    vec![Target {
        name: "measures",
        about: "halves add up to the whole, order and company do not matter, readings are finite or have a reason",
        may_abort: false,
        make: units::make,
        check,
    }]
}

/// All measures, by their names alone and with other settings.
pub(crate) static MEASURES: LazyLock<Result<Vec<AnyMeasure<Segments>>, String>> =
    LazyLock::new(|| build().map_err(|error| error.to_string()));

fn build() -> Result<Vec<AnyMeasure<Segments>>, regua_core::Error> {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &regua_store::Store::nowhere())?;
    let mut specs: Vec<Spec> =
        registry.entries().iter().map(|entry| Spec::named(entry.name)).collect();
    specs.extend(registry.specs(SPECS)?);
    let mut measures = Vec::new();
    for spec in specs {
        if let Built::Ready(measure) = registry.build::<Segments>(&spec)? {
            measures.push(measure);
        }
    }
    Ok(measures)
}

fn check(bytes: &[u8], _: &Path) -> Result<(), String> {
    let mut units = units::parse(bytes);
    units.retain(|unit| !unit.references.is_empty());
    units.truncate(12);
    for measure in MEASURES.as_ref()? {
        check_measure(measure, &units)
            .map_err(|error| format!("{}: {error}", measure.signature()))?;
    }
    Ok(())
}

fn check_measure(measure: &AnyMeasure<Segments>, units: &[Unit]) -> Result<(), String> {
    let whole_rows = rows(measure, units)?;
    let whole = sum(measure, &whole_rows)?;
    let (left, right) = units.split_at(units.len() / 2);
    let mut parts = sum(measure, &rows(measure, left)?)?;
    parts
        .merge(&sum(measure, &rows(measure, right)?)?, measure.slots())
        .map_err(|error| error.to_string())?;
    same("the sum of two halves", &parts.cells(), &whole.cells())?;
    let backward: Vec<Unit> = units.iter().rev().cloned().collect();
    same("the sum backwards", &sum(measure, &rows(measure, &backward)?)?.cells(), &whole.cells())?;
    check_readings(measure, &measure.read(Tally::new(&whole.cells())))?;
    for (position, unit) in units.iter().enumerate() {
        let alone = rows(measure, std::slice::from_ref(unit))?;
        same("the row of a unit alone", &alone.row(0), &whole_rows.row(position))?;
        match alone.row(0) {
            Ok(row) => check_readings(measure, &measure.read_unit(row))?,
            Err(reason) => holds("a unit is unscored for no reason", !reason.trim().is_empty())?,
        }
    }
    Ok(())
}

/// The rows of all units under a measure.
pub(crate) fn rows(measure: &AnyMeasure<Segments>, units: &[Unit]) -> Result<Rows, String> {
    let hypotheses: Vec<[Hypothesis<'_>; 1]> =
        units.iter().map(|unit| [unit.hypothesis().into()]).collect();
    let references: Vec<Vec<&str>> =
        units.iter().map(|unit| unit.references.iter().map(String::as_str).collect()).collect();
    let segments: Vec<Segment<'_>> = units
        .iter()
        .zip(hypotheses.iter().zip(&references))
        .map(|(unit, (hypotheses, references))| Segment {
            hypotheses,
            references,
            source: unit.source.as_deref(),
        })
        .collect();
    measure.rows(&segments).map_err(|error| error.to_string())
}

fn sum(measure: &AnyMeasure<Segments>, rows: &Rows) -> Result<Sum, String> {
    let mut sum = Sum::new(measure.slots());
    for unit in 0..rows.len() {
        if let Ok(tally) = rows.row(unit) {
            let is_negative = |cell: &Cell| matches!(cell, Cell::Count(count) if *count < 0);
            holds("a count is below zero", !tally.cells().iter().any(is_negative))?;
            sum.add(tally, measure.slots()).map_err(|error| error.to_string())?;
        }
    }
    Ok(sum)
}

fn check_readings(measure: &AnyMeasure<Segments>, readings: &Readings) -> Result<(), String> {
    same("the number of readings", &readings.0.len(), &measure.readings().len())?;
    for (info, reading) in measure.readings().iter().zip(&readings.0) {
        let is_sound = match reading {
            Reading::Value(value) => value.is_finite(),
            Reading::Undefined(reason) => !reason.trim().is_empty(),
        };
        holds(&format!("{} is {reading:?}", info.name), is_sound)?;
    }
    Ok(())
}
