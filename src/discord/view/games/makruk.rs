//! Makruk on Discord.

use super::DiscordGame;
use kradan_i18n::Language;
use kradan_render::Pick;
use kradan_rules::facts::Piece;
use kradan_rules::makruk::Position;
use kradan_rules::notation::{Header, pgn};
use kradan_rules::{Record, Side};

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
