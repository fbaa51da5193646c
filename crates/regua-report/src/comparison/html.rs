//! A comparison as HTML.

use super::ComparisonReport;
use crate::html::{Fragment, Notes};

impl ComparisonReport {
    /// Tables, sentences and examples; signatures, settings and warnings folded below.
    pub(super) fn to_html(&self) -> String {
        let mut html = Fragment::new();
        for comparison in self.totals() {
            html.heading(&self.title(comparison));
            html.table(&self.standings(comparison));
            html.table(&self.pairs(comparison));
            if self.chart {
                html.drawing(&self.drawn(comparison));
            }
            if let Some(groups) = self.groups(comparison) {
                html.table(&groups);
            }
            html.list(&self.verdicts(comparison));
            for pair in &comparison.pairs {
                html.lines(&self.examples(comparison, pair));
            }
        }
        for part in &self.parts {
            html.drawing(&part.text);
        }
        let mut notes = Notes::of(&self.measures);
        notes.fact(&self.how());
        notes.warn(&self.warnings);
        html.finish(&notes)
    }
}

#[cfg(test)]
mod tests {
    use regua_core::comparison::{
        Adjustment, Comparison, Outcomes, Pair, Plan, Standing, Test, UnitDifference,
    };
    use regua_core::resample::{Interval, Resampling};
    use regua_core::{Reading, ReadingInfo, Scale};

    use super::super::{Part, UnitTexts};
    use super::*;
    use crate::format::Format;
    use crate::html::tests::{HOSTILE, is_harmless, plain};
    use crate::{MeasureInfo, ResamplingNote};

    fn comparison(systems: [&str; 2], group: Vec<(String, String)>) -> Comparison {
        let interval = |low, high| Ok(Interval { low, high, mean: 0.0, undefined: 0 });
        let standing = |system: &str, value| Standing {
            system: system.into(),
            value: Reading::Value(value),
            interval: interval(value - 1.0, value + 1.0),
            cluster: None,
        };
        let unit = UnitDifference { id: systems[0].to_owned(), unit: 3, first: 70.0, second: 8.5 };
        Comparison {
            measure: 0,
            reading: 0,
            group,
            within: None,
            units: 40,
            left_out: 0,
            drawn_from: 40,
            systems: vec![standing(systems[0], 63.25), standing(systems[1], 61.0)],
            pairs: vec![Pair {
                first: 0,
                second: 1,
                difference: Reading::Value(2.25),
                interval: interval(0.5, 4.0),
                p: Reading::Value(0.004),
                adjusted: Reading::Value(0.004),
                is_significant: true,
                outcomes: Some(Outcomes { wins: 20, ties: 15, losses: 5 }),
                effect: Reading::Value(0.5),
                needed: Reading::Value(32.0),
                gains: vec![unit],
                losses_most: Vec::new(),
            }],
        }
    }

    fn report(systems: [&str; 2]) -> ComparisonReport {
        ComparisonReport {
            measures: vec![MeasureInfo {
                key: "bleu".to_owned(),
                signature: "bleu|regua:0.1.0".to_owned(),
                readings: vec![ReadingInfo::higher("bleu", Scale::Percent)],
                also: None,
                beam: None,
            }],
            comparisons: vec![comparison(systems, Vec::new())],
            plan: Plan {
                baseline: None,
                test: Test::Bootstrap,
                resampling: Resampling::default(),
                trials: 1000,
                alpha: 0.05,
                adjustment: Adjustment::Holm,
                all_readings: false,
                examples: 1,
            },
            resampling: ResamplingNote {
                confidence: 0.95,
                method: "percentile",
                scheme: "regua",
                resamples: 1000,
                seed: 7,
                by: None,
            },
            texts: Vec::new(),
            parts: Vec::new(),
            chart: false,
            percent: false,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn systems_pairs_sentences_and_examples_stand_below_each_other() {
        insta::assert_snapshot!(plain(&report(["ipê", "jacarandá"]).render(Format::Html)), @r#"
        <div class="regua mathjax_ignore tex2jax_ignore">
        <p><strong>bleu: 40 units</strong></p>
        <table class="regua">
        <thead>
        <tr><th scope="col">system</th><th scope="col">value</th><th scope="col">interval</th></tr>
        </thead>
        <tbody>
        <tr><td>ipê</td><td>63.25</td><td>[62.25, 64.25]</td></tr>
        <tr><td>jacarandá</td><td>61.00</td><td>[60.00, 62.00]</td></tr>
        </tbody>
        </table>
        <table class="regua">
        <thead>
        <tr><th scope="col">pair</th><th scope="col">difference</th><th scope="col">interval</th><th scope="col">p</th><th scope="col"></th><th scope="col">wins</th><th scope="col">ties</th><th scope="col">losses</th><th scope="col">effect</th><th scope="col">units needed</th></tr>
        </thead>
        <tbody>
        <tr><td>ipê − jacarandá</td><td>+2.25</td><td>[+0.50, +4.00]</td><td>0.0040</td><td>*</td><td>20</td><td>15</td><td>5</td><td>+0.500</td><td>32</td></tr>
        </tbody>
        </table>
        <ul>
        <li>ipê is better than jacarandá by 2.25 bleu (95 % interval 0.50 to 4.00, paired bootstrap p = 0.0040, 40 units).</li>
        </ul>
        <pre>  ipê is furthest ahead on:
            ipê: ipê 70.00, jacarandá 8.50</pre>
        <details><summary>signatures and settings</summary>
        <ul>
        <li>bleu: <code>bleu|regua:0.1.0</code></li>
        <li>95 % intervals: percentile of 1,000 draws of units, seed 7; test: paired bootstrap, significant (*) below 0.05</li>
        </ul>
        </details>
        </div>
        "#);
    }

    #[test]
    fn names_from_the_data_are_never_markup() {
        let mut report = report([HOSTILE; 2]);
        let group = vec![(HOSTILE.to_owned(), HOSTILE.to_owned())];
        report.comparisons.push(comparison([HOSTILE; 2], group));
        report.texts.push(UnitTexts {
            id: HOSTILE.to_owned(),
            lines: vec![("reference".to_owned(), HOSTILE.to_owned())],
        });
        report.parts.push(Part {
            systems: (HOSTILE.to_owned(), HOSTILE.to_owned()),
            text: HOSTILE.to_owned(),
            markdown: String::new(),
            json: serde_json::Value::Null,
        });
        report.chart = true;
        report.warnings.push(HOSTILE.to_owned());
        is_harmless(&report.render(Format::Html));
    }
}
