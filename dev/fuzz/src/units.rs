//! Units as plain data: made at random, written as JSON lines, read back.

use regua_core::run::Source;
use regua_core::{Hypothesis, Segment};
use regua_data::{Input, SegmentSource};
use serde_json::{Value, json};

use crate::input::Random;

/// A unit, as it is written and as it is read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) system: String,
    pub(crate) hypotheses: Vec<(String, Option<f64>)>,
    pub(crate) references: Vec<String>,
    pub(crate) source: Option<String>,
}

impl Unit {
    pub(crate) fn hypothesis(&self) -> &str {
        self.hypotheses.first().map_or("", |(text, _)| text)
    }

    fn of(id: String, system: String, segment: &Segment<'_>) -> Self {
        let own =
            |hypothesis: &Hypothesis<'_>| (hypothesis.text.to_owned(), hypothesis.log_likelihood);
        Self {
            id,
            system,
            hypotheses: segment.hypotheses.iter().map(own).collect(),
            references: segment.references.iter().map(|&text| text.to_owned()).collect(),
            source: segment.source.map(str::to_owned),
        }
    }
}

/// Units as JSON lines, with all that the reader promises to see through:
/// blank lines, other line ends, columns that are kept.
pub(crate) fn make(random: &mut Random) -> Vec<u8> {
    // Some inputs are longer than a block of 512.
    let (many, longest) =
        if random.one_in(40) { (500 + random.below(600), 1) } else { (1 + random.below(6), 20) };
    let has_source = random.one_in(2);
    let mut lines = String::new();
    for number in 0..many {
        let hypothesis = random.text(longest);
        let mut references: Vec<String> = vec![random.like(&hypothesis)];
        references.extend((0..random.below(3)).map(|_| random.text(longest)));
        let mut object = json!({
            "id": format!("unit {number}"),
            "system": random.pick(&["alpha", "beta, \"quoted\"", "γ"]),
            "hypothesis": hypothesis,
            "references": references,
        });
        if has_source && !random.one_in(4) {
            object["source"] = random.text(longest).into();
        }
        if random.one_in(8) {
            object["length"] = number.into();
        }
        lines.push_str(&object.to_string());
        lines.push_str(random.pick(&["\n", "\n", "\n", "\r\n", "\n\n"]));
    }
    lines.into_bytes()
}

/// The units of JSON lines that [`make`] made; lines that are broken are left out.
pub(crate) fn parse(bytes: &[u8]) -> Vec<Unit> {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n').filter_map(|line| parse_line(line.trim_end_matches('\r'))).collect()
}

fn parse_line(line: &str) -> Option<Unit> {
    let object: Value = serde_json::from_str(line).ok()?;
    let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
    let references = object.get("references")?.as_array()?;
    Some(Unit {
        id: text("id").filter(|id| !id.is_empty())?,
        system: text("system").filter(|system| !system.is_empty())?,
        hypotheses: vec![(text("hypothesis")?, None)],
        references: references
            .iter()
            .map(|text| text.as_str().map(str::to_owned))
            .collect::<Option<_>>()?,
        source: text("source"),
    })
}

/// Reads an input to its end.
pub(crate) fn read(input: &Input) -> Result<Vec<Unit>, String> {
    read_all(regua_data::open(input)).map_err(|error| error.to_string())
}

fn read_all(
    source: Result<SegmentSource, regua_data::Error>,
) -> Result<Vec<Unit>, regua_data::Error> {
    let mut source = source?;
    let columns = source.columns()?;
    let mut units = Vec::new();
    while let Some(raw) = source.fetch()? {
        let block = raw.decode()?;
        block.with_units(&mut |segments| {
            for (key, segment) in block.keys().iter().zip(segments) {
                assert_eq!(
                    key.columns.len(),
                    columns.len(),
                    "a unit has another number of columns"
                );
                units.push(Unit::of(key.id.clone(), key.system.to_string(), segment));
            }
        });
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_parsed_without_loss() {
        for seed in 0..50 {
            let lines = make(&mut Random::new(seed));
            let written =
                lines.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
            let units = parse(&lines);
            assert_eq!(units.len(), written.count(), "seed {seed}");
            assert!(!units.is_empty(), "seed {seed}");
        }
    }
}
