//! What the tests need to know of Ōgi.

mod slow;

use kradan::render::PieceSet;
use kradan::rules::notation::{Header, pgn};
use kradan::rules::ogi::{Move, Position, Role};
use kradan::rules::{Game, Record, Side, Square};

use super::{TestedGame, check_pgn, pairs};

/// A game between two programs.
const SAMPLE: &str = "d1f2 f6f5 g3g4 e8d7 f2h4 g7c3+ b1c3 e6e5 h4f2 g6g5 B@a5 h6h5 g4g5 d8g5 P@c4 \
    a6a5 g2g5 B@f7 a3a4 a5a4 g5g8+ f7g8 I@d5 R@c2 d5f6+ d7c7 f6g7 g8d5 g7e5 c2f2+ e1f2 I@h2 c3b5 \
    b6b5 R@b4 N@e6 e5e6 d5e6 N@d5 c7d8 b2f6+ f8e7 P@g5 P@e5 N@a2 h2f1+ f2f1 I@c3 f6e7 b7e7 S@a7 \
    c3a2+ I@d1 e6d5 c1b2 a8a7 f1e2 a2c3 e2f2 S@g3 f2g3 S@g7 S@c7 d8c7 b4a4 c3d1 a4a7+ N@b7 a7b8 \
    c7b8 N@a6 b8a7 L@b1 g7h6 a6b8+ N@a4 b8b7 a7b7 f3f4 I@g2 a1a4 d1f3 g1f3 R@e4 I@a5 b7a7 e3e4 \
    P@g7 f3e5 h8h7 a5d8+ B@a6 g3g2 S@f1 g2f1 b5b4 R@c7 e7c7 I@c5 N@b6 c5a6+ a7a8 d8c7 c8c7 S@a1 \
    b6c4 B@h4 R@c1 R@d1 I@g3 h4g3 c7d8 d1c1 g7g6 I@b7";

impl TestedGame for Position {
    const ALPHABET: &'static str =
        "KIRBSNLPkirbsnlp^+/ Oo12345678abcdefgh@*x='-.{}[]();\"王姫歩と成打不▲△龍";

    const PIECE_SETS: &'static [PieceSet] = &PieceSet::ALL;

    const MEASURED: [&'static str; 3] = ["og-perft-01", "og-perft-04", "og-perft-07"];

    const WANTED: f64 = 3.0 * 11.2;

    const SAMPLE: &'static str = SAMPLE;

    const MID_GAME: usize = 60;

    fn game(record: Record<Self>) -> Game {
        Game::Ogi(record)
    }

    fn all_written(&self, mv: Move) -> Vec<String> {
        vec![self.western(mv), self.kanji(mv)]
    }

    fn conceivable() -> Vec<Move> {
        let board_moves = pairs().flat_map(|(from, to)| {
            [false, true].map(|promotes| Move::Board { from, to, promotes })
        });
        let drops = Role::ALL
            .into_iter()
            .flat_map(|role| Square::all().map(move |to| Move::Drop { role, to }));
        board_moves.chain(drops).collect()
    }

    fn letter_at(&self, square: Square) -> Option<(Side, char)> {
        let (side, piece) = self.piece_at(square)?;
        Some((side, piece.role.letter()))
    }

    fn slow_moves(position: &str) -> Vec<String> {
        slow::moves(position)
    }

    fn check_sheets(record: &Record<Self>) {
        check_pgn(record);
    }

    fn read_sheet(text: &str, _: usize) -> Option<(Record<Self>, Header)> {
        pgn::read(text).ok()
    }

    fn rewrite((record, header): &(Record<Self>, Header), _: usize) -> String {
        pgn::write(record, header)
    }
}
