//! Messages as Discord's API describes them.

use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{
    CreateAllowedMentions, CreateAttachment, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, MessageFlags, UserId,
};

use crate::discord::limits::{CONTENT_MAX, MENU_OPTIONS_MAX};
use crate::discord::view::emoji::{Emojis, UploadedEmoji};
use crate::discord::view::message::{
    Button, ButtonStyle, ComponentRow, File, Menu, Message, MessageEdit, ServerChoice, ServerMenu,
};
use crate::discord::view::painter::{as_text, painted};
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{self as i18n, Language, Line, Permission};
use kradan_table::ChannelId;

/// Whether a message is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    New,
    /// It replaces another one, and clears the fields that are not set.
    Edit,
}

/// A message in Discord's JSON, with its files.
pub(crate) async fn payload(
    message: &Message,
    visibility: Visibility,
    kind: Kind,
    emojis: &Emojis,
) -> (MessagePayload, Vec<CreateAttachment>) {
    let file = match &message.file {
        Some(file) => Some(painted(file).await),
        None => None,
    };
    let attachments: Vec<Value> = file
        .iter()
        .map(|file| match &file.alt {
            Some(alt) => json!({ "id": 0, "filename": file.name, "description": alt }),
            None => json!({ "id": 0, "filename": file.name }),
        })
        .collect();
    let called = message.ping.iter().map(|player| UserId::new(player.0));
    let rows: Vec<Value> = message.rows.iter().map(|controls| row(controls, emojis)).collect();
    let payload = MessagePayload {
        // Longer content, which should not occur, is cut instead of refused.
        content: kradan_rules::cut(&message.text, CONTENT_MAX - 1),
        allowed_mentions: CreateAllowedMentions::new().users(called),
        components: (kind == Kind::Edit || !rows.is_empty()).then_some(rows),
        attachments: (kind == Kind::Edit || !attachments.is_empty()).then_some(attachments),
        flags: flags(message, visibility, kind),
        nonce: None,
        enforce_nonce: None,
    };
    let files = file.map(|file| CreateAttachment::bytes(file.bytes, file.name));
    (payload, files.into_iter().collect())
}

/// A board or card that pings nobody sends no notification. Messages without a picture, like open
/// challenges and reports, do. *Message Resource*, Create Message, and *Receiving and Responding*,
/// Interaction Callback Data; an edit does not have the flag.
fn flags(message: &Message, visibility: Visibility, kind: Kind) -> Option<u64> {
    let is_silent = kind == Kind::New
        && message.ping.is_empty()
        && matches!(message.file, Some(File::Board(_) | File::Picture(_)));
    match visibility {
        Visibility::Ephemeral => Some(MessageFlags::EPHEMERAL.bits()),
        _ if is_silent => Some(MessageFlags::SUPPRESS_NOTIFICATIONS.bits()),
        _ => None,
    }
}

/// An edit of a message in Discord's JSON, with its files.
pub(crate) async fn edit_payload(
    edit: &MessageEdit,
    emojis: &Emojis,
) -> (Value, Vec<CreateAttachment>) {
    match edit {
        MessageEdit::Whole(message) => {
            let (payload, files) = payload(message, Visibility::Public, Kind::Edit, emojis).await;
            (json!(payload), files)
        }
        MessageEdit::Controls(rows) => {
            let rows: Vec<Value> = rows.iter().map(|controls| row(controls, emojis)).collect();
            (json!({ "components": rows }), Vec::new())
        }
    }
}

/// A message with the board as text, and why, for a channel without the permission to attach files.
pub(crate) fn without_file(message: &Message, channel: ChannelId, language: Language) -> Message {
    if let Some(File::Picture(_)) = message.file {
        return Message { file: None, ..message.clone() };
    }
    let channel = format!("<#{}>", channel.0);
    let lacking =
        Line::MissingPermissions { permissions: &[Permission::AttachFiles], channel: &channel };
    let note =
        format!("{} {}", i18n::line(&Line::BoardAsText, language), i18n::line(&lacking, language));
    let board = match &message.file {
        Some(File::Board(board) | File::Animation(board, _)) => as_text(board),
        Some(File::Text { text, .. }) => {
            format!("```\n{}\n```", kradan_rules::cut(&text.replace("```", "~~~"), 1_000))
        }
        Some(File::Picture(_)) | None => String::new(),
    };
    Message { text: format!("{}\n{board}\n-# {note}", message.text), file: None, ..message.clone() }
}

/// The body of a request that posts or edits a message.
#[derive(Debug, Serialize)]
pub(crate) struct MessagePayload {
    content: String,
    allowed_mentions: CreateAllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) enforce_nonce: Option<bool>,
}

/// A row of components in Discord's JSON. The types that are written here are those of its
/// *Component Reference*.
fn row(row: &ComponentRow, emojis: &Emojis) -> Value {
    const ACTION_ROW: u8 = 1;
    let components = match row {
        ComponentRow::Buttons(buttons) => {
            buttons.iter().map(|control| button(control, emojis)).collect()
        }
        ComponentRow::Menu(menu) => json!([select(menu)]),
        ComponentRow::ServerMenu(menu) => json!([server_select(menu)]),
    };
    json!({ "type": ACTION_ROW, "components": components })
}

/// A button in Discord's JSON. serenity writes `animated` into an emoji, which Discord's schema of
/// requests does not have.
fn button(button: &Button, emojis: &Emojis) -> Value {
    const BUTTON: u8 = 2;
    let style = match button.style {
        ButtonStyle::Primary => 1,
        ButtonStyle::Secondary => 2,
        ButtonStyle::Success => 3,
        ButtonStyle::Danger => 4,
    };
    let mut written = json!({
        "type": BUTTON,
        "style": style,
        "custom_id": button.control.to_string(),
        "label": button.label,
    });
    if let Some(glyph) = &button.glyph {
        match emojis.get(&glyph.emoji) {
            Some(UploadedEmoji { id, name }) => {
                written["emoji"] = json!({ "id": id.to_string(), "name": name });
            }
            None => written["label"] = json!(glyph.label_without),
        }
    }
    written
}

fn select(menu: &Menu) -> CreateSelectMenu {
    let option = |choice: &crate::discord::view::pick::Choice| {
        CreateSelectMenuOption::new(&choice.label, &choice.value)
            .default_selection(menu.chosen.as_ref() == Some(&choice.value))
    };
    let options = menu.options.iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateSelectMenu::new(menu.control.to_string(), kind).placeholder(&menu.placeholder)
}

/// A menu of people, roles or channels in Discord's JSON. serenity writes the chosen ids as
/// numbers, and Discord's are texts.
fn server_select(menu: &ServerMenu) -> Value {
    const PEOPLE: u8 = 5;
    const ROLES: u8 = 6;
    const CHANNELS: u8 = 8;
    // Text, announcement, voice and stage channels and forums: where people write. Discord's schema
    // of requests has no media channels.
    const CHANNEL_TYPES: [u8; 5] = [0, 5, 2, 13, 15];
    let chosen = |id: u64, kind: &str| json!({ "id": id.to_string(), "type": kind });
    let mut written = json!({
        "custom_id": menu.control.to_string(),
        "placeholder": menu.placeholder,
        "min_values": 0,
    });
    let defaults: Vec<Value> = match &menu.chosen {
        ServerChoice::Person => {
            (written["type"], written["min_values"]) = (json!(PEOPLE), json!(1));
            Vec::new()
        }
        ServerChoice::Role(role) => {
            (written["type"], written["max_values"]) = (json!(ROLES), json!(1));
            role.iter().map(|role| chosen(role.0, "role")).collect()
        }
        ServerChoice::Channels(channels) => {
            (written["type"], written["max_values"]) = (json!(CHANNELS), json!(MENU_OPTIONS_MAX));
            written["channel_types"] = json!(CHANNEL_TYPES);
            channels.iter().map(|channel| chosen(channel.0, "channel")).collect()
        }
        ServerChoice::Channel(channel) => {
            (written["type"], written["max_values"]) = (json!(CHANNELS), json!(1));
            written["channel_types"] = json!(CHANNEL_TYPES[..2]);
            channel.iter().map(|channel| chosen(channel.0, "channel")).collect()
        }
    };
    if !defaults.is_empty() {
        written["default_values"] = json!(defaults);
    }
    written
}
