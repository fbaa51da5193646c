//! Slots: the named columns of a tally.

use std::borrow::Cow;

/// One column of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Its name, unique in the tally.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub kind: SlotKind,
    /// What becomes of it when tallies are added up.
    pub role: Role,
}

/// What a slot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotKind {
    /// A 64-bit integer; sums are exact.
    Count,
    /// A finite number; sums are exact and rounded once.
    Real,
}

/// What becomes of a slot when tallies are added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Added up; readings are computed from it.
    Part,
    /// Added up and told to the user in these words, after the count, if it is
    /// above zero: "hypotheses were empty".
    Diagnostic(&'static str),
    /// Kept for each unit and never added up.
    UnitOnly,
}

impl Slot {
    /// A slot of integers.
    pub fn count(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), kind: SlotKind::Count, role: Role::Part }
    }

    /// A slot of real numbers.
    pub fn real(name: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), kind: SlotKind::Real, role: Role::Part }
    }

    /// A count that is told to the user in these words if it is above zero.
    pub fn diagnostic(name: impl Into<Cow<'static, str>>, told_as: &'static str) -> Self {
        Self { role: Role::Diagnostic(told_as), ..Self::count(name) }
    }

    /// The same slot, kept for each unit and never added up.
    #[must_use]
    pub fn unit_only(self) -> Self {
        Self { role: Role::UnitOnly, ..self }
    }
}

/// The value in one slot of one tally.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    /// An integer.
    Count(i64),
    /// A finite number.
    Real(f64),
    /// Nothing: a slot for units only, in a sum.
    Absent,
}

impl Cell {
    /// The cell as a number; zero where it is absent.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Count(count) => count as f64,
            Self::Real(real) => real,
            Self::Absent => 0.0,
        }
    }

    /// Whether a slot of this kind may hold the cell.
    pub fn fits(self, kind: SlotKind) -> bool {
        match self {
            Self::Count(_) => kind == SlotKind::Count,
            Self::Real(real) => kind == SlotKind::Real && real.is_finite(),
            Self::Absent => false,
        }
    }
}
