//! Uploads the application's emoji: those that Discord lacks, one after the other, while the bot
//! already plays.

use std::sync::Arc;

use backon::BackoffBuilder as _;
use tokio_util::sync::CancellationToken;

use super::api::retry::EMOJI;
use super::api::{Api, ApiError};
use super::emoji::{EmojiFile, emoji_files};
use crate::service::ErrorChain;

/// Reads which emoji the application has, and uploads the others. What Discord refuses is left out:
/// buttons then carry words.
pub(super) async fn upload_emojis(api: &Arc<Api>, stop: &CancellationToken) {
    let Some(missing) = missing_emojis(api, stop).await else { return };
    let count = missing.len();
    for file in missing {
        if !upload(api, file, stop).await {
            return;
        }
    }
    tracing::info!(uploaded = count, "the emoji of the pieces are there");
}

/// The pictures that Discord lacks; `None` where it does not say, or the bot is told to stop.
async fn missing_emojis(api: &Api, stop: &CancellationToken) -> Option<Vec<&'static EmojiFile>> {
    // They are drawn on a thread of their own: nothing may wait for it.
    tokio::task::spawn_blocking(emoji_files).await.ok()?;
    for pause in EMOJI.backoff().build() {
        match api.application_emojis().await {
            Ok(uploaded) => return Some(api.emojis.note_all(uploaded)),
            Err(error @ ApiError::Unsure(_)) => {
                tracing::warn!(error = %ErrorChain(&error), "the emoji cannot be listed, trying again");
            }
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), "buttons carry words: the emoji cannot be listed");
                return None;
            }
        }
        tokio::select! {
            () = stop.cancelled() => return None,
            () = tokio::time::sleep(pause) => {}
        }
    }
    None
}

/// Uploads one picture. Returns whether the next one may be tried.
async fn upload(api: &Api, file: &EmojiFile, stop: &CancellationToken) -> bool {
    for pause in EMOJI.backoff().build() {
        let uploaded = tokio::select! {
            () = stop.cancelled() => return false,
            uploaded = api.upload_emoji(&file.name, &file.png) => uploaded,
        };
        match uploaded {
            Ok(id) => {
                api.emojis.note(file, id);
                return true;
            }
            Err(error @ ApiError::Unsure(_)) => {
                tracing::debug!(error = %ErrorChain(&error), name = file.name, "an emoji is not uploaded, trying again");
            }
            // Another process may have uploaded it meanwhile, or the application is full.
            Err(error) => {
                tracing::warn!(error = %ErrorChain(&error), name = file.name, "buttons carry words: an emoji is not taken");
                if let Ok(uploaded) = api.application_emojis().await {
                    api.emojis.note_all(uploaded);
                }
                return !matches!(error, ApiError::Forbidden(_) | ApiError::Token);
            }
        }
        tokio::select! {
            () = stop.cancelled() => return false,
            () = tokio::time::sleep(pause) => {}
        }
    }
    false
}
