//! How what is wrong with an input is told.

mod common;

use std::sync::Arc;

use common::{Folder, lines, read, table, table_with};
use insta::assert_snapshot;
use regua_data::{Columns, Files, Format, Input};

/// What is said of a table with this name and content.
fn told(name: &str, content: impl AsRef<[u8]>) -> String {
    told_of(name, content, &[])
}

fn told_of(name: &str, content: impl AsRef<[u8]>, columns: &[&str]) -> String {
    let folder = Folder::new();
    let path = folder.write(name, content);
    folder.message(&read(&table_with(&path, columns)).unwrap_err())
}

#[test]
fn files_of_unequal_length() {
    let folder = Folder::new();
    let hypotheses = folder.write("hyp.txt", "a\n".repeat(4998));
    let references = folder.write("ref.txt", "b\n".repeat(5000));
    let error = read(&lines(&hypotheses, &[&references], None)).unwrap_err();
    assert_snapshot!(folder.message(&error), @"hyp.txt has 4,998 lines but ref.txt has 5,000; they are paired line by line");
    let error = read(&lines(&references, &[&references, &hypotheses], None)).unwrap_err();
    assert_snapshot!(folder.message(&error), @"ref.txt has 5,000 lines but hyp.txt has 4,998; they are paired line by line");
}

#[test]
fn a_last_line_without_an_end_counts_whichever_file_it_is_in() {
    let folder = Folder::new();
    for (hypotheses, references) in [("a\nb", "a\nb\n"), ("a\nb\n", "a\nb")] {
        let hypotheses = folder.write("hyp.txt", hypotheses);
        let references = folder.write("ref.txt", references);
        assert_eq!(read(&lines(&hypotheses, &[&references], None)).unwrap().units.len(), 2);
    }
    let hypotheses = folder.write("hyp.txt", "a\n".repeat(512));
    let references = folder.write("ref.txt", format!("{}b", "a\n".repeat(512)));
    let error = read(&lines(&hypotheses, &[&references], None)).unwrap_err();
    assert_snapshot!(folder.message(&error), @"hyp.txt has 512 lines but ref.txt has 513; they are paired line by line");
}

#[test]
fn missing_files_folders_and_empty_files() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("examples")).unwrap();
    std::fs::create_dir(folder.path("examples.parquet")).unwrap();
    let message = |input: Input| folder.message(&read(&input).unwrap_err());
    assert_snapshot!(message(lines(&folder.path("examples"), &[], None)), @"examples is a folder, not a file");
    assert_snapshot!(message(table(&folder.path("examples.parquet"))), @"examples.parquet is a folder, not a file");
    assert_snapshot!(message(lines(&folder.path("hyp.txt"), &[], None)), @"there is no file hyp.txt");
    assert_snapshot!(message(table(&folder.path("out.jsonl"))), @"there is no file out.jsonl");
    assert_snapshot!(message(table(&folder.write("out.jsonl", ""))), @"out.jsonl is empty");
    assert_snapshot!(message(table(&folder.write("blank.jsonl", "\n\n"))), @"blank.jsonl is empty");
    assert_snapshot!(message(table(&folder.write("out.csv", ""))), @"out.csv is empty");
    assert_snapshot!(message(table(&folder.write("out.parquet", ""))), @"out.parquet is empty");
    assert_snapshot!(message(lines(&folder.write("hyp.txt", ""), &[], None)), @"hyp.txt is empty");
    assert_snapshot!(message(Input::default()), @"there is no input");
}

#[test]
fn bytes_that_are_no_text() {
    let folder = Folder::new();
    let mut bytes = b"\xef\xbb\xbfa\n".to_vec();
    bytes.extend("b\n".repeat(600).as_bytes());
    bytes.extend(b"caf\x80\n");
    let path = folder.write("hyp.txt", &bytes);
    let error = read(&lines(&path, &[], None)).unwrap_err();
    assert_eq!(bytes[1208], 0x80);
    assert_snapshot!(folder.message(&error), @"hyp.txt, line 602: byte 0x80 at offset 1208 of the file is not UTF-8");
    assert_snapshot!(told("a.jsonl", b"{\"hypothesis\": \"\xff\"}\n"), @"a.jsonl, line 1: byte 0xff at offset 16 of the file is not UTF-8");
    assert_snapshot!(told("a.csv", b"hypothesis\nok\n\xe9t\xe9\n"), @"a.csv, line 3: byte 0xe9 in the column `hypothesis`, in the row at offset 14 of the file, is not UTF-8");
    assert_snapshot!(told("a.csv", b"hypoth\xe8se\nok\n"), @"a.csv, line 1: the header is not UTF-8");
}

#[test]
fn broken_json() {
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"a\"}\n\n{\"hypothesis\": }\n"), @"a.jsonl, line 3: not a JSON object: expected value at column 16");
    assert_snapshot!(told("a.jsonl", "[\n{\"hypothesis\": \"a\"}\n]"), @"a.jsonl, line 1: not a JSON object but the start of a list; write one object a line");
    assert_snapshot!(told("a.jsonl", "[{\"hypothesis\": \"a\"}]"), @"a.jsonl, line 1: a line must hold one JSON object, but this is a JSON list; write one object a line");
    assert_snapshot!(told("a.jsonl", "12"), @"a.jsonl, line 1: a line must hold one JSON object, but this is a number");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": 12}"), @"a.jsonl, line 1: `hypothesis` is a number, not a text or a list of texts (or of objects with `text` and `loglik`)");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": null}"), @"a.jsonl, line 1: the hypothesis is missing");
    assert_snapshot!(told("a.jsonl", "{\"hypotheses\": [{\"loglik\": 1}]}"), @"a.jsonl, line 1: `hypotheses` is a list with an object without `text`, not a text or a list of texts (or of objects with `text` and `loglik`)");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"\", \"hypotheses\": [\"a\"]}"), @"a.jsonl, line 1: there are two columns with hypotheses; keep one of them");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"\", \"references\": [\"a\"], \"reference\": \"b\"}"), @"a.jsonl, line 1: there are both `reference` and `references`; keep one of them");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"\", \"references\": [1]}"), @"a.jsonl, line 1: `references` holds a number, not texts");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"\", \"id\": [1]}"), @"a.jsonl, line 1: `id` is a list, not a name");
}

#[test]
fn columns_that_are_not_there() {
    let text = "{\"hypothesis\": \"a\"}\n".repeat(16) + "{\"id\": 1, \"output\": \"a\"}\n";
    assert_snapshot!(told("runs.jsonl", text), @"runs.jsonl, line 17: there is no column `hypothesis`; the columns are `id` and `output` (name another with --col hypothesis=…)");
    assert_snapshot!(told("runs.csv", "id,output\n1,a\n"), @"runs.csv, line 1: there is no column `hypothesis`; the columns are `id` and `output` (name another with --col hypothesis=…)");
    assert_snapshot!(told_of("runs.csv", "id,output\n1,a\n", &["hypothesis=output", "references=gold"]), @"runs.csv, line 1: there is no column `gold`; the columns are `id` and `output` (name another with --col references=…)");
}

#[test]
fn broken_tables() {
    assert_snapshot!(told("a.csv", "hypothesis,reference\na,b\nc\n"), @"a.csv, line 3: there are 1 fields where the header has 2 (a field with quotes in it must be quoted)");
    assert_snapshot!(told("a.tsv", "id\tid\n1\t2\n"), @"a.tsv, line 1: the column `id` is there twice");
    assert_snapshot!(told("a.jsonl.gz", "{\"hypothesis\": \"plain\"}\n"), @"cannot read a.jsonl.gz: invalid gzip header");
}

#[test]
fn empty_references() {
    let folder = Folder::new();
    let hypotheses = folder.write("hyp.txt", "a\nb\nc\n");
    let references = folder.write("ref.txt", "a\nb\n \n");
    let input = lines(&hypotheses, &[&references], None);
    assert_snapshot!(folder.message(&read(&input).unwrap_err()), @"ref.txt, line 3: the reference is empty (allow it with --allow-empty-reference)");
    let all = read(&Input { allow_empty_reference: true, ..input }).unwrap();
    assert_eq!(all.units[2].references, [" "]);
    assert_snapshot!(told("a.csv", "hypothesis,reference\na,b\nc,\n"), @"a.csv, line 3: the reference is empty (allow it with --allow-empty-reference)");
    assert_snapshot!(told("a.jsonl", "{\"hypothesis\": \"\", \"references\": [\"a\", \"\"]}"), @"a.jsonl, line 1: the reference is empty (allow it with --allow-empty-reference)");
}

#[test]
fn parquet_that_is_none() {
    assert_snapshot!(told("x.parquet", "PAR1 but not really"), @"x.parquet is not a Parquet file or is cut short");
}

#[test]
fn names_that_clash() {
    let folder = Folder::new();
    let path = folder.write("a.txt", "a\n");
    let systems = vec![("a".to_owned(), path.clone()), ("a".to_owned(), path)];
    let files = Files::Lines { systems, references: vec![], source: None };
    let error = read(&Input { files, ..Input::default() }).unwrap_err();
    assert_snapshot!(folder.message(&error), @"two systems are called `a`; name them with --hyp NAME=FILE");
    let path = folder.write("a.csv", "hypothesis,reference_set\na,b\n");
    let error = read(&Input { each_reference: true, ..table(&path) }).unwrap_err();
    assert_snapshot!(folder.message(&error), @"a.csv, line 1: there is a column `reference_set`, where the options add one of that name");
}

#[test]
fn standard_input() {
    let on = |format: Option<Format>| {
        let files = Files::Table { tables: vec!["-".into()], format, columns: Columns::default() };
        regua_data::open(&Input { files, bytes_read: Arc::default(), ..Input::default() })
    };
    assert_snapshot!(on(Some(Format::Parquet)).unwrap_err(), @"a Parquet file cannot be read from standard input; name the file");
    // Whatever the tests are given on standard input, the second opening is refused.
    let _first = on(None);
    assert_snapshot!(on(None).unwrap_err(), @"standard input can be read only once, and this run needs it twice; save it to a file first");
}
