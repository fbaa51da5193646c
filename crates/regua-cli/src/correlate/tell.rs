//! What is told beside the numbers: what was left out, what is undefined, what
//! is too little to go by.

use regua_core::text::list;
use regua_report::{CorrelationReport, MeasureInfo};

use super::people::{People, plural};
use super::plan::What;
use super::scored::Scored;

/// Below this many pairs or groups an interval says little.
const FEW: usize = 30;

/// What is told of the scores.
pub fn scores(scored: &Scored, report: &mut CorrelationReport) {
    for info in &scored.measures {
        let is_known = |known: &MeasureInfo| known.signature == info.signature;
        if !report.measures.iter().any(is_known) {
            report.measures.push(info.clone());
        }
    }
    report.warnings.extend(scored.warnings.iter().cloned());
    let (systems, items) = (scored.systems.len(), scored.items.len());
    report.notes.push(format!(
        "{} of {} for {}",
        plural(scored.units.len() as u64, "output"),
        plural(systems as u64, "system"),
        plural(items as u64, "id"),
    ));
    for (entry, readings) in scored.entries.iter().zip(&scored.readings) {
        let without = readings.iter().filter(|value| value.is_none()).count();
        if without > 0 {
            let name = &entry.name;
            report.notes.push(format!(
                "`{name}`: {} without a reading left out",
                plural(without as u64, "unit")
            ));
        }
    }
}

/// What is told of units that nobody judged.
pub fn unrated(people: &[People], scored: &Scored, report: &mut CorrelationReport) {
    for one in people {
        let without = one.values.iter().filter(|value| value.is_none()).count();
        if without > 0 {
            let units = scored.units.len();
            let aspect = one.aspect.as_deref().map_or_else(String::new, |x| format!(" of `{x}`"));
            report.notes.push(format!(
                "{without} of {} have no rating{aspect}",
                plural(units as u64, "unit")
            ));
        }
    }
}

/// Says why correlations are undefined, each reason once for all measures that
/// share it.
pub fn undefined(report: &mut CorrelationReport, from: usize) {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for one in &report.correlations[from..] {
        let reason = match (&one.value, &one.interval) {
            (Err(reason), _) => format!("is undefined: {reason}"),
            (Ok(_), Some(Err(reason))) => format!("has no interval: {reason}"),
            (Ok(value), Some(Ok(interval))) if *value < interval.low || *value > interval.high => {
                "lies outside its interval: resampled items are noisier than all of them".to_owned()
            }
            _ => continue,
        };
        let aspect = one.aspect.as_deref().map_or_else(String::new, |x| format!("`{x}`, "));
        let text = format!("{aspect}{} level, {}, {reason}", one.level, one.coefficient);
        match told.iter_mut().find(|(known, _)| *known == text) {
            Some((_, measures)) => measures.push(one.measure.clone()),
            None => told.push((text, vec![one.measure.clone()])),
        }
    }
    for (text, measures) in told {
        let measures = list(&measures);
        report.warnings.push(format!("{measures}: {text}"));
    }
}

/// Warns of few pairs.
pub fn few(report: &mut CorrelationReport, from: usize, what: &What) {
    let mut told: Vec<String> = Vec::new();
    for one in &report.correlations[from..] {
        let (count, of) = match (one.level.as_str(), one.groups) {
            ("system", _) => (one.units, "system"),
            (_, Some((groups, _))) => (groups, "group"),
            ("rankings", _) => (one.units, "ranking"),
            _ => (one.units, "unit"),
        };
        if one.value.is_err() || count >= FEW {
            continue;
        }
        let count = plural(count as u64, of);
        let advice = if what.intervals { "intervals are rough" } else { "look at --ci" };
        let text = format!("the {} level has only {count}; {advice}", one.level);
        if !told.contains(&text) {
            told.push(text);
        }
    }
    report.warnings.extend(told);
}
