//! `/privacy`: what is stored about somebody, as a file, and its erasure.

use std::collections::{BTreeMap, BTreeSet};

use kradan_emulator::{
    ANN, BEN, CHAI, DAI, FaultRule, GAMES, Id, InjectedFault, PostedMessage, RANDOM,
};
use kradan_i18n::{self as i18n, EventContext, Language};
use kradan_rules::{BySide, GameKind, Side};
use kradan_store::{Job, JobKind, Listing, OutboxEntry, OutboxEntryId, Task};
use kradan_table::{AbortReason, ChannelId, Ending, Event, PlayerId, Refusal, TableId};
use serde_json::{Value, json};

use super::DAY;
use super::threads::challenge_in;
use super::time::BEGUN;
use crate::discord::harness::{Harness, eventually, has_control};
use crate::discord::transcript::Sees::{EphemeralText, Refused};
use crate::discord::transcript::{
    Transcript, check, mention, player, sentence_of, standing, table_of,
};

impl Harness {
    /// Somebody has everything about them erased.
    pub(super) async fn erase(&self, person: Id) {
        let panel = self.privacy(person, GAMES).await;
        check(person, "privacy", &panel, EphemeralText("line-privacy-stored", &[]));
        let question = self.click(person, &panel, "privacy-erase").await;
        check(person, "erase", &question, EphemeralText("line-privacy-ask", &[]));
        let erasing = self.click(person, &question, "privacy-yes").await;
        check(person, "yes", &erasing, EphemeralText("line-privacy-erasing", &[]));
    }

    /// Waits until nobody is left to be erased.
    pub(super) async fn all_erased(&self) {
        eventually("everybody is erased", async || self.first_job(JobKind::Erase).await.is_none())
            .await;
    }
}

/// What is stored of Ben in a world with a game of his that is over, one that runs, and a challenge.
pub(super) async fn with_all_of_ben() -> (Transcript, TableId, TableId) {
    let over = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &over.harness;
    harness.note(BEN, json!({}), "secret plan").await;
    over.act(ANN, "press resign").await;
    over.act(ANN, "press resign-yes").await;
    let running = table_of(harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await.as_ref());
    let options = json!({ "game": "ogi", "opponent": CHAI.0.to_string() });
    let challenge = table_of(harness.command(BEN, GAMES, "play", options).await.as_ref());
    harness.block(BEN, CHAI).await;
    harness.block(CHAI, BEN).await;
    harness.all_delivered().await;
    (over, running, challenge)
}

/// What the file of `/privacy` says of the caller.
async fn file_of(harness: &Harness, panel: &PostedMessage, person: Id) -> (Value, String) {
    let file = harness.click(person, panel, "privacy-file").await;
    check(person, "file", &file, EphemeralText("line-privacy-file", &[]));
    assert_eq!(file.posted_files, ["kradan.json"]);
    let url = file.attachments()[0]["url"].as_str().unwrap().to_owned();
    let text = String::from_utf8(harness.emulator.file(&url).unwrap().to_vec()).unwrap();
    (serde_json::from_str(&text).unwrap(), text)
}

/// The games and challenges in a file, by their ids.
fn states_in(file: &Value) -> BTreeMap<u64, &str> {
    let games = file["games"].as_array().unwrap().iter();
    games.map(|it| (it["id"].as_u64().unwrap(), it["state"].as_str().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_holds_all_that_is_stored() {
    let (over, running, challenge) = with_all_of_ben().await;
    let harness = &over.harness;
    let followed = table_of(harness.begin(GameKind::Makruk, ANN, DAI, RANDOM).await.as_ref());
    harness.in_game(BEN, RANDOM, json!({}), "follow-moves").await;
    let options = json!({ "game": "ogi", "opponent": DAI.0.to_string() });
    let sent = harness.command(BEN, GAMES, "play", options).await;
    let options = json!({ "game": "ogi", "opponent": BEN.0.to_string() });
    let received = harness.command(DAI, GAMES, "play", options).await;
    let panel = harness.privacy(BEN, GAMES).await;
    let (stored, text) = file_of(harness, &panel, BEN).await;
    assert_eq!(stored["profile"]["name"], "Ben");
    assert_eq!(stored["blocks"], json!([CHAI.0]));
    let expected = [
        (over.table, "over"),
        (running, "running"),
        (table_of(&sent), "challenge sent"),
        (table_of(&received), "challenge received"),
        (challenge, "came to nothing"),
    ];
    let expected = expected.into_iter().map(|(table, state)| (table.0, state));
    assert_eq!(states_in(&stored), expected.collect());
    assert_eq!(stored["games_left_out_for_want_of_room"], 0);
    assert!(text.contains("secret plan"), "{text}");
    let follows = stored["follows"].as_array().unwrap();
    let [follow] = &follows[..] else { panic!("{follows:?}") };
    assert_eq!(
        (&follow["table"], &follow["follow"]["each_move"]),
        (&json!(followed.0), &json!(true))
    );
    let channels: BTreeSet<u64> =
        stored["channels"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    assert_eq!(channels, BTreeSet::from([GAMES.0, RANDOM.0]));
    assert_eq!(stored["not_told_yet"], json!([]));
}

/// What waits for something is stored, too: what was missed for its reader.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_holds_what_is_in_no_list() {
    let (over, running, _) = with_all_of_ben().await;
    let harness = &over.harness;
    let open = harness.command(BEN, GAMES, "play", json!({ "game": "ogi" })).await;
    harness.click(BEN, &open, "cancel").await;
    harness.all_delivered().await;

    let panel = harness.privacy(BEN, GAMES).await;
    // What was missed cannot be shown, and stays stored.
    let refused = FaultRule::always("POST /webhooks", InjectedFault::Refused(500));
    harness.emulator.inject_fault(refused);
    let now = harness.bot.service.clock().now();
    let missed = OutboxEntry {
        id: OutboxEntryId { table: running, revision: 1 },
        channel: ChannelId(GAMES.0),
        ply: 0,
        events: vec![Event::DrawDeclined { side: Side::First }],
        by: Some(player(ANN)),
        made_at: now,
        ready_at: now,
        attempts: 1,
        answer: None,
        left: None,
        group: None,
    };
    let not_told = json!([{ "table": running.0, "at": now, "events": missed.events }]);
    harness.bot.service.store().add_missed(player(BEN), missed).await.unwrap();
    let (stored, _) = file_of(harness, &panel, BEN).await;
    assert_eq!(stored["not_told_yet"], not_told);
    let cancelled = table_of(&open);
    assert_eq!(states_in(&stored).get(&cancelled.0), Some(&"came to nothing"));
    let left_out = stored["not_in_this_file"][0].as_str().unwrap();
    assert!(left_out.contains("whom they block"), "{left_out}");
    harness.pass(7 * DAY).await;
    eventually("it is deleted", async || {
        harness.bot.service.store().table(cancelled).await.unwrap().is_none()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_about_a_person_is_erased_and_their_games_stay_without_them() {
    let (over, running, challenge) = with_all_of_ben().await;
    over.keep_old_controls();
    let harness = &over.harness;
    harness.erase(BEN).await;
    harness.all_erased().await;
    harness.all_delivered().await;
    let store = harness.bot.service.store();
    let ben = player(BEN);
    assert_eq!(store.profile(ben).await.unwrap(), None);
    assert_eq!(store.note(over.table, ben).await.unwrap(), None);
    assert_eq!(store.blocked_by(ben).await.unwrap(), []);
    assert!(!store.has_blocked(player(ANN), ben).await.unwrap());
    assert_eq!(store.channels_read_by(ben).await.unwrap(), []);
    for listing in Listing::ALL {
        assert_eq!(store.tables_of_player(ben, listing, 9).await.unwrap(), [], "{listing:?}");
    }
    for (table, side) in [(over.table, Side::Second), (running, Side::Second)] {
        let table = harness.stored(table).await.table;
        let seats = table.seats().expect("the game is kept");
        assert_eq!(
            (seats[side], seats[!side]),
            (PlayerId::erased(side).into(), player(ANN).into())
        );
        assert!(table.ending().is_some());
    }
    let aborted = Ending::Aborted(AbortReason::Erased(Side::Second));
    assert_eq!(harness.stored(running).await.table.ending(), Some(aborted));
    assert_eq!(standing(&harness.stored(challenge).await.table), "withdrawn");
    let told = sentence_of(&Event::Cancelled, Language::Dutch);
    harness.message_with(GAMES, &told).await;
    // Ann still has her games, and there is no rematch with nobody.
    let named = json!({ "game": over.table.0.to_string() });
    let shown = harness.command(ANN, GAMES, "game", named).await;
    let name = i18n::text("line-erased-player", Language::English);
    assert!(shown.content().contains(&format!("Ann – {name}")), "{}", shown.content());
    let board = over.with(ANN, "rematch", false);
    let refused = harness.click(ANN, &board, "rematch").await;
    check(ANN, "rematch", &refused, Refused(&Refusal::OpponentErased));
    // Whoever comes back begins anew.
    let games = harness.command(BEN, GAMES, "games", json!({})).await;
    check(BEN, "/games", &games, EphemeralText("line-no-games", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_begun_is_won_against_whoever_is_erased() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    let harness = &transcript.harness;
    let options = json!({ "game": "ogi", "opponent": DAI.0.to_string() });
    let challenge = table_of(harness.command(BEN, GAMES, "play", options).await.as_ref());
    assert_eq!(standing(&harness.stored(challenge).await.table), "challenge");
    harness.erase(BEN).await;
    harness.all_erased().await;
    harness.all_delivered().await;
    let table = transcript.stored().await.table;
    assert_eq!(table.game().moves(), BEGUN);
    assert_eq!(table.ending(), Some(Ending::Resigned(Side::Second)));
    let seats = table.seats().unwrap();
    assert_eq!(
        (seats.first, seats.second),
        (player(ANN).into(), PlayerId::erased(Side::Second).into())
    );
    assert_eq!(standing(&harness.stored(challenge).await.table), "withdrawn");
    // Ann is told that she has won. Ben has his name still if that is posted before he is erased.
    let ann = mention(ANN);
    let context = EventContext {
        kind: GameKind::Othello,
        names: BySide { first: &ann, second: "\u{1}" },
        written: None,
        game: Some(table.game()),
    };
    let resigned = Event::Ended(Ending::Resigned(Side::Second));
    let won = i18n::event(&resigned, &context, Language::English);
    let is_it = |it: &&std::sync::Arc<PostedMessage>| {
        won.split('\u{1}').all(|part| it.content().contains(part))
    };
    let told = transcript.public();
    let told: Vec<_> = told.iter().filter(is_it).collect();
    assert_eq!(told.len(), 1, "{won}");
    assert!(told[0].pinged.contains(&ANN), "{told:?}");
}

/// What was not delivered before somebody was erased is delivered without them.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_whose_data_was_erased_is_asked_for() {
    for (erased, other, side) in [(ANN, BEN, Side::First), (BEN, ANN, Side::Second)] {
        let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
        let harness = &transcript.harness;
        let lock = harness.bot.service.lock_delivery(transcript.table).await;
        harness.erase(erased).await;
        harness.all_erased().await;
        drop(lock);
        harness.all_delivered().await;
        let seats = *transcript.stored().await.table.seats().unwrap();
        assert_eq!(seats[side], PlayerId::erased(side));
        let told = transcript.public();
        let end = told.last().expect("the end is announced");
        assert_eq!(end.pinged, [other], "{}", end.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_goes_on_after_a_restart() {
    let (mut over, running, _) = with_all_of_ben().await;
    let harness = &mut over.harness;
    // The wish is all that was stored before the bot was killed.
    let wish = Job::at_once(Task::Erase(player(BEN), jiff::Timestamp::now()));
    harness.bot.service.store().add_job(wish).await.unwrap();
    harness.restart().await;
    harness.all_erased().await;
    assert!(harness.stored(running).await.table.ending().is_some());
    assert_eq!(harness.bot.service.store().profile(player(BEN)).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_erased_without_a_second_click() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let panel = harness.privacy(BEN, GAMES).await;
    let question = harness.click(BEN, &panel, "privacy-erase").await;
    let kept = harness.click(BEN, &question, "privacy-keep").await;
    check(BEN, "keep", &kept, EphemeralText("line-privacy-kept", &[]));
    assert_eq!(harness.first_job(JobKind::Erase).await, None);
    assert!(transcript.stored().await.table.is_running());
    assert_eq!(harness.bot.service.store().followed_by(player(BEN)).await.unwrap(), []);
}

/// The messages of a channel that have a text.
fn naming(harness: &Harness, channel: Id, text: &str) -> Vec<String> {
    let public = harness.public(channel);
    let texts = public.iter().map(|it| it.content().to_owned());
    texts.filter(|it| it.contains(text)).collect()
}

/// Somebody challenges Ben, and anybody, and is erased. What is left of the challenges names them nowhere,
/// whether their messages are replaced before or after that.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_of_somebody_who_was_erased_does_not_name_them() {
    for is_late in [false, true] {
        let mut harness = Harness::start_without_limits().await;
        let options = json!({ "game": "ogi", "opponent": BEN.0.to_string() });
        let to_ben = harness.command(ANN, GAMES, "play", options).await;
        let to_all = harness.command(ANN, GAMES, "play", json!({ "game": "ogi" })).await;
        let declined = json!({ "game": "makruk", "opponent": BEN.0.to_string() });
        let declined = harness.command(ANN, GAMES, "play", declined).await;
        harness.click(BEN, &declined, "decline").await;
        harness.all_cleaned_up().await;
        assert_eq!(naming(&harness, GAMES, "Ann").len(), 1, "the one that was declined");
        if is_late {
            let refused = FaultRule::always("PATCH /channels", InjectedFault::Refused(500));
            harness.emulator.inject_fault(refused);
        }
        harness.erase(ANN).await;
        harness.all_erased().await;
        harness.all_delivered().await;
        for challenge in [&to_ben, &to_all] {
            let table = json!({ "game": table_of(challenge).0.to_string() });
            if is_late {
                let answer = harness.click(BEN, challenge, "accept").await;
                check(BEN, "accept", &answer, Refused(&Refusal::Answered));
            }
            let shown = harness.command(BEN, GAMES, "board", table).await;
            assert_eq!(shown.visible_to, Some(BEN), "{}", shown.content());
            let content = shown.content();
            assert!(!content.contains("Ann") && !content.contains('?'), "{content}");
        }
        let games = harness.command(BEN, GAMES, "games", json!({})).await;
        check(BEN, "/games", &games, EphemeralText("line-no-games", &[]));
        if is_late {
            harness.emulator.clear_faults();
            // What was refused is not waited for.
            harness.restart().await;
        }
        harness.all_cleaned_up().await;
        assert_eq!(naming(&harness, GAMES, "Ann"), [""; 0]);
        for challenge in [&to_ben, &to_all, &declined] {
            let left = harness.emulator.read(|world| world.message(challenge.id).cloned()).unwrap();
            let content = left.content();
            assert!(!content.contains(&mention(ANN)) && left.controls().is_empty(), "{content}");
        }
    }
}

/// The end of a game names nobody any more who was erased, nor does the thread of the game.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_board_of_somebody_who_was_erased_does_not_name_them() {
    let harness = Harness::start().await;
    let challenge = challenge_in(&harness, GAMES, "othello").await;
    harness.click(BEN, &challenge, "accept").await;
    let table = table_of(&challenge);
    let thread = Id(harness.stored(table).await.table.channel().0);
    harness.shown(thread, table, 0).await;
    let transcript = Transcript { harness, table, channel: thread };
    let harness = &transcript.harness;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    harness.all_cleaned_up().await;
    let name = || harness.emulator.read(|world| world.channel(thread).unwrap().name.clone());
    assert!(name().contains("Ben"), "{}", name());
    assert_eq!(naming(harness, thread, &mention(BEN)).len(), 2, "the first board and the last");
    harness.erase(BEN).await;
    harness.all_erased().await;
    harness.all_cleaned_up().await;
    let erased = i18n::text("line-erased-player", Language::English);
    assert!(name().contains("Ann") && name().contains(&erased), "{}", name());
    let last = transcript.public().last().cloned().unwrap();
    assert!(!last.content().contains(&mention(BEN)), "{}", last.content());
    assert!(last.content().contains(&erased), "{}", last.content());
    assert!(!last.posted_files.is_empty() && has_control(&last, "review"));
    assert!(!has_control(&last, "rematch"));
}
