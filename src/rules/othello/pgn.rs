//! Othello games as PGN, which some programs write; ours write [GGF](crate::notation::ggf).

use super::{Move, Position};
use crate::BySide;
use crate::Position as _;
use crate::notation::pgn::PgnGame;
use crate::notation::transcript;

impl PgnGame for Position {
    const VARIANT: &'static str = "Othello";
    const PLAYERS: BySide<&'static str> = BySide { first: "Black", second: "White" };
    const STARTS: &'static [&'static str] = &["FEN", "Position"];

    fn starts(&self) -> Vec<(&'static str, String)> {
        let is_usual = *self == Position::default();
        (!is_usual).then(|| ("Position", self.to_string())).into_iter().collect()
    }

    fn comment(&self, _: Move) -> Option<String> {
        None
    }

    fn moves_of_word(word: &str) -> Vec<String> {
        match transcript::split(word) {
            Some(moves) => moves.iter().map(ToString::to_string).collect(),
            None => vec![word.to_owned()],
        }
    }

    fn forced_pass(&self) -> Option<Move> {
        self.check_legal(Move::Pass).is_ok().then_some(Move::Pass)
    }

    fn is_pass(word: &str) -> bool {
        transcript::split(word).is_some_and(|moves| moves == [Move::Pass])
    }
}
