//! Reads of the indices and of the rows that they lead to.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::super::{
    ControlMessage, InteractionId, Leaderboard, Listing, OutboxEntry, OutboxEntryId, StoredTable,
    Tournaments,
};
use super::codec::{self, Stored, StoredTableRow};
use super::decoded_tables::DecodedTable;
use super::error::{SledError, error_line};
use super::keys::{self, RowKey, SentChallenge, TreeId};
use super::trees::{KeyRange, Trees};
use kradan_table::{ChannelId, GuildId, MessageId, PlayerId, TableId};

const ALL: KeyRange = (Bound::Unbounded, Bound::Unbounded);

/// The readable tables, and the ids of the unreadable ones.
type ReadTables = (Vec<(TableId, StoredTable)>, Vec<TableId>);

impl Trees {
    pub(super) fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, SledError> {
        self.listed(TreeId::TablesByPlayer, keys::player_list_key(player, listing), most)
    }

    pub(super) fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, SledError> {
        self.listed(TreeId::TablesByChannel, keys::channel_list_key(channel, listing), most)
    }

    fn listed(
        &self,
        tree: TreeId,
        prefix: [u8; 9],
        most: usize,
    ) -> Result<Vec<TableId>, SledError> {
        self.decoded_keys(tree, &prefix, keys::table_listed).take(most).collect()
    }

    pub(super) fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, SledError> {
        let prefix = keys::leaderboard_key(list);
        self.decoded_keys(TreeId::Standings, &prefix, keys::player_standing).take(most).collect()
    }

    /// The servers whose tournaments are due: few servers have any.
    pub(super) fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, SledError> {
        let prefix = [keys::TOURNAMENTS];
        let guild = |key: &[u8]| keys::id(key.get(1..)?).map(GuildId);
        let mut due = Vec::new();
        for guild in self.decoded_keys(TreeId::ServerSettings, &prefix, guild) {
            let guild = guild?;
            let tournaments = self.readable::<Tournaments>(RowKey::Tournaments(guild))?;
            let at = tournaments.and_then(|it| it.due);
            due.extend(at.filter(|at| *at <= until.as_second()).map(|_| guild));
        }
        Ok(due)
    }

    /// Whether two players have a game with each other, running or over.
    pub(super) fn have_played(&self, one: PlayerId, other: PlayerId) -> Result<bool, SledError> {
        let met = self.tree(TreeId::Opponents).scan_prefix(keys::players_key(one, other)).next();
        met.transpose().map(|met| met.is_some()).map_err(self.failed())
    }

    /// The challenges that a player sent less than `within` before or after a time, the oldest
    /// first.
    pub(super) fn sent_around(
        &self,
        challenger: PlayerId,
        at: Timestamp,
        within: SignedDuration,
    ) -> Result<Vec<SentChallenge>, SledError> {
        let since = at.saturating_sub(within).unwrap_or(Timestamp::MIN);
        let until = at.saturating_add(within).unwrap_or(Timestamp::MAX);
        let mut sent = self.sent_between(challenger, since, until)?;
        sent.retain(|sent| sent.at > since);
        Ok(sent)
    }

    /// The challenges that a player sent from one time on and before another, the oldest first.
    pub(super) fn sent_between(
        &self,
        challenger: PlayerId,
        since: Timestamp,
        before: Timestamp,
    ) -> Result<Vec<SentChallenge>, SledError> {
        let [since, before] = [since, before].map(|at| keys::sent_key(challenger, at));
        if since > before {
            return Ok(Vec::new());
        }
        self.keys(TreeId::SentChallenges, (Bound::Included(since), Bound::Excluded(before)))
            .map(|key| decoded(TreeId::SentChallenges, &key?, keys::sent))
            .collect()
    }

    /// The wanted tables that are due at a time or before.
    pub(super) fn due_tables(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: impl Fn(TableId) -> bool,
    ) -> Result<Vec<TableId>, SledError> {
        self.all_due(Bound::Unbounded)
            .take_while(|due| due.as_ref().map_or(true, |&(at, _)| at <= until))
            .filter(|due| due.as_ref().map_or(true, |&(_, table)| is_wanted(table)))
            .take(most)
            .map(|due| due.map(|(_, table)| table))
            .collect()
    }

    pub(super) fn next_due(
        &self,
        after: Timestamp,
        left_out: &BTreeSet<TableId>,
    ) -> Result<Option<Timestamp>, SledError> {
        let mut later = self
            .all_due(Bound::Excluded(keys::last_due_key(after)))
            .filter(|due| due.as_ref().map_or(true, |(_, table)| !left_out.contains(table)));
        later.next().map(|due| due.map(|(at, _)| at)).transpose()
    }

    fn all_due(
        &self,
        from: Bound<Vec<u8>>,
    ) -> impl Iterator<Item = Result<(Timestamp, TableId), SledError>> {
        self.keys(TreeId::DueTables, (from, Bound::Unbounded))
            .map(|key| decoded(TreeId::DueTables, &key?, keys::table_due))
    }

    /// The wanted outbox entries that are ready at a time or before.
    pub(super) fn pending(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: impl Fn(OutboxEntryId) -> bool,
    ) -> Result<Vec<OutboxEntry>, SledError> {
        self.all_pending(is_wanted)
            .take_while(|pending| pending.as_ref().map_or(true, |entry| entry.ready_at <= until))
            .take(most)
            .collect()
    }

    /// Those of these outbox entries that are wanted and ready at a time or before.
    pub(super) fn ready_of(
        &self,
        ids: &[OutboxEntryId],
        until: Timestamp,
        is_wanted: impl Fn(OutboxEntryId) -> bool,
    ) -> Result<Vec<OutboxEntry>, SledError> {
        let wanted = ids.iter().filter(|&&id| is_wanted(id));
        let entries = wanted.filter_map(|&id| self.readable_entry(id).transpose());
        entries.filter(|entry| entry.as_ref().map_or(true, |it| it.ready_at <= until)).collect()
    }

    pub(super) fn next_pending(&self) -> Result<Option<Timestamp>, SledError> {
        self.all_pending(|_| true)
            .next()
            .map(|pending| pending.map(|entry| entry.ready_at))
            .transpose()
    }

    fn all_pending(
        &self,
        is_wanted: impl Fn(OutboxEntryId) -> bool,
    ) -> impl Iterator<Item = Result<OutboxEntry, SledError>> {
        self.keys(TreeId::OutboxByTime, ALL).filter_map(move |key| {
            let id = key.and_then(|key| decoded(TreeId::OutboxByTime, &key, keys::pending_entry));
            match id {
                Ok((_, id)) if is_wanted(id) => self.readable_entry(id).transpose(),
                Ok(_) => None,
                Err(error) => Some(Err(error)),
            }
        })
    }

    /// The times at which the index lists an outbox entry.
    pub(super) fn pending_times(&self, id: OutboxEntryId) -> Result<Vec<Timestamp>, SledError> {
        let mut times = Vec::new();
        for key in self.keys(TreeId::OutboxByTime, ALL) {
            let (at, listed) = decoded(TreeId::OutboxByTime, &key?, keys::pending_entry)?;
            times.extend((listed == id).then_some(at));
        }
        Ok(times)
    }

    pub(super) fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, SledError> {
        let (tree, prefix) = (TreeId::OutboxEntries, table.0.to_be_bytes());
        self.decoded_keys(tree, &prefix, keys::outbox_entry_id)
            .filter_map(|id| id.and_then(|id| self.readable_entry(id)).transpose())
            .collect()
    }

    /// Reads an outbox entry, which may have been removed since its key was found.
    fn readable_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, SledError> {
        self.readable(RowKey::OutboxEntry(id))
    }

    /// Reads a table.
    pub(super) fn stored_table(&self, id: TableId) -> Result<Option<StoredTable>, SledError> {
        let row_key = RowKey::Table(id);
        let Some(bytes) = self.text(row_key)? else { return Ok(None) };
        if let Some(decoded) = self.decoded_tables.of(id, &bytes) {
            return Ok(Some(StoredTable::clone(&decoded)));
        }
        let row: StoredTableRow = codec::decode(row_key, &bytes)?;
        let stored = Arc::new(StoredTable::from(row));
        self.decoded_tables.keep(id, DecodedTable::new(&bytes, Arc::clone(&stored)));
        Ok(Some(StoredTable::clone(&stored)))
    }

    /// The readable tables, and the ids of the unreadable ones.
    pub(super) fn stored_tables(&self, ids: &[TableId]) -> Result<ReadTables, SledError> {
        let (mut found, mut unreadable) = (Vec::with_capacity(ids.len()), Vec::new());
        for &id in ids {
            match self.stored_table(id) {
                Ok(stored) => found.extend(stored.map(|stored| (id, stored))),
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(table = id.0, error = %error_line(&error), "an unreadable table is left out");
                    unreadable.push(id);
                }
                Err(error) => return Err(error),
            }
        }
        Ok((found, unreadable))
    }

    /// The readable values of several keys.
    pub(super) fn read_several<K: Copy, T: Stored>(
        &self,
        keys: &[K],
        row_key: impl Fn(K) -> RowKey,
    ) -> Result<Vec<(K, T)>, SledError> {
        let mut found = Vec::with_capacity(keys.len());
        for &key in keys {
            found.extend(self.readable(row_key(key))?.map(|value| (key, value)));
        }
        Ok(found)
    }

    pub(super) fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, SledError> {
        let (tree, prefix) = (TreeId::MissedEntries, player.0.to_be_bytes());
        self.decoded_keys(tree, &prefix, keys::missed_entry)
            .filter_map(|id| {
                id.and_then(|id| self.readable(RowKey::Missed(player, id))).transpose()
            })
            .take(most)
            .collect()
    }

    pub(super) fn offers(&self, table: TableId) -> Result<Vec<ControlMessage>, SledError> {
        let row_key = |message| RowKey::Offer(table, message);
        self.messages(TreeId::Offers, &table.0.to_be_bytes(), row_key).collect()
    }

    pub(super) fn cleanup_queue(&self, most: usize) -> Result<Vec<ControlMessage>, SledError> {
        self.messages(TreeId::CleanupQueue, &[], RowKey::Cleanup).take(most).collect()
    }

    /// The readable messages of a tree whose keys begin with a prefix.
    fn messages(
        &self,
        tree: TreeId,
        prefix: &[u8],
        row_key: impl Fn(MessageId) -> RowKey,
    ) -> impl Iterator<Item = Result<ControlMessage, SledError>> {
        let ids = self.decoded_keys(tree, prefix, keys::message_id);
        ids.filter_map(move |id| id.and_then(|id| self.readable(row_key(id))).transpose())
    }

    pub(super) fn has_result_before(&self, id: InteractionId) -> Result<bool, SledError> {
        self.results_before(id).next().transpose().map(|key| key.is_some())
    }

    pub(super) fn results_before(
        &self,
        id: InteractionId,
    ) -> impl Iterator<Item = Result<Vec<u8>, SledError>> {
        let end = Bound::Excluded(RowKey::InteractionResult(id).key());
        self.keys(TreeId::InteractionResults, (Bound::Unbounded, end))
    }

    /// Reads a value, and leaves out an unreadable one, so that the others can be read.
    pub(super) fn readable<T: Stored>(&self, row_key: RowKey) -> Result<Option<T>, SledError> {
        match self.read(row_key) {
            Err(error) if error.is_of_one_value() => {
                tracing::error!(error = %error_line(&error), "an unreadable value is left out");
                Ok(None)
            }
            other => other,
        }
    }

    /// What the keys of a tree say that begin with a prefix.
    pub(super) fn decoded_keys<T>(
        &self,
        tree: TreeId,
        prefix: &[u8],
        decode: fn(&[u8]) -> Option<T>,
    ) -> impl Iterator<Item = Result<T, SledError>> + use<T> {
        let (keys, failed) = (self.tree(tree).scan_prefix(prefix).keys(), self.failed());
        keys.map(move |key| decoded(tree, &key.map_err(&failed)?, decode))
    }

    pub(super) fn keys(
        &self,
        tree: TreeId,
        range: KeyRange,
    ) -> impl Iterator<Item = Result<Vec<u8>, SledError>> + use<> {
        let keys = self.tree(tree).range(range).keys();
        let failed = self.failed();
        keys.map(move |key| key.map(|key| key.to_vec()).map_err(&failed))
    }
}

pub(super) fn decoded<T>(
    tree: TreeId,
    key: &[u8],
    decode: impl Fn(&[u8]) -> Option<T>,
) -> Result<T, SledError> {
    let damaged = || SledError::Damaged { what: format!("the index of {}", tree.name()) };
    decode(key).ok_or_else(damaged)
}
