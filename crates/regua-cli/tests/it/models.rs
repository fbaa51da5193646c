//! `regua models`: what is added is listed, checked and removed.

use crate::program::{Bench, root};

/// The command that adds the small dictionary of the golden cases.
fn add_dictionary() -> String {
    format!("models add wordnet '{}'", root().join("cases/wordnet").display())
}

#[test]
fn a_dictionary_is_added_listed_checked_and_removed() {
    let bench = Bench::new(&[]);
    let added = bench.run(&add_dictionary()).printed();
    assert!(added.starts_with("wordnet is added: wordnet-0.1#"), "{added}");
    let listed = bench.run("models list").printed();
    assert!(listed.lines().any(|line| line.starts_with("wordnet ")), "{listed}");
    let json = bench.run("models list --json").json();
    assert_eq!(json["resources"][0]["kind"], "wordnet");
    assert_eq!(json["resources"][0]["sets"], 83);
    let info = bench.run("models info wordnet").printed();
    assert!(info.contains("licence       WordNet 0.1 Copyright"), "{info}");
    let verified = bench.run("models verify").printed();
    assert!(verified.starts_with("wordnet: whole, wordnet-0.1#"), "{verified}");
    assert_eq!(bench.run("models remove wordnet").printed(), "wordnet is removed\n");
    assert!(bench.run("models list").printed().starts_with("there are no resources yet"));
}

#[test]
fn a_name_can_be_given_to_any_file() {
    let bench = Bench::new(&[("t.tsv", "ferry\tboat\n")]);
    let by_name = bench.run("models add boats t.tsv --json").json();
    assert_eq!(
        (by_name["name"].as_str(), by_name["kind"].as_str()),
        (Some("boats"), Some("table"))
    );
    let by_kind = bench.run("models add table t.tsv --name ships --json").json();
    assert_eq!(by_kind["name"], "ships");
    assert_eq!(bench.run("models add table t.tsv --json").json()["name"], "t");
}

#[test]
fn damage_is_a_gate_that_does_not_hold() {
    let bench = Bench::new(&[("t.tsv", "ferry\tboat\n")]);
    let added = bench.run("models add boats t.tsv --json").json();
    let file = added["path"].as_str().unwrap();
    let mut bytes = std::fs::read(file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(file, bytes).unwrap();
    let verified = bench.run("models verify boats");
    assert_eq!(verified.code, 1);
    assert!(verified.out.starts_with("boats: damaged: "), "{}", verified.out);
    let json = bench.run("models verify --json");
    assert_eq!(json.code, 1);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["whole"], false);
}

#[test]
fn what_cannot_be_done_says_why() {
    let bench = Bench::new(&[("t.tsv", "ferry\tboat\nfog\n")]);
    let wrong = bench.run("models add table t.tsv").refusal();
    assert!(wrong.ends_with("t.tsv, line 2: has no tab after the word in `fog`"), "{wrong}");
    for verb in ["verify", "remove", "info"] {
        let unknown = bench.run(&format!("models {verb} fables")).refusal();
        assert!(unknown.starts_with("error: there is no resource `fables`"), "{unknown}");
    }
    assert!(bench.run("models add fables").refusal().contains("is no kind of resource"));
}

#[test]
fn odd_folders_do_not_stop_the_program() {
    let bench = Bench::new(&[("data", "a file, not a folder"), ("hyp", "a\n"), ("ref", "a\n")]);
    assert!(bench.run("models list").printed().starts_with("there are no resources yet"));
    bench.run("score --hyp hyp --ref ref -m bleu").printed();
}
