//! Lexical resources: tables against a plain reading of them, and files of every
//! kind that are broken.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regua_store::{Kind, Lexicon, Store, Synonyms};

use crate::input::Random;
use crate::memory::bounded;
use crate::target::{Target, holds, same};

/// Files of every kind that comes in one file, to be broken.
const SEEDS: [&[u8]; 6] = [
    b"# mine\nferry\tboat,barge\nfog\tmist\n",
    b"UTF-8\nferry|2\n(noun)|boat|barge (generic term)\n-|x\nfog|1\n-|mist\n",
    b"ISO8859-1\n\xe1gua|1\n-|l\xedquido\n",
    b"# x\tpor\ty\tz\n00000001-n\tpor:lemma\tbarca\n00000001-n\tpor:lemma\tbalsa\n",
    b"<?xml version='1.0'?><!-- x --><Lexicon id=\"a\" version='1'><LexicalEntry><Lemma writtenForm='a&amp;b'/><Sense synset='s1'/></LexicalEntry></Lexicon>",
    b"@prefix x: <http://x/> . # y\nx:s x:containsWordSense x:w , [ x:a ( 1 ) ] ; a x:S .\nx:w x:word x:v .\nx:v x:lemma \"\"\"a\\u00e9\"\"\"@pt .\n",
];

/// What is looked up beside the words of the input.
const WORDS: [&str; 6] = ["", "ferry", "Boat", "água", "running", "x"];

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "synonyms-table",
            about: "a table of synonyms has the sets of a plain reading",
            may_abort: false,
            make: make_table,
            check: check_table,
        },
        Target {
            name: "synonyms-broken",
            about: "broken resources are kept and read back, or an error that names the file",
            may_abort: true,
            make: |random| {
                let mut bytes = random.pick(&SEEDS).to_vec();
                random.mutate(&mut bytes);
                bytes
            },
            check: check_broken,
        },
        Target {
            name: "compiled-broken",
            about: "a compiled resource is whole or refused",
            may_abort: true,
            make: make_compiled,
            check: check_compiled,
        },
    ]
}

fn make_table(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..random.below(8) {
        text.push_str(random.text(8).split_whitespace().next().unwrap_or("w"));
        text.push('\t');
        for _ in 0..=random.below(3) {
            text.push_str(&random.text(8));
            text.push(random.pick(&[',', ',', ' ', '\t']));
        }
        text.push_str(random.pick(&["\n", "\n", "\r\n", "\n\n", "\n# no\n"]));
    }
    let mut bytes = text.into_bytes();
    if random.one_in(4) {
        random.mutate(&mut bytes);
    }
    bytes
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    Ok(path)
}

/// The sets of a word: of the word as such, and letter by letter.
fn look_up(synonyms: &dyn Synonyms, word: &str) -> [Vec<u32>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    synonyms.sets(word, &mut found[0]);
    synonyms.sets_listing(word, &mut found[1]);
    found
}

/// The words of each line of a table, or nothing if a line breaks a rule.
fn plainly(text: &str) -> Option<Vec<Vec<&str>>> {
    let lines = text.strip_prefix('\u{feff}').unwrap_or(text).split('\n');
    let lines = lines.map(|line| line.strip_suffix('\r').unwrap_or(line));
    let says = lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    says.map(|line| {
        let (word, rest) = line.split_once('\t')?;
        let synonyms: Vec<&str> =
            rest.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
        let whole = !word.trim().is_empty() && !synonyms.is_empty();
        whole.then(|| [vec![word.trim()], synonyms].concat())
    })
    .collect()
}

fn check_table(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let path = write(folder, "table.tsv", bytes)?;
    let compiled = Kind::Table.compile(std::slice::from_ref(&path));
    let plain = std::str::from_utf8(bytes).ok().and_then(plainly).filter(|sets| !sets.is_empty());
    let packed = [b"\x1f\x8b".as_slice(), b"BZh", b"PK\x03\x04"];
    let Some(plain) = plain.filter(|_| !packed.iter().any(|magic| bytes.starts_with(magic))) else {
        return holds("a table with a broken line was read", compiled.is_err());
    };
    let compiled = compiled.map_err(|error| format!("a table was not read: {error}"))?;
    same("the number of sets", &compiled.sets, &(plain.len() as u64))?;
    let store = Store::at(folder.join("data"), folder.join("cache"));
    store.add("table", &[path], Some("fuzzed")).map_err(|error| error.to_string())?;
    let synonyms = store.synonyms("fuzzed").map_err(|error| error.to_string())?;
    let mut expected: BTreeMap<&str, [Vec<u32>; 2]> = BTreeMap::new();
    for word in plain.iter().flatten().copied().chain(WORDS) {
        let has = |same: &dyn Fn(&str) -> bool| -> Vec<u32> {
            (0..)
                .zip(&plain)
                .filter(|(_, set)| set.iter().any(|w| same(w)))
                .map(|(n, _)| n)
                .collect()
        };
        let lower = word.to_lowercase();
        expected.insert(word, [has(&|w| w.to_lowercase() == lower), has(&|w| w == word)]);
    }
    for (word, sets) in expected {
        same(&format!("the sets of {word:?}"), &look_up(&*synonyms, word), &sets)?;
    }
    Ok(())
}

fn check_broken(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let path = write(folder, "broken", bytes)?;
    for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::WordNet) {
        let store = Store::at(folder.join("data"), folder.join("cache"));
        match bounded(|| store.add(kind.name(), std::slice::from_ref(&path), Some("fuzzed")))? {
            Ok(added) => {
                store.verify("fuzzed").map_err(|error| error.to_string())?;
                let kept = store.synonyms("fuzzed").map_err(|error| error.to_string())?;
                same("the name", &kept.name().to_owned(), &added.manifest.signature)?;
                for word in WORDS {
                    let [sets, listing] = look_up(&*kept, word);
                    let ascending = |list: &[u32]| list.is_sorted_by(|one, other| one < other);
                    holds(
                        "sets are not in ascending order",
                        ascending(&sets) && ascending(&listing),
                    )?;
                    let known = sets.iter().all(|set| u64::from(*set) < added.manifest.sets);
                    holds("a set has a number that there is not", known)?;
                }
            }
            Err(error) => {
                let names = error.to_string().contains("broken");
                holds(&format!("an error does not name the file: {error}"), names)?;
            }
        }
    }
    Ok(())
}

fn make_compiled(random: &mut Random) -> Vec<u8> {
    let mut bytes = compiled().unwrap_or_default();
    random.mutate(&mut bytes);
    bytes
}

/// A compiled file as it should be; made once, since a file is slow to be safe on a disk.
fn compiled() -> Result<Vec<u8>, String> {
    static COMPILED: LazyLock<Result<Vec<u8>, String>> = LazyLock::new(compile);
    COMPILED.clone()
}

fn compile() -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let table = write(folder.path(), "table.tsv", SEEDS[0])?;
    let store = Store::at(folder.path(), folder.path());
    let added = store.add("table", &[table], None).map_err(|error| error.to_string())?;
    std::fs::read(added.file).map_err(|error| error.to_string())
}

fn check_compiled(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let path = write(folder, "compiled.bin", bytes)?;
    let is_whole = bytes == compiled()?;
    match bounded(|| Lexicon::open(&path, "fuzzed"))? {
        Ok(lexicon) => {
            holds("a damaged file was opened", is_whole)?;
            same("the sets of a word", &look_up(&lexicon, "Boat"), &[vec![0], vec![]])
        }
        Err(error) => holds(&format!("a whole file was refused: {error}"), !is_whole),
    }
}
