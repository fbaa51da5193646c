//! Every format gives the same units for the same data.

mod common;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, LargeStringArray, RecordBatch,
    StringArray,
};
use common::{All, Folder, Read, lines, read, table, table_with};
use parquet::arrow::ArrowWriter;
use regua_core::key::KeyValue;
use regua_data::{Columns, Files, Format, Input};

const ROWS: usize = 1300;

/// Row `n` of the same data in all formats.
struct Row {
    id: String,
    system: &'static str,
    source: String,
    hypothesis: String,
    references: Vec<String>,
    nodes: Option<i64>,
    weight: f64,
    topic: String,
}

fn row(n: usize) -> Row {
    Row {
        id: format!("unit {n}"),
        system: if n < 700 { "first" } else { "segundo" },
        source: format!("fonte {n}; \"com aspas\", e vírgulas"),
        hypothesis: format!("hipótese número {n}, {}", "palavra ".repeat(n % 7)),
        references: (0..=n % 3).map(|set| format!("referência {set} de {n}")).collect(),
        nodes: (!n.is_multiple_of(5)).then_some(n as i64 % 7),
        weight: n as f64 + 0.5,
        topic: format!("tópico {}", n % 4),
    }
}

fn jsonl() -> String {
    let mut text = String::new();
    for n in 0..ROWS {
        let row = row(n);
        text += &serde_json::json!({
            "id": row.id, "system": row.system, "source": row.source, "hypothesis": row.hypothesis,
            "references": row.references, "nodes": row.nodes, "weight": row.weight, "topic": row.topic,
        })
        .to_string();
        text.push('\n');
    }
    text
}

fn delimited(delimiter: u8) -> Vec<u8> {
    let style =
        if delimiter == b'\t' { csv::QuoteStyle::Never } else { csv::QuoteStyle::Necessary };
    let mut writer =
        csv::WriterBuilder::new().delimiter(delimiter).quote_style(style).from_writer(Vec::new());
    writer
        .write_record([
            "id",
            "system",
            "source",
            "hypothesis",
            "reference",
            "reference2",
            "reference3",
            "nodes",
            "weight",
            "topic",
        ])
        .unwrap();
    for n in 0..ROWS {
        let row = row(n);
        let reference = |set: usize| row.references.get(set).cloned().unwrap_or_default();
        writer
            .write_record([
                row.id.clone(),
                row.system.to_owned(),
                row.source.clone(),
                row.hypothesis.clone(),
                reference(0),
                reference(1),
                reference(2),
                row.nodes.map(|nodes| nodes.to_string()).unwrap_or_default(),
                row.weight.to_string(),
                row.topic.clone(),
            ])
            .unwrap();
    }
    writer.into_inner().unwrap()
}

fn parquet(path: &PathBuf) {
    let rows: Vec<Row> = (0..ROWS).map(row).collect();
    let mut references = ListBuilder::new(StringBuilder::new());
    for row in &rows {
        row.references.iter().for_each(|text| references.values().append_value(text));
        references.append(true);
    }
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("id", Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &row.id)))),
        ("system", Arc::new(StringArray::from_iter_values(rows.iter().map(|row| row.system)))),
        (
            "source",
            Arc::new(LargeStringArray::from_iter_values(rows.iter().map(|row| &row.source))),
        ),
        (
            "hypothesis",
            Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &row.hypothesis))),
        ),
        ("references", Arc::new(references.finish())),
        ("nodes", Arc::new(rows.iter().map(|row| row.nodes).collect::<Int64Array>())),
        ("weight", Arc::new(Float64Array::from_iter_values(rows.iter().map(|row| row.weight)))),
        ("topic", Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &row.topic)))),
    ];
    write_parquet(path, columns);
}

fn write_parquet(path: &PathBuf, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn expected() -> All {
    let units = (0..ROWS).map(|n| {
        let row = row(n);
        Read {
            id: row.id,
            system: row.system.to_owned(),
            columns: vec![
                row.nodes.map_or(KeyValue::Missing, KeyValue::Integer),
                KeyValue::Number(row.weight),
                KeyValue::Text(row.topic),
            ],
            hypotheses: vec![(row.hypothesis, None)],
            references: row.references,
            source: Some(row.source),
        }
    });
    let columns = ["nodes", "weight", "topic"].map(str::to_owned).to_vec();
    All { columns, units: units.collect(), warnings: vec![] }
}

#[test]
fn the_same_data_in_all_formats_are_the_same_units() {
    let folder = Folder::new();
    let path = folder.path("a.parquet");
    parquet(&path);
    let jsonl = jsonl();
    let inputs = [
        folder.write("a.jsonl", &jsonl),
        folder.write("b.jsonl", jsonl.replace('\n', "\r\n\r\n")),
        folder.write("c.jsonl", format!("\u{feff}{}", jsonl.trim_end())),
        folder.write("a.jsonl.gz", gzipped(jsonl.as_bytes())),
        folder.write("gzip-in-disguise.jsonl", gzipped(jsonl.as_bytes())),
        folder.write("a.jsonl.zst", zstd::encode_all(jsonl.as_bytes(), 1).unwrap()),
        folder.write("a.csv", delimited(b',')),
        folder.write("b.csv", [&b"\xef\xbb\xbf"[..], &delimited(b',')].concat()),
        folder.write("a.csv.gz", gzipped(&delimited(b','))),
        folder.write("a.tsv", delimited(b'\t')),
        path,
    ];
    for path in inputs {
        let all = read(&table(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(all == expected(), "{} differs", path.display());
    }
}

#[test]
fn bytes_read_come_to_the_bytes_there_are() {
    let folder = Folder::new();
    let parquet_path = folder.path("a.parquet");
    parquet(&parquet_path);
    let jsonl = jsonl();
    for path in [
        folder.write("a.jsonl", &jsonl),
        folder.write("a.csv.gz", gzipped(&delimited(b','))),
        parquet_path,
    ] {
        let input = table(&path);
        read(&input).unwrap();
        assert_eq!(Some(input.bytes_read.load(Ordering::Relaxed)), input.bytes_total());
    }
}

#[test]
fn plain_text_and_jsonl_are_the_same_units() {
    let folder = Folder::new();
    let texts = |prefix: &str, end: &str| -> String {
        (0..ROWS).map(|n| format!("{prefix} {n}{end}")).collect::<Vec<_>>().concat()
    };
    let hypotheses = folder.write("hyp.txt", texts("hipótese", "\n"));
    let first = folder.write("ref1.txt", texts("um", "\r\n"));
    let second = folder.write("ref2.txt.gz", gzipped(texts("dois", "\n").trim_end().as_bytes()));
    let source = folder.write("src.txt", format!("\u{feff}{}", texts("fonte", "\n")));
    let from_lines = read(&lines(&hypotheses, &[&first, &second], Some(&source))).unwrap();
    let line = |n: usize| {
        format!(
            "{{\"hypothesis\": \"hipótese {n}\", \"references\": [\"um {n}\", \"dois {n}\"], \"source\": \"fonte {n}\"}}\n"
        )
    };
    let jsonl = (0..ROWS).map(line).collect::<Vec<_>>().concat();
    let from_jsonl = read(&table(&folder.write("sys.jsonl", jsonl))).unwrap();
    assert!(from_lines == from_jsonl);
    assert_eq!(from_lines.units[ROWS - 1].id, ROWS.to_string());
}

#[test]
fn several_systems_come_one_after_the_other() {
    let folder = Folder::new();
    let (a, b) = (folder.write("a.txt", "x\ny\n"), folder.write("b.txt", "z\nw"));
    let reference = folder.write("ref.txt", "r\ns\n");
    let files = Files::Lines {
        systems: vec![("a".to_owned(), a), ("b".to_owned(), b)],
        references: vec![reference],
        source: None,
    };
    let all = read(&Input { files, ..Input::default() }).unwrap();
    let summary: Vec<String> = all
        .units
        .iter()
        .map(|unit| {
            format!("{} {} {} {}", unit.system, unit.id, unit.hypotheses[0].0, unit.references[0])
        })
        .collect();
    assert_eq!(summary, ["a 1 x r", "a 2 y s", "b 1 z r", "b 2 w s"]);
}

#[test]
fn only_line_feeds_end_lines() {
    let folder = Folder::new();
    let path = folder.write("hyp.txt", "a\u{2028}b\u{b}c\rd\r\r\n\ne");
    let all = read(&lines(&path, &[], None)).unwrap();
    let texts: Vec<&str> = all.units.iter().map(|unit| unit.hypotheses[0].0.as_str()).collect();
    assert_eq!(texts, ["a\u{2028}b\u{b}c\rd\r", "", "e"]);
}

#[test]
fn an_empty_line_of_a_later_reference_file_is_no_reference() {
    let folder = Folder::new();
    let hypotheses = folder.write("hyp.txt", "a\nb\n");
    let (first, second) = (folder.write("r1.txt", "a\nb\n"), folder.write("r2.txt", "\nB\n"));
    let all = read(&lines(&hypotheses, &[&first, &second], None)).unwrap();
    assert_eq!(all.units[0].references, ["a"]);
    assert_eq!(all.units[1].references, ["b", "B"]);
}

#[test]
fn each_reference_makes_a_unit_of_its_own() {
    let folder = Folder::new();
    let path = folder.write(
        "sys.jsonl",
        "{\"hypothesis\": \"a\", \"references\": [\"x\", \"y\"], \"topic\": 1}\n{\"hypothesis\": \"b\"}\n",
    );
    let all = read(&Input { each_reference: true, ..table(&path) }).unwrap();
    assert_eq!(all.columns, ["topic", "reference_set"]);
    let summary: Vec<String> = all
        .units
        .iter()
        .map(|unit| format!("{} {:?} {:?}", unit.id, unit.references, unit.columns))
        .collect();
    assert_eq!(
        summary,
        [
            r#"1/1 ["x"] [Integer(1), Text("1")]"#,
            r#"1/2 ["y"] [Integer(1), Text("2")]"#,
            "2 [] [Missing, Missing]",
        ]
    );
}

#[test]
fn reference_sets_keep_their_numbers_where_one_is_missing() {
    let folder = Folder::new();
    let path = folder.write("sys.csv", "hypothesis,reference,reference2,reference3\na,x,,z\n");
    let all = read(&Input { each_reference: true, ..table(&path) }).unwrap();
    assert_eq!(all.units[1].columns, [KeyValue::Text("3".to_owned())]);
    assert_eq!(read(&table(&path)).unwrap().units[0].references, ["x", "z"]);
}

#[test]
fn beams_come_with_their_likelihoods() {
    let folder = Folder::new();
    let path = folder.write(
        "sys.jsonl",
        "{\"hypotheses\": [\"a\", \"b\"]}\n{\"hypotheses\": [{\"text\": \"c\", \"loglik\": -1.5}, {\"text\": \"d\", \"loglik\": -2}]}\n",
    );
    let all = read(&table(&path)).unwrap();
    assert_eq!(all.units[0].hypotheses, [("a".to_owned(), None), ("b".to_owned(), None)]);
    assert_eq!(
        all.units[1].hypotheses,
        [("c".to_owned(), Some(-1.5)), ("d".to_owned(), Some(-2.0))]
    );
}

#[test]
fn columns_can_go_by_other_names() {
    let folder = Folder::new();
    let path = folder.write("sys.csv", "pred,gold,reference,key,weight\na,b,c,7,2.0\n");
    let all = read(&table_with(&path, &["hypothesis=pred", "references=gold", "id=key"])).unwrap();
    let unit = &all.units[0];
    assert_eq!((unit.id.as_str(), unit.references.as_slice()), ("7", &["b".to_owned()][..]));
    assert_eq!(all.columns, ["weight"]);
    assert_eq!(all.warnings, ["the column `reference` is not read: another is named for it"]);
}

#[test]
fn nested_and_late_columns_are_warned_about_and_not_kept() {
    let folder = Folder::new();
    let mut text = "{\"hypothesis\": \"a\", \"topic\": null, \"tokens\": [1]}\n".repeat(512);
    text += "{\"hypothesis\": \"a\", \"topic\": \"t\", \"late\": 1}\n";
    text += "{\"hypothesis\": \"a\", \"topic\": {}, \"late\": 2}\n";
    let all = read(&table(&folder.write("sys.jsonl", text))).unwrap();
    assert_eq!(all.columns, ["topic"]);
    assert_eq!(all.units[512].columns, [KeyValue::Text("t".to_owned())]);
    assert_eq!(all.units[513].columns, [KeyValue::Missing]);
    assert_eq!(
        all.warnings,
        [
            "the column `late` comes up only after the first 512 rows and is not kept (2 times)",
            "the column `tokens` holds values that are neither texts, numbers nor flags and is not kept",
            "the column `topic` holds a value that is neither text, number nor flag, which is not kept",
        ]
    );
}

#[test]
fn several_tables_are_read_one_after_the_other() {
    let folder = Folder::new();
    let first = folder.write("a.jsonl", "{\"hypothesis\": \"x\", \"topic\": 1}\n");
    let second = folder.write("b.csv", "topic,hypothesis\n2,y\n");
    let files = Files::Table {
        tables: vec![first.into(), second.into()],
        format: None,
        columns: Columns::default(),
    };
    let all = read(&Input { files, ..Input::default() }).unwrap();
    let summary: Vec<String> = all
        .units
        .iter()
        .map(|unit| format!("{} {} {:?}", unit.system, unit.id, unit.columns))
        .collect();
    assert_eq!(summary, ["a 1 [Integer(1)]", "b 1 [Integer(2)]"]);
}

#[test]
fn a_format_can_be_named() {
    let folder = Folder::new();
    let path = folder.write("sys.data", "hypothesis\na\n");
    let files = Files::Table {
        tables: vec![path.into()],
        format: Some(Format::Csv),
        columns: Columns::default(),
    };
    assert_eq!(read(&Input { files, ..Input::default() }).unwrap().units.len(), 1);
}

#[test]
fn parquet_types_become_kept_values() {
    let folder = Folder::new();
    let path = folder.path("sys.parquet");
    write_parquet(
        &path,
        vec![
            ("hypothesis", Arc::new(StringArray::from(vec!["a", "b"])) as ArrayRef),
            ("flag", Arc::new(BooleanArray::from(vec![Some(true), None]))),
            ("small", Arc::new(Int32Array::from(vec![1, -2]))),
        ],
    );
    let all = read(&table(&path)).unwrap();
    assert_eq!(all.units[0].columns, [KeyValue::Flag(true), KeyValue::Integer(1)]);
    assert_eq!(all.units[1].columns, [KeyValue::Missing, KeyValue::Integer(-2)]);
    assert_eq!(all.units[1].id, "2");
}
