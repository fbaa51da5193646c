//! A scored run as HTML.

use crate::html::{Fragment, Notes};
use crate::scores::ScoreReport;

impl ScoreReport {
    /// The table, bars if they were asked for, labels and their matrices; signatures, facts and warnings folded below.
    pub(crate) fn to_html(&self) -> String {
        let mut html = Fragment::new();
        html.table(&self.table());
        if self.chart {
            html.drawing(&self.bars());
        }
        for part in self.label_parts() {
            html.heading(&part.title);
            html.table(&part.table);
            html.drawing(&part.overall);
            if let Some(matrix) = part.matrix {
                let (table, note) = matrix.table();
                if let Some(table) = table {
                    html.table(&table);
                }
                html.drawing(&note);
            }
        }
        let mut notes = Notes::of(&self.measures);
        notes.facts(self.facts().lines());
        for (measure, why) in self.undefined() {
            notes.fact(&format!("{measure} {why}"));
        }
        notes.warn(&self.warnings);
        html.finish(&notes)
    }
}

#[cfg(test)]
mod tests {
    use regua_core::group::GroupReading;
    use regua_core::resample::Interval;
    use regua_core::{Reading, ReadingInfo, Readings, Scale};

    use super::*;
    use crate::format::Format;
    use crate::html::tests::{HOSTILE, is_harmless, plain};
    use crate::{ConfusionMatrix, MeasureInfo, ResamplingNote};

    fn measure(key: &str, readings: Vec<ReadingInfo>) -> MeasureInfo {
        let signature = format!("{key}|regua:0.1.0");
        MeasureInfo { key: key.to_owned(), signature, readings, also: None, beam: None }
    }

    fn result(system: &str, group: &[(&str, &str)], readings: Vec<Reading>) -> GroupReading {
        GroupReading {
            measure: 0,
            system: system.into(),
            group: group.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
            units: 8,
            unscored: [].into(),
            references: Some((1, 2)),
            clusters: None,
            total: Vec::new(),
            intervals: vec![
                Ok(Interval { low: 60.0, high: 65.5, mean: 63.0, undefined: 0 });
                readings.len()
            ],
            readings: Readings(readings),
            drawn_from: 8,
        }
    }

    fn report(measures: Vec<MeasureInfo>, results: Vec<GroupReading>) -> ScoreReport {
        ScoreReport {
            measures,
            results,
            warnings: Vec::new(),
            cluster: None,
            percent: false,
            all_readings: false,
            chart: false,
            resampling: None,
            matrices: Vec::new(),
        }
    }

    #[test]
    fn groups_and_intervals_are_a_table_and_signatures_are_folded_below() {
        let bleu = measure("bleu", vec![ReadingInfo::higher("bleu", Scale::Percent)]);
        let results = vec![
            result("ipê", &[], vec![Reading::Value(63.25)]),
            result("ipê", &[("topic", "rain")], vec![Reading::Undefined("no unit".into())]),
        ];
        let mut report = report(vec![bleu], results);
        report.results[1].intervals.clear();
        report.measures[0].also = Some("nrefs:1|case:mixed".to_owned());
        report.warnings.push("8 units say little".to_owned());
        report.resampling = Some(ResamplingNote {
            confidence: 0.95,
            method: "percentile",
            scheme: "regua",
            resamples: 1000,
            seed: 7,
            by: None,
        });
        insta::assert_snapshot!(plain(&report.render(Format::Html)), @r#"
        <div class="regua mathjax_ignore tex2jax_ignore">
        <table class="regua">
        <thead>
        <tr><th scope="col">system</th><th scope="col">topic</th><th scope="col">units</th><th scope="col">bleu</th></tr>
        </thead>
        <tbody>
        <tr><td>ipê</td><td>all</td><td>8</td><td>63.25 [60.00, 65.50]</td></tr>
        <tr><td>ipê</td><td>rain</td><td>8</td><td>–</td></tr>
        </tbody>
        </table>
        <details><summary>signatures and settings (1 warning)</summary>
        <ul>
        <li>bleu: <code>bleu|regua:0.1.0</code>, as <code>nrefs:1|case:mixed</code></li>
        <li>8 units, 1 to 2 references each</li>
        <li>95 % intervals: percentile of 1,000 draws of units, seed 7</li>
        <li>bleu is undefined for ipê: no unit</li>
        <li>warning: 8 units say little</li>
        </ul>
        </details>
        </div>
        "#);
    }

    #[test]
    fn names_from_the_data_are_never_markup() {
        let exact = measure(HOSTILE, vec![ReadingInfo::higher(HOSTILE, Scale::Unit)]);
        let results = vec![
            result(HOSTILE, &[], vec![Reading::Value(0.5)]),
            result(HOSTILE, &[(HOSTILE, HOSTILE)], vec![Reading::Undefined(HOSTILE.into())]),
        ];
        let mut report = report(vec![exact], results);
        (report.chart, report.all_readings) = (true, true);
        report.cluster = Some(HOSTILE.to_owned());
        report.warnings.push(HOSTILE.to_owned());
        is_harmless(&report.render(Format::Html));
    }

    #[test]
    fn labels_have_a_table_and_their_matrix_too() {
        let of_label =
            |kind: &str, label: &str| ReadingInfo::higher(format!("{kind}[{label}]"), Scale::Unit);
        let readings = vec![
            ReadingInfo::higher("accuracy", Scale::Unit),
            of_label("f1", "yes"),
            of_label("f1", "<no>"),
        ];
        let values = [0.75, 0.8, 2.0 / 3.0].map(Reading::Value).to_vec();
        let mut report =
            report(vec![measure("confusion", readings)], vec![result("ipê", &[], values)]);
        report.matrices.push(ConfusionMatrix {
            result: 0,
            labels: vec!["yes".to_owned(), "<no>".to_owned()],
            cells: vec![(0, 0, 2), (1, 0, 1), (1, 1, 1)],
        });
        let html = report.render(Format::Html);
        let rows: Vec<&str> = html.lines().filter(|line| line.starts_with("<tr><td")).collect();
        assert_eq!(rows.len(), 5, "{html}");
        assert!(rows[4].contains("&lt;no&gt;") && rows[4].contains("▒ 1"), "{html}");
        assert!(html.contains("<p><strong>ipê, confusion</strong></p>\n<table class=\"regua\""));
        assert!(html.contains("<pre style=\"white-space:pre\">accuracy 0.7500</pre>"), "{html}");
    }
}
