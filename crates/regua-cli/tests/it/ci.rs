//! Intervals: `regua score --ci` and `regua read --ci`.

use serde_json::Value;

use crate::program::{Bench, root};

/// A bench with the example, three systems of 64 units each.
pub fn translations() -> Bench {
    let bench = Bench::new(&[]);
    let example = root().join("examples/translation");
    std::fs::copy(example.join("translation.jsonl"), bench.path("t.jsonl")).unwrap();
    for system in ["ipe", "jacaranda"] {
        let name = format!("{system}.txt");
        std::fs::copy(example.join("systems").join(&name), bench.path(&name)).unwrap();
    }
    std::fs::copy(example.join("reference-ana.pt.txt"), bench.path("ana.txt")).unwrap();
    bench
}

fn results(json: &Value) -> Vec<Value> {
    json["results"].as_array().unwrap().clone()
}

#[test]
fn a_table_shows_the_ends_beside_the_value_and_says_how_they_were_made() {
    let table = translations().run("score t.jsonl -m bleu,wer --ci --resamples 200").printed();
    let line = table.lines().find(|line| line.starts_with("ipe")).unwrap();
    assert!(line.contains("63.83 [") && line.matches('[').count() == 2, "{line}");
    assert!(table.ends_with("95 % intervals: percentile of 200 draws of units, seed 12345\n"));
}

#[test]
fn json_has_an_interval_for_each_reading() {
    let bench = translations();
    let json = bench.run("score t.jsonl -m bleu --ci --resamples 200 --seed 7 --json").json();
    for result in results(&json) {
        assert_eq!(result["drawn_from"], 64);
        for (name, value) in result["readings"].as_object().unwrap() {
            let interval = &result["intervals"][name];
            let [low, high] = ["low", "high"].map(|end| interval[end].as_f64().unwrap());
            let value = value.as_f64().unwrap();
            assert!(low <= value && value <= high, "{name}: {low} {value} {high}");
        }
        let interval = &result["intervals"]["bleu"];
        assert_eq!(interval["level"], 0.95);
        assert_eq!(interval["method"], "percentile");
        assert_eq!(interval["resamples"], 200);
        assert_eq!(interval["seed"], 7);
        assert!(interval.get("by").is_none() && result.get("no_interval").is_none());
    }
    let plain = bench.run("score t.jsonl -m bleu --json").json();
    assert_eq!(results(&plain)[0]["readings"], results(&json)[0]["readings"]);
    assert!(results(&plain)[0].get("intervals").is_none());
}

#[test]
fn csv_has_two_more_columns() {
    let csv =
        translations().run("score t.jsonl -m wer --ci --resamples 50 --format-out csv").printed();
    let mut lines = csv.lines();
    let header = "measure,system,units,unscored,reading,value,undefined,low,high,signature";
    assert_eq!(lines.next(), Some(header));
    let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
    let [value, low, high] = [5, 7, 8].map(|at| cells[at].parse::<f64>().unwrap());
    assert!(low < value && value < high);
}

#[test]
fn every_group_has_intervals_from_its_own_units_and_few_units_warn() {
    let outcome = translations().run("score t.jsonl -m bleu --ci --resamples 50 --by text --json");
    assert!(
        outcome.err.contains(
            "an interval from fewer than 30 units says little: ipe, text football has 8 (and 23 more)"
        ),
        "{}",
        outcome.err
    );
    let results = results(&outcome.json());
    assert_eq!(results.len(), 3 * 9);
    for result in &results {
        let is_total = result.get("group").is_none();
        assert_eq!(result["drawn_from"], if is_total { 64 } else { 8 });
        assert!(result["intervals"]["bleu"]["low"].is_number());
    }
}

#[test]
fn few_units_warn_whichever_measure_comes_first() {
    let rows: Vec<String> = (0..10)
        .map(|at| format!("{{\"hypothesis\": \"a b {at}\", \"reference\": \"a c {at}\"}}\n"))
        .collect();
    let bench = Bench::new(&[("r.jsonl", &rows.concat())]);
    let warning = "an interval from fewer than 30 units says little";
    for measures in ["wer", "distinct,wer", "wer,distinct"] {
        let outcome = bench.run(&format!("score r.jsonl -m {measures} --ci --resamples 20"));
        assert_eq!(outcome.err.matches(warning).count(), 1, "{}", outcome.err);
    }
}

#[test]
fn clusters_are_drawn_where_they_are_averaged_or_asked_for() {
    let bench = translations();
    let run = |options: &str| {
        let typed = format!("score t.jsonl -m bleu --ci --resamples 100 {options} --json");
        results(&bench.run(&typed).json()).remove(0)
    };
    let (averaged, drawn, units) = (run("--macro text"), run("--resample-by text"), run(""));
    for clusters in [&averaged, &drawn] {
        assert_eq!(clusters["drawn_from"], 8);
        assert_eq!(clusters["intervals"]["bleu"]["by"], "text");
    }
    assert_eq!(drawn["readings"], units["readings"]);
    assert_ne!(averaged["readings"], units["readings"]);
    assert_ne!(drawn["intervals"], units["intervals"]);
    assert_eq!(run("--macro text --resample-by text"), averaged);
}

#[test]
fn draws_are_named_and_do_not_depend_on_threads() {
    let bench = translations();
    for rng in ["regua", "poisson", "sacrebleu"] {
        let run = |threads: u8| {
            let typed = format!(
                "score t.jsonl -m bleu,wer --ci --resamples 100 --rng {rng} --json --threads {threads}"
            );
            bench.run(&typed).json()
        };
        let json = run(1);
        assert_eq!(json, run(3));
        assert_eq!(results(&json)[0]["intervals"]["bleu"]["rng"], rng);
    }
    let table = bench.run("score t.jsonl -m bleu --ci --resamples 50 --rng poisson").printed();
    assert!(table.ends_with("percentile of 50 draws of units, seed 12345, rng poisson\n"));
    let table = bench.run("score t.jsonl -m bleu --ci --interval bca --confidence 0.9").printed();
    assert!(table.ends_with("90 % intervals: bca of 1,000 draws of units, seed 12345\n"));
}

#[test]
fn a_saved_ledger_has_the_intervals_that_the_run_had() {
    let bench = translations();
    for options in ["--by text", "--rng poisson --resample-by text", "--macro text --interval bca"]
    {
        let options = format!("{options} --ci --resamples 100 --json -q");
        let scored =
            bench.run(&format!("score t.jsonl -m bleu,rougeL,ter --save l.parquet {options}"));
        assert_eq!(bench.run(&format!("read l.parquet {options}")).json(), scored.json());
    }
    let again = bench.run("read l.parquet --ci --rng sacrebleu -m ter --json").json();
    assert_eq!(results(&again)[0]["intervals"]["ter"]["method"], "sacrebleu");
}

#[test]
fn what_is_no_sum_says_why_it_has_no_interval() {
    let outcome = translations().run("score t.jsonl -m distinct,bleu --ci --resamples 50 --json");
    assert!(outcome.err.contains("`distinct` has no interval: no sum of units"), "{}", outcome.err);
    let results = results(&outcome.json());
    assert!(results[0]["readings"]["distinct2"].is_number());
    assert_eq!(results[0]["intervals"], serde_json::json!({}));
    assert!(results[0]["no_interval"]["distinct2"].as_str().unwrap().starts_with("no sum"));
    assert!(results[1]["intervals"]["bleu"]["low"].is_number());
}

#[test]
fn options_without_intervals_and_bad_numbers_are_refused() {
    let bench = translations();
    for (option, value) in [
        ("--resamples", "10"),
        ("--seed", "1"),
        ("--rng", "poisson"),
        ("--confidence", "0.9"),
        ("--interval", "bca"),
        ("--resample-by", "text"),
    ] {
        let said = bench.run(&format!("score t.jsonl -m bleu {option} {value}")).refusal();
        assert_eq!(said, format!("error: `{option}` goes with `--ci`"));
    }
    for (options, said) in [
        ("--resamples 1", "`--resamples 1` is not between 2 and 1000000"),
        ("--confidence 95", "`--confidence 95` is not a share between 0 and 1, such as 0.95"),
        ("--rng dice", "`--rng dice` is unknown: it takes regua, poisson, sacrebleu"),
        ("--interval wide", "`--interval wide` is unknown: it takes percentile, bca"),
        ("--rng sacrebleu --confidence 0.9", "sacrebleu has no intervals but those of 95 %"),
        ("--rng sacrebleu --resample-by text", "sacrebleu has no clusters that are drawn together"),
        (
            "--resample-by nowhere",
            "there is no column `nowhere` to group by; the columns are `text`",
        ),
        (
            "--macro text --resample-by len(source)",
            "`--macro text` draws whole values of `text`, so that `--resample-by len(source)` has nothing to draw",
        ),
    ] {
        let typed = format!("score t.jsonl -m bleu --ci {options}");
        assert_eq!(bench.run(&typed).refusal(), format!("error: {said}"));
    }
}
