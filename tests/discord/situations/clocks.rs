//! Banks, pauses, more time and holidays.

use jiff::{SignedDuration, Timestamp};
use kradan_emulator::{ANN, BEN, GAMES, Id, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Event, Ladder, Refusal, Reminder, TimeControl};
use serde_json::json;

use super::time::{BEGUN, UNTIL_REMINDER, UNTIL_TIME_OUT};
use super::{DAY, HOUR, has_line};
use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::Sees::{EphemeralText, Public, PublicEvent, Refused};
use crate::discord::transcript::{
    NOBODY, Transcript, by_name, check, language_of, mention, sentence_of, table_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_chosen_in_the_challenge_and_both_clocks_are_shown() {
    let harness = Harness::start().await;
    for time in ["soon", "5m", "400d", "0", "1d+8d"] {
        let bad = json!({ "game": "othello", "time": time });
        let refused = harness.command(ANN, GAMES, "play", bad).await;
        check(ANN, time, &refused, EphemeralText("line-bad-time", &[]));
        for bound in ["1h", "30d", "10d+1d", "7d"] {
            assert!(refused.content().contains(bound), "{}", refused.content());
        }
    }

    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "time": "10d+1d",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let words = "10 days, plus 1 day after each move, up to 15 days";
    assert!(challenge.content().contains(words), "{}", challenge.content());
    harness.click(BEN, &challenge, "accept").await;
    harness.pass(2 * DAY).await;
    let board = harness.command(ANN, GAMES, "move", json!({ "move": "d3" })).await;
    // Ann used two of ten days and some seconds, and got one.
    let other = Line::OtherClock { name: "Ann", time: "8 days 23 hours" };
    let other = i18n::line(&other, Language::English);
    assert!(board.content().contains(other.trim_end_matches('.')), "{}", board.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn times_are_suggested_first_what_is_typed() {
    let harness = Harness::start().await;
    let suggested = async |who: Id, typed: &str| {
        let found = harness.suggested(who, GAMES, ("play", "time"), typed).await;
        for choice in &found {
            let time: TimeControl = choice.value.as_str().unwrap().parse().unwrap();
            let words = i18n::time_control(time, language_of(who));
            assert_eq!(choice.name, format!("{time} · {words}"));
        }
        found.iter().map(|it| it.value.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let bank = "10d+1d max 15d";
    let usual = ["3d", "1d", "7d", "14d", "12h", "1h", bank, "5d+12h max 180h", "30d", "none"];
    for who in [ANN, BEN] {
        assert_eq!(suggested(who, "").await, usual);
    }
    // A number alone is a number of days.
    assert_eq!(suggested(ANN, "12").await, [&["12d"], &usual[..]].concat());
    let others: Vec<&str> = usual.into_iter().filter(|it| *it != bank).collect();
    assert_eq!(suggested(ANN, "10d+1d").await, [&[bank], &others[..]].concat());
    assert_eq!(suggested(ANN, " 10D+").await, [bank]);
    assert_eq!(suggested(ANN, "no").await, ["none"]);
    assert_eq!(suggested(ANN, "soon").await, [""; 0]);
    // What was suggested is understood.
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "time": bank });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    assert_eq!(harness.stored(table_of(&challenge)).await.table.pace().to_string(), bank);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_clocks_are_on_a_private_board_and_elsewhere_where_they_are_not_the_usual() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let anns_clock = |time: &str, language| {
        let line = Line::OtherClock { name: &mention(ANN), time };
        by_name(i18n::line(&line, language).trim_end_matches('.'))
    };
    let has = |time: &str| anns_clock(time, Language::English);
    let board = transcript.public().pop().unwrap();
    assert!(!by_name(board.content()).contains(&has("3 days")), "{}", board.content());
    let games = harness.command(BEN, RANDOM, "games", json!({})).await;
    let own = harness.click(BEN, &games, "open").await;
    let days = i18n::length_of_time(SignedDuration::from_hours(72), language_of(BEN));
    assert!(
        by_name(own.content()).contains(&anns_clock(&days, language_of(BEN))),
        "{}",
        own.content()
    );
    assert!(own.content().contains(":R>"), "{}", own.content());
    // Ben gives Ann a day, which her clock keeps until her next move.
    let board = harness.more(BEN, GAMES, "give-day").await;
    assert!(by_name(board.content()).contains(&has("4 days")), "{}", board.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_withdrawn_until_it_is_answered() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let side = Side::First;
    let withdrawn = Event::PauseWithdrawn { side };
    transcript
        .play(&[
            (ANN, "press pause", PublicEvent(&Event::PauseOffered { side }), &[BEN]),
            (BEN, "press withdraw-pause", Refused(&Refusal::NothingToWithdraw), NOBODY),
            (ANN, "press withdraw-pause", PublicEvent(&withdrawn), NOBODY),
        ])
        .await;
    assert_eq!(transcript.stored().await.table.paused_since(), None);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_offered_accepted_and_ended() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offer = transcript.act(ANN, "press pause").await;
    assert_eq!(offer.pinged, [BEN]);
    let paused = transcript.harness.click(BEN, &offer, "accept-pause").await;
    assert!(has_line(paused.content(), &Line::GamePaused, Language::English), "{paused:?}");
    assert_eq!((&paused.pinged[..], paused.attachments().len()), (&[ANN][..], 1));
    assert_eq!(transcript.stored().await.table.deadline(), None);
    // Nobody is reminded, and nobody runs out of time.
    transcript.no_message_after(20 * DAY).await;
    let resumed = transcript.harness.click(ANN, &paused, "resume").await;
    assert_eq!(resumed.pinged, [BEN]);
    assert!(!has_control(&resumed, "resume"));
    let reminder = transcript.message_after(UNTIL_REMINDER).await;
    assert_eq!(reminder.pinged, [BEN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_is_given_more_time() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.stored().await.table.deadline().unwrap();
    let board = transcript.act(ANN, "press give-day").await;
    assert_eq!(board.pinged, [BEN]);
    let given = Event::TimeGiven { side: Side::Second, hours: 24 };
    assert!(by_name(board.content()).contains(&by_name(&sentence_of(&given, Language::English))));
    let after = transcript.stored().await.table.deadline().unwrap();
    assert_eq!(after.duration_since(before).as_secs(), DAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_not_filled_beyond_its_limit() {
    let harness = Harness::start().await;
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "time": "10d+1d" });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(BEN, &challenge, "accept").await;
    for _ in 0..5 {
        harness.more(ANN, GAMES, "give-day").await;
    }
    let refused = harness.more(ANN, GAMES, "give-day").await;
    check(ANN, "a day", &refused, Refused(&Refusal::ClockFull { most: 15 * 24, room: 0 }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_is_shown_on_the_board_and_ended_early() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.public().len();
    let panel = transcript.harness.command(BEN, GAMES, "holiday", json!({ "days": 5 })).await;
    assert_eq!(panel.visible_to, Some(BEN));
    transcript.all_delivered().await;
    let told = transcript.public();
    assert_eq!(told.len(), before + 1);
    let told = told.last().unwrap();
    assert!(told.content().contains("takes a holiday"), "{}", told.content());
    assert!(told.pinged.is_empty(), "a holiday calls nobody");
    transcript.no_message_after(5 * DAY - 60).await;
    // Another holiday is asked for: what holds is said, and how it is changed.
    let again = transcript.harness.command(BEN, GAMES, "holiday", json!({ "days": 3 })).await;
    let until = transcript.clock_goes_on().await;
    let until = format!("<t:{}:f>", until.as_second());
    let already = i18n::text_with("line-holiday-already", &[("until", &until)], language_of(BEN));
    assert!(again.content().contains(&already), "{}", again.content());
    assert!(has_control(&again, "holiday-end"));
    transcript.harness.click(BEN, &panel, "holiday-end").await;
    transcript.all_delivered().await;
    let back = sentence_of(&Event::HolidayEnded { side: Side::Second }, Language::English);
    transcript.harness.message_with(GAMES, &by_name(&back)).await;
    let left = transcript.stored().await.table.deadline().unwrap();
    let now = transcript.harness.bot.service.clock().now();
    assert!((left.duration_since(now).as_secs() - 3 * DAY).abs() < 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_saves_a_game_from_a_loss_on_time() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    transcript.message_after(UNTIL_REMINDER).await;
    let saved = transcript.message_after(UNTIL_TIME_OUT - UNTIL_REMINDER).await;
    assert!(saved.content().contains("a holiday began by itself"), "{}", saved.content());
    assert_eq!(saved.pinged, [ANN]);
    // Its three days are the last ones, and a fifth of them comes with a reminder.
    let reminder = transcript.message_after(UNTIL_REMINDER).await;
    let fifth = Event::Reminded { side: Side::First, reminder: Reminder::Fifth };
    check(ANN, "time passes", &reminder, PublicEvent(&fifth));
    assert_eq!(reminder.pinged, [ANN]);
    transcript
        .play(&[(ANN, "/move c6", crate::discord::transcript::Sees::Public("c6"), &[BEN])])
        .await;
}

/// A holiday in the middle of a turn in which the reminder was told already.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_holiday_is_told_once_and_the_reminders_begin_anew() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.message_after(UNTIL_REMINDER).await;
    transcript.harness.command(BEN, GAMES, "holiday", json!({ "days": 1 })).await;
    transcript.all_delivered().await;
    let until = transcript.clock_goes_on().await;
    transcript.no_message_after(DAY - 60).await;
    let over = transcript.message_after(60).await;
    let reminded = |reminder| Event::Reminded { side: Side::Second, reminder };
    check(BEN, "time passes", &over, PublicEvent(&reminded(Reminder::HolidayOver(until))));
    assert_eq!(over.pinged, [BEN]);
    let deadline = transcript.stored().await.table.deadline().unwrap();
    assert!(over.content().contains(&format!("<t:{}:R>", deadline.as_second())));
    assert!(!tells_holiday(&over, Language::English, None), "{}", over.content());
    // A fifth of the fifth that was left.
    transcript.no_message_after(3 * DAY * 4 / 25 - 120).await;
    let last = transcript.message_after(180).await;
    check(BEN, "time passes", &last, PublicEvent(&reminded(Reminder::Fifth)));
    transcript.ends("d3; Second to move", &[0, 1, 1, 1, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_holiday_is_told_in_one_message_for_several_games() {
    let harness = Harness::start_without_limits().await;
    for _ in 0..3 {
        harness.begin(GameKind::Othello, BEN, ANN, GAMES).await;
    }
    harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    harness.command(BEN, GAMES, "holiday", json!({ "days": 2 })).await;
    harness.all_delivered().await;
    let until = harness.profile(BEN).await.holidays;
    let until = until.current(harness.bot.service.clock().now()).unwrap().until;
    let before = harness.public(GAMES).len();
    harness.pass(2 * DAY).await;
    let (name, until) = (mention(BEN), format!("<t:{}:f>", until.as_second()));
    let variables = [("name", name.as_str()), ("until", &until), ("count", "3")];
    let text = i18n::text_with("line-holiday-over-in-several", &variables, Language::Dutch);
    let told = harness.message_with(GAMES, &text).await;
    assert_eq!(told.pinged, [BEN]);
    assert_eq!(told.content().lines().count(), 4, "each game with its deadline: {told:?}");
    harness.pass(8 * HOUR).await;
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).len(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_no_reminders_hears_nothing_of_the_end_of_a_holiday() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Off).await;
    transcript.harness.command(BEN, GAMES, "holiday", json!({ "days": 1 })).await;
    transcript.all_delivered().await;
    transcript.no_message_after(2 * DAY).await;
}

/// It stops the clock of the game that runs out, and the other one hears nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_by_itself_is_told_where_the_time_ran_out_alone() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "time": "10d+1d",
    });
    let challenge = transcript.harness.command(ANN, RANDOM, "play", options).await;
    transcript.harness.click(BEN, &challenge, "accept").await;
    transcript.all_delivered().await;
    transcript.message_after(UNTIL_REMINDER).await;
    let elsewhere = transcript.harness.public(RANDOM).len();
    let saved = transcript.message_after(UNTIL_TIME_OUT - UNTIL_REMINDER).await;
    assert!(saved.content().contains("a holiday began by itself"), "{}", saved.content());
    assert_eq!(transcript.harness.public(RANDOM).len(), elsewhere);
    let panel = transcript.harness.command(ANN, GAMES, "holiday", json!({})).await;
    let until = transcript.stored().await.table.deadline().unwrap();
    let until = format!("<t:{}:f>", until.as_second());
    let holds =
        i18n::text_with("line-holiday-by-itself-until", &[("until", &until)], Language::English);
    assert!(panel.content().contains(&holds), "{}", panel.content());
    assert!(!has_control(&panel, "holiday-end"));
}

/// Whether a message for somebody says that Ben is on holiday; with an end, that it lasts until then.
fn tells_holiday(message: &PostedMessage, reader: Language, until: Option<Timestamp>) -> bool {
    let until = until.map(|until| format!("<t:{}:f>", until.as_second()));
    let line = Line::OnHoliday { name: &mention(BEN), until: until.as_deref().unwrap_or("\u{1}") };
    has_line(message.content(), &line, reader)
}

impl Transcript {
    /// Where Ben's clock stands before his move: when it goes on.
    async fn clock_goes_on(&self) -> Timestamp {
        let (table, now) = (self.stored().await.table, self.harness.bot.service.clock().now());
        let left = table.time_left(Side::Second, now).unwrap();
        table.deadline().unwrap() - left
    }

    /// Somebody's own copy of the board.
    async fn own_copy(&self, reader: Id) -> std::sync::Arc<PostedMessage> {
        let games = self.harness.command(reader, RANDOM, "games", json!({})).await;
        self.harness.click(reader, &games, "open").await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_holiday_is_below_every_board_until_it_is_over() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.command(BEN, GAMES, "holiday", json!({ "days": 5 })).await;
    transcript.all_delivered().await;
    let until = transcript.clock_goes_on().await;
    for message in [transcript.act(ANN, "/board").await, transcript.act(BEN, "/board").await] {
        assert!(tells_holiday(&message, Language::English, Some(until)), "{}", message.content());
    }
    let own = transcript.own_copy(BEN).await;
    assert!(tells_holiday(&own, language_of(BEN), Some(until)), "{}", own.content());

    // While the bot is away, holidays stand still like everything else.
    transcript.harness.restart_after(2 * DAY).await;
    let later = transcript.clock_goes_on().await;
    assert!((later.duration_since(until).as_secs() - 2 * DAY).abs() < 60, "{until} {later}");
    let board = transcript.act(ANN, "/board").await;
    assert!(tells_holiday(&board, Language::English, Some(later)), "{}", board.content());

    let over = transcript.message_after(5 * DAY + 10).await;
    let end = Event::Reminded { side: Side::Second, reminder: Reminder::HolidayOver(later) };
    check(BEN, "time passes", &over, PublicEvent(&end));
    for message in [over, transcript.act(ANN, "/board").await] {
        assert!(!tells_holiday(&message, Language::English, None), "{}", message.content());
    }
    let own = transcript.own_copy(BEN).await;
    assert!(!tells_holiday(&own, language_of(BEN), None), "{}", own.content());
}
