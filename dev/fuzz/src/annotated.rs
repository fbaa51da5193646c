//! Annotations: files of tags and of spans are read as a plain reader reads
//! them, or are errors that name the file.

use std::fmt::Write as _;
use std::path::Path;

use regua_core::{Marks, Span};
use regua_data::annotated::HeldUnits;
use regua_data::annotated::spans::{SpanFiles, SpanItems};
use regua_text::tags::{Scheme, spans};
use serde_json::Value;

use crate::input::Random;
use crate::memory::bounded;
use crate::target::{Target, holds, same};

const PREFIXES: [&str; 4] = ["B-", "I-", "E-", "S-"];
const LABELS: [&str; 4] = ["PER", "LOC", "A-B", "é"];

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "tags",
            about: "a file of tags is read as a plain reader reads it, and strict spans are among the lenient ones",
            may_abort: true,
            make: make_tags,
            check: check_tags,
        },
        Target {
            name: "spans",
            about: "JSON spans are read as they stand there, or are an error that names the file",
            may_abort: true,
            make: make_spans,
            check: check_spans,
        },
    ]
}

fn make_tags(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..random.below(30) {
        let tag = |random: &mut Random| match random.below(3) {
            0 => "O".to_owned(),
            _ => format!("{}{}", random.pick(&PREFIXES), random.pick(&LABELS)),
        };
        let line = match random.below(12) {
            0 | 1 => String::new(),
            2 => "-DOCSTART- O O".to_owned(),
            3 => "# a comment".to_owned(),
            _ => format!("{} {} {}", random.pick(&["ipê", "#", "x"]), tag(random), tag(random)),
        };
        text.push_str(&line);
        text.push('\n');
    }
    let mut bytes = text.into_bytes();
    if random.one_in(3) {
        random.mutate(&mut bytes);
    }
    bytes
}

fn read(folder: &Path, name: &str, bytes: &[u8]) -> Result<Result<SpanItems, String>, String> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let files = SpanFiles {
        format: regua_data::annotated::spans::format_of(&path),
        files: vec![("system".to_owned(), path.clone().into())],
        scheme: Scheme::Conll,
        strict: false,
    };
    let outcome =
        bounded(|| SpanItems::read(&files, &[] as &[&str]).map_err(|error| error.to_string()))?;
    if let Err(error) = &outcome {
        let is_named = error.contains(&path.display().to_string());
        holds(&format!("the error does not name the file: {error}"), is_named)?;
    }
    Ok(outcome)
}

fn check_tags(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let Ok(items) = read(folder, "input.bio", bytes)? else { return Ok(()) };
    let text = std::str::from_utf8(bytes).map_err(|error| format!("no text was read: {error}"))?;
    let expected = plain_sentences(text.strip_prefix('\u{feff}').unwrap_or(text));
    same("the number of sentences", &items.len(), &expected.len())?;
    let mut outcome = Ok(());
    items.with_units(0..items.len(), &mut |units| {
        outcome = units.iter().zip(&expected).try_for_each(|(unit, expected)| {
            for (marks, expected) in [unit.gold, unit.predicted].into_iter().zip(expected) {
                let Marks::Tags(tags) = marks else { return Err("these are no tags".to_owned()) };
                same("the tags", &tags.to_vec(), expected)?;
                check_spans_of(tags)?;
            }
            Ok(())
        });
    });
    outcome
}

/// Gold and predicted tags of each sentence, by the last two columns.
fn plain_sentences(text: &str) -> Vec<[Vec<&str>; 2]> {
    let mut sentences: Vec<[Vec<&str>; 2]> = vec![Default::default()];
    for line in text.split('\n').map(str::trim) {
        let last = sentences.len() - 1;
        let is_start = sentences[last][0].is_empty();
        if line.is_empty() || line.starts_with("-DOCSTART-") {
            if !is_start {
                sentences.push(Default::default());
            }
            continue;
        }
        let separator = if line.contains('\t') { '\t' } else { ' ' };
        let columns: Vec<&str> =
            line.split(separator).map(str::trim).filter(|column| !column.is_empty()).collect();
        let tags = columns.len().checked_sub(2).map(|at| &columns[at..]);
        let are_tags = tags.is_some_and(|tags| tags.iter().all(|tag| Scheme::Conll.has(tag)));
        if is_start && line.starts_with('#') && !are_tags {
            continue;
        }
        if let Some([gold, predicted]) = tags {
            sentences[last][0].push(gold);
            sentences[last][1].push(predicted);
        }
    }
    sentences.retain(|sentence| !sentence[0].is_empty());
    sentences
}

fn check_spans_of(tags: &[&str]) -> Result<(), String> {
    let lenient = spans(tags, Scheme::Conll).map_err(|error| error.to_string())?;
    let are_apart = lenient.windows(2).all(|pair| pair[0].end <= pair[1].start);
    holds("spans of tags overlap or are out of order", are_apart)?;
    let are_within = lenient.iter().all(|span| span.start < span.end && span.end <= tags.len());
    holds("a span is empty or beyond the text", are_within)?;
    // Strict mode drops hyphens around a label, and so sees other labels.
    if tags.iter().any(|tag| tag.contains("--") || tag.ends_with('-')) {
        return Ok(());
    }
    // Where a tag is of another scheme there is nothing to compare.
    if let Ok(strict) = spans(tags, Scheme::Iob2) {
        let is_among = strict.iter().all(|span| lenient.contains(span));
        holds("a strict span is none of the lenient ones", is_among)?;
    }
    Ok(())
}

fn make_spans(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for line in 0..random.below(12) {
        let list = |random: &mut Random| {
            let spans: Vec<String> = (0..random.below(4))
                .map(|_| {
                    let (start, end) = (random.below(9), random.below(12));
                    let label = random.pick(&LABELS);
                    match random.below(2) {
                        0 => format!(r#"{{"start": {start}, "end": {end}, "label": "{label}"}}"#),
                        _ => format!(r#"[{start}, {}, "{label}"]"#, start + 1 + end),
                    }
                })
                .collect();
            format!("[{}]", spans.join(","))
        };
        let (gold, predicted) = (list(random), list(random));
        let _ = writeln!(text, "{{\"id\": {line}, \"gold\": {gold}, \"predicted\": {predicted}}}");
    }
    let mut bytes = text.into_bytes();
    if random.one_in(3) {
        random.mutate(&mut bytes);
    }
    bytes
}

fn check_spans(bytes: &[u8], folder: &Path) -> Result<(), String> {
    let Ok(items) = read(folder, "input.jsonl", bytes)? else { return Ok(()) };
    let text = std::str::from_utf8(bytes).map_err(|error| format!("no text was read: {error}"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    same("the number of texts", &items.len(), &lines.len())?;
    let mut outcome = Ok(());
    items.with_units(0..items.len(), &mut |units| {
        outcome = units.iter().zip(&lines).try_for_each(|(unit, line)| {
            let object: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
            for (marks, name) in [(unit.gold, "gold"), (unit.predicted, "predicted")] {
                let Marks::Spans(found) = marks else {
                    return Err("these are no spans".to_owned());
                };
                let Some(expected) = plain_spans(&object[name]) else { continue };
                let found: Vec<(u64, u64, String)> = found.iter().map(told).collect();
                same("the spans", &found, &expected)?;
            }
            Ok(())
        });
    });
    outcome
}

fn told(span: &Span<'_>) -> (u64, u64, String) {
    (span.start.into(), span.end.into(), span.label.to_owned())
}

/// The spans of a list; nothing where `serde_json` sees another list than the
/// reader, as it does when a name is there twice.
fn plain_spans(list: &Value) -> Option<Vec<(u64, u64, String)>> {
    let each = list.as_array()?.iter().map(|span| {
        let [start, end, label] = match span {
            Value::Array(three) => [three.first()?, three.get(1)?, three.get(2)?],
            other => [other.get("start")?, other.get("end")?, other.get("label")?],
        };
        Some((start.as_u64()?, end.as_u64()?, label.as_str()?.trim().to_owned()))
    });
    each.collect()
}
