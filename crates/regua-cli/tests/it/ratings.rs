//! `regua ratings`: agreement between raters, and how each of them rates.

use crate::program::{Bench, root};

/// Rui gives less than Ana; Ana saw the last output twice.
const RATINGS: &str = "\
system,segment,rater,aspect,value
ipe,1,Ana,adequacy,5
ipe,1,Rui,adequacy,4
ipe,2,Ana,adequacy,3
ipe,2,Rui,adequacy,3
tuia,1,Ana,adequacy,2
tuia,1,Rui,adequacy,1
tuia,2,Ana,adequacy,4
tuia,2,Rui,adequacy,2
tuia,2,Ana,adequacy,3
";

fn bench() -> Bench {
    Bench::new(&[("ratings.csv", RATINGS)])
}

fn number(value: &serde_json::Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_table_says_how_far_raters_agree_and_how_each_rates() {
    insta::assert_snapshot!(bench().run("ratings ratings.csv").printed(), @r#"
    adequacy: 9 ratings of 4 items of 2 systems by 2 raters; 4 items by two raters or more
    coefficient   value
    percent      0.2500  share of pairs of ratings that are the same
    alpha        0.5625  Krippendorff's alpha
    icc(1,1)     0.6000  one rating, raters drawn for each item
    icc(A,1)     0.6400  one rating, offsets of raters count
    icc(C,1)     0.8000  one rating, offsets of raters do not count
    icc(1,k)     0.7500  mean rating, raters drawn for each item
    icc(A,k)     0.7805  mean rating, offsets of raters count
    icc(C,k)     0.8889  mean rating, offsets of raters do not count

    rater  ratings  items  shared    mean      sd  agreement  severity  drift_per_100  repeated    same  distance
    Ana          5      4       4  3.4000  1.1402     0.8000    0.5000        20.0000         1  0.0000    1.0000
    Rui          4      4       4  2.5000  1.2910     0.8000   -0.5000       -20.0000         0       –         –

    ratings|scale:interval|repeated:first|sd:n-1|ci:no|regua:0.1.0
    "#);
}

#[test]
fn the_numbers_are_those_of_the_library() {
    let json = bench().run("ratings ratings.csv --json").json();
    assert_eq!((number(&json["ratings"]), number(&json["raters"])), (9.0, 2.0));
    assert_eq!((number(&json["items"]), number(&json["systems"])), (4.0, 2.0));
    let aspect = &json["aspects"][0];
    assert_eq!(aspect["aspect"], "adequacy");
    assert_eq!(aspect["agreement"]["readings"]["percent"], 0.25);
    let ana = &aspect["by_rater"][0];
    assert_eq!((ana["rater"].as_str(), number(&ana["ratings"])), (Some("Ana"), 5.0));
    // Above the means of the items by 1/2, 0, 1/2 and 1.
    assert_eq!(ana["readings"]["severity"], 0.5);
    assert_eq!(
        (number(&ana["readings"]["repeated"]), number(&ana["readings"]["distance"])),
        (1.0, 1.0)
    );
    assert_eq!(aspect["by_rater"][1]["undefined"]["same"], "no item was rated twice");
    assert!(aspect["agreement"].get("intervals").is_none());
}

#[test]
fn intervals_are_given_on_request_and_the_seed_decides() {
    let run = |seed: u32| {
        let file = root().join("examples/translation/ratings.csv");
        let typed =
            format!("ratings '{}' --ci --resamples 100 --seed {seed} --json", file.display());
        bench().run(&typed).json()["aspects"][0].clone()
    };
    let aspect = run(1);
    let alpha = &aspect["agreement"]["intervals"]["alpha"];
    assert_eq!(alpha["method"], "percentile");
    let value = number(&aspect["agreement"]["readings"]["alpha"]);
    assert!(number(&alpha["low"]) < value && value < number(&alpha["high"]));
    assert_eq!(aspect["agreement"]["intervals"]["icc(C,1)"]["method"], "f");
    assert!(aspect["signature"].as_str().unwrap().contains("|ci:0.95|resamples:100|seed:1|"));
    assert_eq!(run(1), aspect);
    assert_ne!(run(2)["agreement"], aspect["agreement"]);
}

#[test]
fn the_scale_chooses_the_coefficients() {
    let keys = |options: &str| -> Vec<String> {
        let json = bench().run(&format!("ratings ratings.csv --json {options}")).json();
        let readings = json["aspects"][0]["agreement"]["readings"].as_object().unwrap().clone();
        readings.keys().cloned().collect()
    };
    assert_eq!(keys("--scale nominal"), ["percent", "alpha", "fleiss", "ac1", "cohen", "scott"]);
    assert_eq!(
        keys("--scale ordinal"),
        ["percent", "alpha", "ac2", "cohen-linear", "cohen-quadratic"]
    );
    assert_eq!(
        keys("")[2..],
        ["icc(1,1)", "icc(A,1)", "icc(C,1)", "icc(1,k)", "icc(A,k)", "icc(C,k)"]
    );
}

#[test]
fn words_are_labels_unless_a_scale_needs_numbers() {
    let bench = Bench::new(&[(
        "labels.jsonl",
        "\
{\"id\": 1, \"rater\": \"a\", \"value\": \"good\"}
{\"id\": 1, \"rater\": \"b\", \"value\": \"good\"}
{\"id\": 2, \"rater\": \"a\", \"value\": \"good\"}
{\"id\": 2, \"rater\": \"b\", \"value\": \"bad\"}
{\"id\": 3, \"rater\": \"a\", \"value\": \"bad\"}
{\"id\": 3, \"rater\": \"b\", \"value\": \"bad\"}
",
    )]);
    let json = bench.run("ratings labels.jsonl --json").json();
    let aspect = &json["aspects"][0];
    assert!(aspect["signature"].as_str().unwrap().starts_with("ratings|scale:nominal|"));
    assert!((number(&aspect["agreement"]["readings"]["cohen"]) - 0.4).abs() < 1e-12);
    assert_eq!(aspect["by_rater"][0]["readings"].get("mean"), None);
    insta::assert_snapshot!(bench.run("ratings labels.jsonl --scale interval").refusal(), @"error: labels.jsonl, line 1: the rating `good` is not a number");
    insta::assert_snapshot!(bench.run("ratings labels.jsonl --z-scores z.csv").refusal(), @"error: labels.jsonl, line 1: the rating `good` is not a number");
    assert_eq!(bench.names(), ["labels.jsonl"]);
}

#[test]
fn one_rater_gets_what_one_rater_can_get() {
    let alone = "segment,rater,value\n1,Ana,3\n2,Ana,4\n1,Ana,3\n";
    let bench = Bench::new(&[("alone.csv", alone)]);
    let outcome = bench.run("ratings alone.csv");
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.out, @r#"
    ratings: 3 ratings of 2 items of 1 system by 1 rater; 0 items by two raters or more
    coefficient  value
    percent          –  share of pairs of ratings that are the same
    alpha            –  Krippendorff's alpha
    icc(1,1)         –  one rating, raters drawn for each item
    icc(A,1)         –  one rating, offsets of raters count
    icc(C,1)         –  one rating, offsets of raters do not count
    icc(1,k)         –  mean rating, raters drawn for each item
    icc(A,k)         –  mean rating, offsets of raters count
    icc(C,k)         –  mean rating, offsets of raters do not count

    rater  ratings  items  shared    mean      sd  agreement  severity  drift_per_100  repeated    same  distance
    Ana          3      2       0  3.3333  0.5774          –         –              –         1  1.0000    0.0000

    undefined: percent, alpha, icc(1,1), icc(A,1), icc(C,1), icc(1,k), icc(A,k), icc(C,k): there is only one rater
    undefined: agreement of Ana, severity of Ana: no item of this rater was rated by another
    ratings|scale:interval|repeated:first|sd:n-1|ci:no|regua:0.1.0
    "#);
    insta::assert_snapshot!(outcome.err, @"warning: there is only one rater, `Ana`, and so no agreement");
}

#[test]
fn constant_ratings_are_undefined_with_a_reason() {
    let same = "segment,rater,value\n1,Ana,3\n1,Rui,3\n2,Ana,3\n2,Rui,3\n";
    let bench = Bench::new(&[("same.csv", same)]);
    let text = bench.run("ratings same.csv --scale nominal").printed();
    assert!(text.contains("undefined: alpha, fleiss, ac1: only one category was used\n"), "{text}");
    let text = bench.run("ratings same.csv").printed();
    assert!(text.contains("icc(C,k): all ratings are the same\n"), "{text}");
    assert!(
        text.contains(
            "undefined: sd of Ana, sd of Rui: the rater gave the same value every time\n"
        ),
        "{text}"
    );
    let json = bench.run("ratings same.csv --json").json();
    let agreement = &json["aspects"][0]["agreement"];
    assert!(agreement["readings"]["alpha"].is_null());
    assert_eq!(agreement["undefined"]["alpha"], "only one category was used");
}

#[test]
fn ratings_without_raters_are_those_of_one() {
    let bench = Bench::new(&[("r.csv", "segment,value\n1,3\n1,4\n2,\n2,5\n")]);
    let outcome = bench.run("ratings r.csv");
    insta::assert_snapshot!(outcome.err, @r#"
    warning: 1 rating without a value passed over
    warning: ratings without a rater count as those of one, `(unnamed)`
    warning: there is only one rater, `(unnamed)`, and so no agreement
    "#);
    assert!(bench.run("ratings r.csv -q").err.is_empty());
}

#[test]
fn z_scores_are_a_file_of_ratings() {
    let bench = bench();
    bench.run("ratings ratings.csv --z-scores z.csv").printed();
    let text = bench.read("z.csv");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("system,segment,rater,aspect,value,raw"));
    // Rui's mean is 2.5, the squares of the deviations sum to 5: 1.5/√(5/3).
    let rui: Vec<&str> = lines.nth(1).unwrap().split(',').collect();
    assert_eq!((rui[..4].join(","), rui[5]), ("ipe,1,Rui,adequacy".to_owned(), "4"));
    assert!((rui[4].parse::<f64>().unwrap() - 1.5 / (5.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    let json = bench.run("ratings z.csv --json").json();
    let sd = number(&json["aspects"][0]["by_rater"][0]["readings"]["sd"]);
    assert!((sd - 1.0).abs() < 1e-12);
    bench.run("ratings ratings.csv --z-scores z.jsonl").printed();
    assert_eq!(bench.run("ratings z.jsonl --json").json(), json);
    assert_eq!(bench.names(), ["ratings.csv", "z.csv", "z.jsonl"]);
}

#[test]
fn a_rater_without_spread_leaves_gaps_among_the_z_scores() {
    let ratings = "segment,rater,value\n1,Ana,3\n1,Rui,3\n2,Ana,5\n2,Rui,3\n";
    let bench = Bench::new(&[("r.csv", ratings)]);
    let outcome = bench.run("ratings r.csv --z-scores z.csv");
    assert!(
        outcome.err.contains("`Rui` has no z-scores: the rater gave the same value every time")
    );
    assert!(bench.read("z.csv").contains("\n1,Rui,,3\n"));
}

#[test]
fn wide_tables_have_one_column_an_aspect() {
    let wide = "id,rater,adequacy,fluency\n1,Ana,5,4\n1,Rui,4,4\n2,Ana,2,1\n2,Rui,1,\n";
    let bench = Bench::new(&[("wide.csv", wide)]);
    let columns = "--col value=adequacy --col value=fluency";
    let json = bench.run(&format!("ratings wide.csv --json {columns}")).json();
    let names: Vec<&str> = json["aspects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["aspect"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["adequacy", "fluency"]);
    assert_eq!(json["without_value"], 1);
    let json = bench.run(&format!("ratings wide.csv --json {columns} --aspect fluency")).json();
    assert_eq!((json["aspects"].as_array().unwrap().len(), number(&json["ratings"])), (1, 3.0));
}

#[test]
fn shared_items_are_counted_for_each_pair() {
    let json = bench().run("ratings ratings.csv --overlap --json").json();
    let overlap = &json["aspects"][0]["overlap"];
    assert_eq!(*overlap, serde_json::json!({"raters": ["Ana", "Rui"], "items": [[4, 4], [4, 4]]}));
    assert!(
        bench()
            .run("ratings ratings.csv --overlap")
            .printed()
            .contains("\nshared items  Ana  Rui\n")
    );
}

#[test]
fn every_form_has_every_number() {
    let bench = bench();
    let csv = bench.run("ratings ratings.csv --format-out csv").printed();
    assert!(csv.starts_with("aspect,rater,reading,value,low,high,undefined,signature\n"));
    assert!(csv.contains("\nadequacy,,percent,0.25,,,,ratings|scale:interval|"), "{csv}");
    assert!(csv.contains("\nadequacy,Rui,severity,-0.5,,,,"), "{csv}");
    assert!(
        bench.run("ratings ratings.csv --format-out md").printed().contains("| percent | 0.2500 |")
    );
    assert!(
        bench
            .run("ratings ratings.csv --format-out latex")
            .printed()
            .contains("percent & 0.2500 & ")
    );
    assert!(bench.run("ratings ratings.csv --format-out html").printed().contains(">0.2500</td>"));
}

#[test]
fn what_cannot_be_done_says_why() {
    let bench = bench();
    insta::assert_snapshot!(bench.run("ratings ratings.csv --aspect fluency").refusal(), @"error: the ratings have no aspect `fluency`; they have `adequacy`");
    insta::assert_snapshot!(bench.run("ratings ratings.csv --seed 7").refusal(), @"error: `--seed` goes with `--ci`");
    insta::assert_snapshot!(bench.run("ratings ratings.csv --scale likert").refusal(), @"error: `--scale likert` is unknown: it takes nominal, ordinal, interval, ratio");
    insta::assert_snapshot!(bench.run("ratings ratings.csv --ci --confidence 95").refusal(), @"error: `--confidence 95` is not between 0 and 1");
    insta::assert_snapshot!(bench.run("ratings ratings.csv --ci --resamples 1").refusal(), @"error: `--resamples 1` is not between 2 and 1000000");
    insta::assert_snapshot!(bench.run("ratings ratings.csv --format-out pdf").refusal(), @"error: `--format-out pdf` is unknown: it takes table, json, csv, md, latex, html");
    bench.write("none.csv", b"segment,rater,value\n1,Ana,\n");
    insta::assert_snapshot!(bench.run("ratings none.csv").refusal(), @"error: there is no rating in the files that has a value");
    bench.write("huge.csv", b"segment,rater,value\n1,Ana,1e200\n");
    insta::assert_snapshot!(bench.run("ratings huge.csv").refusal(), @"error: the ratings cannot be used: a rating is not finite or over 1e100 in size");
}

#[test]
fn the_shipped_ratings_are_of_the_shipped_outputs() {
    let file = root().join("examples/translation/ratings.csv");
    let json = bench().run(&format!("ratings '{}' --json", file.display())).json();
    assert_eq!((number(&json["items"]), number(&json["systems"])), (192.0, 3.0));
    let adequacy = &json["aspects"][0];
    let alpha = number(&adequacy["agreement"]["readings"]["alpha"]);
    assert!((0.5..0.9).contains(&alpha), "{alpha}");
    let davi = &adequacy["by_rater"][1];
    assert_eq!(davi["rater"], "Davi");
    assert!(number(&davi["readings"]["severity"]) < -0.3);
    assert!(number(&davi["readings"]["drift_p"]) < 0.05);
    assert!(number(&davi["readings"]["repeated"]) > 5.0);
}
