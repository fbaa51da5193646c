//! How fits are written down.
//!
//! A saved fit is the mark `regua fit`, the version of the format, what the fit
//! is of, the settings it was made with, what was learnt, and a checksum of all
//! that. Numbers are written seven bits a byte, low bits first; a text is its
//! length in bytes and its bytes. Every length is checked against what is left
//! before anything is taken or made room for.

use regua_core::Error;
use regua_core::unit::Digest;

use super::Origin;

const MARK: &[u8] = b"regua fit\n";
const VERSION: u64 = 1;
const CHECKSUM: usize = 16;

impl Origin {
    /// What was learnt, ready to be kept.
    pub(crate) fn seal(&self, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        put_number(&mut bytes, VERSION);
        put_text(&mut bytes, self.of);
        put_number(&mut bytes, self.settings.len() as u64);
        for (key, value) in &self.settings {
            put_text(&mut bytes, key);
            put_text(&mut bytes, value);
        }
        write(&mut bytes);
        let checksum = checksum(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// What another fit has learnt, if it is whole and was made with the same
    /// settings.
    pub(crate) fn open<'b>(&self, saved: &'b [u8]) -> Result<Bytes<'b>, Error> {
        let damaged = |rule: &str| self.refuse(format!("it is damaged: {rule}"));
        let Some(inside) = saved.strip_prefix(MARK) else {
            return Err(self.refuse("it is no fit that was saved by regua"));
        };
        // Before the checksum: another version may have another one.
        match Bytes(inside).number() {
            Some(VERSION) => {}
            Some(version) => {
                let rule = format!("it has format {version}, and this program reads {VERSION}");
                return Err(self.refuse(rule));
            }
            None => return Err(damaged("it ends early")),
        }
        let Some((inside, end)) = saved.split_last_chunk::<CHECKSUM>() else {
            return Err(damaged("it ends early"));
        };
        if checksum(inside) != *end {
            return Err(damaged("its checksum is another"));
        }
        let mut bytes = Bytes(inside.strip_prefix(MARK).unwrap_or_default());
        bytes.number();
        let header = self.header(&mut bytes).ok_or_else(|| damaged("its head makes no sense"))?;
        header.map(|()| bytes)
    }

    /// Reads what the fit is of; nothing if that cannot be read.
    fn header(&self, bytes: &mut Bytes<'_>) -> Option<Result<(), Error>> {
        let of = bytes.text()?;
        if of != self.of {
            return Some(Err(self.refuse(format!("it was made for `{of}`"))));
        }
        let mut written = Vec::new();
        for _ in 0..bytes.length()? {
            written.push((bytes.text()?, bytes.text()?));
        }
        for (key, wanted) in &self.settings {
            let found = written.iter().find(|(written, _)| written == key).map(|(_, value)| *value);
            if found != Some(wanted) {
                let found = found.unwrap_or("none");
                let rule = format!("it was made with `{key}={found}`, not `{key}={wanted}`");
                return Some(Err(self.refuse(rule)));
            }
        }
        Some(Ok(()))
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut digest = Digest::default();
    digest.bytes(bytes);
    digest.finish().to_le_bytes()
}

/// Appends a number, seven bits a byte.
#[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    // Nearly all numbers are of words, and how many bytes they take cannot be foretold: no branches.
    if number < 1 << 28 {
        let apart = number & 0x7f
            | (number & 0x3f80) << 1
            | (number & 0x1f_c000) << 2
            | (number & 0xfe0_0000) << 3;
        let length = (70 - (number | 1).leading_zeros()) / 7;
        let flags = 0x0080_8080 & ((1 << (8 * (length - 1))) - 1);
        let end = bytes.len() + length as usize;
        bytes.extend_from_slice(&(apart | flags).to_le_bytes());
        bytes.truncate(end);
        return;
    }
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a text with its length.
pub(crate) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// What is left to read of a saved fit. Every reading is nothing where the
/// bytes end early or make no sense.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    pub(crate) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return None;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number of things that take a byte each at least, so that there cannot
    /// be more of them than bytes.
    pub(crate) fn length(&mut self) -> Option<usize> {
        let number = usize::try_from(self.number()?).ok()?;
        (number <= self.0.len()).then_some(number)
    }

    pub(crate) fn text(&mut self) -> Option<&'b str> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use regua_core::{Settings, Spec};

    use super::*;

    fn origin(of: &'static str, tok: &str) -> Origin {
        let settings = Settings::new(&Spec::named("nist"));
        Origin::new(&settings, of, vec![("tok", tok.to_owned()), ("case", "mixed".to_owned())])
            .unwrap()
    }

    #[test]
    fn a_fit_made_with_other_settings_says_which() {
        let saved = origin("nist", "none").seal(|_| ());
        assert!(origin("nist", "none").open(&saved).unwrap().is_empty());
        let error = origin("nist", "13a").open(&saved).unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it was made with `tok=none`, not `tok=13a`");
        let error = origin("cider", "none").open(&saved).unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it was made for `nist`");
    }

    #[test]
    fn what_is_no_fit_and_what_is_of_tomorrow_say_so() {
        let origin = origin("nist", "none");
        let error = origin.open(b"PAR1").unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it is no fit that was saved by regua");
        let error = origin.open(b"regua fit\n\x02whatever").unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it has format 2, and this program reads 1");
        let error = origin.open(b"regua fit\n").unwrap_err();
        insta::assert_snapshot!(error, @"the fit of `nist` cannot be used: it is damaged: it ends early");
    }

    #[test]
    fn a_changed_or_missing_byte_is_noticed() {
        let origin = origin("nist", "none");
        let saved = origin.seal(|bytes| put_text(bytes, "what was learnt"));
        for place in 0..saved.len() {
            let mut changed = saved.clone();
            changed[place] ^= 4;
            assert!(origin.open(&changed).is_err(), "byte {place}");
            assert!(origin.open(&saved[..place]).is_err(), "{place} bytes");
        }
    }

    #[test]
    fn a_length_beyond_the_end_is_no_length() {
        let mut bytes = Vec::new();
        put_number(&mut bytes, u64::MAX);
        assert_eq!(Bytes(&bytes).length(), None);
        assert_eq!(Bytes(&[0xff; 12]).number(), None);
    }

    proptest! {
        #[test]
        fn numbers_and_texts_read_back(number in any::<u64>(), text in ".{0,9}") {
            let mut written = Vec::new();
            put_number(&mut written, number);
            put_text(&mut written, &text);
            let mut bytes = Bytes(&written);
            prop_assert_eq!(bytes.number(), Some(number));
            prop_assert_eq!(bytes.text(), Some(text.as_str()));
            prop_assert!(bytes.is_empty());
        }
    }
}
