//! Gold labels in one table, predictions in others, joined by their ids.

use std::collections::HashMap;

use regua_core::key::KeyValue;

use super::{Answer, Reading};
use crate::annotated::rows::broken;
use crate::error::{Error, grouped};
use crate::input::Format;
use crate::readers::each_row;
use crate::table_at::TableAt;

/// The gold items, and what each system said of them.
pub(super) struct Joining {
    file: String,
    gold: Vec<Gold>,
    places: HashMap<String, usize>,
    systems: Vec<System>,
}

struct Gold {
    id: String,
    label: u32,
    columns: Vec<KeyValue>,
}

struct System {
    name: String,
    file: String,
    answers: Vec<Option<Answer>>,
}

impl Joining {
    /// Reads the table of gold labels.
    pub(super) fn read(
        table: &TableAt,
        format: Option<Format>,
        reading: &mut Reading,
    ) -> Result<Self, Error> {
        let (mut gold, mut places) = (Vec::new(), HashMap::new());
        each_row(table, format, &mut |row| {
            let id = reading.roles.require_name(&row, "id")?;
            let label = reading.roles.require_name(&row, "gold")?;
            let label = reading.items.names.number(&label);
            if places.insert(id.clone(), gold.len()).is_some() {
                return Err(broken(&row, format!("the id `{id}` is there twice")));
            }
            gold.push(Gold { id, label, columns: reading.kept(&row) });
            Ok(())
        })?;
        Ok(Self { file: table.name(), gold, places, systems: Vec::new() })
    }

    /// Reads a table of predictions.
    pub(super) fn answers(
        &mut self,
        system: &str,
        table: &TableAt,
        format: Option<Format>,
        reading: &mut Reading,
    ) -> Result<(), Error> {
        each_row(table, format, &mut |row| {
            let id = reading.roles.require_name(&row, "id")?;
            let Some(&place) = self.places.get(&id) else {
                return Err(broken(&row, format!("the id `{id}` is not in {}", self.file)));
            };
            let named = reading.roles.name(&row, "system")?;
            let answer = reading.answer(&row)?;
            let answers = self.answers_of(named.as_deref().unwrap_or(system), table);
            if answers[place].replace(answer).is_some() {
                let rule = format!("the id `{id}` is there twice for the same system");
                return Err(broken(&row, rule));
            }
            Ok(())
        })
    }

    fn answers_of(&mut self, system: &str, table: &TableAt) -> &mut Vec<Option<Answer>> {
        let place = self.systems.iter().position(|known| known.name == system);
        let place = place.unwrap_or_else(|| {
            let answers = vec![None; self.gold.len()];
            self.systems.push(System { name: system.to_owned(), file: table.name(), answers });
            self.systems.len() - 1
        });
        &mut self.systems[place].answers
    }

    /// Adds all items, one system after the other.
    pub(super) fn finish(self, reading: &mut Reading) -> Result<(), Error> {
        for system in self.systems {
            let missing = system.answers.iter().filter(|answer| answer.is_none()).count();
            let first = self.gold.iter().zip(&system.answers).find(|(_, answer)| answer.is_none());
            if let Some((gold, _)) = first {
                let more = match missing - 1 {
                    0 => String::new(),
                    more => format!(" and {} more", grouped(more as u64)),
                };
                return Err(Error::Unpaired(format!(
                    "{} has no prediction for the id `{}` of {}{more}",
                    system.file, gold.id, self.file
                )));
            }
            for (gold, answer) in self.gold.iter().zip(system.answers) {
                let Some(answer) = answer else { continue };
                let (id, columns) = (gold.id.clone(), gold.columns.clone());
                reading.add(&system.name, id, columns, gold.label, answer)?;
            }
        }
        Ok(())
    }
}
