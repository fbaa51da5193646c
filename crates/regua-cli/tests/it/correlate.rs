//! `regua correlate`: measures against people.

use std::fmt::Write as _;

use serde_json::Value;

use crate::program::Bench;

/// How many of four words each output gets wrong, by system and id.
const WRONG: [(&str, [usize; 4]); 3] =
    [("a", [0, 1, 2, 0]), ("b", [1, 2, 3, 2]), ("c", [4, 2, 1, 3])];

/// What people say of them.
const HUMAN: [[f64; 4]; 3] = [[5.0, 4.0, 2.0, 5.0], [4.0, 3.0, 3.0, 3.0], [1.0, 2.0, 4.0, 2.0]];

fn outputs() -> String {
    let mut lines = String::new();
    for ((system, wrong), human) in WRONG.iter().zip(HUMAN) {
        for (id, (wrong, human)) in wrong.iter().zip(human).enumerate() {
            let words: Vec<&str> = (0..4)
                .map(|at| if at < *wrong { "x" } else { ["o", "rio", "corre", "só"][at] })
                .collect();
            let _ = writeln!(
                lines,
                "{{\"id\": \"s{id}\", \"system\": \"{system}\", \"hypothesis\": \"{}\", \"reference\": \"o rio corre só\", \"human\": {human}}}",
                words.join(" ")
            );
        }
    }
    lines
}

fn ratings() -> String {
    let mut lines = "system,segment,rater,aspect,value\n".to_owned();
    for ((system, _), human) in WRONG.iter().zip(HUMAN) {
        for (id, human) in human.iter().enumerate() {
            // Ana is one point above the mean and Rui as much below.
            let _ = writeln!(lines, "{system},s{id},ana,adequacy,{}", human + 1.0);
            let _ = writeln!(lines, "{system},s{id},rui,adequacy,{}", human - 1.0);
            let _ = writeln!(lines, "{system},s{id},rui,fluency,3");
        }
    }
    lines
}

fn bench() -> Bench {
    Bench::new(&[
        ("runs.jsonl", &outputs()),
        ("ratings.csv", &ratings()),
        ("wide.csv", "system,item,adequacy\na,s0,5\nb,s0,4\nc,s0,1\na,s1,4\nb,s1,3\nc,s1,2\n"),
        ("words.csv", "system,segment,value\na,s0,good\n"),
        ("others.csv", "system,segment,value\nd,s0,1\na,s9,1\na,s0,2\nb,s0,1\nc,s0,4\n"),
        ("nobody.csv", "segment,value\ns0,1\n"),
        ("rankings.csv", "segment,better,worse\ns0,a,c\ns1,a,b\ns2,c,a\ns3,c,a\n"),
    ])
}

fn one<'j>(json: &'j Value, level: &str, coefficient: &str) -> &'j Value {
    json["correlations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["level"] == level && one["coefficient"] == coefficient)
        .unwrap_or_else(|| panic!("no {level} {coefficient} in {json:#}"))
}

fn value(json: &Value, level: &str, coefficient: &str) -> f64 {
    one(json, level, coefficient)["value"].as_f64().unwrap()
}

#[test]
fn coefficients_at_each_level_are_those_of_scipy() {
    let json = bench()
        .run("correlate runs.jsonl -m wer --human human --level system,segment,item,by-system --json")
        .json();
    // Made with scipy 1.17.1: pearsonr, spearmanr and kendalltau; means over groups.
    let expected = [
        ("segment", [-0.914_803_269_435_938_5, -0.906_091_176_980_120_9, -0.846_881_214_933_825_4]),
        ("item", [-0.841_506_350_946_109_6, -0.841_506_350_946_109_7, -0.787_457_478_565_264_8]),
        ("by-system", [-0.908_203_008_546_342_2, -0.921_726_626_326_08, -0.895_822_532_805_586_8]),
        ("system", [-0.947_696_627_686_781_5, -1.0, -1.0]),
    ];
    for (level, values) in expected {
        for (coefficient, expected) in ["pearson", "spearman", "kendall-b"].iter().zip(values) {
            let found = value(&json, level, coefficient);
            assert!((found - expected).abs() < 1e-12, "{level} {coefficient}: {found}");
        }
    }
    let item = one(&json, "item", "pearson");
    assert_eq!((&item["units"], &item["groups"]), (&12.into(), &4.into()));
}

#[test]
fn a_ledger_and_a_run_say_the_same() {
    let bench = bench();
    bench.run("score runs.jsonl -m bleu,wer,chrf --save l.parquet").printed();
    let options = "--human human --level system,item --ci --resamples 50 --json -q";
    let run = bench.run(&format!("correlate runs.jsonl -m bleu,wer,chrf {options}")).json();
    assert_eq!(bench.run(&format!("correlate l.parquet {options}")).json(), run);
    let only = bench.run(&format!("correlate l.parquet -m wer {options}")).json();
    assert_eq!(only["correlations"].as_array().unwrap().len(), 6);
}

#[test]
fn what_a_system_scores_is_read_off_its_sum() {
    let bench = bench();
    let corpus = bench.run("score runs.jsonl -m bleu --json").json();
    let bleu: Vec<f64> = corpus["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["readings"]["bleu"].as_f64().unwrap())
        .collect();
    let means = [4.0, 3.25, 2.25];
    let expected = regua_stats::correlation::pearson(&means, &bleu).unwrap();
    let json = bench.run("correlate runs.jsonl -m bleu --human human --level system --json").json();
    assert!((value(&json, "system", "pearson") - expected).abs() < 1e-12);
}

#[test]
fn the_mean_over_raters_is_what_counts() {
    let bench = bench();
    let human = bench.run("correlate runs.jsonl -m wer --human human --json -q").json();
    let rated = bench
        .run("correlate runs.jsonl -m wer --ratings ratings.csv --aspect adequacy --json -q")
        .json();
    for level in ["system", "item"] {
        let difference = value(&human, level, "pearson") - value(&rated, level, "pearson");
        assert!(difference.abs() < 1e-12);
    }
    assert_eq!(one(&rated, "item", "pearson")["aspect"], "adequacy");
}

#[test]
fn z_scores_take_the_severity_of_raters_away() {
    // Two raters who see different outputs and use the scale differently.
    let mut lines = "system,segment,rater,value\n".to_owned();
    for ((system, _), human) in WRONG.iter().zip(HUMAN) {
        for (id, human) in human.iter().enumerate() {
            let (rater, value) =
                if id < 2 { ("ana", *human) } else { ("rui", human * 10.0 + 30.0) };
            let _ = writeln!(lines, "{system},s{id},{rater},{value}");
        }
    }
    let _ = writeln!(lines, "a,s0,eva,3\nb,s0,eva,3");
    let bench = bench();
    bench.write("severe.csv", lines.as_bytes());
    let run = |options: &str| {
        bench.run(&format!("correlate runs.jsonl -m wer --ratings severe.csv --level segment --coefficient pearson --json -q {options}")).json()
    };
    let (plain, standard) = (run(""), run("--z-scores"));
    assert!(value(&standard, "segment", "pearson") < value(&plain, "segment", "pearson") - 0.2);
    let notes = standard["notes"].to_string();
    assert!(
        notes.contains(
            "`eva` have no z-scores and are left out: the rater gave the same value every time"
        ),
        "{notes}"
    );
}

#[test]
fn wide_tables_and_units_without_ratings() {
    let json = bench()
        .run("correlate runs.jsonl -m wer --ratings wide.csv --col value=adequacy --level item --json -q")
        .json();
    let found = one(&json, "item", "kendall-b");
    assert_eq!((&found["units"], &found["groups"]), (&6.into(), &2.into()));
    let notes = json["notes"].to_string();
    assert!(notes.contains("6 of 12 units have no rating of `adequacy`"), "{notes}");
}

#[test]
fn repeated_ratings_are_averaged_with_a_note() {
    let bench = bench();
    let again = format!("{}a,s0,ana,adequacy,6\n", ratings());
    bench.write("again.csv", again.as_bytes());
    let typed = |file: &str| {
        format!("correlate runs.jsonl -m wer --ratings {file} --aspect adequacy --json -q")
    };
    let (once, twice) =
        (bench.run(&typed("ratings.csv")).json(), bench.run(&typed("again.csv")).json());
    assert_eq!(once["correlations"], twice["correlations"]);
    let notes = twice["notes"].to_string();
    assert!(
        notes.contains("1 rating of `adequacy` repeats an earlier one by the same rater"),
        "{notes}"
    );
}

#[test]
fn constant_ratings_are_undefined_with_the_reason() {
    let outcome = bench().run(
        "correlate runs.jsonl -m wer --ratings ratings.csv --aspect fluency --level segment --json",
    );
    assert!(
        outcome.err.contains(
            "`wer`: `fluency`, segment level, pearson, is undefined: the ratings are constant"
        ),
        "{}",
        outcome.err
    );
    let json = outcome.json();
    let found = one(&json, "segment", "pearson");
    assert_eq!(found["value"], Value::Null);
    assert_eq!(found["undefined"], "the ratings are constant");
    assert_eq!(found["rank"], Value::Null);
}

#[test]
fn rankings_are_joined_with_scores_and_less_is_better_for_errors() {
    let bench = bench();
    let json =
        bench.run("correlate runs.jsonl -m wer,bleu --rankings rankings.csv --json -q").json();
    // Of the four pairs the error rate orders the first three as people do.
    let found = one(&json, "rankings", "wmt-kendall");
    assert_eq!(
        (&found["measure"], &found["value"], &found["units"]),
        (&"wer".into(), &0.5.into(), &4.into())
    );
    assert_eq!(found["direction"], "lower");
    bench.run("score runs.jsonl -m wer --save l.parquet").printed();
    let read = bench.run("correlate l.parquet --rankings rankings.csv --json -q").json();
    assert_eq!(read["correlations"][0]["value"], 0.5);
}

#[test]
fn rankings_with_texts_are_the_input_themselves() {
    let line = |better: &str, worse: &str| {
        format!(
            "{{\"reference\": \"o rio corre\", \"better\": {{\"system\": \"a\", \"text\": \"{better}\"}}, \"worse\": {{\"system\": \"b\", \"text\": \"{worse}\"}}}}\n"
        )
    };
    let texts = [
        line("o rio corre", "o rio"),
        line("o mar", "o rio"),
        line("o rio", "o rio"),
        line("rio corre", "mar"),
    ];
    let bench = bench();
    bench.write("texts.jsonl", texts.concat().as_bytes());
    let json =
        bench.run("correlate --rankings texts.jsonl -m chrf --json -q --ci --resamples 99").json();
    // Two agreements, one disagreement and a tie, which counts as one more.
    let found = &json["correlations"][0];
    assert_eq!((&found["value"], &found["units"]), (&0.0.into(), &4.into()));
    assert_eq!(found["interval"]["resamples"], 99);
    assert!(found["interval"]["low"].as_f64().unwrap() < 0.0);
}

#[test]
fn measures_are_ranked_tested_and_weighed() {
    let json = bench()
        .run("correlate runs.jsonl -m wer,length --human human --level segment --test permutation --resamples 200 --matrix --cost --ci --json -q")
        .json();
    let found: Vec<(&Value, &Value)> = json["correlations"].as_array().unwrap()[..2]
        .iter()
        .map(|one| (&one["measure"], &one["rank"]))
        .collect();
    assert_eq!(found[0], (&"wer".into(), &1.into()));
    let wer = one(&json, "segment", "pearson");
    assert!(wer["value"].as_f64().unwrap() < 0.0 && wer["oriented"].as_f64().unwrap() > 0.0);
    let interval = &wer["interval"];
    assert!(interval["low"].as_f64() < wer["value"].as_f64());
    assert!(wer["value"].as_f64() < interval["high"].as_f64());
    assert_eq!(interval["method"], "percentile");
    assert_eq!(json["matrices"][0]["values"][0][0], 1.0);
    assert_eq!(json["costs"].as_array().unwrap().len(), 2);
    assert!(json["costs"][0]["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn tests_between_measures_are_corrected_and_make_clusters() {
    let json = bench()
        .run("correlate runs.jsonl -m wer,chrf,near=chrf(order=5) --human human --level segment --test williams --json -q")
        .json();
    let tests = json["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 3);
    for test in tests {
        assert!(test["p"].as_f64() <= test["adjusted"].as_f64(), "{test}");
        assert!(test["difference"].as_f64().unwrap() >= 0.0);
    }
    let clusters =
        json["correlations"].as_array().unwrap()[..3].iter().map(|one| one["cluster"].as_u64());
    assert!(clusters.clone().all(|cluster| cluster.is_some()));
    let told = bench()
        .run(
            "correlate runs.jsonl -m wer,chrf --human human --level item --test williams --json -q",
        )
        .json();
    assert_eq!(
        told["tests"][0]["undefined"],
        "williams' test is for one coefficient over all values, not for an average"
    );
}

#[test]
fn soft_pairwise_accuracy_compares_systems() {
    let json = bench()
        .run("correlate runs.jsonl -m wer --human human --coefficient soft-pairwise-accuracy,pairwise-accuracy --json -q")
        .json();
    let soft = value(&json, "system", "soft-pairwise-accuracy");
    assert!(0.5 < soft && soft <= 1.0, "{soft}");
    assert!((value(&json, "system", "pairwise-accuracy") - 1.0).abs() < 1e-12);
    assert!(
        !json["correlations"].as_array().unwrap().iter().any(|one| {
            one["level"] == "item" && one["coefficient"] == "soft-pairwise-accuracy"
        })
    );
}

#[test]
fn the_table_ranks_measures_and_says_what_it_left_out() {
    let outcome = bench().run("correlate runs.jsonl -m chrf,wer --ratings others.csv --ignore-unknown --level item,segment --coefficient kendall-b");
    assert_eq!(
        outcome.err,
        "warning: the item level has only 1 group; look at --ci\n\
         warning: the segment level has only 3 units; look at --ci\n"
    );
    insta::assert_snapshot!(outcome.out, @r"
level    measure  pairs  groups  kendall-b  rank
item     chrf         3       1  -0.333333     1
item     wer ↓        3       1   0.333333     1
segment  chrf         3          -0.333333     1
segment  wer ↓        3           0.333333     1

chrf|case:mixed|order:6|word-order:0|beta:2|eps:no|whitespace:no|regua:0.1.0
wer|tok:words|case:mixed|punct:yes|fillers:keep|numbers:keep|regua:0.1.0
12 outputs of 3 systems for 4 ids
2 ratings of outputs that were not scored passed over
9 of 12 units have no rating
↓ less is better: the measure is ranked by the negated value
");
}

#[test]
fn other_forms_hold_the_same() {
    let bench = bench();
    let run = |form: &str| {
        bench.run(&format!("correlate runs.jsonl -m wer --human human --level segment --coefficient spearman -q --format-out {form}")).printed()
    };
    let csv = run("csv");
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("data,aspect,level,coefficient,measure,value,"));
    assert!(lines.next().unwrap().starts_with(",human,segment,spearman,wer,-0."));
    assert!(run("md").starts_with("| aspect | level | measure | pairs | spearman | rank |\n"));
    assert!(run("latex").contains("\\begin{tabular}{lllrrr}"));
    assert!(run("html").contains(">wer ↓</td>"));
    let chart =
        bench.run("correlate runs.jsonl -m wer --human human --level segment -q --chart").printed();
    assert!(chart.contains("human segment pearson\n  wer ↓"), "{chart}");
}

#[test]
fn several_data_sets_make_one_table() {
    let bench = bench();
    std::fs::create_dir(bench.path("sets")).unwrap();
    bench.write("sets/talks.jsonl", outputs().as_bytes());
    bench.write("sets/ratings.csv", ratings().as_bytes());
    bench.write(
        "sets/massive.toml",
        b"measures = ['wer', 'chrf']\ncoefficient = 'spearman'\nlevel = 'segment'\n\
          [[data]]\nname = 'news'\ninput = '../runs.jsonl'\nhuman = 'human'\n\
          [[data]]\nname = 'talks'\ninput = 'talks.jsonl'\nratings = 'ratings.csv'\naspect = 'adequacy'\nlevel = ['segment', 'item']\n\
          [[data]]\nname = 'ranked'\ninput = '../runs.jsonl'\nrankings = '../rankings.csv'\n",
    );
    let json = bench.run("correlate --config sets/massive.toml --json -q").json();
    assert_eq!(json["correlations"].as_array().unwrap().len(), 8);
    assert_eq!(json["correlations"][0]["data"], "news");
    let summary = &json["summary"][0];
    assert_eq!((&summary["measure"], &summary["columns"]), (&"wer".into(), &3.into()));
    let mean: f64 = json["correlations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["measure"] == "wer" && one["coefficient"] == "spearman")
        .map(|one| one["oriented"].as_f64().unwrap())
        .sum::<f64>()
        / 3.0;
    assert!((summary["mean"].as_f64().unwrap() - mean).abs() < 1e-12);
    let table = bench.run("correlate --config sets/massive.toml -q").printed();
    let header = table.lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(header, "coefficient measure news talks segment talks item ranked mean rank");
    bench.write("bad.toml", b"[[data]]\nname = 'x'\ninputs = 'y'\n");
    let said = bench.run("correlate --config bad.toml").refusal();
    assert!(said.contains("unknown field `inputs`"), "{said}");
}

macro_rules! refuses {
    ($($name:ident: $typed:literal => $said:literal;)+) => {
        $(#[test] fn $name() { assert_eq!(bench().run($typed).refusal(), concat!("error: ", $said)); })+
    };
}

refuses! {
    no_judgements:
        "correlate runs.jsonl -m wer" =>
        "say what people think: `--ratings FILE`, `--human COLUMN` or `--rankings FILE`";
    a_rating_that_is_a_word:
        "correlate runs.jsonl -m wer --ratings words.csv" =>
        "words.csv, line 2: the rating `good` is not a number";
    ratings_of_unknown_outputs:
        "correlate runs.jsonl -m wer --ratings others.csv" =>
        "2 ratings are of outputs that were not scored: the systems `d`; the segments `s9` (let them pass with --ignore-unknown)";
    ratings_without_a_system:
        "correlate runs.jsonl -m wer --ratings nobody.csv" =>
        "nobody.csv, line 2: the rating names no system, but 3 were scored (name the column with --col ratings.system=…)";
    an_unknown_aspect:
        "correlate runs.jsonl -m wer --ratings ratings.csv --aspect fluent" =>
        "the ratings have no aspect `fluent`; did you mean `fluency`?";
    a_missing_human_column:
        "correlate runs.jsonl -m wer --human humans" =>
        "there is no column `humans` of human scores; did you mean `human`?";
    an_unknown_coefficient:
        "correlate runs.jsonl -m wer --human human --coefficient person" =>
        "unknown coefficient `person`; did you mean `pearson`?";
    an_unknown_level:
        "correlate runs.jsonl -m wer --human human --level corpus" =>
        "unknown level `corpus`; there are `system`, `segment`, `item` and `by-system`";
    an_unknown_test:
        "correlate runs.jsonl -m wer --human human --test t" =>
        "`--test t` is unknown: it takes williams, permutation";
    an_unknown_reading:
        "correlate runs.jsonl -m rouge1 --human human --reading recal" =>
        "`rouge1` has no reading `recal`; did you mean `recall`; it has `f`, `precision` and `recall`";
    another_coefficient_for_rankings:
        "correlate runs.jsonl -m wer --rankings rankings.csv --coefficient pearson" =>
        "`--rankings` are compared by `wmt-kendall`, not by `pearson`";
    rankings_without_texts_or_outputs:
        "correlate -m wer --rankings rankings.csv" =>
        "`rankings.csv` holds names of systems but no texts: say what to score, or name a ledger";
    soft_accuracy_without_systems:
        "correlate runs.jsonl -m wer --human human --level item --coefficient soft-pairwise-accuracy" =>
        "`soft-pairwise-accuracy` compares systems: ask for `--level system`";
    a_confidence_beyond_certainty:
        "correlate runs.jsonl -m wer --human human --ci --confidence 1" =>
        "`--confidence 1` is not a share between 0 and 1, such as 0.95";
    draws_without_a_use:
        "correlate runs.jsonl -m wer --human human --resamples 10" =>
        "`--resamples` goes with `--ci` or `--test`";
}

#[test]
fn the_same_output_twice_is_refused() {
    let bench = bench();
    bench.write("twice.jsonl", outputs().repeat(2).as_bytes());
    assert_eq!(
        bench.run("correlate twice.jsonl -m wer --human human").refusal(),
        "error: there are two outputs of `a` for `s0`: to be compared with judgements an output needs an id of its own"
    );
}
