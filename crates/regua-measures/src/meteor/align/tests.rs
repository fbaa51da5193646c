//! The search against all alignments there are.

use std::sync::Arc;

use proptest::prelude::*;
use regua_text::tokenise::Pretokenised;

use super::*;
use crate::meteor::plain::{Judged, best_extension};
use crate::meteor::stemmer::Stemmer;
use crate::meteor::thesaurus::testing::Table;
use crate::meteor::vocabulary::Reading;
use crate::shared::Case;

fn judged(links: &Links) -> Judged {
    let places = links.of_hypothesis.iter();
    let places: Vec<Option<usize>> =
        places.map(|&place| (place != NONE).then_some(place as usize)).collect();
    Judged::of(&places)
}

fn align_equal(left: &[u32], right: &[u32]) -> (Links, bool) {
    let mut aligner = Aligner::default();
    aligner.links.start(left.len(), right.len());
    let mut approximate = false;
    let added = aligner.align_equal(left, right, &mut approximate);
    let linked = aligner.links.of_hypothesis.iter().filter(|&&place| place != NONE).count();
    assert_eq!(added, linked);
    (aligner.links, approximate)
}

fn texts_up_to(length: u32, letters: u32) -> Vec<Vec<u32>> {
    let texts = (0..=length).flat_map(|length| {
        (0..letters.pow(length)).map(move |number| {
            (0..length).map(|place| number / letters.pow(place) % letters).collect()
        })
    });
    texts.collect()
}

#[test]
fn all_short_texts_are_aligned_with_the_fewest_crossings_and_chunks() {
    let texts = texts_up_to(4, 3);
    for left in &texts {
        for right in &texts {
            let (links, approximate) = align_equal(left, right);
            let fits = |one: usize, other: usize| left[one] == right[other];
            let best = best_extension(&vec![None; left.len()], right.len(), &fits);
            assert_eq!(judged(&links), best, "{left:?} {right:?}");
            assert!(!approximate);
        }
    }
}

#[test]
fn a_text_of_one_word_again_and_again_is_one_chunk_at_once() {
    let (links, approximate) = align_equal(&[7; 40], &[7; 100]);
    assert_eq!(judged(&links), Judged { alone: 0, crossings: 0, chunks: 1 });
    assert!(!approximate);
}

#[test]
fn a_beam_takes_over_where_the_search_gives_up_and_keeps_the_size() {
    let text = |step: usize, length: usize| -> Vec<u32> {
        (0..length).map(|place| u32::try_from(place * place / 3 % step).unwrap()).collect()
    };
    let (left, right) = (text(5, 300), text(7, 200));
    let (links, approximate) = align_equal(&left, &right);
    let count = |text: &[u32], id| text.iter().filter(|&&word| word == id).count();
    let largest: usize = (0..7).map(|id| count(&left, id).min(count(&right, id))).sum();
    assert!(approximate);
    assert_eq!(left.len() - judged(&links).alone, largest);
}

const SETS: [&str; 6] = ["a b", "b c", "c d", "a d", "car e", "cars f"];

proptest! {
    #[test]
    fn random_texts_are_aligned_with_the_fewest_crossings_and_chunks(
        left in prop::collection::vec(0..4_u32, 0..8),
        right in prop::collection::vec(0..4_u32, 0..8),
    ) {
        let (links, _) = align_equal(&left, &right);
        let fits = |one: usize, other: usize| left[one] == right[other];
        let best = best_extension(&vec![None; left.len()], right.len(), &fits);
        prop_assert_eq!(judged(&links), best);
    }

    #[test]
    fn each_stage_is_the_best_that_the_one_before_it_allows(
        left in "((a|b|c|d|e|f|car|cars) ){0,7}",
        right in "((a|b|c|d|e|f|car|cars) ){0,7}",
    ) {
        let synonyms = Table::of(&SETS);
        let reading = Reading {
            tokeniser: Arc::new(Pretokenised),
            case: Case::Lower,
            stemmer: Stemmer::None,
        };
        let mut vocabulary = Vocabulary::new(reading, Some(Arc::clone(&synonyms)));
        let (mut one, mut other) = (Vec::new(), Vec::new());
        vocabulary.read(&left, &mut one);
        vocabulary.read(&right, &mut other);
        let (equal, _) = align_equal(&one, &other);
        let mut aligner = Aligner::default();
        let aligned = aligner.align(&mut vocabulary, &one, &other);
        let places = equal.of_hypothesis.iter();
        let before: Vec<Option<usize>> =
            places.map(|&place| (place != NONE).then_some(place as usize)).collect();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (left, right) = (words(&left), words(&right));
        let fits = |one: usize, other: usize| {
            let (mut sets, mut others) = (Vec::new(), Vec::new());
            synonyms.sets(&left[one], &mut sets);
            synonyms.sets(&right[other], &mut others);
            sets.iter().any(|set| others.contains(set))
        };
        let best = best_extension(&before, right.len(), &fits);
        prop_assert_eq!(judged(&aligner.links), best);
        prop_assert_eq!(left.len() - best.alone, aligned.exact + aligned.stem + aligned.synonym);
        prop_assert_eq!(aligned.chunks, best.chunks);
        prop_assert!(!aligned.approximate);
    }
}
