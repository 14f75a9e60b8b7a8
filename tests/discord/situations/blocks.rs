//! Blocks: what a blocked person can still do, and what reaches the one who blocks.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id, PostedMessage};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_table::{Ending, Event};
use serde_json::{Value, json};

use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::Sees::{EphemeralText, Public, PublicEvent};
use crate::discord::transcript::{NOBODY, Transcript, check, mention, standing, table_of};

/// The options of `/play` that challenge somebody to Othello.
fn to(opponent: Id) -> Value {
    json!({ "game": "othello", "opponent": opponent.0.to_string() })
}

impl Harness {
    /// Somebody blocks a person.
    pub(super) async fn block(&self, who: Id, person: Id) -> Arc<PostedMessage> {
        let page = self.privacy(who, GAMES).await;
        let answer = self.select(who, &page, "block-person", &person.0.to_string()).await;
        assert_eq!((answer.visible_to, &answer.pinged[..]), (Some(who), NOBODY));
        answer
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_person_starts_nothing_until_they_are_unblocked() {
    let mut harness = Harness::start_without_limits().await;
    let board = harness.begin(GameKind::Othello, BEN, ANN, GAMES).await;
    let over = harness.resigning(BEN, &board).await;
    let end = harness.click(BEN, &over, "resign-yes").await;
    let done = harness.block(ANN, BEN).await;
    check(ANN, "block", &done, EphemeralText("line-block-done", &[("name", &mention(BEN))]));
    harness.restart().await;
    let name = mention(ANN);
    let refused = EphemeralText("line-blocked-by-other", &[("name", &name)]);
    let before = harness.public(GAMES).len();
    check(BEN, "/play", harness.command(BEN, GAMES, "play", to(ANN)).await.as_ref(), refused);
    check(BEN, "rematch", harness.click(BEN, &end, "rematch").await.as_ref(), refused);
    let own = mention(BEN);
    let own = EphemeralText("line-blocked-by-you", &[("name", &own)]);
    check(ANN, "/play", harness.command(ANN, GAMES, "play", to(BEN)).await.as_ref(), own);
    assert_eq!(harness.public(GAMES).len(), before);
    // Others may, and so may Ben once he is unblocked.
    let of_chai = harness.command(CHAI, GAMES, "play", to(ANN)).await;
    assert_eq!((of_chai.visible_to, &of_chai.pinged[..]), (None, &[ANN][..]));
    let list = harness.privacy(ANN, GAMES).await;
    let undone = harness.select(ANN, &list, "blocked", &format!("person{BEN}")).await;
    check(ANN, "unblock", &undone, EphemeralText("line-block-undone", &[("name", &mention(BEN))]));
    assert!(!has_control(&undone, "blocked"), "nobody is blocked");
    let again = harness.command(BEN, GAMES, "play", to(ANN)).await;
    assert_eq!((again.visible_to, &again.pinged[..]), (None, &[ANN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_is_not_for_the_blocked() {
    let harness = Harness::start().await;
    harness.block(ANN, BEN).await;
    let open = json!({ "game": "othello", "where": "thread" });
    let challenge = harness.command(ANN, GAMES, "play", open).await;
    let refused = harness.click(BEN, &challenge, "accept").await;
    check(
        BEN,
        "accept",
        &refused,
        EphemeralText("line-blocked-by-other", &[("name", &mention(ANN))]),
    );
    let threads = harness
        .emulator
        .read(|world| world.channels().filter(|it| it.parent == Some(GAMES)).count());
    assert_eq!(threads, 0);
    let table = harness.stored(table_of(&challenge)).await.table;
    assert_eq!(standing(&table), "challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_between_the_two_is_declined() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let harness = &transcript.harness;
    transcript.play(&[(BEN, "/draw", Public("<@"), &[ANN])]).await;
    let challenge = harness.command(BEN, GAMES, "play", to(ANN)).await;
    let waiting = table_of(&challenge);
    harness.block(ANN, BEN).await;
    transcript.all_delivered().await;
    assert_eq!(standing(&harness.stored(waiting).await.table), "withdrawn");
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3; First to move");
    let name = mention(ANN);
    let declined = i18n::text_with("event-declined", &[("name", &name)], Language::Dutch);
    // The challenge itself has become one line.
    let told = harness.message_with(GAMES, &format!("{declined}\n")).await;
    assert_eq!(told.pinged, [BEN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_that_waits_is_declined() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    transcript.keep_old_controls();
    let offer = transcript.act(ANN, "press pause").await;
    transcript.harness.block(BEN, ANN).await;
    transcript.all_delivered().await;
    let answer = transcript.harness.click(BEN, &offer, "accept-pause").await;
    assert_eq!(answer.visible_to, Some(BEN), "{}", answer.content());
    assert_eq!(transcript.stored().await.table.paused_since(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_goes_on_without_pings_and_offers() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    harness.block(BEN, ANN).await;
    let name = mention(BEN);
    let no_offer = EphemeralText("line-blocked-by-other", &[("name", &name)]);
    transcript
        .play(&[
            (ANN, "/move d3", Public("d3"), NOBODY),
            (ANN, "press draw", no_offer, NOBODY),
            (ANN, "press takeback", no_offer, NOBODY),
            (ANN, "press pause", no_offer, NOBODY),
            // The one who blocks plays as ever.
            (BEN, "/move c3", Public("c3"), &[ANN]),
        ])
        .await;
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3; First to move");
    // Time is given, and pings nobody.
    let given = harness.more(ANN, GAMES, "give-day").await;
    assert_eq!((given.visible_to, &given.pinged[..]), (None, NOBODY));
    let resigned = Event::Ended(Ending::Resigned(Side::First));
    transcript.act(ANN, "press resign").await;
    transcript.play(&[(ANN, "press resign-yes", PublicEvent(&resigned), NOBODY)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_is_undone_at_once_and_has_its_limits() {
    let harness = Harness::start().await;
    let done = harness.block(ANN, CHAI).await;
    let undone = harness.select(ANN, &done, "blocked", &format!("person{CHAI}")).await;
    assert!(!has_control(&undone, "blocked"));
    for (person, key) in [(ANN, "line-block-oneself"), (kradan_emulator::BOT, "line-block-bot")] {
        let refused = harness.block(ANN, person).await;
        check(ANN, "block", &refused, EphemeralText(key, &[]));
        assert!(!has_control(&refused, "blocked"));
    }
}
