use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use super::super::by_name;
use super::*;

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/mecab")
}

/// The files of a tiny dictionary; `char.bin` is kept as runs.
fn files(language: &str) -> [Vec<u8>; 5] {
    let folder = cases().join(language);
    FILES.map(|file| match file {
        "char.bin" => {
            let text = fs::read_to_string(folder.join("char.json")).unwrap();
            let kept: Value = serde_json::from_str(&text).unwrap();
            characters(&kept)
        }
        _ => fs::read(folder.join(file)).unwrap(),
    })
}

fn characters(kept: &Value) -> Vec<u8> {
    let names = kept["names"].as_array().unwrap();
    let mut bytes = u32::try_from(names.len()).unwrap().to_le_bytes().to_vec();
    for name in names {
        let mut name = name.as_str().unwrap().as_bytes().to_vec();
        name.resize(32, 0);
        bytes.extend(name);
    }
    for run in kept["runs"].as_array().unwrap() {
        let number = u32::try_from(run[1].as_u64().unwrap()).unwrap();
        let count = usize::try_from(run[0].as_u64().unwrap()).unwrap();
        bytes.extend(number.to_le_bytes().repeat(count));
    }
    bytes
}

fn tiny(language: &str) -> Morphological {
    let mut tiny = Morphological::from_files(language.to_owned(), &files(language)).unwrap();
    if language == "ja" {
        tiny.penalties.clear();
    }
    tiny
}

fn surfaces(dictionary: &Morphological, text: &str) -> Vec<String> {
    let mut tokens = Tokens::default();
    tokens.push("left over");
    dictionary.surfaces(text, &mut tokens);
    tokens.iter().map(str::to_owned).collect()
}

#[test]
fn words_are_those_that_mecab_finds() {
    let text = fs::read_to_string(cases().join("words.jsonl")).unwrap();
    for language in ["ja", "ko"] {
        let dictionary = tiny(language);
        let mut seen = 0;
        for line in text.lines() {
            let case: Value = serde_json::from_str(line).unwrap();
            if case["dictionary"] != language {
                continue;
            }
            let text = case["text"].as_str().unwrap();
            // MeCab writes a blank after each word, so after the last as well.
            let mut words = surfaces(&dictionary, text);
            words.push(String::new());
            let words = words.join(" ");
            assert_eq!(words, case["words"].as_str().unwrap(), "{case}");
            let mut tokens = Tokens::default();
            dictionary.tokenise(text, &mut tokens);
            let expected: Vec<&str> = case["tokens"]
                .as_array()
                .unwrap()
                .iter()
                .map(|word| word.as_str().unwrap())
                .collect();
            assert_eq!(tokens.iter().collect::<Vec<_>>(), expected, "{case}");
            seen += 1;
        }
        assert!(seen > 200, "{language}: {seen}");
    }
}

#[test]
fn a_particle_costs_more_after_a_blank_where_the_settings_say_so() {
    let korean = tiny("ko");
    assert_eq!(korean.penalties, [(4, 4000), (6, 2500)]);
    let mut japanese = korean.clone();
    japanese.penalties.clear();
    assert_eq!(surfaces(&japanese, "세 가방"), ["세", "가", "방"]);
    assert_eq!(surfaces(&korean, "세 가방"), ["세", "가방"]);
}

#[test]
fn a_folder_is_opened_by_its_path_and_named_without_it() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("tiny words");
    fs::create_dir(&folder).unwrap();
    for (name, bytes) in FILES.iter().zip(files("ko")) {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let named = |prefix: &str| by_name(&format!("{prefix}:{}", folder.display()));
    let (korean, japanese) = (named("ko").unwrap(), named("ja").unwrap());
    assert!(Arc::ptr_eq(&korean, &named("ko").unwrap()));
    let digest = korean.name().strip_prefix("ko:tiny_words#").unwrap();
    assert_eq!(japanese.name(), format!("ja:tiny_words#{digest}"));
    let mut tokens = Tokens::default();
    korean.tokenise(" 세 가방 ", &mut tokens);
    assert_eq!(tokens.iter().collect::<Vec<_>>(), ["세", "가방"]);
    japanese.tokenise(" 세 가방 ", &mut tokens);
    assert_eq!(tokens.iter().collect::<Vec<_>>(), ["세", "가", "방"]);

    fs::write(folder.join("matrix.bin"), [7, 0, 7, 0]).unwrap();
    assert_eq!(
        named("ko").unwrap_err().to_string(),
        format!(
            "`{}` is not part of a MeCab dictionary: its size is not that of 7 by 7 costs",
            folder.join("matrix.bin").display()
        )
    );
}

#[test]
fn settings_are_read_as_mecab_reads_them() {
    let text = "; a = 1\n# a = 2\nb\na =  3 \na = 4\n";
    assert_eq!((setting(text, "a"), setting(text, "b")), (Some("3"), None));
    assert_eq!(read_penalties("1,20, 3,-4"), Some(vec![(1, 20), (3, -4)]));
    assert!(read_penalties("1,2,3").is_none() && read_penalties("1,x").is_none());
}

#[test]
fn each_damage_is_named_with_its_file() {
    let spoilt = |file: usize, spoil: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files("ja");
        spoil(&mut files[file]);
        let (file, reason) = Morphological::from_files(String::new(), &files).unwrap_err();
        format!("{file}: {reason}")
    };
    let shorter = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() - 1);
    let empty = |bytes: &mut Vec<u8>| bytes.clear();
    assert_eq!(
        spoilt(0, &shorter),
        "char.bin: its size is not that of its categories and characters"
    );
    assert_eq!(
        spoilt(0, &empty),
        "char.bin: its size is not that of its categories and characters"
    );
    assert_eq!(spoilt(1, &|bytes| bytes.push(0xff)), "dicrc: it is not in UTF-8");
    assert_eq!(spoilt(2, &shorter), "matrix.bin: its size is not that of 7 by 7 costs");
    assert_eq!(spoilt(2, &empty), "matrix.bin: it is shorter than a header");
    assert_eq!(spoilt(3, &shorter), "sys.dic: it is no MeCab dictionary, or one that was cut off");
    assert_eq!(spoilt(3, &empty), "sys.dic: it is shorter than a header");
    assert_eq!(spoilt(3, &|bytes| bytes[4] = 101), "sys.dic: it has the version 101, not 102");
    assert_eq!(
        spoilt(4, &|bytes| bytes[8] = 0),
        "unk.dic: it is a dictionary of the kind 0, not 2"
    );
    assert_eq!(
        spoilt(3, &|bytes| bytes[40..46].copy_from_slice(b"EUC-JP")),
        "sys.dic: its charset is EUC-JP; only dictionaries in UTF-8 can be read"
    );
    assert_eq!(spoilt(3, &|bytes| bytes[27] = 1), "sys.dic: its parts are larger than it is");
    assert_eq!(spoilt(3, &|bytes| bytes[16] = 9), "sys.dic: it was made for another matrix.bin");
    let words = 72 + dictionary::little_endian(&files("ja")[3][24..]) as usize;
    assert_eq!(spoilt(3, &|bytes| bytes[words] = 7), "sys.dic: word 0 has ids out of range (7, 3)");
    assert_eq!(
        spoilt(0, &|bytes| bytes[5] = b'X'),
        "unk.dic: it has no entry for the category DXFAULT"
    );
}

#[test]
fn a_very_long_text_is_cut_at_white_space() {
    let dictionary = tiny("ja");
    let sentence = "東京都の庭に子猫が二匹いました。 ";
    let count = LONGEST / sentence.len() + 10;
    let one = surfaces(&dictionary, sentence).len();
    assert_eq!(surfaces(&dictionary, &sentence.repeat(count)).len(), one * count);
    assert_eq!(first_part(&"é".repeat(LONGEST)), LONGEST);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn wrong_bytes_are_refused_or_lose_no_letter(
        wrong in vec((1_usize..5, any::<prop::sample::Index>(), any::<u8>()), 1..8),
        text in "[東京都の庭猫は が。a1ー\\u{3000}😀]{0,30}",
    ) {
        let mut files = files("ja");
        for (file, place, byte) in wrong {
            let place = place.index(files[file].len());
            files[file][place] = byte;
        }
        if let Ok(dictionary) = Morphological::from_files(String::new(), &files) {
            let words = surfaces(&dictionary, &text).concat();
            if !words.contains('\u{fffd}') {
                prop_assert_eq!(words.replace(' ', ""), text.replace(' ', ""));
            }
        }
    }
}
