//! `char.bin`: the category of each character.
//!
//! The number of categories, 32 bytes for the name of each, and 32 bits for
//! each character below U+FFFF.

use super::dictionary::little_endian;

const NAME: usize = 32;
const CHARACTERS: usize = 0xffff;

/// What a dictionary says of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Category(u32);

impl Category {
    /// Whether two characters have a category in common.
    pub(super) fn shares(self, other: Self) -> bool {
        self.0 & other.0 & 0x3_ffff != 0
    }

    /// The number of its main category.
    pub(super) fn main(self) -> usize {
        (self.0 >> 18 & 0xff) as usize
    }

    /// Unknown words of one up to so many characters may start with it.
    pub(super) fn length(self) -> u32 {
        self.0 >> 26 & 0xf
    }

    /// Whether characters that share a category make one unknown word.
    pub(super) fn is_grouped(self) -> bool {
        self.0 >> 30 & 1 == 1
    }

    /// Whether there may be unknown words even where the dictionary has words.
    pub(super) fn is_always_unknown(self) -> bool {
        self.0 >> 31 == 1
    }
}

/// The categories of all characters.
#[derive(Debug, Clone)]
pub(super) struct Categories {
    pub(super) names: Vec<Vec<u8>>,
    characters: Vec<Category>,
}

impl Categories {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let count = little_endian(bytes) as usize;
        if bytes.len() < 4 || count.checked_mul(NAME) != bytes.len().checked_sub(4 + 4 * CHARACTERS)
        {
            return Err("its size is not that of its categories and characters".to_owned());
        }
        let (names, characters) = bytes[4..].split_at(NAME * count);
        let name = |name: &[u8; NAME]| name.iter().copied().take_while(|byte| *byte != 0).collect();
        let categories = Self {
            names: names.as_chunks().0.iter().map(name).collect(),
            characters: characters
                .as_chunks::<4>()
                .0
                .iter()
                .map(|category| Category(little_endian(category)))
                .collect(),
        };
        match categories.characters.iter().position(|category| category.main() >= count) {
            Some(character) => Err(format!("U+{character:04X} has a category that is not there")),
            None => Ok(categories),
        }
    }

    /// The category of the blank.
    pub(super) fn blank(&self) -> Category {
        self.characters[0x20]
    }

    /// The category of the first character, and how many bytes it has. What
    /// has more than 16 bits counts as U+0000, and so does the end.
    #[inline]
    pub(super) fn first(&self, text: &[u8]) -> (Category, usize) {
        let (code, length) = match *text {
            [byte, ..] if byte < 0x80 => (usize::from(byte), 1),
            [one, two, ..] if one & 0xe0 == 0xc0 => (bits(one, 0x1f) << 6 | bits(two, 0x3f), 2),
            [one, two, three, ..] if one & 0xf0 == 0xe0 => {
                (bits(one, 0x0f) << 12 | bits(two, 0x3f) << 6 | bits(three, 0x3f), 3)
            }
            [one, _, _, _, ..] if one & 0xf8 == 0xf0 => (0, 4),
            _ => (0, 1),
        };
        (self.characters.get(code).copied().unwrap_or_default(), length)
    }

    /// Passes over characters as long as each shares a category with the one
    /// before it: how many bytes and how many characters.
    pub(super) fn run(&self, text: &[u8], mut category: Category) -> (usize, usize) {
        let (mut bytes, mut characters) = (0, 0);
        while bytes < text.len() {
            let (next, length) = self.first(&text[bytes..]);
            if !category.shares(next) {
                break;
            }
            category = next;
            bytes += length;
            characters += 1;
        }
        (bytes, characters)
    }
}

#[inline]
fn bits(byte: u8, mask: u8) -> usize {
    usize::from(byte & mask)
}
