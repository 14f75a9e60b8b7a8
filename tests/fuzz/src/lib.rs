//! The laws that hold for whatever the readers make of a text. A broken one panics, and so does a
//! reader that breaks: the fuzzer looks for either.

#[path = "../../../src/rules/mod.rs"]
pub mod rules;

use rules::{MoveError, Position, makruk, ogi, othello};

/// Runs the same expression with the position type of whichever game it is.
#[macro_export]
macro_rules! each_kind {
    ($kind:expr, $P:ident => $body:expr) => {
        match $kind {
            $crate::rules::GameKind::Othello => {
                type $P = $crate::rules::othello::Position;
                $body
            }
            $crate::rules::GameKind::Makruk => {
                type $P = $crate::rules::makruk::Position;
                $body
            }
            $crate::rules::GameKind::Ogi => {
                type $P = $crate::rules::ogi::Position;
                $body
            }
        }
    };
}

/// A game whose moves are written in more ways than one.
pub trait Written: Position {
    /// The move without what is never listed among the legal moves.
    fn listed(mv: Self::Move) -> Self::Move;

    /// The move in every notation of the game.
    fn forms(&self, mv: Self::Move) -> Vec<String>;
}

impl Written for othello::Position {
    fn listed(mv: othello::Move) -> othello::Move {
        mv
    }

    fn forms(&self, mv: othello::Move) -> Vec<String> {
        vec![mv.to_string()]
    }
}

impl Written for makruk::Position {
    fn listed(mv: makruk::Move) -> makruk::Move {
        makruk::Move { act: None, ..mv }
    }

    fn forms(&self, mv: makruk::Move) -> Vec<String> {
        vec![mv.to_string(), self.san(Self::listed(mv)), self.thai(Self::listed(mv))]
    }
}

impl Written for ogi::Position {
    fn listed(mv: ogi::Move) -> ogi::Move {
        mv
    }

    fn forms(&self, mv: ogi::Move) -> Vec<String> {
        vec![mv.to_string(), self.western(mv), self.kanji(mv)]
    }
}

/// A position reads back equal, and its ways of finding moves agree.
pub fn position_is_sound<P: Position>(position: &P) {
    assert_eq!(
        position.to_string().parse().as_ref(),
        Ok(position),
        "{position} does not read back"
    );
    let moves = position.legal_moves();
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "over exactly without a move");
    assert_eq!(position.count_moves(), moves.len() as u64, "moves of {position}");
    let replies: u64 = moves
        .iter()
        .map(|&mv| {
            let after = position.after(mv);
            let over = P::OVER_IS_A_LEAF && after.outcome().is_some();
            if over { 1 } else { after.count_moves() }
        })
        .sum();
    assert_eq!(position.count_replies(), replies, "replies in {position}");
}

/// A legal move is listed and judged so, reads back from every notation, and leads to a position.
pub fn move_is_sound<P: Written>(position: &P, mv: P::Move) {
    assert_eq!(position.check_legal(mv), Ok(()), "{mv} in {position}");
    assert!(position.legal_moves().contains(&P::listed(mv)), "{mv} in {position}");
    assert_eq!(mv.to_string().parse(), Ok(mv));
    let forms = position.forms(mv);
    for (form, meant) in forms.iter().zip([mv, P::listed(mv), P::listed(mv)]) {
        assert_eq!(position.read_move(form), Ok(meant), "{form} for {mv} in {position}");
    }
    let after = position.after(mv);
    assert_eq!(after.turn(), !position.turn(), "{mv} in {position}");
    assert_eq!(after.to_string().parse().as_ref(), Ok(&after), "after {mv} in {position}");
}

/// What a text means in a position is legal, or two legal moves that are not the same.
pub fn text_is_judged<P: Written>(position: &P, text: &str) {
    match position.read_move(text) {
        Ok(mv) => move_is_sound(position, mv),
        Err(MoveError::Ambiguous(named)) => {
            assert!(named.len() > 1 && named.is_sorted() && named.windows(2).all(|w| w[0] != w[1]));
            for text in named {
                assert_eq!(position.read_move(&text).map(|mv| mv.to_string()), Ok(text));
            }
        }
        Err(MoveError::Over(outcome)) => assert_eq!(position.outcome(), Some(outcome)),
        Err(MoveError::Unreadable(_) | MoveError::Illegal(_)) => {}
    }
    if let Ok(mv) = text.parse::<P::Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv), "{text:?} reads as {mv}");
        if position.outcome().is_none() && position.check_legal(mv).is_ok() {
            move_is_sound(position, mv);
        }
    }
}
