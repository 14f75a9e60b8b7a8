//! Buttons, menus and what they stand in.

use serde_json::Value;

use crate::emulator::validate::{Object, Presence, Validator};

const ROWS_MAX: usize = 5;
const BUTTONS_MAX: usize = 5;
const OPTIONS_MAX: usize = 25;
/// Of the newer components, all counted.
const COMPONENTS_MAX: usize = 40;
const COMPONENTS_V2: u64 = 1 << 15;

pub(super) fn check(form: &mut Validator, body: &Object, names: &[String]) {
    let is_v2 = body.get("flags").and_then(Value::as_u64).unwrap_or(0) & COMPONENTS_V2 != 0;
    let most = if is_v2 { COMPONENTS_MAX } else { ROWS_MAX };
    let components = form.list(body, "components", 0..=most, Presence::Optional).unwrap_or(&[]);
    let mut reader = ComponentChecker { names, ids: Vec::new(), numbers: Vec::new(), count: 0 };
    form.within("components", |form| {
        for (at, component) in components.iter().enumerate() {
            form.within(at, |form| {
                if is_v2 {
                    reader.newer(form, component);
                } else {
                    reader.row(form, component);
                }
            });
        }
        if reader.count > COMPONENTS_MAX {
            let said = format!("Must be {COMPONENTS_MAX} or fewer components in all.");
            form.wrong("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", said);
        }
    });
}

/// The form of a modal: its custom id, its title and its fields.
pub(super) fn check_modal(form: &mut Validator, value: &Value) {
    let Some(modal) = form.object(value, &["custom_id", "title", "components"]) else { return };
    form.text(modal, "custom_id", 1..=100, Presence::Required);
    form.text(modal, "title", 1..=45, Presence::Required);
    let rows = form.list(modal, "components", 1..=5, Presence::Required).unwrap_or(&[]);
    let mut reader =
        ComponentChecker { names: &[], ids: Vec::new(), numbers: Vec::new(), count: 0 };
    form.within("components", |form| {
        for (at, row) in rows.iter().enumerate() {
            form.within(at, |form| reader.modal_row(form, row));
        }
    });
}

/// What the components of one message share.
struct ComponentChecker<'a> {
    /// The files of the message.
    names: &'a [String],
    /// Every custom id so far.
    ids: Vec<String>,
    numbers: Vec<i64>,
    count: usize,
}

impl ComponentChecker<'_> {
    /// The object, with its number looked at.
    fn begin<'v>(
        &mut self,
        form: &mut Validator,
        value: &'v Value,
        keys: &[&str],
    ) -> Option<&'v Object> {
        let all: Vec<&str> = keys.iter().copied().chain(["type", "id"]).collect();
        let object = form.object(value, &all)?;
        self.count += 1;
        let number = form.number(object, "id", 0..=i64::from(i32::MAX), Presence::Optional);
        if let Some(number) = number.filter(|&it| it != 0) {
            if self.numbers.contains(&number) {
                form.wrong_at("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
            }
            self.numbers.push(number);
        }
        Some(object)
    }

    fn row(&mut self, form: &mut Validator, value: &Value) {
        if value["type"] != 1 {
            form.wrong_at("type", "BASE_TYPE_CHOICES", "Value must be one of (1,).");
            return;
        }
        let Some(row) = self.begin(form, value, &["components"]) else { return };
        let inner =
            form.list(row, "components", 1..=BUTTONS_MAX, Presence::Required).unwrap_or(&[]);
        let has_menu = inner.iter().any(|it| it["type"] != 2);
        if has_menu && inner.len() > 1 {
            let said = "A row has one menu or up to five buttons.";
            form.wrong_at("components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", said);
        }
        form.within("components", |form| {
            for (at, component) in inner.iter().enumerate() {
                form.within(at, |form| match component["type"].as_u64() {
                    Some(2) => self.button(form, component),
                    Some(3) => self.menu(form, component, true),
                    Some(5..=8) => self.menu(form, component, false),
                    _ => form.wrong_at(
                        "type",
                        "BASE_TYPE_CHOICES",
                        "Value must be one of (2, 3, 5, 6, 7, 8).",
                    ),
                });
            }
        });
    }

    fn button(&mut self, form: &mut Validator, value: &Value) {
        let keys = ["style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"];
        let Some(button) = self.begin(form, value, &keys) else { return };
        let style = form.number(button, "style", 1..=6, Presence::Required);
        form.text(button, "label", 0..=80, Presence::Optional);
        form.flag(button, "disabled");
        check_emoji(form, button);
        match style {
            Some(5) => {
                form.text(button, "url", 1..=512, Presence::Required);
                if !value["custom_id"].is_null() {
                    let said = "A custom id and url cannot both be specified";
                    form.wrong("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", said);
                }
            }
            Some(6) => _ = form.id(button, "sku_id", Presence::Required),
            _ => {
                self.custom_id(form, button);
                if !value["url"].is_null() {
                    form.wrong_at("url", "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Only links have one");
                }
            }
        }
        let has_label =
            button.get("label").and_then(Value::as_str).is_some_and(|it| !it.is_empty());
        if style != Some(6) && !has_label && value["emoji"].is_null() {
            let said = "A label or an emoji is required";
            form.wrong("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", said);
        }
    }

    fn custom_id(&mut self, form: &mut Validator, object: &Object) {
        let Some(id) = form.text(object, "custom_id", 1..=100, Presence::Required) else { return };
        if self.ids.iter().any(|it| it == id) {
            let said = "Component custom id cannot be duplicated";
            form.wrong_at("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", said);
        }
        self.ids.push(id.to_owned());
    }

    fn menu(&mut self, form: &mut Validator, value: &Value, has_options: bool) {
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
        let Some(menu) = self.begin(form, value, &keys) else { return };
        self.custom_id(form, menu);
        form.text(menu, "placeholder", 0..=150, Presence::Optional);
        form.flag(menu, "disabled");
        let least = form.number(menu, "min_values", 0..=25, Presence::Optional).unwrap_or(1);
        let most = form.number(menu, "max_values", 1..=25, Presence::Optional).unwrap_or(1);
        if least > most {
            let said = "min_values must be less than or equal to max_values";
            form.wrong_at("min_values", "SELECT_COMPONENT_MIN_GREATER_THAN_MAX", said);
        }
        if !has_options {
            return;
        }
        let options =
            form.list(menu, "options", 1..=OPTIONS_MAX, Presence::Required).unwrap_or(&[]);
        if most > i64::try_from(options.len().max(1)).unwrap_or(i64::MAX) {
            let said = "max_values must be less than or equal to the number of options";
            form.wrong_at("max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", said);
        }
        form.within("options", |form| check_options(form, options, most));
    }

    fn modal_row(&mut self, form: &mut Validator, value: &Value) {
        match value["type"].as_u64() {
            Some(1) => {
                let Some(row) = self.begin(form, value, &["components"]) else { return };
                let inner = form.list(row, "components", 1..=1, Presence::Required).unwrap_or(&[]);
                form.within("components", |form| {
                    for (at, input) in inner.iter().enumerate() {
                        form.within(at, |form| self.text_input(form, input, Presence::Required));
                    }
                });
            }
            Some(18) => {
                let keys = ["label", "description", "component"];
                let Some(label) = self.begin(form, value, &keys) else { return };
                form.text(label, "label", 1..=45, Presence::Required);
                form.text(label, "description", 0..=100, Presence::Optional);
                let inner = &value["component"];
                form.within("component", |form| match inner["type"].as_u64() {
                    Some(4) => self.text_input(form, inner, Presence::Optional),
                    Some(3) => self.menu(form, inner, true),
                    Some(5..=8) => self.menu(form, inner, false),
                    _ => form.wrong_at("type", "BASE_TYPE_CHOICES", "Not in a label."),
                });
            }
            Some(10) => self.newer(form, value),
            _ => form.wrong_at("type", "BASE_TYPE_CHOICES", "Value must be one of (1, 10, 18)."),
        }
    }

    fn text_input(&mut self, form: &mut Validator, value: &Value, needs_label: Presence) {
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
            form.wrong_at("type", "BASE_TYPE_CHOICES", "Value must be one of (4,).");
            return;
        }
        let Some(input) = self.begin(form, value, &keys) else { return };
        self.custom_id(form, input);
        form.number(input, "style", 1..=2, Presence::Required);
        form.text(input, "label", 1..=45, needs_label);
        form.number(input, "min_length", 0..=4000, Presence::Optional);
        form.number(input, "max_length", 1..=4000, Presence::Optional);
        form.flag(input, "required");
        form.text(input, "value", 0..=4000, Presence::Optional);
        form.text(input, "placeholder", 0..=100, Presence::Optional);
    }

    /// One of the newer components: texts, pictures and what groups them.
    fn newer(&mut self, form: &mut Validator, value: &Value) {
        match value["type"].as_u64() {
            Some(1) => self.row(form, value),
            Some(9) => self.section(form, value),
            Some(10) => {
                let Some(text) = self.begin(form, value, &["content"]) else { return };
                form.text(text, "content", 1..=4000, Presence::Required);
            }
            Some(11) => {
                let keys = ["media", "description", "spoiler"];
                let Some(picture) = self.begin(form, value, &keys) else { return };
                self.picture(form, picture, "media");
            }
            Some(12) => self.gallery(form, value),
            Some(13) => {
                let Some(file) = self.begin(form, value, &["file", "spoiler"]) else { return };
                self.picture(form, file, "file");
            }
            Some(14) => {
                let Some(line) = self.begin(form, value, &["divider", "spacing"]) else { return };
                form.flag(line, "divider");
                form.number(line, "spacing", 1..=2, Presence::Optional);
            }
            Some(17) => {
                let keys = ["components", "accent_color", "spoiler"];
                let Some(container) = self.begin(form, value, &keys) else { return };
                form.flag(container, "spoiler");
                self.inner(form, container, 1..=COMPONENTS_MAX);
            }
            _ => form.wrong_at("type", "BASE_TYPE_CHOICES", "Not a component of a message."),
        }
    }

    fn inner(
        &mut self,
        form: &mut Validator,
        object: &Object,
        length: std::ops::RangeInclusive<usize>,
    ) {
        let inner = form.list(object, "components", length, Presence::Required).unwrap_or(&[]);
        form.within("components", |form| {
            for (at, component) in inner.iter().enumerate() {
                form.within(at, |form| self.newer(form, component));
            }
        });
    }

    fn section(&mut self, form: &mut Validator, value: &Value) {
        let Some(section) = self.begin(form, value, &["components", "accessory"]) else { return };
        self.inner(form, section, 1..=3);
        let accessory = &value["accessory"];
        form.within("accessory", |form| match accessory["type"].as_u64() {
            Some(2) => self.button(form, accessory),
            Some(11) => self.newer(form, accessory),
            _ => form.wrong_at("type", "BASE_TYPE_CHOICES", "Value must be one of (2, 11)."),
        });
    }

    fn gallery(&mut self, form: &mut Validator, value: &Value) {
        let Some(gallery) = self.begin(form, value, &["items"]) else { return };
        let items = form.list(gallery, "items", 1..=10, Presence::Required).unwrap_or(&[]);
        form.within("items", |form| {
            for (at, item) in items.iter().enumerate() {
                form.within(at, |form| {
                    let keys = ["media", "description", "spoiler"];
                    let Some(item) = form.object(item, &keys) else { return };
                    form.text(item, "description", 0..=1024, Presence::Optional);
                    self.picture(form, item, "media");
                });
            }
        });
    }

    fn picture(&mut self, form: &mut Validator, object: &Object, key: &str) {
        let url = object.get(key).map_or("", |it| it["url"].as_str().unwrap_or_default());
        let is_right = match url.strip_prefix("attachment://") {
            Some(name) => self.names.iter().any(|it| it == name),
            None => key == "media" && url.starts_with("http"),
        };
        if !is_right {
            let said = format!("The referenced file is not there: {url}");
            form.wrong_at(key, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", said);
        }
    }
}

fn check_options(form: &mut Validator, options: &[Value], most: i64) {
    let mut values: Vec<&str> = Vec::new();
    let mut chosen = 0;
    for (at, option) in options.iter().enumerate() {
        form.within(at, |form| {
            let keys = ["label", "value", "description", "emoji", "default"];
            let Some(option) = form.object(option, &keys) else { return };
            form.text(option, "label", 1..=100, Presence::Required);
            form.text(option, "description", 0..=100, Presence::Optional);
            check_emoji(form, option);
            chosen += i64::from(form.flag(option, "default"));
            let Some(value) = form.text(option, "value", 1..=100, Presence::Required) else {
                return;
            };
            if values.contains(&value) {
                let said = "The specified option value is already used";
                form.wrong_at("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", said);
            }
            values.push(value);
        });
    }
    if chosen > most {
        let said = "More options are chosen than max_values allows";
        form.wrong("SELECT_COMPONENT_TOO_MANY_DEFAULTS", said);
    }
}

fn check_emoji(form: &mut Validator, object: &Object) {
    let Some(value) = object.get("emoji").filter(|it| !it.is_null()) else { return };
    form.within("emoji", |form| {
        let Some(emoji) = form.object(value, &["id", "name", "animated"]) else { return };
        let has_name = emoji.get("name").and_then(Value::as_str).is_some_and(|it| !it.is_empty());
        if form.id(emoji, "id", Presence::Optional).is_none() && !has_name {
            form.wrong_at("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    });
    // Letters are no emoji, and Discord says so.
    let name = value["name"].as_str().unwrap_or_default();
    if value["id"].is_null() && !name.is_empty() && name.is_ascii() {
        form.within("emoji", |form| {
            form.wrong_at("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        });
    }
}
