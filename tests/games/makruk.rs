//! What the tests need to know of Makruk.

mod slow;

use fastrand::Rng;
use image::Rgb;
use kradan_render::art::makruk as art;
use kradan_render::shape::Drawing;
use kradan_render::{Face, Pick, PieceSet, Theme, View};
use kradan_rules::makruk::{Act, Honour, Move, Position, Role};
use kradan_rules::notation::{Header, pgn};
use kradan_rules::{Game, Position as _, Record, Side, Square};

use super::{
    Beside, BesideSentence, DescribedCount, DescribedGame, Mark, PicturedGame, Target, TestedGame,
    check_pgn, pairs,
};

/// A game between two programs.
const SAMPLE: &str = "d1e2 b8d7 b1d2 f8f7 a1a2 a8a7 e3e4 d8e7 f3f4 f6f5 g1f3 e6e5 f1f2 g8f6 b3b4 \
    a6a5 a3a4 e5f4 g3f4 e8d8 b4b5 a7c7 f3d4 c6b5 d4b5 c7c6 h1g1 h6h5 f2e3 h8e8 d2f3 c8b7 e4e5 \
    f6d5 c3c4 d5b4 a2d2 f7e6 b5d4 d6e5 f4e5 e8h8 d4c6 b4c6 d3d4 d8c7 d4d5 e6e5 d5c6m b7c6 g1g6 \
    f5f4 e3f2 e5f6 d2d4 d7e5 g6g1 e5f3 f2f3 f6e5 d4d1 c6c5 c1d2 c5d4 g1f1 h8f8 f1g1 f8e8 g1g5 \
    c7c8 d2c3 e7f6 g5h5 d4c3 h5h7 e5d4 e2f2 f6e5 f3e2 c3c2 d1d2 c2c1 d2c2 d4e3 e2e3 f4e3m f2e3 \
    e5d4 e3f2 d4e3 f2f3 c8d8 c2c1 e3d4 c1d1 d8c8 d1d4 e8e1 d4f4 e1f1 f3e4 f1e1 e4d5 e1e8 f4f6 \
    e8g8 d5c6 c8b8 c6b6 g8d8 h7f7 b8c8 f7h7 c8b8 h7f7 b8c8 f7f8 d8f8 f6f8 c8d7 b6a5 d7e7 f8c8 \
    e7f6 a5b6 f6g5 a4a5 g5f5 c4c5 f5g5 a5a6m g5f4 c8g8 f4e5 g8f8 e5d5 f8e8 d5d4 b6b5 d4d3 h3h4 \
    d3d4 h4h5 d4d3 c5c6m d3d4 e8e6 d4c3 e6d6 c3b3 d6d8 b3a2 h5h6m a2a1 b5b4 a1b1 b4b3 b1c1 h6g7 \
    c1b1 d8d1";

impl TestedGame for Position {
    const ALPHABET: &'static str =
        "KMSNRPkmsnrp~/ wb12345678abcdefgh:=x+#!claimskptoduegvn-.{}[]()%;\"*กขม้าเบี้ย๑๘รุก";

    const LEGAL_RECORDS: usize = 333;

    const PERFT_RECORDS: usize = 13;

    const MEASURED: [&'static str; 3] = ["mk-perft-01", "mk-perft-02", "mk-perft-06"];

    const WANTED: f64 = 3.0 * 21.5;

    const SAMPLE: &'static str = SAMPLE;

    const MID_GAME: usize = 41;

    fn game(record: Record<Self>) -> Game {
        Game::Makruk(record)
    }

    /// Half of the moves are captures or a bia's where there are such: a game of random moves alone
    /// would hardly ever get rid of its bia, and so never come to count. Now and then a move has an
    /// act, where the rules allow it; a count given up for good is rare, as few games end after it.
    fn step(&self, moves: &[Move], rng: &mut Rng) -> Option<Move> {
        let bia = self.pieces(self.turn(), Role::Bia);
        let drives = |mv: &&Move| self.piece_at(mv.to).is_some() || bia.contains(mv.from);
        let driving: Vec<_> = moves.iter().filter(drives).collect();
        let driving = rng.choice(driving).filter(|_| rng.bool());
        let mv = driving.or_else(|| rng.choice(moves))?;
        let act = match rng.u16(..600) {
            0 => Some(Act::Stop),
            1..=4 => Some(Act::Claim),
            5..=24 => Some(Act::Skip),
            _ => None,
        };
        Some(Move { act: act.filter(|&act| self.judge_act(act).is_ok()), ..*mv })
    }

    fn all_written(&self, mv: Move) -> Vec<String> {
        let act = mv.act.map_or(String::new(), |act| format!("{act}:"));
        vec![format!("{act}{}", self.san(mv)), format!("{act}{}", self.thai(mv))]
    }

    fn conceivable() -> Vec<Move> {
        let acts = [None].into_iter().chain(Act::ALL.map(Some));
        acts.flat_map(|act| {
            pairs().flat_map(move |(from, to)| {
                [false, true].map(|promotes| Move { from, to, promotes, act })
            })
        })
        .collect()
    }

    fn bare(&self, mv: Move) -> (Move, bool) {
        let may = mv.act.is_none_or(|act| self.judge_act(act).is_ok());
        (Move { act: None, ..mv }, may)
    }

    fn recorded(&self) -> String {
        self.plain()
    }

    fn letter_at(&self, square: Square) -> Option<(Side, char)> {
        let (side, role) = self.piece_at(square)?;
        Some((side, role.letter()))
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

impl PicturedGame for Position {
    const MIDDLE: (usize, usize) = (20, 100);

    const PNG_KB: f64 = 28.0;

    const WHOLE_GAMES: Option<&'static str> = Some("makruk_games.jsonl");

    const READ: &'static [usize] = &[1, 42, 60, 97, 155, 161];

    /// The khon that is picked up can take; a khun is in check after another move.
    fn colourful() -> (usize, View) {
        let picked = "d4".parse().map(Pick::Square).ok();
        (42, View { picked, ..View::default() })
    }

    fn colours(theme: &Theme) -> Vec<Rgb<u8>> {
        let board = &theme.makruk;
        vec![
            theme.figures.light.body,
            theme.figures.dark.body,
            board.from.frame,
            board.from.tint,
            board.to.frame,
            board.to.tint,
            board.selected.frame,
            board.selected.tint,
            board.legal.dot,
        ]
    }

    fn faces() -> Vec<Face> {
        let faces = |side| Role::ALL.map(|role| Face::Makruk(side, role));
        Side::ALL.into_iter().flat_map(faces).collect()
    }

    fn drawing(face: Face, _: PieceSet) -> Drawing {
        let Face::Makruk(side, role) = face else { panic!("{face:?} in Makruk") };
        art::piece(side, role)
    }

    fn besides() -> Vec<Beside> {
        let honours = |side| [Honour::Board, Honour::Pieces].map(|it| Beside::Honour(side, it));
        let honours = Side::ALL.into_iter().flat_map(honours);
        let counts = [8, 16, 22, 32, 44, 64].into_iter().flat_map(|limit: u8| {
            (1..=limit.max(17) + 1).map(move |number| Beside::Count(number, limit))
        });
        honours.chain(counts).collect()
    }

    fn face_on(&self, square: Square, _: Side) -> Option<Face> {
        self.piece_at(square).map(|(side, role)| Face::Makruk(side, role))
    }

    fn marks(record: &Record<Self>) -> Vec<(Square, Mark)> {
        let last = record.moves().last();
        let mut marks: Vec<(Square, Mark)> =
            last.into_iter().flat_map(|mv| [(mv.from, Mark::From), (mv.to, Mark::To)]).collect();
        let position = record.position();
        if position.is_check() {
            let khun = Some((position.turn(), Role::Khun));
            let square = Square::all().find(|&it| position.piece_at(it) == khun).unwrap();
            marks.push((square, Mark::Check));
        }
        marks
    }

    fn target(mv: Move) -> Option<Target> {
        Some(Target { source: Some(Pick::Square(mv.from)), square: mv.to, is_hinted: true })
    }

    fn beside(&self, side: Side, _: View) -> Vec<Beside> {
        let Some(count) = self.count().filter(|count| count.side == side) else {
            return Vec::new();
        };
        vec![Beside::Honour(side, count.honour), Beside::Count(count.number, count.limit)]
    }
}

impl DescribedGame for Position {
    const PIECES: &'static [&'static str] =
        &["khun", "met", "bia-ngai", "khon", "ma", "rua", "bia"];

    const BESIDE: &'static [BesideSentence] = &[BesideSentence {
        name: "counted",
        messages: &["count-board", "count-pieces", "count-pieces-due"],
        is_always_there: false,
    }];

    fn piece_on(&self, square: Square) -> Option<(Side, String)> {
        self.piece_at(square).map(|(side, role)| (side, role.to_string()))
    }

    fn described_count(&self) -> Option<DescribedCount> {
        let count = self.count()?;
        let message = match count.honour {
            Honour::Board => "count-board",
            Honour::Pieces if self.count_is_due() => "count-pieces-due",
            Honour::Pieces => "count-pieces",
        };
        // A count that is due is told with the first number to be said.
        let number = count.number + u8::from(self.count_is_due());
        let (side, limit) = (count.side, count.limit);
        Some(DescribedCount { message, side, number, limit })
    }
}
