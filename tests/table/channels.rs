//! The channel in which a table is shown.

use kradan_rules::GameKind;
use kradan_table::{ChallengeTerms, ChannelId, Command, Event, Refusal, Table, Venue};

use crate::transcript::{ANN, BEN, EVE, HERE, at, check, table};

#[test]
fn a_table_moves_to_another_channel_at_any_time() {
    let mut table = table(GameKind::Othello);
    check(
        &mut table,
        &[(BEN, "show 11", "Shown(ChannelId(11))"), (ANN, "resign", "Ended(Resigned(First))")],
    );
    assert_eq!(table.channel(), ChannelId(11));
    table.apply(ANN, &Command::Show(HERE), at(3)).unwrap();
    assert_eq!(table.channel(), HERE);
}

#[test]
fn a_table_does_not_move_where_the_opponent_cannot_read() {
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
    assert_eq!(table.channel(), HERE);
}

#[test]
fn only_its_players_show_a_challenge_again() {
    let unread = "no: your opponent may not be able to read that place";
    let terms = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Othello) };
    let mut table = Table::challenge(ANN, terms, HERE, at(0));
    assert_eq!((table.other_than(ANN), table.other_than(BEN)), (Some(BEN), Some(ANN)));
    check(
        &mut table,
        &[
            (BEN, "show 12 unread", unread),
            (ANN, "show 12 unread", unread),
            // Others are told nothing of what they may not be able to see.
            (EVE, "show 11", "no: you are not at this table"),
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
    assert_eq!(table.channel(), ChannelId(6));
    assert_eq!(table.apply(BEN, &Command::AcceptIn(ChannelId(7)), at(1)), Err(Refusal::Answered));

    let mut table = challenge;
    for (player, refusal) in [(ANN, Refusal::OwnChallenge), (EVE, Refusal::NotChallenged)] {
        assert_eq!(table.apply(player, &Command::AcceptIn(ChannelId(6)), at(1)), Err(refusal));
    }
    let events = table.apply(BEN, &Command::Accept, at(1)).unwrap();
    assert!(matches!(events[..], [Event::Accepted { .. }, Event::NoThread]), "{events:?}");
    assert_eq!(table.channel(), ChannelId(5));
}
