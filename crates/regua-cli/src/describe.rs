//! `regua measures`, `regua explain`, `regua version`: what there is.

use std::fmt::Write as _;

use regua_core::text::{hint, nearest};
use regua_core::{Direction, Entry, Reader, ReadingInfo, Registry, Scale, Spec, VERSION};
use regua_report::table::{Align, Table};
use serde_json::{Value, json};

use crate::args::{ExplainArgs, MeasuresArgs};
use crate::error::Error;

/// The list of measures.
///
/// # Errors
/// Fails if no measure looks at the aspect that was asked for.
pub fn measures(args: &MeasuresArgs, registry: &Registry) -> Result<String, Error> {
    let entries: Vec<&Entry> = registry
        .entries()
        .iter()
        .filter(|entry| args.aspect.as_deref().is_none_or(|aspect| entry.aspects.contains(&aspect)))
        .collect();
    if let (true, Some(aspect)) = (entries.is_empty(), &args.aspect) {
        let known = registry.entries().iter().flat_map(|entry| entry.aspects).copied();
        let near = nearest(aspect, known);
        return Err(Error::Options(format!("no measure looks at `{aspect}`{}", hint(&near))));
    }
    if args.json {
        let measures: Vec<Value> = entries
            .iter()
            .map(|entry| describe(entry, registry))
            .collect::<Result<_, regua_core::Error>>()?;
        let groups: Vec<Value> = registry
            .groups()
            .iter()
            .map(|(name, members)| json!({"name": name, "members": members}))
            .collect();
        return Ok(format!("{:#}\n", json!({"measures": measures, "groups": groups})));
    }
    let mut table = Table::new([
        ("measure", Align::Left),
        ("measures", Align::Left),
        ("scale", Align::Left),
        ("better", Align::Left),
        ("looks at", Align::Left),
    ]);
    for entry in entries {
        let reader = registry.reader(&Spec::named(entry.name))?;
        let headline = reader.readings().first();
        table.row([
            if args.markdown { format!("`{}`", entry.name) } else { entry.name.to_owned() },
            entry.summary.to_owned(),
            headline.map_or("", |info| scale(info.scale)).to_owned(),
            headline.map_or("", |info| better(info.direction)).to_owned(),
            entry.aspects.join(", "),
        ]);
    }
    if args.markdown {
        return Ok(table.to_markdown());
    }
    let mut text = table.to_text();
    if args.aspect.is_none() {
        for (name, members) in registry.groups() {
            let _ = write!(text, "\n{name} stands for {}", members.join(", "));
        }
        text.push('\n');
    }
    Ok(text)
}

/// The page of a measure, with its settings as they would be used.
///
/// # Errors
/// Fails if there is no such measure or it does not take these settings.
pub fn explain(args: &ExplainArgs, registry: &Registry) -> Result<String, Error> {
    let spec: Spec = args.measure.parse()?;
    if let Some((name, members)) = registry.groups().iter().find(|(name, _)| *name == spec.name) {
        return Ok(if args.json {
            format!("{:#}\n", json!({"name": name, "members": members}))
        } else {
            format!("{name} stands for {}\n", members.join(", "))
        });
    }
    let entry = registry.entry(&spec.name)?;
    let reader = registry.reader(&spec)?;
    if args.json {
        let mut described = describe(entry, registry)?;
        described["page"] = json!(entry.page);
        described["signature"] = json!(reader.signature().to_string());
        return Ok(format!("{described:#}\n"));
    }
    let mut text = entry.page.trim_end().to_owned();
    let readings: Vec<&str> = reader.readings().iter().map(|info| &*info.name).collect();
    let slots: Vec<&str> = reader.slots().iter().map(|slot| &*slot.name).collect();
    let _ = write!(
        text,
        "\n\nSignature: {}\nReadings: {}\nTally: {}\n",
        reader.signature(),
        readings.join(", "),
        slots.join(", ")
    );
    Ok(text)
}

/// What a program can know of a measure.
fn describe(entry: &Entry, registry: &Registry) -> Result<Value, regua_core::Error> {
    let reader = registry.reader(&Spec::named(entry.name))?;
    let reading = |info: &ReadingInfo| json!({"name": info.name, "scale": scale(info.scale), "better": better(info.direction)});
    Ok(json!({
        "name": entry.name,
        "summary": entry.summary,
        "units": entry.kind,
        "aspects": entry.aspects,
        "settings": registry.settings(entry.name)?,
        "signature": reader.signature().to_string(),
        "readings": reader.readings().iter().map(reading).collect::<Vec<_>>(),
        "slots": reader.slots().iter().map(|slot| &*slot.name).collect::<Vec<_>>(),
    }))
}

fn scale(scale: Scale) -> &'static str {
    match scale {
        Scale::Unit => "0–1",
        Scale::Percent => "0–100",
        Scale::Count => "count",
        Scale::Open => "open",
    }
}

fn better(direction: Direction) -> &'static str {
    match direction {
        Direction::HigherIsBetter => "higher",
        Direction::LowerIsBetter => "lower",
        Direction::Neither => "",
    }
}

/// The version, for people or programs.
pub fn version(json: bool) -> String {
    if json { format!("{}\n", json!({"regua": VERSION})) } else { format!("regua {VERSION}\n") }
}
