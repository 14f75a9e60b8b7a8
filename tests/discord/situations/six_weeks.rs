//! Six weeks of a game with a day for each move and weekends off, of a person in London who sleeps from
//! ten to seven and takes holidays: what they hear, and when. Ann answers at once.

use jiff::{SignedDuration, Timestamp};
use kradan::service::Clock;
use kradan_emulator::{ANN, BEN, GAMES};
use kradan_rules::Side;
use kradan_table::{Ending, Event, Reminder};
use serde_json::json;

use crate::discord::harness::Harness;
use crate::discord::transcript::Sees::PublicEvent;
use crate::discord::transcript::{Transcript, check, table_of};

/// A Monday. In winter London has UTC.
const BEGUN: &str = "2026-11-02T06:30";

fn time(text: &str) -> Timestamp {
    format!("{text}:00Z").parse().unwrap()
}

impl Transcript {
    fn seconds_until(&self, at: Timestamp) -> i64 {
        at.duration_since(self.harness.bot.service.clock().now()).as_secs()
    }

    /// Nobody hears anything before a time.
    async fn silent_until(&self, at: &str) {
        self.no_message_after(self.seconds_until(time(at))).await;
    }

    /// Ben hears something at a time, within two minutes, and nothing before.
    async fn hears(&self, at: &str, event: &Event) {
        let begin = time(at) - SignedDuration::from_mins(1);
        self.no_message_after(self.seconds_until(begin)).await;
        let told = self.message_after(self.seconds_until(begin) + 120).await;
        check(BEN, at, &told, PublicEvent(event));
        assert!(told.pinged.contains(&BEN), "{at}: {}", told.content());
    }

    async fn is_reminded(&self, at: &str) {
        let side = Side::Second;
        self.hears(at, &Event::Reminded { side, reminder: Reminder::Fifth }).await;
    }

    /// Ben moves at a time, having heard nothing since, and Ann answers.
    async fn ben_moves(&self, at: &str) {
        self.silent_until(at).await;
        self.move_of(BEN).await;
        while self.stored().await.table.to_move().is_some_and(|(turn, _)| turn == Side::First) {
            self.move_of(ANN).await;
        }
        self.all_delivered().await;
    }

    async fn move_of(&self, who: kradan_emulator::Id) {
        let mv = self.stored().await.table.game().legal_moves()[0].clone();
        let board = self.harness.command(who, GAMES, "move", json!({ "move": mv })).await;
        assert_eq!(board.visible_to, None, "{}", board.content());
    }

    /// Ben takes a holiday at a time, and its end is returned.
    async fn ben_takes_holiday(&self, at: &str, days: u8) -> Timestamp {
        self.silent_until(at).await;
        self.harness.command(BEN, GAMES, "holiday", json!({ "days": days })).await;
        self.all_delivered().await;
        let now = self.harness.bot.service.clock().now();
        self.stored().await.table.holiday_until(Side::Second, now).unwrap()
    }
}

async fn begun() -> Transcript {
    let clock = Clock::of_machine();
    clock.set_wall(time(BEGUN).duration_since(clock.now()).as_secs());
    let harness = Harness::start_with_clock(clock).await;
    let settings = json!({ "zone": "Europe/London", "quiet": "22-7" });
    harness.command(BEN, GAMES, "settings", settings).await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first",
        "time": "1d", "weekends": "off",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(BEN, &challenge, "accept").await;
    let transcript = Transcript { table: table_of(&challenge), harness, channel: GAMES };
    transcript.move_of(ANN).await;
    transcript.all_delivered().await;
    transcript
}

#[tokio::test(flavor = "multi_thread")]
async fn ben_hears_everything_in_time_and_nothing_in_the_night() {
    let game = begun().await;
    let over =
        |until| Event::Reminded { side: Side::Second, reminder: Reminder::HolidayOver(until) };

    // A fifth is left at 01:42, and nothing in the morning: it is told in the evening.
    game.is_reminded("2026-11-02T21:00").await;
    game.ben_moves("2026-11-02T21:05").await;
    game.ben_moves("2026-11-03T09:00").await;
    // A fifth is left at 04:12, and two hours in the morning.
    game.is_reminded("2026-11-04T07:00").await;
    game.ben_moves("2026-11-04T07:10").await;
    game.is_reminded("2026-11-04T21:00").await;

    // The holiday ends half an hour before the night, after which ten minutes are left.
    let until = game.ben_takes_holiday("2026-11-04T21:30", 5).await;
    game.hears("2026-11-09T21:00", &over(until)).await;
    // It is told once, also if a move is made before it is over.
    game.ben_moves("2026-11-09T21:05").await;
    game.ben_moves("2026-11-10T12:00").await;

    // Weekdays, and a weekend in which no clock runs.
    for day in ["2026-11-11", "2026-11-12", "2026-11-13", "2026-11-16", "2026-11-17"] {
        game.is_reminded(&format!("{day}T07:12")).await;
        game.ben_moves(&format!("{day}T12:00")).await;
    }

    // The last resort: its third day is a Saturday, so the reminder comes on Friday.
    game.is_reminded("2026-11-18T07:12").await;
    game.silent_until("2026-11-18T12:04").await;
    let saved = game.message_after(180).await;
    assert!(saved.content().contains("a holiday began by itself"), "{}", saved.content());
    assert_eq!(saved.pinged, [BEN]);
    game.is_reminded("2026-11-20T09:36").await;
    game.ben_moves("2026-11-20T12:00").await;
    game.is_reminded("2026-11-23T19:12").await;
    game.ben_moves("2026-11-23T19:30").await;
    game.ben_moves("2026-11-24T12:00").await;

    for day in [
        "2026-11-25",
        "2026-11-26",
        "2026-11-27",
        "2026-11-30",
        "2026-12-01",
        "2026-12-02",
        "2026-12-03",
        "2026-12-04",
        "2026-12-07",
        "2026-12-08",
    ] {
        game.is_reminded(&format!("{day}T07:12")).await;
        game.ben_moves(&format!("{day}T12:00")).await;
    }

    // A holiday that ends on a Sunday: four hours of Monday's night are left.
    game.is_reminded("2026-12-09T07:12").await;
    let until = game.ben_takes_holiday("2026-12-09T08:00", 4).await;
    game.hears("2026-12-13T08:00", &over(until)).await;
    game.is_reminded("2026-12-13T21:00").await;
    // The last resort was taken within 30 days.
    game.hears("2026-12-14T04:05", &Event::Ended(Ending::OutOfTime(Side::Second))).await;
}
