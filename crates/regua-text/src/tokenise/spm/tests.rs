use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::*;

/// A field with a length, as the wire format has it.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let mut field = vec![number << 3 | 2];
    let mut length = content.len();
    loop {
        let [low, ..] = length.to_le_bytes();
        length >>= 7;
        if length == 0 {
            field.push(low & 0x7f);
            break;
        }
        field.push(low | 0x80);
    }
    field.extend_from_slice(content);
    field
}

fn piece(text: &str, score: f32, role: u8) -> Vec<u8> {
    let mut message = field(1, text.as_bytes());
    message.push(0x15);
    message.extend_from_slice(&score.to_le_bytes());
    message.extend_from_slice(&[0x18, role]);
    field(1, &message)
}

/// A model of a kind, with a piece for the unknown and these, which change no text.
fn model(kind: u8, pieces: &[(&str, f32, u8)]) -> Vec<u8> {
    let mut bytes = piece("<unk>", 0.0, 2);
    for &(text, score, role) in pieces {
        bytes.extend(piece(text, score, role));
    }
    bytes.extend(field(2, &[0x18, kind]));
    bytes.extend(field(3, &[0x18, 0, 0x20, 0]));
    bytes
}

fn load(bytes: &[u8]) -> SentencePiece {
    SentencePiece::from_bytes(bytes, "made here.model").unwrap()
}

fn encode(model: &SentencePiece, text: &str) -> Vec<String> {
    let mut tokens = Tokens::default();
    tokens.push("left over");
    model.encode(text, &mut tokens);
    tokens.iter().map(str::to_owned).collect()
}

fn refused(bytes: &[u8]) -> String {
    SentencePiece::from_bytes(bytes, "x.model").unwrap_err().to_string()
}

#[test]
fn the_name_has_the_file_and_a_digest_of_its_content() {
    let one = load(&model(1, &[("a", -1.0, 1)]));
    let other = load(&model(1, &[("a", -2.0, 1)]));
    let name = one.name().strip_prefix("spm:made_here.model#").unwrap();
    assert!(name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_ne!(one.name(), other.name());
    assert_eq!(format!("{one:?}"), format!("SentencePiece({:?})", one.name()));
}

#[test]
fn the_cut_with_the_best_sum_is_taken_and_the_first_of_equals() {
    let pieces =
        [("a", -1.0, 1), ("b", -1.0, 1), ("ab", -1.5, 1), ("ba", -1.5, 1), ("aba", -9.0, 1)];
    assert_eq!(encode(&load(&model(1, &pieces)), "aba"), ["a", "ba"]);
}

#[test]
fn unused_pieces_are_not_taken_and_symbols_always_are() {
    let pieces = [("a", -1.0, 1), ("b", -1.0, 1), ("ab", -0.5, 5), ("bb", -99.0, 4)];
    assert_eq!(encode(&load(&model(1, &pieces)), "abbab"), ["a", "bb", "a", "b"]);
    let pieces = [("a", -1.0, 1), ("b", -1.0, 1), ("ab", -0.5, 5), ("abb", -0.6, 5)];
    assert_eq!(encode(&load(&model(2, &pieces)), "abb"), ["a", "b", "b"]);
}

#[test]
fn unknown_neighbours_are_one_piece() {
    for kind in [1, 2, 4] {
        let model = load(&model(kind, &[("a", -1.0, 1)]));
        assert_eq!(encode(&model, "xyaz漢"), ["xy", "a", "z漢"], "kind {kind}");
    }
}

#[test]
fn as_a_tokeniser_it_splits_at_white_space() {
    let model = load(&model(1, &[("a", -1.0, 1)]));
    let mut tokens = Tokens::default();
    model.tokenise("a x\u{2003}y a \n", &mut tokens);
    assert_eq!(tokens.iter().collect::<Vec<_>>(), ["a", "▁x", "y▁", "a"]);
    assert_eq!(encode(&model, "a x\u{2003}y a \n").last().unwrap(), "▁\n");
}

#[test]
fn what_is_no_model_is_refused_with_the_reason() {
    let known = [("a", -1.0, 1)];
    for (bytes, reason) in [
        (Vec::new(), "it has no piece for the unknown"),
        (b"not a model".to_vec(), "it is no protocol buffer"),
        (model(1, &[]), "it has no pieces"),
        (model(1, &[("a", -1.0, 1), ("a", -2.0, 1)]), "the piece `a` is there twice"),
        (model(1, &[("", -1.0, 1)]), "piece 1: it is empty"),
        (model(1, &[("a", f32::NAN, 1)]), "piece 1: its score is not a number"),
        (model(1, &[("?", 0.0, 2)]), "it has several pieces for the unknown"),
        (model(1, &[("<0x41>", 0.0, 6)]), "the byte piece `<0x41>` is not allowed"),
        (
            [model(1, &known), field(2, &[0x98, 0x02, 1])].concat(),
            "it does not have a piece for each byte",
        ),
        (
            [model(1, &known), field(3, &field(2, &[9, 0, 0, 0, 1]))].concat(),
            "its normalisation rules are damaged: they end too early",
        ),
    ] {
        assert_eq!(refused(&bytes), format!("`x.model` is not a SentencePiece model: {reason}"));
    }
}

#[test]
fn a_rule_that_leads_back_to_itself_is_refused() {
    // From state 1 the byte 1 leads to state 1.
    let mut units = [0_u32; 256];
    units[1] = 1 << 10 | 1;
    let rules: Vec<u8> =
        [1024].iter().chain(&units).flat_map(|number: &u32| number.to_le_bytes()).collect();
    let bytes = [model(1, &[("a", -1.0, 1)]), field(3, &field(2, &rules))].concat();
    assert!(refused(&bytes).ends_with("rules are damaged: a state leads back to itself"));
}

/// Every end with its best start, without a tree.
fn plain_unigram(text: &str, pieces: &[(String, f32)]) -> Vec<String> {
    let worst = pieces.iter().map(|(_, score)| *score).fold(f32::MAX, f32::min);
    let mut best: Vec<Option<(f32, usize, bool)>> = vec![None; text.len() + 1];
    best[0] = Some((0.0, 0, true));
    for (start, character) in text.char_indices() {
        let here = best[start].unwrap().0;
        let mut offers: Vec<(usize, f32, bool)> = pieces
            .iter()
            .filter(|(piece, _)| text[start..].starts_with(piece.as_str()))
            .map(|(piece, score)| (piece.len(), *score, true))
            .collect();
        if !offers.iter().any(|offer| offer.0 == character.len_utf8()) {
            offers.push((character.len_utf8(), worst - 10.0, false));
        }
        for (length, score, known) in offers {
            let end = &mut best[start + length];
            if end.is_none_or(|end| here + score > end.0) {
                *end = Some((here + score, start, known));
            }
        }
    }
    let mut found = Vec::new();
    let mut end = text.len();
    while end > 0 {
        let (_, start, known) = best[end].unwrap();
        found.push((text[start..end].to_owned(), known));
        end = start;
    }
    found.reverse();
    join_unknown(found)
}

/// The best pair of all is merged, again and again.
fn plain_bpe(text: &str, pieces: &[(String, f32)]) -> Vec<String> {
    let score = |text: &str| pieces.iter().find(|(piece, _)| piece == text).map(|found| found.1);
    let mut symbols: Vec<String> = text.chars().map(String::from).collect();
    loop {
        let mut best: Option<(f32, usize)> = None;
        for left in 1..symbols.len() {
            let found = score(&format!("{}{}", symbols[left - 1], symbols[left]));
            if let Some(score) = found
                && best.is_none_or(|best| score > best.0)
            {
                best = Some((score, left));
            }
        }
        let Some((_, right)) = best else { break };
        let merged = symbols.remove(right);
        symbols[right - 1].push_str(&merged);
    }
    join_unknown(symbols.into_iter().map(|text| (text.clone(), score(&text).is_some())).collect())
}

fn join_unknown(found: Vec<(String, bool)>) -> Vec<String> {
    let mut joined: Vec<(String, bool)> = Vec::new();
    for (text, known) in found {
        match joined.last_mut() {
            Some((before, false)) if !known => before.push_str(&text),
            _ => joined.push((text, known)),
        }
    }
    joined.into_iter().map(|(text, _)| text).collect()
}

proptest! {
    #[test]
    fn cuts_are_those_of_the_plain_definitions(
        pieces in btree_map("[abc▁é]{1,4}", -40_i8..0, 1..24),
        texts in vec("[abcd▁é]{0,24}", 1..8),
    ) {
        let pieces: Vec<(String, f32)> =
            pieces.into_iter().map(|(text, score)| (text, f32::from(score) / 3.0)).collect();
        let listed: Vec<(&str, f32, u8)> =
            pieces.iter().map(|(text, score)| (text.as_str(), *score, 1)).collect();
        let (unigram, bpe) = (load(&model(1, &listed)), load(&model(2, &listed)));
        for text in &texts {
            prop_assert_eq!(encode(&unigram, text), plain_unigram(text, &pieces));
            prop_assert_eq!(encode(&bpe, text), plain_bpe(text, &pieces));
        }
    }

    #[test]
    fn random_bytes_are_refused_or_read(bytes in vec(any::<u8>(), 0..200)) {
        if let Ok(model) = SentencePiece::from_bytes(&bytes, "random") {
            encode(&model, "some text");
        }
    }

    #[test]
    fn a_model_with_wrong_bytes_is_refused_or_gives_the_whole_text(
        name in prop::sample::select(vec!["unigram-bytes", "bpe", "unigram-symbols", "word"]),
        wrong in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        is_cut in prop::bool::weighted(0.2),
    ) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/spm");
        let mut bytes = std::fs::read(folder.join(name).with_extension("model")).unwrap();
        for (place, byte) in wrong {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(model) = SentencePiece::from_bytes(&bytes, name) {
            let text = "The ﬁrst ½ of… «straße»\u{3000}漢字 e\u{301}A\t\u{200b}x";
            let normalised = model.normaliser.normalise(text, &model.symbols);
            let pieces = encode(&model, text).concat();
            prop_assert!(model.byte_fallback || pieces == normalised, "{pieces} {normalised}");
        }
    }
}
