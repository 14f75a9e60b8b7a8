//! The board of a table, and its events in words.

use jiff::Timestamp;

use super::games;
use super::message::BoardPicture;
use super::numbered_moves::{numbered_move, numbered_moves};
use super::player_name::escaped;
use super::preferences::Preferences;
use crate::service::StoredTable;
use kradan_i18n::{self as i18n, EventContext, Language, Line, sentences};
use kradan_rules::{BySide, Game, MoveStyle, Side, Status};
use kradan_table::{Event, Level, PlayerId, Seat, Table, TableId};

sentences! {
    /// An event with the one before it.
    enum Sentence<'a> {
        /// A move, and the other side's move before it.
        Answered {
            name: &'a str,
            before: &'a str,
            mv: &'a str,
        } => "event-answered",
    }
}

/// The board of a table after so many plies. The file is named after the revision that shows it.
pub(crate) fn board(
    (id, revision): (TableId, u64),
    table: &Table,
    ply: usize,
    preferences: &Preferences,
) -> BoardPicture {
    let game = table.game().at_ply(ply);
    let is_final = game.plies() == table.game().plies();
    BoardPicture {
        name: format!("{}-{}-{ply}-{revision}", game.kind(), id.0),
        result: table.ending().filter(|_| is_final).and_then(kradan_table::Ending::verdict),
        view: preferences.view(game.kind(), seen_by(&game)),
        theme: preferences.theme,
        pieces: preferences.pieces,
        language: preferences.language,
        game,
    }
}

/// The present board of a table.
pub(crate) fn present_board(
    id: TableId,
    stored: &StoredTable,
    preferences: &Preferences,
) -> BoardPicture {
    board((id, stored.revision), &stored.table, stored.table.game().plies(), preferences)
}

/// The events at a table in words.
pub(crate) fn events_text(table: &Table, events: &[Event], language: Language) -> String {
    event_lines(table, events, language).join("\n")
}

/// The events at a table in words, a line each.
pub(crate) fn event_lines(table: &Table, events: &[Event], language: Language) -> Vec<String> {
    announced(events).map(|event| event_line(table, (events, event), language)).collect()
}

/// The events in words for one player: their own moves are without a name.
pub(crate) fn events_text_for(
    player: PlayerId,
    table: &Table,
    events: &[Event],
    language: Language,
) -> String {
    let own_move = |event: &Event| {
        let Event::Moved { side, ply, .. } = event else { return None };
        table.seats().filter(|seats| seats[*side] == player)?;
        let written = numbered_move(table.game(), ply.checked_sub(1)?, language)?;
        Some(i18n::moves(&[written], language))
    };
    let line =
        |event| own_move(event).unwrap_or_else(|| event_line(table, (events, event), language));
    announced(events).map(line).collect::<Vec<_>>().join("\n")
}

/// The events that are announced: no [`Event::Shown`] at the beginning of a game, and no request
/// for a takeback that is granted at once.
fn announced(events: &[Event]) -> impl Iterator<Item = &Event> {
    let begins = events.iter().any(|event| matches!(event, Event::Accepted { .. }));
    let is_granted = events.iter().any(|event| matches!(event, Event::TakenBack { .. }));
    events.iter().filter(move |event| match event {
        Event::Shown(_) => !begins,
        Event::TakebackAsked { .. } => !is_granted,
        _ => true,
    })
}

/// An event in words. A result does not repeat the move before it.
fn event_line(table: &Table, (events, event): (&[Event], &Event), language: Language) -> String {
    let (game, names) = (table.game(), names_in(table, event, language));
    if let Some(answered) = answered(game, (events, event), &names, language) {
        return answered;
    }
    let style = games::move_style(game.kind(), language);
    let written = match event {
        // After a takeback another move may have been made.
        Event::Moved { ply, text, .. } => game
            .written(ply - 1, MoveStyle::Exact)
            .filter(|exact| exact == text)
            .and_then(|_| game.written(ply - 1, style)),
        Event::TakebackAsked { side, plies } => asked_back(table, (*side, *plies), language),
        Event::TakenBack { left, moves, .. } => {
            taken_back(game, (*left, moves.as_slice()), language)
        }
        Event::AbortedByModerator { reason } | Event::AnnulledByModerator { reason } => {
            Some(escaped(reason))
        }
        Event::Ended(_) if events.iter().any(|event| matches!(event, Event::Moved { .. })) => None,
        Event::Ended(_) => game.plies().checked_sub(1).and_then(|last| game.written(last, style)),
        _ => None,
    };
    let context = EventContext {
        kind: game.kind(),
        names: BySide { first: &names.first, second: &names.second },
        written: written.as_deref(),
        game: Some(game),
    };
    i18n::event(event, &context, language)
}

/// A move with the one before it, if it is the only event and no number of a count is said.
fn answered(
    game: &Game,
    (events, event): (&[Event], &Event),
    names: &BySide<String>,
    language: Language,
) -> Option<String> {
    let Event::Moved { side, ply, text, said: None } = event else { return None };
    let moves = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
    // After a takeback another move may have been made.
    let stands = game.written(ply - 1, MoveStyle::Exact).is_some_and(|exact| exact == *text);
    if moves > 1 || !stands {
        return None;
    }
    let written = |ply| Some(i18n::moves(&[numbered_move(game, ply, language)?], language));
    let (before, mv) = (written(ply.checked_sub(2)?)?, written(ply - 1)?);
    let name = &names[*side];
    Some(i18n::say(&Sentence::Answered { name, before: &before, mv: &mv }, language))
}

/// The moves that a player asks to take back, with their numbers; `None` once that is settled, as
/// other moves may have been made since.
fn asked_back(
    table: &Table,
    (side, (from, to)): (Side, (usize, usize)),
    language: Language,
) -> Option<String> {
    let game = table.game();
    let is_open = table.takeback() == Some((side, (to + 1).saturating_sub(from)));
    if is_open && game.plies() == to { numbered_moves(game, (from, to), language) } else { None }
}

/// The moves that were taken back, with their numbers; `None` if unknown.
fn taken_back(
    game: &Game,
    (left, moves): (usize, &[String]),
    language: Language,
) -> Option<String> {
    let mut before = game.at_ply(left);
    for mv in moves {
        before.play_text(mv).ok()?;
    }
    let written = (left..before.plies()).filter_map(|ply| numbered_move(&before, ply, language));
    (!moves.is_empty()).then(|| i18n::moves(&written.collect::<Vec<_>>(), language))
}

/// The names of the two players of an event.
fn names_in(table: &Table, event: &Event, language: Language) -> BySide<String> {
    let seats = match event {
        Event::Accepted { seats, .. } => Some(*seats),
        _ => table.seats().copied(),
    };
    match (seats, event) {
        (Some(seats), _) => {
            BySide { first: named(seats.first, language), second: named(seats.second, language) }
        }
        (None, Event::Challenged { challenger, opponent }) => BySide {
            first: named(*challenger, language),
            second: opponent.map(|seat| named(seat, language)).unwrap_or_default(),
        },
        (None, _) => BySide {
            first: String::new(),
            second: table.declined_by().map(|player| named(player, language)).unwrap_or_default(),
        },
    }
}

/// A mention, or words for a computer and for a player whose data was erased.
pub(crate) fn named(seat: impl Into<Seat>, language: Language) -> String {
    match seat.into() {
        Seat::Player(player) if player.is_erased() => i18n::line(&Line::ErasedPlayer, language),
        Seat::Player(player) => mention(player),
        Seat::Computer { computer } => computer_name(computer, language),
    }
}

pub(crate) fn computer_name(level: Level, language: Language) -> String {
    i18n::line(&Line::Computer { level: level.number().into() }, language)
}

/// A mention of a person.
pub(crate) fn mention(player: PlayerId) -> String {
    format!("<@{}>", player.0)
}

/// A time in the reader's time zone.
pub(crate) fn absolute(time: Timestamp) -> String {
    format!("<t:{}:f>", time.as_second())
}

/// The day of a time.
pub(crate) fn day(time: Timestamp) -> String {
    format!("<t:{}:D>", time.as_second())
}

/// A countdown to a time.
pub(crate) fn relative(time: Timestamp) -> String {
    format!("<t:{}:R>", time.as_second())
}

/// The line below the board with the announcement for the next move.
pub(crate) fn announced_line(table: &Table, language: Language) -> Option<String> {
    let (command, (side, _)) = (table.announced()?, table.to_move()?);
    Some(event_line(table, (&[], &command.announced(side)), language))
}

/// The side whose view a board has: the side to move, or the winner.
fn seen_by(game: &Game) -> Side {
    match game.status() {
        Status::Ongoing { turn } => turn,
        Status::Over(outcome) => match outcome.verdict {
            kradan_rules::Verdict::Win(side) => side,
            kradan_rules::Verdict::Draw => Side::First,
        },
    }
}
