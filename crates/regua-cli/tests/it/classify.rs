//! `regua classify` and `regua spans`.

use crate::program::{Bench, Outcome, outcome, root};

fn labels(typed: &str) -> Outcome {
    let bench = Bench::new(&[]);
    outcome(bench.command(typed).current_dir(root().join("examples/labels")))
}

fn entities(typed: &str) -> Outcome {
    let bench = Bench::new(&[]);
    outcome(bench.command(typed).current_dir(root().join("examples/entities")))
}

fn result<'j>(json: &'j serde_json::Value, measure: &str, system: &str) -> &'j serde_json::Value {
    let results = json["results"].as_array().unwrap();
    results
        .iter()
        .find(|one| {
            one["measure"] == measure && one["system"] == system && one.get("group").is_none()
        })
        .unwrap()
}

#[test]
fn tables_are_joined_by_id_and_everything_is_measured() {
    let json = labels("classify gold.csv caju.csv pequi.csv --json").json();
    let measures = ["confusion", "accuracy", "auc", "ece", "brier", "log-loss"];
    for system in ["caju", "pequi"] {
        for measure in measures {
            assert!(result(&json, measure, system)["units"] == 60);
        }
    }
    let reading = |measure: &str, system: &str, name: &str| {
        result(&json, measure, system)["readings"][name].as_f64().unwrap()
    };
    assert!(reading("confusion", "caju", "f1-macro") > reading("confusion", "pequi", "f1-macro"));
    assert!(reading("ece", "caju", "ece") < reading("ece", "pequi", "ece"));
    assert!((reading("confusion", "caju", "accuracy") - 52.0 / 60.0).abs() < 1e-15);
    let matrix = &result(&json, "confusion", "caju")["matrix"];
    assert_eq!(matrix["labels"], serde_json::json!(["negative", "neutral", "positive"]));
    let items: i64 = matrix["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["items"].as_i64().unwrap())
        .sum();
    assert_eq!(items, 60);
}

#[test]
fn the_matrix_is_drawn_and_every_label_has_a_row() {
    insta::assert_snapshot!(labels("classify gold.csv caju.csv -m confusion").printed());
}

#[test]
fn html_has_the_matrix_as_a_table() {
    let html = labels("classify gold.csv caju.csv --format-out html -q").printed();
    assert!(html.contains(">gold ↓ predicted →</th>"), "{html}");
    let html = entities("spans gold.bio caju.bio --format-out html -q").printed();
    assert!(html.contains("<p><strong>caju, spans</strong></p>"), "{html}");
}

#[test]
fn groups_gates_and_intervals_work_as_for_scores() {
    let outcome = labels(
        "classify gold.csv pequi.csv -m confusion --by language --gate 'confusion.f1[neutral] >= 0.99' --json",
    );
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.err.contains("gate `confusion.f1[neutral] >= 0.99` does not hold"),
        "{}",
        outcome.err
    );
    let json: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(json["results"][1]["group"]["language"], "en");
    let json =
        labels("classify gold.csv pequi.csv -m confusion,auc --ci --resamples 50 --json").json();
    for measure in ["confusion", "auc"] {
        let one = result(&json, measure, "pequi");
        let headline = one["headline"].as_str().unwrap();
        let interval = &one["intervals"][headline];
        let value = one["readings"][headline].as_f64().unwrap();
        assert!(interval["low"].as_f64().unwrap() <= value, "{one}");
        assert!(interval["high"].as_f64().unwrap() >= value, "{one}");
    }
}

#[test]
fn a_saved_ledger_is_read_and_compared_without_the_labels() {
    let bench = Bench::new(&[]);
    let folder = root().join("examples/labels");
    let ledger = bench.path("labels.parquet");
    let typed = format!("classify gold.csv caju.csv pequi.csv --save {} --json", ledger.display());
    let scored = outcome(bench.command(&typed).current_dir(&folder)).json();
    let read = bench.run("read labels.parquet --json").json();
    assert_eq!(read["results"], scored["results"]);
    let compared =
        bench.run("compare labels.parquet -m confusion,auc --resamples 50 --json").json();
    assert!(compared.is_object());
    let by = bench.run("read labels.parquet -m auc --by language --json").json();
    assert!(by["results"][1]["readings"]["auc"].is_number(), "{by}");
}

#[test]
fn labels_a_line_are_paired_line_by_line() {
    let bench = Bench::new(&[("gold.txt", "sim\nnão\nsim\n"), ("ipe.txt", "sim\nsim\nsim\n")]);
    let json = bench.run("classify gold.txt ipe.txt other=ipe.txt --json").json();
    let one = result(&json, "accuracy", "other");
    assert_eq!(one["readings"]["correct"], 2.0);
    assert_eq!(one["units"], 3);
    assert!(
        json["warnings"][0].as_str().unwrap().contains("1 label of ipe is never predicted"),
        "{json}"
    );
}

#[test]
fn one_table_may_hold_both_labels_several_systems_and_probabilities() {
    let rows = [
        r#"{"id": 1, "system": "a", "gold": true, "predicted": true, "probabilities": {"true": 0.9}}"#,
        r#"{"id": 2, "system": "a", "gold": false, "predicted": true, "probabilities": {"true": 0.6}}"#,
        r#"{"id": 1, "system": "b", "gold": true, "predicted": false, "probabilities": {"true": 0.2}}"#,
        r#"{"id": 2, "system": "b", "gold": false, "predicted": false, "probabilities": {"true": 0.1}}"#,
    ];
    let bench = Bench::new(&[("runs.jsonl", &rows.join("\n"))]);
    let json = bench.run("classify runs.jsonl -m brier,auc --json").json();
    assert!(
        (result(&json, "brier", "a")["readings"]["brier"].as_f64().unwrap() - 0.185).abs() < 1e-12
    );
    assert_eq!(result(&json, "auc", "b")["readings"]["auc"], 1.0);
    let again = bench
        .run_with_input("classify - -m accuracy --json", rows[..2].join("\n").as_bytes())
        .json();
    assert_eq!(result(&again, "accuracy", "a")["readings"]["accuracy"], 0.5);
}

#[test]
fn entities_are_measured_in_both_ways() {
    let json = entities("spans gold.bio caju.bio pequi.bio --json").json();
    let f1 = |measure: &str, system: &str, name: &str| {
        result(&json, measure, system)["readings"][name].as_f64().unwrap()
    };
    assert!(f1("spans", "caju", "f1") > f1("spans", "pequi", "f1"));
    for system in ["caju", "pequi"] {
        assert!(
            f1("spans-semeval", system, "f1-partial") > f1("spans-semeval", system, "f1-strict")
        );
        assert!(
            (f1("spans-semeval", system, "f1-strict") - f1("spans", system, "f1")).abs() < 1e-12
        );
    }
    insta::assert_snapshot!(entities("spans gold.bio pequi.bio --by document -m spans").printed());
}

#[test]
fn spans_in_json_are_joined_by_id() {
    let gold = r#"{"id": "x", "text": "Ana vai a Ipê", "spans": [{"start": 0, "end": 3, "label": "PER"}, {"start": 10, "end": 13, "label": "LOC"}]}"#;
    let system = r#"{"id": "x", "spans": [[0, 3, "PER"], [10, 12, "LOC"]]}"#;
    let bench = Bench::new(&[("gold.jsonl", gold), ("ipe.jsonl", system)]);
    let json = bench.run("spans gold.jsonl ipe.jsonl --json").json();
    assert_eq!(result(&json, "spans", "ipe")["readings"]["f1"], 0.5);
    assert_eq!(result(&json, "spans-semeval", "ipe")["readings"]["f1-partial"], 0.75);
}

fn refusal(typed: &str) -> String {
    let bench = Bench::new(&[
        ("gold.txt", "a\nb\nc\n"),
        ("short.txt", "a\nb\n"),
        ("blank.txt", "a\n\nc\n"),
        ("gold.csv", "id,gold\n1,a\n2,b\n"),
        ("few.csv", "id,predicted\n1,a\n"),
        ("more.csv", "id,predicted\n1,a\n2,b\n3,c\n"),
        ("twice.csv", "id,predicted\n1,a\n1,b\n"),
        ("sure.csv", "id,gold,predicted,p_a\n1,a,a,1.5\n"),
        ("both.csv", "id,gold,predicted\n1,a,a\n"),
        ("gold.bio", "Ana B-PER\nvai O\n\nIpê B-LOC\n"),
        ("loose.bio", "Ana I-PER\nvai O\n\nIpê B-LOC\n"),
        ("shorter.bio", "Ana B-PER\n\nIpê B-LOC\n"),
        ("other.bio", "Eva B-PER\nvai O\n\nIpê B-LOC\n"),
        ("one.bio", "Ana B-PER\nvai O\n"),
        ("no.bio", "Ana PER\n"),
        ("gold.jsonl", "{\"id\": 1, \"text\": \"Ana\", \"spans\": []}\n"),
        (
            "long.jsonl",
            "{\"id\": 1, \"text\": \"Ana\", \"spans\": [{\"start\": 0, \"end\": 9, \"label\": \"PER\"}]}\n",
        ),
        (
            "back.jsonl",
            "{\"id\": 1, \"spans\": [{\"start\": 3, \"end\": 3, \"label\": \"PER\"}]}\n",
        ),
        ("over.jsonl", "{\"id\": 1, \"spans\": [[0, 3, \"PER\"], [2, 4, \"LOC\"]]}\n"),
    ]);
    let before = bench.names();
    let said = bench.run(typed).refusal();
    assert_eq!(bench.names(), before, "something was left behind");
    said
}

macro_rules! refuses {
    ($($name:ident: $typed:literal => $said:literal;)+) => {
        $(#[test] fn $name() { assert_eq!(refusal($typed), concat!("error: ", $said)); })+
    };
}

refuses! {
    unequal_numbers_of_labels:
        "classify gold.txt short.txt" =>
        "gold.txt has 3 lines but short.txt has 2; they are paired line by line";
    a_line_without_a_label:
        "classify gold.txt blank.txt" =>
        "blank.txt, line 2: there is no label; each line must have one";
    a_single_file_of_lines:
        "classify gold.txt" =>
        "cannot tell the format of gold.txt; name it with --format jsonl, csv, tsv or parquet";
    an_item_without_a_prediction:
        "classify gold.csv few.csv" =>
        "few.csv has no prediction for the id `2` of gold.csv";
    a_prediction_for_no_item:
        "classify gold.csv more.csv" =>
        "more.csv, line 4: the id `3` is not in gold.csv";
    two_predictions_for_one_item:
        "classify gold.csv twice.csv" =>
        "twice.csv, line 3: the id `1` is there twice for the same system";
    a_missing_column:
        "classify gold.csv" =>
        "gold.csv, line 2: there is no column `predicted`; the columns are `id` and `gold` (name another with --col predicted=…)";
    a_probability_that_is_none:
        "classify sure.csv" =>
        "sure.csv, line 2: the probability of `p_a` is 1.5, not a number from 0 to 1";
    probabilities_that_are_not_there:
        "classify both.csv -m ece" =>
        "unit `1`: `ece` looks at probabilities, but there are none";
    a_measure_of_texts:
        "classify both.csv -m bleu" =>
        "`bleu` measures segments, not labels";
    a_gate_on_a_label_that_is_none:
        "classify both.csv --gate 'confusion.f1[b] > 0'" =>
        "cannot read the gate `confusion.f1[b] > 0`: `confusion` has no reading `f1[b]`; did you mean `f1[a]`?";
    an_average_of_what_was_learnt:
        "classify both.csv -m confusion(mean=yes)" =>
        "`confusion` learns what it counts from the data, and cannot be averaged over units with `mean=yes`";
    a_tag_that_breaks_the_scheme:
        "spans gold.bio loose.bio --strict" =>
        "loose.bio, line 1: `I-PER` follows `O`, but in conll it must go on with a span of its label";
    sentences_of_unequal_length:
        "spans gold.bio shorter.bio" =>
        "shorter.bio, line 1: the sentence has 1 tokens, but that of gold.bio, line 1 has 2";
    another_token:
        "spans gold.bio other.bio" =>
        "other.bio, line 1: the token is `Eva`, but `Ana` in gold.bio, line 1";
    fewer_sentences:
        "spans gold.bio one.bio" =>
        "gold.bio has 2 sentences but one.bio has 1; they are paired in order";
    a_column_that_is_no_tag:
        "spans gold.bio no.bio" =>
        "no.bio, line 1: `PER` is no tag: there are O, B-…, I-…, E-…, S-… in conll";
    a_span_beyond_the_text:
        "spans gold.jsonl long.jsonl" =>
        "long.jsonl, line 1: the span from 0 to 9 ends after the text, which has 3 characters";
    a_span_that_ends_where_it_starts:
        "spans gold.jsonl back.jsonl" =>
        "back.jsonl, line 1: the span from 3 to 3 ends before it starts";
    spans_that_overlap:
        "spans gold.jsonl over.jsonl --strict" =>
        "over.jsonl, line 1: the spans PER (0 to 3) and LOC (2 to 4) overlap";
    an_unknown_scheme:
        "spans gold.bio one.bio --scheme bio" =>
        "`--scheme bio` is unknown: it takes conll, iob1, iob2, ioe1, ioe2, iobes, bilou";
}
