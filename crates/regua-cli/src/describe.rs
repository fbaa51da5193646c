//! `regua measures`, `regua explain`, `regua version`: what there is.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use regua_core::text::{hint, list, nearest};
use regua_core::{Direction, Entry, Needs, Reader, ReadingInfo, Registry, Scale, Spec, VERSION};
use regua_report::table::{Align, Table};
use serde_json::{Value, json};

use crate::args::{ExplainArgs, MeasuresArgs};
use crate::error::Error;

/// The list of measures.
///
/// # Errors
/// Fails if no measure looks at the aspect that was asked for.
pub fn measures(args: &MeasuresArgs, registry: &Registry) -> Result<String, Error> {
    let wanted = args.needs.as_deref().map(Wanted::parse).transpose()?;
    let mut entries: Vec<&Entry> = Vec::new();
    for entry in registry.entries() {
        let looks = args.aspect.as_deref().is_none_or(|aspect| entry.aspects.contains(&aspect));
        let needs = registry.needs(entry.name)?;
        if looks && wanted.is_none_or(|wanted| wanted.holds(needs)) {
            entries.push(entry);
        }
    }
    if entries.is_empty() {
        return Err(Error::Options(match &args.aspect {
            Some(aspect) if !looked_at(registry).contains(&aspect.as_str()) => {
                let near = nearest(aspect, looked_at(registry));
                let known = || format!("; they look at {}", list(&looked_at(registry)));
                let hint = if near.is_empty() { known() } else { hint(&near) };
                format!("no measure looks at `{aspect}`{hint}")
            }
            _ => "no measure is like that".to_owned(),
        }));
    }
    if args.json {
        let measures: Vec<Value> = entries
            .iter()
            .map(|entry| describe(entry, registry))
            .collect::<Result<_, regua_core::Error>>()?;
        let groups: Vec<Value> = registry
            .groups()
            .iter()
            .map(|group| json!({"name": group.name, "members": group.members()}))
            .collect();
        return Ok(format!("{:#}\n", json!({"measures": measures, "groups": groups})));
    }
    let mut table = Table::new([
        ("measure", Align::Left),
        ("measures", Align::Left),
        ("needs", Align::Left),
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
            needs(registry.needs(entry.name)?).join(", "),
            headline.map_or("", |info| scale(info.scale)).to_owned(),
            headline.map_or("", |info| better(info.direction)).to_owned(),
            entry.aspects.join(", "),
        ]);
    }
    if args.markdown {
        return Ok(table.to_markdown());
    }
    let mut text = table.to_text();
    if args.aspect.is_none() && args.needs.is_none() {
        for group in registry.groups() {
            let _ = write!(text, "\n{} stands for {}", group.name, group.members().join(", "));
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
    if let Some(group) = registry.groups().iter().find(|group| group.name == spec.name) {
        let (name, members) = (group.name, group.members());
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
        "needs": needs(registry.needs(entry.name)?),
        "settings": registry.settings(entry.name)?,
        "signature": reader.signature().to_string(),
        "readings": reader.readings().iter().map(reading).collect::<Vec<_>>(),
        "slots": reader.slots().iter().map(|slot| &*slot.name).collect::<Vec<_>>(),
    }))
}

/// What a measure must be given beside the outputs, as it is asked for.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    Reference,
    Source,
    Nothing,
}

impl Wanted {
    fn parse(word: &str) -> Result<Self, Error> {
        match word {
            "reference" | "references" => Ok(Self::Reference),
            "source" => Ok(Self::Source),
            "none" => Ok(Self::Nothing),
            _ => Err(Error::Options(format!(
                "`--needs {word}` is unknown: it takes reference, source or none"
            ))),
        }
    }

    fn holds(self, needs: Needs) -> bool {
        match self {
            Self::Reference => needs.references,
            Self::Source => needs.source,
            Self::Nothing => !needs.references && !needs.source && !needs.probabilities,
        }
    }
}

fn needs(needs: Needs) -> Vec<&'static str> {
    let all = [
        (needs.references, "reference"),
        (needs.source, "source"),
        (needs.probabilities, "probabilities"),
    ];
    all.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, word)| word).collect()
}

/// All that some measure looks at, by letters.
fn looked_at(registry: &Registry) -> Vec<&'static str> {
    let all = registry.entries().iter().flat_map(|entry| entry.aspects).copied();
    all.collect::<BTreeSet<_>>().into_iter().collect()
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
