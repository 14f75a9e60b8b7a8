//! A computer at a table: it acts like a player, and is nobody.

use jiff::Timestamp;
use kradan_rules::{GameKind, Side};
use kradan_table::{
    COMPUTER_ANSWERS_WITHIN, ChallengeTerms, ChannelId, ChosenThemes, Command, Due, Ending, Event,
    Level, Moment, PlayerId, Refusal, ReminderWishes, Seat, Table, TimeControl,
};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const PLACE: ChannelId = ChannelId(10);
const NOW: Moment = Moment { time: Timestamp::UNIX_EPOCH, chance: 7 };

fn level() -> Level {
    Level::new(2).unwrap()
}

/// Ann plays First against the computer.
fn begun() -> Table {
    let terms = ChallengeTerms { side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) };
    let themes = ChosenThemes { of_players: vec![(ANN, "sea".into())], otherwise: "wood".into() };
    let (table, events) = Table::against_computer(ANN, level(), terms, &themes, PLACE, NOW);
    assert!(matches!(events[..], [Event::Accepted { .. }]), "{events:?}");
    table
}

#[test]
fn a_game_against_a_computer_begins_at_once_and_has_one_player_and_no_clock() {
    let table = begun();
    assert_eq!(table.theme(), Some("sea"));
    assert_eq!(table.players(), [ANN]);
    assert_eq!(table.other_than(ANN), None);
    assert_eq!(table.computer(), Some(level()));
    assert_eq!(table.pace(), TimeControl::Unlimited);
    assert_eq!((table.due(), table.deadline()), (None, None));
}

#[test]
fn a_computer_acts_at_its_seat_and_the_table_waits_for_it_alone() {
    let mut table = begun();
    let computer = Seat::from(level());
    let early = table.apply(computer, &Command::play("d3"), NOW);
    let turn = Refusal::NotYourTurn { turn: Side::First, player: ANN.into() };
    assert_eq!(early, Err(turn));
    table.apply(ANN, &Command::play("d3"), NOW).unwrap();
    assert_eq!(table.due(), Some(Due::Computer(NOW.time + COMPUTER_ANSWERS_WITHIN)));
    assert_eq!(table.due_change(), None);
    assert_eq!(table.pass_time(NOW.time, &ReminderWishes::default()), []);
    assert_eq!(table.computer_to_move(), Some((Side::Second, level())));
    assert_eq!(table.person_to_move(), None);
    // Ann has nothing to do with the computer's seat.
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: computer };
    assert_eq!(table.apply(ANN, &Command::play("c3"), NOW), Err(turn));
    table.apply(computer, &Command::play("c3"), NOW).unwrap();
    assert_eq!(table.due(), None);
    table.apply(computer, &Command::Resign, NOW).unwrap();
    assert_eq!(table.ending(), Some(Ending::Resigned(Side::Second)));
}

#[test]
fn an_open_challenge_becomes_a_game_against_a_computer_when_its_maker_wants_it() {
    let terms = ChallengeTerms::of(GameKind::Makruk);
    let mut open = Table::challenge(ANN, terms, PLACE, NOW);
    let play = Command::PlayComputer(level());
    assert_eq!(open.apply(BEN, &play, NOW), Err(Refusal::NotYourComputer));
    open.apply(ANN, &play, NOW).unwrap();
    assert_eq!((open.players(), open.pace()), (vec![ANN], TimeControl::Unlimited));
    assert_eq!(open.apply(BEN, &Command::Accept, NOW), Err(Refusal::Answered));
    let terms = ChallengeTerms { opponent: Some(BEN), ..terms };
    let mut sent = Table::challenge(ANN, terms, PLACE, NOW);
    assert_eq!(sent.apply(ANN, &play, NOW), Err(Refusal::NotBegun));
}

#[test]
fn a_rematch_against_a_computer_begins_at_once_with_the_sides_exchanged() {
    let mut table = begun();
    table.apply(ANN, &Command::Resign, NOW).unwrap();
    let again = table.rematch(kradan_table::TableId(3), ANN, None, NOW).unwrap();
    assert_eq!(again.side_of(ANN), Some(Side::Second));
    assert_eq!(again.computer_to_move(), Some((Side::First, level())));
    assert_eq!(again.theme(), Some("sea"));
}

#[test]
fn a_table_with_a_computer_is_stored_and_read_back() {
    let table = begun();
    let stored = serde_json::to_string(&table).unwrap();
    assert!(stored.contains(r#""seats":{"first":1,"second":{"computer":2}}"#), "{stored}");
    assert_eq!(serde_json::from_str::<Table>(&stored).unwrap(), table);
}

#[test]
fn erasing_the_player_leaves_the_computer() {
    let mut table = begun();
    table.apply(ANN, &Command::LeaveErased, NOW).unwrap();
    assert!(table.erase_player(ANN));
    let seats = *table.seats().unwrap();
    assert!(seats.first.is_erased());
    assert_eq!(seats.second, Seat::from(level()));
}

#[test]
fn after_a_game_the_level_above_fits_the_winner_and_the_level_below_the_loser() {
    // Both sides of a mate in one.
    let start = "8/8/8/8/8/1K6/7R/k7 w";
    for number in 1..=Level::MAX.number() {
        for side in Side::ALL {
            let terms = ChallengeTerms { side: Some(side), ..ChallengeTerms::of(GameKind::Makruk) };
            let themes = ChosenThemes { of_players: Vec::new(), otherwise: "wood".into() };
            let level = Level::new(number).unwrap();
            let (table, _) = Table::against_computer(ANN, level, terms, &themes, PLACE, NOW);
            assert_eq!(table.fitting_level(), None, "it is not over");
            let mut value = serde_json::to_value(&table).unwrap();
            value["game"] = serde_json::json!({
                "game": "makruk", "start": start, "moves": [], "position": start,
            });
            let mut table: Table = serde_json::from_value(value).unwrap();
            let first = table.seats().unwrap().first;
            table.apply(first, &Command::Move("h2h1".into()), NOW).unwrap();
            assert!(table.ending().is_some());
            let fitting = match side {
                Side::First => Level::new(number + 1),
                Side::Second => Level::new(number - 1),
            };
            assert_eq!(table.fitting_level(), fitting, "{level:?}, {side:?}");
            let again = table.rematch(kradan_table::TableId(3), ANN, fitting, NOW).unwrap();
            assert_eq!(again.computer(), Some(fitting.unwrap_or(level)));
        }
    }
}

#[test]
fn after_a_draw_no_other_level_fits() {
    let mut table = begun();
    assert_eq!(table.fitting_level(), None);
    let seats = *table.seats().unwrap();
    table.apply(seats.first, &Command::Draw, NOW).unwrap();
    table.apply(seats.second, &Command::AcceptDraw, NOW).unwrap();
    assert_eq!(table.ending(), Some(Ending::Agreed));
    assert_eq!(table.fitting_level(), None);
}
