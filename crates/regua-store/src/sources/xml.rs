//! Elements of an XML file, one after the other: names and attributes, which is
//! all that lexicons need. Text between elements is passed over.

use std::borrow::Cow;
use std::path::Path;

use super::text::{newlines, shown};
use crate::error::Error;

/// Reads elements.
#[derive(Debug)]
pub(super) struct Elements<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    file: &'a Path,
}

/// An element begins or ends.
#[derive(Debug)]
pub(super) struct Element<'a> {
    /// The name, without a prefix.
    pub name: &'a str,
    /// Whether it is the end of one.
    pub ends: bool,
    /// The line it begins at.
    pub line: usize,
    attributes: &'a str,
}

impl<'a> Elements<'a> {
    /// The elements of a text.
    pub fn new(text: &'a str, file: &'a Path) -> Self {
        Self { text, at: 0, line: 1, file }
    }

    /// The next element, if there is one.
    ///
    /// # Errors
    /// Fails if the text ends within markup.
    pub fn next(&mut self) -> Result<Option<Element<'a>>, Error> {
        loop {
            let Some(open) = self.text[self.at..].find('<') else { return Ok(None) };
            self.go_to(self.at + open);
            let rest = &self.text[self.at..];
            let passed = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
                .into_iter()
                .find(|(start, _)| rest.starts_with(start));
            if let Some((start, end)) = passed {
                let length = rest[start.len()..].find(end).ok_or_else(|| self.unfinished(start))?;
                self.go_to(self.at + start.len() + length + end.len());
                continue;
            }
            let end = end_of_tag(rest).ok_or_else(|| self.unfinished("<"))?;
            let line = self.line;
            self.go_to(self.at + end + 1);
            let inside = rest[1..end].trim_end_matches('/');
            let ends = inside.starts_with('/');
            let inside = inside.trim_start_matches('/');
            let (name, attributes) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
            let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
            return Ok(Some(Element { name, ends, line, attributes }));
        }
    }

    fn go_to(&mut self, at: usize) {
        self.line += newlines(&self.text.as_bytes()[self.at..at]);
        self.at = at;
    }

    fn unfinished(&self, what: &str) -> Error {
        Error::damaged(self.file, self.line, format!("has a `{what}` without an end"))
    }
}

/// Where the `>` is that ends a tag; one within quotes does not.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            _ => {}
        }
    }
    None
}

impl<'a> Element<'a> {
    /// The value of an attribute.
    ///
    /// # Errors
    /// Gives a rule if the attributes are not written as they should be.
    pub fn attribute(&self, wanted: &str) -> Result<Option<Cow<'a, str>>, String> {
        let mut rest = self.attributes.trim();
        while !rest.is_empty() {
            let wrong = || format!("has attributes that cannot be read at `{}`", shown(rest));
            let (name, after) = rest.split_once('=').ok_or_else(wrong)?;
            let after = after.trim_start();
            let quote =
                after.chars().next().filter(|c| *c == '"' || *c == '\'').ok_or_else(wrong)?;
            let (value, after) = after[1..].split_once(quote).ok_or_else(wrong)?;
            if name.trim() == wanted {
                return unescape(value).map(Some);
            }
            rest = after.trim_start();
        }
        Ok(None)
    }
}

/// A value without entities.
fn unescape(value: &str) -> Result<Cow<'_, str>, String> {
    if !value.contains('&') {
        return Ok(Cow::Borrowed(value));
    }
    let mut text = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        text.push_str(before);
        let unknown = || format!("has an entity that is not known: `&{}`", shown(after));
        let (name, after_name) = after.split_once(';').ok_or_else(unknown)?;
        text.push(entity(name).ok_or_else(unknown)?);
        rest = after_name;
    }
    text.push_str(rest);
    Ok(Cow::Owned(text))
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_names_and_attributes() {
        let text = "<?xml version='1.0'?>\n<!-- <a/> --><!DOCTYPE x>\n<p:a b = 'x>&amp;&#233;&#xe9;' c=\"\"/>text</a>";
        let mut elements = Elements::new(text, Path::new("x.xml"));
        let first = elements.next().unwrap().unwrap();
        assert_eq!((first.name, first.ends, first.line), ("a", false, 3));
        assert_eq!(first.attribute("b").unwrap().unwrap(), "x>&éé");
        assert_eq!(first.attribute("c").unwrap().unwrap(), "");
        assert_eq!(first.attribute("d").unwrap(), None);
        assert!(elements.next().unwrap().unwrap().ends);
        assert!(elements.next().unwrap().is_none());
    }

    #[test]
    fn markup_without_an_end_is_named_with_its_line() {
        let mut elements = Elements::new("\n\n<a b='>", Path::new("x.xml"));
        assert_eq!(
            elements.next().unwrap_err().to_string(),
            "x.xml, line 3: has a `<` without an end"
        );
    }
}
