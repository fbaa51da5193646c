//! Tags that break the rules of their scheme.

use super::{OUTSIDE, Scheme, Tag};

/// A tag that breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// Position of the token.
    pub at: usize,
    /// The rule that it breaks.
    pub rule: String,
}

/// The first tag that breaks the rules of a scheme; nothing if all keep them.
///
/// With [`Scheme::Conll`] the rule is that `I` and `E` go on with a span of their
/// label, and do not start one.
pub fn breach(tags: &[&str], scheme: Scheme) -> Option<Breach> {
    let mut before = ("O", OUTSIDE);
    for (at, text) in tags.iter().enumerate() {
        if !scheme.has(text) {
            return Some(Breach { at, rule: no_tag(text, scheme) });
        }
        let tag = (*text, Tag::strict(text).unwrap_or(OUTSIDE));
        if let Some((earlier, rule)) = rule(before, tag, scheme) {
            return Some(Breach { at: at - usize::from(earlier), rule });
        }
        before = tag;
    }
    rule(before, ("the end", OUTSIDE), scheme)
        .map(|(_, rule)| Breach { at: tags.len().saturating_sub(1), rule })
}

/// What to say of a text that is no tag.
pub(super) fn no_tag(text: &str, scheme: Scheme) -> String {
    let prefixes: Vec<String> =
        scheme.prefixes().chars().map(|prefix| format!("{prefix}-…")).collect();
    format!("`{text}` is no tag: there are O, {} in {}", prefixes.join(", "), scheme.word())
}

/// Whether the earlier of two tags breaks a rule, and which.
#[expect(clippy::match_same_arms, reason = "scheme by scheme, as their rules are told")]
fn rule(before: (&str, Tag<'_>), tag: (&str, Tag<'_>), scheme: Scheme) -> Option<(bool, String)> {
    let (word, is_same) = (scheme.word(), before.1.label == tag.1.label);
    let follows = |prefixes: &str| is_same && prefixes.contains(tag.1.prefix);
    let continues = |prefixes: &str| is_same && prefixes.contains(before.1.prefix);
    let (from, to) = (before.0, tag.0);
    let must_start = || {
        Some((
            false,
            format!(
                "`{to}` follows `{from}`, but in {word} it must go on with a span of its label"
            ),
        ))
    };
    let must_go_on = || {
        Some((
            true,
            format!("`{from}` is followed by `{to}`, but in {word} its span must go on to its end"),
        ))
    };
    match (scheme, before.1.prefix, tag.1.prefix) {
        (Scheme::Conll, _, 'I' | 'E') | (Scheme::Iob2, _, 'I') if !continues("BI") => must_start(),
        (Scheme::Iobes, _, 'I' | 'E') | (Scheme::Bilou, _, 'I' | 'L') if !continues("BI") => {
            must_start()
        }
        (Scheme::Iobes, 'B' | 'I', _) if !follows("IE") => must_go_on(),
        (Scheme::Bilou, 'B' | 'I', _) if !follows("IL") => must_go_on(),
        (Scheme::Ioe2, 'I', _) if !follows("IE") => must_go_on(),
        (Scheme::Iob1, _, 'B') if !continues("BI") => Some((
            false,
            format!(
                "`{to}` follows `{from}`, but in {word} B is for a span right after another of its label"
            ),
        )),
        (Scheme::Ioe1, 'E', _) if !follows("IE") => Some((
            true,
            format!(
                "`{from}` is followed by `{to}`, but in {word} E is for a span right before another of its label"
            ),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tags: &str, scheme: Scheme) -> String {
        let tags: Vec<&str> = tags.split(' ').collect();
        breach(&tags, scheme)
            .map_or_else(String::new, |breach| format!("{}: {}", breach.at, breach.rule))
    }

    #[test]
    fn tags_that_keep_the_rules_have_no_breach() {
        assert_eq!(found("B-A I-A O B-A", Scheme::Iob2), "");
        assert_eq!(found("I-A I-A B-A O", Scheme::Iob1), "");
        assert_eq!(found("B-A E-A S-A O", Scheme::Iobes), "");
        assert_eq!(found("B-A L-A U-A O", Scheme::Bilou), "");
        assert_eq!(found("I-A E-A E-A O", Scheme::Ioe2), "");
        assert_eq!(found("I-A E-A I-A O", Scheme::Ioe1), "");
    }

    #[test]
    fn each_breach_names_its_rule() {
        assert_eq!(
            found("O I-A", Scheme::Iob2),
            "1: `I-A` follows `O`, but in iob2 it must go on with a span of its label"
        );
        assert_eq!(
            found("B-A I-B", Scheme::Conll),
            "1: `I-B` follows `B-A`, but in conll it must go on with a span of its label"
        );
        assert_eq!(
            found("O B-A", Scheme::Iob1),
            "1: `B-A` follows `O`, but in iob1 B is for a span right after another of its label"
        );
        assert_eq!(
            found("B-A O", Scheme::Iobes),
            "0: `B-A` is followed by `O`, but in iobes its span must go on to its end"
        );
        assert_eq!(
            found("O B-A", Scheme::Bilou),
            "1: `B-A` is followed by `the end`, but in bilou its span must go on to its end"
        );
        assert_eq!(
            found("E-A O", Scheme::Ioe1),
            "0: `E-A` is followed by `O`, but in ioe1 E is for a span right before another of its label"
        );
        assert_eq!(
            found("PLACE", Scheme::Iob2),
            "0: `PLACE` is no tag: there are O, B-…, I-… in iob2"
        );
    }
}
