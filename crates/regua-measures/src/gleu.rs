#![doc = include_str!("pages/gleu.md")]

use std::sync::Arc;

use regua_core::unit::Segments;
use regua_core::{
    Batch, Entry, Error, Measure, Needs, Reader, ReadingInfo, Readings, Registry, Rows, Scale,
    Settings, Signature, Slot, Spec, Tally,
};
use regua_text::ngrams::{PairMatcher, totals};
use regua_text::tokenise::Tokeniser;

use crate::shared::{self, Case, Cut};

const SHORTEST: usize = 1;
const LONGEST: usize = 4;
const HIGHEST_ORDER: usize = 9;

regua_core::tally! {
    /// What a segment contributes to GLEU.
    pub struct GleuTally {
        /// N-grams that the hypothesis shares with its best reference.
        matches: count,
        /// N-grams of the one of both that has more.
        ngrams: count,
    }
}

impl GleuTally {
    /// Matches among n-grams; 0 where there is no n-gram, as in NLTK.
    fn gleu(&self) -> f64 {
        if self.ngrams == 0 { 0.0 } else { self.matches as f64 / self.ngrams as f64 }
    }
}

/// GLEU.
///
/// ```
/// use regua_core::{MeasureExt, Segment};
/// use regua_measures::gleu::Gleu;
///
/// let hypothesis = ["the tide went out".into()];
/// let references = ["the tide went"];
/// let segments = [Segment { hypotheses: &hypothesis, references: &references, source: None }];
/// let score = "gleu".parse::<Gleu>()?.score(&segments)?;
/// assert_eq!(score.get("gleu"), Some(6.0 / 10.0));
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Gleu {
    shortest: usize,
    longest: usize,
    tokeniser: Arc<dyn Tokeniser>,
    case: Case,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Gleu {
    /// The measure that settings describe.
    ///
    /// # Errors
    /// Fails if a setting has a value that it does not take.
    pub fn from_settings(settings: &Settings) -> Result<Self, Error> {
        let shortest = settings.number("min_len", SHORTEST, 1..=HIGHEST_ORDER)?;
        let longest =
            settings.number("max_len", LONGEST.max(shortest), shortest..=HIGHEST_ORDER)?;
        Ok(Self {
            shortest,
            longest,
            tokeniser: shared::tokeniser(settings, "none")?,
            case: settings.choice("case", &Case::WORDS)?,
            slots: GleuTally::slots(),
            readings: vec![ReadingInfo::higher("gleu", Scale::Unit)],
        })
    }

    /// How many n-grams of the lengths that count a text has.
    fn ngrams(&self, length: usize) -> u64 {
        totals(length, self.longest).skip(self.shortest - 1).sum()
    }
}

impl std::str::FromStr for Gleu {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let settings = Settings::new(&text.parse::<Spec>()?);
        let gleu = Self::from_settings(&settings)?;
        settings.finish()?;
        Ok(gleu)
    }
}

impl Reader for Gleu {
    fn signature(&self) -> Signature {
        Signature::new("gleu")
            .with("min_len", self.shortest)
            .with("max_len", self.longest)
            .with("tok", self.tokeniser.name())
            .with("case", self.case.word())
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [GleuTally::read(total).gleu()].into_iter().collect()
    }
}

impl Measure for Gleu {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::REFERENCES
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        let ids = Cut::new(&*self.tokeniser).case(self.case).ids(batch);
        let mut pairs = PairMatcher::new();
        let mut by_order = vec![0; self.longest];
        for unit in 0..rows.len() {
            let hypothesis = ids.hypothesis(unit);
            let tallies = ids.references(unit).map(|reference| {
                pairs.count_matches(reference, hypothesis, self.longest, &mut by_order);
                let matches: u64 = by_order[self.shortest - 1..].iter().sum();
                let ngrams = self.ngrams(hypothesis.len().max(reference.len()));
                GleuTally { matches: matches as i64, ngrams: ngrams as i64 }
            });
            let best = tallies.reduce(|best, next| {
                // A pair without n-grams has no value to compare, and adds nothing.
                let better = best.ngrams == 0 || next.gleu() > best.gleu();
                if better && next.ngrams > 0 { next } else { best }
            });
            rows.set(unit, &best.unwrap_or_default());
        }
        Ok(())
    }
}

/// Adds the measure to a registry.
///
/// # Errors
/// Fails if the name is taken.
pub fn register(registry: &mut Registry) -> Result<(), Error> {
    let summary = "n-grams in common, among those of the text that has more";
    registry.add(
        Entry::new("gleu", Gleu::from_settings)
            .explained(summary, include_str!("pages/gleu.md"))
            .looks_at(&["fluency", "adequacy"]),
    )
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the same operations have the same bits")]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Hypothesis, MeasureExt, Segment};
    use regua_text::ngrams::count;

    use super::*;

    fn gleu(settings: &str, output: &str, references: &[&str]) -> f64 {
        let hypotheses = [Hypothesis::from(output)];
        let segments = [Segment { hypotheses: &hypotheses, references, source: None }];
        let measure: Gleu = format!("gleu({settings})").parse().unwrap();
        measure.score(&segments).unwrap().get("gleu").unwrap()
    }

    #[test]
    fn the_longer_of_both_texts_is_what_matches_are_among() {
        // Of 14 n-grams up to 4 words: 4 single words, 2 pairs, 1 triple.
        let reference = "we walked home slowly yesterday";
        assert_eq!(gleu("", "we walked home yesterday", &[reference]), 7.0 / 14.0);
        assert_eq!(gleu("", reference, &["we walked home yesterday"]), 7.0 / 14.0);
        assert_eq!(gleu("max_len=1", "we walked home yesterday", &[reference]), 4.0 / 5.0);
        assert_eq!(
            gleu("min_len=2,max_len=3", "we walked home yesterday", &[reference]),
            3.0 / 7.0
        );
    }

    #[test]
    fn the_first_of_the_best_references_counts() {
        let measure: Gleu = "gleu(max_len=1)".parse().unwrap();
        let hypotheses = ["a b".into()];
        let references = ["", "a c", "a b c d"];
        let segments = [Segment { hypotheses: &hypotheses, references: &references, source: None }];
        let rows = measure.rows(&segments).unwrap();
        let tally = GleuTally::read(rows.row(0).unwrap());
        assert_eq!((tally.matches, tally.ngrams), (1, 2));
    }

    #[test]
    fn without_any_word_it_reads_zero_as_in_nltk() {
        assert_eq!(gleu("", "", &["", ""]), 0.0);
        assert_eq!(gleu("min_len=3", "a b", &["a b"]), 0.0);
    }

    #[test]
    fn lengths_that_exclude_each_other_are_refused() {
        let error = "gleu(min_len=3,max_len=2)".parse::<Gleu>().unwrap_err();
        insta::assert_snapshot!(error, @"`gleu` cannot take `max_len=2`: it takes a number from 3 to 9");
    }

    proptest! {
        #[test]
        fn it_is_the_smaller_of_precision_and_recall(
            left in "[abc]( [abc]){0,12}",
            right in "[abc]( [abc]){0,12}",
            shortest in 1..4_usize,
            more in 0..4_usize,
        ) {
            let longest = shortest + more;
            let [ours, theirs] = [&left, &right].map(|text| text.split(' ').collect::<Vec<_>>());
            let (mut matches, mut over) = (0, [0, 0]);
            for order in shortest..=longest {
                let [ours, theirs] = [&ours, &theirs].map(|text| count(text, order));
                matches += ours.iter().map(|(ngram, &count)| count.min(theirs.get(ngram).copied().unwrap_or(0))).sum::<u64>();
                over[0] += ours.values().sum::<u64>();
                over[1] += theirs.values().sum::<u64>();
            }
            let expected = match over[0].max(over[1]) {
                0 => 0.0,
                over => matches as f64 / over as f64,
            };
            prop_assert_eq!(gleu(&format!("min_len={shortest},max_len={longest}"), &left, &[&right]), expected);
        }
    }
}
