//! What sets two systems apart, as a report.

use regua_measures::contrast::{Contrasts, NgramContrast, WordAccuracy};
use regua_report::contrast::{Accuracy, ContrastReport, CountRow, NgramRow, WordRow};

/// What a contrast has found, in the words of reports.
pub fn contrast_report(found: Contrasts, systems: [String; 2]) -> ContrastReport {
    let ngrams = |ngrams: Vec<NgramContrast>| -> Vec<NgramRow> {
        let row = |one: NgramContrast| NgramRow {
            text: one.text,
            score: one.score,
            counts: [one.first, one.second],
            ids: one.ids,
        };
        ngrams.into_iter().map(row).collect()
    };
    let accuracy = |words: &WordAccuracy| Accuracy {
        reference: words.reference,
        hypothesis: words.hypothesis,
        matched: words.matched,
        precision: words.precision(),
        recall: words.recall(),
        f1: words.f1(),
    };
    let words = found.words.iter().map(|bucket| WordRow {
        frequency: bucket.band.clone(),
        systems: [accuracy(&bucket.first), accuracy(&bucket.second)],
    });
    let lengths = found.lengths.iter().map(|bucket| CountRow {
        bucket: bucket.length.clone(),
        references: Some(bucket.references),
        systems: [bucket.first, bucket.second],
    });
    let differences = found.differences.iter().map(|bucket| CountRow {
        bucket: bucket.difference.clone(),
        references: None,
        systems: [bucket.first, bucket.second],
    });
    ContrastReport {
        signature: found.signature.to_string(),
        systems,
        units: found.units,
        warnings: found.warnings(),
        words: words.collect(),
        lengths: lengths.collect(),
        differences: differences.collect(),
        ngrams: [ngrams(found.ngrams_first), ngrams(found.ngrams_second)],
        surplus: [ngrams(found.surplus_first), ngrams(found.surplus_second)],
    }
}
