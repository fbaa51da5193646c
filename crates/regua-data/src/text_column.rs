//! Columns made from the texts themselves: `len(reference)`.

use regua_core::key::KeyValue;

/// A column that is not in the input but follows from its texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextColumn {
    /// Words of the hypothesis, of a beam the first.
    HypothesisLength,
    /// Words of the first reference.
    ReferenceLength,
    /// Words of the source.
    SourceLength,
}

impl TextColumn {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::HypothesisLength, Self::ReferenceLength, Self::SourceLength];

    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::HypothesisLength => "len(hypothesis)",
            Self::ReferenceLength => "len(reference)",
            Self::SourceLength => "len(source)",
        }
    }

    /// The column of this name, if it is one of these.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Its value: how many words there are between blanks, where there is a text.
    pub(crate) fn value(
        self,
        hypothesis: Option<&str>,
        reference: Option<&str>,
        source: Option<&str>,
    ) -> KeyValue {
        let text = match self {
            Self::HypothesisLength => hypothesis,
            Self::ReferenceLength => reference,
            Self::SourceLength => source,
        };
        let words = |text: &str| i64::try_from(text.split_whitespace().count()).unwrap_or(i64::MAX);
        text.map_or(KeyValue::Missing, |text| KeyValue::Integer(words(text)))
    }
}
