//! Ōgi games as PGN.

use super::{Move, Position};
use crate::BySide;
use crate::notation::pgn::PgnGame;

impl PgnGame for Position {
    const VARIANT: &'static str = "Ogi";
    const PLAYERS: BySide<&'static str> = BySide { first: "Sente", second: "Gote" };
    const STARTS: &'static [&'static str] = &["FEEN"];

    fn starts(&self) -> Vec<(&'static str, String)> {
        vec![("FEEN", self.to_string())]
    }

    fn comment(&self, _: Move) -> Option<String> {
        None
    }
}
