//! What is asked of the indices.

use std::collections::BTreeSet;
use std::ops::{Bound, RangeBounds};

use jiff::{SignedDuration, Timestamp};

use super::super::{
    ControlMessage, InteractionId, Listing, OutboxEntry, OutboxEntryId, StoreError, StoredTable,
};
use super::entry::{self, Entry, Part, Sent};
use super::form::{self, Absence, StoredRow};
use super::trees::Trees;
use crate::table::{ChannelId, PlayerId, TableId};

const ALL: (Bound<Vec<u8>>, Bound<Vec<u8>>) = (Bound::Unbounded, Bound::Unbounded);

/// Whether an error concerns one stored thing, and not all of them.
pub(super) fn is_about_one(error: &StoreError) -> bool {
    match error {
        StoreError::Unreadable { .. } | StoreError::Newer { .. } | StoreError::Damaged { .. } => {
            true
        }
        StoreError::Folder { .. }
        | StoreError::InUse { .. }
        | StoreError::Database { .. }
        | StoreError::Full { .. }
        | StoreError::Disk(_)
        | StoreError::Lost { .. }
        | StoreError::Gone { .. }
        | StoreError::Scratch { .. }
        | StoreError::OfAnother { .. }
        | StoreError::Closed => false,
    }
}

/// Nothing instead of what cannot be read, so that the others can; whoever hosts the bot hears it.
fn unless_unreadable<T>(found: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_about_one(&error) => {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            tracing::error!(why = source, "{error}, and is left out");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

impl Trees {
    pub(super) fn tables_of(
        &self,
        player: PlayerId,
        which: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.listed(Part::ByPlayer, entry::list_key(player.0, which), most)
    }

    pub(super) fn tables_at(
        &self,
        place: ChannelId,
        which: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.listed(Part::ByPlace, entry::list_key(place.0, which), most)
    }

    fn listed(&self, part: Part, prefix: [u8; 9], most: usize) -> Result<Vec<TableId>, StoreError> {
        let keys = self.tree(part).scan_prefix(prefix).keys().take(most);
        keys.map(|key| decoded(part, &key.map_err(self.failed())?, entry::table_listed)).collect()
    }

    /// Whether two have a game with each other, running or over.
    pub(super) fn have_met(&self, one: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let met = self.tree(Part::Met).scan_prefix(entry::met_key(one, other)).keys().next();
        met.transpose().map(|met| met.is_some()).map_err(self.failed())
    }

    /// The challenges that a player sent less than a time before or after another one, the oldest
    /// first.
    pub(super) fn sent_around(
        &self,
        challenger: PlayerId,
        at: Timestamp,
        within: SignedDuration,
    ) -> Result<Vec<Sent>, StoreError> {
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
    ) -> Result<Vec<Sent>, StoreError> {
        let [since, before] = [since, before].map(|at| entry::sent_key(challenger, at));
        if since > before {
            return Ok(Vec::new());
        }
        self.keys(Part::Sent, since..before)
            .map(|key| decoded(Part::Sent, &key?, entry::sent))
            .collect()
    }

    pub(super) fn due(
        &self,
        until: Timestamp,
        most: usize,
        left_out: &BTreeSet<TableId>,
    ) -> Result<Vec<TableId>, StoreError> {
        self.all_due(left_out)
            .take_while(|due| due.as_ref().map_or(true, |&(at, _)| at <= until))
            .take(most)
            .map(|due| due.map(|(_, table)| table))
            .collect()
    }

    pub(super) fn next_due(
        &self,
        left_out: &BTreeSet<TableId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.all_due(left_out).next().map(|due| due.map(|(at, _)| at)).transpose()
    }

    fn all_due(
        &self,
        left_out: &BTreeSet<TableId>,
    ) -> impl Iterator<Item = Result<(Timestamp, TableId), StoreError>> {
        self.keys(Part::Due, ALL)
            .map(|key| decoded(Part::Due, &key?, entry::table_due))
            .filter(|due| due.as_ref().map_or(true, |(_, table)| !left_out.contains(table)))
    }

    pub(super) fn owed(
        &self,
        until: Timestamp,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.all_owed()
            .take_while(|owed| owed.as_ref().map_or(true, |notice| notice.ready_at <= until))
            .take(most)
            .collect()
    }

    pub(super) fn next_owed(&self) -> Result<Option<Timestamp>, StoreError> {
        self.all_owed().next().map(|owed| owed.map(|notice| notice.ready_at)).transpose()
    }

    fn all_owed(&self) -> impl Iterator<Item = Result<OutboxEntry, StoreError>> {
        self.keys(Part::Owed, ALL).filter_map(|key| {
            let id = key.and_then(|key| decoded(Part::Owed, &key, entry::notice_owed));
            id.and_then(|(_, id)| self.notice_unless_unreadable(id)).transpose()
        })
    }

    /// Under which times a notice is listed.
    pub(super) fn owed_at(&self, id: OutboxEntryId) -> Result<Vec<Timestamp>, StoreError> {
        let mut times = Vec::new();
        for key in self.keys(Part::Owed, ALL) {
            let (at, listed) = decoded(Part::Owed, &key?, entry::notice_owed)?;
            times.extend((listed == id).then_some(at));
        }
        Ok(times)
    }

    pub(super) fn owed_by(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        let mut notices = Vec::new();
        for key in self.tree(Part::Notices).scan_prefix(table.0.to_be_bytes()).keys() {
            let key = key.map_err(self.failed())?;
            let id = decoded(Part::Notices, &key, entry::notice_id)?;
            notices.extend(self.notice_unless_unreadable(id)?);
        }
        Ok(notices)
    }

    /// A notice may also be gone since its key was found.
    fn notice_unless_unreadable(
        &self,
        id: OutboxEntryId,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        Ok(unless_unreadable(self.read(Entry::OutboxEntry(id)))?.flatten())
    }

    /// A table; one of an older form gets what it has coming for the absences of its time.
    pub(super) fn row(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let Some(stored) = self.read::<StoredRow>(Entry::Table(id))? else { return Ok(None) };
        let absences = match stored.credited_until() {
            Some(since) => self.absences(since)?,
            None => Vec::new(),
        };
        Ok(Some(stored.into_row(&absences)))
    }

    pub(super) fn kept_for(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let mut kept = Vec::new();
        for key in self.tree(Part::Kept).scan_prefix(player.0.to_be_bytes()).keys() {
            let key = key.map_err(self.failed())?;
            let id = decoded(Part::Kept, &key, entry::notice_kept)?;
            kept.extend(unless_unreadable(self.read(Entry::Kept(player, id)))?.flatten());
            if kept.len() >= most {
                break;
            }
        }
        Ok(kept)
    }

    /// The absences that were noted by versions that did so, and that were not over at a time, the
    /// oldest first.
    pub(super) fn absences(&self, since: Timestamp) -> Result<Vec<Absence>, StoreError> {
        let mut absences = Vec::new();
        for stored in self.tree(Part::Absences) {
            let (key, text) = stored.map_err(self.failed())?;
            let from = decoded(Part::Absences, &key, entry::time)?;
            let absence = form::read::<Absence>(Entry::Absence(from), &text);
            absences.extend(unless_unreadable(absence)?.filter(|it| it.until >= since));
        }
        Ok(absences)
    }

    /// The messages that offer something at a table.
    pub(super) fn offers(&self, table: TableId) -> Result<Vec<ControlMessage>, StoreError> {
        let mut offers = Vec::new();
        for stored in self.tree(Part::Offers).scan_prefix(table.0.to_be_bytes()) {
            let (key, text) = stored.map_err(self.failed())?;
            let message = decoded(Part::Offers, &key, entry::message_id)?;
            let offer = form::read::<ControlMessage>(Entry::Offer(table, message), &text);
            offers.extend(unless_unreadable(offer)?);
        }
        Ok(offers)
    }

    pub(super) fn to_strip(&self, most: usize) -> Result<Vec<ControlMessage>, StoreError> {
        let mut messages = Vec::new();
        for stored in self.tree(Part::ToStrip) {
            if messages.len() >= most {
                break;
            }
            let (key, text) = stored.map_err(self.failed())?;
            let message = decoded(Part::ToStrip, &key, entry::message_id)?;
            let message = form::read::<ControlMessage>(Entry::ToStrip(message), &text);
            messages.extend(unless_unreadable(message)?);
        }
        Ok(messages)
    }

    pub(super) fn has_outcome_before(&self, id: InteractionId) -> Result<bool, StoreError> {
        self.outcomes_before(id).next().transpose().map(|key| key.is_some())
    }

    pub(super) fn outcomes_before(
        &self,
        id: InteractionId,
    ) -> impl Iterator<Item = Result<Vec<u8>, StoreError>> {
        let end = Bound::Excluded(Entry::InteractionResult(id).key());
        self.keys(Part::Outcomes, (Bound::Unbounded, end))
    }

    fn keys<R: RangeBounds<Vec<u8>>>(
        &self,
        part: Part,
        range: R,
    ) -> impl Iterator<Item = Result<Vec<u8>, StoreError>> + use<R> {
        let keys = self.tree(part).range(range).keys();
        let failed = self.failed();
        keys.map(move |key| key.map(|key| key.to_vec()).map_err(&failed))
    }
}

fn decoded<T>(
    part: Part,
    key: &[u8],
    decode: impl Fn(&[u8]) -> Option<T>,
) -> Result<T, StoreError> {
    let damaged = || StoreError::Damaged { what: format!("the index of {}", part.name()) };
    decode(key).ok_or_else(damaged)
}
