//! Correlations of all measures, with intervals, tests and ranks.

use regua_core::Direction;
use regua_report::correlation::{Comparison, Correlation, CorrelationReport, Interval, Matrix};
use regua_stats::Undefined;
use regua_stats::correlation::{
    Averaged, Coefficient, Level, Resample, at_level, bootstrap, matrix, soft,
};
use regua_stats::significance::adjust::holm;
use regua_stats::significance::clusters::clusters;

use super::grids::{Compared, Grids};
use super::people::People;
use super::plan::{Chosen, Test, What};
use super::scored::Scored;
use super::{permute, systems};
use crate::error::Error;

/// What is correlated, and as which data set.
pub struct Setting<'a> {
    /// The name of the data set, where there are several.
    pub data: Option<&'a str>,
    /// The scores.
    pub scored: &'a Scored,
    /// What is computed.
    pub what: &'a What,
}

/// Whether a coefficient turns its sign when a measure does; the others count
/// agreements and are given scores of which more is better.
fn is_signed(chosen: Chosen) -> bool {
    matches!(
        chosen,
        Chosen::Of(
            Coefficient::Pearson
                | Coefficient::Spearman
                | Coefficient::KendallB
                | Coefficient::KendallC
        )
    )
}

impl Setting<'_> {
    /// Correlates all entries with people and adds the results to the report.
    ///
    /// # Errors
    /// Fails if a judgement is not finite.
    pub fn correlate(
        &self,
        grids: &Grids<'_>,
        people: &People,
        level: Level,
        report: &mut CorrelationReport,
    ) -> Result<(), Error> {
        let compared = grids.compared(people, level)?;
        let mut is_first = true;
        for &chosen in &self.what.coefficients {
            if chosen == Chosen::Soft && level != Level::System {
                continue;
            }
            let mut line = Vec::new();
            for entry in 0..self.scored.entries.len() {
                let found = match chosen {
                    Chosen::Of(coefficient) => at_level(
                        &compared.people,
                        &compared.measures[entry],
                        coefficient,
                        compared.grid_level(),
                    ),
                    Chosen::Soft => self.soft(grids, people, entry),
                };
                let mut one = self.correlation(&compared, entry, chosen, found);
                if self.what.intervals && found.is_ok() {
                    let interval = self.interval(&compared, people, entry, chosen);
                    let turned = self.is_turned(entry, chosen);
                    one.interval = Some(interval.map(|it| turn(it, turned)));
                }
                line.push(one);
            }
            if let (true, Some(test)) = (is_first, self.what.test) {
                let tested = self.pairs(&mut line, test, |first, second| {
                    permute::p_value(&compared, chosen, test, (first, second), self.what)
                });
                report.tests.extend(tested);
            }
            is_first = false;
            report.correlations.extend(line);
            if let (Chosen::Of(coefficient), true) = (chosen, self.what.matrix) {
                report.matrices.extend(self.matrix(&compared, coefficient));
            }
        }
        Ok(())
    }

    fn soft(
        &self,
        grids: &Grids<'_>,
        people: &People,
        entry: usize,
    ) -> Result<Averaged, Undefined> {
        let (people, measure) = grids.of_units(people, entry)?;
        let found = soft::accuracy(&people, measure, soft::PERMUTATIONS, self.what.seed)?;
        Ok(Averaged { value: found.value, groups: 0, undefined_groups: 0, epsilon: None })
    }

    fn correlation(
        &self,
        compared: &Compared,
        entry: usize,
        chosen: Chosen,
        found: Result<Averaged, Undefined>,
    ) -> Correlation {
        let is_averaged = matches!(compared.level, Level::Item | Level::BySystem);
        let groups = found.ok().filter(|_| is_averaged);
        let blank = self.blank(entry, compared.level.name(), &chosen.to_string());
        let turned = self.is_turned(entry, chosen);
        Correlation {
            aspect: compared.aspect.clone(),
            value: found
                .map(|found| if turned { 0.0 - found.value } else { found.value })
                .map_err(|Undefined(reason)| reason.to_owned()),
            oriented: found.ok().map(|found| found.value),
            units: compared.pairs(entry),
            groups: groups.map(|found| (found.groups, found.undefined_groups)),
            epsilon: found.ok().and_then(|found| found.epsilon),
            ..blank
        }
    }

    /// A correlation of an entry without a value yet.
    pub fn blank(&self, entry: usize, level: &str, coefficient: &str) -> Correlation {
        let entry = &self.scored.entries[entry];
        let measure = &self.scored.measures[entry.measure];
        Correlation {
            data: self.data.map(str::to_owned),
            measure: entry.name.clone(),
            reading: measure.readings[entry.reading].name.to_string(),
            signature: measure.signature.clone(),
            direction: entry.direction,
            aspect: None,
            level: level.to_owned(),
            coefficient: coefficient.to_owned(),
            value: Err(String::new()),
            oriented: None,
            units: 0,
            groups: None,
            epsilon: None,
            interval: None,
            rank: None,
            cluster: None,
        }
    }

    /// Whether the value is that of negated scores, and to be turned back.
    fn is_turned(&self, entry: usize, chosen: Chosen) -> bool {
        let direction = self.scored.entries[entry].direction;
        is_signed(chosen) && direction == Direction::LowerIsBetter
    }

    fn interval(
        &self,
        compared: &Compared,
        people: &People,
        entry: usize,
        chosen: Chosen,
    ) -> Result<Interval, String> {
        let What { resamples, seed, confidence, .. } = *self.what;
        let drawn = match chosen {
            Chosen::Soft => Err(Undefined("it is not resampled")),
            Chosen::Of(coefficient) if compared.level == Level::System => {
                let values = &people.values;
                systems::bootstrap(self.scored, values, entry, coefficient, resamples, seed)
            }
            Chosen::Of(coefficient) => bootstrap(
                &compared.people,
                &compared.measures[entry],
                coefficient,
                compared.level,
                Resample::Items,
                resamples,
                seed,
            )
            .map(|drawn| drawn.values),
        };
        let interval =
            drawn.and_then(|draws| regua_stats::interval::percentile(&draws, confidence));
        interval
            .map(|interval| Interval {
                low: interval.low,
                high: interval.high,
                confidence,
                method: "percentile",
                drawn: Some((resamples, seed)),
            })
            .map_err(|Undefined(reason)| reason.to_owned())
    }

    fn matrix(&self, compared: &Compared, coefficient: Coefficient) -> Option<Matrix> {
        let found = matrix(&compared.measures, coefficient, compared.grid_level()).ok()?;
        let entries = &self.scored.entries;
        let chosen = Chosen::Of(coefficient);
        let sign = |entry: usize| if self.is_turned(entry, chosen) { -1.0 } else { 1.0 };
        let values = (0..entries.len()).map(|row| {
            (0..entries.len())
                .map(|column| match found.get(row, column) {
                    Some(Ok(found)) => Ok(found.value * sign(row) * sign(column)),
                    Some(Err(Undefined(reason))) => Err(reason.to_owned()),
                    None => Err(String::new()),
                })
                .collect()
        });
        Some(Matrix {
            data: self.data.map(str::to_owned),
            level: compared.level.name().to_owned(),
            coefficient: coefficient.to_string(),
            measures: entries.iter().map(|entry| entry.name.clone()).collect(),
            values: values.collect(),
        })
    }

    /// Tests all pairs of entries that have a value, the better one first, and
    /// gives them clusters.
    pub fn pairs(
        &self,
        line: &mut [Correlation],
        test: Test,
        p_value: impl Fn(usize, usize) -> Result<f64, Undefined>,
    ) -> Vec<Comparison> {
        let mut pairs: Vec<(usize, usize, Comparison)> = Vec::new();
        for (first, one) in line.iter().enumerate() {
            for (second, other) in line.iter().enumerate().skip(first + 1) {
                let (Some(here), Some(there)) = (one.oriented, other.oriented) else { continue };
                let (better, worse) = if here >= there { (first, second) } else { (second, first) };
                let comparison = Comparison {
                    data: one.data.clone(),
                    aspect: one.aspect.clone(),
                    level: one.level.clone(),
                    coefficient: one.coefficient.clone(),
                    test: test.name(),
                    first: line[better].measure.clone(),
                    second: line[worse].measure.clone(),
                    difference: (here - there).abs(),
                    p: p_value(better, worse).map_err(|Undefined(reason)| reason.to_owned()),
                    adjusted: None,
                };
                pairs.push((better, worse, comparison));
            }
        }
        let defined: Vec<f64> =
            pairs.iter().filter_map(|(_, _, one)| one.p.as_ref().ok().copied()).collect();
        let mut adjusted = holm(&defined).unwrap_or_default().into_iter();
        for (_, _, one) in pairs.iter_mut().filter(|(_, _, one)| one.p.is_ok()) {
            one.adjusted = adjusted.next();
        }
        // What has no value stands outside the clusters.
        let places: Vec<usize> =
            (0..line.len()).filter(|&at| line[at].oriented.is_some()).collect();
        let scores: Vec<f64> = places.iter().filter_map(|&at| line[at].oriented).collect();
        let find = |better: usize, worse: usize| {
            let pair = (places[better], places[worse]);
            pairs.iter().find(|(a, b, _)| (*a, *b) == pair).and_then(|(_, _, one)| one.adjusted)
        };
        for standing in clusters(&scores, 1.0 - self.what.confidence, find).unwrap_or_default() {
            line[places[standing.system]].cluster = Some(standing.cluster);
        }
        pairs.into_iter().map(|(_, _, one)| one).collect()
    }
}

fn turn(interval: Interval, turned: bool) -> Interval {
    if turned {
        Interval { low: 0.0 - interval.high, high: 0.0 - interval.low, ..interval }
    } else {
        interval
    }
}
