//! A measure with all kinds of slots, units that are made up, and machines that add
//! them up.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use regua_core::group::{By, GroupReading, Grouping, Totals};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::partial::{
    ColumnKind, PartialDraws, PartialPlan, PartialRow, PartialSums, PartialTotals,
};
use regua_core::resample::Kept;
use regua_core::testing::Words;
use regua_core::{
    Cell, Error, Reader, Reading, ReadingInfo, Readings, Rows, Scale, Signature, Slot, Tally,
};

pub static NEVER: AtomicBool = AtomicBool::new(false);

/// Words and what they cost, how many units were empty, and how bad each one is.
pub struct Prices {
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            slots: vec![
                Slot::real("severity").unit_only(),
                Slot::count("words"),
                Slot::real("cost"),
                Slot::diagnostic("empty", "units were empty"),
                Slot::real("refund"),
            ],
            readings: vec![
                ReadingInfo::neither("words-a-filled-unit", Scale::Open),
                ReadingInfo::lower("cost-a-word", Scale::Open),
                ReadingInfo::lower("balance", Scale::Open),
            ],
        }
    }
}

impl Reader for Prices {
    fn signature(&self) -> Signature {
        Signature::new("prices")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let mut fields = total.fields();
        let severity = fields.real();
        assert!(severity == 0.0, "what is of units only is in no sum");
        let (words, cost, empty) = (fields.count() as f64, fields.real(), fields.count() as f64);
        Readings(vec![
            Reading::ratio(words, empty, "no unit was empty"),
            Reading::ratio(cost, words, "there are no words"),
            Reading::from(cost + fields.real()),
        ])
    }
}

/// A made-up unit.
#[derive(Debug, Clone)]
pub struct Unit {
    pub system: &'static str,
    pub id: String,
    pub document: KeyValue,
    pub references: Option<u32>,
    /// Words and cost; nothing where the prices could not be had.
    pub row: Option<(i64, f64)>,
}

impl Unit {
    pub fn key(&self) -> UnitKey {
        UnitKey {
            id: self.id.clone(),
            system: self.system.into(),
            references: self.references,
            columns: vec![self.document.clone()],
        }
    }
}

/// One unit of the document 1.
pub fn unit(system: &'static str, id: usize, row: Option<(i64, f64)>) -> Unit {
    let document = KeyValue::Text("1".to_owned());
    Unit { system, id: id.to_string(), document, references: None, row }
}

/// Units of up to three systems in a few documents, some of them without a tally.
pub fn units() -> impl Strategy<Value = Vec<Unit>> {
    let row = (0..30_i64, (-2_000_000..2_000_000_i32).prop_map(|cost| f64::from(cost) / 1_111.0));
    let document = prop_oneof![
        (0..12_i64).prop_map(KeyValue::Integer),
        Just(KeyValue::Missing),
        Just(KeyValue::Text("other".to_owned())),
    ];
    let one = (
        prop::sample::select(vec!["b", "a", "c c"]),
        document,
        prop::option::of(0..4_u32),
        prop::option::weighted(0.9, row),
    );
    prop::collection::vec(one, 0..60).prop_map(|units| {
        let made = |(id, (system, document, references, row))| Unit {
            document,
            references,
            ..unit(system, id, row)
        };
        units.into_iter().enumerate().map(made).collect()
    })
}

/// How documents make groups.
#[derive(Debug, Clone, Copy)]
pub enum Groups {
    None,
    Each,
    Bins(&'static str),
}

/// What is asked of a run.
#[derive(Debug, Clone)]
pub struct Asked {
    pub groups: Groups,
    pub draws: Option<PartialDraws>,
}

pub const COLUMN: &str = "document";

pub fn asked() -> impl Strategy<Value = Asked> {
    let groups = prop::sample::select(vec![
        Groups::None,
        Groups::Each,
        Groups::Bins("0-3,rest,7+"),
        Groups::Bins("5+"),
        Groups::Bins("2,1"),
    ]);
    let by = prop::option::of(Just(COLUMN.to_owned()));
    let draws = (2..90_usize, any::<u64>(), by).prop_map(|(resamples, seed, by)| PartialDraws {
        resamples,
        seed,
        by,
    });
    (groups, prop::option::of(draws)).prop_map(|(groups, draws)| Asked { groups, draws })
}

impl Asked {
    fn grouping(&self) -> Grouping {
        let by = |bins: Option<&str>| By {
            column: COLUMN.to_owned(),
            bins: bins.map(|bins| bins.parse().unwrap()),
        };
        let by = match self.groups {
            Groups::None => Vec::new(),
            Groups::Each => vec![by(None)],
            Groups::Bins(bins) => vec![by(Some(bins))],
        };
        Grouping { by, cluster: None }
    }

    pub fn plan(&self) -> Arc<PartialPlan> {
        let columns = [COLUMN.to_owned()];
        let plan = PartialPlan::new(readers(), self.grouping(), &columns, self.draws.clone());
        Arc::new(plan.unwrap())
    }
}

pub fn readers() -> Vec<Arc<dyn Reader>> {
    vec![Arc::new(Prices::default()), Arc::new(Words::default())]
}

pub fn keys_and_rows(units: &[Unit]) -> (Vec<UnitKey>, Vec<Rows>) {
    let readers = readers();
    let mut rows: Vec<Rows> =
        readers.iter().map(|reader| Rows::new(reader.slots().into(), units.len())).collect();
    for (at, unit) in units.iter().enumerate() {
        let Some((words, cost)) = unit.row else {
            let reason = if unit.references.is_some() { "it is sold out" } else { "" };
            rows[0].unscored(at, reason);
            rows[1].set_cells(at, &[Cell::Count(unit.id.len() as i64)]);
            continue;
        };
        rows[0].set_cells(
            at,
            &[
                Cell::Real(9.5),
                Cell::Count(words),
                Cell::Real(cost),
                Cell::Count(i64::from(words == 0)),
                Cell::Real(-cost / 3.0),
            ],
        );
        rows[1].set_cells(at, &[Cell::Count(words)]);
        if words == 7 {
            rows[1].unscored(at, "seven is left out");
        }
    }
    (units.iter().map(Unit::key).collect(), rows)
}

/// What one machine says, systems by name, and its warnings.
pub fn alone(units: &[Unit], asked: &Asked) -> (Vec<GroupReading>, Vec<String>) {
    let columns = [COLUMN.to_owned()];
    let mut totals = Totals::new(readers(), asked.grouping(), &columns).unwrap();
    let by = asked.draws.as_ref().and_then(|draws| draws.by.as_deref());
    let mut kept = Kept::new(readers(), by, false, &columns).unwrap();
    let (keys, rows) = keys_and_rows(units);
    totals.add(&keys, &rows).unwrap();
    kept.add(&keys, &rows, |key| totals.labels(key));
    let mut readings = totals.readings().unwrap();
    if let Some(how) = asked.plan().resampling(0.9) {
        kept.intervals(&mut readings, &how, &NEVER).unwrap();
    }
    readings.sort_by(|one, two| one.system.cmp(&two.system));
    (readings, totals.warnings(&["prices".to_owned(), "words".to_owned()]))
}

/// What machines say that see these units each.
pub fn together(
    machines: &[Vec<Unit>],
    asked: &Asked,
    merge: impl Fn(Vec<PartialRow>, &PartialPlan) -> Vec<PartialRow>,
) -> Result<(Vec<GroupReading>, Vec<String>), Error> {
    let mut all = Vec::new();
    for units in machines {
        // Every machine makes the plan for itself.
        let mut sums = PartialSums::new(asked.plan());
        for block in units.chunks(7) {
            let (keys, rows) = keys_and_rows(block);
            sums.add(&keys, &rows)?;
            if sums.weight() > 20_000 {
                all.extend(sums.take()?);
                assert_eq!(sums.weight(), 0);
            }
        }
        all.extend(sums.take()?);
    }
    let plan = asked.plan();
    let mut totals = PartialTotals::new(Arc::clone(&plan));
    for row in merge(all, &plan) {
        totals.merge(&row)?;
    }
    let warnings = totals.warnings(&["prices".to_owned(), "words".to_owned()]);
    Ok((totals.readings(0.9, &NEVER)?, warnings))
}

/// Merges rows with the same keys, by what the columns say.
pub fn as_an_engine(rows: Vec<PartialRow>, plan: &PartialPlan) -> Vec<PartialRow> {
    let columns = plan.columns();
    let keys = columns.iter().take_while(|column| column.kind == ColumnKind::Text).count();
    assert_eq!(columns[keys].kind, ColumnKind::Draw);
    let kinds: Vec<ColumnKind> = columns[keys + 1..].iter().map(|column| column.kind).collect();
    let mut merged: HashMap<(Vec<String>, i64), Vec<i64>> = HashMap::new();
    for row in rows {
        assert_eq!((row.texts.len(), row.numbers.len()), (keys, kinds.len()));
        match merged.entry((row.texts, row.draw)) {
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(row.numbers);
            }
            std::collections::hash_map::Entry::Occupied(mut known) => {
                for ((known, more), kind) in known.get_mut().iter_mut().zip(row.numbers).zip(&kinds)
                {
                    *known = match kind {
                        ColumnKind::Sum => *known + more,
                        ColumnKind::Min => more.min(*known),
                        ColumnKind::Max => more.max(*known),
                        ColumnKind::Text | ColumnKind::Draw => unreachable!("keys come first"),
                    };
                }
            }
        }
    }
    let row = |((texts, draw), numbers)| PartialRow { texts, draw, numbers };
    merged.into_iter().map(row).collect()
}
