//! Intraclass correlation: raters who give numbers, every item rated by every rater.
//!
//! Six forms, by two questions (P. E. Shrout and J. L. Fleiss, 1979; K. O. `McGraw` and S. P. Wong, 1996). Whose offsets
//! count: those of raters drawn anew for each item (1), of the same raters throughout (A, agreement), or none
//! (C, consistency). And what is relied upon: one rating (1) or the mean of all k (k). From the mean squares of a two-way
//! analysis of variance; F tests whether the items differ at all.
//!
//! Agrees with pingouin 0.7.0 (`intraclass_corr`) within 1e-10, relative: values, F, p and intervals. Its analysis of
//! variance goes through a linear model, which keeps but six digits of ratings near a million. Items that a rater missed
//! are left out, as with its `nan_policy="omit"`; [`IntraclassTable::items`] says how many stayed.
//!
//! Not for gaps by design: where each item has other raters, see [`super::krippendorff`].

use super::ratings::Ratings;
use crate::Undefined;
use crate::distribution::fisher;

/// One of the six forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// ICC(1,1): one of raters drawn anew for each item.
    OneWay,
    /// ICC(A,1), also called ICC(2,1): one rater, offsets count.
    Agreement,
    /// ICC(C,1), also called ICC(3,1): one rater, offsets do not count.
    Consistency,
    /// ICC(1,k): the mean of raters drawn anew for each item.
    OneWayMean,
    /// ICC(A,k), also called ICC(2,k): the mean of all raters, offsets count.
    AgreementMean,
    /// ICC(C,k), also called ICC(3,k): the mean of all raters, offsets do not count.
    ConsistencyMean,
}

impl Form {
    /// All forms, in the order of a table.
    pub const ALL: [Self; 6] = [
        Self::OneWay,
        Self::Agreement,
        Self::Consistency,
        Self::OneWayMean,
        Self::AgreementMean,
        Self::ConsistencyMean,
    ];

    /// The name in `McGraw` and Wong's notation.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneWay => "ICC(1,1)",
            Self::Agreement => "ICC(A,1)",
            Self::Consistency => "ICC(C,1)",
            Self::OneWayMean => "ICC(1,k)",
            Self::AgreementMean => "ICC(A,k)",
            Self::ConsistencyMean => "ICC(C,k)",
        }
    }
}

/// Whether the items differ: an F test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ItemTest {
    /// The mean square between items over that within.
    pub f: f64,
    /// Degrees of freedom above the line.
    pub above: f64,
    /// Degrees of freedom below the line.
    pub below: f64,
    /// The probability of such an F, or a larger one, if the items were all alike.
    pub p: f64,
}

/// The mean squares that all six forms are made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntraclassTable {
    items: usize,
    raters: f64,
    between_items: f64,
    within_items: f64,
    between_raters: f64,
    rest: f64,
}

impl IntraclassTable {
    /// The analysis of variance of the items that every rater rated.
    ///
    /// # Errors
    /// There is one rater, or fewer than two items have all ratings, or all ratings are the same.
    pub fn new(ratings: &Ratings) -> Result<Self, Undefined> {
        let raters = ratings.raters().len();
        if raters < 2 {
            return Err(Undefined("there is only one rater"));
        }
        let lowest = ratings.categories().first().copied().unwrap_or(0.0);
        let rows: Vec<Vec<f64>> = ratings
            .each_item()
            .filter(|item| item.len() == raters)
            .map(|item| item.iter().map(|mark| ratings.value(*mark) - lowest).collect())
            .collect();
        if rows.len() < 2 {
            return Err(Undefined("fewer than two items were rated by all raters"));
        }
        let (items, raters) = (rows.len() as f64, raters as f64);
        let row_means: Vec<f64> = rows.iter().map(|row| row.iter().sum::<f64>() / raters).collect();
        let grand = row_means.iter().sum::<f64>() / items;
        let mut offsets = vec![0.0; rows[0].len()];
        for row in &rows {
            for (offset, value) in offsets.iter_mut().zip(row) {
                *offset += (value - grand) / items;
            }
        }
        let between_items: f64 =
            row_means.iter().map(|mean| (mean - grand).powi(2)).sum::<f64>() * raters;
        let between_raters: f64 = offsets.iter().map(|offset| offset * offset).sum::<f64>() * items;
        let mut rest = 0.0;
        for (row, mean) in rows.iter().zip(&row_means) {
            rest += row
                .iter()
                .zip(&offsets)
                .map(|(value, offset)| (value - mean - offset).powi(2))
                .sum::<f64>();
        }
        let total = between_items + between_raters + rest;
        if total <= 0.0 {
            return Err(Undefined("all ratings are the same"));
        }
        // What rounding leaves of nothing is nothing.
        let sound = |squares: f64| if squares < total * 1e-28 { 0.0 } else { squares };
        let (between_items, between_raters, rest) =
            (sound(between_items), sound(between_raters), sound(rest));
        Ok(Self {
            items: rows.len(),
            raters,
            between_items: between_items / (items - 1.0),
            within_items: (between_raters + rest) / (items * (raters - 1.0)),
            between_raters: between_raters / (raters - 1.0),
            rest: rest / ((items - 1.0) * (raters - 1.0)),
        })
    }

    /// How many items every rater rated.
    pub fn items(&self) -> usize {
        self.items
    }

    /// The coefficient.
    ///
    /// # Errors
    /// Its denominator is 0: the items do not differ.
    pub fn value(&self, form: Form) -> Result<f64, Undefined> {
        let (n, k, b, e) = (self.items as f64, self.raters, self.between_items, self.rest);
        let (above, below) = match form {
            Form::OneWay => (b - self.within_items, b + (k - 1.0) * self.within_items),
            Form::Agreement => (b - e, b + (k - 1.0) * e + k * (self.between_raters - e) / n),
            Form::Consistency => (b - e, b + (k - 1.0) * e),
            Form::OneWayMean => (b - self.within_items, b),
            Form::AgreementMean => (b - e, b + (self.between_raters - e) / n),
            Form::ConsistencyMean => (b - e, b),
        };
        if below == 0.0 { Err(Undefined("the items do not differ")) } else { Ok(above / below) }
    }

    /// Whether the items differ.
    ///
    /// # Errors
    /// The raters never differ on an item, so that there is nothing to compare with.
    pub fn test(&self, form: Form) -> Result<ItemTest, Undefined> {
        let one_way = matches!(form, Form::OneWay | Form::OneWayMean);
        let noise = if one_way { self.within_items } else { self.rest };
        if noise == 0.0 {
            return Err(Undefined("the raters never differ on an item"));
        }
        let (f, items) = (self.between_items / noise, self.items as f64);
        let above = items - 1.0;
        let below = if one_way { items * (self.raters - 1.0) } else { above * (self.raters - 1.0) };
        Ok(ItemTest { f, above, below, p: fisher::survival(f, above, below) })
    }

    /// The interval that holds the coefficient with this confidence (0.95), as (low, high).
    ///
    /// # Errors
    /// As [`IntraclassTable::value`] and [`IntraclassTable::test`], or the confidence is not between 0 and 1.
    pub fn interval(&self, form: Form, confidence: f64) -> Result<(f64, f64), Undefined> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(Undefined("the confidence is not between 0 and 1"));
        }
        let tail = (1.0 - confidence) / 2.0;
        match form {
            Form::Agreement => self.agreement_interval(tail),
            Form::AgreementMean => {
                let (low, high) = self.agreement_interval(tail)?;
                let mean = |one: f64| one * self.raters / (1.0 + one * (self.raters - 1.0));
                Ok((mean(low), mean(high)))
            }
            _ => {
                self.value(form)?;
                let test = self.test(form)?;
                let low = test.f / critical(tail, test.above, test.below);
                let high = test.f * critical(tail, test.below, test.above);
                let bound = |f: f64| match form {
                    Form::OneWay | Form::Consistency => (f - 1.0) / (f + self.raters - 1.0),
                    _ => 1.0 - 1.0 / f,
                };
                Ok((bound(low), bound(high)))
            }
        }
    }

    /// Satterthwaite's approximation, as `McGraw` and Wong give it.
    fn agreement_interval(&self, tail: f64) -> Result<(f64, f64), Undefined> {
        let icc = self.value(Form::Agreement)?;
        let test = self.test(Form::Agreement)?;
        let (n, k, b, e) = (self.items as f64, self.raters, self.between_items, self.rest);
        let offsets = self.between_raters / e;
        let common = n * (1.0 + (k - 1.0) * icc) - k * icc;
        let degrees = test.below * (k * icc * offsets + common).powi(2)
            / (test.above * (k * icc * offsets).powi(2) + common.powi(2));
        if !(degrees.is_finite() && degrees > 0.0) {
            return Err(Undefined("its degrees of freedom vanish"));
        }
        let (above, below) = (critical(tail, n - 1.0, degrees), critical(tail, degrees, n - 1.0));
        let noise = k * self.between_raters + (k * n - k - n) * e;
        Ok((
            n * (b - above * e) / (above * noise + n * b),
            n * (below * b - e) / (noise + n * below * b),
        ))
    }
}

/// The F above which there is this share of the distribution.
fn critical(tail: f64, above: f64, below: f64) -> f64 {
    let too_low = |f: f64| fisher::survival(f, above, below) > tail;
    let (mut low, mut high) = (0.0, 1.0);
    while too_low(high) && high < f64::MAX / 4.0 {
        high *= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if too_low(middle) { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_mean_squares() -> Result<(), Undefined> {
        // Raters an even 1 apart on items 0, 2, 4: consistent, but not in agreement.
        let rows = [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]].map(|item| item.map(Some));
        let table = IntraclassTable::new(&Ratings::from_rows(&rows)?)?;
        assert_eq!(table.value(Form::Consistency), Ok(1.0));
        // Mean squares: items 8, raters 1.5, rest 0: 8/(8 + 2 · 1.5/3).
        assert!((table.value(Form::Agreement)? - 8.0 / 9.0).abs() < 1e-12);
        // Within items 1.5/3 = 0.5: (8 − 0.5)/(8 + 0.5).
        assert!((table.value(Form::OneWay)? - 7.5 / 8.5).abs() < 1e-12);
        assert_eq!(
            table.test(Form::Consistency),
            Err(Undefined("the raters never differ on an item"))
        );
        assert!(table.test(Form::OneWay).is_ok());
        Ok(())
    }

    #[test]
    fn items_with_gaps_are_left_out() -> Result<(), Undefined> {
        let rows = [
            [Some(0.0), Some(1.0)],
            [Some(9.0), None],
            [Some(2.0), Some(3.0)],
            [Some(4.0), Some(5.0)],
        ];
        assert_eq!(IntraclassTable::new(&Ratings::from_rows(&rows)?)?.items(), 3);
        let gaps = [[Some(0.0), Some(1.0)], [Some(9.0), None]];
        let reason = Undefined("fewer than two items were rated by all raters");
        assert_eq!(IntraclassTable::new(&Ratings::from_rows(&gaps)?), Err(reason));
        Ok(())
    }

    #[test]
    fn alike_items_have_no_correlation_of_means() -> Result<(), Undefined> {
        let rows = [[0.0, 1.0], [1.0, 0.0]].map(|item| item.map(Some));
        let table = IntraclassTable::new(&Ratings::from_rows(&rows)?)?;
        assert_eq!(table.value(Form::ConsistencyMean), Err(Undefined("the items do not differ")));
        assert_eq!(table.value(Form::Consistency), Ok(-1.0));
        let same = [[1.0, 1.0], [1.0, 1.0]].map(|item| item.map(Some));
        assert_eq!(
            IntraclassTable::new(&Ratings::from_rows(&same)?),
            Err(Undefined("all ratings are the same"))
        );
        Ok(())
    }
}
