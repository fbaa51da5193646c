//! Ledgers: what is saved is read back, and a damaged one is an error.

use std::path::Path;
use std::sync::LazyLock;

use regua_core::key::{KeyValue, UnitKey};
use regua_core::{Reader, Rows, Segments};
use regua_data::Error;
use regua_data::ledger::{Contents, Ledger, LedgerBlock, Texts, Writer};

use crate::input::Random;
use crate::measures::{self, MEASURES};
use crate::memory::bounded;
use crate::target::{Target, holds, same};
use crate::units::{self, Unit};

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "ledger",
            about: "keys, rows and texts are read back as they were saved",
            may_abort: false,
            make: units::make,
            check: check_back,
        },
        Target {
            name: "ledger-broken",
            about: "broken bytes are rows or an error, never a panic or gigabytes",
            may_abort: true,
            make: make_broken,
            check: check_broken,
        },
    ]
}

/// Some ledgers as bytes; writing one waits for the disk, breaking one does not.
static LEDGERS: LazyLock<Result<Vec<Vec<u8>>, String>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut ledgers = Vec::new();
    for seed in 0..6 {
        let units = units::parse(&units::make(&mut Random::new(seed)));
        let path = folder.path().join("ledger.parquet");
        save(&path, &units, seed % 2 == 0)?;
        ledgers.push(std::fs::read(path).map_err(|error| error.to_string())?);
    }
    Ok(ledgers)
});

/// A few measures, so that ledgers are small and most of their bytes matter.
const MEASURES_SAVED: usize = 3;

fn rows(units: &[Unit]) -> Result<Vec<Rows>, String> {
    let measures = MEASURES.as_ref()?.iter().take(MEASURES_SAVED);
    measures.map(|measure| measures::rows(measure, units)).collect()
}

fn keys(units: &[Unit]) -> Vec<UnitKey> {
    let key = |(number, unit): (i64, &Unit)| UnitKey {
        id: unit.id.clone(),
        system: unit.system.as_str().into(),
        references: u32::try_from(unit.references.len()).ok(),
        columns: vec![
            unit.source.clone().map_or(KeyValue::Missing, KeyValue::Text),
            if number % 3 == 0 { KeyValue::Missing } else { KeyValue::Integer(number) },
        ],
    };
    (0..).zip(units).map(key).collect()
}

fn texts(units: &[Unit]) -> Vec<Texts> {
    let own = |unit: &Unit| Texts {
        hypotheses: vec![unit.hypothesis().to_owned()],
        references: unit.references.clone(),
        source: unit.source.clone(),
    };
    units.iter().map(own).collect()
}

fn save(path: &Path, units: &[Unit], with_texts: bool) -> Result<(), String> {
    let rows = rows(units)?;
    let names = ["first", "second", "third"];
    let readers = names.into_iter().zip(MEASURES.as_ref()?);
    let readers = readers.map(|(name, measure)| (name, &**measure as &dyn Reader));
    let columns = vec!["topic".to_owned(), "number".to_owned()];
    let contents = Contents::new::<Segments>(readers, columns, with_texts);
    let texts = with_texts.then(|| texts(units));
    let saved = Writer::create(path, contents).and_then(|mut writer| {
        writer.add(&keys(units), &rows, texts.as_deref(), 0)?;
        writer.finish()
    });
    saved.map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<Vec<LedgerBlock>, Error> {
    let ledger = Ledger::open(path)?;
    let units = ledger.units();
    let blocks: Vec<LedgerBlock> = ledger.blocks()?.collect::<Result<_, _>>()?;
    let found: usize = blocks.iter().map(|block| block.keys.len()).sum();
    assert_eq!(found as u64, units, "the ledger has another number of units than it says");
    for block in &blocks {
        for rows in &block.rows {
            assert_eq!(rows.len(), block.keys.len(), "a unit has no row");
        }
    }
    Ok(blocks)
}

fn check_back(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let mut units = units::parse(bytes);
    units.retain(|unit| !unit.references.is_empty());
    units.truncate(40);
    let path = folder.join("ledger.parquet");
    save(&path, &units, bytes.len().is_multiple_of(2))?;
    let blocks = read(&path).map_err(|error| error.to_string())?;
    let found: Vec<UnitKey> = blocks.iter().flat_map(|block| block.keys.clone()).collect();
    same("the list of keys", &found, &keys(&units))?;
    let expected = rows(&units)?;
    let mut position = 0;
    for block in &blocks {
        for unit in 0..block.keys.len() {
            for (found, expected) in block.rows.iter().zip(&expected) {
                same("a row", &found.row(unit), &expected.row(position))?;
            }
            position += 1;
        }
    }
    let found: Option<Vec<Texts>> = blocks
        .into_iter()
        .map(|block| block.texts)
        .collect::<Option<Vec<_>>>()
        .map(|all| all.concat());
    if bytes.len().is_multiple_of(2) {
        same("the list of texts", &found, &Some(texts(&units)))?;
    }
    Ok(())
}

fn make_broken(random: &mut Random) -> Vec<u8> {
    let Ok(ledgers) = LEDGERS.as_ref() else { return Vec::new() };
    let mut bytes = ledgers[random.below(ledgers.len())].clone();
    if random.one_in(2) {
        random.mutate_end(&mut bytes);
    } else {
        random.mutate(&mut bytes);
    }
    bytes
}

fn check_broken(bytes: &[u8], folder: &Path) -> Result<(), String> {
    LEDGERS.as_ref()?;
    let path = folder.join("broken.parquet");
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    if let Err(error) = bounded(|| read(&path))? {
        let error = error.to_string();
        holds(
            &format!("the error does not name the file: {error}"),
            error.contains(&path.display().to_string()),
        )?;
    }
    Ok(())
}
