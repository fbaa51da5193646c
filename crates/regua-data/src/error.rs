//! What can go wrong while reading inputs and keeping ledgers.

use std::fmt;
use std::io;
use std::path::Path;

use regua_core::text::list;

/// Everything that can go wrong between a file and the measures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Measuring failed, not reading.
    #[error(transparent)]
    Core(#[from] regua_core::Error),
    /// There is no such file.
    #[error("there is no file {file}")]
    NoFile {
        /// The file as it was named.
        file: String,
    },
    /// A folder where a file should be.
    #[error("{file} is a folder, not a file")]
    Folder {
        /// The folder.
        file: String,
    },
    /// The operating system said no, or a compressed file is damaged.
    #[error("cannot {doing} {file}: {cause}")]
    Io {
        /// What was tried: "read", "write", …
        doing: &'static str,
        /// The file.
        file: String,
        /// Why it failed.
        cause: io::Error,
    },
    /// A file without units.
    #[error("{file} is empty")]
    Empty {
        /// The file.
        file: String,
    },
    /// No file was named.
    #[error("there is no input")]
    NoInput,
    /// Standard input is gone once it has been read.
    #[error(
        "standard input can be read only once, and this run needs it twice; save it to a file first"
    )]
    StandardInputTwice,
    /// Parquet is read from its end.
    #[error("a Parquet file cannot be read from standard input; name the file")]
    StandardInputParquet,
    /// The name of a file does not tell its format.
    #[error("cannot tell the format of {file}; name it with --format jsonl, csv, tsv or parquet")]
    UnknownFormat {
        /// The file.
        file: String,
    },
    /// No format goes by this name.
    #[error("unknown format `{name}`; the formats are `jsonl`, `csv`, `tsv` and `parquet`")]
    FormatName {
        /// The name as it was written.
        name: String,
    },
    /// A column mapping that does not parse.
    #[error("cannot read the column `{text}`: {rule}")]
    Mapping {
        /// The mapping as it was written.
        text: String,
        /// What is wrong with it.
        rule: String,
    },
    /// Two systems with one name.
    #[error("two systems are called `{name}`; name them with --hyp NAME=FILE")]
    SystemTwice {
        /// The name.
        name: String,
    },
    /// Files of unequal length.
    #[error(
        "{first} has {} but {second} has {}; they are paired line by line",
        lines(*first_lines),
        grouped(*second_lines)
    )]
    UnequalLines {
        /// A file.
        first: String,
        /// How many lines it has.
        first_lines: u64,
        /// Another file.
        second: String,
        /// How many lines that one has.
        second_lines: u64,
    },
    /// A byte that is no part of UTF-8.
    #[error("{place}: byte 0x{byte:02x} at offset {offset} of the file is not UTF-8")]
    NotUtf8 {
        /// The file and the line.
        place: Place,
        /// The byte.
        byte: u8,
        /// How many bytes come before it (after decompression).
        offset: u64,
    },
    /// A column that must be there.
    #[error(
        "{place}: there is no column `{column}`; the columns are {} (name another with --col {role}=…)",
        list(known)
    )]
    NoColumn {
        /// The file and the line.
        place: Place,
        /// The column.
        column: String,
        /// What the column is looked up for: "hypothesis", "id", …
        role: String,
        /// The columns there are.
        known: Vec<String>,
    },
    /// A reference without text.
    #[error("{place}: the reference is empty (allow it with --allow-empty-reference)")]
    EmptyReference {
        /// The file and the line.
        place: Place,
    },
    /// A line or row that breaks a rule.
    #[error("{place}: {rule}")]
    Row {
        /// The file and the line.
        place: Place,
        /// The rule.
        rule: String,
    },
    /// An output that people compared cannot be measured.
    #[error("{0}")]
    Ranked(String),
    /// Files that should go together and do not.
    #[error("{0}")]
    Unpaired(String),
    /// Not Parquet, or the end of it is missing.
    #[error("{file} is not a Parquet file or is cut short")]
    NotParquet {
        /// The file.
        file: String,
    },
    /// A Parquet file that turns out to be damaged while it is read.
    #[error("{file} is damaged: {rule}")]
    Damaged {
        /// The file.
        file: String,
        /// What is wrong with it.
        rule: String,
    },
    /// A file that is not a ledger, or not one that can be read here.
    #[error("{file} is not a ledger: {rule}")]
    NotLedger {
        /// The file.
        file: String,
        /// What is wrong with it.
        rule: String,
    },
    /// A ledger that cannot be written as asked.
    #[error("cannot save {file}: {rule}")]
    Save {
        /// The ledger.
        file: String,
        /// Why.
        rule: String,
    },
    /// A saved run that does not go on from here.
    #[error("cannot resume {file}: {rule}")]
    Resume {
        /// The ledger.
        file: String,
        /// What differs.
        rule: String,
    },
    /// An earlier run left work behind.
    #[error(
        "{folder} holds an unfinished run; go on with it with --resume, or remove the folder to start anew"
    )]
    Unfinished {
        /// The folder of the unfinished ledger.
        folder: String,
    },
    /// Another run is at work on the same ledger.
    #[error("{folder} is in use by another run")]
    InUse {
        /// The folder of the unfinished ledger.
        folder: String,
    },
}

impl Error {
    /// Wraps an error of the operating system; the two that users meet most
    /// often have words of their own.
    pub(crate) fn io(doing: &'static str, file: impl Into<String>, cause: io::Error) -> Self {
        let file = file.into();
        match cause.kind() {
            io::ErrorKind::NotFound if doing == "read" => Self::NoFile { file },
            io::ErrorKind::IsADirectory => Self::Folder { file },
            _ => Self::Io { doing, file, cause },
        }
    }
}

/// A place in an input: a line or a row of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as it was named.
    pub file: String,
    /// What is counted: "line" or "row".
    pub counted: &'static str,
    /// The number of the line or row, from one.
    pub number: u64,
}

impl Place {
    /// A line of a file.
    pub fn line(file: impl Into<String>, number: u64) -> Self {
        Self { file: file.into(), counted: "line", number }
    }

    /// A row of a file that has no lines.
    pub fn row(file: impl Into<String>, number: u64) -> Self {
        Self { file: file.into(), counted: "row", number }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} {}", self.file, self.counted, self.number)
    }
}

/// A number of lines, in words.
fn lines(number: u64) -> String {
    format!("{} {}", grouped(number), if number == 1 { "line" } else { "lines" })
}

/// A number with its digits in groups of three: 4,998.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How a file is called in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(
            [0, 999, 1000, 4998, 1_234_567].map(grouped),
            ["0", "999", "1,000", "4,998", "1,234,567"]
        );
    }
}
