//! Weekends off, and what a challenge says of its clocks.

use jiff::Timestamp;
use kradan::service::Clock;
use kradan_emulator::{ANN, BEN, GAMES, PostedMessage};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::Side;
use kradan_table::{AbortReason, Ending, Event, Reminder};
use serde_json::{Value, json};

use super::{HOUR, has_line};
use crate::discord::harness::Harness;
use crate::discord::transcript::Sees::PublicEvent;
use crate::discord::transcript::{Transcript, by_name, check, mention, table_of};

/// A Friday, 15:00 in Bangkok.
const FRIDAY: &str = "2026-11-20T08:00:00Z";
/// The end of Sunday in Bangkok.
const MONDAY: &str = "2026-11-22T17:00:00Z";

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn shown_time(time: Timestamp) -> String {
    format!("<t:{}:f>", time.as_second())
}

fn says(message: &PostedMessage, line: &Line<'_>) -> bool {
    by_name(message.content()).contains(&by_name(&i18n::line(line, Language::English)))
}

/// A game of Othello of Ann, who begins, and Ben in Bangkok, on Friday.
async fn begun(options: Value) -> (Transcript, std::sync::Arc<PostedMessage>) {
    let clock = Clock::of_machine();
    clock.set_wall(time(FRIDAY).as_second() - clock.now().as_second());
    let harness = Harness::start_with_clock(clock).await;
    harness.command(BEN, GAMES, "settings", json!({ "zone": "Asia/Bangkok" })).await;
    let mut all = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let challenge = harness.command(ANN, GAMES, "play", all).await;
    let table = table_of(&challenge);
    let transcript = Transcript { harness, table, channel: GAMES };
    transcript.all_delivered().await;
    (transcript, challenge)
}

#[tokio::test(flavor = "multi_thread")]
async fn twelve_hours_on_friday_are_over_on_monday() {
    let (transcript, challenge) = begun(json!({ "time": "12h", "weekends": "off" })).await;
    let terms = "Time: 12 hours for each move · rated · weekends off.";
    assert!(challenge.content().contains(terms), "{}", challenge.content());
    let board = transcript.harness.click(BEN, &challenge, "accept").await;
    assert!(says(&board, &Line::WeekendsOff), "{}", board.content());
    // Nine hours are left of Ben's Friday, and three are left on Monday.
    let board = transcript.act(ANN, "/move d3").await;
    let deadline = transcript.stored().await.table.deadline().unwrap();
    let late = deadline.duration_since(time("2026-11-22T20:00:00Z"));
    assert!((0..60).contains(&late.as_secs()), "{deadline}");
    assert!(board.content().contains(&shown_time(deadline)), "{}", board.content());
    let (name, until) = (mention(BEN), shown_time(time(MONDAY)));
    let stands = Line::OnWeekend { name: &name, until: &until };
    assert!(!says(&board, &stands), "it is Friday: {}", board.content());
    assert!(!says(&board, &Line::WeekendsOff), "said once: {}", board.content());

    transcript.no_message_after(24 * HOUR).await;
    let on_saturday = transcript.act(BEN, "/board").await;
    assert!(says(&on_saturday, &stands), "{}", on_saturday.content());
    // Until 36 minutes of Monday are over.
    transcript.no_message_after(33 * HOUR + 30 * 60).await;
    let reminder = transcript.message_after(8 * 60).await;
    let reminded = Event::Reminded { side: Side::Second, reminder: Reminder::Fifth };
    check(BEN, "time passes", &reminder, PublicEvent(&reminded));
    assert_eq!(reminder.pinged, [BEN]);
    assert!(!says(&reminder, &stands), "it is Monday: {}", reminder.content());
    transcript.no_message_after(2 * HOUR).await;
    let end = transcript.message_after(HOUR).await;
    let aborted = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    check(BEN, "time passes", &end, PublicEvent(&aborted));
    transcript.ends("d3; Aborted(OutOfTime(Second))", &[0, 1, 1, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_keeps_weekends_and_holidays() {
    let options = json!({ "time": "3d", "weekends": "off", "holidays": "ignore" });
    let (transcript, challenge) = begun(options).await;
    let says_both = |message: &PostedMessage| {
        assert!(says(message, &Line::WeekendsOff), "{}", message.content());
        assert!(says(message, &Line::HolidaysIgnored), "{}", message.content());
    };
    says_both(&challenge);
    let board = transcript.harness.click(BEN, &challenge, "accept").await;
    says_both(&board);
    let panel = transcript.harness.resigning(ANN, &board).await;
    transcript.harness.click(ANN, &panel, "resign-yes").await;
    transcript.all_delivered().await;
    let over = transcript.with(BEN, "rematch", false);
    let rematch = transcript.harness.click(BEN, &over, "rematch").await;
    says_both(&rematch);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_usual_goes_without_saying_and_without_clocks_nothing_stops_them() {
    for (options, time) in [
        (json!({ "weekends": "run", "holidays": "count" }), "3 days for each move · rated."),
        (json!({ "time": "none", "weekends": "off", "holidays": "ignore" }), "no time limit"),
    ] {
        let (transcript, challenge) = begun(options).await;
        let board = transcript.harness.click(BEN, &challenge, "accept").await;
        assert!(challenge.content().contains(time), "{}", challenge.content());
        for message in [&challenge, &board] {
            assert!(!says(message, &Line::WeekendsOff), "{}", message.content());
            assert!(!says(message, &Line::HolidaysIgnored), "{}", message.content());
        }
        let stands = Line::OnWeekend { name: "\u{1}", until: "\u{1}" };
        transcript.harness.pass(24 * HOUR).await;
        let on_saturday = transcript.act(ANN, "/board").await;
        assert!(!has_line(on_saturday.content(), &stands, Language::English));
    }
}
