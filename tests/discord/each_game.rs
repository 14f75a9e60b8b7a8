//! Every command, every panel and every kind of message, in all four languages.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use kradan::discord::{Definition, definitions};
use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, CHAI, DAI, GAMES, Id, InteractionResponse, LOBBY,
    Permissions, PostedMessage,
};
use kradan_exercises::lessons;
use kradan_rules::{Game, GameKind};
use serde_json::{Value, json};

use crate::discord::checks::{controls_with, offered};
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::schema::check_requests;
use crate::discord::transcript::{table_of, table_option};
use kradan_tested_games::picks_squares;

/// The asker and the other player. The languages of the askers are English, Dutch, Thai and
/// Japanese.
const PEOPLE: [(Id, Id); 4] = [(ANN, BEN), (BEN, CHAI), (CHAI, DAI), (DAI, ANN)];

#[tokio::test(flavor = "multi_thread")]
async fn messages_in_every_language_pass_validation() {
    let harness = Harness::start_without_limits().await;
    let mut help_texts = BTreeSet::new();
    let used = Mutex::default();
    for (asker, other) in PEOPLE {
        let session = Session { harness: &harness, used: &used, asker, other };
        let help = session.uses("help", json!({})).await;
        help_texts.insert(help.content().to_owned());
        session.uses_commands_without_a_game().await;
        session.reads_the_rules().await;
        session.changes_every_setting().await;
        for kind in GameKind::ALL {
            session.plays(kind).await;
        }
        session.challenges().await;
        session.plays_in_a_thread().await;
    }
    assert_eq!(help_texts.len(), PEOPLE.len(), "everybody reads their own language");
    let known: BTreeSet<String> = harness.emulator.read(|world| {
        let slash = world.commands().iter().filter(|it| it.kind() == 1);
        slash.map(|it| it.name().to_owned()).collect()
    });
    assert_eq!(used.into_inner().unwrap(), known);
    check_requests(&harness.emulator);
}

/// A board is text where the bot lacks the permission to attach files.
#[tokio::test(flavor = "multi_thread")]
async fn boards_without_pictures_pass_validation() {
    let harness = Harness::start_without_limits().await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    for (asker, other) in PEOPLE {
        for kind in GameKind::ALL {
            let board = harness.begin(kind, asker, other, GAMES).await;
            assert_eq!((board.attachments().len(), &board.pinged[..]), (0, &[asker][..]));
            assert!(board.content().contains("```"), "{}", board.content());
            let table = json!({ "game": table_of(&board).0.to_string() });
            harness.command(asker, GAMES, "board", table.clone()).await;
            harness.in_game(asker, GAMES, table, "export").await;
        }
    }
    check_requests(&harness.emulator);
}

/// Direct messages between players, and a server in which the bot is only user-installed.
#[tokio::test(flavor = "multi_thread")]
async fn games_outside_servers_pass_validation() {
    let harness = Harness::start().await;
    for channel in [LOBBY, ANN_AND_BEN] {
        let board = harness.begin(GameKind::Ogi, ANN, BEN, channel).await;
        assert_eq!((board.attachments().len(), board.channel), (1, channel));
        let board = harness.command(ANN, channel, "move", json!({ "move": "e3e4" })).await;
        assert_eq!((board.attachments().len(), board.channel), (1, channel));
        let table = table_of(&board).0.to_string();
        let question = harness.command(ANN, channel, "resign", json!({ "game": table })).await;
        harness.click(ANN, &question, "resign-yes").await;
    }
    let refused = harness.command(ANN, ANN_AND_BOT, "play", json!({ "game": "othello" })).await;
    assert!(refused.controls().is_empty(), "{}", refused.content());
    harness.command(ANN, ANN_AND_BOT, "rules", json!({ "game": "makruk" })).await;
    check_requests(&harness.emulator);
}

/// While another delivery holds the table's delivery lock, the bot defers its response, edits the
/// board into it, and pings the opponent in a message of its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_edits_the_deferred_response() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let lock = harness.bot.service.lock_delivery(table_of(&board)).await;
    let asked =
        harness.emulator.as_user(ANN).command(GAMES, "move", json!({ "move": "f5" })).unwrap();
    assert!(matches!(asked.answered(WAIT_MAX).await.unwrap(), InteractionResponse::Deferred));
    drop(lock);
    let late = asked.message(WAIT_MAX).await.unwrap();
    assert_eq!((late.attachments().len(), &late.pinged[..]), (1, &[][..]));
    let pings = asked.followed(1, WAIT_MAX).await.unwrap();
    assert_eq!((pings.len(), &pings[0].pinged[..]), (1, &[BEN][..]));
    check_requests(&harness.emulator);
}

/// The commands that a session uses where they fit.
const USED_WHERE_THEY_FIT: [&str; 8] =
    ["play", "board", "games", "game", "resign", "draw", "settings", "help"];

/// All other commands that can be used without options.
fn other_commands() -> impl Iterator<Item = &'static str> {
    let needs_options =
        |definition: &&&Definition| definition.options.iter().any(|it| it.is_required);
    let others = definitions().iter().filter(move |it| !needs_options(it));
    others.map(|it| it.name).filter(|name| !USED_WHERE_THEY_FIT.contains(name))
}

/// Two people and the commands that they use.
struct Session<'a> {
    harness: &'a Harness,
    /// Names of the commands used so far.
    used: &'a Mutex<BTreeSet<String>>,
    asker: Id,
    other: Id,
}

impl Session<'_> {
    async fn uses(&self, name: &str, options: Value) -> Arc<PostedMessage> {
        self.uses_as(self.asker, name, options).await
    }

    async fn uses_as(&self, asker: Id, name: &str, options: Value) -> Arc<PostedMessage> {
        self.used.lock().unwrap().insert(name.to_owned());
        let answer = self.harness.command(asker, GAMES, name, options).await;
        assert!(!answer.content().is_empty(), "/{name}: {:#}", answer.value);
        answer
    }

    /// The same with an ephemeral response.
    async fn uses_ephemerally(&self, name: &str, options: Value) -> Arc<PostedMessage> {
        let answer = self.uses(name, options).await;
        assert_eq!(answer.visible_to, Some(self.asker), "/{name}: {}", answer.content());
        answer
    }

    /// Commands about games while there is no game.
    async fn uses_commands_without_a_game(&self) {
        for name in ["draw", "resign", "games", "game"] {
            self.uses_ephemerally(name, json!({})).await;
        }
        self.uses_ephemerally("move", json!({ "move": "e3e4" })).await;
        self.uses_ephemerally("board", json!({ "game": "17" })).await;
        self.uses_ephemerally("board", json!({ "game": "no table" })).await;
    }

    async fn reads_the_rules(&self) {
        for kind in GameKind::ALL {
            let mut panel =
                self.uses_ephemerally("rules", json!({ "game": kind.to_string() })).await;
            // The first part is shown already, and choosing it sends nothing.
            for part in offered(&panel, "guide").into_iter().skip(1) {
                panel = self.harness.select(self.asker, &panel, "guide", &part).await;
            }
            let mut panel =
                self.uses_ephemerally("learn", json!({ "game": kind.to_string() })).await;
            for lesson in lessons(kind) {
                let list = self.harness.click(self.asker, &panel, "learn-list").await;
                panel = self.harness.select(self.asker, &list, "learn-lesson", lesson.id).await;
            }
        }
    }

    async fn changes_every_setting(&self) {
        let panel = self.uses_ephemerally("settings", json!({})).await;
        let menus = panel.controls().into_iter().filter(|it| it["type"] == 3);
        for menu in menus {
            let control = menu["custom_id"].as_str().unwrap();
            let values = menu["options"].as_array().unwrap().iter().map(|it| it["value"].as_str());
            let values: Vec<&str> = values.map(Option::unwrap).collect();
            // Every value, and the default, which is the first one, at the end.
            for value in values[1..].iter().chain(&values[..1]) {
                self.harness.select(self.asker, &panel, control, value).await;
            }
        }
        for switch in ["setting:hints", "setting:hints", "setting:confirm", "setting:confirm"] {
            self.harness.click(self.asker, &panel, switch).await;
        }
    }

    /// A short game with all its commands.
    async fn plays(&self, kind: GameKind) {
        let (harness, asker, other) = (self.harness, self.asker, self.other);
        let options = json!({
            "game": kind.to_string(), "opponent": other.0.to_string(), "side": "first", "time": "3d",
        });
        let challenge = self.uses("play", options).await;
        let mut board = harness.click(other, &challenge, "accept").await;
        self.gets_suggestions().await;
        self.opens_the_game(&["history"]).await;
        self.uses_ephemerally("move", json!({ "move": "h8-a1 what?" })).await;
        self.uses_ephemerally("move", json!({ "move": "`*@everyone*`" })).await;
        let mut game = Game::new(kind);
        for person in [asker, other] {
            let mv = game.legal_moves().remove(0);
            board = if person == asker {
                self.uses("move", json!({ "move": mv })).await
            } else {
                harness.command(person, GAMES, "move", json!({ "move": mv })).await
            };
            game.play_text(&mv).unwrap();
        }
        if !picks_squares(kind) {
            self.picks_every_piece(&board).await;
        }
        self.offers_and_takes_back(&game).await;
        self.uses("board", json!({})).await;
        self.opens_the_game(&["history", "export"]).await;
        self.uses_ephemerally("games", json!({})).await;
        for name in other_commands() {
            // Only who owns the server may manage it.
            let asker = if name == "server" { ANN } else { self.asker };
            self.uses_as(asker, name, json!({})).await;
        }
        self.resigns().await;
    }

    /// Opens the last game, and clicks buttons there.
    async fn opens_the_game(&self, buttons: &[&str]) {
        for button in buttons {
            let game = self.uses_ephemerally("game", json!({})).await;
            let answer = self.harness.click(self.asker, &game, button).await;
            assert_eq!(answer.visible_to, Some(self.asker), "{button}: {}", answer.content());
        }
    }

    async fn gets_suggestions(&self) {
        let person = self.harness.emulator.as_user(self.asker);
        for (command, option, typed) in [
            ("move", "move", ""),
            ("move", "move", "e"),
            ("board", "game", ""),
            ("move", "move", "@"),
        ] {
            let options = json!({ option: typed });
            let choices = person.autocomplete(GAMES, command, options, option, WAIT_MAX).await;
            assert!(typed == "@" || !choices.unwrap().is_empty(), "/{command} {option}");
        }
    }

    async fn picks_every_piece(&self, board: &PostedMessage) {
        let pieces = controls_with(board, "from");
        assert!(!pieces.is_empty());
        for piece in &pieces {
            let panel = self.harness.click(self.asker, board, piece).await;
            let menu = self.harness.click(self.asker, &panel, "back").await;
            assert_eq!((panel.visible_to, menu.id), (Some(self.asker), panel.id));
        }
        // The player who is not to move gets a refusal.
        let refused = self.harness.click(self.other, board, &pieces[0]).await;
        assert_eq!(refused.visible_to, Some(self.other));
    }

    async fn offers_and_takes_back(&self, game: &Game) {
        let (harness, other) = (self.harness, self.other);
        let offer = self.uses("draw", json!({})).await;
        self.uses_ephemerally("draw", json!({})).await;
        harness.click(other, &offer, "decline-draw").await;
        let asked = harness.more(self.asker, GAMES, "takeback").await;
        harness.click(other, &asked, "refuse").await;
        // A refused takeback can be asked for again after a move.
        let refused = harness.more(self.asker, GAMES, "takeback").await;
        assert_eq!(refused.visible_to, Some(self.asker));
        self.uses("move", json!({ "move": game.legal_moves()[0] })).await;
        let asked = harness.more(self.asker, GAMES, "takeback").await;
        harness.click(other, &asked, "grant").await;
    }

    async fn resigns(&self) {
        let (harness, asker, other) = (self.harness, self.asker, self.other);
        let question = self.uses_ephemerally("resign", json!({})).await;
        harness.click(asker, &question, "keep").await;
        let question = self.uses_ephemerally("resign", json!({})).await;
        let end = harness.click(asker, &question, "resign-yes").await;
        assert_eq!(end.pinged, [other]);
        harness.click(other, &end, "step").await;
        self.opens_the_game(&["«", "›", "»", "history", "export", "review"]).await;
        let replay = harness.click(asker, &end, "replay").await;
        assert!(replay.attachments()[0]["filename"].as_str().unwrap().ends_with("-film.gif"));
        let again = harness.click(asker, &end, "rematch").await;
        let refused = harness.click(asker, &again, "accept").await;
        assert_eq!(refused.visible_to, Some(asker));
        harness.click(asker, &again, "cancel").await;
    }

    /// Challenges that are declined, cancelled or refused.
    async fn challenges(&self) {
        let (harness, asker, other) = (self.harness, self.asker, self.other);
        let kind = GameKind::Ogi.to_string();
        let to = |id: Id| json!({ "game": kind, "opponent": id.0.to_string() });
        let challenge = self.uses("play", to(other)).await;
        harness.click(other, &challenge, "decline").await;
        let open = self.uses("play", json!({ "game": kind, "time": "1d" })).await;
        harness.click(asker, &open, "cancel").await;
        self.uses_ephemerally("play", to(asker)).await;
        // The sides of this game are decided by furigoma.
        let challenge = self.uses("play", to(other)).await;
        let first = harness.click(other, &challenge, "accept").await;
        let second = self.uses("play", json!({ "game": kind })).await;
        harness.click(other, &second, "accept").await;
        // The bot asks which of the two games is meant.
        let which = self.uses_ephemerally("resign", json!({})).await;
        let table = table_option(&which, table_of(&first));
        let question = harness.select(asker, &which, "which", &table).await;
        harness.click(asker, &question, "resign-yes").await;
        let question = self.uses_ephemerally("resign", json!({})).await;
        harness.click(asker, &question, "resign-yes").await;
    }

    async fn plays_in_a_thread(&self) {
        let (harness, asker, other) = (self.harness, self.asker, self.other);
        let options = json!({
            "game": "makruk", "opponent": other.0.to_string(), "side": "first", "where": "thread",
        });
        let challenge = self.uses("play", options).await;
        let answer = harness.click(other, &challenge, "accept").await;
        let thread = answer.content().split("<#").nth(1).and_then(|it| it.split('>').next());
        let thread: Id = thread.expect("the response links to the thread").parse().unwrap();
        let board = harness
            .emulator
            .wait_for(WAIT_MAX, |world| world.messages(thread, asker).next().cloned());
        let board = board.await.unwrap();
        assert_eq!((&board.pinged[..], board.attachments().len()), (&[asker][..], 1));
        let question = self.uses_ephemerally("move", json!({ "move": "e3e4" })).await;
        let elsewhere = harness.click(asker, &question, "there").await;
        assert!(elsewhere.content().contains(&format!("<#{thread}>")));
        // A game that ended in the channel comes before one that runs elsewhere.
        let table = json!({ "game": table_of(&board).0.to_string() });
        let here = harness.command(other, GAMES, "board", table).await;
        assert_eq!((here.channel, here.attachments().len()), (GAMES, 1));
        let question = self.uses_ephemerally("resign", json!({})).await;
        harness.click(asker, &question, "resign-yes").await;
    }
}
