//! What a ledger holds: its measures, its columns, their types.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::slot::{Role, Slot, SlotKind};
use regua_core::{Reader, Spec, UnitKind};
use serde::{Deserialize, Serialize};

/// What a ledger holds, beside its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// What its units are called: "segments".
    pub kind: String,
    /// The measures.
    pub measures: Vec<MeasureInfo>,
    /// The names of the kept columns.
    pub columns: Vec<String>,
    /// Whether the texts are saved too.
    pub texts: bool,
}

impl Contents {
    /// What a ledger of these measures holds.
    pub fn new<'a, K: UnitKind>(
        measures: impl IntoIterator<Item = (&'a str, &'a dyn Reader)>,
        columns: Vec<String>,
        texts: bool,
    ) -> Self {
        let measures = measures.into_iter().map(|(key, reader)| MeasureInfo::new(key, reader));
        Self { kind: K::NAME.to_owned(), measures: measures.collect(), columns, texts }
    }
}

/// What a ledger says of a measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureInfo {
    /// Its key in all outputs.
    pub key: String,
    /// The text from which a registry builds it, or what reads it, again.
    pub spec: String,
    /// Its signature, as it was when the ledger was made.
    pub signature: String,
    /// The columns of its tally.
    pub slots: Vec<SlotInfo>,
}

impl MeasureInfo {
    fn new(key: &str, reader: &dyn Reader) -> Self {
        let signature = reader.signature();
        Self {
            key: key.to_owned(),
            spec: signature.spec().to_string(),
            signature: signature.to_string(),
            slots: reader.slots().iter().map(SlotInfo::from).collect(),
        }
    }

    /// The measure as a registry looks it up, under its key.
    ///
    /// # Errors
    /// Fails if the text does not parse.
    pub fn spec(&self) -> Result<Spec, regua_core::Error> {
        let spec: Spec = self.spec.parse()?;
        let alias = (spec.name != self.key).then(|| self.key.clone());
        Ok(Spec { alias, ..spec })
    }

    /// The slots, for rows. What diagnostics are told as is not among them.
    pub(crate) fn slots(&self) -> Arc<[Slot]> {
        self.slots.iter().map(SlotInfo::slot).collect()
    }
}

/// What a ledger says of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotInfo {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: SlotType,
    /// What becomes of it when tallies are added up.
    pub role: SlotRole,
}

/// What a slot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlotType {
    /// Integers.
    Count,
    /// Numbers.
    Real,
}

/// What becomes of a slot when tallies are added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlotRole {
    /// Added up.
    Part,
    /// Added up and told to the user in these words.
    Diagnostic(String),
    /// Kept for each unit and never added up.
    UnitOnly,
}

impl From<&Slot> for SlotInfo {
    fn from(slot: &Slot) -> Self {
        Self {
            name: slot.name.to_string(),
            kind: match slot.kind {
                SlotKind::Count => SlotType::Count,
                SlotKind::Real => SlotType::Real,
            },
            role: match slot.role {
                Role::Part => SlotRole::Part,
                Role::Diagnostic(words) => SlotRole::Diagnostic(words.to_owned()),
                Role::UnitOnly => SlotRole::UnitOnly,
            },
        }
    }
}

impl SlotInfo {
    fn slot(&self) -> Slot {
        let slot = match self.kind {
            SlotType::Count => Slot::count(self.name.clone()),
            SlotType::Real => Slot::real(self.name.clone()),
        };
        if self.role == SlotRole::UnitOnly { slot.unit_only() } else { slot }
    }

    /// Whether a tally with the one slot can be read as one with the other:
    /// diagnostics may be told in other words.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        let is_unit_only = |slot: &Self| slot.role == SlotRole::UnitOnly;
        self.name == other.name
            && self.kind == other.kind
            && is_unit_only(self) == is_unit_only(other)
    }
}

/// The type of a kept column: the narrowest that all its values fit into
/// without a digit or letter lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ColumnType {
    /// No value yet.
    Missing,
    Flag,
    Integer,
    /// Integers, some of which no `f64` holds.
    LargeInteger,
    Number,
    Text,
}

impl ColumnType {
    fn of(value: &KeyValue) -> Self {
        match value {
            KeyValue::Missing => Self::Missing,
            KeyValue::Flag(_) => Self::Flag,
            KeyValue::Integer(integer) if integer.unsigned_abs() > 1 << 53 => Self::LargeInteger,
            KeyValue::Integer(_) => Self::Integer,
            KeyValue::Number(_) => Self::Number,
            KeyValue::Text(_) => Self::Text,
        }
    }

    /// The type that takes the values of both.
    pub(crate) fn join(self, other: Self) -> Self {
        match (self, other) {
            (same, other) if same == other => same,
            (Self::Missing, other) | (other, Self::Missing) => other,
            (Self::Integer, Self::LargeInteger) | (Self::LargeInteger, Self::Integer) => {
                Self::LargeInteger
            }
            (Self::Integer, Self::Number) | (Self::Number, Self::Integer) => Self::Number,
            _ => Self::Text,
        }
    }

    /// The types of all kept columns of some units.
    pub(crate) fn of_columns<'a>(
        count: usize,
        keys: impl IntoIterator<Item = &'a UnitKey>,
    ) -> Vec<Self> {
        let mut types = vec![Self::Missing; count];
        for key in keys {
            for (mine, value) in types.iter_mut().zip(&key.columns) {
                *mine = mine.join(Self::of(value));
            }
        }
        types
    }

    pub(crate) fn data_type(self) -> DataType {
        match self {
            Self::Missing | Self::Text => DataType::Utf8,
            Self::Flag => DataType::Boolean,
            Self::Integer | Self::LargeInteger => DataType::Int64,
            Self::Number => DataType::Float64,
        }
    }
}

/// The columns that a ledger has before the kept ones.
pub(crate) const KEY_COLUMNS: usize = 3;

/// The columns that hold texts.
pub(crate) const TEXT_COLUMNS: usize = 3;

/// The schema of a ledger.
///
/// # Errors
/// The name that two columns would have.
pub(crate) fn schema(contents: &Contents, types: &[ColumnType]) -> Result<SchemaRef, String> {
    let text_list = || DataType::List(Arc::new(Field::new("element", DataType::Utf8, false)));
    let mut fields = vec![
        Field::new("system", DataType::Utf8, false),
        Field::new("id", DataType::Utf8, false),
        Field::new("references", DataType::Int64, true),
    ];
    for (column, kind) in contents.columns.iter().zip(types) {
        fields.push(Field::new(column, kind.data_type(), true));
    }
    for measure in &contents.measures {
        for slot in &measure.slots {
            let kind = match slot.kind {
                SlotType::Count => DataType::Int64,
                SlotType::Real => DataType::Float64,
            };
            fields.push(Field::new(format!("{}.{}", measure.key, slot.name), kind, true));
        }
        fields.push(Field::new(format!("{}.unscored", measure.key), DataType::Utf8, true));
    }
    if contents.texts {
        fields.push(Field::new("hypotheses", text_list(), false));
        fields.push(Field::new("reference_texts", text_list(), false));
        fields.push(Field::new("source", DataType::Utf8, true));
    }
    let mut names = HashSet::new();
    match fields.iter().find(|field| !names.insert(field.name())) {
        Some(twice) => Err(twice.name().clone()),
        None => Ok(Arc::new(Schema::new(fields))),
    }
}

/// What keeps a run from going on with a ledger, in words.
pub(crate) fn difference(saved: &Contents, wanted: &Contents) -> Option<String> {
    use regua_core::text::list;
    if saved.kind != wanted.kind {
        return Some(format!("it holds {}, now asked for {}", saved.kind, wanted.kind));
    }
    for (before, now) in saved.measures.iter().zip(&wanted.measures) {
        if before.signature != now.signature {
            return Some(format!(
                "it was made with {}, now asked for {}",
                before.signature, now.signature
            ));
        }
        if before.key != now.key {
            return Some(format!(
                "{} was called `{}`, now `{}`",
                now.signature, before.key, now.key
            ));
        }
        if before != now {
            return Some(format!("the slots of {} have changed", now.signature));
        }
    }
    let common = saved.measures.len().min(wanted.measures.len());
    if let Some(extra) = wanted.measures.get(common) {
        return Some(format!("it was made without {}", extra.signature));
    }
    if let Some(missing) = saved.measures.get(common) {
        return Some(format!(
            "it was made with {} too, which is not asked for now",
            missing.signature
        ));
    }
    if saved.columns != wanted.columns {
        return Some(format!(
            "it was made with the columns {}, now the input has {}",
            list(&saved.columns),
            list(&wanted.columns)
        ));
    }
    match (saved.texts, wanted.texts) {
        (true, false) => Some("it was made with the texts saved, now without".to_owned()),
        (false, true) => Some("it was made without the texts saved, now with".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_columns_widen_until_nothing_is_lost() {
        use ColumnType::{Flag, Integer, LargeInteger, Missing, Number, Text};
        assert_eq!(Missing.join(Flag), Flag);
        assert_eq!(Integer.join(Number), Number);
        assert_eq!(LargeInteger.join(Number), Text);
        assert_eq!(Integer.join(LargeInteger), LargeInteger);
        assert_eq!(Flag.join(Integer), Text);
    }
}
