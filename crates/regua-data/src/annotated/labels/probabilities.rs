//! Probabilities of labels, from an object or a column for each label.

use super::super::rows::{Roles, broken};
use super::{LabelItems, Names};
use crate::error::Error;
use crate::readers::{Object, PlainRow, Value};

/// How the columns of probabilities start: `p_yes`.
pub(super) const PREFIX: &str = "p_";

/// The probability of one label.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probability {
    pub(super) label: u32,
    pub(super) value: f64,
}

impl LabelItems {
    /// Takes the probabilities of a row in; where they are.
    pub(super) fn probabilities_of(
        &mut self,
        row: &PlainRow<'_>,
        roles: &Roles,
    ) -> Result<std::ops::Range<usize>, Error> {
        let start = self.probabilities.len();
        let column = roles.column("probabilities");
        match roles.get(&row.values, "probabilities") {
            Some(Value::Object(object)) => self.object(row, column, object)?,
            Some(Value::Text(text)) => {
                let Ok(Value::Object(object)) = serde_json::from_str(text) else {
                    let rule = format!("`{column}` is no JSON object such as {{\"yes\": 0.7}}");
                    return Err(broken(row, rule));
                };
                self.object(row, column, &object)?;
            }
            Some(other) => {
                let rule = format!("`{column}` is {}, not an object", other.described());
                return Err(broken(row, rule));
            }
            None => {}
        }
        let is_object = self.probabilities.len() > start;
        for (name, value) in &row.values {
            let Some(label) = name.strip_prefix(PREFIX) else { continue };
            if roles.reads(name) || is_missing(value) {
                continue;
            }
            if is_object {
                let rule = format!("there are both `{column}` and `{name}`; keep one of them");
                return Err(broken(row, rule));
            }
            let value = probability(row, name, value)?;
            push(&mut self.probabilities, &mut self.names, label, value);
        }
        Ok(start..self.probabilities.len())
    }

    fn object(
        &mut self,
        row: &PlainRow<'_>,
        column: &str,
        object: &Object<'_>,
    ) -> Result<(), Error> {
        for (at, (label, value)) in object.iter().enumerate() {
            if object[..at].iter().any(|(known, _)| known == label) {
                let rule = format!("`{column}` has the label `{label}` twice");
                return Err(broken(row, rule));
            }
            if !is_missing(value) {
                let value = probability(row, label, value)?;
                push(&mut self.probabilities, &mut self.names, label.trim(), value);
            }
        }
        Ok(())
    }
}

fn push(probabilities: &mut Vec<Probability>, names: &mut Names, label: &str, value: f64) {
    probabilities.push(Probability { label: names.number(label), value });
}

fn is_missing(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

fn probability(row: &PlainRow<'_>, name: &str, value: &Value<'_>) -> Result<f64, Error> {
    let (number, written) = match value {
        Value::Integer(integer) => (Some(*integer as f64), integer.to_string()),
        Value::Number(number) => (Some(*number), number.to_string()),
        Value::Text(text) => (text.trim().parse::<f64>().ok(), text.to_string()),
        other => (None, other.described().to_owned()),
    };
    number.filter(|number| (0.0..=1.0).contains(number)).ok_or_else(|| {
        broken(row, format!("the probability of `{name}` is {written}, not a number from 0 to 1"))
    })
}
