//! Display names and typed moves that try to ping people or break messages.

use std::sync::Arc;

use futures_util::future::join_all;
use kradan_emulator::{ANN, BEN, BOT, CHAI, ELSEWHERE, GAMES, GARDEN, Id, LOBBY, PostedMessage};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side, each_kind};
use kradan_table::{Event, Reminder};
use serde_json::{Value, json};

use super::other_commands::file;
use super::time::UNTIL_REMINDER;
use crate::discord::harness::{Harness, control_of};
use crate::discord::transcript::{Transcript, mention, player, sentence_of, table_of};
use kradan_tested_games::TestedGame as _;

const HOSTILE_NAMES: [&str; 18] = [
    "@everyone",
    "<@1300000000000000013>",
    "`code` ```block",
    "**bold** __under__ ~~gone~~ ||spoiler||",
    "\u{202e}nnA\u{2066} right to left",
    "Z\u{351}\u{36b}\u{343}a\u{300}\u{301}\u{302}l\u{303}\u{304}g\u{305}\u{306}o\u{307}\u{308}",
    "[link](https://example.org)\n# heading",
    "\u{200b}\u{feff} ",
    "\u{3164}\u{115f}",
    "\u{e0041}\u{e007f}\u{61c}",
    "https://evil.example/x",
    "discord.gg/x",
    "# BIG",
    "-# small",
    "1. one",
    "www.evil.example",
    // They end a header of a record and begin another one.
    "x\"]\n[Result \"1-0\"]\\",
    "x]PW[y];B[c4]\\",
];

/// Whether a name has no visible character. The bot then uses the username.
fn is_blank(name: &str) -> bool {
    let blank =
        ['\u{200b}', '\u{feff}', '\u{3164}', '\u{115f}', '\u{e0041}', '\u{e007f}', '\u{61c}', ' '];
    name.chars().all(|c| blank.contains(&c))
}

/// Invisible characters, and those that change the direction of text.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether all Markdown in a text is escaped, besides what the bot formats itself: mentions, times,
/// links and bold text.
fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' | '@' => return false,
            _ => {}
        }
    }
    true
}

/// The title of a game in a message, up to the end of the line.
fn title(message: &PostedMessage) -> &str {
    let content = message.content();
    let start = content.find("Othello").unwrap_or_else(|| panic!("no title in {content:?}"));
    let line = content[start..].lines().next().unwrap_or_default();
    line.split(" · time ends").next().unwrap_or_default()
}

/// The texts of a message that Discord does not format: on buttons, in menus, and in place of
/// pictures.
fn plain_texts(message: &PostedMessage) -> Vec<String> {
    let controls = message.controls();
    let options = controls.iter().filter_map(|it| it["options"].as_array()).flatten();
    let shown = controls.iter().copied().chain(options).chain(message.attachments());
    let texts = shown.flat_map(|it| ["label", "description", "placeholder"].map(|key| &it[key]));
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Checks a text that Discord does not format. A backslash would be shown.
fn assert_harmless_as_it_is(name: &str, text: &str) {
    assert!(!text.trim().is_empty(), "{name:?}: {text:?}");
    assert!(!text.contains(|c: char| is_hidden(c) || c.is_control()), "{name:?}: {text:?}");
    for address in ["://", "discord.gg", "www.evil"] {
        assert!(!text.contains(address), "{name:?}: {text:?}");
    }
    let backslashes = |text: &str| text.matches('\\').count();
    assert!(backslashes(text) <= backslashes(name), "{name:?}: {text:?}");
}

fn assert_harmless(name: &str, messages: &[Arc<PostedMessage>]) {
    for message in messages {
        for text in plain_texts(message) {
            assert_harmless_as_it_is(name, &text);
        }
        let content = message.content();
        assert!(message.pinged.iter().all(|it| [ANN, BEN].contains(it)), "{name:?}: {content}");
        assert!(!content.contains(is_hidden), "{name:?}: {content:?}");
        let links: Vec<&str> = content.match_indices("://").map(|(at, _)| &content[at..]).collect();
        assert!(links.iter().all(|it| it.starts_with("://discord.com/channels/")), "{content:?}");
        let begins_block =
            |line: &str| ["# BIG", "-# small", "1. one"].iter().any(|it| line.starts_with(it));
        assert!(!content.lines().any(begins_block), "{name:?}: {content}");
        assert!(!content.contains("discord.gg") && !content.contains("www.evil"), "{content:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_display_name_pings_anybody_or_breaks_a_message() {
    join_all(HOSTILE_NAMES.map(async |name| {
        let harness = Harness::start().await;
        harness.emulator.rename(BEN, name);
        harness.choose_direct_messages(ANN).await;
        let transcript = Transcript::at(harness, GAMES, GameKind::Othello, &["d3"]).await;
        let mut messages = transcript.public();
        // The board before the newest may have lost its picture.
        let pictures: Vec<&Value> = messages.iter().flat_map(|it| it.attachments()).collect();
        assert!(!pictures.is_empty());
        assert!(pictures.iter().all(|it| it["description"].is_string()), "{pictures:?}");
        for command in ["/games", "press history", "press export"] {
            let answer = transcript.act(ANN, command).await;
            let title = title(&answer);
            assert!(is_plain(title), "{name:?}, {command}: {}", answer.content());
            assert_eq!(title.contains("ben"), is_blank(name), "{name:?}, {command}: {title}");
            messages.push(answer);
        }
        let named = json!({ "game": transcript.table.0.to_string() });
        let copy = transcript.harness.command(CHAI, GAMES, "board", named).await;
        let line = copy.content().lines().next().unwrap_or_default();
        assert!(is_plain(line), "{name:?}: {}", copy.content());
        messages.push(copy);
        transcript.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
        let asked = transcript.act(ANN, "/draw").await;
        let menu = asked.controls()[0].clone();
        let labels = menu["options"].as_array().into_iter().flatten();
        let labels: Vec<&str> = labels.filter_map(|it| it["label"].as_str()).collect();
        assert_eq!(labels.len(), 2);
        assert!(labels.iter().all(|it| !it.contains(is_hidden)), "{labels:?}");
        messages.push(asked);
        // Ann is reminded by direct message, and Ben in the channel.
        transcript.harness.pass(UNTIL_REMINDER).await;
        let reminded = |side| {
            let reminder = Reminder::Fifth;
            sentence_of(&Event::Reminded { side, reminder }, Language::English)
        };
        for told in [
            transcript.harness.direct_message_with(ANN, &reminded(Side::First)).await,
            transcript.harness.message_with(GAMES, &reminded(Side::Second)).await,
        ] {
            assert!(is_plain(title(&told)), "{name:?}: {}", told.content());
            messages.push(told);
        }
        assert_harmless(name, &messages);
        assert_nobody_else_may_be_pinged(&transcript.harness);
    }))
    .await;
}

/// Suggestions, the buttons of a reminder, and the headers of records.
#[tokio::test(flavor = "multi_thread")]
async fn a_display_name_is_as_it_is_where_nothing_is_formatted() {
    join_all(HOSTILE_NAMES.map(async |name| {
        let harness = Harness::start_without_limits().await;
        harness.emulator.rename(BEN, name);
        harness.choose_direct_messages(ANN).await;
        let mut names = Vec::new();
        for kind in [GameKind::Othello, GameKind::Makruk] {
            let board = harness.begin(kind, ANN, BEN, GAMES).await;
            let table = json!({ "game": table_of(&board).0.to_string() });
            let exported = harness.in_game(ANN, GAMES, table, "export").await;
            let text = String::from_utf8(file(&harness, &exported)).expect("it is text");
            let (game, header) = each_kind!(kind, P => {
                let (record, header) = P::read_sheet(&text, 0).expect("it reads");
                (P::game(record), header)
            });
            assert!(game.moves().is_empty() && header.result.is_none(), "{name:?}: {text}");
            assert_eq!(header.first.as_deref(), Some("Ann"), "{text}");
            let opponent = header.second.expect("a record names both");
            assert_harmless_as_it_is(name, &opponent);
            assert_eq!(opponent == "ben", is_blank(name), "{name:?}: {text}");
            assert!(!text.contains(is_hidden), "{name:?}: {text}");
            names.push(opponent);
        }
        let [shown, _] = &names[..] else { panic!("there are two games") };
        assert!(names.iter().all(|it| it == shown), "{names:?}");
        for option in [("board", "game"), ("move", "move")] {
            let suggested = harness.suggested(ANN, GAMES, option, "").await;
            assert!(suggested.len() >= 2, "{suggested:?}");
            for it in suggested {
                assert_harmless_as_it_is(name, &it.name);
                assert!(it.name.contains(shown), "{name:?}: {}", it.name);
            }
        }
        harness.pass(UNTIL_REMINDER).await;
        let ann = mention(ANN);
        let variables = [("name", ann.as_str()), ("count", "2")];
        let text = i18n::text_with("line-reminded-of-several", &variables, Language::English);
        let told = harness.direct_message_with(ANN, &text).await;
        let labels = plain_texts(&told);
        assert_eq!(labels.iter().filter(|it| it.contains(shown)).count(), 2, "{labels:?}");
        assert!(told.content().lines().skip(1).count() == 2, "{name:?}: {}", told.content());
        assert_harmless(name, &[told]);
        assert_nobody_else_may_be_pinged(&harness);
    }))
    .await;
}

/// Checks that every request sets `allowed_mentions`, and that it names players alone.
fn assert_nobody_else_may_be_pinged(harness: &Harness) {
    for request in harness.emulator.requests() {
        let body =
            if request.body["data"].is_object() { &request.body["data"] } else { &request.body };
        if body.get("content").is_none() {
            continue;
        }
        let allowed = &body["allowed_mentions"];
        assert!(allowed.is_object(), "{}: {body}", request.template);
        assert_eq!(allowed["parse"], json!([]), "{}", request.template);
        let pinged: Vec<&Value> = allowed["users"].as_array().into_iter().flatten().collect();
        let players = [ANN, BEN].map(|it| it.0.to_string());
        let is_player = |it: &&Value| {
            let id = it.as_str().map_or_else(|| it.to_string(), str::to_owned);
            players.contains(&id)
        };
        assert!(pinged.iter().all(is_player), "{allowed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_typed_move_pings_anybody_or_breaks_a_message() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    for text in ["@everyone", "<@1300000000000000013>", "`", "```", "\u{202e}", "|| **", "\n\n"] {
        let answer = transcript.harness.command(ANN, GAMES, "move", json!({ "move": text })).await;
        assert_eq!(answer.visible_to, Some(ANN), "{text:?}");
        assert!(answer.pinged.is_empty());
        let ticks = answer.content().matches('`').count();
        assert_eq!(ticks % 2, 0, "{text:?}: {}", answer.content());
        assert!(!answer.content().contains("```"), "{text:?}: {}", answer.content());
    }
    assert_nobody_else_may_be_pinged(&transcript.harness);
    transcript.ends("First to move", &[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_named_after_the_players() {
    join_all(HOSTILE_NAMES.map(async |name| {
        let harness = Harness::start().await;
        harness.emulator.rename(BEN, name);
        let options = json!({
            "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
        });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        let table = table_of(&challenge);
        let accepted = harness.click(BEN, &challenge, "accept").await;
        assert!(control_of(&challenge, "accept").contains(&table.0.to_string()));
        let named = harness.emulator.read(|world| {
            let thread = world.channels().find(|it| it.parent == Some(GAMES))?;
            Some((thread.id, thread.name.clone()))
        });
        let (thread, title) = named.expect("a thread is opened, whatever the name");
        assert!(!title.contains(is_hidden) && title.chars().count() <= 100, "{title:?}");
        assert_eq!(title.contains("ben"), is_blank(name), "{title:?}");
        assert!(!title.contains("://") && !title.contains("discord.gg"), "{title:?}");
        harness.shown(thread, table, 0).await;
        assert_harmless(name, &[accepted]);
    }))
    .await;
}

/// What the store has for somebody's name.
async fn stored_name(harness: &Harness, person: Id) -> Option<String> {
    let profile = harness.bot.service.store().profile(player(person)).await.unwrap();
    profile.map(|it| it.name)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opponents_name_is_noted_with_a_challenge_that_stands() {
    let harness = Harness::start().await;
    let challenge = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    harness.command(ANN, GAMES, "play", challenge.clone()).await;
    let name = stored_name(&harness, BEN).await.expect("Ben is known by his name");
    // The next challenge comes too soon, and leaves nothing behind.
    harness.emulator.set_nick(GARDEN, BEN, Some("Nobody"));
    let refused = harness.command(ANN, GAMES, "play", challenge).await;
    assert_eq!(refused.visible_to, Some(ANN), "{}", refused.content());
    assert_eq!(stored_name(&harness, BEN).await, Some(name));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_known_by_the_name_they_had_when_they_asked_last() {
    let harness = Harness::start().await;
    harness.command(BEN, GAMES, "help", json!({})).await;
    let name = stored_name(&harness, BEN).await;
    harness.emulator.set_nick(GARDEN, BEN, Some("Nobody"));
    let challenge = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    let asked = harness.command(ANN, GAMES, "play", challenge).await;
    assert_eq!(asked.visible_to, None, "{}", asked.content());
    assert_eq!(stored_name(&harness, BEN).await, name);
}

/// Also in what is asked on another server. A player's own commands there change nothing that is stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_nickname_is_shown_on_its_server_alone() {
    let harness = Harness::start_without_limits().await;
    harness.emulator.add_member(ELSEWHERE, BOT);
    harness.emulator.set_nick(GARDEN, ANN, Some("Queen"));
    harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    harness.begin(GameKind::Makruk, ANN, CHAI, LOBBY).await;
    let profile = async || harness.bot.service.store().profile(player(ANN)).await.unwrap();
    let stored = profile().await;
    for channel in [GAMES, LOBBY] {
        let suggested = harness.suggested(ANN, channel, ("board", "game"), "").await;
        let titles: Vec<&str> = suggested.iter().map(|it| it.name.as_str()).collect();
        let is_there = |title: &str| titles.iter().any(|it| it.contains(title));
        assert!(is_there("Othello: Queen") && is_there("Makruk: Ann"), "{titles:?}");
    }
    assert_eq!(profile().await, stored);
    harness.emulator.set_nick(GARDEN, ANN, None);
    let games = harness.command(ANN, GAMES, "games", json!({})).await;
    assert!(games.content().contains("Othello: Ann"), "{}", games.content());
}
