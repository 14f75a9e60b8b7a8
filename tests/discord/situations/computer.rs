//! One person alone, against the computer.

use std::sync::Arc;

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, Channel, ChannelKind, FaultRule, GAMES, Id, InjectedFault, PostedMessage,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, MoveStyle, Side};
use kradan_table::{Ending, Level, Refusal};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::Sees::{Public, Refused};
use crate::discord::transcript::{NOBODY, Transcript, player, table_of};

/// Ann, who is on this side, plays the computer.
async fn begun(kind: GameKind, side: &str, level: u8) -> Transcript {
    let harness = Harness::start().await;
    let options = json!({ "game": kind.to_string(), "side": side, "level": level });
    let board = harness.command(ANN, GAMES, "play", options).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, NOBODY), "{}", board.content());
    Transcript { harness, table: table_of(&board), channel: GAMES }
}

/// Makes the first legal move of the person whose turn it is.
async fn move_on(transcript: &Transcript) -> Arc<PostedMessage> {
    let moves = transcript.stored().await.table.game().legal_moves();
    let options = json!({ "move": moves[0] });
    transcript.harness.command(ANN, GAMES, "move", options).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_each_kind_has_one_board_for_two_moves() {
    for kind in GameKind::ALL {
        let transcript = begun(kind, "first", 1).await;
        let mut boards = 1;
        for _ in 0..60 {
            if transcript.stored().await.table.ending().is_some() {
                break;
            }
            let before = transcript.stored().await.table.game().plies();
            let board = move_on(&transcript).await;
            boards += 1;
            assert_eq!(board.pinged, NOBODY, "{kind}: {}", board.content());
            let table = transcript.stored().await.table;
            if table.ending().is_none() {
                assert_eq!(table.person_to_move(), Some(player(ANN)), "{kind}");
                assert!(table.game().plies() >= before + 2, "{kind}");
                assert!(board.content().contains("Kradan (level 1)"), "{}", board.content());
            }
        }
        transcript.all_delivered().await;
        assert_eq!(transcript.boards().len(), boards, "{kind}");
        if kind == GameKind::Othello {
            let ending = transcript.stored().await.table.ending();
            assert!(matches!(ending, Some(Ending::Rules(_))), "{ending:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_that_begins_has_moved_on_the_first_board() {
    let transcript = begun(GameKind::Makruk, "second", 2).await;
    let table = transcript.stored().await.table;
    assert_eq!((table.game().plies(), table.side_of(player(ANN))), (1, Some(Side::Second)));
    let games = transcript.act(ANN, "/games").await;
    assert!(games.content().contains("Makruk: Kradan (level 2) – Ann"), "{}", games.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_answered_at_once() {
    let transcript = begun(GameKind::Othello, "first", 2).await;
    transcript.play(&[(ANN, "/move d3", Public("Kradan (level 2)"), NOBODY)]).await;
    let offered = transcript.act(ANN, "/draw").await;
    assert_eq!((offered.visible_to, offered.controls().len()), (None, 0), "{offered:?}");
    assert!(offered.content().contains("Kradan (level 2)"), "{}", offered.content());
    assert_eq!(transcript.stored().await.table.draw_offer(), None);
    let answer = transcript.stored().await.table.game().written(1, MoveStyle::Exact).unwrap();
    let back = transcript.act(ANN, "press takeback").await;
    // What was asked is granted at once, in one sentence with the moves.
    let told = format!("The last 2 moves were taken back (`1. d3`, `2. {answer}`).");
    assert!(back.content().contains(&told), "{}", back.content());
    assert!(!back.content().contains("asks"), "{}", back.content());
    let table = transcript.stored().await.table;
    assert_eq!((table.game().plies(), table.person_to_move()), (0, Some(player(ANN))));
    transcript.play(&[(ANN, "/move c4", Public("Kradan (level 2)"), NOBODY)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_resigned_and_played_again_with_the_sides_exchanged() {
    let transcript = begun(GameKind::Othello, "first", 1).await;
    transcript.act(ANN, "press resign").await;
    let over = transcript.act(ANN, "press resign-yes").await;
    assert!(over.content().contains("Kradan (level 1)"), "{}", over.content());
    assert_eq!(over.pinged, NOBODY);
    let board = transcript.act(ANN, "press rematch").await;
    let again = Transcript { harness: transcript.harness, table: table_of(&board), channel: GAMES };
    let table = again.stored().await.table;
    assert_eq!((table.side_of(player(ANN)), table.game().plies()), (Some(Side::Second), 1));
    assert_eq!(table.rematch_of(), Some(transcript.table));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_of_an_open_challenge_plays_the_computer_and_nobody_else_does() {
    let harness = Harness::start().await;
    let options = json!({ "game": "othello", "side": "first" });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let transcript = Transcript { harness, table: table_of(&challenge), channel: GAMES };
    let strange = Refused(&Refusal::NotYourComputer);
    transcript.play(&[(CHAI, "press computer", strange, NOBODY)]).await;
    transcript.play(&[(ANN, "press computer", Public("Kradan (level 2)"), NOBODY)]).await;
    transcript.play(&[(ANN, "/move d3", Public("Kradan (level 2)"), NOBODY)]).await;
}

/// The only thread below the channel of games.
fn only_thread(harness: &Harness) -> Id {
    let is_thread = |it: &&Channel| it.kind == ChannelKind::Thread && it.parent == Some(GAMES);
    let threads: Vec<Id> =
        harness.emulator.read(|world| world.channels().filter(is_thread).map(|it| it.id).collect());
    let [thread] = threads[..] else { panic!("one thread is opened: {threads:?}") };
    thread
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_a_thread_of_its_own_where_that_is_wished_for() {
    for is_instead in [false, true] {
        let harness = Harness::start().await;
        let options = json!({ "game": "othello", "side": "first", "where": "thread" });
        let begun = if is_instead {
            let challenge = harness.command(ANN, GAMES, "play", options).await;
            harness.click(ANN, &challenge, "computer").await
        } else {
            let mut options = options;
            options["level"] = json!(2);
            harness.command(ANN, GAMES, "play", options).await
        };
        let thread = only_thread(&harness);
        assert_eq!(begun.visible_to, None);
        assert!(begun.content().contains(&channel_mention(thread)), "{}", begun.content());
        assert!(begun.content().contains("Kradan (level 2)"), "{}", begun.content());
        let game = harness.command(ANN, thread, "board", json!({})).await;
        let transcript = Transcript { harness, table: table_of(&game), channel: thread };
        let in_channel = transcript.harness.public(GAMES).len();
        transcript.play(&[(ANN, "/move d3", Public("Kradan (level 2)"), NOBODY)]).await;
        transcript.all_delivered().await;
        assert_eq!(transcript.harness.public(GAMES).len(), in_channel);
        let name =
            transcript.harness.emulator.read(|world| world.channel(thread).unwrap().name.clone());
        assert!(name.contains("Ann") && name.contains("Kradan (level 2)"), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_thread_can_be_opened_the_game_begins_in_the_channel() {
    let harness = Harness::start().await;
    harness.emulator.inject_fault(FaultRule::once("/threads", InjectedFault::Refused(403)));
    let options = json!({ "game": "othello", "side": "first", "level": 2, "where": "thread" });
    let board = harness.command(ANN, GAMES, "play", options).await;
    let transcript = Transcript { harness, table: table_of(&board), channel: GAMES };
    transcript.play(&[(ANN, "/move d3", Public("Kradan (level 2)"), NOBODY)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_itself_can_be_challenged_and_a_person_has_no_level() {
    let harness = Harness::start().await;
    let options = json!({ "game": "othello", "opponent": BOT.0.to_string() });
    let board = harness.command(ANN, GAMES, "play", options).await;
    assert!(board.content().contains("Kradan (level 2)"), "{}", board.content());
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "level": 3 });
    let refused = harness.command(ANN, GAMES, "play", options).await;
    assert_eq!(refused.content(), i18n::text("line-level-of-person", Language::English));
    for time in ["3d", "5m"] {
        let options = json!({ "game": "othello", "level": 3, "time": time, "where": "thread" });
        let refused = harness.command(ANN, GAMES, "play", options).await;
        assert_eq!(refused.content(), "A game against me has no clock: leave `time` out.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_says_where_to_look_then_what_to_move_then_the_move() {
    for kind in GameKind::ALL {
        let transcript = begun(kind, "first", 1).await;
        let first = transcript.act(ANN, "press hint").await;
        assert_eq!(first.visible_to, Some(ANN));
        assert!(first.content().contains("this quarter of the board"), "{}", first.content());
        assert!(!first.content().contains("I would play"), "{}", first.content());
        let mut panel = first;
        for _ in 2..=3 {
            panel = transcript.harness.click(ANN, &panel, "hint").await;
        }
        let told = panel.content();
        let (_, mv) = told.split_once("I would play `").expect("the move is named");
        let mv = mv.split('`').next().unwrap();
        assert_eq!(panel.controls().len(), 0, "{told}");
        transcript.play(&[(ANN, &format!("/move {mv}"), Public("Kradan (level 1)"), NOBODY)]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_between_people_has_no_hints_and_an_old_hint_no_more_steps() {
    let people = Transcript::of(GameKind::Othello, &["d3"]).await;
    let panel = people.harness.click(BEN, &people.with(BEN, "more", false), "more").await;
    assert!(!has_control(&panel, "hint"));

    let transcript = begun(GameKind::Othello, "first", 1).await;
    transcript.keep_panels();
    let board = transcript.with(ANN, "more", false);
    let panel = transcript.harness.click(ANN, &board, "more").await;
    let old = transcript.harness.click(ANN, &panel, "hint").await;
    transcript.play(&[(ANN, "/move d3", Public("Kradan (level 1)"), NOBODY)]).await;
    let refused = transcript.harness.click(ANN, &old, "hint").await;
    assert!(refused.content().contains("out of date"), "{}", refused.content());
}

/// The label of a control, if a message has it.
fn label(message: &PostedMessage, control: &str) -> Option<String> {
    let is_it = |id: &str| id.split(':').next() == Some(control);
    let found =
        message.controls().into_iter().find(|it| it["custom_id"].as_str().is_some_and(is_it))?;
    found["label"].as_str().map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread")]
async fn who_loses_plays_again_one_level_below_and_who_wins_one_level_above() {
    let transcript = begun(GameKind::Makruk, "first", 2).await;
    transcript.act(ANN, "press resign").await;
    let over = transcript.act(ANN, "press resign-yes").await;
    assert_eq!(label(&over, "rematch-at").as_deref(), Some("Try level 1"));
    let board = transcript.act(ANN, "press rematch-at").await;
    assert!(board.content().contains("Kradan (level 1)"), "{}", board.content());
    let again = Transcript { harness: transcript.harness, table: table_of(&board), channel: GAMES };
    let table = again.stored().await.table;
    assert_eq!(
        (table.side_of(player(ANN)), table.rematch_of()),
        (Some(Side::Second), Some(transcript.table))
    );
    // While it runs there is no other rematch.
    again.harness.all_cleaned_up().await;
    let before = again.public().into_iter().find(|it| it.id == over.id).unwrap();
    for control in ["rematch", "rematch-at"] {
        assert_eq!(label(&before, control), None);
    }
    assert!(label(&before, "review").is_some());

    again.begin_from(GameKind::Makruk, "K7/7r/1k6/8/8/8/8/8 b").await;
    let won = again.act(ANN, "/move h7h8").await;
    assert_eq!(again.stored().await.table.fitting_level(), Level::new(2));
    assert_eq!(label(&won, "rematch-at").as_deref(), Some("Try level 2"));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_at_another_level_are_counted_anew() {
    let mut transcript = begun(GameKind::Othello, "first", 2).await;
    let mut labels = Vec::new();
    for control in ["rematch", "rematch-at", "rematch"] {
        transcript.act(ANN, "press resign").await;
        let over = transcript.act(ANN, "press resign-yes").await;
        labels.push(label(&over, "rematch").unwrap());
        let board = transcript.harness.click(ANN, &over, control).await;
        transcript = Transcript { table: table_of(&board), ..transcript };
    }
    let alone = i18n::text("label-rematch", Language::English);
    let counted = labels.iter().map(|label| *label != alone).collect::<Vec<_>>();
    assert_eq!(counted, [false, true, false], "{labels:?}");
}
