//! Where differences come from: the texts behind the rows.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regua_core::comparison::Comparison;
use regua_core::key::UnitKey;
use regua_core::run::Source;
use regua_data::{Input, Ledger};
use regua_measures::contrast::{Contrast, ContrastSettings, PairOfOutputs};
use regua_report::comparison::{Part, UnitTexts};

use super::gathered::Texts;
use crate::contrast::contrast_report;
use crate::error::Error;
use crate::score::can_be_read_again;

/// What was written for each unit: all of it is held in memory.
#[derive(Default)]
struct Outputs {
    /// Ids in the order they came.
    order: Vec<String>,
    units: HashMap<String, Output>,
}

#[derive(Default)]
struct Output {
    references: Vec<String>,
    by_system: BTreeMap<Arc<str>, String>,
}

impl Outputs {
    fn add(&mut self, key: &UnitKey, hypothesis: &str, references: impl Iterator<Item = String>) {
        let unit = self.units.entry(key.id.clone()).or_insert_with(|| {
            self.order.push(key.id.clone());
            Output::default()
        });
        for reference in references {
            if !unit.references.contains(&reference) {
                unit.references.push(reference);
            }
        }
        unit.by_system.insert(Arc::clone(&key.system), hypothesis.to_owned());
    }

    fn read(texts: &Texts, interrupted: &AtomicBool) -> Result<Self, Error> {
        match texts {
            Texts::Input(input) => Self::of_input(input, interrupted),
            Texts::Ledgers(ledgers) => {
                let mut outputs = Self::default();
                for (path, naming) in ledgers {
                    let ledger = Ledger::open(path)?;
                    if !ledger.contents().texts {
                        return Err(Error::Options(format!(
                            "{} has no texts to look at for `--differences`: save them with `--save-texts`",
                            path.display()
                        )));
                    }
                    for block in ledger.blocks()? {
                        stop_if(interrupted)?;
                        let block = block?;
                        for (key, texts) in block.keys.iter().zip(block.texts.into_iter().flatten())
                        {
                            let key = UnitKey { system: naming.of(&key.system), ..key.clone() };
                            let first = texts.hypotheses.first().map_or("", String::as_str);
                            outputs.add(&key, first, texts.references.iter().cloned());
                        }
                    }
                }
                Ok(outputs)
            }
        }
    }

    fn of_input(input: &Input, interrupted: &AtomicBool) -> Result<Self, Error> {
        can_be_read_again(input, "`--differences`")?;
        let mut outputs = Self::default();
        let mut source = regua_data::open(input)?;
        source.columns()?;
        while let Some(raw) = source.fetch()? {
            stop_if(interrupted)?;
            let block = raw.decode()?;
            block.with_units(&mut |units| {
                for (key, unit) in block.keys().iter().zip(units) {
                    let references = unit.references.iter().map(|text| (*text).to_owned());
                    outputs.add(key, unit.hypothesis(), references);
                }
            });
        }
        Ok(outputs)
    }
}

fn stop_if(interrupted: &AtomicBool) -> Result<(), Error> {
    if interrupted.load(Ordering::Relaxed) {
        return Err(Error::Interrupted(String::new()));
    }
    Ok(())
}

/// Texts of the units that comparisons name, and what sets each pair of systems
/// apart.
///
/// # Errors
/// Fails if the texts cannot be had.
pub fn differences(
    texts: &Texts,
    comparisons: &[Comparison],
    top: usize,
    interrupted: &AtomicBool,
) -> Result<(Vec<UnitTexts>, Vec<Part>), Error> {
    let outputs = Outputs::read(texts, interrupted)?;
    let named: HashSet<&str> = comparisons
        .iter()
        .flat_map(|comparison| &comparison.pairs)
        .flat_map(|pair| pair.gains.iter().chain(&pair.losses_most))
        .map(|unit| unit.id.as_str())
        .collect();
    let unit_texts = outputs.order.iter().filter(|id| named.contains(id.as_str())).map(|id| {
        let unit = &outputs.units[id];
        let references = unit.references.iter().map(|text| ("reference".to_owned(), text.clone()));
        let systems = unit.by_system.iter().map(|(name, text)| (name.to_string(), text.clone()));
        UnitTexts { id: id.clone(), lines: references.chain(systems).collect() }
    });
    let mut parts = Vec::new();
    if let Some(comparison) = comparisons.first() {
        for pair in &comparison.pairs {
            stop_if(interrupted)?;
            let first = &comparison.systems[pair.first].system;
            let second = &comparison.systems[pair.second].system;
            parts.push(part(&outputs, first, second, top));
        }
    }
    Ok((unit_texts.collect(), parts))
}

fn part(outputs: &Outputs, first: &Arc<str>, second: &Arc<str>, top: usize) -> Part {
    let mut contrast = Contrast::new(ContrastSettings::default());
    for id in &outputs.order {
        let unit = &outputs.units[id];
        let (Some(one), Some(two)) = (unit.by_system.get(first), unit.by_system.get(second)) else {
            continue;
        };
        let references: Vec<&str> = unit.references.iter().map(String::as_str).collect();
        contrast.add(&PairOfOutputs { id, references: &references, first: one, second: two });
    }
    let report = contrast_report(contrast.finish(top), [first.to_string(), second.to_string()]);
    Part {
        systems: (first.to_string(), second.to_string()),
        text: report.to_text(),
        markdown: report.to_markdown(),
        json: report.to_json(),
    }
}
