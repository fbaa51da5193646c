//! The run engine on units in memory: order, threads, groups, beams, fits.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use proptest::prelude::*;
use regua_core::group::{By, GroupReading, Grouping, Totals};
use regua_core::key::{KeyValue, UnitKey};
use regua_core::run::{Block, Keyed, Options, Raw, RawBlock, Source, absorb, absorb_block, run};
use regua_core::testing::Words;
use regua_core::{
    Batch, Entry, Error, Fit, Hypothesis, Measure, Needs, Reader, ReadingInfo, Readings, Registry,
    Rows, Scale, Schedule, Segment, Segments, Signature, Slot, Spec, Tally,
};

/// The group of a unit, and its hypotheses with their likelihoods.
type Unit = (String, Vec<(String, Option<f64>)>);

/// Outputs of one system, in blocks of three.
#[derive(Clone)]
struct Texts {
    units: Vec<Unit>,
    next: usize,
    broken_at: Option<usize>,
}

impl Texts {
    fn new(texts: &[&str]) -> Self {
        let one = |text: &&str| ("x".to_owned(), vec![((*text).to_owned(), None)]);
        Self { units: texts.iter().map(one).collect(), next: 0, broken_at: None }
    }
}

struct TextBlock {
    keys: Vec<UnitKey>,
    units: Vec<Unit>,
    broken: bool,
}

impl Source<Segments> for Texts {
    type Error = Error;

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        Ok(vec!["kind".to_owned()])
    }

    fn fetch(&mut self) -> Result<Option<Raw<Segments, Error>>, Error> {
        let units: Vec<_> = self.units.iter().skip(self.next).take(3).cloned().collect();
        if units.is_empty() {
            return Ok(None);
        }
        let key = |(at, unit): (usize, &(String, _))| UnitKey {
            id: (self.next + at).to_string(),
            system: "s".into(),
            references: None,
            columns: vec![KeyValue::Text(unit.0.clone())],
        };
        let keys = units.iter().enumerate().map(key).collect();
        let broken = self.broken_at.is_some_and(|at| self.next >= at);
        self.next += 3;
        Ok(Some(Box::new(TextBlock { keys, units, broken })))
    }
}

impl RawBlock<Segments, Error> for TextBlock {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<Segments>>, Error> {
        if self.broken {
            let id = self.keys[0].id.clone();
            return Err(Error::Unit { id, measure: "m".to_owned(), rule: "is broken".to_owned() });
        }
        Ok(self)
    }
}

impl Block<Segments> for TextBlock {
    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn with_units(&self, look: &mut dyn for<'u> FnMut(&'u [Segment<'u>])) {
        let hypotheses: Vec<Vec<Hypothesis<'_>>> = self
            .units
            .iter()
            .map(|(_, texts)| {
                texts
                    .iter()
                    .map(|(text, log_likelihood)| Hypothesis {
                        text,
                        log_likelihood: *log_likelihood,
                    })
                    .collect()
            })
            .collect();
        let units: Vec<Segment<'_>> = hypotheses
            .iter()
            .map(|hypotheses| Segment { hypotheses, references: &[], source: None })
            .collect();
        look(&units);
    }
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    registry.add(Entry::new("words", |_| Ok(Words::default()))).unwrap();
    registry
}

fn keyed(text: &str) -> Keyed<Segments> {
    let spec: Spec = text.parse().unwrap();
    let built = registry().build(&spec).unwrap();
    let regua_core::Built::Ready(measure) = built else { panic!("it needs no fit") };
    Keyed { key: spec.key().to_owned(), measure }
}

fn totals(
    mut source: Texts,
    measure: &str,
    threads: usize,
    grouping: Grouping,
) -> Result<Vec<GroupReading>, Error> {
    let measures = [keyed(measure)];
    let reader: Arc<dyn Reader> = Arc::from(registry().reader(&measure.parse().unwrap()).unwrap());
    let columns = source.columns()?;
    let mut totals = Totals::new(vec![reader], grouping, &columns)?;
    let options = Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        cancel: &AtomicBool::new(false),
        done: &AtomicU64::new(0),
        digest: false,
    };
    run(&mut source, &measures, &options, |part| totals.add(part.block.keys(), &part.rows))?;
    totals.readings()
}

fn headline(readings: &[GroupReading]) -> f64 {
    readings[0].readings.headline().unwrap()
}

#[test]
fn blocks_arrive_in_input_order_on_any_number_of_threads() {
    let texts: Vec<String> = (0..50).map(|n| n.to_string()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for threads in [1, 2, 5] {
        let mut ids = Vec::new();
        let options = Options {
            threads: NonZeroUsize::new(threads).unwrap(),
            cancel: &AtomicBool::new(false),
            done: &AtomicU64::new(0),
            digest: true,
        };
        run(&mut Texts::new(&texts), &[keyed("words")], &options, |part| -> Result<(), Error> {
            ids.extend(part.block.keys().iter().map(|key| key.id.clone()));
            Ok(())
        })
        .unwrap();
        assert_eq!(ids, (0..50).map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(options.done.load(Ordering::Relaxed), 50);
    }
}

#[test]
fn the_first_error_in_input_order_is_the_one_reported() {
    let mut source = Texts::new(&["a"; 60]);
    source.broken_at = Some(30);
    for threads in [1, 4] {
        let error = totals(source.clone(), "words", threads, Grouping::default()).unwrap_err();
        assert_eq!(error.to_string(), "unit `30`: `m` is broken");
    }
}

#[test]
fn a_cancelled_run_says_so() {
    let options = Options {
        threads: NonZeroUsize::MIN,
        cancel: &AtomicBool::new(true),
        done: &AtomicU64::new(0),
        digest: false,
    };
    let outcome: Result<(), Error> =
        run(&mut Texts::new(&["a"]), &[keyed("words")], &options, |_| Ok(()));
    assert_eq!(outcome, Err(Error::Cancelled));
}

#[test]
fn groups_come_after_the_total_in_the_order_of_their_bins() {
    let mut source = Texts::new(&["a", "a b", "a b c", "a b c d"]);
    for (unit, kind) in source.units.iter_mut().zip(["10", "2", "2", "x"]) {
        unit.0 = kind.to_owned();
    }
    let by = |bins: Option<&str>| Grouping {
        by: vec![By { column: "kind".to_owned(), bins: bins.map(|bins| bins.parse().unwrap()) }],
        cluster: None,
    };
    let shown = |grouping| -> Vec<(String, f64)> {
        let readings = totals(source.clone(), "words", 1, grouping).unwrap();
        let name =
            |one: &GroupReading| one.group.first().map_or("total", |(_, name)| name).to_owned();
        readings.iter().map(|one| (name(one), one.readings.headline().unwrap())).collect()
    };
    let row = |name: &str, words: f64| (name.to_owned(), words);
    assert_eq!(shown(by(None)), [row("total", 10.0), row("2", 5.0), row("10", 1.0), row("x", 4.0)]);
    assert_eq!(
        shown(by(Some("5+,1-4"))),
        [row("total", 10.0), row("5+", 1.0), row("1-4", 5.0), row("other", 4.0)]
    );
    let grouping = Grouping { by: vec![], cluster: Some("kind".to_owned()) };
    // Three clusters with 1, 5 and 4 words.
    assert!(
        (headline(&totals(source.clone(), "words", 1, grouping).unwrap()) - 10.0 / 3.0).abs()
            < 1e-15
    );
}

#[test]
fn an_unknown_group_column_names_those_there_are() {
    let grouping =
        Grouping { by: vec![By { column: "size".to_owned(), bins: None }], cluster: None };
    let error = totals(Texts::new(&["a"]), "words", 1, grouping).unwrap_err();
    assert_eq!(error.to_string(), "there is no column `size` to group by; the columns are `kind`");
}

#[test]
fn a_beam_counts_as_its_mean_or_its_likeliest_and_has_a_best_only_if_more_is_better_or_worse() {
    let mut source = Texts::new(&[""]);
    source.units[0].1 = vec![
        ("a".to_owned(), Some(-3.0)),
        ("a b".to_owned(), Some(-1.0)),
        ("a b c".to_owned(), Some(-2.0)),
    ];
    let read = |measure| totals(source.clone(), measure, 1, Grouping::default());
    assert!((headline(&read("words(beam=mean)").unwrap()) - 6.0).abs() < 1e-15);
    assert!((headline(&read("words(beam=likeliest)").unwrap()) - 2.0).abs() < 1e-15);
    let reasons = &read("words(beam=best)").unwrap()[0].unscored;
    let reason = "none is the best where more is neither better nor worse";
    assert_eq!(reasons.get(reason), Some(&1));
    assert_eq!(
        read("words").unwrap_err().to_string(),
        "unit `0`: `words` measures one hypothesis, but there are 3; choose how with `--beam mean`, `likeliest` or `best`"
    );
}

#[test]
fn the_likeliest_of_a_beam_needs_likelihoods() {
    let mut source = Texts::new(&[""]);
    source.units[0].1 = vec![("a".to_owned(), None), ("b".to_owned(), Some(-1.0))];
    let error = totals(source, "words(beam=likeliest)", 1, Grouping::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "unit `0`: `words` takes the likeliest hypothesis, but not every one has a `loglik`"
    );
}

/// Refuses batches of more than two units, and says how many it saw.
struct Small(Vec<Slot>, Vec<ReadingInfo>);

impl Reader for Small {
    fn signature(&self) -> Signature {
        Signature::new("small")
    }

    fn slots(&self) -> &[Slot] {
        &self.0
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.1
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [total.fields().count() as f64].into_iter().collect()
    }
}

impl Measure for Small {
    type Kind = Segments;

    fn schedule(&self) -> Schedule {
        Schedule::Exclusive { batch: 2 }
    }

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        assert!(batch.units().len() <= 2);
        for unit in 0..rows.len() {
            rows.set_cells(unit, &[regua_core::Cell::Count(1)]);
        }
        Ok(())
    }
}

#[test]
fn an_exclusive_measure_gets_batches_of_its_size() {
    let measure = Small(vec![Slot::count("n")], vec![ReadingInfo::neither("n", Scale::Count)]);
    let measures = [Keyed { key: "small".to_owned(), measure: Box::new(measure) as _ }];
    let options = Options {
        threads: NonZeroUsize::new(3).unwrap(),
        cancel: &AtomicBool::new(false),
        done: &AtomicU64::new(0),
        digest: false,
    };
    let mut scored = 0;
    run(&mut Texts::new(&["a"; 20]), &measures, &options, |part| -> Result<(), Error> {
        scored += (0..part.rows[0].len()).filter(|unit| part.rows[0].row(*unit).is_ok()).count();
        Ok(())
    })
    .unwrap();
    assert_eq!(scored, 20);
}

/// Fails where no measure may.
struct Faulty(Words);

impl Reader for Faulty {
    fn signature(&self) -> Signature {
        self.0.signature()
    }

    fn slots(&self) -> &[Slot] {
        self.0.slots()
    }

    fn readings(&self) -> &[ReadingInfo] {
        self.0.readings()
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        self.0.read(total)
    }
}

impl Measure for Faulty {
    type Kind = Segments;

    fn tally(&self, batch: &Batch<'_, Segments>, rows: &mut Rows) -> Result<(), Error> {
        assert!(batch.units()[0].hypothesis() != "fault", "a fault in a measure");
        self.0.tally(batch, rows)
    }
}

#[test]
#[should_panic = "a scoped thread panicked"]
fn a_measure_that_panics_ends_the_run_and_does_not_hang_it() {
    let mut texts = ["a"; 300];
    texts[3] = "fault";
    let measures =
        [Keyed { key: "f".to_owned(), measure: Box::new(Faulty(Words::default())) as _ }];
    let options = Options {
        threads: NonZeroUsize::new(2).unwrap(),
        cancel: &AtomicBool::new(false),
        done: &AtomicU64::new(0),
        digest: false,
    };
    let _: Result<(), Error> = run(&mut Texts::new(&texts), &measures, &options, |_| Ok(()));
}

/// Learns how many words there are in all.
#[derive(Default)]
struct Vocabulary(u64);

impl Fit for Vocabulary {
    type Kind = Segments;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn absorb(&mut self, batch: &Batch<'_, Segments>) -> Result<(), Error> {
        let words = batch.units().iter().map(|unit| unit.hypothesis().split_whitespace().count());
        self.0 += words.sum::<usize>() as u64;
        Ok(())
    }

    fn merge(&mut self, saved: &[u8]) -> Result<(), Error> {
        self.0 += u64::from_le_bytes(saved.try_into().unwrap());
        Ok(())
    }

    fn save(&self) -> Vec<u8> {
        self.0.to_le_bytes().to_vec()
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Segments>>, Error> {
        Ok(Box::new(Words::default()))
    }
}

#[test]
fn blocks_that_are_absorbed_one_by_one_and_merged_teach_what_all_of_them_do() {
    let mut source = Texts::new(&["a", "a b", "c", "d e f", "g"]);
    // A unit that lacks what the fit needs is passed over.
    source.units[1].1.push(("two hypotheses".to_owned(), None));
    let mut whole: [Box<dyn Fit<Kind = Segments>>; 1] = [Box::new(Vocabulary::default())];
    absorb(&mut source.clone(), &mut whole, &AtomicBool::new(false)).unwrap();
    let mut merged = Vocabulary::default();
    while let Some(raw) = source.fetch().unwrap() {
        let mut part: [Box<dyn Fit<Kind = Segments>>; 1] = [Box::new(Vocabulary::default())];
        absorb_block(&*raw.decode().unwrap(), &mut part).unwrap();
        merged.merge(&part[0].save()).unwrap();
    }
    assert_eq!((merged.0, merged.save()), (6, whole[0].save()));
}

proptest! {
    #[test]
    fn neither_threads_nor_order_change_a_mean(mut texts in prop::collection::vec("[ab ]{0,8}", 1..40)) {
        let mean = |texts: &[String], threads| {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            headline(&totals(Texts::new(&texts), "words(mean=yes)", threads, Grouping::default()).unwrap())
        };
        let one = mean(&texts, 1);
        prop_assert_eq!(one.to_bits(), mean(&texts, 3).to_bits());
        texts.reverse();
        prop_assert_eq!(one.to_bits(), mean(&texts, 1).to_bits());
    }
}
