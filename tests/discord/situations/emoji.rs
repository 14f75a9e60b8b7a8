//! The pieces on buttons: application emoji, and words where these fail.

use std::sync::Arc;
use std::time::Duration;

use kradan::discord::{Connection, Endpoint, Links, run};
use kradan::service::{Clock, Limits, TableService};
use kradan_emulator::{
    ANN, BEN, Emulator, FaultRule, GAMES, InjectedFault, InteractionResponse, LoggedRequest,
    Options, PostedMessage, World,
};
use kradan_rules::GameKind;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::picking::labels;
use crate::discord::harness::{Bot, Harness, WAIT_MAX, eventually, eventually_some};
use crate::discord::schema::check_requests;
use crate::discord::transcript::Transcript;

/// The time between two uploads of a process that is overtaken, and of the other one.
const SLOWLY: Duration = Duration::from_secs(8);
const QUICKLY: Duration = Duration::from_millis(1);

/// The emoji of a message's buttons: their ids and the labels.
fn emojis_on(message: &PostedMessage) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let controls = message.controls();
    let with_emoji = controls.iter().filter(|it| it["emoji"]["id"].is_string());
    with_emoji.map(|it| (text(&it["emoji"]["id"]), text(&it["label"]))).collect()
}

impl Harness {
    /// Waits until the pieces of Makruk are uploaded.
    async fn has_makruk_emojis(&self) {
        let are_there = |world: &World| {
            let count = world.emojis().filter(|it| it.name.starts_with("makruk_")).count();
            (count == 14).then_some(())
        };
        self.emulator.wait_for(WAIT_MAX, are_there).await.expect("the emoji are uploaded");
    }

    /// Sends a request as the bot, and returns the id in the response.
    async fn emoji_request(&self, method: reqwest::Method, path: &str, body: Value) -> String {
        let emojis = format!("/api/v10/applications/{}/emojis", self.emulator.application());
        let request = reqwest::Client::new()
            .request(method, format!("{}{emojis}{path}", self.emulator.url()))
            .header("Authorization", format!("Bot {}", self.emulator.token()))
            .header("Content-Type", "application/json")
            .body(body.to_string());
        let response = request.send().await.unwrap().error_for_status().unwrap();
        let body: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default();
        body["id"].as_str().unwrap_or_default().to_owned()
    }

    /// Uploads an emoji that is not of this version.
    async fn upload_emoji(&self, name: &str) -> String {
        let body = json!({ "name": name, "image": "data:image/png;base64,iVBORw0KGgo=" });
        self.emoji_request(reqwest::Method::POST, "", body).await
    }

    fn emoji_uploads(&self) -> Vec<u16> {
        let requests = self.emulator.requests();
        let uploads =
            requests.iter().filter(|it| it.method == "POST" && it.path.ends_with("/emojis"));
        uploads.map(|it| it.status).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_are_application_emoji_which_are_uploaded_once() {
    let mut transcript = Transcript::of(GameKind::Makruk, &[]).await;
    transcript.harness.has_makruk_emojis().await;
    let board = transcript.act(ANN, "/board").await;
    let khon = transcript.harness.emulator.read(|world| {
        let mut emojis = world.emojis();
        emojis.find(|it| it.name.starts_with("makruk_white_khon_")).map(|it| it.id.to_string())
    });
    let khon = khon.expect("it is uploaded");
    let shown = emojis_on(&board);
    assert!(shown.contains(&(khon.clone(), "c1".to_owned())), "{shown:?}");
    assert!(shown.contains(&(khon, "f1".to_owned())), "{shown:?}");
    // A restarted bot finds them in Discord's list.
    transcript.harness.restart().await;
    transcript.harness.all_delivered().await;
    let mut board = transcript.act(ANN, "/board").await;
    // Until the list is read, letters stand on the buttons.
    for _ in 0..20 {
        if emojis_on(&board).is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            board = transcript.act(ANN, "/board").await;
        }
    }
    assert!(!emojis_on(&board).is_empty(), "{:?}", labels(&board));
    let uploads = transcript.harness.emoji_uploads();
    // At most the one that was under way at the restart is uploaded twice, and refused.
    let refused = uploads.iter().filter(|status| **status != 201).count();
    assert!(uploads.len() >= 14 && refused <= 1, "{uploads:?}");
    check_requests(&transcript.harness.emulator);
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_carry_words_where_emoji_fail() {
    let mut harness = Harness::start().await;
    let refused = FaultRule::always("/emojis", InjectedFault::Refused(403));
    harness.emulator.inject_fault(refused);
    // The restarted bot cannot read which emoji there are.
    harness.restart().await;
    let transcript = Transcript::at(harness, GAMES, GameKind::Makruk, &[]).await;
    let board = transcript.with(ANN, "more", false);
    assert_eq!(emojis_on(&board), Vec::new());
    let all = labels(&board).concat();
    assert!(all.contains(&"khon c1".to_owned()), "{all:?}");
    assert!(all.contains(&"bia e3".to_owned()), "{all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn earlier_art_is_deleted_once_the_present_is_there() {
    let mut harness = Harness::start().await;
    harness.bot.stop().await;
    let outdated = harness.upload_emoji("makruk_white_khun_00000000").await;
    let mut of_others = Vec::new();
    for name in ["khun_00000000", "makruk_white_khun", "makruk_white_khun_old"] {
        of_others.push(harness.upload_emoji(name).await);
    }
    let endpoint = Endpoint {
        between_emojis: Duration::from_millis(5),
        ..Endpoint::local(harness.emulator.url())
    };
    let (clock, limits) = (Clock::of_machine(), Limits::default());
    harness.bot =
        Bot::start_with(&harness.emulator, endpoint, harness.folder.path(), clock, limits).await;
    let is_there = |world: &World, id: &str| world.emojis().any(|it| it.id.to_string() == id);
    let deleted = |world: &World| (!is_there(world, &outdated)).then_some(());
    harness.emulator.wait_for(WAIT_MAX, deleted).await.expect("earlier art is deleted");
    harness.emulator.read(|world| {
        assert!(of_others.iter().all(|id| is_there(world, id)), "nothing of others is deleted");
        let mut khuns = world.emojis().filter(|it| it.name.starts_with("makruk_white_khun_"));
        assert!(khuns.any(|it| it.name.len() == "makruk_white_khun_00000000".len()));
    });
    // A request is logged after its effect.
    let last = eventually_some("an emoji is uploaded and one deleted", async || {
        let requests = harness.emulator.requests();
        let at = |method: &str| {
            let is_it =
                |it: &Arc<LoggedRequest>| it.method == method && it.path.contains("/emojis");
            requests.iter().rposition(is_it)
        };
        at("POST").zip(at("DELETE"))
    });
    let (uploaded, deleted) = last.await;
    assert!(uploaded < deleted, "the present art comes first");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_refused_for_an_emoji_comes_with_words() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let harness = &transcript.harness;
    harness.has_makruk_emojis().await;
    harness.sends_wrong_requests();
    let ids = harness.emulator.read(|world| {
        let makruk = world.emojis().filter(|it| it.name.starts_with("makruk_"));
        makruk.map(|it| format!("/{}", it.id)).collect::<Vec<_>>()
    });
    for id in ids {
        harness.emoji_request(reqwest::Method::DELETE, &id, Value::Null).await;
    }
    let has_words = |message: &PostedMessage, label: &str| {
        assert_eq!(emojis_on(message), Vec::new());
        let all = labels(message).concat();
        assert!(all.iter().any(|it| it == label), "{all:?}");
    };
    let refusals = || {
        let requests = harness.emulator.requests();
        let refused = requests.iter().filter(|it| it.status == 400);
        refused.map(|it| format!("{} {}", it.method, it.template)).collect::<Vec<_>>()
    };
    // A first response.
    let board = transcript.act(ANN, "/board").await;
    assert_eq!(board.visible_to, None);
    has_words(&board, "khon c1");
    let callback = "POST /interactions/{interaction_id}/{interaction_token}/callback";
    assert_eq!(refusals(), [callback; 2], "it is repeated once");
    // A change of a panel.
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    let pieces = transcript.act(ANN, "press back").await;
    assert_eq!(pieces.id, panel.id);
    has_words(&pieces, "khon c1");
    assert_eq!(refusals().len(), 4);
    // A message in the channel, beside the panel.
    transcript.act(ANN, "pick c1 from piece").await;
    let posted = transcript.act(ANN, "pick c1c2 from target").await;
    assert_eq!(posted.visible_to, None);
    has_words(&posted, "khon c8");
    assert_eq!(refusals()[4..], ["POST /channels/{channel_id}/messages"; 2]);
    // An edit of a deferred response.
    let lock = harness.bot.service.lock_delivery(transcript.table).await;
    let asked = transcript.ask(BEN, "/move d6d5");
    let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
    drop(lock);
    has_words(&asked.message(WAIT_MAX).await.expect("it is edited"), "khun d1");
    let edits = refusals();
    assert!(edits.len() == 8 && edits[7].starts_with("PATCH /webhooks/"), "{edits:?}");
    transcript.ends("c1c2 d6d5; First to move", &[0, 0, 1, 2]).await;
}

/// The second process finds all emoji that the first lacked.
#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_has_uploaded_meanwhile_is_not_uploaded_again() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let folder = TempDir::new().unwrap();
    let (clock, limits) = (Clock::of_machine(), Limits::default());
    // The first ones are uploaded at once, and the next when the other process is done.
    let slow = Endpoint { between_emojis: SLOWLY, ..Endpoint::local(emulator.url()) };
    let bot = Bot::start_with(&emulator, slow, folder.path(), clock.clone(), limits).await;
    let harness = Harness::of(emulator.clone(), bot, folder);
    eventually("the first emoji are uploaded", async || harness.emoji_uploads().len() >= 8).await;
    let fast = Endpoint { between_emojis: QUICKLY, ..Endpoint::local(emulator.url()) };
    let store = harness.bot.store.upgrade().expect("the bot runs");
    let (other, stop) = (Arc::new(TableService::new(store, clock)), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move {
        let (token, gateway) = (emulator.token().to_owned(), Some(emulator.gateway_url()));
        run(
            other,
            Connection { token: &token, endpoint: fast, gateway, links: Links::default() },
            stopped,
        )
        .await
    });
    let refused = async || harness.emoji_uploads().iter().any(|status| *status >= 400);
    eventually("one is there already", refused).await;
    harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await;
    let refused = harness.emoji_uploads().into_iter().filter(|status| *status >= 400).count();
    assert_eq!(refused, 1);
    stop.cancel();
    running.await.unwrap().unwrap();
}
