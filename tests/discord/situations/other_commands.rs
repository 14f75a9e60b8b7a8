//! Commands besides moves: settings, rules, lists, files, animations.

use std::collections::HashMap;
use std::sync::Arc;

use kradan::discord::definitions;
use kradan_emulator::{ANN, BEN, GAMES, Id, PostedMessage, RegisteredCommand};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Verdict, each_kind};
use serde_json::json;

use crate::discord::harness::{Harness, offers_moves};
use crate::discord::transcript::Sees::{EphemeralText, Public};
use crate::discord::transcript::{Transcript, check};
use kradan_tested_games::TestedGame as _;

/// The bytes of a message's only attachment.
pub(super) fn file(harness: &Harness, message: &PostedMessage) -> Vec<u8> {
    let [file] = message.attachments() else { panic!("one file: {}", message.content()) };
    let url = file["url"].as_str().expect("a file has an address");
    harness.emulator.file(url).expect("the file is kept").to_vec()
}

/// Selects a value in Ann's settings.
async fn set(harness: &Harness, menu: &str, value: &str) -> Arc<PostedMessage> {
    let panel = harness.command(ANN, GAMES, "settings", json!({})).await;
    assert_eq!(panel.visible_to, Some(ANN));
    harness.select(ANN, &panel, &format!("setting:{menu}"), value).await
}

/// Clicks a button of Ann's settings.
pub(super) async fn switch(harness: &Harness, button: &str) -> Arc<PostedMessage> {
    let panel = harness.command(ANN, GAMES, "settings", json!({})).await;
    harness.click(ANN, &panel, &format!("setting:{button}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chosen_language_is_used() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    let panel = set(&transcript.harness, "language", "ja").await;
    let heading = i18n::text("line-settings-heading", Language::Japanese);
    assert!(panel.content().contains(&heading), "{}", panel.content());
    transcript.harness.restart().await;
    let help = transcript.act(ANN, "/help").await;
    assert!(help.content().contains(&i18n::text("line-help-footer", Language::Japanese)));
    transcript.act(ANN, "/move d3").await;
    let board = transcript.act(BEN, "/move c3").await;
    let shown = board.attachments()[0]["description"].as_str().unwrap_or_default().to_owned();
    let game = i18n::game_name(GameKind::Othello, Language::Japanese);
    assert!(!shown.contains(&game), "Ben reads Dutch: {shown}");
    let panel = transcript.harness.command(BEN, GAMES, "settings", json!({})).await;
    transcript.harness.select(BEN, &panel, "setting:language", "ja").await;
    let board = transcript.act(ANN, "/move c4").await;
    let shown = board.attachments()[0]["description"].as_str().unwrap_or_default().to_owned();
    assert!(shown.contains(&game), "both read Japanese: {shown}");
    set(&transcript.harness, "language", "discord").await;
    let help = transcript.act(ANN, "/help").await;
    assert!(help.content().contains(&i18n::text("line-help-footer", Language::English)));
}

#[tokio::test(flavor = "multi_thread")]
async fn appearance_settings_change_the_picture() {
    let harness = Harness::start().await;
    let transcript = Transcript::at(harness, GAMES, GameKind::Ogi, &["e3e4"]).await;
    let mut seen: Vec<(String, Vec<u8>)> = Vec::new();
    let picture = async |name: &str| {
        let board = transcript.act(ANN, "/board").await;
        (name.to_owned(), file(&transcript.harness, &board))
    };
    let other_commands =
        [("theme", "wood"), ("theme", "night"), ("pieces", "symbols"), ("below", "first")];
    seen.push(picture("Ben's").await);
    transcript.act(BEN, "/move e6e5").await;
    seen.push(picture("Ann's").await);
    for (menu, value) in other_commands {
        let panel = set(&transcript.harness, menu, value).await;
        assert!(panel.content().contains(&i18n::text("line-settings-kept", Language::English)));
        seen.push(picture(&format!("{menu} {value}")).await);
    }
    for name in ["hints", "no hints"] {
        switch(&transcript.harness, "hints").await;
        seen.push(picture(name).await);
    }
    // The table keeps its theme, and marks of all pieces together would say nothing.
    let is_unchanged = |name: &str| {
        ["below first", "hints", "no hints"].contains(&name) || name.starts_with("theme")
    };
    for (at, (name, bytes)) in seen.iter().enumerate().skip(1) {
        let (before, earlier) = &seen[at - 1];
        // Ann is the first side and is to move: her side is below either way.
        assert_eq!(bytes == earlier, is_unchanged(name), "{before} and {name}");
    }
    set(&transcript.harness, "below", "second").await;
    let (_, turned) = picture("second below").await;
    assert_ne!(turned, seen.last().unwrap().1);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_confirmed_if_the_setting_is_on() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let panel = switch(&transcript.harness, "confirm").await;
    let label = i18n::text("label-confirm-on", Language::English);
    assert!(panel.controls().iter().any(|it| it["label"] == label));
    let asked = transcript.act(ANN, "pick d3 from square").await;
    check(ANN, "pick d3", &asked, EphemeralText("line-confirm-move", &[("written", "`d3`")]));
    let back = transcript.act(ANN, "press back").await;
    assert_eq!(back.visible_to, Some(ANN));
    assert!(offers_moves(&back));
    transcript.act(ANN, "pick c4 from square").await;
    assert_eq!(transcript.stored().await.table.game().plies(), 0);
    transcript.play(&[(ANN, "press confirm", Public("c4"), &[BEN])]).await;
    // A typed move is confirmed as well, one that cannot be played is refused at once.
    transcript.act(BEN, "/move c3").await;
    let refused = transcript.act(ANN, "/move a1").await;
    assert!(refused.controls().is_empty(), "{}", refused.content());
    let asked = transcript.act(ANN, "/move D3").await;
    check(ANN, "/move D3", &asked, EphemeralText("line-confirm-move", &[("written", "`d3`")]));
    assert_eq!(transcript.stored().await.table.game().plies(), 2);
    transcript.play(&[(ANN, "press confirm", Public("d3"), &[BEN])]).await;
    let board = transcript.public().pop().expect("it is posted");
    assert!(board.value["message_reference"].is_null(), "it quotes no question");
    transcript.harness.gone(asked.id).await;
    transcript.ends("c4 c3 d3; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_come_in_parts_with_their_diagrams() {
    let harness = Harness::start().await;
    for kind in GameKind::ALL {
        let options = json!({ "game": kind.to_string() });
        let rules = harness.command(BEN, GAMES, "rules", options).await;
        assert_eq!(rules.visible_to, Some(BEN));
        let parts = i18n::guide(kind, Language::Dutch);
        for (part, section) in parts.iter().enumerate() {
            // The first part is shown already, and choosing it sends nothing.
            let shown = match part {
                0 => Arc::clone(&rules),
                _ => harness.select(BEN, &rules, "guide", &part.to_string()).await,
            };
            assert_eq!(shown.id, rules.id, "the panel is updated");
            let content = shown.content();
            assert!(content.contains(&section.heading) && content.contains(&section.text));
            assert_eq!(shown.attachments().len(), usize::from(section.position.is_some()));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_moves_of_a_game_are_listed() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let none = transcript.act(ANN, "press history").await;
    check(ANN, "press history", &none, EphemeralText("line-history-empty", &[]));
    for (who, action) in [(ANN, "/move d3"), (BEN, "/move c3"), (ANN, "/move c4")] {
        transcript.act(who, action).await;
    }
    let list = transcript.act(ANN, "press history").await;
    assert_eq!(list.visible_to, Some(ANN));
    let heading = i18n::text_with("line-history-heading", &[("title", "\u{1}")], Language::English);
    assert!(heading.split('\u{1}').all(|part| list.content().contains(part)));
    assert!(list.content().contains("  1. d3     2. c3\n  3. c4\n"), "{}", list.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_game_reads_back() {
    let moves: [(GameKind, &[&str]); 3] = [
        (GameKind::Othello, &["d3", "c3", "c4"]),
        (GameKind::Makruk, &["d3d4", "d6d5", "e3e4"]),
        (GameKind::Ogi, &["e3e4", "e6e5"]),
    ];
    for (kind, moves) in moves {
        let transcript = Transcript::of(kind, moves).await;
        transcript.act(BEN, "press resign").await;
        transcript.act(BEN, "press resign-yes").await;
        let exported = transcript.act(ANN, "press export").await;
        assert_eq!(exported.visible_to, Some(ANN));
        let text = String::from_utf8(file(&transcript.harness, &exported)).expect("it is text");
        let (game, header) = each_kind!(kind, P => {
            let (record, header) = P::read_sheet(&text, 0).expect("it reads");
            (P::game(record), header)
        });
        assert_eq!(game, *transcript.stored().await.table.game());
        assert_eq!(game.moves(), moves);
        let names = (header.first.as_deref(), header.second.as_deref());
        assert_eq!(names, (Some("Ann"), Some("Ben")));
        assert_eq!(header.result, Some(Verdict::Win(kradan_rules::Side::First)));
        // GGF has no form for it.
        let time = (kind != GameKind::Othello).then_some("1/259200");
        assert_eq!(header.time_control.as_deref(), time);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_an_animation() {
    let transcript = Transcript::of(GameKind::Makruk, &["d3d4", "d6d5", "e3e4"]).await;
    let replay = transcript.act(ANN, "press replay").await;
    assert_eq!((replay.visible_to, replay.pinged.len()), (None, 0));
    let bytes = file(&transcript.harness, &replay);
    let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&bytes)).unwrap();
    let frames = image::AnimationDecoder::into_frames(decoder).collect_frames().unwrap();
    assert!(frames.len() >= 4, "{} frames for a start and three moves", frames.len());
    assert!(replay.attachments()[0]["description"].as_str().is_some_and(|it| !it.is_empty()));
    transcript.ends("d3d4 d6d5 e3e4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_names_every_command() {
    let harness = Harness::start().await;
    let is_slash = |it: &&RegisteredCommand| it.kind() == 1;
    let ids: HashMap<String, Id> = harness.emulator.read(|world| {
        let slash = world.commands().iter().filter(is_slash);
        slash.map(|it| (it.name().to_owned(), it.id)).collect()
    });
    assert_eq!(ids.len(), definitions().len());
    for (who, language) in [(ANN, Language::English), (BEN, Language::Dutch)] {
        let help = harness.command(who, GAMES, "help", json!({})).await;
        assert_eq!(help.visible_to, Some(who));
        assert!(help.controls().is_empty());
        for command in definitions() {
            let name = command.name;
            let mention = format!("</{name}:{}>", ids[name]);
            let line = i18n::help(name, language).replacen(&format!("`/{name}`"), &mention, 1);
            assert!(line.contains(&mention), "{line}");
            // Ben does not manage the server.
            let is_there = who == ANN || command.name != "server";
            assert_eq!(help.content().contains(&line), is_there, "{line}");
        }
    }
}
