//! Reads values, and notes which fields and variants of their types occur.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Value;

/// What is never stored: defaults, and a name that a field had before 0.2.
const UNSTORED: [&str; 4] =
    ["OldBoards::gone", "Profile::tournaments", "Reminder::fifth", "RemindBy::channel"];

thread_local! {
    /// The fields and variants of the types that were read, and whether they occurred.
    static FORMS: RefCell<BTreeMap<String, bool>> = const { RefCell::new(BTreeMap::new()) };

    /// The variants that were expected in the place of an unknown one.
    static EXPECTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Reads a value.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(value: Value) {
    T::deserialize(Reader(value)).unwrap_or_else(|error| panic!("{error}"));
}

/// The variants of a type with an untagged one, which [`read`] does not see.
pub(crate) fn variants<T: for<'de> Deserialize<'de>>() -> Vec<&'static str> {
    let unknown = T::deserialize(Reader(Value::from("?")));
    assert!(unknown.is_err());
    EXPECTED.take()
}

/// The fields and variants that occurred in no value that was read, and are ever stored.
pub(crate) fn missing() -> Vec<String> {
    FORMS.with_borrow(|forms| {
        let missing = forms.iter().filter(|&(_, &occurs)| !occurs).map(|(form, _)| form);
        missing.filter(|form| !UNSTORED.contains(&form.as_str())).cloned().collect()
    })
}

fn note(of: &str, all: &[&str], occurs: impl Fn(&str) -> bool) {
    FORMS.with_borrow_mut(|forms| {
        for name in all {
            *forms.entry(format!("{of}::{name}")).or_default() |= occurs(name);
        }
    });
}

struct Reader(Value);

impl IntoDeserializer<'_, Unreadable> for Reader {
    type Deserializer = Reader;

    fn into_deserializer(self) -> Reader {
        self
    }
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(all) => {
                visitor.visit_seq(SeqDeserializer::new(all.into_iter().map(Reader)))
            }
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(key, value)| (Key(key), Reader(value)));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        note(name, fields, |field| self.0.get(field).is_some_and(|value| !value.is_null()));
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let (variant, value) = match self.0 {
            Value::Object(fields) => fields.into_iter().next().unwrap_or_default(),
            Value::String(variant) => (variant, Value::Null),
            other => return Err(Unreadable(format!("{other} is no {name}"))),
        };
        note(name, variants, |known| known == variant);
        visitor.visit_enum(Variant { of: name, name: variant, value: Reader(value) })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The key of an object, which may be a number.
struct Key(String);

impl IntoDeserializer<'_, Unreadable> for Key {
    type Deserializer = Key;

    fn into_deserializer(self) -> Key {
        self
    }
}

impl<'de> Deserializer<'de> for Key {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0.parse() {
            Ok(number) => visitor.visit_u64(number),
            Err(_) => visitor.visit_string(self.0),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        Reader(Value::String(self.0)).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Variant {
    of: &'static str,
    name: String,
    value: Reader,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Unreadable;
    type Variant = Variant;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant), Unreadable> {
        let name: StringDeserializer<Unreadable> = self.name.clone().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<S::Value, Unreadable> {
        seed.deserialize(self.value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.value.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        let Variant { of, name: variant, value } = self;
        let has = |field: &str| value.0.get(field).is_some_and(|value| !value.is_null());
        note(&format!("{of}::{variant}"), fields, has);
        value.deserialize_any(visitor)
    }
}

#[derive(Debug)]
struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

impl Error for Unreadable {
    fn custom<T: fmt::Display>(what: T) -> Unreadable {
        Unreadable(what.to_string())
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Unreadable {
        EXPECTED.with_borrow_mut(|all| all.extend(expected));
        Unreadable(format!("{variant} is none of {expected:?}"))
    }
}
