//! WordNet's files: what NLTK finds is found, and what is wrong is named.

use std::fs;
use std::path::{Path, PathBuf};

use regua_store::{Error, Kind, Store, Synonyms};
use serde_json::Value;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases")
}

fn sets(synonyms: &dyn Synonyms, word: &str) -> Vec<u32> {
    let mut sets = Vec::new();
    synonyms.sets(word, &mut sets);
    sets
}

#[test]
fn words_have_the_sets_that_nltk_finds() {
    let store = Store::nowhere();
    let synonyms = store.synonyms(cases().join("wordnet").to_str().unwrap()).unwrap();
    let text = fs::read_to_string(cases().join("wordnet.jsonl")).unwrap();
    let numbers = |value: &Value| -> Vec<u32> { serde_json::from_value(value.clone()).unwrap() };
    let mut found = 0;
    for line in text.lines().skip(1) {
        let case: Value = serde_json::from_str(line).unwrap();
        let word = case["word"].as_str().unwrap();
        // What is in the list already stays as it is.
        let (mut sets, mut listing) = (vec![u32::MAX], vec![u32::MAX]);
        synonyms.sets(word, &mut sets);
        synonyms.sets_listing(word, &mut listing);
        assert_eq!(sets[1..], numbers(&case["sets"]), "{word}");
        assert_eq!(listing[1..], numbers(&case["listing"]), "{word}");
        found += usize::from(sets.len() > 1);
    }
    assert!(found > 500);
}

#[test]
fn irregular_forms_share_the_sets_of_their_base_forms() {
    let store = Store::nowhere();
    let synonyms = store.synonyms(cases().join("wordnet").to_str().unwrap()).unwrap();
    assert_eq!(sets(&*synonyms, "geese"), sets(&*synonyms, "goose"));
    assert_eq!(sets(&*synonyms, "Mending"), sets(&*synonyms, "fixed"));
    assert!(sets(&*synonyms, "nothing_of_the_kind").is_empty());
}

/// A copy of the dictionary with one file changed.
fn changed(name: &str, change: impl Fn(String) -> String) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(cases().join("wordnet")).unwrap() {
        let file = entry.unwrap().path();
        fs::copy(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    let file = folder.path().join(name);
    fs::write(&file, change(fs::read_to_string(&file).unwrap())).unwrap();
    folder
}

fn message(folder: &tempfile::TempDir) -> String {
    let error = Kind::WordNet.compile(&[folder.path().to_owned()]).unwrap_err().to_string();
    let folder = format!("{}/", folder.path().display());
    error.replace(&folder, "")
}

#[test]
fn damage_is_named_with_file_line_and_rule() {
    let line = |text: &str, number: usize, new: &dyn Fn(&str) -> String| {
        let lines = text.lines().zip(1..);
        lines.map(|(old, at)| if at == number { new(old) } else { old.to_owned() } + "\n").collect()
    };
    let mut messages = Vec::new();
    let mut damage = |file: &str, number: usize, new: &dyn Fn(&str) -> String| {
        messages.push(message(&changed(file, |text| line(&text, number, new))));
    };
    damage("data.noun", 7, &|old| old.replacen("000", "001", 1));
    damage("data.noun", 8, &|old| format!("x{old}"));
    damage("data.verb", 9, &|old| old.replace(" v 0", " n 0"));
    damage("data.adj", 9, &|old| old.replace('|', ""));
    damage("data.adj", 7, &|_| "00000350 00 a 09 big 0 | ".into());
    damage("index.adv", 7, &|old| old.replace(" 1 ", " 2 "));
    damage("index.adv", 7, &|_| "again r 1 0 1 0 00000001".into());
    damage("index.noun", 8, &|_| "account n 1 1 @ 1 0 00000350".into());
    damage("index.verb", 7, &|_| "act v many".into());
    damage("noun.exc", 2, &|_| String::new());
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_missing_file_is_named_but_irregular_forms_may_be_missing() {
    let folder = changed("verb.exc", |text| text);
    fs::remove_file(folder.path().join("verb.exc")).unwrap();
    assert!(message(&folder).starts_with("cannot read verb.exc: "));
    for part in ["noun", "adj", "adv"] {
        fs::remove_file(folder.path().join(format!("{part}.exc"))).unwrap();
    }
    let compiled = Kind::WordNet.compile(&[folder.path().to_owned()]).unwrap();
    assert_eq!(compiled.notes.len(), 1);
    fs::remove_file(folder.path().join("index.adj")).unwrap();
    assert!(matches!(
        Kind::WordNet.compile(&[folder.path().to_owned()]),
        Err(Error::Io { file, .. }) if file.ends_with("index.adj")
    ));
}

#[test]
fn other_bytes_than_text_are_named_with_their_line() {
    let folder = changed("data.adv", |text| text);
    let file = folder.path().join("data.adv");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 5;
    bytes[last] = 0xff;
    fs::write(&file, bytes).unwrap();
    assert_eq!(message(&folder), "data.adv, line 11: is not UTF-8");
}
