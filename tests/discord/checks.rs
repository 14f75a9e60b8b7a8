//! Compares the messages that people see of a game with the game itself.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use image::{ImageFormat, RgbImage};
use kradan::discord::{Hints, Preferences};
use kradan::service::Orientation;
use kradan_emulator::{Emulator, Id, PostedMessage};
use kradan_i18n as i18n;
use kradan_i18n::Language;
use kradan_render::{Layout, Pick, PieceSet, Scene, Sheet, Style, View};
use kradan_rules::{BySide, Facts, Game, GameKind, Side, Status, Verdict};
use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Player {
    pub(crate) id: Id,
    pub(crate) preferences: Preferences,
}

/// The position, preferences and view that a picture has to show.
#[derive(Clone, Copy)]
pub(crate) struct Expected<'a> {
    pub(crate) game: &'a Game,
    pub(crate) preferences: &'a Preferences,
    pub(crate) view: View,
}

/// The view of a reader: from the side to move, or from the side that won.
pub(crate) fn view_of(game: &Game, preferences: &Preferences) -> View {
    let mover = match game.status() {
        Status::Ongoing { turn } => turn,
        Status::Over(outcome) => match outcome.verdict {
            Verdict::Win(winner) => winner,
            Verdict::Draw => Side::First,
        },
    };
    view_from(game.kind(), mover, preferences)
}

/// The view of a reader where the side to move is given.
pub(crate) fn view_from(kind: GameKind, mover: Side, preferences: &Preferences) -> View {
    let is_othello = kind == GameKind::Othello;
    let seen_from = match preferences.below {
        // An Othello board never turns.
        Orientation::Mover if is_othello => Side::First,
        Orientation::Mover => mover,
        Orientation::First => Side::First,
        Orientation::Second => Side::Second,
    };
    let hints = match preferences.hints {
        // Where a piece is picked first, its own targets are marked.
        _ if !is_othello => false,
        Hints::Off => false,
        Hints::FirstGames(kinds) => {
            GameKind::ALL.iter().zip(kinds).any(|(it, has)| has && *it == kind)
        }
        Hints::On => true,
    };
    View { seen_from, hints, picked: None }
}

/// The preferences for the board that both players see, when `mover` is to move.
pub(crate) fn shared(
    kind: GameKind,
    players: BySide<&Preferences>,
    mover: Option<Side>,
) -> Preferences {
    let both = [players.first, players.second];
    let usual = Preferences::default();
    let theme = both.iter().map(|it| it.theme).find(|it| it.name == "safe");
    let chosen = both.iter().map(|it| it.theme).find(|it| *it != usual.theme);
    let has_symbols = both.iter().any(|it| it.pieces == PieceSet::Symbols);
    let fixed = both.iter().map(|it| it.below).find(|it| *it != Orientation::Mover);
    let is_same = both[0].language == both[1].language;
    Preferences {
        language: if is_same { both[0].language } else { Language::English },
        theme: theme.or(chosen).unwrap_or(usual.theme),
        pieces: if has_symbols { PieceSet::Symbols } else { usual.pieces },
        below: match kind {
            GameKind::Othello => Orientation::First,
            _ => fixed.unwrap_or(Orientation::Mover),
        },
        hints: mover.map_or(Hints::Off, |mover| players[mover].hints),
        ..usual
    }
}

/// The view with a picked piece.
pub(crate) fn picking(view: View, pick: Pick) -> View {
    View { picked: Some(pick), ..view }
}

/// Downloads the only attachment of a message and compares it pixel by pixel with the expected
/// picture, and its description with the expected alt text.
pub(crate) async fn check_picture(
    http: &reqwest::Client,
    message: &PostedMessage,
    Expected { game, preferences, view }: Expected<'_>,
) {
    let [file] = message.attachments() else { panic!("one picture: {:#}", message.value) };
    let alt = i18n::alt(&Facts::of(game, None), preferences.language);
    assert_eq!(file["description"], alt, "{}", game.diagram());
    let url = file["url"].as_str().unwrap();
    let sent = http.get(url).send().await.unwrap().bytes().await.unwrap();
    let scene = Scene::of(game, view, None);
    // Width and height, in the header of every PNG.
    let height = Layout::default().height(game.kind(), scene.has_bands);
    assert_eq!(sent[16..24], [720_u32.to_be_bytes(), height.to_be_bytes()].concat());
    let drawn = sheet(game.kind(), preferences).png(&scene);
    let is_same = sent == drawn || decoded(&sent) == decoded(&drawn);
    assert!(is_same, "{} is another picture of\n{}", file["filename"], game.diagram());
}

fn decoded(file: &[u8]) -> RgbImage {
    image::load_from_memory_with_format(file, ImageFormat::Png).unwrap().into_rgb8()
}

type Sheets = Mutex<HashMap<(GameKind, &'static str, String), Arc<Sheet>>>;

/// The drawn tiles of a game for somebody's preferences, made once per theme and piece set.
pub(crate) fn sheet(kind: GameKind, preferences: &Preferences) -> Arc<Sheet> {
    static SHEETS: LazyLock<Sheets> = LazyLock::new(Mutex::default);
    let style =
        Style { theme: preferences.theme, pieces: preferences.pieces, layout: Layout::default() };
    let key = (kind, preferences.theme.name, preferences.pieces.to_string());
    let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(sheets.entry(key).or_insert_with(|| Arc::new(Sheet::new(kind, style))))
}

/// The option values of a menu. Empty if the message has no such menu.
pub(crate) fn offered(message: &PostedMessage, control: &str) -> Vec<String> {
    let controls = message.controls();
    let menu = controls
        .iter()
        .find(|it| it["custom_id"].as_str().and_then(|id| id.split(':').next()) == Some(control));
    let options = menu.and_then(|menu| menu["options"].as_array()).into_iter().flatten();
    options.map(|option| option["value"].as_str().unwrap().to_owned()).collect()
}

/// The custom ids of a message's controls with this action.
pub(crate) fn controls_with(message: &PostedMessage, control: &str) -> Vec<String> {
    let controls = message.controls();
    let ids = controls.iter().filter_map(|it| it["custom_id"].as_str());
    ids.filter(|id| id.split(':').next() == Some(control)).map(str::to_owned).collect()
}

/// Checks that no message of the bot has a relative time after "until": "until in 3 days".
pub(crate) fn check_times(emulator: &Emulator) {
    for request in &emulator.requests() {
        for text in texts(&request.body) {
            assert!(!has_until_relative(text), "{text}");
        }
    }
}

/// All texts in a JSON value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(values) => values.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn has_until_relative(text: &str) -> bool {
    let is_until = |(start, _): (usize, &str)| {
        let Some((time, after)) = text[start..].split_once('>') else { return false };
        let before = text[..start].trim_end();
        let follows = ["until", "tot", "ถึง"].iter().any(|word| before.ends_with(word));
        time.ends_with(":R") && (follows || after.trim_start().starts_with("まで"))
    };
    text.match_indices("<t:").any(is_until)
}

#[test]
fn relative_times_after_until_are_found() {
    for wrong in [
        "It stands until <t:1:R>.",
        "vakantie tot <t:1:R>",
        "ลาพักถึง <t:1:R>",
        "ถึง <t:1:f> ถึง<t:1:R>",
        "<t:1:R>まで休暇中です。",
    ] {
        assert!(has_until_relative(wrong), "{wrong}");
    }
    for right in
        ["until <t:1:f> (<t:1:R>)", "lapses <t:1:R>", "<t:1:f>まで（<t:1:R>）", "until <t:1:d"]
    {
        assert!(!has_until_relative(right), "{right}");
    }
}
