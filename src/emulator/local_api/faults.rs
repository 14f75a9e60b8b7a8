//! Fault rules, outages and the clock.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::action_error::ActionError;
use crate::admin::Outage;
use crate::handle::Emulator;
use crate::traffic::{FaultRule, InjectedFault};

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FaultBody {
    #[serde(default)]
    matching: String,
    #[serde(default = "FaultBody::once")]
    times: u32,
    #[serde(default = "FaultBody::always")]
    percent: u8,
    #[serde(rename = "mishap")]
    fault: FaultKind,
    #[serde(default)]
    milliseconds: u64,
    #[serde(default = "FaultBody::status")]
    status: u16,
    /// The error code in the body of a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FaultKind {
    TooMany,
    TooManyGlobally,
    Refused,
    DoneButRefused,
    Cut,
    DoneButCut,
    Slow,
}

impl FaultBody {
    fn once() -> u32 {
        1
    }

    fn always() -> u8 {
        100
    }

    fn status() -> u16 {
        500
    }

    fn fault(&self) -> InjectedFault {
        let time = Duration::from_millis(self.milliseconds);
        match self.fault {
            FaultKind::TooMany => InjectedFault::TooMany { retry_after: time, global: false },
            FaultKind::TooManyGlobally => {
                InjectedFault::TooMany { retry_after: time, global: true }
            }
            FaultKind::Refused => match self.code {
                Some(code) => InjectedFault::RefusedWith { status: self.status, code },
                None => InjectedFault::Refused(self.status),
            },
            FaultKind::DoneButRefused => InjectedFault::DoneButRefused(self.status),
            FaultKind::Cut => InjectedFault::Cut,
            FaultKind::DoneButCut => InjectedFault::DoneButCut,
            FaultKind::Slow => InjectedFault::Slow(time),
        }
    }

    /// The body that would add the rule.
    fn of(rule: FaultRule) -> FaultBody {
        let FaultRule { matching, times, percent, fault } = rule;
        let (kind, time, status) = match fault {
            InjectedFault::TooMany { retry_after, global: false } => {
                (FaultKind::TooMany, retry_after, 429)
            }
            InjectedFault::TooMany { retry_after, global: true } => {
                (FaultKind::TooManyGlobally, retry_after, 429)
            }
            InjectedFault::Refused(status) | InjectedFault::RefusedWith { status, .. } => {
                (FaultKind::Refused, Duration::ZERO, status)
            }
            InjectedFault::DoneButRefused(status) => {
                (FaultKind::DoneButRefused, Duration::ZERO, status)
            }
            InjectedFault::Cut => (FaultKind::Cut, Duration::ZERO, 0),
            InjectedFault::DoneButCut => (FaultKind::DoneButCut, Duration::ZERO, 0),
            InjectedFault::Slow(time) => (FaultKind::Slow, time, 200),
        };
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let code = match fault {
            InjectedFault::RefusedWith { code, .. } => Some(code),
            _ => None,
        };
        FaultBody { matching, times, percent, fault: kind, milliseconds, status, code }
    }
}

pub(super) async fn pending(State(emulator): State<Emulator>) -> Json<Value> {
    let pending: Vec<_> = emulator.pending_faults().into_iter().map(FaultBody::of).collect();
    Json(json!({"pending": pending, "connected": emulator.connections()}))
}

pub(super) async fn add(
    State(emulator): State<Emulator>,
    Json(body): Json<FaultBody>,
) -> StatusCode {
    let fault = body.fault();
    let FaultBody { matching, times, percent, .. } = body;
    emulator.inject_fault(FaultRule { matching, times, percent, fault });
    StatusCode::NO_CONTENT
}

pub(super) async fn end(State(emulator): State<Emulator>) -> StatusCode {
    emulator.clear_faults();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OutageBody {
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
    State(emulator): State<Emulator>,
    Json(body): Json<OutageBody>,
) -> StatusCode {
    emulator.outage(match body.kind {
        OutageKind::Drop => Outage::Drop,
        OutageKind::Reconnect => Outage::Reconnect,
        OutageKind::Invalidate => Outage::Invalidate { resumable: false },
        OutageKind::Resumable => Outage::Invalidate { resumable: true },
    });
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdvanceBody {
    seconds: i64,
}

pub(super) async fn advance(
    State(emulator): State<Emulator>,
    Json(ahead): Json<AdvanceBody>,
) -> Result<StatusCode, ActionError> {
    emulator.move_clock(SignedDuration::from_secs(ahead.seconds))?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn reset_clock(State(emulator): State<Emulator>) -> StatusCode {
    emulator.reset_clock();
    StatusCode::NO_CONTENT
}
