//! What Discord refuses although its schema allows it.

use std::collections::BTreeSet;

use kradan_emulator::LoggedRequest;
use kradan_rules::Side;
use kradan_table::PlayerId;
use serde_json::Value;

const CONTENT_MAX: usize = 2_000;
const EMBEDS_TEXT_MAX: usize = 6_000;
const FILES_MAX: usize = 10;
const FILE_BYTES_MAX: usize = 10 << 20;
const COMPONENTS_MAX: usize = 40;
const LAYOUT_TEXT_MAX: usize = 4_000;
const NONCE_MAX: usize = 25;
const COMMANDS_MAX: usize = 100;
const COMMAND_TEXT_MAX: usize = 8_000;
const CHOICE_NAME_MAX: usize = 100;

/// What is shown before and after an erased player's id, in characters.
const ERASED_CONTEXT: usize = 120;

const EPHEMERAL: u64 = 1 << 6;
const COMPONENTS_V2: u64 = 1 << 15;

/// The faults of a request, each with its name.
pub(super) fn faults(request: &LoggedRequest) -> Vec<String> {
    let mut faults = Vec::new();
    let body = &request.body;
    let is_callback = request.template.ends_with("/callback");
    let message = if is_callback { &body["data"] } else { body };
    let is_new = request.method == "POST";
    let erased = [Side::First, Side::Second].map(|side| PlayerId::erased(side).0.to_string());
    let said = format!("{} {body}", request.path);
    if let Some(at) = erased.iter().find_map(|it| said.find(it.as_str())) {
        let start = said[..at].char_indices().rev().nth(ERASED_CONTEXT).map_or(0, |(at, _)| at);
        let near: String = said[start..].chars().take(2 * ERASED_CONTEXT).collect();
        faults.push(format!("somebody whose data was erased is named: {near}"));
    }
    let has_messages = is_callback || request.template.contains("/messages");
    let is_follow_up = request.template.ends_with("{webhook_token}");
    let is_thread = request.template.ends_with("/threads");
    match body["type"].as_u64().filter(|_| is_callback) {
        Some(8) => choices(&message["choices"], &mut faults),
        Some(9) => modal(message, &mut faults),
        Some(1 | 5 | 6) => {}
        _ if (has_messages || is_follow_up) && !is_thread && message.is_object() => {
            self::message(request, message, is_new, &mut faults);
        }
        _ if request.template.ends_with("/commands") && body.is_array() => {
            commands(body, &mut faults);
        }
        _ => {}
    }
    faults
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |it| it.chars().count())
}

/// Whether a text mentions the same person twice, which Discord allows and people dislike.
fn mentions_twice(content: &Value) -> bool {
    let mentions = content.as_str().unwrap_or_default().split("<@").skip(1);
    let mut seen = BTreeSet::new();
    !mentions.filter_map(|it| it.split_once('>')).all(|(person, _)| seen.insert(person))
}

fn message(request: &LoggedRequest, message: &Value, is_new: bool, faults: &mut Vec<String>) {
    let mut check = |is_wrong: bool, name: &str| {
        if is_wrong {
            faults.push(name.to_owned());
        }
    };
    let flags = message["flags"].as_u64().unwrap_or(0);
    let is_layout = flags & COMPONENTS_V2 != 0;
    let is_answer = request.template.starts_with("/interactions/")
        || request.template.starts_with("/webhooks/");
    check(length(&message["content"]) > CONTENT_MAX, "content is too long");
    check(flags & EPHEMERAL != 0 && !is_answer, "a post is ephemeral");
    let is_blank = message["content"].as_str().is_none_or(|it| it.trim().is_empty());
    let has_parts = ["embeds", "components", "sticker_ids"];
    let has_parts = has_parts.iter().any(|it| !list(message, it).is_empty());
    let is_update = request.method == "PATCH" || request.body["type"] == 7;
    let is_empty = is_blank && !has_parts && request.files.is_empty() && message["poll"].is_null();
    check(is_new && !is_update && is_empty, "an empty message");
    let old = ["content", "embeds", "poll", "sticker_ids"];
    let is_filled = |it: &&str| match &message[*it] {
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        value => !value.is_null(),
    };
    check(is_layout && old.iter().any(is_filled), "a layout with content or embeds");
    check(length(&message["nonce"]) > NONCE_MAX, "nonce is too long");
    let embeds: usize = list(message, "embeds").iter().map(embed_text).sum();
    check(embeds > EMBEDS_TEXT_MAX, "embeds are too long together");
    check(request.files.len() > FILES_MAX, "too many files");
    let too_large = request.files.iter().any(|it| it.size > FILE_BYTES_MAX);
    check(too_large, "a file is too large");
    let content = &message["content"];
    check(mentions_twice(content), &format!("somebody is mentioned twice: {content}"));
    mentions(&message["allowed_mentions"], faults);
    attachments(request, message, faults);
    components(message, is_layout, faults);
}

fn embed_text(embed: &Value) -> usize {
    let fields = list(embed, "fields").iter();
    let fields: usize = fields.map(|it| length(&it["name"]) + length(&it["value"])).sum();
    length(&embed["title"])
        + length(&embed["description"])
        + length(&embed["footer"]["text"])
        + length(&embed["author"]["name"])
        + fields
}

fn mentions(allowed: &Value, faults: &mut Vec<String>) {
    for kind in ["users", "roles"] {
        let parses = list(allowed, "parse").iter().any(|it| it == kind);
        if parses && !list(allowed, kind).is_empty() {
            faults.push(format!("mentions of {kind} are parsed and listed"));
        }
    }
}

fn attachments(request: &LoggedRequest, message: &Value, faults: &mut Vec<String>) {
    let numbers: BTreeSet<u64> = request.files.iter().map(|it| it.number).collect();
    if numbers.len() < request.files.len() {
        faults.push("two files have one number".to_owned());
    }
    let mut ids = BTreeSet::new();
    for attachment in list(message, "attachments") {
        let id =
            attachment["id"].as_u64().or(attachment["id"].as_str().and_then(|it| it.parse().ok()));
        let Some(id) = id else { continue };
        if !ids.insert(id) {
            faults.push("an attachment is listed twice".to_owned());
        }
        // Other ids are those of files that are there already.
        if id < 1 << 22 && !numbers.contains(&id) {
            faults.push("an attachment has no file".to_owned());
        }
    }
    let unlisted = numbers.iter().any(|it| !ids.contains(it));
    if message["attachments"].is_array() && unlisted {
        faults.push("a file is not listed".to_owned());
    }
}

/// What the components of one message share.
#[derive(Default)]
struct Components {
    ids: BTreeSet<String>,
    count: usize,
    text: usize,
    faults: Vec<String>,
}

fn components(message: &Value, is_layout: bool, faults: &mut Vec<String>) {
    let mut all = Components::default();
    for component in list(message, "components") {
        if !is_layout && component["type"] != 1 {
            all.fault("a component outside of a row");
        }
        all.check(component);
    }
    if all.count > COMPONENTS_MAX {
        all.fault("too many components");
    }
    if !is_layout && list(message, "components").len() > 5 {
        all.fault("too many rows");
    }
    if all.text > LAYOUT_TEXT_MAX {
        all.fault("texts are too long together");
    }
    faults.append(&mut all.faults);
}

impl Components {
    fn fault(&mut self, name: &str) {
        self.faults.push(name.to_owned());
    }

    fn check(&mut self, component: &Value) {
        self.count += 1;
        if let Some(id) = component["custom_id"].as_str()
            && !self.ids.insert(id.to_owned())
        {
            self.fault("a custom id twice");
        }
        match component["type"].as_u64() {
            Some(1) => self.check_row(component),
            Some(2) => self.check_button(component),
            Some(3 | 5..=8) => self.check_menu(component),
            Some(10) => self.text += length(&component["content"]),
            _ => {}
        }
        let inner = list(component, "components").iter();
        for inner in inner.chain(component.get("accessory")) {
            self.check(inner);
        }
    }

    fn check_row(&mut self, row: &Value) {
        let inner = list(row, "components");
        let menus = inner.iter().filter(|it| it["type"] != 2).count();
        if inner.is_empty() {
            self.fault("an empty row");
        }
        if inner.len() > 5 || (menus > 0 && inner.len() > 1) {
            self.fault("a row is too wide");
        }
    }

    fn check_button(&mut self, button: &Value) {
        let is_link = button["style"] == 5;
        if is_link == button["url"].is_null() || is_link != button["custom_id"].is_null() {
            self.fault("a button needs a custom id or, as a link, a url");
        }
        if length(&button["label"]) == 0 && button["emoji"].is_null() {
            self.fault("a button without label and emoji");
        }
        self.check_emoji(button);
    }

    fn check_emoji(&mut self, component: &Value) {
        let emoji = &component["emoji"];
        let name = emoji["name"].as_str().unwrap_or_default();
        if emoji.is_object() && emoji["id"].is_null() && name.is_ascii() {
            self.fault("an emoji of letters");
        }
    }

    fn check_menu(&mut self, menu: &Value) {
        let bound = |key: &str| menu[key].as_u64().unwrap_or(1);
        if bound("min_values") > bound("max_values") {
            self.fault("a menu needs more values than it takes");
        }
        if menu["type"] != 3 {
            return;
        }
        let options = list(menu, "options");
        let values: BTreeSet<&str> = options.iter().filter_map(|it| it["value"].as_str()).collect();
        if values.len() < options.len() {
            self.fault("a value twice in a menu");
        }
        if options.is_empty() || bound("max_values") > options.len() as u64 {
            self.fault("a menu takes more values than it has");
        }
        let chosen = options.iter().filter(|it| it["default"] == true).count();
        if chosen as u64 > bound("max_values") {
            self.fault("a menu has too many defaults");
        }
        for option in options {
            self.check_emoji(option);
        }
    }
}

fn choices(choices: &Value, faults: &mut Vec<String>) {
    for choice in choices.as_array().into_iter().flatten() {
        if !(1..=CHOICE_NAME_MAX).contains(&length(&choice["name"])) {
            faults.push("the length of a choice's name".to_owned());
        }
        let value = &choice["value"];
        if value.is_string() && !(1..=CHOICE_NAME_MAX).contains(&length(value)) {
            faults.push("the length of a choice's value".to_owned());
        }
    }
}

fn modal(modal: &Value, faults: &mut Vec<String>) {
    let rows = list(modal, "components").len();
    if !(1..=5).contains(&rows) {
        faults.push("the number of a modal's rows".to_owned());
    }
}

fn commands(commands: &Value, faults: &mut Vec<String>) {
    let all = commands.as_array().map_or(&[][..], Vec::as_slice);
    let is_chat = |it: &&Value| it["type"].as_u64().unwrap_or(1) == 1;
    let chat: Vec<&Value> = all.iter().filter(is_chat).collect();
    if chat.len() > COMMANDS_MAX {
        faults.push("too many commands".to_owned());
    }
    let names: BTreeSet<&str> = chat.iter().filter_map(|it| it["name"].as_str()).collect();
    if names.len() < chat.len() {
        faults.push("a command's name twice".to_owned());
    }
    for command in all {
        if command_text(command) > COMMAND_TEXT_MAX {
            faults.push("a command is too long".to_owned());
        }
        let required: Vec<bool> =
            list(command, "options").iter().map(|it| it["required"] == true).collect();
        if !required.is_sorted_by(|one, other| one >= other) {
            faults.push("a required option after an optional one".to_owned());
        }
    }
}

/// The characters of names, descriptions and values, in the longest language of each.
fn command_text(command: &Value) -> usize {
    let longest = |key: &str| {
        let localized = command[format!("{key}_localizations")].as_object();
        let localized = localized.into_iter().flatten().map(|(_, it)| length(it)).max();
        length(&command[key]).max(localized.unwrap_or(0))
    };
    let inner = list(command, "options").iter().chain(list(command, "choices"));
    longest("name")
        + longest("description")
        + length(&command["value"])
        + inner.map(command_text).sum::<usize>()
}
