//! Tokenisers against their plain definitions.

use std::path::Path;

use regua_text::tokenise::{self, SentencePiece};
use regua_text::tokens::Tokens;

use crate::input::Random;
use crate::target::{Target, holds, same};

#[path = "../../../crates/regua-text/tests/plain/mod.rs"]
mod plain;

pub(crate) fn targets() -> Vec<Target> {
    vec![
        against("13a", |text, _| check("13a", text)),
        against("intl", |text, _| check("intl", text)),
        against("zh", |text, _| check("zh", text)),
        against("char", |text, _| check("char", text)),
        against("none", |text, _| check("none", text)),
        against("rouge", |text, _| check("rouge", text)),
        Target {
            name: "unicode",
            about: "tokens occur in the text, in order, and nothing else in it is a letter or digit",
            may_abort: false,
            make,
            check: in_order,
        },
        Target {
            name: "spm",
            about: "a text is cut alike in new and in used memory, and one with letters has pieces",
            may_abort: false,
            make,
            check: pieces,
        },
        Target {
            name: "spm-broken",
            about: "a damaged model is refused or cuts every text",
            may_abort: false,
            make: damaged_model,
            check: cuts,
        },
    ]
}

fn against(name: &'static str, check: fn(&[u8], &Path) -> Result<(), String>) -> Target {
    Target {
        name,
        about: "the fast tokeniser equals its plain definition",
        may_abort: false,
        make,
        check,
    }
}

fn make(random: &mut Random) -> Vec<u8> {
    random.text(60).into_bytes()
}

/// Small models of our own; the first is cut by pairs and knows every byte.
const MODELS: [&[u8]; 3] = [
    include_bytes!("../../../cases/spm/bpe-bytes.model"),
    include_bytes!("../../../cases/spm/unigram.model"),
    include_bytes!("../../../cases/spm/word.model"),
];

fn pieces(bytes: &[u8], _: &Path) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    for model in MODELS {
        let model = SentencePiece::from_bytes(model, "m").map_err(|error| error.to_string())?;
        let (mut once, mut again) = (Tokens::default(), Tokens::default());
        model.encode(&text, &mut once);
        again.push("left over");
        model.encode(&text, &mut again);
        let list = |tokens: &Tokens| tokens.iter().map(str::to_owned).collect::<Vec<_>>();
        same("the pieces in used memory", &list(&again), &list(&once))?;
        holds(
            "a text with letters has no pieces",
            !text.contains(char::is_alphanumeric) || !once.is_empty(),
        )?;
    }
    Ok(())
}

fn damaged_model(random: &mut Random) -> Vec<u8> {
    let mut model = random.pick(&MODELS).to_vec();
    random.mutate(&mut model);
    model
}

fn cuts(bytes: &[u8], _: &Path) -> Result<(), String> {
    let Ok(model) = SentencePiece::from_bytes(bytes, "m") else { return Ok(()) };
    let mut tokens = Tokens::default();
    model.encode("The ferry left at 7:30, não é? \u{1f6a2}", &mut tokens);
    holds("a piece is empty", tokens.iter().all(|piece| !piece.is_empty()))
}

fn check(name: &str, bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let expected = match name {
        "char" => characters(&text),
        "none" => words(&text),
        "rouge" => rouge(&text),
        _ => plain::tokenise(name, &text),
    };
    same("the list of tokens", &fast(name, &text)?, &expected)
}

/// The tokens, found twice: in new memory and in memory that held another text.
fn fast(name: &str, text: &str) -> Result<Vec<String>, String> {
    let tokeniser = tokenise::by_name(name).map_err(|error| error.to_string())?;
    let mut tokens = Tokens::default();
    tokeniser.tokenise(text, &mut tokens);
    let mut used = Tokens::default();
    tokeniser.tokenise("Another text, 1.5 times as long; é 中 .", &mut used);
    tokeniser.tokenise(text, &mut used);
    holds("memory that held another text gives other tokens", used == tokens)?;
    Ok(tokens.iter().map(str::to_owned).collect())
}

fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

fn characters(text: &str) -> Vec<String> {
    text.chars().filter(|&character| !is_space(character)).map(String::from).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split(is_space).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn rouge(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let runs = lower.split(|character: char| !character.is_ascii_alphanumeric());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

fn in_order(bytes: &[u8], _: &Path) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let mut rest: &str = &text;
    for token in fast("unicode", &text)? {
        let Some((before, after)) = rest.split_once(token.as_str()) else {
            return Err(format!("the token {token:?} is not in the text, or not in order"));
        };
        let is_lost = before.contains(char::is_alphanumeric);
        holds("a letter or digit is in no token", !is_lost)?;
        holds("a token has no letter or digit", token.contains(char::is_alphanumeric))?;
        rest = after;
    }
    holds("a letter or digit is in no token", !rest.contains(char::is_alphanumeric))
}
