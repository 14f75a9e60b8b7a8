//! Commands by strangers, out of turn, and for another position.

use kradan_rules::GameKind;

use crate::transcript::{ANN, BEN, EVE, check, table};

#[test]
fn a_stranger_presses_every_button() {
    let mut table = table(GameKind::Othello);
    let stranger = "no: you are not at this table";
    for text in [
        "f5",
        "claim",
        "draw",
        "no draw",
        "withdraw draw",
        "takeback",
        "grant",
        "refuse",
        "withdraw takeback",
        "resign",
        "show 11",
    ] {
        check(&mut table, &[(EVE, text, stranger)]);
    }
    for text in ["accept", "decline", "cancel"] {
        check(&mut table, &[(EVE, text, "no: this challenge was answered already")]);
    }
}

#[test]
fn a_move_from_an_old_board_is_refused() {
    check(
        &mut table(GameKind::Othello),
        &[
            (BEN, "f5 on nothing", "no: it is not your turn"),
            (ANN, "zz", "no: \"zz\" is not a move"),
            (ANN, "a1", "no: a disc on a1 encloses nothing"),
            (ANN, "f5 on nothing", "First 1 f5"),
            // A double click, then another device.
            (ANN, "f5 on nothing", "no: the board has changed since: it is at ply 1 now"),
            (ANN, "d3 on nothing", "no: the board has changed since: it is at ply 1 now"),
            (ANN, "d3", "no: it is not your turn"),
            (BEN, "d6 on f5", "Second 2 d6"),
            (BEN, "f4 on f5", "no: the board has changed since: it is at ply 2 now"),
        ],
    );
}

/// After a takeback and another move the number of plies is the same again.
#[test]
fn a_command_for_another_record_is_stale() {
    let mut table = table(GameKind::Othello);
    let stale = "no: the board has changed since: it is at ply 1 now";
    check(
        &mut table,
        &[
            (ANN, "f5 on nothing", "First 1 f5"),
            (ANN, "takeback on f5", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "grant on f5", "TakenBack { plies: 1, left: 0, moves: [\"f5\"] }"),
            (BEN, "grant on f5", "no: the board has changed since: it is at ply 0 now"),
            (ANN, "d3 on nothing", "First 1 d3"),
            (BEN, "d6 on f5", stale),
            (BEN, "c5 on f5", stale),
            (BEN, "draw on f5", stale),
            (ANN, "draw on f5", stale),
            (ANN, "takeback on f5", stale),
            (ANN, "takeback on d3", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "grant on f5", stale),
            (BEN, "refuse on f5", stale),
            (BEN, "refuse on d3", "TakebackRefused { side: Second }"),
            (ANN, "draw on d3", "DrawOffered { side: First }"),
            (BEN, "accept draw on f5", stale),
            (BEN, "no draw on f5", stale),
            (BEN, "resign on f5", stale),
            (ANN, "resign on nothing", stale),
            (BEN, "claim on f5", stale),
            (BEN, "claim on d3", "no: this game has no counts"),
            (EVE, "c5 on f5", "no: you are not at this table"),
            (BEN, "accept draw on d3", "Ended(Agreed)"),
            (BEN, "c5 on f5", "no: the game is over"),
            (EVE, "c5 on f5", "no: you are not at this table"),
        ],
    );
}

#[test]
fn resigning_and_moving_at_once_ends_the_game_once() {
    check(
        &mut table(GameKind::Makruk),
        &[
            (BEN, "resign", "Ended(Resigned(Second))"),
            (ANN, "e3e4", "no: the game is over"),
            (BEN, "resign", "no: the game is over"),
        ],
    );
}

#[test]
fn a_count_is_claimed_only_where_the_rules_allow_it() {
    check(
        &mut table(GameKind::Makruk),
        &[
            (BEN, "claim", "no: it is not your turn"),
            (ANN, "claim", "no: the count cannot be claimed while a bia stands"),
            (ANN, "claim: e3e4", "no: the count cannot be claimed while a bia stands"),
            (ANN, "stop", "no: you are not counting, so there is no count to stop"),
            (ANN, "e3e4", "First 1 e3e4"),
        ],
    );
    check(&mut table(GameKind::Othello), &[(ANN, "claim", "no: this game has no counts")]);
}
