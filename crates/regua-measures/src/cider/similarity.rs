//! The cosine of texts as bags of n-grams, each weighted by its rarity.

use regua_text::intern::Interner;
use regua_text::ngrams::NgramTree;

use crate::fitting::{Count, Documents, Frequencies, NOWHERE};

/// What a hypothesis that is the same as its references scores.
const FULL_SCORE: f64 = 10.0;
/// The prefix of single words.
const ROOT: u32 = u32::MAX;

/// The rarity of the n-grams of a corpus.
#[derive(Debug, Clone)]
pub(super) struct Weights {
    ngrams: Frequencies,
    /// The logarithm of how many documents have each n-gram.
    logs: Vec<f64>,
    /// The logarithm of how many documents there are.
    documents: f64,
}

impl Weights {
    /// Learns from references.
    pub(super) fn learn(references: Documents, order: usize) -> Self {
        let documents = (references.len() as f64).ln();
        let (ngrams, logs) = Frequencies::count(references, order, Count::Documents, |ngram| {
            (ngram.count as f64).ln()
        });
        Self { ngrams, logs, documents }
    }

    pub(super) fn vocabulary(&self) -> &Interner {
        self.ngrams.vocabulary()
    }

    /// The rarity of an n-gram. One that is not numbered is in one document at
    /// most, and one that is in none counts as if it were in one.
    fn rarity(&self, ngram: u32) -> f64 {
        let log = if ngram == NOWHERE { 0.0 } else { self.logs[ngram as usize] };
        self.documents - log
    }
}

/// An n-gram of one text.
#[derive(Debug, Clone, Copy)]
struct Term {
    ngram: u32,
    times: f64,
    weight: f64,
}

/// A text as a weighted bag of n-grams, order by order.
#[derive(Debug, Clone, Default)]
struct Bag {
    /// The n-grams of each order, in the order of first sight.
    terms: Vec<Vec<Term>>,
    norms: Vec<f64>,
    /// The number of word pairs, which CIDEr-D takes for the length.
    length: f64,
}

/// The n-grams of one segment's texts.
#[derive(Debug)]
struct Local<'m> {
    weights: &'m Weights,
    tree: NgramTree,
    /// The number in the corpus and the rarity of each n-gram.
    known: Vec<(u32, f64)>,
    /// Where each n-gram is in the list of terms that was made last.
    term_of: Vec<usize>,
    prefixes: Vec<u32>,
}

impl Local<'_> {
    fn clear(&mut self) {
        self.tree.clear();
        self.known.clear();
        self.term_of.clear();
    }

    /// Where an n-gram is in a list of terms, if it is there: a list that was
    /// made earlier is told from the one that was made last by what stands there.
    fn find(&self, terms: &[Term], ngram: u32) -> Option<usize> {
        let place = self.term_of[ngram as usize];
        terms.get(place).filter(|term| term.ngram == ngram).map(|_| place)
    }

    /// The n-gram that is another with one more word.
    fn longer(&mut self, prefix: u32, word: u32) -> u32 {
        let (ngram, new) = self.tree.number(prefix, word);
        if new {
            let ngrams = &self.weights.ngrams;
            let number = match prefix {
                ROOT => ngrams.word(word),
                _ => ngrams.longer(self.known[prefix as usize].0, word),
            };
            self.known.push((number, self.weights.rarity(number)));
            self.term_of.push(usize::MAX);
        }
        ngram
    }

    /// Makes a bag of a text. Norms are added up in the order of first sight,
    /// as the reference implementation does.
    fn fill(&mut self, bag: &mut Bag, words: &[u32]) {
        bag.length = words.len().saturating_sub(1) as f64;
        let mut prefixes = std::mem::take(&mut self.prefixes);
        prefixes.clear();
        prefixes.resize(words.len(), ROOT);
        for (shorter, (terms, norm)) in bag.terms.iter_mut().zip(&mut bag.norms).enumerate() {
            terms.clear();
            let last_words = words.get(shorter..).unwrap_or_default();
            for (prefix, &word) in prefixes.iter_mut().zip(last_words) {
                let ngram = self.longer(*prefix, word);
                *prefix = ngram;
                if let Some(place) = self.find(terms, ngram) {
                    terms[place].times += 1.0;
                } else {
                    self.term_of[ngram as usize] = terms.len();
                    terms.push(Term { ngram, times: 1.0, weight: 0.0 });
                }
            }
            let mut squares = 0.0;
            for term in terms {
                term.weight = term.times * self.known[term.ngram as usize].1;
                squares += term.weight * term.weight;
            }
            *norm = squares.sqrt();
        }
        self.prefixes = prefixes;
    }
}

/// How like its references a hypothesis is.
#[derive(Debug)]
pub(super) struct Similarity<'m> {
    local: Local<'m>,
    sigma: Option<f64>,
    hypothesis: Bag,
    reference: Bag,
    /// The similarity of each order, added up over the references.
    sums: Vec<f64>,
    references: usize,
}

impl<'m> Similarity<'m> {
    /// CIDEr, or CIDEr-D where there is a width for its penalty.
    pub(super) fn new(weights: &'m Weights, order: usize, sigma: Option<f64>) -> Self {
        let bag = Bag { terms: vec![Vec::new(); order], norms: vec![0.0; order], length: 0.0 };
        let local = Local {
            weights,
            tree: NgramTree::new(),
            known: Vec::new(),
            term_of: Vec::new(),
            prefixes: Vec::new(),
        };
        let sums = vec![0.0; order];
        Self { local, sigma, hypothesis: bag.clone(), reference: bag, sums, references: 0 }
    }

    /// Starts a segment.
    pub(super) fn start(&mut self, hypothesis: &[u32]) {
        self.local.clear();
        self.local.fill(&mut self.hypothesis, hypothesis);
        self.sums.fill(0.0);
        self.references = 0;
    }

    /// Adds a reference.
    pub(super) fn add(&mut self, reference: &[u32]) {
        self.local.fill(&mut self.reference, reference);
        self.references += 1;
        let penalty = self.sigma.map_or(1.0, |sigma| {
            let difference = self.hypothesis.length - self.reference.length;
            std::f64::consts::E.powf(-(difference * difference) / (2.0 * (sigma * sigma)))
        });
        let norms = self.hypothesis.norms.iter().zip(&self.reference.norms);
        let orders = self.hypothesis.terms.iter().zip(&self.reference.terms).zip(norms);
        for (sum, ((ours, theirs), (our_norm, their_norm))) in self.sums.iter_mut().zip(orders) {
            let mut product = 0.0;
            for term in ours {
                let Some(place) = self.local.find(theirs, term.ngram) else { continue };
                let weight = theirs[place].weight;
                let ours = if self.sigma.is_some() { term.weight.min(weight) } else { term.weight };
                product += ours * weight;
            }
            if *our_norm != 0.0 && *their_norm != 0.0 {
                product /= our_norm * their_norm;
            }
            *sum += product * penalty;
        }
    }

    /// The mean over orders and references.
    pub(super) fn score(&self) -> f64 {
        let sum = self.sums.iter().fold(0.0, |sum, one| sum + one);
        sum / self.sums.len() as f64 / self.references.max(1) as f64 * FULL_SCORE
    }
}
