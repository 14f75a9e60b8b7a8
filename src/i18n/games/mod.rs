//! What the words of a position, a refusal or a guide need to know of a game, with a file for each
//! game.
//!
//! Most messages have the game's name in their identifiers, such as `othello-first`. What differs
//! by more than that stands here. The code for all games is in the files above this folder.

mod makruk;
mod ogi;
mod othello;
mod words;

use self::words::GameWords;
pub(super) use self::words::{GameSentence, GuidePart};
use super::catalog::Catalog;
use super::illegal::IllegalWords;
use super::move_number::MoveNumber;
use super::position_words::PositionWords;
use crate::Language;
use kradan_rules::facts::{Piece, Pieces};
use kradan_rules::{BySide, Game, GameKind, Illegal, Side, Square, each_game, each_kind};
use kradan_table::{GameEnding, GameEvent, GameRefusal};

pub(super) fn guide(kind: GameKind) -> &'static [GuidePart] {
    each_kind!(kind, P => P::GUIDE)
}

/// The message that tells a move.
pub(super) fn moved(kind: GameKind) -> &'static str {
    each_kind!(kind, P => P::MOVED)
}

pub(super) fn letters(kind: GameKind) -> Vec<(char, Piece)> {
    each_kind!(kind, P => P::letters())
}

pub(super) fn plies_of_a_number(kind: GameKind, language: Language) -> usize {
    each_kind!(kind, P => P::plies_of_a_number(language))
}

pub(super) fn move_number(game: &Game, ply: usize, language: Language) -> Option<MoveNumber> {
    each_game!(game, record => GameWords::move_number(record, ply, language))
}

impl Catalog {
    /// A piece's name; that of an Ōgi king may depend on its side.
    pub(crate) fn piece(&self, side: Side, piece: Piece) -> String {
        match piece {
            Piece::Makruk(role) => self.say(&makruk::piece(role)),
            Piece::Ogi(piece) => self.say(&ogi::piece(side, piece)),
        }
    }
}

/// Why the rules forbid a move, as a sentence.
pub(super) fn illegal(words: &IllegalWords<'_>, reason: Illegal) -> String {
    match reason {
        Illegal::Othello(reason) => othello::illegal(words, reason),
        Illegal::Makruk(reason) => makruk::illegal(words, reason),
        Illegal::Ogi(reason) => ogi::illegal(words, reason),
    }
}

/// The square of the piece that was to move, where it could move elsewhere.
pub(super) fn origin(reason: Illegal) -> Option<Square> {
    match reason {
        Illegal::Othello(_) => None,
        Illegal::Makruk(reason) => makruk::origin(reason),
        Illegal::Ogi(reason) => ogi::origin(reason),
    }
}

/// How much each side has on the board, where that is told below a diagram.
pub(super) fn counted(words: &PositionWords, pieces: &Pieces) -> Option<String> {
    match pieces {
        Pieces::Othello { discs, .. } => Some(othello::counted(words, discs)),
        Pieces::Makruk { .. } | Pieces::Ogi { .. } => None,
    }
}

/// What is beside the board: the official score, the count, the hands.
pub(super) fn beside(words: &PositionWords, pieces: &Pieces) -> Vec<String> {
    match pieces {
        Pieces::Othello { score, .. } => othello::beside(words, *score),
        Pieces::Makruk { count, is_due, .. } => makruk::beside(words, *count, *is_due),
        Pieces::Ogi { hands, .. } => ogi::beside(words, hands),
    }
}

/// The score of a finished game that is won by counting.
pub(super) struct Score {
    /// What each side has on the board.
    pub(super) discs: BySide<usize>,
    /// The same with the empty squares for the winner.
    pub(super) official: BySide<usize>,
}

/// The score, where the rules ended the game by counting.
pub(super) fn score(pieces: &Pieces) -> Option<Score> {
    match pieces {
        Pieces::Othello { discs, score } => {
            let discs = BySide { first: discs.first.len(), second: discs.second.len() };
            score.map(|official| Score { discs, official })
        }
        Pieces::Makruk { .. } | Pieces::Ogi { .. } => None,
    }
}

/// How many moves a game has, as players count them.
pub(super) fn length(game: &Game, language: Language) -> usize {
    each_game!(game, record => GameWords::length(record, language))
}

/// What stands where, a sentence for each side.
pub(super) fn standing_pieces(words: &PositionWords, pieces: &Pieces) -> [String; 2] {
    Side::ALL.map(|side| match pieces {
        Pieces::Othello { discs, .. } => othello::discs(words, side, &discs[side]),
        Pieces::Makruk { board, .. } => words.army(side, &board[side], Piece::Makruk),
        Pieces::Ogi { board, .. } => words.army(side, &board[side], Piece::Ogi),
    })
}

pub(super) fn event(event: &GameEvent) -> GameSentence {
    match event {
        GameEvent::Makruk(event) => makruk::event(event),
    }
}

/// The message with the reason for an ending of one game.
pub(super) fn ending(ending: GameEnding) -> &'static str {
    match ending {
        GameEnding::Makruk(ending) => makruk::ending(ending),
    }
}

pub(super) fn refusal(refusal: GameRefusal) -> &'static str {
    match refusal {
        GameRefusal::Makruk(refusal) => makruk::refusal(refusal),
    }
}
