//! Alignments, tokens and stems of the golden cases, as the reference tools give them.

use std::collections::BTreeMap;
use std::path::Path;

use regua_text::levenshtein::{Opcode, OpcodeTag, opcodes};
use regua_text::stem::porter::{Mode, Porter};
use regua_text::stem::snowball::Snowball;
use regua_text::tokenise;
use regua_text::tokens::Tokens;
use serde_json::Value;

fn cases(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'v>(case: &'v Value, field: &str) -> &'v str {
    case[field].as_str().unwrap_or_else(|| panic!("{field} is missing in {case}"))
}

/// Tokenisers of measures, which the tests of `regua-measures` look at.
const OF_MEASURES: [&str; 3] = ["rouge-stem", "chrf-words", "wer-words"];

#[test]
fn texts_are_cut_as_the_reference_tools_cut_them() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut tokens = Tokens::default();
    let worked = cases("worked.jsonl").into_iter().filter(|case| case.get("tokens").is_some());
    for case in cases("tokenise.jsonl").into_iter().chain(worked) {
        let name = text(&case, "tok");
        if OF_MEASURES.contains(&name) {
            continue;
        }
        tokenise::by_name(name).unwrap().tokenise(text(&case, "text"), &mut tokens);
        let expected: Vec<&str> = case["tokens"]
            .as_array()
            .unwrap()
            .iter()
            .map(|token| token.as_str().unwrap())
            .collect();
        assert_eq!(tokens.iter().collect::<Vec<_>>(), expected, "{case}");
        *seen.entry(name.to_owned()).or_default() += 1;
    }
    for name in ["13a", "intl", "char", "zh", "none", "rouge"] {
        assert!(seen.get(name).is_some_and(|count| *count > 100), "{name}: {seen:?}");
    }
}

#[test]
fn words_are_stemmed_as_nltk_stems_them() {
    let porter = Porter::new(Mode::Nltk);
    let mut stem = String::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases("stem.jsonl") {
        let (name, word) = (text(&case, "stemmer"), text(&case, "word"));
        let found = match name.strip_prefix("snowball-") {
            Some(language) => Snowball::from_code(language).unwrap().stem(word).into_owned(),
            None => porter.stem(word, &mut stem).to_owned(),
        };
        assert_eq!(found, text(&case, "stem"), "{case}");
        *seen.entry(name.to_owned()).or_default() += 1;
    }
    assert!(seen.len() == 3 && seen.values().all(|count| *count > 100), "{seen:?}");
}

/// A block as the cases write it: a sign and a length.
fn sign(block: &Opcode) -> String {
    let reference = block.reference_end - block.reference_start;
    let hypothesis = block.hypothesis_end - block.hypothesis_start;
    let (sign, length) = match block.tag {
        OpcodeTag::Equal => ('=', reference),
        OpcodeTag::Replace => ('r', reference),
        OpcodeTag::Insert => ('i', hypothesis),
        OpcodeTag::Delete => ('d', reference),
    };
    format!("{sign}{length}")
}

#[test]
fn sequences_are_aligned_as_rapidfuzz_aligns_them() {
    let cases = cases("opcodes.jsonl");
    let (header, cases) = cases.split_first().unwrap();
    assert!(text(header, "tool").starts_with("rapidfuzz"));
    assert!(cases.len() > 200);
    for case in cases {
        let [reference, hypothesis] =
            ["reference", "hypothesis"].map(|field| text(case, field).chars().collect::<Vec<_>>());
        let blocks: String = opcodes(&reference, &hypothesis).iter().map(sign).collect();
        assert_eq!(blocks, text(case, "blocks"), "{case}");
    }
}
