//! Deadlines and clocks.

use jiff::{SignedDuration, Timestamp};
use kradan::service::{Clock, InteractionId, OutboxEntry};
use kradan_emulator::{ANN, BEN, BOT, FaultRule, GAMES, Id, InjectedFault};
use kradan_i18n::Line;
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event, Refusal, Reminder};
use serde_json::json;

use super::{DAY, HOUR};
use crate::discord::harness::{Harness, WAIT_MAX, eventually};
use crate::discord::transcript::Sees::{
    EphemeralLine, EphemeralText, Public, PublicEvent, Refused,
};
use crate::discord::transcript::{Transcript, check, public, standing};

/// The seconds after which a fifth of the default three days is left.
pub(super) const UNTIL_REMINDER: i64 = 3 * DAY * 4 / 5 + 10;

/// The seconds after which the default three days and the time of grace are over.
pub(super) const UNTIL_TIME_OUT: i64 = 3 * DAY + 5 * 60 + 10;

/// Moves after which a game that runs out of time has a result: each side has made two.
pub(super) const BEGUN: [&str; 4] = ["d3", "c3", "c4", "c5"];

impl Transcript {
    /// Advances the clock and waits for the one message that follows.
    pub(super) async fn message_after(
        &self,
        seconds: i64,
    ) -> std::sync::Arc<kradan_emulator::PostedMessage> {
        let before = self.public().len();
        self.harness.pass(seconds).await;
        let message = self
            .harness
            .emulator
            .wait_for(WAIT_MAX, |world| public(world, self.channel).into_iter().nth(before));
        let message = message.await.expect("a message is posted");
        self.all_delivered().await;
        assert_eq!(self.public().len(), before + 1, "one message is posted");
        message
    }

    /// Switches off the holiday that a player would take instead of a loss on time.
    pub(super) async fn no_holiday_by_itself(&self, player: Id) {
        let panel = self.harness.command(player, self.channel, "holiday", json!({})).await;
        self.harness.click(player, &panel, "holiday-auto").await;
    }

    /// Advances the clock and checks that no message follows.
    pub(super) async fn no_message_after(&self, seconds: i64) {
        let before = self.public().len();
        self.harness.pass(seconds).await;
        // One run of the due tables: a game that ends now has ended after it.
        self.harness.bot.service.run_due_tables(&already_stopped()).await;
        self.all_delivered().await;
        assert_eq!(self.public().len(), before);
    }
}

/// A stop signal that ends the loop over due tables after one run.
fn already_stopped() -> tokio_util::sync::CancellationToken {
    let stop = tokio_util::sync::CancellationToken::new();
    stop.cancel();
    stop
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_reminded_once_and_loses_at_last() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    transcript.no_holiday_by_itself(ANN).await;
    transcript.no_message_after(2 * DAY).await;
    let reminder = transcript.message_after(UNTIL_REMINDER - 2 * DAY).await;
    let reminded = Event::Reminded { side: Side::First, reminder: Reminder::Fifth };
    check(ANN, "time passes", &reminder, PublicEvent(&reminded));
    assert_eq!(reminder.pinged, [ANN]);
    transcript.no_message_after(8 * HOUR).await;
    // The time is over, and a move still counts for a while.
    transcript.no_message_after(3 * DAY / 5 - 8 * HOUR + 60).await;
    let end = transcript.message_after(5 * 60).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    check(ANN, "time passes", &end, PublicEvent(&lost));
    assert_eq!(end.pinged, [ANN, BEN]);
    transcript.no_message_after(30 * DAY).await;
    transcript.play(&[(ANN, "/resign", EphemeralLine(Line::NothingHere), &[])]).await;
    transcript.ends("d3 c3 c4 c5; OutOfTime(First)", &[0, 1, 2, 3, 4, 4, 4]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_which_nobody_has_moved_twice_is_aborted() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.message_after(UNTIL_REMINDER).await;
    let end = transcript.message_after(DAY).await;
    let aborted = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    check(BEN, "time passes", &end, PublicEvent(&aborted));
    assert_eq!(end.pinged, [BEN, ANN]);
    transcript.ends("d3; Aborted(OutOfTime(Second))", &[0, 1, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_and_a_time_out_that_fall_due_together_are_one_message() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let end = transcript.message_after(UNTIL_TIME_OUT).await;
    let aborted = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    check(BEN, "time passes", &end, PublicEvent(&aborted));
    transcript.no_message_after(DAY).await;
    transcript.ends("d3; Aborted(OutOfTime(Second))", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_was_held_up_until_the_time_was_out_is_not_sent() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (harness, table) = (&transcript.harness, transcript.table);
    harness.fail_posts_and_reads(InjectedFault::Refused(500));
    harness.pass(UNTIL_REMINDER).await;
    let store = harness.bot.service.store();
    let is_tried = |it: &OutboxEntry| it.attempts > 0;
    let pending = async || store.pending_of_table(table).await.unwrap();
    eventually("the reminder is tried", async || pending().await.iter().any(is_tried)).await;
    harness.pass(DAY).await;
    eventually("the time is out", async || !transcript.stored().await.table.is_running()).await;
    // A delivery that began before is over: a later one finds the game ended.
    let lock = harness.bot.service.lock_delivery(table).await;
    harness.emulator.clear_faults();
    drop(lock);
    let end = transcript.message_after(DAY).await;
    let aborted = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    check(BEN, "time passes", &end, PublicEvent(&aborted));
    transcript.ends("d3; Aborted(OutOfTime(Second))", &[0, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_in_time_gives_the_opponent_the_whole_time() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.message_after(UNTIL_REMINDER).await;
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    transcript.no_message_after(2 * DAY).await;
    let reminder = transcript.message_after(UNTIL_REMINDER - 2 * DAY).await;
    assert_eq!(reminder.pinged, [ANN]);
    transcript.ends("d3 c3; First to move", &[0, 1, 1, 2, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_after_the_end_of_the_time_is_too_late() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    // The move arrives before the loop over due tables runs.
    let service = &transcript.harness.bot.service;
    service.clock().pass(SignedDuration::from_secs(4 * DAY));
    let over = Refused(&Refusal::Over(Ending::Aborted(AbortReason::OutOfTime(Side::Second))));
    let answer = transcript.act(BEN, "pick c3 from square").await;
    check(BEN, "too late", &answer, over);
    transcript.all_delivered().await;
    assert_eq!(standing(&transcript.stored().await.table), "d3; Aborted(OutOfTime(Second))");
}

#[tokio::test(flavor = "multi_thread")]
async fn downtime_counts_against_nobody() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let clock: Clock = transcript.harness.bot.service.clock().clone();
    let left = transcript.stored().await.table.deadline().unwrap().duration_since(clock.now());
    transcript.harness.restart_after(10 * DAY).await;
    transcript.no_message_after(0).await;
    let now = transcript.harness.bot.service.clock().now();
    let left_after = transcript.stored().await.table.deadline().unwrap().duration_since(now);
    let lost = left.as_secs() - left_after.as_secs();
    assert!((0..HOUR).contains(&lost), "{lost} seconds were lost");
    transcript.message_after(UNTIL_REMINDER).await;
    let end = transcript.message_after(DAY).await;
    assert_eq!(end.pinged, [BEN, ANN]);
    transcript.ends("d3; Aborted(OutOfTime(Second))", &[0, 1, 1, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unanswered_challenge_expires() {
    let transcript = Transcript::of_challenge(GameKind::Ogi).await;
    let challenge = transcript.with(BEN, "accept", false);
    transcript.no_message_after(6 * DAY).await;
    let lapsed = transcript.message_after(DAY + HOUR).await;
    check(ANN, "time passes", &lapsed, PublicEvent(&Event::Lapsed));
    assert_eq!(lapsed.pinged, [ANN]);
    assert_eq!(standing(&transcript.stored().await.table), "withdrawn");
    let cleaned_up = transcript.harness.emulator.wait_for(WAIT_MAX, |world| {
        world.message(challenge.id).is_some_and(|it| it.controls().is_empty()).then_some(())
    });
    cleaned_up.await.expect("it cannot be accepted any more");
    let games = transcript.harness.command(BEN, GAMES, "games", serde_json::json!({})).await;
    check(BEN, "/games", &games, EphemeralText("line-no-games", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_message_is_not_posted_again() {
    const POST: &str = "POST /channels/{channel_id}/messages";
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.public().len();
    transcript.harness.emulator.inject_fault(FaultRule::once(POST, InjectedFault::DoneButCut));
    transcript.harness.pass(UNTIL_REMINDER).await;
    let posted = transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, |world| public(world, GAMES).into_iter().nth(before));
    let posted = posted.await.expect("the reminder is posted");
    transcript.harness.emulator.delete_message(posted.id);
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before, "a deleted message is not replaced");
    let is_direct_message = transcript.harness.emulator.read(|world| {
        let mut theirs =
            world.channels().filter(|it| it.server.is_none() && it.people.contains(&BOT));
        theirs.any(|it| it.people.contains(&BEN) && world.messages(it.id, BEN).next().is_some())
    });
    assert!(!is_direct_message, "it counts as delivered");
}

impl Harness {
    /// Waits until the store has deleted the result of an interaction.
    async fn is_forgotten(&self, interaction: InteractionId) {
        eventually("it is deleted", async || {
            self.bot.service.store().interaction_result(interaction).await.unwrap().is_none()
        })
        .await;
    }

    /// Waits until the bot has responded to an interaction twice.
    async fn answered_twice(&self, asked: Id) {
        let path = format!("/interactions/{asked}/");
        let answered = self.emulator.wait_for(WAIT_MAX, |_| {
            let requests = self.emulator.requests();
            let answers = requests.iter().filter(|it| it.path.starts_with(&path));
            (answers.count() == 2).then_some(())
        });
        answered.await.expect("the bot responds to every interaction");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn interaction_results_expire_by_discords_clock() {
    let ahead = Timestamp::now() + SignedDuration::from_secs(2 * HOUR);
    let never_set = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(DAY);
    for time in [ahead, never_set] {
        let harness = Harness::start_with_clock(Clock::by_hand(time)).await;
        let mut transcript = Transcript::at(harness, GAMES, GameKind::Othello, &[]).await;
        let asked = transcript.ask(ANN, "/board");
        transcript.harness.answer(&asked).await;
        transcript.all_delivered().await;
        let done = transcript.stored().await.revision;
        let old = InteractionId(1);
        transcript.harness.bot.service.store().mark_refused(old).await.unwrap();
        transcript.harness.restart().await;
        // The bot learns Discord's time from this interaction.
        transcript.act(BEN, "/games").await;
        transcript.harness.bot.service.wake_loops();
        transcript.harness.is_forgotten(old).await;
        asked.redeliver();
        transcript.harness.answered_twice(asked.id()).await;
        assert_eq!(
            transcript.stored().await.revision,
            done,
            "by a clock at {time} it is done once"
        );
    }
}
