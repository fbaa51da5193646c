//! Labels of items, from lines or tables.
//!
//! A table has the columns `gold` and `predicted` side by side, or only one of
//! them, and is then joined with another by `id`. Optional are `system`,
//! `probabilities` (an object such as `{"yes": 0.7}`, as JSON where cells are
//! texts) or a column `p_yes` for each label; other columns are kept to group by.

mod joined;
mod probabilities;
mod tables;

use std::ops::Range;
use std::path::{Path, PathBuf};

use regua_core::key::{KeyValue, UnitKey};
use regua_core::{Labelled, Labels};

use self::joined::Joining;
use self::probabilities::Probability;
use super::held::{HeldUnits, Look};
use super::keys::{Keys, Names};
use super::rows::Roles;
use crate::error::{Error, Place, name_of};
use crate::input::Format;
use crate::readers::{each_line, each_row};
use crate::table_at::TableAt;
use crate::warnings::Warnings;

/// What a table is looked through for.
const ROLES: &[&str] = &["gold", "predicted", "id", "system", "probabilities"];

/// Files of labels, by how they are laid out. Names of systems are those of
/// rows that do not name one.
#[derive(Debug, Clone)]
pub enum LabelFiles {
    /// Plain text, a label a line, paired line by line.
    Lines {
        /// The gold labels.
        gold: PathBuf,
        /// Name and file of each system.
        systems: Vec<(String, PathBuf)>,
    },
    /// Tables. If the first has predictions, all of them are by themselves;
    /// if it has but gold labels, the others are joined to it by their ids.
    Tables {
        /// Name and place of each.
        tables: Vec<(String, TableAt)>,
    },
}

/// Labels of items, held in memory.
#[derive(Debug, Default)]
pub struct LabelItems {
    columns: Vec<String>,
    keys: Vec<UnitKey>,
    items: Vec<Item>,
    probabilities: Vec<Probability>,
    names: Names,
    warnings: Warnings,
}

/// One item; labels by their numbers.
#[derive(Debug, Clone)]
struct Item {
    gold: u32,
    answer: Answer,
}

/// What a system said of an item.
#[derive(Debug, Clone)]
struct Answer {
    predicted: u32,
    probabilities: Range<usize>,
}

impl LabelItems {
    /// Reads files of labels. `columns` name columns of tables, as in
    /// `predicted=answer`.
    ///
    /// # Errors
    /// Fails if a file cannot be read, lacks a column, or holds a row that is
    /// not what it should be; the error names the place. Files that are
    /// paired must have the same items.
    pub fn read<S: AsRef<str>>(
        files: &LabelFiles,
        format: Option<Format>,
        columns: &[S],
    ) -> Result<Self, Error> {
        let mut reading = Reading {
            roles: Roles::parse(columns, ROLES)?,
            items: Self::default(),
            keys: Keys::default(),
        };
        check_systems(files)?;
        match files {
            LabelFiles::Lines { gold, systems } => reading.lines(gold, systems)?,
            LabelFiles::Tables { tables } => reading.tables(tables, format)?,
        }
        let Reading { items, keys, .. } = reading;
        let (columns, keys) = keys.finish();
        Ok(Self { columns, keys, ..items })
    }

    /// How many items there are, over all systems.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether every item has probabilities.
    pub fn has_probabilities(&self) -> bool {
        self.items.iter().all(|item| !item.answer.probabilities.is_empty())
    }

    /// What a user should know about what has been read.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.list()
    }
}

impl HeldUnits for LabelItems {
    type Kind = Labels;

    fn columns(&self) -> &[String] {
        &self.columns
    }

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn with_units(&self, range: Range<usize>, look: &mut Look<'_, Labels>) {
        let items = &self.items[range];
        let of = |item: &Item| -> Vec<(&str, f64)> {
            let probabilities = &self.probabilities[item.answer.probabilities.clone()];
            probabilities.iter().map(|one| (self.names.text(one.label), one.value)).collect()
        };
        let probabilities: Vec<Vec<(&str, f64)>> = items.iter().map(of).collect();
        let units = items.iter().zip(&probabilities).map(|(item, probabilities)| Labelled {
            gold: self.names.text(item.gold),
            predicted: self.names.text(item.answer.predicted),
            probabilities,
        });
        look(&units.collect::<Vec<_>>());
    }
}

/// What has been read so far.
struct Reading {
    roles: Roles,
    items: LabelItems,
    keys: Keys,
}

impl Reading {
    /// Adds an item; whether the system had none with this id.
    fn add(
        &mut self,
        system: &str,
        id: String,
        columns: Vec<KeyValue>,
        gold: u32,
        answer: Answer,
    ) -> Result<bool, Error> {
        self.items.items.push(Item { gold, answer });
        self.keys.add(system, id, columns)
    }

    /// A label a line, paired line by line.
    fn lines(&mut self, gold: &Path, systems: &[(String, PathBuf)]) -> Result<(), Error> {
        let gold_labels = self.labels_of_lines(gold)?;
        for (system, path) in systems {
            let predicted = self.labels_of_lines(path)?;
            if predicted.len() != gold_labels.len() {
                return Err(Error::UnequalLines {
                    first: name_of(gold),
                    first_lines: gold_labels.len() as u64,
                    second: name_of(path),
                    second_lines: predicted.len() as u64,
                });
            }
            for (at, (gold, predicted)) in gold_labels.iter().zip(predicted).enumerate() {
                let answer = Answer { predicted, probabilities: 0..0 };
                self.add(system, (at + 1).to_string(), Vec::new(), *gold, answer)?;
            }
        }
        Ok(())
    }

    fn labels_of_lines(&mut self, path: &Path) -> Result<Vec<u32>, Error> {
        let mut labels = Vec::new();
        each_line(path, &mut |place: &dyn Fn() -> Place, line: &str| {
            let label = line.trim();
            if label.is_empty() {
                let rule = "there is no label; each line must have one".to_owned();
                return Err(Error::Row { place: place(), rule });
            }
            labels.push(self.items.names.number(label));
            Ok(())
        })?;
        Ok(labels)
    }

    /// Tables by themselves, or joined to the first.
    fn tables(
        &mut self,
        tables: &[(String, TableAt)],
        format: Option<Format>,
    ) -> Result<(), Error> {
        let Some((_, first)) = tables.first() else { return Err(Error::NoInput) };
        let joins = tables.len() > 1 && !self.has_predictions(first, format)?;
        if !joins {
            for (system, table) in tables {
                self.side_by_side(system, table, format)?;
            }
            return Ok(());
        }
        let mut joining = Joining::read(first, format, self)?;
        for (system, table) in &tables[1..] {
            joining.answers(system, table, format, self)?;
        }
        joining.finish(self)
    }

    /// Whether the first row of a table has a prediction.
    fn has_predictions(&self, table: &TableAt, format: Option<Format>) -> Result<bool, Error> {
        let mut found = None;
        each_row(table, format, &mut |row| {
            found = found.or_else(|| Some(self.roles.has(&row, "predicted")));
            Ok(())
        })?;
        Ok(found.unwrap_or(false))
    }
}

fn check_systems(files: &LabelFiles) -> Result<(), Error> {
    let systems: Vec<&String> = match files {
        LabelFiles::Lines { systems, .. } => systems.iter().map(|(name, _)| name).collect(),
        LabelFiles::Tables { tables } => tables.iter().map(|(name, _)| name).collect(),
    };
    match systems.iter().enumerate().find(|(at, name)| systems[..*at].contains(name)) {
        Some((_, twice)) => Err(Error::Unpaired(format!(
            "two systems are called `{twice}`; name them, as in `{twice}2=FILE`"
        ))),
        None => Ok(()),
    }
}
