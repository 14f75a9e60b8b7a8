//! Display names and typed moves that try to ping people or break messages.

use std::sync::Arc;

use kradan::emulator::{ANN, BEN, CHAI, GAMES, PostedMessage};
use kradan::rules::GameKind;
use serde_json::{Value, json};

use crate::harness::{Harness, control_of};
use crate::transcript::{Transcript, table_of};

const HOSTILE_NAMES: [&str; 13] = [
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
    "www.evil.example",
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
    line.split(", until").next().unwrap_or_default()
}

fn assert_harmless(name: &str, messages: &[Arc<PostedMessage>]) {
    for message in messages {
        let content = message.content();
        assert!(message.pinged.iter().all(|it| [ANN, BEN].contains(it)), "{name:?}: {content}");
        assert!(!content.contains(is_hidden), "{name:?}: {content:?}");
        let links: Vec<&str> = content.match_indices("://").map(|(at, _)| &content[at..]).collect();
        assert!(links.iter().all(|it| it.starts_with("://discord.com/channels/")), "{content:?}");
        assert!(!content.contains("discord.gg") && !content.contains("www.evil"), "{content:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_display_name_pings_anybody_or_breaks_a_message() {
    for name in HOSTILE_NAMES {
        let harness = Harness::start().await;
        harness.emulator.rename(BEN, name);
        let transcript = Transcript::at(harness, GAMES, GameKind::Othello, &["d3"]).await;
        let mut messages = transcript.public();
        for command in ["/games", "/history", "/export"] {
            let answer = transcript.act(ANN, command).await;
            let title = title(&answer);
            assert!(is_plain(title), "{name:?}, {command}: {}", answer.content());
            assert_eq!(title.contains("ben"), is_blank(name), "{name:?}, {command}: {title}");
            messages.push(answer);
        }
        let named = json!({ "table": transcript.table.0.to_string() });
        let copy = transcript.harness.command(CHAI, GAMES, "board", named).await;
        assert!(is_plain(copy.content()), "{name:?}: {}", copy.content());
        messages.push(copy);
        transcript.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
        let asked = transcript.act(ANN, "/draw").await;
        let menu = asked.controls()[0].clone();
        let labels = menu["options"].as_array().into_iter().flatten();
        let labels: Vec<&str> = labels.filter_map(|it| it["label"].as_str()).collect();
        assert_eq!(labels.len(), 2);
        assert!(labels.iter().all(|it| !it.contains(is_hidden)), "{labels:?}");
        messages.push(asked);
        assert_harmless(name, &messages);
        assert_nobody_else_may_be_pinged(&transcript.harness);
    }
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
    for name in HOSTILE_NAMES {
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
    }
}
