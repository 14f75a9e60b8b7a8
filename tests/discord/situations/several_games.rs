//! Several games at once.

use kradan_emulator::{ANN, BEN, CHAI, DAI, GAMES, GARDEN, Id, MAKRUK, RANDOM};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::GameKind;
use kradan_table::{Refusal, TableId};
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, control_of, has_control};
use crate::discord::transcript::Sees::{Public, Refused};
use crate::discord::transcript::{
    Transcript, check, language_of, standing, table_of, table_option,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_could_mean_several_games_asks_which() {
    let one = Transcript::of(GameKind::Othello, &[]).await;
    let other = one.harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let asked = one.act(ANN, "/move d3").await;
    check(
        ANN,
        "/move d3",
        &asked,
        crate::discord::transcript::Sees::EphemeralLine(Line::WhichTable),
    );
    let other = table_of(&other);
    let menu = control_of(&asked, "which");
    let chosen =
        one.harness.emulator.as_user(ANN).select(asked.id, &menu, &[&table_option(&asked, other)]);
    let board = one.harness.answer(&chosen.unwrap()).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[CHAI][..]));
    assert_eq!(standing(&one.harness.stored(other).await.table), "d3; Second to move");
    assert_eq!(standing(&one.stored().await.table), "First to move");
    // Ann is to move in only one of them now.
    one.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    one.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_prefers_the_game_of_its_channel() {
    let one = Transcript::of(GameKind::Othello, &[]).await;
    let other = one.harness.begin(GameKind::Makruk, ANN, BEN, MAKRUK).await;
    one.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    let board = one.harness.command(ANN, MAKRUK, "move", json!({ "move": "d3d4" })).await;
    assert_eq!((board.channel, &board.pinged[..]), (MAKRUK, &[BEN][..]));
    let resigning = one.harness.command(BEN, RANDOM, "resign", json!({})).await;
    check(
        BEN,
        "/resign",
        &resigning,
        crate::discord::transcript::Sees::EphemeralLine(Line::WhichTable),
    );
    let named = json!({ "game": table_of(&other).0.to_string() });
    let panel = one.harness.command(BEN, RANDOM, "resign", named).await;
    let ann = "<@1300000000000000011>";
    let game = i18n::game_name(GameKind::Makruk, Language::Dutch);
    let ask = [("kind", &*game), ("opponent", ann)];
    check(
        BEN,
        "/resign",
        &panel,
        crate::discord::transcript::Sees::EphemeralText("line-resign-ask", &ask),
    );
    let kept = one.harness.click(BEN, &panel, "keep").await;
    assert!(kept.controls().is_empty());
    assert_eq!(kept.content(), i18n::text("line-resign-kept", Language::Dutch));
    one.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_wait_for_the_caller_come_first_with_links() {
    let harness = Harness::start().await;
    let theirs = harness.begin(GameKind::Makruk, BEN, ANN, MAKRUK).await;
    let mine = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let options = json!({ "game": "ogi", "opponent": ANN.0.to_string() });
    let asked = harness.command(CHAI, RANDOM, "play", options).await;
    let options = json!({ "game": "ogi" });
    let own = harness.command(ANN, RANDOM, "play", options).await;
    harness.all_delivered().await;
    let games = harness.command(ANN, RANDOM, "games", json!({})).await;
    assert_eq!(games.visible_to, Some(ANN));
    let lines: Vec<&str> = games.content().lines().skip(1).collect();
    let channel = |id: kradan_emulator::Id, channel: kradan_emulator::Id| {
        let link = format!("https://discord.com/channels/{GARDEN}/{channel}/{id}");
        lines.iter().position(|line| line.contains(&link)).unwrap_or_else(|| panic!("{lines:#?}"))
    };
    let games = [channel(mine.id, GAMES), channel(theirs.id, MAKRUK)];
    let challenges = [channel(asked.id, RANDOM), channel(own.id, RANDOM)];
    assert_eq!((games, challenges), ([0, 1], [3, 4]), "{lines:#?}");
    let heading = i18n::text_with("line-challenges-heading", &[("count", "2")], Language::English);
    assert_eq!((lines.len(), lines[2]), (5, &*format!("**{heading}**")));
    let is_timed = |at: usize| at == 2 || lines[at].contains("<t:");
    assert!((0..5).all(is_timed), "{lines:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_without_games_reads_how_to_begin_one() {
    let harness = Harness::start().await;
    for (name, options) in
        [("move", json!({ "move": "d3" })), ("board", json!({})), ("game", json!({}))]
    {
        let answer = harness.command(CHAI, GAMES, name, options).await;
        assert_eq!(answer.visible_to, Some(CHAI));
        assert_eq!(answer.content(), i18n::line(&Line::NothingHere, Language::Thai));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_cannot_be_played() {
    let transcript = Transcript::of_challenge(GameKind::Othello).await;
    let named = json!({ "move": "d3", "game": transcript.table.0.to_string() });
    let answer = transcript.harness.command(ANN, GAMES, "move", named).await;
    check(ANN, "/move d3", &answer, Refused(&Refusal::NotBegun));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_of_the_same_players_have_different_titles() {
    let one = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    for _ in 0..2 {
        one.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    }
    let asked = one.act(ANN, "/resign").await;
    let mut labels: Vec<String> = asked.controls()[0]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["label"].as_str().unwrap().to_owned())
        .collect();
    assert!(labels.iter().any(|label| label.ends_with("2. c3")), "{labels:?}");
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), 3);
    assert!(labels.iter().all(|label| !label.contains(&one.table.0.to_string()[..6])));
    let games = one.act(ANN, "/games").await;
    assert!(games.content().contains("2. c3"), "{}", games.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_a_long_list_can_be_chosen() {
    let harness = Harness::start_without_limits().await;
    let board = harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let oldest = table_of(&board);
    let over = harness.begin(GameKind::Ogi, ANN, DAI, RANDOM).await;
    let question = harness.resigning(ANN, &over).await;
    harness.click(ANN, &question, "resign-yes").await;
    for _ in 0..26 {
        harness.begin(GameKind::Othello, BEN, ANN, GAMES).await;
    }
    let user = harness.emulator.as_user(ANN);
    let typed = json!({ "game": "chai" });
    let found = user.autocomplete(GAMES, "board", typed, "game", WAIT_MAX).await.unwrap();
    assert_eq!(found.len(), 1, "autocompletion searches all games");
    // The only game in which Ann is to move comes first, and the others are on further pages.
    let asked = harness.command(ANN, GAMES, "resign", json!({})).await;
    let options = crate::discord::checks::offered(&asked, "which");
    assert_eq!((options.len(), &options[0]), (25, &table_option(&asked, oldest)));
    let more = harness.select(ANN, &asked, "which", &options[24]).await;
    assert_eq!(crate::discord::checks::offered(&more, "which").len(), 4);
    // The attachment lists what the message does not.
    harness.all_delivered().await;
    let games = harness.command(ANN, GAMES, "games", json!({})).await;
    let file = games.attachments()[0]["url"].as_str().unwrap().to_owned();
    let file = String::from_utf8(harness.emulator.file(&file).unwrap().to_vec()).unwrap();
    // Where the running games have all buttons, those that are over are lines.
    let (running, over) = file.split_once("\nLast results\n").expect("the results are below");
    assert_eq!(games.content().lines().skip(1).count() + running.lines().count(), 27);
    assert!(
        over.starts_with("Lost · Ōgi: Ann – Dai · http") && over.lines().count() == 1,
        "{over}"
    );
}

/// A game of Ann, who begins, with this time for each move.
async fn timed(harness: &Harness, opponent: Id, time: &str) -> TableId {
    let options = json!({
        "game": "othello", "opponent": opponent.0.to_string(), "side": "first", "time": time,
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(opponent, &challenge, "accept").await;
    table_of(&challenge)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_runs_out_first_stands_first_and_computers_last() {
    let harness = Harness::start().await;
    let level = json!({ "game": "othello", "level": 1, "side": "first" });
    harness.command(ANN, RANDOM, "play", level).await;
    let unlimited = timed(&harness, BEN, "none").await;
    timed(&harness, CHAI, "3d").await;
    let first = timed(&harness, DAI, "1d").await;
    let games = harness.command(ANN, RANDOM, "games", json!({})).await;
    let lines: Vec<&str> = games.content().lines().filter(|it| it.starts_with("- ")).collect();
    let expected = [
        "- **Your turn** · Othello: Ann – Dai · time ends <t:",
        "- **Your turn** · Othello: Ann – Chai · time ends <t:",
        "- **Your turn** · Othello: Ann – Ben · https://discord.com/channels/",
        "- **Your turn** · Othello: Ann – Kradan (level 1) · https://discord.com/channels/",
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    // The way to the next game has the same order.
    let panel = harness.click(ANN, &games, &format!("open:{}", unlimited.0)).await;
    harness.pick(ANN, &panel, "d3").await;
    let leads_on = harness.emulator.wait_for(WAIT_MAX, |world| {
        world.messages(RANDOM, ANN).find(|it| has_control(it, "next")).cloned()
    });
    let next = harness.click(ANN, &leads_on.await.unwrap(), "next").await;
    assert_eq!(table_of(&next), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_which_no_clock_runs_names_no_end() {
    let harness = Harness::start().await;
    let offer = async |who: Id, opponent: Id| {
        let board = harness.begin(GameKind::Othello, who, opponent, GAMES).await;
        let offer = harness.behind_more(who, &board, "pause").await;
        harness.click(opponent, &offer, "accept-pause").await;
    };
    offer(ANN, BEN).await;
    offer(CHAI, DAI).await;
    for who in [ANN, BEN, CHAI, DAI] {
        let level = json!({ "game": "makruk", "level": 1, "side": "first" });
        harness.command(who, RANDOM, "play", level).await;
        let language = language_of(who);
        let games = harness.command(who, RANDOM, "games", json!({})).await;
        let line = |title: &str| games.content().lines().find(|it| it.contains(title)).unwrap();
        let kinds = [GameKind::Othello, GameKind::Makruk].map(|it| i18n::game_name(it, language));
        let [people, computer] = [line(&kinds[0]), line(&kinds[1])];
        let paused = format!(" · {} · https", i18n::text("line-game-is-paused", language));
        assert!(people.contains(&paused), "{people}");
        let ends = i18n::text_with("line-game-time-ends", &[("until", "")], language);
        assert!(!games.content().contains(ends.trim()), "{}", games.content());
        assert_eq!(computer.matches(" · ").count(), 2, "{computer}");
    }
}
