//! Base forms of English words, as NLTK's WordNet reader finds them.
//!
//! A word that stands in the list of exceptions of a part of speech has the base
//! forms that are listed there. Any other loses an ending, or changes it; every
//! form that the dictionary has in that part of speech counts. (WordNet's own
//! library stops at the first form it finds; NLTK does not, and we agree with
//! NLTK.)

/// An ending and what takes its place.
type Rule = (&'static str, &'static str);

/// Endings of nouns, verbs, adjectives and adverbs, in this order.
pub(super) const RULES: [&[Rule]; 4] = [
    &[
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ],
    &[
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ],
    &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")],
    &[],
];

/// Calls `found` with each form that the rules of a part of speech make.
pub(super) fn base_forms(word: &str, part: usize, mut found: impl FnMut(&str)) {
    for (ending, replacement) in RULES[part] {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        // Mostly the replacement is how the ending begins: then the form is a piece of the word.
        if ending.starts_with(replacement) {
            found(&word[..stem.len() + replacement.len()]);
        } else {
            found(&[stem, replacement].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(word: &str, part: usize) -> Vec<String> {
        let mut forms = Vec::new();
        base_forms(word, part, |form| forms.push(form.to_owned()));
        forms
    }

    #[test]
    fn every_rule_that_fits_makes_a_form() {
        assert_eq!(forms("churches", 0), ["churche", "church"]);
        assert_eq!(forms("wolves", 0), ["wolve", "wolf"]);
        assert_eq!(forms("ponies", 0), ["ponie", "pony"]);
        assert_eq!(forms("making", 1), ["make", "mak"]);
        assert_eq!(forms("s", 0), [""]);
        assert_eq!(forms("finest", 2), ["fin", "fine"]);
        assert_eq!(forms("well", 3), Vec::<String>::new());
    }
}
