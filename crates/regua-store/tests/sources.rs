//! Thesauri, tables and wordnets: the same words and sets from every format.

use std::fs;
use std::path::Path;

use regua_store::{Kind, Store};

/// Two sets, {barca, Balsa} and {porto, cais, barca}, in each format.
const FORMATS: [(Kind, &str, &str); 6] = [
    (Kind::Table, "t.tsv", "# mine\n\nbarca\tBalsa\r\nporto\tcais, barca\n"),
    (
        Kind::Mythes,
        "th.dat",
        "UTF-8\nbarca|1\n(Sinônimo)|Balsa|navio (generic term)\nporto|1\n-|cais|barca\n",
    ),
    (
        Kind::Omw,
        "por.tab",
        "# nome\tpor\thttp://exemplo\tCC BY\n00000001-n\tpor:lemma\tbarca\n00000001-n\tpor:lemma\tBalsa\n00000001-n\tpor:def\t0\tuma coisa\n00000002-n\tlemma\tporto\n00000002-n\tlemma\tcais\n00000002-n\tlemma\tbarca\n",
    ),
    (
        Kind::Lmf,
        "pt.xml",
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "x.dtd">
<LexicalResource><Lexicon id="pequena" version="1.0" license="CC BY">
<LexicalEntry id="e1"><Lemma writtenForm="barca" partOfSpeech="n"/><Sense id="s1" synset="a"/><Sense id="s2" synset="b"/></LexicalEntry>
<LexicalEntry id="e2"><Lemma writtenForm="Balsa" partOfSpeech="n"></Lemma><Sense id="s3" synset="a"/></LexicalEntry>
<LexicalEntry id="e3"><Lemma writtenForm='porto'/><Sense id="s4" synset="b"/></LexicalEntry>
<LexicalEntry id="e4"><Lemma writtenForm="c&#97;is"/><Sense id="s5" synset="b"/></LexicalEntry>
</Lexicon></LexicalResource>"#,
    ),
    (
        Kind::Rdf,
        "pt.ttl",
        r#"@prefix own-pt: <https://w3id.org/own/own-pt/instances/> .
@prefix owns: <https://w3id.org/own/schema/> .
own-pt:synset-1-n a owns:NounSynset ; owns:containsWordSense own-pt:wordsense-1-n-1 , own-pt:wordsense-1-n-2 .
own-pt:wordsense-2-n-1 owns:inSynset own-pt:synset-2-n ; owns:word own-pt:word-porto-n .
own-pt:synset-2-n owns:containsWordSense own-pt:wordsense-2-n-2 , own-pt:wordsense-2-n-3 .
own-pt:wordsense-1-n-1 owns:word own-pt:word-barca-n .
own-pt:wordsense-1-n-2 owns:word own-pt:word-Balsa-n .
own-pt:wordsense-2-n-2 owns:word own-pt:word-cais-n .
own-pt:word-barca-n owns:sense own-pt:wordsense-2-n-3 ; owns:lemma "barca"@pt .
own-pt:word-Balsa-n owns:lemma "Balsa"@pt .
own-pt:word-porto-n owns:lemma "porto"@pt .
own-pt:word-cais-n owns:lemma "cais"@pt .
"#,
    ),
    (
        Kind::Rdf,
        "pt.nt",
        r#"<http://x/synset-1-n> <http://x/schema/containsWordSense> <http://x/ws-1> .
<http://x/synset-1-n> <http://x/schema/containsWordSense> <http://x/ws-2> .
<http://x/synset-2-n> <http://x/schema/containsWordSense> <http://x/ws-3> .
<http://x/synset-2-n> <http://x/schema/containsWordSense> <http://x/ws-4> .
<http://x/synset-2-n> <http://x/schema/containsWordSense> _:ws5 .
<http://x/ws-1> <http://x/schema/word> <http://x/word-barca> .
<http://x/ws-2> <http://x/schema/word> <http://x/word-balsa> .
<http://x/ws-3> <http://x/schema/word> <http://x/word-porto> .
<http://x/ws-4> <http://x/schema/word> <http://x/word-barca> .
_:ws5 <http://x/schema/word> <http://x/word-cais> .
<http://x/word-barca> <http://x/schema/lexicalForm> "barca"@pt .
<http://x/word-balsa> <http://x/schema/lexicalForm> "Bals\u0061"@pt .
<http://x/word-porto> <http://x/schema/lexicalForm> "porto"@pt .
<http://x/word-cais> <http://x/schema/lexicalForm> "cais"@pt .
"#,
    ),
];

#[test]
fn every_format_holds_the_same_words_and_sets() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::nowhere();
    for (kind, name, text) in FORMATS {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        assert_eq!(Kind::of(&file).unwrap(), kind, "{name}");
        let compiled = kind.compile(std::slice::from_ref(&file)).unwrap();
        assert_eq!((compiled.words, compiled.sets), (4, 2), "{name}");
        let synonyms = store.synonyms(file.to_str().unwrap()).unwrap();
        let sets = |word: &str| {
            let (mut sets, mut listing) = (Vec::new(), Vec::new());
            synonyms.sets(word, &mut sets);
            synonyms.sets_listing(word, &mut listing);
            (sets, listing)
        };
        assert_eq!(sets("barca"), (vec![0, 1], vec![0, 1]), "{name}");
        assert_eq!(sets("Barca"), (vec![0, 1], vec![]), "{name}");
        assert_eq!(sets("balsa"), (vec![0], vec![]), "{name}");
        assert_eq!(sets("Balsa"), (vec![0], vec![0]), "{name}");
        assert_eq!(sets("cais"), (vec![1], vec![1]), "{name}");
        assert_eq!(sets("navio"), (vec![], vec![]), "{name}");
    }
}

#[test]
fn names_versions_and_licences_come_from_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("data"), folder.path().join("cache"));
    let mut manifests = Vec::new();
    for (_, name, text) in FORMATS {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let manifest = store.add(Kind::of(&file).unwrap().name(), &[file], None).unwrap().manifest;
        manifests.push(format!("{} {} {:?}", manifest.name, manifest.label(), manifest.licence));
    }
    insta::assert_snapshot!(manifests.join("\n"), @r#"
    t t None
    th th None
    por por Some("CC BY")
    pt pequena-1.0 Some("CC BY")
    pt pt None
    pt pt None
    "#);
}

#[test]
fn rdf_can_be_in_several_files_or_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (head, rest) = FORMATS[4].2.split_at(FORMATS[4].2.find("own-pt:synset-1").unwrap());
    let mut files = Vec::new();
    for (number, line) in rest.lines().enumerate() {
        let file = folder.path().join(format!("own-pt-{}.ttl", 9 - number));
        fs::write(&file, format!("{head}{line}\n")).unwrap();
        files.push(file);
    }
    let whole = folder.path().join("whole");
    fs::create_dir(&whole).unwrap();
    fs::write(whole.join("all.ttl"), FORMATS[4].2).unwrap();
    let fingerprint = |paths: &[_]| Kind::Rdf.compile(paths).unwrap().fingerprint;
    let expected = fingerprint(&[whole]);
    assert_eq!(fingerprint(&files), expected);
    assert_eq!(fingerprint(&[folder.path().to_owned()]), expected);
    let error = Kind::Rdf.compile(&files[..1]).unwrap_err().to_string();
    assert!(error.contains("has no words in sets"), "{error}");
}

#[test]
fn a_thesaurus_in_latin_1_is_that_in_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("th_pt.dat");
    let fingerprint = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        Kind::Mythes.compile(std::slice::from_ref(&file)).map(|compiled| compiled.fingerprint)
    };
    let utf8 = fingerprint("UTF-8\nágua|1\n-|líquido\n".as_bytes()).unwrap();
    assert_eq!(fingerprint(b"ISO8859-1\n\xe1gua|1\n-|l\xedquido\n").unwrap(), utf8);
}

fn message(name: &str, bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, bytes).unwrap();
    let failed = Kind::of(&file).and_then(|kind| kind.compile(&[file])).unwrap_err().to_string();
    failed.replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn damage_is_named_with_file_line_and_rule() {
    let messages = [
        message("t.tsv", b"# mine\nferry\tboat\nno tab here\n"),
        message("t.tsv", b"ferry\tboat\n\tboat\n"),
        message("t.tsv", b"ferry\tboat\nharbour\t , \n"),
        message("t.tsv", b"ferry\tboat\nharb\xff\tport\n"),
        message("th.dat", b"KOI8-R\nferry|1\n-|boat\n"),
        message("th.dat", b"UTF-8\nferry|1\n-|bo\xe1t\n"),
        message("th.dat", b"ISO8859-1\nferry|1\n-|bo\x81t\n"),
        message("th.dat", b"UTF-8\nferry|3\n-|boat\n"),
        message("th.dat", b"UTF-8\nferry|1\n-|boat\nno meanings\n"),
        message("w.tab", b"00000001-n\tlemma\tx\n00000001-n\tlemma\n"),
        message("w.tab", b"00000001-n\tlemma\tx\n00000001-n\tlemma\t \n"),
        message("w.xml", b"<?xml version='1.0'?>\n<Lexicon id='x'>\n<Sense synset='a'/>"),
        message(
            "w.xml",
            b"<?xml version='1.0'?>\n<Lexicon id='x'>\n<Lemma writtenForm='a&nbsp;b'/>",
        ),
        message("w.xml", b"<?xml version='1.0'?>\n<Lexicon id='x'><Lemma written"),
        message("w.xml", b"<?xml version='1.0'?>\n<html></html>"),
        message("w.ttl", b"@prefix x: <http://x/> .\nx:a x:b \"open .\n"),
        message("w.ttl", b"@prefix x: <http://x/> .\nx:a x:b x:c\nx:d x:e x:f .\n"),
        message("w.gz", b"\x1f\x8b\x08\0\0"),
        message("empty", b""),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Kind::of(Path::new("not/there.tsv")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read not/there.tsv: "), "{error}");
}
