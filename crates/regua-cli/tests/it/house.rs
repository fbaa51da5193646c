//! The layers of the house: a crate may only look down.

use std::path::Path;

/// Levels from the ground up; crates on one level do not see each other.
const LEVELS: [&[&str]; 6] = [
    &["regua-stats"],
    &["regua-core"],
    &["regua-text", "regua-store"],
    &["regua-measures"],
    &["regua-data", "regua-report"],
    &["regua-cli"],
];

/// Crates that only some may name, by how their names begin.
const RESERVED: [(&str, &[&str]); 3] =
    [("arrow", &["regua-data"]), ("parquet", &["regua-data"]), ("clap", &["regua-cli"])];

fn manifest(krate: &str) -> toml::Table {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate);
    std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

fn dependencies(krate: &str) -> Vec<String> {
    let manifest = manifest(krate);
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

fn level(krate: &str) -> Option<usize> {
    LEVELS.iter().position(|level| level.contains(&krate))
}

#[test]
fn every_crate_has_a_level() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in std::fs::read_dir(crates).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(level(&name).is_some(), "{name} has no level");
    }
}

#[test]
fn a_crate_looks_down_only() {
    for (height, krates) in LEVELS.iter().enumerate() {
        for krate in *krates {
            for dependency in dependencies(krate) {
                if let Some(below) = level(&dependency) {
                    assert!(below < height, "{krate} may not see {dependency}");
                }
            }
        }
    }
}

#[test]
fn reserved_crates_are_named_where_they_may_be() {
    for krate in LEVELS.concat() {
        for dependency in dependencies(krate) {
            for (reserved, allowed) in RESERVED {
                assert!(
                    !dependency.starts_with(reserved) || allowed.contains(&krate),
                    "{krate} may not name {dependency}"
                );
            }
        }
    }
}
