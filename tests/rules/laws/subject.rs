//! What the laws need to know of each game beyond the rules' own trait.

use kradan::rules::notation::{Header, ggf, pgn, transcript};
use kradan::rules::{Game, Position, Record, Square, Verdict, makruk, ogi, othello};

use crate::laws::slow::Slow;
use crate::walk::Walks;

/// A game that is held to the laws.
pub(crate) trait Subject: Walks + Slow {
    fn game(record: Record<Self>) -> Game;

    /// A legal move as people write it, in every way there is.
    fn all_written(&self, mv: Self::Move) -> Vec<String>;

    /// Every move that can be named at all, legal or not.
    fn conceivable() -> Vec<Self::Move>;

    /// The legal move that this one is, beside what goes with it off the board; whether that may
    /// go with it.
    fn bare(&self, mv: Self::Move) -> (Self::Move, bool) {
        (mv, true)
    }

    /// Sees that the whole game, written down, reads back equal.
    fn check_sheets(record: &Record<Self>);
}

fn pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::all().flat_map(|from| Square::all().map(move |to| (from, to)))
}

/// Names that a notation must escape, and a result that only the players can have given.
fn header(is_over: bool) -> Header {
    Header {
        first: Some("Ann \"the\\boat\" [1]".to_owned()),
        second: Some("มานี ; {ชูใจ}".to_owned()),
        event: Some("(;Friends)".to_owned()),
        site: None,
        date: Some("2026.11.20".to_owned()),
        result: (!is_over).then_some(Verdict::Draw),
    }
}

impl Subject for othello::Position {
    fn game(record: Record<Self>) -> Game {
        Game::Othello(record)
    }

    fn all_written(&self, mv: othello::Move) -> Vec<String> {
        vec![mv.to_string().to_uppercase()]
    }

    fn conceivable() -> Vec<othello::Move> {
        Square::all().map(othello::Move::Place).chain([othello::Move::Pass]).collect()
    }

    fn check_sheets(record: &Record<Self>) {
        let text = transcript::write(record);
        assert_eq!(transcript::read(*record.start(), &text).as_ref(), Ok(record), "{text}");

        let header = header(record.outcome().is_some());
        let text = ggf::write(record, &header);
        assert_eq!(ggf::read(&text), Ok((record.clone(), header)), "{text}");
    }
}

impl Subject for makruk::Position {
    fn game(record: Record<Self>) -> Game {
        Game::Makruk(record)
    }

    fn all_written(&self, mv: makruk::Move) -> Vec<String> {
        let act = mv.act.map_or(String::new(), |act| format!("{act}:"));
        vec![format!("{act}{}", self.san(mv)), format!("{act}{}", self.thai(mv))]
    }

    fn conceivable() -> Vec<makruk::Move> {
        let acts = [None].into_iter().chain(makruk::Act::ALL.map(Some));
        acts.flat_map(|act| {
            pairs().flat_map(move |(from, to)| {
                [false, true].map(|promotes| makruk::Move { from, to, promotes, act })
            })
        })
        .collect()
    }

    fn bare(&self, mv: makruk::Move) -> (makruk::Move, bool) {
        let may = mv.act.is_none_or(|act| self.judge_act(act).is_ok());
        (makruk::Move { act: None, ..mv }, may)
    }

    fn check_sheets(record: &Record<Self>) {
        check_pgn(record);
    }
}

impl Subject for ogi::Position {
    fn game(record: Record<Self>) -> Game {
        Game::Ogi(record)
    }

    fn all_written(&self, mv: ogi::Move) -> Vec<String> {
        vec![self.western(mv), self.kanji(mv)]
    }

    fn conceivable() -> Vec<ogi::Move> {
        let board_moves = pairs().flat_map(|(from, to)| {
            [false, true].map(|promotes| ogi::Move::Board { from, to, promotes })
        });
        let drops = ogi::Role::ALL
            .into_iter()
            .flat_map(|role| Square::all().map(move |to| ogi::Move::Drop { role, to }));
        board_moves.chain(drops).collect()
    }

    fn check_sheets(record: &Record<Self>) {
        check_pgn(record);
    }
}

fn check_pgn<P: Position + pgn::PgnGame>(record: &Record<P>) {
    let header = header(record.outcome().is_some());
    let text = pgn::write(record, &header);
    assert_eq!(pgn::read(&text), Ok((record.clone(), header)), "{text}");
}
