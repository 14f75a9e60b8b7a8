//! Conditional moves: lines that a player plans, and the replies that are played by themselves.

use kradan_rules::{Game, GameKind, Side};
use kradan_table::{
    Audience, Command, Event, LINE_MOVES_MAX, LINES_MAX, MOVES_AT_ONCE_MAX, PlayerId, Refusal,
    ReminderWishes, Table, play_ahead,
};

use crate::transcript::{ANN, BEN, EVE, at, check, command, table};

/// The lines that a player has planned.
fn lines(table: &Table, player: PlayerId) -> Vec<String> {
    table.planned_lines(player).iter().map(|line| line.join(" ")).collect()
}

#[test]
fn a_reply_is_played_when_its_condition_comes_true() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (EVE, "if d6 c3", "no: you are not at this table"),
            (ANN, "if d6 c3 d3 c4", ""),
            (BEN, "d6", "Second 2 d6, First 3 c3"),
            (BEN, "d3", "Second 4 d3, First 5 c4"),
            (BEN, "f4", "Second 6 f4"),
        ],
    );
    assert_eq!(lines(&table, ANN), Vec::<String>::new());
}

#[test]
fn a_plan_is_dropped_when_its_condition_does_not_come_true() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (ANN, "if d6 c3", ""),
            (ANN, "if f6 e6 f4 e3", ""),
            (BEN, "f6", "Second 2 f6, First 3 e6"),
        ],
    );
    assert_eq!(lines(&table, ANN), ["f4 e3"], "the other line is gone");
    check(&mut table, &[(BEN, "d6", "Second 4 d6")]);
    assert_eq!(lines(&table, ANN), Vec::<String>::new());
}

#[test]
fn plans_of_both_sides_are_played_as_one_chain() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            // On one's own turn a line begins with one's own next move, which is not played by itself.
            (ANN, "if f5 d6 c3 d3 c4", ""),
            (BEN, "if f5 d6 c3 d3", ""),
            (ANN, "f5", "First 1 f5, Second 2 d6, First 3 c3, Second 4 d3, First 5 c4"),
        ],
    );
    assert_eq!((lines(&table, ANN), lines(&table, BEN)), (Vec::new(), Vec::new()));
}

/// After a3 Black has no move: a pass is a condition that comes true, written or not.
#[test]
fn a_plan_goes_on_over_the_opponents_pass() {
    for text in ["if c2 a3 d2", "if c2 a3 pass d2", "if c2 a3 -- d2"] {
        let mut table = table(GameKind::Othello);
        for (ply, mv) in ["c4", "c3", "f5", "b4", "a4", "a5"].into_iter().enumerate() {
            let mover = if ply % 2 == 0 { ANN } else { BEN };
            table.apply(mover, &Command::play(mv), at(1)).unwrap();
        }
        check(&mut table, &[(BEN, text, "")]);
        assert_eq!(lines(&table, BEN), ["c2 a3 d2"]);
        table.apply(ANN, &Command::play("c2"), at(1)).unwrap();
        assert_eq!(table.game().moves()[6..], ["c2", "a3", "pass", "d2"], "{text}");
    }
    let mut table = table(GameKind::Othello);
    check(&mut table, &[(ANN, "f5", "First 1 f5")]);
    let asked = command("if d6 pass c3", table.game());
    let refused = table.apply(ANN, &asked, at(1));
    assert!(matches!(refused, Err(Refusal::PlannedMove { number: 2, .. })), "{refused:?}");
}

#[test]
fn one_reply_stands_for_each_condition() {
    let mut table = table(GameKind::Othello);
    let plan = |table: &mut Table, text: &str| check(table, &[(ANN, text, "")]);
    check(&mut table, &[(ANN, "f5", "First 1 f5")]);
    plan(&mut table, "if d6 c3");
    plan(&mut table, "if f6 e6");
    plan(&mut table, "if d6 c3 d3 c4");
    assert_eq!(lines(&table, ANN), ["f6 e6", "d6 c3 d3 c4"], "a line that goes on is one line");
    plan(&mut table, "if d6 c3");
    assert_eq!(lines(&table, ANN), ["f6 e6", "d6 c3 d3 c4"], "a part of a line is nothing new");
    plan(&mut table, "if d6 c3 f4 f6");
    assert_eq!(lines(&table, ANN).len(), 3, "another condition is another line");
    plan(&mut table, "if d6 c4");
    assert_eq!(lines(&table, ANN), ["f6 e6", "d6 c4"], "another reply replaces what followed");
}

#[test]
fn lines_are_removed_one_by_one_or_all() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (ANN, "if d6 c3", ""),
            (ANN, "if f6 e6", ""),
            (ANN, "if f4 e3", ""),
        ],
    );
    let mut end = table.game().clone();
    for mv in ["f6", "e6"] {
        end.play_text(mv).unwrap();
    }
    table.apply(ANN, &Command::Unplan(Some(end.fingerprint())), at(1)).unwrap();
    assert_eq!(lines(&table, ANN), ["d6 c3", "f4 e3"]);
    table.apply(ANN, &Command::Unplan(Some(end.fingerprint())), at(1)).unwrap();
    assert_eq!(lines(&table, ANN).len(), 2, "it is gone already");
    table.apply(BEN, &Command::Unplan(None), at(1)).unwrap();
    assert_eq!(lines(&table, ANN).len(), 2, "they are Ann's");
    let planless = {
        let mut table = table.clone();
        table.apply(ANN, &Command::Unplan(None), at(1)).unwrap();
        table
    };
    assert_eq!(lines(&planless, ANN), Vec::<String>::new());
    let stored = serde_json::to_string(&planless).unwrap();
    assert!(!stored.contains("plans"), "{stored}");
    check(&mut planless.clone(), &[(BEN, "d6", "Second 2 d6")]);
}

#[test]
fn an_offer_of_a_pause_waits_for_an_answer_too() {
    let mut table = table(GameKind::Othello);
    check(&mut table, &[(ANN, "f5", "First 1 f5"), (ANN, "if d6 c3", "")]);
    table.apply(BEN, &Command::OfferPause, at(1)).unwrap();
    check(&mut table, &[(BEN, "d6", "Second 2 d6"), (ANN, "c3", "First 3 c3")]);
}

#[test]
fn a_player_knows_their_own_plan_alone() {
    let mut table = table(GameKind::Othello);
    check(&mut table, &[(ANN, "if f5 d6 c3", ""), (BEN, "if f5 d6", "")]);
    let known = table.as_known_to(ANN);
    assert_eq!((lines(&known, ANN).len(), lines(&known, BEN).len()), (1, 0));
    let known = table.as_known_to(EVE);
    assert!(!serde_json::to_string(&known).unwrap().contains("plans"));
}

#[test]
fn what_no_line_can_be_is_refused() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (ANN, "if d6", "no: the line has no reply at its end"),
            (ANN, "if d6 c3 d3", "no: the line has no reply at its end"),
            (BEN, "if d6", "no: the line has no reply at its end"),
        ],
    );
    for (moves, number) in [("a1 c3", 1), ("d6 a1", 2), ("d6 c3 nonsense c4", 3)] {
        let refused =
            table.clone().apply(ANN, &command(&format!("if {moves}"), table.game()), at(1));
        assert!(
            matches!(&refused, Err(Refusal::PlannedMove { number: it, .. }) if *it == number),
            "{moves}: {refused:?}"
        );
    }
    let long = vec!["d6".to_owned(); LINE_MOVES_MAX + 1];
    assert_eq!(table.apply(ANN, &Command::Plan(long), at(1)), Err(Refusal::LineTooLong));
    assert_eq!(table.apply(ANN, &Command::Plan(Vec::new()), at(1)), Err(Refusal::NoPlannedReply));
}

#[test]
fn the_number_of_lines_is_bounded() {
    let mut table = table(GameKind::Makruk);
    table.apply(ANN, &Command::play("e3e4"), at(1)).unwrap();
    let conditions = table.game().legal_moves();
    let plan = |table: &mut Table, condition: &str| {
        let line = vec![condition.to_owned(), "d3d4".to_owned()];
        table.apply(ANN, &Command::Plan(line), at(1))
    };
    for condition in &conditions[..LINES_MAX] {
        assert_eq!(plan(&mut table, condition), Ok(Vec::new()));
    }
    assert_eq!(plan(&mut table, &conditions[LINES_MAX]), Err(Refusal::TooManyLines));
    assert_eq!(plan(&mut table, &conditions[0]), Ok(Vec::new()), "it is there already");
}

#[test]
fn a_takeback_drops_the_plans_and_an_offer_waits_for_an_answer() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (ANN, "if d6 c3", ""),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "grant", "TakenBack { plies: 1, left: 0, moves: [\"f5\"] }"),
            (ANN, "f5", "First 1 f5"),
            (BEN, "d6", "Second 2 d6"),
            (ANN, "c3", "First 3 c3"),
            (ANN, "if d3 c4 f4 e3", ""),
            (BEN, "draw", "DrawOffered { side: Second }"),
            // The offer comes with the move, and no reply of a plan declines it.
            (BEN, "d3", "Second 4 d3"),
            (ANN, "c4", "First 5 c4"),
            // What was played by hand goes on as planned.
            (BEN, "f4", "Second 6 f4, First 7 e3"),
        ],
    );
}

#[test]
fn what_is_done_with_a_move_of_makruk_is_no_condition() {
    let mut table = table(GameKind::Makruk);
    // White has a rua, a bia-ngai and a khun; Black is to count and may claim.
    let start = "8/8/2n5/8/6k1/2K5/8/1r5S w";
    let mut stored = serde_json::to_value(&table).unwrap();
    stored["game"] = serde_json::json!({
        "game": "makruk", "start": start, "moves": [], "position": start,
    });
    table = serde_json::from_value(stored).unwrap();
    let mut game = table.game().clone();
    game.play_text("h1h2").unwrap();
    let reply = game.legal_moves().remove(0);
    let line = vec!["h1h2".to_owned(), reply.clone()];
    table.apply(BEN, &Command::Plan(line), at(1)).unwrap();
    let events = table.apply(ANN, &Command::play("claim:h1h2"), at(1)).unwrap();
    let moved: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            Event::Moved { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(moved, ["claim:h1h2", &reply]);
}

#[test]
fn a_reply_waits_for_the_answer_to_an_offer_and_is_then_played() {
    for (answerer, answer, told) in [
        (ANN, "no draw", "DrawDeclined { side: First }"),
        (BEN, "withdraw draw", "DrawWithdrawn { side: Second }"),
    ] {
        let mut table = table(GameKind::Othello);
        let played = format!("{told}, First 3 c3");
        check(
            &mut table,
            &[
                (ANN, "f5", "First 1 f5"),
                (ANN, "if d6 c3 d3 c4", ""),
                (BEN, "draw", "DrawOffered { side: Second }"),
                (BEN, "d6", "Second 2 d6"),
                (answerer, answer, &played),
                (BEN, "d3", "Second 4 d3, First 5 c4"),
            ],
        );
    }
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[
            (ANN, "f5", "First 1 f5"),
            (ANN, "if d6 c3", ""),
            (BEN, "draw", "DrawOffered { side: Second }"),
            (BEN, "d6", "Second 2 d6"),
            // A line that begins with one's own move waits for that move.
            (ANN, "if c3 d3 c4", ""),
            (ANN, "no draw", "DrawDeclined { side: First }"),
        ],
    );
}

#[test]
fn a_reply_waits_for_the_end_of_a_pause() {
    let mut table = table(GameKind::Othello);
    check(&mut table, &[(ANN, "f5", "First 1 f5"), (ANN, "if d6 c3", "")]);
    table.apply(BEN, &Command::OfferPause, at(1)).unwrap();
    check(&mut table, &[(BEN, "d6", "Second 2 d6")]);
    table.apply(ANN, &Command::AcceptPause, at(1)).unwrap();
    assert_eq!(table.game().plies(), 2);
    let mut resumed = table.clone();
    let events = resumed.apply(BEN, &Command::Resume, at(2)).unwrap();
    assert!(
        matches!(events[..], [Event::Resumed { .. }, Event::Moved { ply: 3, .. }]),
        "{events:?}"
    );
    // After 30 days it is resumed by itself.
    let due = table.due().unwrap().at();
    let events = table.pass_time(due, &ReminderWishes::default());
    assert!(
        matches!(events[..], [Event::Resumed { .. }, Event::Moved { ply: 3, .. }]),
        "{events:?}"
    );
}

/// A plan as it is stored. Later versions have to read it.
#[test]
fn a_stored_plan_is_read() {
    let mut table = table(GameKind::Othello);
    check(&mut table, &[(ANN, "f5", "First 1 f5")]);
    let mut stored = serde_json::to_value(&table).unwrap();
    assert!(!stored.to_string().contains("plans"), "{stored}");
    let lines = serde_json::json!([["d6", "c3", "d3", "c4"], ["f6", "e6"]]);
    let plan = serde_json::json!({ "after": "0bdd3abd5d27db43", "lines": lines });
    let plans = serde_json::json!({ "first": plan, "second": null });
    stored["phase"]["playing"]["plans"] = plans.clone();
    let mut read: Table = serde_json::from_value(stored).unwrap();
    assert_eq!(self::lines(&read, ANN), ["d6 c3 d3 c4", "f6 e6"]);
    let stored = serde_json::to_value(&read).unwrap();
    assert_eq!(stored["phase"]["playing"]["plans"], plans);
    check(&mut read, &[(BEN, "f6", "Second 2 f6, First 3 e6")]);
}

#[test]
fn the_only_legal_move_is_known_and_played() {
    let mut table = table(GameKind::Othello);
    assert_eq!(table.only_move(), None);
    let mut random = fastrand::Rng::with_seed(3);
    // Play on until somebody has one move.
    let (player, only) = loop {
        if let Some(found) = table.only_move() {
            break found;
        }
        let Some(player) = table.person_to_move() else {
            table = crate::transcript::table(GameKind::Othello);
            continue;
        };
        let moves = table.game().legal_moves();
        table.apply(player, &Command::play(&moves[random.usize(..moves.len())]), at(1)).unwrap();
    };
    assert_eq!(table.person_to_move(), Some(player));
    assert_eq!(table.game().legal_moves(), std::slice::from_ref(&only));
    assert_eq!(table.clone().play_only_move(&[], at(1)), Vec::new(), "only a move brings it about");
    let earlier = Event::Moved { side: Side::First, ply: 1, text: "f5".to_owned(), said: None };
    let most = vec![earlier.clone(); MOVES_AT_ONCE_MAX];
    assert_eq!(table.clone().play_only_move(&most, at(1)), Vec::new(), "that is told at once");
    let events = table.play_only_move(&[earlier], at(1));
    assert!(matches!(&events[0], Event::Moved { text, .. } if *text == only), "{events:?}");
}

/// A line of random moves from the present position that a side may plan.
fn random_line(random: &mut fastrand::Rng, game: &Game, side: Side) -> Option<Vec<String>> {
    let mut ahead = game.clone();
    let mut line = Vec::new();
    let mut movers = Vec::new();
    for _ in 0..random.usize(2..=LINE_MOVES_MAX) {
        let kradan_rules::Status::Ongoing { turn } = ahead.status() else { break };
        let moves = ahead.legal_moves();
        let mv = moves[random.usize(..moves.len())].clone();
        if play_ahead(&mut ahead, &mv).is_err() {
            break;
        }
        movers.push(turn);
        line.push(mv);
    }
    while movers.last().is_some_and(|mover| *mover != side) {
        movers.pop();
        line.pop();
    }
    movers.iter().any(|mover| *mover != side).then_some(line)
}

/// The moves that events tell of, with the side of each.
fn moved(events: &[Event]) -> Vec<(Side, String)> {
    let of = |event: &Event| match event {
        Event::Moved { side, text, .. } => Some((*side, text.clone())),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// The game with plans is the one in which their authors type the replies by hand; and a plan shows
/// neither in events nor in what the other player may ask of the table.
#[test]
fn a_game_with_plans_is_the_one_that_is_typed_by_hand() {
    let mut random = fastrand::Rng::with_seed(17);
    let mut replies = 0;
    for kind in GameKind::ALL {
        for _ in 0..25 {
            let (mut planned, mut typed) = (table(kind), table(kind));
            for _ in 0..60 {
                let Some((turn, player)) = planned.to_move() else { break };
                for (side, author) in [(Side::First, ANN), (Side::Second, BEN)] {
                    for _ in 0..random.usize(..4) {
                        let Some(line) = random_line(&mut random, planned.game(), side) else {
                            continue;
                        };
                        let answer = planned.apply(author, &Command::Plan(line.clone()), at(1));
                        match answer {
                            Ok(events) => {
                                assert_eq!(events, Vec::new());
                                assert_eq!(Audience::of(&events), Audience::Doer);
                            }
                            Err(refusal) => assert_eq!(refusal, Refusal::TooManyLines, "{line:?}"),
                        }
                    }
                }
                let stored = serde_json::to_string(&planned).unwrap();
                assert_eq!(serde_json::from_str::<Table>(&stored).unwrap(), planned);
                let moves = planned.game().legal_moves();
                // Half of the moves are those that the opponent waits for.
                let opponent = if player == ANN { BEN } else { ANN };
                let waited = planned.planned_lines(opponent).first().map(|line| line[0].clone());
                let mv = match waited {
                    Some(mv) if random.bool() => mv,
                    _ => moves[random.usize(..moves.len())].clone(),
                };
                let events = planned.apply(player, &Command::play(&mv), at(1)).unwrap();
                let made = moved(&events);
                assert_eq!(made[0], (turn, mv));
                assert!(made.len() <= MOVES_AT_ONCE_MAX);
                replies += made.len() - 1;
                let mut by_hand = Vec::new();
                for (side, text) in made {
                    let hand = if side == Side::First { ANN } else { BEN };
                    by_hand.extend(typed.apply(hand, &Command::play(&text), at(1)).unwrap());
                }
                assert_eq!(by_hand, events);
                assert_eq!(planned.game(), typed.game());
                assert_eq!((planned.deadline(), planned.due()), (typed.deadline(), typed.due()));
            }
        }
    }
    assert!(replies > 300, "{replies} replies");
}
