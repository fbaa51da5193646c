//! The forms of output, to the letter.

use crate::program::Bench;

fn bench() -> Bench {
    Bench::new(&[
        ("a_1.txt", "o gato dorme\na chuva cai\n"),
        ("b.txt", "o gato dorme aqui\nchove\n"),
        ("ref.txt", "o gato dorme aqui\na chuva cai\n"),
    ])
}

fn printed(form: &str) -> String {
    bench()
        .run(&format!("score --hyp a_1.txt --hyp b.txt --ref ref.txt -m wer,rouge1 {form}"))
        .printed()
}

#[test]
fn a_table_for_people() {
    insta::assert_snapshot!(printed(""));
}

#[test]
fn a_table_with_all_readings_in_percent() {
    insta::assert_snapshot!(printed("--all-readings --percent"));
}

#[test]
fn a_markdown_table() {
    insta::assert_snapshot!(printed("--format-out md"));
}

#[test]
fn a_latex_table() {
    insta::assert_snapshot!(printed("--format-out latex"));
}

#[test]
fn a_fragment_of_html() {
    insta::assert_snapshot!(printed("--format-out html --chart"));
}

#[test]
fn comma_separated_values() {
    insta::assert_snapshot!(printed("--format-out csv"));
}

#[test]
fn json() {
    insta::assert_snapshot!(printed("--json"));
}

#[test]
fn the_list_of_measures_can_be_filtered_and_read_by_programs() {
    let bench = bench();
    let all = bench.run("measures").printed();
    assert!(all.contains("\nbleu "), "{all}");
    assert!(all.contains("rouge stands for rouge1, rouge2, rougeL, rougeLsum"), "{all}");
    assert!(bench.run("measures --aspect fluency").printed().contains("bleu"));
    assert_eq!(
        bench.run("measures --aspect fluencyy").refusal(),
        "error: no measure looks at `fluencyy`; did you mean `fluency`?"
    );
    assert_eq!(bench.run("measures --json").json()["measures"][0]["name"], "bleu");
}

#[test]
fn a_measure_explains_itself() {
    let page = bench().run("explain 'bleu(tok=intl)'").printed();
    assert!(page.contains("lind to"), "{page}");
    assert!(
        page.contains("Signature: bleu|case:mixed|eff:no|tok:intl|smooth:exp|regua:"),
        "{page}"
    );
    assert!(bench().run("explain rouge").printed().starts_with("rouge stands for"));
    assert_eq!(
        bench().run("explain blue").refusal(),
        "error: unknown measure `blue`; did you mean `bleu`?"
    );
}

#[test]
fn completions_and_manual_pages_are_there() {
    let bench = bench();
    assert!(bench.run("completions bash").printed().contains("regua"));
    assert!(bench.run("man").printed().contains(".TH regua"));
    bench.run("man --out pages").printed();
    assert!(bench.path("pages/regua-score.1").exists());
    assert_eq!(bench.run("version").printed(), "regua 0.1.0\n");
    assert_eq!(bench.run("version --json").json()["regua"], "0.1.0");
}
