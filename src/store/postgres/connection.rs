//! Connections to the database, and attempts that are made again.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};
use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Transaction,
};
use futures_util::future::BoxFuture;
use futures_util::join;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::task::TaskTracker;

use super::super::calls::note_call;
use super::error::{Failure, MayPass};
use super::process::Newer;

/// How long making a connection may take, if the address does not say.
const CONNECTING: Duration = Duration::from_secs(3);

/// How long one attempt may take: a server that has vanished says nothing.
const ATTEMPT: Duration = Duration::from_secs(15);

/// How long the pauses between attempts are together. A standby is promoted within 20 s by Patroni's
/// usual settings.
const PAUSES: Duration = Duration::from_secs(40);

/// Connections that are used again.
#[derive(Clone, Debug)]
pub(super) struct Connections {
    pool: Pool,
    /// Whoever uses a connection has a token.
    under_way: TaskTracker,
    /// Why nothing is read or changed any more.
    refused: Arc<OnceLock<Newer>>,
}

impl Connections {
    /// Reads the address of a database, to which there are at most so many connections. None is made yet.
    pub(super) fn new(address: &str, most: usize) -> Result<Connections, Failure> {
        let mut config: Config = address.parse().map_err(Failure::Address)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECTING);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(ATTEMPT);
        }
        if config.get_target_session_attrs() == TargetSessionAttrs::Any {
            // A standby is of no use before it is promoted.
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_application_name().is_none() {
            config.application_name("kradan");
        }
        let usage = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = if config.get_ssl_mode() == SslMode::Disable {
            Manager::from_config(config, NoTls, usage)
        } else {
            let (tls, _) = MakeRustlsConnect::with_native_certs().map_err(|errors| {
                Failure::Certificates(errors.iter().map(ToString::to_string).collect())
            })?;
            Manager::from_config(config, tls, usage)
        };
        let pool = Pool::builder(manager)
            .max_size(most)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(ATTEMPT))
            .build();
        let pool = pool.map_err(|_| Failure::Silent(ATTEMPT))?;
        Ok(Connections { pool, under_way: TaskTracker::new(), refused: Arc::default() })
    }

    pub(super) async fn get(&self) -> Result<Object, Failure> {
        match self.refused.get() {
            Some(&newer) => Err(newer.into()),
            None => Ok(self.pool.get().await?),
        }
    }

    /// Has everything fail that begins from now on.
    pub(super) fn refuse(&self, newer: Newer) {
        self.refused.get_or_init(|| newer);
    }

    /// Waits for what is under way, for at most as long as one attempt may take. What comes later fails at
    /// once: whoever has begun something may wait for it before they go on.
    pub(super) async fn close(&self) {
        self.pool.close();
        self.under_way.close();
        if tokio::time::timeout(ATTEMPT, self.under_way.wait()).await.is_err() {
            tracing::warn!("database connections closed with statements under way");
        }
    }

    /// Runs statements that may be run twice, until they succeed or the database fails for long.
    pub(super) async fn read<A: Sync, T>(
        &self,
        arguments: &A,
        read: Read<A, T>,
    ) -> Result<T, Failure> {
        note_call();
        let _under_way = self.under_way.token();
        let mut pauses = pauses();
        loop {
            let attempt = async {
                let client = self.get().await?;
                read(&client, arguments).await
            };
            match (bounded(attempt).await, pauses.next()) {
                (Err(failure), Some(pause)) if failure.passes() => {
                    self.wait(&failure, pause).await;
                }
                (result, _) => return result,
            }
        }
    }

    /// Runs a transaction, until it is committed or refused, or the database fails for long.
    pub(super) async fn write<A: Sync, T, E: MayPass + From<Failure> + Debug>(
        &self,
        commits: Commits,
        arguments: &A,
        change: Write<A, T, E>,
    ) -> Result<T, E> {
        note_call();
        let _under_way = self.under_way.token();
        let (mut pauses, mut attempt) = (pauses(), Attempt::First);
        loop {
            let transacted = self.transact(commits, arguments, change, attempt);
            match (bounded(transacted).await, pauses.next()) {
                (Err(failure), Some(pause)) if failure.passes() => {
                    self.wait(&failure, pause).await;
                }
                (result, _) => return result,
            }
            attempt = Attempt::Later;
        }
    }

    /// Waits before the next attempt, which does not use a connection to a server that has vanished or is
    /// a standby.
    async fn wait(&self, failure: &(impl MayPass + Debug), pause: Duration) {
        if failure.is_of_the_server() {
            self.pool.retain(|_, _| false);
        }
        wait(failure, pause).await;
    }

    async fn transact<A: Sync, T, E: From<Failure>>(
        &self,
        commits: Commits,
        arguments: &A,
        change: Write<A, T, E>,
        attempt: Attempt,
    ) -> Result<T, E> {
        let mut client = self.get().await?;
        let transaction = client.transaction().await.map_err(Failure::from)?;
        let set = async {
            match commits {
                Commits::Now => Ok(()),
                Commits::Later => {
                    transaction.batch_execute("set local synchronous_commit = off").await
                }
            }
        };
        // The statements of the change are sent behind it.
        let (set, changed) = join!(set, change(&transaction, arguments, attempt));
        set.map_err(Failure::from)?;
        let changed = changed?;
        transaction.commit().await.map_err(Failure::from)?;
        Ok(changed)
    }
}

/// Statements with their arguments.
pub(super) type Read<A, T> = for<'c> fn(&'c Object, &'c A) -> BoxFuture<'c, Result<T, Failure>>;

/// The statements of a transaction with their arguments.
pub(super) type Write<A, T, E> =
    for<'t> fn(&'t Transaction<'t>, &'t A, Attempt) -> BoxFuture<'t, Result<T, E>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    First,
    /// An attempt before failed, and may have been committed all the same.
    Later,
}

/// When a transaction is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Commits {
    /// Before anybody is told.
    Now,
    /// Within a second. A crash of the server only has it repeated.
    Later,
}

/// The pauses before further attempts.
pub(super) fn pauses() -> impl Iterator<Item = Duration> + Send {
    ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(20))
        .with_max_delay(Duration::from_secs(2))
        .with_jitter()
        .without_max_times()
        .with_total_delay(Some(PAUSES))
        .build()
}

/// Waits before the next attempt.
pub(super) async fn wait(failure: &impl Debug, pause: Duration) {
    tracing::warn!(?failure, "the database fails, and is tried again");
    tokio::time::sleep(pause).await;
}

async fn bounded<T, E: From<Failure>>(attempt: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let attempt = tokio::time::timeout(ATTEMPT, attempt).await;
    attempt.unwrap_or_else(|_| Err(Failure::Silent(ATTEMPT).into()))
}
