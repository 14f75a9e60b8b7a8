//! What every test here runs on: the emulator, the real bot connected to it, and its store in a
//! temporary folder.

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::FutureExt as _;
use kradan::discord::pick::Source;
use kradan::discord::{
    Connection, Endpoint, GatewayError, InteractionsEndpoint, Links, Listeners, run_with,
};
use kradan::service::{Clock, Limits, TableService};
use kradan_emulator::{
    BOT, Emulator, Id, Interaction, InteractionResponse, Options, PostedMessage, TimedOut, World,
};
use kradan_rules::GameKind;
use kradan_store::{OldBoards, ServerSettings, SledStore, StoreErrorKind};
use kradan_table::GuildId;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::discord::checks::check_times;
use crate::discord::schema::check_sent;

/// A limit for every wait, longer than anything here takes on a slow machine.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(60);

/// The pause between two polls of something that sends no event.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Waits until a condition is true.
pub(crate) async fn eventually(what: &str, is_true: impl AsyncFn() -> bool) {
    eventually_some(what, async || is_true().await.then_some(())).await;
}

/// Waits for what there is to find.
pub(crate) async fn eventually_some<T>(what: &str, find: impl AsyncFn() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = find().await {
                return found;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(WAIT_MAX, found).await.unwrap_or_else(|_| panic!("it never is: {what}"))
}

/// How interactions come to the bot.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Gateway,
    Http,
}

impl Way {
    /// The gateway, and HTTP in half of the tests whose conflicts and failures are the same by either
    /// way; which, their names tell, so that it is the same in each run.
    fn usual() -> Way {
        const BY_EITHER: [&str; 3] =
            ["discord::conflicts::", "discord::each_game::", "discord::outbox::"];
        let thread = std::thread::current();
        let test = thread.name().unwrap_or_default();
        let is_by_either = BY_EITHER.iter().any(|module| test.starts_with(module));
        if is_by_either && test.len().is_multiple_of(2) { Way::Http } else { Way::Gateway }
    }
}

/// The emulator, and the bot connected to it.
pub(crate) struct Harness {
    pub(crate) emulator: Emulator,
    pub(crate) bot: Bot,
    pub(crate) folder: TempDir,
    /// Whether the test itself sends what is wrong, as the bot.
    sends_wrong: AtomicBool,
}

/// Whatever a test is about, Discord's schema holds for all that the bot has sent in it, and times are
/// worded well.
impl Drop for Harness {
    fn drop(&mut self) {
        if !std::thread::panicking() && !*self.sends_wrong.get_mut() {
            check_sent(&self.emulator);
            check_times(&self.emulator);
        }
    }
}

impl Harness {
    /// An empty world with the bot in it.
    pub(crate) async fn start() -> Harness {
        Harness::start_with_options(Options::default()).await
    }

    /// An empty world in which challenges and games are practically unlimited.
    pub(crate) async fn start_without_limits() -> Harness {
        Harness::start_with_limits(Options::default(), no_limits()).await
    }

    pub(crate) async fn start_with_options(options: Options) -> Harness {
        Harness::start_with_limits(options, Limits::default()).await
    }

    /// An empty world with the bot in it. The bot uses this clock.
    pub(crate) async fn start_with_clock(clock: Clock) -> Harness {
        Harness::start_with_all(Options::default(), Limits::default(), clock).await
    }

    pub(crate) async fn start_with_limits(options: Options, limits: Limits) -> Harness {
        Harness::start_with_all(options, limits, Clock::of_machine()).await
    }

    /// An empty world with the bot in it, whose interactions come over HTTP.
    pub(crate) async fn start_over_http() -> Harness {
        Harness::start_by(Way::Http, Options::default(), Limits::default(), Clock::of_machine())
            .await
    }

    async fn start_with_all(options: Options, limits: Limits, clock: Clock) -> Harness {
        Harness::start_by(Way::usual(), options, limits, clock).await
    }

    async fn start_by(way: Way, options: Options, limits: Limits, clock: Clock) -> Harness {
        let options = Options {
            // Late responses have tests of their own: machines stand still for seconds.
            response_timeout: WAIT_MAX,
            keep_requests: 1_000_000,
            keep_request_bytes: usize::MAX,
            keep_files: 100_000,
            ..options
        };
        let emulator = Emulator::start(options).await.unwrap();
        let folder = TempDir::new().unwrap();
        let endpoint = Endpoint::local(emulator.url());
        let bot = Bot::start_by(way, &emulator, endpoint, folder.path(), (clock, limits)).await;
        let harness = Harness::of(emulator, bot, folder);
        // What was told can be counted afterwards.
        harness.choose_old_boards(OldBoards::Line).await;
        harness
    }

    /// What becomes of old boards in all servers.
    pub(crate) async fn choose_old_boards(&self, old_boards: OldBoards) {
        let servers: Vec<Id> =
            self.emulator.read(|world| world.servers().map(|it| it.id).collect());
        for server in servers {
            let change = move |settings: &mut ServerSettings| settings.old_boards = old_boards;
            let store = self.bot.service.store();
            store.update_server_settings(GuildId(server.0), Box::new(change)).await.unwrap();
        }
    }

    pub(crate) fn of(emulator: Emulator, bot: Bot, folder: TempDir) -> Harness {
        Harness { emulator, bot, folder, sends_wrong: AtomicBool::new(false) }
    }

    /// Has the requests not checked at the end: the test sends wrong ones from now on.
    pub(crate) fn sends_wrong_requests(&self) {
        check_sent(&self.emulator);
        self.sends_wrong.store(true, Ordering::Relaxed);
    }

    /// Stops the bot and starts it again on the same store.
    pub(crate) async fn restart(&mut self) {
        self.restart_after(0).await;
    }

    /// Starts the bot again after it was stopped.
    pub(crate) async fn start_stopped_bot(&mut self) {
        self.bot = Bot::start(&self.emulator, self.folder.path(), Clock::of_machine()).await;
    }

    /// Restarts the bot after so many seconds of downtime.
    pub(crate) async fn restart_after(&mut self, seconds: i64) {
        let clock = self.bot.service.clock().clone();
        self.bot.stop().await;
        clock.advance(seconds);
        self.bot = Bot::start(&self.emulator, self.folder.path(), clock).await;
    }

    /// Uses a command and returns the message that responds to it.
    pub(crate) async fn command(
        &self,
        person: Id,
        channel: Id,
        name: &str,
        options: Value,
    ) -> Arc<PostedMessage> {
        let asked = self.emulator.as_user(person).command(channel, name, options);
        self.answer(&asked.unwrap_or_else(|error| panic!("/{name}: {error}"))).await
    }

    /// Uses a command at the only game that fits, which is shown elsewhere: the bot asks once whether
    /// it is meant.
    pub(crate) async fn command_elsewhere(
        &self,
        person: Id,
        channel: Id,
        name: &str,
        options: Value,
    ) -> Arc<PostedMessage> {
        let question = self.command(person, channel, name, options).await;
        assert_eq!(question.visible_to, Some(person), "/{name}: {}", question.content());
        self.click(person, &question, "there").await
    }

    /// Clicks a button given by its label or its action (`resign` of `resign:17`).
    pub(crate) async fn click(
        &self,
        person: Id,
        message: &PostedMessage,
        control: &str,
    ) -> Arc<PostedMessage> {
        let control = control_of(message, control);
        let asked = self.emulator.as_user(person).click(message.id, &control).unwrap();
        self.answer(&asked).await
    }

    /// Picks a square, a piece or a move of a piece on a message, by a button or a menu, without
    /// waiting.
    pub(crate) fn ask_to_pick(
        &self,
        person: Id,
        message: &PostedMessage,
        value: &str,
    ) -> Interaction {
        let user = self.emulator.as_user(person);
        let asked = match picker(message, value) {
            Some(Picker::Button(id)) => user.click(message.id, &id),
            Some(Picker::Menu(id)) => user.select(message.id, &id, &[value]),
            None => panic!("{value} cannot be picked on {:#?}", message.controls()),
        };
        asked.unwrap_or_else(|error| panic!("{value}: {error}"))
    }

    /// Picks a square, a piece or a move of a piece on a message.
    pub(crate) async fn pick(
        &self,
        person: Id,
        message: &PostedMessage,
        value: &str,
    ) -> Arc<PostedMessage> {
        self.answer(&self.ask_to_pick(person, message, value)).await
    }

    /// Selects an option of a menu.
    pub(crate) async fn select(
        &self,
        person: Id,
        message: &PostedMessage,
        control: &str,
        value: &str,
    ) -> Arc<PostedMessage> {
        let control = control_of(message, control);
        let asked = self.emulator.as_user(person).select(message.id, &control, &[value]).unwrap();
        self.answer(&asked).await
    }

    /// Opens the question whether to resign, behind "More".
    pub(crate) async fn resigning(&self, person: Id, board: &PostedMessage) -> Arc<PostedMessage> {
        self.behind_more(person, board, "resign").await
    }

    /// Clicks what is behind "More" of a board.
    pub(crate) async fn behind_more(
        &self,
        person: Id,
        board: &PostedMessage,
        control: &str,
    ) -> Arc<PostedMessage> {
        let panel = self.click(person, board, "more").await;
        assert_eq!(panel.visible_to, Some(person), "{}", panel.content());
        self.click(person, &panel, control).await
    }

    /// Clicks what is behind "More" of the newest board in a channel.
    pub(crate) async fn more(&self, person: Id, channel: Id, control: &str) -> Arc<PostedMessage> {
        let messages = self.emulator.as_user(person).messages(channel);
        let board = messages.into_iter().rfind(|it| has_control(it, "more")).expect("a board");
        self.behind_more(person, &board, control).await
    }

    /// Clicks a button that opens a form, and submits it with a text.
    pub(crate) async fn fill_in(
        &self,
        person: Id,
        message: &PostedMessage,
        control: &str,
        text: &str,
    ) -> Arc<PostedMessage> {
        let control = control_of(message, control);
        let asked = self.emulator.as_user(person).click(message.id, &control).unwrap();
        let form = asked.answered(WAIT_MAX).await.expect("a form opens");
        assert!(matches!(form, InteractionResponse::Modal(_)), "{form:?}");
        self.answer(&asked.submit(&[("text", text)]).expect("the text fits")).await
    }

    /// The page of `/settings` about privacy and other people.
    pub(crate) async fn privacy(&self, person: Id, channel: Id) -> Arc<PostedMessage> {
        let settings = self.command(person, channel, "settings", json!({})).await;
        self.click(person, &settings, "privacy-page").await
    }

    /// Opens a game by `/game`, and clicks a button there.
    pub(crate) async fn in_game(
        &self,
        person: Id,
        channel: Id,
        options: Value,
        control: &str,
    ) -> Arc<PostedMessage> {
        let game = self.command(person, channel, "game", options).await;
        self.click(person, &game, control).await
    }

    pub(crate) async fn answer(&self, asked: &Interaction) -> Arc<PostedMessage> {
        let answer = tokio::select! {
            answer = self.answer_of(asked) => answer,
            // A board that was posted before the panel led on is the answer.
            panel = self.panel_changed_late(asked) => {
                self.answer_of(asked).now_or_never().unwrap_or(Ok(panel))
            }
        };
        match answer {
            Ok(answer) => answer,
            Err(error) => {
                let (id, token) = (asked.id().0.to_string(), asked.token());
                let mut about = self.emulator.requests();
                about.retain(|it| it.path.contains(&id) || it.path.contains(&token));
                panic!("{error}: {}\n{about:#?}", asked.payload()["data"])
            }
        }
    }

    /// The panel whose control was used, once its components have changed. A deferred update
    /// changes the panel without a response of its own to the interaction.
    async fn panel_changed_late(&self, asked: &Interaction) -> Arc<PostedMessage> {
        let pressed = asked.payload()["message"].clone();
        let id = pressed["id"].as_str().and_then(|id| id.parse().ok()).map(Id);
        let is_late = asked.answered(WAIT_MAX).await.is_ok_and(|it| {
            matches!(it, InteractionResponse::Deferred | InteractionResponse::DeferredUpdate)
        });
        let (Some(id), true) = (id, is_late) else { return std::future::pending().await };
        let changed = self.emulator.wait_for(WAIT_MAX, |world| {
            let panel = world.message(id).filter(|it| it.visible_to.is_some())?;
            (panel.value["components"] != pressed["components"]).then(|| Arc::clone(panel))
        });
        match changed.await {
            Ok(panel) => panel,
            Err(_) => std::future::pending().await,
        }
    }

    /// Waits until a message is deleted.
    pub(crate) async fn gone(&self, message: Id) {
        let is_gone = |world: &World| world.message(message).is_none().then_some(());
        self.emulator.wait_for(WAIT_MAX, is_gone).await.expect("the message is deleted");
    }

    /// Waits until a panel has served: it is deleted, or leads on to another game that waits.
    pub(crate) async fn panel_has_served(&self, panel: Id) {
        let has_served = |world: &World| {
            let leads_on = |it: &Arc<PostedMessage>| has_control(it, "next");
            world.message(panel).is_none_or(leads_on).then_some(())
        };
        self.emulator.wait_for(WAIT_MAX, has_served).await.expect("the panel has served");
    }

    /// Starts a game: a challenge, its acceptance, and the first board, which is returned.
    pub(crate) async fn begin(
        &self,
        kind: GameKind,
        first: Id,
        second: Id,
        channel: Id,
    ) -> Arc<PostedMessage> {
        let mut options =
            json!({ "game": kind.to_string(), "opponent": second.0.to_string(), "side": "first" });
        // Where no server chooses it, what was told can be counted, too.
        let server = |world: &World| world.channel(channel).and_then(|it| it.server);
        if self.emulator.read(server).is_none() {
            options["pictures"] = json!("all");
        }
        let challenge = self.command(first, channel, "play", options).await;
        self.click(second, &challenge, "accept").await
    }
}

/// Limits that no test reaches.
pub(crate) fn no_limits() -> Limits {
    Limits {
        games_running: Limits::MOST,
        challenges_waiting: Limits::MOST,
        challenges_received: Limits::MOST,
        challenges_per_hour: Limits::MOST,
        seconds_between_challenges: 0,
        ..Limits::default()
    }
}

impl Harness {
    /// The message that responds to an interaction, at once or deferred. A deferred public board pings
    /// in a message of its own, whose pings are added to the returned message. An ephemeral response to
    /// a public deferral is a follow-up.
    async fn answer_of(&self, asked: &Interaction) -> Result<Arc<PostedMessage>, TimedOut> {
        match asked.answered(WAIT_MAX).await? {
            InteractionResponse::Deferred => {}
            InteractionResponse::DeferredUpdate => return self.posted_after(asked).await,
            // The menu of a public board is renewed, and what is said follows.
            InteractionResponse::Updated(it)
                if it.visible_to.is_none()
                    && asked.payload()["data"]["custom_id"].as_str().is_some_and(|it| {
                        it.starts_with("square:") || it.starts_with("piece:")
                    }) =>
            {
                return Ok(Arc::clone(&asked.followed(1, WAIT_MAX).await?[0]));
            }
            _ => return asked.message(WAIT_MAX).await,
        }
        let answer = tokio::select! {
            followed = asked.followed(1, WAIT_MAX) => {
                let first = Arc::clone(&followed?[0]);
                if first.visible_to.is_some() {
                    return Ok(first);
                }
                asked.message(WAIT_MAX).await?
            }
            answer = asked.message(WAIT_MAX) => answer?,
        };
        let has_mention = answer.value["mentions"].as_array().is_some_and(|it| !it.is_empty());
        if answer.visible_to.is_some() || !has_mention {
            return Ok(answer);
        }
        let mut with_pings = PostedMessage::clone(&answer);
        with_pings.pinged.clone_from(&asked.followed(1, WAIT_MAX).await?[0].pinged);
        Ok(Arc::new(with_pings))
    }

    /// The message that follows an acknowledged press: a follow-up, or a message of the table that
    /// is no response.
    async fn posted_after(&self, asked: &Interaction) -> Result<Arc<PostedMessage>, TimedOut> {
        let payload = asked.payload();
        let id = |value: &Value| value.as_str().and_then(|id| id.parse().ok()).map(Id);
        let channel = id(&payload["channel_id"]).expect("a press is in a channel");
        // The custom id names the table, or the option that was chosen.
        let data = &payload["data"];
        let ids = [&data["custom_id"], &data["values"][0]];
        let parts = ids.into_iter().filter_map(Value::as_str).flat_map(|it| it.split(':'));
        let table = parts.filter_map(|it| it.parse::<u64>().ok()).max().unwrap_or(0).to_string();
        let posted = self.emulator.wait_for(WAIT_MAX, |world| {
            let mut messages = world.messages(channel, BOT);
            // The name of its file and its custom ids name the table.
            let is_it = |it: &&Arc<PostedMessage>| {
                it.id > asked.id()
                    && it.visible_to.is_none()
                    && it.value.to_string().contains(&table)
            };
            messages.find(is_it).cloned()
        });
        // The message of the table comes first; after it the mover may be led on to another game.
        tokio::select! {
            biased;
            posted = posted => posted,
            followed = asked.followed(1, WAIT_MAX) => Ok(Arc::clone(&followed?[0])),
        }
    }
}

/// The custom id of a button or menu, found by its first part, its label or the whole custom id.
pub(crate) fn control_of(message: &PostedMessage, control: &str) -> String {
    let controls = message.controls();
    let id = |value: &&Value| value["custom_id"].as_str().unwrap_or_default().to_owned();
    let found = controls.iter().find(|value| {
        let id = id(value);
        id == control || id.split(':').next() == Some(control) || value["label"] == control
    });
    let found = found.unwrap_or_else(|| {
        let all: Vec<String> = controls.iter().map(id).collect();
        panic!("no {control} among {all:?} of {:?}", message.content())
    });
    id(found)
}

/// The control by which something is picked on a message: a button, or a menu with such an option.
enum Picker {
    Button(String),
    Menu(String),
}

/// Where a square (`d3`), a piece (`e3`, `P@`) or a move of a piece (`e3e4`) is picked.
fn picker(message: &PostedMessage, value: &str) -> Option<Picker> {
    message.controls().iter().find_map(|control| {
        let id = control["custom_id"].as_str()?;
        let parts: Vec<&str> = id.splitn(4, ':').collect();
        let is_button = match parts[..] {
            ["from", _, _, source] => source == value,
            // A piece with one target goes there at once.
            ["go", _, _, mv] => mv == value || Source::of(mv).is_some_and(|it| it.text() == value),
            ["square" | "piece" | "target", ..] => {
                let mut options = control["options"].as_array()?.iter();
                return options.any(|it| it["value"] == value).then(|| Picker::Menu(id.to_owned()));
            }
            _ => false,
        };
        is_button.then(|| Picker::Button(id.to_owned()))
    })
}

/// Whether something can be picked on a message: see [`Harness::ask_to_pick`].
pub(crate) fn can_pick(message: &PostedMessage, value: &str) -> bool {
    picker(message, value).is_some()
}

/// Whether a move can be begun on a message.
pub(crate) fn offers_moves(message: &PostedMessage) -> bool {
    ["go", "from", "square"].iter().any(|control| has_control(message, control))
}

/// Whether a message has a control with this action.
pub(crate) fn has_control(message: &PostedMessage, control: &str) -> bool {
    let controls = message.controls();
    controls.iter().any(|value| {
        value["custom_id"].as_str().and_then(|id| id.split(':').next()) == Some(control)
    })
}

/// A running bot.
pub(crate) struct Bot {
    pub(crate) service: RunningService,
    /// What it shares with the other processes of a test.
    pub(crate) store: Weak<SledStore>,
    pub(crate) stop: CancellationToken,
    /// Where interactions are posted, if they come over HTTP.
    pub(crate) url: Option<String>,
    running: JoinHandle<Result<(), GatewayError>>,
}

impl Bot {
    /// Starts the bot. Returns once it is connected and its commands are registered.
    pub(crate) async fn start(emulator: &Emulator, folder: &Path, clock: Clock) -> Bot {
        let endpoint = Endpoint::local(emulator.url());
        Bot::start_with(emulator, endpoint, folder, clock, Limits::default()).await
    }

    pub(crate) async fn start_with(
        emulator: &Emulator,
        endpoint: Endpoint,
        folder: &Path,
        clock: Clock,
        limits: Limits,
    ) -> Bot {
        Bot::start_by(Way::usual(), emulator, endpoint, folder, (clock, limits)).await
    }

    async fn start_by(
        way: Way,
        emulator: &Emulator,
        endpoint: Endpoint,
        folder: &Path,
        (clock, limits): (Clock, Limits),
    ) -> Bot {
        let interactions = match way {
            Way::Gateway => None,
            Way::Http => {
                let key = emulator.public_key().parse().unwrap();
                let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
                Some(InteractionsEndpoint::listen(anywhere, key).await.unwrap())
            }
        };
        let url = interactions.as_ref().map(InteractionsEndpoint::url);
        let store = Arc::new(open(folder).await);
        let shared = Arc::downgrade(&store);
        let service = Arc::new(
            TableService::new(store, clock).with_limits(limits).with_reply_patience(WAIT_MAX),
        );
        service.record_heartbeat().await.unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn({
            let (service, stop, emulator) = (Arc::clone(&service), stop.clone(), emulator.clone());
            async move {
                let token = emulator.token().to_owned();
                let gateway = Some(emulator.gateway_url());
                let connection =
                    Connection { token: &token, endpoint, gateway, links: Links::default() };
                let listeners = Listeners { interactions, ..Listeners::default() };
                run_with(service, connection, listeners, stop).await
            }
        });
        let used = emulator.use_interactions_endpoint(url.as_deref());
        tokio::time::timeout(WAIT_MAX, used).await.expect("the bot answers").unwrap();
        if url.is_none() {
            emulator.connected(1, WAIT_MAX).await.unwrap();
        }
        emulator
            .wait_for(WAIT_MAX, |world| (!world.commands().is_empty()).then_some(()))
            .await
            .unwrap();
        Bot { service: RunningService(Some(service)), store: shared, stop, running, url }
    }

    /// Stops the bot, and waits until it has ended and its store is closed.
    pub(crate) async fn stop(&mut self) {
        self.stop.cancel();
        (&mut self.running).await.unwrap().unwrap();
        self.service.store().close().await.unwrap();
        self.service.0 = None;
    }
}

impl Bot {
    /// Waits until the bot ends without being stopped.
    pub(crate) async fn ended(&mut self) -> Result<(), GatewayError> {
        tokio::time::timeout(WAIT_MAX, &mut self.running).await.expect("it ends").unwrap()
    }
}

/// The service of a running bot. `None` once the bot is stopped.
pub(crate) struct RunningService(Option<Arc<TableService>>);

impl Deref for RunningService {
    type Target = Arc<TableService>;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().expect("the bot runs")
    }
}

/// Opens a store once its previous user has closed it.
pub(crate) async fn open(folder: &Path) -> SledStore {
    eventually_some("the store is closed", async || match SledStore::open(folder) {
        Err(error) if error.kind() == StoreErrorKind::InUse => None,
        other => Some(other.unwrap()),
    })
    .await
}
