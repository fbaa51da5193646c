//! The shipped examples are what they say they are.

use std::collections::BTreeSet;

use crate::program::root;

fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("examples").join(name)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn rows(name: &str) -> Vec<serde_json::Value> {
    lines(name).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_translation_table_is_made_of_the_plain_files() {
    let sources = lines("translation/source.en.txt");
    let references =
        [lines("translation/reference-ana.pt.txt"), lines("translation/reference-bruno.pt.txt")];
    assert!(sources.len() >= 60);
    let table = rows("translation/translation.jsonl");
    assert_eq!(table.len(), 3 * sources.len());
    for system in ["ipe", "jacaranda", "mandacaru"] {
        let outputs = lines(&format!("translation/systems/{system}.txt"));
        let mine: Vec<_> = table.iter().filter(|row| row["system"] == system).collect();
        assert_eq!(mine.len(), sources.len());
        for (line, row) in mine.iter().enumerate() {
            assert_eq!(row["hypothesis"], outputs[line].as_str());
            assert_eq!(row["source"], sources[line].as_str());
            assert_eq!(row["references"][0], references[0][line].as_str());
            assert_eq!(row["references"][1], references[1][line].as_str());
        }
    }
}

#[test]
fn ids_are_unique_in_each_system() {
    for table in
        ["translation/translation.jsonl", "summaries/summaries.jsonl", "graph-to-text/graphs.jsonl"]
    {
        let mut seen = BTreeSet::new();
        for row in rows(table) {
            let key = (row["system"].to_string(), row["id"].to_string());
            assert!(seen.insert(key.clone()), "{table}: {key:?} is there twice");
        }
    }
}

#[test]
fn graphs_have_one_to_seven_nodes_and_lists_of_four_with_likelihoods() {
    for row in rows("graph-to-text/graphs.jsonl") {
        assert!((1..=7).contains(&row["nodes"].as_u64().unwrap()));
        let beam = row["hypotheses"].as_array().unwrap();
        assert_eq!(beam.len(), 4);
        assert!(beam.iter().all(|one| one["loglik"].as_f64().unwrap() < 0.0));
    }
}
