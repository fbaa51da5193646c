//! Base forms of regular words, by WordNet's rules of detachment as METEOR
//! applies them: those of nouns, verbs and adjectives in one list, the first
//! one that leads to a known word wins.
//!
//! The rules are those of WordNet's `morphy`, described in its manual page
//! `morphy(7WN)`.

/// An ending, and what stands in its place in the base form.
const RULES: [(&str, &str); 20] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
    ("s", ""),
    ("ies", "y"),
    ("es", "e"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("est", ""),
    ("er", "e"),
    ("est", "e"),
];

/// What is found under the base form of a word. METEOR leaves short words,
/// counted in UTF-16 as Java does, and words in `ss` as they are.
pub(super) fn find<T>(word: &str, mut known: impl FnMut(&str) -> Option<T>) -> Option<T> {
    if word.ends_with("ss") || word.encode_utf16().take(3).count() <= 2 {
        return known(word);
    }
    let mut form = String::new();
    RULES.iter().find_map(|(ending, instead)| {
        let stem = word.strip_suffix(ending)?;
        form.clear();
        form.push_str(stem);
        form.push_str(instead);
        known(&form)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(word: &str, known: &[&str]) -> Option<String> {
        find(word, |form| known.contains(&form).then(|| form.to_owned()))
    }

    #[test]
    fn the_first_rule_that_leads_to_a_known_word_wins() {
        assert_eq!(base("boxes", &["boxe", "box"]).as_deref(), Some("boxe"));
        assert_eq!(base("boxes", &["box"]).as_deref(), Some("box"));
        assert_eq!(base("ponies", &["pony"]).as_deref(), Some("pony"));
        assert_eq!(base("hoping", &["hop", "hope"]).as_deref(), Some("hope"));
        assert_eq!(base("hoping", &[]), None);
    }

    #[test]
    fn short_words_and_words_in_ss_stay_as_they_are() {
        assert_eq!(base("is", &["i"]), None);
        assert_eq!(base("glass", &["glas", "glass"]).as_deref(), Some("glass"));
    }
}
