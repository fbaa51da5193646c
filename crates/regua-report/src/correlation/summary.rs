//! Several data sets at a glance: measures down, data across, their mean.

use regua_core::Direction;

use super::{Correlation, CorrelationReport, is_above};

/// Measures against data sets.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What stands across: data sets, with aspect and level where there are
    /// several of them.
    pub columns: Vec<String>,
    /// One line for each coefficient and measure.
    pub lines: Vec<Line>,
}

/// One measure over all data.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The coefficient.
    pub coefficient: String,
    /// The reading.
    pub measure: String,
    /// Which way is better.
    pub direction: Direction,
    /// Its value in each column, where it has one there.
    pub values: Vec<Option<f64>>,
    /// The mean of the oriented values, where all that were computed are
    /// defined.
    pub mean: Option<f64>,
    /// Its place by that mean.
    pub rank: Option<usize>,
}

impl CorrelationReport {
    /// Measures against data sets; nothing where there is one data set.
    pub fn summary(&self) -> Option<Summary> {
        let mut heads: Vec<&Correlation> = Vec::new();
        for one in self.correlations.iter().filter(|one| one.data.is_some()) {
            if !heads.iter().any(|head| head.is_in_line_with(one)) {
                heads.push(one);
            }
        }
        if heads.is_empty() {
            return None;
        }
        let several = |of: fn(&Correlation) -> Option<&str>, data: &Option<String>| {
            let mut own = heads.iter().filter(|head| head.data == *data).map(|head| of(head));
            let first = own.next();
            own.any(|other| Some(other) != first)
        };
        let columns = heads.iter().map(|head| {
            let mut name = head.data.clone().unwrap_or_default();
            if let (Some(aspect), true) =
                (&head.aspect, several(|one| one.aspect.as_deref(), &head.data))
            {
                name = format!("{name} {aspect}");
            }
            if several(|one| Some(&one.level), &head.data) {
                name = format!("{name} {}", head.level);
            }
            name
        });
        let columns = columns.collect();
        let mut lines: Vec<Line> = Vec::new();
        for one in &self.correlations {
            let is_there =
                |line: &Line| line.coefficient == one.coefficient && line.measure == one.measure;
            if !lines.iter().any(is_there) {
                lines.push(self.line(one, &heads));
            }
        }
        let ranks: Vec<Option<usize>> = lines
            .iter()
            .map(|line| {
                let mean = line.mean?;
                let beside = lines.iter().filter(|other| other.coefficient == line.coefficient);
                Some(
                    1 + beside
                        .filter(|other| other.mean.is_some_and(|x| is_above(x, mean)))
                        .count(),
                )
            })
            .collect();
        for (line, rank) in lines.iter_mut().zip(ranks) {
            line.rank = rank;
        }
        Some(Summary { columns, lines })
    }

    fn line(&self, one: &Correlation, heads: &[&Correlation]) -> Line {
        let own: Vec<Option<&Correlation>> = heads
            .iter()
            .map(|head| {
                self.correlations.iter().find(|other| {
                    other.is_in_line_with(head)
                        && other.coefficient == one.coefficient
                        && other.measure == one.measure
                })
            })
            .collect();
        // A coefficient is not computed for every kind of data; where it is, it must be defined.
        let oriented: Option<Vec<f64>> =
            own.iter().copied().flatten().map(|one| one.oriented).collect();
        Line {
            coefficient: one.coefficient.clone(),
            measure: one.measure.clone(),
            direction: one.direction,
            values: own.iter().map(|one| one.and_then(|one| one.value.clone().ok())).collect(),
            mean: oriented.map(|values| values.iter().sum::<f64>() / values.len() as f64),
            rank: None,
        }
    }
}
