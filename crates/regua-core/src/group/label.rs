//! Which group and which cluster a unit is in.

use std::cmp::Ordering;

use super::{By, Grouping};
use crate::bins::OTHER;
use crate::error::Error;
use crate::key::{KeyValue, UnitKey};

/// The grouping of a run, with the places of its columns.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    grouping: Grouping,
    by: Vec<usize>,
    cluster: Option<usize>,
}

impl Groups {
    /// Finds the columns.
    ///
    /// # Errors
    /// Fails if one is not among the kept columns.
    pub fn new(grouping: Grouping, columns: &[String]) -> Result<Self, Error> {
        let by =
            grouping.by.iter().map(|by| find(&by.column, columns)).collect::<Result<_, _>>()?;
        let cluster = grouping.cluster.as_ref().map(|column| find(column, columns)).transpose()?;
        Ok(Self { grouping, by, cluster })
    }

    /// The columns that units are grouped by.
    pub fn by(&self) -> &[By] {
        &self.grouping.by
    }

    /// The column whose values are read one by one and averaged.
    pub fn cluster(&self) -> Option<&str> {
        self.grouping.cluster.as_deref()
    }

    /// The group of a unit: one label for each grouping column.
    pub fn labels(&self, key: &UnitKey) -> impl Iterator<Item = Label> {
        let by = self.grouping.by.iter().zip(&self.by);
        by.map(|(by, column)| Label::new(by, key.columns.get(*column)))
    }

    /// The cluster of a unit.
    pub fn cluster_of(&self, key: &UnitKey) -> Option<String> {
        self.cluster.map(|column| key.columns.get(column).unwrap_or(&KeyValue::Missing).to_string())
    }

    /// A group as it is told: column and value.
    pub fn named(&self, group: &[Label]) -> Vec<(String, String)> {
        let by = self.grouping.by.iter().zip(group);
        by.map(|(by, label)| (by.column.clone(), label.text.clone())).collect()
    }

    /// What the user should be told of values that fell into no bin; `outside` says for
    /// each grouping column how many there are.
    pub fn warnings(&self, outside: &[u64]) -> Vec<String> {
        let mut warnings = Vec::new();
        for (by, outside) in self.grouping.by.iter().zip(outside) {
            if let (Some(bins), 1..) = (&by.bins, *outside) {
                let (column, bins) = (&by.column, bins.labels());
                warnings.push(match outside {
                    1 => format!("1 value of `{column}` is in none of the bins {bins}; it is in the group `{OTHER}`"),
                    _ => format!("{outside} values of `{column}` are in none of the bins {bins}; they are in the group `{OTHER}`"),
                });
            }
        }
        warnings
    }
}

/// Where a column is.
///
/// # Errors
/// Names the columns there are, if it is not among them.
pub(crate) fn find(column: &str, columns: &[String]) -> Result<usize, Error> {
    columns
        .iter()
        .position(|known| known == column)
        .ok_or_else(|| Error::UnknownColumn { column: column.to_owned(), known: columns.to_vec() })
}

/// Groups in the order they are told in.
pub(crate) fn order(one: &[Label], two: &[Label]) -> Ordering {
    let orders = one.iter().zip(two).map(|(one, two)| one.order(two));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// The name of a group, with its place among the bins.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    bin: Option<usize>,
    text: String,
}

impl Label {
    fn new(by: &By, value: Option<&KeyValue>) -> Self {
        let value = value.unwrap_or(&KeyValue::Missing);
        match by.bins.as_ref().map(|bins| bins.find(value)) {
            None => Self { bin: None, text: value.to_string() },
            Some(Some((bin, label))) => Self { bin: Some(bin), text: label.to_owned() },
            Some(None) => Self { bin: Some(usize::MAX), text: OTHER.to_owned() },
        }
    }

    /// The label as a short text that [`Label::of_key`] reads again: the place of a bin
    /// and not its name, because a bin may be named like what is in none.
    pub fn key(&self) -> String {
        match self.bin {
            None => self.text.clone(),
            Some(usize::MAX) => String::new(),
            Some(bin) => bin.to_string(),
        }
    }

    /// The label that has this key; nothing if there is no such bin.
    pub fn of_key(by: &By, key: &str) -> Option<Self> {
        let Some(bins) = &by.bins else {
            return Some(Self { bin: None, text: key.to_owned() });
        };
        if key.is_empty() {
            return Some(Self { bin: Some(usize::MAX), text: OTHER.to_owned() });
        }
        let bin = key.parse().ok()?;
        Some(Self { bin: Some(bin), text: bins.label(bin)?.to_owned() })
    }

    /// The name of the group.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the value is in none of the bins.
    pub fn is_outside(&self) -> bool {
        self.bin == Some(usize::MAX)
    }

    /// Bins in their order, numbers by size, then words by letters.
    fn order(&self, other: &Self) -> Ordering {
        let number = |label: &Self| label.text.parse::<f64>().ok();
        let bin = |label: &Self| label.bin.unwrap_or(usize::MAX);
        let by_number = || match (number(self), number(other)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        // `1` and `01` are one number and two groups.
        bin(self).cmp(&bin(other)).then_with(by_number).then_with(|| self.text.cmp(&other.text))
    }
}
