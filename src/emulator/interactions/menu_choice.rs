//! What people choose in menus.

use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use super::resolved::{Resolved, is_named_by};
use crate::action_error::ActionError;
use crate::id::Id;
use crate::lock::lock;
use crate::world::{PostedMessage, World};

/// The most menus whose choices are kept.
const KEPT_MAX: usize = 4_096;

/// The choices that menus show in people's clients. A client keeps the choice until the message is
/// updated, and sends nothing when the same is chosen again.
#[derive(Debug, Default)]
pub(crate) struct MenuChoices(Mutex<HashMap<(Id, Id, String), Choice>>);

/// A choice, and the state of the message in which it was made.
#[derive(Debug, PartialEq)]
struct Choice {
    values: Vec<String>,
    edited: Value,
}

impl MenuChoices {
    /// Notes a choice.
    ///
    /// # Errors
    /// When the menu shows it already.
    pub(crate) fn choose(
        &self,
        person: Id,
        message: &PostedMessage,
        menu: &Value,
        values: &[&str],
    ) -> Result<(), ActionError> {
        let control = menu["custom_id"].as_str().unwrap_or_default().to_owned();
        let mut sorted: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
        sorted.sort_unstable();
        let choice = Choice { values: sorted, edited: message.value["edited_timestamp"].clone() };
        let mut choices = lock(&self.0);
        let key = (person, message.id, control);
        let before = choices.get(&key).filter(|before| before.edited == choice.edited);
        let shown = before.map_or_else(|| defaults(menu), |before| before.values.clone());
        if !shown.is_empty() && shown == choice.values {
            return Err(ActionError::SameChoice { control: key.2 });
        }
        if choices.len() >= KEPT_MAX {
            choices.clear();
        }
        choices.insert(key, choice);
        Ok(())
    }

    /// Forgets the choices of a person whose client was started again.
    pub(crate) fn forget(&self, person: Id) {
        lock(&self.0).retain(|(by, ..), _| *by != person);
    }

    /// Forgets a person's choices in a message where an interaction has failed.
    pub(crate) fn forget_in(&self, person: Id, message: Id) {
        lock(&self.0).retain(|(by, within, _), _| (*by, *within) != (person, message));
    }
}

/// The default values of a menu.
fn defaults(menu: &Value) -> Vec<String> {
    let options = menu["options"].as_array().into_iter().flatten();
    let chosen = options.filter(|option| option["default"] == true).map(|option| &option["value"]);
    let named =
        menu["default_values"].as_array().into_iter().flatten().map(|default| &default["id"]);
    let texts = chosen.chain(named).filter_map(Value::as_str);
    let mut values: Vec<String> = texts.map(str::to_owned).collect();
    values.sort_unstable();
    values
}

/// Checks that a menu offers values to a person in a channel.
pub(crate) fn check_values(
    world: &World,
    (person, channel): (Id, Id),
    menu: &Value,
    (control, values): (&str, &[&str]),
) -> Result<(), ActionError> {
    let control = || control.to_owned();
    let min = menu["min_values"].as_u64().unwrap_or(1);
    let max = menu["max_values"].as_u64().unwrap_or(1);
    if !(min..=max).contains(&(values.len() as u64)) {
        return Err(ActionError::InvalidCount { control: control(), count: values.len() });
    }
    let is_offered = |value: &str| match menu["options"].as_array() {
        Some(options) => options.iter().any(|option| option["value"] == value),
        None => is_offered_by_name(world, (person, channel), menu, value),
    };
    match values.iter().find(|value| !is_offered(value)) {
        Some(value) => {
            Err(ActionError::NotOffered { control: control(), value: (*value).to_owned() })
        }
        None => Ok(()),
    }
}

/// Whether a menu of people, roles or channels offers one with this id.
fn is_offered_by_name(world: &World, at: (Id, Id), menu: &Value, value: &str) -> bool {
    let Ok(id) = value.parse::<Id>() else { return false };
    let is_of = |named: Resolved| is_named_by(world, at, named, id);
    match menu["type"].as_u64() {
        Some(5) => is_of(Resolved::User),
        Some(6) => is_of(Resolved::Role),
        Some(7) => is_of(Resolved::User) || is_of(Resolved::Role),
        _ => {
            let kinds = menu["channel_types"].as_array().filter(|kinds| !kinds.is_empty());
            let number = world.channel(id).map(|channel| json!(channel.kind.number()));
            let fits =
                kinds.is_none_or(|kinds| number.is_some_and(|number| kinds.contains(&number)));
            fits && is_of(Resolved::Channel)
        }
    }
}

/// The `resolved` of a choice in a menu of people, roles or channels; `None` in other menus.
pub(crate) fn resolved_of_menu(
    world: &World,
    at: (Id, Id),
    menu: &Value,
    values: &[&str],
) -> Option<Value> {
    let named = values.iter().filter_map(|value| value.parse::<Id>().ok());
    let kind: fn(&World, (Id, Id), Id) -> Resolved = match menu["type"].as_u64()? {
        5 => |_, _, _| Resolved::User,
        6 => |_, _, _| Resolved::Role,
        7 => |world, at, id| {
            if is_named_by(world, at, Resolved::Role, id) { Resolved::Role } else { Resolved::User }
        },
        8 => |_, _, _| Resolved::Channel,
        _ => return None,
    };
    let named: Vec<(Resolved, Id)> = named.map(|id| (kind(world, at, id), id)).collect();
    Some(super::resolved::resolved(world, at, &named))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(edited: &Value) -> PostedMessage {
        serde_json::from_value(json!({
            "id": "1", "channel": "2", "author": "3", "visible_to": null, "pinged": [],
            "interaction": null, "value": {"edited_timestamp": edited}, "late_edits": 0,
            "is_dismissed": false,
        }))
        .unwrap()
    }

    #[test]
    fn the_same_choice_is_sent_again_after_an_update() {
        let choices = MenuChoices::default();
        let menu = json!({"custom_id": "m", "options": [
            {"value": "a"}, {"value": "b", "default": true}, {"value": "c"},
        ]});
        let choose = |person: u64, edited: &str, value: &str| {
            choices.choose(Id(person), &message(&json!(edited)), &menu, &[value]).is_ok()
        };
        assert!(!choose(1, "first", "b"), "it is chosen at first");
        assert!(choose(1, "first", "a"));
        assert!(!choose(1, "first", "a"));
        assert!(choose(1, "first", "b"), "another was chosen since");
        assert!(choose(2, "first", "a"), "others have clients of their own");
        assert!(choose(1, "second", "a"));
        assert!(!choose(1, "second", "a"));
    }
}
