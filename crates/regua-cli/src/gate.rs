//! Gates: conditions that readings must meet, `bleu >= 30`.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use regua_core::text::{hint, nearest};
use regua_report::{MeasureInfo, ScoreReport};

use crate::error::Error;

/// A condition on a reading, for every system and group.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    key: String,
    reading: Option<String>,
    operator: Operator,
    bound: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    AtLeast,
    AtMost,
    Above,
    Below,
}

impl Operator {
    /// Longer signs first, so that `>=` is not read as `>`.
    const SIGNS: [(&'static str, Self); 4] =
        [(">=", Self::AtLeast), ("<=", Self::AtMost), (">", Self::Above), ("<", Self::Below)];

    fn sign(self) -> &'static str {
        match self {
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::Below => "<",
        }
    }

    fn holds(self, value: f64, bound: f64) -> bool {
        match self {
            Self::AtLeast => value >= bound,
            Self::AtMost => value <= bound,
            Self::Above => value > bound,
            Self::Below => value < bound,
        }
    }
}

impl FromStr for Gate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let broken = |rule: &str| Error::Gate { gate: text.to_owned(), rule: rule.to_owned() };
        let (left, operator, right) = Operator::SIGNS
            .iter()
            .find_map(|(sign, operator)| {
                text.split_once(sign).map(|(left, right)| (left, *operator, right))
            })
            .ok_or_else(|| broken("a gate is written `measure >= number`, with >=, <=, > or <"))?;
        let bound: f64 = right
            .trim()
            .parse()
            .ok()
            .filter(|bound: &f64| bound.is_finite())
            .ok_or_else(|| broken(&format!("`{}` is not a number", right.trim())))?;
        let name = left.trim();
        // A label may hold anything: `confusion.f1[not so good]`.
        let before_label = name.split_once('[').map_or(name, |(before, _)| before);
        if name.is_empty() || before_label.contains(char::is_whitespace) {
            return Err(broken("the measure's name is missing"));
        }
        // A name may hold points itself; the last one parts measure and reading.
        let (key, reading) = match before_label.rfind('.') {
            Some(point) => (name[..point].to_owned(), Some(name[point + 1..].to_owned())),
            None => (name.to_owned(), None),
        };
        Ok(Self { key, reading, operator, bound })
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        write!(f, " {} {}", self.operator.sign(), self.bound)
    }
}

impl Gate {
    fn name(&self) -> String {
        match &self.reading {
            Some(reading) => format!("{}.{reading}", self.key),
            None => self.key.clone(),
        }
    }

    /// Measure and reading that the gate looks at, by their positions.
    ///
    /// # Errors
    /// Fails if there is no such measure or reading.
    pub fn find(&self, measures: &[MeasureInfo]) -> Result<(usize, usize), Error> {
        let broken = |rule: String| Error::Gate { gate: self.to_string(), rule };
        let whole = self.name();
        if let Some(measure) = measures.iter().position(|one| one.key == whole) {
            return Ok((measure, 0));
        }
        let measure = measures.iter().position(|one| one.key == self.key).ok_or_else(|| {
            let near = nearest(&self.key, measures.iter().map(|one| one.key.as_str()));
            broken(format!("`{}` is not among the measures{}", self.key, hint(&near)))
        })?;
        let Some(reading) = &self.reading else { return Ok((measure, 0)) };
        let infos = &measures[measure].readings;
        let position = infos.iter().position(|info| info.name == *reading).ok_or_else(|| {
            let near = nearest(reading, infos.iter().map(|info| &*info.name));
            broken(format!("`{}` has no reading `{reading}`{}", self.key, hint(&near)))
        })?;
        Ok((measure, position))
    }

    /// What does not hold, in words; nothing if the gate holds everywhere.
    ///
    /// # Errors
    /// Fails if there is no such measure or reading.
    pub fn failures(&self, report: &ScoreReport) -> Result<Vec<String>, Error> {
        let (measure, position) = self.find(&report.measures)?;
        let results = report.results.iter().filter(|result| result.measure == measure);
        Ok(results
            .filter_map(|result| {
                let found =
                    match result.readings.0.get(position).and_then(regua_core::Reading::value) {
                        Some(value) if self.operator.holds(value, self.bound) => return None,
                        Some(value) => value.to_string(),
                        None => "undefined".to_owned(),
                    };
                let mut place = result.system.to_string();
                for (column, value) in &result.group {
                    let _ = write!(place, ", {column} {value}");
                }
                Some(format!("gate `{self}` does not hold for {place}: {found}"))
            })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regua_core::{ReadingInfo, Scale};

    fn find(gate: &str) -> Result<(usize, usize), String> {
        let info = |key: &str, readings: &[&'static str]| MeasureInfo {
            key: key.to_owned(),
            signature: key.to_owned(),
            readings: readings.iter().map(|name| ReadingInfo::higher(*name, Scale::Open)).collect(),
            also: None,
            beam: None,
        };
        let measures = [info("bleu", &["bleu", "bp"]), info("meteor-1.5", &["meteor-1.5"])];
        let gate: Gate = gate.parse().map_err(|error: Error| error.to_string())?;
        gate.find(&measures).map_err(|error| error.to_string())
    }

    #[test]
    fn a_gate_names_a_measure_and_perhaps_a_reading() {
        assert_eq!(find("bleu >= 30"), Ok((0, 0)));
        assert_eq!(find("bleu.bp>0.9"), Ok((0, 1)));
        assert_eq!(find("meteor-1.5 < 1"), Ok((1, 0)));
    }

    #[test]
    fn a_gate_that_does_not_parse_says_why() {
        insta::assert_snapshot!(find("bleu = 30").unwrap_err(), @"cannot read the gate `bleu = 30`: a gate is written `measure >= number`, with >=, <=, > or <");
        insta::assert_snapshot!(find("bleu >= thirty").unwrap_err(), @"cannot read the gate `bleu >= thirty`: `thirty` is not a number");
        insta::assert_snapshot!(find(">= 30").unwrap_err(), @"cannot read the gate `>= 30`: the measure's name is missing");
        insta::assert_snapshot!(find("blue >= 30").unwrap_err(), @"cannot read the gate `blue >= 30`: `blue` is not among the measures; did you mean `bleu`?");
        insta::assert_snapshot!(find("bleu.pb >= 1").unwrap_err(), @"cannot read the gate `bleu.pb >= 1`: `bleu` has no reading `pb`; did you mean `bp`?");
    }
}
