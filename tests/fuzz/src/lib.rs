//! The laws that hold for whatever the readers make of a text. A broken one panics, and so does a
//! reader that breaks: the fuzzer looks for either.

use kradan_rules::{MoveError, MoveStyle, Position};

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
pub fn move_is_sound<P: Position>(position: &P, mv: P::Move) {
    assert_eq!(position.check_legal(mv), Ok(()), "{mv} in {position}");
    let text = mv.to_string();
    assert_eq!(text.parse(), Ok(mv));
    assert_eq!(position.read_move(&text), Ok(mv), "{mv} in {position}");
    // What only goes with a move, such as an act on a count, stands before it and is not listed.
    let listed = position.legal_moves().into_iter().find(|it| text.ends_with(&it.to_string()));
    let listed = listed.unwrap_or_else(|| panic!("{mv} is not listed in {position}"));
    for style in [MoveStyle::Letters, MoveStyle::Native] {
        let form = position.written(listed, style);
        assert_eq!(position.read_move(&form), Ok(listed), "{form} for {mv} in {position}");
    }
    let after = position.after(mv);
    assert_eq!(after.turn(), !position.turn(), "{mv} in {position}");
    assert_eq!(after.to_string().parse().as_ref(), Ok(&after), "after {mv} in {position}");
}

/// What a text means in a position is legal, or two legal moves that are not the same.
pub fn text_is_judged<P: Position>(position: &P, text: &str) {
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
