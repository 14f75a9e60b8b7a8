//! Counts what the bot sends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use kradan_emulator::{Emulator, LoggedRequest};
use tokio::sync::broadcast::error::RecvError;

/// The requests that were received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    /// Messages that were posted, but for responses to interactions.
    pub(crate) posted: u32,
    /// Requests that Discord's global limit counts.
    pub(crate) counted: u32,
    /// Requests that exceeded a limit.
    pub(crate) refused: u32,
    /// Requests that this did not see, because it was too slow.
    pub(crate) missed: u64,
    /// Those that the global limit counts, in each second.
    by_second: BTreeMap<i64, u32>,
}

impl Requests {
    /// Counts what an emulator receives from now on.
    pub(crate) fn of(local: &Emulator) -> Arc<Mutex<Requests>> {
        let all = Arc::new(Mutex::new(Requests::default()));
        let (counts, mut received) = (Arc::clone(&all), local.subscribe_requests());
        tokio::spawn(async move {
            loop {
                let add = |change: &dyn Fn(&mut Requests)| {
                    change(&mut counts.lock().unwrap_or_else(PoisonError::into_inner));
                };
                match received.recv().await {
                    Ok(request) => add(&|all| all.add(&request)),
                    Err(RecvError::Lagged(missed)) => add(&|all| all.missed += missed),
                    Err(RecvError::Closed) => return,
                }
            }
        });
        all
    }

    fn add(&mut self, request: &LoggedRequest) {
        if request.status == 429 {
            self.refused += 1;
        }
        if ["/interactions/", "/webhooks/"].iter().any(|it| request.path.starts_with(it)) {
            return;
        }
        self.counted += 1;
        *self.by_second.entry(request.at.as_second()).or_default() += 1;
        let is_posted = request.method == "POST"
            && request.template == "/channels/{channel_id}/messages"
            && request.status == 200;
        self.posted += u32::from(is_posted);
    }

    /// The most requests of one second of the clock.
    pub(crate) fn most_in_a_second(&self) -> u32 {
        self.by_second.values().copied().max().unwrap_or(0)
    }
}
