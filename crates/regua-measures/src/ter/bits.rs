//! The edit-distance table of two short texts, a row in one machine word
//! (Myers 1999, Hyyrö 2003).
//!
//! Knows nothing of tercom's beam: it is right where no shortest alignment
//! leaves the beam, see [`super::beam::cannot_matter`]. Not for references of
//! more words than the type has bits.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::shift::Shift;
use super::table::{Step, Table};

/// An unsigned integer as a row of bits.
pub(super) trait Bits:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + PartialEq
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    /// How many words of a reference fit.
    const WIDTH: usize;

    fn plus(self, other: Self) -> Self;
    fn ones(self) -> usize;
}

macro_rules! bits {
    ($type:ty) => {
        impl Bits for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const WIDTH: usize = <$type>::BITS as usize;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn ones(self) -> usize {
                self.count_ones() as usize
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// Where neighbouring values of a row rise and fall by one.
#[derive(Debug, Clone, Copy)]
struct Row<B> {
    rises: B,
    falls: B,
}

/// What the way back through a row needs to know.
#[derive(Debug, Clone, Copy)]
struct Way<B> {
    /// Columns whose value is that of the cell above and to the left.
    level: B,
    /// Columns whose value is one more than that of the cell above.
    up: B,
}

/// The row below another, for a hypothesis word that equals the reference at
/// these columns.
#[inline]
fn below<B: Bits>(row: Row<B>, equal: B) -> (Row<B>, Way<B>) {
    let level = ((equal & row.rises).plus(row.rises) ^ row.rises) | equal | row.falls;
    let up = row.falls | !(level | row.rises);
    let down = level & row.rises;
    let (up_before, down_before) = (up << 1 | B::ONE, down << 1);
    let next = Row { rises: down_before | !(level | up_before), falls: up_before & level };
    (next, Way { level, up })
}

/// The table, with what it takes to vary the hypothesis.
#[derive(Debug, Clone)]
pub(super) struct BitTable<B> {
    /// Where the reference has each token.
    places: Vec<B>,
    columns: usize,
    /// For each word of the hypothesis, the columns that equal it.
    equal: Vec<B>,
    /// One row more than there are words.
    rows: Vec<Row<B>>,
    ways: Vec<Way<B>>,
}

impl<B: Bits> Default for BitTable<B> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            columns: 0,
            equal: Vec::new(),
            rows: Vec::new(),
            ways: Vec::new(),
        }
    }
}

impl<B: Bits> BitTable<B> {
    /// Begins with a reference, whose tokens and those of the hypotheses are below `tokens`.
    pub(super) fn start(&mut self, reference: &[u32], tokens: usize) {
        debug_assert!(reference.len() <= B::WIDTH);
        self.places.clear();
        self.places.resize(tokens, B::ZERO);
        self.columns = reference.len();
        for (column, &token) in reference.iter().enumerate() {
            let places = &mut self.places[token as usize];
            *places = *places | B::ONE << column;
        }
    }

    /// Fills the table and returns the distance.
    pub(super) fn fill(&mut self, hypothesis: &[u32]) -> usize {
        self.equal.clear();
        self.equal.extend(hypothesis.iter().map(|&token| self.places[token as usize]));
        self.rows.clear();
        self.ways.clear();
        let mut row = Row { rises: !B::ZERO, falls: B::ZERO };
        self.rows.push(row);
        for &equal in &self.equal {
            let way;
            (row, way) = below(row, equal);
            self.rows.push(row);
            self.ways.push(way);
        }
        self.end(row)
    }

    /// The value at the end of the last row.
    #[inline]
    fn end(&self, row: Row<B>) -> usize {
        let unused = B::WIDTH - self.columns;
        self.equal.len() + (row.rises << unused).ones() - (row.falls << unused).ones()
    }
}

impl<B: Bits> Table for BitTable<B> {
    fn step(&self, row: usize, column: usize) -> Step {
        let is_set = |bits: B| (bits >> (column - 1)) & B::ONE == B::ONE;
        let way = &self.ways[row - 1];
        if is_set(self.equal[row - 1]) {
            Step::Keep
        } else if !is_set(way.level) {
            Step::Substitute
        } else if is_set(way.up) {
            Step::Delete
        } else {
            Step::Insert
        }
    }

    fn shifted_distance(&mut self, shift: Shift) -> usize {
        let [first, second, rest] = shift.pieces().map(|piece| &self.equal[piece]);
        let start = self.rows[shift.first()];
        let row =
            first.iter().chain(second).chain(rest).fold(start, |row, &equal| below(row, equal).0);
        self.end(row)
    }
}
