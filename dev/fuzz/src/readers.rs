//! Readers: what is written is read back, and what is broken is an error that
//! names the file.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use regua_data::{Columns, Files, Input};
use serde_json::Value;

use crate::input::Random;
use crate::memory::bounded;
use crate::parquet;
use crate::target::{Target, holds, same};
use crate::units::{self, Unit};

/// The name of a system whose rows do not say so.
const STEM: &str = "input";

pub(crate) fn targets() -> Vec<Target> {
    let back = |name, check| Target {
        name,
        about: "units are read back as they were written",
        may_abort: false,
        make: units::make,
        check,
    };
    let broken = |name, make, check| Target {
        name,
        about: "broken bytes are units or an error that names the file, gzip or not",
        may_abort: true,
        make,
        check,
    };
    vec![
        back("jsonl", |bytes, folder| {
            let units = units::parse(bytes);
            check_table(folder, "input.jsonl", &jsonl(&units), &units)
        }),
        back("csv", |bytes, folder| check_delimited(bytes, folder, ',', "input.csv")),
        back("tsv", |bytes, folder| check_delimited(bytes, folder, '\t', "input.tsv")),
        back("lines", check_lines),
        back("parquet", |bytes, folder| {
            let units = units::parse(bytes);
            check_table(
                folder,
                "input.parquet",
                &as_parquet(&units, 1 + bytes.len() % 700),
                &numbered(&units, None),
            )
        }),
        broken(
            "jsonl-broken",
            |random| mutated(random, <[u8]>::to_vec),
            |bytes, folder| check_jsonl(bytes, broken_table(bytes, folder, "input.jsonl")?),
        ),
        broken(
            "csv-broken",
            |random| mutated(random, |bytes| delimited(&units::parse(bytes), ',')),
            |bytes, folder| broken_table(bytes, folder, "input.csv").map(drop),
        ),
        broken(
            "tsv-broken",
            |random| mutated(random, |bytes| delimited(&units::parse(bytes), '\t')),
            |bytes, folder| broken_table(bytes, folder, "input.tsv").map(drop),
        ),
        broken("lines-broken", random_lines, broken_lines),
        broken("parquet-broken", make_parquet, |bytes, folder| {
            let path = write(folder, "input.parquet", bytes)?;
            named(bounded(|| units::read(&table(&path)))?, &[&path]).map(drop)
        }),
    ]
}

fn mutated(random: &mut Random, written: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = written(&units::make(random));
    random.mutate(&mut bytes);
    bytes
}

fn make_parquet(random: &mut Random) -> Vec<u8> {
    let units = units::parse(&units::make(random));
    let mut bytes = as_parquet(&units, 1 + random.below(700));
    random.mutate_end(&mut bytes);
    bytes
}

fn random_lines(random: &mut Random) -> Vec<u8> {
    mutated(random, |bytes| {
        let units = units::parse(bytes);
        let texts = units.iter().map(|unit| one_line(unit.hypothesis()) + "\n");
        texts.collect::<String>().into_bytes()
    })
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let path = folder.join(name);
    std::fs::write(&path, bytes)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path)
}

fn write_gzip(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    write(folder, &format!("{name}.gz"), &packed.map_err(|error| error.to_string())?)
}

fn table(path: &Path) -> Input {
    let files = Files::Table {
        tables: vec![path.to_owned().into()],
        format: None,
        columns: Columns::default(),
    };
    Input { files, allow_empty_reference: true, ..Input::default() }
}

fn check_table(folder: &Path, name: &str, bytes: &[u8], expected: &[Unit]) -> Result<(), String> {
    if expected.is_empty() {
        return Ok(());
    }
    let path = write(folder, name, bytes)?;
    let found = units::read(&table(&path))?;
    same("the number of units", &found.len(), &expected.len())?;
    found.iter().zip(expected).try_for_each(|(found, expected)| same("a unit", found, expected))
}

/// An outcome whose error, if it is one, names one of the files.
fn named(
    outcome: Result<Vec<Unit>, String>,
    paths: &[&Path],
) -> Result<Result<Vec<Unit>, String>, String> {
    if let Err(error) = &outcome {
        let is_named = paths.iter().any(|path| error.contains(&path.display().to_string()));
        holds(&format!("the error does not name the file: {error}"), is_named)?;
    }
    Ok(outcome)
}

fn broken_table(
    bytes: &[u8],
    folder: &Path,
    name: &str,
) -> Result<Result<Vec<Unit>, String>, String> {
    let path = write(folder, name, bytes)?;
    let plain = named(bounded(|| units::read(&table(&path)))?, &[&path])?;
    let packed_path = write_gzip(folder, name, bytes)?;
    let packed = named(bounded(|| units::read(&table(&packed_path)))?, &[&packed_path])?;
    let packed = packed.map_err(|error| error.replace(&format!("{name}.gz"), name));
    same("what is read of the packed file", &packed, &plain)?;
    Ok(plain)
}

/// What `serde_json` reads on each line is what the reader has read.
fn check_jsonl(bytes: &[u8], outcome: Result<Vec<Unit>, String>) -> Result<(), String> {
    let Ok(units) = outcome else { return Ok(()) };
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("bytes that are no text were read: {error}"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    same("the number of units", &units.len(), &lines.len())?;
    for (line, unit) in lines.iter().zip(&units) {
        let object: Value = serde_json::from_str(line)
            .map_err(|error| format!("a broken line was read: {error}"))?;
        let hypothesis = object.get("hypothesis").or(object.get("hypotheses"));
        match hypothesis {
            Some(Value::String(text)) => {
                same("the hypothesis", &unit.hypothesis(), &text.as_str())?;
            }
            Some(Value::Array(list)) => {
                same("the number of hypotheses", &unit.hypotheses.len(), &list.len())?;
            }
            // A name that comes up twice is read once by `serde_json`.
            Some(Value::Null) => {}
            other => {
                return Err(format!("{:?} was read where the line has {other:?}", unit.hypotheses));
            }
        }
    }
    Ok(())
}

fn jsonl(units: &[Unit]) -> Vec<u8> {
    let lines = units.iter().map(|unit| {
        let mut object = serde_json::json!({
            "references": unit.references,
            "id": unit.id,
            "hypothesis": unit.hypothesis(),
            "system": unit.system,
        });
        if let Some(source) = &unit.source {
            object["source"] = source.as_str().into();
        }
        object.to_string() + "\n"
    });
    lines.collect::<String>().into_bytes()
}

/// Units as a table with numbered references gives them: all but the first may
/// be missing, and are if they are blank. Without nulls, `missing` stands for
/// a source that is not there.
fn numbered(units: &[Unit], missing: Option<&str>) -> Vec<Unit> {
    let one = |unit: &Unit| {
        let blank = |(position, text): &(usize, &String)| *position == 0 || !text.trim().is_empty();
        let kept = unit.references.iter().enumerate().filter(blank);
        let mut references: Vec<String> = kept.map(|(_, text)| text.clone()).collect();
        if references.is_empty() && missing.is_some() {
            references.push(String::new());
        }
        Unit {
            references,
            source: unit.source.clone().or(missing.map(str::to_owned)),
            ..unit.clone()
        }
    };
    units.iter().map(one).collect()
}

fn header(units: &[Unit]) -> Vec<String> {
    let sets = units.iter().map(|unit| unit.references.len()).max().unwrap_or(0).max(1);
    let names = ["id", "system", "hypothesis", "source", "reference"].map(str::to_owned);
    names.into_iter().chain((2..=sets).map(|set| format!("reference{set}"))).collect()
}

fn cells(unit: &Unit, columns: usize) -> Vec<Option<&str>> {
    let mut cells: Vec<Option<&str>> =
        vec![Some(&unit.id), Some(&unit.system), Some(unit.hypothesis()), unit.source.as_deref()];
    cells.extend(unit.references.iter().map(|text| Some(text.as_str())));
    cells.resize(columns, None);
    cells
}

fn delimited(units: &[Unit], delimiter: char) -> Vec<u8> {
    let header = header(units);
    let mut rows = vec![header.join(&delimiter.to_string())];
    for unit in units {
        let quoted = |cell: Option<&str>| {
            let text = cell.unwrap_or_default();
            if delimiter == '\t' {
                return text.to_owned();
            }
            let is_plain =
                !text.contains(['"', '\r', '\n', delimiter]) && text.len().is_multiple_of(2);
            if is_plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        let row: Vec<String> = cells(unit, header.len()).into_iter().map(quoted).collect();
        rows.push(row.join(&delimiter.to_string()));
    }
    (rows.join("\n") + "\n").into_bytes()
}

fn check_delimited(bytes: &[u8], folder: &Path, delimiter: char, name: &str) -> Result<(), String> {
    let mut units = units::parse(bytes);
    if delimiter == '\t' {
        units.iter_mut().for_each(without_separators);
    }
    check_table(folder, name, &delimited(&units, delimiter), &numbered(&units, Some("")))
}

/// Tab-separated text has no way to write tabs and line ends.
fn without_separators(unit: &mut Unit) {
    let hypotheses = unit.hypotheses.iter_mut().map(|(text, _)| text);
    let others = [&mut unit.id, &mut unit.system].into_iter().chain(&mut unit.references);
    for text in hypotheses.chain(others).chain(&mut unit.source) {
        *text = text.replace(['\t', '\r', '\n'], " ");
    }
}

fn as_parquet(units: &[Unit], rows_per_group: usize) -> Vec<u8> {
    let header = header(units);
    let rows: Vec<Vec<Option<&str>>> = units.iter().map(|unit| cells(unit, header.len())).collect();
    let columns: Vec<parquet::Column<'_>> = header
        .iter()
        .enumerate()
        .map(|(column, name)| (name.as_str(), rows.iter().map(|row| row[column]).collect()))
        .collect();
    parquet::file(&columns, rows_per_group)
}

/// A text as a line of a file can hold it.
fn one_line(text: &str) -> String {
    let text = text.replace('\n', " ");
    text.trim_end_matches('\r').trim_start_matches('\u{feff}').to_owned()
}

fn lines_input(hypotheses: &Path, references: Vec<PathBuf>, source: Option<PathBuf>) -> Input {
    let systems = vec![(STEM.to_owned(), hypotheses.to_owned())];
    let files = Files::Lines { systems, references, source };
    Input { files, allow_empty_reference: true, ..Input::default() }
}

fn check_lines(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let units = units::parse(bytes);
    if units.is_empty() {
        return Ok(());
    }
    let sets = header(&units).len() - 4;
    let save = |name: String, text: &dyn Fn(&Unit) -> String| {
        // Both line ends, and none after the last line if that is not empty.
        let end = if bytes.len().is_multiple_of(2) { "\n" } else { "\r\n" };
        let mut lines: String = units.iter().map(|unit| text(unit) + end).collect();
        if bytes.len().is_multiple_of(3) && units.last().is_some_and(|unit| !text(unit).is_empty())
        {
            lines.truncate(lines.len() - end.len());
        }
        if bytes.len().is_multiple_of(5) {
            lines.insert(0, '\u{feff}');
        }
        write(folder, &name, lines.as_bytes())
    };
    let reference = |unit: &Unit, set: usize| {
        unit.references.get(set).map(|text| one_line(text)).unwrap_or_default()
    };
    let source = |unit: &Unit| one_line(unit.source.as_deref().unwrap_or_default());
    let hypotheses = save("hypotheses.txt".to_owned(), &|unit| one_line(unit.hypothesis()))?;
    let references =
        (0..sets).map(|set| save(format!("reference{set}.txt"), &|unit| reference(unit, set)));
    let references = references.collect::<Result<Vec<_>, _>>()?;
    let sources = save("source.txt".to_owned(), &source)?;
    let found = units::read(&lines_input(&hypotheses, references, Some(sources)))?;
    same("the number of units", &found.len(), &units.len())?;
    for ((number, found), unit) in (1..).zip(&found).zip(&units) {
        let all = (0..sets).map(|set| (set, reference(unit, set)));
        let expected = Unit {
            id: format!("{number}"),
            system: STEM.to_owned(),
            hypotheses: vec![(one_line(unit.hypothesis()), None)],
            references: all
                .filter(|(set, text)| *set == 0 || !text.trim().is_empty())
                .map(|(_, text)| text)
                .collect(),
            source: Some(source(unit)),
        };
        same("a unit", found, &expected)?;
    }
    Ok(())
}

/// Plain lines against the standard library's idea of lines.
fn broken_lines(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let path = write(folder, "lines.txt", bytes)?;
    let plain =
        named(bounded(|| units::read(&lines_input(&path, vec![path.clone()], None)))?, &[&path])?;
    let packed_path = write_gzip(folder, "lines.txt", bytes)?;
    let packed = named(
        units::read(&lines_input(&packed_path, vec![path.clone()], None)),
        &[&packed_path, &path],
    )?;
    let packed = packed.map_err(|error| error.replace("lines.txt.gz", "lines.txt"));
    same("what is read of the packed file", &packed, &plain)?;
    match (&plain, std::str::from_utf8(bytes)) {
        (Ok(units), Ok(text)) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            let lines: Vec<&str> = text.lines().collect();
            let found: Vec<&str> = units.iter().map(Unit::hypothesis).collect();
            same("the list of lines", &found, &lines)
        }
        (Ok(_), Err(error)) => Err(format!("bytes that are no text were read: {error}")),
        (Err(error), Ok(text)) => {
            let is_empty = text.strip_prefix('\u{feff}').unwrap_or(text).is_empty();
            holds(&format!("text was not read: {error}"), is_empty)
        }
        (Err(_), Err(_)) => Ok(()),
    }
}
