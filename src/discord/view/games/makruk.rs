//! Makruk on Discord.

use super::DiscordGame;
use crate::i18n::Language;
use crate::render::Pick;
use crate::rules::facts::Piece;
use crate::rules::makruk::Position;
use crate::rules::notation::{Header, pgn};
use crate::rules::{Record, Side};

impl DiscordGame for Position {
    const HOME: Option<Language> = Some(Language::Thai);

    fn picked(&self, pick: Pick) -> Option<(Side, Piece)> {
        let Pick::Square(square) = pick else { return None };
        self.piece_at(square).map(|(side, role)| (side, Piece::Makruk(role)))
    }

    fn exported(record: &Record<Position>, header: &Header) -> String {
        pgn::write(record, header)
    }
}
