//! Registered commands.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::choice::check_choice;
use super::localization::check_localizations;
use super::request::ApiReply;
use super::route::Method;
use crate::id::Id;
use crate::validation::{DiscordError, Object, Presence, Validator};
use crate::world::{RegisteredCommand, World, WorldChange};

const OPTIONS_MAX: usize = 25;
/// The most characters of all names, descriptions and values of one command.
const CHARACTERS_MAX: usize = 8000;
const NAME_MAX: usize = 32;
const DESCRIPTION_MAX: usize = 100;
/// The largest numbers of slash commands, and of menu commands of each kind.
const TYPED_MAX: usize = 100;
const IN_MENU_MAX: usize = 15;

/// Lists, adds or replaces the commands.
pub(super) fn all(
    world: &mut World,
    application: Id,
    verb: Method,
    json: Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    if application != world.bot() {
        return Err(DiscordError::UNKNOWN_APPLICATION);
    }
    match verb {
        Method::Get => {
            Ok((200, world.commands.iter().map(|command| command.value.clone()).collect()))
        }
        Method::Post => {
            let mut validator = Validator::default();
            check(&mut validator, &json);
            validator.finish()?;
            let is_known = same(&world.commands, &json).is_some();
            let command = registered(world, json, now);
            let value = command.value.clone();
            put(world, command);
            Ok((if is_known { 200 } else { 201 }, value))
        }
        Method::Put => {
            let Value::Array(list) = json else { return Err(DiscordError::INVALID_JSON) };
            check_all(&list)?;
            let commands: Vec<RegisteredCommand> =
                list.into_iter().map(|definition| registered(world, definition, now)).collect();
            let values = commands.iter().map(|command| command.value.clone()).collect();
            world.commands = commands;
            world.changes.push(WorldChange::World);
            Ok((200, values))
        }
        Method::Patch | Method::Delete => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

pub(super) fn one(
    world: &mut World,
    application: Id,
    id: Id,
    verb: Method,
    json: Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    if application != world.bot() {
        return Err(DiscordError::UNKNOWN_APPLICATION);
    }
    let at = world
        .commands
        .iter()
        .position(|command| command.id == id)
        .ok_or(DiscordError::UNKNOWN_COMMAND)?;
    match verb {
        Method::Get => Ok((200, world.commands[at].value.clone())),
        Method::Patch => {
            let Value::Object(changes) = json else { return Err(DiscordError::INVALID_JSON) };
            let mut value = sent(&world.commands[at].value);
            for (key, change) in changes {
                value[key] = change;
            }
            let mut validator = Validator::default();
            check(&mut validator, &value);
            validator.finish()?;
            let command = completed(world, id, value, now);
            world.commands[at] = command;
            world.changes.push(WorldChange::World);
            Ok((200, world.commands[at].value.clone()))
        }
        Method::Delete => {
            world.commands.remove(at);
            world.changes.push(WorldChange::World);
            Ok((204, Value::Null))
        }
        Method::Post | Method::Put => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

/// The definition without the fields that Discord adds.
fn sent(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(object) = value.as_object_mut() {
        for key in ["id", "application_id", "version"] {
            object.remove(key);
        }
    }
    value
}

fn kind_of(json: &Value) -> u64 {
    json["type"].as_u64().unwrap_or(1)
}

/// The command that has this name and kind already.
fn same<'c>(commands: &'c [RegisteredCommand], json: &Value) -> Option<&'c RegisteredCommand> {
    commands
        .iter()
        .find(|command| command.value["name"] == json["name"] && command.kind() == kind_of(json))
}

/// A valid definition, with the id of the command that it replaces.
fn registered(world: &mut World, json: Value, now: Timestamp) -> RegisteredCommand {
    let id = match same(&world.commands, &json) {
        Some(command) => command.id,
        None => world.ids.next(now),
    };
    completed(world, id, json, now)
}

fn put(world: &mut World, command: RegisteredCommand) {
    world.commands.retain(|other| other.id != command.id);
    world.commands.push(command);
    world.changes.push(WorldChange::World);
}

/// Adds the fields that Discord adds.
fn completed(world: &mut World, id: Id, mut value: Value, now: Timestamp) -> RegisteredCommand {
    let version = world.ids.next(now);
    value["id"] = json!(id);
    value["application_id"] = json!(world.bot);
    value["version"] = json!(version);
    value["type"] = json!(kind_of(&value));
    let defaults = [
        ("description", json!("")),
        ("default_member_permissions", Value::Null),
        ("dm_permission", json!(true)),
        ("nsfw", json!(false)),
        ("integration_types", json!([0])),
        ("contexts", Value::Null),
        ("name_localizations", Value::Null),
        ("description_localizations", Value::Null),
    ];
    for (key, default) in defaults {
        if value[key].is_null() {
            value[key] = default;
        }
    }
    RegisteredCommand { id, value }
}

fn check_all(list: &[Value]) -> Result<(), DiscordError> {
    let mut validator = Validator::default();
    let mut used_names: Vec<(u64, &str)> = Vec::new();
    for (at, command) in list.iter().enumerate() {
        validator.within(at, |validator| {
            check(validator, command);
            let named = (kind_of(command), command["name"].as_str().unwrap_or_default());
            if used_names.contains(&named) {
                let problem = "Application command names must be unique";
                validator.error("APPLICATION_COMMANDS_DUPLICATE_NAME", problem);
            }
            used_names.push(named);
        });
    }
    for (kind, max) in [(1, TYPED_MAX), (2, IN_MENU_MAX), (3, IN_MENU_MAX)] {
        if used_names.iter().filter(|(used, _)| *used == kind).count() > max {
            let problem = format!("Maximum number of application commands reached ({max})");
            validator.error("APPLICATION_COMMAND_TOO_MANY", problem);
        }
    }
    validator.finish()
}

fn check(validator: &mut Validator, json: &Value) {
    let keys = [
        "id",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "integration_types",
        "contexts",
        "type",
        "nsfw",
        "handler",
    ];
    let Some(command) = validator.object(json, &keys) else { return };
    let kind = validator.number(command, "type", 1..=3, Presence::Optional).unwrap_or(1);
    let mut length = 0;
    if kind == 1 {
        check_name(validator, command, &mut length);
        check_description(validator, command, &mut length);
        let options =
            validator.list(command, "options", 0..=OPTIONS_MAX, Presence::Optional).unwrap_or(&[]);
        validator.within("options", |validator| check_options(validator, options, 0, &mut length));
    } else {
        validator.text(command, "name", 1..=NAME_MAX, Presence::Required);
        if !command
            .get("description")
            .is_none_or(|description| description.is_null() || description == "")
        {
            let problem = "Context menu commands cannot have description";
            validator.error_at(
                "description",
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                problem,
            );
        }
    }
    if length > CHARACTERS_MAX {
        let problem = format!("Command exceeds maximum size ({CHARACTERS_MAX})");
        validator.error("APPLICATION_COMMAND_TOO_LARGE", problem);
    }
    validator.flag(command, "dm_permission");
    validator.flag(command, "nsfw");
    for (key, max) in [("integration_types", 1), ("contexts", 2)] {
        let list = validator.list(command, key, 1..=3, Presence::Optional).unwrap_or(&[]);
        if list.iter().any(|value| value.as_u64().is_none_or(|number| number > max)) {
            validator.error_at(
                key,
                "BASE_TYPE_CHOICES",
                format!("Values must be from 0 to {max}."),
            );
        }
    }
}

fn check_options(validator: &mut Validator, options: &[Value], depth: usize, length: &mut usize) {
    let mut names: Vec<&str> = Vec::new();
    let mut may_be_left_out = false;
    for (at, json) in options.iter().enumerate() {
        validator.within(at, |validator| {
            let name = json["name"].as_str().unwrap_or_default();
            if names.contains(&name) {
                let problem = "Option names must be unique";
                validator.error_at("name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", problem);
            }
            names.push(name);
            let is_required = json["required"] == true;
            if is_required && may_be_left_out {
                let problem = "Required options must be placed before non-required options";
                validator.error("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", problem);
            }
            may_be_left_out |= !is_required;
            check_option(validator, json, depth, length);
        });
    }
}

fn check_option(validator: &mut Validator, json: &Value, depth: usize, length: &mut usize) {
    let keys = [
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    ];
    let Some(option) = validator.object(json, &keys) else { return };
    let kind = validator.number(option, "type", 1..=11, Presence::Required).unwrap_or(0);
    check_name(validator, option, length);
    check_description(validator, option, length);
    validator.flag(option, "required");
    let completes = validator.flag(option, "autocomplete");
    validator.number(option, "min_length", 0..=6000, Presence::Optional);
    validator.number(option, "max_length", 1..=6000, Presence::Optional);
    let choices =
        validator.list(option, "choices", 0..=OPTIONS_MAX, Presence::Optional).unwrap_or(&[]);
    if !choices.is_empty() && (completes || !matches!(kind, 3 | 4 | 10)) {
        let problem = "Choices are for texts and numbers without autocompletion";
        validator.error_at("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", problem);
    }
    if completes && !matches!(kind, 3 | 4 | 10) {
        let problem = "Autocompletion is for texts and numbers";
        validator.error_at("autocomplete", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", problem);
    }
    validator.within("choices", |validator| check_choices(validator, choices, kind, length));
    let inner =
        validator.list(option, "options", 0..=OPTIONS_MAX, Presence::Optional).unwrap_or(&[]);
    let may_nest = matches!((kind, depth), (1, 0 | 1) | (2, 0));
    if matches!(kind, 1 | 2) && !may_nest || !matches!(kind, 1 | 2) && !inner.is_empty() {
        let problem = "Sub-command nesting is not valid here";
        validator.error_at("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", problem);
    }
    validator.within("options", |validator| check_options(validator, inner, depth + 1, length));
}

fn check_choices(validator: &mut Validator, choices: &[Value], kind: i64, length: &mut usize) {
    let mut names: Vec<&Value> = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        validator.within(at, |validator| {
            check_choice(validator, choice, u64::try_from(kind).ok());
            if names.contains(&&choice["name"]) {
                let problem = "Choice names must be unique";
                validator.error_at(
                    "name",
                    "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATED",
                    problem,
                );
            }
            names.push(&choice["name"]);
            *length += longest(choice, "name");
            *length += choice["value"].as_str().map_or(0, |text| text.chars().count());
        });
    }
}

fn check_name(validator: &mut Validator, object: &Object, length: &mut usize) {
    if let Some(name) = validator.text(object, "name", 1..=NAME_MAX, Presence::Required)
        && !is_name(name)
    {
        let problem = "Command name is invalid";
        validator.error_at("name", "APPLICATION_COMMAND_INVALID_NAME", problem);
    }
    for (locale, name) in check_localizations(validator, object, "name_localizations", 1..=NAME_MAX)
    {
        if !is_name(name) {
            validator.within("name_localizations", |validator| {
                let problem = "Command name is invalid";
                validator.error_at(locale, "APPLICATION_COMMAND_INVALID_NAME", problem);
            });
        }
    }
    *length += longest(&Value::Object(object.clone()), "name");
}

fn check_description(validator: &mut Validator, object: &Object, length: &mut usize) {
    validator.text(object, "description", 1..=DESCRIPTION_MAX, Presence::Required);
    check_localizations(validator, object, "description_localizations", 1..=DESCRIPTION_MAX);
    *length += longest(&Value::Object(object.clone()), "description");
}

/// The length of the longest of a text and its translations, in characters. Only that one counts.
fn longest(object: &Value, key: &str) -> usize {
    let translations = object[format!("{key}_localizations")].as_object();
    let texts = translations
        .into_iter()
        .flat_map(|translations| translations.values())
        .chain([&object[key]]);
    texts.filter_map(Value::as_str).map(|text| text.chars().count()).max().unwrap_or(0)
}

/// Whether a name fits Discord's pattern: letters and digits of any script, in lower case.
fn is_name(name: &str) -> bool {
    let is_fitting = |letter: char| {
        letter == '-'
            || letter == '_'
            || letter == '\''
            || letter.is_alphanumeric()
            || is_thai_or_devanagari(letter)
    };
    name.chars().all(is_fitting) && name == name.to_lowercase()
}

/// Discord's pattern names these two scripts, because their vowel signs are no letters.
fn is_thai_or_devanagari(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{e7f}' | '\u{900}'..='\u{97f}')
}
