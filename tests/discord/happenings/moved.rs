//! Where a table goes and where it does not: nobody takes it to where the other cannot see it, and
//! the place that it left says where it is.

use std::sync::Arc;

use kradan::emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, CHAI, FaultRule, GAMES, GARDEN, Id, InjectedFault, LOBBY,
    MAKRUK, Permissions, PostedMessage, RANDOM,
};
use kradan::i18n::{self, Language, Line};
use kradan::rules::GameKind;
use kradan::service::Store as _;
use kradan::table::{ChannelId, Refusal};
use serde_json::json;

use super::channel;
use crate::scene::{Scene, check, refused, standing, table_of};
use crate::stage::{A_MOMENT, SOON, Stage, control_of, has_control};

/// A link to a message in the garden.
fn link(message: &PostedMessage) -> String {
    format!("https://discord.com/channels/{GARDEN}/{}/{}", message.channel, message.id)
}

impl Stage {
    /// Somebody does something in a place, and is known there from then on.
    async fn seen_in(&self, person: Id, place: Id) {
        self.command(person, place, "games", json!({})).await;
    }

    /// Asks for the board, and gets a copy that says why the game stays where it is.
    async fn copied(&self, person: Id, place: Id, language: Language) -> Arc<PostedMessage> {
        let copy = self.command(person, place, "board", json!({})).await;
        assert_eq!((copy.visible_to, &copy.pinged[..]), (Some(person), &[][..]));
        let why = refused(&Refusal::Unread, language);
        assert!(copy.content().contains(&why), "{}", copy.content());
        copy
    }

    /// What a place says of a table that left it.
    async fn says_where(&self, place: Id, link: &str, language: Language) -> Arc<PostedMessage> {
        self.said(place, &i18n::line(&Line::GameLeft { link }, language)).await
    }

    fn boards_left(&self, place: Id) -> usize {
        let is_it =
            |it: &&Arc<PostedMessage>| it.content().contains("https://discord.com/channels/");
        self.public(place).iter().filter(is_it).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_ones_own_conversation_is_a_copy() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let before = scene.row().await;
    let copy = scene.stage.copied(ANN, ANN_AND_BOT, Language::English).await;
    assert_eq!(copy.attachments().len(), 1);
    scene.settled().await;
    assert_eq!(scene.row().await.table, before.table, "nothing moved");
    assert_eq!(scene.stage.public(ANN_AND_BOT).len(), 0);
    scene.ends("d3; Second to move", &[0, 1]).await;
    // It does not depend on whose turn it is, and the copy can be played from.
    scene.stage.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    let copy = scene.stage.copied(ANN, ANN_AND_BOT, Language::English).await;
    let told = scene.stage.select(ANN, &copy, "square", "c4").await;
    let place = channel(GAMES);
    check(ANN, "c4", &told, crate::scene::Sees::Told(Line::MovedElsewhere { place: &place }));
    let board = scene.stage.shown(GAMES, scene.table, 3).await;
    assert_eq!(board.pinged, [BEN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_moves_where_the_opponent_was_seen_and_the_old_place_says_so() {
    let scene = Scene::of(GameKind::Othello, &["d3", "c3"]).await;
    scene.stage.copied(ANN, MAKRUK, Language::English).await;
    scene.stage.seen_in(CHAI, MAKRUK).await;
    scene.stage.copied(ANN, MAKRUK, Language::English).await;
    scene.stage.seen_in(BEN, MAKRUK).await;
    let board = scene.stage.command(ANN, MAKRUK, "board", json!({})).await;
    // It is Ann's turn, and it is Ben who has to know where the game is.
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    let said = scene.stage.says_where(GAMES, &link(&board), Language::Dutch).await;
    assert_eq!((said.controls(), &said.pinged[..]), (Vec::new(), &[BEN][..]));
    scene.settled().await;
    assert_eq!(scene.stage.boards_left(GAMES), 1);
    let scene = scene.elsewhere(MAKRUK);
    scene.play(&[(ANN, "pick c4 from square", crate::scene::Sees::All("c4"), &[BEN])]).await;
    scene.ends("d3 c3 c4; Second to move", &[2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_challenged_in_a_channel_reads_it() {
    let stage = Stage::set_without_limits().await;
    let options = json!({ "game": "makruk", "opponent": BEN.0.to_string() });
    stage.command(ANN, MAKRUK, "play", options).await;
    let scene = Scene::at(stage, GAMES, GameKind::Othello, &["d3"]).await;
    let named = json!({ "table": scene.table.0.to_string() });
    let board = scene.stage.command(ANN, MAKRUK, "board", named).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_not_taken_away_either() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.does(ANN, "press resign").await;
    scene.does(ANN, "press resign-yes").await;
    scene.stage.copied(ANN, ANN_AND_BOT, Language::English).await;
    assert_eq!(scene.row().await.table.place(), ChannelId(GAMES.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_take_their_game_into_their_own_conversation() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.copied(ANN, ANN_AND_BEN, Language::English).await;
    scene.stage.seen_in(BEN, ANN_AND_BEN).await;
    let board = scene.stage.command(ANN, ANN_AND_BEN, "board", json!({})).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    let link = format!("https://discord.com/channels/@me/{ANN_AND_BEN}/{}", board.id);
    scene.stage.says_where(GAMES, &link, Language::Dutch).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_challenged_shows_the_challenge_again() {
    let scene = Scene::of_challenge(GameKind::Othello).await;
    let again = scene.does(BEN, "/board").await;
    assert_eq!(again.visible_to, None);
    assert!(has_control(&again, "accept"), "{}", again.content());
    // Where Ann was never seen it is for Ben alone, and can be accepted all the same.
    let copy = scene.stage.copied(BEN, RANDOM, Language::Dutch).await;
    let asked = scene.stage.local.as_user(BEN).click(copy.id, &control_of(&copy, "accept"));
    scene.stage.answer(&asked.unwrap()).await;
    let board = scene.stage.shown(GAMES, scene.table, 0).await;
    assert_eq!(board.channel, GAMES);
    // Nobody else brings somebody's challenge anywhere.
    let other = Scene::of_challenge(GameKind::Othello).await;
    let named = json!({ "table": other.table.0.to_string() });
    let copy = other.stage.command(CHAI, RANDOM, "board", named).await;
    assert_eq!(copy.visible_to, Some(CHAI));
    assert_eq!(other.row().await.table.place(), ChannelId(GAMES.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_moves_and_calls_the_other() {
    let scene = Scene::of_challenge(GameKind::Othello).await;
    scene.stage.seen_in(ANN, MAKRUK).await;
    let board = scene.stage.command(BEN, MAKRUK, "board", json!({})).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    scene.stage.says_where(GAMES, &link(&board), Language::English).await;
    assert_eq!(standing(&scene.row().await.table), "challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_place_that_was_left_is_told_once_whatever_happens_in_between() {
    for fault in [InjectedFault::Refused(500), InjectedFault::DoneButCut] {
        let mut scene = Scene::of(GameKind::Othello, &["d3"]).await;
        scene.stage.seen_in(BEN, MAKRUK).await;
        for (method, fault) in [("POST", fault), ("GET", InjectedFault::Refused(500))] {
            let matching = format!("{method} /channels/{{channel_id}}/messages");
            scene.stage.local.inject_fault(FaultRule {
                matching,
                times: u32::MAX,
                percent: 100,
                fault,
            });
        }
        let board = scene.stage.command(ANN, MAKRUK, "board", json!({})).await;
        let tried = async {
            let store = scene.stage.bot.service.store();
            loop {
                let owed = store.pending_of_table(scene.table).await.unwrap();
                if owed.iter().any(|it| it.left_behind().is_some() && it.attempts > 0) {
                    return;
                }
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, tried).await.expect("the bot tries");
        // Discord itself does not remember for so long what was posted.
        scene.stage.local.advance(std::time::Duration::from_secs(3_600));
        scene.stage.restart().await;
        scene.stage.local.clear_faults();
        scene.stage.says_where(GAMES, &link(&board), Language::Dutch).await;
        scene.settled().await;
        assert_eq!(scene.stage.boards_left(GAMES), 1, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_does_not_wait_for_the_place_that_was_left() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.seen_in(BEN, MAKRUK).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    scene.stage.local.set_bot_permissions(GAMES, ours);
    scene.stage.command(ANN, MAKRUK, "board", json!({})).await;
    let scene = scene.elsewhere(MAKRUK);
    scene.play(&[(BEN, "/move c3", crate::scene::Sees::All("c3"), &[ANN])]).await;
    // Where it may not be said, it is not.
    scene.settled().await;
    assert_eq!(scene.stage.boards_left(GAMES), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_to_somebody_who_cannot_see_it_is_refused() {
    let stage = Stage::set_without_limits().await;
    stage.local.remove_member(GARDEN, CHAI);
    stage.local.deny(GAMES, BEN, Permissions::VIEW_CHANNEL);
    let games = channel(GAMES);
    let refusals = [
        (CHAI, "line-not-in-server", &[("name", "Chai")][..]),
        (BEN, "line-cannot-see-channel", &[("name", "Ben"), ("channel", &*games)][..]),
    ];
    for (opponent, key, variables) in refusals {
        for (locale, language) in [
            ("en-US", Language::English),
            ("nl", Language::Dutch),
            ("th", Language::Thai),
            ("ja", Language::Japanese),
        ] {
            stage.local.set_locale(ANN, locale);
            let options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
            let refused = stage.command(ANN, GAMES, "play", options).await;
            assert_eq!(refused.visible_to, Some(ANN));
            assert_eq!(refused.content(), i18n::text_with(key, variables, language));
        }
    }
    assert_eq!(stage.public(GAMES).len(), 0);
    // Where they are and see it, they can be challenged, whether the bot is there or not.
    for (opponent, place) in [(BEN, MAKRUK), (CHAI, LOBBY), (BEN, ANN_AND_BEN)] {
        let options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
        let challenge = stage.command(ANN, place, "play", options).await;
        assert_eq!((challenge.visible_to, &challenge.pinged[..]), (None, &[opponent][..]));
        table_of(&challenge);
    }
}

/// Who once acted in a place may not read it any more: where the game was they are called, and told
/// where it is.
#[tokio::test(flavor = "multi_thread")]
async fn the_other_player_is_called_in_the_place_that_a_table_left() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.seen_in(BEN, RANDOM).await;
    scene.stage.local.deny(RANDOM, BEN, Permissions::VIEW_CHANNEL);
    let board = scene.stage.command(ANN, RANDOM, "board", json!({})).await;
    let told = scene.stage.says_where(scene.place, &link(&board), Language::Dutch).await;
    assert_eq!(told.pinged, [BEN]);
}
