//! Expected sentences are those of NLTK 3.10.4 with its `punkt_tab` models.

use proptest::prelude::*;

use super::*;

fn split(language: Language, text: &str) -> Vec<&str> {
    Punkt::new(language).split(text).collect()
}

fn english(text: &str) -> Vec<&str> {
    split(Language::English, text)
}

fn portuguese(text: &str) -> Vec<&str> {
    split(Language::Portuguese, text)
}

#[test]
fn known_abbreviations_end_no_sentence() {
    assert_eq!(
        english("Mr. Alder met Dr. Finch at 5 p.m. in St. Ives. They left Alder Inc. in town."),
        ["Mr. Alder met Dr. Finch at 5 p.m. in St. Ives.", "They left Alder Inc. in town."]
    );
}

#[test]
fn an_abbreviation_before_a_sentence_starter_ends_one() {
    assert_eq!(
        english("He lives in the U.S. The weather is mild."),
        ["He lives in the U.S.", "The weather is mild."]
    );
}

#[test]
fn an_unknown_abbreviation_ends_a_sentence() {
    assert_eq!(
        english("The ruler, the scales, etc. and left."),
        ["The ruler, the scales, etc.", "and left."]
    );
}

#[test]
fn initials_belong_to_their_names() {
    assert_eq!(
        english("J. R. Alder wrote it. The preface is by A. Finch."),
        ["J. R. Alder wrote it.", "The preface is by A. Finch."]
    );
}

#[test]
fn an_ellipsis_ends_a_sentence_only_before_a_sentence_starter() {
    assert_eq!(
        english("Wait... what did you see? Well... The lamp went out."),
        ["Wait... what did you see?", "Well...", "The lamp went out."]
    );
}

#[test]
fn a_spaced_ellipsis_falls_apart() {
    assert_eq!(english("I waited . . . and it rang."), ["I waited .", ".", ".", "and it rang."]);
}

#[test]
fn quotes_and_brackets_stay_with_the_sentence_they_close() {
    assert_eq!(
        english("He said: \"It is over.\" She left (by the back door.) Nobody saw her!"),
        ["He said: \"It is over.\"", "She left (by the back door.)", "Nobody saw her!"]
    );
    assert_eq!(
        english("“It is over.” She left. ‘Why?’ he asked."),
        ["“It is over.”", "She left.", "‘Why?’", "he asked."]
    );
}

#[test]
fn several_marks_end_one_sentence() {
    assert_eq!(
        english("Stop!!! Who goes there?! A friend."),
        ["Stop!!!", "Who goes there?!", "A friend."]
    );
}

#[test]
fn numbers_keep_their_points_and_ordinals_run_on() {
    assert_eq!(
        english("It cost 3.50 in 1999. The next year it was free. See section 4. of the manual."),
        ["It cost 3.50 in 1999.", "The next year it was free.", "See section 4. of the manual."]
    );
}

#[test]
fn line_breaks_are_white_space() {
    assert_eq!(english("One\ntwo.\nThree.\n\nFour"), ["One\ntwo.", "Three.", "Four"]);
}

#[test]
fn space_before_the_first_sentence_is_kept_and_after_the_last_is_not() {
    assert_eq!(english("  Leading space. And more. \n"), ["  Leading space.", "And more."]);
}

#[test]
fn blank_text_has_no_sentences() {
    for text in ["", " ", "\n\t\u{a0}\u{1f}"] {
        assert_eq!(english(text), [""; 0], "{text:?}");
    }
}

#[test]
fn a_separator_left_alone_after_the_end_is_dropped() {
    assert_eq!(english("One. \u{1c}"), ["One."]);
}

#[test]
fn portuguese_titles_end_no_sentence() {
    assert_eq!(
        portuguese(
            "O Sr. Almeida chegou cedo. A Sra. Prado e o Dr. Nunes não vieram. O prof. Reis já vem."
        ),
        [
            "O Sr. Almeida chegou cedo.",
            "A Sra. Prado e o Dr. Nunes não vieram.",
            "O prof. Reis já vem."
        ]
    );
}

#[test]
fn portuguese_exa_is_an_abbreviation_training_did_not_learn() {
    assert_eq!(
        portuguese("Peço a V. Exa. que espere. Depois saia."),
        ["Peço a V. Exa.", "que espere.", "Depois saia."]
    );
}

#[test]
fn portuguese_quotes_and_numbers() {
    assert_eq!(
        portuguese("«Acabou.» Ela saiu. Custou 3,50 em 1999. No ano seguinte foi grátis."),
        ["«Acabou.»", "Ela saiu.", "Custou 3,50 em 1999.", "No ano seguinte foi grátis."]
    );
    assert_eq!(
        portuguese("Ele disse: “Não vou.” E não foi... Nunca mais voltou."),
        ["Ele disse: “Não vou.”", "E não foi... Nunca mais voltou."]
    );
}

#[test]
fn each_language_has_parameters_of_its_own() {
    assert_eq!(
        split(
            Language::German,
            "Er kam am 3. Oktober an. Es war z.B. kalt, d.h. nass. Dann ging er."
        ),
        ["Er kam am 3. Oktober an.", "Es war z.B. kalt, d.h. nass.", "Dann ging er."]
    );
    assert_eq!(
        split(Language::Spanish, "El Sr. Ruiz llegó. ¿Quién es? Nadie más."),
        ["El Sr. Ruiz llegó.", "¿Quién es?", "Nadie más."]
    );
    assert_eq!(
        split(Language::French, "M. Durand part à 5 h. du soir. Il pleut."),
        ["M. Durand part à 5 h. du soir.", "Il pleut."]
    );
    assert_eq!(
        split(Language::Italian, "Il sig. Rossi vede il mare. Poi parte."),
        ["Il sig. Rossi vede il mare.", "Poi parte."]
    );
}

#[test]
fn an_opening_guillemet_with_a_space_after_it_is_taken_for_a_closing_one() {
    assert_eq!(
        split(Language::French, "Il part. « Bien. » Elle rit."),
        ["Il part. «", "Bien. »", "Elle rit."]
    );
}

fn any_language() -> impl Strategy<Value = Language> {
    prop::sample::select(&Language::ALL[..])
}

/// Text in which anything that matters to the splitter is frequent.
fn dense_text() -> impl Strategy<Value = String> {
    let pieces = [
        ".", ". ", "...", ". . .", "?", "!", "\"", "'", ")", "(", "”", "»", "«", "-", "--", ",",
        " ", "\n", "\u{a0}", "\u{1c}", "Dr", "The", "the", "J", "é", "Σ", "3", "1,5", "日本",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn spans_are_ordered_and_cover_all_that_is_not_blank(
        language in any_language(),
        text in prop_oneof![any::<String>(), dense_text()],
    ) {
        let mut end = 0;
        for span in Punkt::new(language).spans(&text) {
            prop_assert!(end <= span.start && span.start < span.end);
            prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
            prop_assert!(text[end..span.start].chars().all(char::is_whitespace));
            end = span.end;
        }
        prop_assert!(text[end..].chars().all(is_strippable));
    }

    #[test]
    fn the_first_sentence_does_not_depend_on_what_comes_long_after(
        language in any_language(),
        text in dense_text(),
        more in dense_text(),
    ) {
        let alone = format!("{text} Word word. Word word.");
        let longer = format!("{alone} {more}");
        let punkt = Punkt::new(language);
        prop_assert_eq!(punkt.split(&alone).next(), punkt.split(&longer).next());
    }
}
