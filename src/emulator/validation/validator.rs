//! Strict checks of JSON bodies. Each error has the path of its field and Discord's code.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::api_error::{DiscordError, FieldError};
use crate::id::Id;

/// The errors so far, and the path of the current field.
#[derive(Debug, Default)]
pub(crate) struct Validator {
    path: Vec<String>,
    errors: Vec<FieldError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// A body without the key is invalid.
    Required,
    /// The key may be absent or null.
    Optional,
}

pub(crate) type Object = Map<String, Value>;

impl Validator {
    /// Returns all errors as one.
    pub(crate) fn finish(self) -> Result<(), DiscordError> {
        if self.errors.is_empty() { Ok(()) } else { Err(DiscordError::invalid_form(&self.errors)) }
    }

    /// Adds an error at the current field.
    pub(crate) fn error(&mut self, code: &'static str, message: impl Into<String>) {
        self.errors.push(FieldError { path: self.path.clone(), code, message: message.into() });
    }

    /// Adds an error at a key of the current object.
    pub(crate) fn error_at(&mut self, key: &str, code: &'static str, message: impl Into<String>) {
        self.within(key, |validator| validator.error(code, message));
    }

    /// Runs checks one step further down.
    #[expect(clippy::needless_pass_by_value, reason = "a step is a key or an index")]
    pub(crate) fn within<T>(
        &mut self,
        step: impl ToString,
        read: impl FnOnce(&mut Validator) -> T,
    ) -> T {
        self.path.push(step.to_string());
        let result = read(self);
        self.path.pop();
        result
    }

    /// Checks that the value is an object with no other keys than these.
    pub(crate) fn object<'v>(&mut self, value: &'v Value, keys: &[&str]) -> Option<&'v Object> {
        let Value::Object(object) = value else {
            self.error("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
            return None;
        };
        for key in object.keys().filter(|key| !keys.contains(&key.as_str())) {
            // Discord ignores unknown keys, so typing errors would stay unseen.
            self.error_at(key, "UNKNOWN_KEY", "This key is not known here");
        }
        Some(object)
    }

    fn there<'v>(&mut self, object: &'v Object, key: &str, need: Presence) -> Option<&'v Value> {
        let value = object.get(key).filter(|value| !value.is_null());
        if value.is_none() && need == Presence::Required {
            self.error_at(key, "BASE_TYPE_REQUIRED", "This field is required");
        }
        value
    }

    /// Checks a text and its length in characters.
    pub(crate) fn text<'v>(
        &mut self,
        object: &'v Object,
        key: &str,
        length: RangeInclusive<usize>,
        need: Presence,
    ) -> Option<&'v str> {
        let value = self.there(object, key, need)?;
        let Some(text) = value.as_str() else {
            let problem = format!("Could not interpret \"{value}\" as string.");
            self.error_at(key, "STRING_TYPE_CONVERT", problem);
            return None;
        };
        self.within(key, |validator| validator.length(text, length));
        Some(text)
    }

    /// Checks a length in characters.
    pub(crate) fn length(&mut self, text: &str, length: RangeInclusive<usize>) {
        if length.contains(&text.chars().count()) {
            return;
        }
        let (min, max) = length.into_inner();
        if min == 0 {
            let problem = format!("Must be {max} or fewer in length.");
            self.error("BASE_TYPE_MAX_LENGTH", problem);
        } else {
            let problem = format!("Must be between {min} and {max} in length.");
            self.error("BASE_TYPE_BAD_LENGTH", problem);
        }
    }

    /// Checks a list and its length.
    pub(crate) fn list<'v>(
        &mut self,
        object: &'v Object,
        key: &str,
        length: RangeInclusive<usize>,
        need: Presence,
    ) -> Option<&'v [Value]> {
        let value = self.there(object, key, need)?;
        let Value::Array(list) = value else {
            self.error_at(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            return None;
        };
        if !length.contains(&list.len()) {
            let (min, max) = length.into_inner();
            let problem = format!("Must be between {min} and {max} in length.");
            self.error_at(key, "BASE_TYPE_BAD_LENGTH", problem);
        }
        Some(list)
    }

    /// Checks an integer and its range.
    pub(crate) fn number(
        &mut self,
        object: &Object,
        key: &str,
        bounds: RangeInclusive<i64>,
        need: Presence,
    ) -> Option<i64> {
        let value = self.there(object, key, need)?;
        let Some(number) = value.as_i64() else {
            self.error_at(key, "NUMBER_TYPE_COERCE", format!("Value \"{value}\" is not int."));
            return None;
        };
        if number < *bounds.start() {
            let problem =
                format!("int value should be greater than or equal to {}.", bounds.start());
            self.error_at(key, "NUMBER_TYPE_MIN", problem);
        } else if number > *bounds.end() {
            let problem = format!("int value should be less than or equal to {}.", bounds.end());
            self.error_at(key, "NUMBER_TYPE_MAX", problem);
        }
        Some(number)
    }

    /// Checks a Boolean. An absent one is false.
    pub(crate) fn flag(&mut self, object: &Object, key: &str) -> bool {
        match self.there(object, key, Presence::Optional) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.error_at(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
                false
            }
        }
    }

    /// Checks an id, which is text or a number.
    pub(crate) fn id(&mut self, object: &Object, key: &str, need: Presence) -> Option<Id> {
        let value = self.there(object, key, need)?;
        let id = id_of(value);
        if id.is_none() {
            let problem = format!("Value \"{value}\" is not snowflake.");
            self.error_at(key, "NUMBER_TYPE_COERCE", problem);
        }
        id
    }
}

/// The id in a value. serenity sends some ids as numbers.
pub(crate) fn id_of(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64().map(Id),
        _ => None,
    }
}
