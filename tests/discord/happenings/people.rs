//! People who leave, rename themselves, challenge whom they should not, and play again.

use kradan::emulator::{ANN, BEN, BOT, CHAI, DAI, GAMES, GARDEN, Id};
use kradan::i18n::{self, Language};
use kradan::rules::{GameKind, Side};
use kradan::table::{Ending, Event, Refusal};
use serde_json::json;

use super::DAY;
use crate::scene::Sees::{All, Refused};
use crate::scene::{Scene, check, player, standing, table_of, told};
use crate::stage::{Stage, control_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_member_leaves_and_comes_back() {
    let scene = Scene::of(GameKind::Othello, &[]).await;
    scene.stage.local.remove_member(GARDEN, BEN);
    scene.play(&[(ANN, "pick d3 from square", All("d3"), &[])]).await;
    scene.stage.local.add_member(GARDEN, BEN);
    scene.play(&[(BEN, "pick c3 from square", All("c3"), &[ANN])]).await;
    scene.stage.local.remove_member(GARDEN, BEN);
    scene.play(&[(ANN, "pick c4 from square", All("c4"), &[])]).await;
    scene.stage.pass(3 * DAY).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::Second));
    let end = scene.stage.said(GAMES, &told(&lost, Language::English)).await;
    assert_eq!(end.pinged, [ANN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_is_shown_from_then_on() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.rename(BEN, "Benedict");
    scene.play(&[(BEN, "/move c3", All("c3"), &[ANN])]).await;
    let title = "Othello: Ann – Benedict";
    let games = scene.does(ANN, "/games").await;
    assert!(games.content().contains(title), "{}", games.content());
    scene.stage.local.set_nick(GARDEN, ANN, Some("Annie"));
    scene.stage.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let asked = scene.stage.command(ANN, GAMES, "draw", json!({})).await;
    let menu = asked.controls()[0].to_string();
    assert!(menu.contains("Othello: Annie – Benedict"), "{menu}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_against_themselves_or_against_bots() {
    let stage = Stage::set().await;
    let refusals = [(BEN, "line-cannot-challenge-self"), (BOT, "line-no-engine")];
    for (opponent, key) in refusals {
        let options = json!({ "game": "makruk", "opponent": opponent.0.to_string() });
        let refused = stage.command(BEN, GAMES, "play", options).await;
        assert_eq!(refused.visible_to, Some(BEN));
        assert_eq!(refused.content(), i18n::text(key, Language::Dutch));
    }
    let games = stage.command(BEN, GAMES, "games", json!({})).await;
    assert_eq!(games.content(), i18n::text("line-no-games", Language::Dutch));
}

#[tokio::test(flavor = "multi_thread")]
async fn anyone_but_the_challenger_may_take_an_open_challenge() {
    let stage = Stage::set().await;
    let options = json!({ "game": "makruk", "side": "second", "days": 7 });
    let challenge = stage.command(ANN, GAMES, "play", options).await;
    assert!(challenge.pinged.is_empty());
    let scene = Scene { stage, table: table_of(&challenge), place: GAMES };
    let own = Refused(&Refusal::OwnChallenge);
    scene.play(&[(ANN, "press accept", own, &[])]).await;
    let late = scene.ask(BEN, "press cancel");
    let late = scene.stage.answer(&late).await;
    check(BEN, "press cancel", &late, Refused(&Refusal::NotSeated));
    let answers = scene.at_once(&[(CHAI, "press accept"), (DAI, "press accept")]).await;
    let (board, other): (Vec<_>, Vec<_>) = answers.iter().partition(|it| it.visible_to.is_none());
    let ([board], [other]) = (&board[..], &other[..]) else { panic!("one of them may play") };
    let taker = board.pinged[0];
    assert!([CHAI, DAI].contains(&taker), "who took it begins");
    assert_eq!(other.visible_to, Some(if taker == CHAI { DAI } else { CHAI }));
    let table = scene.row().await.table;
    let seats = table.seats().expect("the game is on");
    assert_eq!((seats.first, seats.second), (player(taker), player(ANN)));
    assert_eq!(table.pace().in_days(), 7);
    assert_eq!(scene.boards(), [0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_exchanges_the_sides() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.does(ANN, "press resign").await;
    scene.does(ANN, "press resign-yes").await;
    let challenge = scene.does(ANN, "press rematch").await;
    assert_eq!(challenge.pinged, [BEN]);
    scene.settled().await;
    let again = Scene { table: table_of(&challenge), ..scene };
    again.does(BEN, "press accept").await;
    let table = again.row().await.table;
    let seats = table.seats().expect("the game is on");
    assert_eq!((seats.first, seats.second), (player(BEN), player(ANN)));
    again.play(&[(BEN, "pick d3 from square", All("d3"), &[ANN])]).await;
    again.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_throw_of_pawns_decides_who_begins_at_ogi() {
    let scene = Scene::of_challenge(GameKind::Ogi).await;
    let board = scene.does(BEN, "press accept").await;
    let table = scene.row().await.table;
    let begins = table.seats().expect("the game is on").first;
    assert_eq!(board.pinged, [Id(begins.0)]);
    let throw = board.content().lines().find(|line| line.contains('歩')).expect("it is shown");
    let pawns = |face: char| throw.chars().filter(|&c| c == face).count();
    // The legend names each face once more.
    let (plain, promoted) = (pawns('歩') - 1, pawns('と') - 1);
    assert_eq!(plain + promoted, 5, "{throw}");
    let thrower_begins = plain > promoted;
    assert_eq!(begins == player(ANN), thrower_begins, "{throw}");
    assert_eq!(standing(&table), "First to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_decides_without_pawns_elsewhere() {
    let scene = Scene::of_challenge(GameKind::Othello).await;
    let board = scene.does(BEN, "press accept").await;
    assert!(!board.content().contains('歩'), "{}", board.content());
    assert!(control_of(&board, "square").starts_with("square:"));
}
