//! The store: what is added is found, checked, replaced and removed.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;

use regua_store::{Error, Store};

struct House {
    folder: tempfile::TempDir,
    store: Store,
}

impl House {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("data"), folder.path().join("cache"));
        Self { folder, store }
    }

    fn table(&self, text: &str) -> PathBuf {
        let file = self.folder.path().join("small.tsv");
        fs::write(&file, text).unwrap();
        file
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.store.folder().unwrap()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn wordnet() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/wordnet")
}

#[test]
fn what_is_added_is_found_by_each_of_its_names() {
    let house = House::new();
    let added = house.store.add("wordnet", &[wordnet()], None).unwrap();
    let signature = &added.manifest.signature;
    assert!(signature.starts_with("wordnet-0.1#"), "{signature}");
    for name in ["wordnet", "wordnet-0.1", signature] {
        assert_eq!(house.store.synonyms(name).unwrap().name(), signature);
        assert_eq!(house.store.synonyms_name(name).as_ref(), Some(signature));
    }
    // The same files are the same resource, wherever they are.
    let by_path = Store::nowhere().synonyms(wordnet().to_str().unwrap()).unwrap();
    assert_eq!(by_path.name(), signature);
}

#[test]
fn a_fingerprint_must_be_that_of_the_contents() {
    let house = House::new();
    let first = house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    house.store.add("mine", &[house.table("ferry\tboat,barge\n")], None).unwrap();
    let error = house.store.synonyms(&first.manifest.signature).unwrap_err();
    assert!(matches!(error, Error::OtherContents { .. }), "{error}");
    assert_eq!(house.store.synonyms_name(&first.manifest.signature), None);
    assert_eq!(house.files().len(), 2, "{:?}", house.files());
}

#[test]
fn paths_are_compiled_once_and_again_when_they_change() {
    let house = House::new();
    let file = house.table("ferry\tboat\n");
    let path = file.to_str().unwrap();
    let first = house.store.synonyms(path).unwrap();
    let cached = house.folder.path().join("cache/compiled");
    assert_eq!(fs::read_dir(&cached).unwrap().count(), 2);
    assert_eq!(house.store.synonyms_name(path).as_deref(), Some(first.name()));
    assert_eq!(fs::read_dir(&cached).unwrap().count(), 2);
    house.table("ferry\tbarge\n");
    assert_ne!(house.store.synonyms(path).unwrap().name(), first.name());
    // A damaged cache is as good as none.
    for entry in fs::read_dir(&cached).unwrap() {
        fs::write(entry.unwrap().path(), "?").unwrap();
    }
    let mut sets = Vec::new();
    house.store.synonyms(path).unwrap().sets("barge", &mut sets);
    assert_eq!(sets, [0]);
}

#[test]
fn damage_is_noticed_when_verifying_and_when_loading() {
    let house = House::new();
    let added = house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    assert_eq!(house.store.verify("mine").unwrap().manifest, added.manifest);
    let bytes = fs::read(&added.file).unwrap();
    for (at, says) in [(bytes.len() - 1, "checksum"), (8, "add it again"), (0, "not a compiled")] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        fs::write(&added.file, changed).unwrap();
        let error = house.store.verify("mine").unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert!(Store::synonyms(&house.store, "mine").is_err());
    }
    fs::write(&added.file, &bytes[..bytes.len() - 4]).unwrap();
    assert!(house.store.verify("mine").unwrap_err().to_string().contains("bytes after its header"));
    fs::remove_file(&added.file).unwrap();
    assert!(matches!(house.store.verify("mine"), Err(Error::Io { .. })));
}

#[test]
fn a_file_of_another_resource_does_not_pass() {
    let house = House::new();
    let mine = house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    let other = house.store.add("other", &[house.table("fog\tmist\n")], None).unwrap();
    fs::copy(&other.file, &mine.file).unwrap();
    let error = house.store.verify("mine").unwrap_err().to_string();
    assert!(error.contains("but its manifest says"), "{error}");
    assert!(house.store.synonyms("mine").is_err());
}

#[test]
fn what_is_removed_is_gone() {
    let house = House::new();
    house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    assert_eq!(house.store.names(), ["mine"]);
    house.store.remove("mine").unwrap();
    assert!(house.files().is_empty());
    assert!(house.store.list().is_empty());
    let error = house.store.remove("mine").unwrap_err().to_string();
    assert_eq!(error, "there is no resource `mine`; none was added yet (`regua models add`)");
}

#[test]
fn a_damaged_manifest_can_be_removed_or_replaced() {
    let house = House::new();
    house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    let manifest = house.store.folder().unwrap().join("mine.json");
    fs::write(&manifest, "{\"name\": ").unwrap();
    assert!(matches!(house.store.synonyms("mine"), Err(Error::Damaged { .. })));
    assert_eq!(house.store.synonyms_name("mine"), None);
    assert_eq!(house.store.names(), ["mine"]);
    house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    house.store.verify("mine").unwrap();
    fs::write(&manifest, "").unwrap();
    house.store.remove("mine").unwrap();
}

#[test]
fn a_manifest_cannot_point_out_of_its_folder() {
    let house = House::new();
    let added = house.store.add("mine", &[house.table("ferry\tboat\n")], None).unwrap();
    let manifest = house.store.folder().unwrap().join("mine.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace(&added.manifest.file, "mine.x/../../../small.tsv")).unwrap();
    assert!(matches!(house.store.get("mine"), Err(Error::Damaged { .. })));
}

#[test]
fn requests_that_cannot_be_met_say_why() {
    let house = House::new();
    let table = house.table("ferry\tboat\n");
    let mut messages = Vec::new();
    let mut add = |what: &str, paths: &[PathBuf], name| {
        messages.push(house.store.add(what, paths, name).unwrap_err().to_string());
    };
    add("table", &[], None);
    add("thesaurus", &[], None);
    add("../mine", from_ref(&table), None);
    add("table", from_ref(&table), Some("a b"));
    add("table", &[table.clone(), table.clone()], None);
    messages.push(Store::nowhere().add("mine", &[table], None).unwrap_err().to_string());
    messages.push(house.store.synonyms("wordnet").unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn odd_folders_are_empty_stores() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let store = Store::at(&file, &file);
    assert!(store.names().is_empty());
    assert_eq!(store.synonyms_name("wordnet"), None);
    let table = folder.path().join("small.tsv");
    fs::write(&table, "ferry\tboat\n").unwrap();
    assert!(matches!(store.add("mine", from_ref(&table), None), Err(Error::Io { .. })));
    // A cache that cannot be written to is no reason to fail.
    assert!(store.synonyms(table.to_str().unwrap()).unwrap().name().starts_with("small#"));
}
