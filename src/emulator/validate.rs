//! Reads JSON bodies strictly: every wrong place is noted with its path, in Discord's words.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::api_error::{DiscordError, FieldError};
use super::id::Id;

/// What is wrong with a body so far, and where in it we are.
#[derive(Debug, Default)]
pub(super) struct Validator {
    path: Vec<String>,
    wrong: Vec<FieldError>,
}

/// Whether a key has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// A body without it is wrong.
    Required,
    /// It may be absent or null.
    Optional,
}

pub(super) type Object = Map<String, Value>;

impl Validator {
    /// Nothing, if nothing was wrong.
    pub(super) fn finish(self) -> Result<(), DiscordError> {
        if self.wrong.is_empty() { Ok(()) } else { Err(DiscordError::form(&self.wrong)) }
    }

    /// Notes a fault where we are.
    pub(super) fn wrong(&mut self, code: &'static str, message: impl Into<String>) {
        self.wrong.push(FieldError { path: self.path.clone(), code, message: message.into() });
    }

    /// Notes a fault at a key of the object we are in.
    pub(super) fn wrong_at(&mut self, key: &str, code: &'static str, message: impl Into<String>) {
        self.within(key, |form| form.wrong(code, message));
    }

    /// Goes one step in.
    #[expect(clippy::needless_pass_by_value, reason = "a step is a key or an index")]
    pub(super) fn within<T>(
        &mut self,
        step: impl ToString,
        read: impl FnOnce(&mut Validator) -> T,
    ) -> T {
        self.path.push(step.to_string());
        let it = read(self);
        self.path.pop();
        it
    }

    /// The object that the value has to be, with none but these keys.
    pub(super) fn object<'v>(&mut self, value: &'v Value, keys: &[&str]) -> Option<&'v Object> {
        let Value::Object(object) = value else {
            self.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
            return None;
        };
        for key in object.keys().filter(|key| !keys.contains(&key.as_str())) {
            // Discord itself looks away, and the typing error stays for ever.
            self.wrong_at(key, "UNKNOWN_KEY", "This key is not known here");
        }
        Some(object)
    }

    fn there<'v>(&mut self, object: &'v Object, key: &str, need: Presence) -> Option<&'v Value> {
        let value = object.get(key).filter(|value| !value.is_null());
        if value.is_none() && need == Presence::Required {
            self.wrong_at(key, "BASE_TYPE_REQUIRED", "This field is required");
        }
        value
    }

    /// A text of so many characters.
    pub(super) fn text<'v>(
        &mut self,
        object: &'v Object,
        key: &str,
        length: RangeInclusive<usize>,
        need: Presence,
    ) -> Option<&'v str> {
        let value = self.there(object, key, need)?;
        let Some(text) = value.as_str() else {
            let said = format!("Could not interpret \"{value}\" as string.");
            self.wrong_at(key, "STRING_TYPE_CONVERT", said);
            return None;
        };
        self.within(key, |form| form.length(text, length));
        Some(text)
    }

    /// Notes a text that is too short or too long.
    pub(super) fn length(&mut self, text: &str, length: RangeInclusive<usize>) {
        if length.contains(&text.chars().count()) {
            return;
        }
        let (least, most) = length.into_inner();
        if least == 0 {
            let said = format!("Must be {most} or fewer in length.");
            self.wrong("BASE_TYPE_MAX_LENGTH", said);
        } else {
            let said = format!("Must be between {least} and {most} in length.");
            self.wrong("BASE_TYPE_BAD_LENGTH", said);
        }
    }

    /// A list of so many things.
    pub(super) fn list<'v>(
        &mut self,
        object: &'v Object,
        key: &str,
        length: RangeInclusive<usize>,
        need: Presence,
    ) -> Option<&'v [Value]> {
        let value = self.there(object, key, need)?;
        let Value::Array(list) = value else {
            self.wrong_at(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return None;
        };
        if !length.contains(&list.len()) {
            let (least, most) = length.into_inner();
            let said = format!("Must be between {least} and {most} in length.");
            self.wrong_at(key, "BASE_TYPE_BAD_LENGTH", said);
        }
        Some(list)
    }

    /// A whole number within bounds.
    pub(super) fn number(
        &mut self,
        object: &Object,
        key: &str,
        bounds: RangeInclusive<i64>,
        need: Presence,
    ) -> Option<i64> {
        let value = self.there(object, key, need)?;
        let Some(number) = value.as_i64() else {
            self.wrong_at(key, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int."));
            return None;
        };
        if number < *bounds.start() {
            let said = format!("int value should be greater than or equal to {}.", bounds.start());
            self.wrong_at(key, "NUMBER_TYPE_MIN", said);
        } else if number > *bounds.end() {
            let said = format!("int value should be less than or equal to {}.", bounds.end());
            self.wrong_at(key, "NUMBER_TYPE_MAX", said);
        }
        Some(number)
    }

    /// True or false; false if it is not there.
    pub(super) fn flag(&mut self, object: &Object, key: &str) -> bool {
        match self.there(object, key, Presence::Optional) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.wrong_at(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                false
            }
        }
    }

    /// An id, as text or as a number.
    pub(super) fn id(&mut self, object: &Object, key: &str, need: Presence) -> Option<Id> {
        let value = self.there(object, key, need)?;
        let id = id_of(value);
        if id.is_none() {
            let said = format!("Value \"{value}\" is not snowflake.");
            self.wrong_at(key, "NUMBER_TYPE_COERCE", said);
        }
        id
    }
}

/// The id that a value is: serenity writes some of them as numbers.
pub(super) fn id_of(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().map(Id),
        _ => None,
    }
}
