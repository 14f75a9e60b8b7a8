//! How many reports a person sent lately. It may be lost.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use kradan_table::PlayerId;

/// The most reports of one person within [`WITHIN`].
const REPORTS_MAX: usize = 5;

const WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// The most people who are remembered. Beyond them all are forgotten.
const PEOPLE_MAX: usize = 10_000;

/// The times of the reports of each person.
#[derive(Debug, Default)]
pub(crate) struct Reports(Mutex<HashMap<PlayerId, Vec<Timestamp>>>);

impl Reports {
    /// Counts one more report, unless the person sent as many as one may.
    pub(crate) fn add(&self, player: PlayerId, now: Timestamp) -> bool {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if people.len() >= PEOPLE_MAX && !people.contains_key(&player) {
            people.clear();
        }
        let sent = people.entry(player).or_default();
        sent.retain(|at| now.duration_since(*at) < WITHIN);
        let has_room = sent.len() < REPORTS_MAX;
        if has_room {
            sent.push(now);
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_one_person_are_limited_for_an_hour() {
        let (reports, start) = (Reports::default(), Timestamp::UNIX_EPOCH);
        let minute = |minutes| start + SignedDuration::from_mins(minutes);
        assert!((0..5).all(|it| reports.add(PlayerId(1), minute(it))));
        assert!(!reports.add(PlayerId(1), minute(5)));
        assert!(reports.add(PlayerId(2), minute(5)));
        assert!(reports.add(PlayerId(1), minute(60)));
        assert!(!reports.add(PlayerId(1), minute(60)));
    }
}
