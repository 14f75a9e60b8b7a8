//! Which game a command means: that of its channel, or the only one elsewhere, after a question.

use kradan_emulator::{ANN, AutocompleteChoice, BEN, CHAI, GAMES, Id, MAKRUK, RANDOM};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{Refusal, TableId};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, WAIT_MAX, has_control};
use crate::discord::transcript::Sees::{EphemeralLine, EphemeralText, Public, Refused};
use crate::discord::transcript::{NOBODY, Transcript, check, player, standing, table_of};

impl Harness {
    /// The suggestions for an option of a command.
    pub(super) async fn suggested(
        &self,
        person: Id,
        channel: Id,
        (command, option): (&str, &str),
        typed: &str,
    ) -> Vec<AutocompleteChoice> {
        let options = json!({ option: typed });
        let user = self.emulator.as_user(person);
        user.autocomplete(channel, command, options, option, WAIT_MAX).await.unwrap()
    }

    async fn moves_of(&self, table: TableId) -> Vec<String> {
        self.stored(table).await.table.game().moves()
    }
}

/// The names of suggestions.
fn names(suggested: &[AutocompleteChoice]) -> Vec<&str> {
    suggested.iter().map(|it| it.name.as_str()).collect()
}

const MOVE: (&str, &str) = ("move", "move");

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_suggested_in_the_game_of_the_channel() {
    let othello = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &othello.harness;
    let ogi = harness.begin(GameKind::Ogi, ANN, BEN, MAKRUK).await;
    let ogi = table_of(&ogi);
    // `d3` begins a move of an Ōgi pawn too.
    let suggested = harness.suggested(ANN, GAMES, MOVE, "d3").await;
    assert_eq!(names(&suggested), ["d3"]);
    // Ann has another game: the suggestion is for this one, whatever happens there.
    assert_eq!(suggested[0].value, format!("d3 @{}", othello.table.0));
    othello.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    assert!(harness.moves_of(ogi).await.is_empty());
    // It is Ben's turn here, and Ann's in the other channel.
    assert_eq!(names(&harness.suggested(ANN, GAMES, MOVE, "").await), Vec::<&str>::new());
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: player(BEN).into() };
    othello.play(&[(ANN, "/move d3d4", Refused(&turn), NOBODY)]).await;
    assert!(harness.moves_of(ogi).await.is_empty());
    let there = harness.suggested(ANN, MAKRUK, MOVE, "d3").await;
    assert!(there.iter().any(|it| it.value == format!("d3d4 @{}", ogi.0)), "{there:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_names_its_game_where_several_fit_and_plays_in_it() {
    let othello = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &othello.harness;
    let ogi = harness.begin(GameKind::Ogi, ANN, CHAI, GAMES).await;
    let ogi = table_of(&ogi);
    let all = harness.suggested(ANN, GAMES, MOVE, "").await;
    let of = |name: &str| names(&all).into_iter().filter(|it| it.contains(name)).count();
    assert_eq!((of("Othello: Ann – Ben"), of("Ōgi: Ann – Chai")), (4, 21), "{all:?}");
    let suggested = harness.suggested(ANN, GAMES, MOVE, "d3").await;
    assert_eq!(names(&suggested), ["d3 · Othello: Ann – Ben"]);
    let value = json!({ "move": suggested[0].value });
    let board = harness.command(ANN, GAMES, "move", value).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    assert_eq!(harness.moves_of(othello.table).await, ["d3"]);
    // Chosen before it was Ben's turn there, and used once it is Ann's again elsewhere only.
    let stale = json!({ "move": suggested[0].value });
    let refused = harness.command(ANN, GAMES, "move", stale).await;
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: player(BEN).into() };
    check(ANN, "the same again", &refused, Refused(&turn));
    assert!(harness.moves_of(ogi).await.is_empty());
    // One game is left, and needs no title. The suggestion is for it, even if Ben moves meanwhile.
    let suggested = harness.suggested(ANN, GAMES, MOVE, "e3").await;
    assert!(!suggested[0].name.contains("Ōgi"), "{suggested:?}");
    assert_eq!(suggested[0].value, format!("e3e4 @{}", ogi.0));
    harness.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    harness.command(ANN, GAMES, "move", json!({ "move": suggested[0].value })).await;
    assert_eq!(harness.moves_of(ogi).await, ["e3e4"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_of_one_game_is_refused_with_the_name_of_another() {
    let othello = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &othello.harness;
    let ogi = harness.begin(GameKind::Ogi, ANN, CHAI, GAMES).await;
    let ogi = table_of(&ogi);
    let value = |table: &str| json!({ "move": format!("d3 @{}", othello.table.0), "game": table });
    for other in [ogi.0.to_string(), "Ōgi".to_owned()] {
        let refused = harness.command(ANN, GAMES, "move", value(&other)).await;
        check(ANN, &other, &refused, EphemeralText("line-move-two-tables", &[]));
    }
    assert_eq!(standing(&othello.stored().await.table), "First to move");
    assert!(harness.moves_of(ogi).await.is_empty());
    let played = harness.command(ANN, GAMES, "move", value(&othello.table.0.to_string())).await;
    assert_eq!((played.visible_to, &played.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_from_another_channel_names_the_game() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    let suggested = harness.suggested(ANN, RANDOM, MOVE, "d3").await;
    assert_eq!(names(&suggested), ["d3 · Othello: Ann – Ben"]);
    let value = json!({ "move": suggested[0].value });
    let answer = harness.command(ANN, RANDOM, "move", value).await;
    let place = channel_mention(GAMES);
    check(ANN, "d3", &answer, EphemeralLine(Line::MovedElsewhere { place: &place }));
    // Ann knows who played it.
    assert!(answer.content().starts_with("`1. d3`\n"), "{}", answer.content());
    harness.shown(GAMES, transcript.table, 1).await;
    // Who is not to move gets no suggestion.
    assert!(harness.suggested(ANN, RANDOM, MOVE, "").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_asked_about_once_where_the_game_is_elsewhere() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    let place = channel_mention(GAMES);
    let line = Line::Elsewhere { title: "Othello: Ann – Ben", place: &place };
    for (name, options) in
        [("move", json!({ "move": "d3" })), ("draw", json!({})), ("board", json!({}))]
    {
        let question = harness.command(ANN, RANDOM, name, options).await;
        check(ANN, name, &question, EphemeralLine(line));
        assert!(question.content().contains("https://discord.com/channels/"));
        assert_eq!(standing(&transcript.stored().await.table), "First to move");
    }
    let question = harness.command(ANN, RANDOM, "move", json!({ "move": "d3" })).await;
    let moved = harness.click(ANN, &question, "there").await;
    check(ANN, "yes", &moved, EphemeralLine(Line::MovedElsewhere { place: &place }));
    assert_eq!((moved.id, moved.controls().len()), (question.id, 0), "the question is gone");
    // The question was for a position that is no longer there.
    let refused = harness.command(ANN, RANDOM, "move", json!({ "move": "c4" })).await;
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: player(BEN).into() };
    check(ANN, "/move c4", &refused, Refused(&turn));
    // What asks a question of its own, or is shown to the caller alone, asks no other.
    let resigning = harness.command(ANN, RANDOM, "resign", json!({})).await;
    assert!(has_control(&resigning, "resign-yes") && resigning.content().contains(&place[2..21]));
    for button in ["step", "history", "export", "replay"] {
        let shown = harness.in_game(ANN, RANDOM, json!({}), button).await;
        assert_eq!(shown.visible_to, Some(ANN), "{button}");
        assert!(shown.content().contains("Othello: Ann – Ben · https://"), "{}", shown.content());
    }
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_has_just_ended_here_is_still_meant() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.begin(GameKind::Makruk, ANN, BEN, MAKRUK).await;
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    transcript.all_delivered().await;
    for name in ["game", "board"] {
        let shown = transcript.act(ANN, &format!("/{name}")).await;
        let is_public = name == "board";
        assert_eq!(shown.visible_to, (!is_public).then_some(ANN), "/{name}");
        let file = shown.attachments().first().and_then(|it| it["filename"].as_str());
        let shows_it = shown.content().contains("Othello")
            || file.is_some_and(|it| it.starts_with("othello-"));
        assert!(shows_it, "/{name}: {}", shown.content());
    }
    // What fits running games only means the one elsewhere.
    let question = transcript.act(ANN, "/draw").await;
    assert!(question.content().contains("Makruk"), "{}", question.content());
    // A day later so do the others.
    harness.pass(super::DAY + super::HOUR).await;
    let shown = transcript.act(ANN, "/game").await;
    assert!(shown.content().contains("Makruk"), "{}", shown.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_suggested_with_their_state_and_only_where_the_command_fits() {
    let harness = Harness::start_without_limits().await;
    let running = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    harness.command(ANN, GAMES, "move", json!({ "move": "d3" })).await;
    let over = harness.begin(GameKind::Ogi, ANN, CHAI, GAMES).await;
    let named = json!({ "game": table_of(&over).0.to_string() });
    let resigning = harness.command(ANN, GAMES, "resign", named).await;
    harness.click(ANN, &resigning, "resign-yes").await;
    let options = json!({ "game": "makruk", "opponent": BEN.0.to_string() });
    harness.command(ANN, GAMES, "play", options).await;
    let suggested = async |command: &str| {
        let tables = harness.suggested(ANN, GAMES, (command, "game"), "").await;
        tables.into_iter().map(|it| it.name).collect::<Vec<_>>()
    };
    let running_game = "Othello: Ann – Ben · running · 1. d3";
    let finished_game = "Ōgi: Ann – Chai · finished";
    let all = [running_game, "Makruk: Ann – Ben · challenge", finished_game];
    assert_eq!(suggested("board").await, all);
    assert_eq!(suggested("game").await, [running_game, finished_game]);
    assert_eq!(suggested("resign").await, [running_game]);
    assert_eq!(suggested("move").await, Vec::<String>::new(), "it is not Ann's turn");
    // A part of the title names the table too.
    let named = json!({ "game": "othello" });
    let resigning = harness.command(ANN, RANDOM, "resign", named).await;
    let opponent = [("kind", "Othello"), ("opponent", "<@1300000000000000012>")];
    let ask = i18n::text_with("line-resign-ask", &opponent, Language::English);
    assert!(resigning.content().contains(&ask), "{}", resigning.content());
    let named = json!({ "game": "chess" });
    let none = harness.command(ANN, RANDOM, "resign", named).await;
    assert_eq!(none.content(), i18n::line(&Line::GameGone, Language::English));
    assert_eq!(table_of(&running), table_of(&resigning));
}
