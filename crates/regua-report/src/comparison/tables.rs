//! Comparisons as tables: systems, pairs, groups, and one line a pair for CSV.

use regua_core::Reading;
use regua_core::comparison::{Comparison, Pair};

use super::{ComparisonReport, pair_name};
use crate::table::{Align, Table};

impl ComparisonReport {
    pub(super) fn standings(&self, comparison: &Comparison) -> Table {
        let has_clusters = comparison.systems.iter().any(|one| one.cluster.is_some());
        let who = if comparison.within.is_some() { "group" } else { "system" };
        let mut columns = vec![(who, Align::Left), ("value", Align::Right)];
        columns.push(("interval", Align::Left));
        if has_clusters {
            columns.push(("cluster", Align::Right));
        }
        let mut table = Table::new(columns);
        for standing in self.ordered(comparison) {
            let mut row = vec![
                standing.system.to_string(),
                self.value(comparison, &standing.value),
                match &standing.interval {
                    Ok(interval) => format!(
                        "[{}, {}]",
                        self.figure(comparison, interval.low),
                        self.figure(comparison, interval.high)
                    ),
                    Err(_) => "–".to_owned(),
                },
            ];
            if has_clusters {
                row.push(standing.cluster.map_or_else(String::new, |rank| rank.to_string()));
            }
            table.row(row);
        }
        table
    }

    pub(super) fn pairs(&self, comparison: &Comparison) -> Table {
        let several = comparison.pairs.len() > 1;
        let mut columns = vec![
            ("pair", Align::Left),
            ("difference", Align::Right),
            ("interval", Align::Left),
            ("p", Align::Right),
        ];
        if several {
            columns.push((self.plan.adjustment.word(), Align::Right));
        }
        let paired = comparison.within.is_none();
        columns.push(("", Align::Left));
        if paired {
            columns.extend([
                ("wins", Align::Right),
                ("ties", Align::Right),
                ("losses", Align::Right),
            ]);
        }
        columns.push(("effect", Align::Right));
        if paired {
            columns.push(("units needed", Align::Right));
        }
        let mut table = Table::new(columns);
        for pair in &comparison.pairs {
            let mut row = vec![
                pair_name(comparison, pair),
                self.difference(comparison, pair),
                self.interval(comparison, pair),
                p_value(&pair.p),
            ];
            if several {
                row.push(p_value(&pair.adjusted));
            }
            row.push(if pair.is_significant { "*" } else { "" }.to_owned());
            if paired {
                let one = pair.outcomes.unwrap_or_default();
                row.extend([one.wins, one.ties, one.losses].map(|count| count.to_string()));
            }
            let effect = pair.effect.value();
            let effect = effect.map(|effect| format!("{effect:+.3}").replacen('-', "−", 1));
            row.push(effect.unwrap_or_else(|| "–".to_owned()));
            if paired {
                row.push(needed(pair));
            }
            table.row(row);
        }
        table
    }

    /// Systems and differences in each group, a line a pair; nothing if there are
    /// no groups.
    pub(super) fn groups(&self, total: &Comparison) -> Option<Table> {
        let first = self.groups_of(total).next()?;
        let mut columns: Vec<(String, Align)> =
            first.group.iter().map(|(column, _)| (column.clone(), Align::Left)).collect();
        columns.push(("units".to_owned(), Align::Right));
        columns.extend(
            first.systems.iter().map(|standing| (standing.system.to_string(), Align::Right)),
        );
        let plain = [
            ("pair", Align::Left),
            ("difference", Align::Right),
            ("interval", Align::Left),
            (if first.pairs.len() > 1 { self.plan.adjustment.word() } else { "p" }, Align::Right),
            ("", Align::Left),
        ];
        columns.extend(plain.map(|(name, align)| (name.to_owned(), align)));
        let mut table = Table::new(columns);
        for group in self.groups_of(total) {
            for (line, pair) in group.pairs.iter().enumerate() {
                let mut row: Vec<String> = if line == 0 {
                    let values = group.group.iter().map(|(_, value)| value.clone());
                    let systems = group.systems.iter();
                    let systems = systems.map(|standing| self.value(group, &standing.value));
                    values.chain([group.units.to_string()]).chain(systems).collect()
                } else {
                    vec![String::new(); group.group.len() + 1 + group.systems.len()]
                };
                row.push(pair_name(group, pair));
                row.push(self.difference(group, pair));
                row.push(self.interval(group, pair));
                row.push(p_value(&pair.adjusted));
                row.push(if pair.is_significant { "*" } else { "" }.to_owned());
                table.row(row);
            }
        }
        Some(table)
    }

    /// One line a pair.
    pub(super) fn to_csv(&self) -> String {
        let mut groups: Vec<&str> = Vec::new();
        for (column, _) in self.comparisons.iter().flat_map(|one| &one.group) {
            if !groups.contains(&column.as_str()) {
                groups.push(column);
            }
        }
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut header = vec!["measure", "reading", "within"];
        header.extend(&groups);
        header.extend([
            "units",
            "left_out",
            "first",
            "second",
            "first_value",
            "second_value",
            "difference",
            "low",
            "high",
            "test",
            "p",
            "adjusted",
            "significant",
            "wins",
            "ties",
            "losses",
            "effect",
            "units_needed",
            "signature",
        ]);
        // Writing to memory cannot fail.
        let _ = writer.write_record(&header);
        let plain = |reading: &Reading| reading.value().map_or_else(String::new, |x| x.to_string());
        for comparison in &self.comparisons {
            let measure = &self.measures[comparison.measure];
            for pair in &comparison.pairs {
                let (first, second) =
                    (&comparison.systems[pair.first], &comparison.systems[pair.second]);
                let mut line = vec![measure.key.clone(), self.info(comparison).name.to_string()];
                line.push(comparison.within.as_deref().unwrap_or_default().to_owned());
                for column in &groups {
                    let value = comparison.group.iter().find(|(known, _)| known == column);
                    line.push(value.map_or_else(String::new, |(_, value)| value.clone()));
                }
                line.extend([comparison.units.to_string(), comparison.left_out.to_string()]);
                line.extend([first.system.to_string(), second.system.to_string()]);
                line.extend([plain(&first.value), plain(&second.value), plain(&pair.difference)]);
                let ends = pair.interval.as_ref().ok().map(|one| [one.low, one.high]);
                line.extend(ends.map_or([String::new(), String::new()], |ends| {
                    ends.map(|end| end.to_string())
                }));
                line.push(self.plan.test.word().to_owned());
                line.extend([plain(&pair.p), plain(&pair.adjusted)]);
                line.push(pair.is_significant.to_string());
                let outcomes = pair.outcomes.map(|one| [one.wins, one.ties, one.losses]);
                line.extend(outcomes.map_or_else(
                    || [String::new(), String::new(), String::new()],
                    |counts| counts.map(|count| count.to_string()),
                ));
                line.extend([plain(&pair.effect), plain(&pair.needed)]);
                line.push(measure.signature.clone());
                let _ = writer.write_record(&line);
            }
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

fn needed(pair: &Pair) -> String {
    match pair.needed.value() {
        Some(units) if units < 1e9 => format!("{:.0}", units.ceil()),
        Some(_) => "over 1e9".to_owned(),
        None => "–".to_owned(),
    }
}

fn p_value(p: &Reading) -> String {
    p.value().map_or_else(
        || "–".to_owned(),
        |p| if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") },
    )
}
