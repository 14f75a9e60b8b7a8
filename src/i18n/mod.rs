//! Sentences in the reader's language.
//!
//! What is said is chosen here; how it is said stands in the Fluent files under `assets/i18n`, a
//! folder for each [`Language`], which are part of the program. Names, links and times come ready
//! for use; whatever else somebody wrote is shown as code, where it formats and mentions nothing.

mod catalog;
mod commands;
mod events;
mod guide;
mod illegal;
mod labels;
mod language;
mod lines;
mod names;
mod position;
mod refusals;
mod trouble;
mod values;

pub use commands::{
    Choice, CommandName, OptionName, choice_name, command_description, command_name, help,
    option_description, option_name,
};
pub use events::{EventContext, ending, event, verdict};
pub use guide::{Section, guide};
pub use labels::Label;
pub use language::{Language, ParseLanguageError};
pub use lines::{Line, TITLE_MAX, line};
pub use names::{game_name, piece_name, side_name};
pub use position::{ALT_MAX, alt, board};
pub use refusals::{RefusalContext, refusal};
pub use trouble::{Counts, HiddenBy, Permission};
