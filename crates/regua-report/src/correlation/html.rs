//! The report as HTML.

use super::CorrelationReport;
use super::chart::chart;
use super::table::{facts, tables};
use crate::html::{Fragment, Notes};

pub(super) fn html(report: &CorrelationReport) -> String {
    let mut html = Fragment::new();
    for (heading, table) in tables(report) {
        if !heading.is_empty() {
            html.heading(&heading);
        }
        html.table(&table);
    }
    if report.chart {
        html.drawing(&chart(report));
    }
    let mut notes = Notes::of(&report.measures);
    notes.facts(facts(report).iter().map(String::as_str));
    notes.warn(&report.warnings);
    html.finish(&notes)
}

#[cfg(test)]
mod tests {
    use regua_core::Direction;

    use super::super::{Comparison, Correlation, Cost, Interval, Matrix};
    use super::*;
    use crate::format::Format;
    use crate::html::tests::{HOSTILE, is_harmless, plain};

    fn correlation(measure: &str, aspect: &str) -> Correlation {
        Correlation {
            data: None,
            measure: measure.to_owned(),
            reading: "wer".to_owned(),
            signature: "wer|regua:0.1.0".to_owned(),
            direction: Direction::LowerIsBetter,
            aspect: Some(aspect.to_owned()),
            level: "segment".to_owned(),
            coefficient: "spearman".to_owned(),
            value: Ok(-0.5),
            oriented: Some(0.5),
            units: 64,
            groups: None,
            epsilon: None,
            interval: Some(Ok(Interval {
                low: -0.625,
                high: -0.25,
                confidence: 0.95,
                method: "percentile",
                drawn: Some((1000, 7)),
            })),
            rank: Some(1),
            cluster: None,
        }
    }

    fn report(measure: &str, aspect: &str) -> CorrelationReport {
        CorrelationReport {
            correlations: vec![correlation(measure, aspect)],
            notes: vec!["64 units have a rating".to_owned()],
            ..CorrelationReport::default()
        }
    }

    #[test]
    fn correlations_are_a_table_and_what_is_to_be_known_is_folded_below() {
        insta::assert_snapshot!(plain(&report("wer", "adequacy").render(Format::Html)), @r#"
        <div class="regua mathjax_ignore tex2jax_ignore">
        <table class="regua">
        <thead>
        <tr><th scope="col">aspect</th><th scope="col">level</th><th scope="col">measure</th><th scope="col">pairs</th><th scope="col">spearman</th><th scope="col">rank</th></tr>
        </thead>
        <tbody>
        <tr><td>adequacy</td><td>segment</td><td>wer ↓</td><td>64</td><td>-0.500000 [-0.625, -0.250]</td><td>1</td></tr>
        </tbody>
        </table>
        <details><summary>signatures and settings</summary>
        <ul>
        <li>64 units have a rating</li>
        <li>↓ less is better: the measure is ranked by the negated value</li>
        </ul>
        </details>
        </div>
        "#);
    }

    #[test]
    fn names_from_the_data_are_never_markup() {
        let hostile = || HOSTILE.to_owned();
        let mut report = report(HOSTILE, HOSTILE);
        report.tests.push(Comparison {
            data: Some(hostile()),
            aspect: Some(hostile()),
            level: hostile(),
            coefficient: hostile(),
            test: "williams",
            first: hostile(),
            second: hostile(),
            difference: 0.1,
            p: Err(hostile()),
            adjusted: None,
        });
        report.matrices.push(Matrix {
            data: Some(hostile()),
            level: hostile(),
            coefficient: hostile(),
            measures: vec![hostile()],
            values: vec![vec![Ok(1.0)]],
        });
        report.costs.push(Cost { measure: hostile(), seconds: 1e-6, units: 64 });
        report.notes.push(hostile());
        report.warnings.push(hostile());
        report.chart = true;
        is_harmless(&report.render(Format::Html));
        report.correlations[0].data = Some(hostile());
        is_harmless(&report.render(Format::Html));
    }
}
