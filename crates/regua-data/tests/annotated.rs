//! Labels and spans are read as they stand in their files.

use regua_core::Marks;
use regua_core::key::KeyValue;
use regua_data::TableAt;
use regua_data::annotated::HeldUnits;
use regua_data::annotated::labels::{LabelFiles, LabelItems};
use regua_data::annotated::spans::{SpanFiles, SpanItems};
use regua_text::tags::Scheme;
use tempfile::TempDir;

/// A folder with files, each under its name.
fn folder(files: &[(&str, &str)]) -> (TempDir, Vec<(String, TableAt)>) {
    let folder = tempfile::tempdir().unwrap();
    let named = files.iter().map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        ((*name).to_owned(), TableAt::from(path))
    });
    let named = named.collect();
    (folder, named)
}

fn tables(files: &[(&str, &str)], columns: &[&str]) -> Result<LabelItems, String> {
    let (folder, tables) = folder(files);
    let items = LabelItems::read(&LabelFiles::Tables { tables }, None, columns);
    items.map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

/// Gold, predicted and probabilities of each item.
fn told(items: &LabelItems) -> Vec<String> {
    let mut told = Vec::new();
    items.with_units(0..items.len(), &mut |units| {
        told = units
            .iter()
            .map(|unit| format!("{} {} {:?}", unit.gold, unit.predicted, unit.probabilities))
            .collect();
    });
    told
}

#[test]
fn a_table_of_both_labels_keeps_its_other_columns() {
    let text = "id,truth,predicted,topic,p_a,p_b\n7,a,b,1,0.25,0.75\n8,b,b,,,1\n";
    let items = tables(&[("runs.csv", text)], &["gold=truth"]).unwrap();
    assert_eq!(told(&items), ["a b [(\"a\", 0.25), (\"b\", 0.75)]", "b b [(\"b\", 1.0)]"]);
    assert_eq!(items.columns(), ["topic"]);
    assert_eq!(items.keys()[0].columns, [KeyValue::Integer(1)]);
    assert_eq!(items.keys()[1].columns, [KeyValue::Missing]);
    assert_eq!((items.keys()[1].id.as_str(), &*items.keys()[1].system), ("8", "runs.csv"));
    assert!(items.has_probabilities());
}

#[test]
fn probabilities_may_be_an_object_or_its_text() {
    let rows = "{\"gold\": 1, \"predicted\": 1, \"probabilities\": {\"1\": 0.5, \"0\": 0.5}}\n";
    assert_eq!(
        told(&tables(&[("a.jsonl", rows)], &[]).unwrap()),
        ["1 1 [(\"1\", 0.5), (\"0\", 0.5)]"]
    );
    let rows = "gold\tpredicted\tprobabilities\n1\t1\t{\"1\": 0.5}\n";
    assert_eq!(told(&tables(&[("a.tsv", rows)], &[]).unwrap()), ["1 1 [(\"1\", 0.5)]"]);
    let rows = "gold\tpredicted\tprobabilities\tp_1\n1\t1\t{\"1\": 0.5}\t0.5\n";
    let error = tables(&[("a.tsv", rows)], &[]).unwrap_err();
    assert_eq!(error, "a.tsv, line 2: there are both `probabilities` and `p_1`; keep one of them");
}

#[test]
fn predictions_are_put_in_the_order_of_the_gold_labels() {
    let gold = ("gold.csv", "id,gold,topic\nx,a,t1\ny,b,t2\n");
    let one = ("one.csv", "id,predicted\ny,b\nx,b\n");
    let two = ("two.csv", "id,predicted,system\nx,a,p\ny,a,p\nx,b,q\ny,b,q\n");
    let items = tables(&[gold, one, two], &[]).unwrap();
    let seen: Vec<String> = items
        .keys()
        .iter()
        .map(|key| format!("{}{}{}", key.system, key.id, key.columns[0]))
        .collect();
    assert_eq!(seen, ["one.csvxt1", "one.csvyt2", "pxt1", "pyt2", "qxt1", "qyt2"]);
    assert_eq!(told(&items)[..2], ["a b []", "b b []"]);
}

#[test]
fn two_files_of_one_name_and_ids_that_come_twice_are_refused() {
    let (_folder, mut tables) = folder(&[("a.csv", "gold,predicted\na,a\n")]);
    tables.push(tables[0].clone());
    let error = LabelItems::read(&LabelFiles::Tables { tables }, None, &[] as &[&str]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "two systems are called `a.csv`; name them, as in `a.csv2=FILE`"
    );
    let error = self::tables(&[("a.csv", "id,gold,predicted\n1,a,a\n1,a,a\n")], &[]).unwrap_err();
    assert_eq!(error, "a.csv, line 3: the id `1` is there twice for the system `a.csv`");
}

#[test]
fn tags_of_two_files_are_paired_sentence_by_sentence() {
    let gold = ("gold.bio", "-DOCSTART- O\n\nAna\tB-PER\nvai\tO\n\nIpê\tB-LOC\n");
    let system = ("ipe.bio", "Ana\tO\nvai\tO\n\nIpê\tB-LOC\n");
    let (_folder, files) = folder(&[gold, system]);
    let files = SpanFiles { files, format: None, scheme: Scheme::Iob2, strict: true };
    let items = SpanItems::read(&files, &[] as &[&str]).unwrap();
    assert_eq!(items.columns(), ["tokens", "document"]);
    assert_eq!(items.keys()[0].columns, [KeyValue::Integer(2), KeyValue::Integer(1)]);
    items.with_units(0..2, &mut |units| {
        assert_eq!(units[0].gold, Marks::Tags(&["B-PER", "O"]));
        assert_eq!(units[0].predicted, Marks::Tags(&["O", "O"]));
        assert_eq!(units[1].predicted, Marks::Tags(&["B-LOC"]));
    });
}
