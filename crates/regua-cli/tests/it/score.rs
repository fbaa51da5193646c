//! `regua score` and `regua read` on good input.

use crate::program::{Bench, root};

fn translations(typed: &str) -> crate::program::Outcome {
    let bench = Bench::new(&[]);
    let mut command = bench.command(typed);
    crate::program::outcome(command.current_dir(root().join("examples/translation")))
}

#[test]
fn json_has_the_shape_that_programs_rely_on() {
    let json = translations("score --hyp systems/ipe.txt --ref reference-ana.pt.txt --ref reference-bruno.pt.txt -m bleu --json").json();
    let result = &json["results"][0];
    assert_eq!(json["regua"], "0.1.0");
    assert_eq!(result["measure"], "bleu");
    assert_eq!(result["signature"], "bleu|case:mixed|eff:no|tok:13a|smooth:exp|regua:0.1.0");
    assert_eq!(result["system"], "ipe");
    assert_eq!(result["units"], 64);
    assert_eq!(result["unscored"], 0);
    assert_eq!(result["references"], serde_json::json!({"min": 2, "max": 2}));
    assert_eq!(result["headline"], "bleu");
    assert!(result["readings"]["bleu"].as_f64().unwrap() > 40.0);
    assert!(result.get("group").is_none() && result.get("intervals").is_none());
    assert_eq!(json["warnings"], serde_json::json!([]));
}

#[test]
fn systems_keep_the_order_in_which_they_were_named() {
    let json = translations("score --hyp systems/mandacaru.txt --hyp best=systems/ipe.txt --ref reference-ana.pt.txt -m chrf --json").json();
    let systems: Vec<&str> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["system"].as_str().unwrap())
        .collect();
    assert_eq!(systems, ["mandacaru", "best"]);
}

#[test]
fn each_reference_is_a_group_of_its_own() {
    let json = translations("score translation.jsonl -m bleu --each-reference --json").json();
    let groups: Vec<_> =
        json["results"].as_array().unwrap()[..3].iter().map(|one| one["group"].clone()).collect();
    assert_eq!(groups[0], serde_json::Value::Null);
    assert_eq!(groups[1]["reference_set"], "1");
    assert_eq!(groups[2]["reference_set"], "2");
    let alone =
        translations("score --hyp systems/ipe.txt --ref reference-bruno.pt.txt -m bleu --json")
            .json();
    assert_eq!(json["results"][2]["readings"], alone["results"][0]["readings"]);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: u8| {
        translations(&format!(
            "score translation.jsonl -m bleu,chrf,rouge,wer --by text --json --threads {threads}"
        ))
        .printed()
    };
    assert_eq!(run(1), run(4));
}

#[test]
fn a_gate_that_does_not_hold_gives_code_1_and_still_prints() {
    let outcome = translations("score translation.jsonl -m bleu --gate 'bleu >= 30'");
    assert_eq!(outcome.code, 1);
    assert!(outcome.out.contains("mandacaru"));
    assert!(
        outcome.err.contains("gate `bleu >= 30` does not hold for mandacaru: 1"),
        "{}",
        outcome.err
    );
    assert_eq!(translations("score translation.jsonl -m bleu --gate 'bleu.bp > 0.1'").code, 0);
}

#[test]
fn macro_averages_are_means_over_clusters() {
    let json = translations("score translation.jsonl -m bleu --by text --json").json();
    let values: Vec<f64> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["system"] == "ipe" && one["group"].is_object())
        .map(|one| one["readings"]["bleu"].as_f64().unwrap())
        .collect();
    assert_eq!(values.len(), 8);
    let json = translations("score translation.jsonl -m bleu --macro text --json").json();
    assert_eq!(json["results"][0]["macro"], serde_json::json!({"column": "text", "clusters": 8}));
    let mean = json["results"][0]["readings"]["bleu"].as_f64().unwrap();
    assert!((mean - values.iter().sum::<f64>() / 8.0).abs() < 1e-12);
}

#[test]
fn a_saved_ledger_reads_as_the_run_did() {
    let bench = Bench::new(&[]);
    std::fs::copy(root().join("examples/translation/translation.jsonl"), bench.path("t.jsonl"))
        .unwrap();
    let scored = bench.run("score t.jsonl -m bleu,rougeL,low=wer(case=lower) --by text --save l.parquet --segments units.jsonl --json").printed();
    assert_eq!(bench.names(), ["l.parquet", "t.jsonl", "units.jsonl"]);
    assert_eq!(
        bench.run("read l.parquet --by text --json --segments again.jsonl").printed(),
        scored
    );
    assert_eq!(bench.read("units.jsonl"), bench.read("again.jsonl"));
    let only = bench.run("read l.parquet -m low --json").json();
    assert_eq!(only["results"].as_array().unwrap().len(), 3);
    assert_eq!(
        bench.run("read l.parquet -m lw").refusal(),
        "error: the ledger has no measure `lw`; did you mean `low`?"
    );
}

#[test]
fn unit_lines_begin_with_the_signatures_and_hold_objects() {
    let bench = Bench::new(&[("h.txt", "a b c d\nx\n"), ("r.txt", "a b c d\ny\n")]);
    bench.run("score --hyp h.txt --ref r.txt -m bleu,rouge1 --segments units.jsonl").printed();
    let lines: Vec<serde_json::Value> =
        bench.read("units.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["signatures"]["bleu"].as_str().unwrap().starts_with("bleu|"));
    assert_eq!(lines[1]["id"], "1");
    assert_eq!(lines[1]["rouge1"]["f"], 1.0);
    assert_eq!(lines[2]["bleu"]["bleu"], 0.0);
    bench.run("score --hyp h.txt --ref r.txt -m bleu --segments units.csv").printed();
    assert!(bench.read("units.csv").starts_with("id,system,bleu.bleu,"));
}

#[test]
fn beams_are_chosen_by_an_option() {
    let bench = Bench::new(&[(
        "b.jsonl",
        "{\"hypotheses\": [{\"text\": \"a b\", \"loglik\": -1}, {\"text\": \"a c\", \"loglik\": -2}], \"reference\": \"a c\", \"n\": 3}\n",
    )]);
    let read = |beam: &str| {
        let json = bench.run(&format!("score b.jsonl -m rouge1 --beam {beam} --json")).json();
        json["results"][0]["readings"]["f"].as_f64().unwrap()
    };
    assert!((read("likeliest") - 0.5).abs() < 1e-12);
    assert!((read("best") - 1.0).abs() < 1e-12);
    assert!((read("mean") - 0.75).abs() < 1e-12);
    let said = bench.run("score b.jsonl -m rouge1").refusal();
    assert!(said.contains("choose how with `--beam mean`"), "{said}");
}

#[test]
fn quantile_bins_see_the_column_first() {
    let rows: Vec<String> = (1..=8)
        .map(|n| format!("{{\"hypothesis\": \"a\", \"reference\": \"a\", \"n\": {n}}}\n"))
        .collect();
    let bench = Bench::new(&[("r.jsonl", &rows.concat())]);
    let json = bench.run("score r.jsonl -m wer --by n --bins n=q2 --json --save l.parquet").json();
    let groups: Vec<&str> = json["results"].as_array().unwrap()[1..]
        .iter()
        .map(|one| one["group"]["n"].as_str().unwrap())
        .collect();
    assert_eq!(groups, ["1 to <5", "5 to 8"]);
    assert_eq!(bench.run("read l.parquet --by n --bins n=q2 --json").json(), json);
}

#[test]
fn standard_input_is_jsonl_unless_told_otherwise() {
    let bench = Bench::new(&[]);
    let json = bench
        .run_with_input(
            "score - -m wer --json",
            b"{\"hypothesis\": \"a b\", \"reference\": \"a c\"}\n",
        )
        .json();
    assert_eq!(json["results"][0]["readings"]["wer"], 0.5);
    let json = bench
        .run_with_input(
            "score - --format csv --col hypothesis=h -m wer --json",
            b"h,reference\na b,a c\n",
        )
        .json();
    assert_eq!(json["results"][0]["readings"]["wer"], 0.5);
}

#[test]
fn a_configuration_file_holds_the_same_options() {
    let bench = Bench::new(&[
        ("r.jsonl", "{\"hypothesis\": \"a b\", \"reference\": \"a c\", \"k\": \"x\"}\n"),
        (
            "regua.toml",
            "measures = [\"wer\", \"strict=bleu(smooth=none)\"]\nby = \"k\"\nformat-out = \"json\"\n",
        ),
    ]);
    let json = bench.run("score r.jsonl --config regua.toml").json();
    assert_eq!(json["results"].as_array().unwrap().len(), 4);
    let json = bench.run("score r.jsonl --config regua.toml -m cer").json();
    assert_eq!(json["results"][0]["measure"], "cer");
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    use std::process::Stdio;
    let bench = Bench::new(&[]);
    let mut command = bench.command("measures --json");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_gate_counts_even_if_nobody_reads_the_report() {
    let bench = Bench::new(&[("r.jsonl", "{\"hypothesis\": \"a\", \"reference\": \"b\"}\n")]);
    let mut child = bench
        .command("score r.jsonl -m wer --gate 'wer < 0.5'")
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gate `wer < 0.5` does not hold"));
}

#[test]
fn groups_that_read_as_one_number_stay_apart_and_in_order() {
    let bench = Bench::new(&[(
        "r.csv",
        "hypothesis,reference,n,t\na,a,x1,p\na,a,1,p\na,a,01,q\na,a,+1,p\na,a,1.0,q\n",
    )]);
    let groups = || -> Vec<String> {
        let json = bench.run("score r.csv -m wer --by t --by n --json").json();
        let results = json["results"].as_array().unwrap().clone();
        results[1..].iter().map(|one| one["group"].to_string()).collect()
    };
    let mut unique = groups();
    unique.dedup();
    assert_eq!(unique.len(), groups().len());
    assert!((0..5).all(|_| groups() == unique));
}

#[test]
fn a_quotation_over_two_lines_of_a_tsv_stays_two_segments() {
    let bench = Bench::new(&[("r.tsv", "hypothesis\treference\nA x.\t\"A x.\nB y.\tB y.\"\n")]);
    let json = bench.run("score r.tsv -m wer --json").json();
    assert_eq!(json["results"][0]["units"], 2);
}

#[test]
fn units_without_a_reading_say_why_in_csv_too() {
    let bench = Bench::new(&[("r.jsonl", "{\"hypothesis\": \"a\", \"reference\": \"\"}\n")]);
    bench.run("score r.jsonl -m wer --allow-empty-reference --segments u.csv -q").printed();
    let line = bench.read("u.csv").lines().nth(1).unwrap().to_owned();
    assert!(line.contains("reference"), "{line}");
}

#[test]
fn a_link_is_followed_to_the_file_it_stands_for() {
    let bench = Bench::new(&[
        ("r.jsonl", "{\"hypothesis\": \"a\", \"reference\": \"a\"}\n"),
        ("real.jsonl", "old"),
    ]);
    std::os::unix::fs::symlink(bench.path("real.jsonl"), bench.path("link.jsonl")).unwrap();
    bench.run("score r.jsonl -m wer --segments link.jsonl").printed();
    assert!(bench.path("link.jsonl").is_symlink());
    assert!(bench.read("real.jsonl").contains("signatures"));
}

#[test]
fn sacrebleus_own_signature_can_be_quoted() {
    let outcome = translations(
        "score --hyp systems/ipe.txt --ref reference-ana.pt.txt -m bleu --sacrebleu-signatures",
    );
    assert!(outcome.printed().contains("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:"));
}
