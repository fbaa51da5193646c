//! Damaged and hostile files are errors, never panics.

mod common;

use std::path::Path;

use common::{Folder, key, read, table};
use insta::assert_snapshot;
use proptest::prelude::*;
use regua_core::key::KeyValue;
use regua_core::slot::Cell;
use regua_core::testing::Words;
use regua_core::{Reader, Rows, Segments};
use regua_data::ledger::{Contents, Ledger, LedgerBlock, Writer};
use regua_data::{Error, Texts};

fn write_ledger(path: &Path, units: u32) {
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

/// Everything in a ledger, for comparison.
fn everything(path: &Path) -> Result<String, Error> {
    let blocks = Ledger::open(path)?.blocks()?.collect::<Result<Vec<LedgerBlock>, _>>()?;
    Ok(format!("{blocks:?}"))
}

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
fn a_ledger_cut_short_anywhere_is_an_error() {
    let folder = Folder::new();
    let whole = folder.path("out.parquet");
    write_ledger(&whole, 700);
    let bytes = std::fs::read(&whole).unwrap();
    for length in (1..bytes.len()).step_by(97) {
        let path = folder.write("cut.parquet", &bytes[..length]);
        let told = folder.message(&everything(&path).unwrap_err());
        assert_eq!(told, "cut.parquet is not a Parquet file or is cut short");
        assert!(matches!(read(&table(&path)), Err(Error::NotParquet { .. })));
    }
}

#[test]
fn files_that_are_no_ledgers_say_so() {
    let folder = Folder::new();
    let told = |path: &Path| folder.message(&Ledger::open(path).err().unwrap());
    assert_snapshot!(told(&folder.path("none.parquet")), @"there is no file none.parquet");
    assert_snapshot!(told(&folder.write("text.parquet", "some text")), @"text.parquet is not a Parquet file or is cut short");
    assert_snapshot!(told(&folder.write("empty.parquet", "")), @"empty.parquet is empty");
    let path = folder.path("other.parquet");
    let column: arrow_array::ArrayRef = std::sync::Arc::new(arrow_array::Int64Array::from(vec![1]));
    let batch = arrow_array::RecordBatch::try_from_iter([("id", column)]).unwrap();
    let file = std::fs::File::create(&path).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.append_key_value_metadata(parquet::file::metadata::KeyValue::new(
        "regua.schema".to_owned(),
        "1".to_owned(),
    ));
    writer.close().unwrap();
    assert_snapshot!(told(&path), @"other.parquet is not a ledger: its metadata `regua.contents` cannot be read");
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        name in prop::sample::select(vec!["a.jsonl", "a.csv", "a.tsv", "a.parquet", "a.jsonl.gz", "a.csv.zst"]),
    ) {
        let folder = Folder::new();
        let path = folder.write(name, &bytes);
        let _ = read(&table(&path));
        prop_assert!(Ledger::open(&path).is_err());
    }

    #[test]
    fn random_text_that_looks_like_a_table_never_panics(
        text in "(\\{\"hypothesis\": ?(\"[a-z\\\\\"]{0,3}\"|\\[\"a\"|null|1e9|\\{)[,}\\]]{0,2}(\"id\":[0-9\\[{\"]{0,3})?\\}?\n){1,4}",
        csv in "(hypothesis|reference|id|\"|,|\t|\n|\r|é|1){1,30}",
    ) {
        let folder = Folder::new();
        let _ = read(&table(&folder.write("a.jsonl", &text)));
        let _ = read(&table(&folder.write("a.csv", &csv)));
        let _ = read(&table(&folder.write("a.tsv", &csv)));
    }

    #[test]
    fn a_flipped_byte_never_panics_the_reader(position in any::<prop::sample::Index>(), flip in 1_u8..) {
        let folder = Folder::new();
        let whole = folder.path("out.parquet");
        write_ledger(&whole, 50);
        let mut bytes = std::fs::read(&whole).unwrap();
        let position = position.index(bytes.len());
        bytes[position] ^= flip;
        let path = folder.write("flipped.parquet", &bytes);
        let _ = everything(&path);
        let _ = read(&table(&path));
    }
}
