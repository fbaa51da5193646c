//! The text that names a measure and its settings: `strict=bleu(smooth=none)`.

use std::fmt;

use crate::error::Error;

/// A measure as somebody wrote it: a name, settings, perhaps an alias.
///
/// ```
/// use regua_core::spec::Spec;
///
/// let spec: Spec = "strict=bleu(tok=intl, smooth=none)".parse()?;
/// assert_eq!(spec.key(), "strict");
/// assert_eq!(spec.to_string(), "strict=bleu(tok=intl,smooth=none)");
/// # Ok::<(), regua_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The key in all outputs, where it is not the measure's name.
    pub alias: Option<String>,
    /// The measure's name.
    pub name: String,
    /// Settings in the order they were written.
    pub settings: Vec<(String, String)>,
}

impl Spec {
    /// A measure with its default settings.
    pub fn named(name: impl Into<String>) -> Self {
        Self { alias: None, name: name.into(), settings: Vec::new() }
    }

    /// What the measure is called in all outputs: its alias, else its name.
    pub fn key(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.name)
    }

    /// Reads a list such as `bleu,strict=bleu(smooth=none)`: commas inside
    /// parentheses or quotes do not separate.
    ///
    /// # Errors
    /// Says which of the measures does not parse, and why.
    pub fn list(text: &str) -> Result<Vec<Self>, Error> {
        split(text, ',')
            .map_err(|rule| broken(text, rule))?
            .into_iter()
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::parse)
            .collect()
    }
}

impl std::str::FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (head, inside) = match text.find('(') {
            None => (text, None),
            Some(open) => {
                let Some(inside) = text[open + 1..].trim_end().strip_suffix(')') else {
                    return Err(broken(text, "the parenthesis is not closed at the end"));
                };
                (&text[..open], Some(inside))
            }
        };
        let (alias, name) = match head.split_once('=') {
            Some((alias, name)) => (Some(alias.trim().to_owned()), name.trim()),
            None => (None, head.trim()),
        };
        if !is_word(name) || alias.as_deref().is_some_and(|alias| !is_word(alias)) {
            return Err(broken(text, "a name is made of letters, digits, `-`, `_`, `+` and `.`"));
        }
        let mut spec = Self { alias, ..Self::named(name) };
        for part in split(inside.unwrap_or_default(), ',').map_err(|rule| broken(text, rule))? {
            if part.trim().is_empty() {
                continue;
            }
            let Some((key, value)) = part.split_once('=') else {
                return Err(broken(text, "a setting is written `name=value`"));
            };
            let (key, value) = (key.trim(), unquote(value.trim()));
            if !is_word(key) {
                return Err(broken(text, format!("`{key}` is not the name of a setting")));
            }
            if spec.settings.iter().any(|(known, _)| known == key) {
                return Err(broken(text, format!("`{key}` is set twice")));
            }
            spec.settings.push((key.to_owned(), value));
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(alias) = &self.alias {
            write!(f, "{alias}=")?;
        }
        f.write_str(&self.name)?;
        if self.settings.is_empty() {
            return Ok(());
        }
        let settings: Vec<String> =
            self.settings.iter().map(|(key, value)| format!("{key}={}", quote(value))).collect();
        write!(f, "({})", settings.join(","))
    }
}

fn broken(text: &str, rule: impl Into<String>) -> Error {
    Error::Spec { text: text.to_owned(), rule: rule.into() }
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_+.".contains(c))
}

/// Splits at a separator that stands outside parentheses and quotes.
fn split(text: &str, separator: char) -> Result<Vec<&str>, &'static str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0_usize, false);
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("there is a `)` too many")?,
            _ if c == separator && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err("the parenthesis is not closed");
    }
    if quoted {
        return Err("the quote is not closed");
    }
    parts.push(&text[start..]);
    Ok(parts)
}

fn quote(value: &str) -> String {
    let plain = !value.is_empty()
        && !value.contains(|c: char| ",()\"\\".contains(c) || c.is_whitespace() || c.is_control());
    if plain {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn unquote(value: &str) -> String {
    let Some(inside) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut plain = String::with_capacity(inside.len());
    let mut escaped = false;
    for c in inside.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            plain.push(c);
            escaped = false;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commas_inside_parentheses_do_not_separate_measures() {
        let specs = Spec::list("bleu(tok=intl,smooth=floor), chrf++").unwrap();
        assert_eq!(specs.len(), 2);
        assert_eq!(specs[1].key(), "chrf++");
    }

    #[test]
    fn broken_texts_say_what_is_broken() {
        let rule = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        insta::assert_snapshot!(rule("bleu(tok"), @"cannot read the measure `bleu(tok`: the parenthesis is not closed at the end");
        insta::assert_snapshot!(rule("bleu(tok)"), @"cannot read the measure `bleu(tok)`: a setting is written `name=value`");
        insta::assert_snapshot!(rule("bleu(a=1,a=2)"), @"cannot read the measure `bleu(a=1,a=2)`: `a` is set twice");
        insta::assert_snapshot!(rule("b((=))"), @"cannot read the measure `b((=))`: `(` is not the name of a setting");
        insta::assert_snapshot!(rule("=bleu"), @"cannot read the measure `=bleu`: a name is made of letters, digits, `-`, `_`, `+` and `.`");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(name in "[a-z][a-z0-9+-]{0,8}", settings in prop::collection::btree_map("[a-z]{1,5}", "\\PC{0,12}", 0..4)) {
            let spec = Spec {
                alias: None,
                name,
                settings: settings.into_iter().map(|(key, value)| (key, value.trim().to_owned())).collect(),
            };
            prop_assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC{0,40}") {
            let _ = Spec::list(&text);
        }
    }
}
