//! Checks of buttons, menus, their rows and other components.

use serde_json::Value;

use crate::validation::{Object, Presence, Validator};
use crate::world::Emojis;

const ROWS_MAX: usize = 5;
const BUTTONS_MAX: usize = 5;
const OPTIONS_MAX: usize = 25;

/// Checks the rows of a message.
pub(super) fn check(validator: &mut Validator, body: &Object, emojis: &Emojis) {
    let rows = validator.list(body, "components", 0..=ROWS_MAX, Presence::Optional).unwrap_or(&[]);
    let mut reader = ComponentChecker::new(emojis);
    validator.within("components", |validator| {
        for (at, row) in rows.iter().enumerate() {
            validator.within(at, |validator| reader.row(validator, row));
        }
    });
}

/// Checks a modal: its custom id, title and inputs.
pub(super) fn check_modal(validator: &mut Validator, value: &Value, emojis: &Emojis) {
    let Some(modal) = validator.object(value, &["custom_id", "title", "components"]) else {
        return;
    };
    validator.text(modal, "custom_id", 1..=100, Presence::Required);
    validator.text(modal, "title", 1..=45, Presence::Required);
    let rows = validator.list(modal, "components", 1..=5, Presence::Required).unwrap_or(&[]);
    let mut reader = ComponentChecker::new(emojis);
    validator.within("components", |validator| {
        for (at, row) in rows.iter().enumerate() {
            validator.within(at, |validator| reader.modal_row(validator, row));
        }
    });
}

/// What the components of one message share.
struct ComponentChecker<'a> {
    /// The emoji of the application.
    emojis: &'a Emojis,
    /// All custom ids so far.
    ids: Vec<String>,
    numbers: Vec<i64>,
}

impl<'a> ComponentChecker<'a> {
    fn new(emojis: &'a Emojis) -> ComponentChecker<'a> {
        ComponentChecker { emojis, ids: Vec::new(), numbers: Vec::new() }
    }

    /// Checks the component's keys and its number. Returns the object.
    fn begin<'v>(
        &mut self,
        validator: &mut Validator,
        value: &'v Value,
        keys: &[&str],
    ) -> Option<&'v Object> {
        let all: Vec<&str> = keys.iter().copied().chain(["type", "id"]).collect();
        let object = validator.object(value, &all)?;
        let number = validator.number(object, "id", 0..=i64::from(i32::MAX), Presence::Optional);
        if let Some(number) = number.filter(|&number| number != 0) {
            if self.numbers.contains(&number) {
                validator.error_at(
                    "id",
                    "COMPONENT_ID_DUPLICATED",
                    "Component id cannot be duplicated",
                );
            }
            self.numbers.push(number);
        }
        Some(object)
    }

    fn row(&mut self, validator: &mut Validator, value: &Value) {
        if value["type"] != 1 {
            validator.error_at("type", "BASE_TYPE_CHOICES", "Value must be one of (1,).");
            return;
        }
        let Some(row) = self.begin(validator, value, &["components"]) else { return };
        let inner =
            validator.list(row, "components", 1..=BUTTONS_MAX, Presence::Required).unwrap_or(&[]);
        let has_menu = inner.iter().any(|component| component["type"] != 2);
        if has_menu && inner.len() > 1 {
            let problem = "A row has one menu or up to five buttons.";
            validator.error_at("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", problem);
        }
        validator.within("components", |validator| {
            for (at, component) in inner.iter().enumerate() {
                validator.within(at, |validator| match component["type"].as_u64() {
                    Some(2) => self.button(validator, component),
                    Some(3) => self.menu(validator, component, true),
                    Some(5..=8) => self.menu(validator, component, false),
                    _ => validator.error_at(
                        "type",
                        "BASE_TYPE_CHOICES",
                        "Value must be one of (2, 3, 5, 6, 7, 8).",
                    ),
                });
            }
        });
    }

    fn button(&mut self, validator: &mut Validator, value: &Value) {
        let keys = ["style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"];
        let Some(button) = self.begin(validator, value, &keys) else { return };
        let style = validator.number(button, "style", 1..=6, Presence::Required);
        validator.text(button, "label", 0..=80, Presence::Optional);
        validator.flag(button, "disabled");
        check_emoji(validator, button, self.emojis);
        match style {
            Some(5) => {
                validator.text(button, "url", 1..=512, Presence::Required);
                if !value["custom_id"].is_null() {
                    let problem = "A custom id and url cannot both be specified";
                    validator.error("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", problem);
                }
            }
            Some(6) => _ = validator.id(button, "sku_id", Presence::Required),
            _ => {
                self.custom_id(validator, button);
                if !value["url"].is_null() {
                    validator.error_at(
                        "url",
                        "BUTTON_COMPONENT_URL_NOT_ALLOWED",
                        "Only links have one",
                    );
                }
            }
        }
        let has_label =
            button.get("label").and_then(Value::as_str).is_some_and(|label| !label.is_empty());
        if style != Some(6) && !has_label && value["emoji"].is_null() {
            let problem = "A label or an emoji is required";
            validator.error("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", problem);
        }
    }

    fn custom_id(&mut self, validator: &mut Validator, object: &Object) {
        let Some(id) = validator.text(object, "custom_id", 1..=100, Presence::Required) else {
            return;
        };
        if self.ids.iter().any(|known| known == id) {
            let problem = "Component custom id cannot be duplicated";
            validator.error_at("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", problem);
        }
        self.ids.push(id.to_owned());
    }

    fn menu(&mut self, validator: &mut Validator, value: &Value, has_options: bool) {
        let keys = [
            "custom_id",
            "options",
            "channel_types",
            "placeholder",
            "default_values",
            "min_values",
            "max_values",
            "required",
            "disabled",
        ];
        let Some(menu) = self.begin(validator, value, &keys) else { return };
        self.custom_id(validator, menu);
        validator.text(menu, "placeholder", 0..=150, Presence::Optional);
        validator.flag(menu, "disabled");
        let min = validator.number(menu, "min_values", 0..=25, Presence::Optional).unwrap_or(1);
        let max = validator.number(menu, "max_values", 1..=25, Presence::Optional).unwrap_or(1);
        if min > max {
            let problem = "min_values must be less than or equal to max_values";
            validator.error_at("min_values", "SELECT_COMPONENT_MIN_GREATER_THAN_MAX", problem);
        }
        if !has_options {
            return;
        }
        let options =
            validator.list(menu, "options", 1..=OPTIONS_MAX, Presence::Required).unwrap_or(&[]);
        if max > i64::try_from(options.len().max(1)).unwrap_or(i64::MAX) {
            let problem = "max_values must be less than or equal to the number of options";
            validator.error_at("max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", problem);
        }
        validator.within("options", |validator| {
            check_options(validator, options, max, self.emojis);
        });
    }

    fn modal_row(&mut self, validator: &mut Validator, value: &Value) {
        match value["type"].as_u64() {
            Some(1) => {
                let Some(row) = self.begin(validator, value, &["components"]) else { return };
                let inner =
                    validator.list(row, "components", 1..=1, Presence::Required).unwrap_or(&[]);
                validator.within("components", |validator| {
                    for (at, input) in inner.iter().enumerate() {
                        validator.within(at, |validator| {
                            self.text_input(validator, input, Presence::Required);
                        });
                    }
                });
            }
            Some(18) => {
                let keys = ["label", "description", "component"];
                let Some(label) = self.begin(validator, value, &keys) else { return };
                validator.text(label, "label", 1..=45, Presence::Required);
                validator.text(label, "description", 0..=100, Presence::Optional);
                let inner = &value["component"];
                validator.within("component", |validator| match inner["type"].as_u64() {
                    Some(4) => self.text_input(validator, inner, Presence::Optional),
                    Some(3) => self.menu(validator, inner, true),
                    Some(5..=8) => self.menu(validator, inner, false),
                    _ => validator.error_at("type", "BASE_TYPE_CHOICES", "Not in a label."),
                });
            }
            _ => {
                validator.error_at("type", "BASE_TYPE_CHOICES", "Value must be one of (1, 18).");
            }
        }
    }

    fn text_input(&mut self, validator: &mut Validator, value: &Value, needs_label: Presence) {
        let keys = [
            "custom_id",
            "style",
            "label",
            "min_length",
            "max_length",
            "required",
            "value",
            "placeholder",
        ];
        if value["type"] != 4 {
            validator.error_at("type", "BASE_TYPE_CHOICES", "Value must be one of (4,).");
            return;
        }
        let Some(input) = self.begin(validator, value, &keys) else { return };
        self.custom_id(validator, input);
        validator.number(input, "style", 1..=2, Presence::Required);
        validator.text(input, "label", 1..=45, needs_label);
        validator.number(input, "min_length", 0..=4000, Presence::Optional);
        validator.number(input, "max_length", 1..=4000, Presence::Optional);
        validator.flag(input, "required");
        validator.text(input, "value", 0..=4000, Presence::Optional);
        validator.text(input, "placeholder", 0..=100, Presence::Optional);
    }
}

fn check_options(validator: &mut Validator, options: &[Value], max: i64, emojis: &Emojis) {
    let mut values: Vec<&str> = Vec::new();
    let mut chosen = 0;
    for (at, option) in options.iter().enumerate() {
        validator.within(at, |validator| {
            let keys = ["label", "value", "description", "emoji", "default"];
            let Some(option) = validator.object(option, &keys) else { return };
            validator.text(option, "label", 1..=100, Presence::Required);
            validator.text(option, "description", 0..=100, Presence::Optional);
            check_emoji(validator, option, emojis);
            chosen += i64::from(validator.flag(option, "default"));
            let Some(value) = validator.text(option, "value", 1..=100, Presence::Required) else {
                return;
            };
            if values.contains(&value) {
                let problem = "The specified option value is already used";
                validator.error_at("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", problem);
            }
            values.push(value);
        });
    }
    if chosen > max {
        let problem = "More options are chosen than max_values allows";
        validator.error("SELECT_COMPONENT_TOO_MANY_DEFAULTS", problem);
    }
}

/// Checks an emoji: a character, or one of the application's own. Servers have none here.
fn check_emoji(validator: &mut Validator, object: &Object, emojis: &Emojis) {
    let Some(value) = object.get("emoji").filter(|emoji| !emoji.is_null()) else { return };
    validator.within("emoji", |validator| {
        let Some(emoji) = validator.object(value, &["id", "name", "animated"]) else { return };
        validator.flag(emoji, "animated");
        let name = validator.text(emoji, "name", 0..=100, Presence::Optional).unwrap_or_default();
        let wrong = match validator.id(emoji, "id", Presence::Optional) {
            Some(id) => (!emojis.contains_key(&id)).then_some("id"),
            // Discord takes no letters for an emoji.
            None => name.is_ascii().then_some("name"),
        };
        if let Some(key) = wrong {
            validator.error_at(key, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    });
}
