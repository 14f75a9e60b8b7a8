//! What differs by game at a table, with a file for each game.
//!
//! [`TableGame`] says it for a position type, and the table's code is generic over it. What players
//! of one game ask more than moves is in [`game_specific`](super::game_specific).

mod makruk;
mod ogi;
mod othello;
mod table_game;

use self::table_game::TableGame;
use super::{Ending, Event, GameCommand, MakrukEvent, Refusal};
use kradan_rules::notation::pgn::PgnGame;
use kradan_rules::{Game, GameKind, Record, Side, Status, each_game, each_kind};

impl GameCommand {
    /// The event that a player asked for it.
    #[must_use]
    pub fn announced(self, side: Side) -> Event {
        match self {
            GameCommand::Makruk(act) => MakrukEvent::CountAnnounced { side, act }.into(),
        }
    }

    /// The event that a player withdrew it.
    pub(super) fn withdrawn(self, side: Side) -> Event {
        match self {
            GameCommand::Makruk(_) => MakrukEvent::CountLeft { side }.into(),
        }
    }

    /// The event that a player asked for it, or withdrew it, after that was announced in the same
    /// position.
    pub(super) fn changed_again(self, side: Side, is_asked: bool) -> Event {
        match self {
            GameCommand::Makruk(act) => {
                MakrukEvent::CountChangedAgain { side, act: is_asked.then_some(act) }.into()
            }
        }
    }

    /// The text of a move that is made together with it.
    #[must_use]
    pub fn with_move(self, text: &str) -> String {
        match self {
            GameCommand::Makruk(act) => makruk::with_act(act, text),
        }
    }
}

/// A move in the exact notation without what is done with it besides moving.
pub(super) fn without_command(exact: &str) -> &str {
    exact.rsplit_once(':').map_or(exact, |(_, mv)| mv)
}

pub(super) fn shows_furigoma(kind: GameKind) -> bool {
    each_kind!(kind, P => P::SHOWS_FURIGOMA)
}

/// The game that a rematch is played with.
pub(super) fn rematch(game: &Game) -> Game {
    each_game!(game, record => Record::new(record.start().rematch_start()).into())
}

pub(super) fn can_claim_draw(game: &Game) -> bool {
    each_game!(game, record => TableGame::can_claim_draw(record))
}

pub(super) fn ending(game: &Game) -> Option<Ending> {
    each_game!(game, record => TableGame::ending(record))
}

/// Whether a side could still win if its opponent ran out of time.
pub(super) fn can_win(game: &Game, side: Side) -> bool {
    each_game!(game, record => TableGame::can_win(record.position(), side))
}

pub(super) fn said(game: &Game) -> Option<u8> {
    each_game!(game, record => TableGame::said(record))
}

pub(super) fn commands(game: &Game) -> Vec<GameCommand> {
    each_game!(game, record => TableGame::commands(record))
}

pub(super) fn check_command(game: &Game, command: GameCommand) -> Result<(), Refusal> {
    each_game!(game, record => TableGame::check_command(record, command))
}

pub(super) fn check_typed(game: &Game, text: &str) -> Result<(), Refusal> {
    each_game!(game, record => TableGame::check_typed(record, text))
}

/// What the last move caused that only this game knows.
pub(super) fn caused(game: &Game) -> Option<Event> {
    each_game!(game, record => TableGame::caused(record))
}

/// Passes for every side that has no other move, and returns who passed.
pub(super) fn pass_where_needed(game: &mut Game) -> Vec<Event> {
    fn of<P: TableGame>(record: &mut Record<P>) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(pass) = P::PASS
            && let Status::Ongoing { turn } = record.status()
            && record.play(pass).is_ok()
        {
            events.push(Event::Passed { side: turn, ply: record.moves().len() });
        }
        events
    }
    each_game!(game, record => of(record))
}

/// Whether a text is the pass that was made where it was needed.
pub(super) fn is_pass_made(game: &Game, text: &str) -> bool {
    fn of<P: TableGame + PgnGame>(record: &Record<P>, text: &str) -> bool {
        P::PASS.is_some() && record.moves().last().copied() == P::PASS && P::is_pass(text)
    }
    each_game!(game, record => of(record, text))
}

/// How many plies were played before the last move, and whose it was; a pass is none.
#[must_use]
pub fn last_mover(game: &Game) -> Option<(usize, Side)> {
    let last = |side| last_move_of(game, side).map(|plies| (plies, side));
    Side::ALL.into_iter().filter_map(last).max_by_key(|(plies, _)| *plies)
}

/// How many moves a side has made; a pass is none.
pub(super) fn moves_of(game: &Game, side: Side) -> usize {
    fn of<P: TableGame>(record: &Record<P>, side: Side) -> usize {
        let plies = record.positions().iter().zip(record.moves());
        plies.filter(|(before, mv)| before.turn() == side && P::PASS != Some(**mv)).count()
    }
    each_game!(game, record => of(record, side))
}

/// How many plies were played before a side's last move; a pass is none.
pub(super) fn last_move_of(game: &Game, side: Side) -> Option<usize> {
    fn of<P: TableGame>(record: &Record<P>, side: Side) -> Option<usize> {
        let mut plies = record.positions().iter().zip(record.moves());
        plies.rposition(|(before, &mv)| before.turn() == side && P::PASS != Some(mv))
    }
    each_game!(game, record => of(record, side))
}
