//! A message: text, a picture to be drawn, and controls.

use std::sync::Arc;

use kradan_i18n::Language;
use kradan_render::{Advantage, Bracket, CardRow, CrossTable, PieceSet, Theme, View};
use kradan_rules::{Game, Verdict};
use kradan_table::{ChannelId, PlayerId, RoleId};

use super::custom_id::CustomId;
use super::emoji::EmojiKey;
use super::painter::Sent;
use super::pick::Choice;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// The text, in Discord's Markdown.
    pub text: String,
    /// The attachment.
    pub file: Option<File>,
    /// Buttons and menus, row by row.
    pub rows: Vec<ComponentRow>,
    /// The mentioned players that it pings.
    pub ping: Vec<PlayerId>,
}

impl Message {
    /// A text alone.
    #[must_use]
    pub fn of(text: impl Into<String>) -> Message {
        Message { text: text.into(), ..Message::default() }
    }

    /// With a row of buttons below, unless there are none.
    #[must_use]
    pub fn with_buttons(mut self, buttons: Vec<Button>) -> Message {
        if !buttons.is_empty() {
            self.rows.push(ComponentRow::Buttons(buttons));
        }
        self
    }
}

/// An edit of a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MessageEdit {
    /// Everything is replaced.
    Whole(Message),
    /// The controls alone are replaced.
    Controls(Vec<ComponentRow>),
}

/// The attachment of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum File {
    Board(Box<BoardPicture>),
    /// An animation of a game, drawn already: that may take longer than a response may.
    Animation(Box<BoardPicture>, Arc<Sent>),
    Picture(Box<Picture>),
    Text {
        name: String,
        text: String,
    },
}

/// The picture of a board, to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// The file's name, without its ending.
    pub name: String,
    pub game: Game,
    /// The ending, if the players and not the rules ended the game.
    pub result: Option<Verdict>,
    /// The view of the board.
    pub view: View,
    pub theme: &'static Theme,
    /// The symbols on Ōgi's pieces.
    pub pieces: PieceSet,
    /// The language of its description.
    pub language: Language,
}

/// A picture of something else, to be drawn. The message says the same in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The file's name, without its ending.
    pub name: String,
    pub of: Pictured,
    pub theme: &'static Theme,
    /// The symbols on Ōgi's pieces.
    pub pieces: PieceSet,
    /// The description, for those who cannot see it.
    pub alt: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Pictured {
    /// The card of a player.
    Card(Vec<CardRow>),
    /// The table of a tournament.
    CrossTable(CrossTable),
    Bracket(Bracket),
    /// Who was ahead when in a game.
    Advantage(Advantage),
}

/// A row of controls below a message.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentRow {
    /// One to five buttons.
    Buttons(Vec<Button>),
    /// A menu of options.
    Menu(Menu),
    /// A menu of people, roles or channels.
    ServerMenu(ServerMenu),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    pub control: CustomId,
    pub label: String,
    pub style: ButtonStyle,
    /// The piece that is shown before the label.
    pub glyph: Option<Glyph>,
}

/// A piece on a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub emoji: EmojiKey,
    /// The label without the emoji, which names the piece.
    pub label_without: String,
}

/// The style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ButtonStyle {
    /// The most likely action.
    Primary,
    /// An agreement.
    Success,
    Secondary,
    /// An action that cannot be undone.
    Danger,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    pub control: CustomId,
    /// The text while nothing is chosen.
    pub placeholder: String,
    /// One to 25 options.
    pub options: Vec<Choice>,
    /// The value of the present choice.
    pub chosen: Option<String>,
}

/// A form with a text input. Submitting it is like using its control with the text as the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub control: CustomId,
    /// At most 45 characters.
    pub title: String,
    /// The label of the input, at most 45 characters.
    pub label: String,
    /// The initial text.
    pub text: String,
    /// The most characters of the text.
    pub most: u16,
    pub is_required: bool,
}

/// A menu of people, roles or channels, which Discord lists. Choosing none clears the choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerMenu {
    pub control: CustomId,
    /// The text while nothing is chosen.
    pub placeholder: String,
    pub chosen: ServerChoice,
}

/// What is chosen from a [`ServerMenu`].
#[derive(Clone, Debug, PartialEq)]
pub enum ServerChoice {
    /// One person; none is chosen at first.
    Person,
    /// At most one role.
    Role(Option<RoleId>),
    /// Up to 25 channels in which people write.
    Channels(Vec<ChannelId>),
    /// At most one channel with messages.
    Channel(Option<ChannelId>),
}
