//! Damaged and hostile files are errors, never panics.

mod common;

use std::path::Path;

use common::{Folder, read, table, write_ledger};
use proptest::prelude::*;
use regua_data::Error;
use regua_data::ledger::{Ledger, LedgerBlock};

/// Everything in a ledger, for comparison.
fn everything(path: &Path) -> Result<String, Error> {
    let blocks = Ledger::open(path)?.blocks()?.collect::<Result<Vec<LedgerBlock>, _>>()?;
    Ok(format!("{blocks:?}"))
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
