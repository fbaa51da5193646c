//! The encodings that thesauri are written in.

use std::borrow::Cow;

/// What the bytes 0x80 to 0x9f mean in Windows-1252; `\0` where they mean nothing.
const UPPER: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// An encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8.
    Utf8,
    /// Windows-1252, which is ISO-8859-1 where that has letters.
    Windows1252,
}

impl Encoding {
    /// The encoding of a name, whatever its hyphens and case.
    pub fn named(name: &str) -> Option<Self> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match &*plain {
            "utf8" => Some(Self::Utf8),
            "iso88591" | "latin1" | "windows1252" | "cp1252" | "microsoftcp1252" => {
                Some(Self::Windows1252)
            }
            _ => None,
        }
    }

    /// Whether a name looks like the name of an encoding, known or not.
    pub fn looks_like_a_name(name: &str) -> bool {
        let name = name.trim().to_ascii_lowercase();
        let starts =
            ["utf", "iso", "windows", "cp", "microsoft", "koi8", "latin", "tis", "big5", "gb"];
        name.len() < 32 && starts.iter().any(|start| name.starts_with(start))
    }

    /// The text of bytes, if they are in this encoding.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        match self {
            Self::Utf8 => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Self::Windows1252 if bytes.is_ascii() => {
                std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
            }
            Self::Windows1252 => {
                bytes.iter().map(|byte| letter(*byte)).collect::<Option<String>>().map(Cow::Owned)
            }
        }
    }
}

fn letter(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9f => Some(UPPER[usize::from(byte - 0x80)]).filter(|letter| *letter != '\0'),
        _ => Some(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_the_letters_of_their_encoding() {
        let latin = Encoding::named("ISO8859-1").unwrap();
        assert_eq!(latin.decode(b"a\xe7\xfacar \x93x\x94").unwrap(), "açúcar “x”");
        assert_eq!(latin.decode(b"\x81"), None);
        assert_eq!(Encoding::named("utf-8").unwrap().decode(b"\xe7"), None);
        assert_eq!(Encoding::named("KOI8-R"), None);
        assert!(Encoding::looks_like_a_name("KOI8-R"));
    }
}
