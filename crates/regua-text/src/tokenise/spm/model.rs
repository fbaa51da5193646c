//! What a model file says: pieces, the kind of model, how text is normalised.

use super::protobuf::{Fields, Malformed, Value};

/// How the model finds pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unigram,
    Bpe,
    Word,
    Character,
}

/// What a piece is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Normal,
    Unknown,
    Control,
    UserDefined,
    Unused,
    Byte,
}

impl Role {
    /// Whether such pieces are found in texts.
    pub(super) fn is_in_texts(self) -> bool {
        matches!(self, Self::Normal | Self::UserDefined | Self::Unused)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) text: Box<str>,
    pub(super) score: f32,
    pub(super) role: Role,
}

/// A model as the file has it; defaults are those of the format.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "the fields of the file")]
pub(super) struct Model {
    pub(super) pieces: Vec<Piece>,
    pub(super) kind: Kind,
    pub(super) byte_fallback: bool,
    pub(super) whitespace_as_suffix: bool,
    pub(super) charsmap: Vec<u8>,
    pub(super) add_dummy_prefix: bool,
    pub(super) remove_extra_whitespaces: bool,
    pub(super) escape_whitespaces: bool,
}

impl Model {
    /// Reads the file; fields that nobody needs for encoding are passed over.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut model = Self {
            pieces: Vec::new(),
            kind: Kind::Unigram,
            byte_fallback: false,
            whitespace_as_suffix: false,
            charsmap: Vec::new(),
            add_dummy_prefix: true,
            remove_extra_whitespaces: true,
            escape_whitespaces: true,
        };
        for field in Fields::new(bytes) {
            match field.map_err(|Malformed| "it is no protocol buffer".to_owned())? {
                (1, Value::Bytes(message)) => {
                    let piece = Piece::read(message)
                        .map_err(|reason| format!("piece {}: {reason}", model.pieces.len()))?;
                    model.pieces.push(piece);
                }
                (2, Value::Bytes(message)) => model.read_trainer(message)?,
                (3, Value::Bytes(message)) => model.read_normaliser(message)?,
                _ => {}
            }
        }
        Ok(model)
    }

    fn read_trainer(&mut self, message: &[u8]) -> Result<(), String> {
        for field in Fields::new(message) {
            match field.map_err(|Malformed| "its training settings are damaged".to_owned())? {
                (3, Value::Number(1)) => self.kind = Kind::Unigram,
                (3, Value::Number(2)) => self.kind = Kind::Bpe,
                (3, Value::Number(3)) => self.kind = Kind::Word,
                (3, Value::Number(4)) => self.kind = Kind::Character,
                (24, Value::Number(flag)) => self.whitespace_as_suffix = flag != 0,
                (35, Value::Number(flag)) => self.byte_fallback = flag != 0,
                _ => {}
            }
        }
        Ok(())
    }

    fn read_normaliser(&mut self, message: &[u8]) -> Result<(), String> {
        for field in Fields::new(message) {
            match field.map_err(|Malformed| "its normalisation settings are damaged".to_owned())? {
                (2, Value::Bytes(bytes)) => self.charsmap = bytes.to_vec(),
                (3, Value::Number(flag)) => self.add_dummy_prefix = flag != 0,
                (4, Value::Number(flag)) => self.remove_extra_whitespaces = flag != 0,
                (5, Value::Number(flag)) => self.escape_whitespaces = flag != 0,
                _ => {}
            }
        }
        Ok(())
    }
}

impl Piece {
    fn read(message: &[u8]) -> Result<Self, String> {
        let (mut text, mut score, mut role) = ("", 0.0, Role::Normal);
        for field in Fields::new(message) {
            match field.map_err(|Malformed| "it is damaged".to_owned())? {
                (1, Value::Bytes(bytes)) => {
                    text = str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
                }
                (2, Value::Word(bits)) => score = f32::from_bits(bits),
                (3, Value::Number(1)) => role = Role::Normal,
                (3, Value::Number(2)) => role = Role::Unknown,
                (3, Value::Number(3)) => role = Role::Control,
                (3, Value::Number(4)) => role = Role::UserDefined,
                (3, Value::Number(5)) => role = Role::Unused,
                (3, Value::Number(6)) => role = Role::Byte,
                _ => {}
            }
        }
        if text.is_empty() {
            return Err("it is empty".to_owned());
        }
        if text.contains('\0') {
            return Err("it has a zero byte".to_owned());
        }
        if score.is_nan() {
            return Err("its score is not a number".to_owned());
        }
        Ok(Self { text: text.into(), score, role })
    }
}
