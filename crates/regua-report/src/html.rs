//! Reports as HTML: a fragment for a notebook or a page of one's own.
//!
//! A [`Fragment`] takes text and never markup, so that no name in the data can become a tag. Its looks are in `style`
//! attributes, because notebooks have stylesheets of their own and may drop ours; it sets no colour, so that it fits
//! light and dark pages alike.
//!
//! Not a page: there is no head, no script, nothing to load.

use std::fmt::Write as _;

use crate::scores::MeasureInfo;
use crate::table::Table;

/// Text with the characters of markup made harmless, inside and outside of attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A piece of a page that grows part by part.
#[derive(Debug)]
pub(crate) struct Fragment(String);

impl Fragment {
    /// Nothing yet. Notebooks would set what stands between dollar signs as mathematics: the classes keep them from it.
    pub(crate) fn new() -> Self {
        let classes = "regua mathjax_ignore tex2jax_ignore";
        Self(format!("<div class=\"{classes}\" style=\"overflow-x:auto\">\n"))
    }

    /// A title above a table.
    pub(crate) fn heading(&mut self, text: &str) {
        let _ = writeln!(self.0, "<p><strong>{}</strong></p>", escape(text));
    }

    /// A sentence.
    pub(crate) fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.0, "<p>{}</p>", escape(text));
    }

    /// A table.
    pub(crate) fn table(&mut self, table: &Table) {
        self.0 += &table.to_html();
    }

    /// Sentences below each other; nothing if there are none.
    pub(crate) fn list(&mut self, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.0 += "<ul>\n";
        for line in lines {
            let _ = writeln!(self.0, "<li>{}</li>", escape(line));
        }
        self.0 += "</ul>\n";
    }

    /// What is drawn with characters and must stay as wide as it is; nothing if it is empty.
    pub(crate) fn drawing(&mut self, text: &str) {
        self.preformatted(text, "pre");
    }

    /// Lines of text, which may be broken where they are too long; nothing if there are none.
    pub(crate) fn lines(&mut self, text: &str) {
        self.preformatted(text, "pre-wrap");
    }

    fn preformatted(&mut self, text: &str, white_space: &str) {
        let text = text.trim_start_matches('\n').trim_end();
        if !text.is_empty() {
            let text = escape(text);
            let _ = writeln!(self.0, "<pre style=\"white-space:{white_space}\">{text}</pre>");
        }
    }

    /// The whole, with what is to be known beside the numbers below it.
    pub(crate) fn finish(mut self, notes: &Notes) -> String {
        self.0 += "<details><summary>signatures and settings";
        match notes.warnings {
            0 => {}
            1 => self.0 += " (1 warning)",
            some => {
                let _ = write!(self.0, " ({some} warnings)");
            }
        }
        let _ = write!(self.0, "</summary>\n<ul>\n{}</ul>\n</details>\n</div>\n", notes.lines);
        self.0
    }
}

/// What is to be known beside the numbers: signatures, facts, warnings.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    lines: String,
    warnings: usize,
}

impl Notes {
    /// The signatures of measures.
    pub(crate) fn of(measures: &[MeasureInfo]) -> Self {
        let mut notes = Self::default();
        for one in measures {
            let _ = write!(notes.lines, "<li>{}: {}", escape(&one.key), code(&one.signature));
            if let Some(also) = &one.also {
                let _ = write!(notes.lines, ", as {}", code(also));
            }
            notes.lines += "</li>\n";
        }
        notes
    }

    /// Adds a signature.
    pub(crate) fn signature(&mut self, text: &str) {
        let _ = writeln!(self.lines, "<li>{}</li>", code(text));
    }

    /// Adds facts.
    pub(crate) fn facts<'f>(&mut self, facts: impl IntoIterator<Item = &'f str>) {
        for fact in facts {
            self.fact(fact);
        }
    }

    /// Adds a fact.
    pub(crate) fn fact(&mut self, text: &str) {
        let _ = writeln!(self.lines, "<li>{}</li>", escape(text));
    }

    /// Adds warnings.
    pub(crate) fn warn(&mut self, warnings: &[String]) {
        for warning in warnings {
            self.fact(&format!("warning: {warning}"));
        }
        self.warnings += warnings.len();
    }
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A name that would run as a script, were it not escaped.
    pub(crate) const HOSTILE: &str = "<img src=\"x\" onerror='alert(1)'> & </td></pre>$x$";

    /// Checks that a report with [`HOSTILE`] in it has only tags of ours, each of them closed.
    pub(crate) fn is_harmless(html: &str) {
        const OURS: [&str; 15] = [
            "div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "pre",
            "details", "summary", "code",
        ];
        let mut open: Vec<&str> = Vec::new();
        for tag in html.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("every tag ends");
            assert!(!text.contains(['>', '"', '\'']), "not escaped: {text}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "closed in order");
            } else {
                let name = tag.split(' ').next().unwrap_or_default();
                assert!(OURS.contains(&name), "a tag of others: {name}");
                open.push(name);
            }
        }
        assert!(open.is_empty(), "left open: {open:?}");
        assert!(html.contains("&lt;img src=&quot;x&quot; onerror=&#39;alert(1)&#39;&gt; &amp; "));
    }

    /// A report without its looks, so that the rest can be read.
    pub(crate) fn plain(html: &str) -> String {
        let mut parts = html.split(" style=\"");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('"').map_or(part, |(_, rest)| rest))
    }

    #[test]
    fn every_part_takes_text_and_never_markup() {
        let mut fragment = Fragment::new();
        fragment.heading(HOSTILE);
        fragment.paragraph(HOSTILE);
        fragment.list(&[HOSTILE.to_owned()]);
        fragment.list(&[]);
        fragment.drawing(HOSTILE);
        fragment.drawing("\n");
        fragment.lines(HOSTILE);
        let mut notes = Notes::default();
        notes.signature(HOSTILE);
        notes.fact(HOSTILE);
        notes.warn(&[HOSTILE.to_owned()]);
        let html = fragment.finish(&notes);
        is_harmless(&html);
        assert_eq!(html.matches("&lt;img").count(), 8);
    }

    #[test]
    fn warnings_are_counted_where_they_are_folded_away() {
        let summary = |warnings: &[&str]| {
            let mut notes = Notes::default();
            notes.warn(&warnings.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
            let html = Fragment::new().finish(&notes);
            html.lines().find(|line| line.contains("summary")).unwrap_or_default().to_owned()
        };
        insta::assert_snapshot!(summary(&[]), @"<details><summary>signatures and settings</summary>");
        insta::assert_snapshot!(summary(&["few units"]), @"<details><summary>signatures and settings (1 warning)</summary>");
        insta::assert_snapshot!(summary(&["few", "old"]), @"<details><summary>signatures and settings (2 warnings)</summary>");
    }
}
