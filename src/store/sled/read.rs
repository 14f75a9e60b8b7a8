//! What is asked of the indices.

use std::collections::BTreeSet;
use std::ops::{Bound, RangeBounds};

use jiff::Timestamp;

use super::super::{Absence, InteractionId, Notice, NoticeId, StoreError, Which};
use super::entry::{self, Entry, Part};
use super::form;
use super::trees::Trees;
use crate::table::{Place, PlayerId, TableId};

const ALL: (Bound<Vec<u8>>, Bound<Vec<u8>>) = (Bound::Unbounded, Bound::Unbounded);

/// Whether an error concerns one stored thing, and not all of them.
pub(super) fn is_about_one(error: &StoreError) -> bool {
    match error {
        StoreError::Unreadable { .. } | StoreError::Newer { .. } | StoreError::Damaged { .. } => {
            true
        }
        StoreError::Folder { .. }
        | StoreError::InUse { .. }
        | StoreError::Database(_)
        | StoreError::Disk(_)
        | StoreError::Lost { .. }
        | StoreError::Gone { .. }
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
        which: Which,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.listed(Part::ByPlayer, entry::list_key(player.0, which), most)
    }

    pub(super) fn tables_at(
        &self,
        place: Place,
        which: Which,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.listed(Part::ByPlace, entry::list_key(place.0, which), most)
    }

    fn listed(&self, part: Part, prefix: [u8; 9], most: usize) -> Result<Vec<TableId>, StoreError> {
        let keys = self.tree(part).scan_prefix(prefix).keys().take(most);
        keys.map(|key| decoded(part, &key.map_err(StoreError::Database)?, entry::table_listed))
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

    pub(super) fn owed(&self, until: Timestamp, most: usize) -> Result<Vec<Notice>, StoreError> {
        self.all_owed()
            .take_while(|owed| owed.as_ref().map_or(true, |notice| notice.ready_at <= until))
            .take(most)
            .collect()
    }

    pub(super) fn next_owed(&self) -> Result<Option<Timestamp>, StoreError> {
        self.all_owed().next().map(|owed| owed.map(|notice| notice.ready_at)).transpose()
    }

    fn all_owed(&self) -> impl Iterator<Item = Result<Notice, StoreError>> {
        self.keys(Part::Owed, ALL).filter_map(|key| {
            let id = key.and_then(|key| decoded(Part::Owed, &key, entry::notice_owed));
            id.and_then(|(_, id)| self.notice_unless_unreadable(id)).transpose()
        })
    }

    /// Under which times a notice is listed.
    pub(super) fn owed_at(&self, id: NoticeId) -> Result<Vec<Timestamp>, StoreError> {
        let mut times = Vec::new();
        for key in self.keys(Part::Owed, ALL) {
            let (at, listed) = decoded(Part::Owed, &key?, entry::notice_owed)?;
            times.extend((listed == id).then_some(at));
        }
        Ok(times)
    }

    pub(super) fn owed_by(&self, table: TableId) -> Result<Vec<Notice>, StoreError> {
        let mut notices = Vec::new();
        for key in self.tree(Part::Notices).scan_prefix(table.0.to_be_bytes()).keys() {
            let key = key.map_err(StoreError::Database)?;
            let id = decoded(Part::Notices, &key, entry::notice_id)?;
            notices.extend(self.notice_unless_unreadable(id)?);
        }
        Ok(notices)
    }

    /// A notice may also be gone since its key was found.
    fn notice_unless_unreadable(&self, id: NoticeId) -> Result<Option<Notice>, StoreError> {
        Ok(unless_unreadable(self.read(Entry::Notice(id)))?.flatten())
    }

    pub(super) fn absences(&self, since: Timestamp) -> Result<Vec<Absence>, StoreError> {
        let mut absences = Vec::new();
        for stored in self.tree(Part::Absences) {
            let (key, text) = stored.map_err(StoreError::Database)?;
            let from = decoded(Part::Absences, &key, entry::time)?;
            let absence = form::read::<Absence>(Entry::Absence(from), &text);
            absences.extend(unless_unreadable(absence)?.filter(|it| it.until >= since));
        }
        Ok(absences)
    }

    pub(super) fn has_outcome_before(&self, id: InteractionId) -> Result<bool, StoreError> {
        self.outcomes_before(id).next().transpose().map(|key| key.is_some())
    }

    pub(super) fn outcomes_before(
        &self,
        id: InteractionId,
    ) -> impl Iterator<Item = Result<Vec<u8>, StoreError>> {
        let end = Bound::Excluded(Entry::Outcome(id).key());
        self.keys(Part::Outcomes, (Bound::Unbounded, end))
    }

    fn keys<R: RangeBounds<Vec<u8>>>(
        &self,
        part: Part,
        range: R,
    ) -> impl Iterator<Item = Result<Vec<u8>, StoreError>> + use<R> {
        let keys = self.tree(part).range(range).keys();
        keys.map(|key| key.map(|key| key.to_vec()).map_err(StoreError::Database))
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
