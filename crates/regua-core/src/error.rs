//! What can go wrong while measuring.

use crate::text::{hint, list};

/// Everything that can go wrong in the vocabulary layer: building a measure,
/// running it, adding its rows up.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No measure goes by this name.
    #[error("unknown measure `{name}`{}", hint(nearest))]
    UnknownMeasure {
        /// The name as it was written.
        name: String,
        /// The closest known names, best first.
        nearest: Vec<String>,
    },
    /// Two measures claim one name.
    #[error("the measure name `{0}` is already taken")]
    NameTaken(String),
    /// The measure looks at another kind of unit.
    #[error("`{measure}` measures {measures}, not {given}")]
    OtherKind {
        /// The measure's name.
        measure: String,
        /// What it measures.
        measures: &'static str,
        /// What it was given.
        given: &'static str,
    },
    /// The text that names a measure and its settings does not parse.
    #[error("cannot read the measure `{text}`: {rule}")]
    Spec {
        /// The text as it was written.
        text: String,
        /// What is wrong with it.
        rule: String,
    },
    /// One output key would stand for two measures.
    #[error(
        "`{key}` is asked for twice; give one of them a name of its own, as in `other={key}(…)`"
    )]
    KeyTaken {
        /// The key both would have.
        key: String,
    },
    /// A key that would hide something else in the outputs.
    #[error(
        "a measure cannot be called `{key}`: that is the name of something else in the outputs"
    )]
    KeyReserved {
        /// The key.
        key: String,
    },
    /// The measure has no such setting.
    #[error("`{measure}` has no setting `{setting}`{}", hint(nearest))]
    UnknownSetting {
        /// The measure's name.
        measure: String,
        /// The setting as it was written.
        setting: String,
        /// The closest settings it has.
        nearest: Vec<String>,
    },
    /// The setting exists but not with this value.
    #[error("`{measure}` cannot take `{setting}={value}`: it takes {takes}")]
    SettingValue {
        /// The measure's name.
        measure: String,
        /// The setting's name.
        setting: String,
        /// The value as it was written.
        value: String,
        /// What would be taken.
        takes: String,
    },
    /// A unit lacks something that a measure needs.
    #[error("unit `{id}`: `{measure}` {rule}")]
    Unit {
        /// The unit's id.
        id: String,
        /// The measure's key.
        measure: String,
        /// What the measure needs.
        rule: String,
    },
    /// A measure left a unit without a row and without a reason.
    #[error("`{measure}` gave unit {position} of a batch neither a tally nor a reason")]
    Forgotten {
        /// The measure's name.
        measure: String,
        /// Zero-based position in the batch.
        position: usize,
    },
    /// A row does not fit the measure's slots.
    #[error("a row of {cells} cells does not fit the slots {}", list(slots))]
    RowShape {
        /// How many cells the row has.
        cells: usize,
        /// The slots' names.
        slots: Vec<String>,
    },
    /// A count left the range of 64-bit integers.
    #[error("the counts in slot `{slot}` add up to more than a 64-bit integer holds")]
    Overflow {
        /// The slot's name.
        slot: String,
    },
    /// The measure must see the corpus first.
    #[error("`{measure}` must be fitted on the references first")]
    Unfitted {
        /// The measure's name.
        measure: String,
    },
    /// A saved fit cannot be used.
    #[error("the fit of `{measure}` cannot be used: {rule}")]
    Fit {
        /// The measure's name.
        measure: String,
        /// What is wrong with it.
        rule: String,
    },
    /// A file of fits is not what it should be.
    #[error("{rule}")]
    FitFile {
        /// What is wrong with it.
        rule: String,
    },
    /// A grouping column that the data lack.
    #[error("there is no column `{column}` to group by; the columns are {}", list(known))]
    UnknownColumn {
        /// The column as it was written.
        column: String,
        /// The columns there are.
        known: Vec<String>,
    },
    /// The text that describes bins does not parse.
    #[error("cannot read the bins `{text}`: {rule}")]
    Bins {
        /// The text as it was written.
        text: String,
        /// What is wrong with it.
        rule: String,
    },
    /// The measure itself could not go on.
    #[error("`{measure}` cannot go on: {rule}")]
    Measure {
        /// The measure's name.
        measure: String,
        /// Why.
        rule: String,
    },
    /// Systems that did not answer the same questions.
    #[error("the systems `{first}` and `{second}` have different units: {rule}")]
    OtherUnits {
        /// A system.
        first: String,
        /// Another one.
        second: String,
        /// Which units only one of them has.
        rule: String,
    },
    /// A unit that does not count in the same place for all systems.
    #[error(
        "the unit `{id}` is {rule}: what is grouped or drawn together must be the same for all systems"
    )]
    OtherGroup {
        /// The unit's id.
        id: String,
        /// In which group or cluster it is for which system.
        rule: String,
    },
    /// A unit that a system has twice.
    #[error(
        "the system `{system}` has two units with the id `{id}`, so that units cannot be paired"
    )]
    TwiceTheUnit {
        /// The system.
        system: String,
        /// The id.
        id: String,
    },
    /// One system where two are compared.
    #[error("a comparison takes two systems or more, and there is {}", list(systems))]
    OneSystem {
        /// The systems there are.
        systems: Vec<String>,
    },
    /// A system that is not there.
    #[error("there is no system `{system}`; the systems are {}", list(known))]
    NoSuchSystem {
        /// The system as it was written.
        system: String,
        /// The systems there are.
        known: Vec<String>,
    },
    /// Something that machines cannot add up in parts.
    #[error("{what} cannot be added up in parts: {rule}")]
    NotInParts {
        /// The measure or the grouping.
        what: String,
        /// Why.
        rule: String,
    },
    /// A real number that has no place in fixed point.
    #[error("the value {value:e} in slot `{slot}` cannot be added up in parts: it is 2^62 or more")]
    TooLarge {
        /// The slot's name.
        slot: String,
        /// The value.
        value: f64,
    },
    /// A row of partial sums that is not what was planned.
    #[error("a row of partial sums cannot be used: {rule}")]
    PartialRow {
        /// What is wrong with it.
        rule: String,
    },
    /// Somebody asked the run to stop.
    #[error("interrupted")]
    Cancelled,
}
