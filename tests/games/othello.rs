//! What the tests need to know of Othello.

mod slow;

use image::Rgb;
use kradan_render::art::othello as art;
use kradan_render::shape::Drawing;
use kradan_render::{Face, PieceSet, Theme, View};
use kradan_rules::notation::{Header, ggf, transcript};
use kradan_rules::othello::{Move, Position};
use kradan_rules::{Game, Record, Side, Square};

use super::{
    Beside, BesideSentence, DescribedGame, Mark, PicturedGame, Target, TestedGame, header,
};

/// A tournament game.
const SAMPLE: &str = "f5 d6 c4 d3 c5 f4 e3 f3 c2 c6 d7 b4 c3 b5 e6 e7 f6 d2 d1 b3 e2 g4 g3 g5 b6 \
    f2 a6 a5 f8 f1 e1 c1 g2 h1 g1 h4 a4 a3 a2 b2 f7 h2 g7 h8 h7 h6 h5 g6 a1 b1 h3 g8 e8 d8 c8 b8 \
    c7 a7 b7 a8";

impl TestedGame for Position {
    const ALPHABET: &'static str = "XO-*xo.abcdefgh12345678pasPAS ()[];/:+GMTYBORE\\";

    const PICKS_SQUARES: bool = true;

    const LEGAL_RECORDS: usize = 333;

    const PERFT_RECORDS: usize = 14;

    const MEASURED: [&'static str; 3] = ["oth-perft-01", "oth-perft-11", "oth-perft-14"];

    const WANTED: f64 = 378.0;

    const SAMPLE: &'static str = SAMPLE;

    const MID_GAME: usize = 33;

    fn game(record: Record<Self>) -> Game {
        Game::Othello(record)
    }

    fn all_written(&self, mv: Move) -> Vec<String> {
        vec![mv.to_string().to_uppercase()]
    }

    fn conceivable() -> Vec<Move> {
        Square::all().map(Move::Place).chain([Move::Pass]).collect()
    }

    fn letter_at(&self, _: Square) -> Option<(Side, char)> {
        panic!("discs have no letters")
    }

    fn slow_moves(position: &str) -> Vec<String> {
        slow::moves(position)
    }

    fn check_sheets(record: &Record<Self>) {
        let text = transcript::write(record);
        assert_eq!(transcript::read(*record.start(), &text).as_ref(), Ok(record), "{text}");

        let header = header(record.outcome().is_some());
        let text = ggf::write(record, &header);
        assert_eq!(ggf::read(&text), Ok((record.clone(), header)), "{text}");
    }

    fn read_sheet(text: &str, form: usize) -> Option<(Record<Self>, Header)> {
        match form % 2 {
            0 => ggf::read(text).ok(),
            _ => Some((transcript::read(Self::default(), text).ok()?, Header::default())),
        }
    }

    fn rewrite((record, header): &(Record<Self>, Header), form: usize) -> String {
        match form % 2 {
            0 => ggf::write(record, header),
            _ => transcript::write(record),
        }
    }
}

/// Whose disc lies on a square.
fn disc(position: &Position, square: Square) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| position.discs(side).contains(square))
}

impl PicturedGame for Position {
    const A1_IS_ON_TOP: bool = true;

    const MARKS: &'static [Mark] = &[Mark::None, Mark::To, Mark::Turned];

    const MIDDLE: (usize, usize) = (15, 45);

    const PNG_KB: f64 = 24.0;

    const WHOLE_GAMES: Option<&'static str> = Some("othello_real.jsonl");

    const READ: &'static [usize] = &[7, 20, 33, 48, 60];

    fn colourful() -> (usize, View) {
        (30, View { hints: true, ..View::default() })
    }

    fn colours(theme: &Theme) -> Vec<Rgb<u8>> {
        let board = &theme.othello;
        vec![
            theme.discs.light.body,
            theme.discs.dark.body,
            theme.last,
            board.to.frame,
            board.to.tint,
            board.legal.dot,
            board.legal.rim,
        ]
    }

    fn faces() -> Vec<Face> {
        Side::ALL.map(Face::Disc).to_vec()
    }

    fn drawing(face: Face, _: PieceSet) -> Drawing {
        let Face::Disc(side) = face else { panic!("{face:?} in Othello") };
        art::piece(side)
    }

    fn on_piece(mark: Mark, face: Face) -> Drawing {
        match (mark, face) {
            (Mark::To, Face::Disc(side)) => art::last(side),
            (Mark::Turned, Face::Disc(side)) => art::turned(side),
            _ => Drawing::new(),
        }
    }

    fn besides() -> Vec<Beside> {
        let discs = |side| (0..=64).map(move |count| Beside::Discs(side, count));
        Side::ALL.into_iter().flat_map(discs).collect()
    }

    fn face_on(&self, square: Square, _: Side) -> Option<Face> {
        disc(self, square).map(Face::Disc)
    }

    fn marks(record: &Record<Self>) -> Vec<(Square, Mark)> {
        let [.., before, now] = record.positions() else { return Vec::new() };
        let mark = |square| match (disc(before, square), disc(now, square)) {
            (None, Some(_)) => Some((square, Mark::To)),
            (was @ Some(_), is) if was != is => Some((square, Mark::Turned)),
            _ => None,
        };
        Square::all().filter_map(mark).collect()
    }

    fn target(mv: Move) -> Option<Target> {
        let Move::Place(square) = mv else { return None };
        Some(Target { source: None, square, is_hinted: true })
    }

    fn beside(&self, side: Side, _: View) -> Vec<Beside> {
        let count = Square::all().filter(|&square| disc(self, square) == Some(side)).count();
        vec![Beside::Discs(side, count)]
    }
}

impl DescribedGame for Position {
    const ARMY: &'static [&'static str] = &["discs", "discs-none"];

    const BESIDE: &'static [BesideSentence] =
        &[BesideSentence { name: "score", messages: &["score"], is_always_there: false }];

    fn piece_on(&self, square: Square) -> Option<(Side, String)> {
        disc(self, square).map(|side| (side, "disc".to_owned()))
    }
}
