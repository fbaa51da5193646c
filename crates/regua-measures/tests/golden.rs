//! The golden cases: texts with the numbers that the reference tools give for
//! them. See `cases/README.md` for the files and their fields.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use regua_core::entry::{AnyMeasure, Built};
use regua_core::slot::Cell;
use regua_core::unit::{Hypothesis, Segment, Segments};
use regua_core::{Batch, MeasureExt, Reader, Readings, Registry, Rows, Spec, Sum, Tally};
use regua_store::Store;
use serde::Deserialize;
use serde::de::DeserializeOwned;

const SHOWN: usize = 10;

#[derive(Debug, Deserialize)]
struct Text {
    id: String,
    hypothesis: String,
    references: Vec<String>,
    #[serde(default)]
    source: Option<String>,
    tags: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Case {
    measure: String,
    tool: String,
    #[serde(default)]
    tags: Tags,
    tolerance: f64,
    mean_tolerance: Option<f64>,
    /// How many references the tool was given; segments with fewer are left out.
    references: Option<usize>,
    /// Whether a measure that must be fitted is so on each segment by itself.
    #[serde(default)]
    fitted_alone: bool,
    units: usize,
    readings: BTreeMap<String, f64>,
    #[serde(default)]
    tally: BTreeMap<String, f64>,
    segments: BTreeMap<String, BTreeMap<String, f64>>,
}

#[derive(Debug, Default, Deserialize)]
struct Tags {
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
}

impl Case {
    /// How many references the tool was given: those for speech know but one.
    fn references(&self) -> usize {
        self.references.unwrap_or(if self.is_rate() { 1 } else { usize::MAX })
    }

    fn take(&self, text: &Text) -> bool {
        self.tags.take(text) && text.references.len() >= self.references.unwrap_or(0)
    }

    /// A rate over an empty reference is undefined here, where jiwer has a
    /// number to stand in for it: that of the insertions, 0 or 1.
    fn is_undefined(&self, text: &Text, reading: &str) -> bool {
        self.is_rate()
            && self.measure == reading
            && text.references.first().is_none_or(|text| text.trim().is_empty())
    }

    fn is_rate(&self) -> bool {
        self.tool.contains("jiwer") || self.tool == "formula"
    }
}

impl Tags {
    fn take(&self, text: &Text) -> bool {
        self.only.iter().all(|tag| text.tags.contains(tag))
            && !self.exclude.iter().any(|tag| text.tags.contains(tag))
    }
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Worked {
    Measured {
        name: String,
        measure: String,
        tolerance: f64,
        hypothesis: String,
        references: Vec<String>,
        headline: f64,
    },
    /// How a text is cut; the tests of `regua-text` look at these.
    Cut { tok: String, tokens: Vec<String> },
}

fn cases<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let cases: Vec<T> = (1..)
        .zip(text.lines())
        .map(|(line, text)| {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{file}:{line}: {error}"))
        })
        .collect();
    assert!(!cases.is_empty(), "{file} has no cases");
    cases
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &Store::nowhere()).unwrap();
    registry
}

/// The measure, fitted on the units if it must be.
fn measure(registry: &Registry, text: &str, units: &[Segment<'_>]) -> AnyMeasure<Segments> {
    let spec: Spec = text.parse().unwrap();
    match registry.build(&spec).unwrap_or_else(|error| panic!("{text}: {error}")) {
        Built::Ready(measure) => measure,
        Built::Unfitted(mut fit) => {
            fit.absorb(&Batch::new(units)).unwrap();
            fit.finish().unwrap()
        }
    }
}

/// What a measure makes of texts.
struct Outcome {
    measure: AnyMeasure<Segments>,
    rows: Rows,
    sum: Sum,
    /// The readings of all texts together, where they are no sum.
    corpus: Option<Readings>,
}

impl Outcome {
    fn of(registry: &Registry, spec: &str, texts: &[&Text], most_references: usize) -> Self {
        let hypotheses: Vec<[Hypothesis<'_>; 1]> =
            texts.iter().map(|text| [text.hypothesis.as_str().into()]).collect();
        let references: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| text.references.iter().map(String::as_str).take(most_references).collect())
            .collect();
        let units: Vec<Segment<'_>> = hypotheses
            .iter()
            .zip(&references)
            .zip(texts)
            .map(|((hypotheses, references), text)| Segment {
                hypotheses,
                references,
                source: text.source.as_deref(),
            })
            .collect();
        let measure = measure(registry, spec, &units);
        let rows = measure.rows(&units).unwrap();
        let corpus = measure.collected().map(|collected| collected.read_corpus(&units));
        let mut sum = Sum::new(measure.slots());
        for unit in 0..rows.len() {
            if let Ok(tally) = rows.row(unit) {
                sum.add(tally, measure.slots()).unwrap();
            }
        }
        Self { measure, rows, sum, corpus }
    }

    fn readings(&self) -> Readings {
        match &self.corpus {
            Some(readings) => readings.clone(),
            None => self.measure.read(Tally::new(&self.sum.cells())),
        }
    }

    fn unit_readings(&self, unit: usize) -> Option<Readings> {
        self.rows.row(unit).ok().map(|row| self.measure.read_unit(row))
    }

    fn reading(&self, readings: &Readings, name: &str) -> Option<f64> {
        let at = self.measure.readings().iter().position(|info| info.name == name)?;
        readings.0[at].value()
    }

    fn tallied(&self, name: &str) -> Option<f64> {
        let at = self.measure.slots().iter().position(|slot| slot.name == name)?;
        Some(self.sum.cells()[at].as_f64())
    }
}

/// Collects what is not as it should be.
#[derive(Default)]
struct Mismatches(Vec<String>);

impl Mismatches {
    fn compare(&mut self, place: &str, found: Option<f64>, expected: f64, tolerance: f64) {
        let passes = found.is_some_and(|found| {
            found.to_bits() == expected.to_bits()
                || (tolerance > 0.0 && (found - expected).abs() <= tolerance)
        });
        if !passes {
            self.0.push(format!("  {place}: {found:?} is not {expected:?}"));
        }
    }

    fn report(self, case: &str, report: &mut Vec<String>) {
        if !self.0.is_empty() {
            let shown = &self.0[..self.0.len().min(SHOWN)];
            report.push(format!("{case}: {} mismatches\n{}", self.0.len(), shown.join("\n")));
        }
    }
}

fn check(case: &Case, registry: &Registry, texts: &[Text], report: &mut Vec<String>) {
    let chosen: Vec<&Text> = texts.iter().filter(|text| case.take(text)).collect();
    assert_eq!(chosen.len(), case.units, "{}: units", case.measure);
    if case.fitted_alone {
        return check_one_by_one(case, registry, &chosen, report);
    }
    // Some tools give no value of a segment by the knowledge of the corpus.
    if !case.segments.is_empty() {
        assert_eq!(case.segments.len(), case.units, "{}: segments", case.measure);
    }
    let outcome = Outcome::of(registry, &case.measure, &chosen, case.references());
    let mut mismatches = Mismatches::default();
    let total = outcome.readings();
    let total_tolerance = case.mean_tolerance.unwrap_or(case.tolerance);
    for (name, &expected) in &case.readings {
        let found = outcome.reading(&total, name);
        mismatches.compare(name, found, expected, total_tolerance);
    }
    for (name, &expected) in &case.tally {
        mismatches.compare(&format!("tally {name}"), outcome.tallied(name), expected, 0.0);
    }
    for (unit, text) in chosen.iter().enumerate() {
        let readings = outcome.unit_readings(unit);
        for (name, &expected) in case.segments.get(&text.id).into_iter().flatten() {
            let found = readings.as_ref().and_then(|readings| outcome.reading(readings, name));
            let place = format!("{} {name}", text.id);
            if case.is_undefined(text, name) {
                assert_eq!(found, None, "{}: {place}", case.measure);
            } else {
                mismatches.compare(&place, found, expected, case.tolerance);
            }
        }
    }
    mismatches.report(&format!("{} ({})", case.measure, case.tool), report);
}

/// Each segment as a corpus of its own; those that the tool fails on have no value.
fn check_one_by_one(case: &Case, registry: &Registry, chosen: &[&Text], report: &mut Vec<String>) {
    let mut mismatches = Mismatches::default();
    assert!(case.segments.len() * 2 > case.units, "{}: too few segments", case.measure);
    for text in chosen {
        let Some(expected) = case.segments.get(&text.id) else { continue };
        let outcome = Outcome::of(registry, &case.measure, &[text], case.references());
        for (name, &expected) in expected {
            let found = outcome.reading(&outcome.readings(), name);
            mismatches.compare(&format!("{} {name}", text.id), found, expected, case.tolerance);
        }
    }
    mismatches.report(&format!("{} ({})", case.measure, case.tool), report);
}

fn check_file(file: &str) {
    check_file_with(file, "segments.jsonl", &registry());
}

fn check_file_on(file: &str, texts: &str) {
    check_file_with(file, texts, &registry());
}

fn check_file_with(file: &str, texts: &str, registry: &Registry) {
    let texts = cases::<Text>(texts);
    let mut report = Vec::new();
    for case in cases::<Case>(file) {
        check(&case, registry, &texts, &mut report);
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

#[test]
fn bleu_reads_as_in_sacrebleu() {
    check_file("bleu.jsonl");
}

#[test]
fn bleu_nltk_reads_as_in_nltk() {
    check_file("bleu-nltk.jsonl");
}

#[test]
fn chrf_reads_as_in_sacrebleu() {
    check_file("chrf.jsonl");
}

#[test]
fn rouge_reads_as_in_rouge_score() {
    check_file("rouge.jsonl");
}

#[test]
fn error_rates_read_as_in_jiwer() {
    check_file("wer.jsonl");
}

#[test]
fn empty_references_read_as_in_the_reference_tools() {
    check_file("empty-reference.jsonl");
}

#[test]
fn worked_examples_come_out() {
    let registry = registry();
    let mut report = Vec::new();
    for worked in cases::<Worked>("worked.jsonl") {
        let (name, text, tolerance, hypothesis, references, expected) = match worked {
            Worked::Measured { name, measure, tolerance, hypothesis, references, headline } => {
                (name, measure, tolerance, hypothesis, references, headline)
            }
            Worked::Cut { tok, tokens } => {
                assert!(!tok.is_empty() && !tokens.is_empty());
                continue;
            }
        };
        let text = &text;
        let text_unit =
            Text { id: name.clone(), hypothesis, references, source: None, tags: Vec::new() };
        let outcome = Outcome::of(&registry, text, &[&text_unit], usize::MAX);
        let mut mismatches = Mismatches::default();
        let found = outcome.readings().headline();
        mismatches.compare("headline", found, expected, tolerance);
        mismatches.report(&format!("{name} ({text})"), &mut report);
    }
    assert!(report.is_empty(), "\n{}", report.join("\n"));
}

#[test]
fn measures_without_a_reference_read_as_their_reference_tools() {
    check_file_on("free.jsonl", "summaries.jsonl");
}

#[derive(Debug, Deserialize)]
struct Counted {
    measure: String,
    tally: BTreeMap<String, i64>,
    headline: f64,
}

#[test]
fn readability_formulas_read_as_in_textstat() {
    let registry = registry();
    for case in cases::<Counted>("readability.jsonl") {
        let measure = measure(&registry, &case.measure, &[]);
        let cells: Vec<Cell> =
            measure.slots().iter().map(|slot| Cell::Count(case.tally[&*slot.name])).collect();
        let found = measure.read(Tally::new(&cells)).headline();
        assert_eq!(found.map(f64::to_bits), Some(case.headline.to_bits()), "{case:?}");
    }
}

#[test]
fn gleu_reads_as_in_nltk() {
    check_file("gleu.jsonl");
}

#[test]
fn similarities_read_as_in_rapidfuzz_and_nltk() {
    check_file("similarity.jsonl");
}

#[test]
fn answers_read_as_in_the_scripts_of_squad() {
    check_file("answers.jsonl");
}

#[test]
fn sari_reads_as_in_easse_evaluate_and_the_script_of_its_authors() {
    check_file_on("sari.jsonl", "simplify.jsonl");
}

#[test]
fn ter_reads_as_in_sacrebleu() {
    check_file("ter.jsonl");
}

#[test]
fn meteor_1_5_reads_as_in_its_jar() {
    check_file("meteor-1.5.jsonl");
}

/// A registry whose METEOR has the synonyms of a `dict` folder.
fn registry_with_wordnet(dictionary: &Path, folder: &Path) -> Registry {
    let store = Store::at(folder.join("data"), folder.join("cache"));
    store.add("wordnet", &[dictionary.to_owned()], None).unwrap();
    let mut registry = Registry::default();
    regua_measures::register(&mut registry, &store).unwrap();
    registry
}

#[test]
fn meteor_nltk_reads_as_in_nltk() {
    let folder = tempfile::tempdir().unwrap();
    let dictionary = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/wordnet");
    let registry = registry_with_wordnet(&dictionary, folder.path());
    check_file_with("meteor.jsonl", "segments.jsonl", &registry);
    let by_default = measure(&registry, "meteor-nltk", &[]).signature();
    assert_eq!(by_default, measure(&registry, "meteor-nltk(syn=wordnet)", &[]).signature());
    let again = registry.reader(&by_default.spec()).unwrap().signature();
    assert_eq!(again, by_default);
}

/// `dev/test` fetches the WordNet and names its folder.
#[test]
fn meteor_nltk_with_the_real_wordnet_reads_as_in_nltk() {
    let Some(dictionary) = std::env::var_os("REGUA_TEST_WORDNET") else {
        println!("skipped: REGUA_TEST_WORDNET does not name the folder of WordNet 3.0");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let registry = registry_with_wordnet(Path::new(&dictionary), folder.path());
    check_file_with("meteor-wordnet.jsonl", "segments.jsonl", &registry);
}

#[test]
fn nist_reads_as_in_mteval_and_nltk() {
    check_file("nist.jsonl");
}

#[test]
fn cider_reads_as_in_pycocoevalcap_and_the_code_of_its_authors() {
    check_file("cider.jsonl");
}

#[test]
fn word_recall_reads_as_in_compare_mt() {
    check_file("word-recall.jsonl");
}
