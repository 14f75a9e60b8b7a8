//! Messages as Discord's API describes them.

use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{
    ButtonStyle as DiscordStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, MessageFlags,
    UserId,
};

use super::limits::CONTENT_MAX;
use super::message::{Button, ButtonStyle, ComponentRow, File, Menu, Message};
use super::painter::{as_text, painted};
use super::visibility::Visibility;
use crate::i18n::{self, Language, Line, Permission};
use crate::table::ChannelId;

/// Whether a message is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    New,
    /// It stands in for another one, and says what is not there any more.
    Edit,
}

/// A message as Discord takes it, with its files.
pub(super) async fn payload(
    message: &Message,
    visibility: Visibility,
    kind: Kind,
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
    let called = message.ping.map(|player| UserId::new(player.0));
    let rows: Vec<CreateActionRow> = message.rows.iter().map(row).collect();
    let payload = MessagePayload {
        // Nothing of ours is longer; should something be, its end is missing, and not all of it.
        content: crate::rules::cut(&message.text, CONTENT_MAX - 1),
        allowed_mentions: CreateAllowedMentions::new().users(called),
        components: (kind == Kind::Edit || !rows.is_empty()).then_some(rows),
        attachments: (kind == Kind::Edit || !attachments.is_empty()).then_some(attachments),
        flags: (visibility == Visibility::Ephemeral).then(|| MessageFlags::EPHEMERAL.bits()),
        nonce: None,
        enforce_nonce: None,
    };
    let files = file.map(|file| CreateAttachment::bytes(file.bytes, file.name));
    (payload, files.into_iter().collect())
}

/// A message in which the board stands as text and which says why, for a channel where we may not
/// attach files.
pub(super) fn without_file(message: &Message, channel: ChannelId, language: Language) -> Message {
    let channel = format!("<#{}>", channel.0);
    let lacking =
        Line::MissingPermissions { permissions: &[Permission::AttachFiles], channel: &channel };
    let note =
        format!("{} {}", i18n::line(&Line::BoardAsText, language), i18n::line(&lacking, language));
    let board = match &message.file {
        Some(File::Board(board) | File::Animation(board)) => as_text(board),
        Some(File::Text { text, .. }) => {
            format!("```\n{}\n```", crate::rules::cut(&text.replace("```", "~~~"), 1_000))
        }
        None => String::new(),
    };
    Message { text: format!("{}\n{board}\n-# {note}", message.text), file: None, ..message.clone() }
}

/// The body of a request that posts or edits a message.
#[derive(Debug, Serialize)]
pub(super) struct MessagePayload {
    content: String,
    allowed_mentions: CreateAllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Vec<CreateActionRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) enforce_nonce: Option<bool>,
}

fn row(row: &ComponentRow) -> CreateActionRow {
    match row {
        ComponentRow::Buttons(buttons) => {
            CreateActionRow::Buttons(buttons.iter().map(button).collect())
        }
        ComponentRow::Menu(menu) => CreateActionRow::SelectMenu(select(menu)),
    }
}

fn button(button: &Button) -> CreateButton {
    let style = match button.look {
        ButtonStyle::Main => DiscordStyle::Primary,
        ButtonStyle::Yes => DiscordStyle::Success,
        ButtonStyle::Plain => DiscordStyle::Secondary,
        ButtonStyle::Grave => DiscordStyle::Danger,
    };
    CreateButton::new(button.control.to_string()).label(&button.label).style(style)
}

fn select(menu: &Menu) -> CreateSelectMenu {
    let option = |choice: &super::pick::Choice| {
        CreateSelectMenuOption::new(&choice.label, &choice.value)
            .default_selection(menu.chosen.as_ref() == Some(&choice.value))
    };
    let options = menu.options.iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateSelectMenu::new(menu.control.to_string(), kind).placeholder(&menu.placeholder)
}
