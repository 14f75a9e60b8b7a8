//! What is ready to be delivered, the most urgent first. It is a copy of what the store has, and is lost
//! with the process.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use crate::service::{OutboxEntry, OutboxEntryId};
use kradan_table::{ChannelId, Event, Reminder};

/// How many entries are delivered at once: so many of what persons did, and so many others.
pub(super) const AT_ONCE: usize = 32;

/// How many of the others are for one channel, which may be slow.
const AT_ONCE_IN_CHANNEL: usize = 8;

/// How urgent an entry is, the most urgent first. Of equally urgent entries the one that has been ready
/// for the longest time comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    /// Somebody did it, and looks at the screen. The response did not deliver it.
    Person,
    /// A last reminder: little time is left, and the game can still be saved.
    LastReminder,
    /// Time did it: a game is lost, a challenge lapses, a holiday begins.
    Time,
    /// Any other reminder: there is time left.
    Reminder,
}

impl Urgency {
    fn of(entry: &OutboxEntry) -> Urgency {
        let reminder = entry.events.iter().find_map(|event| match event {
            Event::Reminded { reminder, .. } => Some(*reminder),
            _ => None,
        });
        match reminder {
            _ if entry.by.is_some() => Urgency::Person,
            Some(Reminder::Twentieth) => Urgency::LastReminder,
            Some(Reminder::Half | Reminder::Fifth | Reminder::Asked | Reminder::HolidayOver(_)) => {
                Urgency::Reminder
            }
            None => Urgency::Time,
        }
    }

    fn is_reminder(self) -> bool {
        matches!(self, Urgency::LastReminder | Urgency::Reminder)
    }
}

/// The entries that the loop knows of: those that wait, in the order in which they are delivered, and
/// those that are under way.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeSet<Place>,
    under_way: HashMap<OutboxEntryId, (ChannelId, Urgency)>,
    /// All of them, with the place that each has or had.
    known: Arc<Mutex<HashMap<OutboxEntryId, Place>>>,
}

/// The place of an entry in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    urgency: Urgency,
    ready_at: Timestamp,
    id: OutboxEntryId,
    channel: ChannelId,
}

impl Place {
    fn of(entry: &OutboxEntry) -> Place {
        let OutboxEntry { id, ready_at, channel, .. } = *entry;
        Place { urgency: Urgency::of(entry), ready_at, id, channel }
    }
}

impl Queue {
    /// How many entries wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// A test for entries that are not known yet.
    pub(super) fn is_new(&self) -> Box<dyn Fn(OutboxEntryId) -> bool + Send> {
        let known = Arc::clone(&self.known);
        Box::new(move |id| !lock(&known).contains_key(&id))
    }

    /// Adds an entry that waits, unless it is known.
    pub(super) fn add(&mut self, entry: &OutboxEntry) {
        if let Entry::Vacant(unknown) = lock(&self.known).entry(entry.id) {
            self.waiting.insert(*unknown.insert(Place::of(entry)));
        }
    }

    /// Forgets the entries that wait and are ready only after a time.
    pub(super) fn forget_after(&mut self, time: Timestamp) {
        let mut known = lock(&self.known);
        self.waiting.retain(|place| place.ready_at <= time || known.remove(&place.id).is_none());
    }

    /// Takes the entries that begin now, the most urgent first: as many as there is room for. What
    /// somebody did has room of its own, and does not wait for its channel.
    pub(super) fn take(&mut self, now: Timestamp) -> Vec<OutboxEntryId> {
        let mut room = Room::beside(self.under_way.values().copied());
        let mut taken = Vec::new();
        for &place in &self.waiting {
            if place.urgency != Urgency::Person && room.others >= AT_ONCE {
                break;
            }
            if place.ready_at <= now && room.take(place.channel, place.urgency) {
                taken.push(place);
            }
        }
        for place in &taken {
            self.waiting.remove(place);
            self.under_way.insert(place.id, (place.channel, place.urgency));
        }
        taken.into_iter().map(|place| place.id).collect()
    }

    /// Takes an entry out of its turn. Returns false if it is under way.
    pub(super) fn hurry(&mut self, entry: &OutboxEntry) -> bool {
        if self.under_way.contains_key(&entry.id) {
            return false;
        }
        if let Some(place) = lock(&self.known).insert(entry.id, Place::of(entry)) {
            self.waiting.remove(&place);
        }
        self.under_way.insert(entry.id, (entry.channel, Urgency::Person));
        true
    }

    /// Forgets an entry that is no longer under way. If it is still pending it is found again.
    pub(super) fn end(&mut self, id: OutboxEntryId) {
        self.under_way.remove(&id);
        lock(&self.known).remove(&id);
    }

    /// The reminders that wait, at most `most`.
    pub(super) fn reminders(&self, most: usize) -> Vec<OutboxEntryId> {
        let reminders = self.waiting.iter().filter(|place| place.urgency.is_reminder());
        reminders.take(most).map(|place| place.id).collect()
    }
}

/// The room for entries that are under way.
#[derive(Debug, Default)]
struct Room {
    by_persons: usize,
    others: usize,
    /// How many of the others are for each channel.
    in_channels: HashMap<ChannelId, usize>,
}

impl Room {
    fn beside(under_way: impl Iterator<Item = (ChannelId, Urgency)>) -> Room {
        let mut room = Room::default();
        for (channel, urgency) in under_way {
            room.fill(channel, urgency);
        }
        room
    }

    /// Takes up room for an entry, if there is any.
    fn take(&mut self, channel: ChannelId, urgency: Urgency) -> bool {
        let in_channel = self.in_channels.get(&channel).copied().unwrap_or(0);
        let has_room = match urgency {
            Urgency::Person => self.by_persons < AT_ONCE,
            _ => self.others < AT_ONCE && in_channel < AT_ONCE_IN_CHANNEL,
        };
        if has_room {
            self.fill(channel, urgency);
        }
        has_room
    }

    fn fill(&mut self, channel: ChannelId, urgency: Urgency) {
        if urgency == Urgency::Person {
            self.by_persons += 1;
        } else {
            self.others += 1;
            *self.in_channels.entry(channel).or_default() += 1;
        }
    }
}

fn lock(
    known: &Mutex<HashMap<OutboxEntryId, Place>>,
) -> MutexGuard<'_, HashMap<OutboxEntryId, Place>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use kradan_rules::Side;
    use kradan_table::{Ending, PlayerId, TableId};

    const LATER: Timestamp = Timestamp::MAX;

    fn id(table: u64) -> OutboxEntryId {
        OutboxEntryId { table: TableId(table), revision: 1 }
    }

    /// An entry in a channel of its own that is ready after so many seconds.
    fn entry(table: u64, ready: i64, event: Event) -> OutboxEntry {
        let ready_at = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(ready);
        OutboxEntry {
            id: id(table),
            channel: ChannelId(table),
            ply: 0,
            events: vec![event],
            by: None,
            made_at: ready_at,
            ready_at,
            attempts: 0,
            answer: None,
            left: None,
            group: None,
        }
    }

    fn ended(table: u64, ready: i64) -> OutboxEntry {
        entry(table, ready, Event::Ended(Ending::Agreed))
    }

    fn reminded(table: u64, ready: i64, reminder: Reminder) -> OutboxEntry {
        entry(table, ready, Event::Reminded { side: Side::First, reminder })
    }

    fn tables(taken: Vec<OutboxEntryId>) -> Vec<u64> {
        taken.into_iter().map(|id| id.table.0).collect()
    }

    #[test]
    fn the_most_urgent_come_first_and_of_these_the_longest_ready() {
        let mut queue = Queue::default();
        queue.add(&reminded(1, 1, Reminder::Fifth));
        queue.add(&ended(2, 5));
        queue.add(&ended(3, 4));
        queue.add(&reminded(4, 6, Reminder::Twentieth));
        queue.add(&OutboxEntry { by: Some(PlayerId(9)), ..ended(5, 7) });
        queue.add(&reminded(6, 0, Reminder::Asked));
        assert_eq!(tables(queue.take(LATER)), [5, 4, 3, 2, 6, 1]);
        assert_eq!(queue.waiting(), 0);
    }

    #[test]
    fn what_is_not_ready_is_left_until_it_is() {
        let mut queue = Queue::default();
        queue.add(&ended(1, 10));
        queue.add(&reminded(2, 5, Reminder::Fifth));
        let at = |seconds| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds);
        assert_eq!(tables(queue.take(at(9))), [2]);
        assert_eq!(tables(queue.take(at(10))), [1]);
    }

    #[test]
    fn as_many_are_under_way_as_there_is_room_for() {
        let mut queue = Queue::default();
        let most = AT_ONCE as u64;
        for table in 1..=most + 2 {
            queue.add(&ended(table, 0));
        }
        assert_eq!(tables(queue.take(LATER)), (1..=most).collect::<Vec<_>>());
        // What somebody did has room of its own.
        queue.add(&OutboxEntry { by: Some(PlayerId(9)), ..ended(100, 0) });
        assert_eq!(tables(queue.take(LATER)), [100]);
        queue.end(id(7));
        assert_eq!(tables(queue.take(LATER)), [most + 1]);
    }

    #[test]
    fn a_channel_holds_up_neither_others_nor_what_somebody_did_in_it() {
        let mut queue = Queue::default();
        let here = ChannelId(7);
        let most = AT_ONCE_IN_CHANNEL as u64;
        for table in 1..=most + 1 {
            queue.add(&OutboxEntry { channel: here, ..ended(table, 0) });
        }
        queue.add(&ended(50, 1));
        let begun: Vec<u64> = (1..=most).chain([50]).collect();
        assert_eq!(tables(queue.take(LATER)), begun);
        queue.add(&OutboxEntry { channel: here, by: Some(PlayerId(9)), ..ended(60, 1) });
        assert_eq!(tables(queue.take(LATER)), [60]);
        queue.end(id(1));
        assert_eq!(tables(queue.take(LATER)), [most + 1]);
    }

    #[test]
    fn what_somebody_waits_for_begins_out_of_its_turn_and_once() {
        let mut queue = Queue::default();
        queue.add(&ended(1, 9));
        assert!(queue.hurry(&ended(1, 9)) && !queue.hurry(&ended(1, 9)));
        assert_eq!((queue.waiting(), tables(queue.take(LATER)).len()), (0, 0));
    }

    #[test]
    fn an_entry_is_known_until_it_is_no_longer_under_way() {
        let mut queue = Queue::default();
        let is_new = queue.is_new();
        assert!(is_new(id(1)));
        for _ in 0..2 {
            queue.add(&ended(1, 0));
        }
        assert_eq!((queue.waiting(), is_new(id(1))), (1, false));
        assert_eq!(tables(queue.take(LATER)), [1]);
        queue.add(&ended(1, 0));
        assert_eq!((queue.waiting(), is_new(id(1))), (0, false));
        queue.end(id(1));
        assert!(is_new(id(1)));
    }

    #[test]
    fn what_is_ready_only_later_can_be_found_again() {
        let mut queue = Queue::default();
        let is_new = queue.is_new();
        for (table, ready) in [(1, 5), (2, 6)] {
            queue.add(&ended(table, ready));
        }
        queue.forget_after(Timestamp::UNIX_EPOCH + SignedDuration::from_secs(5));
        assert_eq!((is_new(id(1)), is_new(id(2))), (false, true));
        assert_eq!(tables(queue.take(LATER)), [1]);
    }

    #[test]
    fn the_reminders_that_wait_can_be_gathered() {
        let mut queue = Queue::default();
        queue.add(&ended(1, 0));
        for table in 2..6 {
            queue.add(&reminded(table, 0, Reminder::Fifth));
        }
        assert_eq!(tables(queue.reminders(3)), [2, 3, 4]);
        assert!(queue.hurry(&reminded(2, 0, Reminder::Fifth)));
        assert_eq!(tables(queue.reminders(9)), [3, 4, 5]);
    }
}
