//! What several tests need: inputs in a folder, and what is read from them.

#![expect(dead_code, reason = "not every test file needs all of it")]

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

use regua_core::key::{KeyValue, UnitKey};
use regua_core::run::{Options, Source};
use regua_core::slot::Cell;
use regua_core::testing::Words;
use regua_core::{Reader, Rows, Segments};
use regua_data::ledger::{Contents, Writer};
use regua_data::{Columns, Error, Files, Input, Texts, open};

/// A unit as it was read, with all its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    pub id: String,
    pub system: String,
    pub columns: Vec<KeyValue>,
    pub hypotheses: Vec<(String, Option<f64>)>,
    pub references: Vec<String>,
    pub source: Option<String>,
}

/// All that an input holds: the kept columns, the units, the warnings.
#[derive(Debug, PartialEq)]
pub struct All {
    pub columns: Vec<String>,
    pub units: Vec<Read>,
    pub warnings: Vec<String>,
}

pub fn read(input: &Input) -> Result<All, Error> {
    let mut source = open(input)?;
    let columns = Source::<Segments>::columns(&mut source)?;
    let mut units = Vec::new();
    while let Some(raw) = source.fetch()? {
        let block = raw.decode()?;
        block.with_units(&mut |segments| {
            for (key, segment) in block.keys().iter().zip(segments) {
                assert_eq!(key.columns.len(), columns.len());
                assert_eq!(
                    key.references.map(|count| count as usize),
                    Some(segment.references.len())
                );
                units.push(Read {
                    id: key.id.clone(),
                    system: key.system.to_string(),
                    columns: key.columns.clone(),
                    hypotheses: segment
                        .hypotheses
                        .iter()
                        .map(|one| (one.text.to_owned(), one.log_likelihood))
                        .collect(),
                    references: segment.references.iter().map(|&text| text.to_owned()).collect(),
                    source: segment.source.map(str::to_owned),
                });
            }
        });
    }
    Ok(All { columns, units, warnings: source.warnings() })
}

/// A folder of inputs that is gone after the test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// A message without the part of its paths that changes from run to run.
    pub fn message(&self, error: &Error) -> String {
        error.to_string().replace(&format!("{}/", self.0.path().display()), "")
    }
}

pub fn table(path: &Path) -> Input {
    table_with(path, &[])
}

pub fn table_with(path: &Path, columns: &[&str]) -> Input {
    let columns = Columns::parse(columns).unwrap();
    let files = Files::Table { tables: vec![path.to_owned().into()], format: None, columns };
    Input { files, ..Input::default() }
}

pub fn lines(hypotheses: &Path, references: &[&Path], source: Option<&Path>) -> Input {
    let files = Files::Lines {
        systems: vec![("sys".to_owned(), hypotheses.to_owned())],
        references: references.iter().map(|&path| path.to_owned()).collect(),
        source: source.map(Path::to_owned),
    };
    Input { files, ..Input::default() }
}

/// Runs on this many threads, to the end.
pub struct Running {
    pub cancel: AtomicBool,
    pub done: AtomicU64,
    pub threads: usize,
}

impl Running {
    pub fn on(threads: usize) -> Self {
        Self { cancel: AtomicBool::new(false), done: AtomicU64::new(0), threads }
    }

    pub fn options(&self) -> Options<'_> {
        Options {
            threads: NonZeroUsize::new(self.threads).unwrap(),
            cancel: &self.cancel,
            done: &self.done,
            digest: false,
        }
    }
}

pub fn key(id: &str, columns: Vec<KeyValue>) -> UnitKey {
    UnitKey { id: id.to_owned(), system: "sys".into(), references: None, columns }
}

/// A ledger of word counts with one kept column and texts; every fourth unit
/// is unscored.
pub fn write_ledger(path: &Path, units: u32) {
    let words = Words::default();
    let contents = Contents::new::<Segments>(
        [("words", &words as &dyn Reader)],
        vec!["topic".to_owned()],
        true,
    );
    let mut writer = Writer::create(path, contents).unwrap();
    let keys: Vec<_> = (0..units)
        .map(|n| key(&n.to_string(), vec![KeyValue::Integer(i64::from(n % 3))]))
        .collect();
    let mut rows = Rows::new(words.slots().into(), keys.len());
    let mut texts = Vec::new();
    for n in 0..units {
        if n % 4 == 0 {
            rows.unscored(n as usize, "because");
        } else {
            rows.set_cells(n as usize, &[Cell::Count(i64::from(n) * 1000)]);
        }
        texts.push(Texts {
            hypotheses: vec![format!("texto {n}")],
            references: vec![format!("referência {n}"); n as usize % 3],
            source: (n % 2 == 0).then(|| "fonte".to_owned()),
        });
    }
    writer.add(&keys, &[rows], Some(&texts), 0).unwrap();
    writer.finish().unwrap();
}
