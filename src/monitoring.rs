//! Metrics for whoever hosts the bot: their names, and the recorder that Prometheus reads.
//!
//! What happens is recorded where it happens, by the macros of the crate `metrics`, which do nothing unless
//! a recorder is [installed](install). No label is an id or a name of people, servers or channels.

use std::time::Instant;

use jiff::Timestamp;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// The upper bounds of the buckets of all histograms, in seconds: from a small picture to a response that
/// came too late.
const BUCKETS: [f64; 17] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0,
    3.0, 5.0, 10.0,
];

/// Declares metrics, each with what describes it.
macro_rules! declare {
    ($($describe:ident $constant:ident $name:literal $description:literal,)+) => {
        $(pub(crate) const $constant: &str = $name;)+

        fn describe() {
            $($describe!($name, $description);)+
        }
    };
}

declare! {
    describe_counter INTERACTIONS "kradan_interactions_total" "Interactions by command and result",
    describe_histogram RESPONSE_SECONDS "kradan_response_seconds"
        "From the arrival of an interaction until Discord took its whole response",
    describe_histogram COMMIT_SECONDS "kradan_commit_seconds" "Commits of a table to the store",
    describe_histogram DRAWING_SECONDS "kradan_drawing_seconds" "Drawing of pictures and animations",
    describe_counter RATE_LIMITS "kradan_rate_limits_total" "Requests held back by a rate limit of Discord",
    describe_gauge GATEWAY_SHARDS "kradan_gateway_shards" "Shards of the gateway that this process holds",
    describe_gauge GATEWAY_CONNECTED "kradan_gateway_connected" "Those of them that are connected",
    describe_counter GATEWAY_RECONNECTS "kradan_gateway_reconnects_total"
        "Lost connections to the gateway and failed attempts, by reason",
    describe_gauge JOBS_WAITING "kradan_jobs_waiting" "Jobs that are ready, by kind, with those under way",
    describe_gauge OLDEST_JOB_SECONDS "kradan_oldest_job_seconds" "How long the oldest of them is ready",
    describe_gauge OUTBOX_WAITING "kradan_outbox_waiting" "Outbox entries that are not delivered",
    describe_gauge GAMES_RUNNING "kradan_games_running" "Games that are not over",
    describe_gauge SEARCHES_RUNNING "kradan_searches_running" "Searches of the computer opponent",
    describe_gauge STORE_BYTES "kradan_store_bytes" "Size of the stored games",
    describe_gauge START_TIME "process_start_time_seconds" "Unix time at which the process started",
}

/// Has metrics recorded from now on.
///
/// # Errors
///
/// When they are recorded already.
pub(crate) fn install() -> Result<PrometheusHandle, BuildError> {
    let recorded = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    describe();
    gauge!(START_TIME).set(Timestamp::now().as_duration().as_secs_f64());
    // Alerts compare these before anything has happened.
    counter!(RATE_LIMITS).increment(0);
    for name in [GATEWAY_SHARDS, GATEWAY_CONNECTED, SEARCHES_RUNNING] {
        gauge!(name).set(0.0);
    }
    Ok(recorded)
}

/// Does something, and records in a histogram how long it took.
pub(crate) fn timed<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    histogram!(name).record(begun.elapsed());
    done
}
