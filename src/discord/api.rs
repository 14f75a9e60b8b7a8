//! Requests to Discord. Everything that is sent goes through here, and nothing secret leaves it by
//! way of an error or a log.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota};
use serde::Serialize;
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId as Channel, CreateAllowedMentions, CreateAttachment, Http,
    HttpBuilder, InteractionId, MessageFlags, MessageId,
};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};

pub(super) use super::error::ApiError;
use super::message::Message;
use super::panels::Panel;
use super::payload::{Kind, payload};
use super::visibility::Visibility;
use crate::table::{ChannelId, PlayerId};

/// Requests a second that are made besides answers to interactions: Discord takes 50.
const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(45).unwrap();

/// How many new conversations are opened a second, and how many in one go after a while without.
const CONVERSATIONS_PER_SECOND: NonZeroU32 = NonZeroU32::new(1).unwrap();
const CONVERSATIONS_AT_ONCE: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// How long a request may take in all.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a request is held back at most by Discord's limits.
const HELD_BACK_MAX: Duration = Duration::from_secs(15);

/// How long it may take to reach Discord at all.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long to wait before an answer is tried again. Discord takes a first answer for three
/// seconds and takes it once, so that trying again can do no harm.
const ANSWER_AGAIN: [Duration; 3] =
    [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

/// The longest nonce that Discord takes.
const NONCE_MAX: usize = 25;

/// How many digits the number of a place has at most, to the base 62.
const PLACE_DIGITS: usize = 11;

/// Discord's code for a message that is not there.
const UNKNOWN_MESSAGE: isize = 10_008;

/// How many messages of a channel are read at once: the most that Discord gives.
pub(super) const PAGE: usize = 100;

/// Where Discord is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The REST API, if it is not Discord's own: `http://127.0.0.1:4000`.
    pub api: Option<String>,
    /// The client for everything but answers to interactions. Tests bring one that takes another
    /// machine for Discord.
    pub client: Option<reqwest::Client>,
}

/// The way to Discord.
#[derive(Debug)]
pub(super) struct Api {
    /// For answers to interactions. They do not count against the limits that serenity keeps, and
    /// its limiter would remember every one of them for ever.
    quick: Http,
    /// For everything else.
    steady: Http,
    limiter: DefaultDirectRateLimiter,
    /// How many requests wait for the limiter, but for those that strip old boards.
    waiting: AtomicUsize,
    conversations: DefaultDirectRateLimiter,
}

/// Where the gateway is, and what it takes.
#[derive(Clone, Debug)]
pub(super) struct GatewayPlace {
    pub(super) url: String,
    /// How many shards Discord wants.
    pub(super) shards: u32,
    /// How many shards may identify within five seconds.
    pub(super) max_concurrency: u64,
    /// How many sessions may still be begun.
    pub(super) starts_left: u64,
    /// When that is counted anew.
    pub(super) reset_after: Duration,
}

/// An interaction that can be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct InteractionHandle<'a> {
    pub(super) application: u64,
    pub(super) interaction: u64,
    pub(super) token: &'a str,
}

/// Who sees an answer that was meant for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// All do. The message, if Discord says which.
    ToAll(Option<u64>),
    /// Who asked does, and nobody else: so Discord decided.
    ToAsker,
}

impl Said {
    /// By the message itself, and by what Discord says of it.
    fn of(message: &Value, interaction: &Value) -> Said {
        let is_ephemeral = interaction["response_message_ephemeral"] == true
            || flags(message).contains(MessageFlags::EPHEMERAL);
        if is_ephemeral { Said::ToAsker } else { Said::ToAll(message_id(message)) }
    }
}

/// What became of the answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// There is none that all see.
    Never,
    /// All see that it takes a moment, and nothing more yet.
    Promised,
    With(u64),
}

impl Answered {
    fn of(message: &Value) -> Answered {
        let flags = flags(message);
        // What one alone sees tells nobody else: an interaction that came twice may have been
        // answered so by the one while the other had made its change.
        if flags.contains(MessageFlags::EPHEMERAL) {
            return Answered::Never;
        }
        if flags.contains(MessageFlags::LOADING) {
            return Answered::Promised;
        }
        message_id(message).map_or(Answered::Never, Answered::With)
    }
}

impl Api {
    pub(super) fn new(token: &str, endpoint: &Endpoint) -> Result<Api, reqwest::Error> {
        let quick = HttpBuilder::new(token).client(client(endpoint)?).ratelimiter_disabled(true);
        let steady = HttpBuilder::new(token).client(client(endpoint)?);
        let nobody = CreateAllowedMentions::new();
        let at = |builder: HttpBuilder, is_limited: bool| {
            match &endpoint.api {
                // serenity takes another address only without its limiter.
                Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true),
                None => builder.ratelimiter_disabled(!is_limited),
            }
            .default_allowed_mentions(nobody.clone())
            .build()
        };
        Ok(Api {
            quick: at(quick, false),
            steady: at(steady, true),
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(REQUESTS_PER_SECOND)),
            waiting: AtomicUsize::new(0),
            conversations: DefaultDirectRateLimiter::direct(
                Quota::per_second(CONVERSATIONS_PER_SECOND).allow_burst(CONVERSATIONS_AT_ONCE),
            ),
        })
    }

    /// Our application, once it is known; 0 before that.
    pub(super) fn application(&self) -> u64 {
        self.steady.application_id().map_or(0, ApplicationId::get)
    }

    /// Asks which application we are.
    pub(super) async fn who_am_i(&self) -> Result<u64, ApiError> {
        let us = patiently(self.steady.get_current_application_info()).await?;
        self.quick.set_application_id(us.id);
        self.steady.set_application_id(us.id);
        Ok(us.id.get())
    }

    /// Asks where the gateway is.
    pub(super) async fn gateway(&self) -> Result<GatewayPlace, ApiError> {
        let gateway = patiently(self.steady.get_bot_gateway()).await?;
        let limit = gateway.session_start_limit;
        Ok(GatewayPlace {
            url: gateway.url,
            shards: gateway.shards.max(1),
            max_concurrency: limit.max_concurrency,
            starts_left: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        })
    }

    /// Answers an interaction with a new message, and says which message that is.
    pub(super) async fn answer(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Said, ApiError> {
        let mut attempt = 0;
        loop {
            match self.callback(handle, 4, message, visibility).await {
                Ok(answer) => {
                    return Ok(Said::of(&answer["resource"]["message"], &answer["interaction"]));
                }
                // It was done the time before, whatever Discord said then.
                Err(ApiError::Answered) if attempt > 0 && visibility == Visibility::Asker => {
                    return Ok(Said::ToAsker);
                }
                Err(ApiError::Answered) if attempt > 0 => {
                    return match self.answered(handle).await? {
                        Answered::With(message) => Ok(Said::ToAll(Some(message))),
                        Answered::Never | Answered::Promised => Err(ApiError::Answered),
                    };
                }
                Err(ApiError::Unsure(_)) if attempt < ANSWER_AGAIN.len() => {
                    tokio::time::sleep(ANSWER_AGAIN[attempt]).await;
                    attempt += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Answers an interaction by changing the message whose button was pressed.
    pub(super) async fn change(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<(), ApiError> {
        self.callback(handle, 7, message, Visibility::All).await.map(drop)
    }

    async fn callback(
        &self,
        handle: InteractionHandle<'_>,
        kind: u8,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Value, ApiError> {
        let as_new = if kind == 7 { Kind::Edit } else { Kind::New };
        let (payload, files) = payload(message, visibility, as_new).await;
        let body = json!({ "type": kind, "data": payload });
        let route = Route::InteractionResponse {
            interaction_id: InteractionId::new(handle.interaction),
            token: handle.token,
        };
        let request = Request::new(route, LightMethod::Post)
            .params(Some(vec![("with_response", "true".to_owned())]));
        self.send(&self.quick, request, &body, files).await
    }

    /// Tells Discord that the answer takes a moment.
    pub(super) async fn defer(
        &self,
        handle: InteractionHandle<'_>,
        visibility: Visibility,
    ) -> Result<(), ApiError> {
        let data = match visibility {
            Visibility::All => json!({}),
            Visibility::Asker => json!({ "flags": MessageFlags::EPHEMERAL.bits() }),
        };
        let body = json!({ "type": 5, "data": data });
        self.bare_callback(handle, &body).await
    }

    /// Answers with what an option can be.
    pub(super) async fn suggest(
        &self,
        handle: InteractionHandle<'_>,
        choices: &[(String, String)],
    ) -> Result<(), ApiError> {
        let choices: Vec<Value> =
            choices.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.bare_callback(handle, &json!({ "type": 8, "data": { "choices": choices } })).await
    }

    async fn bare_callback(
        &self,
        handle: InteractionHandle<'_>,
        body: &Value,
    ) -> Result<(), ApiError> {
        let route = Route::InteractionResponse {
            interaction_id: InteractionId::new(handle.interaction),
            token: handle.token,
        };
        self.send(&self.quick, Request::new(route, LightMethod::Post), body, Vec::new())
            .await
            .map(drop)
    }

    /// Puts the answer in the place that was kept for it.
    pub(super) async fn fill(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
    ) -> Result<Said, ApiError> {
        let (payload, files) = payload(message, Visibility::All, Kind::Edit).await;
        let request = Request::new(original(handle), LightMethod::Patch);
        let answer = self.send(&self.quick, request, &payload, files).await?;
        Ok(Said::of(&answer, &Value::Null))
    }

    /// Says one thing more to an interaction that was answered.
    pub(super) async fn follow_up(
        &self,
        handle: InteractionHandle<'_>,
        message: &Message,
        visibility: Visibility,
    ) -> Result<Option<u64>, ApiError> {
        let (payload, files) = payload(message, visibility, Kind::New).await;
        let route = Route::WebhookFollowupMessages {
            application_id: ApplicationId::new(handle.application),
            token: handle.token,
        };
        let request = Request::new(route, LightMethod::Post);
        let answer = self.send(&self.quick, request, &payload, files).await?;
        Ok(message_id(&answer))
    }

    /// What became of the answer to an interaction.
    pub(super) async fn answered(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<Answered, ApiError> {
        let original = self.original(handle).await?;
        Ok(original.as_ref().map_or(Answered::Never, Answered::of))
    }

    /// Whether an answer was promised, to all or to the asker alone, and has not come.
    pub(super) async fn is_promised(
        &self,
        handle: InteractionHandle<'_>,
    ) -> Result<bool, ApiError> {
        let original = self.original(handle).await?;
        Ok(original.is_some_and(|it| flags(&it).contains(MessageFlags::LOADING)))
    }

    /// Takes away the promise of an answer. An answer that is there stays: the same interaction
    /// may have come twice, and its board be told by the other one.
    pub(super) async fn unpromise(&self, handle: InteractionHandle<'_>) -> Result<(), ApiError> {
        let mut pauses = ANSWER_AGAIN.into_iter();
        loop {
            let error = match self.unpromise_once(handle).await {
                Ok(()) | Err(ApiError::Gone(_)) => return Ok(()),
                Err(error) => error,
            };
            let pause = pauses.next().filter(|_| matches!(error, ApiError::Unsure(_)));
            let Some(pause) = pause else { return Err(error) };
            tokio::time::sleep(pause).await;
        }
    }

    async fn unpromise_once(&self, handle: InteractionHandle<'_>) -> Result<(), ApiError> {
        match self.original(handle).await? {
            Some(message) if flags(&message).contains(MessageFlags::LOADING) => {
                self.withdraw(handle).await
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The message that answers an interaction, if there is one.
    async fn original(&self, handle: InteractionHandle<'_>) -> Result<Option<Value>, ApiError> {
        let request = Request::new(original(handle), LightMethod::Get);
        match patiently(self.quick.fire::<Value>(request)).await {
            Ok(message) => Ok(Some(message)),
            Err(ApiError::Gone(_) | ApiError::TooLate) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Takes away the message that answered an interaction.
    pub(super) async fn withdraw(&self, handle: InteractionHandle<'_>) -> Result<(), ApiError> {
        let request = Request::new(original(handle), LightMethod::Delete);
        self.quick.request(request).await.map(drop).map_err(ApiError::of)
    }

    /// Changes a panel that was opened earlier.
    pub(super) async fn change_panel(
        &self,
        application: u64,
        panel: &Panel,
        message: &Message,
    ) -> Result<(), ApiError> {
        let (payload, files) = payload(message, Visibility::All, Kind::Edit).await;
        let request = Request::new(panel_route(application, panel), LightMethod::Patch);
        self.send(&self.quick, request, &payload, files).await.map(drop)
    }

    /// Takes a panel away.
    pub(super) async fn close_panel(
        &self,
        application: u64,
        panel: &Panel,
    ) -> Result<(), ApiError> {
        let request = Request::new(panel_route(application, panel), LightMethod::Delete);
        self.quick.request(request).await.map(drop).map_err(ApiError::of)
    }

    /// Posts a message. Posted twice with the same mark to the same place within some minutes, it
    /// is there once.
    pub(super) async fn post(
        &self,
        place: ChannelId,
        message: &Message,
        mark: &str,
    ) -> Result<Option<u64>, ApiError> {
        self.turn().await;
        let (mut payload, files) = payload(message, Visibility::All, Kind::New).await;
        payload.nonce = Some(nonce(mark, place));
        payload.enforce_nonce = Some(true);
        let route = Route::ChannelMessages { channel_id: Channel::new(place.0) };
        let request = Request::new(route, LightMethod::Post);
        match self.send(&self.steady, request, &payload, files).await {
            Ok(answer) => Ok(message_id(&answer)),
            // It was posted the time before, and somebody has deleted it since.
            Err(ApiError::Gone(UNKNOWN_MESSAGE)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens our conversation with a person, or finds it. Many new ones in a row would have us taken
    /// for a nuisance: there is a pace, and who comes too early tries again later.
    pub(super) async fn open_conversation(&self, player: PlayerId) -> Result<ChannelId, ApiError> {
        if self.conversations.check().is_err() {
            return Err(ApiError::Unsure("other conversations are opened first".to_owned()));
        }
        self.turn().await;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post);
        let body = json!({ "recipient_id": player.0.to_string() });
        let conversation = self.send(&self.steady, request, &body, Vec::new()).await?;
        let place = message_id(&conversation).map(ChannelId);
        place.ok_or(ApiError::Unsure("a conversation has no id".to_owned()))
    }

    /// A page of what was said in a channel right after a message.
    pub(super) async fn said_after(
        &self,
        place: ChannelId,
        message: u64,
    ) -> Result<Vec<Value>, ApiError> {
        self.turn().await;
        let route = Route::ChannelMessages { channel_id: Channel::new(place.0) };
        let params = vec![("after", message.to_string()), ("limit", PAGE.to_string())];
        let request = Request::new(route, LightMethod::Get).params(Some(params));
        patiently(self.steady.fire(request)).await
    }

    /// Waits until a request may be made that counts against Discord's limit.
    async fn turn(&self) {
        let _waiting = Waiting::among(&self.waiting);
        self.limiter.until_ready().await;
    }

    /// Whether a request waits that somebody waits for.
    pub(super) fn is_busy(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Takes a message's buttons and menus away.
    pub(super) async fn strip(&self, place: ChannelId, message: u64) -> Result<(), ApiError> {
        self.limiter.until_ready().await;
        let route = Route::ChannelMessage {
            channel_id: Channel::new(place.0),
            message_id: MessageId::new(message),
        };
        let request = Request::new(route, LightMethod::Patch);
        let body = json!({ "components": [] });
        self.send(&self.steady, request, &body, Vec::new()).await.map(drop)
    }

    /// Opens a thread below a message, or finds the one that is there.
    pub(super) async fn open_thread(
        &self,
        place: ChannelId,
        message: u64,
        name: &str,
    ) -> Result<ChannelId, ApiError> {
        self.turn().await;
        let route = Route::ChannelMessageThreads {
            channel_id: Channel::new(place.0),
            message_id: MessageId::new(message),
        };
        let request = Request::new(route, LightMethod::Post);
        // A week: boards may be days apart, and a post wakes the thread up in any case.
        let body = json!({ "name": name, "auto_archive_duration": 10_080 });
        let thread = match self.send(&self.steady, request, &body, Vec::new()).await {
            // A message's thread has the message's number.
            Err(ApiError::Exists) => return Ok(ChannelId(message)),
            other => other?,
        };
        message_id(&thread).map(ChannelId).ok_or(ApiError::Unsure("a thread has no id".to_owned()))
    }

    /// What Discord knows of a channel or thread.
    pub(super) async fn channel(&self, place: ChannelId) -> Result<Value, ApiError> {
        self.turn().await;
        let route = Route::Channel { channel_id: Channel::new(place.0) };
        patiently(self.steady.fire(Request::new(route, LightMethod::Get))).await
    }

    pub(super) async fn change_thread(
        &self,
        place: ChannelId,
        change: &Value,
    ) -> Result<(), ApiError> {
        self.turn().await;
        let route = Route::Channel { channel_id: Channel::new(place.0) };
        let request = Request::new(route, LightMethod::Patch);
        self.send(&self.steady, request, change, Vec::new()).await.map(drop)
    }

    /// Tells Discord which commands there are.
    pub(super) async fn register(&self, commands: &Value) -> Result<(), ApiError> {
        self.turn().await;
        let route = Route::Commands { application_id: ApplicationId::new(self.application()) };
        let request = Request::new(route, LightMethod::Put);
        self.send(&self.steady, request, commands, Vec::new()).await.map(drop)
    }

    async fn send(
        &self,
        http: &Http,
        request: Request<'_>,
        body: &impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<Value, ApiError> {
        let json = serde_json::to_string(body).map_err(|it| ApiError::Faulty(it.to_string()))?;
        let request = if files.is_empty() {
            request.body(Some(json.into_bytes()))
        } else {
            request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(files),
                payload_json: Some(json),
                fields: Vec::new(),
            }))
        };
        let response = patiently(http.request(request)).await?;
        if response.status() == reqwest::StatusCode::NO_CONTENT {
            return Ok(Value::Null);
        }
        // What was asked is done: an answer that cannot be read does not change that.
        let body = response.bytes().await.unwrap_or_default();
        Ok(serde_json::from_slice(&body).unwrap_or(Value::Null))
    }
}

/// Waits for Discord, but not for as long as it likes: told to come back later, serenity's limiter
/// does so, and would keep whoever waits for half an hour.
async fn patiently<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, ApiError> {
    match tokio::time::timeout(HELD_BACK_MAX, request).await {
        Ok(answer) => answer.map_err(ApiError::of),
        Err(_) => Err(ApiError::Unsure("held back for too long".to_owned())),
    }
}

fn original(handle: InteractionHandle<'_>) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: ApplicationId::new(handle.application),
        token: handle.token,
    }
}

/// One of those who wait, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn among(all: &AtomicUsize) -> Waiting<'_> {
        all.fetch_add(1, Ordering::Relaxed);
        Waiting(all)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn panel_route(application: u64, panel: &Panel) -> Route<'_> {
    let (application_id, token) = (ApplicationId::new(application), panel.token.as_str());
    match panel.follow_up {
        None => Route::WebhookOriginalInteractionResponse { application_id, token },
        Some(message) => Route::WebhookFollowupMessage {
            application_id,
            token,
            message_id: MessageId::new(message),
        },
    }
}

fn flags(message: &Value) -> MessageFlags {
    MessageFlags::from_bits_retain(message["flags"].as_u64().unwrap_or(0))
}

/// What Discord knows a posted message by: the mark and the place, in the 25 characters that it
/// takes. A longer mark is hashed.
fn nonce(mark: &str, place: ChannelId) -> String {
    if mark.len() <= NONCE_MAX - PLACE_DIGITS {
        return format!("{mark}{}", base_62(place.0, PLACE_DIGITS));
    }
    let mut hasher = DefaultHasher::new();
    mark.hash(&mut hasher);
    format!("{}{}", base_62(hasher.finish(), 11), base_62(place.0, PLACE_DIGITS))
}

/// A number in as many digits and letters, the highest first.
pub(super) fn base_62(number: u64, width: usize) -> String {
    const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let digit = |place: usize| {
        let power = u32::try_from(place).ok().and_then(|it| 62_u64.checked_pow(it));
        let digit = power.map_or(0, |power| number / power % 62);
        usize::try_from(digit).ok().and_then(|it| DIGITS.get(it)).map_or('0', |it| char::from(*it))
    };
    (0..width).rev().map(digit).collect()
}

/// Discord writes its numbers as text.
pub(super) fn message_id(message: &Value) -> Option<u64> {
    message["id"].as_str()?.parse().ok()
}

/// The HTTP client, with its timeouts.
pub(super) fn client(endpoint: &Endpoint) -> Result<reqwest::Client, reqwest::Error> {
    match &endpoint.client {
        Some(client) => Ok(client.clone()),
        None => reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .build(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_short_enough_and_no_two_are_alike() {
        assert_eq!(base_62(u64::MAX, 11), "lYGhA16ahyf");
        assert_eq!(base_62(0, 3), "000");
        assert_eq!(base_62(62 * 62 + 61, 3), "10Z");
        let numbers = [0, 1, 61, 62, 1_300_000_000_000_000_012, u64::MAX - 1, u64::MAX];
        let mut written: Vec<String> = numbers.iter().map(|it| base_62(*it, 11)).collect();
        assert!(written.iter().all(|it| it.len() == 11));
        written.sort_unstable();
        written.dedup();
        assert_eq!(written.len(), numbers.len());
        let marks = ["", "lYGhA16ahyf00Z", "lYGhA16ahyf00Z.left", "lYGhA16ahyf00Y.left"];
        let mut nonces = Vec::new();
        for place in [ChannelId(1), ChannelId(u64::MAX)] {
            nonces.extend(marks.map(|mark| nonce(mark, place)));
        }
        assert!(nonces.iter().all(|it| it.len() <= NONCE_MAX));
        nonces.sort_unstable();
        nonces.dedup();
        assert_eq!(nonces.len(), 8);
    }
}
