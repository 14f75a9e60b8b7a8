//! A running game has one message in a channel: a board that is followed by another is deleted, and so are
//! the challenge and the offers before it.

use std::sync::Arc;

use kradan_emulator::{
    ANN, BEN, FaultRule, GAMES, Id, InjectedFault, LOBBY, LoggedRequest, Permissions, PostedMessage,
};
use kradan_rules::{Game, GameKind};
use kradan_store::OldBoards;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, eventually, has_control};
use crate::discord::transcript::{Transcript, table_of};

impl Transcript {
    async fn with_living_board(game: GameKind, moves: &[&str]) -> Transcript {
        let harness = Harness::start().await;
        harness.choose_old_boards(OldBoards::Gone).await;
        Transcript::at(harness, GAMES, game, moves).await
    }

    /// All that is left in the channel, once nothing is left to tell or to clean up.
    async fn left(&self) -> Vec<Arc<PostedMessage>> {
        self.all_delivered().await;
        self.harness.all_cleaned_up().await;
        self.public()
    }

    /// The only message that is left.
    async fn only_message(&self) -> Arc<PostedMessage> {
        let mut left = self.left().await;
        let contents: Vec<String> = left.iter().map(|it| it.content().to_owned()).collect();
        assert_eq!(left.len(), 1, "{contents:#?}");
        left.remove(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_one_message_from_its_first_board_to_its_end() {
    for game in [GameKind::Othello, GameKind::Makruk, GameKind::Ogi] {
        let transcript = Transcript::with_living_board(game, &[]).await;
        let board = transcript.only_message().await;
        assert_eq!(board.attachments().len(), 1, "the challenge is gone");
        for ply in 0..6 {
            let table = transcript.stored().await.table;
            let (side, mv) =
                (table.person_to_move().unwrap(), table.game().legal_moves()[0].clone());
            let posted = transcript.act(Id(side.0), &format!("/move {mv}")).await;
            assert_eq!(posted.pinged.len(), 1, "only a new message pings");
            assert_eq!(transcript.only_message().await.id, posted.id, "after {ply} plies");
        }
        let resigning = transcript.act(ANN, "/resign").await;
        let end = transcript.harness.click(ANN, &resigning, "resign-yes").await;
        let left = transcript.only_message().await;
        assert!(left.id == end.id && has_control(&left, "rematch"), "{}", left.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_stays_until_it_is_answered() {
    let transcript = Transcript::with_living_board(GameKind::Othello, &["d3"]).await;
    let offer = transcript.act(ANN, "/draw").await;
    let left = transcript.left().await;
    assert_eq!(left.len(), 2, "the board, and the offer below it");
    transcript.harness.click(BEN, &offer, "decline-draw").await;
    let left = transcript.left().await;
    assert!(left.iter().all(|it| it.id != offer.id), "the answer says what it was");
    transcript.act(ANN, "press takeback").await;
    let board = transcript.act(BEN, "/move c3").await;
    assert_eq!(transcript.only_message().await.id, board.id);
}

/// Whoever is called reads the words before the next board takes their place.
#[tokio::test(flavor = "multi_thread")]
async fn words_stay_until_the_next_board() {
    let transcript = Transcript::with_living_board(GameKind::Othello, &["d3"]).await;
    let offer = transcript.act(ANN, "/draw").await;
    transcript.harness.click(ANN, &offer, "withdraw-draw").await;
    assert_eq!(transcript.left().await.len(), 2, "the board, and that nothing is offered");
    transcript.harness.command(ANN, GAMES, "holiday", json!({ "days": 2 })).await;
    assert_eq!(transcript.left().await.len(), 3, "who is not to move takes a holiday");
    let board = transcript.act(BEN, "/move c3").await;
    assert_eq!(transcript.only_message().await.id, board.id);
}

/// Nothing follows a challenge that came to nothing, so it stays and says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_declined_challenge_stays_as_a_line() {
    let harness = Harness::start().await;
    harness.choose_old_boards(OldBoards::Gone).await;
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(BEN, &challenge, "decline").await;
    let left = harness.emulator.wait_for(WAIT_MAX, |world| {
        let message = world.message(challenge.id)?;
        message.controls().is_empty().then(|| message.content().to_owned())
    });
    assert!(left.await.unwrap().starts_with("-# Othello · Ann · "));
}

/// A game in a thread is found by what is left of its challenge.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_its_own_thread_keeps_its_boards_and_its_challenge() {
    let harness = Harness::start().await;
    harness.choose_old_boards(OldBoards::Gone).await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let table = table_of(&challenge);
    harness.click(BEN, &challenge, "accept").await;
    let thread = challenge.id;
    let start = harness.shown(thread, table, 0).await;
    harness.command(ANN, thread, "move", json!({ "move": "d3" })).await;
    harness.all_cleaned_up().await;
    let message = |id: Id| harness.emulator.read(|world| world.message(id).cloned());
    let (start, challenge) = (message(start.id).unwrap(), message(challenge.id).unwrap());
    assert_eq!((start.attachments().len(), start.controls().len()), (1, 0));
    assert!(challenge.content().contains(&thread.to_string()), "{}", challenge.content());
}

/// Where the bot is no member, it deletes by the token of its response, and what it cannot delete stays.
#[tokio::test(flavor = "multi_thread")]
async fn the_bot_deletes_its_boards_where_it_is_no_member() {
    let harness = Harness::start().await;
    harness.choose_old_boards(OldBoards::Gone).await;
    let mut transcript = Transcript::at(harness, LOBBY, GameKind::Othello, &["d3"]).await;
    let board = transcript.act(BEN, "/move c3").await;
    assert_eq!(transcript.only_message().await.id, board.id);
    transcript.harness.restart().await;
    // The token of the board is lost.
    let newest = transcript.act(ANN, "/move c4").await;
    let left: Vec<Id> = transcript.left().await.iter().map(|it| it.id).collect();
    assert_eq!(left, [board.id, newest.id]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_deleted_once_the_bot_has_access_again() {
    let mut transcript = Transcript::with_living_board(GameKind::Othello, &[]).await;
    transcript.only_message().await;
    let hidden = Permissions::OF_A_BOT.without(Permissions::VIEW_CHANNEL);
    transcript.harness.emulator.set_bot_permissions(GAMES, hidden);
    let board = transcript.act(ANN, "/move d3").await;
    let is_it = |it: &Arc<LoggedRequest>| it.method == "DELETE" && it.status == 403;
    let requests = || transcript.harness.emulator.requests();
    eventually("the deletion is refused", async || requests().iter().any(is_it)).await;
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    transcript.harness.restart().await;
    transcript.harness.pass(60).await;
    assert_eq!(transcript.only_message().await.id, board.id);
}

/// A moderator deletes the board, another process or the bot's own retry may have deleted the one before.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_already_is_no_error() {
    let transcript = Transcript::with_living_board(GameKind::Othello, &["d3"]).await;
    let board = transcript.only_message().await;
    let cut = FaultRule::once("DELETE /channels", InjectedFault::DoneButCut);
    transcript.harness.emulator.inject_fault(cut);
    transcript.harness.emulator.delete_message(board.id);
    let newest = transcript.act(BEN, "/move c3").await;
    assert_eq!(transcript.only_message().await.id, newest.id);
}

/// Nobody is called against the computer, so the pressed board changes in place.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_computer_is_one_message() {
    let harness = Harness::start().await;
    harness.choose_old_boards(OldBoards::Gone).await;
    let options = json!({ "game": "othello", "side": "first", "level": 1 });
    let board = harness.command(ANN, GAMES, "play", options).await;
    let transcript = Transcript { table: table_of(&board), channel: GAMES, harness };
    for _ in 0..5 {
        let mv = transcript.stored().await.table.game().legal_moves()[0].clone();
        let before = transcript.stored().await.table.game().plies();
        let changed = transcript.act(ANN, &format!("pick {mv} from square")).await;
        assert_eq!((changed.id, changed.visible_to), (board.id, None));
        let now = transcript.only_message().await;
        let plies = transcript.stored().await.table.game().plies();
        assert!(plies >= before + 2, "it has answered");
        let file = now.attachments()[0]["filename"].as_str().unwrap_or_default().to_owned();
        assert!(file.contains(&format!("-{plies}-")), "{file}");
        assert!(has_control(&now, "more"), "{}", now.content());
    }
    // Typed moves have no board to change.
    let mv = transcript.stored().await.table.game().legal_moves()[0].clone();
    let typed = transcript.act(ANN, &format!("/move {mv}")).await;
    assert_eq!(transcript.only_message().await.id, typed.id);
    assert_ne!(typed.id, board.id);
}

/// A board that stays as a picture or a line is not written over.
#[tokio::test(flavor = "multi_thread")]
async fn where_old_boards_stay_each_move_has_a_message() {
    for old_boards in [OldBoards::Line, OldBoards::Pictures] {
        let harness = Harness::start().await;
        harness.choose_old_boards(old_boards).await;
        let options = json!({ "game": "othello", "side": "first", "level": 1 });
        let board = harness.command(ANN, GAMES, "play", options).await;
        let transcript = Transcript { table: table_of(&board), channel: GAMES, harness };
        let mv = transcript.stored().await.table.game().legal_moves()[0].clone();
        let moved = transcript.act(ANN, &format!("pick {mv} from square")).await;
        assert_ne!(moved.id, board.id);
        assert_eq!(transcript.left().await.len(), 2);
    }
}

/// A whole game leaves its last board.
#[allow(clippy::print_stdout, reason = "what is left is measured")]
#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_60_plies_leaves_one_message() {
    let transcript = Transcript::with_living_board(GameKind::Othello, &[]).await;
    let mut game = Game::new(GameKind::Othello);
    while let Some(player) = transcript.stored().await.table.person_to_move() {
        let legal = game.legal_moves();
        let mv = &legal[game.plies() % legal.len()];
        transcript.act(Id(player.0), &format!("/move {mv}")).await;
        transcript.all_delivered().await;
        game = transcript.stored().await.table.game().clone();
        if game.plies() >= 60 {
            break;
        }
    }
    assert!(game.plies() >= 50, "{} plies", game.plies());
    let last = transcript.only_message().await;
    let bytes: u64 = last.attachments().iter().filter_map(|it| it["size"].as_u64()).sum();
    println!("{} plies leave 1 message with a picture of {bytes} bytes", game.plies());
}
