//! What the tests need to know of Ōgi.

mod slow;

use image::Rgb;
use kradan_render::art::ogi::{self as art, Pointing};
use kradan_render::shape::Drawing;
use kradan_render::{Face, Pick, PieceSet, Theme, View};
use kradan_rules::notation::{Header, pgn};
use kradan_rules::ogi::{Move, Piece, Position, Role};
use kradan_rules::{Game, Position as _, Record, Side, Square};

use super::{
    Beside, BesideSentence, DescribedGame, Mark, PicturedGame, Target, TestedGame, check_pgn, pairs,
};

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

    const LEGAL_RECORDS: usize = 333;

    const PERFT_RECORDS: usize = 13;

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

/// How a piece points that points down or not.
fn pointing(points_down: bool) -> Pointing {
    if points_down { Pointing::Down } else { Pointing::Up }
}

impl PicturedGame for Position {
    const MIDDLE: (usize, usize) = (20, 80);

    const PNG_KB: f64 = 45.0;

    const WHOLE_GAMES: Option<&'static str> = Some("ogi_games.jsonl");

    const READ: &'static [usize] = &[3, 31, 60, 76, 99, 115];

    fn colourful() -> (usize, View) {
        (60, View::default())
    }

    fn colours(theme: &Theme) -> Vec<Rgb<u8>> {
        let board = &theme.ogi;
        vec![
            theme.koma.wood.first,
            theme.koma.wood.second,
            theme.koma.promoted.first,
            theme.koma.promoted.second,
            theme.koma.ink,
            theme.koma.red,
            board.to.frame,
            board.check.frame,
            board.check.tint,
            theme.badge.disc,
            theme.badge.text,
        ]
    }

    fn faces() -> Vec<Face> {
        let mut faces = Vec::new();
        for side in Side::ALL {
            for role in Role::ALL {
                for promoted in [false, true] {
                    if !promoted || role != Role::King {
                        let piece = Piece { role, promoted };
                        let face = |points_down| Face::Ogi { side, piece, points_down };
                        faces.extend([false, true].map(face));
                    }
                }
            }
        }
        faces
    }

    fn drawing(face: Face, pieces: PieceSet) -> Drawing {
        let Face::Ogi { side, piece, points_down } = face else { panic!("{face:?} in Ōgi") };
        art::piece(side, piece, pointing(points_down), pieces)
    }

    fn besides() -> Vec<Beside> {
        let mut besides = Vec::new();
        for side in Side::ALL {
            for role in Role::DROPPABLE {
                for pointing in [Pointing::Up, Pointing::Down] {
                    for count in 1..=role.in_a_game() {
                        for picked in [false, true] {
                            besides.push(Beside::Hand { side, role, pointing, count, picked });
                        }
                    }
                }
            }
        }
        besides
    }

    fn face_on(&self, square: Square, seen_from: Side) -> Option<Face> {
        let (side, piece) = self.piece_at(square)?;
        Some(Face::Ogi { side, piece, points_down: side != seen_from })
    }

    fn marks(record: &Record<Self>) -> Vec<(Square, Mark)> {
        let mut marks = match record.moves().last() {
            Some(&Move::Board { from, to, .. }) => vec![(from, Mark::From), (to, Mark::To)],
            Some(&Move::Drop { to, .. }) => vec![(to, Mark::To)],
            None => Vec::new(),
        };
        let position = record.position();
        if position.is_check() {
            let king = Some((position.turn(), Piece { role: Role::King, promoted: false }));
            let square = Square::all().find(|&it| position.piece_at(it) == king).unwrap();
            marks.push((square, Mark::Check));
        }
        marks
    }

    /// Nearly every empty square takes some drop: only a picked piece shows its own.
    fn target(mv: Move) -> Option<Target> {
        let (source, square, is_hinted) = match mv {
            Move::Board { from, to, .. } => (Pick::Square(from), to, true),
            Move::Drop { role, to } => (Pick::Hand(role), to, false),
        };
        Some(Target { source: Some(source), square, is_hinted })
    }

    fn beside(&self, side: Side, view: View) -> Vec<Beside> {
        let pointing = pointing(side != view.seen_from);
        let place = |role| match self.hands()[side].count(role) {
            0 => Beside::Nothing,
            count => {
                let picked = side == self.turn() && view.picked == Some(Pick::Hand(role));
                Beside::Hand { side, role, pointing, count, picked }
            }
        };
        Role::DROPPABLE.map(place).to_vec()
    }
}

impl DescribedGame for Position {
    const PIECES: &'static [&'static str] = &[
        "king-first",
        "king-second",
        "princess",
        "rook",
        "bishop",
        "silver",
        "knight",
        "lance",
        "pawn",
        "promoted-princess",
        "promoted-rook",
        "promoted-bishop",
        "promoted-silver",
        "promoted-knight",
        "promoted-lance",
        "promoted-pawn",
    ];

    const BESIDE: &'static [BesideSentence] = &[
        BesideSentence {
            name: "hand_first",
            messages: &["hand-empty", "hand"],
            is_always_there: true,
        },
        BesideSentence {
            name: "hand_second",
            messages: &["hand-empty", "hand"],
            is_always_there: true,
        },
    ];

    fn piece_on(&self, square: Square) -> Option<(Side, String)> {
        let (side, piece) = self.piece_at(square)?;
        let name = match (piece.role, side) {
            (Role::King, Side::First) => "king-first".to_owned(),
            (Role::King, Side::Second) => "king-second".to_owned(),
            (role, _) if piece.promoted => format!("promoted-{role}"),
            (role, _) => role.to_string(),
        };
        Some((side, name))
    }

    fn in_hand(&self) -> Vec<(Side, String, u8)> {
        let hand = |side| {
            self.hands()[side].iter().map(move |(role, count)| (side, role.to_string(), count))
        };
        Side::ALL.into_iter().flat_map(hand).collect()
    }
}
