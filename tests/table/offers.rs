//! Draw offers and takebacks.

use kradan_rules::{Game, GameKind};
use kradan_table::{Command, Refusal, Table};

use crate::transcript::{ANN, BEN, EVE, at, check, command, table};

#[test]
fn a_draw_is_offered_declined_moved_past_and_agreed() {
    check(
        &mut table(GameKind::Ogi),
        &[
            (BEN, "no draw", "no: nothing was offered"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (ANN, "draw", "no: you have offered that already"),
            (ANN, "no draw", "no: you have asked that yourself"),
            (ANN, "accept draw", "no: you have asked that yourself"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "e3e4", "First 1 e3e4"),
            // Ann's move declined Ben's offer.
            (ANN, "draw", "DrawOffered { side: First }"),
            // Ben may not have seen Ann's offer: an offer of his own does not end the game.
            (BEN, "draw", "no: your opponent offers a draw"),
            (BEN, "accept draw", "Ended(Agreed)"),
            (ANN, "draw", "no: the game is over"),
            (BEN, "e6e5", "no: the game is over"),
            (EVE, "draw", "no: you are not at this table"),
        ],
    );
}

#[test]
fn a_declined_offer_may_be_repeated_after_an_own_move() {
    let declined = "no: that was declined or withdrawn";
    check(
        &mut table(GameKind::Ogi),
        &[
            (ANN, "e3e4", "First 1 e3e4"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            (ANN, "draw", declined),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "refuse", "TakebackRefused { side: Second }"),
            (ANN, "takeback", declined),
            // Nobody has declined an offer of Ben's.
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "no draw", "DrawDeclined { side: First }"),
            (BEN, "draw", declined),
            (BEN, "e6e5", "Second 2 e6e5"),
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "no draw", "DrawDeclined { side: First }"),
            // A move of the opponent is not enough.
            (ANN, "draw", declined),
            (ANN, "takeback", declined),
            (ANN, "d3d4", "First 3 d3d4"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 3) }"),
        ],
    );
}

#[test]
fn a_takeback_does_not_allow_a_declined_offer_again() {
    let declined = "no: that was declined or withdrawn";
    check(
        &mut table(GameKind::Ogi),
        &[
            (ANN, "e3e4", "First 1 e3e4"),
            (BEN, "e6e5", "Second 2 e6e5"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            // The move after which Ann may offer again is taken back.
            (ANN, "d3d4", "First 3 d3d4"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 3) }"),
            (BEN, "grant", "TakenBack { plies: 1, left: 2, moves: [\"d3d4\"] }"),
            (ANN, "draw", declined),
            // So is the move before it. The next move allows an offer, whatever its ply.
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 2) }"),
            (BEN, "grant", "TakenBack { plies: 2, left: 0, moves: [\"e3e4\", \"e6e5\"] }"),
            (ANN, "draw", declined),
            (ANN, "d3d4", "First 1 d3d4"),
            (ANN, "draw", "DrawOffered { side: First }"),
        ],
    );
}

#[test]
fn a_game_stored_without_declined_offers_is_read() {
    let mut table = table(GameKind::Othello);
    let stored = serde_json::to_value(&table).unwrap();
    assert!(!stored.to_string().contains("declined"), "{stored}");
    for (player, text) in [(ANN, "f5"), (ANN, "draw"), (BEN, "no draw")] {
        let command = command(text, table.game());
        table.apply(player, &command, at(1)).unwrap();
    }
    assert!(serde_json::to_string(&table).unwrap().contains("draw_declined"));
    let mut before: Table = serde_json::from_value(stored).unwrap();
    for (player, text) in [(ANN, "draw"), (BEN, "no draw")] {
        let command = command(text, before.game());
        before.apply(player, &command, at(1)).unwrap();
    }
}

#[test]
fn a_takeback_is_asked_refused_granted_and_cancelled_by_a_move() {
    check(
        &mut table(GameKind::Othello),
        &[
            (ANN, "takeback", "no: there is no move of yours to take back"),
            (ANN, "f5", "First 1 f5"),
            (BEN, "takeback", "no: there is no move of yours to take back"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 1) }"),
            (ANN, "takeback", "no: you have offered that already"),
            (ANN, "grant", "no: you have asked that yourself"),
            (ANN, "refuse", "no: you have asked that yourself"),
            (BEN, "refuse", "TakebackRefused { side: Second }"),
            (BEN, "grant", "no: nothing was offered"),
            (BEN, "d6", "Second 2 d6"),
            (ANN, "c3", "First 3 c3"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 3) }"),
            (BEN, "d3", "Second 4 d3"),
            (BEN, "grant", "no: nothing was offered"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 4) }"),
            (BEN, "grant", "TakenBack { plies: 2, left: 2, moves: [\"c3\", \"d3\"] }"),
            (ANN, "c4", "First 3 c4"),
        ],
    );
}

#[test]
fn an_offer_is_withdrawn_by_its_maker_until_it_is_answered() {
    let (none, again) = (
        "no: you have offered nothing that could be withdrawn",
        "no: that was declined or withdrawn",
    );
    check(
        &mut table(GameKind::Othello),
        &[
            (ANN, "withdraw draw", none),
            (ANN, "f5", "First 1 f5"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "withdraw draw", none),
            (EVE, "withdraw draw", "no: you are not at this table"),
            (ANN, "withdraw draw", "DrawWithdrawn { side: First }"),
            (BEN, "accept draw", "no: nothing was offered"),
            (ANN, "withdraw draw", none),
            // Each offer calls the opponent, so it is not repeated at once.
            (ANN, "draw", again),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "withdraw takeback", none),
            (ANN, "withdraw takeback", "TakebackWithdrawn { side: First }"),
            (BEN, "grant", "no: nothing was offered"),
            (ANN, "takeback", again),
            (BEN, "d6", "Second 2 d6"),
            (ANN, "c3", "First 3 c3"),
            (ANN, "draw", "DrawOffered { side: First }"),
            // The opponent's move declines it.
            (BEN, "d3", "Second 4 d3"),
            (ANN, "withdraw draw", none),
            // One's own move does not.
            (ANN, "draw", "DrawOffered { side: First }"),
            (ANN, "c4", "First 5 c4"),
            (ANN, "withdraw draw", "DrawWithdrawn { side: First }"),
        ],
    );
    let mut over = table(GameKind::Othello);
    check(
        &mut over,
        &[
            (ANN, "resign", "Ended(Resigned(First))"),
            (ANN, "withdraw draw", "no: the game is over"),
        ],
    );
}

#[test]
fn a_takeback_request_does_not_replace_the_opponents() {
    let mut table = table(GameKind::Othello);
    for (player, text) in [(ANN, "f5"), (BEN, "d6"), (ANN, "takeback")] {
        table.apply(player, &command(text, &Game::new(GameKind::Othello)), at(1)).unwrap();
    }
    let asked = table.takeback();
    assert_eq!(table.apply(BEN, &Command::AskTakeback, at(1)), Err(Refusal::AskedFirst));
    assert_eq!(table.takeback(), asked);
    table.apply(BEN, &Command::RefuseTakeback, at(1)).unwrap();
    table.apply(BEN, &Command::AskTakeback, at(1)).unwrap();
}
