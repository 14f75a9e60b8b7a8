//! Counts of what is in the trees.

use std::collections::BTreeMap;
use std::ops::Bound;

use jiff::Timestamp;

use super::super::{JobKind, Listing, StoreCounts, WaitingJobs};
use super::error::SledError;
use super::keys::{self, TreeId};
use super::queries::decoded;
use super::trees::Trees;
use kradan_table::ChannelId;

impl Trees {
    pub(super) fn counts(&self, now: Timestamp) -> Result<StoreCounts, SledError> {
        let mut jobs_waiting = BTreeMap::new();
        for kind in JobKind::ALL {
            let mut ready = self
                .job_times(kind, Bound::Unbounded)
                .take_while(|next| next.as_ref().map_or(true, |&(at, _)| at <= now));
            if let Some((ready_at, first)) = ready.next().transpose()? {
                let count = 1 + count(ready)?;
                jobs_waiting.insert(kind, WaitingJobs { count, first, ready_at });
            }
        }
        let all = (Bound::Unbounded, Bound::Unbounded);
        Ok(StoreCounts {
            games_running: self.running_games()?,
            outbox_waiting: count(self.keys(TreeId::OutboxByTime, all))?,
            jobs_waiting,
            bytes: self.size_on_disk()?,
        })
    }

    /// The number of running games, which come first in the list of each channel: the rest is skipped.
    fn running_games(&self) -> Result<u64, SledError> {
        let tree = TreeId::TablesByChannel;
        let mut running = 0;
        let mut from = Bound::Unbounded;
        while let Some(key) = self.keys(tree, (from, Bound::Unbounded)).next().transpose()? {
            let channel = decoded(tree, &key, |key| keys::id(key.get(..8)?))?;
            let list = keys::channel_list_key(ChannelId(channel), Listing::Running);
            running += count(self.decoded_keys(tree, &list, |_| Some(())))?;
            from = Bound::Excluded([&channel.to_be_bytes()[..], &[u8::MAX]].concat());
        }
        Ok(running)
    }
}

fn count<T>(mut found: impl Iterator<Item = Result<T, SledError>>) -> Result<u64, SledError> {
    found.try_fold(0, |count, next| next.map(|_| count + 1))
}
