//! The replacement rules of a model: what is found in a text and what it becomes.
//!
//! A model file has them compiled: the size of a double array in bytes, the
//! double array (the layout of darts-clone: one 32-bit unit a state, children
//! at the state's number xor its offset xor the byte), and all replacements,
//! each ended by a zero byte. The value of a rule is where its replacement
//! starts.

/// The rules of a model.
#[derive(Debug, Clone)]
pub(super) struct CharsMap {
    units: Vec<u32>,
    replacements: String,
}

impl CharsMap {
    /// Reads the rules and checks every one that can be reached.
    pub(super) fn read(blob: &[u8]) -> Result<Self, String> {
        let damaged = |what: &str| format!("its normalisation rules are damaged: {what}");
        let (size, rest) = blob.split_first_chunk().ok_or_else(|| damaged("no size"))?;
        let size = u32::from_le_bytes(*size) as usize;
        let (trie, replacements) =
            rest.split_at_checked(size).ok_or_else(|| damaged("they end too early"))?;
        let (units, odd) = trie.as_chunks();
        if units.is_empty() || !odd.is_empty() {
            return Err(damaged("a size that no table has"));
        }
        let replacements =
            str::from_utf8(replacements).map_err(|_| damaged("a replacement is not UTF-8"))?;
        let map = Self {
            units: units.iter().map(|unit| u32::from_le_bytes(*unit)).collect(),
            replacements: replacements.to_owned(),
        };
        map.check().map_err(damaged)?;
        Ok(map)
    }

    /// The longest rule that a text starts with: its length and its replacement.
    #[inline]
    pub(super) fn longest(&self, text: &[u8]) -> Option<(usize, &str)> {
        let mut state = offset(self.units[0]);
        let mut longest = None;
        for (index, &byte) in text.iter().enumerate() {
            state ^= u32::from(byte);
            let Some(&unit) = self.units.get(state as usize) else { break };
            if label(unit) != u32::from(byte) {
                break;
            }
            state ^= offset(unit);
            if has_leaf(unit) {
                longest = self.units.get(state as usize).map(|leaf| (index + 1, value(*leaf)));
            }
        }
        longest.map(|(length, start)| (length, self.replacement(start)))
    }

    fn replacement(&self, start: usize) -> &str {
        let rest = self.replacements.get(start..).unwrap_or_default();
        rest.split('\0').next().unwrap_or_default()
    }

    /// Walks all states: each must lie in the table, none may lead back to
    /// itself, and each rule must have a replacement.
    fn check(&self) -> Result<(), &'static str> {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Never,
            OnThisPath,
            Before,
        }
        let mut seen = vec![Seen::Never; self.units.len()];
        let mut path: Vec<(u32, u32)> = vec![(0, 1)];
        seen[0] = Seen::OnThisPath;
        while let Some((state, next)) = path.last_mut() {
            let (unit, children) =
                (self.units[*state as usize], *state ^ offset(self.units[*state as usize]));
            if *next == 1 {
                if (children | 0xff) as usize >= self.units.len() {
                    return Err("a state lies outside of the table");
                }
                let leaf = self.units[children as usize];
                if has_leaf(unit) && !self.replacements.is_char_boundary(value(leaf)) {
                    return Err("a replacement lies outside of the list");
                }
            }
            let found =
                (*next..256).find(|byte| label(self.units[(children ^ byte) as usize]) == *byte);
            let Some(byte) = found else {
                seen[*state as usize] = Seen::Before;
                path.pop();
                continue;
            };
            *next = byte + 1;
            let child = children ^ byte;
            match seen[child as usize] {
                Seen::OnThisPath => return Err("a state leads back to itself"),
                Seen::Before => {}
                Seen::Never => {
                    seen[child as usize] = Seen::OnThisPath;
                    path.push((child, 1));
                }
            }
        }
        Ok(())
    }
}

/// How far the children of a state are from it.
#[inline]
fn offset(unit: u32) -> u32 {
    (unit >> 10) << ((unit & (1 << 9)) >> 6)
}

/// The byte that leads to a state; no byte for a leaf.
#[inline]
fn label(unit: u32) -> u32 {
    unit & (1 << 31 | 0xff)
}

#[inline]
fn has_leaf(unit: u32) -> bool {
    unit >> 8 & 1 == 1
}

#[inline]
fn value(leaf: u32) -> usize {
    (leaf & (u32::MAX >> 1)) as usize
}
