//! The loop of a job: it works, and waits until there may be more to do.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::error_chain::ErrorChain;
use kradan_store::StoreError;

/// The pause after a failure of the store.
pub(crate) const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Repeats a job, once at least, until it is cancelled or the store needs to be reopened. The job
/// returns for how long there is nothing to do; `changed` ends that time early.
pub(crate) async fn repeat<C, J>(
    what: &'static str,
    stop: &CancellationToken,
    changed: impl Fn() -> C,
    job: impl Fn() -> J,
) where
    C: Future<Output = ()>,
    J: Future<Output = Result<Duration, StoreError>>,
{
    loop {
        let wait = match job().await {
            Ok(wait) => wait,
            Err(error) => {
                let is_final = error.needs_reopen();
                tracing::error!(what, error = %ErrorChain(&error), is_final, "loop interrupted: the store failed");
                if is_final {
                    return;
                }
                AFTER_FAILURE
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = changed() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
}
