//! What every test here runs on: the emulator, the real bot connected to it, and its store in a
//! temporary folder.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kradan::app::run;
use kradan::discord::{Connection, Endpoint, GatewayError};
use kradan::emulator::{
    Emulator, Id, Interaction, InteractionResponse, Options, PostedMessage, TimedOut, World,
};
use kradan::rules::GameKind;
use kradan::service::{Clock, Limits, TableService};
use kradan::store::{SledStore, Store as _, StoreErrorKind};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A limit for every wait, longer than anything here takes on a slow machine.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(60);

/// The pause between two polls of something that sends no event.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The emulator, and the bot connected to it.
pub(crate) struct Harness {
    pub(crate) emulator: Emulator,
    pub(crate) bot: Bot,
    pub(crate) folder: TempDir,
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

    async fn start_with_all(options: Options, limits: Limits, clock: Clock) -> Harness {
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
        let endpoint = Endpoint { api: Some(emulator.url()), client: None };
        let bot = Bot::start_with(&emulator, endpoint, folder.path(), clock, limits).await;
        Harness { emulator, bot, folder }
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

    pub(crate) async fn answer(&self, asked: &Interaction) -> Arc<PostedMessage> {
        let answer = tokio::select! {
            answer = answer_of(asked) => answer,
            panel = self.panel_changed_late(asked) => Ok(panel),
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
        let is_late = asked
            .answered(WAIT_MAX)
            .await
            .is_ok_and(|it| matches!(it, InteractionResponse::Deferred));
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

    /// Starts a game: a challenge, its acceptance, and the first board, which is returned.
    pub(crate) async fn begin(
        &self,
        kind: GameKind,
        first: Id,
        second: Id,
        channel: Id,
    ) -> Arc<PostedMessage> {
        let options =
            json!({ "game": kind.to_string(), "opponent": second.0.to_string(), "side": "first" });
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
    }
}

/// The message that responds to an interaction, at once or deferred. A deferred public board pings
/// in a message of its own, whose pings are added to the returned message. An ephemeral response to
/// a public deferral is a follow-up.
async fn answer_of(asked: &Interaction) -> Result<Arc<PostedMessage>, TimedOut> {
    if !matches!(asked.answered(WAIT_MAX).await?, InteractionResponse::Deferred) {
        return asked.message(WAIT_MAX).await;
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
    pub(crate) stop: CancellationToken,
    running: JoinHandle<Result<(), GatewayError>>,
}

impl Bot {
    /// Starts the bot. Returns once it is connected and its commands are registered.
    pub(crate) async fn start(emulator: &Emulator, folder: &Path, clock: Clock) -> Bot {
        let endpoint = Endpoint { api: Some(emulator.url()), client: None };
        Bot::start_with(emulator, endpoint, folder, clock, Limits::default()).await
    }

    pub(crate) async fn start_with(
        emulator: &Emulator,
        endpoint: Endpoint,
        folder: &Path,
        clock: Clock,
        limits: Limits,
    ) -> Bot {
        let store = Arc::new(open(folder).await);
        let service = Arc::new(TableService::new(store, clock).with_limits(limits));
        service.record_heartbeat().await.unwrap();
        let stop = CancellationToken::new();
        let running = tokio::spawn({
            let (service, stop, emulator) = (Arc::clone(&service), stop.clone(), emulator.clone());
            async move {
                let token = emulator.token().to_owned();
                let gateway = Some(emulator.gateway_url());
                run(service, Connection { token: &token, endpoint, gateway }, stop).await
            }
        });
        emulator.connected(1, WAIT_MAX).await.unwrap();
        emulator
            .wait_for(WAIT_MAX, |world| (!world.commands().is_empty()).then_some(()))
            .await
            .unwrap();
        Bot { service: RunningService(Some(service)), stop, running }
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
pub(crate) struct RunningService(Option<Arc<TableService<SledStore>>>);

impl Deref for RunningService {
    type Target = Arc<TableService<SledStore>>;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref().expect("the bot runs")
    }
}

/// Opens a store once its previous user has closed it.
async fn open(folder: &Path) -> SledStore {
    let opened = async {
        loop {
            match SledStore::open(folder) {
                Err(error) if error.kind() == StoreErrorKind::InUse => {
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
                other => return other.unwrap(),
            }
        }
    };
    tokio::time::timeout(WAIT_MAX, opened).await.expect("the store is closed")
}
