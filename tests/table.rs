//! Quarrels at a table, as transcripts: who, what they ask, what they hear.

use jiff::{SignedDuration, Timestamp};
use kradan::rules::{Game, GameKind, Side, makruk::Act};
use kradan::table::{
    ChallengeTerms, ChannelId, Command, Due, Ending, Event, MakrukEvent, Moment, PlayerId, Refusal,
    Seen, Table, TimeControl, Venue,
};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const EVE: PlayerId = PlayerId(3);

const HERE: ChannelId = ChannelId(10);

/// Midnight of some day; all transcripts begin then.
fn start() -> Timestamp {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

fn at(hours: i64) -> Moment {
    Moment { time: start() + SignedDuration::from_hours(hours), chance: 0 }
}

/// A table at which Ann has the first side and Ben has accepted.
fn table(kind: GameKind) -> Table {
    let wish =
        ChallengeTerms { opponent: Some(BEN), side: Some(Side::First), ..ChallengeTerms::of(kind) };
    let mut table = Table::challenge(ANN, wish, HERE, at(0));
    table.apply(BEN, &Command::Accept, at(0)).unwrap();
    table
}

/// What a player says: a command's name, or a move; with ` on ` and moves, or `nothing` or `before`,
/// for what is asked with a control made for the position after them, and for one of an earlier
/// version.
fn command(text: &str, game: &Game) -> Command {
    if let Some((text, moves)) = text.split_once(" on ") {
        let seen = match moves {
            "before" => Seen::Unknown { plies: Some(game.plies()) },
            "nothing" => Seen::of(&Game::new(game.kind())),
            moves => {
                let mut seen = Game::new(game.kind());
                moves.split(' ').for_each(|mv| _ = seen.play_text(mv).unwrap());
                Seen::of(&seen)
            }
        };
        return command(text, game).on(seen);
    }
    match text {
        "accept" => Command::Accept,
        "decline" => Command::Decline,
        "cancel" => Command::Cancel,
        "claim" => Command::from(Act::Claim),
        "stop" => Command::from(Act::Stop),
        "draw" => Command::Draw,
        "accept draw" => Command::AcceptDraw,
        "no draw" => Command::DeclineDraw,
        "takeback" => Command::AskTakeback,
        "grant" => Command::GrantTakeback,
        "refuse" => Command::RefuseTakeback,
        "resign" => Command::Resign,
        "show 11" => Command::Show(ChannelId(11)),
        "show 12 unread" => Command::ShowUnread(ChannelId(12)),
        "show here unread" => Command::ShowUnread(HERE),
        _ => Command::play(text),
    }
}

/// What a player hears: the events without what the transcripts are not about, or the refusal.
fn heard(answer: Result<Vec<Event>, Refusal>) -> String {
    let words = |event: Event| match event {
        Event::Moved { side, ply, text, said: None } => format!("{side:?} {ply} {text}"),
        Event::Moved { side, ply, text, said: Some(said) } => {
            format!("{side:?} {ply} {text} says {said}")
        }
        Event::Passed { side, ply } => format!("{side:?} {ply} passes"),
        Event::Ended(Ending::Rules(outcome)) => format!("ended {outcome}"),
        other => format!("{other:?}"),
    };
    match answer {
        Ok(events) => events.into_iter().map(words).collect::<Vec<_>>().join(", "),
        Err(refusal) => format!("no: {refusal}"),
    }
}

/// Plays a transcript; a refused line must leave the table as it was, and every line must leave
/// one that is stored and loaded the same.
fn check(table: &mut Table, lines: &[(PlayerId, &str, &str)]) {
    for &(player, said, expected) in lines {
        let before = table.clone();
        let answer = table.apply(player, &command(said, before.game()), at(1));
        let refused = answer.is_err();
        assert_eq!(heard(answer), expected, "{player:?} says {said:?}");
        assert!(!refused || *table == before, "{said:?} was refused and changed the table");
        let stored = serde_json::to_string(table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&stored).unwrap(), *table, "{stored}");
    }
}

#[test]
fn only_the_one_challenged_accepts() {
    let wish = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::Second),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, wish, HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "accept", "no: this challenge is your own"),
            (EVE, "accept", "no: this challenge is for somebody else"),
            (EVE, "decline", "no: this challenge is for somebody else"),
            (EVE, "cancel", "no: you are not at this table"),
            (BEN, "cancel", "no: you are not at this table"),
            (ANN, "f5", "no: the game has not begun"),
            (BEN, "resign", "no: the game has not begun"),
            (
                BEN,
                "accept",
                "Accepted { seats: BySide { first: PlayerId(2), second: PlayerId(1) }, \
                 furigoma: None }",
            ),
            (BEN, "accept", "no: this challenge was answered already"),
            (ANN, "cancel", "no: this challenge was answered already"),
            (ANN, "f5", "no: it is not your turn"),
            (BEN, "f5", "First 1 f5"),
        ],
    );
}

#[test]
fn an_open_challenge_is_anyones_but_ones_own() {
    let mut table = Table::challenge(ANN, ChallengeTerms::of(GameKind::Makruk), HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "accept", "no: this challenge is your own"),
            (EVE, "decline", "no: this challenge is for somebody else"),
        ],
    );
    table.apply(EVE, &Command::Accept, at(1)).unwrap();
    assert_eq!(table.players(), [ANN, EVE]);
}

#[test]
fn a_challenge_is_declined_cancelled_or_lapses() {
    let wish = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Othello) };
    let challenge = Table::challenge(ANN, wish, HERE, at(0));
    let mut declined = challenge.clone();
    check(
        &mut declined,
        &[(BEN, "decline", "Declined"), (BEN, "accept", "no: this challenge was answered already")],
    );
    // Tables were stored without a time to forget them, once.
    let mut stored = serde_json::to_value(&declined).unwrap();
    assert!(stored["phase"]["withdrawn"].as_object_mut().unwrap().remove("since").is_some());
    let old: Table = serde_json::from_value(stored).unwrap();
    assert_eq!(old.challenged_in_vain(), Some(ANN));
    let mut cancelled = challenge.clone();
    check(
        &mut cancelled,
        &[(ANN, "cancel", "Cancelled"), (BEN, "accept", "no: this challenge was answered already")],
    );
    let mut forgotten = challenge;
    assert_eq!(forgotten.pass_time(at(7 * 24 - 1).time), []);
    assert_eq!(forgotten.pass_time(at(7 * 24).time), [Event::Lapsed]);
    assert_eq!(forgotten.pass_time(at(8 * 24).time), []);
}

#[test]
fn the_throw_of_pawns_is_shown_and_decides() {
    let wish = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
    for (chance, gote) in [(0b00111, ANN), (0b11000, BEN)] {
        let mut table = Table::challenge(ANN, wish, HERE, at(0));
        let moment = Moment { chance, ..at(1) };
        let events = table.apply(BEN, &Command::Accept, moment).unwrap();
        let [Event::Accepted { seats, furigoma: Some(throw) }] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(seats.second, gote);
        assert_eq!(throw.thrower, ANN);
        let promoted = throw.promoted.iter().filter(|&&it| it).count();
        assert_eq!(promoted as u32, chance.count_ones());
    }
}

#[test]
fn a_stranger_presses_every_button() {
    let mut table = table(GameKind::Othello);
    let stranger = "no: you are not at this table";
    for said in
        ["f5", "claim", "draw", "no draw", "takeback", "grant", "refuse", "resign", "show 11"]
    {
        check(&mut table, &[(EVE, said, stranger)]);
    }
    for said in ["accept", "decline", "cancel"] {
        check(&mut table, &[(EVE, said, "no: this challenge was answered already")]);
    }
}

#[test]
fn moves_at_once_and_on_old_boards_play_once() {
    check(
        &mut table(GameKind::Othello),
        &[
            (BEN, "f5 on nothing", "no: it is not your turn"),
            (ANN, "zz", "no: \"zz\" is not a move"),
            (ANN, "a1", "no: a disc on a1 encloses nothing"),
            (ANN, "f5 on nothing", "First 1 f5"),
            // The double click, and the other device.
            (ANN, "f5 on nothing", "no: the board has changed since: it is at ply 1 now"),
            (ANN, "d3 on nothing", "no: the board has changed since: it is at ply 1 now"),
            (ANN, "d3", "no: it is not your turn"),
            (BEN, "d6 on f5", "Second 2 d6"),
            (BEN, "f4 on f5", "no: the board has changed since: it is at ply 2 now"),
        ],
    );
}

/// After a takeback and another move there are as many plies again.
#[test]
fn what_was_asked_on_another_record_is_stale() {
    let mut table = table(GameKind::Othello);
    let stale = "no: the board has changed since: it is at ply 1 now";
    check(
        &mut table,
        &[
            (ANN, "f5 on nothing", "First 1 f5"),
            (ANN, "takeback on f5", "TakebackAsked { side: First, plies: (1, 1) }"),
            (BEN, "grant on f5", "TakenBack { plies: 1 }"),
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
            // Controls of earlier versions do not say which record they saw.
            (BEN, "c5 on before", stale),
            (BEN, "draw on before", stale),
            (BEN, "resign on before", stale),
            (EVE, "c5 on before", "no: you are not at this table"),
            (EVE, "c5 on f5", "no: you are not at this table"),
            (BEN, "accept draw on d3", "Ended(Agreed)"),
            (BEN, "c5 on f5", "no: the game is over"),
            (BEN, "c5 on before", "no: the game is over"),
            (EVE, "c5 on before", "no: you are not at this table"),
        ],
    );
}

#[test]
fn no_position_is_at_stake_before_the_game() {
    let wish = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, wish, HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "f5 on nothing", "no: the game has not begun"),
            (ANN, "f5 on before", "no: the game has not begun"),
            (BEN, "decline on before", "Declined"),
            (ANN, "f5 on nothing", "no: this challenge was answered already"),
        ],
    );
}

#[test]
fn a_draw_is_offered_declined_moved_past_and_agreed() {
    check(
        &mut table(GameKind::Ogi),
        &[
            (BEN, "no draw", "no: nothing was offered"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (ANN, "draw", "no: you have offered that already"),
            (ANN, "no draw", "no: nothing was offered"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "e3e4", "First 1 e3e4"),
            // Ann moved instead of answering, which answers.
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "draw", "Ended(Agreed)"),
            (ANN, "draw", "no: the game is over"),
            (BEN, "e6e5", "no: the game is over"),
            (EVE, "draw", "no: you are not at this table"),
        ],
    );
}

#[test]
fn what_was_declined_is_asked_again_after_a_move_of_ones_own() {
    let declined = "no: your opponent has said no to that";
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
            // Ben was told no by nobody.
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "no draw", "DrawDeclined { side: First }"),
            (BEN, "draw", declined),
            (BEN, "e6e5", "Second 2 e6e5"),
            (BEN, "draw", "DrawOffered { side: Second }"),
            (ANN, "no draw", "DrawDeclined { side: First }"),
            // A move of the opponent's is none of one's own.
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
fn a_takeback_asks_nothing_anew_that_was_declined() {
    let declined = "no: your opponent has said no to that";
    check(
        &mut table(GameKind::Ogi),
        &[
            (ANN, "e3e4", "First 1 e3e4"),
            (BEN, "e6e5", "Second 2 e6e5"),
            (ANN, "draw", "DrawOffered { side: First }"),
            (BEN, "no draw", "DrawDeclined { side: Second }"),
            // The move after which she might ask again is taken back.
            (ANN, "d3d4", "First 3 d3d4"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 3) }"),
            (BEN, "grant", "TakenBack { plies: 1 }"),
            (ANN, "draw", declined),
            // So is the one before it, and then the next move counts, whatever its number.
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 2) }"),
            (BEN, "grant", "TakenBack { plies: 2 }"),
            (ANN, "draw", declined),
            (ANN, "d3d4", "First 1 d3d4"),
            (ANN, "draw", "DrawOffered { side: First }"),
        ],
    );
}

#[test]
fn a_game_stored_before_refusals_were_kept_is_read() {
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
fn a_takeback_is_asked_refused_granted_and_undone_by_a_move() {
    check(
        &mut table(GameKind::Othello),
        &[
            (ANN, "takeback", "no: there is no move of yours to take back"),
            (ANN, "f5", "First 1 f5"),
            (BEN, "takeback", "no: there is no move of yours to take back"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (1, 1) }"),
            (ANN, "takeback", "no: you have offered that already"),
            (ANN, "grant", "no: nothing was offered"),
            (BEN, "refuse", "TakebackRefused { side: Second }"),
            (BEN, "grant", "no: nothing was offered"),
            (BEN, "d6", "Second 2 d6"),
            (ANN, "c3", "First 3 c3"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 3) }"),
            (BEN, "d3", "Second 4 d3"),
            (BEN, "grant", "no: nothing was offered"),
            (ANN, "takeback", "TakebackAsked { side: First, plies: (3, 4) }"),
            (BEN, "grant", "TakenBack { plies: 2 }"),
            (ANN, "c4", "First 3 c4"),
        ],
    );
}

#[test]
fn a_count_is_claimed_by_the_weaker_side_and_taken_back_with_its_move() {
    let mut table = table(GameKind::Makruk);
    check(
        &mut table,
        &[
            (BEN, "claim", "no: it is not your turn"),
            (ANN, "claim", "no: the count cannot be claimed while a bia stands"),
            (ANN, "claim: e3e4", "no: the count cannot be claimed while a bia stands"),
            (ANN, "stop", "no: you are not counting, so there is no count to stop"),
            (ANN, "e3e4", "First 1 e3e4"),
        ],
    );
    check(&mut self::table(GameKind::Othello), &[(ANN, "claim", "no: this game has no counts")]);
}

/// A game of the conformance files: its moves, and the acts by index from 0.
fn recorded(file: &str, is_wanted: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
    let path = format!("{}/tests/conformance/records/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
    games.into_iter().find(is_wanted).unwrap()
}

/// Whose turn it is makes the move; says what happened.
fn play_on(table: &mut Table, command: &Command) -> Vec<Event> {
    let (_, player) = table.to_move().unwrap();
    table.apply(player, command, at(1)).unwrap()
}

#[test]
fn a_takeback_across_a_claimed_count_restores_the_count() {
    let game = recorded("makruk_games.jsonl", |game| game["id"] == "mk-game-010");
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let (claimed_at, act) = game["acts"].as_object().unwrap().iter().next().unwrap();
    assert_eq!(act, "claim");
    let claimed_at: usize = claimed_at.parse().unwrap();
    let mut table = table(GameKind::Makruk);
    for text in &moves[..claimed_at] {
        play_on(&mut table, &Command::play(text));
    }
    let before = table.game().clone();
    let (side, claimant) = table.to_move().unwrap();
    let other = table.seats().unwrap()[!side];

    let announced = play_on(&mut table, &Command::from(Act::Claim));
    assert_eq!(announced, [MakrukEvent::CountAnnounced { side, act: Act::Claim }.into()]);
    let left = play_on(&mut table, &Command::from(Act::Claim));
    assert_eq!(left, [MakrukEvent::CountLeft { side }.into()], "asked again, it is left be");
    play_on(&mut table, &Command::from(Act::Claim));
    let moved = play_on(&mut table, &Command::play(moves[claimed_at]));
    let text = format!("claim:{}", moves[claimed_at]);
    assert_eq!(moved, [Event::Moved { side, ply: claimed_at + 1, text, said: Some(1) }]);
    play_on(&mut table, &Command::play(moves[claimed_at + 1]));

    table.apply(claimant, &Command::AskTakeback, at(2)).unwrap();
    let taken_back = table.apply(other, &Command::GrantTakeback, at(2));
    assert_eq!(taken_back, Ok(vec![Event::TakenBack { plies: 2 }]));
    assert_eq!(*table.game(), before, "no count runs again");
    let moved = play_on(&mut table, &Command::play(moves[claimed_at]));
    assert!(matches!(moved[..], [Event::Moved { said: None, .. }]), "the claim went with its move");
}

#[test]
fn a_whole_othello_game_passes_by_itself() {
    let game = recorded("othello_games.jsonl", |game| {
        game["moves"].as_array().unwrap().iter().any(|mv| mv == "pass")
    });
    let moves: Vec<&str> =
        game["moves"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let mut table = table(GameKind::Othello);
    let mut heard = Vec::new();
    for text in moves.iter().filter(|&&text| text != "pass") {
        heard.extend(play_on(&mut table, &Command::play(text)));
    }
    assert_eq!(table.game().moves(), moves);
    let passes = heard.iter().filter(|event| matches!(event, Event::Passed { .. })).count();
    assert_eq!(passes, moves.iter().filter(|&&text| text == "pass").count());
    let ending = table.ending().unwrap();
    assert_eq!(heard.last(), Some(&Event::Ended(ending)));
    assert_eq!(ending.verdict().to_string(), game["result"].as_str().unwrap());
}

#[test]
fn a_makruk_position_may_be_claimed_the_third_time_and_is_drawn_the_fifth() {
    let round = ["b1d2", "b8d7", "d2b1", "d7b8"];
    let mut table = table(GameKind::Makruk);
    for text in round.iter().cycle().take(8) {
        play_on(&mut table, &Command::play(text));
    }
    let mut claimed = table.clone();
    assert_eq!(
        claimed.apply(BEN, &Command::Draw, at(1)),
        Ok(vec![Event::DrawOffered { side: Side::Second }])
    );
    let mut claimed = table.clone();
    assert_eq!(
        claimed.apply(ANN, &Command::Draw, at(1)),
        Ok(vec![Event::Ended(Ending::Repetition)])
    );
    for text in round.iter().cycle().take(7) {
        play_on(&mut table, &Command::play(text));
        assert_eq!(table.ending(), None);
    }
    play_on(&mut table, &Command::play(round[3]));
    assert_eq!(table.ending(), Some(Ending::Repetition));
}

#[test]
fn time_reminds_once_and_then_decides() {
    let mut table = table(GameKind::Othello);
    assert_eq!(TimeControl::default().in_days(), 3);
    let hours = |hours| at(hours).time;
    // A fifth of 72 hours is 14.4.
    let reminder = hours(72) - SignedDuration::from_mins(14 * 60 + 24);
    assert_eq!(table.due(), Some(Due::Reminder(reminder)));
    assert_eq!(table.pass_time(reminder - SignedDuration::from_secs(1)), []);
    assert_eq!(table.pass_time(reminder), [Event::Reminded { side: Side::First }]);
    assert_eq!(table.pass_time(reminder), []);
    assert_eq!(table.due(), Some(Due::Deadline(hours(72))));

    table.apply(ANN, &Command::play("f5"), at(71)).unwrap();
    assert_eq!(table.pass_time(hours(72)), [], "the move came in time");
    // The bot was away for a day: nobody pays for that.
    table.credit(SignedDuration::from_hours(24));
    assert_eq!(table.deadline(), Some(hours(71 + 72 + 24)));
    table.pass_time(hours(71 + 72 + 23));
    assert_eq!(
        table.pass_time(hours(71 + 72 + 24)),
        [Event::Ended(Ending::OutOfTime(Side::Second))],
    );
    assert_eq!(table.due(), None);
    assert_eq!(table.pass_time(hours(1_000)), []);
}

#[test]
fn a_rematch_exchanges_the_sides() {
    let mut table = table(GameKind::Ogi);
    assert_eq!(table.rematch(ANN, at(1)), Err(Refusal::NotOver));
    table.apply(ANN, &Command::Resign, at(1)).unwrap();
    assert_eq!(table.rematch(EVE, at(1)), Err(Refusal::NotSeated));
    let mut again = table.rematch(ANN, at(2)).unwrap();
    assert_eq!(again.apply(EVE, &Command::Accept, at(2)), Err(Refusal::NotChallenged));
    again.apply(BEN, &Command::Accept, at(2)).unwrap();
    assert_eq!(again.seats().map(|seats| seats.first), Some(BEN));
}

#[test]
fn a_table_is_shown_elsewhere_at_any_time() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[(BEN, "show 11", "Shown(ChannelId(11))"), (ANN, "resign", "Ended(Resigned(First))")],
    );
    assert_eq!(table.place(), ChannelId(11));
    table.apply(ANN, &Command::Show(HERE), at(3)).unwrap();
    assert_eq!(table.place(), HERE);
}

#[test]
fn a_table_does_not_go_where_the_other_may_not_read() {
    let unread = "no: your opponent may not be able to read that place";
    let mut table = table(GameKind::Othello);
    let shown = format!("Shown({HERE:?})");
    check(
        &mut table,
        &[
            (ANN, "show 12 unread", unread),
            (EVE, "show 12 unread", "no: you are not at this table"),
            (BEN, "show here unread", &shown),
            (ANN, "resign", "Ended(Resigned(First))"),
            (BEN, "show 12 unread", unread),
        ],
    );
    assert_eq!(table.place(), HERE);
}

#[test]
fn a_challenge_is_shown_again_by_those_whom_it_concerns() {
    let unread = "no: your opponent may not be able to read that place";
    let wish = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Othello) };
    let mut table = Table::challenge(ANN, wish, HERE, at(0));
    assert_eq!((table.other_than(ANN), table.other_than(BEN)), (Some(BEN), Some(ANN)));
    check(
        &mut table,
        &[
            (BEN, "show 12 unread", unread),
            (ANN, "show 12 unread", unread),
            (EVE, "show 11", "no: the game has not begun"),
            (BEN, "show 11", "Shown(ChannelId(11))"),
        ],
    );
    let mut open = Table::challenge(ANN, ChallengeTerms::of(GameKind::Othello), HERE, at(0));
    assert_eq!(open.other_than(ANN), None);
    check(&mut open, &[(EVE, "show 11", "no: the game has not begun")]);
}

#[test]
fn a_game_begins_where_it_is_shown() {
    let challenge = ChallengeTerms {
        opponent: Some(BEN),
        setting: Venue::Thread,
        ..ChallengeTerms::of(GameKind::Ogi)
    };
    let challenge = Table::challenge(ANN, challenge, ChannelId(5), at(0));
    let mut table = challenge.clone();
    let events = table.apply(BEN, &Command::AcceptIn(ChannelId(6)), at(1)).unwrap();
    assert!(
        matches!(events[..], [Event::Accepted { .. }, Event::Shown(ChannelId(6))]),
        "{events:?}"
    );
    assert_eq!(table.place(), ChannelId(6));
    assert_eq!(table.apply(BEN, &Command::AcceptIn(ChannelId(7)), at(1)), Err(Refusal::Answered));

    let mut table = challenge;
    for (player, refusal) in [(ANN, Refusal::OwnChallenge), (EVE, Refusal::NotChallenged)] {
        assert_eq!(table.apply(player, &Command::AcceptIn(ChannelId(6)), at(1)), Err(refusal));
    }
    let events = table.apply(BEN, &Command::Accept, at(1)).unwrap();
    assert!(matches!(events[..], [Event::Accepted { .. }, Event::NoThread]), "{events:?}");
    assert_eq!(table.place(), ChannelId(5));
}

#[test]
fn a_takeback_does_not_take_the_place_of_the_opponents() {
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
