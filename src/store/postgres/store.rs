//! [`PostgresStore`]: its opening, and the reads and transactions that it consists of, each of which is made
//! again when its connection is lost.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use jiff::Timestamp;
use tokio_util::task::AbortOnDropHandle;

use super::super::unreadable_tables::UnreadableTables;
use super::super::{CommitError, Heartbeat, Store, StoreCounts, StoreError, StoreErrorKind};
use super::connection::{self, Commits, Connections, Read, Write};
use super::error::{Abort, Failure};
use super::{counts, process, tables};
use kradan_table::ApplicationId;

mod schema {
    refinery::embed_migrations!("postgres/migrations");
}

/// The number of the last migration of this program.
pub(super) fn last_migration() -> u64 {
    let runner = schema::migrations::runner();
    runner.get_migrations().iter().map(|migration| migration.version().into()).max().unwrap_or(0)
}

/// The lock under which one process at a time makes the tables. The number is of no other program.
const SCHEMA_LOCK: i64 = 0x006b_7261_6461_6e01;

/// How long the end of a process may take to be stored. Without it others find the end out.
const ENDING: Duration = Duration::from_secs(5);

/// A store in a `PostgreSQL` database, for many processes at a time.
///
/// An unreadable table is an error for the caller that asks for it. It is left out of [due
/// tables](crate::TableStore::due_tables) until the store is opened again. Other unreadable values are
/// logged and left out of lists.
pub struct PostgresStore {
    pub(super) connections: Connections,
    /// The id of this process.
    pub(super) process: Arc<str>,
    /// How many processes there are.
    pub(super) processes: Arc<AtomicU32>,
    pub(super) unreadable: UnreadableTables,
    renewed: AbortOnDropHandle<()>,
}

impl PostgresStore {
    /// The most connections of one process, if nobody says otherwise.
    pub const CONNECTIONS: usize = 16;

    /// Connects to a database by an [address](tokio_postgres::Config) such as
    /// `postgres://kradan@db1,db2/games`, and makes the tables that are missing. Of several servers the
    /// one that takes writes is used. Connections use TLS where the server offers it, and check its
    /// certificate, unless `sslmode` says otherwise.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::Inaccessible`] if the address is none, [`StoreErrorKind::Newer`] if only a later
    /// version of the program may use the tables, and [`StoreErrorKind::Unavailable`] if the database cannot
    /// be reached.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_with(address, PostgresStore::CONNECTIONS).await
    }

    /// Opens it with at most so many connections.
    ///
    /// # Errors
    ///
    /// As of [`PostgresStore::open`].
    pub async fn open_with(address: &str, most: usize) -> Result<PostgresStore, StoreError> {
        let connections = Connections::new(address, most)?;
        let mut pauses = connection::pauses();
        while let Err(failure) = make_tables(&connections).await {
            let Some(pause) = pauses.next().filter(|_| failure.passes()) else {
                return Err(failure.into());
            };
            connection::wait(&failure, pause).await;
        }
        let process = connections.read(&(), |client, ()| process::begin(client).boxed()).await?;
        let process = Arc::<str>::from(process);
        let processes = Arc::new(AtomicU32::new(renew(&connections, &process).await?));
        let renewed =
            renew_for_ever(connections.clone(), Arc::clone(&process), Arc::clone(&processes));
        Ok(PostgresStore {
            connections,
            process,
            processes,
            unreadable: UnreadableTables::default(),
            renewed: AbortOnDropHandle::new(tokio::spawn(renewed)),
        })
    }

    /// Connects to a database once, and changes nothing there.
    ///
    /// # Errors
    ///
    /// As of [`PostgresStore::open`], within seconds.
    pub async fn probe(address: &str) -> Result<(), StoreError> {
        Ok(Connections::new(address, 1)?.get().await.map(drop)?)
    }

    /// The number of tables, with finished games. All are counted.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn count_tables(&self) -> Result<u64, StoreError> {
        self.read((), |client, ()| tables::count(client).boxed()).await
    }

    pub(super) async fn read<A: Sync, T>(
        &self,
        arguments: A,
        read: Read<A, T>,
    ) -> Result<T, StoreError> {
        Ok(self.connections.read(&arguments, read).await?)
    }

    /// Makes a change that is on disk when this returns.
    pub(super) async fn write<A: Sync, T>(
        &self,
        arguments: A,
        change: Write<A, T, Failure>,
    ) -> Result<T, StoreError> {
        Ok(self.connections.write(Commits::Now, &arguments, change).await?)
    }

    /// Makes a change that is only repeated if a crash of the server undoes it.
    pub(super) async fn write_later<A: Sync, T>(
        &self,
        arguments: A,
        change: Write<A, T, Failure>,
    ) -> Result<T, StoreError> {
        Ok(self.connections.write(Commits::Later, &arguments, change).await?)
    }

    /// Makes a change that may be refused.
    pub(super) async fn commit_or_refuse<A: Sync>(
        &self,
        arguments: A,
        change: Write<A, (), Abort>,
    ) -> Result<(), CommitError> {
        Ok(self.connections.write(Commits::Now, &arguments, change).await?)
    }
}

/// Stores that this process is there, and returns how many there are.
async fn renew(connections: &Connections, id: &Arc<str>) -> Result<u32, Failure> {
    connections.read(id, |client, id| process::renew(client, id).boxed()).await
}

async fn renew_for_ever(connections: Connections, id: Arc<str>, processes: Arc<AtomicU32>) {
    loop {
        tokio::time::sleep(process::RENEWED_EVERY).await;
        match renew(&connections, &id).await {
            Ok(count) => processes.store(count, Ordering::Relaxed),
            Err(Failure::Newer(newer)) => {
                tracing::error!("{newer}");
                return connections.refuse(newer);
            }
            Err(failure) => {
                tracing::warn!(
                    ?failure,
                    "registration of this process not renewed: other processes may take its claims"
                );
            }
        }
    }
}

/// Makes the tables that are missing. Of several processes one does it.
async fn make_tables(connections: &Connections) -> Result<(), Failure> {
    let mut client = connections.get().await?;
    client.execute("select pg_advisory_lock($1)", &[&SCHEMA_LOCK]).await?;
    // Migrations of a newer version may be there that this one does not notice.
    let runner = schema::migrations::runner().set_abort_missing(false);
    let made = runner.run_async(&mut **client).await;
    // The lock ends with the connection as well.
    client.execute("select pg_advisory_unlock($1)", &[&SCHEMA_LOCK]).await?;
    made?;
    process::check(&client).await
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError> {
        self.write(application, |client, &application, _| {
            process::bind_application(client, application).boxed()
        })
        .await
    }

    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError> {
        self.write_later(heartbeat, |client, heartbeat, _| {
            process::put(client, process::HEARTBEAT, heartbeat).boxed()
        })
        .await
    }

    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError> {
        self.read((), |client, ()| process::get(client, process::HEARTBEAT).boxed()).await
    }

    async fn counts(&self, now: Timestamp) -> Result<StoreCounts, StoreError> {
        self.read(now, |client, &now| counts::counts(client, now).boxed()).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.renewed.abort();
        let process = Arc::clone(&self.process);
        let ended =
            self.write_later(process, |client, process, _| process::end(client, process).boxed());
        let ended = tokio::time::timeout(ENDING, ended).await;
        self.connections.close().await;
        match ended {
            // It may have been closed before.
            Ok(Err(error)) if error.kind() != StoreErrorKind::Closed => Err(error),
            Ok(_) => Ok(()),
            Err(_) => {
                tracing::warn!("claims not released at shutdown: database does not answer");
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::schema;

    /// A database on which a migration was another one is refused.
    #[test]
    fn the_migrations_of_0_2_stay_as_they_are() {
        let runner = schema::migrations::runner();
        let migrations = runner.get_migrations().iter();
        let mut all: Vec<_> = migrations.map(|one| (one.version(), one.checksum())).collect();
        all.sort_unstable();
        let of_0_2 = [
            (1, 12_188_784_634_105_687_074),
            (2, 2_690_898_549_447_987_952),
            (3, 15_913_965_190_181_661_560),
            (4, 14_406_556_576_647_078_183),
            (5, 5_387_836_908_810_721_612),
            (6, 3_005_036_346_308_582_634),
            (7, 15_487_137_490_670_119_666),
            (8, 14_273_575_173_147_585_185),
        ];
        assert!(all.starts_with(&of_0_2), "{all:?}");
    }
}
