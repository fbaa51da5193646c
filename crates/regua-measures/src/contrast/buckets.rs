//! Buckets for lengths, differences of lengths and scores.
//!
//! Not for frequencies of words: these have bands, which may leave gaps.

/// Ranges of numbers that follow each other without gaps, from the smallest
/// number to the largest.
///
/// ```
/// use regua_measures::contrast::Buckets;
///
/// let lengths = Buckets::lengths();
/// let bucket = lengths.find(17.0).unwrap();
/// assert_eq!(lengths.names()[bucket], "[10,20)");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Buckets {
    edges: Vec<f64>,
    names: Vec<String>,
}

impl Buckets {
    /// Buckets between ascending edges, or nothing if they do not ascend. A
    /// number that is an edge is in the bucket above.
    pub fn new(edges: &[f64]) -> Option<Self> {
        Self::named(edges, false)
    }

    /// Buckets for numbers that are whole: a bucket that holds but one of them
    /// is called by it.
    pub fn whole(edges: &[i32]) -> Option<Self> {
        let edges: Vec<f64> = edges.iter().copied().map(f64::from).collect();
        Self::named(&edges, true)
    }

    /// compare-mt's buckets of lengths in words.
    ///
    /// # Panics
    /// Never: the edges ascend.
    pub fn lengths() -> Self {
        Self::whole(&[10, 20, 30, 40, 50, 60]).expect("the edges ascend")
    }

    /// compare-mt's buckets of differences of lengths, hypothesis less reference.
    ///
    /// # Panics
    /// Never: the edges ascend.
    pub fn differences() -> Self {
        let edges = [-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 21];
        Self::whole(&edges).expect("the edges ascend")
    }

    /// compare-mt's buckets of scores: ten of the same width from 0 to the
    /// largest score, which is 1 or 100. Nothing if that is no positive number.
    pub fn scores(largest: f64) -> Option<Self> {
        let edges: Vec<f64> = (1..10_u8).map(|tenth| f64::from(tenth) * largest / 10.0).collect();
        Self::new(&edges).filter(|_| largest > 0.0)
    }

    fn named(edges: &[f64], whole: bool) -> Option<Self> {
        let (first, last) = (edges.first()?, edges.last()?);
        let ascend = edges.is_sorted_by(|low, high| low < high);
        if !ascend || !first.is_finite() || !last.is_finite() {
            return None;
        }
        let between = edges.windows(2).map(|edges| match edges {
            &[low, high] if whole && high - low <= 1.0 => format!("{low}"),
            edges => format!("[{},{})", edges[0], edges[1]),
        });
        let names = std::iter::once(format!("<{first}"))
            .chain(between)
            .chain([format!(">={last}")])
            .collect();
        Some(Self { edges: edges.to_vec(), names })
    }

    /// The bucket of a number; there is none for what is not a number.
    pub fn find(&self, number: f64) -> Option<usize> {
        (!number.is_nan()).then(|| self.edges.partition_point(|&edge| edge <= number))
    }

    /// The buckets' names in ascending order, as compare-mt writes them: `<10`,
    /// `[10,20)`, `>=60`.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn whole_numbers_that_are_alone_name_their_bucket() {
        let names = Buckets::differences().names().join(" ");
        assert_eq!(names, "<-20 [-20,-10) [-10,-5) -5 -4 -3 -2 -1 0 1 2 3 4 5 [6,11) [11,21) >=21");
        assert_eq!(Buckets::scores(1.0).unwrap().names()[..3], ["<0.1", "[0.1,0.2)", "[0.2,0.3)"]);
    }

    #[test]
    fn an_edge_is_in_the_bucket_above() {
        let buckets = Buckets::new(&[0.5]).unwrap();
        let found = [0.4, 0.5, f64::NEG_INFINITY, f64::INFINITY].map(|number| buckets.find(number));
        assert_eq!(found, [Some(0), Some(1), Some(0), Some(1)]);
        assert_eq!(buckets.find(f64::NAN), None);
    }

    #[test]
    fn edges_that_do_not_ascend_make_no_buckets() {
        for edges in [&[][..], &[1.0, 1.0], &[2.0, 1.0], &[f64::NAN], &[0.0, f64::INFINITY]] {
            assert_eq!(Buckets::new(edges), None);
        }
        for largest in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Buckets::scores(largest), None);
        }
    }

    proptest! {
        #[test]
        fn a_bucket_is_the_number_of_edges_that_are_not_above(number in -70..70_i32) {
            for buckets in [Buckets::lengths(), Buckets::differences()] {
                let number = f64::from(number);
                let plain = buckets.edges.iter().filter(|&&edge| edge <= number).count();
                prop_assert_eq!(buckets.find(number), Some(plain));
            }
        }
    }
}
