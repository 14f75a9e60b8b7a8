//! A command as a person types it, checked against its definition.

use serde_json::{Map, Value, json};

use super::resolved::{Resolved, is_named_by, resolved};
use crate::action_error::ActionError;
use crate::id::Id;
use crate::validation::{Object, id_of};
use crate::world::{RegisteredCommand, World};

pub(crate) struct CommandInput<'a> {
    pub(crate) world: &'a World,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) name: &'a str,
    pub(crate) focused: Option<&'a str>,
}

impl CommandInput<'_> {
    pub(crate) fn command<'w>(
        &self,
        command: &RegisteredCommand,
        words: impl Iterator<Item = &'w str>,
        options: &Value,
    ) -> Result<Value, ActionError> {
        // Descends to the subcommand that has these options.
        let mut path: Vec<&Value> = Vec::new();
        let mut definitions = command.options();
        for word in words {
            let found =
                definitions.iter().find(|option| option["name"] == word && is_subcommand(option));
            let found = found.ok_or_else(|| ActionError::NoCommand(self.name.to_owned()))?;
            path.push(found);
            definitions = found["options"].as_array().map_or(&[], Vec::as_slice);
        }
        if definitions.first().is_some_and(is_subcommand) {
            return Err(ActionError::NoCommand(self.name.to_owned()));
        }
        let empty = Map::new();
        let mut named = Vec::new();
        let given = options.as_object().unwrap_or(&empty);
        let mut written = Value::Array(self.options(definitions, given, &mut named)?);
        for step in path.iter().rev() {
            written = json!([{"name": step["name"], "type": step["type"], "options": written}]);
        }
        let mut data = json!({
            "id": command.id, "name": command.name(), "type": 1, "options": written,
        });
        if !named.is_empty() && self.focused.is_none() {
            data["resolved"] = resolved(self.world, (self.person, self.channel), &named);
        }
        Ok(data)
    }

    fn options(
        &self,
        definitions: &[Value],
        given: &Object,
        named: &mut Vec<(Resolved, Id)>,
    ) -> Result<Vec<Value>, ActionError> {
        let command = || self.name.to_owned();
        let name_of =
            |definition: &Value| definition["name"].as_str().unwrap_or_default().to_owned();
        if let Some(option) = given
            .keys()
            .find(|name| definitions.iter().all(|definition| name_of(definition) != **name))
        {
            return Err(ActionError::NoOption { command: command(), option: option.clone() });
        }
        let mut written = Vec::new();
        for definition in definitions {
            let option = name_of(definition);
            let Some(value) = given.get(&option).filter(|value| !value.is_null()) else {
                if definition["required"] == true && self.focused.is_none() {
                    return Err(ActionError::MissingOption { command: command(), option });
                }
                continue;
            };
            let mut one = json!({"name": option, "type": definition["type"], "value": value});
            if self.focused == Some(option.as_str()) {
                if definition["autocomplete"] != true {
                    return Err(ActionError::NoAutocomplete { command: command(), option });
                }
                one["focused"] = json!(true);
            } else if !self.takes(definition, value) && self.focused.is_none() {
                let value = value.to_string();
                return Err(ActionError::InvalidValue { command: command(), option, value });
            }
            let kind = match definition["type"].as_u64() {
                Some(6) => Some(Resolved::User),
                Some(7) => Some(Resolved::Channel),
                Some(8) => Some(Resolved::Role),
                _ => None,
            };
            if let Some((kind, id)) = kind.zip(id_of(value)) {
                // Discord sends ids as text.
                one["value"] = json!(id.to_string());
                named.push((kind, id));
            }
            written.push(one);
        }
        match self.focused {
            Some(focused) if written.iter().all(|option| option["name"] != focused) => {
                Err(ActionError::MissingOption { command: command(), option: focused.to_owned() })
            }
            _ => Ok(written),
        }
    }

    fn names(&self, kind: Resolved, value: &Value) -> bool {
        let at = (self.person, self.channel);
        id_of(value).is_some_and(|id| is_named_by(self.world, at, kind, id))
    }

    /// Whether Discord's client accepts a value.
    fn takes(&self, definition: &Value, value: &Value) -> bool {
        let within = |number: f64| {
            definition["min_value"].as_f64().is_none_or(|min| number >= min)
                && definition["max_value"].as_f64().is_none_or(|max| number <= max)
        };
        let is_fitting = match definition["type"].as_u64() {
            Some(3) => value.as_str().is_some_and(|text| {
                let length = text.chars().count() as u64;
                length >= definition["min_length"].as_u64().unwrap_or(0)
                    && length <= definition["max_length"].as_u64().unwrap_or(6000)
                    // Discord's client leaves an empty option out.
                    && length > 0
            }),
            Some(4) => value.is_i64() && value.as_f64().is_some_and(within),
            Some(5) => value.is_boolean(),
            Some(6) => self.names(Resolved::User, value),
            Some(7) => self.names(Resolved::Channel, value),
            Some(8) => self.names(Resolved::Role, value),
            Some(10) => value.as_f64().is_some_and(within),
            _ => false,
        };
        let choices = definition["choices"].as_array().filter(|choices| !choices.is_empty());
        is_fitting
            && choices.is_none_or(|choices| choices.iter().any(|choice| choice["value"] == *value))
    }
}

fn is_subcommand(definition: &Value) -> bool {
    matches!(definition["type"].as_u64(), Some(1 | 2))
}
