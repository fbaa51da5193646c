//! The number of each piece.

use rustc_hash::FxHashMap;

use super::model::{Model, Role};

/// The pieces of a model by their text.
#[derive(Debug, Clone)]
pub(super) struct Vocabulary {
    in_texts: FxHashMap<Box<str>, u32>,
    reserved: FxHashMap<Box<str>, u32>,
}

impl Vocabulary {
    /// Numbers the pieces and checks what the reference checks.
    pub(super) fn new(model: &Model) -> Result<Self, String> {
        let mut vocabulary =
            Self { in_texts: FxHashMap::default(), reserved: FxHashMap::default() };
        let mut unknown = 0;
        let mut bytes = [false; 256];
        for (piece, number) in model.pieces.iter().zip(0_u32..) {
            let map = if piece.role.is_in_texts() {
                &mut vocabulary.in_texts
            } else {
                &mut vocabulary.reserved
            };
            if map.insert(piece.text.clone(), number).is_some() {
                return Err(format!("the piece `{}` is there twice", piece.text));
            }
            match piece.role {
                Role::Unknown => unknown += 1,
                Role::Byte if !model.byte_fallback => {
                    return Err(format!("the byte piece `{}` is not allowed", piece.text));
                }
                Role::Byte => match byte_of(&piece.text) {
                    Some(byte) => bytes[usize::from(byte)] = true,
                    None => return Err(format!("`{}` names no byte", piece.text)),
                },
                _ => {}
            }
        }
        match unknown {
            1 if model.byte_fallback && bytes.contains(&false) => {
                Err("it does not have a piece for each byte".to_owned())
            }
            1 => Ok(vocabulary),
            0 => Err("it has no piece for the unknown".to_owned()),
            _ => Err("it has several pieces for the unknown".to_owned()),
        }
    }

    /// The piece of this text, if it is one that occurs in texts.
    #[inline]
    pub(super) fn in_texts(&self, text: &str) -> Option<u32> {
        self.in_texts.get(text).copied()
    }

    /// The piece of this text, whatever it is for.
    pub(super) fn any(&self, text: &str) -> Option<u32> {
        self.reserved.get(text).copied().or_else(|| self.in_texts(text))
    }
}

/// The byte that a text such as `<0x3A>` names.
fn byte_of(text: &str) -> Option<u8> {
    let digits = text.strip_prefix("<0x")?.strip_suffix('>')?;
    let byte = u8::from_str_radix(digits, 16).ok()?;
    (format!("{byte:02X}") == digits).then_some(byte)
}
