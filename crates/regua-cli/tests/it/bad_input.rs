//! Bad input: exit code 2, one clear message, nothing left behind.

use crate::program::Bench;

fn bench() -> Bench {
    Bench::new(&[
        ("hyp.txt", "a b\nc d\n"),
        ("ref.txt", "a b\nc e\n"),
        ("short.txt", "a b\n"),
        ("empty.txt", ""),
        ("runs.jsonl", "{\"hypothesis\": \"a\", \"reference\": \"a\"}\n"),
        ("bad.jsonl", "{\"hypothesis\": \"a\", \"reference\": \"a\"}\n{\"hypothesis\": \n"),
        ("other.csv", "output,gold\na,a\n"),
        ("cut.parquet", "PAR1 and no more"),
        ("wrong.toml", "measure = 'bleu'\n"),
    ])
}

fn refusal(typed: &str) -> String {
    let bench = bench();
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
    unequal_line_counts:
        "score --hyp short.txt --ref ref.txt -m bleu --save out.parquet --segments units.jsonl" =>
        "short.txt has 1 line but ref.txt has 2; they are paired line by line";
    a_missing_file:
        "score --hyp nowhere.txt --ref ref.txt -m bleu" =>
        "there is no file nowhere.txt";
    a_folder:
        "score --hyp . --ref ref.txt -m bleu" =>
        ". is a folder, not a file";
    an_empty_file:
        "score --hyp empty.txt --ref empty.txt -m bleu --save out.parquet" =>
        "empty.txt is empty";
    a_missing_column:
        "score other.csv -m bleu" =>
        "other.csv, line 1: there is no column `hypothesis`; the columns are `output` and `gold` (name another with --col hypothesis=…)";
    a_truncated_parquet_file:
        "score cut.parquet -m bleu" =>
        "cut.parquet is not a Parquet file or is cut short";
    a_ledger_that_is_none:
        "read cut.parquet" =>
        "cut.parquet is not a Parquet file or is cut short";
    an_unknown_measure:
        "score runs.jsonl -m blue" =>
        "unknown measure `blue`; did you mean `bleu`?";
    an_unknown_setting:
        "score runs.jsonl -m bleu(smoth=exp)" =>
        "`bleu` has no setting `smoth`; did you mean `smooth`?";
    an_unknown_value:
        "score runs.jsonl -m bleu(smooth=much)" =>
        "`bleu` cannot take `smooth=much`: it takes exp, floor, add-k, none";
    the_same_measure_twice:
        "score runs.jsonl -m bleu,bleu(smooth=none)" =>
        "`bleu` is asked for twice; give one of them a name of its own, as in `other=bleu(…)`";
    a_gate_that_does_not_parse:
        "score runs.jsonl -m bleu --gate 'bleu == 30'" =>
        "cannot read the gate `bleu == 30`: a gate is written `measure >= number`, with >=, <=, > or <";
    a_gate_on_nothing:
        "score runs.jsonl -m bleu --gate 'chrf > 3'" =>
        "cannot read the gate `chrf > 3`: `chrf` is not among the measures";
    no_measures:
        "score runs.jsonl" =>
        "say what to measure, as in `-m bleu,chrf`; `regua measures` lists the measures";
    no_input:
        "score -m bleu" =>
        "say what to score: a table such as `runs.jsonl`, or `--hyp FILE --ref FILE`";
    tables_and_plain_text_at_once:
        "score runs.jsonl --hyp hyp.txt -m bleu" =>
        "score either tables or `--hyp` files, not both at once";
    an_unknown_group_column:
        "score runs.jsonl -m bleu --by nodes" =>
        "there is no column `nodes` to group by; the columns are none";
    an_unknown_form:
        "score runs.jsonl -m bleu --format-out xml" =>
        "`--format-out xml` is unknown: it takes table, json, csv, md, latex, html";
    a_configuration_with_an_unknown_name:
        "score runs.jsonl --config wrong.toml" =>
        "wrong.toml: TOML parse error at line 1, column 1\n  |\n1 | measure = 'bleu'\n  | ^^^^^^^\nunknown field `measure`, expected one of `measures`, `col`, `by`, `bins`, `gate`, `macro`, `beam`, `fit`, `save-fit`, `format`, `format-out`, `threads`, `each-reference`, `allow-empty-reference`, `save-texts`, `all-readings`, `percent`, `chart`, `ci`, `resamples`, `seed`, `rng`, `confidence`, `interval`, `resample-by`";
    an_output_in_the_place_of_the_input:
        "score runs.jsonl -m bleu --segments runs.jsonl" =>
        "runs.jsonl would be written over: give the output a name of its own";
    two_outputs_in_one_place:
        "score runs.jsonl -m bleu --save x.parquet --segments ./x.parquet" =>
        "./x.parquet would be written over: give the output a name of its own";
    a_folder_of_tables:
        "score . -m bleu" =>
        ". is a folder, not a file";
    an_output_that_cannot_be_written:
        "score runs.jsonl -m bleu --segments nowhere/units.jsonl" =>
        "cannot write nowhere/units.jsonl: No such file or directory (os error 2)";
}

#[test]
fn invalid_utf8_is_named_by_line_and_offset() {
    let bench = bench();
    bench.write("latin.txt", b"ol\xe1\nmundo\n");
    let said =
        bench.run("score --hyp latin.txt --ref ref.txt -m bleu --save out.parquet").refusal();
    assert_eq!(said, "error: latin.txt, line 1: byte 0xe1 at offset 2 of the file is not UTF-8");
    assert!(!bench.names().iter().any(|name| name.starts_with("out")));
}

#[test]
fn a_line_that_is_not_json_is_named() {
    let said = refusal("score bad.jsonl -m bleu --save out.parquet");
    assert!(said.starts_with("error: bad.jsonl, line 2: "), "{said}");
}

#[test]
fn an_unknown_option_is_answered_by_a_hint_and_code_2() {
    let said = refusal("score runs.jsonl --measure bleu");
    assert!(said.contains("--measures"), "{said}");
}

#[test]
fn an_empty_reference_is_refused_until_it_is_allowed() {
    let bench = Bench::new(&[("hyp.txt", "a\nb\n"), ("ref.txt", "a\n\n")]);
    let said = bench.run("score --hyp hyp.txt --ref ref.txt -m chrf").refusal();
    assert_eq!(
        said,
        "error: ref.txt, line 2: the reference is empty (allow it with --allow-empty-reference)"
    );
    bench.run("score --hyp hyp.txt --ref ref.txt -m chrf --allow-empty-reference").printed();
}

#[test]
fn a_measure_that_compares_needs_a_reference() {
    let bench = Bench::new(&[("runs.jsonl", "{\"id\": \"x7\", \"hypothesis\": \"a\"}\n")]);
    let said = bench.run("score runs.jsonl -m bleu").refusal();
    assert_eq!(said, "error: unit `x7`: `bleu` compares against a reference, but there is none");
}

#[test]
fn a_folder_of_somebody_else_is_left_alone() {
    let bench = bench();
    std::fs::create_dir(bench.path("out.parquet.part")).unwrap();
    bench.write("out.parquet.part/thesis.txt", b"precious");
    let said = bench.run("score runs.jsonl -m bleu --save out.parquet").refusal();
    assert_eq!(
        said,
        "error: cannot save out.parquet.part: the folder holds `thesis.txt`, which is not part of a ledger"
    );
    assert_eq!(bench.read("out.parquet.part/thesis.txt"), "precious");
}

#[test]
fn a_gate_on_nothing_is_found_before_a_ledger_is_read() {
    let bench = bench();
    bench.run("score runs.jsonl -m bleu --save l.parquet").printed();
    let said = bench.run("read l.parquet --gate 'blue > 3' --segments s.jsonl").refusal();
    assert_eq!(
        said,
        "error: cannot read the gate `blue > 3`: `blue` is not among the measures; did you mean `bleu`?"
    );
    assert!(!bench.path("s.jsonl").exists());
    let said = bench.run("read l.parquet -m bleu,bleu").refusal();
    assert!(said.contains("`bleu` is asked for twice"), "{said}");
}
