//! Conversations that are not known: Discord blocks bots that open many, so that few are opened, by all
//! processes together.

use std::sync::Arc;

use kradan::discord::{Connection, Endpoint, Links, run};
use kradan::service::{Profile, TableService};
use kradan_emulator::{ANN, BEN, BOT, CHAI, DAI, GAMES, Id, Permissions};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, ChannelId, Ending, Event};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::DAY;
use super::time::UNTIL_TIME_OUT;
use crate::discord::harness::{Harness, eventually};
use crate::discord::transcript::Sees::{EphemeralText, Public};
use crate::discord::transcript::{Transcript, check, language_of, player, sentence_of, table_of};

impl Harness {
    /// How often the bot asked for a conversation to be opened.
    pub(super) fn opened(&self) -> usize {
        let requests = self.emulator.requests();
        requests.iter().filter(|it| it.method == "POST" && it.path == "/users/@me/channels").count()
    }

    async fn has_opened(&self, count: usize) {
        eventually("a conversation is opened", async || self.opened() >= count).await;
        assert_eq!(self.opened(), count);
    }

    fn forbid_posting(&self) {
        let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
        self.emulator.set_bot_permissions(GAMES, permissions);
    }

    /// Has the conversation with somebody known, as after their first direct message.
    pub(super) async fn knows_conversation(&self, person: Id) {
        let channel = ChannelId(self.emulator.conversation(person, BOT).0);
        let change = move |it: &mut Profile| it.conversation = Some(channel);
        self.bot.service.store().update_profile(player(person), Box::new(change)).await.unwrap();
    }
}

/// Four people lose two games on time where the bot cannot post: all are told, one in half a minute, also
/// after a restart, and when two processes tell them.
#[tokio::test(flavor = "multi_thread")]
async fn one_conversation_is_opened_in_half_a_minute_over_a_restart_and_by_two_processes() {
    let mut harness = Harness::start().await;
    let mut tables = Vec::new();
    for (first, second) in [(ANN, BEN), (CHAI, DAI)] {
        let board = harness.begin(GameKind::Othello, first, second, GAMES).await;
        tables.push(table_of(&board));
    }
    harness.all_delivered().await;
    harness.forbid_posting();
    harness.pass(UNTIL_TIME_OUT).await;
    for table in tables {
        harness.delivery_attempted(table).await;
    }
    harness.pass(150).await;
    harness.has_opened(1).await;
    harness.restart().await;
    harness.pass(30).await;
    harness.has_opened(2).await;

    let store = harness.bot.store.upgrade().expect("the bot runs");
    let other = Arc::new(TableService::new(store, harness.bot.service.clock().clone()));
    let (emulator, stop) = (harness.emulator.clone(), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move {
        let token = emulator.token().to_owned();
        let (endpoint, gateway) = (Endpoint::local(emulator.url()), Some(emulator.gateway_url()));
        run(
            other,
            Connection { token: &token, endpoint, gateway, links: Links::default() },
            stopped,
        )
        .await
    });
    for count in [3, 4] {
        harness.pass(30).await;
        harness.has_opened(count).await;
    }
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::First)));
    for person in [ANN, BEN] {
        let text = sentence_of(&lost, language_of(person));
        harness.direct_message_with(person, &text).await;
    }
    harness.all_delivered().await;
    stop.cancel();
    running.await.unwrap().unwrap();
    let us = harness.profile(BOT).await;
    assert_eq!(us.opened.at.len(), 4);
    let apart = us.opened.at.windows(2).map(|it| it[1].duration_since(it[0]).as_secs());
    assert!(apart.clone().all(|seconds| seconds >= 30), "{:?}", apart.collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_turn_and_no_loss_on_time_opens_no_conversation() {
    for is_known in [false, true] {
        let harness = Harness::start().await;
        let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        let table = table_of(&challenge);
        if is_known {
            harness.knows_conversation(ANN).await;
        }
        harness.forbid_posting();
        harness.pass(8 * DAY).await;
        harness.delivery_attempted(table).await;
        harness.pass(150).await;
        let text = sentence_of(&Event::Lapsed, Language::English);
        if is_known {
            harness.direct_message_with(ANN, &text).await;
        } else {
            harness.has_missed(ANN, 1).await;
            let heading = i18n::line(&Line::NotReached, Language::English);
            let shown = harness.next_interaction_shows(ANN, GAMES).await;
            assert!(shown.content().starts_with(&heading), "{}", shown.content());
            assert!(shown.content().contains(&text), "{}", shown.content());
        }
        harness.all_delivered().await;
        assert_eq!(harness.opened(), 0);
    }
}

/// Two begin to follow a game at once: the conversation with the second is not opened yet.
#[tokio::test(flavor = "multi_thread")]
async fn who_follows_a_game_while_others_are_first_hears_of_it_with_what_they_do_next() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    for person in [CHAI, DAI] {
        let watched = harness.in_game(person, GAMES, json!({}), "follow-moves").await;
        check(person, "follow", &watched, EphemeralText("line-watch-moves", &[]));
    }
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    harness.direct_message_with(CHAI, "c3").await;
    harness.has_missed(DAI, 1).await;
    assert_eq!(harness.opened(), 1);
    harness.pass(30).await;
    let shown = harness.next_interaction_shows(DAI, GAMES).await;
    assert!(shown.content().contains("c3"), "{}", shown.content());
    // From now on they are told at once.
    harness.has_opened(2).await;
    eventually("the conversation is stored", async || {
        let profile = harness.bot.service.store().profile(player(DAI)).await.unwrap();
        profile.is_some_and(|it| it.conversation.is_some())
    })
    .await;
    transcript.play(&[(ANN, "/move c4", Public("c4"), &[BEN])]).await;
    harness.direct_message_with(DAI, "c4").await;
}
