//! Snowflakes: ids that begin with a time.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Discord's epoch: the start of 2015, in milliseconds since 1970.
const EPOCH_MS: i64 = 1_420_070_400_000;

/// The number of low bits, which number the ids of one millisecond.
const SERIAL_BITS: u32 = 22;

/// The id of a server, channel, person, message or interaction. In JSON it is text, since
/// JavaScript's numbers are too short for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// The time at which it was made.
    #[must_use]
    pub fn time(self) -> Timestamp {
        let since_ms = i64::try_from(self.0 >> SERIAL_BITS).unwrap_or(i64::MAX - EPOCH_MS);
        Timestamp::from_millisecond(since_ms + EPOCH_MS).unwrap_or(Timestamp::MAX)
    }

    /// The shard, out of `count`, that gets the events of the server with this id.
    #[must_use]
    pub fn shard(self, count: u64) -> u64 {
        (self.0 >> SERIAL_BITS) % count.max(1)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Id, ParseIntError> {
        text.parse().map(Id)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Makes ids. Each is greater than the one before, also after the clock was set back.
#[derive(Debug, Default)]
pub(super) struct Ids {
    last: u64,
}

impl Ids {
    /// Continues after an id.
    pub(super) fn after(id: Id) -> Ids {
        Ids { last: id.0 }
    }

    /// The last id.
    pub(super) fn last(&self) -> Id {
        Id(self.last)
    }

    pub(super) fn next(&mut self, now: Timestamp) -> Id {
        let since_ms = u64::try_from(now.as_millisecond() - EPOCH_MS).unwrap_or(0);
        self.last = (since_ms << SERIAL_BITS).max(self.last + 1);
        Id(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_when_the_clock_goes_back() {
        let mut ids = Ids::default();
        let late = Timestamp::from_millisecond(EPOCH_MS + 5_000).unwrap();
        let early = Timestamp::from_millisecond(EPOCH_MS + 1_000).unwrap();
        let given: Vec<Id> = [late, late, early, late].map(|now| ids.next(now)).into();
        assert!(given.is_sorted_by(|a, b| a < b), "{given:?}");
        assert_eq!(given[0].time(), late);
    }
}
