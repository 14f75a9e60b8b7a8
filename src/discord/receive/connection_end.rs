//! Why a connection to the gateway ended, and what follows: whether to connect again, when, and whether
//! with the same session. Close codes are those of Discord's *Opcodes and Status Codes*.

use std::time::Duration;

use crate::discord::api::retry::GATEWAY;

/// Why a shard does not connect again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FatalClose {
    /// Close code 4004.
    #[error("Discord does not accept the token (close code 4004)")]
    Token,
    /// Close code 4011: the bot is in too many servers for so few shards.
    #[error("Discord wants more shards (close code 4011)")]
    TooFewShards,
    /// Another one after which Discord forbids to connect again.
    #[error("Discord closed the gateway with code {0} ({words})", words = close_words(*.0))]
    Code(u16),
}

/// Why a connection ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Discord closed it, with a code where it gave one.
    Closed(Option<u16>),
    /// Discord asked for a new connection (opcode 7).
    Reconnect,
    /// The session is no longer valid (opcode 9).
    InvalidSession {
        /// Whether the same session can be tried again.
        can_resume: bool,
    },
    /// A heartbeat was not acknowledged.
    Silent,
    /// There was no connection at all.
    Unreachable(String),
    Broken(String),
}

impl Ended {
    /// Every reason in the metric of reconnects.
    pub(crate) const REASONS: [&str; 6] =
        ["closed", "asked", "invalid_session", "silent", "unreachable", "broken"];

    /// The reason in the metric of reconnects.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Ended::Closed(_) => "closed",
            Ended::Reconnect => "asked",
            Ended::InvalidSession { .. } => "invalid_session",
            Ended::Silent => "silent",
            Ended::Unreachable(_) => "unreachable",
            Ended::Broken(_) => "broken",
        }
    }

    /// Whether Discord forbids to connect again.
    pub(crate) fn fatal(&self) -> Option<FatalClose> {
        match self {
            Ended::Closed(Some(4004)) => Some(FatalClose::Token),
            Ended::Closed(Some(4011)) => Some(FatalClose::TooFewShards),
            Ended::Closed(Some(code @ 4010..=4014)) => Some(FatalClose::Code(*code)),
            _ => None,
        }
    }

    /// Whether a new session has to be begun.
    pub(crate) fn loses_session(&self) -> bool {
        matches!(
            self,
            Ended::Closed(Some(4003 | 4007 | 4009)) | Ended::InvalidSession { can_resume: false }
        )
    }

    /// How long to wait before connecting again: not at all the first time, unless the session was
    /// refused, for which Discord asks for one to five seconds.
    pub(crate) fn pause(&self, failures: u32) -> Duration {
        let refused = matches!(self, Ended::InvalidSession { can_resume: false });
        let least = if refused {
            Duration::from_secs(1).mul_f64(1.0 + 4.0 * random_fraction())
        } else {
            Duration::ZERO
        };
        let grown = match failures {
            0 => Duration::ZERO,
            failures => GATEWAY.pause(failures - 1),
        };
        // Many bots lose Discord at once, and should not all reconnect at once.
        least.max(grown.mul_f64(0.5 + random_fraction() / 2.0))
    }

    /// Logs the end of a shard's connection.
    pub(crate) fn log(&self, shard: u32, failures: u32) {
        match self {
            Ended::Closed(Some(code)) => {
                let meaning = close_words(*code);
                tracing::warn!(shard, code, meaning, "the gateway is lost: Discord closed it");
            }
            Ended::Closed(None) => {
                tracing::warn!(
                    shard,
                    "the gateway is lost: the connection ended without a close code"
                );
            }
            Ended::Reconnect => {
                tracing::info!(shard, "Discord asks for a new gateway connection");
            }
            Ended::InvalidSession { can_resume } => {
                tracing::warn!(shard, can_resume, "the gateway is lost: the session is invalid");
            }
            Ended::Silent => {
                tracing::warn!(shard, "the gateway is lost: a heartbeat was not acknowledged");
            }
            Ended::Unreachable(error) => {
                tracing::warn!(shard, error, failures, "the gateway cannot be reached");
            }
            Ended::Broken(error) => {
                tracing::warn!(shard, error, "the gateway is lost: the connection broke");
            }
        }
    }
}

/// A random number from 0 to 1.
pub(crate) fn random_fraction() -> f64 {
    let mut bytes = [0; 4];
    match getrandom::fill(&mut bytes) {
        Ok(()) => f64::from(u32::from_le_bytes(bytes)) / f64::from(u32::MAX),
        Err(_) => 0.5,
    }
}

/// What a close code means.
fn close_words(code: u16) -> &'static str {
    match code {
        1000 => "normal",
        1001 => "going away",
        4000 => "unknown error",
        4001 => "unknown opcode",
        4002 => "decode error",
        4003 => "not authenticated",
        4004 => "authentication failed",
        4005 => "already authenticated",
        4007 => "invalid sequence",
        4008 => "rate limited",
        4009 => "session timed out",
        4010 => "invalid shard",
        4011 => "sharding required",
        4012 => "invalid API version",
        4013 => "invalid intents",
        4014 => "disallowed intents",
        _ => "not documented",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_after_which_discord_forbids_to_connect_again_are_fatal() {
        let codes = (1000..=1015).chain(4000..=4020);
        let forbidden: Vec<u16> =
            codes.filter(|code| Ended::Closed(Some(*code)).fatal().is_some()).collect();
        assert_eq!(forbidden, [4004, 4010, 4011, 4012, 4013, 4014]);
        assert_eq!(Ended::Closed(Some(4004)).fatal(), Some(FatalClose::Token));
        assert_eq!(Ended::Closed(Some(4011)).fatal(), Some(FatalClose::TooFewShards));
        let text = FatalClose::Code(4014).to_string();
        assert_eq!(text, "Discord closed the gateway with code 4014 (disallowed intents)");
    }

    #[test]
    fn every_reason_is_in_the_metric() {
        let [none, some] = [String::new(), "reset".to_owned()];
        let ended = [
            Ended::Closed(Some(1000)),
            Ended::Reconnect,
            Ended::InvalidSession { can_resume: true },
            Ended::Silent,
            Ended::Unreachable(none),
            Ended::Broken(some),
        ];
        assert_eq!(ended.each_ref().map(Ended::reason), Ended::REASONS);
    }

    #[test]
    fn pauses_grow_and_have_an_end() {
        assert_eq!(Ended::Closed(None).pause(0), Duration::ZERO);
        for failures in 1..40 {
            let pause = Ended::Silent.pause(failures);
            assert!(
                pause >= Duration::from_millis(500) && pause <= Duration::from_secs(60),
                "{pause:?}"
            );
        }
        assert!(Ended::Silent.pause(30) >= Duration::from_secs(30));
        let refused = Ended::InvalidSession { can_resume: false }.pause(0);
        assert!(refused >= Duration::from_secs(1) && refused <= Duration::from_secs(5));
    }
}
