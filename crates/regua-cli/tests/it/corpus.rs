//! Measures that look at the corpus: those that learn from the references
//! first, and statistics that are no sums.

use serde_json::Value;

use crate::program::{Bench, root};

const PAIRS: &str = "{\"id\": \"1\", \"topic\": \"sea\", \"hypothesis\": \"the boat is late\", \"reference\": \"the boat was late\"}\n\
    {\"id\": \"2\", \"topic\": \"sea\", \"hypothesis\": \"the boat sank\", \"reference\": \"a boat sank\"}\n\
    {\"id\": \"3\", \"topic\": \"air\", \"hypothesis\": \"the kite flew\", \"reference\": \"the kite flew\"}\n";

fn bench() -> Bench {
    Bench::new(&[("pairs.jsonl", PAIRS), ("notes.txt", "no fit at all")])
}

fn headlines(json: &Value) -> Vec<f64> {
    let results = json["results"].as_array().unwrap();
    results
        .iter()
        .map(|one| one["readings"][one["headline"].as_str().unwrap()].as_f64().unwrap())
        .collect()
}

#[test]
fn a_saved_fit_stands_for_a_pass_over_the_references() {
    let bench = bench();
    let measures = "nist(tok=none),cider-d,word-recall(bands=\"1,2+\")";
    let first =
        bench.run(&format!("score pairs.jsonl -m '{measures}' --save-fit all.fit --json")).json();
    let again =
        bench.run(&format!("score pairs.jsonl -m '{measures}' --fit all.fit --json")).json();
    assert_eq!(again, first);
    let typed = format!("score - -m '{measures}' --fit all.fit --json");
    let piped = bench.run_with_input(&typed, PAIRS.as_bytes()).json();
    assert_eq!(headlines(&piped), headlines(&first));
    let part = PAIRS.lines().next().unwrap();
    let alone = bench.run_with_input(&typed, part.as_bytes()).json();
    assert_eq!(alone["results"][0]["signature"], first["results"][0]["signature"]);
}

#[test]
fn a_ledger_of_a_fitted_measure_is_read_without_the_fit() {
    let bench = bench();
    let first = bench.run("score pairs.jsonl -m nist --by topic --save l.parquet").printed();
    assert_eq!(bench.run("read l.parquet --by topic").printed(), first);
}

#[test]
fn fits_that_cannot_be_used_are_refused() {
    let bench = bench();
    bench.run("score pairs.jsonl -m nist --save-fit nist.fit").printed();
    let said = |typed: &str| bench.run(typed).refusal();
    assert_eq!(
        said("score pairs.jsonl -m nist(tok=intl) --fit nist.fit"),
        "error: nist.fit: the fit of `nist` cannot be used: it was made with `tok=13a`, not `tok=intl`"
    );
    assert_eq!(
        said("score pairs.jsonl -m cider --fit nist.fit"),
        "error: nist.fit: the fit of `cider` cannot be used: the file has no fit for `cider`; it has nist"
    );
    assert_eq!(
        said("score pairs.jsonl -m nist --fit notes.txt"),
        "error: notes.txt: this is no file of fits, or one of another version"
    );
    assert_eq!(
        said("score pairs.jsonl -m bleu --fit nist.fit"),
        "error: `--fit` is for measures that learn from the references, such as nist and cider; none of these is asked for"
    );
    assert_eq!(
        said("score pairs.jsonl -m nist --save-fit pairs.jsonl"),
        "error: pairs.jsonl would be written over: give the output a name of its own"
    );
    let whole = std::fs::read(bench.path("nist.fit")).unwrap();
    bench.write("nist.fit", &whole[..whole.len() - 20]);
    assert_eq!(
        said("score pairs.jsonl -m nist --fit nist.fit"),
        "error: nist.fit: the file is damaged or cut off: its checksum does not fit"
    );
    let piped = bench.run_with_input("score - -m nist", PAIRS.as_bytes()).refusal();
    assert_eq!(
        piped,
        "error: measures that learn from the references first must read the input twice, and standard input can be read but once: give a file"
    );
}

#[test]
fn words_shared_by_texts_count_once_in_each_group_and_in_all() {
    let bench = bench();
    let json = bench.run("score pairs.jsonl -m ttr --by topic --json").json();
    let readings: Vec<(f64, f64)> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["readings"])
        .map(|all| (all["types"].as_f64().unwrap(), all["tokens"].as_f64().unwrap()))
        .collect();
    assert_eq!(readings, [(7.0, 10.0), (3.0, 3.0), (5.0, 7.0)]);
    let averaged = headlines(&bench.run("score pairs.jsonl -m ttr --macro topic --json").json());
    assert!((averaged[0] - f64::midpoint(1.0, 5.0 / 7.0)).abs() < 1e-15, "{averaged:?}");
    let means = headlines(&bench.run("score pairs.jsonl -m ttr(mean=yes) --json").json());
    assert_eq!(means, [1.0]);
}

#[test]
fn a_ledger_does_not_pretend_to_know_what_is_no_sum() {
    let bench = bench();
    bench.run("score pairs.jsonl -m ttr,bleu --save l.parquet").printed();
    let again = bench.run("read l.parquet --json").json();
    assert_eq!(again["results"][0]["readings"]["ttr"], Value::Null);
    let reason = again["results"][0]["undefined"]["ttr"].as_str().unwrap();
    assert!(reason.contains("no sum"), "{reason}");
    assert!(again["results"][1]["readings"]["bleu"].is_number());
}

#[test]
fn a_model_of_a_tokeniser_is_needed_to_measure_and_not_to_read() {
    let bench = bench();
    let model = root().join("cases/spm/bpe.model");
    std::fs::copy(&model, bench.path("m.model")).unwrap();
    let first = bench.run("score pairs.jsonl -m bleu(tok=spm:m.model) --save l.parquet").printed();
    assert!(first.contains("|tok:spm:m.model#"), "{first}");
    std::fs::remove_file(bench.path("m.model")).unwrap();
    assert_eq!(bench.run("read l.parquet").printed(), first);
    let said = bench.run("score pairs.jsonl -m bleu(tok=spm:m.model)").refusal();
    assert!(said.starts_with("error: `bleu` cannot take `tok=spm:m.model`"), "{said}");
}

#[test]
fn synonyms_are_used_once_they_are_added() {
    let bench = bench();
    let dictionary = root().join("cases/wordnet");
    let score = |typed: &str| bench.run(&format!("score pairs.jsonl -m {typed}"));
    assert!(score("meteor-nltk").printed().contains("|syn:none|"));
    let said = score("meteor(syn=wordnet)").refusal();
    assert!(said.contains("regua models add wordnet"), "{said}");
    bench.run(&format!("models add wordnet '{}'", dictionary.display())).printed();
    assert!(score("meteor-nltk").printed().contains("|syn:wordnet-0.1#"));
    let first = score("meteor --save l.parquet").printed();
    bench.run("models remove wordnet").printed();
    assert_eq!(bench.run("read l.parquet").printed(), first);
}
