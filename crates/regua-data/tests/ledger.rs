//! What goes into a ledger comes out of it, and what is no ledger says so.

mod common;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use common::{Folder, key, write_ledger};
use insta::assert_snapshot;
use parquet::arrow::ArrowWriter;
use parquet::file::metadata::KeyValue as Note;
use regua_core::key::KeyValue;
use regua_core::mean::Mean;
use regua_core::slot::Cell;
use regua_core::testing::Words;
use regua_core::{Entry, Reader, Registry, Segments};
use regua_data::ledger::{Contents, Ledger, Writer};

#[test]
fn a_ledger_gives_back_what_was_put_in() {
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    write_ledger(&path, 5);
    let blocks: Vec<_> = Ledger::open(&path).unwrap().blocks().unwrap().collect();
    let [Ok(block)] = &blocks[..] else { panic!("there should be one block") };
    assert_eq!(block.keys[4], key("4", vec![KeyValue::Integer(1)]));
    assert_eq!(block.rows[0].row(0).unwrap_err(), "because");
    assert_eq!(block.rows[0].row(3).unwrap().cells(), [Cell::Count(3000)]);
    let texts = &block.texts.as_ref().unwrap()[2];
    assert_eq!(texts.references, ["referência 2", "referência 2"]);
    assert_eq!((texts.hypotheses[0].as_str(), texts.source.as_deref()), ("texto 2", Some("fonte")));
}

#[test]
fn kept_values_of_mixed_types_keep_every_digit_and_letter() {
    use KeyValue::{Flag, Integer, Missing, Number, Text};
    let folder = Folder::new();
    let path = folder.path("out.parquet");
    // Column by column: what four blocks, each a chunk of its own, bring.
    let columns = [
        [Integer(1), Integer(2), Missing, Number(2.5)],
        [Integer(1), Text("x".into()), Missing, Flag(true)],
        [Integer(i64::MAX), Integer(1), Number(0.1), Missing],
        [Missing, Missing, Flag(true), Flag(false)],
        [Missing, Number(1e300), Number(-0.25), Integer(3)],
    ];
    let names = ["number", "text", "large", "flag", "late"].map(str::to_owned).to_vec();
    let contents = Contents::new::<Segments>([], names, false);
    let mut writer = Writer::create(&path, contents).unwrap().with_blocks_per_chunk(1);
    for block in 0..4 {
        let values = columns.iter().map(|column| column[block].clone()).collect();
        writer.add(&[key(&block.to_string(), values)], &[], None, 0).unwrap();
    }
    writer.finish().unwrap();
    let blocks = Ledger::open(&path).unwrap().blocks().unwrap();
    let keys: Vec<_> = blocks.flat_map(|block| block.unwrap().keys).collect();
    for (position, column) in columns.iter().enumerate() {
        for (value, key) in column.iter().zip(&keys) {
            assert_eq!(value.to_string(), key.columns[position].to_string());
            assert_eq!(value.number(), key.columns[position].number());
        }
    }
    assert_eq!(keys[0].columns[0], Number(1.0));
    assert_eq!(keys[0].columns[2], Text(i64::MAX.to_string()));
    assert_eq!(keys[3].columns[3], Flag(false));
}

#[test]
fn files_that_are_no_ledgers_say_so() {
    let folder = Folder::new();
    let told = |path: &Path| folder.message(&Ledger::open(path).err().unwrap());
    assert_snapshot!(told(&folder.path("none.parquet")), @"there is no file none.parquet");
    assert_snapshot!(told(&folder.write("text.parquet", "some text")), @"text.parquet is not a Parquet file or is cut short");
    assert_snapshot!(told(&folder.write("empty.parquet", "")), @"empty.parquet is empty");
    let notes = |notes: &[(&str, &str)]| told(&foreign(&folder, notes));
    assert_snapshot!(notes(&[]), @"other.parquet is not a ledger: it is a Parquet file of another kind");
    assert_snapshot!(notes(&[("regua.schema", "7")]), @"other.parquet is not a ledger: its layout is 7, and only 1 is known here");
    assert_snapshot!(notes(&[("regua.schema", "1")]), @"other.parquet is not a ledger: its metadata `regua.contents` cannot be read");
    let contents = r#"{"kind": "segments", "measures": [], "columns": ["a"], "texts": false}"#;
    let types = |types: &str| {
        notes(&[("regua.schema", "1"), ("regua.contents", contents), ("regua.column-types", types)])
    };
    assert_snapshot!(types("[]"), @"other.parquet is not a ledger: its metadata `regua.column-types` do not fit its columns");
    assert_snapshot!(types(r#"["integer"]"#), @"other.parquet is not a ledger: column 4 is not `a` of the type Int64");
    assert_snapshot!(types(r#"["number"]"#), @"other.parquet is not a ledger: column 4 is not `a` of the type Float64");
}

/// A Parquet file with the columns of a ledger, a column `w.words` and these
/// notes.
fn foreign(folder: &Folder, notes: &[(&str, &str)]) -> PathBuf {
    let path = folder.path("other.parquet");
    let text: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let none: ArrayRef = Arc::new(StringArray::from(vec![None::<&str>, None]));
    let count: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
    let columns = [
        ("system", &text),
        ("id", &text),
        ("references", &count),
        ("w.words", &count),
        ("w.unscored", &none),
    ];
    let columns = columns.map(|(name, column)| (name, ArrayRef::clone(column), true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let file = File::create(&path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    for (key, value) in notes {
        writer.append_key_value_metadata(Note::new((*key).to_owned(), (*value).to_owned()));
    }
    writer.close().unwrap();
    path
}

#[test]
fn values_are_checked_as_they_are_read() {
    let folder = Folder::new();
    let contents = |slot: &str| {
        format!(
            r#"{{"kind": "segments", "columns": [], "texts": false, "measures": [{{"key": "w", "spec": "words", "signature": "words|regua:1", "slots": [{{"name": "words", "kind": "{slot}", "role": "part"}}]}}]}}"#
        )
    };
    let open = |slot: &str| {
        let contents = contents(slot);
        let notes =
            [("regua.schema", "1"), ("regua.contents", &contents), ("regua.column-types", "[]")];
        Ledger::open(&foreign(&folder, &notes))
    };
    assert_snapshot!(folder.message(&open("real").err().unwrap()), @"other.parquet is not a ledger: column 4 is not `w.words` of the type Float64");
    let ledger = open("count").unwrap();
    let error = ledger.blocks().unwrap().collect::<Result<Vec<_>, _>>().unwrap_err();
    assert_snapshot!(folder.message(&error), @"other.parquet is damaged: row 2: the slot `words` has no number");
    let mut registry = Registry::default();
    registry.add(Entry::new("words", |_| Ok(Mean::new(Words::default())))).unwrap();
    let error = ledger.readers(&registry).err().unwrap();
    let told = folder.message(&error).replace(regua_core::VERSION, "VERSION");
    assert_snapshot!(told, @"other.parquet is not a ledger: the slots of words|regua:1 are not those of words|mean:yes|regua:VERSION");
    assert_snapshot!(ledger.readers(&Registry::default()).err().unwrap(), @"unknown measure `words`");
}

#[test]
fn columns_that_would_share_a_name_are_refused() {
    let folder = Folder::new();
    let words = Words::default();
    let create = |columns: &[&str]| {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        let contents = Contents::new::<Segments>([("w", &words as &dyn Reader)], columns, false);
        folder.message(&Writer::create(&folder.path("out.parquet"), contents).err().unwrap())
    };
    assert_snapshot!(create(&["w.words"]), @"cannot save out.parquet: two of its columns would be called `w.words`");
    assert_snapshot!(create(&["references"]), @"cannot save out.parquet: two of its columns would be called `references`");
}
