//! Tokenisers that are made of files, as they are asked for by name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use regua_text::python;
use regua_text::tokenise::{self, SentencePiece, Tokeniser};
use regua_text::tokens::Tokens;
use serde_json::Value;

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/spm")
}

fn list(tokens: &Tokens) -> Vec<&str> {
    tokens.iter().collect()
}

#[test]
fn pieces_are_those_that_sentencepiece_gives() {
    let text = std::fs::read_to_string(models().join("pieces.jsonl")).unwrap();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let names: Vec<&String> = cases[0]["pieces"].as_object().unwrap().keys().collect();
    assert!(cases.len() > 300 && names.len() == 10);
    let mut tokens = Tokens::default();
    for name in names {
        let path = models().join(format!("{name}.model"));
        let model = SentencePiece::from_bytes(&std::fs::read(path).unwrap(), name).unwrap();
        for case in &cases {
            let text = case["text"].as_str().unwrap();
            let expected = case["pieces"][name].as_str().unwrap();
            model.encode(text, &mut tokens);
            assert_eq!(list(&tokens).join(" "), expected, "{name} of {text:?}");
            if python::rstrip(text) == text {
                model.tokenise(text, &mut tokens);
                assert_eq!(list(&tokens), python::split(expected).collect::<Vec<_>>(), "{name}");
            }
        }
    }
}

#[test]
fn a_model_is_loaded_by_its_path_once_and_checked_by_its_digest() {
    let path = models().join("bpe.model");
    let name = format!("spm:{}", path.display());
    let model = tokenise::by_name(&name).unwrap();
    let digest = model.name().strip_prefix("spm:bpe.model#").unwrap();
    let again = tokenise::by_name(&format!("{name}#{}", digest.to_uppercase())).unwrap();
    assert!(Arc::ptr_eq(&model, &again));
    assert_eq!(tokenise::for_reading(model.name()).unwrap().name(), model.name());
    assert_eq!(
        tokenise::by_name(&format!("{name}#00000000")).unwrap_err().to_string(),
        format!(
            "`{}` has the digest {digest}, not 00000000: it is not the file that was named",
            path.display()
        )
    );
}

#[test]
fn what_cannot_be_loaded_is_named_with_the_reason() {
    let message = |name: String| tokenise::by_name(&name).unwrap_err().to_string();
    let pieces = models().join("pieces.jsonl");
    assert_eq!(
        message(format!("spm:{}", pieces.display())),
        "`pieces.jsonl` is not a SentencePiece model: it is no protocol buffer"
    );
    let folder = models();
    let missing = format!("cannot read `{}`: ", folder.join("char.bin").display());
    assert!(message(format!("ja:{}", folder.display())).starts_with(&missing));
    assert!(message("ko:no/such/folder".to_owned()).starts_with("cannot read `no/such/folder`: "));
}
