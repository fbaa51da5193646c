//! What is to be read, as plain data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::error::Error;
use crate::rankings::RankedUnits;
use crate::table_at::TableAt;
use crate::text_column::TextColumn;

/// What is to be read.
#[derive(Debug, Clone, Default)]
pub struct Input {
    /// The files.
    pub files: Files,
    /// Whether a reference may be empty; otherwise it is an error.
    pub allow_empty_reference: bool,
    /// Whether each reference makes a unit of its own, with the kept column
    /// `reference_set` to tell them apart and ids such as `17/2`.
    pub each_reference: bool,
    /// Kept columns that are made from the texts.
    pub text_columns: Vec<TextColumn>,
    /// Counts the bytes that have been read (of compressed files: compressed
    /// bytes), for a progress bar.
    pub bytes_read: Arc<AtomicU64>,
}

/// The files of an input, by how they are laid out.
#[derive(Debug, Clone)]
pub enum Files {
    /// Plain text, paired line by line.
    Lines {
        /// Name and file of each system.
        systems: Vec<(String, PathBuf)>,
        /// One file for each set of references. In the second and later ones
        /// an empty line stands for a reference that is not there.
        references: Vec<PathBuf>,
        /// What the systems were given to work on.
        source: Option<PathBuf>,
    },
    /// Tables with named columns, one after the other.
    Table {
        /// Where they are.
        tables: Vec<TableAt>,
        /// Their format, where their names do not tell it.
        format: Option<Format>,
        /// Columns that go by other names than usual.
        columns: Columns,
    },
    /// Outputs that people compared, already in memory.
    Ranked(Arc<RankedUnits>),
}

impl Default for Files {
    fn default() -> Self {
        Self::Table { tables: Vec::new(), format: None, columns: Columns::default() }
    }
}

impl Input {
    /// Whether it can be read more than once: standard input cannot.
    pub fn can_be_read_again(&self) -> bool {
        let is_file = |path: &PathBuf| path.as_os_str() != "-";
        match &self.files {
            Files::Lines { systems, references, source } => {
                systems.iter().all(|(_, path)| is_file(path))
                    && references.iter().chain(source).all(is_file)
            }
            Files::Table { tables, .. } => tables.iter().all(TableAt::can_be_read_again),
            Files::Ranked(_) => true,
        }
    }

    /// How many bytes will be read, where that is known.
    pub fn bytes_total(&self) -> Option<u64> {
        let size = |path: &Path| std::fs::metadata(path).map(|data| data.len()).ok();
        match &self.files {
            Files::Lines { systems, references, source } => {
                let shared: u64 =
                    references.iter().chain(source).map(|path| size(path)).sum::<Option<u64>>()?;
                let own: u64 = systems.iter().map(|(_, path)| size(path)).sum::<Option<u64>>()?;
                Some(own + shared * systems.len() as u64)
            }
            Files::Table { tables, .. } => {
                tables.iter().map(|table| table.path().and_then(size)).sum::<Option<u64>>()
            }
            Files::Ranked(_) => None,
        }
    }
}

/// The format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Jsonl,
    /// Comma-separated values with a header line.
    Csv,
    /// The same with tabs.
    Tsv,
    /// Parquet.
    Parquet,
}

impl Format {
    /// The format that a file's name tells; a final `.gz` or `.zst` is passed
    /// over. Standard input is JSONL.
    ///
    /// # Errors
    /// Fails if the name tells nothing.
    pub fn of(path: &Path) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Ok(Self::Jsonl);
        }
        if path.is_dir() {
            return Err(Error::Folder { file: path.display().to_string() });
        }
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
        let name = name.unwrap_or_default();
        let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
        match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("jsonl" | "ndjson" | "json") => Ok(Self::Jsonl),
            Some("csv") => Ok(Self::Csv),
            Some("tsv" | "tab") => Ok(Self::Tsv),
            Some("parquet" | "pq") => Ok(Self::Parquet),
            _ => Err(Error::UnknownFormat { file: path.display().to_string() }),
        }
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "jsonl" => Ok(Self::Jsonl),
            "csv" => Ok(Self::Csv),
            "tsv" => Ok(Self::Tsv),
            "parquet" => Ok(Self::Parquet),
            _ => Err(Error::FormatName { name: name.to_owned() }),
        }
    }
}

/// What a column is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Hypothesis,
    Hypotheses,
    Id,
    System,
    Source,
    /// `reference` is number one, `reference2` number two.
    Reference(u32),
    References,
}

impl Role {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "hypothesis" => Self::Hypothesis,
            "hypotheses" => Self::Hypotheses,
            "id" => Self::Id,
            "system" => Self::System,
            "source" => Self::Source,
            "reference" => Self::Reference(1),
            "references" => Self::References,
            _ => {
                let number = name.strip_prefix("reference")?;
                let canonical = number.starts_with(|first: char| ('1'..='9').contains(&first));
                Self::Reference(number.parse().ok().filter(|&number| canonical && number >= 2)?)
            }
        })
    }

    pub(crate) fn name(self) -> String {
        match self {
            Self::Hypothesis => "hypothesis".to_owned(),
            Self::Hypotheses => "hypotheses".to_owned(),
            Self::Id => "id".to_owned(),
            Self::System => "system".to_owned(),
            Self::Source => "source".to_owned(),
            Self::Reference(1) => "reference".to_owned(),
            Self::Reference(number) => format!("reference{number}"),
            Self::References => "references".to_owned(),
        }
    }

    /// Roles that stand in for each other: naming a column for one of them
    /// turns the usual names of the others off.
    fn family(self) -> u8 {
        match self {
            Self::Hypothesis | Self::Hypotheses => 0,
            Self::Id => 1,
            Self::System => 2,
            Self::Source => 3,
            Self::Reference(_) | Self::References => 4,
        }
    }
}

/// Columns that go by other names than usual.
///
/// ```
/// use regua_data::Columns;
///
/// let columns = Columns::parse(&["hypothesis=pred", "references=gold"])?;
/// # Ok::<(), regua_data::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    named: BTreeMap<Role, String>,
}

impl Columns {
    /// Reads mappings such as `hypothesis=pred`.
    ///
    /// # Errors
    /// Fails if one has no `=`, its left side is no column that is looked for,
    /// or a side comes up twice.
    pub fn parse<S: AsRef<str>>(mappings: &[S]) -> Result<Self, Error> {
        let mut named = BTreeMap::new();
        for text in mappings.iter().map(AsRef::as_ref) {
            let broken = |rule: String| Error::Mapping { text: text.to_owned(), rule };
            let Some((role, column)) = text.split_once('=') else {
                return Err(broken("a column is named as in `hypothesis=pred`".to_owned()));
            };
            let (role, column) = (role.trim(), column.trim());
            let Some(found) = Role::named(role) else {
                let known = [
                    "hypothesis",
                    "hypotheses",
                    "id",
                    "system",
                    "source",
                    "reference",
                    "references",
                ];
                return Err(broken(format!(
                    "the left side is one of {}",
                    regua_core::text::list(&known)
                )));
            };
            if column.is_empty() {
                return Err(broken("the right side is empty".to_owned()));
            }
            if named.values().any(|taken| taken == column) {
                return Err(broken(format!("`{column}` is named twice")));
            }
            if named.insert(found, column.to_owned()).is_some() {
                return Err(broken(format!("`{role}` is named twice")));
            }
        }
        Ok(Self { named })
    }

    /// Whether a column is read, and not kept.
    pub fn reads(&self, column: &str) -> bool {
        self.role(column).is_some()
    }

    /// Whether a column is read as what systems were given: ids, references, sources.
    pub fn reads_as_given(&self, column: &str) -> bool {
        let role = self.role(column);
        role.is_some_and(|role| !matches!(role, Role::Hypothesis | Role::Hypotheses | Role::System))
    }

    /// Whether a column is read as the id of units.
    pub fn reads_as_id(&self, column: &str) -> bool {
        self.role(column) == Some(Role::Id)
    }

    /// Whether a column is read as the source.
    pub fn reads_as_source(&self, column: &str) -> bool {
        self.role(column) == Some(Role::Source)
    }

    /// What a column is read as.
    pub(crate) fn role(&self, column: &str) -> Option<Role> {
        let named = self.named.iter().find(|(_, name)| *name == column);
        named.map(|(role, _)| *role).or_else(|| {
            let usual = Role::named(column)?;
            let replaced = self.named.keys().any(|role| role.family() == usual.family());
            (!replaced).then_some(usual)
        })
    }

    /// The columns that somebody named, and what for.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Role, &str)> {
        self.named.iter().map(|(role, name)| (*role, name.as_str()))
    }

    /// The column that holds the hypothesis.
    pub(crate) fn hypothesis(&self) -> (Role, &str) {
        let mut named = self.named();
        named.find(|(role, _)| role.family() == 0).unwrap_or((Role::Hypothesis, "hypothesis"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_column_takes_the_place_of_the_usual_ones() {
        let columns = Columns::parse(&["hypothesis=pred"]).unwrap();
        assert_eq!(columns.role("pred"), Some(Role::Hypothesis));
        assert_eq!(columns.role("hypotheses"), None);
        assert_eq!(columns.role("reference2"), Some(Role::Reference(2)));
        assert_eq!(columns.role("reference02"), None);
        assert_eq!(columns.role("reference1"), None);
    }

    #[test]
    fn broken_mappings_say_why() {
        let error = |text: &[&str]| Columns::parse(text).unwrap_err().to_string();
        insta::assert_snapshot!(error(&["pred"]), @"cannot read the column `pred`: a column is named as in `hypothesis=pred`");
        insta::assert_snapshot!(error(&["hyp=pred"]), @"cannot read the column `hyp=pred`: the left side is one of `hypothesis`, `hypotheses`, `id`, `system`, `source`, `reference` and `references`");
        insta::assert_snapshot!(error(&["id="]), @"cannot read the column `id=`: the right side is empty");
        insta::assert_snapshot!(error(&["id=a", "system=a"]), @"cannot read the column `system=a`: `a` is named twice");
        insta::assert_snapshot!(error(&["id=a", "id=b"]), @"cannot read the column `id=b`: `id` is named twice");
    }

    #[test]
    fn formats_are_told_by_names() {
        let of = |name: &str| Format::of(Path::new(name)).map_err(|error| error.to_string());
        assert_eq!(of("a.JSONL.gz"), Ok(Format::Jsonl));
        assert_eq!(of("a.b.tsv.zst"), Ok(Format::Tsv));
        assert_eq!(of("-"), Ok(Format::Jsonl));
        insta::assert_snapshot!(of("runs.data").unwrap_err(), @"cannot tell the format of runs.data; name it with --format jsonl, csv, tsv or parquet");
        insta::assert_snapshot!("xml".parse::<Format>().unwrap_err(), @"unknown format `xml`; the formats are `jsonl`, `csv`, `tsv` and `parquet`");
    }
}
