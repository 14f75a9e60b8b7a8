//! A ply, and what it did.

use kradan::rules::{Game, Position, Record, Side, Square, makruk, ogi, othello};

/// The last move of a game, and what it did.
pub(super) struct Ply {
    pub(super) mover: Side,
    /// The move without the act.
    pub(super) mv: String,
    /// What the mover did to the count.
    pub(super) act: Option<makruk::Act>,
    /// The position after it, without count and house rule.
    pub(super) position: String,
    /// Whether it gave check.
    pub(super) is_check: bool,
    /// The number said with it.
    pub(super) said: Option<u8>,
    /// The count after it.
    pub(super) count: Option<makruk::Count>,
    /// What the move did to the pieces.
    pub(super) effect: Effect,
}

/// What a move did to the pieces.
pub(super) enum Effect {
    /// In Othello: the discs it turned, a1 first.
    Turned(Vec<Square>),
    /// In Makruk and Ōgi.
    Moved {
        captured: Option<Captured>,
        /// Whether the piece promoted.
        promoted: bool,
    },
}

pub(super) struct Captured {
    /// Its letter as the position text writes it: `p`, `+R`.
    pub(super) letter: String,
    pub(super) name: String,
}

impl Ply {
    /// The last move of a game, and what it did; `None` at the start.
    pub(super) fn last(game: &Game) -> Option<Ply> {
        match game {
            Game::Othello(record) => last_made(record).map(in_othello),
            Game::Makruk(record) => last_made(record).map(in_makruk),
            Game::Ogi(record) => last_made(record).map(in_ogi),
        }
    }
}

/// A move between the positions before and after it.
struct PlayedMove<P: Position> {
    before: P,
    mv: P::Move,
    after: P,
}

fn last_made<P: Position>(record: &Record<P>) -> Option<PlayedMove<P>> {
    let &[.., before, after] = record.positions() else { return None };
    Some(PlayedMove { before, mv: *record.moves().last()?, after })
}

fn in_othello(PlayedMove { before, mv, after }: PlayedMove<othello::Position>) -> Ply {
    let turned = match mv {
        othello::Move::Place(square) => before.flipped(square).into_iter().collect(),
        othello::Move::Pass => Vec::new(),
    };
    Ply {
        mover: before.turn(),
        mv: mv.to_string(),
        act: None,
        position: after.to_string(),
        is_check: false,
        said: None,
        count: None,
        effect: Effect::Turned(turned),
    }
}

fn in_makruk(PlayedMove { before, mv, after }: PlayedMove<makruk::Position>) -> Ply {
    let captured = before.piece_at(mv.to).map(|(side, role)| Captured {
        letter: side.cased(role.letter()).to_string(),
        name: role.to_string(),
    });
    Ply {
        mover: before.turn(),
        mv: makruk::Move { act: None, ..mv }.to_string(),
        act: mv.act,
        position: after.plain(),
        is_check: after.is_check(),
        said: before.said(mv),
        count: after.count(),
        effect: Effect::Moved { captured, promoted: mv.promotes },
    }
}

fn in_ogi(PlayedMove { before, mv, after }: PlayedMove<ogi::Position>) -> Ply {
    let (captured, promoted) = match mv {
        ogi::Move::Board { to, promotes, .. } => (before.piece_at(to), promotes),
        ogi::Move::Drop { .. } => (None, false),
    };
    let captured = captured
        .map(|(side, piece)| Captured { letter: piece.letters(side), name: piece.to_string() });
    Ply {
        mover: before.turn(),
        mv: mv.to_string(),
        act: None,
        position: after.to_string(),
        is_check: after.is_check(),
        said: None,
        count: None,
        effect: Effect::Moved { captured, promoted },
    }
}
