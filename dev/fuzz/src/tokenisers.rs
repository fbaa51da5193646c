//! Tokenisers against their plain definitions.

use std::path::Path;

use regua_text::tokenise;
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
