//! What the tests need to know of each game, with a file for each.
//!
//! [`TestedGame`] says it for a position type, [`PicturedGame`] what its pictures show, and
//! [`DescribedGame`] what texts say about it.

#![allow(clippy::missing_panics_doc, clippy::must_use_candidate, reason = "only tests call it")]
#![allow(
    clippy::return_self_not_must_use,
    clippy::missing_errors_doc,
    reason = "only tests call it"
)]

mod described;
mod mailbox;
mod makruk;
mod ogi;
mod othello;
mod pictured;
mod walk;

use fastrand::Rng;
use kradan_render::PieceSet;
use kradan_rules::notation::{Header, pgn};
use kradan_rules::{Game, GameKind, Position, Record, Side, Square, Verdict, each_kind};

pub use self::described::{BesideSentence, DescribedCount, DescribedGame};
pub use self::pictured::{Beside, Mark, PicturedGame, Target};
pub use self::walk::walk;

/// A game that is tested.
pub trait TestedGame: Position + 'static {
    /// Characters of its positions, moves and whole games.
    const ALPHABET: &'static str;

    /// Whether a move is one square, which is picked at once.
    const PICKS_SQUARES: bool = false;

    /// What the pieces can be drawn as.
    const PIECE_SETS: &'static [PieceSet] = &[PieceSet::Kanji];

    /// How many records its `*_legal.jsonl` and its `*_perft.jsonl` have.
    const LEGAL_RECORDS: usize;
    const PERFT_RECORDS: usize;

    /// The records of its `*_perft.jsonl` that are measured: the start and two from the middle of
    /// games.
    const MEASURED: [&'static str; 3];

    /// What perft's node rate is compared with, in millions a second: three times
    /// Fairy-Stockfish's in Makruk and Ōgi, and Edax's in Othello, counted alike (leaves are
    /// generated, not made) on a machine of this class.
    const WANTED: f64;

    /// A long game, as moves with spaces between.
    const SAMPLE: &'static str;

    /// How many plies of the sample lead to the board of the READMEs.
    const MID_GAME: usize;

    fn game(record: Record<Self>) -> Game;

    /// The next move of a walk.
    fn step(&self, moves: &[Self::Move], rng: &mut Rng) -> Option<Self::Move> {
        rng.choice(moves).copied()
    }

    /// A legal move as people write it, in every notation but the exact one.
    fn all_written(&self, mv: Self::Move) -> Vec<String>;

    /// Every move that can be named at all, legal or not.
    fn conceivable() -> Vec<Self::Move>;

    /// The legal move that this one is, beside what goes with it off the board; whether that may
    /// go with it.
    fn bare(&self, mv: Self::Move) -> (Self::Move, bool) {
        (mv, true)
    }

    /// The position as the conformance records write it.
    fn recorded(&self) -> String {
        self.to_string()
    }

    /// Whose piece stands on a square, and its letter.
    fn letter_at(&self, square: Square) -> Option<(Side, char)>;

    /// The legal moves of a position, given as text, in the exact notation, found in the slow way.
    fn slow_moves(position: &str) -> Vec<String>;

    /// Sees that the whole game, written down, reads back equal.
    fn check_sheets(record: &Record<Self>);

    /// A whole game in one of its forms, which depends on the number.
    fn sheet(record: &Record<Self>, form: usize) -> String {
        Self::rewrite(&(record.clone(), Header::default()), form)
    }

    /// Reads such a text; says what was read, unless it is refused.
    fn read_sheet(text: &str, form: usize) -> Option<(Record<Self>, Header)>;

    /// Writes it again.
    fn rewrite(read: &(Record<Self>, Header), form: usize) -> String;
}

/// Whether a move of the game is one square, which is picked at once.
pub fn picks_squares(kind: GameKind) -> bool {
    each_kind!(kind, P => P::PICKS_SQUARES)
}

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::all().flat_map(|from| Square::all().map(move |to| (from, to)))
}

/// Names that a notation must escape, and a result that only the players can have given.
fn header(is_over: bool) -> Header {
    Header {
        first: Some("Ann \"the\\boat\" “[1]”".to_owned()),
        second: Some("มานี ; {ชูใจ}".to_owned()),
        event: Some("(;Friends)".to_owned()),
        site: None,
        date: Some("2026.11.20".to_owned()),
        result: (!is_over).then_some(Verdict::Draw),
        ..Header::default()
    }
}

fn check_pgn<P: pgn::PgnGame>(record: &Record<P>) {
    let time_control = Some("1/259200".to_owned());
    let header = Header { time_control, ..header(record.outcome().is_some()) };
    let text = pgn::write(record, &header);
    assert_eq!(pgn::read(&text), Ok((record.clone(), header)), "{text}");
}
