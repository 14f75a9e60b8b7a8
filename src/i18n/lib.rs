//! Sentences for players, in English, Thai, Dutch and Japanese.
//!
//! This layer names the rules and the table; it knows no picture and no Discord.
//! The code selects a message and its arguments, and the Fluent files under `assets/i18n`, a folder
//! for each [`Language`], hold the words. Names, links and times are passed in as Discord formats
//! them; any other text of a player is shown as code, which formats and mentions nothing. Begin with
//! [`event`], which turns an event into a sentence, and [`refusal`], which explains a refusal.

#[macro_use]
mod sentences;

mod catalog;
mod commands;
mod declared;
mod event_sentences;
mod events;
mod games;
mod guide;
mod illegal;
mod language;
mod lines;
mod move_number;
mod names;
mod numbered_game;
mod position;
mod position_words;
mod refusals;
mod results;
mod time;
mod trouble;
mod values;

pub use commands::{
    choice_name, command_description, command_name, help, option_name, text, text_with,
};
#[doc(hidden)]
pub use declared::assert_declared;
pub use event_sentences::EventContext;
pub use events::event;
pub use guide::{Section, guide};
pub use language::{Language, ParseLanguageError};
pub use lines::{Label, Line, TITLE_MAX, line};
pub use move_number::{MoveNumber, ParseMoveNumberError};
pub use names::{game_name, moves, piece_name, side_name};
pub use position::{ALT_MAX, TextBoard, alt, board};
pub use refusals::{RefusalContext, refusal};
pub use results::{ending, verdict};
pub use time::{hours, length_of_time, time_control};
pub use trouble::{Counts, HiddenBy, Permission};

pub use sentences::{Say, say};
pub use values::Value;
