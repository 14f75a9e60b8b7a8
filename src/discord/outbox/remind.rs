//! Reminders: by direct message for whoever chose that, and those of one player that are due together
//! in one message. Where one way is closed, the other is taken.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::{SignedDuration, Timestamp};

use super::super::api::{ApiError, Priority};
use super::decide::try_again;
use super::delivery::{mark, priority_of};
use super::queue::Queue;
use super::reminded_games::{RemindedGame, reminder_of_several};
use super::{deliver, hidden, post, private, reconcile};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{open_conversation, shared_preferences, titles};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::clock_lines::time_in_list;
use crate::discord::view::message::Message;
use crate::service::{
    DeliveryLock, EntryGroup, ErrorChain, Lease, OutboxEntry, OutboxEntryId, Profile,
    REMINDERS_GATHERED_FOR, RemindBy, Store, StoreError, StoredTable, TableService,
};
use kradan_table::{ChannelId, Event, PlayerId, Reminder, TableId};

/// The most games of which one message reminds.
const GROUP_MAX: usize = 10;

/// The most reminders that wait and are gathered at once.
const LOOKED_AT_MAX: usize = 256;

/// How long an entry waits for the one that tells it, before it looks again.
const LEADER_WAIT: SignedDuration = SignedDuration::from_mins(2);

/// Reminds by direct message whoever chose that and has a conversation with us, or cannot play in the
/// channel. Returns whether it was told so: where that is not possible, the channel of the table is
/// the other way.
pub(super) async fn in_private(
    bot: &Bot,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
) -> Result<bool, ApiError> {
    let mover = announcement.stored.table.person_to_move();
    let Some(player) = mover else { return Ok(false) };
    let known = bot.service.store().profile(player).await.ok().flatten();
    let Some(channel) = known.as_ref().and_then(chosen_conversation) else {
        let why = hidden::closed_to(bot, player, entry).await;
        if why.is_some() {
            private::tell(bot, player, entry, announcement, why).await?;
        }
        return Ok(why.is_some());
    };
    let message = private::message(bot, player, entry, announcement, None).await;
    let announced = (Priority::Announcement, channel);
    match post::once(bot, announced, entry, &message, &mark(entry)).await {
        Ok(()) => Ok(true),
        Err(error) if error.may_pass() => Err(error),
        Err(error) => {
            tracing::info!(table = %entry.id.table.0, error = %ErrorChain(&error), "reminder not sent by direct message, sending it in the channel");
            Ok(false)
        }
    }
}

/// Gathers the reminders of one player for one channel, and returns what is to be delivered now.
/// An entry that was tried before is told for itself.
pub(super) async fn gather(
    service: &TableService,
    ready: Vec<OutboxEntry>,
    queue: &Queue,
) -> Result<Vec<OutboxEntry>, StoreError> {
    if !ready.iter().any(is_single_reminder) {
        return Ok(ready);
    }
    let (store, now) = (service.store(), service.clock().now());
    let soon = now.saturating_add(REMINDERS_GATHERED_FOR).unwrap_or(now);
    let claimant = service.claimant();
    let lease = Lease { claimant, now: soon, duration: LEADER_WAIT };
    let mut reminders = ready.clone();
    reminders.extend(store.claim_entries(lease, queue.reminders(LOOKED_AT_MAX)).await?);
    reminders.retain(is_single_reminder);
    // What is being delivered at this moment belongs to no group.
    let tables: HashSet<TableId> = reminders.iter().map(|entry| entry.id.table).collect();
    let lock = |table| Some((table, service.try_lock_delivery(table)?));
    let locks: HashMap<TableId, DeliveryLock> = tables.into_iter().filter_map(lock).collect();
    reminders.retain(|entry| locks.contains_key(&entry.id.table));
    let mut told_with_another = HashSet::new();
    for group in grouped(service, reminders).await? {
        let Some((leader, others)) = group.split_first().filter(|(_, others)| !others.is_empty())
        else {
            continue;
        };
        if !ready.iter().any(|entry| entry.id == *leader) {
            continue;
        }
        let at = now.saturating_add(LEADER_WAIT).unwrap_or(now);
        store.group_entries(*leader, others.to_vec(), at).await?;
        told_with_another.extend(others.iter().copied());
    }
    drop(locks);
    Ok(ready.into_iter().filter(|entry| !told_with_another.contains(&entry.id)).collect())
}

/// The reminders that still stand, by player and channel.
async fn grouped(
    service: &TableService,
    reminders: Vec<OutboxEntry>,
) -> Result<Vec<Vec<OutboxEntryId>>, StoreError> {
    let ids = reminders.iter().map(|entry| entry.id.table).collect();
    let tables: HashMap<TableId, StoredTable> = service.load_all(ids).await?.into_iter().collect();
    let reminded = reminders.iter().filter_map(|entry| {
        let stored = tables.get(&entry.id.table)?;
        let player = stored.table.person_to_move()?;
        let stands = !Announcement::of(entry, stored).is_overdue();
        (stands && entry.channel == stored.table.channel()).then_some((player, entry))
    });
    let reminded: Vec<(PlayerId, &OutboxEntry)> = reminded.collect();
    let players: HashSet<PlayerId> = reminded.iter().map(|(player, _)| *player).collect();
    let profiles = service.store().profiles(players.into_iter().collect()).await?;
    let conversations: HashMap<PlayerId, ChannelId> = profiles
        .iter()
        .filter_map(|(player, person)| Some((*player, chosen_conversation(person)?)))
        .collect();
    let mut groups: BTreeMap<(PlayerId, ChannelId), Vec<OutboxEntryId>> = BTreeMap::new();
    for (player, entry) in reminded {
        let channel = conversations.get(&player).copied().unwrap_or(entry.channel);
        groups.entry((player, channel)).or_default().push(entry.id);
    }
    let in_parts =
        |group: Vec<OutboxEntryId>| group.chunks(GROUP_MAX).map(<[_]>::to_vec).collect::<Vec<_>>();
    Ok(groups.into_values().flat_map(in_parts).collect())
}

/// Delivers an entry of a group: with the others if it leads them, else when its leader is told.
pub(super) async fn deliver_in_group(
    bot: &Bot,
    entry: &OutboxEntry,
    group: &EntryGroup,
) -> Result<(), StoreError> {
    let (store, now) = (bot.service.store(), bot.service.clock().now());
    match group {
        EntryGroup::Leads(others) => deliver_group(bot, entry, others).await,
        EntryGroup::Follows(leader) if store.outbox_entry(*leader).await?.is_some() => {
            let at = now.saturating_add(LEADER_WAIT).unwrap_or(now);
            store.reschedule(entry.id, at).await
        }
        EntryGroup::Follows(_) => store.mark_delivered(entry.id, None).await,
    }
}

/// Tells a group in one message. Where that is not possible the group ends.
async fn deliver_group(
    bot: &Bot,
    entry: &OutboxEntry,
    others: &[OutboxEntryId],
) -> Result<(), StoreError> {
    let store = bot.service.store();
    let (told, holiday_end) = still_due(&bot.service, entry, others).await?;
    let mover = told.first().and_then(|(_, stored)| stored.table.to_move());
    let player = mover.and_then(|(_, seat)| seat.player());
    let Some(player) = player else { return finish_group(store, entry, others).await };
    let known = store.profile(player).await.ok().flatten();
    let conversation = match known.as_ref().and_then(chosen_conversation) {
        None if hidden::closed_to(bot, player, entry).await.is_some() => {
            match open_conversation::with(bot, player).await {
                Err(error) if error.may_pass() => {
                    return try_later(&bot.service, entry, &error).await;
                }
                opened => opened.ok(),
            }
        }
        chosen => chosen,
    };
    let channel = conversation.unwrap_or(entry.channel);
    let message = message_of_group(bot, entry, player, &told, holiday_end).await;
    match post_group(bot, channel, entry, &message, told.len()).await {
        Ok(true) => {
            tracing::debug!(
                table = %entry.id.table.0,
                games = told.len(),
                "reminders sent in one message"
            );
            finish_group(store, entry, others).await
        }
        Err(error) if error.may_pass() => try_later(&bot.service, entry, &error).await,
        Ok(false) | Err(_) => {
            store.end_group(entry.id, bot.service.clock().now()).await?;
            bot.service.wake_loops();
            Ok(())
        }
    }
}

async fn try_later(
    service: &TableService,
    entry: &OutboxEntry,
    error: &ApiError,
) -> Result<(), StoreError> {
    tracing::warn!(error = %ErrorChain(error), "reminders not sent in one message, trying again");
    deliver::apply(service, entry, try_again(entry.attempts, error.retry_after())).await
}

/// Posts the message of a group, unless it is there. One that is left alone is told for itself,
/// with its board: then the result is `false`.
async fn post_group(
    bot: &Bot,
    channel: ChannelId,
    entry: &OutboxEntry,
    message: &Message,
    games: usize,
) -> Result<bool, ApiError> {
    let mark = mark(entry);
    let may_be_posted = games == 1 || !post::is_first_attempt(&bot.service, entry);
    let (place, after) = ((priority_of(entry), channel), reconcile::begin_of(entry));
    let has_mark = |id: &str| id.rsplit(':').next() == Some(&mark);
    let is_posted =
        may_be_posted && reconcile::find_control(&bot.api, place, after, has_mark).await?.is_some();
    if !is_posted && games > 1 {
        bot.api.post(Priority::Announcement, channel, message, &mark).await?;
    }
    Ok(is_posted || games > 1)
}

/// The entries of a group whose moves are still to be made, the one with the least time first, and
/// the end of the holiday that they tell.
async fn still_due(
    service: &TableService,
    entry: &OutboxEntry,
    others: &[OutboxEntryId],
) -> Result<(Vec<(TableId, StoredTable)>, Option<Timestamp>), StoreError> {
    let store = service.store();
    let mut told: Vec<(TableId, StoredTable)> = Vec::new();
    let mut holiday_end = None;
    for &id in [entry.id].iter().chain(others) {
        let Some(entry) = store.outbox_entry(id).await? else { continue };
        let stored = match service.load(id.table).await {
            Err(error) if error.is_of_one_value() => None,
            other => other?,
        };
        let Some(stored) = stored else { continue };
        if !Announcement::of(&entry, &stored).is_overdue() {
            holiday_end = holiday_end.max(told_holiday_end(&entry));
            // Two reminders of one game may stand: Discord refuses two buttons with one custom id.
            if !told.iter().any(|(table, _)| *table == id.table) {
                told.push((id.table, stored));
            }
        }
    }
    told.sort_by_key(|(_, stored)| stored.table.deadline());
    Ok((told, holiday_end))
}

/// Ends the entries of a group: the leader first, by whose end the others know that they are told.
async fn finish_group(
    store: &dyn Store,
    entry: &OutboxEntry,
    others: &[OutboxEntryId],
) -> Result<(), StoreError> {
    for &id in [entry.id].iter().chain(others) {
        store.mark_delivered(id, None).await?;
    }
    Ok(())
}

async fn message_of_group(
    bot: &Bot,
    entry: &OutboxEntry,
    player: PlayerId,
    told: &[(TableId, StoredTable)],
    holiday_end: Option<Timestamp>,
) -> Message {
    let language = shared_preferences::of_player(bot, player).await.language;
    let titles = titles::distinct(bot, told, language).await;
    let links = titles::links_to(bot, told).await;
    let games = told.iter().zip(titles).zip(links).map(|(((id, stored), title), link)| {
        let time = time_in_list(&stored.table, language);
        RemindedGame { id: *id, title, time, link }
    });
    let games: Vec<RemindedGame> = games.collect();
    reminder_of_several(player, &games, holiday_end, &mark(entry), language)
}

/// Whether an entry reminds somebody, is in no group and was not tried before.
fn is_single_reminder(entry: &OutboxEntry) -> bool {
    let is_reminder = entry.events.iter().any(|event| matches!(event, Event::Reminded { .. }));
    is_reminder && entry.group.is_none() && entry.attempts == 0
}

/// The end of a holiday, where an entry tells it.
fn told_holiday_end(entry: &OutboxEntry) -> Option<Timestamp> {
    entry.events.iter().find_map(|event| match event {
        Event::Reminded { reminder: Reminder::HolidayOver(end), .. } => Some(*end),
        _ => None,
    })
}

/// The conversation in which a player wants to be reminded, if it is open.
fn chosen_conversation(person: &Profile) -> Option<ChannelId> {
    person.conversation.filter(|_| person.remind_by == RemindBy::DirectMessage)
}
