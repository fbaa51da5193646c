//! As much of the protocol buffer wire format as a model file needs.

/// One field's content.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<'b> {
    /// An integer, a truth value or an enumeration.
    Number(u64),
    /// Four bytes, such as a single-precision number.
    Word(u32),
    /// Eight bytes.
    Long,
    /// A text, bytes or a message within the message.
    Bytes(&'b [u8]),
}

/// The bytes are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Malformed;

/// The fields of a message, in the order of the file.
pub(super) struct Fields<'b> {
    rest: &'b [u8],
}

impl<'b> Fields<'b> {
    pub(super) fn new(message: &'b [u8]) -> Self {
        Self { rest: message }
    }

    fn field(&mut self) -> Result<(u64, Value<'b>), Malformed> {
        let tag = self.number()?;
        let value = match tag & 7 {
            0 => Value::Number(self.number()?),
            1 => self.bytes(8).map(|_| Value::Long)?,
            2 => {
                let length = usize::try_from(self.number()?).map_err(|_| Malformed)?;
                Value::Bytes(self.bytes(length)?)
            }
            5 => {
                let bytes = self.bytes(4)?.try_into().map_err(|_| Malformed)?;
                Value::Word(u32::from_le_bytes(bytes))
            }
            _ => return Err(Malformed),
        };
        if tag >> 3 == 0 { Err(Malformed) } else { Ok((tag >> 3, value)) }
    }

    fn bytes(&mut self, length: usize) -> Result<&'b [u8], Malformed> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Malformed)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.bytes(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Malformed)
    }
}

impl<'b> Iterator for Fields<'b> {
    type Item = Result<(u64, Value<'b>), Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.rest = &[];
        }
        Some(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_each_wire_type_are_read() {
        let message =
            [0x08, 0x96, 0x01, 0x12, 0x01, b'a', 0x1d, 1, 0, 0, 0, 0x21, 0, 0, 0, 0, 0, 0, 0, 0];
        let fields: Result<Vec<_>, _> = Fields::new(&message).collect();
        assert_eq!(
            fields,
            Ok(vec![
                (1, Value::Number(150)),
                (2, Value::Bytes(b"a")),
                (3, Value::Word(1)),
                (4, Value::Long)
            ])
        );
    }

    #[test]
    fn what_ends_too_early_or_never_is_malformed() {
        let endless = [0xff; 16];
        for message in [&[0x08][..], &[0x12, 5, b'a'], &[0x1d, 0], &[0x0b], &[0x02, 0], &endless] {
            assert_eq!(Fields::new(message).last(), Some(Err(Malformed)), "{message:?}");
        }
    }
}
