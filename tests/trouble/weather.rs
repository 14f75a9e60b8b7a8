//! A Discord that misbehaves all the time, in every way it can, by lot.

use std::time::Duration;

use kradan::emulator::{Emulator, FaultRule, Id, InjectedFault, Outage, Permissions, RateLimit};
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// How many requests go well between two that do not, at most.
const CALM_MAX: u32 = 8;

/// After how many strokes those that found no request have blown over. Piled up for what is rarely
/// asked, they would let every such request fail, and that would not be weather but an end.
const BLOWS_OVER: usize = 4;

/// The rate limits of every channel, small enough to be met.
const LIMIT: RateLimit = RateLimit { requests: 20, window: Duration::from_secs(1) };

/// What requests trouble is made for: any, and those that matter most.
const MATCHING: [&str; 7] = [
    "",
    "/callback",
    "/callback",
    "POST /channels/{channel_id}/messages",
    "GET /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages",
    "@original",
];

/// Makes trouble until it is told to stop.
pub(crate) struct Weather {
    emulator: Emulator,
    lots: fastrand::Rng,
    /// The channels in which permissions come and go.
    restless: Vec<Id>,
    withdrawn: Option<(Id, u32)>,
    repeats: bool,
    /// How often everybody was thrown out for good, which takes serenity seconds.
    thrown_out: usize,
}

impl Weather {
    pub(crate) fn new(emulator: &Emulator, restless: Vec<Id>, seed: u64) -> Weather {
        emulator.set_rate_limit(LIMIT);
        Weather {
            emulator: emulator.clone(),
            lots: fastrand::Rng::with_seed(seed),
            restless,
            withdrawn: None,
            repeats: false,
            thrown_out: 0,
        }
    }

    /// Something goes wrong every few requests. Then all goes well.
    pub(crate) async fn rage(mut self, stop: CancellationToken) {
        let mut requests = self.emulator.subscribe_requests();
        let mut struck = 0;
        while !stop.is_cancelled() {
            for _ in 0..self.lots.u32(1..CALM_MAX) {
                tokio::select! {
                    () = stop.cancelled() => break,
                    heard = requests.recv() => match heard {
                        Ok(_) | Err(RecvError::Lagged(_)) => {}
                        Err(RecvError::Closed) => return,
                    },
                }
            }
            struck += 1;
            if struck % BLOWS_OVER == 0 {
                self.emulator.clear_faults();
            }
            self.strike();
        }
        self.clear();
    }

    fn strike(&mut self) {
        self.withdrawn = match self.withdrawn {
            Some((channel, 0)) => {
                self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT);
                None
            }
            Some((channel, left)) => Some((channel, left - 1)),
            None => None,
        };
        match self.lots.u32(0..60) {
            0 | 1 => self.withdraw(),
            2 => self.throw_out(),
            3 => {
                self.repeats = !self.repeats;
                self.emulator.repeat_events(self.repeats);
            }
            _ => {
                let matching = self.lots.choice(MATCHING).unwrap_or_default();
                let fault = self.fault();
                self.emulator.inject_fault(FaultRule::once(matching, fault));
            }
        }
    }

    fn fault(&mut self) -> InjectedFault {
        let lots = &mut self.lots;
        let status = lots.choice([500, 502, 503]).unwrap_or(500);
        match lots.u32(0..6) {
            0 => InjectedFault::TooMany {
                retry_after: Duration::from_millis(lots.u64(10..1_000)),
                global: lots.u32(0..5) == 0,
            },
            1 => InjectedFault::Refused(status),
            2 => InjectedFault::DoneButRefused(status),
            3 => InjectedFault::Cut,
            4 => InjectedFault::DoneButCut,
            _ => InjectedFault::Slow(Duration::from_millis(lots.u64(10..2_500))),
        }
    }

    fn withdraw(&mut self) {
        let Some(&channel) = self.lots.choice(&self.restless) else { return };
        if self.withdrawn.is_some() {
            return;
        }
        let lost = self.lots.choice([
            Permissions::SEND_MESSAGES,
            Permissions::ATTACH_FILES,
            Permissions::VIEW_CHANNEL,
        ]);
        let lost = lost.unwrap_or(Permissions::ATTACH_FILES);
        self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT.without(lost));
        self.withdrawn = Some((channel, self.lots.u32(3..12)));
    }

    fn throw_out(&mut self) {
        let outages = [
            Outage::Drop,
            Outage::Drop,
            Outage::Reconnect,
            Outage::Close(4_000),
            Outage::Invalidate { resumable: true },
            Outage::Invalidate { resumable: false },
        ];
        let outage = self.lots.choice(outages).unwrap_or(Outage::Drop);
        let is_for_good = outage == Outage::Invalidate { resumable: false };
        self.thrown_out += usize::from(is_for_good);
        self.emulator.outage(if is_for_good && self.thrown_out > 2 {
            Outage::Drop
        } else {
            outage
        });
    }

    fn clear(&mut self) {
        self.emulator.clear_faults();
        self.emulator.set_rate_limit(RateLimit::default());
        self.emulator.repeat_events(false);
        for &channel in &self.restless {
            self.emulator.set_bot_permissions(channel, Permissions::OF_A_BOT);
        }
    }
}
