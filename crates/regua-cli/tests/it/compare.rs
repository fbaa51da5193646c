//! `regua compare` on good input.

use serde_json::Value;

use crate::ci::translations;
use crate::program::Bench;

const FEW: &str = "--resamples 100 -q";

fn comparisons(bench: &Bench, typed: &str) -> Vec<Value> {
    let json = bench.run(&format!("compare {typed} {FEW} --json")).json();
    json["comparisons"].as_array().unwrap().clone()
}

fn pairs(comparison: &Value) -> Vec<(String, String)> {
    let text = |one: &Value| one.as_str().unwrap().to_owned();
    let pairs = comparison["pairs"].as_array().unwrap().iter();
    pairs.map(|pair| (text(&pair["first"]), text(&pair["second"]))).collect()
}

#[test]
fn files_are_compared_with_a_verdict_and_the_units_that_differ_most() {
    let said = translations()
        .run("compare --hyp ipe.txt --hyp jacaranda.txt --ref ana.txt -m bleu,ter --resamples 100")
        .printed();
    for part in [
        "bleu: 64 units\n",
        "ter (less is better): 64 units\n",
        "ipe − jacaranda      +16.13  [",
        "ipe is better than jacaranda by 16.13 bleu (95 % interval ",
        "ipe is better than jacaranda by 12.22 ter (95 % interval ",
        "  ipe is furthest ahead on:\n    61: ipe 79.17, jacaranda 22.79\n",
        "test: paired bootstrap, significant (*) below 0.05\n",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn files_tables_and_ledgers_give_the_same_numbers() {
    let bench = translations();
    let whole = comparisons(&bench, "t.jsonl -m bleu,wer");
    assert_eq!(whole.len(), 2);
    assert_eq!(whole[0]["systems"].as_array().unwrap().len(), 3);
    bench.run("score t.jsonl -m bleu,wer --save l.parquet -q").printed();
    assert_eq!(comparisons(&bench, "l.parquet"), whole);
    assert_eq!(comparisons(&bench, "l.parquet -m wer"), whole[1..]);
    let values: Vec<Value> = {
        let json = bench.run("score t.jsonl -m bleu --json").json();
        let results = json["results"].as_array().unwrap().clone();
        results.iter().map(|one| one["readings"]["bleu"].clone()).collect()
    };
    let systems = whole[0]["systems"].as_array().unwrap();
    assert_eq!(systems.iter().map(|one| one["value"].clone()).collect::<Vec<_>>(), values);
}

#[test]
fn two_ledgers_of_one_system_each_are_compared_by_their_files() {
    let bench = translations();
    for system in ["ipe", "jacaranda"] {
        let typed = format!("score --hyp out={system}.txt --ref ana.txt -m bleu,wer -q");
        bench.run(&format!("{typed} --save {system}.parquet")).printed();
    }
    let ours = comparisons(&bench, "ipe.parquet jacaranda.parquet -m bleu");
    let plain = comparisons(&bench, "--hyp ipe.txt --hyp jacaranda.txt --ref ana.txt -m bleu");
    assert_eq!(ours, plain);
    let said = bench.run("compare ipe.parquet ipe.parquet").refusal();
    assert_eq!(said, "error: the system `out` is in ipe.parquet and in a ledger before it");
    bench
        .run("score --hyp out=ipe.txt --ref ana.txt -m bleu(smooth=none) -q --save o.parquet")
        .printed();
    let said = bench.run("compare ipe.parquet o.parquet -m bleu").refusal();
    assert!(said.contains("o.parquet has no `bleu` with the signature bleu|case:mixed"), "{said}");
    let said = bench.run("compare ipe.parquet t.jsonl -m bleu").refusal();
    assert_eq!(said, "error: compare either ledgers or tables, not both at once");
}

#[test]
fn a_baseline_is_the_second_of_all_pairs() {
    let bench = translations();
    let found = comparisons(&bench, "t.jsonl -m bleu --baseline jacaranda");
    let name = |first: &str| (first.to_owned(), "jacaranda".to_owned());
    assert_eq!(pairs(&found[0]), [name("ipe"), name("mandacaru")]);
    assert!(found[0]["systems"][0].get("cluster").is_none());
    let all = comparisons(&bench, "t.jsonl -m bleu");
    assert_eq!(pairs(&all[0]).len(), 3);
    assert_eq!(all[0]["systems"][2]["cluster"], 3);
    // A pair is the same whoever else is compared, but for what makes up for the others.
    for name in ["difference", "interval", "p"] {
        assert_eq!(all[0]["pairs"][0][name], found[0]["pairs"][0][name]);
    }
}

#[test]
fn groups_follow_the_total_and_their_order_is_told() {
    let bench = translations();
    let found = comparisons(&bench, "t.jsonl -m bleu --by text");
    assert_eq!(found.len(), 9);
    assert!(found[0].get("group").is_none());
    assert_eq!(found[1]["group"], serde_json::json!({"text": "football"}));
    assert!(found[1..].iter().all(|one| one["units"] == 8));
    let said = bench.run(&format!("compare t.jsonl -m bleu --by text {FEW}")).printed();
    assert!(said.contains("The order on bleu is ipe, jacaranda, mandacaru in all 8 groups."));
}

#[test]
fn units_that_are_scored_against_each_reference_are_drawn_once() {
    let bench = translations();
    let found = comparisons(&bench, "t.jsonl -m bleu --each-reference");
    assert_eq!((&found[0]["units"], &found[0]["drawn_from"]), (&128.into(), &64.into()));
    assert_eq!(found[0]["systems"][0]["interval"]["by"], "id");
    assert_eq!(found[1]["group"]["reference_set"], "1");
    assert_eq!((&found[1]["units"], &found[1]["drawn_from"]), (&64.into(), &64.into()));
    bench.run("score t.jsonl -m bleu --each-reference --save l.parquet -q").printed();
    assert_eq!(comparisons(&bench, "l.parquet --by reference_set"), found);
}

#[test]
fn differences_come_from_texts_and_from_ledgers_that_have_them() {
    let bench = translations();
    let typed = "--differences --examples 1 --top 3";
    let json = bench.run(&format!("compare t.jsonl -m bleu {typed} {FEW} --json")).json();
    assert_eq!(json["differences"].as_array().unwrap().len(), 3);
    assert_eq!(json["differences"][0]["first"], "ipe");
    let named = json["comparisons"][0]["pairs"][0]["largest_gains"][0]["id"].as_str().unwrap();
    let lines: Vec<&str> = json["texts"][named]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap())
        .collect();
    assert_eq!(lines, ["reference", "reference", "ipe", "jacaranda", "mandacaru"]);
    bench.run("score t.jsonl -m bleu --save-texts --save with.parquet -q").printed();
    let again = bench.run(&format!("compare with.parquet {typed} {FEW} --json")).json();
    assert_eq!(again, json);
    bench.run("score t.jsonl -m bleu --save without.parquet -q").printed();
    assert_eq!(
        bench.run("compare without.parquet --differences").refusal(),
        "error: without.parquet has no texts to look at for `--differences`: save them with `--save-texts`"
    );
}

#[test]
fn every_form_has_the_pairs_and_the_signature() {
    let bench = translations();
    for form in ["table", "json", "csv", "md", "latex", "html"] {
        let said =
            bench.run(&format!("compare t.jsonl -m bleu --format-out {form} {FEW}")).printed();
        for part in ["ipe", "jacaranda", "bleu|case:mixed|eff:no|tok:13a|smooth:exp|regua:"] {
            assert!(said.contains(part), "{form}: {said}");
        }
    }
    let csv = bench.run(&format!("compare t.jsonl -m bleu --format-out csv {FEW}")).printed();
    let header = "measure,reading,within,units,left_out,first,second,first_value,second_value,difference,low,high,test,p,adjusted,significant,wins,ties,losses,effect,units_needed,signature";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 4);
    let drawn = bench.run(&format!("compare t.jsonl -m bleu --chart {FEW}")).printed();
    assert!(drawn.contains('├') && drawn.contains('┊'));
    let html = bench
        .run(&format!("compare t.jsonl -m bleu --differences --format-out html {FEW}"))
        .printed();
    assert!(html.contains("<pre style=\"white-space:pre\">"), "{html}");
}

#[test]
fn every_test_has_a_p_value_and_a_name() {
    let bench = translations();
    for (test, name) in [
        ("bootstrap", "paired bootstrap"),
        ("ar --trials 200", "approximate randomisation, 200 trials"),
        ("wilcoxon", "Wilcoxon's signed ranks"),
        ("sign", "sign test"),
        ("t", "paired t test"),
    ] {
        let typed = format!("t.jsonl -m wer --test {test}");
        let pair = comparisons(&bench, &typed)[0]["pairs"][0].clone();
        assert!(pair["p"].as_f64().unwrap() < 0.05 && pair["significant"] == true, "{test}");
        let said = bench.run(&format!("compare {typed} {FEW}")).printed();
        assert!(said.ends_with(&format!("test: {name}, significant (*) below 0.05\n")), "{said}");
    }
    let typed = "--hyp ipe.txt --hyp ana.txt --ref ana.txt -m exact-match --test mcnemar";
    let pair = comparisons(&bench, typed)[0]["pairs"][0].clone();
    assert_eq!(pair["wins"], 0);
    assert!(pair["p"].as_f64().unwrap() < 1e-6);
}

#[test]
fn sacrebleus_way_is_named_in_every_interval() {
    let bench = translations();
    let found = comparisons(&bench, "t.jsonl -m bleu --rng sacrebleu --baseline ipe");
    assert_eq!(found[0]["systems"][1]["interval"]["method"], "sacrebleu");
    assert_eq!(found[0]["pairs"][0]["p"], 1.0 / 101.0);
}

#[test]
fn identical_systems_are_level() {
    let bench = translations();
    let typed = "--hyp ipe.txt --hyp again=ipe.txt --ref ana.txt -m bleu";
    for test in ["bootstrap", "ar"] {
        let said = bench.run(&format!("compare {typed} --test {test} {FEW}")).printed();
        assert!(said.contains("ipe and again are level on bleu (95 % interval 0.00 to 0.00, "));
        assert!(said.contains(" p = 1.0000, 64 units)."), "{said}");
    }
    let typed = format!("compare {typed} --rng sacrebleu --baseline ipe {FEW}");
    assert!(bench.run(&typed).printed().contains("again and ipe are level on bleu"));
}

#[test]
fn units_that_only_some_systems_have_can_be_left_out() {
    let row = |system: &str, id: u32| {
        format!(
            "{{\"system\": \"{system}\", \"id\": {id}, \"hypothesis\": \"a {id}\", \"reference\": \"a b\"}}\n"
        )
    };
    let rows: String =
        (1..=40).map(|id| row("x", id)).chain((2..=41).map(|id| row("y", id))).collect();
    let bench = Bench::new(&[("r.jsonl", &rows)]);
    assert_eq!(
        bench.run("compare r.jsonl -m wer").refusal(),
        "error: the systems `x` and `y` have different units: only `x` has `1`, only `y` has `41`; `--common` compares the units that all of them have"
    );
    let outcome = bench.run("compare r.jsonl -m wer --common --resamples 20 --json");
    assert_eq!(outcome.err, "warning: 2 units are not in all systems and were left out\n");
    assert_eq!(outcome.json()["comparisons"][0]["units"], 39);
}

#[test]
fn groups_of_a_system_are_held_against_each_other_without_pairs() {
    let bench = translations();
    let typed = "t.jsonl -m chrf --between text --trials 200 --adjust none";
    let found = comparisons(&bench, typed);
    assert_eq!(found.len(), 3);
    assert_eq!(
        (&found[0]["within"], found[0]["pairs"].as_array().unwrap().len()),
        (&"ipe".into(), 28)
    );
    assert!(found[0]["pairs"][0].get("wins").is_none());
    assert!(found[0]["pairs"][0]["p"].as_f64().unwrap() > 0.0);
    let said = bench.run(&format!("compare {typed} {FEW}")).printed();
    assert!(said.starts_with("chrf of ipe: 64 units\n  group"), "{said}");
    assert!(said.ends_with("test: permutation test, 200 trials, significant (*) below 0.05\n"));
}
