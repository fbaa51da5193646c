//! METEOR's data: compiled, kept, looked up, and refused where they are damaged.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use regua_store::meteor::{self, MeteorData, Prefix};
use regua_store::{Error, Store};

fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/meteor15")
}

fn data() -> MeteorData {
    MeteorData::in_memory(meteor::compile(&small()).unwrap(), &small()).unwrap()
}

fn synsets(data: &MeteorData, word: &str) -> Vec<u32> {
    let mut sets = Vec::new();
    data.synsets(word, &mut sets);
    sets
}

fn paraphrases(data: &MeteorData, phrase: &str) -> Vec<usize> {
    let mut node = None;
    for word in phrase.split(' ') {
        node = data.vocabulary_word(word).and_then(|word| data.step(node, word));
        if node.is_none() {
            return Vec::new();
        }
    }
    node.map_or_else(Vec::new, |node| {
        data.paraphrases(node).map(|paraphrase| data.words(paraphrase).count()).collect()
    })
}

#[test]
fn words_are_looked_up_by_themselves_and_in_their_base_forms() {
    let data = data();
    assert!(data.is_function_word("the") && !data.is_function_word("ferry"));
    assert_eq!(data.prefix("Dr"), Some(Prefix::Always));
    assert_eq!(data.prefix("No"), Some(Prefix::BeforeNumbers));
    assert_eq!(data.prefix("Nr"), None);
    assert_eq!(synsets(&data, "ferries"), synsets(&data, "ferry"));
    assert_eq!(synsets(&data, "fog"), synsets(&data, "mist"));
    assert!(synsets(&data, "unheard").is_empty());
    // `left` is a form of `leave` and of `rest`: it has the sets of both.
    let both = [synsets(&data, "leave"), synsets(&data, "rest")].concat();
    assert_eq!(synsets(&data, "left"), both);
}

#[test]
fn paraphrases_are_found_word_by_word() {
    let data = data();
    assert!(data.has_paraphrases());
    assert_eq!(paraphrases(&data, "before the fog lifted"), [3]);
    assert_eq!(paraphrases(&data, "rose"), [2]);
    assert!(paraphrases(&data, "before the").is_empty());
    assert!(paraphrases(&data, "unheard").is_empty());
}

#[test]
fn a_store_keeps_them_under_their_name_and_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("data"), folder.path().join("cache"));
    assert_eq!(store.meteor_name("meteor-1.5"), None);
    let added = store.add("meteor-1.5", &[small()], None).unwrap();
    assert_eq!(added.manifest.kind, "meteor-1.5");
    let name = store.meteor_name("meteor-1.5").unwrap();
    assert_eq!(name, data().name());
    assert_eq!(store.meteor(&name).unwrap().name(), name);
    assert_eq!(store.meteor(small().to_str().unwrap()).unwrap().name(), name);
    store.verify("meteor-1.5").unwrap();
    assert!(store.synonyms("meteor-1.5").is_err());
    let other = store.meteor("meteor-1.5#00000000").unwrap_err();
    assert!(matches!(other, Error::OtherContents { .. }), "{other}");
}

/// A zip archive of these files, packed.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
        packed.write_all(contents).unwrap();
        let packed = packed.finish().unwrap();
        let mut checksum = flate2::Crc::new();
        checksum.update(contents);
        let start = u32::try_from(archive.len()).unwrap();
        let mut fields = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0];
        fields.extend(checksum.sum().to_le_bytes());
        fields.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        fields.extend(u32::try_from(contents.len()).unwrap().to_le_bytes());
        fields.extend([u8::try_from(name.len()).unwrap(), 0, 0, 0]);
        archive.extend([b"PK\x03\x04".as_slice(), &fields, name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02\x14\0".as_slice(), &fields, &[0; 10]].concat());
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u8::try_from(files.len()).unwrap();
    let start = u32::try_from(archive.len()).unwrap().to_le_bytes();
    let length = u32::try_from(directory.len()).unwrap().to_le_bytes();
    archive.extend(directory);
    archive.extend([b"PK\x05\x06\0\0\0\0".as_slice(), &[count, 0, count, 0]].concat());
    archive.extend([length, start].concat());
    archive.extend([0, 0]);
    archive
}

const NAMES: [&str; 4] = [
    "function/english.words",
    "nonbreaking/english.prefixes",
    "synonym/english.exceptions",
    "synonym/english.synsets",
];

fn small_jar() -> Vec<u8> {
    let contents = NAMES.map(|name| fs::read(small().join(name)).unwrap());
    let files: Vec<(&str, &[u8])> =
        NAMES.into_iter().zip(contents.iter().map(Vec::as_slice)).collect();
    zip(&files)
}

#[test]
fn a_jar_serves_as_well_as_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let jar = folder.path().join("meteor-1.5.jar");
    fs::write(&jar, small_jar()).unwrap();
    let from_jar = meteor::compile(&jar).unwrap();
    let from_folder = meteor::compile_with(&small(), None).unwrap();
    assert_eq!(from_jar.fingerprint, from_folder.fingerprint);
    fs::create_dir(folder.path().join("data")).unwrap();
    let beside = "data/paraphrase-en.gz";
    fs::copy(small().join(beside), folder.path().join(beside)).unwrap();
    assert_eq!(
        meteor::compile(&jar).unwrap().fingerprint,
        meteor::compile(&small()).unwrap().fingerprint
    );
}

#[test]
fn a_damaged_jar_is_an_error_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.jar");
    let whole = small_jar();
    for length in (0..whole.len()).step_by(7) {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(meteor::compile(&path).is_err(), "{length} bytes");
    }
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x55;
        fs::write(&path, &bytes).unwrap();
        let _ = meteor::compile(&path);
    }
}

fn complaint(name: &str, contents: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for other in NAMES.into_iter().chain(["data/paraphrase-en.gz"]) {
        let place = folder.path().join(other);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(small().join(other), place).unwrap();
    }
    fs::write(folder.path().join(name), contents).unwrap();
    let error = meteor::compile(folder.path()).unwrap_err().to_string();
    error.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn errors_name_the_file_the_line_and_the_rule() {
    let sets = "synonym/english.synsets";
    insta::assert_snapshot!(complaint(sets, b"fog\n12 x3\n"), @"synonym/english.synsets, line 2: `x3` is not the number of a set");
    insta::assert_snapshot!(complaint(sets, b"fog\n12\nmist\n"), @"synonym/english.synsets, line 3: the line that belongs to this one is missing");
    insta::assert_snapshot!(complaint(sets, b"fog\n\xff\n"), @"synonym/english.synsets, line 2: it is not UTF-8");
    let gzip = |text: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text).unwrap();
        packed.finish().unwrap()
    };
    let table = "data/paraphrase-en.gz";
    insta::assert_snapshot!(complaint(table, &gzip(b"0.5\nfog\n")), @"data/paraphrase-en.gz, line 3: a paraphrase has three lines, and this one is missing");
    insta::assert_snapshot!(complaint(table, &gzip(b"0.5\nfog\n \n")), @"data/paraphrase-en.gz, line 3: a phrase has no words");
}
