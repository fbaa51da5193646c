//! Values as tables hold them: JSON values that borrow their texts.

use std::borrow::Cow;
use std::fmt;

use regua_core::key::KeyValue;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::delimited::kept;

/// A value in a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Object<'a>),
}

/// Names and values, in the order they were written.
pub(crate) type Object<'a> = Vec<(Cow<'a, str>, Value<'a>)>;

impl Value<'_> {
    /// What the value is, in words.
    pub(crate) fn described(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Flag(_) => "true or false",
            Self::Integer(_) | Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// Whether a column of such values can be kept.
    pub(crate) fn is_scalar(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Object(_))
    }

    /// The value as a kept column holds it.
    pub(crate) fn kept(self) -> Option<KeyValue> {
        Some(match self {
            Self::Null => KeyValue::Missing,
            Self::Flag(flag) => KeyValue::Flag(flag),
            Self::Integer(integer) => KeyValue::Integer(integer),
            Self::Number(number) => KeyValue::Number(number),
            Self::Text(text) => KeyValue::Text(text.into_owned()),
            Self::List(_) | Self::Object(_) => return None,
        })
    }

    /// A text that reads as a plain number as that number, and an empty one as
    /// nothing, as cells of delimited text are.
    pub(crate) fn plain(self) -> Self {
        match &self {
            Self::Text(text) => match kept(text) {
                Value::Null => Self::Null,
                Value::Integer(integer) => Self::Integer(integer),
                Value::Number(number) => Self::Number(number),
                _ => self,
            },
            _ => self,
        }
    }

    /// The value as a name: an id or a system. `None` where there is none.
    pub(crate) fn name(self) -> Result<Option<String>, &'static str> {
        let described = self.described();
        match self.kept() {
            None => Err(described),
            Some(KeyValue::Missing) => Ok(None),
            Some(KeyValue::Text(text)) if text.is_empty() => Ok(None),
            Some(value) => Ok(Some(value.to_string())),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Value<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value<'de>, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer(integer))
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Value<'de>, E> {
        Ok(i64::try_from(integer).map_or(Value::Number(integer as f64), Value::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Number(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value<'de>, A::Error> {
        let mut object: Object<'de> = Vec::new();
        while let Some(name) = access.next_key::<Value<'de>>()? {
            let Value::Text(name) = name else {
                return Err(A::Error::custom("a name is not a text"));
            };
            object.push((name, access.next_value()?));
        }
        Ok(Value::Object(object))
    }
}
