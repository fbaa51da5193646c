//! Small measures, and runs that are made up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use regua_core::group::{By, Grouping, Totals};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::resample::{Kept, Resampling};
use regua_core::slot::Cell;
use regua_core::statistic::Weighed;
use regua_core::{
    LedgerStatistic, Reader, Reading, ReadingInfo, Readings, Rows, Scale, Signature, Slot, Tally,
};
use regua_stats::product::Table;

/// Nobody asks for anything to stop.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// What is read off a made-up row.
pub enum Made {
    /// Hits and costs a word, of sums; how many hits there are.
    Rates,
    /// Whether there was a hit, 1 or 0; of sums the share.
    Right,
    /// The middle cost, which is no sum.
    Median,
    /// Nothing, not even slots.
    Nothing,
}

/// A reader of made-up rows.
pub struct MadeUp {
    what: Made,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
}

pub fn reader(what: Made) -> Arc<dyn Reader> {
    let (slots, readings) = match what {
        Made::Rates => (
            vec![Slot::count("hits"), Slot::count("words"), Slot::real("cost")],
            vec![
                ReadingInfo::higher("hits-a-word", Scale::Unit),
                ReadingInfo::lower("cost-a-word", Scale::Open),
                ReadingInfo::neither("hits", Scale::Count),
            ],
        ),
        Made::Right => (
            vec![Slot::count("right"), Slot::count("units")],
            vec![ReadingInfo::higher("right", Scale::Unit)],
        ),
        Made::Median => {
            (vec![Slot::real("cost").unit_only()], vec![ReadingInfo::lower("median", Scale::Open)])
        }
        Made::Nothing => (Vec::new(), vec![ReadingInfo::higher("nothing", Scale::Open)]),
    };
    Arc::new(MadeUp { what, slots, readings })
}

impl Reader for MadeUp {
    fn signature(&self) -> Signature {
        Signature::new("made-up")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        let mut fields = total.fields();
        match self.what {
            Made::Rates => {
                let (hits, words) = (fields.count() as f64, fields.count() as f64);
                let cost = fields.real();
                Readings(vec![
                    Reading::ratio(hits, words, "there are no words"),
                    Reading::ratio(cost, words, "there are no words"),
                    Reading::Value(hits),
                ])
            }
            Made::Right => {
                let (right, units) = (fields.count() as f64, fields.count() as f64);
                Readings(vec![Reading::ratio(right, units, "there are no units")])
            }
            Made::Median | Made::Nothing => Readings::undefined(1, "it is no sum"),
        }
    }

    fn read_unit(&self, row: Tally<'_>) -> Readings {
        match self.what {
            Made::Median => Readings(vec![Reading::Value(row.fields().real())]),
            _ => self.read(row),
        }
    }

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        matches!(self.what, Made::Median).then_some(self)
    }
}

impl LedgerStatistic for MadeUp {
    fn prepare<'a>(&'a self, rows: &'a Table) -> Weighed<'a> {
        let mut order: Vec<usize> = (0..rows.rows()).collect();
        order.sort_by(|one, two| rows.row(*one)[0].total_cmp(&rows.row(*two)[0]));
        Box::new(move |weights| {
            let half = weights.iter().copied().map(usize::from).sum::<usize>().div_ceil(2);
            let mut seen = 0;
            let middle = order.iter().find(|row| {
                seen += usize::from(weights[**row]);
                seen >= half && seen > 0
            });
            let value = middle.map(|row| Reading::Value(rows.row(*row)[0]));
            Readings(vec![value.unwrap_or(Reading::Undefined("there is nothing".into()))])
        })
    }
}

/// A made-up unit of a system.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    pub system: &'static str,
    pub id: String,
    pub document: String,
    /// Hits, words, cost; nothing where it could not be scored.
    pub row: Option<(i64, i64, f64)>,
}

/// A unit of the document 0.
pub fn unit(system: &'static str, id: &impl ToString, row: (i64, i64, f64)) -> Unit {
    Unit { system, id: id.to_string(), document: "0".to_owned(), row: Some(row) }
}

/// How units are put together.
#[expect(clippy::struct_excessive_bools, reason = "each is a way of its own")]
#[derive(Debug, Clone, Copy, Default)]
pub struct Put {
    /// By document, in groups.
    pub grouped: bool,
    /// By document, whole ones drawn.
    pub drawn: bool,
    /// By document, averaged.
    pub averaged: bool,
    /// Units with the same id and another document are different units.
    pub apart: bool,
}

pub fn kept(what: Vec<Arc<dyn Reader>>, units: &[Unit], put: Put) -> Kept {
    kept_and_totals(what, units, put).0
}

pub fn kept_and_totals(what: Vec<Arc<dyn Reader>>, units: &[Unit], put: Put) -> (Kept, Totals) {
    let columns = ["document".to_owned()];
    let grouping = Grouping {
        by: put
            .grouped
            .then(|| By { column: columns[0].clone(), bins: None })
            .into_iter()
            .collect(),
        cluster: put.averaged.then(|| columns[0].clone()),
    };
    let mut totals = Totals::new(what.clone(), grouping, &columns).unwrap();
    let drawn = put.drawn.then_some("document");
    let mut kept = Kept::new(what, drawn, put.averaged, &columns).unwrap();
    if put.apart {
        kept = kept.apart_by("document", &columns);
    }
    let readers = kept.readers().to_vec();
    for block in units.chunks(7) {
        let keys: Vec<UnitKey> = block
            .iter()
            .map(|unit| UnitKey {
                id: unit.id.clone(),
                system: unit.system.into(),
                references: None,
                columns: vec![KeyValue::Text(unit.document.clone())],
            })
            .collect();
        let rows: Vec<Rows> = readers.iter().map(|reader| rows(&**reader, block)).collect();
        totals.add(&keys, &rows).unwrap();
        kept.add(&keys, &rows, |key| totals.labels(key));
    }
    (kept, totals)
}

fn rows(reader: &dyn Reader, units: &[Unit]) -> Rows {
    let mut rows = Rows::new(reader.slots().into(), units.len());
    for (at, unit) in units.iter().enumerate() {
        match unit.row {
            Some(row) => rows.set_cells(at, &cells(reader, row)),
            None => rows.unscored(at, "there was nothing to score"),
        }
    }
    rows
}

/// The row of a unit, as a reader has it.
pub fn cells(reader: &dyn Reader, (hits, words, cost): (i64, i64, f64)) -> Vec<Cell> {
    let cell = |slot: &Slot| match &*slot.name {
        "hits" => Cell::Count(hits),
        "right" => Cell::Count(i64::from(hits > 0)),
        "units" => Cell::Count(1),
        "words" => Cell::Count(words),
        _ => Cell::Real(cost),
    };
    reader.slots().iter().map(cell).collect()
}

/// Units of one system or of several, the same for each, all scored, in a few
/// documents.
pub fn units(systems: &'static [&'static str]) -> impl Strategy<Value = Vec<Unit>> {
    let row = (0..9_i64, 1..20_i64, (0..1000_u16).prop_map(|cost| f64::from(cost) / 7.0));
    let rows = prop::collection::vec(row, systems.len());
    prop::collection::vec((rows, 0..4_u8), 2..40).prop_map(move |units| {
        let mut made = Vec::new();
        for (at, (rows, document)) in units.into_iter().enumerate() {
            for (system, row) in systems.iter().zip(rows) {
                let document = document.to_string();
                made.push(Unit { system, id: at.to_string(), document, row: Some(row) });
            }
        }
        made
    })
}

/// So many draws, otherwise as usual.
pub fn resampling(resamples: usize) -> Resampling {
    Resampling { resamples, ..Resampling::default() }
}

/// One reading of all draws.
pub fn values(draws: &[Readings], reading: usize) -> Vec<Option<f64>> {
    draws.iter().map(|draw| draw.0[reading].value()).collect()
}

/// Whether values are the same but for rounding.
pub fn are_close(ours: &[Option<f64>], plain: &[Option<f64>]) -> bool {
    ours.len() == plain.len()
        && ours.iter().zip(plain).all(|pair| match pair {
            (Some(one), Some(two)) => (one - two).abs() <= 1e-11 * one.abs().max(1.0),
            (one, two) => one.is_none() && two.is_none(),
        })
}
