//! Syllables of Portuguese words: one for each vowel that is not the weak part
//! of a diphthong.

/// How many syllables a Portuguese word has; one at least.
pub fn portuguese(word: &str) -> usize {
    let letters: Vec<char> = word.to_lowercase().chars().collect();
    let mut syllables = 0_usize;
    let mut at = 0;
    while at < letters.len() {
        if !is_vowel(letters[at]) || is_glide_after_q_or_g(&letters, at) {
            at += 1;
            continue;
        }
        syllables += 1;
        at += if has_weak_vowel_after(&letters, at) { 2 } else { 1 };
    }
    syllables.saturating_sub(usize::from(ends_in_rising_diphthong(&letters))).max(1)
}

fn is_vowel(letter: char) -> bool {
    "aeiouyáéíóúâêôãõàü".contains(letter)
}

fn is_accented(letter: char) -> bool {
    "áéíóúâêô".contains(letter)
}

/// The u of "água", "que" and "guerra".
fn is_glide_after_q_or_g(letters: &[char], at: usize) -> bool {
    let after = |letter| at > 0 && letters[at - 1] == letter;
    let before_vowel = letters.get(at + 1).copied().is_some_and(is_vowel);
    "uü".contains(letters[at]) && before_vowel && (after('q') || after('g'))
}

/// Whether the vowel at a place and the next one are one syllable: "pai", "mau",
/// "mãe"; not "país", "ruim", "rainha", "cair".
fn has_weak_vowel_after(letters: &[char], at: usize) -> bool {
    let Some(&next) = letters.get(at + 1) else { return false };
    match letters[at] {
        'ã' => "eo".contains(next),
        'õ' => next == 'e',
        strong => {
            "iu".contains(next) && strong != next && !is_nucleus_by_what_follows(letters, at + 2)
        }
    }
}

/// After i or u: nh, or a consonant that closes the syllable (l, m, n, r, z).
fn is_nucleus_by_what_follows(letters: &[char], at: usize) -> bool {
    let Some(&next) = letters.get(at) else { return false };
    let beyond = letters.get(at + 1).copied();
    if next == 'n' && beyond == Some('h') {
        return true;
    }
    "lmnrz".contains(next) && beyond.is_none_or(|beyond| !is_vowel(beyond) && beyond != 'h')
}

/// As in "história", "água", "série": a weak vowel before the last one is no
/// syllable if the accent stands further left.
fn ends_in_rising_diphthong(letters: &[char]) -> bool {
    let stem = match letters {
        [stem @ .., 's'] => stem,
        _ => letters,
    };
    let [rest @ .., weak, last] = stem else { return false };
    let already_a_glide = is_glide_after_q_or_g(stem, stem.len() - 2);
    let after_vowel = rest.last().copied().is_some_and(is_vowel);
    "iu".contains(*weak)
        && "aeo".contains(*last)
        && !already_a_glide
        && !after_vowel
        && rest.iter().any(|&letter| is_accented(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_as_many_syllables_as_school_teaches() {
        for (syllables, words) in [
            (1, "pai mãe pães mau quem pé não céu fui viu três mais"),
            (2, "água série muito leite país ruim juiz dia guerra praia lua sair voo"),
            (3, "saída história rainha família estação quatorze ainda caindo avião saúde"),
            (4, "oceano universo construindo"),
            (5, "aeroporto biologia matemático"),
        ] {
            for word in words.split(' ') {
                assert_eq!(portuguese(word), syllables, "{word}");
            }
        }
    }

    #[test]
    fn whatever_is_no_word_has_one_syllable() {
        for text in ["", "42", "psst", "中"] {
            assert_eq!(portuguese(text), 1, "{text}");
        }
    }
}
