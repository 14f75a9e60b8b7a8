//! The tournaments of a server.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::ClaimantId;
use kradan_table::{Tournament, TournamentId};

/// The most tournaments of a server: those that are over make room for new ones.
pub const TOURNAMENTS_MAX: usize = 4;

/// The tournaments of a server, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournaments {
    pub all: Vec<Tournament>,
    /// When one of them is to be looked at, in seconds since 1970; `None` while none is.
    pub due: Option<i64>,
    /// The process that looks at them, and until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<(u64, Timestamp)>,
}

impl Tournaments {
    #[must_use]
    pub fn get(&self, id: TournamentId) -> Option<&Tournament> {
        self.all.iter().find(|tournament| tournament.id == id)
    }

    pub fn get_mut(&mut self, id: TournamentId) -> Option<&mut Tournament> {
        self.all.iter_mut().find(|tournament| tournament.id == id)
    }

    /// Adds a tournament, once, and returns whether there is room for it.
    pub fn add(&mut self, tournament: Tournament) -> bool {
        if self.get(tournament.id).is_some() {
            return true;
        }
        while self.all.len() >= TOURNAMENTS_MAX {
            let done = self.all.iter().position(|old| old.is_over() && old.shown.is_end_told);
            let Some(done) = done else { return false };
            self.all.remove(done);
        }
        self.all.push(tournament);
        true
    }

    /// Claims them for a process, unless one holds them, and returns whether it did. A claim that lasts
    /// for longer has ended: the clock was wrong when it was made.
    pub fn claim(&mut self, by: ClaimantId, now: Timestamp, duration: SignedDuration) -> bool {
        let holds = |until: Timestamp| now < until && until.duration_since(now) <= duration;
        let is_free = self.claim.is_none_or(|(_, until)| !holds(until));
        if is_free {
            self.claim = Some((by.0, now.saturating_add(duration).unwrap_or(Timestamp::MAX)));
        }
        is_free
    }
}
