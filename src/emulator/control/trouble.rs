//! Trouble, outages and the clock.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::emulator::{Local, Mishap, NotPossible, Outage, Trouble};

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedTrouble {
    #[serde(default)]
    matching: String,
    #[serde(default = "AskedTrouble::once")]
    times: u32,
    #[serde(default = "AskedTrouble::always")]
    percent: u8,
    mishap: MishapKind,
    #[serde(default)]
    milliseconds: u64,
    #[serde(default = "AskedTrouble::status")]
    status: u16,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum MishapKind {
    TooMany,
    TooManyGlobally,
    Refused,
    DoneButRefused,
    Cut,
    DoneButCut,
    Slow,
}

impl AskedTrouble {
    fn once() -> u32 {
        1
    }

    fn always() -> u8 {
        100
    }

    fn status() -> u16 {
        500
    }

    fn mishap(&self) -> Mishap {
        let time = Duration::from_millis(self.milliseconds);
        match self.mishap {
            MishapKind::TooMany => Mishap::TooMany { retry_after: time, global: false },
            MishapKind::TooManyGlobally => Mishap::TooMany { retry_after: time, global: true },
            MishapKind::Refused => Mishap::Refused(self.status),
            MishapKind::DoneButRefused => Mishap::DoneButRefused(self.status),
            MishapKind::Cut => Mishap::Cut,
            MishapKind::DoneButCut => Mishap::DoneButCut,
            MishapKind::Slow => Mishap::Slow(time),
        }
    }

    /// As it would be asked for.
    fn of(trouble: Trouble) -> AskedTrouble {
        let Trouble { matching, times, percent, mishap } = trouble;
        let (kind, time, status) = match mishap {
            Mishap::TooMany { retry_after, global: false } => {
                (MishapKind::TooMany, retry_after, 429)
            }
            Mishap::TooMany { retry_after, global: true } => {
                (MishapKind::TooManyGlobally, retry_after, 429)
            }
            Mishap::Refused(status) => (MishapKind::Refused, Duration::ZERO, status),
            Mishap::DoneButRefused(status) => (MishapKind::DoneButRefused, Duration::ZERO, status),
            Mishap::Cut => (MishapKind::Cut, Duration::ZERO, 0),
            Mishap::DoneButCut => (MishapKind::DoneButCut, Duration::ZERO, 0),
            Mishap::Slow(time) => (MishapKind::Slow, time, 200),
        };
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        AskedTrouble { matching, times, percent, mishap: kind, milliseconds, status }
    }
}

pub(super) async fn pending(State(local): State<Local>) -> Json<Value> {
    let pending: Vec<_> = local.pending_trouble().into_iter().map(AskedTrouble::of).collect();
    Json(json!({"pending": pending, "connected": local.connections()}))
}

pub(super) async fn add(State(local): State<Local>, Json(asked): Json<AskedTrouble>) -> StatusCode {
    let mishap = asked.mishap();
    let AskedTrouble { matching, times, percent, .. } = asked;
    local.trouble(Trouble { matching, times, percent, mishap });
    StatusCode::NO_CONTENT
}

pub(super) async fn end(State(local): State<Local>) -> StatusCode {
    local.end_trouble();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedOutage {
    kind: OutageKind,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutageKind {
    Drop,
    Reconnect,
    Invalidate,
    Resumable,
}

pub(super) async fn outage(
    State(local): State<Local>,
    Json(asked): Json<AskedOutage>,
) -> StatusCode {
    local.outage(match asked.kind {
        OutageKind::Drop => Outage::Drop,
        OutageKind::Reconnect => Outage::Reconnect,
        OutageKind::Invalidate => Outage::Invalidate { resumable: false },
        OutageKind::Resumable => Outage::Invalidate { resumable: true },
    });
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ahead {
    seconds: i64,
}

pub(super) async fn advance(
    State(local): State<Local>,
    Json(ahead): Json<Ahead>,
) -> Result<StatusCode, NotPossible> {
    local.move_clock(SignedDuration::from_secs(ahead.seconds))?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn set_clock_right(State(local): State<Local>) -> StatusCode {
    local.set_clock_right();
    StatusCode::NO_CONTENT
}
