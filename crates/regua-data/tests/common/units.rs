//! Units of all kinds in memory, as a source, and measures of them.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use regua_core::key::{KeyValue, UnitKey};
use regua_core::run::{Block, Keyed, Raw, RawBlock, Source};
use regua_core::unit::{AnnotatedDocument, AnnotatedDocuments, Mention, TestCase, TestCases};
use regua_core::{
    Batch, Built, Cell, Entry, Error, Fit, Hypothesis, Measure, Needs, Reader, ReadingInfo,
    Readings, Registry, Rows, Scale, Segment, Segments, Signature, Slot, Spec, Tally, UnitKind,
    tally,
};

/// What looks at lent units.
pub type Look<'l, K> = dyn for<'u> FnMut(&'u [<K as UnitKind>::Unit<'u>]) + 'l;

/// A unit that owns what it lends.
pub trait Owned: Clone + Send + Sync + 'static {
    type Kind: UnitKind;
    fn with(units: &[Self], look: &mut Look<'_, Self::Kind>);
}

/// A hypothesis and a reference.
#[derive(Clone)]
pub struct Pair(pub String, pub String);

impl Owned for Pair {
    type Kind = Segments;

    fn with(units: &[Self], look: &mut Look<'_, Segments>) {
        let texts: Vec<(Hypothesis<'_>, &str)> = units
            .iter()
            .map(|Pair(hypothesis, reference)| (hypothesis.as_str().into(), reference.as_str()))
            .collect();
        let segments: Vec<Segment<'_>> = texts
            .iter()
            .map(|(hypothesis, reference)| Segment {
                hypotheses: std::slice::from_ref(hypothesis),
                references: std::slice::from_ref(reference),
                source: None,
            })
            .collect();
        look(&segments);
    }
}

/// The key groups of a document.
#[derive(Clone)]
pub struct Document(pub Vec<Vec<Mention>>);

impl Owned for Document {
    type Kind = AnnotatedDocuments;

    fn with(units: &[Self], look: &mut Look<'_, AnnotatedDocuments>) {
        let documents: Vec<_> =
            units.iter().map(|Document(key)| AnnotatedDocument { key, response: &[] }).collect();
        look(&documents);
    }
}

/// The outcomes of a case.
#[derive(Clone)]
pub struct Case(pub Vec<Option<f64>>);

impl Owned for Case {
    type Kind = TestCases;

    fn with(units: &[Self], look: &mut Look<'_, TestCases>) {
        let cases: Vec<_> = units.iter().map(|Case(outcomes)| TestCase { outcomes }).collect();
        look(&cases);
    }
}

/// Units in memory; each has a column `topic` that groups them.
pub struct Memory<O> {
    pub blocks: std::vec::IntoIter<(Vec<UnitKey>, Vec<O>)>,
}

impl<O: Owned> Memory<O> {
    pub fn new(units: &[O], per_block: usize) -> Self {
        let keys: Vec<UnitKey> = (0..units.len())
            .map(|n| UnitKey {
                id: n.to_string(),
                system: if n % 2 == 0 { "even" } else { "odd" }.into(),
                references: [None, Some(1), Some(2)][n % 3],
                columns: vec![match n % 5 {
                    0 => KeyValue::Missing,
                    1 => KeyValue::Integer(n as i64 / 40),
                    2 => KeyValue::Number(n as f64 / 40.0),
                    3 if n > 60 => KeyValue::Text(format!("tópico {}", n / 30)),
                    _ => KeyValue::Integer(7),
                }],
            })
            .collect();
        let blocks = keys.chunks(per_block).zip(units.chunks(per_block));
        let blocks: Vec<_> = blocks.map(|(keys, units)| (keys.to_vec(), units.to_vec())).collect();
        Self { blocks: blocks.into_iter() }
    }
}

impl<O: Owned> Source<O::Kind> for Memory<O> {
    type Error = regua_data::Error;

    fn columns(&mut self) -> Result<Vec<String>, Self::Error> {
        Ok(vec!["topic".to_owned()])
    }

    fn fetch(&mut self) -> Result<Option<Raw<O::Kind, Self::Error>>, Self::Error> {
        Ok(self.blocks.next().map(|(keys, units)| Box::new(Held { keys, units }) as Raw<_, _>))
    }
}

struct Held<O> {
    keys: Vec<UnitKey>,
    units: Vec<O>,
}

impl<O: Owned> RawBlock<O::Kind, regua_data::Error> for Held<O> {
    fn decode(self: Box<Self>) -> Result<Box<dyn Block<O::Kind>>, regua_data::Error> {
        Ok(self)
    }
}

impl<O: Owned> Block<O::Kind> for Held<O> {
    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn with_units(&self, look: &mut dyn for<'u> FnMut(&'u [<O::Kind as UnitKind>::Unit<'u>])) {
        O::with(&self.units, look);
    }
}

/// A measure that is all closures: what a tally is, and what is read off it.
pub struct Simple<K, T> {
    name: &'static str,
    setting: Option<String>,
    slots: Vec<Slot>,
    readings: Vec<ReadingInfo>,
    read: fn(Tally<'_>) -> f64,
    tally: T,
    kind: PhantomData<fn(K)>,
}

impl<K, T: Send + Sync> Reader for Simple<K, T> {
    fn signature(&self) -> Signature {
        let signature = Signature::new(self.name);
        match &self.setting {
            Some(fit) => signature.with("fit", fit),
            None => signature,
        }
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    fn read(&self, total: Tally<'_>) -> Readings {
        [(self.read)(total)].into_iter().collect()
    }
}

impl<K, T> Measure for Simple<K, T>
where
    K: UnitKind,
    T: Fn(&K::Unit<'_>, usize, &mut Rows) + Send + Sync,
{
    type Kind = K;

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn tally(&self, batch: &Batch<'_, K>, rows: &mut Rows) -> Result<(), Error> {
        for (unit, content) in batch.units().iter().enumerate() {
            (self.tally)(content, unit, rows);
        }
        Ok(())
    }
}

/// The mean logarithm of word lengths, of hypotheses that are not empty.
pub fn log_lengths() -> impl Measure<Kind = Segments> {
    tally! {
        struct Lengths {
            words: count,
            logs: real,
        }
    }
    let mut slots = Lengths::slots();
    slots.push(Slot::diagnostic("shouts", "words were shouted"));
    Simple {
        name: "log-lengths",
        setting: None,
        slots,
        readings: vec![ReadingInfo::neither("mean", Scale::Open)],
        read: |total| {
            let lengths = Lengths::read(total);
            lengths.logs / lengths.words as f64
        },
        tally: |segment: &Segment<'_>, unit: usize, rows: &mut Rows| {
            let words: Vec<&str> = segment.hypothesis().split_whitespace().collect();
            if words.is_empty() {
                return rows.unscored(unit, "the hypothesis is empty");
            }
            let logs = words.iter().map(|word| (word.len() as f64).ln()).sum();
            let shouts = words.iter().filter(|word| word.ends_with('!')).count();
            let mut row = Vec::new();
            regua_core::TallyRow::write(&Lengths { words: words.len() as i64, logs }, &mut row);
            row.push(Cell::Count(shouts as i64));
            rows.set_cells(unit, &row);
        },
        kind: PhantomData,
    }
}

/// Links of the key groups: one fewer than mentions in each.
pub fn links() -> impl Measure<Kind = AnnotatedDocuments> {
    tally! {
        struct Links {
            links: count,
        }
    }
    Simple {
        name: "links",
        setting: None,
        slots: Links::slots(),
        readings: vec![ReadingInfo::neither("links", Scale::Count)],
        read: |total| Links::read(total).links as f64,
        tally: |document: &AnnotatedDocument<'_>, unit: usize, rows: &mut Rows| {
            let links =
                document.key.iter().map(|group| group.len().saturating_sub(1)).sum::<usize>();
            rows.set(unit, &Links { links: links as i64 });
        },
        kind: PhantomData,
    }
}

/// The share of failed cases, with how badly each failed.
pub fn failures() -> impl Measure<Kind = TestCases> {
    Simple {
        name: "failures",
        setting: None,
        slots: vec![
            Slot::count("cases"),
            Slot::count("failed"),
            Slot::real("severity").unit_only(),
        ],
        readings: vec![ReadingInfo::lower("rate", Scale::Unit)],
        read: |total| {
            let mut fields = total.fields();
            let (cases, failed) = (fields.count(), fields.count());
            failed as f64 / cases as f64
        },
        tally: |case: &TestCase<'_>, unit: usize, rows: &mut Rows| {
            let worst = case.outcomes.iter().flatten().copied().reduce(f64::min);
            let Some(worst) = worst else { return rows.unscored(unit, "nothing applies") };
            rows.set_cells(
                unit,
                &[
                    Cell::Count(1),
                    Cell::Count(i64::from(worst <= 0.0)),
                    Cell::Real((-worst).max(0.0)),
                ],
            );
        },
        kind: PhantomData,
    }
}

/// Words of the hypothesis, weighted by how few references have them.
#[derive(Default)]
pub struct RareWords {
    documents: u64,
    with_word: BTreeMap<String, u64>,
}

fn rare_words_reader(
    fit: String,
    documents: u64,
    with_word: BTreeMap<String, u64>,
) -> impl Measure<Kind = Segments> {
    tally! {
        struct Weights {
            weight: real,
        }
    }
    Simple {
        name: "rare-words",
        setting: Some(fit),
        slots: Weights::slots(),
        readings: vec![ReadingInfo::neither("weight", Scale::Open)],
        read: |total| Weights::read(total).weight,
        tally: move |segment: &Segment<'_>, unit: usize, rows: &mut Rows| {
            let weight = |word: &str| {
                let with = with_word.get(word).copied().unwrap_or(0);
                ((documents + 1) as f64 / (with + 1) as f64).ln()
            };
            let weight = segment.hypothesis().split_whitespace().map(weight).sum();
            rows.set(unit, &Weights { weight });
        },
        kind: PhantomData,
    }
}

impl Fit for RareWords {
    type Kind = Segments;

    fn absorb(&mut self, batch: &Batch<'_, Segments>) -> Result<(), Error> {
        for segment in batch.units() {
            self.documents += 1;
            let words: std::collections::BTreeSet<&str> =
                segment.references.iter().flat_map(|text| text.split_whitespace()).collect();
            for word in words {
                *self.with_word.entry(word.to_owned()).or_default() += 1;
            }
        }
        Ok(())
    }

    fn merge(&mut self, _: &[u8]) -> Result<(), Error> {
        Err(Error::Fit { measure: "rare-words".to_owned(), rule: "it is never saved".to_owned() })
    }

    fn save(&self) -> Vec<u8> {
        format!("{} {:?}", self.documents, self.with_word).into_bytes()
    }

    fn finish(self: Box<Self>) -> Result<Box<dyn Measure<Kind = Segments>>, Error> {
        let fit = regua_core::fit::fingerprint(&self.save());
        Ok(Box::new(rare_words_reader(fit, self.documents, self.with_word)))
    }
}

pub fn registry() -> Registry {
    let mut registry = Registry::default();
    let words = Entry::new("words", |_| Ok(regua_core::testing::Words::default()));
    let rare = Entry::fitted::<Segments>(
        "rare-words",
        |settings| {
            settings.text("fit");
            Ok(Box::<RareWords>::default())
        },
        |settings| {
            let fit = settings.text("fit").unwrap_or_default().to_owned();
            Ok(Box::new(rare_words_reader(fit, 0, BTreeMap::new())))
        },
    );
    for entry in [
        words,
        rare,
        Entry::new("log-lengths", |_| Ok(log_lengths())),
        Entry::new("links", |_| Ok(links())),
        Entry::new("failures", |_| Ok(failures())),
    ] {
        registry.add(entry).unwrap();
    }
    registry
}

/// Builds measures; those that must be fitted are fitted on these units.
pub fn built<O: Owned>(text: &str, units: &[O]) -> Vec<Keyed<O::Kind>> {
    let registry = registry();
    let cancel = std::sync::atomic::AtomicBool::new(false);
    let keyed = |spec: Spec| {
        let measure = match registry.build::<O::Kind>(&spec).unwrap() {
            Built::Ready(measure) => measure,
            Built::Unfitted(fit) => {
                let mut fits = [fit];
                regua_core::run::absorb(&mut Memory::new(units, 7), &mut fits, &cancel).unwrap();
                let [fit] = fits;
                fit.finish().unwrap()
            }
        };
        Keyed { key: spec.key().to_owned(), measure }
    };
    registry.specs(text).unwrap().into_iter().map(keyed).collect()
}

pub fn readers<K: UnitKind>(measures: Vec<Keyed<K>>) -> Vec<Arc<dyn Reader>> {
    measures.into_iter().map(|keyed| Arc::new(keyed.measure) as Arc<dyn Reader>).collect()
}

pub fn pairs(count: usize) -> Vec<Pair> {
    let word = |n: usize| ["uma", "régua", "mede", "palavras!", "raras", "comprimento"][n % 6];
    let text = |n: usize, words: usize| {
        (0..words).map(|k| word(n * 7 + k * (n % 5 + 1))).collect::<Vec<_>>().join(" ")
    };
    (0..count).map(|n| Pair(text(n, n % 9), text(n + 3, n % 4 + 1))).collect()
}

pub fn documents(count: u32) -> Vec<Document> {
    let group = |n: u32| (0..n).map(|first| Mention { first, last: first + 1 }).collect::<Vec<_>>();
    (0..count).map(|n| Document((0..n % 4).map(|k| group(n % 6 + k)).collect())).collect()
}

pub fn cases(count: usize) -> Vec<Case> {
    let outcome = |n: usize| (!n.is_multiple_of(7)).then(|| (n % 11) as f64 / 3.0 - 1.0);
    (0..count).map(|n| Case((0..n % 5).map(|k| outcome(n + k * 3)).collect())).collect()
}
