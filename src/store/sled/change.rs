//! What each change writes. These run one after the other, so what one finds nobody else changes
//! before it is done.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use super::super::{
    Change, ChannelAccess, CommitError, ControlMessage, Heartbeat, InteractionId,
    InteractionResult, LeftChannel, Limit, OutboxEntry, OutboxEntryId, PostedBoard, Profile,
    StoreError,
};
use super::entry::{Entry, Index, Part, Sent};
use super::form::{self, Absence, Head, Keys, Owner, Reader, StoredRow};
use super::limits;
use super::read::is_about_one;
use super::trees::{Trees, Writes};
use crate::table::{ChannelId, PlayerId, TableId};

/// How long an absence is of interest: longer than any move may take, with all its credits.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 400);

/// How many outcomes are forgotten at a time.
const FORGOTTEN_AT_ONCE: usize = 512;

/// A [`Change`] as it is written: whoever asks for it does what takes time.
#[derive(Debug)]
pub(super) struct Prepared {
    id: TableId,
    revision: u64,
    keys: Keys,
    /// All that does not depend on what is stored.
    writes: Writes,
    asked: Option<InteractionId>,
    limits: Vec<Limit>,
    /// The challenge that it is, if it is a new one.
    sent: Option<Sent>,
}

impl Prepared {
    pub(super) fn new(change: Change) -> Result<Prepared, StoreError> {
        let Change { id, row, notice, asked, limits } = change;
        let (revision, keys) = (row.revision, Keys::of(&row));
        let challenge = row.table.challenged().zip(row.table.challenged_at());
        let sent = challenge.filter(|_| revision == 1).map(|((challenger, opponent), at)| Sent {
            challenger,
            at,
            table: id,
            opponent,
        });
        let mut writes = Writes::default();
        writes.put(Entry::Table(id), &StoredRow::from(row))?;
        if let Some(notice) = notice {
            let entry = Entry::OutboxEntry(notice.id);
            if notice.id != (OutboxEntryId { table: id, revision }) {
                return Err(StoreError::Damaged { what: entry.to_string() });
            }
            writes.list(Index::Owed(notice.ready_at, notice.id));
            writes.put(entry, &notice)?;
        }
        if let Some((interaction, outcome)) = &asked {
            writes.put(Entry::InteractionResult(*interaction), outcome)?;
        }
        let asked = asked.map(|(interaction, _)| interaction);
        Ok(Prepared { id, revision, keys, writes, asked, limits, sent })
    }

    pub(super) fn plan(mut self, trees: &Trees) -> Result<Writes, CommitError> {
        if let Some(interaction) = self.asked {
            check_unanswered(trees, interaction)?;
        }
        let before = trees.read::<Head>(Entry::Table(self.id))?;
        let revision = before.as_ref().map_or(0, |head| head.revision);
        if revision.checked_add(1) != Some(self.revision) {
            return Err(CommitError::Conflict);
        }
        limits::check(trees, &self.limits)?;
        if let Some(sent) = self.sent {
            for old in limits::sent_long_before(trees, sent)? {
                self.writes.unlist(Index::Sent(old));
            }
            self.writes.list(Index::Sent(sent));
        }
        let old = before.map_or_else(Vec::new, |head| head.keys.entries(self.id));
        self.relist(&old);
        Ok(self.writes)
    }

    /// Most entries of the indices stay as they are from move to move.
    fn relist(&mut self, old: &[Index]) {
        let old: BTreeSet<Index> = old.iter().copied().collect();
        let new: BTreeSet<Index> = self.keys.entries(self.id).into_iter().collect();
        old.difference(&new).for_each(|&index| self.writes.unlist(index));
        new.difference(&old).for_each(|&index| self.writes.list(index));
    }
}

fn check_unanswered(trees: &Trees, interaction: InteractionId) -> Result<(), CommitError> {
    match trees.read::<InteractionResult>(Entry::InteractionResult(interaction))? {
        Some(outcome) => Err(CommitError::Answered(outcome)),
        None => Ok(()),
    }
}

pub(super) fn forget(trees: &Trees, id: TableId, revision: u64) -> Result<Writes, CommitError> {
    let mut writes = Writes::default();
    let head = trees.read::<Head>(Entry::Table(id))?;
    let head = head.filter(|head| head.revision == revision).ok_or(CommitError::Conflict)?;
    head.keys.entries(id).into_iter().for_each(|index| writes.unlist(index));
    for notice in trees.owed_by(id)? {
        writes.unlist(Index::Owed(notice.ready_at, notice.id));
        writes.remove(Entry::OutboxEntry(notice.id));
    }
    strip_offers(trees, id, &mut writes)?;
    writes.remove(Entry::PostedBoard(id));
    writes.remove(Entry::Table(id));
    Ok(writes)
}

pub(super) fn refuse(trees: &Trees, interaction: InteractionId) -> Result<Writes, CommitError> {
    check_unanswered(trees, interaction)?;
    let mut writes = Writes::default();
    writes.put(Entry::InteractionResult(interaction), &InteractionResult::Refused)?;
    Ok(writes)
}

pub(super) fn forget_before(
    trees: &Trees,
    interaction: InteractionId,
) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    for key in trees.outcomes_before(interaction).take(FORGOTTEN_AT_ONCE) {
        writes.remove_key(Part::Outcomes, key?);
    }
    Ok(writes)
}

pub(super) fn settle(
    trees: &Trees,
    id: OutboxEntryId,
    shown: Option<PostedBoard>,
) -> Result<Writes, StoreError> {
    let mut writes = shown_now(trees, id.table, shown)?;
    match trees.read::<OutboxEntry>(Entry::OutboxEntry(id)) {
        Ok(None) => return Ok(writes),
        Ok(Some(notice)) => writes.unlist(Index::Owed(notice.ready_at, id)),
        // It cannot say when it was to be ready.
        Err(error) if is_about_one(&error) => {
            trees.owed_at(id)?.into_iter().for_each(|at| writes.unlist(Index::Owed(at, id)));
        }
        Err(error) => return Err(error),
    }
    writes.remove(Entry::OutboxEntry(id));
    Ok(writes)
}

/// What a table's board is from now on, if this is news.
fn shown_now(
    trees: &Trees,
    table: TableId,
    shown: Option<PostedBoard>,
) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    if let Some(shown) = shown {
        show(trees, table, shown, &mut writes)?;
    }
    Ok(writes)
}

pub(super) fn settle_new_place(
    trees: &Trees,
    id: OutboxEntryId,
    shown: Option<PostedBoard>,
    ready_at: Timestamp,
) -> Result<Writes, StoreError> {
    let notice = match trees.read::<OutboxEntry>(Entry::OutboxEntry(id)) {
        Err(error) if is_about_one(&error) => None,
        other => other?,
    };
    let Some((notice, left)) = notice.and_then(|it| it.left.map(|left| (it, left))) else {
        return settle(trees, id, shown);
    };
    if left.is_all {
        return shown_now(trees, id.table, shown);
    }
    let mut writes = settle(trees, id, shown)?;
    let left = Some(LeftChannel { is_all: true, ..left });
    let notice = OutboxEntry { left, ready_at, attempts: 0, answer: None, ..notice };
    writes.list(Index::Owed(ready_at, id));
    writes.put(Entry::OutboxEntry(id), &notice)?;
    Ok(writes)
}

/// The interaction of what is kept cannot be answered any more.
pub(super) fn keep_for(player: PlayerId, notice: OutboxEntry) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    writes.put(Entry::Kept(player, notice.id), &OutboxEntry { answer: None, ..notice })?;
    Ok(writes)
}

pub(super) fn strike_kept(player: PlayerId, seen: &[OutboxEntryId]) -> Writes {
    let mut writes = Writes::default();
    for &id in seen {
        writes.remove(Entry::Kept(player, id));
    }
    writes
}

pub(super) fn note_reader(
    trees: &Trees,
    player: PlayerId,
    place: ChannelId,
) -> Result<Writes, StoreError> {
    let entry = Entry::Reader(player, place);
    let mut writes = Writes::default();
    if trees.text(entry)?.is_none() {
        writes.put(entry, &Reader {})?;
    }
    Ok(writes)
}

/// Remembers a board, and that the one before it is to be stripped. One that was posted before the
/// one that is remembered is itself the older one, which happens when a notice is settled late.
fn show(
    trees: &Trees,
    table: TableId,
    shown: PostedBoard,
    writes: &mut Writes,
) -> Result<(), StoreError> {
    let before = match trees.read::<PostedBoard>(Entry::PostedBoard(table)) {
        Ok(before) => before,
        Err(error) if is_about_one(&error) => None,
        Err(error) => return Err(error),
    };
    let is_news = before.is_none_or(|before| {
        before != shown && (before.place != shown.place || before.message <= shown.message)
    });
    if is_news {
        writes.put(Entry::PostedBoard(table), &shown)?;
        strip_offers(trees, table, writes)?;
    }
    let old = if is_news { before } else { Some(shown) };
    let new = if is_news { Some(shown) } else { before };
    if let Some(old) = old
        && new.is_none_or(|new| new.message != old.message)
    {
        let PostedBoard { place, message, .. } = old;
        writes.put(Entry::ToStrip(message), &ControlMessage { place, message })?;
    }
    Ok(())
}

/// What was offered at a table is to be stripped.
fn strip_offers(trees: &Trees, table: TableId, writes: &mut Writes) -> Result<(), StoreError> {
    for offer in trees.offers(table)? {
        writes.remove(Entry::Offer(table, offer.message));
        writes.put(Entry::ToStrip(offer.message), &offer)?;
    }
    Ok(())
}

pub(super) fn note_offer(table: TableId, offer: ControlMessage) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    writes.put(Entry::Offer(table, offer.message), &offer)?;
    Ok(writes)
}

pub(super) fn strip_later(
    table: TableId,
    messages: &[ControlMessage],
) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    for message in messages {
        writes.remove(Entry::Offer(table, message.message));
        writes.put(Entry::ToStrip(message.message), message)?;
    }
    Ok(writes)
}

pub(super) fn stripped(trees: &Trees, messages: &[u64]) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    for &message in messages {
        if trees.text(Entry::ToStrip(message))?.is_some() {
            writes.remove(Entry::ToStrip(message));
        }
    }
    Ok(writes)
}

pub(super) fn postpone(
    trees: &Trees,
    id: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<Writes, StoreError> {
    let count_attempt =
        |notice: &mut OutboxEntry| notice.attempts = notice.attempts.saturating_add(1);
    make_ready_at(trees, id, ready_at, count_attempt)
}

pub(super) fn reschedule(
    trees: &Trees,
    id: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<Writes, StoreError> {
    make_ready_at(trees, id, ready_at, |_| ())
}

/// Moves a notice to another time, with what else changes about it.
fn make_ready_at(
    trees: &Trees,
    id: OutboxEntryId,
    ready_at: Timestamp,
    change: impl FnOnce(&mut OutboxEntry),
) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    if let Some(mut notice) = trees.read::<OutboxEntry>(Entry::OutboxEntry(id))? {
        writes.unlist(Index::Owed(notice.ready_at, id));
        writes.list(Index::Owed(ready_at, id));
        notice.ready_at = ready_at;
        change(&mut notice);
        writes.put(Entry::OutboxEntry(id), &notice)?;
    }
    Ok(writes)
}

pub(super) fn claim(trees: &Trees, application: u64) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    match trees.read::<Owner>(Entry::Owner)? {
        Some(owner) if owner.application == application => {}
        Some(Owner { application }) => {
            let folder = trees.folder().display().to_string();
            return Err(StoreError::OfAnother { folder, application });
        }
        None => writes.put(Entry::Owner, &Owner { application })?,
    }
    Ok(writes)
}

pub(super) fn change_person(
    trees: &Trees,
    player: PlayerId,
    change: impl FnOnce(&mut Profile),
) -> Result<(Writes, Profile), StoreError> {
    let entry = Entry::Profile(player);
    let mut person = trees.read::<Profile>(entry)?.unwrap_or_default();
    change(&mut person);
    let text = form::text(entry, &person)?;
    let mut writes = Writes::default();
    if trees.text(entry)?.is_none_or(|before| before != text) {
        writes.put_text(entry, text);
    }
    Ok((writes, person))
}

/// Nothing is kept of the places that are as most are.
pub(super) fn keep_reach(
    trees: &Trees,
    place: ChannelId,
    reach: ChannelAccess,
) -> Result<Writes, StoreError> {
    let entry = Entry::ChannelAccess(place);
    let mut writes = Writes::default();
    match (reach, trees.text(entry)?) {
        (ChannelAccess::Member, Some(_)) => writes.remove(entry),
        (ChannelAccess::AnswersOnly, None) => writes.put(entry, &reach)?,
        (ChannelAccess::Member, None) | (ChannelAccess::AnswersOnly, Some(_)) => {}
    }
    Ok(writes)
}

/// Absences are no longer noted, but those that were are credited to tables of that time. None of
/// them can have ended later than now: the clock was ahead.
pub(super) fn beat(trees: &Trees, beat: Heartbeat) -> Result<Writes, StoreError> {
    let mut writes = Writes::default();
    let is_first =
        matches!(trees.read(Entry::Heartbeat)?, Some(Heartbeat { present_until: None, .. }));
    for absence in trees.absences(Timestamp::MIN)? {
        let Absence { from, until } = absence;
        let is_ahead = is_first && until > beat.at;
        if beat.at.duration_since(until) > KEPT || is_ahead && from >= beat.at {
            writes.remove(Entry::Absence(from));
        } else if is_ahead {
            writes.put(Entry::Absence(from), &Absence { from, until: beat.at })?;
        }
    }
    writes.put(Entry::Heartbeat, &beat)?;
    Ok(writes)
}
