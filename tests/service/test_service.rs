//! A service with its own folder and clock, for tests.

use std::path::Path;
use std::sync::Arc;

use jiff::SignedDuration;
use kradan::service::{
    Clock, Committed, InteractionId, InteractionToken, Limits, RequestContext, ServiceError,
    Store as _, TableService,
};
use kradan_rules::{GameKind, Side};
use kradan_store::{JobId, JobKind, JobStore as _, SledStore};
use kradan_table::{
    AbortReason, ChallengeTerms, ChannelId, Command, Ending, Event, PlayerId, TableId,
};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

pub(crate) const ANN: PlayerId = PlayerId(1);
pub(crate) const BEN: PlayerId = PlayerId(2);
pub(crate) const CHAI: PlayerId = PlayerId(3);
pub(crate) const HERE: ChannelId = ChannelId(10);
pub(crate) const DAY: i64 = 24 * 60 * 60;

/// The time after the deadline in which a move still counts, in seconds.
pub(crate) const GRACE: i64 = 5 * 60;

/// The end of a game in which a side runs out of time before it has made two moves.
pub(crate) fn aborted(side: Side) -> Ending {
    Ending::Aborted(AbortReason::OutOfTime(side))
}

/// A service with its folder, and the number of its last interaction.
pub(crate) struct TestService {
    pub(crate) store: Arc<SledStore>,
    pub(crate) service: Arc<TableService>,
    pub(crate) clock: Clock,
    last: u64,
    folder: TempDir,
}

impl TestService {
    pub(crate) fn open() -> TestService {
        TestService::open_with(Clock::of_machine(), Limits::default())
    }

    pub(crate) fn with_limits(limits: Limits) -> TestService {
        TestService::open_with(Clock::of_machine(), limits)
    }

    pub(crate) fn open_with(clock: Clock, limits: Limits) -> TestService {
        let folder = TempDir::new().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let service = TableService::new(store.clone(), clock.clone()).with_limits(limits);
        TestService { store, service: Arc::new(service), clock, last: 100, folder }
    }

    /// Whether nobody has to erase a player any more.
    pub(crate) async fn is_erased(&self, player: PlayerId) -> bool {
        let erasure = JobId { kind: JobKind::Erase, subject: player.0 };
        self.store.job(erasure).await.unwrap().is_none()
    }

    /// Closes the service, and opens it again so many seconds later.
    pub(crate) async fn closed_for(self, seconds: i64) -> TestService {
        self.restarted_after(seconds, 0).await
    }

    /// Closes the service, sets the machine's clock by `set_by` seconds, and opens the service again.
    pub(crate) async fn restarted_after(self, seconds: i64, set_by: i64) -> TestService {
        let clock = self.clock.clone();
        let service = self.closed_while(|_| {
            clock.advance(seconds);
            clock.set_wall(set_by);
        });
        service.await
    }

    /// Closes the service, does something with its folder, and opens the service again.
    pub(crate) async fn closed_while(self, work: impl FnOnce(&Path)) -> TestService {
        let TestService { store, service, clock, last, folder } = self;
        store.close().await.unwrap();
        drop((store, service));
        work(folder.path());
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let service = Arc::new(TableService::new(store.clone(), clock.clone()));
        service.record_heartbeat().await.unwrap();
        TestService { store, service, clock, last, folder }
    }

    /// Lets time pass while the service runs.
    pub(crate) async fn pass(&self, seconds: i64) {
        self.clock.pass(SignedDuration::from_secs(seconds));
        self.service.record_heartbeat().await.unwrap();
    }

    pub(crate) fn request(&mut self, player: PlayerId) -> RequestContext {
        self.last += 1;
        let interaction = InteractionId(self.last);
        let answer = InteractionToken { interaction, token: "secret".to_owned() };
        RequestContext { interaction, player, answer: Some(answer) }
    }

    pub(crate) async fn ask(
        &mut self,
        player: PlayerId,
        id: TableId,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        let request = self.request(player);
        self.service.ask(&request, id, command).await
    }

    /// A table with a new Othello game, Ann to move.
    pub(crate) async fn table(&mut self) -> TableId {
        let terms = ChallengeTerms {
            opponent: Some(BEN),
            side: Some(Side::First),
            ..ChallengeTerms::of(GameKind::Othello)
        };
        let request = self.request(ANN);
        let opened = self.service.challenge(&request, terms, HERE).await.unwrap();
        self.ask(BEN, opened.id, &Command::Accept).await.unwrap();
        opened.id
    }

    /// Lets time pass in steps of 20 seconds, each with a reading of the clock.
    pub(crate) async fn run_for(&self, seconds: i64) {
        for _ in 0..seconds / 20 {
            self.clock.advance(20);
            // A reading observes the machine's clocks.
            let _ = self.clock.read();
        }
        self.clock.advance(seconds % 20);
        self.run_due_tables_once().await;
    }

    /// Processes the tables that are due now.
    pub(crate) async fn run_due_tables_once(&self) {
        let stop = CancellationToken::new();
        stop.cancel();
        self.service.run_due_tables(&stop).await;
    }

    /// The time until the deadline of a table.
    pub(crate) async fn time_left(&self, id: TableId) -> SignedDuration {
        let stored = self.service.load(id).await.unwrap().unwrap();
        stored.table.deadline().unwrap().duration_since(self.clock.now())
    }

    pub(crate) async fn plies(&self, id: TableId) -> usize {
        self.service.load(id).await.unwrap().unwrap().table.game().plies()
    }

    /// Runs the loop of due tables until a condition holds.
    pub(crate) async fn run_until(&self, is_so: impl AsyncFn() -> bool) {
        let stop = CancellationToken::new();
        let keeping = tokio::spawn({
            let (service, stop) = (Arc::clone(&self.service), stop.clone());
            async move { service.run_due_tables(&stop).await }
        });
        while !is_so().await {
            tokio::task::yield_now().await;
        }
        stop.cancel();
        keeping.await.unwrap();
    }

    pub(crate) async fn pending_events(&self, id: TableId) -> Vec<Vec<Event>> {
        let pending_events = self.service.store().pending_of_table(id).await.unwrap();
        pending_events.into_iter().map(|entry| entry.events).collect()
    }
}

/// A clock that only moves when the test moves it.
pub(crate) fn by_hand() -> Clock {
    Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap())
}

pub(crate) fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}
