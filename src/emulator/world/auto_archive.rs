//! Threads that are archived because nothing was said in them for long.

use jiff::{SignedDuration, Timestamp};

use super::{Channel, ChannelKind, World};
use crate::emulator::id::Id;

impl Channel {
    /// When it was archived or taken out again last, or given another time for that.
    pub(super) fn archive_timestamp(&self) -> Timestamp {
        self.archive_changed.unwrap_or_else(|| self.id.time())
    }

    /// When an active thread will have been silent for long enough to be archived.
    fn silent_at(&self) -> Timestamp {
        let last = self.messages.last_key_value().map(|(id, _)| id.time());
        let active = last.unwrap_or(Timestamp::MIN).max(self.archive_timestamp());
        let silence = SignedDuration::from_mins(i64::from(self.archive_after_minutes));
        active.saturating_add(silence).unwrap_or(Timestamp::MAX)
    }
}

impl World {
    /// Archives the threads that are silent for as long as they say.
    pub(in crate::emulator) fn archive_silent(&mut self, now: Timestamp) {
        if now < self.silent_at {
            return;
        }
        let active =
            self.channels.values().filter(|it| it.kind == ChannelKind::Thread && !it.is_archived);
        let times: Vec<(Timestamp, Id)> = active.map(|it| (it.silent_at(), it.id)).collect();
        let later = times.iter().map(|(at, _)| *at).filter(|at| *at > now).min();
        for (_, thread) in times.iter().filter(|(at, _)| *at <= now) {
            self.change_channel(*thread, now, |it| it.is_archived = true);
        }
        self.silent_at = later.unwrap_or(Timestamp::MAX);
    }
}
