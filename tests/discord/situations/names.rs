//! Names that people give themselves to be a nuisance.

use std::sync::Arc;

use kradan::emulator::{ANN, BEN, CHAI, GAMES, PostedMessage};
use kradan::rules::GameKind;
use serde_json::{Value, json};

use crate::harness::{Harness, control_of};
use crate::transcript::{Transcript, table_of};

const NUISANCES: [&str; 13] = [
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

/// Whether nothing of a name can be seen. Its bearer is called by the username then.
fn is_blank(name: &str) -> bool {
    let blank =
        ['\u{200b}', '\u{feff}', '\u{3164}', '\u{115f}', '\u{e0041}', '\u{e007f}', '\u{61c}', ' '];
    name.chars().all(|c| blank.contains(&c))
}

/// What turns the reading direction around, or cannot be seen.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether everything in a text that Discord would format is escaped, besides what the bot itself
/// formats: mentions, times, links and what is bold.
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

/// The title in a message, as far as the end of the line.
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
    for name in NUISANCES {
        let harness = Harness::start().await;
        harness.emulator.rename(BEN, name);
        let transcript = Transcript::at(harness, GAMES, GameKind::Othello, &["d3"]).await;
        let mut said = transcript.public();
        for command in ["/games", "/history", "/export"] {
            let answer = transcript.does(ANN, command).await;
            let title = title(&answer);
            assert!(is_plain(title), "{name:?}, {command}: {}", answer.content());
            assert_eq!(title.contains("ben"), is_blank(name), "{name:?}, {command}: {title}");
            said.push(answer);
        }
        let named = json!({ "table": transcript.table.0.to_string() });
        let copy = transcript.harness.command(CHAI, GAMES, "board", named).await;
        assert!(is_plain(copy.content()), "{name:?}: {}", copy.content());
        said.push(copy);
        transcript.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
        let asked = transcript.does(ANN, "/draw").await;
        let menu = asked.controls()[0].clone();
        let labels = menu["options"].as_array().into_iter().flatten();
        let labels: Vec<&str> = labels.filter_map(|it| it["label"].as_str()).collect();
        assert_eq!(labels.len(), 2);
        assert!(labels.iter().all(|it| !it.contains(is_hidden)), "{labels:?}");
        said.push(asked);
        assert_harmless(name, &said);
        assert_nobody_else_may_be_pinged(&transcript.harness);
    }
}

/// Every request says who may be called, and names players alone.
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
        let called: Vec<&Value> = allowed["users"].as_array().into_iter().flatten().collect();
        let players = [ANN, BEN].map(|it| it.0.to_string());
        let is_player = |it: &&Value| {
            let id = it.as_str().map_or_else(|| it.to_string(), str::to_owned);
            players.contains(&id)
        };
        assert!(called.iter().all(is_player), "{allowed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_typed_move_pings_anybody_or_breaks_a_message() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    for text in ["@everyone", "<@1300000000000000013>", "`", "```", "\u{202e}", "|| **", "\n\n"] {
        let told = transcript.harness.command(ANN, GAMES, "move", json!({ "move": text })).await;
        assert_eq!(told.visible_to, Some(ANN), "{text:?}");
        assert!(told.pinged.is_empty());
        let ticks = told.content().matches('`').count();
        assert_eq!(ticks % 2, 0, "{text:?}: {}", told.content());
        assert!(!told.content().contains("```"), "{text:?}: {}", told.content());
    }
    assert_nobody_else_may_be_pinged(&transcript.harness);
    transcript.ends("First to move", &[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_named_after_the_players() {
    for name in NUISANCES {
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
