//! [`PostgresStore`]: implements the store by reads and transactions, each of which is made again when
//! its connection is lost.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::{FutureExt as _, TryFutureExt as _};
use jiff::Timestamp;
use tokio_util::task::AbortOnDropHandle;

use super::super::unreadable_tables::UnreadableTables;
use super::super::{
    Change, ChannelAccess, CommitError, ControlMessage, Edit, Heartbeat, InteractionId,
    InteractionResult, Leaderboard, Lease, Listing, OfferKind, OutboxEntry, OutboxEntryId,
    PostedBoard, Profile, ServerSettings, Settlement, Store, StoreError, StoreErrorKind,
    StoredTable, Tournaments,
};
use super::connection::{self, Commits, Connections, Read, Write};
use super::error::{Abort, Failure};
use super::people::{CHANNEL_ACCESS, PROFILES, SERVER_SETTINGS, TOURNAMENTS};
use super::rows::{id, readable};
use super::{commit, messages, outbox, people, process, tables};
use kradan_table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

mod schema {
    refinery::embed_migrations!("postgres/migrations");
}

/// The lock under which one process at a time makes the tables. The number is of no other program.
const SCHEMA_LOCK: i64 = 0x006b_7261_6461_6e01;

/// How long the end of a process may take to be stored. Without it others find the end out.
const ENDING: Duration = Duration::from_secs(5);

/// A store in a `PostgreSQL` database, for many processes at a time.
///
/// An unreadable table is an error for the caller that asks for it. It is left out of [due
/// tables](Store::due_tables) until the store is opened again. Other unreadable values are logged and
/// left out of lists.
pub struct PostgresStore {
    pub(super) connections: Connections,
    /// The id of this process.
    pub(super) process: Arc<str>,
    /// How many processes there are.
    processes: Arc<AtomicU32>,
    unreadable: UnreadableTables,
    renewed: AbortOnDropHandle<()>,
}

impl PostgresStore {
    /// Connects to a database by an [address](tokio_postgres::Config) such as
    /// `postgres://kradan@db1,db2/games`, and makes the tables that are missing. Of several servers the
    /// one that takes writes is used. Connections use TLS where the server offers it, and check its
    /// certificate, unless `sslmode` says otherwise.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::Inaccessible`] if the address is none or a later version of the program has made
    /// the tables, and [`StoreErrorKind::Unavailable`] if the database cannot be reached.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let connections = Connections::new(address)?;
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
        Ok(Connections::new(address)?.get().await.map(drop)?)
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
    async fn commit_or_refuse<A: Sync>(
        &self,
        arguments: A,
        change: Write<A, (), Abort>,
    ) -> Result<(), CommitError> {
        Ok(self.connections.write(Commits::Now, &arguments, change).await?)
    }

    /// The ids of the tables that could not be read, which are left out.
    fn left_out(&self) -> Vec<i64> {
        self.unreadable.ids().into_iter().map(|table| id(table.0)).collect()
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
            Err(failure) => {
                tracing::warn!(?failure, "others may take what this process has claimed");
            }
        }
    }
}

/// Makes the tables that are missing. Of several processes one does it.
async fn make_tables(connections: &Connections) -> Result<(), Failure> {
    let mut client = connections.get().await?;
    client.execute("select pg_advisory_lock($1)", &[&SCHEMA_LOCK]).await?;
    let made = schema::migrations::runner().run_async(&mut **client).await;
    // The lock ends with the connection as well.
    client.execute("select pg_advisory_unlock($1)", &[&SCHEMA_LOCK]).await?;
    made?;
    Ok(())
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let stored = self.read(id, |client, &id| tables::table(client, id).boxed()).await;
        if stored.as_ref().is_err_and(StoreError::is_of_one_value) {
            self.unreadable.add(id);
        }
        stored
    }

    async fn tables(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let wanted: Vec<i64> = ids.iter().map(|table| id(table.0)).collect();
        let found = self.read(wanted, |client, ids| tables::tables(client, ids).boxed()).await?;
        let mut by_id = HashMap::new();
        for (table, stored) in found {
            match readable(stored)? {
                Some(stored) => drop(by_id.insert(table, stored)),
                None => self.unreadable.add(table),
            }
        }
        Ok(in_order(&ids, by_id))
    }

    async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let entry = change.entry.as_ref().map(|entry| entry.id);
        let wanted = OutboxEntryId { table: change.id, revision: change.stored.revision };
        if let Some(id) = entry.filter(|&id| id != wanted) {
            let what = format!("the outbox entry of table {}", id.table.0);
            let source = "it has the id of another change".into();
            return Err(CommitError::Failed(Failure::Value { what, source }.into()));
        }
        self.commit_or_refuse(change, |client, change, attempt| {
            commit::commit(client, change, attempt).boxed()
        })
        .await
    }

    async fn delete_table(&self, id: TableId, revision: u64) -> Result<(), CommitError> {
        self.commit_or_refuse((id, revision), |client, &(id, revision), attempt| {
            commit::delete_table(client, id, revision, attempt).boxed()
        })
        .await
    }

    async fn mark_refused(&self, interaction: InteractionId) -> Result<(), CommitError> {
        self.commit_or_refuse(interaction, |client, &interaction, attempt| {
            commit::mark_refused(client, interaction, attempt).boxed()
        })
        .await
    }

    async fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<InteractionResult>, StoreError> {
        self.read(interaction, |client, &id| commit::interaction_result(client, id).boxed()).await
    }

    async fn delete_results_before(&self, interaction: InteractionId) -> Result<(), StoreError> {
        let delete: Write<InteractionId, u64, Failure> =
            |client, &interaction, _| commit::delete_results(client, interaction).boxed();
        while self.write_later(interaction, delete).await? > 0 {}
        Ok(())
    }

    async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read((player, listing, most), |client, &(player, listing, most)| {
            tables::of_player(client, player, listing, most).boxed()
        })
        .await
    }

    async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read((channel, listing, most), |client, &(channel, listing, most)| {
            tables::in_channel(client, channel, listing, most).boxed()
        })
        .await
    }

    async fn due_tables(&self, until: Timestamp, most: usize) -> Result<Vec<TableId>, StoreError> {
        self.read((until, most, self.left_out()), |client, (until, most, left_out)| {
            tables::due(client, *until, *most, left_out).boxed()
        })
        .await
    }

    async fn claim_due(&self, lease: Lease, most: usize) -> Result<Vec<TableId>, StoreError> {
        let arguments = (Arc::clone(&self.process), lease, most, self.left_out());
        self.write_later(arguments, |client, (process, lease, most, left_out), _| {
            tables::claim_due(client, process, *lease, *most, left_out).boxed()
        })
        .await
    }

    async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        self.read((after, self.left_out()), |client, (after, left_out)| {
            tables::next_due(client, *after, left_out).boxed()
        })
        .await
    }

    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError> {
        self.read(id, |client, &id| outbox::outbox_entry(client, id).boxed()).await
    }

    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read((until, most), |client, &(until, most)| {
            outbox::pending(client, until, most).boxed()
        })
        .await
    }

    async fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: Box<dyn Fn(OutboxEntryId) -> bool + Send>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let (mut wanted, mut last) = (Vec::new(), None);
        while wanted.len() < most {
            let looked_at = self.read((until, last), |client, &(until, last)| {
                outbox::ready_ids(client, until, last).boxed()
            });
            let looked_at = looked_at.await?;
            let Some(&next) = looked_at.last() else { break };
            last = Some(next);
            wanted.extend(looked_at.into_iter().map(|(_, id)| id).filter(|&id| is_wanted(id)));
        }
        wanted.truncate(most);
        self.read(wanted, |client, ids| outbox::entries_of(client, ids).boxed()).await
    }

    async fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let arguments = (Arc::clone(&self.process), lease, ids);
        self.write_later(arguments, |client, (process, lease, ids), _| {
            outbox::claim(client, process, *lease, ids).boxed()
        })
        .await
    }

    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(table, |client, &table| outbox::of_table(client, table).boxed()).await
    }

    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| outbox::next_pending(client).boxed()).await
    }

    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        self.write_later((id, board), |client, &(id, board), _| {
            outbox::mark_delivered(client, id, board).boxed()
        })
        .await
    }

    async fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later((id, board, ready_at), |client, &(id, board, ready_at), _| {
            outbox::mark_delivered_in_new_channel(client, id, board, ready_at).boxed()
        })
        .await
    }

    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError> {
        self.write_later((player, entry), |client, (player, entry), _| {
            outbox::add_missed(client, *player, entry).boxed()
        })
        .await
    }

    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read((player, most), |client, &(player, most)| {
            outbox::missed_by(client, player, most).boxed()
        })
        .await
    }

    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError> {
        self.write_later((player, seen), |client, (player, seen), _| {
            outbox::remove_missed(client, *player, seen).boxed()
        })
        .await
    }

    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later((id, ready_at), |client, &(id, ready_at), _| {
            outbox::postpone(client, id, ready_at).boxed()
        })
        .await
    }

    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later((id, ready_at), |client, &(id, ready_at), _| {
            outbox::reschedule(client, id, ready_at).boxed()
        })
        .await
    }

    async fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later((leader, others, ready_at), |client, (leader, others, ready_at), _| {
            outbox::group(client, *leader, others, *ready_at).boxed()
        })
        .await
    }

    async fn end_group(&self, leader: OutboxEntryId, at: Timestamp) -> Result<(), StoreError> {
        self.write_later((leader, at), |client, &(leader, at), _| {
            outbox::end_group(client, leader, at).boxed()
        })
        .await
    }

    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError> {
        self.read(table, |client, &table| messages::posted_board(client, table).boxed()).await
    }

    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError> {
        let ids: Vec<i64> = tables.iter().map(|table| id(table.0)).collect();
        let found = self.read(ids, |client, ids| messages::posted_boards(client, ids).boxed());
        Ok(in_order(&tables, found.await?.into_iter().collect()))
    }

    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError> {
        self.write_later((table, offer), |client, &(table, offer), _| {
            messages::add_offer(client, table, offer).boxed()
        })
        .await
    }

    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError> {
        self.write_later((table, offers, settlement), |client, &(table, offers, settlement), _| {
            messages::settle_offers(client, table, offers, settlement).boxed()
        })
        .await
    }

    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError> {
        self.write_later((table, messages), |client, (table, messages), _| {
            messages::queue_cleanup(client, *table, messages).boxed()
        })
        .await
    }

    async fn cleanup_queue(&self, most: usize) -> Result<Vec<ControlMessage>, StoreError> {
        self.read(most, |client, &most| messages::cleanup_queue(client, most).boxed()).await
    }

    async fn mark_cleaned_up(&self, messages: Vec<ControlMessage>) -> Result<(), StoreError> {
        self.write_later(messages, |client, messages, _| {
            messages::mark_cleaned_up(client, messages).boxed()
        })
        .await
    }

    async fn watched_threads(&self) -> Result<Vec<(Timestamp, ChannelId)>, StoreError> {
        self.read((), |client, ()| people::watched_threads(client).boxed()).await
    }

    async fn watch_thread(
        &self,
        thread: ChannelId,
        _before: Option<Timestamp>,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        self.write_later((thread, at), |client, &(thread, at), _| {
            people::watch_thread(client, thread, at).boxed()
        })
        .await
    }

    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError> {
        let access = self
            .read(channel, |client, &channel| {
                people::get(client, &CHANNEL_ACCESS, channel.0).boxed()
            })
            .await?;
        Ok(access.unwrap_or_default())
    }

    /// Removes the row of a channel with the usual access: most channels have no row.
    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError> {
        let access = Some(access).filter(|&access| access != ChannelAccess::default());
        self.write_later((channel, access), |client, (channel, access), _| {
            people::put(client, &CHANNEL_ACCESS, channel.0, access.as_ref()).boxed()
        })
        .await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read((player, channel), |client, &(player, channel)| {
            people::is_reader(client, player, channel).boxed()
        })
        .await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later((player, channel), |client, &(player, channel), _| {
            people::add_reader(client, player, channel).boxed()
        })
        .await
    }

    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later((player, channel), |client, &(player, channel), _| {
            people::remove_reader(client, player, channel).boxed()
        })
        .await
    }

    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.read(player, |client, &player| people::get(client, &PROFILES, player.0).boxed()).await
    }

    async fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, Profile)>, StoreError> {
        let ids: Vec<i64> = players.iter().map(|player| id(player.0)).collect();
        let found = self.read(ids, |client, ids| people::profiles(client, ids).boxed()).await?;
        Ok(in_order(&players, found.into_iter().collect()))
    }

    async fn update_profile(
        &self,
        player: PlayerId,
        change: Edit<Profile>,
    ) -> Result<Profile, StoreError> {
        self.write((player, change), |client, (player, change), _| {
            people::update_profile(client, *player, change).boxed()
        })
        .await
    }

    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read((list, most), |client, &(list, most)| {
            people::leaderboard(client, list, most).boxed()
        })
        .await
    }

    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError> {
        let settings = self
            .read(guild, |client, &guild| people::get(client, &SERVER_SETTINGS, guild.0).boxed())
            .await?;
        Ok(settings.unwrap_or_default())
    }

    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError> {
        self.write((guild, change), |client, (guild, change), _| {
            let updated = people::update(client, &SERVER_SETTINGS, guild.0, change);
            updated.map_ok(|(_, settings)| settings).boxed()
        })
        .await
    }

    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError> {
        let stored = self
            .read(guild, |client, &guild| people::get(client, &TOURNAMENTS, guild.0).boxed())
            .await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError> {
        self.write((guild, change), |client, (guild, change), _| {
            let updated = people::update(client, &TOURNAMENTS, guild.0, change);
            updated.map_ok(|(_, tournaments)| tournaments).boxed()
        })
        .await
    }

    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError> {
        self.read(until, |client, &until| people::due_tournaments(client, until).boxed()).await
    }

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

    fn processes(&self) -> NonZeroU32 {
        NonZeroU32::new(self.processes.load(Ordering::Relaxed)).unwrap_or(NonZeroU32::MIN)
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
                tracing::warn!(
                    "the database does not answer: others wait for the claims of this process"
                );
                Ok(())
            }
        }
    }
}

/// Values in the order of their ids.
fn in_order<K: Copy + Eq + Hash, T>(ids: &[K], mut by_id: HashMap<K, T>) -> Vec<(K, T)> {
    ids.iter().filter_map(|&id| by_id.remove(&id).map(|value| (id, value))).collect()
}
