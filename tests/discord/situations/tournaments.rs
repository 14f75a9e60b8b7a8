//! `/tournament`: from the first button to the end.

use std::sync::Arc;

use kradan_emulator::{ANN, ANN_AND_BOT, BEN, CHAI, GAMES, Id, PostedMessage};
use kradan_table::{TableId, Tournament, TournamentCommand, TournamentId};
use serde_json::{Value, json};

use super::DAY;
use crate::discord::harness::{Harness, eventually, eventually_some, has_control};
use crate::discord::transcript::Sees::EphemeralText;
use crate::discord::transcript::check;
use crate::discord::transcript::{mention, public, table_of};

/// The server of [`GAMES`].
const SERVER: kradan_table::GuildId = kradan_table::GuildId(kradan_emulator::GARDEN.0);

/// A button of a tournament's message, by what it does.
fn button(message: &PostedMessage, action: &str) -> String {
    let controls = message.controls();
    let ids = controls.iter().filter_map(|it| it["custom_id"].as_str());
    let mut found = ids.filter(|it| it.ends_with(&format!(".{action}")));
    found.next().unwrap_or_else(|| panic!("no {action}: {controls:?}")).to_owned()
}

async fn press(
    harness: &Harness,
    who: Id,
    message: &PostedMessage,
    action: &str,
) -> Arc<PostedMessage> {
    harness.click(who, message, &button(message, action)).await
}

async fn made(harness: &Harness, mut options: Value) -> Arc<PostedMessage> {
    if options["game"].is_null() {
        options["game"] = json!("othello");
    }
    harness.command(ANN, GAMES, "tournament", options).await
}

async fn stored(harness: &Harness) -> Tournament {
    let all = harness.bot.service.store().tournaments(SERVER).await.unwrap();
    all.all.last().expect("a tournament was made").clone()
}

/// The message with the table, which says this.
async fn table_with(harness: &Harness, text: &str) -> Arc<PostedMessage> {
    let text = text.to_owned();
    eventually_some("a message of the tournament", async || {
        let all = harness.emulator.read(|world| public(world, GAMES));
        all.into_iter().rev().find(|it| it.content().contains(&text))
    })
    .await
}

/// A tournament of three that has begun, its message, and the tables of its games.
async fn begun(options: Value) -> (Harness, Arc<PostedMessage>, Vec<TableId>) {
    let harness = Harness::start().await;
    let mut options = options;
    options["players"] = json!(3);
    if options["where"].is_null() {
        options["where"] = json!("here");
    }
    let invitation = made(&harness, options).await;
    for who in [BEN, CHAI] {
        press(&harness, who, &invitation, "join").await;
    }
    let table = table_with(&harness, "the tournament begins!").await;
    eventually("the games begin", async || {
        let tables: Vec<TableId> = stored(&harness).await.games().map(|it| it.table).collect();
        !tables.is_empty()
            && harness.bot.service.load_all(tables.clone()).await.unwrap().len() == tables.len()
    })
    .await;
    let tables = stored(&harness).await.games().map(|it| it.table).collect();
    (harness, table, tables)
}

/// Has the player of a side give a game up.
async fn give_up(harness: &Harness, table: TableId, who: Id) {
    let board = eventually_some("the board", async || {
        let all = harness.emulator.read(|world| public(world, GAMES));
        all.into_iter().rev().find(|it| has_control(it, "more") && table_of(it) == table)
    })
    .await;
    let asked = harness.resigning(who, &board).await;
    harness.click(who, &asked, "resign-yes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_play_a_tournament_from_the_first_button_to_the_end() {
    let (harness, table, tables) = begun(json!({})).await;
    assert_eq!(table.pinged.len(), 3, "everybody is called once");
    assert!(table.content().contains("everybody plays everybody · 1 day for each move · rated"));
    let invitation = table_with(&harness, "It has begun: https://discord.com/channels/").await;
    assert!(invitation.controls().is_empty(), "nobody can join any more");
    assert_eq!(tables.len(), 3);
    let (ann, ben) = (tables_of(&harness, ANN).await, tables_of(&harness, BEN).await);
    // Ann loses to nobody; Chai beats nobody.
    for game in stored(&harness).await.games() {
        let loser = if ben.contains(&game.table) && ann.contains(&game.table) { BEN } else { CHAI };
        give_up(&harness, game.table, loser).await;
    }
    let end = table_with(&harness, "the tournament is over").await;
    assert!(end.content().contains("**Ann wins the tournament!**"), "{}", end.content());
    let best = "` 1` Ann · **2** · tie-break 1 · 2 games";
    assert!(end.content().contains(best), "{}", end.content());
    assert_eq!(end.pinged.len(), 3);
    eventually("the table says so too", async || {
        let world = harness.emulator.read(|world| world.message(table.id).cloned()).unwrap();
        world.content().contains("wins the tournament!") && world.controls().is_empty()
    })
    .await;
    let told = harness.emulator.read(|world| public(world, GAMES));
    let told = told.iter().filter(|it| it.content().contains("wins the tournament!")).count();
    assert_eq!(told, 2, "the table, and the message that calls");
    assert!(end.content().starts_with(&mention(ANN)), "{}", end.content());
}

async fn tables_of(harness: &Harness, who: Id) -> Vec<TableId> {
    let store = harness.bot.service.store();
    let player = kradan_table::PlayerId(who.0);
    store.tables_of_player(player, kradan_store::Listing::Running, 100).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_without_players_is_called_off() {
    let harness = Harness::start().await;
    let invitation = made(&harness, json!({ "format": "knockout" })).await;
    assert!(invitation.content().contains("Joined (1 of 8): "), "{}", invitation.content());
    let joined = press(&harness, BEN, &invitation, "join").await;
    assert!(joined.content().starts_with("Je doet mee."), "{}", joined.content());
    table_with(&harness, "Joined (2 of 8)").await;
    let again = press(&harness, BEN, &invitation, "join").await;
    check(BEN, "join", &again, EphemeralText("line-tournament-joined-already", &[]));
    let early =
        press(&harness, ANN, &*press(&harness, ANN, &invitation, "more").await, "start").await;
    check(ANN, "start", &early, EphemeralText("line-tournament-too-few-yet", &[]));
    let stranger = press(&harness, CHAI, &invitation, "unjoin").await;
    assert_eq!(stranger.visible_to, Some(CHAI));
    harness.pass(DAY + 60).await;
    let off = table_with(&harness, "the tournament is over").await;
    assert_eq!(off.pinged.len(), 2);
    assert!(off.content().contains("does not take place"), "{}", off.content());
    eventually("nobody can join any more", async || {
        let now = harness.emulator.read(|world| world.message(invitation.id).cloned()).unwrap();
        now.controls().is_empty()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_drops_out_loses_the_open_games_and_a_deadline_judges_the_others() {
    let (harness, table, tables) = begun(json!({ "days": 3, "time": "30d" })).await;
    let panel = press(&harness, CHAI, &table, "more").await;
    let asked = press(&harness, CHAI, &panel, "sure-leave").await;
    press(&harness, CHAI, &asked, "leave").await;
    eventually("Chai’s games are over", async || tables_of(&harness, CHAI).await.is_empty()).await;
    let struck = table_with(&harness, "no game counts").await;
    assert_eq!(struck.id, table.id, "one message is kept current");
    assert_eq!(tables.len(), 3);
    harness.pass(3 * DAY + 60).await;
    let end = table_with(&harness, "the tournament is over").await;
    assert!(end.content().contains("**½**"), "{}", end.content());
    let judged = table_with(&harness, "the position is judged").await;
    assert!(judged.content().contains("**draw**"), "{}", judged.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_made_it_pauses_it_and_gives_a_place_to_somebody_else() {
    let (harness, table, tables) = begun(json!({ "where": "thread" })).await;
    let panel = press(&harness, ANN, &table, "more").await;
    press(&harness, ANN, &panel, "pause").await;
    let paused = table_with(&harness, "no clock runs").await;
    let service = &harness.bot.service;
    let rests = async |rests: bool| {
        let tables = service.load_all(tables.clone()).await.unwrap();
        tables.iter().all(|(_, it)| it.table.paused_since().is_some() == rests)
    };
    eventually("all clocks stand", async || rests(true).await).await;
    let panel = press(&harness, ANN, &paused, "more").await;
    press(&harness, ANN, &panel, "resume").await;
    eventually("all clocks run", async || rests(false).await).await;
    let thread = service.load(tables[0]).await.unwrap().unwrap().table.channel();
    assert_eq!(thread.0, table.id.0, "the games are in the thread of the table");
    let stranger = kradan_emulator::DAI;
    let panel = press(&harness, ANN, &table, "more").await;
    let number =
        stored(&harness).await.entrants.iter().position(|it| it.player.unwrap().0 == CHAI.0);
    let menu = button(&panel, "offer");
    harness.select(ANN, &panel, &menu, &number.unwrap().to_string()).await;
    let offered = table_with(&harness, "everybody plays everybody").await;
    let offered = eventually_some("the place is offered", async || {
        let now = harness.emulator.read(|world| world.message(offered.id).cloned()).unwrap();
        now.value.to_string().contains(".take-").then_some(now)
    })
    .await;
    press(&harness, stranger, &offered, &format!("take-{}", number.unwrap())).await;
    eventually("the games are taken over", async || {
        tables_of(&harness, CHAI).await.is_empty() && tables_of(&harness, stranger).await.len() == 2
    })
    .await;
}

/// A player has a bye, and a draw is won by the second side.
#[tokio::test(flavor = "multi_thread")]
async fn a_knockout_is_played_round_by_round() {
    let (harness, table, _) = begun(json!({ "format": "knockout", "game": "makruk" })).await;
    assert!(table.content().contains("**Round 1**\n`1` Ann · has a bye\n"), "{}", table.content());
    let service = &harness.bot.service;
    let tournament = stored(&harness).await;
    let game = *tournament.games().next().unwrap();
    let second = tournament.entrants[game.pairing.second].player.unwrap();
    let act = kradan_table::TournamentAct::Judge(kradan_rules::Verdict::Draw);
    assert!(service.act(game.table, act).await.unwrap().is_some());
    let table = table_with(&harness, "**Round 2**").await;
    eventually("the final begins", async || tables_of(&harness, ANN).await.len() == 1).await;
    let last = *stored(&harness).await.games().last().unwrap();
    let loser = Id(second.0);
    assert!(tables_of(&harness, loser).await.contains(&last.table), "who had the second side");
    give_up(&harness, last.table, loser).await;
    let end = table_with(&harness, "the tournament is over").await;
    assert!(end.content().contains("**Ann wins the tournament!**"), "{}", end.content());
    assert!(table.content().contains("under way"), "{}", table.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_changes_nothing() {
    let harness = Harness::start().await;
    let private = harness.command(ANN, ANN_AND_BOT, "tournament", json!({ "game": "ogi" })).await;
    check(ANN, "tournament", &private, EphemeralText("line-tournament-only-servers", &[]));
    let none = harness.command(ANN, GAMES, "tournament", json!({})).await;
    assert!(none.content().starts_with("No tournament is under way here."), "{}", none.content());
    let (mut harness, table, _) = begun(json!({ "format": "knockout" })).await;
    harness.restart().await;
    let listed = harness.command(BEN, GAMES, "tournament", json!({})).await;
    assert!(listed.content().contains(&format!("/{}", table.id.0)), "{}", listed.content());
    let id = TournamentId(stored(&harness).await.id.0);
    let asks = (kradan_table::PlayerId(ANN.0), false);
    harness
        .bot
        .service
        .ask_tournament((SERVER, id), asks, TournamentCommand::Stop)
        .await
        .unwrap()
        .unwrap();
    table_with(&harness, "go on as games of their own").await;
    let told = harness.emulator.read(|world| public(world, GAMES));
    let begun = told.iter().filter(|it| it.content().contains("the tournament begins!")).count();
    assert!(begun <= 1, "it is told once");
}
