//! Answers that take longer than Discord waits.

use kradan::local::{ANN, Answer, BEN, CHAI, GAMES};
use kradan::rules::Kind;

use crate::scene::Sees::All;
use crate::scene::{Scene, mention, option_of};
use crate::stage::{SOON, control_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_calls_by_a_message_of_its_own() {
    for deed in ["/move d3", "pick d3 from square"] {
        let scene = Scene::of(Kind::Othello, &[]).await;
        // As if somebody else had much to say of this table.
        let voice = scene.stage.bot.hall.voice(scene.table).await;
        let asked = scene.ask(ANN, deed);
        let first = asked.answered(SOON).await.expect("it is put off in time");
        assert!(matches!(first, Answer::Deferred), "{first:?}");
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
    let scene = Scene::of(Kind::Othello, &[]).await;
    scene.stage.begin(Kind::Othello, ANN, CHAI, GAMES).await;
    let asked = scene.does(ANN, "/move d3").await;
    let voice = scene.stage.bot.hall.voice(scene.table).await;
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
