//! Whatever the files hold, readers give an answer or an error.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use regua_store::{Kind, Lexicon, Store, Synonyms};

/// Beginnings of files of every kind, to be changed.
const SEEDS: [&[u8]; 6] = [
    b"# mine\nferry\tboat,barge\nfog\tmist\n",
    b"UTF-8\nferry|2\n(noun)|boat|barge (generic term)\n-|x\nfog|1\n-|mist\n",
    b"# x\tpor\ty\tz\n00000001-n\tpor:lemma\tbarca\n00000001-n\tpor:lemma\tbalsa\n",
    b"<?xml version='1.0'?><!-- x --><Lexicon id=\"a\" version='1'><LexicalEntry><Lemma writtenForm='a&amp;b'/><Sense synset='s1'/></LexicalEntry></Lexicon>",
    b"@prefix x: <http://x/> . # y\nx:s x:containsWordSense x:w , [ x:a ( 1 ) ] ; a x:S .\nx:w x:word x:v .\nx:v x:lemma \"\"\"a\\u00e9\"\"\"@pt .\n",
    b"ISO8859-1\n\xe1gua|1\n-|l\xedquido\n",
];

fn change(bytes: &mut Vec<u8>, changes: &[(Index, u8, u8)]) {
    for (index, how, byte) in changes {
        let at = if bytes.is_empty() { 0 } else { index.index(bytes.len()) };
        match how % 4 {
            0 => bytes.insert(at, *byte),
            1 if !bytes.is_empty() => drop(bytes.remove(at)),
            2 if !bytes.is_empty() => bytes[at] = *byte,
            3 => bytes.truncate(at),
            _ => {}
        }
    }
}

fn changes() -> impl Strategy<Value = Vec<(Index, u8, u8)>> {
    let byte =
        prop_oneof![any::<u8>(), proptest::sample::select(b"\n\t|<>\"'\\;,.@:#[]() 09a".to_vec())];
    prop::collection::vec((any::<Index>(), any::<u8>(), byte), 1..8)
}

fn look_up(synonyms: &dyn Synonyms) {
    let mut sets = Vec::new();
    for word in ["", "ferry", "Geese", "running", "é"] {
        synonyms.sets(word, &mut sets);
        synonyms.sets_listing(word, &mut sets);
    }
}

fn read_with_all(file: &Path) {
    let _ = Kind::of(file);
    for kind in Kind::ALL {
        let _ = kind.compile(&[file.to_owned()]);
    }
    if let Ok(synonyms) = Store::nowhere().synonyms(file.to_str().unwrap()) {
        look_up(&*synonyms);
    }
}

fn dictionary() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/wordnet")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, bytes).unwrap();
        read_with_all(&file);
    }

    #[test]
    fn changed_files_never_panic(seed in 0..SEEDS.len(), changes in changes()) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut bytes = SEEDS[seed].to_vec();
        change(&mut bytes, &changes);
        fs::write(&file, bytes).unwrap();
        read_with_all(&file);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_changed_dictionary_never_panics(file in 0_usize..12, changes in changes()) {
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(dictionary()).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
        let part = ["noun", "verb", "adj", "adv"][file % 4];
        let name = match file / 4 { 0 => format!("data.{part}"), 1 => format!("index.{part}"), _ => format!("{part}.exc") };
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes, &changes);
        fs::write(&path, bytes).unwrap();
        if let Ok(synonyms) = Store::nowhere().synonyms(folder.path().to_str().unwrap()) {
            look_up(&*synonyms);
        }
    }

    #[test]
    fn a_changed_compiled_file_is_refused(changes in changes()) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path(), folder.path());
        let added = store.add("wordnet", &[dictionary()], None).unwrap();
        let before = fs::read(&added.file).unwrap();
        let mut bytes = before.clone();
        change(&mut bytes, &changes);
        fs::write(&added.file, &bytes).unwrap();
        prop_assert_eq!(Lexicon::open(&added.file, "x").is_ok(), bytes == before);
        prop_assert_eq!(store.verify("wordnet").is_ok(), bytes == before);
    }
}
