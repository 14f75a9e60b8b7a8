//! People who leave, change their names, challenge the wrong person, and play again.

use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, GARDEN, Id};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event, Refusal};
use serde_json::json;

use super::time::UNTIL_TIME_OUT;
use crate::discord::harness::{Harness, offers_moves};
use crate::discord::transcript::Sees::{Public, Refused};
use crate::discord::transcript::{Transcript, check, player, sentence_of, standing, table_of};

#[tokio::test(flavor = "multi_thread")]
async fn a_member_leaves_and_comes_back() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.harness.emulator.remove_member(GARDEN, BEN);
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[])]).await;
    transcript.harness.emulator.add_member(GARDEN, BEN);
    transcript.play(&[(BEN, "pick c3 from square", Public("c3"), &[ANN])]).await;
    transcript.harness.emulator.remove_member(GARDEN, BEN);
    transcript.play(&[(ANN, "pick c4 from square", Public("c4"), &[])]).await;
    transcript.harness.pass(UNTIL_TIME_OUT).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::Second)));
    let end = transcript.harness.message_with(GAMES, &sentence_of(&lost, Language::English)).await;
    assert_eq!(end.pinged, [ANN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_is_shown_from_then_on() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.rename(BEN, "Benedict");
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    let title = "Othello: Ann – Benedict";
    let games = transcript.act(ANN, "/games").await;
    assert!(games.content().contains(title), "{}", games.content());
    transcript.harness.emulator.set_nick(GARDEN, ANN, Some("Annie"));
    transcript.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let asked = transcript.harness.command(ANN, GAMES, "draw", json!({})).await;
    let menu = asked.controls()[0].to_string();
    assert!(menu.contains("Othello: Annie – Benedict"), "{menu}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_against_themselves_or_bots() {
    let harness = Harness::start().await;
    let refusals = [(BEN, "line-cannot-challenge-self")];
    for (opponent, key) in refusals {
        let options = json!({ "game": "makruk", "opponent": opponent.0.to_string() });
        let refused = harness.command(BEN, GAMES, "play", options).await;
        assert_eq!(refused.visible_to, Some(BEN));
        assert_eq!(refused.content(), i18n::text(key, Language::Dutch));
    }
    let games = harness.command(BEN, GAMES, "games", json!({})).await;
    assert_eq!(games.content(), i18n::text("line-no-games", Language::Dutch));
}

/// The menu of a person has a command for each game.
#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_challenged_in_their_menu() {
    let harness = Harness::start().await;
    let user = harness.emulator.as_user(ANN);
    for (kind, person) in GameKind::ALL.into_iter().zip([BEN, CHAI, DAI]) {
        let name = format!("Play {}", i18n::game_name(kind, Language::English));
        let challenge = harness.answer(&user.command_on(GAMES, &name, person).unwrap()).await;
        assert_eq!(challenge.visible_to, None, "{}", challenge.content());
        assert_eq!(challenge.pinged, [person]);
        let table = harness.stored(table_of(&challenge)).await.table;
        let challenged = Some((player(ANN), Some(player(person))));
        assert_eq!((table.game().kind(), table.challenged()), (kind, challenged));
    }
    let own = harness.answer(&user.command_on(GAMES, "Play Makruk", ANN).unwrap()).await;
    let refused = i18n::text("line-cannot-challenge-self", Language::English);
    assert_eq!((own.visible_to, own.content()), (Some(ANN), refused.as_str()));
    // In its own menu the bot plays itself.
    let bot = harness.emulator.application();
    let board = harness.answer(&user.command_on(GAMES, "Play Ōgi", bot).unwrap()).await;
    let table = harness.stored(table_of(&board)).await.table;
    assert!(table.computer().is_some() && table.is_running());
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_but_the_challenger_accepts_an_open_challenge() {
    let harness = Harness::start().await;
    let options = json!({ "game": "makruk", "side": "second", "time": "7d" });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    assert!(challenge.pinged.is_empty());
    let transcript = Transcript { harness, table: table_of(&challenge), channel: GAMES };
    let own = Refused(&Refusal::OwnChallenge);
    transcript.play(&[(ANN, "press accept", own, &[])]).await;
    let late = transcript.ask(BEN, "press cancel");
    let late = transcript.harness.answer(&late).await;
    check(BEN, "press cancel", &late, Refused(&Refusal::NotYourChallenge));
    let answers = transcript.at_once(&[(CHAI, "press accept"), (DAI, "press accept")]).await;
    let (board, other): (Vec<_>, Vec<_>) = answers.iter().partition(|it| it.visible_to.is_none());
    let ([board], [other]) = (&board[..], &other[..]) else { panic!("one acceptance succeeds") };
    // The player who accepted begins, and is not called by that.
    assert!(board.pinged.is_empty());
    let taker = Id(transcript.stored().await.table.person_to_move().expect("the game runs").0);
    assert!([CHAI, DAI].contains(&taker));
    assert_eq!(other.visible_to, Some(if taker == CHAI { DAI } else { CHAI }));
    let table = transcript.stored().await.table;
    let seats = table.seats().expect("the game has begun");
    assert_eq!((seats.first, seats.second), (player(taker).into(), player(ANN).into()));
    assert_eq!(table.pace().to_string(), "7d");
    assert_eq!(transcript.boards(), [0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_exchanges_the_sides() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    let challenge = transcript.act(ANN, "press rematch").await;
    assert_eq!(challenge.pinged, [BEN]);
    transcript.all_delivered().await;
    let again = Transcript { table: table_of(&challenge), ..transcript };
    again.act(BEN, "press accept").await;
    let table = again.stored().await.table;
    let seats = table.seats().expect("the game has begun");
    assert_eq!((seats.first, seats.second), (player(BEN).into(), player(ANN).into()));
    again.play(&[(BEN, "pick d3 from square", Public("d3"), &[ANN])]).await;
    again.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_with_somebody_who_has_left_the_server_is_refused() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.act(ANN, "press resign").await;
    let end = transcript.act(ANN, "press resign-yes").await;
    transcript.harness.emulator.remove_member(GARDEN, BEN);
    let refused = transcript.harness.click(ANN, &end, "rematch").await;
    assert_eq!(refused.visible_to, Some(ANN));
    let why = i18n::text_with("line-not-in-server", &[("name", "Ben")], Language::English);
    assert_eq!(refused.content(), why);
    transcript.harness.emulator.add_member(GARDEN, BEN);
    let challenge = transcript.harness.click(ANN, &end, "rematch").await;
    assert_eq!((challenge.visible_to, &challenge.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn furigoma_decides_who_begins_at_ogi() {
    let transcript = Transcript::of_challenge(GameKind::Ogi).await;
    let board = transcript.act(BEN, "press accept").await;
    let table = transcript.stored().await.table;
    let begins = table.seats().expect("the game has begun").first;
    // Nobody is pinged by what they do.
    assert_eq!(board.pinged, if begins == player(BEN) { vec![] } else { vec![ANN] });
    let throw = board.content().lines().find(|line| line.contains('歩')).expect("it is shown");
    let pawns = |face: char| throw.chars().filter(|&c| c == face).count();
    // The legend contains each face once.
    let (plain, promoted) = (pawns('歩') - 1, pawns('と') - 1);
    assert_eq!(plain + promoted, 5, "{throw}");
    let thrower_begins = plain > promoted;
    assert_eq!(begins == player(ANN), thrower_begins, "{throw}");
    assert_eq!(standing(&table), "First to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_games_begin_without_furigoma() {
    let transcript = Transcript::of_challenge(GameKind::Othello).await;
    let board = transcript.act(BEN, "press accept").await;
    assert!(!board.content().contains('歩'), "{}", board.content());
    assert!(offers_moves(&board));
}
