//! A bot that is killed at any moment, within the process of the test.

use std::sync::Arc;
use std::time::Duration;

use kradan::discord::run;
use kradan::discord::{Connection, Endpoint, Links};
use kradan::service::{Clock, TableService};
use kradan_emulator::{BOT, Id};
use kradan_table::TableId;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::discord::harness::{Harness, eventually, open};

/// A bot with a runtime of its own, so that all of it can end at once.
pub(super) struct KillableBot {
    runtime: Option<Runtime>,
    service: Option<Arc<TableService>>,
}

impl KillableBot {
    pub(super) async fn start(harness: &Harness, clock: Clock) -> KillableBot {
        let store = Arc::new(open(harness.folder.path()).await);
        let service = Arc::new(TableService::new(store, clock));
        service.record_heartbeat().await.unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (running, emulator) = (Arc::clone(&service), harness.emulator.clone());
        emulator.use_interactions_endpoint(None).await.unwrap();
        runtime.spawn(async move {
            let endpoint = Endpoint::local(emulator.url());
            let (token, gateway) = (emulator.token().to_owned(), Some(emulator.gateway_url()));
            let connection =
                Connection { token: &token, endpoint, gateway, links: Links::default() };
            _ = run(running, connection, CancellationToken::new()).await;
        });
        KillableBot { runtime: Some(runtime), service: Some(service) }
    }

    pub(super) fn service(&self) -> &Arc<TableService> {
        self.service.as_ref().expect("the bot runs")
    }

    /// Ends all tasks wherever they are.
    pub(super) async fn kill(&mut self) {
        self.runtime.take().expect("the bot runs").shutdown_background();
        let service = self.service.take().expect("the bot runs");
        service.store().close().await.unwrap();
    }

    pub(super) async fn all_delivered(&self) {
        let store = self.service().store();
        eventually("every entry is delivered", async || {
            store.next_pending().await.unwrap().is_none()
        })
        .await;
    }

    /// Runs something that ends with the bot.
    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime.as_ref().expect("the bot runs").spawn(work);
    }

    /// Advances the clocks and wakes the loops.
    pub(super) async fn pass(&self, harness: &Harness, by: jiff::SignedDuration) {
        harness.emulator.advance(Duration::try_from(by).unwrap());
        self.service().clock().pass(by);
        self.service().record_heartbeat().await.unwrap();
        self.service().wake_loops();
    }

    /// Waits until what is due at these tables is committed.
    pub(super) async fn nothing_due(&self, tables: impl IntoIterator<Item = TableId>) {
        for id in tables {
            eventually("what is due is done", async || {
                let now = self.service().clock().now();
                let stored = self.service().load(id).await.unwrap().unwrap();
                stored.table.due().is_none_or(|due| due.at() > now)
            })
            .await;
        }
    }
}

/// The newest message in a channel.
pub(super) fn newest(harness: &Harness, channel: Id) -> Id {
    let newest = harness.emulator.read(|world| world.messages(channel, BOT).map(|it| it.id).max());
    newest.unwrap_or(Id(0))
}
