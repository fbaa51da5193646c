//! `regua models`: the lexical resources that measures can use.

use std::fmt::Write as _;
use std::io::Write;

use regua_report::table::{Align, Table};
use regua_store::{Kind, Resource, Store};
use serde_json::{Value, json};

use crate::args::{ModelsArgs, ModelsVerb};
use crate::error::Error;
use crate::output;
use crate::status::Status;

/// Runs `regua models`. A resource that is damaged is a gate that does not
/// hold: `verify` ends with exit code 1.
///
/// # Errors
/// Fails if the work cannot be done.
pub fn models(args: &ModelsArgs, store: &Store, out: &mut dyn Write) -> Result<Status, Error> {
    let text = match &args.verb {
        ModelsVerb::Add(args) => {
            let added = store.add(&args.what, &args.paths, args.name.as_deref())?;
            if args.json { pretty(&describe(&added)) } else { said(&added) }
        }
        ModelsVerb::List(args) => list(store, args.json),
        ModelsVerb::Info(args) => {
            let resource = store.get(&args.name)?;
            if args.json { pretty(&describe(&resource)) } else { info(&resource) }
        }
        ModelsVerb::Remove(args) => {
            store.remove(&args.name)?;
            if args.json {
                pretty(&json!({"removed": args.name}))
            } else {
                format!("{} is removed\n", args.name)
            }
        }
        ModelsVerb::Verify(args) => {
            let (text, whole) = verify(store, args.name.as_deref(), args.json)?;
            output::print(out, &text)?;
            return Ok(if whole { Status::Done } else { Status::GateFailed });
        }
    };
    output::print(out, &text)?;
    Ok(Status::Done)
}

/// What is known about a resource, for programs.
fn describe(resource: &Resource) -> Value {
    let mut value = json!(resource.manifest);
    value["path"] = json!(resource.file);
    value
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// What was added, for people.
fn said(added: &Resource) -> String {
    let manifest = &added.manifest;
    let mut text = format!(
        "{} is added: {}, {} words in {} sets\n",
        manifest.name, manifest.signature, manifest.words, manifest.sets
    );
    for note in &manifest.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}

/// All resources. One whose manifest cannot be read has a line, too.
fn list(store: &Store, json: bool) -> String {
    let found: Vec<_> = store.names().into_iter().map(|name| (store.get(&name), name)).collect();
    if json {
        let resources: Vec<Value> = found
            .iter()
            .map(|(resource, name)| match resource {
                Ok(resource) => describe(resource),
                Err(error) => json!({"name": name, "error": error.to_string()}),
            })
            .collect();
        return pretty(&json!({"folder": store.folder(), "resources": resources}));
    }
    if found.is_empty() {
        let mut text = "there are no resources yet; these can be added:\n".to_owned();
        for kind in Kind::ALL {
            let _ = writeln!(text, "  regua models add {:<10}  {}", kind.name(), kind.about());
        }
        return text;
    }
    let mut table = Table::new([
        ("name", Align::Left),
        ("kind", Align::Left),
        ("words", Align::Right),
        ("sets", Align::Right),
        ("in signatures", Align::Left),
    ]);
    for (resource, name) in found {
        table.row(match resource {
            Ok(Resource { manifest, .. }) => [
                manifest.name,
                manifest.kind,
                manifest.words.to_string(),
                manifest.sets.to_string(),
                manifest.signature,
            ],
            Err(error) => [name, String::new(), String::new(), String::new(), error.to_string()],
        });
    }
    table.to_text()
}

/// All that is known about a resource.
fn info(resource: &Resource) -> String {
    let manifest = &resource.manifest;
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<14}{value}");
    };
    line("name", &manifest.name);
    line("in signatures", &manifest.signature);
    line("kind", &manifest.kind);
    line("version", manifest.version.as_deref().unwrap_or("not said"));
    line("licence", manifest.licence.as_deref().unwrap_or("not said"));
    line("words", &manifest.words.to_string());
    line("sets", &manifest.sets.to_string());
    line("made from", &manifest.sources.join(", "));
    line("file", &resource.file.display().to_string());
    line("bytes", &manifest.size.to_string());
    line("checksum", &manifest.digest);
    for note in &manifest.notes {
        line("note", note);
    }
    text
}

/// Checks one resource or all of them; says whether all are whole.
fn verify(store: &Store, name: Option<&str>, json: bool) -> Result<(String, bool), Error> {
    let names = match name {
        Some(name) => {
            // A name that is nowhere cannot be checked; a damaged one can.
            if !store.names().iter().any(|known| known == name) {
                store.get(name)?;
            }
            vec![name.to_owned()]
        }
        None => store.names(),
    };
    let checked: Vec<_> = names.into_iter().map(|name| (store.verify(&name), name)).collect();
    let whole = checked.iter().all(|(result, _)| result.is_ok());
    if json {
        let results: Vec<Value> = checked
            .iter()
            .map(|(result, name)| match result {
                Ok(_) => json!({"name": name, "whole": true}),
                Err(error) => json!({"name": name, "whole": false, "error": error.to_string()}),
            })
            .collect();
        return Ok((pretty(&json!({"whole": whole, "resources": results})), whole));
    }
    let mut text = String::new();
    for (result, name) in &checked {
        let _ = match result {
            Ok(resource) => writeln!(text, "{name}: whole, {}", resource.manifest.signature),
            Err(error) => writeln!(text, "{name}: damaged: {error}"),
        };
    }
    if checked.is_empty() {
        text.push_str("there is nothing to verify\n");
    }
    Ok((text, whole))
}
