//! TER step by step, as slow and as plain as it can be: what the fast search is
//! compared with.

type Words = Vec<u32>;

#[derive(Clone, Copy, PartialEq)]
enum Edit {
    Keep,
    Substitute,
    Delete,
    Insert,
}

/// What the search did.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) edits: usize,
    pub(super) shifts: usize,
    pub(super) tried: usize,
}

pub(super) fn edits(hypothesis: &[u32], reference: &[u32]) -> Outcome {
    let mut outcome = Outcome { edits: hypothesis.len(), shifts: 0, tried: 0 };
    if reference.is_empty() {
        return outcome;
    }
    let mut words = hypothesis.to_vec();
    loop {
        let (gain, shifted) = best_shift(&words, reference, &mut outcome.tried);
        if outcome.tried >= 1000 || gain <= 0 {
            break;
        }
        outcome.shifts += 1;
        words = shifted;
    }
    outcome.edits = outcome.shifts + beam_distance(&words, reference).0;
    outcome
}

fn best_shift(words: &Words, reference: &[u32], tried: &mut usize) -> (isize, Words) {
    let (distance, trace) = beam_distance(words, reference);
    let (mut partners, mut hypothesis_errors, mut reference_errors) = (vec![], vec![], vec![]);
    for edit in trace {
        if edit != Edit::Insert {
            hypothesis_errors.push(edit != Edit::Keep);
        }
        if edit != Edit::Delete {
            reference_errors.push(edit != Edit::Keep);
            partners.push(hypothesis_errors.len() as isize - 1);
        }
    }
    let mut best = None;
    for (start, place, length) in shared_phrases(words, reference) {
        let partner = partners[place];
        let phrase = start as isize..(start + length) as isize;
        if !hypothesis_errors[start..start + length].contains(&true)
            || !reference_errors[place..place + length].contains(&true)
            || phrase.contains(&partner)
        {
            continue;
        }
        let mut last = -1;
        for offset in -1..length as isize {
            let anchor = place as isize + offset;
            let target = if anchor < 0 { 0 } else { partners[anchor as usize] + 1 };
            if target == last {
                continue;
            }
            last = target;
            let shifted = shift(words, start, length, target as usize);
            let gain = distance as isize - beam_distance(&shifted, reference).0 as isize;
            *tried += 1;
            let candidate = (gain, length, -(start as isize), -target, shifted);
            if best.as_ref().is_none_or(|best| candidate > *best) {
                best = Some(candidate);
            }
        }
        if *tried >= 1000 {
            break;
        }
    }
    best.map_or((0, words.clone()), |best| (best.0, best.4))
}

/// Start in the hypothesis, start in the reference, and length.
fn shared_phrases(words: &[u32], reference: &[u32]) -> Vec<(usize, usize, usize)> {
    let mut found = vec![];
    for start in 0..words.len() {
        for place in 0..reference.len() {
            for length in 1..=10 {
                let phrase = words.get(start..start + length);
                let is_shared = phrase.is_some() && phrase == reference.get(place..place + length);
                if start.abs_diff(place) > 50 || !is_shared {
                    break;
                }
                found.push((start, place, length));
            }
        }
    }
    found
}

fn shift(words: &[u32], start: usize, length: usize, target: usize) -> Words {
    let at = |place: usize| place.min(words.len());
    let (moved, end) = (&words[start..start + length], start + length);
    if target < start {
        [&words[..target], moved, &words[target..start], &words[end..]].concat()
    } else if target > end {
        [&words[..start], &words[end..target], moved, &words[target..]].concat()
    } else {
        let until = at(length + target);
        [&words[..start], &words[end..until], moved, &words[until..]].concat()
    }
}

fn beam_distance(words: &[u32], reference: &[u32]) -> (usize, Vec<Edit>) {
    const UNREACHED: usize = usize::MAX / 2;
    let (rows, columns) = (words.len(), reference.len());
    let ratio = if rows == 0 { 1.0 } else { columns as f64 / rows as f64 };
    let width = if 25.0 < ratio / 2.0 { (ratio / 2.0 + 25.0).ceil() as isize } else { 25 };
    let mut table = vec![vec![(UNREACHED, Edit::Insert); columns + 1]; rows + 1];
    for (column, cell) in table[0].iter_mut().enumerate() {
        cell.0 = column;
    }
    for row in 1..=rows {
        let diagonal = (row as f64 * ratio).floor() as isize;
        let first = (diagonal - width).max(0) as usize;
        let mut end = (diagonal + width).min(columns as isize + 1) as usize;
        if row == rows {
            end = columns + 1;
        }
        for column in first..end {
            if column == 0 {
                table[row][0] = (table[row - 1][0].0 + 1, Edit::Delete);
                continue;
            }
            let diagonal = table[row - 1][column - 1].0;
            let ways = [
                if words[row - 1] == reference[column - 1] {
                    (diagonal, Edit::Keep)
                } else {
                    (diagonal + 1, Edit::Substitute)
                },
                (table[row - 1][column].0 + 1, Edit::Delete),
                (table[row][column - 1].0 + 1, Edit::Insert),
            ];
            for way in ways {
                if way.0 < table[row][column].0 {
                    table[row][column] = way;
                }
            }
        }
    }
    let (mut row, mut column) = (rows, columns);
    let mut trace = vec![];
    while row > 0 || column > 0 {
        let edit = table[row][column].1;
        trace.push(edit);
        row -= usize::from(edit != Edit::Insert);
        column -= usize::from(edit != Edit::Delete);
    }
    trace.reverse();
    (table[rows][columns].0, trace)
}
