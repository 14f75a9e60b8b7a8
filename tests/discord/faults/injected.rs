//! Injects random faults of every kind until it is stopped.

use std::time::Duration;

use kradan_emulator::{Emulator, FaultRule, Id, InjectedFault, Outage, Permissions, RateLimit};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

/// The most requests without a fault between two faults.
const FAULTLESS_MAX: u32 = 8;

/// After this many faults those that matched no request are removed. Accumulated faults on a rare
/// request would make every such request fail, and games could not go on.
const CLEARED_EVERY: usize = 4;

/// The rate limit of every channel, small enough to be exceeded.
const LIMIT: RateLimit = RateLimit { requests: 20, window: Duration::from_secs(1) };

/// The requests that faults match: any, and the most important ones.
const MATCHING: [&str; 7] = [
    "",
    "/callback",
    "/callback",
    "POST /channels/{channel_id}/messages",
    "GET /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages",
    "@original",
];

/// The longest time for which a permission is missing, however few requests there are. The bot tells players
/// in private what it cannot show in their channel for two minutes, and no board comes to the channel then.
const MISSING_MAX: Duration = Duration::from_secs(5);

/// The longest that a request takes, well within the bot's timeout: what is given up after it was done is
/// cut, and the log of requests says so.
const SLOW_MILLIS_MAX: u64 = 1_200;

/// The most interruptions of the gateway. After 20 short connections in a row the bot waits up to a
/// minute before the next, and hears nothing meanwhile.
const INTERRUPTIONS_MAX: usize = 15;

pub(crate) struct RandomFaults {
    emulator: Emulator,
    random: fastrand::Rng,
    /// The channels in which the bot loses and regains permissions.
    changing: Vec<Id>,
    /// The channel without a permission, for how many faults more, and until when at most.
    missing: Option<(Id, u32, Instant)>,
    repeats_events: bool,
    interruptions: usize,
    /// The number of sessions ended for good. After each serenity needs seconds to reconnect.
    ended_sessions: usize,
}

impl RandomFaults {
    pub(crate) fn new(emulator: &Emulator, changing: Vec<Id>, seed: u64) -> RandomFaults {
        emulator.set_rate_limit(LIMIT);
        RandomFaults {
            emulator: emulator.clone(),
            random: fastrand::Rng::with_seed(seed),
            changing,
            missing: None,
            repeats_events: false,
            interruptions: 0,
            ended_sessions: 0,
        }
    }

    /// Injects a fault every few requests until it is stopped, then removes all faults.
    pub(crate) async fn run(mut self, stop: CancellationToken) {
        let mut requests = self.emulator.subscribe_requests();
        let mut injected = 0;
        while !stop.is_cancelled() {
            for _ in 0..self.random.u32(1..FAULTLESS_MAX) {
                let until = self.missing.map(|(_, _, until)| until);
                tokio::select! {
                    () = stop.cancelled() => break,
                    () = reached(until) => self.restore_permission(),
                    logged = requests.recv() => match logged {
                        Ok(_) | Err(RecvError::Lagged(_)) => {}
                        Err(RecvError::Closed) => return,
                    },
                }
            }
            injected += 1;
            if injected % CLEARED_EVERY == 0 {
                self.emulator.clear_faults();
            }
            self.inject();
        }
        self.clear();
    }

    fn inject(&mut self) {
        match &mut self.missing {
            Some((_, 0, _)) => self.restore_permission(),
            Some((_, left, _)) => *left -= 1,
            None => {}
        }
        match self.random.u32(0..60) {
            0 | 1 => self.remove_permission(),
            2 if self.interruptions < INTERRUPTIONS_MAX => self.interrupt_gateway(),
            3 => {
                self.repeats_events = !self.repeats_events;
                self.emulator.repeat_events(self.repeats_events);
            }
            _ => {
                let matching = self.random.choice(MATCHING).unwrap_or_default();
                let fault = self.fault();
                self.emulator.inject_fault(FaultRule::once(matching, fault));
            }
        }
    }

    fn fault(&mut self) -> InjectedFault {
        let random = &mut self.random;
        let status = random.choice([500, 502, 503]).unwrap_or(500);
        match random.u32(0..6) {
            0 => InjectedFault::TooMany {
                retry_after: Duration::from_millis(random.u64(10..1_000)),
                global: random.u32(0..5) == 0,
            },
            1 => InjectedFault::Refused(status),
            2 => InjectedFault::DoneButRefused(status),
            3 => InjectedFault::Cut,
            4 => InjectedFault::DoneButCut,
            _ => InjectedFault::Slow(Duration::from_millis(random.u64(10..SLOW_MILLIS_MAX))),
        }
    }

    fn remove_permission(&mut self) {
        let Some(&channel) = self.random.choice(&self.changing) else { return };
        if self.missing.is_some() {
            return;
        }
        let permission = self.random.choice([
            Permissions::SEND_MESSAGES,
            Permissions::ATTACH_FILES,
            Permissions::VIEW_CHANNEL,
        ]);
        let permission = permission.unwrap_or(Permissions::ATTACH_FILES);
        self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT.without(permission));
        self.missing = Some((channel, self.random.u32(3..12), Instant::now() + MISSING_MAX));
    }

    fn restore_permission(&mut self) {
        if let Some((channel, ..)) = self.missing.take() {
            self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT);
        }
    }

    fn interrupt_gateway(&mut self) {
        self.interruptions += 1;
        let outages = [
            Outage::Drop,
            Outage::Drop,
            Outage::Reconnect,
            Outage::Close(4_000),
            Outage::Invalidate { resumable: true },
            Outage::Invalidate { resumable: false },
        ];
        let outage = self.random.choice(outages).unwrap_or(Outage::Drop);
        let ends_session = outage == Outage::Invalidate { resumable: false };
        self.ended_sessions += usize::from(ends_session);
        self.emulator.outage(if ends_session && self.ended_sessions > 2 {
            Outage::Drop
        } else {
            outage
        });
    }

    fn clear(&mut self) {
        self.emulator.clear_faults();
        self.emulator.set_rate_limit(RateLimit::default());
        self.emulator.repeat_events(false);
        for &channel in &self.changing {
            self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT);
        }
    }
}

/// Waits for a time, or for ever where there is none.
async fn reached(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
