//! What `regua compare` refuses: exit code 2, one clear message.

use crate::program::Bench;

fn bench() -> Bench {
    let row = |system: &str, id: u32, text: &str| {
        format!(
            "{{\"system\": \"{system}\", \"id\": {id}, \"hypothesis\": \"{text}\", \"reference\": \"a b c\", \"kind\": \"{text}\"}}\n"
        )
    };
    let rows = [row("x", 1, "a b"), row("x", 2, "a"), row("y", 1, "a b"), row("y", 2, "c")];
    let both = rows.concat();
    let twice = both.clone() + &row("y", 2, "a");
    let strangers = row("x", 1, "a") + &row("y", 2, "a");
    Bench::new(&[
        ("r.jsonl", &both),
        ("one.jsonl", &rows[..2].concat()),
        ("twice.jsonl", &twice),
        ("strangers.jsonl", &strangers),
    ])
}

macro_rules! refuses {
    ($($name:ident: $typed:literal => $said:literal;)+) => {
        $(#[test] fn $name() {
            assert_eq!(bench().run($typed).refusal(), concat!("error: ", $said));
        })+
    };
}

refuses! {
    one_system:
        "compare one.jsonl -m wer" =>
        "a comparison takes two systems or more, and there is `x`";
    an_unknown_baseline:
        "compare r.jsonl -m wer --baseline z" =>
        "there is no system `z`; the systems are `x` and `y`";
    the_same_id_twice:
        "compare twice.jsonl -m wer" =>
        "the system `y` has two units with the id `2`, so that units cannot be paired";
    no_unit_in_common:
        "compare strangers.jsonl -m wer --common" =>
        "there is no unit that all systems have";
    groups_that_differ_between_systems:
        "compare r.jsonl -m wer --by kind" =>
        "the unit `2` is in `a` for `x` and in `c` for `y`: what is grouped or drawn together must be the same for all systems";
    clusters_that_differ_between_systems:
        "compare r.jsonl -m wer --resample-by kind" =>
        "the unit `2` is in `a` for `x` and in `c` for `y`: what is grouped or drawn together must be the same for all systems";
    mcnemar_of_rates:
        "compare r.jsonl -m exact-match,wer --test mcnemar" =>
        "McNemar's test takes readings that are 0 or 1, and those of `wer` are others: choose measures such as exact-match";
    tests_of_units_and_clusters:
        "compare r.jsonl -m wer --test t --resample-by kind" =>
        "`--test t` takes each unit by itself, and `--resample-by` draws several together: use `bootstrap` or `ar`";
    an_unknown_test:
        "compare r.jsonl -m wer --test guess" =>
        "`--test guess` is unknown: it takes bootstrap, ar, wilcoxon, sign, t, mcnemar, permutation";
    a_paired_test_of_groups:
        "compare r.jsonl -m wer --between kind --test ar" =>
        "`--between` goes with `--test permutation`: nothing is paired";
    a_permutation_test_of_systems:
        "compare r.jsonl -m wer --test permutation" =>
        "`--test permutation` goes with `--between COLUMN`";
    a_baseline_among_groups:
        "compare r.jsonl -m wer --between kind --baseline x" =>
        "`--baseline` compares systems, and `--between` does not";
    clusters_as_sacrebleu:
        "compare r.jsonl -m wer --rng sacrebleu --baseline x --macro kind" =>
        "sacrebleu has no averages of clusters";
    differences_as_csv:
        "compare r.jsonl -m wer --differences --format-out csv" =>
        "`--differences` has no such form: take table, json, md or html";
    an_unknown_adjustment:
        "compare r.jsonl -m wer --adjust all" =>
        "`--adjust all` is unknown: it takes holm, bh, none";
    a_level_that_is_no_chance:
        "compare r.jsonl -m wer --alpha 5" =>
        "`--alpha 5` is not a chance between 0 and 1, such as 0.05";
    no_trials:
        "compare r.jsonl -m wer --test ar --trials 0" =>
        "`--trials 0` is not between 1 and 1000000";
    trials_of_another_test:
        "compare r.jsonl -m wer --trials 10" =>
        "`--trials` goes with `--test ar` and `--between`";
    one_resample:
        "compare r.jsonl -m wer --resamples 1" =>
        "`--resamples 1` is not between 2 and 1000000";
    sacrebleu_without_a_baseline:
        "compare r.jsonl -m wer --rng sacrebleu" =>
        "sacrebleu holds systems against a baseline: name it with `--baseline`";
    a_test_that_sacrebleu_has_not:
        "compare r.jsonl -m wer --rng sacrebleu --baseline x --test t" =>
        "sacrebleu has the tests `bootstrap` and `ar` only";
    readings_of_units:
        "compare r.jsonl -m wer --segments u.jsonl" =>
        "`--segments` goes with `regua score`, not with `compare`";
    a_gate:
        "compare r.jsonl -m wer --gate 'wer < 1'" =>
        "`--gate` goes with `regua score`, not with `compare`";
    a_column_that_is_not_there:
        "compare r.jsonl -m wer --by colour" =>
        "there is no column `colour` to group by; the columns are `kind`";
}

#[test]
fn a_ledger_is_not_scored_again() {
    let bench = bench();
    bench.run("score r.jsonl -m wer --save l.parquet -q").printed();
    for option in ["--each-reference", "--save-texts", "--save x.parquet", "--ref one.jsonl"] {
        let name = option.split(' ').next().unwrap();
        assert_eq!(
            bench.run(&format!("compare l.parquet {option}")).refusal(),
            format!("error: `{name}` says how to score, and a ledger has been scored already")
        );
    }
}
