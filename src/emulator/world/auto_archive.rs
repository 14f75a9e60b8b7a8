//! Archiving threads without recent messages.

use jiff::Timestamp;

use super::state::World;
use crate::id::Id;

impl World {
    /// Archives the threads that have been inactive for their time.
    pub(crate) fn archive_inactive(&mut self, now: Timestamp) {
        if now < self.next_auto_archive {
            return;
        }
        let active = self.channels.values().filter(|it| it.kind.is_thread() && !it.is_archived);
        let times: Vec<(Timestamp, Id)> = active.map(|it| (it.inactive_at(), it.id)).collect();
        let later = times.iter().map(|(at, _)| *at).filter(|at| *at > now).min();
        for (_, thread) in times.iter().filter(|(at, _)| *at <= now) {
            self.change_channel(*thread, now, |it| it.is_archived = true);
        }
        self.next_auto_archive = later.unwrap_or(Timestamp::MAX);
    }
}
