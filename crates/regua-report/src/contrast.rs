//! Where two systems differ: small tables of n-grams, words and lengths.
//!
//! Not for which of the two is better: a list of n-grams always has something to
//! show.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::table::{Align, Table};

/// An n-gram that one system has more often than the other.
#[derive(Debug, Clone, PartialEq)]
pub struct NgramRow {
    /// Its words.
    pub text: String,
    /// How much it sets the system apart: more than 0.5, at most 1.
    pub score: f64,
    /// The counts of the first and the second system.
    pub counts: [u64; 2],
    /// Units in which it happened.
    pub ids: Vec<String>,
}

/// How a system fares with words of some frequency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Words of the references.
    pub reference: u64,
    /// Words of the hypotheses.
    pub hypothesis: u64,
    /// Words of the hypotheses that the references have, too.
    pub matched: u64,
    /// The share of the hypotheses' words that are right, if there are any.
    pub precision: Option<f64>,
    /// The share of the references' words that are there, if there are any.
    pub recall: Option<f64>,
    /// The harmonic mean of both, if there are any words.
    pub f1: Option<f64>,
}

impl Accuracy {
    fn is_empty(&self) -> bool {
        self.reference == 0 && self.hypothesis == 0
    }

    /// The readings by name, each with the reason for where there is none.
    fn readings(&self) -> [(&'static str, Option<f64>, &'static str); 3] {
        [
            ("precision", self.precision, "the hypotheses have no such words"),
            ("recall", self.recall, "the references have no such words"),
            ("f1", self.f1, "there are no such words"),
        ]
    }

    fn to_json(self, system: &str) -> Value {
        let mut object = Map::new();
        object.insert("system".into(), json!(system));
        let counts = [
            ("reference", self.reference),
            ("hypothesis", self.hypothesis),
            ("matched", self.matched),
        ];
        object.extend(counts.map(|(name, count)| (name.to_owned(), json!(count))));
        let mut undefined = Map::new();
        for (name, value, reason) in self.readings() {
            object.insert(name.into(), json!(value));
            if value.is_none() {
                undefined.insert(name.into(), json!(reason));
            }
        }
        if !undefined.is_empty() {
            object.insert("undefined".into(), Value::Object(undefined));
        }
        Value::Object(object)
    }
}

/// Words of some frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct WordRow {
    /// The frequencies, such as `5-9`.
    pub frequency: String,
    /// How the first and the second system fare.
    pub systems: [Accuracy; 2],
}

/// Units in a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    /// The bucket's name.
    pub bucket: String,
    /// Units whose reference is in it, where references are counted.
    pub references: Option<u64>,
    /// Units whose output is, for the first and the second system.
    pub systems: [u64; 2],
}

/// All that a contrast has to say.
///
/// ```
/// use regua_report::contrast::{ContrastReport, NgramRow};
///
/// let heron =
///     NgramRow { text: "heron".into(), score: 0.75, counts: [2, 0], ids: vec!["17".into()] };
/// let report = ContrastReport {
///     signature: "contrast|tok:13a".into(),
///     systems: ["ipê".into(), "faia".into()],
///     units: 200,
///     ngrams: [vec![heron], Vec::new()],
///     ..ContrastReport::default()
/// };
/// assert!(report.to_text().starts_with(
///     "n-grams that ipê has right more often than faia\n\
///      n-gram  ipê  faia   score  units\n\
///      heron     2     0  0.7500  17\n"
/// ));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContrastReport {
    /// The settings, as one line.
    pub signature: String,
    /// The two systems' names.
    pub systems: [String; 2],
    /// How many units were looked at.
    pub units: u64,
    /// What the user should be told.
    pub warnings: Vec<String>,
    /// For each system the n-grams that it has right more often.
    pub ngrams: [Vec<NgramRow>; 2],
    /// For each system the n-grams that it has without need more often.
    pub surplus: [Vec<NgramRow>; 2],
    /// Words by frequency.
    pub words: Vec<WordRow>,
    /// Units by length.
    pub lengths: Vec<CountRow>,
    /// Units by difference of lengths.
    pub differences: Vec<CountRow>,
}

impl ContrastReport {
    /// Tables for a terminal, each below its title; rows without a count are
    /// left out, and so are tables without rows.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (title, table) in self.tables() {
            let _ = writeln!(text, "{title}\n{}", table.to_text());
        }
        let _ = writeln!(text, "{}\n{}", self.signature, self.facts());
        for warning in &self.warnings {
            let _ = writeln!(text, "{warning}");
        }
        text
    }

    /// The same tables as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for (title, table) in self.tables() {
            let _ = writeln!(text, "**{title}**\n\n{}", table.to_markdown());
        }
        let _ = writeln!(text, "- `{}`\n- {}", self.signature, self.facts());
        for warning in &self.warnings {
            let _ = writeln!(text, "- {warning}");
        }
        text
    }

    /// One object with everything, to stand in a larger one.
    pub fn to_json(&self) -> Value {
        let lists = |lists: &[Vec<NgramRow>; 2]| -> Value {
            let pairs = self.systems.iter().zip(lists);
            pairs.map(|(system, rows)| json!({"system": system, "ngrams": ngrams(rows)})).collect()
        };
        let words = self.words.iter().map(|row| {
            let pairs = self.systems.iter().zip(&row.systems);
            let systems: Value = pairs.map(|(name, accuracy)| accuracy.to_json(name)).collect();
            json!({"frequency": row.frequency, "systems": systems})
        });
        json!({
            "signature": self.signature,
            "systems": self.systems,
            "units": self.units,
            "right": lists(&self.ngrams),
            "surplus": lists(&self.surplus),
            "words": words.collect::<Value>(),
            "lengths": counts(&self.lengths),
            "differences": counts(&self.differences),
            "warnings": self.warnings,
        })
    }

    fn facts(&self) -> String {
        match self.units {
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        }
    }

    /// The tables that have rows, with their titles.
    fn tables(&self) -> Vec<(String, Table)> {
        let names = self.systems.each_ref().map(|name| visible(name));
        let mut tables = Vec::new();
        for (lists, has) in [(&self.ngrams, "right"), (&self.surplus, "without need")] {
            for (system, rows) in lists.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
                let [own, other] = [&names[system], &names[1 - system]];
                let title = format!("n-grams that {own} has {has} more often than {other}");
                tables.push((title, ngram_table(rows, &names)));
            }
        }
        if let Some(table) = self.word_table(&names) {
            tables.push(("words by frequency".to_owned(), table));
        }
        let lengths = [
            ("units by length in words", "length", &self.lengths),
            ("units by words more or fewer than the reference", "difference", &self.differences),
        ];
        for (title, bucket, rows) in lengths {
            if let Some(table) = count_table(bucket, rows, &names) {
                tables.push((title.to_owned(), table));
            }
        }
        tables
    }

    fn word_table(&self, names: &[String; 2]) -> Option<Table> {
        let shown = self.words.iter().filter(|row| !row.systems.iter().all(Accuracy::is_empty));
        let mut shown = shown.peekable();
        shown.peek()?;
        let columns = [("frequency".to_owned(), Align::Left), ("words".to_owned(), Align::Right)];
        let readings = |name: &String| {
            ["precision", "recall", "f1"].map(|reading| (format!("{name} {reading}"), Align::Right))
        };
        let mut table = Table::new(columns.into_iter().chain(names.iter().flat_map(readings)));
        for row in shown {
            // With several references each system may have its own.
            let [first, second] = row.systems.map(|accuracy| accuracy.reference.to_string());
            let words = if first == second { first } else { format!("{first}/{second}") };
            let readings = row.systems.iter().flat_map(Accuracy::readings);
            let readings = readings.map(|(_, value, _)| reading(value));
            table.row([row.frequency.clone(), words].into_iter().chain(readings));
        }
        Some(table)
    }
}

fn ngram_table(rows: &[NgramRow], names: &[String; 2]) -> Table {
    let mut table = Table::new([
        ("n-gram", Align::Left),
        (&names[0], Align::Right),
        (&names[1], Align::Right),
        ("score", Align::Right),
        ("units", Align::Left),
    ]);
    for row in rows {
        let [first, second] = row.counts.map(|count| count.to_string());
        let score = reading(Some(row.score));
        table.row([row.text.clone(), first, second, score, row.ids.join(", ")]);
    }
    table
}

/// The buckets that have units, if there are any.
fn count_table(bucket: &str, rows: &[CountRow], names: &[String; 2]) -> Option<Table> {
    let with_references = rows.iter().any(|row| row.references.is_some());
    let references = with_references.then_some(("references", Align::Right));
    let systems = names.iter().map(|name| (name.as_str(), Align::Right));
    let columns = [(bucket, Align::Left)].into_iter().chain(references).chain(systems);
    let mut table = Table::new(columns);
    let count =
        |row: &CountRow| row.references.unwrap_or(0).max(row.systems[0]).max(row.systems[1]);
    let mut shown = rows.iter().filter(|row| count(row) > 0).peekable();
    shown.peek()?;
    for row in shown {
        let references = with_references
            .then(|| row.references.map_or_else(String::new, |count| count.to_string()));
        let systems = row.systems.map(|count| count.to_string());
        table.row([row.bucket.clone()].into_iter().chain(references).chain(systems));
    }
    Some(table)
}

fn reading(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"))
}

fn ngrams(rows: &[NgramRow]) -> Value {
    let object = |row: &NgramRow| json!({"text": row.text, "score": row.score, "counts": row.counts, "ids": row.ids});
    rows.iter().map(object).collect()
}

fn counts(rows: &[CountRow]) -> Value {
    let object = |row: &CountRow| {
        let mut object = Map::new();
        object.insert("bucket".into(), json!(row.bucket));
        if let Some(references) = row.references {
            object.insert("references".into(), json!(references));
        }
        object.insert("counts".into(), json!(row.systems));
        Value::Object(object)
    };
    rows.iter().map(object).collect()
}

/// A name with its control characters to be seen.
fn visible(name: &str) -> String {
    if name.contains(char::is_control) {
        name.escape_default().to_string()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ngram(text: &str, score: f64, counts: [u64; 2], ids: &[&str]) -> NgramRow {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        NgramRow { text: text.to_owned(), score, counts, ids }
    }

    fn accuracy(reference: u64, hypothesis: u64, matched: u64) -> Accuracy {
        let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        Accuracy {
            reference,
            hypothesis,
            matched,
            precision: ratio(matched, hypothesis),
            recall: ratio(matched, reference),
            f1: ratio(2 * matched, reference + hypothesis),
        }
    }

    fn count(bucket: &str, references: Option<u64>, systems: [u64; 2]) -> CountRow {
        CountRow { bucket: bucket.to_owned(), references, systems }
    }

    fn report() -> ContrastReport {
        let word = |frequency: &str, systems| WordRow { frequency: frequency.to_owned(), systems };
        ContrastReport {
            signature: "contrast|tok:13a".to_owned(),
            systems: ["ipê".to_owned(), "faia".to_owned()],
            units: 3,
            warnings: vec!["counts may lack up to 2".to_owned()],
            ngrams: [
                vec![
                    ngram("a|b", 0.8, [3, 0], &["1", "2", "3"]),
                    ngram("the heron", 2.0 / 3.0, [1, 0], &["3"]),
                ],
                Vec::new(),
            ],
            surplus: [Vec::new(), vec![ngram("bird", 0.75, [0, 2], &["1", "2"])]],
            words: vec![
                word("0", [accuracy(0, 2, 0), accuracy(0, 0, 0)]),
                word("1", [accuracy(4, 4, 3), accuracy(5, 4, 2)]),
                word("2", [accuracy(0, 0, 0); 2]),
            ],
            lengths: vec![count("<10", Some(3), [3, 2]), count(">=10", Some(0), [0, 1])],
            differences: vec![count("0", None, [3, 3]), count("1", None, [0, 0])],
        }
    }

    #[test]
    fn tables_show_what_there_is() {
        insta::assert_snapshot!(report().to_text());
    }

    #[test]
    fn markdown_has_the_same_tables() {
        insta::assert_snapshot!(report().to_markdown());
    }

    #[test]
    fn json_has_everything_and_says_why_something_is_missing() {
        insta::assert_snapshot!(format!("{:#}", report().to_json()));
    }

    #[test]
    fn a_report_without_rows_has_no_table() {
        let empty =
            ContrastReport { signature: "contrast".to_owned(), ..ContrastReport::default() };
        assert_eq!(empty.to_text(), "contrast\n0 units\n");
    }
}
