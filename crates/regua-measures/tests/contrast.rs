//! The golden cases of contrasts: what compare-mt reports of two systems.
//! `tools/golden_contrast.py` says which texts they are given.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use regua_core::{Settings, Spec};
use regua_measures::contrast::{
    Buckets, Contrast, ContrastSettings, Contrasts, NgramContrast, PairOfOutputs, WordAccuracy,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
struct Text {
    id: String,
    hypothesis: String,
    references: Vec<String>,
    tags: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Case {
    settings: String,
    units: u64,
    #[serde(flatten)]
    report: Report,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "case", rename_all = "lowercase")]
enum Report {
    Ngrams { expected: Box<Lists> },
    Words { frequencies: Option<BTreeMap<String, u64>>, expected: Words },
    Lengths { expected: Lengths },
    Differences { expected: Lengths },
    Scores { scores: Vec<f64>, expected: Scores },
}

#[derive(Debug, Deserialize)]
struct Lists {
    ngrams_first: Ranked,
    ngrams_second: Ranked,
    surplus_first: Ranked,
    surplus_second: Ranked,
}

#[derive(Debug, Deserialize)]
struct Ranked {
    ngrams: usize,
    own: u64,
    other: u64,
    /// Words, score, own count, the other's count.
    top: Vec<(String, f64, u64, u64)>,
}

#[derive(Debug, Deserialize)]
struct Words {
    first: Vec<Row>,
    second: Vec<Row>,
}

/// Matched words, those of the reference, those of the output; recall, precision, F.
type Row = (u64, u64, u64, f64, f64, f64);

#[derive(Debug, Deserialize)]
struct Lengths {
    names: Vec<String>,
    #[serde(default)]
    references: Vec<u64>,
    first: Vec<u64>,
    second: Vec<u64>,
}

#[derive(Debug, Deserialize)]
struct Scores {
    counts: Vec<u64>,
}

fn lines<T: DeserializeOwned>(file: &str, skipped: usize) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}"));
    text.lines().skip(skipped).map(read).collect()
}

/// What two systems wrote: the hypotheses, and the second references.
fn contrasts(settings: ContrastSettings, texts: &[Text]) -> Contrasts {
    let mut contrast = Contrast::new(settings);
    for text in texts {
        if text.tags.iter().any(|tag| tag == "empty-reference") {
            continue;
        }
        if let [reference, second, ..] = &text.references[..] {
            contrast.add(&PairOfOutputs {
                id: &text.id,
                references: &[reference],
                first: &text.hypothesis,
                second,
            });
        }
    }
    contrast.finish(usize::MAX)
}

fn compare_ngrams(found: &[NgramContrast], is_first: bool, expected: &Ranked) {
    let counts = |one: &NgramContrast| {
        if is_first { (one.first, one.second) } else { (one.second, one.first) }
    };
    assert_eq!(found.len(), expected.ngrams);
    assert_eq!(found.iter().map(|one| counts(one).0).sum::<u64>(), expected.own);
    assert_eq!(found.iter().map(|one| counts(one).1).sum::<u64>(), expected.other);
    for (one, (text, score, own, other)) in found.iter().zip(&expected.top) {
        assert_eq!((one.text.as_str(), counts(one)), (text.as_str(), (*own, *other)));
        assert_eq!(one.score.to_bits(), score.to_bits(), "{text}");
    }
}

fn compare_words(
    found: &WordAccuracy,
    &(matched, reference, hypothesis, recall, precision, f1): &Row,
) {
    assert_eq!(*found, WordAccuracy { reference, hypothesis, matched });
    // compare-mt says 0 where there are no words.
    let read = [found.recall(), found.precision(), found.f1()].map(Option::unwrap_or_default);
    assert_eq!(read.map(f64::to_bits), [recall, precision, f1].map(f64::to_bits));
}

#[test]
fn contrasts_are_those_of_compare_mt() {
    let texts: Vec<Text> = lines("segments.jsonl", 0);
    let cases: Vec<Case> = lines("contrast.jsonl", 1);
    assert_eq!(cases.len(), 13);
    for case in cases {
        let settings = Settings::new(&case.settings.parse::<Spec>().unwrap());
        let mut settings = ContrastSettings::from_settings(&settings).unwrap();
        if let Report::Words { frequencies: Some(list), .. } = &case.report {
            settings =
                settings.frequencies(&list.iter().map(|(word, count)| (word, *count)).collect());
        }
        let found = contrasts(settings, &texts);
        assert_eq!((found.units, found.pruned), (case.units, false));
        match &case.report {
            Report::Ngrams { expected } => {
                compare_ngrams(&found.ngrams_first, true, &expected.ngrams_first);
                compare_ngrams(&found.ngrams_second, false, &expected.ngrams_second);
                compare_ngrams(&found.surplus_first, true, &expected.surplus_first);
                compare_ngrams(&found.surplus_second, false, &expected.surplus_second);
            }
            Report::Words { expected, .. } => {
                assert_eq!(found.words.len(), expected.first.len());
                for (bucket, rows) in
                    found.words.iter().zip(expected.first.iter().zip(&expected.second))
                {
                    compare_words(&bucket.first, rows.0);
                    compare_words(&bucket.second, rows.1);
                }
            }
            Report::Lengths { expected } => {
                let column = |of: fn(&_) -> u64| found.lengths.iter().map(of).collect::<Vec<_>>();
                assert!(found.lengths.iter().map(|one| &one.length).eq(&expected.names));
                assert_eq!(column(|one| one.references), expected.references);
                assert_eq!(column(|one| one.first), expected.first);
                assert_eq!(column(|one| one.second), expected.second);
            }
            Report::Differences { expected } => {
                let column =
                    |of: fn(&_) -> u64| found.differences.iter().map(of).collect::<Vec<_>>();
                assert!(found.differences.iter().map(|one| &one.difference).eq(&expected.names));
                assert_eq!(column(|one| one.first), expected.first);
                assert_eq!(column(|one| one.second), expected.second);
            }
            Report::Scores { scores, expected } => {
                let buckets = Buckets::scores(100.0).unwrap();
                let mut counts = vec![0; buckets.names().len()];
                for &score in scores {
                    counts[buckets.find(score).unwrap()] += 1;
                }
                assert_eq!(counts, expected.counts);
            }
        }
    }
}
