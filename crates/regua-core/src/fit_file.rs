//! A file of fits: what several measures have learnt, side by side.
//!
//! A head, then for each measure its name with settings and what its fit saved,
//! then a checksum. Plain bytes; reading and writing the file is up to the face.

use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;
use crate::spec::Spec;

const HEAD: &[u8; 12] = b"REGUA FIT 1\n";
const CHECKSUM: usize = 8;

/// What several measures have learnt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FitFile {
    parts: Vec<(Spec, Vec<u8>)>,
}

impl FitFile {
    /// Adds what a measure's fit has saved.
    pub fn add(&mut self, spec: &Spec, saved: Vec<u8>) {
        self.parts.push((Spec { alias: None, ..spec.clone() }, saved));
    }

    /// What was saved for a measure: with the very settings, or else the only
    /// one of its name, which the fit itself then compares with its settings.
    ///
    /// # Errors
    /// Names the measures that there are, if there is none or no single one.
    pub fn get(&self, spec: &Spec) -> Result<&[u8], Error> {
        let same = |part: &&(Spec, Vec<u8>)| part.0.settings == spec.settings;
        let named: Vec<_> = self.parts.iter().filter(|part| part.0.name == spec.name).collect();
        let found = named.iter().copied().find(same);
        match (found, named.as_slice()) {
            (Some(part), _) => Ok(&part.1),
            (None, [only]) => Ok(&only.1),
            (None, _) => {
                let there: Vec<String> = self.parts.iter().map(|part| part.0.to_string()).collect();
                let there = if there.is_empty() { "nothing".to_owned() } else { there.join(", ") };
                Err(Error::Fit {
                    measure: spec.name.clone(),
                    rule: format!("the file has no fit for `{spec}`; it has {there}"),
                })
            }
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        for (spec, saved) in &self.parts {
            for part in [spec.to_string().as_bytes(), saved] {
                bytes.extend((part.len() as u64).to_le_bytes());
                bytes.extend(part);
            }
        }
        let checksum = xxh3_64(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let wrong = |rule: &str| Error::FitFile { rule: rule.to_owned() };
        if !bytes.starts_with(HEAD) {
            return Err(wrong("this is no file of fits, or one of another version"));
        }
        let body = bytes.len().checked_sub(CHECKSUM).filter(|end| *end >= HEAD.len());
        let (body, checksum) = bytes.split_at(body.ok_or_else(|| wrong("the file is cut off"))?);
        if xxh3_64(body).to_le_bytes() != checksum {
            return Err(wrong("the file is damaged or cut off: its checksum does not fit"));
        }
        let mut rest = &body[HEAD.len()..];
        let mut next = || -> Option<&[u8]> {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (part, after) = after.split_at_checked(length)?;
            rest = after;
            Some(part)
        };
        let mut parts = Vec::new();
        while let Some(spec) = next() {
            let saved = next().ok_or_else(|| wrong("a part of the file is missing"))?;
            let spec = std::str::from_utf8(spec).map_err(|_| wrong("a name is no text"))?;
            parts.push((spec.parse()?, saved.to_vec()));
        }
        if !rest.is_empty() {
            return Err(wrong("a part of the file is missing"));
        }
        Ok(Self { parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        text.parse().unwrap()
    }

    fn file() -> FitFile {
        let mut file = FitFile::default();
        file.add(&spec("a=nist"), b"learnt".to_vec());
        file.add(&spec("cider(order=2)"), Vec::new());
        file.add(&spec("cider(order=3)"), vec![1]);
        file
    }

    #[test]
    fn what_was_added_is_found_again() {
        let again = FitFile::from_bytes(&file().to_bytes()).unwrap();
        assert_eq!(again, file());
        assert_eq!(again.get(&spec("nist")).unwrap(), b"learnt");
        assert_eq!(again.get(&spec("nist(tok=intl)")).unwrap(), b"learnt");
        assert_eq!(again.get(&spec("x=cider(order=3)")).unwrap(), [1]);
        insta::assert_snapshot!(again.get(&spec("cider")).unwrap_err(), @"the fit of `cider` cannot be used: the file has no fit for `cider`; it has nist, cider(order=2), cider(order=3)");
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let bytes = file().to_bytes();
        for end in 0..bytes.len() {
            assert!(FitFile::from_bytes(&bytes[..end]).is_err(), "cut off at {end}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(FitFile::from_bytes(&changed).is_err(), "changed at {at}");
        }
    }
}
