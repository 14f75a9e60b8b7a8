//! Ōgi on Discord: pieces in hand are picked like those on the board.

use super::DiscordGame;
use kradan_i18n::Language;
use kradan_render::Pick;
use kradan_rules::facts::Piece;
use kradan_rules::notation::{Header, pgn};
use kradan_rules::ogi::{self, Position};
use kradan_rules::{Position as _, Record, Side};

impl DiscordGame for Position {
    const HOME: Option<Language> = Some(Language::Japanese);

    fn picked(&self, pick: Pick) -> Option<(Side, Piece)> {
        let (side, piece) = match pick {
            Pick::Square(square) => self.piece_at(square)?,
            Pick::Hand(role) => (self.turn(), ogi::Piece { role, promoted: false }),
        };
        Some((side, Piece::Ogi(piece)))
    }

    fn in_hand(&self, role: ogi::Role) -> u8 {
        self.hands()[self.turn()].count(role)
    }

    fn exported(record: &Record<Position>, header: &Header) -> String {
        pgn::write(record, header)
    }
}
