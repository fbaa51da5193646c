//! Files of tags: a token a line, the tag in the last column, a blank line
//! between sentences.
//!
//! Columns are parted by tabs, or by blanks where a line has no tab. A line that
//! starts with `-DOCSTART-` starts a document; before a sentence, a line that
//! starts with `#` and does not end with a tag is a comment.

use super::breach::no_tag;
use super::{Scheme, breach};

/// A sentence of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The line of its first token; the others follow line by line.
    pub line: u64,
    /// How many documents have started before it.
    pub document: u32,
    /// The tokens; empty where the file has but tags.
    pub tokens: Vec<String>,
    /// The tags: of each tagging, one a token.
    pub tags: Vec<Vec<String>>,
}

impl Sentence {
    /// How many tokens it has.
    pub fn len(&self) -> usize {
        self.tags.first().map_or(0, Vec::len)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A line that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {rule}")]
pub struct BadLine {
    /// The number of the line.
    pub line: u64,
    /// The rule that it breaks.
    pub rule: String,
}

/// Puts the lines of a file together to sentences.
///
/// ```
/// use regua_text::tags::{Scheme, SentenceParser};
///
/// let mut parser = SentenceParser::new(Scheme::Conll, 1, false);
/// let mut sentences = Vec::new();
/// for line in ["Ana B-PERSON", "canta O", "", "Ipê B-PLACE"] {
///     sentences.extend(parser.line(line)?);
/// }
/// sentences.extend(parser.finish()?);
/// assert_eq!((sentences.len(), sentences[1].line), (2, 4));
/// # Ok::<(), regua_text::tags::BadLine>(())
/// ```
#[derive(Debug, Clone)]
pub struct SentenceParser {
    scheme: Scheme,
    taggings: usize,
    strict: bool,
    lines: u64,
    sentence: Sentence,
}

impl SentenceParser {
    /// A parser of files with so many taggings in the last columns; a strict
    /// one takes only tags that keep the rules of the scheme.
    pub fn new(scheme: Scheme, taggings: usize, strict: bool) -> Self {
        Self { scheme, taggings, strict, lines: 0, sentence: Sentence::default() }
    }

    /// Takes a line; a sentence if the line ends one.
    ///
    /// # Errors
    /// Says what is wrong with the line, or with one of the sentence.
    pub fn line(&mut self, line: &str) -> Result<Option<Sentence>, BadLine> {
        self.lines += 1;
        let line = line.trim();
        if line.is_empty() {
            return self.finish();
        }
        if line.starts_with("-DOCSTART-") {
            let sentence = self.finish();
            self.sentence.document = self.sentence.document.saturating_add(1);
            return sentence;
        }
        let separator = if line.contains('\t') { '\t' } else { ' ' };
        let columns: Vec<&str> =
            line.split(separator).map(str::trim).filter(|column| !column.is_empty()).collect();
        let tags = columns.len().checked_sub(self.taggings).map(|at| &columns[at..]);
        let first_bad = tags.and_then(|tags| tags.iter().find(|tag| !self.scheme.has(tag)));
        if self.sentence.is_empty()
            && line.starts_with('#')
            && (tags.is_none() || first_bad.is_some())
        {
            return Ok(None);
        }
        let broken = |rule: String| BadLine { line: self.lines, rule };
        let Some(tags) = tags else {
            let rule = "there is one column, where the last two are the gold and the predicted tag";
            return Err(broken(rule.to_owned()));
        };
        if let Some(bad) = first_bad {
            return Err(broken(no_tag(bad, self.scheme)));
        }
        if self.sentence.is_empty() {
            self.sentence.line = self.lines;
            self.sentence.tags = vec![Vec::new(); self.taggings];
        }
        if columns.len() > self.taggings {
            self.sentence.tokens.push(columns[0].to_owned());
        }
        for (tagging, tag) in self.sentence.tags.iter_mut().zip(tags) {
            tagging.push((*tag).to_owned());
        }
        Ok(None)
    }

    /// The sentence that the end of the file ends, if there is one.
    ///
    /// # Errors
    /// Says which tag of the sentence breaks the scheme.
    pub fn finish(&mut self) -> Result<Option<Sentence>, BadLine> {
        let document = self.sentence.document;
        let next = Sentence { document, ..Sentence::default() };
        let sentence = std::mem::replace(&mut self.sentence, next);
        if sentence.is_empty() {
            return Ok(None);
        }
        if !sentence.tokens.is_empty() && sentence.tokens.len() != sentence.len() {
            let rule = "some lines of the sentence have a token and some have none".to_owned();
            return Err(BadLine { line: sentence.line, rule });
        }
        if self.strict {
            for tags in &sentence.tags {
                let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
                if let Some(breach) = breach(&tags, self.scheme) {
                    let line = sentence.line + breach.at as u64;
                    return Err(BadLine { line, rule: breach.rule });
                }
            }
        }
        Ok(Some(sentence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, taggings: usize, strict: bool) -> Result<Vec<Sentence>, String> {
        let mut parser = SentenceParser::new(Scheme::Conll, taggings, strict);
        let mut sentences = Vec::new();
        for line in text.split('\n') {
            sentences.extend(parser.line(line).map_err(|error| error.to_string())?);
        }
        sentences.extend(parser.finish().map_err(|error| error.to_string())?);
        Ok(sentences)
    }

    #[test]
    fn blank_lines_part_sentences_and_documents_are_counted() {
        let text =
            "-DOCSTART- -X- O\n\n# id 1\nAna\tB-PERSON\ncanta\tO\n\n\n-DOCSTART-\nIpê\tB-PLACE";
        let sentences = parsed(text, 1, true).unwrap();
        let seen: Vec<_> =
            sentences.iter().map(|one| (one.line, one.document, one.len())).collect();
        assert_eq!(seen, [(4, 1, 2), (9, 2, 1)]);
        assert_eq!(sentences[0].tokens, ["Ana", "canta"]);
    }

    #[test]
    fn a_hash_may_be_a_token() {
        let sentences = parsed("# O\n1 O", 1, false).unwrap();
        assert_eq!(sentences[0].tokens, ["#", "1"]);
    }

    #[test]
    fn two_taggings_stand_side_by_side() {
        let sentences = parsed("Ana NNP B-PERSON O\ncanta VB O O", 2, false).unwrap();
        assert_eq!(sentences[0].tags, [["B-PERSON", "O"], ["O", "O"]]);
        assert_eq!(sentences[0].tokens, ["Ana", "canta"]);
    }

    #[test]
    fn bad_lines_are_named() {
        assert_eq!(
            parsed("Ana B-PERSON\ncanta", 1, false).unwrap_err(),
            "line 2: `canta` is no tag: there are O, B-…, I-…, E-…, S-… in conll"
        );
        assert_eq!(
            parsed("O", 2, false).unwrap_err(),
            "line 1: there is one column, where the last two are the gold and the predicted tag"
        );
        assert_eq!(
            parsed("Ana B-PERSON\nO", 1, false).unwrap_err(),
            "line 1: some lines of the sentence have a token and some have none"
        );
        assert_eq!(
            parsed("a O\nb I-X", 1, true).unwrap_err(),
            "line 2: `I-X` follows `O`, but in conll it must go on with a span of its label"
        );
    }
}
