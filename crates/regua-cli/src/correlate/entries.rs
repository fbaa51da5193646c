//! Which readings of which measures are compared with people.

use regua_core::text::{hint, list, nearest};
use regua_core::{Direction, ReadingInfo};
use regua_report::MeasureInfo;

use crate::error::Error;

/// A reading that is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Position of the measure.
    pub measure: usize,
    /// Position of the reading among those of the measure.
    pub reading: usize,
    /// What it is called: `bleu`, or `bleu.bp` beside the headline.
    pub name: String,
    /// Which way is better.
    pub direction: Direction,
}

impl Entry {
    fn new(measures: &[MeasureInfo], measure: usize, reading: usize) -> Self {
        let MeasureInfo { key, readings, .. } = &measures[measure];
        let ReadingInfo { name, direction, .. } = &readings[reading];
        let name = if reading == 0 { key.clone() } else { format!("{key}.{name}") };
        Self { measure, reading, name, direction: *direction }
    }

    /// A value so that more is better.
    pub fn oriented(&self, value: f64) -> f64 {
        if self.direction == Direction::LowerIsBetter { -value } else { value }
    }
}

/// The readings that were asked for; the headlines if none was.
///
/// # Errors
/// Fails if a measure has no such reading.
pub fn entries(measures: &[MeasureInfo], typed: &[String]) -> Result<Vec<Entry>, Error> {
    if typed.is_empty() {
        return Ok((0..measures.len()).map(|measure| Entry::new(measures, measure, 0)).collect());
    }
    let mut entries: Vec<Entry> = Vec::new();
    for text in typed {
        // A key may hold a point; a reading's name is what comes after the last one.
        let one = text.rsplit_once('.').and_then(|(key, reading)| {
            Some((measures.iter().position(|measure| measure.key == key)?, reading))
        });
        let (chosen, name): (Vec<usize>, &str) = match one {
            Some((measure, reading)) => (vec![measure], reading),
            None => ((0..measures.len()).collect(), text),
        };
        for measure in chosen {
            let readings = &measures[measure].readings;
            let Some(reading) = readings.iter().position(|info| info.name == name) else {
                let names: Vec<&str> = readings.iter().map(|info| &*info.name).collect();
                let near = nearest(name, names.iter().copied());
                let key = &measures[measure].key;
                return Err(Error::Options(format!(
                    "`{key}` has no reading `{name}`{}; it has {}",
                    hint(&near).trim_end_matches('?'),
                    list(&names)
                )));
            };
            let entry = Entry::new(measures, measure, reading);
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
    }
    entries.sort_by_key(|entry| (entry.measure, entry.reading));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use regua_core::{Scale, Spec};

    fn measures() -> Vec<MeasureInfo> {
        let registry = crate::registry().unwrap();
        let info =
            |name: &str| MeasureInfo::new(name, &*registry.reader(&Spec::named(name)).unwrap());
        vec![info("rouge1"), info("rouge2"), info("ter")]
    }

    fn names(typed: &[&str]) -> Vec<String> {
        let typed: Vec<String> = typed.iter().map(|&text| text.to_owned()).collect();
        entries(&measures()[..2], &typed).unwrap().into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn readings_are_chosen_of_one_measure_or_of_all() {
        assert_eq!(names(&[]), ["rouge1", "rouge2"]);
        assert_eq!(names(&["recall"]), ["rouge1.recall", "rouge2.recall"]);
        assert_eq!(names(&["rouge2.recall", "f"]), ["rouge1", "rouge2", "rouge2.recall"]);
    }

    #[test]
    fn a_reading_that_is_not_there_is_named() {
        let error = entries(&measures()[..1], &["recal".to_owned()]).unwrap_err().to_string();
        assert_eq!(
            error,
            "`rouge1` has no reading `recal`; did you mean `recall`; it has `f`, `precision` and `recall`"
        );
    }

    #[test]
    fn less_is_better_for_error_rates() {
        let all = entries(&measures(), &[]).unwrap();
        assert_eq!(all[2].oriented(0.5).to_bits(), (-0.5_f64).to_bits());
        assert_eq!(all[0].oriented(0.5).to_bits(), 0.5_f64.to_bits());
        assert_eq!(measures()[0].readings[0].scale, Scale::Unit);
    }
}
