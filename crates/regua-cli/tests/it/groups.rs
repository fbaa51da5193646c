//! Groups made from the texts themselves, and bars.

use crate::program::Bench;

fn bench() -> Bench {
    Bench::new(&[
        ("hyp.txt", "a b c\na b c d e f g h i j k l\nz\n"),
        ("ref.txt", "a b c\na b c d e f g h i j k x\ny\n"),
        ("src.txt", "s\ns s\ns s s\n"),
    ])
}

const PLAIN: &str = "score --hyp hyp.txt --ref ref.txt --src src.txt -m wer";

#[test]
fn units_are_grouped_by_how_long_their_texts_are() {
    let printed = bench().run(&format!("{PLAIN} --by len(reference) --chart")).printed();
    insta::assert_snapshot!(printed, @r"
    system  len(reference)  units     wer
    hyp     all                 3  0.1250
    hyp     0-9                 2  0.2500
    hyp     10-19               1  0.0833

    wer
      hyp 0-9    0.2500  ██████████ (2)
      hyp 10-19  0.0833  ███▍ (1)

    wer|tok:words|case:mixed|punct:yes|fillers:keep|numbers:keep|regua:0.1.0
    3 units, 1 reference each
    ");
}

#[test]
fn bins_of_lengths_can_be_chosen_and_what_they_leave_out_is_another_row() {
    let run = bench().run(&format!("{PLAIN} --by len(source) --bins len(source)=1,2 --json"));
    let json = run.json();
    let groups: Vec<&serde_json::Value> = json["results"].as_array().unwrap()[1..]
        .iter()
        .map(|one| &one["group"]["len(source)"])
        .collect();
    assert_eq!(groups, ["1", "2", "other"]);
    assert_eq!(
        json["warnings"][0],
        "1 value of `len(source)` is in none of the bins `1` and `2`; it is in the group `other`"
    );
}

#[test]
fn lengths_stay_in_the_ledger() {
    let bench = bench();
    let saved = format!("{PLAIN} --by len(hypothesis) --bins len(hypothesis)=q2 --save l.parquet");
    let first = bench.run(&saved).printed();
    let again = bench.run("read l.parquet --by len(hypothesis) --bins len(hypothesis)=q2");
    assert_eq!(again.printed(), first);
    let said = bench.run("read l.parquet --by len(reference)").refusal();
    assert_eq!(
        said,
        "error: there is no column `len(reference)` to group by; the columns are `len(hypothesis)`"
    );
}

#[test]
fn of_several_references_the_first_has_the_length_unless_each_is_a_unit() {
    let bench = Bench::new(&[(
        "t.jsonl",
        "{\"hypothesis\": \"a\", \"references\": [\"a b\", \"a b c\"]}\n",
    )]);
    let groups = |typed: &str| -> Vec<String> {
        let json = bench.run(typed).json();
        let results = json["results"].as_array().unwrap().iter();
        results
            .filter_map(|one| Some(one["group"]["len(reference)"].as_str()?.to_owned()))
            .collect()
    };
    let typed = "score t.jsonl -m bleu --by len(reference) --bins len(reference)=1,2,3 --json";
    assert_eq!(groups(typed), ["2"]);
    assert_eq!(groups(&format!("{typed} --each-reference")), ["2", "3"]);
}

#[test]
fn what_must_be_read_twice_cannot_come_from_standard_input() {
    let said = bench()
        .run_with_input(
            "score - -m bleu --by len(reference) --bins len(reference)=q2",
            b"{\"hypothesis\": \"a\", \"reference\": \"a\"}\n",
        )
        .refusal();
    assert_eq!(
        said,
        "error: bins of equal share must read the input twice, and standard input can be read but once: give a file"
    );
}
