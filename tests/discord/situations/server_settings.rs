//! `/server`: the settings of a server, and what follows from them.

use std::sync::Arc;

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, ActionError, BEN, CHAI, GAMES, GARDEN, Id, MAKRUK, Permissions,
    PostedMessage,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::GameKind;
use kradan_store::OldBoards;
use kradan_table::{ChannelId, GuildId};
use serde_json::json;

use super::{channel_mention, has_line};
use crate::discord::harness::{Harness, WAIT_MAX, control_of, has_control};
use crate::discord::transcript::{mention, table_of};

/// Ann's panel of the garden, which she owns.
async fn panel(harness: &Harness) -> Arc<PostedMessage> {
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    assert_eq!(panel.visible_to, Some(ANN));
    panel
}

/// Chooses values from one of the panel's menus.
async fn choose(harness: &Harness, menu: &str, values: &[&str]) -> Arc<PostedMessage> {
    let panel = panel(harness).await;
    let control = control_of(&panel, &format!("server:{menu}"));
    let asked = harness.emulator.as_user(ANN).select(panel.id, &control, values).unwrap();
    harness.answer(&asked).await
}

async fn press(harness: &Harness, button: &str) -> Arc<PostedMessage> {
    let panel = panel(harness).await;
    harness.click(ANN, &panel, &format!("server:{button}")).await
}

async fn challenge(harness: &Harness, person: Id, channel: Id) -> Arc<PostedMessage> {
    let options = json!({ "game": "othello", "opponent": CHAI.0.to_string(), "side": "first" });
    harness.command(person, channel, "play", options).await
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_manage_a_server_change_its_settings() {
    let harness = Harness::start().await;
    for (person, channel) in [(BEN, GAMES), (ANN, ANN_AND_BOT)] {
        let asked = harness.emulator.as_user(person).command(channel, "server", json!({}));
        assert_eq!(asked.unwrap_err(), ActionError::NotHere("server".to_owned()));
    }
    let panel = panel(&harness).await;
    harness.emulator.deny(GAMES, ANN, Permissions::MANAGE_GUILD);
    let refused = harness.click(ANN, &panel, "server:venue:thread").await;
    assert_eq!(refused.visible_to, Some(ANN));
    let line = i18n::text("line-server-only-managers", Language::English);
    assert_eq!(refused.content(), line);
    let settings = harness.bot.service.store().server_settings(GuildId(GARDEN.0)).await.unwrap();
    let default = kradan_store::ServerSettings {
        old_boards: OldBoards::Line,
        ..kradan_store::ServerSettings::default()
    };
    assert_eq!(settings, default);
}

impl Harness {
    /// What somebody sees that asks where games are played, or shows the settings.
    fn settings_shown_to(&self, person: Id) -> Vec<Arc<PostedMessage>> {
        let mut messages = self.emulator.as_user(person).messages(GAMES);
        messages.retain(|it| has_control(it, "server"));
        messages
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_a_server_is_asked_once_where_games_are_played() {
    let mut harness = Harness::start_without_limits().await;
    // There is something else to look at before the first game is over.
    challenge(&harness, ANN, GAMES).await;
    harness.begin(GameKind::Othello, BEN, CHAI, GAMES).await;
    let resigning = harness.command(BEN, GAMES, "resign", json!({})).await;
    harness.click(BEN, &resigning, "resign-yes").await;
    challenge(&harness, BEN, GAMES).await;
    let asked = challenge(&harness, ANN, GAMES).await;
    let question = harness.emulator.wait_for(WAIT_MAX, |world| {
        world.messages(GAMES, ANN).find(|it| has_control(it, "server")).cloned()
    });
    let question = question.await.expect("it is asked");
    assert!(question.id > asked.id);
    assert_eq!((question.visible_to, &question.pinged[..]), (Some(ANN), &[][..]));
    let command = "/server";
    let text = i18n::text("line-server-ask-venue", Language::English);
    assert!(question.content() == text && text.contains(command), "{}", question.content());
    let panel = harness.click(ANN, &question, "server:venue:thread").await;
    assert_eq!(panel.id, question.id);
    let settings = harness.bot.service.store().server_settings(GuildId(GARDEN.0)).await.unwrap();
    assert_eq!(settings.venue, kradan_table::Venue::Thread);
    // Neither again nor after a restart, and nobody else.
    for _ in 0..2 {
        challenge(&harness, ANN, GAMES).await;
        harness.restart().await;
    }
    assert_eq!(harness.settings_shown_to(ANN).len(), 1);
    for other in [BEN, CHAI] {
        assert!(harness.settings_shown_to(other).is_empty(), "{other}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_chose_where_games_are_played_is_not_asked() {
    let mut harness = Harness::start().await;
    press(&harness, "venue:thread").await;
    let before = harness.settings_shown_to(ANN).len();
    challenge(&harness, ANN, GAMES).await;
    harness.restart().await;
    assert_eq!(harness.settings_shown_to(ANN).len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_is_kept_and_shown() {
    let mut harness = Harness::start().await;
    press(&harness, "venue:thread").await;
    press(&harness, "pictures:all").await;
    choose(&harness, "language", &["th"]).await;
    let changed = choose(&harness, "channels", &[&GAMES.to_string(), &MAKRUK.to_string()]).await;
    assert!(changed.content().ends_with(&i18n::text("line-server-kept", Language::English)));
    harness.restart().await;
    let panel = panel(&harness).await;
    let labels = panel.controls().iter().map(|it| it["label"].clone()).collect::<Vec<_>>();
    for key in ["label-server-thread", "label-server-boards-pictures"] {
        assert!(labels.contains(&json!(i18n::text(key, Language::English))), "{labels:?}");
    }
    let controls = panel.controls();
    let channels = controls.iter().find(|it| it["custom_id"] == "server:channels").unwrap();
    let shown = [GAMES, MAKRUK].map(|id| json!({ "id": id.to_string(), "type": "channel" }));
    assert_eq!(channels["default_values"], json!(shown));
    let settings = harness.bot.service.store().server_settings(GuildId(GARDEN.0)).await.unwrap();
    assert_eq!(settings.channels, [ChannelId(GAMES.0), ChannelId(MAKRUK.0)]);
    assert!(
        settings.old_boards == OldBoards::Pictures && settings.language.as_deref() == Some("th")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn games_have_threads_where_the_server_says_so() {
    let harness = Harness::start().await;
    press(&harness, "venue:thread").await;
    let asked = challenge(&harness, BEN, GAMES).await;
    harness.click(CHAI, &asked, "accept").await;
    let threads = || {
        harness
            .emulator
            .read(|world| world.channels().filter(|it| it.parent == Some(GAMES)).count())
    };
    assert_eq!(threads(), 1);
    // A challenge may say otherwise.
    let options = json!({ "game": "makruk", "opponent": CHAI.0.to_string(), "where": "here" });
    let asked = harness.command(ANN, GAMES, "play", options).await;
    let board = harness.click(CHAI, &asked, "accept").await;
    assert_eq!((board.channel, board.visible_to, threads()), (GAMES, None, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_started_in_the_chosen_channels() {
    let harness = Harness::start_without_limits().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    assert_eq!(board.visible_to, None);
    let resign = harness.command(ANN, GAMES, "resign", json!({})).await;
    let end = harness.click(ANN, &resign, "resign-yes").await;
    choose(&harness, "channels", &[&MAKRUK.to_string()]).await;
    let channel = channel_mention(MAKRUK);
    let elsewhere =
        |language| i18n::text_with("line-start-elsewhere", &[("channels", &channel)], language);
    let refused = challenge(&harness, BEN, GAMES).await;
    assert_eq!(refused.visible_to, Some(BEN));
    assert_eq!(refused.content(), elsewhere(Language::Dutch));
    let refused = harness.click(BEN, &end, "rematch").await;
    assert_eq!(refused.visible_to, Some(BEN));
    assert_eq!(refused.content(), elsewhere(Language::Dutch));
    let allowed = challenge(&harness, BEN, MAKRUK).await;
    assert_eq!((allowed.visible_to, &allowed.pinged[..]), (None, &[CHAI][..]));
    // Choosing none allows all channels again.
    choose(&harness, "channels", &[]).await;
    let allowed = harness.click(BEN, &end, "rematch").await;
    assert_eq!((allowed.visible_to, &allowed.pinged[..]), (None, &[ANN][..]));
}

/// What Ben is told where games are started in one channel alone.
fn elsewhere(channel: Id) -> String {
    let channel = channel_mention(channel);
    i18n::text_with("line-start-elsewhere", &[("channels", &channel)], Language::Dutch)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_sets_what_it_says_however_often_it_is_pressed() {
    let harness = Harness::start().await;
    let panel = panel(&harness).await;
    let user = harness.emulator.as_user(ANN);
    let custom_id = control_of(&panel, "server:venue:thread");
    let asked = [(); 2].map(|()| user.click(panel.id, &custom_id).unwrap());
    for asked in &asked {
        harness.answer(asked).await;
    }
    let settings = harness.bot.service.store().server_settings(GuildId(GARDEN.0)).await.unwrap();
    assert_eq!(settings.venue, kradan_table::Venue::Thread);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_does_not_come_to_a_channel_where_none_may_be_started() {
    let harness = Harness::start_without_limits().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    choose(&harness, "channels", &[&GAMES.to_string()]).await;
    // Ann reads along there, so nothing else keeps the game from going there.
    harness.command(ANN, MAKRUK, "games", json!({})).await;
    let before = harness.public(MAKRUK).len();
    let named = json!({ "game": table.0.to_string() });
    let copy = harness.command(BEN, MAKRUK, "board", named.clone()).await;
    assert_eq!(copy.visible_to, Some(BEN), "{}", copy.content());
    assert!(copy.content().contains(&elsewhere(GAMES)), "{}", copy.content());
    assert_eq!(copy.attachments().len(), 1, "the board is there for Ben alone");
    let place = harness.stored(table).await.table.channel();
    assert_eq!((harness.public(MAKRUK).len(), place), (before, ChannelId(GAMES.0)));
    // Where the game is it can be shown again, whatever is chosen since.
    choose(&harness, "channels", &[&MAKRUK.to_string()]).await;
    let again = harness.command(BEN, GAMES, "board", json!({})).await;
    assert_eq!(again.visible_to, None, "{}", again.content());
    let moved = harness.command(BEN, MAKRUK, "board", named).await;
    assert_eq!((moved.visible_to, moved.channel), (None, MAKRUK), "{}", moved.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_allowed_by_the_server_of_the_game() {
    let harness = Harness::start_without_limits().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let table = table_of(&board);
    let resign = harness.command(ANN, GAMES, "resign", json!({})).await;
    harness.click(ANN, &resign, "resign-yes").await;
    let named = json!({ "game": table.0.to_string() });
    // A copy of the last board, where no game may be started or no server decides.
    choose(&harness, "channels", &[&MAKRUK.to_string()]).await;
    for place in [MAKRUK, ANN_AND_BEN] {
        let copy = harness.command(BEN, place, "board", named.clone()).await;
        assert_eq!(copy.visible_to, Some(BEN), "{}", copy.content());
        let refused = harness.click(BEN, &copy, "rematch").await;
        assert_eq!(refused.visible_to, Some(BEN));
        assert_eq!(refused.content(), elsewhere(MAKRUK), "from {place}");
    }
    choose(&harness, "channels", &[&GAMES.to_string()]).await;
    let copy = harness.command(BEN, MAKRUK, "board", named).await;
    harness.click(BEN, &copy, "rematch").await;
    let is_challenge = |it: &&Arc<PostedMessage>| has_control(it, "accept");
    harness.all_delivered().await;
    assert_eq!(harness.public(GAMES).iter().filter(is_challenge).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn public_messages_are_in_the_servers_language_where_the_players_differ() {
    let harness = Harness::start_without_limits().await;
    choose(&harness, "language", &["ja"]).await;
    harness.command(CHAI, GAMES, "help", json!({})).await;
    let turn = |board: &PostedMessage, language| {
        let (name, kind) = (mention(BEN), GameKind::Othello);
        let line = Line::YourTurn { name: &name, kind, side: kradan_rules::Side::First };
        has_line(board.content(), &line, language)
    };
    let asked = challenge(&harness, BEN, GAMES).await;
    let board = harness.click(CHAI, &asked, "accept").await;
    assert!(turn(&board, Language::Japanese), "{}", board.content());
    // After a restart the guild is known from the posted board.
    harness.emulator.set_locale(CHAI, "nl");
    harness.command(CHAI, GAMES, "help", json!({})).await;
    let board = harness.command(BEN, GAMES, "board", json!({})).await;
    assert!(turn(&board, Language::Dutch), "both read Dutch: {}", board.content());
}
