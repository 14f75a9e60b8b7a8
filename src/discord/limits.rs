//! Discord's numbers. Each names the page of Discord's documentation that states it; pages are those
//! of <https://docs.discord.com/developers>.

use std::num::NonZeroU32;
use std::time::Duration;

use jiff::SignedDuration;

/// The most requests a second of one bot, responses to interactions apart; Discord raises it for large bots
/// that ask. *Rate Limits*.
pub const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(50).unwrap();

/// How many of these are made at once.
pub(super) const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// Out of these, the requests a second that remove old controls; as many more while no other request
/// waits; and how many there are in all while announcements wait, of which there may be thousands. Ours.
pub(super) const CLEANUPS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
pub(super) const SPARE_CLEANUPS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();
pub(super) const FEWEST_CLEANUPS_PER_SECOND: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// The time between two new conversations. Discord gives no number: bots were blocked after 20 to 50 in a
/// day, also at 9 seconds apart. *User Resource*, Create DM.
pub(super) const BETWEEN_CONVERSATIONS: SignedDuration = SignedDuration::from_secs(30);

/// For how long no new conversation is opened once Discord said that they are too many. Ours.
pub(super) const CONVERSATIONS_CLOSED_FOR: SignedDuration = SignedDuration::from_hours(1);

/// The time within which an interaction must be responded to or deferred. *Receiving and Responding
/// to Interactions*.
pub(super) const FIRST_RESPONSE_WITHIN: Duration = Duration::from_secs(3);

/// How far the timestamp of an interaction over HTTP may be from this machine's clock. Discord gives no
/// number. Ours.
pub(super) const SIGNED_WITHIN_SECONDS: u64 = 5 * 60;

/// The longest interaction over HTTP, in bytes. Discord gives no number: a message with all that it may
/// have, and 25 people with their roles, are a tenth of that. Ours.
pub(super) const INTERACTION_BYTES_MAX: usize = 1 << 20;

/// After how long somebody is told that what they did is not shown yet. Ours.
pub(super) const NOT_SHOWN_AFTER: Duration = Duration::from_secs(3);

/// How long after its arrival an interaction is deferred: half of that time is left to the way there and
/// back.
pub(super) const DEFERRED_AFTER: Duration =
    Duration::from_millis(FIRST_RESPONSE_WITHIN.as_secs() * 1_000 / 2);

/// For how long the token of an interaction is valid, in minutes. *Receiving and Responding to
/// Interactions*.
const TOKEN_MINUTES: i64 = 15;

/// For how long the webhook of an interaction may be unknown that came over HTTP. Discord gives no number
/// (discord-api-docs#7220). Ours.
pub(super) const WEBHOOK_UNKNOWN_FOR: Duration = Duration::from_secs(10);

/// For how long a token is used: a minute is left to clocks and to the way there.
pub(super) const TOKEN_USED_FOR: SignedDuration = SignedDuration::from_mins(TOKEN_MINUTES - 1);

/// How long one attempt at a request may take, and how long connecting may take of it. Ours.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a request waits at most because of rate limits, its own time included. Ours.
pub(super) const HELD_BACK_MAX: Duration = Duration::from_secs(15);

/// The longest text of a message, in characters. *Message Resource*, Create Message.
pub(super) const CONTENT_MAX: usize = 2_000;

/// The longest description of a file, in characters. *Message Resource*, Attachment Object.
pub(super) const ALT_MAX: usize = 1_024;

/// The longest nonce, in characters. *Message Resource*, Create Message.
pub(super) const NONCE_MAX: usize = 25;

/// The most messages that one request reads. *Message Resource*, Get Channel Messages.
pub(super) const MESSAGES_PER_PAGE: usize = 100;

/// The longest `custom_id`, in characters. *Component Reference*.
pub(super) const CUSTOM_ID_MAX: usize = 100;

/// The longest title of a form and label of its input, in characters. *Receiving and Responding to
/// Interactions*, Modal; *Component Reference*, Text Input.
pub(super) const FORM_TEXT_MAX: usize = 45;

/// The longest label of a button, in characters. *Component Reference*, Button.
pub(super) const BUTTON_LABEL_MAX: usize = 80;

/// The most buttons in a row. *Component Reference*, Action Row.
pub(super) const BUTTONS_IN_A_ROW: usize = 5;

/// The most options of a menu. *Component Reference*, String Select.
pub(super) const MENU_OPTIONS_MAX: usize = 25;

/// The most rows of buttons and menus below a message. *Component Reference*, Action Row.
pub(super) const ROWS_MAX: usize = 5;

/// The most emoji of an application, the longest name of one, and the largest picture in bytes. *Emoji
/// Resource*.
#[cfg(test)]
pub(super) const EMOJIS_MAX: usize = 2_000;
#[cfg(test)]
pub(super) const EMOJI_NAME_MAX: usize = 32;
#[cfg(test)]
pub(super) const EMOJI_BYTES_MAX: usize = 256 * 1_024;

/// How many emoji are uploaded at once, enough for the pieces of one side, and the time between two
/// after these: five a minute. A Discord of one's own takes them faster. Discord gives no number. Ours.
pub(super) const EMOJIS_AT_ONCE: NonZeroU32 = NonZeroU32::new(8).unwrap();
pub(super) const BETWEEN_EMOJIS: Duration = Duration::from_secs(12);
pub(super) const BETWEEN_LOCAL_EMOJIS: Duration = Duration::from_millis(250);

/// The longest name of a suggestion, in characters. *Application Commands*, Option Choice.
pub(super) const SUGGESTION_MAX: usize = 100;

/// The two longest times of silence after which a thread is archived, in minutes: three days and a
/// week. *Channel Resource*, `auto_archive_duration`.
pub(super) const ARCHIVED_AFTER_THREE_DAYS: i64 = 4_320;
pub(super) const ARCHIVED_AFTER_A_WEEK: i64 = 10_080;

/// A day, which is also the time of silence where a thread gives none, in minutes. *Channel Resource*.
pub(super) const ARCHIVED_AFTER_A_DAY: i64 = 1_440;

/// The first millisecond of Discord's ids, in Unix time. *API Reference*, Snowflakes.
pub(super) const EPOCH_MS: i64 = 1_420_070_400_000;

/// The bits of an id below its milliseconds. *API Reference*, Snowflakes.
pub(super) const BITS_BELOW_TIME: u32 = 22;

/// One identify is taken in this time by each of the `max_concurrency` buckets. *Gateway*, Sharding.
pub(super) const BETWEEN_IDENTIFIES: Duration = Duration::from_secs(5);

/// The version of the gateway, and how its messages are encoded. *Gateway*, Connecting.
pub(super) const GATEWAY_QUERY: &str = "v=10&encoding=json";

/// Error codes in the body of a response. *Opcodes and Status Codes*, JSON.
pub(super) mod code {
    pub(crate) const UNKNOWN_CHANNEL: isize = 10_003;
    pub(crate) const UNKNOWN_GUILD: isize = 10_004;
    pub(crate) const UNKNOWN_MEMBER: isize = 10_007;
    pub(crate) const UNKNOWN_MESSAGE: isize = 10_008;
    pub(crate) const UNKNOWN_USER: isize = 10_013;
    pub(crate) const UNKNOWN_WEBHOOK: isize = 10_015;
    pub(crate) const UNKNOWN_INTERACTION: isize = 10_062;
    pub(crate) const EXPLICIT_CONTENT: isize = 20_009;
    pub(crate) const DIRECT_MESSAGES_TOO_FAST: isize = 40_003;
    pub(crate) const SENDING_SWITCHED_OFF: isize = 40_004;
    pub(crate) const FEATURE_SWITCHED_OFF: isize = 40_006;
    pub(crate) const FORUM_HAS_NO_MESSAGES: isize = 40_058;
    pub(crate) const ALREADY_ACKNOWLEDGED: isize = 40_060;
    pub(crate) const MISSING_ACCESS: isize = 50_001;
    pub(crate) const CANNOT_MESSAGE_USER: isize = 50_007;
    pub(crate) const NOT_A_TEXT_CHANNEL: isize = 50_008;
    pub(crate) const MISSING_PERMISSIONS: isize = 50_013;
    pub(crate) const WRONG_KIND_OF_CHANNEL: isize = 50_024;
    pub(crate) const INVALID_WEBHOOK_TOKEN: isize = 50_027;
    pub(crate) const INVALID_FORM_BODY: isize = 50_035;
    pub(crate) const THREAD_IS_ARCHIVED: isize = 50_083;
    pub(crate) const NO_MUTUAL_GUILDS: isize = 50_278;
    pub(crate) const CANNOT_REPLY: isize = 160_002;
    pub(crate) const THREAD_EXISTS: isize = 160_004;
    pub(crate) const THREAD_IS_LOCKED: isize = 160_005;
    pub(crate) const BLOCKED_BY_AUTOMOD: isize = 200_000;
    pub(crate) const TITLE_BLOCKED_BY_AUTOMOD: isize = 200_001;
    pub(crate) const HARMFUL_LINKS: isize = 240_000;
    pub(crate) const FILE_UPLOADS_LIMITED: isize = 400_001;
    /// Among the errors of an invalid body.
    pub(crate) const INVALID_EMOJI: &str = "BUTTON_COMPONENT_INVALID_EMOJI";
}
