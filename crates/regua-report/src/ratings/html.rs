//! Ratings as HTML.

use super::RatingsReport;
use crate::html::{Fragment, Notes};

impl RatingsReport {
    /// Tables, aspect after aspect; what stands below them otherwise is folded below all.
    pub(super) fn to_html(&self) -> String {
        let (mut html, mut notes) = (Fragment::new(), Notes::default());
        let several = self.aspects.len() > 1;
        if several {
            html.paragraph(&self.facts());
        }
        for aspect in &self.aspects {
            html.heading(&format!("{}: {}", aspect.title(), aspect.facts()));
            for table in aspect.tables() {
                html.table(&table);
            }
            let prefix = if several { format!("{}: ", aspect.title()) } else { String::new() };
            for fact in aspect.remarks() {
                notes.fact(&format!("{prefix}{fact}"));
            }
            notes.signature(&format!("{prefix}{}", aspect.signature));
        }
        notes.warn(&self.warnings);
        html.finish(&notes)
    }
}

#[cfg(test)]
mod tests {
    use regua_core::Reading;

    use super::super::{AspectReport, Bounds, Coefficient, RaterLine};
    use super::*;
    use crate::format::Format;
    use crate::html::tests::{HOSTILE, is_harmless, plain};

    fn aspect(name: &str) -> AspectReport {
        let coefficient =
            |key, value, interval| Coefficient { key, about: "a word", value, interval };
        let bounds = Bounds { low: 0.25, high: 0.75, level: 0.95, method: "percentile" };
        AspectReport {
            name: Some(name.to_owned()),
            signature: "ratings|scale:interval|regua:0.1.0".to_owned(),
            agreement: vec![
                coefficient("alpha", Reading::Value(0.5), Some(bounds)),
                coefficient("kappa", Reading::Undefined("one rater".into()), None),
            ],
            by_rater: vec![RaterLine {
                name: name.to_owned(),
                ratings: 12,
                items: 10,
                shared: 9,
                readings: vec![("mean", Reading::Value(3.5))],
            }],
            ..AspectReport::default()
        }
    }

    #[test]
    fn an_aspect_has_its_tables_and_its_remarks_are_folded_below() {
        let report =
            RatingsReport { aspects: vec![aspect("adequacy")], ..RatingsReport::default() };
        insta::assert_snapshot!(plain(&report.render(Format::Html)), @r#"
        <div class="regua mathjax_ignore tex2jax_ignore">
        <p><strong>adequacy: 0 ratings of 0 items of 0 systems by 0 raters; 0 items by two raters or more</strong></p>
        <table class="regua">
        <thead>
        <tr><th scope="col">coefficient</th><th scope="col">value</th><th scope="col">low</th><th scope="col">high</th><th scope="col"></th></tr>
        </thead>
        <tbody>
        <tr><td>alpha</td><td>0.5000</td><td>0.2500</td><td>0.7500</td><td>a word</td></tr>
        <tr><td>kappa</td><td>–</td><td>–</td><td>–</td><td>a word</td></tr>
        </tbody>
        </table>
        <table class="regua">
        <thead>
        <tr><th scope="col">rater</th><th scope="col">ratings</th><th scope="col">items</th><th scope="col">shared</th><th scope="col">mean</th></tr>
        </thead>
        <tbody>
        <tr><td>adequacy</td><td>12</td><td>10</td><td>9</td><td>3.5000</td></tr>
        </tbody>
        </table>
        <details><summary>signatures and settings</summary>
        <ul>
        <li>undefined: kappa: one rater</li>
        <li><code>ratings|scale:interval|regua:0.1.0</code></li>
        </ul>
        </details>
        </div>
        "#);
    }

    #[test]
    fn names_from_the_data_are_never_markup() {
        let mut report = RatingsReport {
            aspects: vec![aspect(HOSTILE), aspect("fluency")],
            warnings: vec![HOSTILE.to_owned()],
            ..RatingsReport::default()
        };
        report.aspects[0].overlap = Some(vec![vec![9]]);
        let html = report.render(Format::Html);
        is_harmless(&html);
        assert!(html.contains("<li>fluency: undefined: kappa: one rater</li>"), "{html}");
    }
}
