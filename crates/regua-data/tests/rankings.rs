//! Relative rankings, as they are read and as their errors are told.

mod common;

use common::Folder;
use insta::assert_snapshot;
use regua_data::rankings::Rankings;
use regua_data::{Files, Input};

const WITH_TEXTS: &str = "{\"id\": \"s1\", \"reference\": \"um teste\", \"better\": {\"system\": \"a\", \"text\": \"um teste\"}, \"worse\": {\"system\": \"b\", \"text\": \"teste\"}}\n\
    {\"id\": \"s1\", \"reference\": \"um teste\", \"better\": {\"system\": \"b\", \"text\": \"teste\"}, \"worse\": {\"system\": \"c\", \"text\": \"\"}}\n";

fn read(folder: &Folder, name: &str, content: &str) -> Result<Rankings, String> {
    let path = folder.write(name, content);
    Rankings::read(&[path.into()], None).map_err(|error| folder.message(&error))
}

fn told(name: &str, content: &str) -> String {
    read(&Folder::new(), name, content).unwrap_err()
}

#[test]
fn each_output_of_a_file_with_texts_is_one_unit() {
    let rankings = read(&Folder::new(), "r.jsonl", WITH_TEXTS).unwrap();
    assert_eq!(rankings.rows.len(), 2);
    let files = Files::Ranked(rankings.units.unwrap());
    let all = common::read(&Input { files, ..Input::default() }).unwrap();
    let units: Vec<(&str, &str, &str)> = all
        .units
        .iter()
        .map(|unit| (unit.id.as_str(), unit.system.as_str(), unit.hypotheses[0].0.as_str()))
        .collect();
    assert_eq!(units, [("s1", "a", "um teste"), ("s1", "b", "teste"), ("s1", "c", "")]);
    assert!(all.units.iter().all(|unit| unit.references == ["um teste"]));
}

#[test]
fn lines_name_units_that_have_no_id() {
    let line = "{\"better\": {\"system\": \"a\", \"text\": \"x\"}, \"worse\": {\"system\": \"b\", \"text\": \"y\"}}\n";
    let rankings = read(&Folder::new(), "r.jsonl", &line.repeat(2)).unwrap();
    assert_eq!(&*rankings.rows[1].segment, "2");
    assert_eq!(rankings.units.unwrap().len(), 4);
}

#[test]
fn what_is_wrong_with_a_ranking_is_told() {
    assert_snapshot!(told("r.csv", "segment,better\n1,a\n"), @"r.csv, line 2: there is no column `worse`; the columns are `segment` and `better`");
    assert_snapshot!(told("r.csv", "better,worse\na,b\n"), @"r.csv, line 2: there is no column `segment`; the columns are `better` and `worse` (name another with --col segment=…)");
    assert_snapshot!(told("r.csv", "id,better,worse\n1,a,a\n"), @"r.csv, line 2: `a` is compared with itself");
    assert_snapshot!(told("r.csv", "id,better,worse\n1,a,\n"), @"r.csv, line 2: `worse` is without the name of a system, not the name of a system or an object with `system` and `text`");
    assert_snapshot!(told("r.jsonl", "{\"id\": 1, \"better\": {\"system\": \"a\"}, \"worse\": \"b\"}"), @"r.jsonl, line 1: `better` is an object without `text`, not the name of a system or an object with `system` and `text`");
    assert_snapshot!(told("r.jsonl", "{\"id\": 1, \"better\": {\"system\": \"a\", \"text\": \"x\"}, \"worse\": \"b\"}"), @"r.jsonl, line 1: one of `better` and `worse` has a text and the other has none");
    let changed = WITH_TEXTS.replacen("\"teste\"}}", "\"outro\"}}", 1);
    assert_snapshot!(told("r.jsonl", &changed), @"r.jsonl, line 2: the output of `b` for `s1`, or what it is measured against, is another than before");
    let mixed = format!("{WITH_TEXTS}{{\"id\": 1, \"better\": \"a\", \"worse\": \"b\"}}");
    assert_snapshot!(told("r.jsonl", &mixed), @"r.jsonl, line 3: rankings are either all by the names of systems or all with texts");
}
