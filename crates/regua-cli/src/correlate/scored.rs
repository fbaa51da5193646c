//! What the measures say of units and systems: from a ledger, or scored now.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use regua_core::group::{Grouping, Totals};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::run::{Options, Source};
use regua_core::text::{hint, nearest};
use regua_core::{Cell, Error as CoreError, Reader, Reading, Registry, Rows};
use regua_data::{Ledger, TableAt, collected};
use regua_report::MeasureInfo;

use super::entries::{Entry, entries};
use crate::error::Error;
use crate::fits;
use crate::pass::readers;
use crate::plan::ScorePlan;
use crate::progress::{Bar, Counters};
use crate::read::chosen;
use crate::score::can_be_read_again;

/// The most units that are held in memory.
const MOST: usize = 20_000_000;

/// Readings of all units and systems, by entry, and who they are.
pub struct Scored {
    /// The measures.
    pub measures: Vec<MeasureInfo>,
    /// What it takes to read their tallies.
    pub readers: Vec<Arc<dyn Reader>>,
    /// The readings that are looked at.
    pub entries: Vec<Entry>,
    /// The systems, in the order in which they come up.
    pub systems: Vec<Arc<str>>,
    /// The ids of units, in the order in which they come up.
    pub items: Vec<String>,
    /// System and item of each unit.
    pub units: Vec<(usize, usize)>,
    /// For each entry the reading of each unit, where it has one.
    pub readings: Vec<Vec<Option<f64>>>,
    /// For each measure the tallies of all units, one after the other: absent
    /// cells where a unit is unscored. Empty unless they are asked for.
    pub tallies: Vec<Vec<Cell>>,
    /// For each entry what is read off the sum over each system.
    pub totals: Vec<Vec<Reading>>,
    /// For each human column the score of each unit, where it has one.
    pub human: Vec<Vec<Option<f64>>>,
    /// What the user should know.
    pub warnings: Vec<String>,
    known: HashMap<(usize, usize), usize>,
}

/// What is asked of the scoring beside the measures.
pub struct Asked<'a> {
    /// Readings by name.
    pub readings: &'a [String],
    /// Columns that hold human scores.
    pub human: &'a [String],
    /// Whether tallies are needed.
    pub tallies: bool,
}

impl Scored {
    /// Reads a ledger.
    ///
    /// # Errors
    /// Fails if it lacks a measure, reading or column, or is damaged.
    pub fn of_ledger(
        ledger: &Ledger,
        keys: &[String],
        asked: &Asked<'_>,
        registry: &Registry,
        interrupted: &AtomicBool,
    ) -> Result<Self, Error> {
        let typed: Vec<String> = keys
            .iter()
            .flat_map(|list| list.split(','))
            .map(|key| key.trim().to_owned())
            .filter(|key| !key.is_empty())
            .collect();
        let chosen = chosen(ledger, &typed)?;
        let all = ledger.readers(registry)?;
        let keys: Vec<String> =
            chosen.iter().map(|&measure| ledger.measures()[measure].key.clone()).collect();
        let readers = chosen.iter().map(|&measure| Arc::clone(&all[measure])).collect();
        let mut collecting = Collecting::new(&keys, readers, ledger.columns(), asked)?;
        for block in ledger.blocks()? {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Error::Interrupted(String::new()));
            }
            let block = block?;
            let rows: Vec<Rows> =
                chosen.iter().map(|&measure| block.rows[measure].clone()).collect();
            collecting.add(&block.keys, &rows)?;
        }
        let totals = collecting.totals.readings()?;
        collecting.finish(&totals, Vec::new())
    }

    /// Scores an input.
    ///
    /// # Errors
    /// Fails if the input cannot be read or measured.
    pub fn of_input(
        plan: &ScorePlan,
        asked: &Asked<'_>,
        registry: &Registry,
        quiet: bool,
        interrupted: &AtomicBool,
    ) -> Result<Self, Error> {
        let measures = fits::measures(plan, registry, interrupted)?;
        if collected::is_wanted(&measures) {
            can_be_read_again(&plan.input, "measures that are no sums, such as distinct")?;
        }
        let keys: Vec<String> = measures.iter().map(|keyed| keyed.key.clone()).collect();
        let readers = readers(&measures, registry)?;
        let mut source = regua_data::open(&plan.input)?;
        let columns = source.columns()?;
        let mut collecting = Collecting::new(&keys, readers, &columns, asked)?;
        let counters = Arc::new(Counters {
            units: AtomicU64::new(0),
            bytes: Arc::clone(&plan.input.bytes_read),
            total: plan.input.bytes_total(),
        });
        let bar = Bar::start(&counters, quiet);
        let options = Options {
            threads: plan.threads,
            cancel: interrupted,
            done: &counters.units,
            digest: false,
        };
        let mut failed = None;
        let outcome = regua_data::measure(&mut source, &measures, &options, None, |keys, rows| {
            collecting.add(keys, rows).map_err(|error| {
                failed = Some(error);
                CoreError::Cancelled.into()
            })
        });
        drop(bar);
        match (failed, outcome) {
            (Some(error), _) => return Err(error),
            (None, Err(regua_data::Error::Core(CoreError::Cancelled))) => {
                return Err(Error::Interrupted(String::new()));
            }
            (None, outcome) => outcome.map(drop)?,
        }
        let mut totals = collecting.totals.readings()?;
        let open = || regua_data::open(&plan.input);
        collected::collect(open, &measures, &collecting.totals, &mut totals, interrupted)?;
        collecting.finish(&totals, source.warnings())
    }

    /// The unit of a system and an id.
    pub fn unit(&self, system: usize, item: usize) -> Option<usize> {
        self.known.get(&(system, item)).copied()
    }

    /// Whether some id comes up for more than one system.
    pub fn shares_items(&self) -> bool {
        self.units.len() > self.items.len()
    }
}

/// Readings as they come.
struct Collecting {
    scored: Scored,
    totals: Totals,
    human_columns: Vec<(String, usize)>,
    /// Positions of systems and of ids.
    places: HashMap<Arc<str>, usize>,
    positions: HashMap<String, usize>,
    wants_tallies: bool,
}

impl Collecting {
    fn new(
        keys: &[String],
        readers: Vec<Arc<dyn Reader>>,
        columns: &[String],
        asked: &Asked<'_>,
    ) -> Result<Self, Error> {
        let measures = regua_report::scores::measure_infos(keys, &readers);
        let entries = entries(&measures, asked.readings)?;
        let human_columns = asked
            .human
            .iter()
            .map(|name| {
                let position = columns.iter().position(|column| column == name);
                let near = || hint(&nearest(name, columns.iter().map(String::as_str)));
                let position = position.ok_or_else(|| {
                    Error::Options(format!("there is no column `{name}` of human scores{}", near()))
                })?;
                Ok((name.clone(), position))
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let totals = Totals::new(readers.clone(), Grouping::default(), columns)?;
        let scored = Scored {
            readings: vec![Vec::new(); entries.len()],
            tallies: vec![Vec::new(); readers.len()],
            human: vec![Vec::new(); human_columns.len()],
            totals: Vec::new(),
            systems: Vec::new(),
            items: Vec::new(),
            units: Vec::new(),
            warnings: Vec::new(),
            known: HashMap::new(),
            measures,
            readers,
            entries,
        };
        let wants_tallies = asked.tallies;
        let (places, positions) = Default::default();
        Ok(Self { scored, totals, human_columns, places, positions, wants_tallies })
    }

    fn add(&mut self, keys: &[UnitKey], rows: &[Rows]) -> Result<(), Error> {
        self.totals.add(keys, rows)?;
        for (unit, key) in keys.iter().enumerate() {
            self.add_key(key)?;
            for (measure, (reader, rows)) in self.scored.readers.iter().zip(rows).enumerate() {
                let row = rows.row(unit);
                let read = row.map(|tally| reader.read_unit(tally));
                let entries = self.scored.entries.iter().zip(&mut self.scored.readings);
                for (entry, readings) in entries.filter(|(entry, _)| entry.measure == measure) {
                    let reading = read.as_ref().ok().and_then(|read| read.0.get(entry.reading));
                    readings.push(reading.and_then(Reading::value));
                }
                if self.wants_tallies {
                    let tallies = &mut self.scored.tallies[measure];
                    match row {
                        Ok(tally) => tallies.extend_from_slice(tally.cells()),
                        Err(_) => {
                            tallies.extend(std::iter::repeat_n(Cell::Absent, reader.slots().len()));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn add_key(&mut self, key: &UnitKey) -> Result<(), Error> {
        let scored = &mut self.scored;
        let system = self.places.get(&key.system).copied().unwrap_or_else(|| {
            self.places.insert(Arc::clone(&key.system), scored.systems.len());
            scored.systems.push(Arc::clone(&key.system));
            scored.systems.len() - 1
        });
        let item = self.positions.get(&key.id).copied().unwrap_or_else(|| {
            self.positions.insert(key.id.clone(), scored.items.len());
            scored.items.push(key.id.clone());
            scored.items.len() - 1
        });
        if scored.known.insert((system, item), scored.units.len()).is_some() {
            return Err(Error::Options(format!(
                "there are two outputs of `{}` for `{}`: to be compared with judgements an output needs an id of its own",
                key.system, key.id
            )));
        }
        if scored.units.len() >= MOST {
            return Err(Error::Options(format!("there are more than {MOST} units")));
        }
        scored.units.push((system, item));
        for ((name, position), scores) in self.human_columns.iter().zip(&mut scored.human) {
            let value = key.columns.get(*position).unwrap_or(&KeyValue::Missing);
            scores.push(match value {
                KeyValue::Missing => None,
                value => Some(value.number().filter(|number| number.is_finite()).ok_or_else(|| {
                    let (id, system) = (&key.id, &key.system);
                    Error::Options(format!(
                        "the human score `{value}` in the column `{name}`, of `{id}` by `{system}`, is not a number"
                    ))
                })?),
            });
        }
        Ok(())
    }

    fn finish(
        mut self,
        totals: &[regua_core::group::GroupReading],
        mut warnings: Vec<String>,
    ) -> Result<Scored, Error> {
        let scored = &mut self.scored;
        if scored.units.is_empty() {
            return Err(Error::Options("there are no units".to_owned()));
        }
        scored.totals = scored
            .entries
            .iter()
            .map(|entry| {
                let own = totals.iter().filter(|total| total.measure == entry.measure);
                own.filter_map(|total| total.readings.0.get(entry.reading).cloned()).collect()
            })
            .collect();
        let keys: Vec<String> = scored.measures.iter().map(|one| one.key.clone()).collect();
        warnings.extend(self.totals.warnings(&keys));
        self.scored.warnings = warnings;
        Ok(self.scored)
    }
}

/// Opens a ledger; nothing if the file is a table of another kind.
///
/// # Errors
/// Fails if it is a ledger that cannot be read.
pub fn ledger(tables: &[TableAt]) -> Result<Option<Ledger>, Error> {
    let [TableAt::File(path)] = tables else { return Ok(None) };
    let is_parquet =
        path.extension().is_some_and(|extension| extension == "parquet" || extension == "pq");
    if !is_parquet {
        return Ok(None);
    }
    match Ledger::open(path) {
        Ok(ledger) => Ok(Some(ledger)),
        Err(regua_data::Error::NotLedger { rule, .. }) if rule.ends_with("of another kind") => {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
