//! The fast tokenisers against their plain definitions, on text made to hurt.

mod plain;

use proptest::collection::vec;
use proptest::prelude::*;
use regua_text::tokenise;
use regua_text::tokens::Tokens;

const PIECES: &[&str] = &[
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "-\n",
    "\r\n",
    "\u{b}",
    "\u{1c}",
    "\u{1d}",
    "\u{1e}",
    "\u{1f}",
    "\0",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{2000}",
    "\u{2003}",
    "\u{2028}",
    "\u{2029}",
    "\u{202f}",
    "\u{205f}",
    "\u{3000}",
    "\u{200b}",
    "\u{feff}",
    ".",
    ".",
    ".",
    ",",
    ",",
    "..",
    "...",
    "-",
    "--",
    "'",
    "\"",
    "!",
    "#",
    "$",
    "%",
    "&",
    "(",
    ")",
    "*",
    "+",
    "/",
    ":",
    ";",
    "<",
    "=",
    ">",
    "?",
    "@",
    "[",
    "\\",
    "]",
    "^",
    "_",
    "`",
    "{",
    "|",
    "}",
    "~",
    "\u{7f}",
    "0",
    "1",
    "5",
    "9",
    "12",
    "3.14",
    "1,000",
    "a",
    "b",
    "Z",
    "word",
    "U.S.",
    "&quot;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&apos;",
    "amp;",
    "lt;",
    "quot;",
    "<skipped>",
    "<skip",
    "ped>",
    "skipped>",
    "é",
    "ß",
    "e\u{301}",
    "\u{301}",
    "\u{e000}",
    "«",
    "»",
    "…",
    "’",
    "—",
    "–",
    "·",
    "€",
    "£",
    "²",
    "½",
    "Ⅳ",
    "٣",
    "٫",
    "१",
    "।",
    "中",
    "文",
    "。",
    "，",
    "Ａ",
    "１",
    "か",
    "カ",
    "한",
    "\u{2001}",
    "\u{2a6d}",
    "\u{2a6e}",
    "\u{2f81}",
    "\u{2fa1}",
    "\u{2fe0}",
    "\u{9fbb}",
    "\u{9fbc}",
    "\u{3400}",
    "\u{4db5}",
    "\u{4db6}",
    "\u{fa6b}",
    "\u{ffef}",
    "\u{fff0}",
    "𠀀",
    "𝟘",
    "😀",
    "👩\u{200d}🚀",
    "🇵🇹",
    "\u{10ffff}",
];

fn hard_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        2 => "[ -~]",
    ];
    vec(piece, 0..48).prop_map(|pieces| pieces.concat())
}

/// The reference and Régua give different tokens only where one of them is wrong.
fn assert_same(name: &str, text: &str) {
    let mut tokens = Tokens::default();
    tokenise::by_name(name).unwrap().tokenise(text, &mut tokens);
    let fast: Vec<&str> = tokens.iter().collect();
    assert_eq!(fast, plain::tokenise(name, text), "{name} of {text:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_scanner_equals_its_definition(text in hard_text()) {
        for name in ["13a", "char", "intl", "none", "zh"] {
            assert_same(name, &text);
        }
    }

    #[test]
    fn runs_of_points_digits_and_hyphens_equal_the_definition(text in "[.,\\-5a !中٣…$]{0,24}") {
        for name in ["13a", "intl", "zh"] {
            assert_same(name, &text);
        }
    }
}

#[test]
fn every_character_between_digits_points_and_letters_equals_the_definition() {
    for character in ('\0'..='\u{3100}').chain('\u{f8f0}'..='\u{1_0010}') {
        let text = format!("a{character}5{character}.5.{character}{character}-b{character}");
        for name in ["13a", "intl", "zh"] {
            assert_same(name, &text);
        }
    }
}

#[test]
fn texts_longer_than_a_block_equal_the_definition() {
    for length in 50..140 {
        for ending in [".", "..5", "5.", "5-6.", "é", "中。", "a…5", " \u{2028}x"] {
            let text = format!("{}{ending}{}", "w".repeat(length), "5.".repeat(length));
            for name in ["13a", "char", "intl", "none", "zh"] {
                assert_same(name, &text);
            }
        }
    }
}
