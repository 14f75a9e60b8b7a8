//! Answers that take longer than Discord waits.

use std::sync::{Arc, mpsc};

use kradan::emulator::{
    ANN, BEN, CHAI, FaultRule, GAMES, Id, InjectedFault, InteractionResponse, PostedMessage, World,
};
use kradan::rules::GameKind;
use kradan::service::Store as _;
use kradan::table::PlayerId;

use super::wishes::switch;
use crate::scene::Sees::All;
use crate::scene::{Scene, mention, option_of, public};
use crate::stage::{A_MOMENT, SOON, Stage, control_of, has_control};

/// Keeps whoever has a new name waiting: their name is written after what is sent back lets go.
async fn keep_waiting(stage: &Stage, person: Id) -> mpsc::Sender<()> {
    stage.local.rename(person, "Somebody");
    let (let_go, wait) = mpsc::channel();
    let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
    let service = stage.bot.service.clone();
    tokio::spawn(async move {
        let change = move |_: &mut _| {
            let _ = begun.send(());
            let _ = wait.recv();
        };
        service.store().update_profile(PlayerId(CHAI.0), change).await
    });
    has_begun.recv().await.expect("the store is kept waiting");
    let_go
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_calls_by_a_message_of_its_own() {
    for deed in ["/move d3", "pick d3 from square"] {
        let scene = Scene::of(GameKind::Othello, &[]).await;
        // As if somebody else had much to say of this table.
        let voice = scene.stage.bot.service.lock_delivery(scene.table).await;
        let asked = scene.ask(ANN, deed);
        let first = asked.answered(SOON).await.expect("it is put off in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        drop(voice);
        let board = asked.message(SOON).await.expect("it is given");
        assert_eq!(board.attachments().len(), 1);
        assert!(board.pinged.is_empty(), "what was put off calls nobody");
        let call = asked.followed(1, SOON).await.expect("somebody is called");
        assert_eq!((call[0].content(), &call[0].pinged[..]), (mention(BEN).as_str(), &[BEN][..]));
        scene.ends("d3; Second to move", &[0, 1]).await;
        scene.play(&[(BEN, "pick c3 from square", All("c3"), &[ANN])]).await;
        scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_choice_of_a_game_is_for_all() {
    let scene = Scene::of(GameKind::Othello, &[]).await;
    scene.stage.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let asked = scene.does(ANN, "/move d3").await;
    let voice = scene.stage.bot.service.lock_delivery(scene.table).await;
    let (menu, table) = (control_of(&asked, "which"), option_of(&asked, scene.table));
    let chosen = scene.stage.local.as_user(ANN).select(asked.id, &menu, &[&table]).unwrap();
    chosen.answered(SOON).await.expect("it is put off in time");
    drop(voice);
    let board = scene.stage.answer(&chosen).await;
    assert_eq!((board.visible_to, board.attachments().len()), (None, 1));
    let call = chosen.followed(1, SOON).await.expect("somebody is called");
    assert_eq!(call[0].pinged, [BEN]);
    scene.ends("d3; Second to move", &[0, 1]).await;
}

/// A late answer to Ann is for her alone, though a board for all was possible.
async fn confirms_late(scene: &Scene, does: &str) -> Arc<PostedMessage> {
    let before = scene.public().len();
    let let_go = keep_waiting(&scene.stage, ANN).await;
    let asked = scene.ask(ANN, does);
    let first = asked.answered(SOON).await.expect("it is put off in time");
    assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
    drop(let_go);
    let panel = scene.stage.answer(&asked).await;
    assert_eq!((panel.visible_to, &panel.pinged[..]), (Some(ANN), &[][..]), "{does}");
    assert!(has_control(&panel, "confirm"), "{:?}", panel.controls());
    let is_as_before = |world: &World| (public(world, GAMES).len() == before).then_some(());
    scene.stage.local.wait_for(SOON, is_as_before).await.expect("nothing is for all");
    panel
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_question_is_for_the_mover_alone() {
    let scene = Scene::of(GameKind::Othello, &[]).await;
    switch(&scene.stage, "confirm").await;
    let panel = confirms_late(&scene, "pick d3 from square").await;
    scene.play(&[(ANN, "press confirm", All("d3"), &[BEN])]).await;
    scene.stage.gone(panel.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_that_changes_late_stays_for_its_reader_alone() {
    let scene = Scene::of(GameKind::Makruk, &[]).await;
    switch(&scene.stage, "confirm").await;
    let panel = scene.does(ANN, "pick e3 from piece").await;
    let question = confirms_late(&scene, "pick e3e4 from target").await;
    assert_eq!(question.id, panel.id, "it is the same panel");
    scene.play(&[(ANN, "press confirm", All("e4"), &[BEN])]).await;
    scene.stage.gone(panel.id).await;
}

/// A public answer that was announced is withdrawn before a private one follows: Discord would show
/// that one in its place, to all.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_question_stays_private_while_discord_is_in_trouble() {
    for times in [1, u32::MAX] {
        let scene = Scene::of(GameKind::Othello, &[]).await;
        switch(&scene.stage, "confirm").await;
        let (local, let_go) = (&scene.stage.local, keep_waiting(&scene.stage, ANN).await);
        let asked = scene.ask(ANN, "pick d3 from square");
        let first = asked.answered(SOON).await.expect("it is put off in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        let stays = FaultRule::once("DELETE /webhooks", InjectedFault::Refused(500));
        local.inject_fault(FaultRule { times, ..stays });
        drop(let_go);
        if times == 1 {
            let panel = &asked.followed(1, SOON).await.expect("it is tried again")[0];
            assert_eq!(panel.visible_to, Some(ANN));
            continue;
        }
        let tries = || local.requests().iter().filter(|it| it.method == "DELETE").count();
        let is_tried = |_: &World| (tries() > 3).then_some(());
        local.wait_for(SOON, is_tried).await.expect("it is tried again");
        scene.settled().await;
        let is_seen = |it: &Arc<PostedMessage>| has_control(it, "confirm");
        assert!(!scene.public().iter().any(is_seen), "a question for one is shown to all");
        assert!(asked.followed(1, A_MOMENT).await.is_err(), "nothing follows a public promise");
    }
}
