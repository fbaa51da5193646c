//! Bands of word frequencies: `1,2,3,4,5-9,10-99,100-999,1000+`.

use std::fmt;

/// The bands that compare-mt has, but for words that the corpus lacks.
pub(crate) const DEFAULT: &str = "1,2,3,4,5-9,10-99,100-999,1000+";
/// More would only be a list of words.
const MOST_BANDS: usize = 64;

/// Ranges of frequencies that follow each other, with gaps or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bands(Vec<Band>);

/// Frequencies from the first to the last; there may be no last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Band {
    first: u64,
    last: u64,
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            u64::MAX => write!(f, "{}+", self.first),
            last if last == self.first => write!(f, "{last}"),
            last => write!(f, "{}-{last}", self.first),
        }
    }
}

impl fmt::Display for Bands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bands: Vec<String> = self.0.iter().map(Band::to_string).collect();
        f.write_str(&bands.join(","))
    }
}

impl Bands {
    /// What a setting takes, in words.
    pub(crate) const TAKES: &str =
        "frequencies in ascending order, single or in ranges, as in `1,2-9,10+`";

    /// The bands that a text describes, or nothing if it describes none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut bands: Vec<Band> = Vec::new();
        for part in text.split(',') {
            let number = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse().ok().filter(|number: &u64| digits && *number < u64::MAX)
            };
            let part = part.trim();
            let (first, last) = match (part.strip_suffix('+'), part.split_once('-')) {
                (Some(first), _) => (number(first)?, u64::MAX),
                (None, Some((first, last))) => (number(first)?, number(last)?),
                (None, None) => (number(part)?, number(part)?),
            };
            if first > last || bands.last().is_some_and(|before| before.last >= first) {
                return None;
            }
            bands.push(Band { first, last });
        }
        (bands.len() <= MOST_BANDS).then_some(Self(bands))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The bands in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Band> {
        self.0.iter()
    }

    /// The band of a frequency, if there is one for it.
    pub(crate) fn find(&self, frequency: u64) -> Option<usize> {
        let band = self.0.partition_point(|band| band.last < frequency);
        self.0.get(band).is_some_and(|found| found.first <= frequency).then_some(band)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_read_back_as_they_were_written() {
        for text in [DEFAULT, "0", "0,7+", "3-4,9-12"] {
            assert_eq!(Bands::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Bands::parse("5-5, 6").unwrap().to_string(), "5,6");
    }

    #[test]
    fn what_is_no_list_of_ascending_bands_is_refused() {
        for text in ["", "a", "2,1", "1,1", "4-2", "1-3,3", "1+,5", "-1", "+", "1,,2", "+1"] {
            assert_eq!(Bands::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_frequency_between_bands_is_in_none() {
        let bands = Bands::parse("1,3-4,9+").unwrap();
        let found: Vec<_> = [0, 1, 2, 3, 4, 5, 9, 1_000_000].map(|one| bands.find(one)).to_vec();
        assert_eq!(found, [None, Some(0), None, Some(1), Some(1), None, Some(2), Some(2)]);
    }
}
