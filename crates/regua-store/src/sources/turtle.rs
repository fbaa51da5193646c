//! Triples of Turtle and N-Triples files, one after the other.
//!
//! Reads what files of data use: prefixes, names, literals, `;` and `,`. Nodes
//! without a name (in square brackets) and lists are passed over.

use std::path::Path;

use rustc_hash::FxHashMap;

use super::text::{newlines, shown};
use crate::error::Error;

/// A term of a triple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    /// The full name of a thing.
    Node(String),
    /// A text.
    Literal(String),
    /// What has no name that matters.
    Other,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Term(Term),
    /// A bare word: `a`, `true`, a number, a directive.
    Word(String),
    Mark(char),
}

/// Reads triples.
#[derive(Debug)]
pub(super) struct Triples<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    file: &'a Path,
    prefixes: FxHashMap<String, String>,
    subject: Term,
    predicate: Term,
}

impl<'a> Triples<'a> {
    /// The triples of a text.
    pub fn new(text: &'a str, file: &'a Path) -> Self {
        let (subject, predicate) = (Term::Other, Term::Other);
        Self { text, at: 0, line: 1, file, prefixes: FxHashMap::default(), subject, predicate }
    }

    /// Calls `found` with every triple.
    ///
    /// # Errors
    /// Fails if the text is neither Turtle nor N-Triples.
    pub fn each(&mut self, mut found: impl FnMut(&Term, &Term, &Term)) -> Result<(), Error> {
        while let Some(token) = self.token()? {
            if let Token::Word(word) = &token
                && self.directive(word)?
            {
                continue;
            }
            self.subject = self.node(token)?;
            self.statement(&mut found)?;
        }
        Ok(())
    }

    /// What follows a subject, up to the full stop.
    fn statement(&mut self, found: &mut impl FnMut(&Term, &Term, &Term)) -> Result<(), Error> {
        loop {
            match self.need("a predicate")? {
                Token::Mark('.') => return Ok(()),
                Token::Mark(';') => continue,
                token => self.predicate = self.node(token)?,
            }
            loop {
                let token = self.need("an object")?;
                let object = self.node(token)?;
                found(&self.subject, &self.predicate, &object);
                match self.need("a full stop")? {
                    Token::Mark(',') => {}
                    Token::Mark(';') => break,
                    Token::Mark('.') => return Ok(()),
                    _ => return Err(self.wrong("needs `,`, `;` or `.` after an object")),
                }
            }
        }
    }

    /// A prefix or base, if the word begins one.
    fn directive(&mut self, word: &str) -> Result<bool, Error> {
        let plain = word.trim_start_matches('@');
        let prefix = plain.eq_ignore_ascii_case("prefix");
        if !prefix && !plain.eq_ignore_ascii_case("base") {
            return Ok(false);
        }
        let mut name = String::new();
        if prefix {
            self.skip();
            let rest = &self.text[self.at..];
            let end = rest.find(':').ok_or_else(|| self.wrong("has a prefix without `:`"))?;
            rest[..end].clone_into(&mut name);
            self.go_to(self.at + end + 1);
        }
        let Token::Term(Term::Node(value)) = self.need("the address of a prefix")? else {
            return Err(self.wrong("has a prefix without an address"));
        };
        if prefix {
            self.prefixes.insert(name, value);
        }
        if word.starts_with('@') && self.need("a full stop")? != Token::Mark('.') {
            return Err(self.wrong("has a prefix without a full stop"));
        }
        Ok(true)
    }

    fn node(&mut self, token: Token) -> Result<Term, Error> {
        match token {
            Token::Term(term) => Ok(term),
            Token::Word(_) => Ok(Term::Other),
            Token::Mark('[' | '(') => {
                let mut depth = 1;
                while depth > 0 {
                    match self.need("the end of a bracket")? {
                        Token::Mark('[' | '(') => depth += 1,
                        Token::Mark(']' | ')') => depth -= 1,
                        _ => {}
                    }
                }
                Ok(Term::Other)
            }
            Token::Mark(mark) => {
                Err(self.wrong(format!("has `{mark}` where a name or text belongs")))
            }
        }
    }

    fn need(&mut self, what: &str) -> Result<Token, Error> {
        self.token()?.ok_or_else(|| self.wrong(format!("ends before {what}")))
    }

    fn token(&mut self) -> Result<Option<Token>, Error> {
        self.skip();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        match first {
            '<' => {
                let end = rest.find('>').ok_or_else(|| self.wrong("has a `<` without `>`"))?;
                let name = self.unescape(&rest[1..end])?;
                self.go_to(self.at + end + 1);
                Ok(Some(Token::Term(Term::Node(name))))
            }
            '"' | '\'' => self.literal(first).map(Some),
            '.' | ';' | ',' | '[' | ']' | '(' | ')' => {
                self.go_to(self.at + 1);
                Ok(Some(Token::Mark(first)))
            }
            _ => self.name().map(Some),
        }
    }

    /// A bare word or a name with a prefix.
    fn name(&mut self) -> Result<Token, Error> {
        let rest = &self.text[self.at..];
        let mut escaped = false;
        let end = rest.find(|c: char| {
            let ends = !escaped && (c.is_whitespace() || ";,[]()<>\"'".contains(c));
            escaped = !escaped && c == '\\';
            ends
        });
        let word = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
        if word.is_empty() {
            return Err(self.wrong(format!("has nothing that can be read at `{}`", shown(rest))));
        }
        self.go_to(self.at + word.len());
        let Some((prefix, local)) = word.split_once(':') else {
            return Ok(Token::Word(word.to_owned()));
        };
        let space = match self.prefixes.get(prefix) {
            Some(space) => space,
            None if prefix == "_" => "_:",
            None => {
                return Err(
                    self.wrong(format!("has a prefix that was not declared: `{}`", shown(prefix)))
                );
            }
        };
        Ok(Token::Term(Term::Node(format!("{space}{}", local.replace('\\', "")))))
    }

    /// A text in quotes, with its language or type.
    fn literal(&mut self, quote: char) -> Result<Token, Error> {
        let rest = &self.text[self.at..];
        let long = [quote; 3].iter().collect::<String>();
        let mark = if rest.starts_with(&long) { &*long } else { &long[..1] };
        let mut escaped = false;
        let inside = &rest[mark.len()..];
        let end = inside.char_indices().find_map(|(at, c)| {
            let ends = !escaped && c == quote && inside[at..].starts_with(mark);
            escaped = !escaped && c == '\\';
            ends.then_some(at)
        });
        let end = end.ok_or_else(|| self.wrong("has a text without an end"))?;
        let text = self.unescape(&inside[..end])?;
        self.go_to(self.at + mark.len() + end + mark.len());
        let rest = &self.text[self.at..];
        if let Some(tag) = rest.strip_prefix('@') {
            let length = tag.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            self.go_to(self.at + 1 + length.unwrap_or(tag.len()));
        } else if rest.starts_with("^^") {
            self.go_to(self.at + 2);
            self.need("the type of a text")?;
        }
        Ok(Token::Term(Term::Literal(text)))
    }

    fn unescape(&self, text: &str) -> Result<String, Error> {
        let mut plain = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('\\') {
            plain.push_str(before);
            let wrong =
                || self.wrong(format!("has an escape that is not known: `\\{}`", shown(after)));
            let letter = after.chars().next().ok_or_else(wrong)?;
            let mut length = letter.len_utf8();
            plain.push(match letter {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' | 'U' => {
                    let digits = if letter == 'u' { 4 } else { 8 };
                    length += digits;
                    let code =
                        after.get(1..length).and_then(|code| u32::from_str_radix(code, 16).ok());
                    code.and_then(char::from_u32).ok_or_else(wrong)?
                }
                other => other,
            });
            rest = &after[length..];
        }
        plain.push_str(rest);
        Ok(plain)
    }

    /// Passes over white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            let comment = rest[blank..]
                .starts_with('#')
                .then(|| rest[blank..].find('\n').unwrap_or(rest.len() - blank));
            self.go_to(self.at + blank + comment.unwrap_or(0));
            if comment.is_none() {
                return;
            }
        }
    }

    fn go_to(&mut self, at: usize) {
        let passed = &self.text.as_bytes()[self.at..at];
        self.line += newlines(passed);
        self.at = at;
    }

    fn wrong(&self, rule: impl Into<String>) -> Error {
        Error::damaged(self.file, self.line, rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triples(text: &str) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        let show = |term: &Term| match term {
            Term::Node(name) => format!("<{name}>"),
            Term::Literal(text) => format!("{text:?}"),
            Term::Other => "·".to_owned(),
        };
        Triples::new(text, Path::new("x.ttl"))
            .each(|s, p, o| found.push(format!("{} {} {}", show(s), show(p), show(o))))
            .map_err(|error| error.to_string())?;
        Ok(found)
    }

    #[test]
    fn turtle_and_plain_triples_say_the_same() {
        let turtle = "@prefix : <http://x/> . # a comment\n:a :b \"x.\\u00e9\"@pt , :c\\,d ; a :Class .\n:e :f [ :g ( 1 2.5 ) ] .";
        let plain =
            "<http://x/a> <http://x/b> \"x.é\" .\n<http://x/a> <http://x/b> <http://x/c,d> .";
        let found = triples(turtle).unwrap();
        assert_eq!(found[..2], triples(plain).unwrap());
        assert_eq!(found[2..], ["<http://x/a> · <http://x/Class>", "<http://x/e> <http://x/f> ·"]);
    }

    #[test]
    fn long_texts_and_types_are_read() {
        let text = "<a> <b> \"\"\"one \"two\"\nthree\"\"\"^^<http://type> ; <c> '4' .";
        assert_eq!(
            triples(text).unwrap(),
            ["<a> <b> \"one \\\"two\\\"\\nthree\"", "<a> <c> \"4\""]
        );
    }

    #[test]
    fn what_is_wrong_has_a_line() {
        assert_eq!(triples("<a> <b>\n<c>").unwrap_err(), "x.ttl, line 2: ends before a full stop");
        assert_eq!(
            triples("\nx:a <b> <c> .").unwrap_err(),
            "x.ttl, line 2: has a prefix that was not declared: `x`"
        );
    }
}
