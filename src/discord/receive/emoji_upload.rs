//! Uploads the application's emoji: those that Discord lacks, a few a minute after the first, while
//! the bot already plays. Earlier art is deleted once the present art of its piece is there.

use std::sync::Arc;

use backon::BackoffBuilder as _;
use tokio_util::sync::CancellationToken;

use crate::discord::api::retry::EMOJI;
use crate::discord::api::{Api, ApiError};
use crate::discord::view::emoji::{EmojiFile, UploadedEmoji, emoji_files};
use crate::service::ErrorChain;

/// Reads which emoji the application has, uploads the others, and deletes those that these replace.
/// What Discord refuses is left out: buttons then carry words.
pub(crate) async fn upload_emojis(api: &Arc<Api>, stop: &CancellationToken) {
    let Some(uploaded) = uploaded_emojis(api, stop).await else { return };
    let mut missing = api.emojis.note_all(&uploaded);
    let count = missing.len();
    while !missing.is_empty() {
        tokio::select! {
            () = stop.cancelled() => return,
            () = api.wait_for_emoji_upload() => {}
        }
        let Some(file) = api.emojis.take_next(&mut missing) else { break };
        if !upload(api, file, &mut missing, stop).await {
            return;
        }
    }
    let outdated = api.emojis.outdated(&uploaded);
    for &id in &outdated {
        tokio::select! {
            () = stop.cancelled() => return,
            () = api.wait_for_emoji_upload() => {}
        }
        // The next start finds it again.
        if let Err(error) = api.delete_emoji(id).await {
            tracing::warn!(error = %ErrorChain(&error), emoji = %id, "an emoji with earlier art stays");
        }
    }
    tracing::info!(
        uploaded = count,
        outdated = outdated.len(),
        "the emoji of the pieces are there"
    );
}

/// The emoji of the application; `None` where Discord does not say, or the bot is told to stop.
async fn uploaded_emojis(api: &Api, stop: &CancellationToken) -> Option<Vec<UploadedEmoji>> {
    // They are drawn on a thread of their own: nothing may wait for it.
    tokio::task::spawn_blocking(emoji_files).await.ok()?;
    for pause in EMOJI.backoff().build() {
        match api.application_emojis().await {
            Ok(uploaded) => return Some(uploaded),
            Err(error) if error.may_pass() => {
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
async fn upload(
    api: &Api,
    file: &'static EmojiFile,
    missing: &mut Vec<&'static EmojiFile>,
    stop: &CancellationToken,
) -> bool {
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
            Err(error) if error.may_pass() => {
                tracing::debug!(error = %ErrorChain(&error), name = file.name, "an emoji is not uploaded, trying again");
            }
            // Another process may have uploaded it meanwhile, and others with it, or the application is
            // full.
            Err(error) => {
                let still_missing = match api.application_emojis().await {
                    Ok(uploaded) => api.emojis.note_all(&uploaded),
                    Err(_) => missing.iter().copied().chain([file]).collect(),
                };
                let is_missing =
                    |name: &str| still_missing.iter().any(|file: &&EmojiFile| file.name == name);
                missing.retain(|file| is_missing(&file.name));
                if !is_missing(&file.name) {
                    return true;
                }
                tracing::warn!(error = %ErrorChain(&error), name = file.name, "buttons carry words: an emoji is not taken");
                return !matches!(error, ApiError::Forbidden(_));
            }
        }
        tokio::select! {
            () = stop.cancelled() => return false,
            () = tokio::time::sleep(pause) => {}
        }
    }
    false
}
