//! What the others cannot see was not said: they hear of it in another way, in private, or when
//! they do something the next time.

use std::sync::Arc;

use kradan::emulator::{
    ANN, BEN, BOT, FaultRule, GAMES, GARDEN, Id, InjectedFault, Interaction, InteractionResponse,
    LOBBY, MAKRUK, Permissions, PostedMessage, RANDOM,
};
use kradan::i18n::{self, HiddenBy, Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::service::Store as _;
use kradan::table::{Ending, Event, TableId};
use serde_json::json;

use super::{DAY, channel, has_line};
use crate::scene::{Scene, boards, player, standing, table_of, told};
use crate::stage::{A_MOMENT, SOON, Stage};

/// That an answer turned out to be for Ben alone, and that he hears why.
async fn assert_hidden(asked: &Interaction, cause: HiddenBy) {
    let answer = asked.message(SOON).await.expect("it is answered");
    assert_eq!((answer.visible_to, &answer.pinged[..]), (Some(BEN), &[][..]));
    let followed = asked.followed(1, SOON).await.expect("who asked is told why");
    assert_eq!(followed[0].visible_to, Some(BEN));
    assert_eq!(followed[0].content(), i18n::line(&Line::OnlyYou { cause }, Language::Dutch));
}

impl Scene {
    /// Lets the bot write nothing in a channel any more.
    fn forbid(&self, place: Id) {
        let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
        self.stage.local.set_bot_permissions(place, ours);
    }

    /// Ben plays `c3` from elsewhere, and nothing can be said of it in the channel.
    async fn moves_unsaid(&self) {
        self.stage.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
        self.stage.put_off(self.table).await;
    }
}

impl Stage {
    /// Waits until the bot has tried to tell what a table owes.
    async fn put_off(&self, table: TableId) {
        let store = self.bot.service.store();
        let put_off = async {
            while store.pending_of_table(table).await.unwrap().iter().all(|it| it.attempts == 0) {
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, put_off).await.expect("the bot tries");
    }

    async fn kept_for(&self, person: Id) -> usize {
        self.bot.service.store().missed_by(player(person), 100).await.unwrap().len()
    }

    /// Waits until so much is kept for somebody.
    async fn has_kept(&self, person: Id, count: usize) {
        let kept = async {
            while self.kept_for(person).await != count {
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, kept).await.expect("it is kept");
    }

    /// What follows the answer to somebody's next command.
    async fn shown_next(&self, person: Id, place: Id) -> Arc<PostedMessage> {
        let asked = self.local.as_user(person).command(place, "help", json!({})).unwrap();
        let followed = asked.followed(1, SOON).await.expect("what was kept follows");
        assert_eq!(followed[0].visible_to, Some(person));
        self.has_kept(person, 0).await;
        Arc::clone(&followed[0])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_who_may_not_write_is_posted_for_all() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.deny(GAMES, BEN, Permissions::SEND_MESSAGES);
    let asked = scene.ask(BEN, "pick c3 from square");
    assert_hidden(&asked, HiddenBy::SendMessages).await;
    let board = scene.stage.said(GAMES, "c3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_slow_mode_is_posted_for_all() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.as_user(BEN).say(GAMES, "hm", None).unwrap();
    scene.stage.local.set_slow_mode(GAMES, 3_600);
    let asked = scene.ask(BEN, "/move c3");
    assert_hidden(&asked, HiddenBy::Settings).await;
    let board = scene.stage.said(GAMES, "c3").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_an_external_app_that_is_hidden_is_told_in_private() {
    let scene = Scene::at(Stage::set().await, LOBBY, GameKind::Othello, &["d3"]).await;
    scene.stage.local.deny(LOBBY, BEN, Permissions::USE_EXTERNAL_APPS);
    let asked = scene.ask(BEN, "pick c3 from square");
    assert_hidden(&asked, HiddenBy::UseExternalApps).await;
    let board = scene.stage.said_to(ANN, "c3").await;
    assert_eq!(board.pinged, [ANN]);
    scene.settled().await;
    assert_eq!(scene.boards(), [0, 1]);
    assert_eq!(standing(&scene.row().await.table), "d3 c3; First to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_answer_that_was_put_off_is_told_as_well() {
    for place in [GAMES, LOBBY] {
        let scene = Scene::at(Stage::set().await, place, GameKind::Othello, &["d3"]).await;
        scene.stage.local.deny(place, BEN, Permissions::SEND_MESSAGES);
        let voice = scene.stage.bot.service.lock_delivery(scene.table).await;
        let asked = scene.ask(BEN, "/move c3");
        let first = asked.answered(SOON).await.expect("it is put off in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        drop(voice);
        assert_hidden(&asked, HiddenBy::SendMessages).await;
        let board = match place {
            GAMES => scene.stage.said(GAMES, "c3").await,
            _ => scene.stage.said_to(ANN, "c3").await,
        };
        assert_eq!(board.pinged, [ANN]);
        scene.settled().await;
        assert_eq!(standing(&scene.row().await.table), "d3 c3; First to move");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_answer_is_told_after_a_restart() {
    let mut scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.deny(GAMES, BEN, Permissions::SEND_MESSAGES);
    let matching = "POST /channels/{channel_id}/messages".to_owned();
    let fault = InjectedFault::Refused(500);
    scene.stage.local.inject_fault(FaultRule { matching, times: u32::MAX, percent: 100, fault });
    let asked = scene.ask(BEN, "/move c3");
    assert_hidden(&asked, HiddenBy::SendMessages).await;
    scene.stage.restart().await;
    scene.stage.local.clear_faults();
    let board = scene.stage.said(GAMES, "c3").await;
    assert_eq!(board.pinged, [ANN]);
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_challenge_is_told_in_private() {
    let stage = Stage::set().await;
    stage.local.deny(LOBBY, BEN, Permissions::USE_EXTERNAL_APPS);
    let options = json!({ "game": "othello", "opponent": ANN.0.to_string() });
    let asked = stage.local.as_user(BEN).command(LOBBY, "play", options).unwrap();
    assert_hidden(&asked, HiddenBy::UseExternalApps).await;
    let challenge = stage.said_to(ANN, "<@1300000000000000012>").await;
    assert_eq!(challenge.pinged, [ANN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_that_may_not_be_posted_comes_in_private_at_once() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.forbid(GAMES);
    scene.stage.pass(3 * DAY * 4 / 5 + 10).await;
    let reminded = Event::Reminded { side: Side::Second };
    let reminder = scene.stage.said_to(BEN, &told(&reminded, Language::Dutch)).await;
    let place = channel(GAMES);
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &place }, Language::Dutch));
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_may_not_be_posted_is_told_in_private_after_minutes() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.forbid(GAMES);
    scene.moves_unsaid().await;
    scene.stage.pass(150).await;
    let board = scene.stage.said_to(ANN, "c3").await;
    assert_eq!(
        (boards(&[Arc::clone(&board)], scene.table), &board.pinged[..]),
        (vec![2], &[ANN][..])
    );
    scene.settled().await;
    assert_eq!(scene.stage.kept_for(ANN).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_that_may_not_be_posted_is_told_to_both() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.remove_member(GARDEN, BOT);
    scene.stage.pass(3 * DAY + 10).await;
    scene.stage.put_off(scene.table).await;
    scene.stage.pass(150).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::Second));
    scene.stage.said_to(ANN, &told(&lost, Language::English)).await;
    scene.stage.said_to(BEN, &told(&lost, Language::Dutch)).await;
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_could_be_told_is_shown_at_the_next_interaction_once() {
    let mut scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.forbid(GAMES);
    scene.stage.local.close_conversation(ANN, true);
    scene.moves_unsaid().await;
    scene.stage.pass(150).await;
    scene.stage.has_kept(ANN, 1).await;
    scene.settled().await;
    scene.stage.restart().await;
    let shown = scene.stage.shown_next(ANN, RANDOM).await;
    let text = shown.content();
    let heading = i18n::line(&Line::NotReached, Language::English);
    assert!(text.starts_with(&heading) && text.contains("c3"), "{text}");
    assert!(text.contains(&format!("/{GARDEN}/{GAMES}")), "{text}");
    // And not once more.
    let asked = scene.stage.local.as_user(ANN).command(RANDOM, "help", json!({})).unwrap();
    scene.stage.answer(&asked).await;
    scene.stage.bot.stop().await;
    assert!(asked.followed(1, A_MOMENT).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_kept_of_several_games_comes_as_one_message() {
    let stage = Stage::set().await;
    let mut tables = Vec::new();
    for (first, second) in [(ANN, BEN), (BEN, ANN)] {
        let board = stage.begin(GameKind::Othello, first, second, GAMES).await;
        tables.push(table_of(&board));
    }
    stage.pass(3 * DAY * 4 / 5 + 10).await;
    for (side, language) in [(Side::First, Language::English), (Side::Second, Language::Dutch)] {
        stage.said(GAMES, &told(&Event::Reminded { side }, language)).await;
    }
    stage.settled().await;
    stage.local.close_conversation(ANN, true);
    // Without a server in common nothing can be said in private either.
    stage.local.remove_member(GARDEN, BOT);
    stage.pass(DAY).await;
    for &table in &tables {
        stage.put_off(table).await;
    }
    stage.pass(150).await;
    stage.has_kept(ANN, 2).await;
    let shown = stage.shown_next(ANN, LOBBY).await;
    assert_eq!(shown.content().lines().count(), 3, "{}", shown.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_told_in_private_unheard_is_not_told_again() {
    let mut scene = Scene::at(Stage::set().await, LOBBY, GameKind::Othello, &["d3"]).await;
    for (method, fault) in
        [("POST", InjectedFault::DoneButCut), ("GET", InjectedFault::Refused(500))]
    {
        let matching = format!("{method} /channels/{{channel_id}}/messages");
        scene.stage.local.inject_fault(FaultRule {
            matching,
            times: u32::MAX,
            percent: 100,
            fault,
        });
    }
    scene.stage.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    scene.stage.said_to(ANN, "c3").await;
    scene.stage.local.advance(std::time::Duration::from_secs(3_600));
    scene.stage.restart().await;
    scene.stage.local.clear_faults();
    scene.settled().await;
    let conversation = scene.stage.local.conversation(ANN, BOT);
    let said = scene.stage.local.as_user(ANN).messages(conversation);
    assert_eq!(said.iter().filter(|it| it.content().contains("c3")).count(), 1);
}
