//! Whole games from the challenge to the result. Many run at once, half of them with typed and half
//! of them with clicked moves, and everything that is visible of them is checked after every turn.

use std::sync::Arc;

use kradan::discord::{Hints, Preferences};
use kradan::service::{MoveConfirmation, Orientation};
use kradan_emulator::{Emulator, Id, Options, Seed};
use kradan_i18n::Language;
use kradan_render::{PieceSet, Theme};
use kradan_rules::{BySide, GameKind};
use serde_json::json;
use tokio::task::JoinSet;

use crate::discord::checks::{Player, sheet};
use crate::discord::harness::{Harness, no_limits};
use crate::discord::matches::{Input, Match, Tally};
use crate::discord::records::{Recorded, perpetual_check, recorded};
use crate::discord::schema::check_requests;

/// The number of players. One more person reads along.
const PLAYERS: u64 = 8;

/// The locales that [`Seed::many`] gives to people, in turn.
const LANGUAGES: [Language; 4] =
    [Language::English, Language::Dutch, Language::Thai, Language::Japanese];

const OTHELLO: [&str; 6] = [
    "oth-game-022",
    "oth-game-051",
    "oth-game-050",
    "oth-game-200",
    "oth-game-006",
    "oth-game-103",
];

const MAKRUK: [&str; 6] =
    ["mk-game-086", "mk-game-048", "mk-game-031", "mk-game-027", "mk-game-121", "mk-game-189"];

const OGI: [&str; 7] = [
    "og-game-114",
    "og-game-052",
    "og-game-046",
    "og-game-098",
    "og-game-064",
    "og-game-084",
    "og-game-146",
];

#[tokio::test(flavor = "multi_thread")]
async fn games_of_othello_are_played_to_their_end() {
    let played = play_all(recorded(GameKind::Othello, &OTHELLO)).await;
    assert!(played.confirmed > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_makruk_are_played_to_their_end() {
    let played = play_all(recorded(GameKind::Makruk, &MAKRUK)).await;
    assert!(played.promoted > 0 && played.counted == 2 && played.confirmed > 0, "{played:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_ogi_are_played_to_their_end() {
    let mut records = recorded(GameKind::Ogi, &OGI);
    records.push(perpetual_check());
    let played = play_all(records).await;
    assert!(played.promoted > 0 && played.dropped > 0 && played.paged > 0, "{played:?}");
}

/// Plays all of these at once, each in a channel of its own, every second one with clicks.
async fn play_all(records: Vec<Recorded>) -> Tally {
    let seed = Seed::many(records.len() as u64, PLAYERS + 1);
    let harness = Arc::new(
        Harness::start_with_limits(Options { seed, ..Options::default() }, no_limits()).await,
    );
    let players: Vec<Player> = (0..PLAYERS).map(player).collect();
    for player in &players {
        choose_preferences(&harness, player).await;
        for record in &records {
            sheet(record.game, &player.preferences);
        }
    }
    let http = reqwest::Client::new();
    let onlooker = Seed::person(PLAYERS);
    let mut games = JoinSet::new();
    for (number, record) in records.into_iter().enumerate() {
        // Two different people, in another combination each time.
        let seats = BySide {
            first: players[number % players.len()],
            second: players[(number * 3 + 1) % players.len()],
        };
        let channel = Seed::channel(number as u64);
        let input = if number % 2 == 0 { Input::Typed } else { Input::Clicked };
        let game = Match::new(Arc::clone(&harness), http.clone(), record, channel, seats, input);
        games.spawn(game.play(onlooker));
    }
    let played = games.join_all().await.into_iter().sum();
    assert_eq!(
        harness.bot.service.store().next_pending().await.unwrap(),
        None,
        "an entry is pending"
    );
    check_requests(&harness.emulator);
    let mut harness = Arc::into_inner(harness).expect("every game is over");
    harness.bot.stop().await;
    played
}

/// A player. No two players have the same preferences.
fn player(number: u64) -> Player {
    let preferences = Preferences {
        language: LANGUAGES[number as usize % LANGUAGES.len()],
        ..Preferences::default()
    };
    let preferences = match number {
        1 => Preferences { hints: Hints::On, ..preferences },
        2 => Preferences { below: Orientation::First, ..preferences },
        3 => Preferences { confirm: MoveConfirmation::Always, ..preferences },
        4 => Preferences { below: Orientation::Second, hints: Hints::On, ..preferences },
        5 => Preferences {
            theme: Theme::named("night").unwrap(),
            pieces: PieceSet::Symbols,
            ..preferences
        },
        6 => Preferences {
            language: Language::Japanese,
            confirm: MoveConfirmation::Always,
            ..preferences
        },
        _ => preferences,
    };
    Player { id: Seed::person(number), preferences }
}

/// Sets somebody's preferences with `/settings`.
async fn choose_preferences(harness: &Harness, &Player { id, preferences }: &Player) {
    let defaults =
        Preferences { language: language_of(&harness.emulator, id), ..Preferences::default() };
    let mut panel = harness.command(id, Seed::channel(0), "settings", json!({})).await;
    let below = match preferences.below {
        Orientation::Mover => "mover",
        Orientation::First => "first",
        Orientation::Second => "second",
    };
    let menus = [
        ("setting:language", preferences.language.tag(), preferences.language != defaults.language),
        ("setting:theme", preferences.theme.name, preferences.theme != defaults.theme),
        ("setting:pieces", &preferences.pieces.to_string(), preferences.pieces != defaults.pieces),
        ("setting:below", below, preferences.below != defaults.below),
    ];
    for (control, value, is_other) in menus {
        if is_other {
            panel = harness.select(id, &panel, control, value).await;
        }
    }
    // Whoever does not choose has hints in their first games.
    panel = harness.click(id, &panel, "setting:hints").await;
    if preferences.hints == Hints::Off {
        panel = harness.click(id, &panel, "setting:hints").await;
    }
    if preferences.confirm != defaults.confirm {
        panel = harness.click(id, &panel, "setting:confirm").await;
    }
    assert_eq!(panel.visible_to, Some(id));
}

fn language_of(emulator: &Emulator, id: Id) -> Language {
    emulator.read(|world| Language::of_locale(&world.person(id).unwrap().locale))
}
