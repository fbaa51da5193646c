//! What cannot be added up in parts, and in which words that is said.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use regua_core::group::{By, Grouping};
use regua_core::partial::{
    PartialDraws, PartialPlan, PartialRow, PartialSums, PartialTotals, are_sums,
};
use regua_core::run::Keyed;
use regua_core::statistic::Weighed;
use regua_core::{
    Batch, Collected, Error, LedgerStatistic, Measure, Reader, Reading, ReadingInfo, Readings,
    Rows, Scale, Segment, Segments, Signature, Slot, Tally,
};
use regua_stats::product::Table;

use crate::worlds::{Asked, COLUMN, Groups, keys_and_rows, readers, unit};

/// A measure that is no sum, in one way or the other.
struct NoSum {
    of_texts: bool,
    readings: Vec<ReadingInfo>,
}

fn no_sum(of_texts: bool) -> NoSum {
    NoSum { of_texts, readings: vec![ReadingInfo::neither("longest", Scale::Count)] }
}

fn nothing() -> Readings {
    Readings(vec![Reading::Undefined("it is no sum".into())])
}

impl Reader for NoSum {
    fn signature(&self) -> Signature {
        Signature::new("longest")
    }

    fn slots(&self) -> &[Slot] {
        &[]
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, _: Tally<'_>) -> Readings {
        nothing()
    }

    fn statistic(&self) -> Option<&dyn LedgerStatistic> {
        (!self.of_texts).then_some(self)
    }
}

impl LedgerStatistic for NoSum {
    fn prepare<'a>(&'a self, _: &'a Table) -> Weighed<'a> {
        Box::new(|_| nothing())
    }
}

impl Collected for NoSum {
    type Kind = Segments;

    fn read_corpus(&self, _: &[Segment<'_>]) -> Readings {
        nothing()
    }
}

impl Measure for NoSum {
    type Kind = Segments;

    fn tally(&self, _: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        for unit in 0..rows.len() {
            rows.set_cells(unit, &[]);
        }
        Ok(())
    }

    fn collected(&self) -> Option<&dyn Collected<Kind = Segments>> {
        self.of_texts.then_some(self)
    }
}

fn keyed(of_texts: bool) -> [Keyed<Segments>; 1] {
    [Keyed { key: "mine".to_owned(), measure: Box::new(no_sum(of_texts)) }]
}

fn refusal(readers: Vec<Arc<dyn Reader>>, grouping: Grouping, by: Option<&str>) -> String {
    let draws = by.map(|by| PartialDraws { resamples: 9, seed: 1, by: Some(by.to_owned()) });
    let plan = PartialPlan::new(readers, grouping, &[COLUMN.to_owned()], draws);
    plan.err().unwrap().to_string()
}

#[test]
fn measures_that_are_no_sums_are_named_with_the_reason() {
    insta::assert_snapshot!(are_sums(&keyed(true)).unwrap_err(), @"`mine` cannot be added up in parts: it looks at the texts of all units together");
    insta::assert_snapshot!(are_sums(&keyed(false)).unwrap_err(), @"`mine` cannot be added up in parts: it looks at the rows of all units together");
    insta::assert_snapshot!(refusal(vec![Arc::new(no_sum(false))], Grouping::default(), None), @"`longest` cannot be added up in parts: it looks at the rows of all units together");
    let words = Keyed {
        key: "w".to_owned(),
        measure: Box::new(regua_core::testing::Words::default()) as _,
    };
    assert_eq!(are_sums::<Segments>(&[words]), Ok(()));
}

#[test]
fn groupings_that_must_see_all_units_are_refused() {
    let macro_mean = Grouping { by: Vec::new(), cluster: Some(COLUMN.to_owned()) };
    insta::assert_snapshot!(refusal(readers(), macro_mean, None), @"the mean over the values of `document` cannot be added up in parts: each of them is read by itself");
    let by = |column: &str, bins: &str| Grouping {
        by: vec![By { column: column.to_owned(), bins: Some(bins.parse().unwrap()) }],
        cluster: None,
    };
    insta::assert_snapshot!(refusal(readers(), by(COLUMN, "q4"), None), @"the groups `q4` of `document` cannot be added up in parts: their edges depend on all values; give the edges");
    insta::assert_snapshot!(refusal(readers(), by("size", "1,2"), None), @"there is no column `size` to group by; the columns are `document`");
    insta::assert_snapshot!(refusal(readers(), Grouping::default(), Some("talk")), @"there is no column `talk` to group by; the columns are `document`");
}

/// Adds up the units of some rows.
fn added(rows: &[(i64, f64)], draws: Option<PartialDraws>) -> Result<Vec<PartialRow>, Error> {
    let units: Vec<_> =
        rows.iter().enumerate().map(|(at, row)| unit("a", at, Some(*row))).collect();
    let mut sums = PartialSums::new(Asked { groups: Groups::None, draws }.plan());
    let (keys, rows) = keys_and_rows(&units);
    sums.add(&keys, &rows)?;
    sums.take()
}

#[test]
fn numbers_that_leave_their_range_are_errors_that_name_the_slot() {
    let error = added(&[(i64::MAX, 0.0), (1, 0.0)], None).unwrap_err();
    insta::assert_snapshot!(error, @"the counts in slot `words` add up to more than a 64-bit integer holds");
    let error = added(&[(1, 2.0_f64.powi(62))], None).unwrap_err();
    insta::assert_snapshot!(error, @"the value 4.611686018427388e18 in slot `cost` cannot be added up in parts: it is 2^62 or more");
    // Each unit is drawn more than once in some draw.
    let draws = PartialDraws { resamples: 50, seed: 1, by: None };
    assert_eq!(
        added(&[(i64::MAX, 0.0)], Some(draws)),
        Err(Error::Overflow { slot: "words".to_owned() })
    );
}

#[test]
fn rows_of_two_machines_that_leave_their_range_together_are_an_error() {
    let row = added(&[(i64::MAX, 0.0)], None).unwrap().remove(0);
    let mut totals = PartialTotals::new(Asked { groups: Groups::None, draws: None }.plan());
    totals.merge(&row).unwrap();
    assert_eq!(totals.merge(&row), Err(Error::Overflow { slot: "words".to_owned() }));
}

#[test]
fn rows_that_are_not_of_the_plan_are_refused() {
    let row = added(&[(1, 1.0)], None).unwrap().remove(0);
    let asked = Asked { groups: Groups::Bins("1,2"), draws: None };
    let mut totals = PartialTotals::new(asked.plan());
    insta::assert_snapshot!(totals.merge(&row).unwrap_err(), @"a row of partial sums cannot be used: it has 2 texts and 16 numbers in place of 3 and 16");
    let texts = |bin: &str| ["a", bin, ""].map(str::to_owned).to_vec();
    let other = PartialRow { texts: texts("7"), ..row.clone() };
    insta::assert_snapshot!(totals.merge(&other).unwrap_err(), @"a row of partial sums cannot be used: `document` has no bin `7`");
    let other = PartialRow { texts: texts("1"), draw: 5, ..row };
    insta::assert_snapshot!(totals.merge(&other).unwrap_err(), @"a row of partial sums cannot be used: there is no draw 5");
}

#[test]
fn rows_that_are_missing_are_noticed() {
    let asked = Asked { groups: Groups::None, draws: None };
    let units = [unit("a", 0, None), unit("a", 1, Some((1, 1.0)))];
    let mut sums = PartialSums::new(asked.plan());
    let (keys, rows) = keys_and_rows(&units);
    sums.add(&keys, &rows).unwrap();
    let rows = sums.take().unwrap();
    assert_eq!(rows.iter().map(|row| row.draw).collect::<Vec<_>>(), [-1, -2]);
    let read = |rows: &[&PartialRow]| {
        let mut totals = PartialTotals::new(asked.plan());
        for row in rows {
            totals.merge(row).unwrap();
        }
        totals.readings(0.95, &AtomicBool::new(false))
    };
    insta::assert_snapshot!(read(&[&rows[1]]).unwrap_err(), @"a row of partial sums cannot be used: the units of `a` were not counted: rows are missing");
    assert!(read(&[&rows[0], &rows[1], &rows[1], &rows[1]]).is_err());
    assert!(read(&[&rows[0], &rows[1]]).is_ok());
}

#[test]
fn reading_can_be_stopped() {
    let mut totals = PartialTotals::new(Asked { groups: Groups::None, draws: None }.plan());
    totals.merge(&added(&[(1, 1.0)], None).unwrap().remove(0)).unwrap();
    assert_eq!(totals.readings(0.95, &AtomicBool::new(true)), Err(Error::Cancelled));
    assert_eq!(totals.readings(0.95, &AtomicBool::new(false)).unwrap().len(), 2);
}
