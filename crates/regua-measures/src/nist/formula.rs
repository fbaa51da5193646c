//! NIST's arithmetic, in the two forms that are in use.

use regua_core::slot::{Cell, Slot};
use regua_core::{Tally, TallyRow};
use regua_text::ngrams::totals;

/// Whose NIST it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variant {
    /// That of NIST's own script.
    Mteval,
    /// That of NLTK.
    Nltk,
}

impl Variant {
    /// The values of the setting `variant`.
    pub(super) const WORDS: [(&'static str, Self); 2] =
        [("mteval", Self::Mteval), ("nltk", Self::Nltk)];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Mteval => "mteval",
            Self::Nltk => "nltk",
        }
    }

    /// The information of an n-gram in bits, with each tool's own operations.
    pub(super) fn information(self, count: u64, prefix: u64) -> f64 {
        let (count, prefix) = (count as f64, prefix as f64);
        match self {
            Self::Mteval => -(count / prefix).ln() / std::f64::consts::LN_2,
            Self::Nltk => (prefix / count).ln() / std::f64::consts::LN_2,
        }
    }

    /// The factor for texts that are too short: a half at two thirds of the
    /// references' length.
    pub(super) fn penalty(self, total: &NistTally) -> f64 {
        let length = match self {
            Self::Mteval => total.hyp_len as f64,
            // The length of the best reference is taken anew for each order.
            Self::Nltk => total.total.len() as f64 * total.hyp_len as f64,
        };
        let ratio = length / total.ref_len;
        if ratio >= 1.0 || ratio <= 0.0 {
            return ratio.clamp(0.0, 1.0);
        }
        let (steepness, short) = (1.5_f64.ln(), ratio.ln());
        match self {
            Self::Mteval => {
                let beta = -0.5_f64.ln() / steepness / steepness;
                (-beta * short * short).exp()
            }
            Self::Nltk => (0.5_f64.ln() / (steepness * steepness) * (short * short)).exp(),
        }
    }
}

/// What one segment, or a sum of them, contributes to NIST.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NistTally {
    /// Words of the hypothesis.
    pub hyp_len: i64,
    /// Words of the references: their mean (`mteval`), or those of the best
    /// reference of each order, added up (`nltk`).
    pub ref_len: f64,
    /// Bits in the n-grams that match, from order 1 on.
    pub information: Vec<f64>,
    /// N-grams of the hypothesis, from order 1 on.
    pub total: Vec<i64>,
}

impl NistTally {
    /// A tally of nothing.
    pub(super) fn new(order: usize) -> Self {
        Self { hyp_len: 0, ref_len: 0.0, information: vec![0.0; order], total: vec![0; order] }
    }

    /// Starts a tally for a hypothesis of so many words.
    pub(super) fn set_length(&mut self, words: usize) {
        let order = self.total.len();
        self.hyp_len = words as i64;
        self.ref_len = 0.0;
        self.information.fill(0.0);
        self.total.clear();
        self.total.extend(totals(words, order).map(|count| count as i64));
    }

    /// The columns of a tally up to this order.
    pub fn slots(order: usize) -> Vec<Slot> {
        [Slot::count("hyp_len"), Slot::real("ref_len")]
            .into_iter()
            .chain((1..=order).map(|order| Slot::real(format!("information{order}"))))
            .chain((1..=order).map(|order| Slot::count(format!("total{order}"))))
            .collect()
    }

    /// The tally that a row stands for.
    pub fn read(tally: Tally<'_>, order: usize) -> Self {
        let mut fields = tally.fields();
        Self {
            hyp_len: fields.count(),
            ref_len: fields.real(),
            information: (0..order).map(|_| fields.real()).collect(),
            total: fields.counts(order),
        }
    }

    /// Bits for each n-gram of the hypothesis, by order; none where the texts
    /// are too short for the order.
    pub(super) fn by_ngram(&self) -> Vec<f64> {
        let orders = self.information.iter().zip(&self.total);
        orders.map(|(&bits, &total)| bits / total.max(1) as f64).collect()
    }
}

impl TallyRow for NistTally {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend([Cell::Count(self.hyp_len), Cell::Real(self.ref_len)]);
        row.extend(self.information.iter().map(|&bits| Cell::Real(bits)));
        row.extend(self.total.iter().map(|&count| Cell::Count(count)));
    }
}
