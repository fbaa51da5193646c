//! Human ratings, as they are read and as their errors are told.

mod common;

use common::Folder;
use insta::assert_snapshot;
use regua_core::key::KeyValue;
use regua_data::ratings::{Rating, RatingColumns, Ratings};

fn read(folder: &Folder, name: &str, content: &str, columns: &[&str]) -> Result<Ratings, String> {
    let path = folder.write(name, content);
    Ratings::read(&[path.into()], None, &RatingColumns::parse(columns).unwrap())
        .map_err(|error| folder.message(&error))
}

fn told(name: &str, content: &str, columns: &[&str]) -> String {
    read(&Folder::new(), name, content, columns).unwrap_err()
}

/// A rating as one line.
fn line(rating: &Rating) -> String {
    let text = |name: &Option<std::sync::Arc<str>>| name.as_deref().unwrap_or("-").to_owned();
    format!(
        "{} {} {} {} {}",
        text(&rating.system),
        rating.segment,
        text(&rating.rater),
        text(&rating.aspect),
        rating.value
    )
}

#[test]
fn long_tables_keep_the_order_of_the_file_and_repeated_ratings() {
    let folder = Folder::new();
    let content = "system,segment,rater,aspect,value\n\
                   ipe,02,ana,adequacy,4\nipe,01,ana,adequacy,3.5\nipe,02,ana,adequacy,5\n";
    let ratings = read(&folder, "r.csv", content, &[]).unwrap();
    let lines: Vec<String> = ratings.rows.iter().map(line).collect();
    assert_eq!(
        lines,
        ["ipe 02 ana adequacy 4", "ipe 01 ana adequacy 3.5", "ipe 02 ana adequacy 5"]
    );
    let place = ratings.place(&ratings.rows[1]);
    assert!(place.to_string().ends_with("r.csv, line 3"), "{place}");
}

#[test]
fn formats_give_the_same_ratings() {
    let folder = Folder::new();
    let csv = read(&folder, "r.csv", "system,id,value\na,1,2\nb,1,0.5\n", &[]).unwrap();
    let tsv = read(&folder, "r.tsv", "system\tid\tvalue\na\t1\t2\nb\t1\t0.5\n", &[]).unwrap();
    let json = "{\"system\": \"a\", \"item\": 1, \"value\": 2}\n\n{\"system\": \"b\", \"item\": 1, \"value\": 0.5}\n";
    let json = read(&folder, "r.jsonl", json, &[]).unwrap();
    let lines = |ratings: &Ratings| ratings.rows.iter().map(line).collect::<Vec<_>>();
    assert_eq!(lines(&csv), ["a 1 - - 2", "b 1 - - 0.5"]);
    assert_eq!(lines(&tsv), lines(&csv));
    assert_eq!(lines(&json), lines(&csv));
}

#[test]
fn wide_tables_have_a_column_for_each_aspect() {
    let folder = Folder::new();
    let content = "{\"system\": \"a\", \"id\": \"1\", \"fluency\": 3, \"adequacy\": null}\n\
                   {\"system\": \"a\", \"id\": \"2\", \"fluency\": 4, \"adequacy\": 1}\n";
    let columns = ["value=adequacy", "value=fluency"];
    let ratings = read(&folder, "r.jsonl", content, &columns).unwrap();
    let lines: Vec<String> = ratings.rows.iter().map(line).collect();
    assert_eq!(lines, ["a 1 - fluency 3", "a 2 - adequacy 1", "a 2 - fluency 4"]);
    assert_eq!(ratings.empty, 1);
    let aspects: Vec<Option<String>> =
        ratings.aspects().iter().map(|one| one.as_deref().map(str::to_owned)).collect();
    assert_eq!(aspects, [Some("fluency".to_owned()), Some("adequacy".to_owned())]);
}

#[test]
fn a_renamed_value_beside_a_column_of_aspects_is_a_long_table() {
    let content = "id,aspect,score\n1,adequacy,3\n1,fluency,4\n";
    let ratings = read(&Folder::new(), "r.csv", content, &["value=score"]).unwrap();
    let lines: Vec<String> = ratings.rows.iter().map(line).collect();
    assert_eq!(lines, ["- 1 - adequacy 3", "- 1 - fluency 4"]);
}

#[test]
fn words_are_kept_and_are_no_numbers() {
    let folder = Folder::new();
    let ratings = read(&folder, "r.csv", "segment,value\n1,good\n2,+1\n", &[]).unwrap();
    assert_eq!(ratings.rows[0].value, KeyValue::Text("good".to_owned()));
    let error = ratings.number(&ratings.rows[0]).unwrap_err();
    assert_snapshot!(folder.message(&error), @"r.csv, line 2: the rating `good` is not a number");
    assert_eq!(ratings.number(&ratings.rows[1]).unwrap().to_bits(), 1.0_f64.to_bits());
}

#[test]
fn what_is_missing_is_named() {
    assert_snapshot!(told("r.csv", "", &[]), @"r.csv is empty");
    assert_snapshot!(told("r.csv", "system,segment,rating\na,1,2\n", &[]), @"r.csv, line 2: there is no column `value`; the columns are `system`, `segment` and `rating` (name another with --col value=…)");
    assert_snapshot!(told("r.csv", "system,value\na,1\n", &[]), @"r.csv, line 2: there is no column `segment`; the columns are `system` and `value` (name another with --col segment=…)");
    assert_snapshot!(told("r.csv", "id,value\n1,1\n", &["rater=judge"]), @"r.csv, line 2: there is no column `judge`; the columns are `id` and `value` (name another with --col rater=…)");
    assert_snapshot!(told("r.csv", "id,item,value\n1,1,1\n", &[]), @"r.csv, line 2: there are both `id` and `item`; say which one names the unit with --col segment=…");
    assert_snapshot!(told("r.csv", "id,value\n,1\n", &[]), @"r.csv, line 2: there is no `id`: say which output the rating is of");
    assert_snapshot!(told("r.jsonl", "{\"id\": 1, \"value\": [1]}", &[]), @"r.jsonl, line 1: `value` is a list, not a number or a word");
    assert_snapshot!(told("r.jsonl", "{\"id\": 1, \"system\": {}, \"value\": 1}", &[]), @"r.jsonl, line 1: `system` is an object, not a name");
    assert_snapshot!(told("r.jsonl", "{\"id\": 1\n", &[]), @"r.jsonl, line 1: not a JSON object: EOF while parsing an object at column 8");
}
