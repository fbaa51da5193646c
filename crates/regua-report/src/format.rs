//! The forms in which a report can be had.

use std::str::FromStr;

/// A form of output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns for a terminal.
    #[default]
    Table,
    /// One JSON object.
    Json,
    /// One line a reading, with a header.
    Csv,
    /// A Markdown table.
    Markdown,
    /// A LaTeX table (booktabs).
    Latex,
    /// A fragment of HTML.
    Html,
}

impl Format {
    /// The forms and the words for them.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("table", Self::Table),
        ("json", Self::Json),
        ("csv", Self::Csv),
        ("md", Self::Markdown),
        ("latex", Self::Latex),
        ("html", Self::Html),
    ];
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::WORDS.iter().find(|(word, _)| *word == text);
        known.map(|(_, format)| *format).ok_or_else(|| {
            let words: Vec<&str> = Self::WORDS.iter().map(|(word, _)| *word).collect();
            format!("it takes {}", words.join(", "))
        })
    }
}
