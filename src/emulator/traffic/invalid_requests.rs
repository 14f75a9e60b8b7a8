//! The limit of invalid requests. Beyond it Discord (Cloudflare) refuses an address for a while,
//! with a reply that is not of the API.

use std::collections::VecDeque;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::lock::lock;

/// The time in which invalid requests are counted, and for which the address is refused.
const WINDOW: SignedDuration = SignedDuration::from_mins(10);

/// The last invalid requests.
#[derive(Debug)]
pub(crate) struct InvalidRequests {
    times: Mutex<VecDeque<Timestamp>>,
    max: usize,
}

impl InvalidRequests {
    pub(crate) fn new(max: usize) -> InvalidRequests {
        InvalidRequests { times: Mutex::default(), max: max.max(1) }
    }

    /// Counts a response with status 401, 403 or 429, unless the rate limit is shared with others.
    pub(crate) fn note(&self, now: Timestamp, status: u16, is_shared: bool) {
        if !matches!(status, 401 | 403 | 429) || is_shared {
            return;
        }
        let mut times = lock(&self.times);
        times.push_back(now);
        while times.len() > self.max {
            times.pop_front();
        }
    }

    /// The time for which requests are still refused; `None` if they are not.
    pub(crate) fn refused_for(&self, now: Timestamp) -> Option<SignedDuration> {
        let times = lock(&self.times);
        let first = times.front().filter(|_| times.len() == self.max)?;
        let last = times.back()?;
        let is_within = last.duration_since(*first) < WINDOW;
        let left = WINDOW - now.duration_since(*last);
        (is_within && left.is_positive()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_refused_after_too_many_invalid_requests() {
        let invalid = InvalidRequests::new(3);
        let at = |minutes| Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes);
        invalid.note(at(0), 403, false);
        for (status, is_shared) in [(200, false), (404, false), (400, false), (429, true)] {
            invalid.note(at(1), status, is_shared);
        }
        invalid.note(at(9), 401, false);
        assert_eq!(invalid.refused_for(at(9)), None);
        invalid.note(at(11), 429, false);
        assert_eq!(invalid.refused_for(at(11)), None, "the first one is too long ago");
        invalid.note(at(12), 429, false);
        assert_eq!(invalid.refused_for(at(13)), Some(SignedDuration::from_mins(9)));
        assert_eq!(invalid.refused_for(at(22)), None);
    }
}
