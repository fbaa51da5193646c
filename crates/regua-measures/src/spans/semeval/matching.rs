//! Pairing predicted spans with gold ones, in each of four ways.

use regua_core::Span;

/// What counts as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Strict,
    Exact,
    Partial,
    Type,
}

impl Way {
    pub(super) const ALL: [Self; 4] = [Self::Partial, Self::Strict, Self::Exact, Self::Type];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Exact => "exact",
            Self::Partial => "partial",
            Self::Type => "type",
        }
    }

    /// What an overlap that is no match counts as.
    fn near_miss(self) -> Outcome {
        if self == Self::Partial { Outcome::Partial } else { Outcome::Incorrect }
    }
}

/// What became of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Correct,
    Incorrect,
    Partial,
    Missed,
    Spurious,
}

impl Outcome {
    pub(super) const ALL: [(&'static str, Self); 5] = [
        ("correct", Self::Correct),
        ("incorrect", Self::Incorrect),
        ("partial", Self::Partial),
        ("missed", Self::Missed),
        ("spurious", Self::Spurious),
    ];
}

/// How often each outcome came about, in the order of [`Outcome::ALL`].
pub(super) type Outcomes = [i64; 5];

/// Pairs spans from left to right: each predicted span takes the first gold
/// span that matches it, or else the first that overlaps it.
pub(super) fn outcomes(
    gold: &[Span<'_>],
    predicted: &[Span<'_>],
    way: Way,
    overlap: f64,
) -> Outcomes {
    let mut outcomes = [0; 5];
    let mut count = |outcome: Outcome| outcomes[outcome as usize] += 1;
    let mut is_taken = vec![false; gold.len()];
    for span in predicted {
        let (mut matching, mut near) = (None, None);
        for (place, other) in gold.iter().enumerate() {
            if is_taken[place] {
                continue;
            }
            let same_place = (span.start, span.end) == (other.start, other.end);
            let same_label = span.label == other.label;
            let is_match = match way {
                Way::Strict => same_place && same_label,
                Way::Exact | Way::Partial => same_place,
                Way::Type => same_label && covered(span, other) >= overlap,
            };
            if is_match && way == Way::Type {
                // Of several spans with the label, that with the nearest ends; the first of equals.
                let apart = u64::from(span.start.abs_diff(other.start))
                    + u64::from(span.end.abs_diff(other.end));
                if matching.is_none_or(|(_, least)| apart < least) {
                    matching = Some((place, apart));
                }
            } else if is_match {
                matching = Some((place, 0));
                break;
            } else if near.is_none() && covered(span, other) >= overlap {
                near = Some(place);
            }
        }
        let found = match (matching, near) {
            (Some((place, _)), _) => Some((place, Outcome::Correct)),
            (None, Some(place)) => Some((place, way.near_miss())),
            (None, None) => None,
        };
        if let Some((place, _)) = found {
            is_taken[place] = true;
        }
        count(found.map_or(Outcome::Spurious, |(_, outcome)| outcome));
    }
    is_taken.iter().filter(|taken| !**taken).for_each(|_| count(Outcome::Missed));
    outcomes
}

/// How much of a gold span a predicted one covers, in percent.
fn covered(predicted: &Span<'_>, gold: &Span<'_>) -> f64 {
    let (start, end) = (predicted.start.max(gold.start), predicted.end.min(gold.end));
    if start >= end {
        return 0.0;
    }
    f64::from(end - start) / f64::from(gold.end - gold.start) * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u32, end: u32, label: &str) -> Span<'_> {
        Span { start, end, label }
    }

    #[test]
    fn one_word_too_few_is_half_right_or_wrong() {
        let (gold, predicted) = ([span(0, 3, "A")], [span(0, 2, "A")]);
        let found = |way| outcomes(&gold, &predicted, way, 1.0);
        assert_eq!(found(Way::Strict), [0, 1, 0, 0, 0]);
        assert_eq!(found(Way::Exact), [0, 1, 0, 0, 0]);
        assert_eq!(found(Way::Partial), [0, 0, 1, 0, 0]);
        assert_eq!(found(Way::Type), [1, 0, 0, 0, 0]);
    }

    #[test]
    fn a_wrong_label_on_the_right_place() {
        let (gold, predicted) = ([span(0, 3, "A"), span(5, 6, "A")], [span(0, 3, "B")]);
        let found = |way| outcomes(&gold, &predicted, way, 1.0);
        assert_eq!(found(Way::Strict), [0, 1, 0, 1, 0]);
        assert_eq!(found(Way::Exact), [1, 0, 0, 1, 0]);
        assert_eq!(found(Way::Partial), [1, 0, 0, 1, 0]);
        assert_eq!(found(Way::Type), [0, 1, 0, 1, 0]);
    }

    #[test]
    fn little_overlap_is_none_where_much_is_asked_for() {
        let (gold, predicted) = ([span(0, 4, "A")], [span(3, 9, "A")]);
        assert_eq!(outcomes(&gold, &predicted, Way::Partial, 25.0), [0, 0, 1, 0, 0]);
        assert_eq!(outcomes(&gold, &predicted, Way::Partial, 26.0), [0, 0, 0, 1, 1]);
    }
}
