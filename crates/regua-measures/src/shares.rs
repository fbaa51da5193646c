//! Tallies of shares, one for each order of n-grams: so many of so many.

use regua_core::slot::{Cell, Slot};
use regua_core::tally::{Tally, TallyRow};
use regua_core::{Reading, ReadingInfo, Readings};

/// What a segment contributes to shares of n-grams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shares {
    /// Those that count, by order.
    pub(crate) counted: Vec<i64>,
    /// All of them, by order.
    pub(crate) all: Vec<i64>,
}

impl Shares {
    /// None of none.
    pub(crate) fn none(order: usize) -> Self {
        Self { counted: vec![0; order], all: vec![0; order] }
    }

    /// None of all n-grams of a text of so many words.
    pub(crate) fn none_of(words: usize, order: usize) -> Self {
        let all = regua_text::ngrams::totals(words, order);
        Self { all: all.map(u64::cast_signed).collect(), ..Self::none(order) }
    }

    pub(crate) fn slots(counted: &str, all: &str, order: usize) -> Vec<Slot> {
        let slots = |name: &str| {
            (1..=order).map(|order| Slot::count(format!("{name}{order}"))).collect::<Vec<_>>()
        };
        [slots(counted), slots(all)].concat()
    }

    pub(crate) fn read(tally: Tally<'_>, order: usize) -> Self {
        let mut fields = tally.fields();
        Self { counted: fields.counts(order), all: fields.counts(order) }
    }

    /// The share of all orders together, then that of each, under these names.
    pub(crate) fn infos(
        together: &'static str,
        each: &str,
        order: usize,
        info: impl Fn(std::borrow::Cow<'static, str>) -> ReadingInfo,
    ) -> Vec<ReadingInfo> {
        let each = (1..=order).map(|order| format!("{each}{order}").into());
        std::iter::once(together.into()).chain(each).map(info).collect()
    }

    /// The share of all orders together, then that of each.
    pub(crate) fn readings(&self) -> Readings {
        let sum = |counts: &[i64]| counts.iter().sum::<i64>() as f64;
        let together = Reading::ratio(sum(&self.counted), sum(&self.all), NO_WORDS);
        std::iter::once(together).chain(self.each()).collect()
    }

    /// The share of each order.
    pub(crate) fn each(&self) -> impl Iterator<Item = Reading> {
        self.counted.iter().zip(&self.all).map(|(&counted, &all)| {
            Reading::ratio(counted as f64, all as f64, "there are no n-grams of this order")
        })
    }
}

/// Why a share of words is undefined.
pub(crate) const NO_WORDS: &str = "there are no words";

impl TallyRow for Shares {
    fn write(&self, row: &mut Vec<Cell>) {
        row.extend(self.counted.iter().chain(&self.all).map(|&count| Cell::Count(count)));
    }
}
