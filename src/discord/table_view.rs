//! A table as a message shows it: its board, and what happened in words.

use jiff::Timestamp;

use super::message::BoardPicture;
use super::preferences::Preferences;
use crate::i18n::{self, EventContext, Language};
use crate::rules::{BySide, Game, MoveStyle, Side, Status};
use crate::service::StoredTable;
use crate::table::{Event, PlayerId, Table, TableId};

/// The board of a table after so many plies. The file is named after the revision that shows it.
pub(super) fn board(
    (id, revision): (TableId, u64),
    table: &Table,
    ply: usize,
    preferences: &Preferences,
) -> BoardPicture {
    let mut game = table.game().clone();
    while game.plies() > ply && game.take_back().is_some() {}
    let is_final = game.plies() == table.game().plies();
    BoardPicture {
        name: format!("{}-{}-{ply}-{revision}", game.kind(), id.0),
        result: table.ending().filter(|_| is_final).map(crate::table::Ending::verdict),
        view: preferences.view(seen_by(&game)),
        theme: preferences.theme,
        pieces: preferences.pieces,
        language: preferences.language,
        game,
    }
}

/// The present board of a table.
pub(super) fn present_board(
    id: TableId,
    row: &StoredTable,
    preferences: &Preferences,
) -> BoardPicture {
    board((id, row.revision), &row.table, row.table.game().plies(), preferences)
}

/// What happened at a table, in words. Where a game begins goes without saying.
pub(super) fn events_text(table: &Table, events: &[Event], language: Language) -> String {
    event_lines(table, events, language).join("\n")
}

/// What happened at a table, in words, event by event.
pub(super) fn event_lines(table: &Table, events: &[Event], language: Language) -> Vec<String> {
    let begins = events.iter().any(|event| matches!(event, Event::Accepted { .. }));
    let announced = events.iter().filter(|event| !(begins && matches!(event, Event::Shown(_))));
    announced.map(|event| event_line(table, event, language)).collect()
}

fn event_line(table: &Table, event: &Event, language: Language) -> String {
    let names = names_in(table, event);
    let written = match event {
        // After a takeback another move may stand there by now.
        Event::Moved { ply, text, .. } => table
            .game()
            .written(ply - 1, MoveStyle::Exact)
            .filter(|exact| exact == text)
            .and_then(|_| table.game().written(ply - 1, style(language))),
        _ => None,
    };
    let context = EventContext {
        kind: table.game().kind(),
        names: BySide { first: &names.first, second: &names.second },
        written: written.as_deref(),
    };
    i18n::event(event, &context, language)
}

/// The names of the two whom an event is about.
fn names_in(table: &Table, event: &Event) -> BySide<String> {
    let seats = match event {
        Event::Accepted { seats, .. } => Some(*seats),
        _ => table.seats().copied(),
    };
    match (seats, event) {
        (Some(seats), _) => BySide { first: mention(seats.first), second: mention(seats.second) },
        (None, Event::Challenged { challenger, opponent }) => BySide {
            first: mention(*challenger),
            second: opponent.map(mention).unwrap_or_default(),
        },
        (None, _) => BySide::default(),
    }
}

/// A mention: shown as the person's name, whatever that is by then.
pub(super) fn mention(player: PlayerId) -> String {
    format!("<@{}>", player.0)
}

/// A time as everybody's own clock shows it.
pub(super) fn absolute(time: Timestamp) -> String {
    format!("<t:{}:f>", time.as_second())
}

/// How long until a time, ticking.
pub(super) fn relative(time: Timestamp) -> String {
    format!("<t:{}:R>", time.as_second())
}

/// How moves are written for readers of a language.
pub(super) fn style(language: Language) -> MoveStyle {
    match language {
        Language::English | Language::Dutch => MoveStyle::Letters,
        Language::Thai | Language::Japanese => MoveStyle::Native,
    }
}

/// Whose eyes a board is seen with: those of the side to move, or of the side that won.
fn seen_by(game: &Game) -> Side {
    match game.status() {
        Status::Ongoing { turn } => turn,
        Status::Over(outcome) => match outcome.verdict {
            crate::rules::Verdict::Win(side) => side,
            crate::rules::Verdict::Draw => Side::First,
        },
    }
}
