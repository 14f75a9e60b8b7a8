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
    Blocking, Change, ChannelAccess, CommitError, ControlMessage, Edit, ErasureStore, Follow,
    FollowLimits, FollowerStore, Following, GatewaySession, Heartbeat, InteractionId,
    InteractionResult, Item, ItemKind, Leaderboard, Lease, Listing, Note, OfferKind, OutboxEntry,
    OutboxEntryId, Page, PeopleStore, Position, PostedBoard, ProcessStore, Profile, Registration,
    ServerSettings, Settlement, ShardShare, Store, StoreError, StoreErrorKind, StoredTable,
    Tournaments, TransferStore,
};
use super::connection::{self, Commits, Connections, Read, Write};
use super::error::{Abort, Failure};
use super::people::{CHANNEL_ACCESS, PROFILES, SERVER_SETTINGS, TOURNAMENTS};
use super::rows::{id, readable};
use super::{
    commit, erasure, followers, messages, outbox, people, process, shards, tables, transfer,
};
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
    connections: Connections,
    /// The id of this process.
    process: Arc<str>,
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

    async fn read<A: Sync, T>(&self, arguments: A, read: Read<A, T>) -> Result<T, StoreError> {
        Ok(self.connections.read(&arguments, read).await?)
    }

    /// Makes a change that is on disk when this returns.
    async fn write<A: Sync, T>(
        &self,
        arguments: A,
        change: Write<A, T, Failure>,
    ) -> Result<T, StoreError> {
        Ok(self.connections.write(Commits::Now, &arguments, change).await?)
    }

    /// Makes a change that is only repeated if a crash of the server undoes it.
    async fn write_later<A: Sync, T>(
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

#[async_trait]
impl PeopleStore for PostgresStore {
    async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> Result<Blocking, StoreError> {
        self.write((blocker, blocked, at, most), |client, &(blocker, blocked, at, most), _| {
            people::block(client, blocker, blocked, at, most).boxed()
        })
        .await
    }

    async fn unblock(&self, blocker: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.write((blocker, blocked), |client, &(blocker, blocked), _| {
            people::unblock(client, blocker, blocked).boxed()
        })
        .await
    }

    async fn has_blocked(&self, blocker: PlayerId, blocked: PlayerId) -> Result<bool, StoreError> {
        self.read((blocker, blocked), |client, &(blocker, blocked)| {
            people::has_blocked(client, blocker, blocked).boxed()
        })
        .await
    }

    async fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        self.read(blocker, |client, &blocker| people::blocked_by(client, blocker).boxed()).await
    }

    async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<Note>, StoreError> {
        self.read((table, player), |client, &(table, player)| {
            people::note(client, table, player).boxed()
        })
        .await
    }

    async fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> Result<(), StoreError> {
        self.write((table, player, note), |client, (table, player, note), _| {
            people::set_note(client, *table, *player, note.as_ref()).boxed()
        })
        .await
    }
}

#[async_trait]
impl FollowerStore for PostgresStore {
    async fn follow(
        &self,
        table: TableId,
        player: PlayerId,
        follow: Follow,
        limits: FollowLimits,
    ) -> Result<Following, StoreError> {
        let at = (table, player);
        self.write((at, follow, limits), |client, &(at, follow, limits), _| {
            followers::follow(client, at, follow, limits).boxed()
        })
        .await
    }

    async fn follow_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<Follow>, StoreError> {
        self.read((table, player), |client, &(table, player)| {
            followers::follow_of(client, table, player).boxed()
        })
        .await
    }

    async fn unfollow(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        self.write((table, player), |client, &(table, player), _| {
            followers::unfollow(client, table, player).boxed()
        })
        .await
    }

    async fn followed_by(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        self.read(player, |client, &player| followers::followed_by(client, player).boxed()).await
    }

    async fn follower_entries(
        &self,
        until: Timestamp,
        most: usize,
    ) -> Result<Vec<(PlayerId, OutboxEntry)>, StoreError> {
        self.read((until, most), |client, &(until, most)| {
            followers::entries(client, until, most).boxed()
        })
        .await
    }

    async fn next_follower_entry(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| followers::next_entry(client).boxed()).await
    }

    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError> {
        self.write((player, id), |client, &(player, id), _| {
            followers::mark_told(client, player, id).boxed()
        })
        .await
    }

    async fn postpone_telling(
        &self,
        player: PlayerId,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write((player, id, ready_at), |client, &(player, id, ready_at), _| {
            followers::postpone_telling(client, player, id, ready_at).boxed()
        })
        .await
    }
}

#[async_trait]
impl ErasureStore for PostgresStore {
    async fn wish_erasure(&self, player: PlayerId, at: Timestamp) -> Result<(), StoreError> {
        self.write((player, at), |client, &(player, at), _| {
            erasure::wish(client, player, at).boxed()
        })
        .await
    }

    async fn erasures(&self) -> Result<Vec<PlayerId>, StoreError> {
        self.read((), |client, ()| erasure::wishes(client).boxed()).await
    }

    async fn tables_naming(
        &self,
        player: PlayerId,
        after: TableId,
        most: usize,
    ) -> Result<Option<(Vec<TableId>, TableId)>, StoreError> {
        self.read((player, after, most), |client, &(player, after, most)| {
            erasure::tables_naming(client, player, after, most).boxed()
        })
        .await
    }

    async fn erase_in_entries(
        &self,
        table: TableId,
        players: Vec<PlayerId>,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        self.write((table, players, player), |client, (table, players, player), _| {
            erasure::erase_in_entries(client, *table, players, *player).boxed()
        })
        .await
    }

    async fn erase_player(&self, player: PlayerId) -> Result<(), StoreError> {
        self.write(player, |client, &player, _| erasure::erase_player(client, player).boxed()).await
    }

    async fn erased_bytes_since(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| erasure::erased_since(client).boxed()).await
    }

    /// Has the server remove deleted rows from its files. What its log and its backups hold, and for how
    /// long, is its keeper's to say.
    async fn rewrite(&self) -> Result<(), StoreError> {
        let erased = self.erased_bytes_since().await?;
        // It takes as long as the tables are large.
        erasure::vacuum(&self.connections.get().await?).await?;
        let Some(erased) = erased else { return Ok(()) };
        self.write(erased, |client, &erased, _| erasure::forget_erased(client, erased).boxed())
            .await
    }

    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError> {
        self.read(player, |client, &player| erasure::channels_read_by(client, player).boxed()).await
    }
}

#[async_trait]
impl ProcessStore for PostgresStore {
    async fn agree_on_shards(&self, advised: u32) -> Result<u32, StoreError> {
        let is_alone = self.processes() == NonZeroU32::MIN;
        self.write((advised, is_alone), |client, &(advised, is_alone), _| {
            shards::agree(client, advised, is_alone).boxed()
        })
        .await
    }

    async fn share_shards(&self, total: u32) -> Result<ShardShare, StoreError> {
        let process = Arc::clone(&self.process);
        self.write_later((process, total), |client, (process, total), _| {
            shards::share(client, process, *total).boxed()
        })
        .await
    }

    async fn stop_sharing_shards(&self) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write(process, |client, process, _| shards::stop_sharing(client, process).boxed())
            .await
    }

    async fn give_up_shard(
        &self,
        total: u32,
        number: u32,
        session: Option<GatewaySession>,
    ) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, (total, number), session), |client, (process, shard, session), _| {
            shards::give_up(client, process, *shard, session.as_ref()).boxed()
        })
        .await
    }

    async fn may_identify(&self, key: u64, apart: Duration) -> Result<bool, StoreError> {
        self.write((key, apart), |client, &(key, apart), _| {
            shards::may_identify(client, key, apart).boxed()
        })
        .await
    }

    async fn registration(&self, commands: u64) -> Result<Registration, StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, commands), |client, (process, commands), _| {
            shards::registration(client, process, *commands).boxed()
        })
        .await
    }

    async fn mark_registered(&self, commands: u64) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, commands), |client, (process, commands), _| {
            shards::mark_registered(client, process, *commands).boxed()
        })
        .await
    }
}

#[async_trait]
impl TransferStore for PostgresStore {
    async fn application(&self) -> Result<Option<ApplicationId>, StoreError> {
        self.read((), |client, ()| process::get(client, process::APPLICATION).boxed()).await
    }

    async fn set_application(&self, application: Option<ApplicationId>) -> Result<(), StoreError> {
        self.write(application, |client, &application, _| {
            process::set_application(client, application).boxed()
        })
        .await
    }

    async fn items(
        &self,
        kind: ItemKind,
        after: Option<Position>,
        most: usize,
    ) -> Result<Page, StoreError> {
        self.read((kind, after, most), |client, (kind, after, most)| {
            transfer::page(client, *kind, after.as_ref(), *most).boxed()
        })
        .await
    }

    async fn put_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(items, |client, items, _| transfer::put(client, items).boxed()).await
    }

    async fn remove_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(items, |client, items, _| transfer::remove(client, items).boxed()).await
    }
}
