//! The daily puzzles of servers: one board a day, which counts who solved it, and becomes a line when the
//! next day begins. What is to be done next [is decided](crate::service::DailyPuzzle::next) by what is
//! stored, and each step is stored before the next one.

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::reconcile;
use crate::discord::api::message_payload::without_file;
use crate::discord::api::snowflake::first_at;
use crate::discord::api::{Api, ApiError, Priority, base_62};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::guilds;
use crate::discord::view::message::{Message, MessageEdit};
use crate::discord::view::puzzle::{DailyView, NAMED_MAX, daily_control};
use crate::service::{
    Attempt, DailyBoard, DailyPuzzle, DailyStep, ErrorChain, Job, JobKind, Posting, ServerSettings,
    StoreError, Task,
};
use kradan_exercises::{Puzzle, begin_of_day, day_of};
use kradan_i18n::Language;
use kradan_table::{ChannelId, GuildId, MessageId, PlayerId};

/// How many servers are served at once: nobody waits for it.
const AT_ONCE: usize = 4;

/// After how long a board is posted that Discord refused: somebody may give us the permission.
const AFTER_REFUSAL: SignedDuration = SignedDuration::from_hours(6);

/// Why a step is not done.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Api(#[from] ApiError),
    #[error("Discord refuses it")]
    Refused,
}

/// Posts and changes daily puzzles, until it is told to stop.
pub(crate) async fn post(bot: &Bot, stop: &CancellationToken) {
    let attempt = async |Job { task, .. }: Job| match task {
        Task::DailyPuzzle(server, _) => attempt(bot, server).await,
        _ => Ok(Attempt::Done),
    };
    bot.service.run_jobs(JobKind::DailyPuzzle, AT_ONCE, attempt, stop).await;
}

async fn attempt(bot: &Bot, server: GuildId) -> Result<Attempt, StoreError> {
    let store = bot.service.store();
    let mut begun = None;
    loop {
        let now = bot.service.clock().now();
        let channel = store.server_settings(server).await?.daily_puzzle;
        let daily = store.daily_puzzle(server).await?;
        let done = match daily.next(channel, now) {
            DailyStep::Begin(board) => {
                begun = Some(board.clone());
                keep(bot, server, daily.board, board).await.map_err(StepError::from)
            }
            DailyStep::Post(board, since) => {
                // What has just begun was not posted before.
                let since = (begun.as_ref() != Some(&board)).then_some(since);
                post_board(bot, server, (board, since), &mut begun).await
            }
            DailyStep::Count(board, message) => count(bot, server, board, message).await,
            DailyStep::End(board, message) => end(bot, server, board, message).await,
            DailyStep::Wait(until) => return Ok(Attempt::Next(until)),
            DailyStep::Nothing => return Ok(Attempt::Done),
        };
        match done {
            Ok(()) => {}
            Err(StepError::Store(error)) => return Err(error),
            Err(StepError::Api(error)) => {
                tracing::warn!(server = %server.0, error = %ErrorChain(&error), "daily puzzle not posted or changed, trying again");
                return Ok(Attempt::Failed(error.retry_after()));
            }
            Err(StepError::Refused) => {
                let again = now.saturating_add(AFTER_REFUSAL).unwrap_or(Timestamp::MAX);
                return Ok(Attempt::Next(again.min(begin_of_day(day_of(now) + 1))));
            }
        }
    }
}

/// Stores what [became](DailyPuzzle::keep) of a board.
async fn keep(
    bot: &Bot,
    server: GuildId,
    read: Option<DailyBoard>,
    board: DailyBoard,
) -> Result<(), StoreError> {
    let change = move |daily: &mut DailyPuzzle| daily.keep(read.as_ref(), board.clone());
    bot.service.store().update_daily_puzzle(server, Box::new(change)).await.map(drop)
}

/// Posts a board, unless it is there since a time. One of a day that is over is only looked for. Where another
/// channel was chosen, it is begun there.
async fn post_board(
    bot: &Bot,
    server: GuildId,
    (read, since): (DailyBoard, Option<Timestamp>),
    begun: &mut Option<DailyBoard>,
) -> Result<(), StepError> {
    let become_of = async |board: DailyBoard| {
        keep(bot, server, Some(read.clone()), board).await.map_err(StepError::from)
    };
    let (store, now) = (bot.service.store(), bot.service.clock().now());
    if let Some(since) = since {
        let found = find(&bot.api, &read, since).await;
        // It may be in a channel that is hidden, and seen again.
        let is_hidden = matches!(found, Err(ApiError::Forbidden(_)));
        if let Some(message) = passing(server, found)?.flatten() {
            let posting = Posting::Posted(message);
            return become_of(DailyBoard { posting, ..read.clone() }).await;
        }
        if is_hidden && read.is_current(now) {
            return Err(StepError::Refused);
        }
    }
    let chosen = store.server_settings(server).await?.daily_puzzle;
    let (Some(channel), Some(view), true) =
        (chosen, view_of(bot, server, &read).await?, read.is_current(now))
    else {
        return become_of(DailyBoard { posting: Posting::Over, ..read.clone() }).await;
    };
    if channel != read.channel {
        let board = DailyBoard { channel, posting: Posting::Begun(now), ..read.clone() };
        *begun = Some(board.clone());
        return become_of(board).await;
    }
    let daily = store.daily_puzzle(server).await?;
    let message = view.of(&read).announcement(&daily.mentioned);
    let mark = base_62(read.day.unsigned_abs(), 11);
    let posted = post_once(&bot.api, channel, message, (&mark, view.language)).await;
    let Some(posted) = passing(server, posted)? else {
        become_of(DailyBoard { posting: Posting::Refused, ..read.clone() }).await?;
        return Err(StepError::Refused);
    };
    // Discord knows no message of it where somebody deleted it at once.
    let posting = posted.map_or(Posting::Over, Posting::Posted);
    become_of(DailyBoard { posting, ..read.clone() }).await
}

/// The message of a board that may have been posted since a time.
async fn find(
    api: &Api,
    board: &DailyBoard,
    since: Timestamp,
) -> Result<Option<MessageId>, ApiError> {
    let control = daily_control(board.day).to_string();
    let place = (Priority::Announcement, board.channel);
    let after = first_at(since.saturating_sub(reconcile::CLOCKS_APART).unwrap_or(since));
    reconcile::find_control(api, place, after, |id| id == control).await
}

/// Has a message count the answers that there are.
async fn count(
    bot: &Bot,
    server: GuildId,
    read: DailyBoard,
    message: MessageId,
) -> Result<(), StepError> {
    let Some(view) = view_of(bot, server, &read).await? else { return Err(StepError::Refused) };
    let shown = view.of(&read).message();
    let posting = match edit(&bot.api, read.channel, message, (shown, view.language)).await {
        Err(ApiError::Gone(_)) => Posting::Over,
        edited => match passing(server, edited)? {
            Some(()) => Posting::Posted(message),
            None => return Err(StepError::Refused),
        },
    };
    let board = DailyBoard { posting, told: read.answers.len(), ..read.clone() };
    Ok(keep(bot, server, Some(read), board).await?)
}

/// Has a message become a line, and forgets who answered.
async fn end(
    bot: &Bot,
    server: GuildId,
    read: DailyBoard,
    message: MessageId,
) -> Result<(), StepError> {
    if let Some(view) = view_of(bot, server, &read).await? {
        let line = MessageEdit::Whole(view.of(&read).line());
        passing(server, bot.api.edit(read.channel, message, &line).await)?;
    }
    let change = move |daily: &mut DailyPuzzle| {
        if daily.board.as_ref() == Some(&read) {
            daily.end_board();
        }
    };
    bot.service.store().update_daily_puzzle(server, Box::new(change)).await?;
    Ok(())
}

/// What a message says beside what is stored of its board.
struct Shown {
    puzzle: &'static Puzzle,
    first: Vec<PlayerId>,
    language: Language,
}

impl Shown {
    fn of<'a>(&'a self, board: &'a DailyBoard) -> DailyView<'a> {
        DailyView { board, puzzle: self.puzzle, first: &self.first, language: self.language }
    }
}

/// `None` where this version does not know the puzzle.
async fn view_of(
    bot: &Bot,
    server: GuildId,
    board: &DailyBoard,
) -> Result<Option<Shown>, StoreError> {
    let Some(puzzle) = board.puzzle() else { return Ok(None) };
    let settings: ServerSettings = guilds::settings(bot, Some(server)).await;
    let language = settings.public_language().and_then(|tag| tag.parse().ok()).unwrap_or_default();
    let mut first = Vec::new();
    for player in board.solvers().filter(|player| !player.is_erased()) {
        if first.len() >= NAMED_MAX {
            break;
        }
        // Who is in no list of the server is not named here either.
        let profile = bot.service.store().profile(player).await?;
        if profile.is_some_and(|profile| !profile.is_unlisted) {
            first.push(player);
        }
    }
    Ok(Some(Shown { puzzle, first, language }))
}

/// Posts a message, with its board as text where files are not allowed.
async fn post_once(
    api: &Api,
    channel: ChannelId,
    message: Message,
    (mark, language): (&str, Language),
) -> Result<Option<MessageId>, ApiError> {
    match api.post(Priority::Announcement, channel, &message, mark).await {
        Err(error) if error.is_of_file() => {
            let message = without_file(&message, channel, language);
            api.post(Priority::Announcement, channel, &message, mark).await
        }
        posted => posted,
    }
}

async fn edit(
    api: &Api,
    channel: ChannelId,
    message: MessageId,
    (edit, language): (Message, Language),
) -> Result<(), ApiError> {
    match api.edit(channel, message, &MessageEdit::Whole(edit.clone())).await {
        Err(error) if error.is_of_file() => {
            let edit = without_file(&edit, channel, language);
            api.edit(channel, message, &MessageEdit::Whole(edit)).await
        }
        edited => edited,
    }
}

/// What Discord did; `None` where it refuses it, and not for now alone.
fn passing<T>(server: GuildId, done: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match done {
        Err(error) if !error.may_pass() => {
            tracing::warn!(server = %server.0, error = %ErrorChain(&error), "daily puzzle refused by Discord");
            Ok(None)
        }
        other => other.map(Some),
    }
}
