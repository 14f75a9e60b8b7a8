//! Compares the messages that people see of a game with the game itself.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use image::{ImageFormat, RgbImage};
use kradan::discord::Preferences;
use kradan::emulator::{Id, PostedMessage};
use kradan::i18n;
use kradan::render::{Layout, Pick, Scene, Sheet, Style, View};
use kradan::rules::Facts;
use kradan::rules::{Game, GameKind, Side, Status, Verdict};
use kradan::service::Orientation;

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
    view_from(mover, preferences)
}

/// The view of a reader where the side to move is given.
pub(crate) fn view_from(mover: Side, preferences: &Preferences) -> View {
    let seen_from = match preferences.below {
        Orientation::Mover => mover,
        Orientation::First => Side::First,
        Orientation::Second => Side::Second,
    };
    View { seen_from, hints: preferences.hints, picked: None }
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
    let sent = decoded(&sent);
    assert_eq!(sent.dimensions(), (808, 720));
    let transcript = Scene::of(game, view, None);
    let drawn = decoded(&sheet(game.kind(), preferences).png(&transcript));
    assert!(sent == drawn, "{} is another picture of\n{}", file["filename"], game.diagram());
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
