//! The report as CSV: one line a correlation.

use super::{Correlation, CorrelationReport};

const HEADER: [&str; 18] = [
    "data",
    "aspect",
    "level",
    "coefficient",
    "measure",
    "value",
    "oriented",
    "units",
    "groups",
    "undefined_groups",
    "low",
    "high",
    "confidence",
    "rank",
    "cluster",
    "seconds",
    "undefined",
    "signature",
];

pub(super) fn csv(report: &CorrelationReport) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(HEADER);
    for one in &report.correlations {
        let _ = writer.write_record(line(report, one));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn line(report: &CorrelationReport, one: &Correlation) -> [String; 18] {
    fn text<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let interval = one.interval.as_ref().and_then(|interval| interval.as_ref().ok());
    let cost = report.costs.iter().find(|cost| one.is_of(cost));
    [
        text(one.data.as_ref()),
        text(one.aspect.as_ref()),
        one.level.clone(),
        one.coefficient.clone(),
        one.measure.clone(),
        text(one.value.as_ref().ok()),
        text(one.oriented),
        one.units.to_string(),
        text(one.groups.map(|(groups, _)| groups)),
        text(one.groups.map(|(_, undefined)| undefined)),
        text(interval.map(|interval| interval.low)),
        text(interval.map(|interval| interval.high)),
        text(interval.map(|interval| interval.confidence)),
        text(one.rank),
        text(one.cluster),
        text(cost.map(|cost| cost.seconds)),
        text(one.value.as_ref().err()),
        one.signature.clone(),
    ]
}
