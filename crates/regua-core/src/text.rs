//! Small helpers for messages: lists, suggestions.

/// `a`, `b` and `c`, each in back quotes.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => "none".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// The tail of an error about an unknown name: `; did you mean …?`, or nothing.
pub fn hint<S: AsRef<str>>(nearest: &[S]) -> String {
    let quoted: Vec<String> = nearest.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => format!("; did you mean {only}?"),
        Some((last, rest)) => format!("; did you mean {} or {last}?", rest.join(", ")),
    }
}

/// The known names that are a slip or two away from what was typed, nearest
/// first and at most three.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let limit = typed.chars().count().div_ceil(3).clamp(1, 3);
    let folded = typed.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .map(|name| (slips(&folded, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.dedup();
    let best = near.first().map_or(0, |(distance, _)| *distance);
    near.into_iter()
        .take_while(|(distance, _)| *distance == best)
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Edit distance in which swapping two neighbours is one slip.
fn slips(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (above[j - 1] + same).min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_slip() {
        assert_eq!(nearest("blue", ["bleu", "chrf", "ter"]), ["bleu"]);
    }

    #[test]
    fn a_name_far_from_all_others_gets_no_suggestion() {
        assert!(nearest("perplexity", ["bleu", "chrf"]).is_empty());
    }

    #[test]
    fn lists_read_as_sentences() {
        assert_eq!(list(&["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(hint(&["bleu"]), "; did you mean `bleu`?");
        assert_eq!(hint::<&str>(&[]), "");
    }
}
