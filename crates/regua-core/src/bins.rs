//! Bins: a column of many values as a few groups.

use crate::error::Error;
use crate::key::KeyValue;
use crate::text::list;

/// How the values of a column are put together.
///
/// - `1,2,3,7+`: single numbers, ranges `3-5`, open ends `7+` and `<3`; or
///   words: `news,blog`
/// - `q4`: four bins of equal share, known once the column has been seen
#[derive(Debug, Clone, PartialEq)]
pub enum Bins {
    /// Named bins in order.
    Listed(Vec<Bin>),
    /// So many bins of equal share, still to be found.
    Quantiles(usize),
}

/// One bin.
#[derive(Debug, Clone, PartialEq)]
pub struct Bin {
    /// Its name in all outputs.
    pub label: String,
    rule: Rule,
}

#[derive(Debug, Clone, PartialEq)]
enum Rule {
    /// From `low`, included, to `high`, included.
    Within { low: f64, high: f64 },
    /// Below `high`, from `low` on.
    Below { low: f64, high: f64 },
    /// The very word.
    Word(String),
}

/// Where values go that are in no bin.
pub const OTHER: &str = "other";

impl std::str::FromStr for Bins {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let broken = |rule: &str| Error::Bins { text: text.to_owned(), rule: rule.to_owned() };
        if let Some(bins) = text.strip_prefix('q').and_then(|rest| rest.parse().ok()) {
            return match bins {
                2..=100 => Ok(Self::Quantiles(bins)),
                _ => Err(broken("quantiles go from q2 to q100")),
            };
        }
        let mut bins: Vec<Bin> = Vec::new();
        for part in text.split(',').map(str::trim) {
            if part.is_empty() {
                return Err(broken("a bin is empty"));
            }
            if bins.iter().any(|bin| bin.label == part) {
                return Err(broken(&format!("the bin `{part}` is there twice")));
            }
            let rule = rule(part);
            if let Rule::Within { low, high } | Rule::Below { low, high } = rule
                && low > high
            {
                return Err(broken(&format!("the range `{part}` ends before it starts")));
            }
            bins.push(Bin { label: part.to_owned(), rule });
        }
        Ok(Self::Listed(bins))
    }
}

fn rule(part: &str) -> Rule {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    if let Some(low) = part.strip_suffix('+').and_then(number) {
        return Rule::Within { low, high: f64::INFINITY };
    }
    if let Some(high) = part.strip_prefix('<').and_then(number) {
        return Rule::Below { low: f64::NEG_INFINITY, high };
    }
    if let Some(value) = number(part) {
        return Rule::Within { low: value, high: value };
    }
    // A leading minus belongs to the number, not to the range.
    if let Some(dash) = part.get(1..).and_then(|rest| rest.find('-'))
        && let (Some(low), Some(high)) = (number(&part[..=dash]), number(&part[dash + 2..]))
    {
        return Rule::Within { low, high };
    }
    Rule::Word(part.to_owned())
}

impl Bins {
    /// Finds the edges of quantile bins from the values of the column; other
    /// bins stay as they are.
    ///
    /// # Errors
    /// Fails if the column has no number.
    pub fn fit(self, column: &str, mut values: Vec<f64>) -> Result<Self, Error> {
        let Self::Quantiles(count) = self else { return Ok(self) };
        values.retain(|value| value.is_finite());
        values.sort_unstable_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            return Err(Error::Bins {
                text: format!("q{count}"),
                rule: format!("the column `{column}` has no numbers"),
            });
        };
        let mut edges: Vec<f64> = (1..count)
            .map(|cut| values[(cut * values.len()).div_ceil(count).min(values.len() - 1)])
            .collect();
        edges.dedup();
        edges.retain(|edge| *edge > least);
        let mut bins = Vec::new();
        let mut low = least;
        for edge in edges {
            bins.push(Bin {
                label: format!("{low} to <{edge}"),
                rule: Rule::Below { low, high: edge },
            });
            low = edge;
        }
        bins.push(Bin {
            label: format!("{low} to {most}"),
            rule: Rule::Within { low, high: most },
        });
        Ok(Self::Listed(bins))
    }

    /// Position and name of the bin that a value falls into; `None` if none
    /// takes it.
    pub fn find(&self, value: &KeyValue) -> Option<(usize, &str)> {
        let Self::Listed(bins) = self else { return None };
        let number = value.number();
        let text = value.to_string();
        bins.iter()
            .enumerate()
            .find(|(_, bin)| match &bin.rule {
                Rule::Within { low, high } => number.is_some_and(|x| (*low..=*high).contains(&x)),
                Rule::Below { low, high } => number.is_some_and(|x| (*low..*high).contains(&x)),
                Rule::Word(word) => *word == text,
            })
            .map(|(position, bin)| (position, bin.label.as_str()))
    }

    /// The name of the bin at this position.
    pub(crate) fn label(&self, position: usize) -> Option<&str> {
        let Self::Listed(bins) = self else { return None };
        bins.get(position).map(|bin| bin.label.as_str())
    }

    /// The bins' names, in words.
    pub fn labels(&self) -> String {
        match self {
            Self::Listed(bins) => list(&bins.iter().map(|bin| &bin.label).collect::<Vec<_>>()),
            Self::Quantiles(count) => format!("`q{count}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(bins: &str, value: f64) -> String {
        let bins: Bins = bins.parse().unwrap();
        bins.find(&KeyValue::Number(value)).map_or(OTHER, |(_, label)| label).to_owned()
    }

    #[test]
    fn numbers_ranges_and_open_ends() {
        assert_eq!(label("1,2,3-5,6+", 2.0), "2");
        assert_eq!(label("1,2,3-5,6+", 4.0), "3-5");
        assert_eq!(label("1,2,3-5,6+", 60.0), "6+");
        assert_eq!(label("<0,0-9", -4.0), "<0");
        assert_eq!(label("-5--2,0", -3.0), "-5--2");
        assert_eq!(label("1,2", 7.0), OTHER);
    }

    #[test]
    fn words_are_bins_too() {
        let bins: Bins = "news,blog".parse().unwrap();
        assert_eq!(bins.find(&KeyValue::Text("blog".to_owned())), Some((1, "blog")));
    }

    #[test]
    fn quantiles_share_the_values_equally() {
        let bins: Bins = "q4".parse::<Bins>().unwrap();
        let bins = bins.fit("n", (1..=8).map(f64::from).collect()).unwrap();
        let of = |x: f64| bins.find(&KeyValue::Number(x)).unwrap().0;
        assert_eq!((1..=8).map(|x| of(f64::from(x))).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn one_value_over_and_over_makes_one_bin() {
        let bins = "q4".parse::<Bins>().unwrap().fit("n", vec![3.0; 9]).unwrap();
        assert_eq!(bins.labels(), "`3 to 3`");
    }

    #[test]
    fn broken_bins_say_why() {
        let error = |text: &str| text.parse::<Bins>().unwrap_err().to_string();
        insta::assert_snapshot!(error("1,,2"), @"cannot read the bins `1,,2`: a bin is empty");
        insta::assert_snapshot!(error("5-3"), @"cannot read the bins `5-3`: the range `5-3` ends before it starts");
        insta::assert_snapshot!(error("q1"), @"cannot read the bins `q1`: quantiles go from q2 to q100");
    }
}
