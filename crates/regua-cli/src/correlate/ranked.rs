//! Relative rankings: how often a measure orders two outputs as people do.

use regua_core::text::list;
use regua_data::{Rankings, TableAt};
use regua_report::correlation::{CorrelationReport, Interval};
use regua_stats::correlation::ranking::Relative;
use regua_stats::random::Generator;
use regua_stats::resample::multinomial;
use regua_stats::significance::{Alternative, randomisation};
use regua_stats::{Undefined, interval};

use super::compute::Setting;
use super::people::{Finder, Unknown, plural};
use super::plan::{Test, What};
use super::scored::Scored;
use crate::error::Error;

/// What a measure makes of one ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Agrees,
    Disagrees,
    /// A tie counts as a disagreement.
    Tied,
    /// One of the outputs has no reading.
    None,
}

impl Verdict {
    fn sign(self) -> f64 {
        match self {
            Self::Agrees => 1.0,
            Self::Disagrees | Self::Tied => -1.0,
            Self::None => 0.0,
        }
    }
}

/// Compares all entries with rankings and adds the results to the report.
///
/// # Errors
/// Fails if rankings are of outputs that were not scored.
pub fn correlate(
    setting: &Setting<'_>,
    rankings: &Rankings,
    ignore_unknown: bool,
    report: &mut CorrelationReport,
) -> Result<(), Error> {
    let scored = setting.scored;
    let what = setting.what;
    let pairs = join(rankings, scored, ignore_unknown, &mut report.notes)?;
    let verdicts: Vec<Vec<Verdict>> =
        (0..scored.entries.len()).map(|entry| verdicts(scored, entry, &pairs)).collect();
    let mut line = Vec::new();
    for (entry, verdicts) in verdicts.iter().enumerate() {
        let counts = count(verdicts, |_| 1);
        let mut one = setting.blank(entry, "rankings", "wmt-kendall");
        one.value = counts.kendall().map_err(|Undefined(reason)| reason.to_owned());
        one.oriented = one.value.as_ref().ok().copied();
        one.units = usize::try_from(counts.pairs()).unwrap_or(usize::MAX);
        if what.intervals && one.value.is_ok() {
            one.interval = Some(bootstrap(verdicts, what));
        }
        let without = verdicts.iter().filter(|verdict| **verdict == Verdict::None).count();
        if without > 0 {
            let (name, what) = (&scored.entries[entry].name, plural(without as u64, "ranking"));
            report.notes.push(format!("`{name}`: {what} of outputs without a reading left out"));
        }
        line.push(one);
    }
    if let Some(test) = what.test {
        let tested = setting.pairs(&mut line, test, |first, second| match test {
            Test::Williams => {
                Err(Undefined("williams' test is for correlations, not for rankings"))
            }
            Test::Permutation => randomised(&verdicts[first], &verdicts[second], what),
        });
        report.tests.extend(tested);
    }
    report.correlations.extend(line);
    Ok(())
}

/// The units of the better and the worse output of each ranking.
fn join(
    rankings: &Rankings,
    scored: &Scored,
    ignore_unknown: bool,
    notes: &mut Vec<String>,
) -> Result<Vec<(usize, usize)>, Error> {
    let finder = Finder::new(scored);
    let mut unknown = Unknown::default();
    let mut pairs = Vec::with_capacity(rankings.rows.len());
    for ranking in &rankings.rows {
        let find = |system: &str| finder.unit(system, &ranking.segment);
        match (find(&ranking.better), find(&ranking.worse)) {
            (Some(better), Some(worse)) => pairs.push((better, worse)),
            (None, _) => unknown.add(&finder, &ranking.better, &ranking.segment),
            (_, None) => unknown.add(&finder, &ranking.worse, &ranking.segment),
        }
    }
    unknown.tell("rankings", ignore_unknown, notes)?;
    Ok(pairs)
}

fn verdicts(scored: &Scored, entry: usize, pairs: &[(usize, usize)]) -> Vec<Verdict> {
    let readings = &scored.readings[entry];
    let oriented = |unit: usize| readings[unit].map(|value| scored.entries[entry].oriented(value));
    let verdict = |&(better, worse): &(usize, usize)| match (oriented(better), oriented(worse)) {
        (Some(better), Some(worse)) if better > worse => Verdict::Agrees,
        (Some(better), Some(worse)) if better < worse => Verdict::Disagrees,
        (Some(_), Some(_)) => Verdict::Tied,
        _ => Verdict::None,
    };
    pairs.iter().map(verdict).collect()
}

fn count(verdicts: &[Verdict], weight: impl Fn(usize) -> u64) -> Relative {
    let mut counts = Relative::default();
    for (at, verdict) in verdicts.iter().enumerate() {
        match verdict {
            Verdict::Agrees => counts.concordant += weight(at),
            Verdict::Disagrees => counts.discordant += weight(at),
            Verdict::Tied => counts.tied += weight(at),
            Verdict::None => {}
        }
    }
    counts
}

/// An interval from rankings drawn again and again.
fn bootstrap(verdicts: &[Verdict], what: &What) -> Result<Interval, String> {
    let mut weights = vec![0; verdicts.len()];
    let draws = (0..what.resamples as u64).filter_map(|draw| {
        multinomial(what.seed, draw, &mut weights);
        count(verdicts, |at| weights[at].into()).kendall().ok()
    });
    let draws: Vec<f64> = draws.collect();
    let found = interval::percentile(&draws, what.confidence);
    found
        .map(|found| Interval {
            low: found.low,
            high: found.high,
            confidence: what.confidence,
            method: "percentile",
            drawn: Some((what.resamples, what.seed)),
        })
        .map_err(|Undefined(reason)| reason.to_owned())
}

/// The p-value when the verdicts of two measures on a ranking change places at
/// random.
fn randomised(first: &[Verdict], second: &[Verdict], what: &What) -> Result<f64, Undefined> {
    let both = first.iter().zip(second);
    let both = both.filter(|(a, b)| **a != Verdict::None && **b != Verdict::None);
    let differences: Vec<f64> = both.map(|(a, b)| a.sign() - b.sign()).collect();
    // Rankings on which both agree change nothing, whichever way they are swapped.
    let apart: Vec<f64> = differences.iter().copied().filter(|sign| *sign != 0.0).collect();
    let swapped: Vec<f64> = (0..what.resamples as u64)
        .map(|draw| {
            let mut generator = Generator::stream(what.seed, draw);
            apart.iter().map(|sign| if generator.flip() { -sign } else { *sign }).sum()
        })
        .collect();
    randomisation::p_value(apart.iter().sum(), &swapped, Alternative::TwoSided)
}

/// Says what to do with rankings that hold no texts.
pub fn no_texts(tables: &[TableAt]) -> Error {
    let names: Vec<String> = tables.iter().map(TableAt::name).collect();
    Error::Options(format!(
        "{} holds names of systems but no texts: say what to score, or name a ledger",
        list(&names)
    ))
}
