//! Measures: whatever the texts, tallies add up and readings are numbers or reasons.

use std::path::Path;
use std::sync::LazyLock;

use regua_core::entry::{AnyMeasure, Built};
use regua_core::{
    Batch, Cell, Fit, Hypothesis, Measure, MeasureExt, Reader, Reading, Readings, Registry, Rows,
    Segment, Segments, Spec, Sum, Tally, UnitKind,
};

use crate::target::{Target, holds, same};
use crate::units::{self, Unit};

/// Settings other than the usual ones.
const SPECS: &str = "a=bleu(tok=intl,smooth=floor),b=bleu(tok=zh,smooth=none,eff=yes),c=bleu(tok=char,smooth=add-k),\
    d=chrf(word-order=2),e=rougeL(stem=yes),f=rouge1(tok=unicode),g=ter(norm=yes,punct=no,asian=yes),\
    h=meteor(stem=none,tok=char),i=meteor-1.5(norm=no),j=bleu-nltk(smooth=7),k=sari(compat=original),l=nist(variant=nltk),\
    m=repetitiveness(variant=blanche),n=abstractness(variant=blanche,against=source),o=token-f1(articles=pt),\
    p=edit-similarity(unit=word),q=wer(numbers=en,punct=no)";

pub(crate) fn targets() -> Vec<Target> {
    vec![Target {
        name: "measures",
        about: "halves add up to the whole, order and company do not matter, readings are finite or have a reason",
        may_abort: false,
        make: units::make,
        check,
    }]
}

static REGISTRY: LazyLock<Result<Registry, String>> = LazyLock::new(|| {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &regua_store::Store::nowhere())
        .map_err(|error| error.to_string())?;
    Ok(registry)
});

/// All measures that need no fit, by their names alone and with other settings.
pub(crate) static MEASURES: LazyLock<Result<Vec<AnyMeasure<Segments>>, String>> =
    LazyLock::new(|| {
        let built = built()?.into_iter().filter_map(|built| match built {
            Built::Ready(measure) => Some(measure),
            Built::Unfitted(_) => None,
        });
        Ok(built.collect())
    });

fn built() -> Result<Vec<Built<Segments>>, String> {
    let registry = REGISTRY.as_ref()?;
    let entries = registry.entries().iter().filter(|entry| entry.kind == Segments::NAME);
    let mut specs: Vec<Spec> = entries.map(|entry| Spec::named(entry.name)).collect();
    specs.extend(registry.specs(SPECS).map_err(|error| error.to_string())?);
    specs
        .iter()
        .map(|spec| registry.build(spec).map_err(|error| format!("{spec}: {error}")))
        .collect()
}

/// Those that need one, fitted on units: at once, and in two halves that are
/// saved and put together.
fn fitted(units: &[Unit]) -> Result<Vec<AnyMeasure<Segments>>, String> {
    let fits = || -> Result<Vec<Box<dyn Fit<Kind = Segments>>>, String> {
        let unfitted = built()?.into_iter().filter_map(|built| match built {
            Built::Ready(_) => None,
            Built::Unfitted(fit) => Some(fit),
        });
        Ok(unfitted.collect())
    };
    let (left, right) = units.split_at(units.len() / 2);
    let mut measures = Vec::new();
    for ((mut whole, mut half), mut other) in fits()?.into_iter().zip(fits()?).zip(fits()?) {
        absorb(&mut *whole, units)?;
        absorb(&mut *half, left)?;
        absorb(&mut *other, right)?;
        other.merge(&half.save()).map_err(|error| error.to_string())?;
        same("the fit of two halves", &other.save(), &whole.save())?;
        measures.push(whole.finish().map_err(|error| error.to_string())?);
    }
    Ok(measures)
}

fn absorb(fit: &mut dyn Fit<Kind = Segments>, units: &[Unit]) -> Result<(), String> {
    with_segments(units, |segments| fit.absorb(&Batch::new(segments)))
        .map_err(|error| error.to_string())
}

fn check(bytes: &[u8], _: &Path) -> Result<(), String> {
    let mut units = units::parse(bytes);
    units.retain(|unit| !unit.references.is_empty());
    units.truncate(12);
    for unit in &mut units {
        unit.source = unit.source.take().or(unit.references.last().cloned());
    }
    let fitted = if units.is_empty() { Vec::new() } else { fitted(&units)? };
    for measure in MEASURES.as_ref()?.iter().chain(&fitted) {
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
    if let Some(collected) = measure.collected() {
        let forward = with_segments(units, |segments| collected.read_corpus(segments));
        let turned = with_segments(&backward, |segments| collected.read_corpus(segments));
        same("the corpus backwards", &turned, &forward)?;
        check_readings(measure, &forward)?;
    }
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
    with_segments(units, |segments| measure.rows(segments)).map_err(|error| error.to_string())
}

fn with_segments<T>(units: &[Unit], look: impl FnOnce(&[Segment<'_>]) -> T) -> T {
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
    look(&segments)
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
