//! One message that reminds a player of several games.

use jiff::Timestamp;

use crate::discord::limits::CONTENT_MAX;
use crate::discord::view::buttons;
use crate::discord::view::controls::in_rows;
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::table_view::{absolute, mention};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::{PlayerId, TableId};

sentences! {
    /// What a message says that reminds of several games.
    enum Sentence<'a> {
        Several {
            name: &'a str,
            count: usize,
        } => "line-reminded-of-several",
        /// A holiday ends.
        HolidayOver {
            name: &'a str,
            until: &'a str,
            count: usize,
        } => "line-holiday-over-in-several",
        /// More games than the message has room for.
        More {
            count: usize,
        } => "line-reminded-more",
    }
}

/// A game of which somebody is reminded.
pub(crate) struct RemindedGame {
    pub(crate) id: TableId,
    pub(crate) title: String,
    /// When its time ends.
    pub(crate) time: Option<String>,
    pub(crate) link: String,
}

/// The message, with a button for each game. The buttons have the mark of the message. `holiday_end`
/// is the end of the holiday that it tells, if it tells one.
pub(crate) fn reminder_of_several(
    player: PlayerId,
    games: &[RemindedGame],
    holiday_end: Option<Timestamp>,
    mark: &str,
    language: Language,
) -> Message {
    let name = mention(player);
    let (count, until) = (games.len(), holiday_end.map(absolute));
    let heading = match &until {
        Some(until) => Sentence::HolidayOver { name: &name, until, count },
        None => Sentence::Several { name: &name, count },
    };
    let lines = games.iter().map(|game| {
        let parts = [Some(escaped(&game.title)), game.time.clone(), Some(game.link.clone())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    });
    let text = with_lines(i18n::say(&heading, language), lines, language);
    let buttons = games.iter().map(|game| buttons::open_reminded(game.id, &game.title, mark));
    let buttons: Vec<_> = buttons.collect();
    Message { rows: in_rows(&buttons), ping: vec![player], ..Message::of(text) }
}

/// A text with as many lines as one message has room for.
pub(super) fn with_lines(
    heading: String,
    lines: impl Iterator<Item = String>,
    language: Language,
) -> String {
    let mut text = heading;
    let mut left = 0;
    for line in lines {
        // Some room is kept for the last line.
        if left == 0 && text.chars().count() + line.chars().count() + 100 <= CONTENT_MAX {
            text = format!("{text}\n- {line}");
        } else {
            left += 1;
        }
    }
    if left > 0 {
        text = format!("{text}\n- {}", i18n::say(&Sentence::More { count: left }, language));
    }
    text
}
