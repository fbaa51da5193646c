//! Against the definition: every text beside every other.

use proptest::prelude::*;
use regua_core::MeasureExt;
use regua_text::ngrams::NgramMatcher;

use super::*;

fn with_score<T>(measure: &str, texts: &[&str], look: impl Fn(regua_core::Score) -> T) -> T {
    let hypotheses: Vec<_> = texts.iter().map(|&text| [text.into()]).collect();
    let units: Vec<Segment<'_>> =
        hypotheses.iter().map(|hypotheses| Segment { hypotheses, ..Segment::default() }).collect();
    look(measure.parse::<SelfBleu>().unwrap().score(&units).unwrap())
}

/// Each text against all others, counted anew.
fn plain(measure: &SelfBleu, texts: &[&str]) -> Vec<f64> {
    let mut words = measure.words.corpus();
    let texts: Vec<Vec<u32>> = texts.iter().map(|text| words.ids(text).to_vec()).collect();
    let mut matcher = NgramMatcher::new();
    (0..texts.len())
        .map(|own| {
            let others =
                || (0..texts.len()).filter(|&other| other != own).map(|other| &texts[other]);
            matcher.clear();
            for other in others() {
                matcher.add_reference(other, measure.order);
            }
            let mut shared = vec![0; measure.order];
            matcher.count_matches(&texts[own], measure.order, &mut shared);
            let length = texts[own].len();
            let closest =
                others().map(Vec::len).min_by_key(|other| (other.abs_diff(length), *other));
            let closest = closest.unwrap_or(0);
            measure.bleu(&TextCounts { length, closest, matches: shared })
        })
        .collect()
}

#[test]
fn texts_without_a_common_word_read_zero() {
    let texts = ["low tide at noon", "boats leave harbour early"];
    assert_eq!(with_score("self-bleu", &texts, |score| score.get("self-bleu")), Some(0.0));
}

// Three of four words and two of three pairs match, either way round.
#[test]
fn two_texts_of_four_words_read_as_by_hand() {
    let texts = ["the tide is low", "the tide is high"];
    let expected = (0.75_f64 * (2.0 / 3.0)).sqrt();
    let found = with_score("self-bleu(order=2)", &texts, |score| score.get("self-bleu").unwrap());
    assert!((found - expected).abs() < 1e-15, "{found}");
}

#[test]
fn one_text_cannot_be_like_others() {
    assert_eq!(with_score("self-bleu", &["a b c"], |score| score.get("self-bleu")), None);
}

#[test]
fn a_sample_is_a_part_of_the_texts() {
    let texts: Vec<String> =
        (0..50).map(|number| format!("tide number {number} of many")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let read = |measure: &str, texts: &[&str]| with_score(measure, texts, |score| score.readings);
    let drawn = read("self-bleu(sample=10)", &texts);
    assert_eq!(drawn.0[1].value(), Some(10.0));
    let backward: Vec<&str> = texts.iter().rev().copied().collect();
    assert_eq!(read("self-bleu(sample=10)", &backward), drawn);
}

proptest! {
    #[test]
    fn each_text_reads_as_against_all_others_one_by_one(
        texts in prop::collection::vec("([abc] ){0,8}", 2..9),
        order in 1..5_usize,
        smooth in 0..2_u8,
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let measure: SelfBleu = format!("self-bleu(order={order},smooth={smooth})").parse().unwrap();
        let bits = |values: Vec<f64>| values.into_iter().map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(measure.each(&texts).unwrap()), bits(plain(&measure, &texts)));
    }
}
