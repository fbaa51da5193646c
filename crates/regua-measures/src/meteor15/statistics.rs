//! The statistics of an alignment, and the score that they give.

/// How many modules there are: exact, stem, synonym, paraphrase.
pub(super) const MODULES: usize = 4;

/// The weight of a match of each module.
const WEIGHTS: [f64; MODULES] = [1.0, 0.6, 0.8, 0.6];

regua_core::tally! {
    /// What a segment contributes: METEOR's own statistics. Those of the
    /// hypothesis and of the reference stand beside each other.
    pub struct MeteorTally {
        /// Words of the hypothesis.
        hyp_words: count,
        /// Words of the reference.
        ref_words: count,
        /// Function words of the hypothesis.
        hyp_function: count,
        /// Function words of the reference.
        ref_function: count,
        /// Equal content words.
        exact_hyp_content: count,
        /// Equal content words.
        exact_ref_content: count,
        /// Equal function words.
        exact_hyp_function: count,
        /// Equal function words.
        exact_ref_function: count,
        /// Content words with equal stems.
        stem_hyp_content: count,
        /// Content words with equal stems.
        stem_ref_content: count,
        /// Function words with equal stems.
        stem_hyp_function: count,
        /// Function words with equal stems.
        stem_ref_function: count,
        /// Synonymous content words.
        synonym_hyp_content: count,
        /// Synonymous content words.
        synonym_ref_content: count,
        /// Synonymous function words.
        synonym_hyp_function: count,
        /// Synonymous function words.
        synonym_ref_function: count,
        /// Content words in paraphrases.
        paraphrase_hyp_content: count,
        /// Content words in paraphrases.
        paraphrase_ref_content: count,
        /// Function words in paraphrases.
        paraphrase_hyp_function: count,
        /// Function words in paraphrases.
        paraphrase_ref_function: count,
        /// Rows of matched words that follow each other in both texts.
        chunks: count,
        /// The same, none where all words of both texts are one chunk: those
        /// that are punished.
        breaks: count,
    }
}

/// Matched words of one side: content words and function words, by module.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Side {
    pub(super) content: [i64; MODULES],
    pub(super) function: [i64; MODULES],
}

impl Side {
    fn matches(&self) -> i64 {
        self.content.iter().chain(&self.function).sum()
    }

    /// Matched words by their weights, in the original's order of operations.
    fn weighted_matches(&self, delta: f64) -> f64 {
        let mut sum = 0.0;
        for (&matches, weight) in self.content.iter().zip(WEIGHTS) {
            sum += matches as f64 * weight * delta;
        }
        for (&matches, weight) in self.function.iter().zip(WEIGHTS) {
            sum += matches as f64 * weight * (1.0 - delta);
        }
        sum
    }
}

impl MeteorTally {
    /// The statistics of an alignment.
    pub(super) fn new(
        [hyp_words, ref_words]: [i64; 2],
        [hyp_function, ref_function]: [i64; 2],
        [hypothesis, reference]: [Side; 2],
        chunks: i64,
    ) -> Self {
        let whole =
            chunks == 1 && hypothesis.matches() == hyp_words && reference.matches() == ref_words;
        Self {
            hyp_words,
            ref_words,
            hyp_function,
            ref_function,
            exact_hyp_content: hypothesis.content[0],
            exact_ref_content: reference.content[0],
            exact_hyp_function: hypothesis.function[0],
            exact_ref_function: reference.function[0],
            stem_hyp_content: hypothesis.content[1],
            stem_ref_content: reference.content[1],
            stem_hyp_function: hypothesis.function[1],
            stem_ref_function: reference.function[1],
            synonym_hyp_content: hypothesis.content[2],
            synonym_ref_content: reference.content[2],
            synonym_hyp_function: hypothesis.function[2],
            synonym_ref_function: reference.function[2],
            paraphrase_hyp_content: hypothesis.content[3],
            paraphrase_ref_content: reference.content[3],
            paraphrase_hyp_function: hypothesis.function[3],
            paraphrase_ref_function: reference.function[3],
            chunks,
            breaks: if whole { 0 } else { chunks },
        }
    }

    fn hypothesis(&self) -> Side {
        Side {
            content: [
                self.exact_hyp_content,
                self.stem_hyp_content,
                self.synonym_hyp_content,
                self.paraphrase_hyp_content,
            ],
            function: [
                self.exact_hyp_function,
                self.stem_hyp_function,
                self.synonym_hyp_function,
                self.paraphrase_hyp_function,
            ],
        }
    }

    fn reference(&self) -> Side {
        Side {
            content: [
                self.exact_ref_content,
                self.stem_ref_content,
                self.synonym_ref_content,
                self.paraphrase_ref_content,
            ],
            function: [
                self.exact_ref_function,
                self.stem_ref_function,
                self.synonym_ref_function,
                self.paraphrase_ref_function,
            ],
        }
    }
}

/// The parameters of the score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Parameters {
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) gamma: f64,
    pub(super) delta: f64,
}

impl Default for Parameters {
    /// Those for English, made to rank systems as people do.
    fn default() -> Self {
        Self { alpha: 0.85, beta: 0.2, gamma: 0.6, delta: 0.75 }
    }
}

/// What is computed from statistics; not a number where words are missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Values {
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) fmean: f64,
    pub(super) penalty: f64,
    /// Never missing: where nothing can be computed, METEOR gives 0.
    pub(super) score: f64,
}

impl Parameters {
    /// The values with the original's operations in their order: that is what
    /// makes the last digit agree.
    pub(super) fn values(&self, tally: &MeteorTally) -> Values {
        let Self { alpha, beta, gamma, delta } = *self;
        let (hypothesis, reference) = (tally.hypothesis(), tally.reference());
        let length = |words: i64, function: i64| {
            (delta * (words - function) as f64) + ((1.0 - delta) * function as f64)
        };
        let precision =
            hypothesis.weighted_matches(delta) / length(tally.hyp_words, tally.hyp_function);
        let recall =
            reference.weighted_matches(delta) / length(tally.ref_words, tally.ref_function);
        let fmean = 1.0 / (((1.0 - alpha) / precision) + (alpha / recall));
        let matches = (hypothesis.matches() + reference.matches()) as f64 / 2.0;
        let penalty = gamma * (tally.breaks as f64 / matches).powf(beta);
        let score = fmean * (1.0 - penalty);
        let score = if score.is_nan() { 0.0 } else { score.max(0.0) };
        Values { precision, recall, fmean, penalty, score }
    }
}
