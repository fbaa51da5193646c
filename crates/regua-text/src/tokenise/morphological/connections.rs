//! `matrix.bin`: what it costs that one word follows another.
//!
//! Two 16-bit numbers, how many right ids and left ids there are, and 16 bits
//! for each pair of them.

/// The costs of all pairs.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    rights: usize,
    lefts: usize,
    costs: Vec<i16>,
}

impl Connections {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let (numbers, odd) = bytes.as_chunks();
        let mut numbers = numbers.iter().map(|number| u16::from_le_bytes(*number));
        let (Some(rights), Some(lefts)) = (numbers.next(), numbers.next()) else {
            return Err("it is shorter than a header".to_owned());
        };
        let (rights, lefts) = (usize::from(rights), usize::from(lefts));
        let costs: Vec<i16> = numbers.map(u16::cast_signed).collect();
        if costs.is_empty() || costs.len() != rights * lefts || !odd.is_empty() {
            return Err(format!("its size is not that of {rights} by {lefts} costs"));
        }
        Ok(Self { rights, lefts, costs })
    }

    /// How many right ids and left ids there are.
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.rights, self.lefts)
    }

    /// The costs of what may stand before a word with this left id, by right id.
    #[inline]
    pub(super) fn before(&self, left: u16) -> &[i16] {
        let start = self.rights * usize::from(left);
        self.costs.get(start..start + self.rights).unwrap_or_default()
    }
}
