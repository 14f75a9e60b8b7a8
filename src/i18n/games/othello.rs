//! The words of Othello.

use super::words::{GameWords, GuidePart};
use crate::Language;
use crate::illegal::IllegalWords;
use crate::move_number::MoveNumber;
use crate::position_words::{PositionWords, number, squares};
use kradan_rules::{BySide, Record, Side, Square, othello};

impl GameWords for othello::Position {
    const GUIDE: &'static [GuidePart] = &[
        ("aim", Some("---------------------------OX------XO--------------------------- X"), None),
        (
            "turning",
            Some("--------------------OOX----OO------O-X-----X-------------------- X"),
            None,
        ),
        (
            "passing",
            Some("XOOO----XOO-----XO------X--------------------------------------- O"),
            None,
        ),
        ("end", None, None),
        ("advice", None, None),
    ];

    const MOVED: &'static str = "event-moved-othello";

    /// Passes are no moves.
    fn length(record: &Record<othello::Position>, _: Language) -> usize {
        record.moves().iter().filter(|&&mv| mv != othello::Move::Pass).count()
    }

    fn plies_of_a_number(_: Language) -> usize {
        1
    }

    /// Discs are numbered, and passes are not.
    fn move_number(
        record: &Record<othello::Position>,
        ply: usize,
        language: Language,
    ) -> Option<MoveNumber> {
        let played = record.moves();
        if played.get(ply) == Some(&othello::Move::Pass) {
            return None;
        }
        let passes = played.iter().take(ply).filter(|&&mv| mv == othello::Move::Pass).count();
        Some(MoveNumber::shared_by(Self::plies_of_a_number(language), ply - passes))
    }
}

pub(super) fn illegal(words: &IllegalWords<'_>, reason: othello::Illegal) -> String {
    match reason {
        othello::Illegal::Taken { square } => words.at("illegal-taken", square),
        othello::Illegal::EnclosesNothing { square } => {
            words.at("illegal-encloses-nothing", square)
        }
        othello::Illegal::MayNotPass => words.say("illegal-may-not-pass", []),
        othello::Illegal::MustPass => words.say("illegal-must-pass", []),
    }
}

pub(super) fn counted(words: &PositionWords, discs: &BySide<Vec<Square>>) -> String {
    let counts = BySide { first: discs.first.len(), second: discs.second.len() };
    words.numbers("counted", counts)
}

pub(super) fn beside(words: &PositionWords, score: Option<BySide<usize>>) -> Vec<String> {
    score.iter().map(|&score| words.numbers("score", score)).collect()
}

pub(super) fn discs(words: &PositionWords, side: Side, discs: &[Square]) -> String {
    let owner = ("side", words.side(side).into());
    if discs.is_empty() {
        return words.catalog.say_with("discs-none", [owner]);
    }
    let count = ("count", number(discs.len()));
    words.catalog.say_with("discs", [owner, count, ("squares", squares(discs).into())])
}
