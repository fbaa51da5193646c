//! What is added up in parts, and what its rows look like.

use std::sync::Arc;

use super::layout::Layout;
use super::{ColumnKind, NO_STATISTIC, PartialColumn, no_sum};
use crate::bins::Bins;
use crate::error::Error;
use crate::group::{Grouping, Groups, find};
use crate::key::{KeyValue, UnitKey};
use crate::measure::Reader;
use crate::resample::{Method, Resampling, Scheme, identity};

/// What is added up in parts. Every machine makes it anew, from the same settings.
pub struct PartialPlan {
    pub(super) readers: Vec<Arc<dyn Reader>>,
    pub(super) groups: Groups,
    pub(super) draws: Option<PartialDraws>,
    pub(super) layout: Layout,
    /// The column whose values are drawn whole.
    whole: Option<usize>,
}

/// How draws for intervals are made: by Poisson weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialDraws {
    /// How many draws.
    pub resamples: usize,
    /// The seed of all draws.
    pub seed: u64,
    /// The column whose values are drawn whole; units by themselves if there is none.
    pub by: Option<String>,
}

impl PartialPlan {
    /// Plans sums of these measures over units that have these kept columns.
    ///
    /// # Errors
    /// Fails if a measure or the grouping cannot be added up in parts, or a column is
    /// not there.
    pub fn new(
        readers: Vec<Arc<dyn Reader>>,
        grouping: Grouping,
        columns: &[String],
        draws: Option<PartialDraws>,
    ) -> Result<Self, Error> {
        if let Some(other) = readers.iter().find(|reader| reader.statistic().is_some()) {
            return Err(no_sum(other.signature().name(), NO_STATISTIC));
        }
        if let Some(cluster) = &grouping.cluster {
            return Err(Error::NotInParts {
                what: format!("the mean over the values of `{cluster}`"),
                rule: "each of them is read by itself".to_owned(),
            });
        }
        for by in &grouping.by {
            if let Some(Bins::Quantiles(count)) = by.bins {
                return Err(Error::NotInParts {
                    what: format!("the groups `q{count}` of `{}`", by.column),
                    rule: "their edges depend on all values; give the edges".to_owned(),
                });
            }
        }
        let by = draws.as_ref().and_then(|draws| draws.by.as_deref());
        let whole = by.map(|column| find(column, columns)).transpose()?;
        let groups = Groups::new(grouping, columns)?;
        Ok(Self { layout: Layout::new(&readers), readers, groups, draws, whole })
    }

    /// The columns of the rows: first the keys (the system, the groups, what is
    /// counted), then the draw, then what is merged.
    pub fn columns(&self) -> Vec<PartialColumn> {
        let text = |name: String| PartialColumn { name, kind: ColumnKind::Text };
        let mut columns = vec![text("system".to_owned())];
        columns.extend((0..self.groups.by().len()).map(|at| text(format!("group{at}"))));
        columns.push(text("counted".to_owned()));
        columns.push(PartialColumn { name: "draw".to_owned(), kind: ColumnKind::Draw });
        columns.extend(self.layout.columns());
        columns
    }

    /// How many texts a row has: the system, the groups and what is counted.
    pub(super) fn texts(&self) -> usize {
        self.groups.by().len() + 2
    }

    /// How many draws are made.
    pub(super) fn resamples(&self) -> usize {
        self.draws.as_ref().map_or(0, |draws| draws.resamples)
    }

    /// Whether clusters are drawn, and not units.
    pub(super) fn draws_clusters(&self) -> bool {
        self.whole.is_some()
    }

    /// What a unit is drawn by: its id, or the cluster that it is in.
    pub(super) fn identity(&self, key: &UnitKey) -> u128 {
        match self.whole {
            None => identity(&key.id),
            Some(column) => {
                identity(&key.columns.get(column).unwrap_or(&KeyValue::Missing).to_string())
            }
        }
    }

    /// How intervals are made, in the words of [`Resampling`]; nothing where there are none.
    pub fn resampling(&self, confidence: f64) -> Option<Resampling> {
        self.draws.as_ref().map(|draws| Resampling {
            scheme: Scheme::Poisson,
            method: Method::Percentile,
            resamples: draws.resamples,
            seed: draws.seed,
            confidence,
            ..Resampling::default()
        })
    }
}
