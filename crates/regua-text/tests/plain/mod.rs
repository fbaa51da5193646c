//! The rule-based tokenisers as sacrebleu 2.6.0 defines them: one regular
//! expression after the other, slow and plain.

use std::sync::LazyLock;

use regex::Regex;
use regua_text::python;

/// The tokens of `text` by the definition of a tokeniser.
pub fn tokenise(name: &str, text: &str) -> Vec<String> {
    let text = python::rstrip(text);
    let rewritten = match name {
        "13a" => mteval_13a(text),
        "intl" => international(text),
        "zh" => chinese(text),
        "char" => text.chars().flat_map(|character| [character, ' ']).collect(),
        "none" => text.to_owned(),
        _ => panic!("no plain version of `{name}`"),
    };
    python::split(&rewritten).map(str::to_owned).collect()
}

type Passes = Vec<(Regex, &'static str)>;

static WESTERN: LazyLock<Passes> = LazyLock::new(|| {
    passes(&[
        (r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", " ${1} "),
        (r"([^0-9])([\.,])", "${1} ${2} "),
        (r"([\.,])([^0-9])", " ${1} ${2}"),
        (r"([0-9])(-)", "${1} ${2} "),
    ])
});

static INTERNATIONAL: LazyLock<Passes> = LazyLock::new(|| {
    passes(&[
        (&format!("([^{NUMBER}])([{PUNCTUATION}])"), "${1} ${2} "),
        (&format!("([{PUNCTUATION}])([^{NUMBER}])"), " ${1} ${2}"),
        (&format!("([{SYMBOL}])"), " ${1} "),
    ])
});

// General categories with what Python's `regex` 2026.11.9 has beyond Unicode 16.
const NUMBER: &str = concat!(
    r"\p{N}",
    r"\x{11DE0}-\x{11DE9}\x{1246F}\x{12475}-\x{1247F}",
    r"\x{12550}-\x{12686}\x{16FF4}-\x{16FF6}",
);

const PUNCTUATION: &str = concat!(r"\p{P}", r"\x{2E60}-\x{2E63}\x{10ED0}",);

const SYMBOL: &str = concat!(
    r"\p{S}",
    r"\x{20C1}-\x{20C4}\x{2B96}\x{FBC3}-\x{FBD2}",
    r"\x{FD90}-\x{FD91}\x{FDC8}-\x{FDCE}\x{10EC9}-\x{10ECA}",
    r"\x{10ED1}-\x{10ED8}\x{1CCFA}-\x{1CCFC}\x{1CEBA}-\x{1CED0}",
    r"\x{1CED2}-\x{1CED4}\x{1CEDD}-\x{1CEFD}\x{1D1EB}-\x{1D1FF}",
    r"\x{1D253}-\x{1D25A}\x{1D25D}-\x{1D25E}\x{1D260}-\x{1D27F}",
    r"\x{1DB00}-\x{1DB1C}\x{1F1AE}\x{1F6D8}-\x{1F6D9}",
    r"\x{1F777}-\x{1F77A}\x{1F7DA}-\x{1F7DB}\x{1F7F1}-\x{1F7FF}",
    r"\x{1F8D0}-\x{1F8D8}\x{1FA54}-\x{1FA57}\x{1FA8A}-\x{1FA8E}",
    r"\x{1FAC8}\x{1FACC}-\x{1FACD}\x{1FADD}",
    r"\x{1FAEA}-\x{1FAEB}\x{1FAEF}\x{1FAF9}-\x{1FAFA}",
    r"\x{1FBFA}",
);

fn passes(patterns: &[(&str, &'static str)]) -> Passes {
    patterns
        .iter()
        .map(|&(pattern, replacement)| (Regex::new(pattern).unwrap(), replacement))
        .collect()
}

fn rewrite(passes: &Passes, text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, replacement) in passes {
        text = pattern.replace_all(&text, *replacement).into_owned();
    }
    text
}

fn mteval_13a(text: &str) -> String {
    let text = text
        .replace("<skipped>", "")
        .replace("-\n", "")
        .replace('\n', " ")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
    rewrite(&WESTERN, &format!(" {text} "))
}

fn international(text: &str) -> String {
    rewrite(&INTERNATIONAL, text)
}

fn chinese(text: &str) -> String {
    let mut spaced = String::new();
    for character in python::strip(text).chars() {
        if is_chinese(character) {
            spaced.extend([' ', character, ' ']);
        } else {
            spaced.push(character);
        }
    }
    rewrite(&WESTERN, &spaced)
}

/// Strings are compared, as Python does it: two of the bounds have two characters.
fn is_chinese(character: char) -> bool {
    const RANGES: [(&str, &str); 22] = [
        ("\u{3400}", "\u{4db5}"),
        ("\u{4e00}", "\u{9fa5}"),
        ("\u{9fa6}", "\u{9fbb}"),
        ("\u{f900}", "\u{fa2d}"),
        ("\u{fa30}", "\u{fa6a}"),
        ("\u{fa70}", "\u{fad9}"),
        ("\u{2000}0", "\u{2a6d}6"),
        ("\u{2f80}0", "\u{2fa1}d"),
        ("\u{ff00}", "\u{ffef}"),
        ("\u{2e80}", "\u{2eff}"),
        ("\u{3000}", "\u{303f}"),
        ("\u{31c0}", "\u{31ef}"),
        ("\u{2f00}", "\u{2fdf}"),
        ("\u{2ff0}", "\u{2fff}"),
        ("\u{3100}", "\u{312f}"),
        ("\u{31a0}", "\u{31bf}"),
        ("\u{fe10}", "\u{fe1f}"),
        ("\u{fe30}", "\u{fe4f}"),
        ("\u{2600}", "\u{26ff}"),
        ("\u{2700}", "\u{27bf}"),
        ("\u{3200}", "\u{32ff}"),
        ("\u{3300}", "\u{33ff}"),
    ];
    let mut buffer = [0; 4];
    let text: &str = character.encode_utf8(&mut buffer);
    RANGES.iter().any(|&(first, last)| first <= text && text <= last)
}
